"""What a proof of safety says, block by block and region by region."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np

from goseki.board import Board
from goseki.coords import Color, Point, PointLike
from goseki.diagram import Mark
from goseki.evidence import Evidence, Ownership
from goseki.game import Game
from goseki.notebook import DrawsItself

if TYPE_CHECKING:
    from goseki.draw import Picture


@dataclass(frozen=True)
class SafeBlock:
    """Stones of one colour that are never lost, and the rule that proves it.

    `benson`: without answers. `eyes`: two sure eyes. `2-vital`: two eyes in one region by a
    pair of intersection points. `linked`: a pair connects it to safe stones. `search`: its
    liberty targets are met in regions that were searched.
    """

    color: Color
    stones: tuple[Point, ...]
    tag: str
    chain: Point
    """The first stone of the blocks that pairs of points hold together with this one."""


Reply = Literal["none", "pairs", "tree"]


@dataclass(frozen=True)
class SafeRegion:
    """Points that a colour's stones enclose, and what is proven of them.

    `tag` is empty where the region is not proven territory. It may still serve a proof: then
    `targets` names the blocks that rely on it.
    """

    color: Color
    points: tuple[Point, ...]
    targets: tuple[tuple[Point, int], ...]
    """Blocks, by their first stones, with the liberties that each is granted here."""
    tag: str
    pairs: tuple[tuple[Point, Point], ...]
    """An attack on one point is answered on the other."""
    plan: int
    """Regions with the same number were searched as one."""
    walls: tuple[Point, ...]
    """The blocks that touch it, by their first stones."""
    reply: Reply
    """How attacks in it are answered: not at all, in `pairs`, or by a searched `tree`."""


@dataclass(frozen=True)
class OpenField:
    """Part of a large region in which blocks are sure of liberties, whatever the rest of it
    comes to."""

    color: Color
    points: tuple[Point, ...]
    targets: tuple[tuple[Point, int], ...]
    """Blocks, by their first stones, with the liberties that each is granted here."""


@dataclass(frozen=True)
class Seki:
    """Stones of both colours that stay whoever moves first, and that would be lost if the
    other's could not be captured."""

    stones: dict[Color, tuple[Point, ...]]
    between: tuple[Point, ...]
    """The empty points of areas that touch stones of both colours: nobody's territory."""

    @property
    def points(self) -> tuple[Point, ...]:
        """All of it: stones and what is between them."""
        return (*self.stones["B"], *self.stones["W"], *self.between)


@dataclass(frozen=True)
class Attempt:
    """A search of one or more whole regions that found no proof."""

    color: Color
    points: tuple[Point, ...]
    """Of the regions, with stones of the defender that may be lost."""
    targets: tuple[tuple[Point, int], ...]
    """The blocks around it, by their first stones, with the liberties that each needs there."""


@dataclass(frozen=True, eq=False, repr=False)
class SafetyResult(DrawsItself):
    """Everything that was proven about a position."""

    board: Board
    method: str
    level: str | None
    blocks: tuple[SafeBlock, ...]
    """The safe blocks of both colours."""
    all_regions: tuple[SafeRegion, ...]
    """The regions of both colours, proven or not."""
    open_fields: tuple[OpenField, ...]
    seki: tuple[Seki, ...]
    attempts: tuple[Attempt, ...]
    """What was searched of the regions that are not proven, without success."""
    ownership: Ownership
    nodes: int
    seconds: float
    max_points: int
    """The largest region that was searched."""
    max_nodes: int
    """The limit of each search."""
    interrupted: bool = False
    """Whether it was broken off: what is proven is proven, but there may be more."""

    @cached_property
    def safe(self) -> dict[Color, tuple[Point, ...]]:
        """All points proven for each colour, stones and territory."""
        return {"B": self._points(1), "W": self._points(-1)}

    @property
    def unknown(self) -> tuple[Point, ...]:
        """The points that nothing is proven of."""
        between = {point for seki in self.seki for point in seki.between}
        return tuple(point for point in self._points(0) if point not in between)

    @property
    def count(self) -> int:
        """How many points are proven for either colour."""
        return int(np.count_nonzero(self.ownership.proven))

    @property
    def regions(self) -> tuple[SafeRegion, ...]:
        """The regions that are proven territory."""
        return tuple(region for region in self.all_regions if region.tag)

    @cached_property
    def territory(self) -> dict[Color, tuple[Point, ...]]:
        """The proven points of each colour that are empty or hold dead stones."""
        return {"B": self._not_own("B"), "W": self._not_own("W")}

    @cached_property
    def dead(self) -> tuple[Point, ...]:
        """The stones that stand in the opponent's proven territory."""
        return tuple(
            sorted(
                (p for points in self.territory.values() for p in points if self.board.at(p)),
                key=self.board.index,
            )
        )

    @property
    def evidence(self) -> Evidence:
        return self.ownership.evidence

    def seki_at(self, point: PointLike) -> Seki | None:
        """The seki that a point is part of."""
        where = self.board.point(self.board.index(point))
        return next((seki for seki in self.seki if where in seki.points), None)

    def owner_of(self, point: PointLike) -> Color | None:
        """Whose a point is proven to be."""
        sign = int(self.ownership.proven.reshape(-1)[self.board.index(point)])
        return "B" if sign > 0 else "W" if sign < 0 else None

    def explain(self, point: PointLike) -> str:
        """Why a point is safe, or what stopped the proof, in words."""
        from goseki.safety.explain import explain

        return explain(self, point).text

    @property
    def marks(self) -> dict[Point, Mark]:
        """For a drawing: dead stones crossed out, stones in seki in triangles, and circles on
        the points between them."""
        marks: dict[Point, Mark] = dict.fromkeys(self.dead, "cross")
        for seki in self.seki:
            marks.update(dict.fromkeys((*seki.stones["B"], *seki.stones["W"]), "triangle"))
            marks.update(dict.fromkeys(seki.between, "circle"))
        return marks

    def record(self) -> Game:
        """The game with what is proven marked at its end: territory (TB, TW), dead stones
        crossed out (MA), safe stones in squares (SQ), but those in seki in triangles (TR), and
        circles on the points between them (CR).

        >>> from goseki import Board, prove_safety
        >>> board = Board.from_diagram(".X.XO./XXXXOO/OOOOO.")
        >>> [n for n in prove_safety(board).record().end.properties if n in ("TB", "TW", "SQ")]
        ['TB', 'TW', 'SQ']
        """
        game = Game.from_board(self.board)
        marks = self.marks
        stones = [p for block in self.blocks for p in block.stones if p not in marks]
        game.set_marks(
            TB=self.territory["B"],
            TW=self.territory["W"],
            SQ=stones,
            MA=self.dead,
            TR=[point for point, mark in marks.items() if mark == "triangle"],
            CR=[point for point, mark in marks.items() if mark == "circle"],
        )
        game.end.properties["C"] = [self.sentence()]
        return game

    def sentence(self) -> str:
        """How much is proven, in words."""
        total = self.board.size.points
        if self.count == 0:
            return (
                f"Nothing is proven of the {total} points: that does not mean that nothing is safe."
            )
        dead = len(self.dead)
        shared = sum(len(seki.points) - len(seki.between) for seki in self.seki)
        in_seki = f", {shared} of the safe stones in seki" if shared else ""
        return (
            f"Proven: {self.count} of {total} points, {len(self.safe['B'])} Black's and "
            f"{len(self.safe['W'])} White's, with {dead} dead "
            f"{'stone' if dead == 1 else 'stones'}{in_seki}."
        )

    def __repr__(self) -> str:
        return f"<SafetyResult: {self.sentence().rstrip('.')}>"

    def _picture(self) -> Picture:
        from goseki.draw import Picture

        return Picture.of(
            self.board, owner=self.ownership, marks=self.marks, caption=self.sentence()
        )

    def _not_own(self, color: Color) -> tuple[Point, ...]:
        return tuple(point for point in self.safe[color] if self.board.at(point) != color)

    def _points(self, sign: int) -> tuple[Point, ...]:
        owner = self.ownership.proven.reshape(-1)
        return tuple(self.board.point(int(i)) for i in np.flatnonzero(owner == sign))
