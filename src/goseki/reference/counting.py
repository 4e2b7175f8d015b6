"""Two counts with published values: they tell whether the rules were understood."""

from __future__ import annotations

from itertools import product

from goseki.reference.rules import OPPONENT, Color, Referee, Stones, adjacency, connected, liberties


def count_legal_positions(columns: int, rows: int) -> int:
    """How many colourings leave every block a liberty, by trying them all.

    >>> count_legal_positions(2, 2)
    57
    """
    neighbours = adjacency(columns, rows)
    choices: tuple[Color | None, ...] = (None, *OPPONENT)
    count = 0
    for coloring in product(choices, repeat=len(neighbours)):
        stones: Stones = {p: c for p, c in zip(neighbours, coloring, strict=True) if c}
        blocks = (connected(point, stones, neighbours) for point in stones)
        if all(liberties(block, stones, neighbours) for block in blocks):
            count += 1
    return count


def perft(referee: Referee, depth: int) -> int:
    """How many games of `depth` more moves there are; one that ends sooner counts once.

    >>> [perft(Referee(2, 2, repetition="NONE", ko_pass=False), depth) for depth in (1, 2, 3)]
    [5, 21, 69]
    """
    if depth == 0 or referee.over:
        return 1
    total = 0
    for point in [*referee.legal_points(referee.to_play), None]:
        after = referee.copy()
        after.play(after.to_play, point)
        total += perft(after, depth - 1)
    return total
