"""Several boards over time as one SVG file that plays by itself, without a script.

What is visible during the same moments is one group, with one animation of its visibility.
Viewers without animation show the last moment.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

import numpy as np

from goseki.coords import Size
from goseki.draw import palette
from goseki.draw.picture import Picture, text_width
from goseki.draw.replay import Moment
from goseki.draw.scene import scene_of
from goseki.draw.shapes import CELL, CHARACTER_WIDTH, SMALL_TEXT, Circle, Scene, Style, Text
from goseki.draw.svg import definitions_of, elements_of
from goseki.errors import GosekiError

SECONDS_A_MOMENT = 0.7
SECONDS_AT_THE_END = 4.0

MOST_MOMENTS = 1000
"""Of longer games only every second, third, ... moment is shown, so that files stay small."""

_GAP = CELL // 2
_LINE = CELL
_TITLE_SIZE = 0.55 * CELL
_STONES = {1: "black", -1: "white"}
_Span = tuple[int, int]
"""The first moment, and the one after the last."""


def to_animation(
    moments: Sequence[Moment],
    titles: Sequence[str],
    *,
    title: str,
    seconds: float = SECONDS_A_MOMENT,
) -> str:
    """The moments as an SVG document, `seconds` each, which starts anew after the last.

    >>> board = np.zeros((3, 3), dtype=np.int8)
    >>> text = to_animation([Moment((board,), ("",), "start")], ["Truth"], title="Game")
    >>> text.startswith("<svg "), "<script" in text
    (True, False)
    """
    if not moments:
        raise GosekiError("an animation needs a position")
    if not seconds > 0:
        raise GosekiError(f"seconds a moment must be more than 0, not {seconds:g}")
    step = math.ceil(len(moments) / MOST_MOMENTS)
    shown = [*moments[:-1:step], moments[-1]]
    return _Film(shown, titles, seconds).document(title)


class _Film:
    def __init__(self, moments: list[Moment], titles: Sequence[str], seconds: float) -> None:
        self._moments = moments
        self._titles = titles
        self._seconds = seconds
        self._length = len(moments) * seconds + SECONDS_AT_THE_END
        """How long one round takes, in seconds."""
        rows, columns = moments[0].boards[0].shape
        board = scene_of(Picture(np.zeros((rows, columns), dtype=np.int8)))
        self._board = board
        full = scene_of(Picture(np.ones((rows, columns), dtype=np.int8)))
        self._places = [(stone.x, stone.y) for stone in _circles(full, "black")]
        """Where each point of a board is drawn, by index."""
        self._size = Size(columns, rows)
        self._top = 2 * _LINE
        self._width = len(titles) * board.width + (len(titles) + 1) * _GAP
        self._height = self._top + board.height + 3 * _LINE

    def document(self, title: str) -> str:
        boards = "".join(
            f'<use xlink:href="#board" x="{self._left(number)}" y="{self._top}"/>'
            for number in range(len(self._titles))
        )
        heads = [self._line(title, None, 0.6 * _LINE, _TITLE_SIZE)]
        heads += [self._line(text, n, 1.6 * _LINE) for n, text in enumerate(self._titles)]
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'role="img" viewBox="0 0 {self._width} {self._height}" width="{self._width}" '
            f'height="{self._height}" style="max-width:100%;height:auto" '
            'font-family="Helvetica,Arial,sans-serif" text-anchor="middle" '
            'stroke-linecap="round" stroke-linejoin="round">'
            f"<title>{escape(title)}</title>{self._definitions()}"
            f'<rect width="{self._width}" height="{self._height}" fill="{palette.WHITE}"/>'
            f"{boards}{elements_of(heads)}{self._stones()}{self._words()}{self._bar()}</svg>"
        )

    def _definitions(self) -> str:
        parts = [f'<g id="board">{elements_of(self._board.shapes)}</g>']
        painted: list[Circle] = []
        for sign, name in _STONES.items():
            stone = scene_of(Picture(np.array([[sign]], dtype=np.int8), coordinates=False))
            (disc,) = _circles(stone, name)
            shapes = [*_circles(stone, "shadow"), disc]
            moved = f"translate({-disc.x:g} {-disc.y:g})"
            parts.append(f'<g id="{name}" transform="{moved}">{elements_of(shapes)}</g>')
            painted += shapes
        ring = Circle(Style("mark", stroke=palette.ACCENT, width=3), 0, 0, 0.24 * CELL)
        parts.append(f'<g id="mark">{elements_of([ring])}</g>')
        return f"{definitions_of(painted)}<defs>{''.join(parts)}</defs>"

    # -- what changes -----------------------------------------------------------------------

    def _stones(self) -> str:
        """All stones; those that come and go at the same time share a group."""
        together: dict[_Span, list[str]] = defaultdict(list)
        for number in range(len(self._titles)):
            signs = np.array([moment.boards[number].reshape(-1) for moment in self._moments])
            for index in range(self._size.points):
                for sign, span in _spans(signs[:, index].tolist()):
                    together[span].append(self._use(_STONES[sign], number, index))
        return "".join(self._seen(span, "".join(uses)) for span, uses in together.items())

    def _words(self) -> str:
        """The texts of each moment, and its mark."""
        return "".join(
            self._seen((now, now + 1), self._of_one_moment(moment))
            for now, moment in enumerate(self._moments)
        )

    def _of_one_moment(self, moment: Moment) -> str:
        below = self._top + self._board.height
        lines = [self._line(note, n, below + 0.5 * _LINE) for n, note in enumerate(moment.notes)]
        lines.append(self._line(moment.text, None, below + 1.7 * _LINE, _TITLE_SIZE))
        marks = ""
        if moment.marked is not None:
            index = self._size.index(moment.marked)
            marks = "".join(self._use("mark", n, index) for n in range(len(self._titles)))
        return marks + elements_of(line for line in lines if line.text)

    def _bar(self) -> str:
        """How much of the game has passed."""
        y, end = self._height - 8, len(self._moments) * self._seconds / self._length
        return (
            f'<rect y="{y}" width="{self._width}" height="8" fill="{palette.WOOD}"/>'
            f'<rect y="{y}" width="{self._width}" height="8" fill="{palette.WOOD_EDGE}">'
            f'<animate attributeName="width" values="0;{self._width};{self._width}" '
            f'keyTimes="0;{_share(end)};1" {self._always}/></rect>'
        )

    def _seen(self, span: _Span, elements: str) -> str:
        """Elements that are visible during a span only."""
        start, end = span
        is_last = end == len(self._moments)
        changes = [] if start == 0 else [(0.0, "hidden")]
        changes.append((start * self._seconds / self._length, "visible"))
        if not is_last:
            changes.append((end * self._seconds / self._length, "hidden"))
        if len(changes) == 1:
            return elements
        return (
            f'<g visibility="{"visible" if is_last else "hidden"}">'
            f'<animate attributeName="visibility" calcMode="discrete" '
            f'values="{";".join(value for _, value in changes)}" '
            f'keyTimes="{";".join(_share(time) for time, _ in changes)}" {self._always}/>'
            f"{elements}</g>"
        )

    @property
    def _always(self) -> str:
        return f'dur="{self._length:g}s" repeatCount="indefinite"'

    # -- where things are -------------------------------------------------------------------

    def _left(self, board: int) -> int:
        return _GAP + board * (self._board.width + _GAP)

    def _use(self, name: str, board: int, index: int) -> str:
        x, y = self._places[index]
        return f'<use xlink:href="#{name}" x="{self._left(board) + x:g}" y="{self._top + y:g}"/>'

    def _line(self, text: str, board: int | None, y: float, size: float = SMALL_TEXT) -> Text:
        """A centred line of text, for one board or for all; long ones are written smaller."""
        width = self._width if board is None else self._board.width
        middle = width / 2 + (0 if board is None else self._left(board))
        fitting = width / (CHARACTER_WIDTH * max(1, text_width(text)))
        return Text(Style("text", palette.INK), middle, y, text, min(size, fitting))


def _spans(signs: list[int]) -> Iterator[tuple[int, _Span]]:
    """How long each stone of a point stands.

    >>> list(_spans([0, 1, 1, 0, -1]))
    [(1, (1, 3)), (-1, (4, 5))]
    """
    start = 0
    for sign, run in groupby(signs):
        end = start + len(list(run))
        if sign:
            yield sign, (start, end)
        start = end


def _circles(scene: Scene, role: str) -> list[Circle]:
    return [s for s in scene.shapes if isinstance(s, Circle) and s.style.role == role]


def _share(value: float) -> str:
    return f"{value:.5f}".rstrip("0").rstrip(".") or "0"
