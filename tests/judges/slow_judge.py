"""The judge of safety claims word by word, on plain sets: slow, and easy to believe.

`python -m tests.judges.slow_judge [POSITIONS] [SEED]` compares it with the core on random
positions of tiny boards (default: 300).

The defender claims stones, which are never captured, and points, of which he can drive the
attacker's stones away again and again. Every situation that can come up is listed: the stones,
who is to move, and which point would take back a ko at once. The set of situations in which the
defender may succeed begins with all of them and is made smaller until nothing changes.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import NamedTuple

from goseki import _core
from goseki.evidence import Verdict

Points = frozenset[tuple[int, int]]
Point = tuple[int, int]
HOLDS: Verdict = "proven"
FAILS: Verdict = "refuted"
TOO_LARGE: Verdict = "unknown"


class Situation(NamedTuple):
    own: Points
    other: Points
    ko: Point | None
    """Where who is to move would take back a ko at once."""
    defender_to_move: bool


class Claim(NamedTuple):
    columns: int
    rows: int
    own: Points
    other: Points
    stones: Points
    area: Points
    firm: Points = frozenset()
    """Stones of the attacker that are never captured."""
    defender_first: bool = False
    finite_kos: bool = False
    """Whether taking any ko counts as lifting a ban does."""


def around(claim: Claim, point: Point) -> Iterator[Point]:
    x, y = point
    for p in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
        if 0 <= p[0] < claim.columns and 0 <= p[1] < claim.rows:
            yield p


def block_of(claim: Claim, point: Point, stones: Points) -> Points:
    block = {point}
    while True:
        more = {p for s in block for p in around(claim, s) if p in stones} - block
        if not more:
            return frozenset(block)
        block |= more


def has_liberty(claim: Claim, block: Points, mine: Points, yours: Points) -> bool:
    return any(p not in mine and p not in yours for s in block for p in around(claim, s))


def moves(claim: Claim, now: Situation) -> Iterator[tuple[Situation, bool]]:
    """What may come next, and whether the attacker lifts a ban by it."""
    yield now._replace(ko=None, defender_to_move=not now.defender_to_move), False
    mine, yours = (now.own, now.other) if now.defender_to_move else (now.other, now.own)
    for x in range(claim.columns):
        for y in range(claim.rows):
            point = (x, y)
            if point in mine or point in yours:
                continue
            if now.defender_to_move and point == now.ko:
                continue
            after = mine | {point}
            captured: set[Point] = set()
            for p in around(claim, point):
                if p in yours:
                    block = block_of(claim, p, yours)
                    if not has_liberty(claim, block, after, yours) and not block & claim.firm:
                        captured |= block
            left = yours - captured
            block = block_of(claim, point, after)
            if not has_liberty(claim, block, after, left) and not block & claim.firm:
                continue
            is_ko = (
                len(captured) == 1
                and len(block) == 1
                and all(p in left for p in around(claim, point) if p not in captured)
            )
            ko = captured.pop() if is_ko else None
            if now.defender_to_move:
                yield Situation(after, left, ko, False), False
            else:
                lifts = is_ko if claim.finite_kos else point == now.ko
                yield Situation(left, after, ko, True), lifts


def slow_judge(claim: Claim, most: int = 30_000) -> Verdict:
    """0 if the claim holds, 1 if it fails, 2 if there is too much to list."""
    root = Situation(claim.own, claim.other, None, claim.defender_first)
    ways: dict[Situation, list[tuple[Situation, bool]]] = {root: []}
    waiting = [root]
    while waiting:
        now = waiting.pop()
        if not claim.stones <= now.own:
            continue
        ways[now] = list(moves(claim, now))
        for to, _ in ways[now]:
            if to not in ways:
                ways[to] = []
                waiting.append(to)
        if len(ways) > most:
            return TOO_LARGE

    def is_clear(now: Situation) -> bool:
        return not now.defender_to_move and not claim.area & now.other

    # The greatest set from which the defender forces, again and again, a clear situation or a
    # lifted ban from where he is in the set again.
    good = {now for now in ways if claim.stones <= now.own}
    while True:
        forced: set[Situation] = set()
        while True:
            more = set()
            for now in good - forced:
                # Is what follows as wished? A clear situation counts when it is left.
                fine = [
                    to in good if is_clear(now) or lifts else to in forced
                    for to, lifts in ways[now]
                ]
                if any(fine) if now.defender_to_move else all(fine):
                    more.add(now)
            if not more:
                break
            forced |= more
        if forced == good:
            return HOLDS if root in good else FAILS
        good = forced


def core_judge(claim: Claim, most: int = 10_000_000) -> tuple[Verdict, list[int]]:
    def mask(points: Points) -> int:
        return sum(1 << y * claim.columns + x for x, y in points)

    found = _core.judge_safety(
        claim.columns,
        claim.rows,
        *map(mask, (claim.own, claim.other, claim.stones, claim.area)),
        most,
        mask(claim.firm),
        claim.defender_first,
        claim.finite_kos,
    )
    return found.verdict, found.line


def claim_of(diagram: str, stones: str, area: str = "", **more: bool) -> Claim:
    """A claim of X from three drawings: the board, and stones and area marked #."""

    def marked(text: str, sign: str) -> Points:
        return frozenset(
            (x, y)
            for y, row in enumerate(text.split("/"))
            for x, cell in enumerate(row)
            if cell == sign
        )

    rows = diagram.split("/")
    return Claim(
        len(rows[0]),
        len(rows),
        marked(diagram, "X"),
        marked(diagram, "O"),
        marked(stones, "#"),
        marked(area, "#"),
        finite_kos=more.get("finite_kos", False),
        defender_first=more.get("defender_first", False),
    )


SIZES = ((2, 3), (3, 2), (3, 3), (4, 2), (5, 2), (6, 2), (4, 3), (3, 4), (7, 1), (7, 2))


def random_claim(rng: random.Random) -> Claim:
    """A tiny board on which the defender has most stones, with few empty points, and a claim
    of some blocks and of the rest of the board or a part of it."""
    while True:
        columns, rows = rng.choice(SIZES)
        everything = [(x, y) for x in range(columns) for y in range(rows)]
        share, holes = rng.choice((0.5, 0.6, 0.75)), rng.randint(1, 5)
        empty = set(rng.sample(everything, min(holes, len(everything))))
        own = frozenset(p for p in everything if p not in empty and rng.random() < share)
        other = frozenset(p for p in everything if p not in empty and p not in own)
        claim = Claim(columns, rows, own, other, frozenset(), frozenset())
        blocks = {block_of(claim, p, own) for p in own}
        theirs = {block_of(claim, p, other) for p in other}
        if not own or not all(
            has_liberty(claim, block, own, other) for block in (*blocks, *theirs)
        ):
            continue
        chosen = [b for b in blocks if rng.random() < 0.7]
        stones = frozenset().union(*chosen)
        rest = frozenset(everything) - own
        area = rng.choice((frozenset(), rest, frozenset(p for p in rest if rng.random() < 0.6)))
        firm = frozenset[Point]()
        if theirs and not area and rng.random() < 0.3:
            firm = rng.choice(sorted(theirs, key=sorted))
        return claim._replace(
            stones=stones,
            area=area,
            firm=firm,
            defender_first=rng.random() < 0.2,
            finite_kos=rng.random() < 0.2,
        )


def compare(positions: int, seed: int, most: int = 3_000) -> tuple[list[Claim], dict[str, int]]:
    """The claims of which the two say different things; and what became of all."""
    rng = random.Random(seed)
    different = []
    count = {"proven": 0, "refuted": 0, "unknown": 0}
    for _ in range(positions):
        claim = random_claim(rng)
        expected = slow_judge(claim, most)
        count[expected] += 1
        if expected != TOO_LARGE and core_judge(claim)[0] != expected:
            different.append(claim)
    return different, count


if __name__ == "__main__":
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    different, count = compare(positions, seed)
    print(f"{positions} claims: {count}, {len(different)} differ")
    for claim in different[:3]:
        print(claim)
    sys.exit(1 if different else 0)
