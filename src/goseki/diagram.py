"""Text diagrams of positions: read almost any that people write, write the plain one.

A diagram is rows of points, top row first. Around the rows there may be blank
lines, comments, a row of column letters, and lines that state something:

    #  a comment; `#` also stands for a black stone, so a line counts as a row
    #  wherever it reads as one (`#.O`, `# . O`)
      A B C
    3 . X . 3       empty: . + , *     Black: X x B b # ●     White: O o W w ○
    2 X(O). 2       round brackets: the last move
    1 . X . 1
    triangle: A1 B2
    White to play
    view: A1:C3 of 19x19      the rows are this part of a board, the rest is empty
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NoReturn, TypeAlias, get_args

import numpy as np
import numpy.typing as npt

from goseki.coords import COLUMN_LETTERS, MAX_SIDE, Color, Point, Size, View, parse_color, shorten
from goseki.errors import CoordinateError, DiagramError

Mark: TypeAlias = Literal["triangle", "square", "circle", "cross"]
MARKS: tuple[Mark, ...] = get_args(Mark)

# These include the signs of our own drawings, read as stones or empty points: the marks and
# proofs that such signs show are left out.
EMPTY_SIGNS = ".+,*·┌┬┐├┼┤└┴┘╋▪▫▒░▵▢◌×"
BLACK_SIGNS = "XxBb#●◉▲■◍✖"
WHITE_SIGNS = "OoWw○◎△□⊚✕"

_VALUES = (
    dict.fromkeys(EMPTY_SIGNS, 0) | dict.fromkeys(BLACK_SIGNS, 1) | dict.fromkeys(WHITE_SIGNS, -1)
)
_PLAIN_SIGNS = {0: ".", 1: "X", -1: "O"}
_BETWEEN_POINTS = "─"
_SIGN = f"[{re.escape(EMPTY_SIGNS + BLACK_SIGNS + WHITE_SIGNS)}]"
_ROW_OF_HASH = re.compile(rf"{_SIGN}+(?:/{_SIGN}+)*|{_SIGN}(?:[ ()]{_SIGN})*\)?(?: ?[0-9]{{1,2}})?")
_TO_PLAY = re.compile(
    r"(?:#\s*)?(?:(black|white|b|w) to (?:play|move|live|kill|capture|escape|connect|cut)|"
    r"to[ _-]play ?[:=] ?(black|white|b|w))\.?",
    re.IGNORECASE,
)
_MARK = re.compile(rf"({'|'.join(MARKS)}):", re.IGNORECASE)
_VIEW = re.compile(r"view: ?(\S+) of (\S+)", re.IGNORECASE)
_RUNNING_OUT = re.compile(r"│[│\s]*")
_NUMBER = re.compile(r"[0-9]{1,2}(?![0-9])")
_NUMBER_AT_END = re.compile(r"(?<![0-9])[0-9]{1,2}\Z")


@dataclass(frozen=True)
class Diagram:
    """What a text diagram says."""

    size: Size
    black: tuple[Point, ...] = ()
    white: tuple[Point, ...] = ()
    to_play: Color | None = None
    """Who is to play, where the diagram states it."""
    last_move: Point | None = None
    marks: Mapping[Point, Mark] = field(default_factory=dict)
    view: View | None = None
    """The part of the board that the rows show, if they do not show all of it."""

    @property
    def columns(self) -> int:
        return self.size.columns

    @property
    def rows(self) -> int:
        return self.size.rows

    def to_array(self) -> npt.NDArray[np.int8]:
        """Rows x columns, top row first: +1 Black, -1 White, 0 empty."""
        array = np.zeros((self.rows, self.columns), np.int8)
        for value, points in ((1, self.black), (-1, self.white)):
            for point in points:
                array[self.rows - 1 - point.row, point.column] = value
        return array


def format_diagram(stones: npt.ArrayLike) -> str:
    """Plain rows of `.`, `X` and `O` for an array such as `Diagram.to_array` returns.

    >>> print(format_diagram([[0, 1], [-1, 0]]))
    .X
    O.
    """
    array = np.asarray(stones)
    if array.ndim != 2 or not np.isin(array, (-1, 0, 1)).all():
        raise DiagramError("stones are not rows x columns of -1, 0 and 1")
    return "\n".join("".join(_PLAIN_SIGNS[int(value)] for value in row) for row in array)


def parse_diagram(text: str) -> Diagram:
    """Read a text diagram; see the module for what it may hold.

    Rows may stand on one line with `/` between them. Row numbers and column
    letters, where given, must be those of the board.

    >>> diagram = parse_diagram(".X./XOX/...")
    >>> diagram.columns, diagram.white
    (3, (Point.parse('B2'),))
    >>> parse_diagram(".X.\\nXQX")
    Traceback (most recent call last):
    goseki.errors.DiagramError: line 2, column 2: unknown character 'Q'
    """
    if not isinstance(text, str):
        raise DiagramError(f"a diagram is text, not {shorten(repr(text))}")
    return _Reader(text).diagram()


@dataclass(frozen=True)
class _Row:
    line: int
    column: int
    values: list[int]
    last_move: int | None
    """Which of the values stands in brackets."""
    numbers: list[tuple[int, int]]
    """Row numbers beside the points, each with its text column."""


class _Reader:
    """One pass over the lines, then checks that need all of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows: list[_Row] = []
        self.letters: list[tuple[int, int, int]] = []
        self.marks: list[tuple[int, int, Mark, str]] = []
        self.to_play: Color | None = None
        self.part: tuple[View, Size] | None = None
        self._find_view(text)
        rows_ended = False
        for line, content in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            if self._is_apart(line, content):
                rows_ended = bool(self.rows)
                continue
            rows = list(_read_rows(line, content))
            if rows_ended:
                _fail(line, rows[0].column, "more rows after the diagram has ended")
            self.rows.extend(rows)

    def _find_view(self, text: str) -> None:
        """Take in the first line that states a view: it says how the others are read."""
        for line, content in enumerate(text.splitlines(), 1):
            if match := _VIEW.fullmatch(content.strip()):
                try:
                    size = Size.parse(match[2])
                    self.part = View.parse(match[1], size), size
                except CoordinateError as error:
                    _fail(line, content.index(match[0]) + 1, str(error))
                return

    def _is_apart(self, line: int, content: str) -> bool:
        """Take in a line that is not part of the rows; False if it is not such a line."""
        stripped = content.strip()
        column = len(content) - len(content.lstrip()) + 1
        if not stripped or _RUNNING_OUT.fullmatch(stripped) or _VIEW.fullmatch(stripped):
            return True
        if match := _TO_PLAY.fullmatch(stripped):
            self.to_play = self.to_play or parse_color(match[1] or match[2])
            return True
        if match := _MARK.match(stripped):
            mark = next(mark for mark in MARKS if mark == match[1].lower())
            for name in re.finditer(r"[^\s,]+", stripped[match.end() :]):
                self.marks.append((line, column + match.end() + name.start(), mark, name[0]))
            return True
        letters = "".join(stripped.split()).upper()
        first = 0 if self.part is None else self.part[0].left
        if letters == COLUMN_LETTERS[first : first + len(letters)]:
            self.letters.append((line, column, len(letters)))
            return True
        return stripped.startswith("#") and not _ROW_OF_HASH.fullmatch(stripped)

    def diagram(self) -> Diagram:
        shown = self._size()
        view, size = self.part or (View.whole(shown), shown)
        if Size(len(view.columns), len(view.rows)) != shown:
            first = self.rows[0]
            _fail(first.line, first.column, f"{shown} points do not fill the view {view}")
        self._check_border(shown, view)
        black: list[Point] = []
        white: list[Point] = []
        last_move: Point | None = None
        for row_from_top, row in enumerate(self.rows):
            for column, value in enumerate(row.values):
                if value:
                    stones = black if value > 0 else white
                    stones.append(Point(view.left + column, view.top - row_from_top))
            if row.last_move is not None:
                if last_move is not None:
                    _fail(row.line, row.column, "only one move, the last, may be in brackets")
                last_move = Point(view.left + row.last_move, view.top - row_from_top)
        marks = dict(self._marked_points(size))
        part = None if self.part is None else view
        return Diagram(size, tuple(black), tuple(white), self.to_play, last_move, marks, part)

    def _size(self) -> Size:
        if not self.rows:
            _fail(1, 1, f"the diagram has no rows: {shorten(self.text)}")
        columns = len(self.rows[0].values)
        if columns > MAX_SIDE:
            first = self.rows[0]
            _fail(first.line, first.column, f"{columns} points in a row, {MAX_SIDE} at most")
        for count, row in enumerate(self.rows, 1):
            if len(row.values) != columns:
                found = f"{len(row.values)} points in a row, {columns} in the first"
                _fail(row.line, row.column, found)
            if count > MAX_SIDE:
                _fail(row.line, row.column, f"{len(self.rows)} rows, {MAX_SIDE} at most")
        return Size(columns, len(self.rows))

    def _check_border(self, size: Size, view: View) -> None:
        for line, column, count in self.letters:
            if count != size.columns:
                _fail(line, column, f"{count} column letters for {size.columns} columns")
        for row_from_top, row in enumerate(self.rows):
            for number, column in row.numbers:
                if number != view.top + 1 - row_from_top:
                    expected = f"row number {number} in place of {view.top + 1 - row_from_top}"
                    _fail(row.line, column, expected)

    def _marked_points(self, size: Size) -> Iterator[tuple[Point, Mark]]:
        for line, column, mark, name in self.marks:
            try:
                index = size.index(name)
            except CoordinateError as error:
                _fail(line, column, str(error))
            if index < 0:
                _fail(line, column, "a mark on a pass")
            yield size.point(index), mark


def _read_rows(line: int, content: str) -> Iterator[_Row]:
    column = 1
    for part in content.split("/"):
        yield _read_row(line, column, part)
        column += len(part) + 1


def _read_row(line: int, first_column: int, text: str) -> _Row:
    """Read one row; `first_column` is where its text starts in the line."""
    numbers: list[tuple[int, int]] = []
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    row_column = first_column + start
    if match := _NUMBER.match(text, start, end):
        numbers.append((int(match[0]), first_column + start))
        start = match.end()
    if match := _NUMBER_AT_END.search(text[start:end]):
        end = start + match.start()
        numbers.append((int(match[0]), first_column + end))
    values: list[int] = []
    bracket: int | None = None
    last_move: int | None = None
    for offset in range(start, end):
        sign, column = text[offset], first_column + offset
        if sign in _VALUES:
            values.append(_VALUES[sign])
        elif sign == "(" and bracket is None and last_move is None:
            bracket = len(values)
        elif sign == ")" and bracket is not None and bracket + 1 == len(values):
            bracket, last_move = None, bracket
        elif sign in "()":
            _fail(line, column, f"bracket {sign!r} out of place")
        elif not sign.isspace() and sign != _BETWEEN_POINTS:
            _fail(line, column, f"unknown character {sign!r}")
    if bracket is not None:
        _fail(line, first_column + end - 1, "bracket '(' is not closed")
    if not values:
        _fail(line, row_column, "a row without points")
    return _Row(line, row_column, values, last_move, numbers)


def _fail(line: int, column: int, message: str) -> NoReturn:
    raise DiagramError(f"line {line}, column {column}: {message}")
