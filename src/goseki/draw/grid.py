"""The lines of the board: star points, and the sign of a point in box-drawing characters."""

from __future__ import annotations

from goseki.coords import Point, Size

# By side: the lines (counted from 0) whose crossings are star points, with or
# without the crossings halfway along the edges.
_STAR_LINES = {19: ((3, 9, 15), True), 13: ((3, 6, 9), False), 9: ((2, 4, 6), False)}


def star_points(size: Size) -> frozenset[Point]:
    """The usual star points of 19x19, 13x13 and 9x9; elsewhere the centre, if there is one.

    >>> sorted(map(str, star_points(Size(9, 9))))
    ['C3', 'C7', 'E5', 'G3', 'G7']
    >>> star_points(Size(5, 6))
    frozenset()
    """
    if size.columns == size.rows and size.columns in _STAR_LINES:
        lines, with_edges = _STAR_LINES[size.columns]
        centre = lines[1]
        return frozenset(
            Point(column, row)
            for column in lines
            for row in lines
            if with_edges or (column == centre) == (row == centre)
        )
    if size.columns % 2 and size.rows % 2:
        return frozenset({Point(size.columns // 2, size.rows // 2)})
    return frozenset()


def grid_sign(size: Size, point: Point) -> str:
    """The box-drawing character of an empty point.

    >>> "".join(grid_sign(Size(4, 4), Point(column, 3)) for column in range(4))
    '┌┬┬┐'
    """
    if point in star_points(size):
        return "╋"
    vertical = _place(point.row, size.rows)
    horizontal = _place(point.column, size.columns)
    return ("└┴┘", "├┼┤", "┌┬┐")[vertical][horizontal]


def _place(position: int, length: int) -> int:
    """0 at the start, 2 at the end, 1 between; a single line has neither start nor end."""
    if length == 1:
        return 1
    return 0 if position == 0 else 2 if position == length - 1 else 1
