"""`solve_problem` against a judge that lists every situation and knows nothing of the search.

`python -m tests.test_tactics_judged 2000` asks about so many enclosed positions.
"""

from __future__ import annotations

import sys
from collections import Counter

import pytest

import goseki as gs
from goseki.coords import PASS, Color, Point, opponent
from goseki.tactics import Solution
from tests.judges.slow_tactics import Move, Position, SlowTactics
from tests.judges.slow_tactics import Point as Pair
from tests.support.enclosed import enclosed

pytestmark = pytest.mark.core

NODES = 60_000
COLORS: dict[str, Color] = {"black": "B", "white": "W"}


def margins(position: Position) -> tuple[int, int, int, int]:
    """How many empty lines are put beside the board, on the left, right, bottom and top, so that
    firm stones have liberties: only where a side of it is all firm, which changes nothing."""
    columns, rows = range(position.columns), range(position.rows)
    sides = (
        [(0, y) for y in rows],
        [(position.columns - 1, y) for y in rows],
        [(x, 0) for x in columns],
        [(x, position.rows - 1) for x in columns],
    )
    left, right, bottom, top = (2 * position.firm.issuperset(side) for side in sides)
    return left, right, bottom, top


def solved(position: Position) -> Solution:
    """What the solver says of a position of the judge's."""
    left, right, bottom, top = margins(position)
    size = position.columns + left + right, position.rows + bottom + top
    board = gs.Board(size, gs.Rules(repetition="NONE", ko_pass=False))

    def points(pairs: frozenset[Pair]) -> list[Point]:
        return [Point(x + left, y + bottom) for x, y in sorted(pairs)]

    to_play = COLORS[position.to_play]
    board.setup(points(position.black), points(position.white), to_play=to_play)
    return gs.solve_problem(
        board,
        points(position.target),
        to_play=to_play,
        firm=points(position.firm),
        nodes=NODES,
    )


def compare(seed: int) -> str:
    """`decided` if the solver says all that the judge says, `open` if it says less. It must never
    say anything else."""
    position = enclosed(seed)
    if position.ko is not None:  # a board without its last move has no ko
        return "ko at the start"
    try:
        solution = solved(position)
    except gs.GosekiError:  # firm stones need no liberties, but those of a board do
        return "no board"
    judge = SlowTactics(position)
    where = f"{seed}: {position.show()} {position.to_play}: {solution}"
    if solution.evidence != "proven":
        return "open"
    status = judge.status()
    assert solution.status == status.word, where
    if solution.ko is not None:
        attacker = opponent(solution.color)
        numbers = {attacker: status.attacker_threats, solution.color: status.defender_threats}
        winner = attacker if status.ko_for == "attacker" else solution.color
        assert solution.ko.winner in (winner, None), where
        assert all(numbers[side] == number for side, number in solution.ko.threats.items()), where
        if len(solution.ko.threats) < 2:
            return "open"
    left, _, bottom, _ = margins(position)

    def name(move: Move) -> Point:
        return PASS if move is None else Point(move[0] + left, move[1] + bottom)

    best = {name(move) for move in judge.best()}
    assert set(solution.best) <= best, where
    values = judge.values()
    top = judge.best_value()
    good = {name(move) for move, value in values.items() if value == top}
    assert not good & set(solution.worse), where
    if solution.best_complete:
        assert set(solution.best) == best, where
        return "decided"
    return "open"


@pytest.mark.parametrize("start", range(0, 120, 12))
def test_status_best_moves_and_threats_are_those_of_the_judge(start: int) -> None:
    found = Counter(compare(seed) for seed in range(start, start + 12))
    assert found["decided"] > found["open"]


def test_a_defender_who_can_put_off_capture_for_ever_is_not_dead() -> None:
    """White takes back at B2 as often as he has threats; Black can do so, too."""
    board = gs.Board.from_diagram(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X . .
        O O O X X . .
        O . O . X . .
        O . X O X . ."""
    )
    solution = gs.solve_problem(board, "A1", to_play="W", nodes=100_000)
    assert (solution.status, solution.evidence) == ("ko", "proven")
    assert solution.ko is not None
    assert (solution.ko.winner, dict(solution.ko.threats)) == ("B", {"B": 0, "W": None})
    assert solution.best == [Point.parse("B1")]
    assert solution.best_complete


def main() -> None:
    found = Counter(compare(seed) for seed in range(int(sys.argv[1])))
    print(dict(found))


if __name__ == "__main__":
    main()
