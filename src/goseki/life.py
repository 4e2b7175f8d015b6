"""What can be said of a position without search: blocks, regions, eyes, and unconditional life.

`benson` proves; everything else here describes shapes. A colour's *region* is a connected
set of points that are not of that colour, so that the opponent's stones inside belong to
it. All functions look at the stones only: turn, ko and history play no part.

>>> from goseki import Board
>>> board = Board.from_diagram('''
...     . X . X O
...     X X X X O
...     O O O O .
... ''')
>>> benson(board).proven.tolist()
[[1, 1, 1, 1, 0], [1, 1, 1, 1, 0], [0, 0, 0, 0, 0]]
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.board import Board, check_board
from goseki.coords import Color, Point, PointLike, parse_color
from goseki.errors import CoordinateError
from goseki.evidence import Ownership


@dataclass(frozen=True)
class Block:
    """Stones of one colour that live or die together, and their liberties."""

    color: Color
    stones: tuple[Point, ...]
    liberties: tuple[Point, ...]


@dataclass(frozen=True)
class Region:
    """A connected set of points without a stone of a colour, and how that colour's blocks touch it.

    Blocks are named by their first stones, row by row from the top left.
    """

    color: Color
    points: tuple[Point, ...]
    boundary: tuple[Point, ...]
    """The blocks that touch it."""
    healthy: tuple[Point, ...]
    """The blocks that have each of its empty points as a liberty."""
    sealed: tuple[Point, ...]
    """The blocks that are next to each of its points, stones included."""


@dataclass(frozen=True)
class Eyes:
    """The single-point eyes of a colour: empty points with only its stones around."""

    true: tuple[Point, ...]
    false: tuple[Point, ...]
    """Those where the opponent holds one diagonal point at the edge, or two elsewhere."""


def benson(board: Board) -> Ownership:
    """What lives although its owner always passes (Benson 1976), with its territory.

    Proven are the blocks that the opponent cannot capture, and the regions in which every
    point is next to such a block. The opponent's stones in these regions do not matter: once
    they are taken off he has no room to live there. Where suicide is legal the opponent has more
    ways to attack: in the second example White can give up two stones and then take Black's.

    >>> from goseki import Board
    >>> benson(Board.from_diagram("O.X.", rules="chinese")).proven.tolist()
    [[0, 0, 1, 1]]
    >>> benson(Board.from_diagram("O.X.", rules="tromp-taylor")).proven.tolist()
    [[0, 0, 0, 0]]
    """
    check_board(board)
    return Ownership(_core.benson(board))


def alive_blocks(board: Board, color: Color) -> list[Block]:
    """The unconditionally alive blocks of a colour.

    >>> from goseki import Board
    >>> len(alive_blocks(Board.from_diagram(".X/X."), "B"))
    2
    >>> alive_blocks(Board.from_diagram(".X/.X/.."), "B")
    []
    """
    check_board(board)
    return [_block(board, stone) for stone in _core.benson_blocks(board, _is_black(color))]


def blocks(board: Board) -> list[Block]:
    """All blocks of both colours, in the order of their first stones.

    >>> from goseki import Board
    >>> for block in blocks(Board.from_diagram("XXO/..O")):
    ...     print(block.color, *block.stones, "liberties", *block.liberties)
    B A2 B2 liberties A1 B1
    W C2 C1 liberties B1
    """
    check_board(board)
    found = []
    seen: set[int] = set()
    for stone in np.flatnonzero(board.to_array()).tolist():
        if stone not in seen:
            seen.update(board.block_points(stone))
            found.append(_block(board, stone))
    return found


def regions(board: Board, color: Color) -> list[Region]:
    """The regions of a colour, in the order of their first points.

    >>> from goseki import Board
    >>> for region in regions(Board.from_diagram(".X.O"), "B"):
    ...     print(*region.points, "healthy for", *region.healthy, "sealed by", *region.sealed)
    A1 healthy for B1 sealed by B1
    C1 D1 healthy for B1 sealed by
    """
    check_board(board)
    return [
        Region(
            color,
            *(
                tuple(map(board.point, indices))
                for indices in (found.points, found.blocks, found.healthy, found.sealed)
            ),
        )
        for found in _core.regions(board, _is_black(color))
    ]


def chains(board: Board, color: Color, *, miai: bool = False) -> list[list[Block]]:
    """Groups of blocks of a colour that are connected by common liberties, directly or via others.

    One common liberty is enough, or, with `miai`, two are needed that touch no third block
    of the colour: whichever the opponent takes, the other connects.

    >>> from goseki import Board
    >>> board = Board.from_diagram("X.X/..X")
    >>> len(chains(board, "B")), len(chains(board, "B", miai=True))
    (1, 2)
    """
    check_board(board)
    return [
        [_block(board, stone) for stone in chain]
        for chain in _core.chains(board, _is_black(color), miai)
    ]


def eyes(board: Board, color: Color) -> Eyes:
    """The single-point eyes of a colour, true and false by their diagonals.

    >>> from goseki import Board
    >>> eyes(Board.from_diagram(".X.X./XXXOO"), "B")
    Eyes(true=(Point.parse('A2'),), false=(Point.parse('C2'),))
    """
    check_board(board)
    true, false = _core.eyes(board, _is_black(color))
    return Eyes(tuple(map(board.point, true)), tuple(map(board.point, false)))


def eye_spaces(board: Board, color: Color, dead: Iterable[PointLike] = ()) -> list[list[Point]]:
    """Where a colour may make eyes, in connected pieces.

    Empty points and dead opposing stones count, except next to a living opposing stone or
    where such stones hold diagonals enough to make an eye false (van der Werf 2004, 8.2).

    >>> from goseki import Board
    >>> [list(map(str, piece)) for piece in eye_spaces(Board.from_diagram("..XO./..XO."), "B")]
    [['A2', 'B2', 'A1', 'B1']]
    """
    check_board(board)
    pieces = _core.eye_spaces(board, _is_black(color), _stones(board, dead))
    return [[board.point(index) for index in piece] for piece in pieces]


def color_by_flood(board: Board, dead: Iterable[PointLike] = ()) -> npt.NDArray[np.int8]:
    """Owners when each empty region goes to the only colour that touches it.

    `dead` names at least one stone of every dead block; dead stones count as empty. The
    array has the board's shape: +1 Black, -1 White, 0 nobody.

    >>> from goseki import Board
    >>> color_by_flood(Board.from_diagram(".X..O.")).tolist()
    [[1, 1, 0, 0, -1, -1]]
    """
    check_board(board)
    return _core.color_by_flood(board, _stones(board, dead))


def color_by_nearest_stone(board: Board, dead: Iterable[PointLike] = ()) -> npt.NDArray[np.int8]:
    """Owners when each empty point goes to the colour of the nearer stone, a tie to nobody.

    Distance runs along the lines. `dead` and the answer are as in `color_by_flood`: where
    the two disagree, a border is still open.

    >>> from goseki import Board
    >>> color_by_nearest_stone(Board.from_diagram(".X...O.")).tolist()
    [[1, 1, 1, 0, -1, -1, -1]]
    """
    check_board(board)
    return _core.color_by_nearest_stone(board, _stones(board, dead))


def split_points(board: Board, points: Iterable[PointLike], *, local: bool = False) -> list[Point]:
    """The points of a set that split it: without such a point a connected part falls apart.

    With `local` each point is judged by the 3x3 window around it alone, so that a
    connection farther off does not count (van der Werf 2004, 8.2).

    >>> from goseki import Board
    >>> board = Board("3x3"); ring = [i for i in range(9) if i != 4]
    >>> split_points(board, ring), len(split_points(board, ring, local=True))
    ([], 8)
    """
    check_board(board)
    indices = [_on_board(board, point) for point in points]
    return [board.point(index) for index in _core.split_points(board, indices, local)]


def _is_black(color: str) -> bool:
    return parse_color(color) == "B"


def _on_board(board: Board, point: PointLike) -> int:
    index = board.index(point)
    if index < 0:
        raise CoordinateError("a pass is not a point of the board")
    return index


def _stones(board: Board, stones: Iterable[PointLike]) -> list[int]:
    indices = [_on_board(board, stone) for stone in stones]
    for index in indices:
        if board.color_at(index) == 0:
            raise CoordinateError(f"there is no stone on {board.point(index)}")
    return indices


def _block(board: Board, stone: int) -> Block:
    return Block(
        "B" if board.color_at(stone) > 0 else "W",
        tuple(map(board.point, board.block_points(stone))),
        tuple(map(board.point, board.block_liberties(stone))),
    )
