"""The Monte-Carlo player, flat or all-moves-as-first. It is strong enough to finish a game.

It never plays an illegal move, never fills its own eye, and leaves alone what Benson's
algorithm proves to belong to either side.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from goseki.analysis import Analysis
from goseki.board import Board
from goseki.checks import check_whole, is_number, shown
from goseki.clock import Clock
from goseki.coords import PASS, Color, opponent
from goseki.errors import GosekiError
from goseki.job import Limits, whole_result
from goseki.life import benson
from goseki.players import Choice
from goseki.players.boards import unfinished, with_turn
from goseki.players.ending import (
    FEWEST_PLAYOUTS,
    analyze_end,
    are_settled,
    cleanup_moves,
    has_passed,
    is_sensible,
    lead_of,
    must_capture,
)
from goseki.playouts import evaluate_moves

Method = Literal["amaf", "flat"]

SLICE_SECONDS = 0.1
SLICE_PLAYOUTS = 500
"""The work is cut into slices, and after each of them an interrupt is noticed."""

SETTLED_SHARE = 0.1
"""Which share of the time is spent on asking what is settled."""

MANY_PLAYOUTS = 1_000_000_000
UNLIMITED_SECONDS = 1e8


@dataclass
class Settings:
    """How the player plays. A session may change it."""

    seconds: float = 1.0
    """Time for a move where no clock runs."""
    playouts: int | None = None
    """A fixed number of random games for a move, within what the clock allows."""
    threads: int = 1
    seed: int = 0
    method: Method = "amaf"
    resign: float = 0.0
    """Resign below this winning probability; 0 is never."""

    def __post_init__(self) -> None:
        _ = Limits(seconds=self.seconds, threads=self.threads)  # complains of what is none
        if self.playouts is not None:
            check_whole("playouts", self.playouts, 1, 10**9)
        if self.method not in get_args(Method):
            raise GosekiError(f"method is {shown(self.method)}, not one of amaf, flat")
        if not (is_number(self.resign) and 0 <= self.resign <= 1):
            raise GosekiError(f"resign is {shown(self.resign)}, not a number from 0 to 1")


@dataclass
class MoveStatistics:
    """Sums over slices of playouts (rows x columns), seen by the player to move."""

    visits: npt.NDArray[np.float64]
    wins: npt.NDArray[np.float64]
    games: int = 0
    won: float = 0.0

    @property
    def win_rate(self) -> float:
        return self.won / self.games if self.games else 0.5

    def values(self) -> npt.NDArray[np.float64]:
        """The winning probability of each point. Few games draw it towards a loss; without
        games it is -1."""
        return np.where(self.visits > 0, (self.wins + 0.5) / (self.visits + 2.0), -1.0)


class MonteCarloPlayer:
    """Plays the point whose random games are won most often."""

    clock: Clock | None = None
    """Whoever runs the game has the clock, and says how long a move may take."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def close(self) -> None:
        """Nothing is left to end."""

    def choose(
        self,
        board: Board,
        color: Color,
        *,
        seconds: float | None,
        cleanup: bool = False,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> Choice:
        start = time.monotonic()
        position = unfinished(board)
        proven = benson(board).proven.reshape(-1)
        enemy = -1 if color == "B" else 1
        # This player never plays suicide, and points that are proven cannot change hands.
        legal = [n for n in position.legal_points(color).tolist() if is_sensible(board, n, color)]
        open_points = [n for n in legal if not proven[n]]
        if not open_points and not any(proven[n] != enemy for n in legal):
            return Choice(PASS)
        view = with_turn(position, color)
        seed = self.settings.seed + 1000 * board.ply
        budget = self._budget(seconds)
        if self._may_pass(view, color, open_points, seed, budget, cleanup):
            end = self._estimate(board)
            if cleanup or must_capture(board, end, color):
                captures = cleanup_moves(board, end, color, set(legal))
                if captures:
                    return Choice(board.point(captures[0]))
            if not open_points or not must_capture(board, end, color):
                return Choice(PASS)
        if not open_points:
            return Choice(PASS)
        left = max(0.0, budget - (time.monotonic() - start))
        statistics = self.evaluate(view, seed, left, interrupted)
        if statistics.games >= 100 and statistics.win_rate < self.settings.resign:
            return Choice(PASS, statistics.win_rate, resigns=True)
        values = statistics.values().reshape(-1)
        best = max(open_points, key=lambda n: (values[n], -n))
        return Choice(board.point(best), float(values[best]))

    def evaluate(
        self,
        view: Board,
        seed: int,
        seconds: float,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> MoveStatistics:
        """Play random games, slice by slice, until the time is up, there are enough of them, or an
        interrupt comes."""
        shape = (view.rows, view.columns)
        total = MoveStatistics(np.zeros(shape), np.zeros(shape))
        wanted = self.settings.playouts or MANY_PLAYOUTS
        deadline = time.monotonic() + seconds
        number = 0
        while total.games < wanted:
            left = deadline - time.monotonic()
            if number and (left <= 0 or interrupted()):
                break
            count, limit = _slice(wanted - total.games, left, self.settings.playouts is not None)
            found = evaluate_moves(
                view,
                count,
                seed=seed + number,
                threads=self.settings.threads,
                seconds=limit,
                method=self.settings.method,
            )
            if whole_result(found).games == 0:
                break
            total.visits += found.visits
            total.wins += found.wins
            total.won += found.win_rate * found.games
            total.games += found.games
            number += 1
        return total

    def _budget(self, seconds: float | None) -> float:
        if seconds is not None:
            return seconds
        return UNLIMITED_SECONDS if self.settings.playouts else self.settings.seconds

    def _may_pass(
        self,
        view: Board,
        color: Color,
        open_points: list[int],
        seed: int,
        budget: float,
        cleanup: bool,
    ) -> bool:
        """Whether to think about passing: nothing is left to decide, or a pass would end the
        game and win it."""
        if cleanup or not open_points:
            return True
        if has_passed(view, opponent(color)):
            end = self._estimate(view)
            if lead_of(end.final.lead, color) > 0:
                return True
        return are_settled(
            view,
            open_points,
            seed=seed,
            threads=self.settings.threads,
            seconds=max(0.01, SETTLED_SHARE * budget),
        )

    def _estimate(self, board: Board) -> Analysis:
        return analyze_end(board, seed=self.settings.seed, threads=self.settings.threads)


def _slice(games_left: int, seconds_left: float, counted: bool) -> tuple[int, float | None]:
    """How many games the next slice has, and how long it may take."""
    if seconds_left <= 0:
        return min(games_left, FEWEST_PLAYOUTS), None
    if counted:
        return min(games_left, SLICE_PLAYOUTS), min(seconds_left, UNLIMITED_SECONDS)
    return games_left, min(seconds_left, SLICE_SECONDS)
