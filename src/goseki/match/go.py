"""Matches of Go between GTP engines and players of our own.

A game ends with two passes, a resignation, a repetition that the rules decide, the limit of
moves, or because a player loses otherwise than on the board: it plays an illegal move, its clock
runs out, or its process dies, hangs, floods or answers nonsense.

After two passes dead stones are taken off, and the board is counted by the rules. `GoResult.end`
says who has judged which stones are dead:

- `agreed`: both players, and they say the same.
- `estimated`: random games (`goseki.players.ending`), since the players did not agree.
- `counted`: nobody, the board is counted as it stands. So it is between players of our own under
  area scoring, since they take the dead stones off where the game depends on it.

A game that has reached the limit of moves (`length`) is judged as `estimated` ones are.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self, get_args

from goseki.board import Board
from goseki.checks import check_whole, shown
from goseki.clock import Clock, TimeSettings, running
from goseki.coords import Color, Point, Size, opponent, shorten
from goseki.errors import GosekiError, IllegalMoveError, PlayerError
from goseki.game import Game
from goseki.gtp.client import PATIENCE
from goseki.gtp.player import GtpPlayer
from goseki.job import Limits
from goseki.match.log import Forfeit, GameLog, Stopped, Turn
from goseki.match.record import to_game
from goseki.match.store import GameResult, Store
from goseki.match.tournament import Contest, Entrant, Pairing, split_label
from goseki.players import GoPlayer
from goseki.players.boards import moves_left
from goseki.players.ending import analyze_end
from goseki.players.monte_carlo import MonteCarloPlayer, Settings
from goseki.players.policy import POLICIES, PolicyPlayer, PolicySettings
from goseki.rules import PRESETS, Rules

OURS = "goseki"
"""The name of our Monte-Carlo player; those that do not search have theirs in `POLICIES`."""

_KNOWN = ", ".join((OURS, *POLICIES))

MOVES_A_POINT = 4
"""A game is stopped after so many moves for every point of the board, unless told otherwise."""


@dataclass(frozen=True)
class GoEntrant(Entrant[Settings | PolicySettings]):
    """A player of Go: one of ours with its settings, or an engine."""

    settings: Settings | PolicySettings = field(default_factory=Settings)

    @classmethod
    def parse(
        cls, text: str, settings: Settings | None = None, *, patience: float = PATIENCE
    ) -> GoEntrant:
        """Read `goseki`, `goseki:playouts=2000,method=flat`, `net`, `net:symmetries=8`, `mp-star`,
        or the command of an engine, which may begin with `cmd:`. Each may be given a name, as
        `NAME=PLAYER`.

        >>> GoEntrant.parse("fast=goseki:playouts=100").settings.playouts
        100
        >>> gnugo = GoEntrant.parse("gnugo --mode gtp --level=1")
        >>> gnugo.label, gnugo.command
        ('gnugo --mode gtp --level=1', 'gnugo --mode gtp --level=1')
        """
        settings = settings or Settings()
        label, rest = split_label(text)
        if label and not label.startswith("-") and len(label.split()) == 1:
            return replace(cls.parse(rest, settings, patience=patience), label=label)
        name, colon, options = text.partition(":")
        if name == OURS:
            try:
                return cls(OURS, _with_options(settings, options) if colon else settings, text)
            except GosekiError as error:
                raise GosekiError(f"player {shorten(text)}: {error}") from None
        if name in POLICIES:
            try:
                return cls(name, PolicySettings.parse(text), text)
            except GosekiError as error:
                raise GosekiError(f"player {shorten(text)}: {error}") from None
        command = text.removeprefix("cmd:")
        if not command.strip():
            raise GosekiError(
                f"player {shorten(text)}: neither {_KNOWN} nor the command of an engine"
            )
        return cls(f"cmd:{command}", settings, command, patience)

    def check_player(self) -> None:
        kind = PolicySettings if self.player in POLICIES else Settings
        if self.player not in (OURS, *POLICIES) or not isinstance(self.settings, kind):
            raise GosekiError(
                f"unknown player {shorten(self.player)} (known: {_KNOWN}, cmd:COMMAND)"
            )

    def check_board(self, size: Size) -> None:
        """Complain of a player that cannot play on boards of this size, before the match."""
        if isinstance(self.settings, PolicySettings):
            try:
                self.settings.check(size)
            except GosekiError as error:
                raise GosekiError(f"player {shorten(self.label)}: {error}") from None

    @property
    def identity(self) -> dict[str, object]:
        """All that decides how it plays, ready for JSON; threads do not."""
        if self.command:
            return {"player": self.player, "patience": self.patience}
        if isinstance(self.settings, PolicySettings):
            return {"player": self.player, **self.settings.identity}
        settings = vars(self.settings) | {"threads": None, "seed": None}
        return {"player": self.player} | {k: v for k, v in settings.items() if v is not None}

    def seat(self, color: Color, contest: GoContest, seed: int) -> GoPlayer:
        """The player itself, for one game. Close it afterwards."""
        clock = None if contest.clock.system == "none" else Clock(contest.clock)
        if self.command:
            seconds, patience = contest.seconds, self.patience
            return GtpPlayer(self.command, color, clock=clock, seconds=seconds, patience=patience)
        own_seed = 2 * (seed >> 34) + (color == "W")
        player: MonteCarloPlayer | PolicyPlayer
        if isinstance(self.settings, PolicySettings):
            player = PolicyPlayer(replace(self.settings, seed=own_seed))
        else:
            player = MonteCarloPlayer(replace(self.settings, seed=own_seed))
        player.clock = clock
        return player


def _with_options(settings: Settings, text: str) -> Settings:
    """Settings with others, such as `playouts=2000,method=flat`."""
    readers: dict[str, Callable[[str], Any]] = {
        "seconds": float, "playouts": int, "method": str, "resign": float, "threads": int
    }  # fmt: skip
    changes: dict[str, Any] = {}
    for option in text.split(","):
        name, equals, value = option.partition("=")
        if name not in readers or not equals:
            known = ", ".join(readers)
            raise GosekiError(f"no option {shorten(option)} (known: {known}, as NAME=VALUE)")
        try:
            changes[name] = readers[name](value)
        except ValueError:
            raise GosekiError(f"{name} is {shorten(value)}, not a number") from None
    return replace(settings, **changes)


@dataclass(frozen=True)
class GoResult(GameResult):
    """A finished game of Go."""

    APPLICATION_ID: ClassVar[int] = 0x676F676F  # "gogo"

    seconds: float
    dead: str
    """The stones that were taken off before the board was counted."""
    log: str

    @property
    def game_log(self) -> GameLog:
        return GameLog.parse(self.log)


@dataclass(frozen=True)
class GoContest(Contest[GoResult]):
    """Go on some board, by some rules, with some time."""

    size: Size
    rules: Rules = PRESETS["chinese"]
    clock: TimeSettings = field(default_factory=TimeSettings)
    seconds: float | None = None
    """For a move. Engines are told; our own players have settings of their own."""
    longest: int | None = None
    """Moves after which a game is stopped; by default four for every point of the board."""

    def __post_init__(self) -> None:
        for name, kind in (("size", Size), ("rules", Rules), ("clock", TimeSettings)):
            if not isinstance(getattr(self, name), kind):
                raise GosekiError(f"{name} is {shown(getattr(self, name))}, not {kind.__name__}")
        _ = Limits(seconds=self.seconds)  # complains of what is no time
        if self.longest is not None:
            check_whole("longest", self.longest, 1, 10**9)

    @classmethod
    def on(cls, size: str, **options: Any) -> Self:
        """Go on a board of this size: `GoContest.on("9x9")`."""
        return cls(Size.parse(size), **options)

    @property
    def conditions(self) -> dict[str, object]:
        return {
            "size": str(self.size),
            "rules": self.rules.to_katago(),
            "clock": str(self.clock),
            "seconds": self.seconds,
            "longest": self.most_moves,
        }

    @property
    def most_moves(self) -> int:
        return self.longest or MOVES_A_POINT * self.size.points

    def store(self, path: str | os.PathLike[str] | None = None) -> Store[GoResult]:
        return Store(GoResult, path)

    def play(self, pairing: Pairing) -> GoResult:
        start = time.perf_counter()
        with contextlib.ExitStack() as stack:
            sides: dict[Color, Entrant[Any]] = {"B": pairing.black, "W": pairing.white}
            players: dict[Color, GoPlayer] = {}
            for color, entrant in sides.items():
                assert isinstance(entrant, GoEntrant)
                player = entrant.seat(color, self, pairing.seed)
                players[color] = stack.enter_context(contextlib.closing(player))
            game = _Play(Board(self.size, self.rules), players)
            game.run(self.most_moves)
        return GoResult(
            pairing.conditions,
            *pairing.key,
            lead=game.lead,
            end=game.end,
            plies=game.board.ply,
            seconds=round(time.perf_counter() - start, 3),
            dead=" ".join(map(str, sorted(game.dead))),
            log=str(game.log),
        )

    def record(self, game: GoResult) -> Game:
        """A game as a record for SGF."""
        return to_game(
            game.game_log,
            Board(self.size, self.rules),
            PB=game.black,
            PW=game.white,
            RE=game.result,
            GC=f"End: {game.end}" + (f". Dead: {game.dead}" if game.dead else ""),
        )


class _Play:
    """One game, from the empty board to its count."""

    def __init__(self, board: Board, players: dict[Color, GoPlayer]) -> None:
        self.board = board
        self.end = ""
        self.lead = 0.0
        self.dead: frozenset[Point] = frozenset()
        self._players = players
        self._refused: Point | None = None
        """The illegal move that has lost the game."""
        self._forfeit: Forfeit | None = None

    def run(self, longest: int) -> None:
        board = self.board
        try:
            while not board.is_over and board.ply < longest:
                self._move()
        except PlayerError as error:
            self.end, loser = error.fault, board.to_play
            self._forfeit = Forfeit(loser, error.fault, str(error))
            self.lead = self._whole_board(opponent(loser))
            return
        outcome = board.outcome
        if outcome is None:
            self._estimate("length")
        elif outcome.reason == "repetition":
            self.end = "repetition"
            self.lead = 0.0 if outcome.winner is None else self._whole_board(outcome.winner)
        else:
            self._count()

    def _move(self) -> None:
        board, color = self.board, self.board.to_play
        player = self._players[color]
        clock = player.clock
        if isinstance(player, GtpPlayer):
            choice = player.choose(board, color)  # which lets the clock run itself
        else:
            budget = None if clock is None else clock.budget(moves_left(board))
            with running(clock):
                choice = player.choose(board, color, seconds=budget)
        if clock is not None and clock.has_run_out:
            raise PlayerError("time", f"the clock of {clock.settings} s ran out")
        if choice.resigns:
            raise PlayerError("resigned", f"{color} resigned")
        reason = board.why_illegal(choice.point)
        if reason is not None:
            self._refused = choice.point
            cause = IllegalMoveError(color, str(choice.point), reason)
            raise PlayerError("disqualified", str(cause))
        board.play(choice.point)

    def _count(self) -> None:
        ours = not any(isinstance(player, GtpPlayer) for player in self._players.values())
        if ours and self.board.rules.scoring == "AREA":
            self.end, self.lead = "counted", self.board.score().lead
            return
        black, white = (self._judgement(player) for player in self._players.values())
        if black is None or black != white:
            self._estimate("estimated")
            return
        self.end, self.dead = "agreed", black
        self.lead = self.board.score(black).lead

    def _judgement(self, player: GoPlayer) -> frozenset[Point] | None:
        """Which stones a player takes for dead; None if it cannot say."""
        if isinstance(player, GtpPlayer):
            return player.dead_stones(self.board)
        return frozenset(analyze_end(self.board).stones("dead"))

    def _estimate(self, end: str) -> None:
        found = analyze_end(self.board)
        self.end, self.dead = end, frozenset(found.stones("dead"))
        self.lead = found.final.lead

    def _whole_board(self, winner: Color) -> float:
        return float(self.board.size.points * (1 if winner == "B" else -1))

    @property
    def log(self) -> GameLog:
        turns = [Turn((), move.point) for move in self.board.moves]
        if self._refused is not None:
            turns.append(Turn((self._refused,), None))
        stopped = next((end for end in get_args(Stopped) if end == self.end), None)
        return GameLog(tuple(turns), stopped, self._forfeit)
