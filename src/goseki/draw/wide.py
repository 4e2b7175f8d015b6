"""Pictures as plain text with room for a text on every point."""

from __future__ import annotations

from goseki.coords import COLUMN_LETTERS, Point
from goseki.draw.picture import Picture, text_width
from goseki.draw.text import view_line

_SIGNS = {True: {1: "X", -1: "O", 0: "."}, False: {1: "●", -1: "○", 0: "·"}}


def to_wide(picture: Picture, *, ascii_only: bool = False) -> str:
    """The picture with columns as wide as its longest label or number: for maps of values.

    >>> import numpy as np
    >>> print(to_wide(Picture(np.array([[0, 1], [-1, 0]]), labels={"A2": "+25", "B1": "-1"})))
        A   B
    2 +25   ●  2
    1   ○  -1  1
        A   B
    """
    view = picture.shown
    signs = _SIGNS[ascii_only]
    texts = {p: picture.text(p) or signs[picture.stone(p)] for p in picture.points()}
    width = max(3, *map(text_width, texts.values())) + 1
    margin = len(str(view.top + 1))

    def cell(text: str) -> str:
        return " " * (width - text_width(text)) + text

    letters = " " * margin + "".join(map(cell, COLUMN_LETTERS[view.left : view.right + 1]))
    lines = [
        f"{row + 1:>{margin}}"
        + "".join(cell(texts[Point(column, row)]) for column in view.columns)
        + f"  {row + 1}"
        for row in reversed(view.rows)
    ]
    part = [view_line(picture)] if picture.is_part else []
    return "\n".join([letters, *lines, letters, *part, *picture.caption.splitlines()])
