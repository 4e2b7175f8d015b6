"""The slow judge of tactics is judged itself: by positions whose answer is known, by what must be
true of any answer, and by an even slower twin on tiny fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, product
from typing import NamedTuple, TypeAlias

import pytest

from tests.judges.slow_tactics import (
    USUAL,
    Goal,
    Point,
    Position,
    SlowTactics,
    Status,
    TooLargeError,
    name_of,
    point_of,
)
from tests.support.enclosed import enclosed, just_taken

Points: TypeAlias = frozenset[Point]
ALIVE, SEKI, DEAD = Status("alive"), Status("seki"), Status("dead")
KO_FOR_ATTACKER = Status("ko", "attacker", 0, 1)
KO_FOR_DEFENDER = Status("ko", "defender", 1, 0)

# The positions of the specification, cut out with their walls, which are firm. They keep their
# coordinates.
STRAIGHT_THREE = """
WWWWWWWW
WWxxxxxW
WWx...xW"""
SQUARE_FOUR = """
WWWWWWW
WWxxxxW
WWx..xW
WWx..xW"""
BULKY_FIVE = """
WWWWWWWW
WWxxxxWW
WWx..xxW
WWx...xW"""
RECTANGULAR_SIX = """
WWWWW
xxxxW
...xW
...xW"""
SIX_WITH_A_LIBERTY = """
WWWWWW
xxxxWW
...xWW
...x.W"""
SIX_WITH_TWO_LIBERTIES = """
WWWWWW
.WWWWW
xxxxWW
...xWW
...x.W"""
BENT_FOUR = """
WWWW
xxWW
.xWW
.xxW
..xW"""
THREE_IN_SEKI = """
WWWWWWWWW
WxxxxxxxW
Wx.OOO.xW"""


@pytest.mark.parametrize(
    ("diagram", "attacked", "killing", "defended", "living"),
    [
        pytest.param(STRAIGHT_THREE, DEAD, "E1", ALIVE, "E1", id="T4"),
        pytest.param(SQUARE_FOUR, DEAD, "pass", DEAD, "pass", id="T5"),
        pytest.param(BULKY_FIVE, DEAD, "E1", ALIVE, "D1 E1 E2", id="T6"),
        pytest.param(RECTANGULAR_SIX, DEAD, "B2", ALIVE, "B1 B2", id="T7"),
        pytest.param(SIX_WITH_A_LIBERTY, KO_FOR_ATTACKER, "B1", ALIVE, "B1 B2", id="T7b"),
        pytest.param(SIX_WITH_TWO_LIBERTIES, ALIVE, "pass", ALIVE, "pass", id="T7c"),
        pytest.param(BENT_FOUR, KO_FOR_ATTACKER, "A2", ALIVE, "A1 A2", id="T8"),
        pytest.param(THREE_IN_SEKI, SEKI, "pass", SEKI, "pass", id="T9"),
    ],
)
def test_positions_of_the_specification(
    diagram: str, attacked: Status, killing: str, defended: Status, living: str
) -> None:
    attack = SlowTactics(Position.read(diagram, "white"))
    defence = SlowTactics(Position.read(diagram, "black"))
    assert attack.status() == attack.best_value() == attacked
    assert defence.status() == defence.best_value() == defended
    assert " ".join(map(name_of, attack.best())) == killing
    assert " ".join(map(name_of, defence.best())) == living


def test_the_value_of_every_first_move() -> None:
    values = SlowTactics(Position.read(RECTANGULAR_SIX, "white")).values()
    assert {name_of(move): status for move, status in values.items()} == {
        "B2": DEAD,
        "B1": KO_FOR_ATTACKER,
        "A2": Status("ko", "defender", 2, 0),
        **dict.fromkeys(["A1", "C1", "C2", "pass"], ALIVE),
    }


def test_a_ban_is_lifted_by_a_threat_only() -> None:
    """The bent four has become a ko, and White has just taken at B1."""
    banned = Position.read("WWWW xxWW .xWW OxxW .OxW", "black", ko="A1")
    judge = SlowTactics(banned)
    assert judge.forced("capture", 0, 0)
    assert not judge.forced("capture", 0, 1)
    assert judge.forced("capture", 1, 1)
    assert judge.forced("life", 0, 1)
    assert judge.status() == KO_FOR_ATTACKER
    taking_back = point_of("A1")
    assert judge.best() == [taking_back]
    # Without a threat it is no move at all.
    assert judge.forced("capture", 0, 0, after=taking_back)
    assert not judge.forced("capture", 0, 1, after=taking_back)
    # If it were not White who took last, Black would take first.
    assert SlowTactics(replace(banned, ko=None)).status() == KO_FOR_DEFENDER


def test_a_ko_that_can_only_be_prolonged() -> None:
    """A3 makes a second eye at A4 that White can take as often as he likes; each time Black needs
    a threat, and he can never end it. Endless threats hold that, any number of them does not."""
    position = Position.read(".xxWW xx.WW .xxWW .WWWW .WWWW .WWWW", "black")
    judge = SlowTactics(position)
    assert not judge.forced("capture", 0, None)
    assert judge.forced("capture", 0, "any")
    assert judge.forced("capture", 0, 40)
    assert judge.status() == Status("ko", "attacker", 0, None)


def test_life_that_hangs_on_a_ko() -> None:
    """White first makes it a ko for Black between life and seki; he is never killed."""
    position = Position.read(".xWWW .xxWW ..xWW ..xWW", "white")
    judge = SlowTactics(position)
    assert not judge.forced("capture", None, 0)
    assert judge.forced("life", 0, 1)
    assert not judge.forced("life", 0, 0)
    assert judge.status() == SEKI


@pytest.mark.parametrize(
    ("diagram", "owner_first", "other_first"),
    [
        pytest.param("WWWWW Wx.xW WWWWW", False, False, id="only by suicide"),
        pytest.param("WWWWW .x.x. WWWWW", True, False, id="one gap"),
        pytest.param("WWWWW Wx.xW W...W", True, False, id="another way that is too long"),
        pytest.param("WWWW .x.W W.xW", True, True, id="two gaps"),
        pytest.param("WWWWWW Wx..xW WWWWWW", False, False, id="two points apart"),
    ],
)
def test_connection(diagram: str, owner_first: bool, other_first: bool) -> None:
    for attacker, defender in product((0, 1, None), repeat=2):
        owner = SlowTactics(Position.read(diagram, "black"))
        other = SlowTactics(Position.read(diagram, "white"))
        assert owner.forced("connect", attacker, defender) == owner_first
        assert other.forced("connect", attacker, defender) == other_first


def test_connection_by_ko() -> None:
    """Black has just taken at B1. White cuts if he can take back."""
    banned = Position.read("WWWWW WW.Wx WOxxx Wx.x.", "white", ko="C1")
    judge = SlowTactics(banned)
    assert judge.forced("connect", 0, 0)
    assert not judge.forced("connect", 1, 0)
    assert not SlowTactics(replace(banned, ko=None)).forced("connect", 0, 0)


def test_too_large_is_said() -> None:
    with pytest.raises(TooLargeError, match="more than 100 situations"):
        SlowTactics(Position.read(RECTANGULAR_SIX, "white"), most=100).status()


SEEDS = range(16)
PAIRS = [(a, d) for a in (0, 1, 2, None) for d in (0, 1, 2, None)]


@cache
def judged(seed: int) -> SlowTactics:
    return SlowTactics(enclosed(seed), usual=(*USUAL, *PAIRS))


@pytest.mark.parametrize("seed", SEEDS)
def test_more_threats_never_hurt_their_owner(seed: int) -> None:
    judge = judged(seed)
    for (a, d), (more_a, fewer_d) in product(PAIRS, PAIRS):
        if at_least(more_a, a) and at_least(d, fewer_d):
            assert judge.forced("capture", more_a, fewer_d) >= judge.forced("capture", a, d)
            assert judge.forced("life", a, d) >= judge.forced("life", more_a, fewer_d)


def at_least(threats: int | None, others: int | None) -> bool:
    return threats is None or (others is not None and threats >= others)


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_is_both_killed_and_alive(seed: int) -> None:
    judge = judged(seed)
    for a, d in PAIRS:
        assert not (judge.forced("capture", a, d) and judge.forced("life", a, d))
        for move in judge.moves():
            assert not (
                judge.forced("capture", a, d, after=move) and judge.forced("life", a, d, after=move)
            )


@pytest.mark.parametrize("seed", SEEDS)
def test_colours_and_symmetries_change_nothing(seed: int) -> None:
    judge = judged(seed)
    for symmetry in range(8):
        position = judge.position.turned(symmetry)
        other = SlowTactics(position if symmetry % 3 else position.swapped())
        assert other.values() == {
            move and judge.position.turned_point(move, symmetry): status
            for move, status in judge.values().items()
        }
        assert other.status() == judge.status()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_status_is_that_of_the_best_move(seed: int) -> None:
    judge = SlowTactics(enclosed(seed))
    assert judge.status() == judge.best_value()
    assert all(judge.values()[move] == judge.status() for move in judge.best())


@pytest.mark.parametrize("seed", SEEDS)
def test_any_number_of_threats_is_a_large_number(seed: int) -> None:
    judge = judged(seed)
    assert judge.forced("capture", 0, "any") == judge.forced("capture", 0, 30)
    assert judge.forced("capture", "any", 0) == judge.forced("capture", None, 0)
    assert judge.forced("life", "any", 1) == judge.forced("life", 30, 1)
    assert judge.forced("life", 0, "any") == judge.forced("life", 0, None)


def test_the_positions_are_of_every_kind() -> None:
    positions = [enclosed(seed) for seed in range(80)]
    assert positions[:8] == [enclosed(seed) for seed in range(8)]
    words = [SlowTactics(p).status().word for p in positions]
    assert all(words.count(word) >= 8 for word in ("dead", "alive", "seki", "ko"))
    assert {p.defender for p in positions} == {p.to_play for p in positions} == {"black", "white"}
    assert any(len(p.target_blocks) > 1 for p in positions)
    assert any(p.ko for p in positions)
    assert all(p.ko is None or p.ko in just_taken(p) for p in positions)
    assert len({p.show() for p in positions}) > 75


class Situation(NamedTuple):
    stones: tuple[Points, Points]
    """Of the attacker and of the defender."""
    left: Points
    """Target stones that were never captured."""
    mover: int
    ban: Point | None
    threats: tuple[int | None, int | None]


class Twin:
    """The same once more for tiny fields, as plain as can be. Threats are part of a situation, and
    a block is alive if the attacker cannot take it though the defender passes for ever: Benson's
    theorem is about how to see that."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.points = set(product(range(position.columns), range(position.rows)))
        self.near = {point: set(position.around(point)) for point in self.points}
        self.alive = cache(self._alive)
        self.outcome = cache(self._outcome)

    def block(self, stone: Point, stones: Points) -> Points:
        block, edge = {stone}, {stone}
        while edge:
            edge = (set().union(*(self.near[p] for p in edge)) & stones) - block
            block |= edge
        return frozenset(block)

    def liberties(self, block: Points, stones: tuple[Points, Points]) -> set[Point]:
        return set().union(*(self.near[p] for p in block)) - stones[0] - stones[1]

    def is_taken(self, block: Points, stones: tuple[Points, Points]) -> bool:
        return not block & self.position.firm and not self.liberties(block, stones)

    def _outcome(
        self, stones: tuple[Points, Points], mover: int, point: Point
    ) -> tuple[tuple[Points, Points], Points, Point | None] | None:
        """The stones after a play, those taken, and where a ko may not be taken back at once. None
        if the play is suicide."""
        own, theirs = stones[mover] | {point}, stones[1 - mover]
        taken: Points = frozenset()
        for near in (self.near[point] & theirs) - self.position.firm:
            block = self.block(near, theirs)
            if self.is_taken(block, (own, theirs)):
                taken |= block
        theirs -= taken
        block = self.block(point, own)
        if self.is_taken(block, (own, theirs)):
            return None
        ko = len(taken) == len(block) == 1 and self.liberties(block, (own, theirs)) == taken
        return (theirs, own) if mover else (own, theirs), taken, min(taken) if ko else None

    def play(self, here: Situation, point: Point) -> Situation | None:
        outcome = self.outcome(here.stones, here.mover, point)
        if outcome is None:
            return None
        stones, taken, ban = outcome
        return Situation(stones, here.left - taken, 1 - here.mover, ban, here.threats)

    def next(self, here: Situation) -> list[Situation]:
        result = [here._replace(mover=1 - here.mover, ban=None)]
        for point in self.points - here.stones[0] - here.stones[1]:
            threats = list(here.threats)
            left = threats[here.mover]
            if point == here.ban and left is not None:
                if left == 0:
                    continue
                threats[here.mover] = left - 1
            after = self.play(here, point)
            if after:
                result.append(after._replace(threats=(threats[0], threats[1])))
        return result

    def _alive(self, stones: tuple[Points, Points], left: Points) -> bool:
        safe, seen = left, {stones}
        waiting = [Situation(stones, left, 0, None, (0, 0))]
        while waiting and safe:
            here = waiting.pop()
            safe &= here.left
            for point in self.points - here.stones[0] - here.stones[1]:
                after = self.play(here, point)
                if after and after.stones not in seen:
                    seen.add(after.stones)
                    waiting.append(after._replace(mover=0, ban=None))
        return bool(safe)

    def is_reached(self, goal: Goal, here: Situation) -> bool:
        if goal == "capture":
            return not here.left
        if goal == "life":
            return self.alive(here.stones, here.left)
        first, second = self.position.target_blocks
        return here.left == self.position.target and second <= self.block(
            min(first), here.stones[1]
        )

    def forced(self, goal: Goal, attacker: int | None, defender: int | None) -> bool:
        p = self.position
        stones = (p.black, p.white) if p.attacker == "black" else (p.white, p.black)
        mover = int(p.to_play == p.defender)
        start = Situation(stones, p.target, mover, p.ko, (attacker, defender))
        follow: dict[Situation, list[Situation]] = {}
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here not in follow:
                lost = here.left != p.target if goal == "connect" else not here.left
                follow[here] = [] if lost or self.is_reached(goal, here) else self.next(here)
                waiting += follow[here]
        won = {here for here in follow if self.is_reached(goal, here)}
        prover = 0 if goal == "capture" else 1
        while True:
            more = {
                here
                for here, after in follow.items()
                if here not in won
                and after
                and (any if here.mover == prover else all)(one in won for one in after)
            }
            if not more:
                return start in won
            won |= more


def tiny_positions(number: int) -> Iterator[Position]:
    for seed in count():
        position = enclosed(seed)
        judge = SlowTactics(position, most=60, usual=())
        try:
            judge.forced("capture", 0, 0)
        except TooLargeError:
            continue
        if judge.situations > 15 and position.columns * position.rows <= 36:
            yield position
            number -= 1
        if not number:
            return


def test_a_slower_twin_says_the_same() -> None:
    asked = 0
    for position in tiny_positions(7):
        judge, twin = SlowTactics(position), Twin(position)
        for a, d in product((0, 1, None), repeat=2):
            goals: list[Goal] = ["capture", "life"]
            if len(position.target_blocks) == 2:
                goals.append("connect")
            for goal in goals:
                asked += 1
                assert judge.forced(goal, a, d) == twin.forced(goal, a, d), (position, goal, a, d)
    assert asked >= 126
