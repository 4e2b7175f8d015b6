"""The few shapes that every picture is made of, for all graphic backends alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

# Units between two lines of the board. Odd, so that the squares of neighbouring
# points meet between two pixels.
CELL = 31
SMALL_TEXT = 0.4 * CELL

# Shares of the text size. Rough, but the same for all backends, whatever their fonts.
CHARACTER_WIDTH = 0.53
BASELINE_BELOW_MIDDLE = 0.355


@dataclass(frozen=True)
class Gradient:
    """Colours in rings around a place, given in shares of the shape's bounding box."""

    name: str
    x: float
    y: float
    radius: float
    stops: tuple[tuple[float, str, float], ...]
    """Share of the radius, colour, opacity."""


@dataclass(frozen=True)
class Style:
    """How a shape is painted. `role` says what it is; it becomes the class in SVG."""

    role: str
    fill: str | Gradient | None = None
    stroke: str | None = None
    width: float = 1.0
    """Of the stroke, which lies half inside and half outside, with round ends and joins."""
    opacity: float = 1.0


@dataclass(frozen=True)
class Line:
    style: Style
    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Circle:
    style: Style
    x: float
    y: float
    radius: float


@dataclass(frozen=True)
class Rectangle:
    style: Style
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Polygon:
    style: Style
    corners: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Text:
    """One line of text; `x`, `y` is where its baseline starts, or its middle."""

    style: Style
    x: float
    y: float
    text: str
    size: float
    anchor: Literal["start", "middle"] = "middle"


Shape: TypeAlias = Line | Circle | Rectangle | Polygon | Text


@dataclass(frozen=True)
class Scene:
    """Shapes in the order of painting, on a canvas whose top left pixel is centred on (0, 0).

    So lines of width 1 at whole coordinates fall on whole pixels.
    """

    title: str
    width: int
    height: int
    shapes: tuple[Shape, ...]
