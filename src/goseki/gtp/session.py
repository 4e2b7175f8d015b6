"""A GTP session: the state behind the commands. It does no input or output itself.

session = Session()
print(session.execute("1 boardsize 9"), end="")
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping

from goseki.board import Board
from goseki.clock import Clock, TimeSettings
from goseki.coords import Color, Point, Size
from goseki.errors import GosekiError, IllegalMoveError
from goseki.evidence import Evidence
from goseki.gtp.protocol import SILENCE, Request, Response, parse_request
from goseki.gtp.table import Arguments, Command, CommandError
from goseki.players import Choice, GoPlayer
from goseki.players.boards import moves_left, under_rules, why_illegal
from goseki.players.monte_carlo import MonteCarloPlayer, Settings
from goseki.rules import PRESETS, Rules

log = logging.getLogger(__name__)

DEFAULT_RULES = PRESETS["chinese"]


class Session:
    """A board, clocks and a player, driven by lines of GTP.

    `commands` may hold more than the standard ones: any function from a session and
    `Arguments` to the text of the response.

    >>> session = Session(); str(session.execute("7 boardsize 9"))
    '=7\\n\\n'
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        size: Size | str = "19x19",
        rules: Rules | None = None,
        player: GoPlayer | None = None,
        commands: Mapping[str, Command] | None = None,
    ) -> None:
        if commands is None:
            from goseki.gtp.commands import STANDARD

            commands = STANDARD
        self.commands = dict(commands)
        self.settings = settings or Settings()
        self.player = player or MonteCarloPlayer(self.settings)
        self.board = Board(size, rules or DEFAULT_RULES)
        self.finished = False
        """Set by `quit`."""
        self.evidence: Evidence = "unknown"
        """Of the last answer in GNU Go's words, which cannot say themselves what they rest on."""
        self.interrupted: Callable[[], bool] = lambda: False
        """Called now and then during long commands, to learn whether to end them early. Whoever
        reads the input sets it."""
        self.clocks: dict[Color, Clock] = {}
        self.set_time(TimeSettings())

    # -- commands -------------------------------------------------------------------------

    def execute(self, line: str) -> Response:
        """Carry out a line and say what to answer. No line makes it raise an error."""
        request = parse_request(line)
        return SILENCE if request is None else self._respond(request)

    def _respond(self, request: Request) -> Response:
        command = self.commands.get(request.name)
        if command is None:
            return Response(False, "unknown command", request.id)
        arguments = Arguments(request.arguments)
        try:
            command.check(arguments)
            return Response(True, command.run(self, arguments), request.id)
        except GosekiError as error:
            message = str(error)
        except OSError as error:
            message = error.strerror or str(error)
        except MemoryError:
            message = "not enough memory"
        except Exception as error:  # the protocol goes on, whatever happens
            log.exception("%s failed", command.name)
            message = f"internal error: {type(error).__name__}"
        return Response(False, message or "failed", request.id)

    # -- what commands do to the game -----------------------------------------------------

    def start_game(self, size: Size | None = None) -> None:
        """Start with an empty board under the same rules, and with full clocks."""
        self.board = Board(size or self.board.size, self.board.rules)
        self.set_time(self.clocks["B"].settings)

    def set_rules(self, rules: Rules) -> None:
        """Go on with the same game under other rules; they must allow a suicide that was played."""
        try:
            self.board = under_rules(self.board, rules)
        except IllegalMoveError as error:
            raise CommandError(f"these rules forbid what was played: {error}") from None

    def play(self, point: Point, color: Color) -> None:
        """Play a legal move, whoever's turn it is and even if the game is over."""
        reason = why_illegal(self.board, point, color)
        if reason is not None:
            raise IllegalMoveError(color, str(point), reason)
        self.board.play_recorded(point, color)

    def set_time(self, settings: TimeSettings) -> None:
        """Start both clocks afresh."""
        self.clocks = {"B": Clock(settings), "W": Clock(settings)}

    def choose_move(self, color: Color, *, cleanup: bool = False, clock: bool = True) -> Choice:
        """Let the player choose a move, within what its clock allows if `clock` is true."""
        start = time.monotonic()
        own_clock = self.clocks[color]
        choice = self.player.choose(
            self.board,
            color,
            seconds=own_clock.budget(moves_left(self.board)) if clock else None,
            cleanup=cleanup,
            interrupted=self.interrupted,
        )
        if not choice.point.is_pass and why_illegal(self.board, choice.point, color) is not None:
            log.error("the player chose %s %s, which is illegal: pass", color, choice.point)
            choice = Choice(choice.point.parse("pass"))
        if clock:
            own_clock.spend(time.monotonic() - start)
        return choice
