"""The campaign against the safety solver, in a small size, and that it can fail."""

import random

import pytest

from goseki import Board, life
from goseki.coords import Color
from goseki.experiments import safety_soundness
from goseki.experiments.safety_soundness import Claim, judge, judge_positions, random_position
from goseki.safety import Method


@pytest.fixture(autouse=True)
def small_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety_soundness, "MAX_POSITIONS", 10_000)


@pytest.mark.parametrize(("method", "positions"), [("static", 200), ("search", 60)])
def test_nothing_breaks_a_claim_of_the_solver(method: Method, positions: int) -> None:
    found = safety_soundness.run(positions, seed=11, method=method)
    assert found.violations == []
    assert found.positions == positions
    assert found.judged > positions // 20


def one_eye_will_do(board: Board, color: Color) -> Claim:
    """A broken rule: blocks with one healthy region live, and the region is territory."""
    stones: set[int] = set()
    territory: set[int] = set()
    for region in life.regions(board, color):
        for first in region.healthy:
            stones.update(board.block_points(board.index(first)))
            territory.update(map(board.index, region.points))
    return stones, territory


def test_the_campaign_catches_a_broken_rule() -> None:
    rng = random.Random(3)
    found = judge_positions((random_position(rng) for _ in range(60)), one_eye_will_do)
    assert found.violations


def claim(diagram: str, stones: str, territory: str) -> int:
    board = Board.from_diagram(diagram)
    points = [{board.index(name) for name in names.split()} for names in (stones, territory)]
    return judge(board, "B", *points)


def test_the_judge_on_known_positions() -> None:
    assert claim(".XO/XXO/OO.", "A2", "") == 1  # one eye is not enough
    assert claim("....X/XXXXX", "A1 E2", "A2 B2 C2 D2") == 0
    # A seki: the stones live, what is between them is nobody's.
    seki = "OOO./XX.O/XXXX/XX.X"
    assert claim(seki, "A3 C2", "") == 0
    assert claim(seki, "A3 C2", "A4") == 1
