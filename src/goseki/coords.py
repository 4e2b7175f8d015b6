"""Points, colours, moves and board sizes, and how they are written.

A point is a pair (column, row), both counted from 0, row 0 at the *bottom*: so
its GTP name (`D4`: letters skip I, rows count from the bottom) needs no board.
Where speed or arrays matter, a point is an *index*: row-major from the top
left, the order of owner maps and of SGF. `Size` converts between the two.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from numbers import Integral
from typing import Literal, NamedTuple, SupportsIndex, TypeAlias

from goseki.errors import CoordinateError

Color: TypeAlias = Literal["B", "W"]

COLOR_NAMES: dict[Color, str] = {"B": "Black", "W": "White"}

COLUMN_LETTERS = "ABCDEFGHJKLMNOPQRST"
MAX_SIDE = 19
PASS_INDEX = -1

_VERTEX = re.compile(r"([A-HJ-T])([1-9][0-9]?)\Z")
_SIZE = re.compile(r"([0-9]{1,4})(?:\s*[x×:]\s*([0-9]{1,4}))?\Z")
_SGF_LETTERS = "abcdefghijklmnopqrs"


class Point(NamedTuple):
    """A point of the board, or `PASS`.

    >>> Point(3, 3), str(Point.parse("d4")), Point.parse("pass") == PASS
    (Point.parse('D4'), 'D4', True)
    """

    column: int
    row: int

    @classmethod
    def parse(cls, text: str) -> Point:
        """Read a GTP vertex such as `D4`, or `pass`, in either case.

        >>> Point.parse("Z9")
        Traceback (most recent call last):
        goseki.errors.CoordinateError: not a point: 'Z9'
        """
        upper = text.strip().upper() if isinstance(text, str) else ""
        match = _VERTEX.match(upper)
        if match:
            return cls(COLUMN_LETTERS.index(match[1]), int(match[2]) - 1)
        if upper == "PASS":
            return PASS
        raise CoordinateError(f"not a point: {shorten(str(text))}")

    @property
    def is_pass(self) -> bool:
        return self.column < 0

    def __str__(self) -> str:
        if self.is_pass:
            return "pass"
        try:
            return f"{COLUMN_LETTERS[self.column]}{self.row + 1}"
        except (IndexError, TypeError):  # off every board, where points have no names
            return f"({self.column}, {self.row})"

    def __repr__(self) -> str:
        if str(self).startswith("("):
            return f"Point{self}"
        return f"Point.parse({str(self)!r})"


PASS = Point(-1, -1)

PointLike: TypeAlias = Point | str | int | tuple[int, int]
"""A point in any form: a `Point`, a vertex such as `"D4"`, an index, or column and row."""


class Move(NamedTuple):
    """A colour and where it plays (`PASS` included).

    >>> print(Move("B", Point.parse("Q16")))
    B Q16
    """

    color: Color
    point: Point

    def __str__(self) -> str:
        return f"{self.color} {self.point}"


@dataclass(frozen=True, slots=True)
class Size:
    """Columns and rows of a board, each from 1 to 19. Converts points to indices and back.

    >>> size = Size.parse("5x6"); size.index(Point.parse("A6")), size.point(29)
    (0, Point.parse('E1'))
    """

    columns: int
    rows: int

    def __iter__(self) -> Iterator[int]:
        yield self.columns
        yield self.rows

    @classmethod
    def of(cls, size: SizeLike) -> Size:
        """A size in any form: 9, (5, 6), `"5x6"` or a `Size`.

        >>> Size.of(9), Size.of((5, 6)) == Size.of("5x6")
        (Size(columns=9, rows=9), True)
        """
        if isinstance(size, str):
            return cls.parse(size)
        sides = (size, size) if isinstance(size, SupportsIndex) else size
        try:
            if isinstance(size, bool):
                raise TypeError
            columns, rows = map(operator.index, sides)
        except (TypeError, ValueError):
            raise CoordinateError(
                f"not a board size: {shorten(repr(size))} (examples: 9, '5x6')"
            ) from None
        return cls(columns, rows).checked()

    @classmethod
    def parse(cls, text: str) -> Size:
        """Read `9`, `5x6` or `5:6` (columns, then rows, as in SGF)."""
        match = _SIZE.match(text.strip()) if isinstance(text, str) else None
        if not match:
            raise CoordinateError(f"not a board size: {shorten(str(text))} (examples: 9, 5x6)")
        return cls(int(match[1]), int(match[2] or match[1])).checked()

    def checked(self) -> Size:
        """Return itself, or raise where a side is not from 1 to 19."""
        if not all(isinstance(side, Integral) and 1 <= side <= MAX_SIDE for side in self):
            raise CoordinateError(f"board size {self} is not between 1x1 and {MAX_SIDE}x{MAX_SIDE}")
        return self

    @property
    def points(self) -> int:
        return self.columns * self.rows

    def index(self, point: PointLike) -> int:
        """Index of a `Point`, a vertex such as `"D4"`, a pair (column, row) counted from 0 at
        the bottom left, or an index; -1 for a pass.

        >>> Size(9, 9).index("E1") == Size(9, 9).index((4, 0)) == 76
        True
        """
        if isinstance(point, str):
            point = Point.parse(point)
        elif isinstance(point, tuple) and not isinstance(point, Point):
            point = self._point_of_pair(point)
        if isinstance(point, Point):
            if point.is_pass:
                return PASS_INDEX
            column, row = point
            if column < self.columns and 0 <= row < self.rows:
                try:
                    return operator.index((self.rows - 1 - row) * self.columns + column)
                except TypeError:
                    raise CoordinateError(f"not a point: {shorten(repr(point))}") from None
            raise CoordinateError(f"{point} is off the {self} board")
        try:
            if isinstance(point, bool):
                raise TypeError
            index = operator.index(point)
        except TypeError:
            raise CoordinateError(f"not a point: {shorten(repr(point))}") from None
        if PASS_INDEX <= index < self.points:
            return index
        raise CoordinateError(f"point {index} is off the {self} board")

    def _point_of_pair(self, pair: tuple[int, int]) -> Point:
        try:
            column, row = map(operator.index, pair)
        except (TypeError, ValueError):
            raise CoordinateError(f"not a point: {shorten(repr(pair))}") from None
        if (column, row) != PASS and not (0 <= column < self.columns and 0 <= row < self.rows):
            raise CoordinateError(f"point ({column}, {row}) is off the {self} board")
        return Point(column, row)

    def point(self, index: int) -> Point:
        """The `Point` of an index; `PASS` for -1."""
        try:
            index = operator.index(index)
        except TypeError:
            raise CoordinateError(f"not the index of a point: {shorten(repr(index))}") from None
        if index == PASS_INDEX:
            return PASS
        if not 0 <= index < self.points:
            raise CoordinateError(f"point {index} is off the {self} board")
        row_from_top, column = divmod(index, self.columns)
        return Point(column, self.rows - 1 - row_from_top)

    def to_sgf(self, point: Point) -> str:
        """SGF letters of a point (`aa` is the top left), empty for a pass."""
        if point.is_pass:
            return ""
        return _SGF_LETTERS[point.column] + _SGF_LETTERS[self.rows - 1 - point.row]

    def from_sgf(self, text: str) -> Point:
        """The point of two SGF letters; empty, or `tt` up to 19x19, is a pass."""
        if text in ("", "tt"):
            return PASS
        if len(text) == 2:
            column = _SGF_LETTERS.find(text[0])
            row_from_top = _SGF_LETTERS.find(text[1])
            if 0 <= column < self.columns and 0 <= row_from_top < self.rows:
                return Point(column, self.rows - 1 - row_from_top)
        raise CoordinateError(f"point {shorten(text)} is off the {self} board")

    def __str__(self) -> str:
        return f"{self.columns}x{self.rows}"


SizeLike: TypeAlias = Size | str | int | tuple[int, int]
"""A board size in any form that `Size.of` reads."""


@dataclass(frozen=True, slots=True)
class View:
    """A rectangle of a board: its first and last column and row, counted as in `Point`.

    >>> view = View.parse("K10:A1", Size(19, 19)); str(view), view.columns, view.rows
    ('A1:K10', range(0, 10), range(0, 10))
    """

    left: int
    bottom: int
    right: int
    top: int

    @classmethod
    def parse(cls, text: str, size: Size) -> View:
        """Read two opposite corners, such as `A1:K10`, or a single point.

        >>> View.parse("A1-K10", Size(19, 19))
        Traceback (most recent call last):
        goseki.errors.CoordinateError: not a part of the board: 'A1-K10' (such as A1:K10)
        """
        try:
            corners = [Point.parse(corner) for corner in text.split(":")]
        except (AttributeError, CoordinateError):
            corners = []
        if not 1 <= len(corners) <= 2 or PASS in corners:
            raise CoordinateError(f"not a part of the board: {shorten(str(text))} (such as A1:K10)")
        for corner in corners:
            size.index(corner)
        return cls.around(corners)

    @classmethod
    def around(cls, points: Collection[Point]) -> View:
        """The smallest view that holds all these points; there must be at least one."""
        columns, rows = {point.column for point in points}, {point.row for point in points}
        return cls(min(columns), min(rows), max(columns), max(rows))

    @classmethod
    def whole(cls, size: Size) -> View:
        """All of a board."""
        return cls(0, 0, size.columns - 1, size.rows - 1)

    @property
    def columns(self) -> range:
        return range(self.left, self.right + 1)

    @property
    def rows(self) -> range:
        return range(self.bottom, self.top + 1)

    @property
    def area(self) -> int:
        """The number of its points."""
        return len(self.columns) * len(self.rows)

    def points(self) -> list[Point]:
        """All its points, from the top left, row by row."""
        return [Point(column, row) for row in reversed(self.rows) for column in self.columns]

    def __contains__(self, point: Point) -> bool:
        return point.column in self.columns and point.row in self.rows

    def __str__(self) -> str:
        return f"{Point(self.left, self.bottom)}:{Point(self.right, self.top)}"


def parse_color(text: str) -> Color:
    """Read `B`, `black`, `W` or `white`, in either case.

    >>> parse_color("White")
    'W'
    """
    if not isinstance(text, str):
        raise CoordinateError(f"not a colour: {shorten(repr(text))}")
    lower = text.strip().lower()
    if lower in ("b", "black"):
        return "B"
    if lower in ("w", "white"):
        return "W"
    raise CoordinateError(f"not a colour: {shorten(text)}")


def opponent(color: Color) -> Color:
    """The other colour."""
    return "W" if color == "B" else "B"


def counted(number: int, noun: str) -> str:
    """A number of things: `1 move`, `2 moves`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def shorten(text: str, limit: int = 40) -> str:
    """`repr` of a text cut to a length that fits in an error line."""
    return repr(text if len(text) <= limit else text[: limit - 3] + "...")
