"""Small positions in which stones are shut in by walls that could be captured, with room behind."""

from __future__ import annotations

import random

from goseki.job import Limits
from goseki.proof import Section
from goseki.proof.tactics_claim import TacticsClaim
from goseki.tactics.certificate import NotWrittenError, _Budget, _prove_with_walls, _Work
from tests.judges.slow_tactics import Budgets, Position
from tests.support.fight_claims import MEMORY, claim_of

SIZES = ((7, 2), (6, 3), (5, 4), (8, 2), (5, 3))
MOST_OPEN = 13
BUDGETS: tuple[Budgets, ...] = ((0, None), (0, 0), (None, 0), (1, 0), (0, 1))


def walled(seed: int) -> Position:
    """Black stones at the left, white ones beside them, and anything behind, mostly firm."""
    rng = random.Random(seed)
    columns, rows = rng.choice(SIZES)
    while True:
        first = rng.uniform(0.2, 0.45) * columns
        second = first + rng.uniform(0.8, 1.6)
        stones = {}
        for point in [(x, y) for x in range(columns) for y in range(rows)]:
            place = point[0] + rng.uniform(-0.4, 0.4)
            share, signs = (
                (0.7, "bbbbbw") if place < first else (0.9, "w") if place < second else (0.5, "bbw")
            )
            if rng.random() < share:
                stones[point] = rng.choice(signs)
        firm = frozenset(p for p in stones if p[0] > second and rng.random() < 0.7)
        black = frozenset(p for p in stones if stones[p] == "b")
        inside = sorted(p for p in black if p[0] < first)
        if not inside or columns * rows - len(firm) > MOST_OPEN:
            continue
        target, to_play = frozenset([rng.choice(inside)]), rng.choice(["black", "white"])
        try:
            return Position(columns, rows, black, frozenset(stones) - black, firm, target, to_play)
        except AssertionError:  # a block without a liberty
            continue


def walled_claim(seed: int) -> tuple[TacticsClaim, int] | None:
    """The claim, true or not, that the target is captured, and some walls to prove it with."""
    rng = random.Random(f"claim {seed}")
    attacker, defender = rng.choice(BUDGETS)
    assert attacker != "any"
    assert defender != "any"
    claim = claim_of(walled(seed), "capture", attacker, defender, "proven")
    if claim is None:
        return None
    blocks = list(claim.fight.parts(claim.stones[claim.winner]))
    walls = sum(block for block in blocks if rng.random() < 0.8)
    return (claim, walls) if walls else None


def written_with_walls(claim: TacticsClaim, walls: int, nodes: int = 40_000) -> Section | str:
    """The proof of a claim with these walls, or why there is none."""
    budget = _Budget(Limits(memory=MEMORY, nodes=nodes), lambda progress: None)
    try:
        return _prove_with_walls(_Work(claim, budget), walls)
    except NotWrittenError as error:
        return str(error)
