"""What to draw: a position and the layers on it, all checked once, here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from goseki.coords import Move, Point, PointLike, Size, View, shorten
from goseki.diagram import MARKS, Diagram, Mark
from goseki.errors import CoordinateError, GosekiError
from goseki.evidence import Ownership

T = TypeVar("T")
PointMap: TypeAlias = Mapping[Point, T] | Mapping[str, T] | Mapping[int, T]

SGF_MARKS: Mapping[str, Mark] = {
    "TR": "triangle",
    "SQ": "square",
    "CR": "circle",
    "MA": "cross",
}
"""The mark that each SGF property draws."""


class Position(Protocol):
    """The part of `Board` that a picture needs."""

    @property
    def size(self) -> Size: ...
    @property
    def moves(self) -> Sequence[Move]: ...
    def to_array(self) -> npt.NDArray[np.int8]: ...


@dataclass(frozen=True, eq=False)
class Picture:
    """A position and the layers drawn on it; `Picture.of(board)` makes one.

    >>> Picture(np.array([[0, 1], [-1, 0]]), last_move=Point.parse("B2")).title
    'Go board 2x2, 1 black and 1 white stones, last move B2'
    """

    stones: npt.NDArray[np.int8]
    """Rows x columns, top row first: +1 Black, -1 White, 0 empty."""
    last_move: Point | None = None
    marks: Mapping[Point, Mark] = field(default_factory=dict)
    labels: Mapping[Point, str] = field(default_factory=dict)
    """Short texts on points. A label hides a move number."""
    numbers: Mapping[Point, int] = field(default_factory=dict)
    """Move numbers."""
    heat: npt.NDArray[np.float64] | None = None
    """A number per point in any range, shown as a colour; NaN is not drawn."""
    owner: Ownership | None = None
    caption: str = ""
    coordinates: bool = True
    view: View | None = None
    """The part of the board to draw; all of it if there is none."""

    def __post_init__(self) -> None:
        given = _array("stones", self.stones)
        if given.ndim != 2 or not np.isin(given, (-1, 0, 1)).all():
            raise GosekiError("stones are not rows x columns of -1, 0 and 1")
        stones = given.astype(np.int8)
        stones.setflags(write=False)
        size = Size(stones.shape[1], stones.shape[0]).checked()
        keep = object.__setattr__
        keep(self, "stones", stones)
        keep(self, "view", _view_or_none(size, self.view))
        keep(self, "last_move", _point_or_none(size, self.last_move))
        keep(self, "marks", {p: _known(mark) for p, mark in _on_board(size, self.marks).items()})
        keep(self, "labels", {p: _one_line(x) for p, x in _on_board(size, self.labels).items()})
        keep(self, "numbers", {p: int(n) for p, n in _on_board(size, self.numbers).items()})
        keep(self, "caption", "\n".join(_lines(self.caption)))
        if self.heat is not None:
            heat = _array("heat map", self.heat).copy()
            heat.setflags(write=False)
            keep(self, "heat", heat)
            _check_shape("heat map", heat, size)
        if self.owner is not None:
            if not isinstance(self.owner, Ownership):
                raise GosekiError(f"{shorten(repr(self.owner))} is not an Ownership")
            _check_shape("owner map", self.owner.proven, size)
            if self.owner.estimate is not None:
                _check_shape("owner estimate", self.owner.estimate, size)

    @classmethod
    def of(
        cls,
        board: Position,
        *,
        show_last: bool = True,
        marks: PointMap[Mark] | PointMap[str] | None = None,
        labels: PointMap[str] | None = None,
        numbers: PointMap[int] | None = None,
        numbers_from: int | None = None,
        heat: npt.ArrayLike | None = None,
        owner: Ownership | None = None,
        caption: str = "",
        coordinates: bool = True,
        view: View | str | None = None,
    ) -> Picture:
        """The picture of a board, with its last move marked. Points may be given as `"D4"`.

        `numbers_from=31` numbers the stones played from move 31 on that still
        stand; `numbers` gives move numbers by hand. `view="A1:K10"` draws that part of the
        board only.

        >>> from goseki import Board; from goseki.draw import to_unicode
        >>> print(to_unicode(Picture.of(Board(9), view="A7:D9")))
           A B C D
        9  ┌─┬─┬─┬─ 9
        8  ├─┼─┼─┼─ 8
        7  ├─┼─╋─┼─ 7
           │ │ │ │
           A B C D
        view: A7:D9 of 9x9
        """
        if not all(hasattr(board, name) for name in ("size", "moves", "to_array")):
            raise GosekiError(f"{shorten(str(board))} is not a board")
        size = board.size
        stones = board.to_array()
        last = board.moves[-1].point if show_last and board.moves else None
        chosen = dict(_on_board(size, numbers or {}))
        if numbers_from is not None:
            chosen = _standing_numbers(size, stones, board.moves, numbers_from) | chosen
        return cls(
            stones,
            last_move=last,
            marks={p: _known(mark) for p, mark in _on_board(size, marks or {}).items()},
            labels=_on_board(size, labels or {}),
            numbers=chosen,
            heat=None if heat is None else _array("heat map", heat),
            owner=owner,
            caption=caption,
            coordinates=coordinates,
            view=_view_or_none(size, view),
        )

    @classmethod
    def of_diagram(cls, diagram: Diagram) -> Picture:
        """The picture of a text diagram, with its marks and its last move."""
        return cls(
            diagram.to_array(),
            last_move=diagram.last_move,
            marks=diagram.marks,
            view=diagram.view,
        )

    @property
    def size(self) -> Size:
        return Size(self.stones.shape[1], self.stones.shape[0])

    @property
    def title(self) -> str:
        """One line that says in words what the picture shows."""
        black, white = int((self.stones > 0).sum()), int((self.stones < 0).sum())
        part = f"{self.shown} of a " if self.is_part else ""
        parts = [f"{part}Go board {self.size}", f"{black} black and {white} white stones"]
        if self.last_move is not None:
            parts.append(f"last move {self.last_move}")
        return ", ".join(parts)

    @property
    def shown(self) -> View:
        """The part of the board that is drawn."""
        return self.view or View.whole(self.size)

    @property
    def is_part(self) -> bool:
        """Whether less than the whole board is drawn."""
        return self.shown != View.whole(self.size)

    def points(self) -> list[Point]:
        """All points that are drawn, from the top left, row by row."""
        return self.shown.points()

    def stone(self, point: Point) -> int:
        """+1, -1 or 0 at a point."""
        return int(self.stones[self._cell(point)])

    def proven(self, point: Point) -> int:
        """+1 or -1 where the owner of a point is proven, else 0."""
        return 0 if self.owner is None else int(np.sign(self.owner.proven[self._cell(point)]))

    def estimate(self, point: Point) -> float:
        """The believed owner from -1 to +1 where nothing is proven, else 0."""
        if self.owner is None or self.owner.estimate is None or self.proven(point):
            return 0.0
        value = float(self.owner.estimate[self._cell(point)])
        return max(-1.0, min(1.0, value)) if value == value else 0.0

    @property
    def has_estimate(self) -> bool:
        """Whether there is a believed owner to shade the board by."""
        return self.owner is not None and self.owner.estimate is not None

    def heat_range(self) -> tuple[float, float] | None:
        """Least and greatest finite heat, or None where there is none."""
        finite = () if self.heat is None else self.heat[np.isfinite(self.heat)]
        return (float(np.min(finite)), float(np.max(finite))) if len(finite) else None

    def heat_share(self, point: Point) -> float | None:
        """Heat of a point from 0 (the least) to 1 (the greatest), None where there is none."""
        bounds = self.heat_range()
        if self.heat is None or bounds is None:
            return None
        value = float(self.heat[self._cell(point)])
        if not np.isfinite(value):
            return None
        low, high = bounds
        if low == high:
            return float(value != 0)
        # Halved, because the distance of two finite numbers may not be finite.
        return (value / 2 - low / 2) / (high / 2 - low / 2)

    def text(self, point: Point) -> str:
        """The label of a point, else its move number, else nothing."""
        number = self.numbers.get(point)
        return self.labels.get(point) or ("" if number is None else str(number))

    def without_caption(self) -> Picture:
        """The same picture, for a form that writes the caption itself."""
        return replace(self, caption="")

    def _cell(self, point: Point) -> tuple[int, int]:
        return self.size.rows - 1 - point.row, point.column

    def _repr_html_(self) -> str:
        from goseki.draw.svg import to_html

        return to_html(self)


def drawn_marks(marks: Mapping[str, Iterable[Point]]) -> dict[Point, Mark]:
    """The marks that the properties of an SGF node draw, as from `Game.marks`.

    >>> drawn_marks({"TR": [Point.parse("C3")], "TB": [Point.parse("D4")]})
    {Point.parse('C3'): 'triangle'}
    """
    return {
        point: SGF_MARKS[name]
        for name, points in marks.items()
        if name in SGF_MARKS
        for point in points
    }


def _array(name: str, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
    try:
        return np.asarray(values, np.float64)
    except (TypeError, ValueError):
        raise GosekiError(f"the {name} is not an array of numbers") from None


def _check_shape(name: str, values: npt.NDArray[Any], size: Size) -> None:
    if values.shape != (size.rows, size.columns):
        expected = f"{size.rows} rows and {size.columns} columns"
        raise GosekiError(f"the {name} has shape {values.shape}, the board {expected}")


def _on_board(size: Size, given: PointMap[T]) -> dict[Point, T]:
    found = {}
    for key, value in given.items():
        point = size.point(size.index(key))
        if point.is_pass:
            raise GosekiError("a pass cannot be marked on the board")
        found[point] = value
    return found


def _point_or_none(size: Size, point: PointLike | None) -> Point | None:
    if point is None:
        return None
    found = size.point(size.index(point))
    return None if found.is_pass else found


def _view_or_none(size: Size, view: View | str | None) -> View | None:
    if view is None:
        return None
    if not isinstance(view, View):
        return View.parse(view, size)
    whole = View.whole(size)
    corners = (Point(view.left, view.bottom), Point(view.right, view.top))
    if not all(corner in whole for corner in corners):
        raise CoordinateError(f"{view!r} is off the {size} board")
    return view


def _known(mark: str) -> Mark:
    for known in MARKS:
        if mark == known:
            return known
    raise GosekiError(f"unknown mark: {shorten(str(mark))} (known: {', '.join(MARKS)})")


def _standing_numbers(
    size: Size, stones: npt.NDArray[np.int8], moves: Sequence[Move], first: int
) -> dict[Point, int]:
    numbers = {}
    for number, (color, point) in enumerate(moves, 1):
        if number < first or point.is_pass:
            continue
        if stones.flat[size.index(point)] == (1 if color == "B" else -1):
            numbers[point] = number
    return numbers


def _one_line(text: str) -> str:
    return " ".join(_lines(text))


def _lines(text: str) -> list[str]:
    """Lines that are not blank, free of characters that no backend can draw."""
    lines = (_printable(line).strip() for line in str(text).splitlines())
    return [line for line in lines if line]


def _printable(line: str) -> str:
    spaced = (" " if character.isspace() else character for character in line)
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in spaced)


def text_width(text: str) -> int:
    """Width in characters, those of East Asia (and all beyond U+2E7F) taken as double."""
    return sum(2 if ord(character) > 0x2E7F else 1 for character in text)
