"""Which points of a board are neighbours, and which sets are connected. Points are indices."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from goseki.coords import Size


@cache
def neighbors_of(size: Size) -> tuple[tuple[int, ...], ...]:
    """For every index of a board, the indices next to it.

    >>> neighbors_of(Size(2, 2))
    ((1, 2), (0, 3), (0, 3), (1, 2))
    """
    columns, rows = size
    return tuple(
        tuple(
            neighbor
            for neighbor, inside in (
                (index - columns, index >= columns),
                (index - 1, index % columns > 0),
                (index + 1, index % columns < columns - 1),
                (index + columns, index < columns * (rows - 1)),
            )
            if inside
        )
        for index in range(size.points)
    )


def component(size: Size, seed: int, belongs: Callable[[int], bool]) -> set[int]:
    """The points connected to `seed` through points for which `belongs` is true.

    >>> sorted(component(Size(5, 1), 0, lambda index: index != 3))
    [0, 1, 2]
    """
    around = neighbors_of(size)
    found, waiting = {seed}, [seed]
    while waiting:
        for point in around[waiting.pop()]:
            if point not in found and belongs(point):
                found.add(point)
                waiting.append(point)
    return found


def components(size: Size, points: Iterable[int]) -> list[set[int]]:
    """The connected parts of a set of points.

    >>> components(Size(5, 1), [4, 0, 1])
    [{0, 1}, {4}]
    """
    rest, found = set(points), []
    for seed in sorted(rest):
        if seed in rest:
            found.append(component(size, seed, rest.__contains__))
            rest -= found[-1]
    return found
