"""Numbers that are known for sure, for checking an implementation of the rules.

How many games there are of so many moves (chess programmers call it perft), and how many legal
positions a board has (Tromp and Farnebäck 2007 give the numbers).
"""

from __future__ import annotations

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_whole
from goseki.coords import Size
from goseki.job import Found, Limits, Progress, Report

MOST_PLIES = 99


def count_games(
    board: Board,
    depth: int,
    *,
    seconds: float | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Found[int]:
    """Count the games of 1, 2, ... `depth` moves from a position. Passes count; a game that ends
    earlier counts as one. After `seconds`, the one limit there is, or Ctrl-C the longest games are
    not counted. `progress` is told the share of the depth at hand, and knows the counts so far.

    >>> count_games(Board("2x2", "tromp-taylor"), 3)
    [5, 21, 69]
    """
    check_board(board)
    check_whole("depth", depth, 1, MOST_PLIES)
    counts: Found[int] = Found()
    with counts.within(_limits("count_games", limits, seconds), progress) as report:
        for plies in range(1, depth + 1):

            def tell(share: float, text: str = f"depth {plies}") -> None:
                report(Progress(share, text, tuple(counts)))

            counts.append(board.perft(plies, tell))
    return counts


def count_positions(
    size: Size | str,
    *,
    seconds: float | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Found[int]:
    """Count the positions of a board in which every block has a liberty: one number, or none if
    `seconds`, the one limit there is, or Ctrl-C came first.

    >>> count_positions("2x2"), count_positions("3x3")
    ([57], [12675])
    """
    board = Board(size)
    count: Found[int] = Found()
    with count.within(_limits("count_positions", limits, seconds), progress) as report:

        def tell(share: float) -> None:
            report(Progress(share, f"legal positions of {board.size}"))

        count.append(_core.count_legal_positions(board.columns, board.rows, tell))
    return count


def _limits(verb: str, limits: Limits | None, seconds: float | None) -> Limits:
    limits = Limits.of(limits, seconds=seconds)
    limits.refuse(verb, "nodes", "memory", "threads")
    return limits
