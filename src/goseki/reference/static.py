"""What is decided without play, derived a second time to judge the static claims of a proof.

Benson's unconditional life, van der Werf's unconditional territory (2004, section 5.1.2)
and the score of a finished game (5.1.3), on sets of points, where suicide is illegal. One
function for each sentence of the definition; nothing is fast.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import NamedTuple

from goseki.reference.rules import (
    OPPONENT,
    Color,
    Neighbours,
    Point,
    Stones,
    adjacency,
    connected,
    liberties,
)

ROOM_FOR_A_SEKI = 4
"""With fewer liberties of the two stones in the eye space no seki is possible."""


class Owned(NamedTuple):
    """What a colour owns although it always passes."""

    alive: set[Point]
    """Its unconditionally alive stones."""
    area: set[Point]
    """Those stones, their vital regions and its territory, with the opponent's stones there."""


def unconditional(columns: int, rows: int, stones: Stones, color: Color) -> Owned:
    """The stones of a colour that cannot be captured, and all it owns by them.

    >>> corner = {(0, 1): "B", (1, 1): "B", (2, 1): "B", (1, 2): "B"}
    >>> len(unconditional(3, 2, {(c, r - 1): s for (c, r), s in corner.items()}, "B").area)
    6
    """
    neighbours = adjacency(columns, rows)
    alive, area = _benson(neighbours, stones, color)
    if alive:
        for region in parts(neighbours.keys() - area, neighbours):
            area |= _owned(region, alive, stones, color, neighbours)
    return Owned(alive, area)


def bounds(columns: int, rows: int, stones: Stones) -> tuple[int, int]:
    """Between which numbers Black's lead, without komi, must end.

    >>> bounds(3, 1, {(1, 0): "B"}), bounds(3, 1, {(0, 0): "B"})
    ((3, 3), (-3, 3))
    """
    points = columns * rows
    black = len(unconditional(columns, rows, stones, "B").area)
    white = len(unconditional(columns, rows, stones, "W").area)
    return 2 * black - points, points - 2 * white


def terminal_score(
    columns: int, rows: int, stones: Stones, *, remove_one_liberty_blocks: bool
) -> int:
    """Black's lead, without komi, when the game ends here.

    >>> terminal_score(4, 1, {(0, 0): "B", (2, 0): "W"}, remove_one_liberty_blocks=True)
    -4
    """
    neighbours = adjacency(columns, rows)
    holder: Stones = {}
    for color in OPPONENT:
        holder.update(dict.fromkeys(unconditional(columns, rows, stones, color).area, color))
    for point, color in stones.items():
        block = connected(point, stones, neighbours)
        in_atari = len(liberties(block, stones, neighbours)) == 1
        if point not in holder and not (remove_one_liberty_blocks and in_atari):
            holder[point] = color
    lead = 0
    for point in neighbours:
        nearest = {holder[p] for p in _nearest(point, holder)}
        lead += ("B" in nearest) - ("W" in nearest)
    return lead


def parts(points: Iterable[Point], neighbours: Neighbours) -> list[set[Point]]:
    """The connected parts of a set of points.

    >>> sorted(map(sorted, parts([(0, 0), (1, 0), (3, 0)], adjacency(4, 1))))
    [[(0, 0), (1, 0)], [(3, 0)]]
    """
    rest = set(points)
    found = []
    while rest:
        part: set[Point] = set()
        frontier = {rest.pop()}
        while frontier:
            part |= frontier
            frontier = {near for point in frontier for near in neighbours[point]} & rest
            rest -= frontier
        found.append(part)
    return found


def _benson(neighbours: Neighbours, stones: Stones, color: Color) -> tuple[set[Point], set[Point]]:
    """The unconditionally alive stones, and those with their vital regions."""
    own = {point for point, owner in stones.items() if owner == color}
    blocks = parts(own, neighbours)
    regions = parts(neighbours.keys() - own, neighbours)

    def is_vital(region: set[Point], block: set[Point]) -> bool:
        return region - stones.keys() <= _border(block, neighbours)

    while True:
        living = [b for b in blocks if sum(is_vital(region, b) for region in regions) >= 2]
        alive = set().union(*living)
        left = [region for region in regions if _border(region, neighbours) <= alive]
        if len(living) == len(blocks) and len(left) == len(regions):
            break
        blocks, regions = living, left
    vital = [region for region in regions if any(is_vital(region, block) for block in blocks)]
    return alive, alive.union(*vital)


def _owned(
    region: set[Point], alive: set[Point], stones: Stones, color: Color, neighbours: Neighbours
) -> set[Point]:
    """What the colour owns of a region that its living stones enclose."""
    eyespace = _eyespace(region, alive, stones, color, neighbours)
    own = {point for point in eyespace if stones.get(point) == color}
    others = eyespace - own
    one_part = len(parts(eyespace, neighbours)) == 1
    if len(eyespace) <= 1 or (len(eyespace) == 2 and one_part):
        return region
    if len(own) not in (1, 2) or not others <= _border(own, neighbours):
        return set()
    if len(own) == 1:
        return region
    if len(parts(own, neighbours)) == 2:
        return set()
    return own if _seki_is_possible(own, others, neighbours) else region


def _eyespace(
    region: set[Point], alive: set[Point], stones: Stones, color: Color, neighbours: Neighbours
) -> set[Point]:
    """Where the opponent could get an eye: nowhere next to a living stone, not on a false point."""
    candidates = {point for point in region if stones.get(point) != OPPONENT[color]}
    eyespace = candidates - _border(alive, neighbours)
    if _goes_round_something(region, neighbours):
        return eyespace
    false = {point for point in region if _is_false(point, alive, neighbours)}
    for point in false:
        if stones.get(point) == color and connected(point, stones, neighbours) == {point}:
            eyespace -= set(neighbours[point]) - stones.keys()
    return eyespace - false


def _is_false(point: Point, alive: set[Point], neighbours: Neighbours) -> bool:
    """Whether living stones hold two of the point's diagonals, or one at the edge."""
    held = sum(diagonal in alive for diagonal in _diagonals(point))
    at_edge = len(neighbours[point]) < 4
    return held >= (1 if at_edge else 2)


def _goes_round_something(region: set[Point], neighbours: Neighbours) -> bool:
    """Whether a walk in the region can enclose points that are not of it.

    It cannot if every other point reaches the edge of the board by steps in all eight
    directions outside the region.
    """
    outside = neighbours.keys() - region
    reached = {point for point in outside if len(neighbours[point]) < 4}
    frontier = reached
    while frontier:
        steps = {near for p in frontier for near in (*neighbours[p], *_diagonals(p))}
        frontier = (steps & outside) - reached
        reached = reached | frontier
    return reached != outside


def _seki_is_possible(pair: set[Point], pair_liberties: set[Point], neighbours: Neighbours) -> bool:
    """Whether the opponent may be left with one eye round two stones he cannot take."""
    if len(pair_liberties) < ROOM_FOR_A_SEKI:
        return False
    if len(pair_liberties) == ROOM_FOR_A_SEKI:
        two_each = all(len(pair_liberties & set(neighbours[stone])) == 2 for stone in pair)
        return two_each and len(parts(pair_liberties, neighbours)) == ROOM_FOR_A_SEKI
    if len(pair_liberties) == ROOM_FOR_A_SEKI + 1:
        return [len(part) for part in parts(pair_liberties, neighbours)].count(1) > 1
    return True


def _border(points: Set[Point], neighbours: Neighbours) -> set[Point]:
    """The points next to a set that are not in it."""
    return {near for point in points for near in neighbours[point]} - points


def _diagonals(point: Point) -> list[Point]:
    """The four points, on the board or not, that touch a point at its corners."""
    column, row = point
    return [(column + right, row + up) for right in (-1, 1) for up in (-1, 1)]


def _nearest(point: Point, holder: Stones) -> list[Point]:
    """The held points at the least distance along the lines; the point itself if held."""
    if not holder:
        return []

    def distance(other: Point) -> int:
        return abs(point[0] - other[0]) + abs(point[1] - other[1])

    least = min(map(distance, holder))
    return [other for other in holder if distance(other) == least]
