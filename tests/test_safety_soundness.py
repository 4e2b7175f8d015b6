"""The campaign against the safety solver, in a small size, and that it can fail."""

import itertools
import random

import pytest

from goseki import Board, life
from goseki.coords import Color
from goseki.experiments import safety_soundness
from goseki.experiments.safety_soundness import (
    Blocks,
    Claim,
    SekiClaim,
    judge,
    judge_positions,
    judge_sekis,
    random_position,
    solver_sekis,
    tiny_position,
)
from goseki.safety import Method

pytestmark = pytest.mark.core


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


SEKIS = [".XXOO./XXX.OO", ".X.O/XXO./XXOO"]


def test_sekis_that_the_solver_finds_hold() -> None:
    found = judge_sekis(map(Board.from_diagram, SEKIS), solver_sekis)
    assert (found.sekis, found.violations) == (len(SEKIS), [])


def two_common_liberties(board: Board) -> list[SekiClaim]:
    """A broken rule: blocks of both colours with two liberties in common are in seki."""
    colors: tuple[Color, Color] = ("B", "W")
    stones = {
        color: {
            min(board.block_points(i)) for i in range(board.size.points) if board.at(i) == color
        }
        for color in colors
    }
    found: list[SekiClaim] = []
    for b, w in itertools.product(stones["B"], stones["W"]):
        if len(set(board.block_liberties(b)) & set(board.block_liberties(w))) == 2:
            blocks: Blocks = {"B": [set(board.block_points(b))], "W": [set(board.block_points(w))]}
            found.append((blocks, blocks))
    return found


def alive_will_do(board: Board) -> list[SekiClaim]:
    """Another: what stays is in seki."""
    blocks: Blocks = {"B": [set(board.block_points(board.index("B2")))], "W": []}
    return [(blocks, blocks)]


def test_broken_rules_of_seki_are_caught() -> None:
    rng = random.Random(3)
    boards = (tiny_position(rng) for _ in range(30))
    assert judge_sekis(boards, two_common_liberties).violations
    assert judge_sekis(iter([Board.from_diagram(".X./XX./.X.")]), alive_will_do).violations
