"""What every small eye space is worth, found by listing all that can happen in it.

An *eye space* is a connected set of empty points without a hole. One block of the defender's is
all round it and has no other liberties, or so many outside liberties, which the attacker can take
one by one. The edge of the board is no stone: beside it the block touches fewer points.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.checks import check_whole
from goseki.coords import Point, Size
from goseki.errors import GosekiError
from goseki.job import Found, Limits, Progress, Report, report_share

Cell = tuple[int, int]
"""Column and row from 0, row 0 at the bottom."""
Place = Literal["middle", "side", "corner"]
PLACES: tuple[Place, ...] = get_args(Place)
Status = Literal["dead", "seki", "alive", "ko"]

MAX_POINTS = 7
MAX_OUTSIDE = 4
_MAX_STATES = 2_000_000
_OUTCOMES: tuple[Status, ...] = ("dead", "seki", "alive")
_EDGES: dict[Place, tuple[int, int]] = {"middle": (2, 2), "side": (2, 0), "corner": (0, 0)}
"""How far the space is from the left and the lower edge."""


@dataclass(frozen=True)
class Fate:
    """What becomes of an eye space."""

    if_ko_lost: Status
    if_ko_won: Status
    """Where they differ the defender must win a ko."""

    @property
    def status(self) -> Status:
        return self.if_ko_lost if self.if_ko_lost == self.if_ko_won else "ko"


@dataclass(frozen=True)
class EyeShape:
    """An eye space with what it comes to, either side moving first.

    `alive`: the block stays, and the attacker can be taken off again; `seki`: it stays, but the
    attacker may, too; `dead`: it is lost; `ko`: that depends on who wins kos.
    """

    cells: tuple[Cell, ...]
    place: Place
    outside_liberties: int
    attacker_first: Fate
    defender_first: Fate
    attacks: tuple[Cell, ...]
    """The best first moves of the attacker, where he gains by moving first."""
    defenses: tuple[Cell, ...]
    """The best first moves of the defender."""

    def position(self) -> tuple[Board, tuple[Point, ...]]:
        """A board with Black all round the space, and its points."""
        board, points = _walled(self.cells, self.place)
        assert board is not None
        return board, tuple(map(board.point, points))

    def diagram(self) -> str:
        """The space, `*` where both want to play, `a` and `d` where one does.

        >>> print(eye_shape([(0, 0), (1, 0), (2, 0)]).diagram())
        .*.
        """
        signs = dict.fromkeys(self.cells, ".")
        signs |= dict.fromkeys(self.attacks, "a") | dict.fromkeys(self.defenses, "d")
        signs |= dict.fromkeys(set(self.attacks) & set(self.defenses), "*")
        columns = range(1 + max(column for column, _ in self.cells))
        rows = reversed(range(1 + max(row for _, row in self.cells)))
        return "\n".join(
            "".join(signs.get((column, row), " ") for column in columns).rstrip() for row in rows
        )


def eye_shape(
    cells: Iterable[Cell],
    place: Place = "middle",
    *,
    outside_liberties: int = 0,
    progress: Report | None = None,
) -> EyeShape:
    """Judge one eye space, given by its cells. At the `side` row 0 is the edge of the board, in
    the `corner` column 0 is, too.

    >>> shape = eye_shape([(0, 0), (1, 0), (0, 1), (1, 1)])
    >>> shape.attacker_first.status, shape.defender_first.status
    ('dead', 'dead')
    """
    shape = _normal(cells)
    if not 1 <= len(shape) <= MAX_POINTS:
        raise GosekiError(f"an eye space has 1 to {MAX_POINTS} points")
    _check_place(place)
    check_whole("outside_liberties", outside_liberties, 0, MAX_OUTSIDE)
    board, points = _walled(shape, place)
    if board is None:
        raise GosekiError("one block cannot be all round this eye space")
    attacking, defending = _exhaust(board, list(points), outside_liberties, progress)
    return EyeShape(
        shape,
        place,
        outside_liberties,
        _fate(attacking[0]),
        _fate(defending[0]),
        _best(attacking, defending[0], points, -1),
        _best(defending, attacking[0], points, +1),
    )


def eye_shapes(
    points: int,
    place: Place = "middle",
    *,
    outside_liberties: int = 0,
    seconds: float | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Found[EyeShape]:
    """All eye spaces of a size, each once: in the middle of the board turned and mirrored spaces
    are the same, at the side and in the corner only mirrored ones. If Ctrl-C or the time limit
    comes first, those that were judged by then.

    >>> [shape.attacker_first.status for shape in eye_shapes(4)]
    ['dead', 'alive', 'dead', 'alive', 'alive']
    """
    check_whole("the number of points", points, 1, MAX_POINTS)
    _check_place(place)
    check_whole("outside_liberties", outside_liberties, 0, MAX_OUTSIDE)
    limits = Limits.of(limits, seconds=seconds)
    limits.refuse("eye_shapes", "nodes", "memory", "threads")
    found: Found[EyeShape] = Found()
    spaces = [c for c in polyominoes(points, place) if _walled(c, place)[0] is not None]
    with found.within(limits, progress) as report:
        for number, cells in enumerate(spaces):
            at = Progress(number / len(spaces), f"eye space {number + 1} of {len(spaces)}")
            report(at)
            shape = eye_shape(
                cells,
                place,
                outside_liberties=outside_liberties,
                progress=lambda _, at=at: report(at),  # type: ignore[misc]
            )
            found.append(shape)
    return found


@cache
def polyominoes(points: int, place: Place = "middle") -> tuple[tuple[Cell, ...], ...]:
    """The connected sets of so many points that are different at a place.

    >>> [len(polyominoes(n)) for n in range(1, 8)]
    [1, 1, 2, 5, 12, 35, 108]
    """
    fixed: set[tuple[Cell, ...]] = {((0, 0),)}
    for _ in range(points - 1):
        fixed = {
            _normal((*cells, (column + dc, row + dr)))
            for cells in fixed
            for column, row in cells
            for dc, dr in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (column + dc, row + dr) not in cells
        }
    flat = {min(_images(cells, place), key=lambda c: (max(r for _, r in c), c)) for cells in fixed}
    return tuple(sorted(flat))


def _check_place(place: str) -> None:
    if place not in PLACES:
        raise GosekiError(f"unknown place: {place!r} (known: {', '.join(PLACES)})")


def _images(cells: tuple[Cell, ...], place: Place) -> Iterator[tuple[Cell, ...]]:
    """The same space, as it may be turned and mirrored at a place."""
    turned = tuple((row, column) for column, row in cells)
    if place == "middle":
        for each in (cells, turned):
            for c, r in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
                yield _normal((c * column, r * row) for column, row in each)
    else:
        yield cells
        mirrored = ((-column, row) for column, row in cells)
        yield _normal(turned if place == "corner" else mirrored)


def _normal(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    listed = list(cells)
    left, low = (min((cell[axis] for cell in listed), default=0) for axis in (0, 1))
    return tuple(sorted({(column - left, row - low) for column, row in listed}))


def _walled(cells: tuple[Cell, ...], place: Place) -> tuple[Board | None, dict[int, Cell]]:
    """A board with Black's stones all round the space, and the cells by index; no board if the
    stones are not one block."""
    left, low = _EDGES[place]
    size = Size(left + 3 + max(c for c, _ in cells), low + 3 + max(r for _, r in cells))
    signs = np.zeros((size.rows, size.columns), dtype=np.int8)
    inside = {(column + left, row + low): (column, row) for column, row in cells}
    for column, row in inside:
        for c in range(max(0, column - 1), column + 2):
            for r in range(max(0, row - 1), row + 2):
                if (c, r) not in inside:
                    signs[size.rows - 1 - r, c] = 1
    board = Board(size)
    board.set_up(signs, 0, 0)
    stones = np.flatnonzero(signs.reshape(-1)).tolist()
    is_one = len(board.block_points(stones[0])) == len(stones)
    columns = size.columns
    points = {(size.rows - 1 - r) * columns + c: cell for (c, r), cell in inside.items()}
    return board if is_one else None, points


Pair = tuple[int, int]
"""Outcomes if the attacker and if the defender wins kos."""
Side = tuple[Pair, dict[int, Pair]]


def _exhaust(
    board: Board, points: list[int], outside: int, progress: Report | None
) -> tuple[Side, Side]:
    told = report_share(progress)
    lost, won = (
        _core.exhaust_region(board, points, True, wins_ko, outside, _MAX_STATES, progress=told)
        for wins_ko in (False, True)
    )
    if not (lost.is_complete and won.is_complete):
        raise GosekiError("there is too much to list in this eye space")
    return (
        (
            (lost.attacker_first, won.attacker_first),
            {point: (value, won.attacks[point]) for point, value in lost.attacks.items()},
        ),
        (
            (lost.defender_first, won.defender_first),
            {point: (value, won.defenses[point]) for point, value in lost.defenses.items()},
        ),
    )


def _fate(pair: Pair) -> Fate:
    return Fate(_OUTCOMES[pair[0]], _OUTCOMES[pair[1]])


def _best(side: Side, after_pass: Pair, points: dict[int, Cell], sign: int) -> tuple[Cell, ...]:
    """The moves that bring a side most, if that is more than a pass does; what is good for the
    defender has the sign +1."""
    worth = {point: sign * sum(pair) for point, pair in side[1].items()}
    most = max(worth.values(), default=0)
    if most <= sign * sum(after_pass):
        return ()
    return tuple(sorted(points[point] for point, value in worth.items() if value == most))
