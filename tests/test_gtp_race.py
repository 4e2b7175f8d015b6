"""Guesses about races, where the search for a proof has found nothing or something."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from goseki import Board, Color, Point
from goseki.gtp.codes import Reply
from goseki.gtp.race import (
    Race,
    count_race,
    firm_walls,
    guess_race,
    holds_captive,
    in_the_end,
    is_shut_in,
)
from goseki.tactics import Goal, Solution, solve_problem

pytestmark = pytest.mark.core


def point(name: str) -> Point:
    return Point.parse(name)


class Asked:
    """A controller's question. If it is `blind`, nothing is ever proven."""

    def __init__(self, board: Board, *, blind: bool) -> None:
        self.board, self.blind = board, blind

    def guess_seconds(self, share: float = 1.0) -> float:
        return share

    def solve(
        self,
        stones: Sequence[Point],
        goal: Goal,
        mover: Color | None = None,
        *,
        share: float = 1.0,
        board: Board | None = None,
        firm: frozenset[Point] = frozenset(),
    ) -> Solution:
        fought = self.board if board is None else board
        nodes = 1 if self.blind else 200_000
        return solve_problem(
            fought, list(stones), goal, mover, firm=firm, every_best=False, nodes=nodes
        )


def codes(board: Board, mine: str, theirs: str, *, blind: bool = True) -> tuple[int, int]:
    asked = Asked(board, blind=blind)
    race = guess_race(asked, board, point(mine), point(theirs), None, None)
    assert race.defended.evidence == race.attacked.evidence == "estimate"
    return race.defended.code, race.attacked.code


RACE = Board.from_diagram(
    """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O . . .
    . X X X X O . . .
    . X O O X O . . .
    . O . O X X . . .
    X O . O O X . . .
    X X X . X X . . .
    . . . X . . . . ."""
)


@pytest.mark.parametrize("blind", [True, False])
def test_who_has_more_liberties_wins(blind: bool) -> None:
    unequal = Board.from_diagram(
        ". . O X . ./X X O X . ./O X O X . ./O X O X . ./O O O X . ./. . . X . ./X X X X . ."
    )
    # Black's B6 has two liberties in the corner, and White's C7 three below.
    assert codes(unequal, "C7", "B6", blind=blind) == (1, 1)
    assert codes(unequal, "B6", "C7", blind=blind)[1] == 0


def test_walls_are_what_reaches_the_open_board() -> None:
    walls = firm_walls(RACE, [point("B6")])
    assert point("F7") in walls
    assert point("B6") not in walls
    assert is_shut_in(RACE, point("B6"))
    assert not is_shut_in(RACE, point("F7"))


NAKADE = Board.from_diagram(
    """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X X . . . .
    O O O O X . . . .
    X X X O X . . . .
    . X . O X . . . ."""
)
"""White takes four stones, and has one eye."""
BENT_FOUR = Board.from_diagram(
    """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . O O O
    . . . . . O O X X
    . . . . O O . X O
    . . . . O X X X O
    . . . . O X . O ."""
)
"""White makes four stones in the corner, and begins the ko when he likes."""


SEKI = Board.from_diagram(
    """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O . . .
    . X X X X O . . .
    X X O . X O . . .
    . O O X X O . . ."""
)
"""Black could take three stones, and would have one eye."""


def test_stones_in_an_eye_space_are_captive() -> None:
    assert holds_captive(NAKADE, point("D2"), point("B2"))
    assert not holds_captive(NAKADE, point("B2"), point("D2"))


def test_captives_are_lost_in_a_good_cause() -> None:
    black, white = point("B2"), point("D2")
    both = Race(Reply(0, evidence="proven"), Reply(1, evidence="proven"))
    held = in_the_end(NAKADE, black, white, both)  # Black's stones are lost, White dies
    assert (held.defended.code, held.attacked.code) == (1, 1)
    assert held.defended.evidence == "estimate"
    around = in_the_end(NAKADE, white, black, both)  # White takes them and dies all the same
    assert (around.defended.code, around.attacked.code) == (0, 0)
    assert around.attacked.evidence == "estimate"


def test_a_proven_race_stays() -> None:
    proven = Race(Reply(1, evidence="proven"), Reply(1, evidence="proven"))
    assert in_the_end(RACE, point("B6"), point("C5"), proven) == proven


def test_the_bent_four_in_the_corner_is_dead() -> None:
    assert codes(BENT_FOUR, "J3", "H4", blind=False) == (1, 1)


def test_four_stones_that_are_taken_leave_one_eye() -> None:
    assert codes(NAKADE, "D2", "B2", blind=False) == (0, 0)


def test_captives_that_cannot_be_taken_are_in_seki() -> None:
    assert codes(SEKI, "E2", "C2", blind=False) == (1, 0)
    assert codes(SEKI, "C2", "E2", blind=False) == (1, 0)


@pytest.mark.parametrize(
    ("diagram", "mine", "theirs", "codes"),
    [
        ("X.OX/XOOX/XOXX/.OX.", "A2", "B2", (0, 0)),
        (". O X . . O/X O X X X O/X O O O O O/X X X . . ./. . . . . .", "C5", "B5", (0, 0)),
    ],
)
def test_liberties_are_counted(
    diagram: str, mine: str, theirs: str, codes: tuple[int, int]
) -> None:
    race = count_race(Board.from_diagram(diagram), point(mine), point(theirs))
    assert (race.defended.code, race.attacked.code) == codes
