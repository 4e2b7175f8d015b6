"""The capture game played out in the plainest way, sharing nothing with the core."""

from functools import cache

Points = frozenset[int]
Value = tuple[bool, int]
"""Whether the player to move wins, and after how many plies."""


class SlowCapture:
    """Values of positions of one board, given as the mover's and the other side's stones."""

    def __init__(self, columns: int, rows: int) -> None:
        self.points = range(columns * rows)
        self.near = {
            point: [
                y * columns + x
                for x, y in self._around(point % columns, point // columns)
                if 0 <= x < columns and 0 <= y < rows
            ]
            for point in self.points
        }
        self.value = cache(self._value)

    @staticmethod
    def _around(x: int, y: int) -> list[tuple[int, int]]:
        return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]

    def breathes(self, stone: int, own: Points, other: Points) -> bool:
        """Whether the block of a stone has a liberty."""
        block, edge = {stone}, [stone]
        while edge:
            for near in self.near[edge.pop()]:
                if near in own and near not in block:
                    block.add(near)
                    edge.append(near)
                elif near not in own and near not in other:
                    return True
        return False

    def is_position(self, own: Points, other: Points) -> bool:
        return all(self.breathes(p, own, other) for p in own) and all(
            self.breathes(p, other, own) for p in other
        )

    def moves(self, own: Points, other: Points) -> dict[int, bool]:
        """The legal moves, and whether each captures."""
        result = {}
        for move in self.points:
            if move in own or move in other:
                continue
            after = own | {move}
            captures = any(
                near in other and not self.breathes(near, other, after) for near in self.near[move]
            )
            if captures or self.breathes(move, after, other):
                result[move] = captures
        return result

    def value_of_move(self, own: Points, other: Points, move: int, captures: bool) -> Value:
        if captures:
            return True, 1
        wins, plies = self.value(other, own | {move})
        return not wins, plies + 1

    def _value(self, own: Points, other: Points) -> Value:
        values = [self.value_of_move(own, other, m, c) for m, c in self.moves(own, other).items()]
        if not values:
            return False, 0
        winning = [plies for wins, plies in values if wins]
        return (True, min(winning)) if winning else (False, max(plies for _, plies in values))

    def best_moves(self, own: Points, other: Points) -> list[int]:
        value = self.value(own, other)
        return [
            move
            for move, captures in self.moves(own, other).items()
            if self.value_of_move(own, other, move, captures) == value
        ]
