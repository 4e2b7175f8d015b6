"""The part of a large board that a problem is about."""

from __future__ import annotations

from collections.abc import Collection

from goseki.coords import Point, Size, View

_LARGE_BOARD = 100
"""Smaller boards, by their points, are always shown whole."""
_MOST = 2 / 3
"""If the part would be more of the board than this, the whole board is shown."""
_MARGIN = 2


def part_around(points: Collection[Point], size: Size) -> View | None:
    """The part of a board with these points and two lines around them; `None` if it would be
    most of the board. It goes to the edge where no more than two lines are missing.

    >>> str(part_around([Size(19, 19).point(0)], Size(19, 19)))
    'A17:C19'
    """
    if size.points < _LARGE_BOARD:
        return None
    view = View.around(points)
    left, right = _wider(view.left, view.right, size.columns - 1)
    bottom, top = _wider(view.bottom, view.top, size.rows - 1)
    view = View(left, bottom, right, top)
    return view if view.area <= _MOST * size.points else None


def _wider(low: int, high: int, last: int) -> tuple[int, int]:
    low, high = low - _MARGIN, high + _MARGIN
    return (low if low > _MARGIN else 0), (high if high < last - _MARGIN else last)
