"""Numbers that are known for sure, for checking an implementation of the rules.

How many games there are of so many moves (chess programmers call it perft), and how many legal
positions a board has (Tromp and Farnebäck 2007 give the numbers).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_whole
from goseki.coords import Size
from goseki.job import Limits, Progress, Report

MOST_PLIES = 99


@dataclass(frozen=True)
class GameCounts:
    """How many games there are of 1, 2, 3, ... moves, as far as they were counted."""

    counts: tuple[int, ...]
    interrupted: bool = False


@dataclass(frozen=True)
class PositionCount:
    """How many legal positions a board has; `None` if the count did not come to its end."""

    size: Size
    positions: int | None
    interrupted: bool = False


def count_games(
    board: Board,
    depth: int,
    *,
    seconds: float | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> GameCounts:
    """Count the games of 1, 2, ... `depth` moves from a position. Passes count; a game that ends
    earlier counts as one. After `seconds`, the one limit there is, or Ctrl-C the longest games are
    not counted. `progress` is told the share of the depth at hand, and knows the counts so far.

    >>> count_games(Board("2x2", "tromp-taylor"), 3).counts
    (5, 21, 69)
    """
    check_board(board)
    check_whole("depth", depth, 1, MOST_PLIES)
    limits = Limits.of(limits, seconds=seconds)
    limits.refuse("count_games", "nodes", "memory", "threads")
    counts: list[int] = []
    report = _Timed(limits, progress)
    for plies in range(1, depth + 1):
        count = report.run(f"depth {plies}", tuple(counts), partial(board.perft, plies))
        if count is None:
            break
        counts.append(count)
    return GameCounts(tuple(counts), report.interrupted)


def count_positions(
    size: Size | str,
    *,
    seconds: float | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> PositionCount:
    """Count the positions of a board in which every block has a liberty. `seconds` are the one
    limit there is.

    >>> count_positions("2x2").positions, count_positions("3x3").positions
    (57, 12675)
    """
    board = Board(size)
    limits = Limits.of(limits, seconds=seconds)
    limits.refuse("count_positions", "nodes", "memory", "threads")
    report = _Timed(limits, progress)
    work = partial(_core.count_legal_positions, board.columns, board.rows)
    count = report.run(f"legal positions of {board.size}", None, work)
    return PositionCount(board.size, count, report.interrupted)


class _TimeIsUpError(Exception):
    pass


class _Timed:
    """Counts of the core that end when time is up, or with Ctrl-C."""

    def __init__(self, limits: Limits, progress: Report | None) -> None:
        self._deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
        self._progress = progress
        self.interrupted = False

    def run(
        self, text: str, known: object, count: Callable[[Callable[[float], None]], int]
    ) -> int | None:
        """The count, or `None` if it did not come to its end."""

        def tell(share: float) -> None:
            if self._progress:
                self._progress(Progress(share, text, known))
            if self._deadline is not None and time.monotonic() >= self._deadline:
                raise _TimeIsUpError

        try:
            return count(tell)
        except _TimeIsUpError:
            return None
        except KeyboardInterrupt:
            self.interrupted = True
            return None
