"""Which stones are worth asking the tactical solver about: those whose fate is open."""

from __future__ import annotations

from goseki.analysis.result import Analysis
from goseki.coords import Point
from goseki.tactics.target import ALL_CANDIDATES, find_groups, find_targets


def open_targets(analysis: Analysis, most: int) -> list[Point]:
    """One stone of each group that is shut in, the likeliest first. What is proven to be safe,
    dead or in seki is left out.

    >>> from goseki.board import Board
    >>> board = Board.from_diagram(".OX..../OOX..../.OX..../XXX....")
    >>> [str(stone) for stone in open_targets(Analysis(board), 3)]
    ['B4', 'C4']
    """
    board, proven = analysis.board, analysis.ownership.proven.reshape(-1)
    groups = [*find_groups(board, "B"), *find_groups(board, "W")]
    group_of = {
        block.stones[0]: number for number, group in enumerate(groups) for block in group.blocks
    }
    found: dict[int, Point] = {}
    for candidate in find_targets(board, most=ALL_CANDIDATES):
        if not proven[board.index(candidate.stone)]:
            found.setdefault(group_of[candidate.stone], candidate.stone)
    return list(found.values())[:most]
