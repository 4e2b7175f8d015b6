"""Handicap points: the fixed table of GTP 2, and a free placement of our own."""

from __future__ import annotations

from goseki.coords import Point, Size


def most_fixed_stones(size: Size) -> int:
    """How many stones the fixed table has for a board: 9, 4 or none.

    >>> [most_fixed_stones(Size(n, n)) for n in (19, 18, 9, 7, 6)]
    [9, 4, 9, 4, 0]
    """
    sides = tuple(size)
    if min(sides) < 7:
        return 0
    return 9 if all(side % 2 and side > 7 for side in sides) else 4


def fixed_points(size: Size, stones: int) -> list[Point]:
    """The points of GTP's `fixed_handicap` in the order of its table.

    >>> " ".join(map(str, fixed_points(Size(9, 9), 5)))
    'C3 G7 C7 G3 E5'
    """
    columns, rows = (_lines(side) for side in size)
    corners = [(0, 0), (2, 2), (0, 2), (2, 0)]
    sides = [(0, 1), (2, 1), (1, 0), (1, 2)]
    chosen = corners[:stones]
    if stones > 4:
        chosen += sides[: (stones - 4) // 2 * 2]
        if stones % 2:
            chosen.append((1, 1))
    return [Point(columns[column], rows[row]) for column, row in chosen]


def _lines(side: int) -> tuple[int, int, int]:
    """The low, middle and high handicap line of a side, counted from 0."""
    edge = 3 if side >= 13 else 2
    return edge, side // 2, side - 1 - edge


def free_points(size: Size, stones: int) -> list[Point]:
    """Points for `place_free_handicap`: the fixed ones, then each as far as can be from
    those before it and from the edge.

    >>> free_points(Size(5, 5), 2)
    [Point.parse('C3'), Point.parse('B2')]
    """
    chosen = fixed_points(size, min(stones, most_fixed_stones(size)))
    left = {size.point(index) for index in range(size.points)} - set(chosen)
    room = {point: _from_edge(point, size) for point in left}
    for stone in chosen:
        _take_room(room, stone)
    while len(chosen) < stones:
        stone = min(room, key=lambda point: (-room[point], point))
        del room[stone]
        _take_room(room, stone)
        chosen.append(stone)
    return chosen


def _from_edge(point: Point, size: Size) -> int:
    column, row = point
    return 2 * min(column, size.columns - 1 - column, row, size.rows - 1 - row)


def _take_room(room: dict[Point, int], stone: Point) -> None:
    for point, distance in room.items():
        column, row = point
        room[point] = min(distance, abs(column - stone.column) + abs(row - stone.row))
