"""Colours as `#rrggbb` texts.

Nothing here depends on telling red from green: owners differ in lightness, and
the heat scale (after ColorBrewer's YlGnBu) grows darker all the way from the
colour of the wood to a deep blue.
"""

from __future__ import annotations

from goseki.coords import Point
from goseki.draw.picture import Picture

WOOD = "#e8c78e"
WOOD_EDGE = "#b98f4f"
LINE = "#60481f"
COORDINATE = "#7d5f32"
INK = "#2b2013"
BLACK = "#15130f"
WHITE = "#fffdf8"
ACCENT = "#d55e00"
ACCENT_ON_BLACK = "#ff9a4d"

_HEAT_STOPS = ("#a9cc98", "#74c0a6", "#3a9fb5", "#2b71ae", "#27408f")
_SHADE_OF_CERTAINTY = 0.72


def blend(start: str, end: str, share: float) -> str:
    """The colour at `share` (0 to 1) of the way between two.

    >>> blend("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = zip(channels(start), channels(end), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def channels(color: str) -> tuple[int, int, int]:
    """Red, green and blue, each from 0 to 255."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def lightness(color: str) -> float:
    """Perceived lightness from 0 (black) to 1 (white)."""
    red, green, blue = channels(color)
    return (0.299 * red + 0.587 * green + 0.114 * blue) / 255


def text_on(ground: str) -> str:
    """The ink that is legible on a ground."""
    return INK if lightness(ground) > 0.5 else WHITE


def heat_color(share: float, wood: str = WOOD) -> str:
    """The colour of a heat from 0 (least: bare wood) to 1 (greatest)."""
    stops = (wood, *_HEAT_STOPS)
    last = len(stops) - 1
    stop = min(int(share * last), last - 1)
    return blend(stops[stop], stops[stop + 1], share * last - stop)


def owner_color(owner: float) -> str:
    """The colour of Black where positive, else of White."""
    return BLACK if owner > 0 else WHITE


def shade(owner: float, wood: str = WOOD) -> str:
    """The wood under an estimated owner, as much darker or lighter as it is certain."""
    return blend(wood, owner_color(owner), abs(owner) * _SHADE_OF_CERTAINTY)


def heat_at(picture: Picture, point: Point, wood: str = WOOD) -> str | None:
    """The colour of the heat at a point, if it has any."""
    share = picture.heat_share(point)
    return None if share is None else heat_color(share, wood)


def ground(picture: Picture, point: Point, wood: str = WOOD) -> str:
    """The colour of the board at a point: wood, shaded by the estimated owner, else by heat.

    The two are never blended, so that each colour has one meaning: where owners
    are shaded, heat is drawn smaller, on top.
    """
    heat = None if picture.has_estimate else heat_at(picture, point, wood)
    return heat or shade(picture.estimate(point), wood)
