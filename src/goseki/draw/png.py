"""Pictures as PNG, painted with Pillow from the same scene as the SVG."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from goseki.draw.palette import channels
from goseki.draw.picture import Picture
from goseki.draw.scene import scene_of
from goseki.draw.shapes import Circle, Gradient, Line, Polygon, Rectangle, Scene, Shape, Text
from goseki.errors import GosekiError

if TYPE_CHECKING:
    from PIL import Image, ImageFont

MAX_SCALE = 6.0

# The picture is painted this many times as large and then reduced, for smooth edges.
_OVERSAMPLING = 3
_OVERSAMPLING_ABOVE_SCALE_3 = 2

_Rgba: TypeAlias = tuple[int, int, int, int]


def to_png(
    picture: Picture, path: str | os.PathLike[str] | None = None, *, scale: float = 2.0
) -> bytes:
    """The picture as the bytes of a PNG file, also written to `path` where one is given.

    `scale` is the pixels per unit of the SVG: at 1, both have the same size.
    Text is set in the font that comes with Pillow, so the bytes are the same
    wherever Pillow is; characters it lacks, such as Chinese, show as boxes.
    """
    if not 0 < scale <= MAX_SCALE:
        raise GosekiError(f"scale {scale} is not above 0 and at most {MAX_SCALE:g}")
    image = _Painter(scene_of(picture), scale).image
    buffer = io.BytesIO()
    image.save(buffer, "PNG", optimize=True)
    data = buffer.getvalue()
    if path is not None:
        Path(path).write_bytes(data)
    return data


class _Painter:
    """Paints a scene, large, and reduces it to its size."""

    def __init__(self, scene: Scene, scale: float) -> None:
        try:
            from PIL import Image, ImageDraw
        except ImportError:
            raise GosekiError("PNG pictures need Pillow: pip install pillow") from None
        width, height = round(scene.width * scale), round(scene.height * scale)
        times = _OVERSAMPLING if scale <= 3 else _OVERSAMPLING_ABOVE_SCALE_3
        self._scale = scale * times
        large = (max(1, width) * times, max(1, height) * times)
        self._canvas = Image.new("RGB", large)
        self._draw = ImageDraw.Draw(self._canvas, "RGBA")
        self._sprites: dict[tuple[Gradient, float], Image.Image] = {}
        self._fonts: dict[int, ImageFont.FreeTypeFont | ImageFont.ImageFont] = {}
        for shape in scene.shapes:
            self._paint(shape)
        self.image = self._canvas.reduce(times)

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """Pixels of a place; half a unit because (0, 0) is the middle of a unit."""
        return (x + 0.5) * self._scale, (y + 0.5) * self._scale

    def _box(self, x: float, y: float, right: float, bottom: float) -> list[float]:
        # Pillow paints the pixels of both corners, so the far one is a pixel nearer.
        far_x, far_y = self._at(right, bottom)
        near_x, near_y = self._at(x, y)
        return [near_x, near_y, max(near_x, far_x - 1), max(near_y, far_y - 1)]

    def _paint(self, shape: Shape) -> None:
        style = shape.style
        fill = None
        if isinstance(style.fill, str):
            fill = _rgba(style.fill, style.opacity)
        stroke = None if style.stroke is None else _rgba(style.stroke, style.opacity)
        width = max(1, round(style.width * self._scale)) if stroke else 0
        spread = style.width / 2 if stroke else 0.0
        match shape:
            case Line():
                ends = [self._at(shape.x1, shape.y1), self._at(shape.x2, shape.y2)]
                self._stroke(ends, stroke, width)
            case Circle():
                reach = shape.radius + spread
                box = self._box(shape.x - reach, shape.y - reach, shape.x + reach, shape.y + reach)
                if isinstance(style.fill, Gradient):
                    self._paste_gradient(style.fill, shape)
                if fill or stroke:
                    self._draw.ellipse(box, fill, stroke, width)
            case Rectangle():
                right, bottom = shape.x + shape.width + spread, shape.y + shape.height + spread
                box = self._box(shape.x - spread, shape.y - spread, right, bottom)
                self._draw.rectangle(box, fill, stroke, width)
            case Polygon():
                corners = [self._at(x, y) for x, y in shape.corners]
                if fill:
                    self._draw.polygon(corners, fill)
                self._stroke([*corners, corners[0]], stroke, width)
            case Text():
                anchor = "ms" if shape.anchor == "middle" else "ls"
                font = self._font(shape.size)
                self._draw.text(self._at(shape.x, shape.y), shape.text, fill, font, anchor)

    def _stroke(self, path: list[tuple[float, float]], color: _Rgba | None, width: int) -> None:
        """A line with round ends and joins."""
        if color is None:
            return
        self._draw.line(path, color, width)
        half = (width - 1) / 2
        for x, y in path if width > 2 else ():
            self._draw.ellipse([x - half, y - half, x + half, y + half], color)

    def _font(self, size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        from PIL import ImageFont

        pixels = max(1, round(size * self._scale))
        if pixels not in self._fonts:
            self._fonts[pixels] = ImageFont.load_default(pixels)
        return self._fonts[pixels]

    def _paste_gradient(self, gradient: Gradient, circle: Circle) -> None:
        key = (gradient, circle.radius)
        if key not in self._sprites:
            self._sprites[key] = _disc(gradient, circle.radius * self._scale)
        sprite = self._sprites[key]
        x, y = self._at(circle.x, circle.y)
        corner = (round(x - sprite.width / 2), round(y - sprite.height / 2))
        self._canvas.paste(sprite, corner, sprite)


def _disc(gradient: Gradient, radius: float) -> Image.Image:
    """A disc filled with a gradient, transparent outside."""
    from PIL import Image

    side = max(1, round(2 * radius))
    middles = (np.arange(side) + 0.5) / side
    across, down = np.meshgrid(middles, middles)
    distance = np.hypot(across - gradient.x, down - gradient.y) / gradient.radius
    inside = np.hypot(across - 0.5, down - 0.5) <= 0.5
    offsets = [offset for offset, _, _ in gradient.stops]
    colors = np.array([_rgba(color, opacity) for _, color, opacity in gradient.stops])
    pixels = np.stack([np.interp(distance, offsets, channel) for channel in colors.T], axis=-1)
    pixels[..., 3] *= inside
    return Image.fromarray(np.rint(pixels).astype(np.uint8))


def _rgba(color: str, opacity: float) -> _Rgba:
    return (*channels(color), round(255 * opacity))
