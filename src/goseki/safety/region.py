"""What a colour holds of any part of the board, with the world around it as parameters."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.checks import check_whole
from goseki.coords import COLOR_NAMES, Color, Point, PointLike, View, parse_color, shorten
from goseki.diagram import Mark
from goseki.errors import GosekiError
from goseki.evidence import Ownership, Verdict
from goseki.job import Limits, Progress, Report
from goseki.notebook import DrawsItself
from goseki.safety.result import OpenField, SafeBlock, SafetyResult
from goseki.safety.solve import DEFAULT_NODES, MAX_NODES, check_rules

if TYPE_CHECKING:
    from goseki.draw import Picture

Role = Literal["attacker", "defender"]
ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True, eq=False, repr=False)
class RegionResult(DrawsItself):
    """What was proven of a region under given terms."""

    board: Board
    region: tuple[Point, ...]
    defender: Color
    first: Role
    ko_winner: Role
    outside_liberties: int | None
    stones: Verdict
    """Whether no stone of the defender's in or beside the region is ever lost. `refuted`: every
    answer to some attack fails, repetition counted as failure."""
    territory: Verdict
    """Whether the blocks that reach beyond the region stay, and the attacker can neither live in
    it nor get a seki."""
    nodes: int
    seconds: float
    max_nodes: int
    """The limit of each search."""
    interrupted: bool = False
    """Whether it was broken off, so that more may be found."""

    @property
    def blocks(self) -> tuple[tuple[Point, ...], ...]:
        """The defender's blocks in and beside the region."""
        board = self.board
        found = {
            tuple(sorted(board.block_points(index)))
            for index in _in_and_beside(board, self.region)
            if board.at(index) == self.defender
        }
        return tuple(tuple(map(board.point, block)) for block in sorted(found))

    @property
    def ownership(self) -> Ownership:
        """What is proven on these terms."""
        board = self.board
        owner = np.zeros(board.size.points, dtype=np.int8)
        sign = 1 if self.defender == "B" else -1
        if self.stones == "proven":
            owner[[board.index(point) for block in self.blocks for point in block]] = sign
        if self.territory == "proven":
            owner[[board.index(point) for point in self.region]] = sign
        return Ownership(owner.reshape(board.size.rows, board.size.columns))

    def as_safety(self) -> SafetyResult:
        """The stones as a result of `prove_safety`, for `prove_claims` to write down. Only what
        holds on the board as it is has certificates, and only of stones."""
        terms = (self.first, self.ko_winner, self.outside_liberties)
        if self.stones != "proven" or terms != ("attacker", "attacker", 0):
            raise GosekiError("only stones that are proven on the default terms have certificates")
        board, color = self.board, self.defender
        walls = {point for block in self.blocks for point in block}
        owner = np.zeros(board.size.points, dtype=np.int8)
        owner[[board.index(point) for point in walls]] = 1 if color == "B" else -1
        field = OpenField(
            color,
            tuple(point for point in self.region if point not in walls),
            tuple((block[0], 2) for block in self.blocks),
        )
        return SafetyResult(
            board=board,
            method="search",
            level=None,
            blocks=tuple(SafeBlock(color, block, "search", block[0]) for block in self.blocks),
            all_regions=(),
            open_fields=(field,),
            seki=(),
            attempts=(),
            ownership=Ownership(owner.reshape(board.size.rows, board.size.columns)),
            nodes=self.nodes,
            seconds=self.seconds,
            max_points=len(self.region),
            max_nodes=self.max_nodes,
        )

    @property
    def evidence(self) -> Literal["proven", "unknown"]:
        return "proven" if "proven" in (self.stones, self.territory) else "unknown"

    def sentence(self) -> str:
        """The answers and the terms, in words."""
        number = self.outside_liberties
        granted = (
            "never short of liberties"
            if number is None
            else f"granted {number} {'liberty' if number == 1 else 'liberties'} there"
        )
        return (
            f"{COLOR_NAMES[self.defender]}'s stones in and beside the {len(self.region)} points: "
            f"{self.stones}; territory: {self.territory}.\n"
            f"Terms: the {self.first} moves first, the {self.ko_winner} wins kos, and each block "
            f"that reaches beyond the region is {granted}."
        )

    @property
    def marks(self) -> dict[Point, Mark]:
        """For a drawing: circles on the empty points, where they are not proven territory."""
        if self.territory == "proven":
            return {}
        return dict.fromkeys((p for p in self.region if not self.board.at(p)), "circle")

    def __repr__(self) -> str:
        return f"<RegionResult: {' '.join(self.sentence().split()).rstrip('.')}>"

    def _picture(self) -> Picture:
        from goseki.draw import Picture

        return Picture.of(
            self.board, owner=self.ownership, marks=self.marks, caption=self.sentence()
        )


def prove_region(
    board: Board,
    region: str | Iterable[PointLike],
    defender: Color,
    *,
    first: Role = "attacker",
    ko_winner: Role = "attacker",
    outside_liberties: int | None = 0,
    nodes: int | None = None,
    seconds: float | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> RegionResult:
    """Prove what a colour holds of a region that need not be enclosed (after X. Niu and
    M. Müller, "An Open Boundary Safety-of-Territory Solver for the Game of Go", 2006).

    `region` is points, or text such as `A1:E5` or `A1:C3,D4`. All beyond them is conceded to the
    attacker, as if he had stones there that cannot be captured. Who moves `first` there, and who
    may take back a ko at once, are parameters. Each of the defender's blocks that reach beyond
    the region has so many `outside_liberties` of its own there, which the attacker can take one
    by one; with None it is never short of liberties.

    With the defaults what is proven holds on the board as it is. With other terms it holds if
    they are met. There are two searches, one for the stones and one for the territory, of 50,000
    `nodes` each if nothing else is said; `seconds` limits both together.

    >>> from goseki import Board
    >>> board = Board.from_diagram("...XO/...XO/XXXXO/OOOO.")
    >>> [prove_region(board, "A4:C3", "B", outside_liberties=n).stones for n in (0, 2)]
    ['refuted', 'proven']
    """
    for role in (first, ko_winner):
        if role not in ROLES:
            raise GosekiError(f"unknown side: {shorten(str(role))} (known: {', '.join(ROLES)})")
    defender = parse_color(defender)
    limits = Limits.of(limits, seconds=seconds, nodes=nodes)
    limits.refuse("prove_region", "memory", "threads")
    max_nodes = limits.nodes or DEFAULT_NODES
    check_whole("nodes", max_nodes, 1, MAX_NODES)
    if outside_liberties is not None:
        check_whole("outside_liberties", outside_liberties, 0, 2**31 - 1)
    check_rules(board)
    points = points_of(board, region)
    if not any(board.at(index) == defender for index in _in_and_beside(board, points)):
        raise GosekiError(f"{defender} has no stones in or beside the region")
    start = time.perf_counter()

    def report(share: float) -> None:
        assert progress is not None
        about = "stones" if share < 0.5 else "territory"
        progress(Progress(share, f"{about}: {2 * max_nodes * (share % 0.5):,.0f} nodes"))

    try:
        found = _core.prove_region(
            board,
            [board.index(point) for point in points],
            defender == "B",
            first == "defender",
            ko_winner == "defender",
            -1 if outside_liberties is None else outside_liberties,
            max_nodes,
            limits.seconds or 0.0,
            report if progress else None,
        )
    except ValueError as error:
        raise GosekiError(
            "the region and its outside liberties are too large: 64 points and 32 blocks at most"
        ) from error
    return RegionResult(
        board=board.copy(),
        region=points,
        defender=defender,
        first=first,
        ko_winner=ko_winner,
        outside_liberties=outside_liberties,
        stones=found.stones,
        territory=found.territory,
        nodes=found.nodes,
        seconds=time.perf_counter() - start,
        max_nodes=max_nodes,
        interrupted=found.interrupted,
    )


def points_of(board: Board, region: str | Iterable[PointLike]) -> tuple[Point, ...]:
    """The points of a region in the order of the board: `A1:E5` is a rectangle.

    >>> from goseki import Board
    >>> [str(p) for p in points_of(Board("5x5"), "B2:A1,D4")]
    ['D4', 'A2', 'B2', 'A1', 'B1']
    """
    if not isinstance(region, Iterable):
        raise GosekiError(f"not a region: {shorten(repr(region))} (an example: 'A1:E5')")
    chosen: set[int] = set()
    for part in region.split(",") if isinstance(region, str) else region:
        if isinstance(part, str):
            chosen.update(map(board.index, View.parse(part, board.size).points()))
        else:
            chosen.add(board.index(part))
    if min(chosen, default=0) < 0:
        raise GosekiError("a pass is not a point of the board")
    if not chosen:
        raise GosekiError("the region has no points")
    return tuple(map(board.point, sorted(chosen)))


def _in_and_beside(board: Board, points: Iterable[Point]) -> set[int]:
    size = board.size
    return {
        board.index(Point(column, row))
        for p in points
        for column, row in (
            (p.column, p.row),
            (p.column - 1, p.row),
            (p.column + 1, p.row),
            (p.column, p.row - 1),
            (p.column, p.row + 1),
        )
        if 0 <= column < size.columns and 0 <= row < size.rows
    }
