"""The attacker: it lives where there is room, and not where there is none."""

from collections.abc import Callable

import pytest

from goseki import Board
from goseki.experiments.safety_attack import attack
from goseki.experiments.safety_soundness import doubt


def everything(board: Board) -> tuple[set[int], set[int]]:
    """Black's stones, and all that is not Black's."""
    points = range(board.size.points)
    stones = {index for index in points if board.at(index) == "B"}
    return stones, set(points) - stones


def guarded_eye(side: int) -> str:
    """White forces the capture at the top, and has the first move in the hole."""
    rows = [".." if row == 0 else "X." if row in (1, 2, side - 1) else "XX" for row in range(side)]
    return "/".join("O" * (side - 2) + row for row in rows)


def linked_ring(side: int) -> str:
    """White threatens to cut the ring, and Black's answer takes off all that is inside."""
    middle = "O" * (side - 2)
    rows = ["X" * side, *[f"X{middle}X"] * (side - 5), f".{middle}X", f"X{middle}X"]
    return "/".join([*rows, f"XX{middle[1:]}X", ".XX." + "X" * (side - 4)])


def corner_group(side: int) -> str:
    """Eight points of Black's beside one white block with a single eye."""
    rows = [["O"] * side for _ in range(side)]
    rows[-1][:4], rows[-2][:4], rows[0][-1] = ".X.X", "XXXX", "."
    return "/".join(map("".join, rows))


@pytest.mark.parametrize("family", [guarded_eye, linked_ring, corner_group])
def test_the_attacker_lives_in_a_hole_of_13x13(family: Callable[[int], str]) -> None:
    board = Board.from_diagram(family(13))
    found = attack(board, "B", *everything(board), tries=2, playouts=200)
    assert found.lives == 2
    assert found.succeeds


DEAD = [
    "OOOX./OOOX./OO.XX/XXXX./...X.",
    ".XXX..X/XXO.X.X/X.OOX.X/XX.OXXX/.XXXX../X..X.XX/XXXXXX.",
    "..O.XX./.OO.X.X/.O..XXX/....X../XXXXXXX/.X..X.X",
]


@pytest.mark.parametrize("diagram", DEAD)
def test_no_alarm_where_stones_are_dead(diagram: str) -> None:
    board = Board.from_diagram(diagram)
    found = attack(board, "B", *everything(board), tries=3, playouts=200)
    assert not found.succeeds


def test_a_capture_succeeds_too_and_is_told() -> None:
    board = Board.from_diagram(".XO/XXO/OO.")
    text = doubt(board, "B", ({1, 3, 4}, {0}), tries=2)
    assert text is not None
    assert text.startswith("attacker lives in 0 and captures in 2 of 2 tries (0 and 2 with longer")
    assert ": B: .XO #S-" in text
