"""A GTP engine as a player of Go."""

from __future__ import annotations

import json
import math
from collections.abc import Callable

from goseki.board import Board
from goseki.clock import Clock, TimeSettings
from goseki.coords import PASS, Color, Point
from goseki.errors import CoordinateError, GosekiError, PlayerError
from goseki.gtp.client import PATIENCE, GtpClient
from goseki.players import Choice

_NEEDED = ("boardsize", "clear_board", "komi", "play", "genmove")
_KGS_RULES = {"chinese", "japanese", "aga", "new-zealand"}


class GtpPlayer:
    """An engine in a process of its own that plays one game. Close it afterwards.

    It loses on time when its clock has run out, or, where no clock runs, when it leaves a command
    unanswered for `patience` seconds. It is told the `seconds` for a move, but they are not
    enforced.

    Before its first move the engine is told the board, the komi, the time, and the rules if it
    has a command for them. If it fails at that, it has lost the game.
    """

    def __init__(
        self,
        command: str,
        color: Color,
        *,
        clock: Clock | None = None,
        seconds: float | None = None,
        patience: float = PATIENCE,
    ) -> None:
        self.color: Color = color
        self.clock = clock
        self._seconds = seconds
        self._engine = GtpClient(command, patience)
        self._told: int | None = None
        """How many moves of the game the engine knows; None before it is set up."""

    def choose(
        self,
        board: Board,
        color: Color,
        *,
        seconds: float | None = None,
        cleanup: bool = False,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> Choice:
        """Tell the engine the moves that it does not know yet, and ask for the next."""
        if self._told is None:
            self._set_up(board)
        self._tell(board)
        # Where a clock runs it is the only limit: a move may take as long as there is time.
        patience = None if self.clock is None else math.inf
        self._tell_time()
        answer = self._engine.ask(f"genmove {color}", clock=self.clock, patience=patience)
        if answer.lower() == "resign":
            return Choice(PASS, resigns=True)
        try:
            point: Point = board.size.point(board.size.index(answer))
        except CoordinateError as error:
            raise PlayerError("disqualified", f"the engine played {error}") from None
        self._told = board.ply + 1
        return Choice(point)

    def dead_stones(self, board: Board) -> frozenset[Point] | None:
        """The stones that the engine takes for dead at the end of the game, in whole blocks. None
        if it does not know, fails, or names points without stones."""
        try:
            self._tell(board)
            if "final_status_list" not in self._engine.commands:
                return None
            names = self._engine.ask("final_status_list dead").split()
            return frozenset(stone for name in names for stone in board.block(name))
        except GosekiError:  # the game is over, so a failure does not lose it
            return None

    def close(self) -> None:
        """End the process."""
        self._engine.close()

    def _set_up(self, board: Board) -> None:
        engine = self._engine
        missing = [name for name in _NEEDED if name not in engine.commands]
        if missing:
            raise PlayerError("disqualified", f"the engine does not know {' '.join(missing)}")
        engine.start_game(board.size, board.komi)
        self._told = 0
        name = board.rules.name
        if "kata-set-rules" in engine.commands:
            self._offer("kata-set-rules " + (name or json.dumps(board.rules.to_katago())))
            self._offer(f"komi {board.komi:g}")
        elif "kgs-rules" in engine.commands and name in _KGS_RULES:
            self._offer(f"kgs-rules {name.replace('-', '_')}")
        if self.clock is not None:
            self._set_time(self.clock.settings)
        elif self._seconds is not None:
            self._set_time(TimeSettings.canadian(0, max(1.0, self._seconds), 1))

    def _offer(self, line: str) -> None:
        """Ask for what an engine may do without: an error in answer to it does no harm."""
        self._engine.ask(line, may_fail=True)

    def _set_time(self, time: TimeSettings) -> None:
        main, period = int(time.main), max(1, int(time.period)) if time.period else 0
        if time.system == "byoyomi" and "kgs-time_settings" in self._engine.commands:
            self._offer(f"kgs-time_settings byoyomi {main} {period} {time.stones}")
        elif "time_settings" in self._engine.commands:
            # GTP itself has no byo-yomi; the nearest to it is one stone in every period.
            stones = 1 if time.system == "byoyomi" else time.stones
            self._offer(f"time_settings {main} {period} {stones}")

    def _tell_time(self) -> None:
        clock = self.clock
        if clock is None or "time_left" not in self._engine.commands:
            return
        if clock.main > 0 or not clock.settings.period:
            self._offer(f"time_left {self.color} {int(clock.main)} 0")
        else:
            self._offer(f"time_left {self.color} {int(clock.period)} {clock.stones}")

    def _tell(self, board: Board) -> None:
        if self._told is None:
            return
        for move in board.moves[self._told :]:
            self._engine.ask(f"play {move.color} {move.point}")
        self._told = board.ply
