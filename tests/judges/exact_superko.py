"""Go under superko on tiny boards, solved by the reference alone, every history spelled out.

Slow and obvious: a depth-first search without a table, in which the set of all that was on
the way is carried along and looked at before each stone.

`python -m tests.judges.exact_superko` compares the solver on every position of 5x1, in minutes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from goseki import Board, Point, Rules
from goseki.reference import Referee
from goseki.reference.static import terminal_score
from goseki.solver import solve


class Move(NamedTuple):
    target: int
    is_pass: bool


class SuperkoGame:
    """All situations of a board that simple ko or, under `psk`, no ko at all allows."""

    def __init__(self, columns: int, rows: int, mode: str, *, ko_pass: bool = True) -> None:
        self.columns, self.rows, self.mode = columns, rows, mode
        start = Referee(
            columns,
            rows,
            ko="SIMPLE" if mode == "ssk" else "NONE",
            repetition="NONE",
            ko_pass=ko_pass,
        )
        self.referees = [start]
        self.moves: list[list[Move]] = []
        known = {self._name(start): 0}
        for referee in self.referees:  # grows while it is walked
            moves = []
            for point in self._candidates(referee):
                child = referee.copy()
                child.play(referee.to_play, point)
                child.history, child.moves = [], []  # histories are carried by `value`
                name = self._name(child)
                if name not in known:
                    known[name] = len(self.referees)
                    self.referees.append(child)
                moves.append(Move(known[name], point is None))
            self.moves.append(moves)
        arrangements = sorted({referee.position_key() for referee in self.referees})
        numbers = {name: number for number, name in enumerate(arrangements)}
        self.marks = [
            1 << (number if mode == "ssk" else numbers[referee.position_key()])
            for number, referee in enumerate(self.referees)
        ]
        self.ends = {
            number: terminal_score(columns, rows, r.stones, remove_one_liberty_blocks=False)
            for number, r in enumerate(self.referees)
            if r.over
        }

    def value(self, number: int) -> int:
        """Black's lead under best play, in a game that begins here."""
        points = self.columns * self.rows
        return self._search(number, self.marks[number], -points, points)

    def _search(self, number: int, history: int, alpha: int, beta: int) -> int:
        if number in self.ends:
            return self.ends[number]
        black = self.referees[number].to_play == "B"
        best = None
        for target, is_pass in self.moves[number]:
            mark = self.marks[target]
            if not is_pass and history & mark:
                continue  # it was on the board before
            value = self._search(target, history | mark, alpha, beta)
            if best is None or (value > best if black else value < best):
                best = value
            if black:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        assert best is not None  # a pass is always legal
        return best

    def positions(self) -> Iterator[tuple[int, Board]]:
        """Every position without a ko or passes, by number and as a board."""
        for number, referee in enumerate(self.referees):
            if referee.ko_point is None and referee.passes == 0 and not referee.over:
                board = Board(f"{self.columns}x{self.rows}", Rules(ko_pass=referee.ko_pass))
                stones = referee.stones.items()
                board.setup(
                    [Point(*p) for p, c in stones if c == "B"],
                    [Point(*p) for p, c in stones if c == "W"],
                    to_play=referee.to_play,
                )
                yield number, board

    @staticmethod
    def _candidates(referee: Referee) -> list[tuple[int, int] | None]:
        if referee.over:
            return []
        # A pass first: most games end soon then.
        return [None, *referee.legal_points(referee.to_play)]

    @staticmethod
    def _name(referee: Referee) -> tuple[object, ...]:
        return (*referee.situation_key(), referee.passes_needed)


def main() -> int:
    """Compare the solver on every position of the strip of five points."""
    wrong = checked = 0
    for mode in ("ssk", "psk"):
        game = SuperkoGame(5, 1, mode)
        for number, board in game.positions():
            checked += 1
            score = game.value(number)
            result = solve(board, ko=mode)  # type: ignore[arg-type]
            if result.score != score:
                wrong += 1
                print(f"{mode} {board!r}: reference {score}, solver {result.lower}..{result.upper}")
    print(f"{checked} positions of 5x1, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
