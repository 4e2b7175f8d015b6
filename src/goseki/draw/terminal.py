"""Pictures as coloured text for terminals, two characters a point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goseki.coords import COLUMN_LETTERS, Point
from goseki.diagram import MARKS
from goseki.draw import palette
from goseki.draw.grid import grid_sign
from goseki.draw.picture import Picture
from goseki.draw.text import view_line
from goseki.errors import GosekiError

if TYPE_CHECKING:
    from rich.text import Text

# Black's, White's and nobody's signs differ, so that a board copied as plain text can be read.
_STONES = {1: "●", -1: "○"}
_PROVEN_STONES = {1: "◉", -1: "◎"}
_MARK_SIGNS = {
    1: dict(zip(MARKS, "▲■◍✖", strict=True)),
    -1: dict(zip(MARKS, "△□⊚✕", strict=True)),
    0: dict(zip(MARKS, "▵▢◌×", strict=True)),
}
_PROVEN = {1: "▪", -1: "▫"}
_LABEL = "#0b3d78"
# Darker than on paper, because white stones have no outline here.
_WOOD = "#cfa05a"


def to_rich(picture: Picture) -> Text:
    """The picture as a `rich.text.Text`.

    The last move has a bright ground. Stones of proven owner have a core (`◉`, `◎`),
    empty points proven to be someone's a small square; shades are estimates.
    """
    try:
        from rich.text import Text
    except ImportError:
        raise GosekiError("coloured boards need rich: pip install rich") from None
    view = picture.shown
    width = len(str(view.top + 1)) + 1 if picture.coordinates else 1
    border = f"{palette.INK} on {_WOOD}"
    running_out = f"{_line_color(_WOOD)} on {_WOOD}"
    right_end = " " if view.right == picture.size.columns - 1 else "─ "
    after = width + len(right_end)
    lines = []
    for row in reversed(view.rows):
        number = str(row + 1) if picture.coordinates else ""
        line = Text().append(f"{number:>{width - 1}} ", border)
        for column in view.columns:
            _append_point(line, picture, Point(column, row))
        lines.append(line.append(right_end, running_out).append(f"{number:<{width}}", border))

    def across(signs: str) -> str:
        return f"{'':{width}}{''.join(f'{sign:>2}' for sign in signs)}{'':{after}}"

    beyond = Text(across("│" * len(view.columns)), running_out)
    if view.top < picture.size.rows - 1:
        lines.insert(0, beyond)
    if view.bottom > 0:
        lines.append(beyond)
    if picture.coordinates:
        letters = Text(across(COLUMN_LETTERS[view.left : view.right + 1]), border)
        lines = [letters, *lines, letters]
    if picture.is_part:
        lines.append(Text(view_line(picture), "dim"))
    if picture.owner is not None:
        lines.append(Text("▪ ▫ ◉ ◎ proven, shaded: estimate", "dim"))
    lines += [Text(line) for line in picture.caption.splitlines()]
    return Text("\n").join(lines)


def _append_point(text: Text, picture: Picture, point: Point) -> None:
    """Two characters: the line from the left, and the point."""
    ground = _ground(picture, point)
    below = ground
    if not picture.stone(point):
        below = palette.heat_at(picture, point, _WOOD) or ground
    label = picture.text(point)
    if label:
        text.append(*_label(picture, point, label, below))
        return
    text.append("─" if point.column else " ", f"{_line_color(ground)} on {ground}")
    sign, color = _sign(picture, point, below)
    if point == picture.last_move:
        below = palette.ACCENT
    text.append(sign, f"{color} on {below}")


def _ground(picture: Picture, point: Point) -> str:
    """Like the board's, but a stone is shaded only where its owner is the opponent."""
    stone, proven = picture.stone(point), picture.proven(point)
    if stone * proven < 0:
        return palette.owner_color(proven)
    if stone * picture.estimate(point) > 0:
        return _WOOD
    return palette.ground(picture, point, _WOOD)


def _line_color(ground: str) -> str:
    return palette.blend(ground, palette.text_on(ground), 0.45)


def _sign(picture: Picture, point: Point, ground: str) -> tuple[str, str]:
    stone, mark, proven = picture.stone(point), picture.marks.get(point), picture.proven(point)
    if stone:
        signs = _PROVEN_STONES if stone == proven else _STONES
        return (_MARK_SIGNS[stone][mark] if mark else signs[stone]), palette.owner_color(stone)
    if mark:
        return _MARK_SIGNS[0][mark], _LABEL if palette.lightness(ground) > 0.5 else palette.WHITE
    if proven:
        return _PROVEN[proven], palette.owner_color(proven)
    return grid_sign(picture.size, point), _line_color(ground)


def _label(picture: Picture, point: Point, label: str, ground: str) -> tuple[str, str]:
    """A text on the ground of its stone; of a move number above 99 the last two digits."""
    from rich.cells import cell_len, set_cell_size

    shown = label if picture.labels.get(point) else label[-2:]
    if picture.stone(point):
        ground = palette.owner_color(picture.stone(point))
    color = palette.text_on(ground)
    if point == picture.last_move:
        color = palette.ACCENT if color == palette.INK else palette.ACCENT_ON_BLACK
    if cell_len(shown) != 2:
        shown = f" {shown}" if cell_len(shown) < 2 else f"{shown[0]}…"
    return set_cell_size(shown, 2), f"bold {color} on {ground}"
