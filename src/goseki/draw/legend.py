"""The small legend under a board: which ink is proven, and what the colours mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from goseki.draw import palette
from goseki.draw.picture import Picture, text_width
from goseki.draw.shapes import (
    BASELINE_BELOW_MIDDLE,
    CELL,
    CHARACTER_WIDTH,
    SMALL_TEXT,
    Rectangle,
    Shape,
    Style,
    Text,
)

_GAP = 0.2 * CELL
_SIDE = 0.4 * CELL
_BAR = 2.4 * CELL
_STEPS = 40

PROVEN = {
    1: Style("proven-black", palette.BLACK, stroke="#d9d2c4"),
    -1: Style("proven-white", palette.WHITE, stroke="#4a3f2e"),
}
_INK = Style("legend", palette.INK)


@dataclass(frozen=True)
class LegendItem:
    """Some colours, and the words beside them."""

    before: str
    colors: tuple[str, ...]
    """The colours of a bar, in order; none for the two squares that stand for proven points."""
    after: str

    @property
    def width(self) -> float:
        swatches = _BAR if self.colors else 2 * _SIDE + _GAP
        before = _text_width(self.before) + _GAP if self.before else 0
        return _GAP + before + swatches + _GAP + _text_width(self.after) + _GAP

    def shapes(self, x: float, middle: float) -> Iterator[Shape]:
        """The item with its left edge at `x`, centred on the height `middle`."""
        baseline = middle + BASELINE_BELOW_MIDDLE * SMALL_TEXT
        top = middle - _SIDE / 2
        x += _GAP
        if self.before:
            yield Text(_INK, x, baseline, self.before, SMALL_TEXT, "start")
            x += _text_width(self.before) + _GAP
        if self.colors:
            step = _BAR / len(self.colors)
            for index, color in enumerate(self.colors):
                yield Rectangle(Style("legend", color), x + index * step, top, step, _SIDE)
            frame = Style("legend", stroke=palette.COORDINATE, width=0.6)
            yield Rectangle(frame, x, top, _BAR, _SIDE)
            x += _BAR + _GAP
        else:
            for style in PROVEN.values():
                yield Rectangle(replace(style, role="legend"), x, top, _SIDE, _SIDE)
                x += _SIDE + _GAP
        yield Text(_INK, x, baseline, self.after, SMALL_TEXT, "start")


def legend_of(picture: Picture) -> list[LegendItem]:
    """What the picture's layers need explained."""
    items = []
    shares = [step / (_STEPS - 1) for step in range(_STEPS)]
    if picture.owner is not None and picture.owner.proven.any():
        items.append(LegendItem("", (), "proven"))
    if picture.has_estimate:
        shades = tuple(palette.shade(1 - 2 * share) for share in shares)
        items.append(LegendItem("", shades, "estimate"))
    bounds = picture.heat_range()
    if bounds is not None:
        low, high = (f"{bound:.3g}" for bound in bounds)
        items.append(LegendItem(low, tuple(map(palette.heat_color, shares)), high))
    return items


def _text_width(text: str) -> float:
    return text_width(text) * SMALL_TEXT * CHARACTER_WIDTH
