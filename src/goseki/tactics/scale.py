"""The results of a fight in one order, and the questions that tell them apart.

A *claim* is that the prover (who captures, or connects) reaches the goal with some ko threats
while the other side has some. Thirteen claims are listed from the hardest for the prover to the
easiest: without threats against endlessly many, against 5, 4, ..., 0, and with 1, 2, ..., 5, or
endlessly many against none. More threats never hurt, so a position is described by how many of them
fail, its *level*:

    level 0       none fails: dead, captured, connected
    level 1-6     a ko that the prover wins if nobody has threats
    level 7-12    a ko that the other side wins if nobody has threats
    level 13      all fail: the stones stay (seki, escapes, cut)
    level 14      their owner makes them unconditionally alive, against any number of threats

>>> ko_of_level(6), ko_of_level(9), ko_of_level(12)
((True, 0, 1), (False, 3, 0), (False, None, 0))
"""

from __future__ import annotations

from dataclasses import dataclass

from goseki.evidence import Verdict

MOST_THREATS = 5
"""Numbers of threats that are looked at."""

CLAIMS: tuple[tuple[int | None, int | None], ...] = (
    (0, None),
    *((0, threats) for threats in range(MOST_THREATS, -1, -1)),
    *((threats, 0) for threats in range(1, MOST_THREATS + 1)),
    (None, 0),
)
"""Threats of the prover and of the other side, the hardest claim first."""
EVEN = CLAIMS.index((0, 0))
"""The claim in which nobody has threats."""
STAYS = len(CLAIMS)
ALIVE = STAYS + 1


def ko_of_level(level: int) -> tuple[bool, int | None, int | None]:
    """Whether the prover wins a ko if nobody has threats, and the fewest with which he and the
    other side prevail while the other one has none; `None` if no number up to 5 will do."""
    if level <= EVEN:
        return True, 0, None if level == 1 else CLAIMS[level - 1][1]
    return False, None if level == STAYS - 1 else CLAIMS[level][0], 0


@dataclass
class Standing:
    """What is known of the level of a position.

    >>> standing = Standing(top=ALIVE)
    >>> standing.learn(0, "refuted"); standing.learn(EVEN, "proven"); (standing.low, standing.high)
    (1, 6)
    """

    top: int
    """The highest level there is: `ALIVE` where life counts, else `STAYS`."""
    low: int = 0
    high: int = ALIVE

    def __post_init__(self) -> None:
        self.high = min(self.high, self.top)

    @property
    def is_decided(self) -> bool:
        return self.low == self.high

    def learn(self, claim: int, verdict: Verdict) -> None:
        """Take in the verdict on one of the claims."""
        if verdict == "proven":
            self.set_bounds(0, claim)
        elif verdict == "refuted":
            self.set_bounds(claim + 1, self.top)

    def learn_of_life(self, lives: bool) -> None:
        """Take in whether their owner can make them alive against any number of threats."""
        if lives:
            self.set_bounds(self.top, self.top)
        elif self.top == ALIVE:
            self.set_bounds(0, STAYS)

    def set_bounds(self, low: int, high: int) -> None:
        """Narrow the bounds. A contradiction would mean a wrong proof, and is not passed over."""
        self.low, self.high = max(self.low, low), min(self.high, high)
        if self.low > self.high:
            raise AssertionError(f"proofs contradict each other: level {self.low} to {self.high}")
