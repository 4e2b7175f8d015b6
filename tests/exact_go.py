"""Go under the basic ko rule, strongly solved on tiny boards by the reference alone.

Slow and obvious: all situations that can arise are listed, and the sets from which a side
can force a score grow from the ends of games backwards until nothing is added. Whoever
cannot be forced can go on for ever, and a game that goes on for ever is a draw.

`python tests/exact_go.py` compares the solver on every situation of 3x3.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from goseki import Board, Point, Rules
from goseki.reference import Referee
from goseki.reference.static import terminal_score
from goseki.solver import solve


class Table:
    """The score under best play of every situation that can arise from an empty board."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        start = Referee(columns, rows, repetition="NONE")
        self.referees = [start]
        self.children: list[list[int]] = []
        known = {_name(start): 0}
        for referee in self.referees:  # grows while it is walked
            below = []
            for child in _successors(referee):
                name = _name(child)
                if name not in known:
                    known[name] = len(self.referees)
                    self.referees.append(child)
                below.append(known[name])
            self.children.append(below)
        self.scores = self._solve()

    def _solve(self) -> list[int]:
        points = self.columns * self.rows
        ends = {
            number: terminal_score(
                self.columns, self.rows, referee.stones, remove_one_liberty_blocks=True
            )
            for number, referee in enumerate(self.referees)
            if referee.over
        }
        scores = [0] * len(self.referees)
        for target in range(1, points + 1):
            for number in self._forced("B", {n for n, lead in ends.items() if lead >= target}):
                scores[number] = target
            for number in self._forced("W", {n for n, lead in ends.items() if lead <= -target}):
                scores[number] = -target
        return scores

    def _forced(self, color: str, reached: set[int]) -> set[int]:
        """The situations from which a colour can force one of these ends."""
        parents: list[list[int]] = [[] for _ in self.referees]
        for number, below in enumerate(self.children):
            for child in below:
                parents[child].append(number)
        open_answers = [len(below) for below in self.children]
        frontier = list(reached)
        while frontier:
            for parent in parents[frontier.pop()]:
                if parent in reached:
                    continue
                open_answers[parent] -= 1
                if self.referees[parent].to_play == color or open_answers[parent] == 0:
                    reached.add(parent)
                    frontier.append(parent)
        return reached

    def positions(self) -> Iterator[tuple[Board, int]]:
        """Every position without a ko or passes, as a board, with its score."""
        for referee, score in zip(self.referees, self.scores, strict=True):
            if referee.ko_point is None and referee.passes == 0 and not referee.over:
                board = Board(f"{self.columns}x{self.rows}", Rules())
                stones = referee.stones.items()
                board.setup(
                    [Point(*p) for p, c in stones if c == "B"],
                    [Point(*p) for p, c in stones if c == "W"],
                    to_play=referee.to_play,
                )
                yield board, score


def _name(referee: Referee) -> tuple[object, ...]:
    return (*referee.situation_key(), referee.passes_needed)


def _successors(referee: Referee) -> Iterator[Referee]:
    if referee.over:
        return
    color = referee.to_play
    for point in (*referee.legal_points(color), None):
        child = referee.copy()
        child.play(color, point)
        child.history, child.moves = [], []  # repetition is left to the table
        yield child


def main() -> int:
    wrong = checked = 0
    for board, score in Table(3, 3).positions():
        checked += 1
        result = solve(board, ko="basic")
        if result.score != score:
            wrong += 1
            print(f"{board!r}: table {score}, solver {result.lower}..{result.upper}")
    print(f"{checked} positions of 3x3, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
