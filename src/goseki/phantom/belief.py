"""The belief board: the one position that a player of Borsboom (2007, 2.3) takes for true."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
import numpy.typing as npt

from goseki.connected import component, neighbors_of
from goseki.coords import Color, Point
from goseki.phantom.captures import possibly_captured
from goseki.phantom.observation import Observation
from goseki.phantom.rules import PhantomRules


class BeliefBoard:
    """Own stones, and a stone of the opponent on every point that was refused.

    The belief is wrong where the refusal was for suicide or ko and the rules do not tell. After a
    capture all stones are removed that may have been captured. `safe` has the stones of the
    opponent that were probed in vain and are not probed again.

    >>> belief = BeliefBoard(PhantomRules.on("3x3"), "B")
    >>> belief.observe(Observation(False, "played"))
    >>> belief.observe(Observation(True, "refused", Point.parse("B2")))
    >>> belief.signs.tolist(), belief.unknown
    ([[0, 0, 0], [0, -1, 0], [0, 0, 0]], 0)
    """

    def __init__(self, rules: PhantomRules, color: Color) -> None:
        self.rules = rules
        self.color: Color = color
        self.safe: set[int] = set()
        self.opponent_moves = 0
        self.taken = 0
        self.own_moves = 0
        self._own: set[int] = set()
        self._theirs: set[int] = set()

    @property
    def signs(self) -> npt.NDArray[np.int8]:
        """Rows x columns, top row first: +1 Black, -1 White, 0 empty."""
        size = self.rules.size
        board = np.zeros(size.points, dtype=np.int8)
        mine = 1 if self.color == "B" else -1
        board[list(self._own)] = mine
        board[list(self._theirs)] = -mine
        return board.reshape(size.rows, size.columns)

    @property
    def stones(self) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
        """The own stones, the opponent's, and which of these are safe, by index. Can be set."""
        return frozenset(self._own), frozenset(self._theirs), frozenset(self.safe)

    @stones.setter
    def stones(self, stones: tuple[frozenset[int], frozenset[int], frozenset[int]]) -> None:
        self._own, self._theirs, self.safe = map(set, stones)

    @property
    def unknown(self) -> int:
        """How many of the opponent's stones are still to be found (2.3.2)."""
        return max(0, self.opponent_moves - len(self._theirs) - self.taken)

    def observe(self, seen: Observation) -> None:
        """Take in a message of the referee."""
        if not seen.own:
            self._see_opponent(seen)
        elif seen.kind == "refused":
            self._see_refusal(seen)
        elif seen.kind == "played":
            self._see_move(seen)

    def probe(self, refused: Collection[int]) -> int | None:
        """A point of a group that seems to have no liberty, to find out whether the group can be
        captured now. If all points of a group were refused in this turn, it is safe from now
        on."""
        for chain in self._breathless_chains():
            untried = sorted(chain - self.safe - set(refused))
            if untried:
                return untried[0]
            self.safe |= chain
        return None

    def _see_opponent(self, seen: Observation) -> None:
        if seen.kind == "played":
            self.opponent_moves += 1
            self._own -= {self.rules.size.index(point) for point in seen.lost}

    def _see_refusal(self, seen: Observation) -> None:
        assert seen.point is not None
        index = self.rules.size.index(seen.point)
        if index not in self._own and seen.cause not in ("suicide", "ko", "empty"):
            self._theirs.add(index)

    def _see_move(self, seen: Observation) -> None:
        assert seen.point is not None
        index = self.rules.size.index(seen.point)
        self.own_moves += 1
        self._own.add(index)
        self._remove({index})
        if seen.captured:
            self.taken += seen.captured
            self._remove(self._captured(seen, index))

    def _captured(self, seen: Observation, index: int) -> set[int]:
        if seen.captured_points is not None:
            return {self.rules.size.index(point) for point in seen.captured_points}
        return possibly_captured(self.rules.size, self._own, index, seen.captured)

    def _remove(self, points: set[int]) -> None:
        self._theirs -= points
        self.safe -= points

    def _breathless_chains(self) -> list[set[int]]:
        """The groups that seem to have no liberty, and have a stone that is not safe."""
        size = self.rules.size
        around = neighbors_of(size)
        occupied = self._own | self._theirs
        chains: list[set[int]] = []
        seen: set[int] = set()
        for stone in sorted(self._theirs - self.safe):
            if stone in seen:
                continue
            chain = component(size, stone, self._theirs.__contains__)
            seen |= chain
            if all(point in occupied for member in chain for point in around[member]):
                chains.append(chain)
        return chains

    def points(self, color: Color) -> list[Point]:
        """The stones of a colour on this board, in index order."""
        stones = self._own if color == self.color else self._theirs
        return [self.rules.size.point(index) for index in sorted(stones)]
