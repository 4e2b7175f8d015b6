"""The rules of a fight about chosen stones, as docs/tactics.md has them, once more.

Two sides, the *winner* and the *loser* of a claim, whichever colours and roles they have. Any empty
point may be played, without suicide, and a pass. After a move that takes exactly one stone, by a
stone that then stands alone with exactly one liberty, the answer there is *banned*: it costs a ko
threat. Blocks with *firm* stones are never taken. Sets of points are integers, as in
`goseki.reference.small`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from goseki.reference.small import NO_KO, PASS, indices

Threats = int | None
"""How many ko threats a side has; None: without limit."""


class Situation(NamedTuple):
    """All that decides how a fight goes on."""

    winners: int
    """The winner's stones."""
    losers: int
    target: int
    """The stones of the target that were never taken."""
    winner_moves: bool
    ban: int
    """Where the side to move may play only for a threat, or `NO_KO`."""
    winners_threats: Threats
    losers_threats: Threats
    spare: int = 0
    """Where the winner only holds walls: how many more of the loser's moves he may ignore."""

    @property
    def own(self) -> int:
        """The stones of the side to move."""
        return self.winners if self.winner_moves else self.losers

    @property
    def others(self) -> int:
        return self.losers if self.winner_moves else self.winners

    @property
    def threats(self) -> Threats:
        """Those of the side to move."""
        return self.winners_threats if self.winner_moves else self.losers_threats


class Played(NamedTuple):
    """What a play leads to."""

    after: Situation
    taken: int


class Fight:
    """The board of a fight and its firm stones."""

    def __init__(self, columns: int, rows: int, firm: int = 0) -> None:
        self.columns, self.rows, self.firm = columns, rows, firm
        self.board = (1 << columns * rows) - 1
        left = sum(1 << columns * row for row in range(rows))
        self._not_left = self.board & ~left
        self._not_right = self.board & ~(left << columns - 1)

    # -- sets of points ---------------------------------------------------------------------

    def spread(self, points: int) -> int:
        """The points and all that are next to them.

        >>> bin(Fight(3, 2).spread(0b000001))
        '0b1011'
        """
        return self.board & (
            points
            | points << self.columns
            | points >> self.columns
            | (points & self._not_right) << 1
            | (points & self._not_left) >> 1
        )

    def border(self, points: int) -> int:
        """The points next to a set that are not in it."""
        return self.spread(points) & ~points

    @cached_property
    def near(self) -> list[int]:
        """The points next to each point."""
        return [self.border(1 << index) for index in range(self.columns * self.rows)]

    def joined(self, seed: int, points: int) -> int:
        """What of some points hangs together with a seed among them."""
        found, before = seed & points, 0
        while found != before:
            before, found = found, self.spread(found) & points
        return found

    def parts(self, points: int) -> Iterator[int]:
        """The connected parts of a set."""
        while points:
            part = self.joined(points & -points, points)
            yield part
            points &= ~part

    def empty(self, now: Situation) -> int:
        return self.board & ~now.winners & ~now.losers

    def breathes(self, block: int, empty: int) -> bool:
        """Whether a block has a liberty, or need not have one."""
        return bool(self.border(block) & empty or block & self.firm)

    # -- moves ------------------------------------------------------------------------------

    def passed(self, now: Situation) -> Situation:
        return now._replace(winner_moves=not now.winner_moves, ban=NO_KO)

    def play(self, now: Situation, index: int) -> Played | None:
        """A play of the side to move, for a threat if it is banned; None where it is illegal.

        >>> fight = Fight(3, 1)
        >>> fight.play(Situation(0b001, 0b010, 0b010, True, NO_KO, 0, 0), 2).taken
        2
        """
        stone = 1 << index
        if (now.winners | now.losers) & stone or not self.board & stone:
            return None
        threats = now.threats
        if index == now.ban and threats is not None:
            if threats == 0:
                return None
            threats -= 1
        own, others = now.own | stone, now.others
        taken = self._taken(stone, own, others)
        others &= ~taken
        empty = self.board & ~own & ~others
        if not taken and not self.breathes(self.joined(stone, own), empty):
            return None
        is_ko = taken.bit_count() == 1 and self.near[index] & ~others == taken
        after = Situation(
            own if now.winner_moves else others,
            others if now.winner_moves else own,
            now.target & ~taken,
            not now.winner_moves,
            taken.bit_length() - 1 if is_ko else NO_KO,
            threats if now.winner_moves else now.winners_threats,
            now.losers_threats if now.winner_moves else threats,
            now.spare,
        )
        return Played(after, taken)

    def _taken(self, stone: int, own: int, others: int) -> int:
        empty = self.board & ~own & ~others
        taken = 0
        beside = self.border(stone) & others
        while beside:
            block = self.joined(beside & -beside, others)
            if not self.breathes(block, empty):
                taken |= block
            beside &= ~block
        return taken

    def is_suicide(self, now: Situation, index: int) -> bool:
        """Whether a play on an empty point is suicide, banned or not."""
        return self.play(now._replace(ban=NO_KO), index) is None

    def filled(self, now: Situation, region: int) -> Situation | None:
        """After the side to move has filled a region that only its own stones surround, all at
        once. None if that would be suicide."""
        own = now.own | region
        empty = self.board & ~own & ~now.others
        if not all(self.breathes(part, empty) for part in self.parts(self.joined(region, own))):
            return None
        return self.passed(
            now._replace(winners=own) if now.winner_moves else now._replace(losers=own)
        )

    # -- life -------------------------------------------------------------------------------

    def life(self, own: int, others: int, target: int) -> int | None:
        """If a block with stones of the target lives by Benson's theorem: the blocks and regions
        by which it does. Firm stones count as alive, and regions with firm stones of the opponent,
        who may fill them, as nobody's.

        >>> bin(Fight(4, 1).life(0b0110, 0, 0b0010))
        '0b1111'
        """
        for block in self.parts(self.joined(target & own, own)):
            if block & self.firm:
                return block
        empty = self.board & ~own & ~others
        beside_own = self.spread(own)
        regions = [
            region
            for region in self.parts(self.board & ~own)
            if not region & (self.firm | empty & ~beside_own)
        ]
        if len(regions) < 2:
            return None
        blocks = [b for b in self.parts(own) if any(self.border(b) & r for r in regions)]
        vital = _alive(self, blocks, regions, empty, 0)
        for block in vital:
            if block & target:
                return self._ground_of(block, vital)
        return None

    def _ground_of(self, block: int, vital: dict[int, list[int]]) -> int:
        """The block, two regions that are vital to it, the blocks around them, and so on."""
        ground, waiting, seen = 0, [block], {block}
        while waiting:
            one = waiting.pop()
            ground |= one
            if one & self.firm:
                continue
            for region in vital[one][:2]:
                ground |= region
                around = self.border(region)
                more = [other for other in vital if other & around and other not in seen]
                seen.update(more)
                waiting += more
        return ground

    def may_live(self, own: int, others: int, target: int, zone: int) -> bool:
        """Whether a block with stones of the target may be alive on some board that is like this
        one on the zone. Whatever stands elsewhere is taken to be of help: a block next to it is
        taken to be alive, and a region to end there.

        >>> fight = Fight(4, 1)
        >>> fight.may_live(0b0110, 0, 0b0010, 0b1111), fight.may_live(0b0011, 0, 0b0001, 0b1111)
        (True, False)
        >>> fight.may_live(0b0011, 0, 0b0001, 0b0111)
        False
        """
        if target & ~zone:
            return True
        outside = self.board & ~zone
        empty = zone & ~own & ~others
        blocks = list(self.parts(own & zone))
        regions = [
            region
            for region in self.parts(zone & ~own)
            if region & empty and not region & self.firm
        ]
        return any(b & target for b in _alive(self, blocks, regions, empty, outside))


def _alive(
    fight: Fight, blocks: list[int], regions: list[int], empty: int, outside: int
) -> dict[int, list[int]]:
    """The greatest set of blocks each of which has two vital regions around which all blocks are
    of the set, and what these regions are. Firm blocks, and those beside the `outside`, need none.
    A region is vital to a block that all its empty points are next to."""
    border = {points: fight.border(points) for points in (*blocks, *regions)}
    alive = list(blocks)
    while True:
        stones = sum(alive)
        own = sum(blocks)
        kept = [r for r in regions if not border[r] & own & ~stones]
        vital = {b: [r for r in kept if not r & empty & ~border[b]] for b in alive}
        living = [b for b in alive if b & fight.firm or border[b] & outside or len(vital[b]) >= 2]
        if len(living) == len(alive):
            return vital
        alive = living


__all__ = ["NO_KO", "PASS", "Fight", "Played", "Situation", "Threats", "indices"]
