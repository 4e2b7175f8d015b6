"""The campaign against the safety solver, in a small size, and that it can fail."""

import itertools
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from goseki import Board, life
from goseki.coords import Color
from goseki.evidence import Verdict
from goseki.experiments import safety_soundness
from goseki.experiments.safety_soundness import (
    Blocks,
    Claim,
    SekiClaim,
    doubt,
    judge,
    judge_claim,
    judge_positions,
    judge_sekis,
    random_position,
    solver_sekis,
    stamped_position,
    tiny_position,
    walled_position,
)
from goseki.safety import Method

pytestmark = pytest.mark.core


@pytest.fixture(autouse=True)
def small_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safety_soundness, "MAX_SITUATIONS", 5_000)


@pytest.mark.parametrize(("method", "positions"), [("static", 200), ("search", 60)])
def test_nothing_breaks_a_claim_of_the_solver(method: Method, positions: int) -> None:
    found = safety_soundness.run(positions, seed=11, method=method)
    assert found.violations == []
    assert found.positions == positions
    assert found.judged > positions // 20


def holds_what_is_surrounded(board: Board, color: Color) -> Claim:
    """A broken rule: all that is inside the walls of living blocks is territory."""
    stones, _ = safety_soundness.solver_claim(board, color, method="benson")
    outside = set(range(board.size.points)) - stones
    return stones, outside if stones else set()


def test_what_fails_by_endless_threats_only_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """The regions hold, the whole does not; or kos for ever are needed."""
    board = Board.from_diagram(".X.X./XXXXX")
    claim = {1, 3, 5, 6, 7, 8, 9}, {0, 2, 4}

    def joint_fails(*args: Any, finite_kos: bool = False) -> tuple[Verdict, list[int]]:
        return "refuted" if len(args[3]) > 1 else "proven", []

    monkeypatch.setattr(safety_soundness, "_judge", joint_fails)
    assert judge_claim(board, "B", *claim)[2].startswith("its regions hold one by one: B: .X.X.")

    def ko_fails(*args: Any, finite_kos: bool = False) -> tuple[Verdict, list[int]]:
        return "refuted" if 2 in args[3] and not finite_kos else "proven", []

    monkeypatch.setattr(safety_soundness, "_judge", ko_fails)
    assert judge_claim(board, "B", *claim)[2].startswith("by endless kos: B: .X.X.")
    found = judge_positions([board], lambda *_: claim)
    assert (len(found.endless), found.violations) == (2, [])

    def ko_fails_and_more(*args: Any, finite_kos: bool = False) -> tuple[Verdict, list[int]]:
        return "refuted" if 4 in args[3] or (args[3] & {0, 2} and not finite_kos) else "proven", [4]

    monkeypatch.setattr(safety_soundness, "_judge", ko_fails_and_more)
    assert judge_claim(board, "B", *claim)[2] == "B: .X.X. -S-S# / XXXXX SSSSS; attack: E2"


def one_eye_will_do(board: Board, color: Color) -> Claim:
    """A broken rule: blocks with one healthy region live, and the region is territory."""
    stones: set[int] = set()
    territory: set[int] = set()
    for region in life.regions(board, color):
        for first in region.healthy:
            stones.update(board.block_points(board.index(first)))
            territory.update(map(board.index, region.points))
    return stones, territory


@pytest.mark.parametrize(
    ("kind", "rule"),
    [
        (random_position, one_eye_will_do),
        (stamped_position, one_eye_will_do),
        (walled_position, holds_what_is_surrounded),
    ],
)
def test_the_campaign_catches_a_broken_rule(
    kind: Callable[[random.Random], Board], rule: Callable[[Board, Color], Claim]
) -> None:
    rng = random.Random(3)
    found = judge_positions((kind(rng) for _ in range(60)), rule)
    assert any("; attack: " in text for text in found.violations)


def test_a_large_claim_is_attacked(monkeypatch: pytest.MonkeyPatch) -> None:
    """White's block is taken off, and White lives in the hole."""
    monkeypatch.setattr(safety_soundness, "PLAYOUTS", 120)
    rows = ["OOOOOOOO.", *["OOOOOOOOO"] * 6, "XXXXOOOOO", ".X.XOOOOO"]
    board = Board.from_diagram("/".join(rows))
    attacker = partial(doubt, tries=1)
    found = judge_positions([board], holds_what_is_surrounded, attacker=attacker)
    assert (found.too_large, found.attacked, found.withstood) == (1, 1, 0)
    assert found.doubts[0].startswith("attacker lives in 1 and captures in 0 of 1 tries (")
    assert found.violations == []


def claim(diagram: str, stones: str, territory: str) -> Verdict:
    board = Board.from_diagram(diagram)
    points = [{board.index(name) for name in names.split()} for names in (stones, territory)]
    return judge(board, "B", *points)


def test_the_judge_on_known_positions() -> None:
    assert claim(".XO/XXO/OO.", "A2", "") == "refuted"  # one eye is not enough
    assert claim("....X/XXXXX", "A1 E2", "A2 B2 C2 D2") == "proven"
    # A seki: the stones live, what is between them is nobody's.
    seki = "OOO./XX.O/XXXX/XX.X"
    assert claim(seki, "A3 C2", "") == "proven"
    assert claim(seki, "A3 C2", "A4") == "refuted"


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
    """Another broken rule: what stays is in seki."""
    blocks: Blocks = {"B": [set(board.block_points(board.index("B2")))], "W": []}
    return [(blocks, blocks)]


def test_broken_rules_of_seki_are_caught() -> None:
    rng = random.Random(3)
    boards = (tiny_position(rng) for _ in range(30))
    assert judge_sekis(boards, two_common_liberties).violations
    assert judge_sekis(iter([Board.from_diagram(".X./XX./.X.")]), alive_will_do).violations
