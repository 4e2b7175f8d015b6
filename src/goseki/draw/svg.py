"""Pictures as SVG: one standalone text, without scripts, fonts or links."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from goseki.draw.picture import Picture
from goseki.draw.scene import scene_of
from goseki.draw.shapes import Circle, Gradient, Line, Polygon, Rectangle, Scene, Shape, Style, Text


def to_svg(picture: Picture) -> str:
    """The picture as a standalone SVG document.

    Neighbouring shapes of one kind share a group, whose `class` says what they
    are: `black`, `white`, `triangle`, `label`, `proven-black`, `heat`, ...
    """
    return _document(scene_of(picture))


def to_html(picture: Picture) -> str:
    """The picture as an HTML figure, its caption as text of the page.

    >>> import numpy as np
    >>> picture = Picture(np.array([[1]]), caption="One")
    >>> to_html(picture).endswith("</svg><figcaption>One</figcaption></figure>")
    True
    """
    svg = to_svg(picture.without_caption())
    caption = "<br>".join(escape(line) for line in picture.caption.splitlines())
    return f"<figure>{svg}{f'<figcaption>{caption}</figcaption>' if caption else ''}</figure>"


def _document(scene: Scene) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="-.5 -.5 {scene.width} {scene.height}" '
        f'width="{scene.width}" height="{scene.height}" style="max-width:100%;height:auto" '
        f'font-family="Helvetica,Arial,sans-serif" text-anchor="middle" '
        f'stroke-linecap="round" stroke-linejoin="round">'
        f"<title>{escape(scene.title)}</title>"
        f"{definitions_of(scene.shapes)}{elements_of(scene.shapes)}</svg>"
    )


def elements_of(shapes: Iterable[Shape]) -> str:
    """Shapes as elements; their gradients must be defined elsewhere."""
    runs = groupby(shapes, key=lambda shape: (shape.style, type(shape)))
    return "".join(_group(style, list(run)) for (style, _), run in runs)


def definitions_of(shapes: Iterable[Shape]) -> str:
    """The gradients of shapes, each once."""
    gradients = {s.style.fill: None for s in shapes if isinstance(s.style.fill, Gradient)}
    return f"<defs>{''.join(map(_gradient, gradients))}</defs>" if gradients else ""


def _gradient(gradient: Gradient) -> str:
    stops = "".join(
        f'<stop offset="{_number(offset)}" stop-color="{color}"'
        + ("/>" if opacity == 1 else f' stop-opacity="{_number(opacity)}"/>')
        for offset, color, opacity in gradient.stops
    )
    return (
        f'<radialGradient id="{gradient.name}" cx="{_number(gradient.x)}" '
        f'cy="{_number(gradient.y)}" r="{_number(gradient.radius)}">{stops}</radialGradient>'
    )


def _group(style: Style, shapes: list[Shape]) -> str:
    attributes = "".join(f' {name}="{value}"' for name, value in _attributes(style))
    lines = [shape for shape in shapes if isinstance(shape, Line)]
    if lines:
        return f'<path{attributes} d="{"".join(map(_stroke_path, lines))}"/>'
    if len(shapes) == 1:
        return _element(shapes[0], attributes)
    return f"<g{attributes}>{''.join(_element(shape, '') for shape in shapes)}</g>"


def _attributes(style: Style) -> Iterator[tuple[str, str]]:
    yield "class", style.role
    if isinstance(style.fill, Gradient):
        yield "fill", f"url(#{style.fill.name})"
    else:
        yield "fill", style.fill or "none"
    if style.stroke:
        yield "stroke", style.stroke
        if style.width != 1:
            yield "stroke-width", _number(style.width)
    if style.opacity != 1:
        yield "opacity", _number(style.opacity)


def _element(shape: Shape, attributes: str) -> str:
    match shape:
        case Circle():
            return (
                f'<circle{attributes} cx="{_number(shape.x)}" cy="{_number(shape.y)}" '
                f'r="{_number(shape.radius)}"/>'
            )
        case Rectangle():
            return (
                f'<rect{attributes} x="{_number(shape.x)}" y="{_number(shape.y)}" '
                f'width="{_number(shape.width)}" height="{_number(shape.height)}"/>'
            )
        case Polygon():
            corners = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.corners)
            return f'<polygon{attributes} points="{corners}"/>'
        case Text():
            anchor = "" if shape.anchor == "middle" else f' text-anchor="{shape.anchor}"'
            return (
                f'<text{attributes} x="{_number(shape.x)}" y="{_number(shape.y)}" '
                f'font-size="{_number(shape.size)}"{anchor}>{escape(shape.text)}</text>'
            )
        case Line():
            return f'<path{attributes} d="{_stroke_path(shape)}"/>'


def _stroke_path(line: Line) -> str:
    return f"M{_number(line.x1)} {_number(line.y1)}L{_number(line.x2)} {_number(line.y2)}"


def _number(value: float) -> str:
    """At most two decimals, and no more characters than needed."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text
