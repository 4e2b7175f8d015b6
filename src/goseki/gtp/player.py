"""GTP engines as players."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import ClassVar, Self

from goseki.board import Board
from goseki.clock import Clock, TimeSettings
from goseki.coords import PASS, Color, Point, Size
from goseki.errors import CoordinateError, GosekiError, PlayerError
from goseki.gtp.client import PATIENCE, GtpClient
from goseki.players import Choice
from goseki.rules import Rules

_KGS_RULES = {"chinese", "japanese", "aga", "new-zealand"}


class EnginePlayer:
    """An engine in a process of its own that plays one side of one game, whatever game it is. Close
    it, or use it in a `with` statement.

    It loses on time when its clock has run out, or when it leaves a command unanswered for
    `patience` seconds. It is told the `seconds` for a move, but they are not enforced. The clock
    does not run while the engine is set up for the game.
    """

    needed: ClassVar[tuple[str, ...]]
    """Commands that the engine must know."""

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

    def close(self) -> None:
        """End the process."""
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _start_game(self, size: Size, komi: float) -> None:
        """Put the engine before an empty board. A player does so when it is first used, so that a
        failure belongs to the game."""
        engine = self._engine
        missing = [name for name in self.needed if name not in engine.commands]
        if missing:
            raise PlayerError("disqualified", f"the engine does not know {' '.join(missing)}")
        engine.start_game(size, komi)
        if self.clock is not None:
            self._set_time(self.clock.settings)
        elif self._seconds is not None:
            self._set_time(TimeSettings.canadian(0, max(1.0, self._seconds), 1))

    def _set_time(self, time: TimeSettings) -> None:
        main, period = int(time.main), max(1, round(time.period)) if time.period else 0
        if time.system == "byoyomi" and "kgs-time_settings" in self._engine.commands:
            self._engine.ask(f"kgs-time_settings byoyomi {main} {period} {time.stones}")
        elif "time_settings" in self._engine.commands:
            # GTP itself has no byo-yomi; the nearest to it is one stone in every period.
            stones = 1 if time.system == "byoyomi" else time.stones
            self._engine.ask(f"time_settings {main} {period} {stones}")

    def _tell_time(self, *, runs: bool) -> None:
        """Say what is left on the clock, which may run meanwhile."""
        clock = self.clock
        if clock is None or "time_left" not in self._engine.commands:
            return
        in_main_time = clock.main > 0 or not clock.settings.period
        left = (clock.main, 0) if in_main_time else (clock.period, clock.stones)
        line = f"time_left {self.color} {int(left[0])} {left[1]}"
        self._engine.ask(line, clock=clock if runs else None)


def read_vertex(answer: str, size: Size, verb: str) -> Point:
    """The point or pass that an engine answers; anything else loses the game."""
    try:
        return size.point(size.index(answer))
    except CoordinateError as error:
        raise PlayerError("disqualified", f"the engine {verb} {error}") from None


class GtpPlayer(EnginePlayer):
    """An engine that plays Go. Where a clock runs, it is the only limit for a move."""

    needed = ("boardsize", "clear_board", "komi", "play", "genmove")
    _told: int | None = None
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
            self._start_game(board.size, board.komi)
            self._tell_rules(board.rules)
            self._told = 0
        self._tell_moves(board)
        self._tell_time(runs=False)
        patience = None if self.clock is None else math.inf
        answer = self._engine.ask(f"genmove {color}", clock=self.clock, patience=patience)
        if answer.lower() == "resign":
            return Choice(PASS, resigns=True)
        point = read_vertex(answer, board.size, "played")
        self._told = board.ply + 1
        return Choice(point)

    def dead_stones(self, board: Board) -> frozenset[Point] | None:
        """The stones that the engine takes for dead at the end of the game, in whole blocks. None
        if it does not know, fails, or names points without stones."""
        try:
            self._tell_moves(board)
            if "final_status_list" not in self._engine.commands:
                return None
            names = self._engine.ask("final_status_list dead").split()
            return frozenset(stone for name in names for stone in board.block(name))
        except GosekiError:  # the game is over, so a failure does not lose it
            return None

    def _tell_rules(self, rules: Rules) -> None:
        """Tell the rules if there is a command for them. An engine may do without."""
        engine, name = self._engine, rules.name
        if "kata-set-rules" in engine.commands:
            engine.ask(f"kata-set-rules {name or json.dumps(rules.to_katago())}", may_fail=True)
            engine.ask(f"komi {rules.komi:g}")  # which such rules may have changed
        elif "kgs-rules" in engine.commands and name in _KGS_RULES:
            engine.ask(f"kgs-rules {name.replace('-', '_')}", may_fail=True)

    def _tell_moves(self, board: Board) -> None:
        if self._told is None:
            return
        for move in board.moves[self._told :]:
            self._engine.ask(f"play {move.color} {move.point}")
        self._told = board.ply
