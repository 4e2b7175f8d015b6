"""Boards for learning connectedness: is the top left stone connected to the bottom right one?

Made as van der Werf (2004) says in section 6.4.3. Random boards would be too easy, because the
number of stones gives most of them away; so these are near misses: copies of paths of which every
stone is needed, with some points flipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from goseki.errors import GosekiError

Boards = npt.NDArray[np.bool_]
Labels = npt.NDArray[np.int64]

FLIPPED = 0.15
"""The chance of every point but the two corners to be flipped."""
LEAST_TRIES = 100_000
TRIES_A_BOARD = 200
"""How long we look for boards that we do not have yet, before we say that there are too few."""


@dataclass(frozen=True)
class Examples:
    """Boards (number, row, column; true is a stone), and 1 for each that is connected, else 0."""

    boards: Boards
    labels: Labels

    def __len__(self) -> int:
        return len(self.labels)

    def __getitem__(self, chosen: slice) -> Examples:
        return Examples(self.boards[chosen], self.labels[chosen])

    @property
    def vectors(self) -> npt.NDArray[np.float64]:
        """The boards as rows of a table: 1 for a stone, -1 for none."""
        return 2 * self.boards.reshape(len(self), -1).astype(np.float64) - 1

    def __add__(self, more: Examples) -> Examples:
        return Examples(
            np.concatenate((self.boards, more.boards)), np.concatenate((self.labels, more.labels))
        )


def minimal_paths(n: int) -> Iterator[Boards]:
    """Every path between the corners of an n x n board that is cut by the loss of any stone.

    >>> [sum(1 for _ in minimal_paths(n)) for n in (2, 3, 4, 5, 6)]
    [2, 6, 20, 92, 832]
    """
    goal = (n - 1, n - 1)

    def grow(path: list[tuple[int, int]], closed: set[tuple[int, int]]) -> Iterator[Boards]:
        if path[-1] == goal:
            board = np.zeros((n, n), dtype=np.bool_)
            board[tuple(zip(*path, strict=True))] = True
            yield board
            return
        row, column = path[-1]
        around = [(row, column + 1), (row + 1, column), (row, column - 1), (row - 1, column)]
        around = [(r, c) for r, c in around if 0 <= r < n and 0 <= c < n]
        for point in around:
            # A path that touched itself again would have stones to spare in between.
            if point not in closed:
                yield from grow([*path, point], {*closed, path[-1], *around})

    return grow([(0, 0)], {(0, 0)})


def is_connected(board: Any) -> bool:
    """Whether the stone in the top left corner is connected to the one in the bottom right.

    >>> is_connected([[1, 1], [0, 1]]), is_connected([[1, 0], [0, 1]])
    (True, False)
    """
    stones = np.asarray(board, dtype=bool)
    reached = np.zeros_like(stones)
    reached[0, 0] = stones[0, 0]
    while True:
        wider = reached.copy()
        wider[1:] |= reached[:-1]
        wider[:-1] |= reached[1:]
        wider[:, 1:] |= reached[:, :-1]
        wider[:, :-1] |= reached[:, 1:]
        wider &= stones
        if (wider == reached).all():
            return bool(reached[-1, -1])
        reached = wider


def make_examples(n: int, count: int, seed: int) -> Examples:
    """So many different boards in random order, half of them connected: in every even number of
    examples from the beginning on, too."""
    if count < 2 or count % 2:
        raise GosekiError(f"the number of examples must be even and at least 2, not {count}")
    chance = np.random.default_rng((seed, n))
    paths = np.array(list(minimal_paths(n)))
    found: tuple[list[Boards], list[Boards]] = ([], [])
    known: set[bytes] = set()
    for _ in range(LEAST_TRIES + TRIES_A_BOARD * count):
        board = paths[chance.integers(len(paths))] ^ (chance.random((n, n)) < FLIPPED)
        board[0, 0] = board[-1, -1] = True
        # With fewer stones than the shortest path has, there is nothing to ask.
        if board.sum() >= 2 * n - 1 and board.tobytes() not in known:
            known.add(board.tobytes())
            found[is_connected(board)].append(board)
        if min(map(len, found)) >= count // 2:
            boards = np.array([pair for pairs in zip(*found, strict=False) for pair in pairs])
            labels = np.tile(np.array([0, 1], dtype=np.int64), count // 2)
            return Examples(boards[:count], labels)
    raise GosekiError(f"there are not {count} different boards of {n}x{n}, half of them connected")
