"""Benson's algorithm word by word, on sets of points: slow, and easy to believe.

`python -m tests.judges.slow_benson [POSITIONS] [SEED]` compares it with the core on random
positions of all sizes under both suicide rules (default: 20000).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterable

import numpy as np
import numpy.typing as npt

from goseki import Board, Rules, _core
from goseki.coords import Size

Set = frozenset[int]
Signs = npt.NDArray[np.int8]

SUICIDE = Rules(suicide=True)
NO_SUICIDE = Rules(suicide=False)


def neighbours(size: Size, index: int) -> list[int]:
    row, column = divmod(index, size.columns)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * size.columns + c for r, c in around if 0 <= r < size.rows and 0 <= c < size.columns]


def parts(size: Size, members: Iterable[int]) -> list[Set]:
    """The connected parts of a set."""
    rest = set(members)
    found = []
    while rest:
        frontier = [rest.pop()]
        part = set(frontier)
        while frontier:
            for near in neighbours(size, frontier.pop()):
                if near in rest:
                    rest.remove(near)
                    part.add(near)
                    frontier.append(near)
        found.append(frozenset(part))
    return found


def slow_benson_of(size: Size, signs: list[int], sign: int, suicide: bool) -> set[int]:
    """The points of a colour's living blocks and of the regions that one of them seals: it
    touches every point, stones included."""
    everything = range(size.points)
    blocks = set(parts(size, [i for i in everything if signs[i] == sign]))
    regions = set(parts(size, [i for i in everything if signs[i] != sign]))

    def touches(block: Set, point: int) -> bool:
        return any(near in block for near in neighbours(size, point))

    def is_vital(region: Set, block: Set) -> bool:
        must_touch = [i for i in region if suicide or signs[i] == 0]
        return all(touches(block, point) for point in must_touch)

    while True:
        kept_blocks = {b for b in blocks if sum(is_vital(r, b) for r in regions) >= 2}
        dropped = blocks - kept_blocks
        dead = {i for i in everything if signs[i] == sign} - set().union(*kept_blocks)
        kept_regions = {
            r for r in regions if not any(near in dead for i in r for near in neighbours(size, i))
        }
        if not dropped and kept_regions == regions:
            break
        blocks, regions = kept_blocks, kept_regions
    territory = [r for r in regions if any(all(touches(b, i) for i in r) for b in blocks)]
    return set().union(*blocks, *territory)


def slow_benson(board: Board) -> Signs:
    """The map of both colours, as the core gives it."""
    signs = board.to_array().reshape(-1).tolist()
    owner = np.zeros(board.size.points, dtype=np.int8)
    for sign in (1, -1):
        for index in slow_benson_of(board.size, signs, sign, board.rules.suicide):
            assert owner[index] == 0, "a point is safe for both"
            owner[index] = sign
    return owner.reshape(board.rows, board.columns)


def random_position(rng: random.Random, largest: int = 19) -> Board:
    """A position of random size and rules: after random play, sparing own eyes or not, or
    scattered stones."""
    size = Size(rng.randint(1, largest), rng.randint(1, largest))
    board = Board(size, rng.choice((SUICIDE, NO_SUICIDE)))
    if rng.random() < 0.7:
        _play_at_random(board, rng, rng.randint(1, 3 * size.points), rng.random() < 0.8)
    else:
        _scatter(board, rng)
    return board


def _play_at_random(board: Board, rng: random.Random, moves: int, spare_eyes: bool) -> None:
    for _ in range(moves):
        color = rng.choice("BW")
        candidates = board.legal_points(color).tolist()
        if spare_eyes:
            true, false = _core.eyes(board, color == "B")
            candidates = sorted({*candidates} - {*true, *false})
        if not candidates:
            break
        board.play_recorded(rng.choice(candidates), color)


def _scatter(board: Board, rng: random.Random) -> None:
    """Stones at random, mostly of one colour; blocks without liberties are taken off."""
    size = board.size
    weights = (rng.random() + 0.1, rng.random() ** 3, rng.random() * 0.6)
    signs = rng.choices((1, -1, 0), weights, k=size.points)
    for sign in (1, -1):
        for block in parts(size, [i for i in range(size.points) if signs[i] == sign]):
            if all(signs[near] for i in block for near in neighbours(size, i)):
                for i in block:
                    signs[i] = 0
    array = np.array(signs, dtype=np.int8).reshape(board.rows, board.columns)
    assert board.set_up(array, 0, 0) < 0


def compare(
    positions: int, seed: int, benson: Callable[[Board], Signs] = _core.benson, largest: int = 19
) -> tuple[list[Board], int]:
    """The positions where the two differ, and how many had something proven."""
    rng = random.Random(seed)
    different = []
    proven = 0
    for _ in range(positions):
        board = random_position(rng, largest)
        expected = slow_benson(board)
        proven += bool(expected.any())
        if not np.array_equal(benson(board), expected):
            different.append(board)
    return different, proven


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 2026
    different, proven = compare(count, seed)
    print(f"{count} positions, {proven} with something proven, {len(different)} differ")
    for board in different[:3]:
        print(repr(board))
    sys.exit(1 if different else 0)
