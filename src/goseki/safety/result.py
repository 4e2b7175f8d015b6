"""What a proof of safety says, block by block and region by region."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from goseki.board import Board
from goseki.coords import Color, Point, PointLike
from goseki.evidence import Evidence, Ownership
from goseki.game import Game


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
    tag: str
    targets: tuple[tuple[Point, int], ...]
    """Blocks, by their first stones, with the liberties that each is granted here."""
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


@dataclass(frozen=True, eq=False)
class SafetyResult:
    """Everything that was proven about a position."""

    board: Board
    method: str
    level: str | None
    blocks: tuple[SafeBlock, ...]
    """The safe blocks of both colours."""
    all_regions: tuple[SafeRegion, ...]
    """The regions of both colours, proven or not."""
    open_fields: tuple[OpenField, ...]
    ownership: Ownership
    nodes: int
    seconds: float
    max_points: int
    """The largest region that was searched."""

    @cached_property
    def safe(self) -> dict[Color, tuple[Point, ...]]:
        """All points proven for each colour, stones and territory."""
        return {"B": self._points(1), "W": self._points(-1)}

    @property
    def unknown(self) -> tuple[Point, ...]:
        """The points that nothing is proven of."""
        return self._points(0)

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

    def owner_of(self, point: PointLike) -> Color | None:
        """Whose a point is proven to be."""
        sign = int(self.ownership.proven.reshape(-1)[self.board.index(point)])
        return "B" if sign > 0 else "W" if sign < 0 else None

    def explain(self, point: PointLike) -> str:
        """Why a point is safe, or what stopped the proof, in words."""
        from goseki.safety.explain import explain

        return explain(self, point).text

    def record(self) -> Game:
        """The game with what is proven marked at its end: territory (TB, TW), dead stones
        crossed out (MA), safe stones in squares (SQ).

        >>> from goseki import Board, prove_safety
        >>> board = Board.from_diagram(".X.XO./XXXXOO/OOOOO.")
        >>> [n for n in prove_safety(board).record().end.properties if n in ("TB", "TW", "SQ")]
        ['TB', 'TW', 'SQ']
        """
        game = Game.from_board(self.board)
        stones = [point for block in self.blocks for point in block.stones]
        game.set_marks(TB=self.territory["B"], TW=self.territory["W"], MA=self.dead, SQ=stones)
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
        return (
            f"Proven: {self.count} of {total} points, {len(self.safe['B'])} Black's and "
            f"{len(self.safe['W'])} White's, with {dead} dead {'stone' if dead == 1 else 'stones'}."
        )

    def _not_own(self, color: Color) -> tuple[Point, ...]:
        return tuple(point for point in self.safe[color] if self.board.at(point) != color)

    def _points(self, sign: int) -> tuple[Point, ...]:
        owner = self.ownership.proven.reshape(-1)
        return tuple(self.board.point(int(i)) for i in np.flatnonzero(owner == sign))
