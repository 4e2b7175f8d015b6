"""Which stones a problem is about, found from the stones and the side to move alone.

A Go player sees it at once: the stones that are shut in, by stones that are not. So the board is
shared out as an estimate of influence does it: an empty point belongs to the nearer colour, and to
nobody if both are equally near. What hangs together of a colour, stones and points, is a *group*.
The fewer points a group has compared with the groups around it, the more it is shut in: the wall
around a corner reaches out to the open board, and a stone thrown into an eye space is shut in by
stones that are shut in themselves. Of two groups that are equally shut in, as in a race, the
opponent's comes first.

Candidates are guesses. They say where to search, and never make a proof.

>>> board = Board.from_diagram('''
...     . . . O X . .
...     O O O O X . .
...     X X X X X . .
...     . . . . . . .''')
>>> [str(candidate.stone) for candidate in find_targets(board)]
['D4', 'E4']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from goseki.board import Board, check_board
from goseki.checks import check_whole
from goseki.connected import component, neighbors_of
from goseki.coords import Color, Point, opponent, parse_color
from goseki.life import Block, alive_blocks, blocks, color_by_nearest_stone

MOST_CANDIDATES = 6
ALL_CANDIDATES = 19 * 19
"""As many as there can be blocks."""
ROOM_OF_THE_OPEN = 24
"""Points from which on it makes no difference how many more a group has."""
FEW_LIBERTIES = 4
"""A block with more is not likely to be captured by itself."""
LARGE = 12
"""Stones from which on it makes no difference how many more a group has."""


@dataclass(frozen=True)
class Candidate:
    """A block that the fight may be about."""

    stone: Point
    """Its first stone from the top left."""
    color: Color
    score: float
    """How much it looks like the target; only the order means something."""
    room: int
    """Empty points of its group."""
    liberties: int


@dataclass(frozen=True)
class Group:
    """Blocks of a colour that hang together, with the points between and around them."""

    color: Color
    blocks: tuple[Block, ...]
    room: int
    """Its empty points; `ROOM_OF_THE_OPEN` if one of its blocks lives unconditionally."""


def find_targets(
    board: Board,
    to_play: Color | None = None,
    *,
    capture: bool = False,
    most: int = MOST_CANDIDATES,
) -> list[Candidate]:
    """Blocks that a problem may be about, the likeliest first: those that are shut in, or, with
    `capture`, those of the opponent that have few liberties and cut. `most` says how many.

    >>> find_targets(Board("5x5"))
    []
    >>> board = Board.from_diagram("....../.XXO../.OOXO./.XOX../.X....")
    >>> [str(candidate.stone) for candidate in find_targets(board, "B", capture=True)]
    ['B3', 'D4', 'E3']
    """
    check_board(board)
    check_whole("most", most, 1, ALL_CANDIDATES)
    mover = board.to_play if to_play is None else parse_color(to_play)
    groups = [*find_groups(board, "B"), *find_groups(board, "W")]
    group_at = {stone: group for group in groups for b in group.blocks for stone in b.stones}
    found: list[Candidate] = []
    for group in groups:
        if capture and group.color != mover:
            found += _catchable(board, group, group_at)
        elif not capture and group.room < ROOM_OF_THE_OPEN:
            found += _shut_in(board, group, group_at, mover)
    found.sort(key=lambda candidate: (-candidate.score, board.index(candidate.stone)))
    return found[:most]


def find_groups(board: Board, color: Color) -> list[Group]:
    """The groups of a colour. Two of them that are shut in and have a liberty in common are one.

    >>> [len(group.blocks) for group in find_groups(Board.from_diagram("X.X..O"), "B")]
    [2]
    """
    check_board(board)
    found: list[Group] = []
    for group in _near(board, color):
        liberties = _liberties(group)
        for other in list(found):
            both_shut_in = max(group.room, other.room) < ROOM_OF_THE_OPEN
            if both_shut_in and not liberties.isdisjoint(_liberties(other)):
                found.remove(other)
                room = min(group.room + other.room, ROOM_OF_THE_OPEN - 1)
                group = Group(color, other.blocks + group.blocks, room)
        found.append(group)
    return found


def _liberties(group: Group) -> set[Point]:
    return {liberty for block in group.blocks for liberty in block.liberties}


def _near(board: Board, color: Color) -> Iterator[Group]:
    """Blocks of a colour that hang together through points that are nearer to it."""
    sign = 1 if color == "B" else -1
    stones = board.to_array().ravel()
    owner = np.where(stones == 0, color_by_nearest_stone(board).ravel(), stones)
    alive = {block.stones[0] for block in alive_blocks(board, color)}
    rest = {board.index(b.stones[0]): b for b in blocks(board) if b.color == color}
    while rest:
        points = component(board.size, next(iter(rest)), lambda i: bool(owner[i] == sign))
        inside = tuple(rest.pop(index) for index in sorted(points) if index in rest)
        room = sum(1 for index in points if stones[index] == 0)
        is_alive = any(block.stones[0] in alive for block in inside)
        yield Group(color, inside, ROOM_OF_THE_OPEN if is_alive else min(room, ROOM_OF_THE_OPEN))


def _shut_in(
    board: Board, group: Group, group_at: dict[Point, Group], mover: Color
) -> Iterator[Candidate]:
    """The blocks of a group. How much it is shut in ranks the group; its body, the block with the
    most stones and liberties, ranks before the others."""
    size = sum(len(block.stones) for block in group.blocks)
    touched = {block: _touched(board, block) for block in group.blocks}
    walls = [group_at[stone].room for stones in touched.values() for stone in stones]
    if not walls:
        return
    body = {b: 0.5 * (len(b.stones) + len(b.liberties)) + 0.2 * len(touched[b]) for b in touched}
    largest = max(len(block.stones) for block in group.blocks)
    score = max(walls) - group.room + min(size, LARGE) + 0.5 * largest
    score += 1.5 * (group.color != mover) - max(body.values())
    for block in group.blocks:
        of_block = score + body[block]
        yield Candidate(block.stones[0], group.color, of_block, group.room, len(block.liberties))


def _catchable(board: Board, group: Group, group_at: dict[Point, Group]) -> Iterator[Candidate]:
    """The blocks of a group that may be captured: those that part many stones, some of which are
    in need."""
    for block in group.blocks:
        if len(block.liberties) > FEW_LIBERTIES:
            continue
        touched = _touched(board, block)
        parted = {tuple(board.block(stone)) for stone in touched}
        in_need = any(group_at[stone].room < ROOM_OF_THE_OPEN for stone in touched)
        score = 3.0 * len(parted) + 2.0 * in_need + 0.5 * len(block.stones)
        score -= 1.5 * len(block.liberties)
        if touched:
            yield Candidate(block.stones[0], group.color, score, group.room, len(block.liberties))


def _touched(board: Board, block: Block) -> set[Point]:
    """The opponent's stones next to a block."""
    around = neighbors_of(board.size)
    beside = {board.point(n) for stone in block.stones for n in around[board.index(stone)]}
    return {point for point in beside if board.at(point) == opponent(block.color)}


def find_wall(board: Board, color: Color) -> frozenset[Point]:
    """The stones of a colour that shut others in: its groups that reach the open board or live
    unconditionally, or else the one with the most room.

    >>> board = Board.from_diagram("X.O.X../OOOOX../XXXXX..")
    >>> len(find_wall(board, "B"))
    7
    """
    groups = find_groups(board, color)
    most = max((group.room for group in groups), default=0)
    return frozenset(
        stone
        for group in groups
        if group.room == most
        for block in group.blocks
        for stone in block.stones
    )
