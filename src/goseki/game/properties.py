"""What the properties of a node mean on a board: a move, stones that are set up, marks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache

from goseki.coords import PASS, PASS_INDEX, Color, Point, PointLike, Size, parse_color, shorten
from goseki.errors import CoordinateError, SgfError
from goseki.sgf import Node

POINT_MARKS = ("TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW")
"""The properties that mark points: triangle, square, circle, cross, selected, territory of
Black and of White, dimmed, visible."""

SETUP = frozenset({"AB", "AW", "AE", "PL"})
_OLD_NAMES = {"M": "MA"}
_VERTEX = re.compile(r"[A-Ta-t][0-9]{1,2}\Z")


class PropertyReader:
    """Reads nodes of games on a board of one size. `points` are its points by index."""

    def __init__(self, size: Size) -> None:
        self.points = _all_points(size)
        self._size = size
        self._indices = _sgf_indices(size)

    def move(self, node: Node) -> tuple[Color, int] | None:
        """The move of a node, its point as an index (-1: pass)."""
        properties = node.properties
        color: Color
        if "B" in properties:
            if "W" in properties:
                raise move_error(node, "a black and a white move in one node")
            color, values = "B", properties["B"]
        elif "W" in properties:
            color, values = "W", properties["W"]
        else:
            return None
        if len(values) != 1:
            raise move_error(node, f"{color} has {len(values)} values, not one")
        index = self._indices.get(values[0])
        if index is None:
            try:
                index = self._read_point(node, color, values[0])
            except SgfError as error:
                raise move_error(node, error.message) from None
        return color, index

    def turn(self, node: Node) -> Color | None:
        """Whose turn it is by `PL`."""
        text = (node.get("PL") or "").strip()
        if not text:
            return None
        try:
            return parse_color({"1": "B", "2": "W"}.get(text, text))
        except CoordinateError as error:
            raise node.error(f"PL: {error}") from None

    def setup(self, node: Node) -> dict[str, list[int]]:
        """The indices under `AB`, `AW` and `AE`, of which no two may name the same point."""
        stones = {name: self._read_points(node, name) for name in ("AB", "AW", "AE")}
        seen: dict[int, str] = {}
        for name, indices in stones.items():
            for index in indices:
                if seen.setdefault(index, name) != name:
                    raise node.error(f"{seen[index]} and {name} both name {self.points[index]}")
        return stones

    def marks(self, node: Node) -> dict[str, list[Point]]:
        """The marked points of a node by property (`POINT_MARKS`), those present only."""
        found: dict[str, list[Point]] = {}
        for name in node.properties:
            mark = _OLD_NAMES.get(name, name)
            if mark in POINT_MARKS:
                points = [self.points[index] for index in self._read_points(node, name)]
                found.setdefault(mark, []).extend(points)
        return found

    def labels(self, node: Node) -> dict[Point, str]:
        """The texts on points: `LB`, or the letters a, b, c, ... of the old `L`."""
        found: dict[Point, str] = {}
        for number, index in enumerate(self._read_points(node, "L")):
            found[self.points[index]] = chr(ord("a") + number % 26)
        for value in node.properties.get("LB", ()):
            point, _, text = value.partition(":")
            index = self._read_point(node, "LB", point, may_pass=False)
            found[self.points[index]] = " ".join(text.split("\n"))
        return found

    def named_points(self, node: Node) -> Iterator[Point]:
        """The points of a node that have stones, a move, marks or labels."""
        for name in ("AB", "AW"):
            yield from (self.points[index] for index in self._read_points(node, name))
        move = self.move(node)
        if move is not None and move[1] != PASS_INDEX:
            yield self.points[move[1]]
        for points in self.marks(node).values():
            yield from points
        yield from self.labels(node)

    def written(self, points: Iterable[PointLike]) -> list[str]:
        """Points of the board as a file names them."""
        size = self._size
        texts = [size.to_sgf(size.point(size.index(point))) for point in points]
        if "" in texts:
            raise CoordinateError("a pass is not a point of the board")
        return texts

    def _read_points(self, node: Node, name: str) -> list[int]:
        """The indices of a list of points, rectangles such as `aa:cc` expanded, each once."""
        found: dict[int, None] = {}
        for value in dict.fromkeys(node.properties.get(name, ())):
            one, colon, other = value.partition(":")
            if colon:
                corners = [
                    self._read_point(node, name, text, may_pass=False) for text in (one, other)
                ]
                found.update(dict.fromkeys(self._rectangle(*corners)))
            elif value:
                found[self._read_point(node, name, value, may_pass=False)] = None
        return list(found)

    def _rectangle(self, corner: int, opposite: int) -> list[int]:
        columns = self._size.columns
        rows, lines = zip(divmod(corner, columns), divmod(opposite, columns), strict=True)
        return [
            row * columns + line
            for row in range(min(rows), max(rows) + 1)
            for line in range(min(lines), max(lines) + 1)
        ]

    def _read_point(self, node: Node, name: str, text: str, *, may_pass: bool = True) -> int:
        """The index of a point in SGF letters, or as old files have it: in capitals or `D4`."""
        stripped = text.strip()
        index = self._indices.get(stripped.lower())
        if index is None and _VERTEX.match(stripped):
            with suppress(CoordinateError):
                index = self._size.index(stripped)
        if index is None:
            raise node.error(f"{name}: point {shorten(text)} is off the {self._size} board")
        if index == PASS_INDEX and not may_pass:
            raise node.error(f"{name}: {shorten(text)} is not a point of the board")
        return index


def has_move(node: Node) -> bool:
    """Whether a node has a move, be it one that can be read or not."""
    return "B" in node.properties or "W" in node.properties


def move_error(node: Node, message: str) -> SgfError:
    """An error that names the number of the move."""
    return node.error(f"move {sum(map(has_move, node.path()))}: {message}")


@cache
def _sgf_indices(size: Size) -> dict[str, int]:
    """The index of every pair of SGF letters on a board, and the two ways to pass."""
    table = {size.to_sgf(size.point(index)): index for index in range(size.points)}
    return table | {"": PASS_INDEX, "tt": PASS_INDEX}


@cache
def _all_points(size: Size) -> tuple[Point, ...]:
    """The points of a board by index, and the pass, whose index is -1, at the end."""
    return (*map(size.point, range(size.points)), PASS)
