"""Which stones a capture may have taken, as far as the number of them tells."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations

from goseki.connected import component, neighbors_of
from goseki.coords import Size


def possibly_captured(size: Size, own: Collection[int], move: int, count: int) -> set[int]:
    """The points that may have held the `count` stones which the stone at `move` took.

    `own` are the stones of the player who moved. A captured chain fills a whole region of points
    without own stones, and the region touches the move. So every combination of such regions that
    has `count` points together is possible (Borsboom 2007, 2.3.4), and no other point was
    captured.

    >>> row = Size(5, 1)                      # . . X . .   and X took two: left or right
    >>> sorted(possibly_captured(row, {2}, 2, 2))
    [0, 1, 3, 4]
    """
    regions: list[set[int]] = []
    for point in neighbors_of(size)[move]:
        if point not in own and not any(point in region for region in regions):
            regions.append(component(size, point, lambda other: other not in own))
    return set().union(*_adding_up(regions, count))


def _adding_up(regions: list[set[int]], count: int) -> Iterable[set[int]]:
    for chosen in range(1, len(regions) + 1):
        for combination in combinations(regions, chosen):
            if sum(map(len, combination)) == count:
                yield set().union(*combination)
