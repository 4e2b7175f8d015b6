"""From a picture to its scene: every decision about looks is made here, once."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass

from goseki.coords import COLUMN_LETTERS, Point, shorten
from goseki.diagram import Mark
from goseki.draw import palette
from goseki.draw.grid import star_points
from goseki.draw.legend import PROVEN, legend_of
from goseki.draw.picture import Picture, text_width
from goseki.draw.shapes import (
    BASELINE_BELOW_MIDDLE,
    CELL,
    CHARACTER_WIDTH,
    SMALL_TEXT,
    Circle,
    Gradient,
    Line,
    Polygon,
    Rectangle,
    Scene,
    Shape,
    Style,
    Text,
)
from goseki.errors import GosekiError

_STONE_RADIUS = 0.478 * CELL
_MARGIN = round(0.72 * CELL)
_MARGIN_WITH_COORDINATES = round(1.16 * CELL)
_COORDINATE_DISTANCE = 0.83 * CELL
_COORDINATE_SIZE = 0.36 * CELL
_RUN_OUT = round(0.55 * CELL)
"""How far lines run on where the view ends but the board does not."""
_LINE_OF_TEXT = round(0.62 * CELL)
_SPACE_BELOW = round(0.3 * CELL)
_LEAST_CAPTION_WIDTH = 7 * CELL
_CAPTION_SIZE = round(1.1 * SMALL_TEXT, 1)

_BLACK_STONE = Style(
    "black",
    Gradient(
        "goseki-black",
        0.36,
        0.3,
        0.72,
        ((0.0, "#6a6761", 1.0), (0.35, "#3a3834", 1.0), (1.0, "#100f0d", 1.0)),
    ),
)
_WHITE_STONE = Style(
    "white",
    Gradient(
        "goseki-white",
        0.38,
        0.32,
        0.75,
        ((0.0, "#ffffff", 1.0), (0.55, "#f7f4ec", 1.0), (1.0, "#cdc6b6", 1.0)),
    ),
    stroke="#8f8168",
    width=0.7,
)
_SHADOW = Style(
    "shadow",
    Gradient(
        "goseki-shadow",
        0.5,
        0.5,
        0.5,
        ((0.0, "#3a2407", 0.5), (0.8, "#3a2407", 0.42), (1.0, "#3a2407", 0.0)),
    ),
)


def scene_of(picture: Picture) -> Scene:
    """Lay out a picture and paint it from the wood up."""
    if not isinstance(picture, Picture):
        raise GosekiError(f"{shorten(repr(picture))} is not a picture (Picture.of(board) is one)")
    frame = _Frame.around(picture)
    wood = Style("board", palette.WOOD, stroke=palette.WOOD_EDGE)
    shapes: list[Shape] = [Rectangle(wood, 0, 0, frame.width - 1, frame.height - 1)]
    shapes += _grounds(picture, frame)
    shapes += _lines(frame)
    if picture.coordinates:
        shapes += _coordinates(frame)
    shapes += _stones(picture, frame)
    shapes += _owners(picture, frame)
    for point in picture.points():
        shapes += _signs(picture, frame, point)
    shapes += _below_board(picture, frame)
    return Scene(picture.title, frame.width, frame.height, tuple(shapes))


@dataclass(frozen=True)
class _Frame:
    """Where everything is."""

    picture: Picture
    left: int
    top: int
    width: int
    height: int
    caption: tuple[str, ...]

    @classmethod
    def around(cls, picture: Picture) -> _Frame:
        columns, rows = len(picture.shown.columns), len(picture.shown.rows)
        margin = _MARGIN_WITH_COORDINATES if picture.coordinates else _MARGIN
        board_width = (columns - 1) * CELL + 2 * margin + 1
        legend = legend_of(picture)
        legend_width = math.ceil(sum(item.width for item in legend) + _MARGIN) if legend else 0
        caption_width = _LEAST_CAPTION_WIDTH if picture.caption else 0
        width = max(board_width, legend_width, caption_width)
        caption = _wrapped(picture.caption, width - _MARGIN)
        lines_below = len(caption) + bool(legend)
        below = lines_below * _LINE_OF_TEXT + (_SPACE_BELOW if lines_below else 0)
        height = (rows - 1) * CELL + 2 * margin + 1 + below
        return cls(picture, margin + (width - board_width) // 2, margin, width, height, caption)

    def x(self, point: Point) -> int:
        return self.left + (point.column - self.picture.shown.left) * CELL

    def y(self, point: Point) -> int:
        return self.top + (self.picture.shown.top - point.row) * CELL

    @property
    def right(self) -> int:
        return self.left + (len(self.picture.shown.columns) - 1) * CELL

    @property
    def bottom(self) -> int:
        return self.top + (len(self.picture.shown.rows) - 1) * CELL

    def square(self, style: Style, point: Point, side: float) -> Rectangle:
        """A square around a point, `side` in cells."""
        half = side * CELL / 2
        return Rectangle(style, self.x(point) - half, self.y(point) - half, 2 * half, 2 * half)


def _grounds(picture: Picture, frame: _Frame) -> Iterator[Shape]:
    role = "estimate" if picture.has_estimate else "heat"
    for point in picture.points():
        color = palette.ground(picture, point)
        if color != palette.WOOD:
            yield frame.square(Style(role, color), point, 1)
    if picture.has_estimate:
        for point in picture.points():
            heat = palette.heat_at(picture, point)
            if heat:
                yield Circle(Style("heat", heat), frame.x(point), frame.y(point), 0.36 * CELL)


def _lines(frame: _Frame) -> Iterator[Shape]:
    size, view = frame.picture.size, frame.picture.shown
    last_column, last_row = size.columns - 1, size.rows - 1
    left = frame.left - (_RUN_OUT if view.left > 0 else 0)
    right = frame.right + (_RUN_OUT if view.right < last_column else 0)
    top = frame.top - (_RUN_OUT if view.top < last_row else 0)
    bottom = frame.bottom + (_RUN_OUT if view.bottom > 0 else 0)
    # A board of a single row has no lines across it, one of a single column none along it.
    columns = view.columns if size.rows > 1 else range(0)
    rows = view.rows if size.columns > 1 else range(0)
    thin = Style("grid", stroke=palette.LINE, width=0.9)
    edge = Style("edge", stroke=palette.LINE, width=1.7)
    for style, is_edge in ((thin, False), (edge, True)):
        for column in columns:
            if (column in (0, last_column)) == is_edge:
                x = frame.x(Point(column, view.top))
                yield Line(style, x, top, x, bottom)
        for row in reversed(rows):
            if (row in (0, last_row)) == is_edge:
                y = frame.y(Point(view.left, row))
                yield Line(style, left, y, right, y)
    dot = Style("star", palette.LINE)
    for star in sorted(star_points(size)):
        if star in view:
            yield Circle(dot, frame.x(star), frame.y(star), 0.1 * CELL)


def _coordinates(frame: _Frame) -> Iterator[Shape]:
    style = Style("coordinate", palette.COORDINATE)
    view = frame.picture.shown
    for column in view.columns:
        for y in (frame.top - _COORDINATE_DISTANCE, frame.bottom + _COORDINATE_DISTANCE):
            x = frame.x(Point(column, view.top))
            yield _centred(style, x, y, COLUMN_LETTERS[column], _COORDINATE_SIZE)
    for row in view.rows:
        for x_of_side in (frame.left - _COORDINATE_DISTANCE, frame.right + _COORDINATE_DISTANCE):
            y = frame.y(Point(view.left, row))
            yield _centred(style, x_of_side, y, str(row + 1), _COORDINATE_SIZE)


def _stones(picture: Picture, frame: _Frame) -> Iterator[Shape]:
    stones = [point for point in picture.points() if picture.stone(point)]
    for point in stones:
        x, y = frame.x(point) + 0.035 * CELL, frame.y(point) + 0.07 * CELL
        yield Circle(_SHADOW, x, y, round(_STONE_RADIUS * 1.03, 2))
    for value, style in ((1, _BLACK_STONE), (-1, _WHITE_STONE)):
        for point in stones:
            if picture.stone(point) == value:
                yield Circle(style, frame.x(point), frame.y(point), round(_STONE_RADIUS, 2))


def _owners(picture: Picture, frame: _Frame) -> Iterator[Shape]:
    """Proven points as solid squares; stones believed dead with a square in their likely owner's
    colour."""
    for point in picture.points():
        proven, estimate = picture.proven(point), picture.estimate(point)
        if proven:
            side = 0.6 if picture.text(point) or point in picture.marks else 0.4
            yield frame.square(PROVEN[proven], point, side)
        elif picture.stone(point) * estimate < 0:
            style = Style(
                "estimate", palette.owner_color(estimate), opacity=round(abs(estimate), 2)
            )
            yield frame.square(style, point, 0.4)


def _signs(picture: Picture, frame: _Frame, point: Point) -> Iterator[Shape]:
    """Mark, label or number of a point; if it has none, the dot of the last move."""
    x, y = frame.x(point), frame.y(point)
    text, mark = picture.text(point), picture.marks.get(point)
    is_last = point == picture.last_move
    below = _sign_ground(picture, point)
    if (text or mark) and not picture.stone(point) and not picture.proven(point):
        yield Circle(Style("patch", below), x, y, 0.4 * CELL)
    ink = palette.text_on(below)
    if is_last:
        ink = palette.ACCENT if ink == palette.INK else palette.ACCENT_ON_BLACK
    if mark:
        yield from _mark(mark, x, y, ink, 1.25 if text else 1.0)
    if text:
        shrink = min(1.0, 2.3 / max(text_width(text), 1)) * (0.72 if mark else 1.0)
        yield _centred(Style("label", ink), x, y, text, round(0.54 * CELL * shrink, 1))
    if is_last and not text and not mark:
        yield Circle(Style("last-move", ink), x, y, round(0.16 * CELL, 1))


def _sign_ground(picture: Picture, point: Point) -> str:
    owner = picture.proven(point) or picture.stone(point)
    if owner:
        return palette.owner_color(owner)
    return palette.heat_at(picture, point) or palette.ground(picture, point)


def _mark(mark: Mark, x: float, y: float, ink: str, grow: float) -> Iterator[Shape]:
    style = Style(mark, stroke=ink, width=2)
    reach = 0.25 * CELL * grow
    if mark == "circle":
        yield Circle(style, x, y, round(reach, 2))
    elif mark == "square":
        side = 0.86 * reach
        yield Rectangle(style, x - side, y - side, 2 * side, 2 * side)
    elif mark == "triangle":
        up, down, half = 1.16 * reach, 0.62 * reach, 1.03 * reach
        yield Polygon(style, ((x, y - up), (x + half, y + down), (x - half, y + down)))
    else:
        arm = 0.8 * reach
        yield Line(style, x - arm, y - arm, x + arm, y + arm)
        yield Line(style, x - arm, y + arm, x + arm, y - arm)


def _below_board(picture: Picture, frame: _Frame) -> Iterator[Shape]:
    """The legend, then the caption, centred under the board."""
    margin = _MARGIN_WITH_COORDINATES if picture.coordinates else _MARGIN
    middle = frame.bottom + margin + _LINE_OF_TEXT / 2
    items = legend_of(picture)
    if items:
        x = (frame.width - sum(item.width for item in items)) / 2
        for item in items:
            yield from item.shapes(x, middle)
            x += item.width
        middle += _LINE_OF_TEXT
    for line in frame.caption:
        style = Style("caption", palette.INK)
        yield _centred(style, (frame.width - 1) / 2, middle, line, _CAPTION_SIZE)
        middle += _LINE_OF_TEXT


def _centred(style: Style, x: float, y: float, text: str, size: float) -> Text:
    return Text(style, x, y + BASELINE_BELOW_MIDDLE * size, text, size)


def _wrapped(caption: str, width: float) -> tuple[str, ...]:
    characters = max(1, int(width / (_CAPTION_SIZE * CHARACTER_WIDTH)))
    return tuple(
        line
        for paragraph in caption.splitlines()
        for line in textwrap.wrap(
            paragraph, characters // (2 if text_width(paragraph) > len(paragraph) else 1)
        )
    )
