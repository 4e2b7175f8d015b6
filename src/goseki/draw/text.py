"""Pictures as plain text."""

from __future__ import annotations

from collections.abc import Callable

from goseki.coords import COLUMN_LETTERS, Point
from goseki.diagram import MARKS
from goseki.draw.grid import grid_sign, star_points
from goseki.draw.picture import Picture, text_width

_SIGNIFICANT = 0.5

_BLACK_MARKS = dict(zip(MARKS, "▲■◉✖", strict=True))
_WHITE_MARKS = dict(zip(MARKS, "△□◎✕", strict=True))
_EMPTY_MARKS = dict(zip(MARKS, "▵▢◌×", strict=True))


def to_ascii(picture: Picture) -> str:
    """The picture in ASCII, in a form that `parse_diagram` reads.

    The last move stands in brackets; marks, labels and move numbers are listed
    under the board, the latter two and the caption as comments.

    >>> from goseki.diagram import parse_diagram
    >>> print(to_ascii(Picture.of_diagram(parse_diagram(".X./.../(O).."))))
      A B C
    3 . X . 3
    2 . + . 2
    1(O). . 1
      A B C
    """
    stars = star_points(picture.size)

    def sign(point: Point) -> str:
        return {1: "X", -1: "O"}.get(picture.stone(point), "+" if point in stars else ".")

    lines = _board(picture, sign, " ")
    for mark in MARKS:
        points = [str(point) for point in picture.points() if picture.marks.get(point) == mark]
        if points:
            lines.append(f"{mark}: {' '.join(points)}")
    return "\n".join([*lines, *_comments(picture, picture.points())])


def to_unicode(picture: Picture) -> str:
    """The picture in box-drawing characters.

    Labels and numbers of one character stand on empty points, others are listed
    below. Empty points that are proven to be Black's or White's show as `▪` and
    `▫`, those only believed to be (more likely than not) as `▒` and `░`.

    >>> from goseki.diagram import parse_diagram
    >>> print(to_unicode(Picture.of_diagram(parse_diagram(".X./.../O.."))))
      A B C
    3 ┌─●─┐ 3
    2 ├─╋─┤ 2
    1 ○─┴─┘ 1
      A B C
    """
    listed = [
        point
        for point in picture.points()
        if picture.text(point) and (picture.stone(point) or text_width(picture.text(point)) > 1)
    ]
    lines = _board(picture, lambda point: _unicode_sign(picture, point), "─")
    return "\n".join([*lines, *_comments(picture, listed)])


def _board(picture: Picture, sign: Callable[[Point], str], between: str) -> list[str]:
    """Rows of signs, with the last move in brackets and the coordinates around."""
    view = picture.shown
    last = picture.last_move
    if last is not None and last not in view:
        last = None
    width = len(str(view.top + 1))
    # Where the board goes on beyond the view its lines do too, so row numbers keep their distance.
    left_open, right_open = view.left > 0, view.right < picture.size.columns - 1
    before = between if left_open else " "
    after = between if right_open else " "
    margin = " " if picture.is_part and picture.coordinates and between != " " else ""
    lines = []
    for row in reversed(view.rows):
        gaps = [before, *[between] * (len(view.columns) - 1), after]
        if last is not None and last.row == row:
            column = last.column - view.left
            gaps[column : column + 2] = "()"
        signs = [sign(Point(column, row)) for column in view.columns]
        text = gaps[0] + "".join(s + gap for s, gap in zip(signs, gaps[1:], strict=True))
        number = str(row + 1)
        if picture.coordinates:
            lines.append(f"{number:>{width}}{margin}{text}{margin}{number}")
        else:
            lines.append(text.rstrip())
    indent = " " * (width + 1 if picture.coordinates else 1) + margin
    if between != " ":
        running_out = indent + " ".join("│" * len(view.columns))
        if view.top < picture.size.rows - 1:
            lines.insert(0, running_out)
        if view.bottom > 0:
            lines.append(running_out)
    if picture.coordinates:
        letters = indent + " ".join(COLUMN_LETTERS[view.left : view.right + 1])
        lines = [letters, *lines, letters]
    if picture.is_part:
        lines.append(view_line(picture))
    return lines


def view_line(picture: Picture) -> str:
    """Which part of the board is drawn, as `parse_diagram` reads it."""
    return f"view: {picture.shown} of {picture.size}"


def _unicode_sign(picture: Picture, point: Point) -> str:
    stone, mark, text = picture.stone(point), picture.marks.get(point), picture.text(point)
    if stone:
        marks = _BLACK_MARKS if stone > 0 else _WHITE_MARKS
        return marks[mark] if mark else "●" if stone > 0 else "○"
    if text_width(text) == 1:
        return text
    if mark:
        return _EMPTY_MARKS[mark]
    if picture.proven(point):
        return "▪" if picture.proven(point) > 0 else "▫"
    if abs(picture.estimate(point)) >= _SIGNIFICANT:
        return "▒" if picture.estimate(point) > 0 else "░"
    return grid_sign(picture.size, point)


def _comments(picture: Picture, listed: list[Point]) -> list[str]:
    """Texts of points, and the caption. The second space keeps them from reading as a row."""
    texts = " ".join(f"{point}={picture.text(point)}" for point in listed if picture.text(point))
    return [f"#  {line}" for line in [*([texts] if texts else []), *picture.caption.splitlines()]]
