"""Captures behind walls that could be captured themselves, in two proofs side by side.

*Inside* the winner captures the target if his walls are firm. *Behind* them he keeps the walls,
although the loser moves first, until every wall has a liberty for each of the loser's moves that
the proof inside leaves time for. docs/certificates.md says why both together prove the capture, and
what they must have in common and apart for that; here it is checked.
"""

from __future__ import annotations

from collections.abc import Callable

from goseki.proof.grounds import ENDLESS, Aim
from goseki.proof.walk import MOST_SITUATIONS, Answer, FaultyStrategyError, Node, Walk
from goseki.reference.fight import NO_KO, Fight, Situation


class WallsWalk:
    """Plays out both proofs of a capture: first that inside, then that behind the walls."""

    def __init__(
        self,
        fight: Fight,
        start: Situation,
        walls: int,
        *,
        most: int = MOST_SITUATIONS,
        on_step: Callable[[], object] = lambda: None,
    ) -> None:
        self.fight, self.start, self.walls = fight, start, walls
        self._most, self._on_step = most, on_step

    def inside(self, answer: Answer) -> Walk:
        """The capture with firm walls, yet to be run."""
        fight = Fight(self.fight.columns, self.fight.rows, self.fight.firm | self.walls)
        return self._walk(fight, Aim("capture", is_proven=True), self.start, answer)

    def behind(self, inside: Node, answer: Answer) -> Walk:
        """How the walls hold, yet to be run; after the start of the proof inside."""
        grounds, now, fight = inside.grounds, self.start, self.fight
        if grounds.tenukis >= ENDLESS:
            raise FaultyStrategyError("the walls would have to hold for ever", now)
        # What the proof inside rests on: its zone, and the liberties that its guards may need.
        barred = grounds.zone & ~self.walls
        for stones in grounds.guarded:
            colour = now.winners if stones & now.winners else now.losers
            block = fight.joined(stones, colour)
            if not block & (fight.firm | self.walls):
                barred |= fight.border(block) & fight.empty(now)
        aim = Aim("hold", is_proven=True, walls=tuple(fight.parts(self.walls)), barred=barred)
        # The loser moves first, takes back every ko at once, and the winner has no threats.
        first = now._replace(
            target=self.walls,
            winner_moves=False,
            ban=NO_KO,
            winners_threats=0,
            losers_threats=None,
            spare=grounds.tenukis,
        )
        return self._walk(fight, aim, first, answer)

    def check(self, inside: Walk, behind: Walk) -> None:
        """Whether the proofs, each of which holds, have nothing in common but walls."""
        if behind.start.zone & behind.aim.barred:
            raise FaultyStrategyError("the walls hold by what is captured inside", self.start)

    def run(self, answer: Answer) -> None:
        """Play everything out, and check it; raises `FaultyStrategyError` or `TooLargeError`."""
        inside = self.inside(answer)
        inside.run()
        behind = self.behind(inside.start, answer)
        behind.run()
        self.check(inside, behind)

    def _walk(self, fight: Fight, aim: Aim, start: Situation, answer: Answer) -> Walk:
        return Walk(
            *(fight, aim, start, answer), most=self._most, on_step=self._on_step, is_steady=True
        )
