"""The tactical search against a judge that lists every situation and knows nothing of it.

`python -m tests.test_tactics_search 2000` asks about so many positions of each kind.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

from goseki import _core
from goseki.tactics.question import KNOWLEDGE
from tests.judges.slow_tactics import Budgets, Goal, Point, Position, SlowTactics
from tests.support.enclosed import enclosed

pytestmark = pytest.mark.core

GOALS: tuple[Goal, ...] = ("capture", "life")
BUDGETS: tuple[Budgets, ...] = (
    *((attacker, defender) for attacker in range(3) for defender in range(3)),
    (0, None),
    (None, 0),
)
NODES = 20_000
SIZES = ((3, 3), (4, 2), (5, 2), (4, 3), (6, 2), (3, 4))


def strewn(seed: int) -> Position:
    """A small board strewn with stones, nearly all of which can be captured: no wall is safe."""
    rng = random.Random(seed)
    columns, rows = rng.choice(SIZES)
    share = rng.uniform(0.3, 0.75)
    while True:
        points = [(x, y) for x in range(columns) for y in range(rows)]
        stones = {point: rng.choice("bw") for point in points if rng.random() < share}
        if not stones:
            continue
        black = frozenset(point for point in stones if stones[point] == "b")
        firm = frozenset(point for point in stones if rng.random() < 0.08)
        target = frozenset([rng.choice(sorted(stones))])
        try:
            return Position(
                columns,
                rows,
                black,
                frozenset(stones) - black,
                firm,
                target,
                rng.choice(["black", "white"]),
            )
        except AssertionError:  # a block without a liberty
            continue


def answers(
    position: Position, exact: bool, without: Sequence[str] = (), threads: int = 1
) -> Iterator[tuple[Goal, Budgets, str]]:
    """What the search says of each goal and each pair of threats."""
    signs = np.zeros((position.rows, position.columns), dtype=np.int8)

    def index(point: Point) -> int:
        return (position.rows - 1 - point[1]) * position.columns + point[0]

    for point in position.black:
        signs.flat[index(point)] = 1
    for point in position.white:
        signs.flat[index(point)] = -1
    search = _core.TacticsSearch(1 << 24, list(without), threads)
    for goal in GOALS:
        prover = position.attacker if goal == "capture" else position.defender
        for attacker, defender in BUDGETS:
            threats = [-1 if number is None else int(number) for number in (attacker, defender)]
            answer = search.ask(
                signs,
                goal,
                [index(min(block)) for block in position.target_blocks],
                prover_first=position.to_play == prover,
                ko=index(position.ko) if position.ko else -1,
                provers_threats=threats[goal != "capture"],
                others_threats=threats[goal == "capture"],
                firm=sorted(map(index, position.firm)),
                exact=exact,
                nodes=NODES,
            )
            yield goal, (attacker, defender), answer.verdict


def is_forced(judge: SlowTactics, goal: Goal, budgets: Budgets) -> bool:
    """As the judge says. Threats of an attacker who puts off life are any number, not an endless
    supply."""
    attacker, defender = budgets
    if goal == "life" and attacker is None:
        attacker = "any"
    return judge.forced(goal, attacker, defender)


def compare(position: Position, without: Sequence[str] = (), threads: int = 1) -> Counter[str]:
    """How often the search was right or did not know. It must not be wrong."""
    judge = SlowTactics(position)
    found: Counter[str] = Counter()
    for exact in (True, False):
        for goal, budgets, verdict in answers(position, exact, without, threads):
            found[verdict] += 1
            if verdict == "proven" or (exact and verdict == "refuted"):
                where = f"{position.show()} {position.to_play} {goal} {budgets}"
                assert (verdict == "proven") == is_forced(judge, goal, budgets), where
            else:
                assert verdict == "unknown"
    return found


@pytest.mark.parametrize("start", range(0, 60, 10))
def test_enclosed_positions_are_judged_right(start: int) -> None:
    found = sum((compare(enclosed(seed)) for seed in range(start, start + 10)), Counter[str]())
    assert found["proven"] > 0
    assert found["refuted"] > 0


@pytest.mark.parametrize("piece", KNOWLEDGE)
def test_no_piece_of_knowledge_is_needed_to_be_right(piece: str) -> None:
    """Whatever is left out, only how long it takes may change."""
    found = sum((compare(kind(7), [piece]) for kind in (enclosed, strewn)), Counter[str]())
    assert found["proven"] > 0


@pytest.mark.parametrize("kind", [enclosed, strewn])
def test_two_threads_are_right(kind: Callable[[int], Position]) -> None:
    found = sum((compare(kind(seed), threads=2) for seed in range(5)), Counter[str]())
    assert found["proven"] > 0


@pytest.mark.parametrize("start", range(0, 40, 5))
def test_open_positions_are_judged_right(start: int) -> None:
    found = sum((compare(strewn(seed)) for seed in range(start, start + 5)), Counter[str]())
    assert found["proven"] > 0


CORNERS = [
    "OO... XXO.. .XO.. .XXO. ..XO.",  # bent four in the corner: a ko
    "..... OOOOO XXXXO ...XO ...XO",  # six in the corner without outside liberties
    "..... OOOOO XXXXO X..XO ...XO",
    "..... ..... OOOO. XXXO. ..XO.",
]


@pytest.mark.parametrize("corner", CORNERS)
def test_a_large_board_is_answered_like_a_small_one(corner: str) -> None:
    """On a large board the search looks into a window first."""
    rows = corner.split()
    decided = 0
    for goal, first in [(goal, first) for goal in GOALS for first in (True, False)]:
        verdicts = []
        for side in (8, 19):
            signs = np.zeros((side, side), dtype=np.int8)
            for y, row in enumerate(rows):
                for x, sign in enumerate(row):
                    signs[side - len(rows) + y, x] = {"X": 1, "O": -1, ".": 0}[sign]
            stones = np.flatnonzero(signs == 1)
            answer = _core.TacticsSearch(1 << 24).ask(
                signs,
                goal,
                [int(stones[0])],
                first,
                provers_threats=0,
                others_threats=-1,
                firm=[int(stone) for stone in np.flatnonzero(signs == -1)],
                nodes=NODES,
            )
            verdicts.append(answer.verdict)
        if "unknown" not in verdicts:
            assert verdicts[0] == verdicts[1]
            decided += 1
    assert decided >= 2


def main() -> None:
    for kind in (enclosed, strewn):
        found: Counter[str] = Counter()
        for seed in range(int(sys.argv[1])):
            found += compare(kind(seed))
        print(kind.__name__, dict(found))


if __name__ == "__main__":
    main()
