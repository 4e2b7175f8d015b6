"""How a finished game is counted, once it is agreed which stones are dead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from goseki.reference.rules import OPPONENT, Color, Neighbours, Point, Referee, Stones, connected

Owner: TypeAlias = dict[Point, Color | None]

MAX_SEKI_EYE = 3


class Score(NamedTuple):
    """Who owns each point, and the count. Komi and handicap bonus are part of `white`."""

    owner: Owner
    black: float
    white: float
    lead: float
    """Black's points minus White's."""


def score(
    referee: Referee, dead: Iterable[Point] = (), seki: Iterable[Point] | None = None
) -> Score:
    """Count the referee's position under its rules, without the `dead` stones.

    `seki` matters only where eyes in seki are taxed: the groups that contain one of
    its points are in seki. None leaves the decision to `looks_like_seki`.

    >>> game = Referee(3, 1, komi=0.5)
    >>> game.play("B", (1, 0))
    >>> score(game).lead
    2.5
    """
    dead_stones: Stones = {}
    for point in dead:
        if point not in referee.stones:
            raise ValueError(f"no stone to remove: {point}")
        dead_stones[point] = referee.stones[point]
    stones = {p: c for p, c in referee.stones.items() if p not in dead_stones}

    owner = owners(stones, referee.neighbours)
    if referee.tax == "SEKI":
        owner = tax_seki(owner, stones, seki, referee.neighbours)

    def points_of(color: Color) -> float:
        owned = {point for point, holder in owner.items() if holder == color}
        if referee.scoring == "AREA":
            return float(len(owned))
        territory = owned - stones.keys()
        dead_opponents = list(dead_stones.values()).count(OPPONENT[color])
        return float(len(territory) + referee.prisoners[color] + dead_opponents)

    black = points_of("B")
    white = points_of("W") + referee.komi + handicap_bonus(referee)
    return Score(owner, black, white, black - white)


def owners(stones: Stones, neighbours: Neighbours) -> Owner:
    """Each stone belongs to its colour, an empty region to the colour beside it if there is one."""
    owner: Owner = {}
    for point in neighbours:
        if point in stones:
            owner[point] = stones[point]
        elif point not in owner:
            region = connected(point, stones, neighbours)
            border = {stones[near] for p in region for near in neighbours[p] if near in stones}
            holder = border.pop() if len(border) == 1 else None
            owner.update(dict.fromkeys(region, holder))
    return {point: owner[point] for point in neighbours}


def tax_seki(
    owner: Owner, stones: Stones, seki: Iterable[Point] | None, neighbours: Neighbours
) -> Owner:
    """The same owners, except that the empty points of groups in seki are nobody's.

    A group is a connected set of stones of one colour and the empty regions they own.
    """
    named = None if seki is None else set(seki)
    taxed: set[Point] = set()
    for point in stones:
        group = connected(point, owner, neighbours)
        if named is None:
            in_seki = looks_like_seki(group, owner, stones, neighbours)
        else:
            in_seki = not group.isdisjoint(named)
        if in_seki:
            taxed |= group - stones.keys()
    return {point: None if point in taxed else holder for point, holder in owner.items()}


def looks_like_seki(
    group: set[Point], owner: Owner, stones: Stones, neighbours: Neighbours
) -> bool:
    """Whether a group touches a neutral point and has at most one eye, and that a small one."""
    empty = group - stones.keys()
    one_region = not empty or connected(next(iter(empty)), stones, neighbours) == empty
    touches_neutral = any(owner[near] is None for point in group for near in neighbours[point])
    return touches_neutral and one_region and len(empty) <= MAX_SEKI_EYE


def handicap_bonus(referee: Referee) -> int:
    """What White gets for Black's handicap; a single stone is only the first move."""
    if referee.handicap < 2 or referee.white_handicap_bonus == "0":
        return 0
    return referee.handicap if referee.white_handicap_bonus == "N" else referee.handicap - 1
