"""Guesses about races: two blocks that cannot both live, where the time was too short for a proof.

A race is proven slowly if it is long: there are many orders in which liberties can be filled. So
some things are taken for granted here that a player takes for granted, too. The walls around the
race stand; who is alive by himself captures what is shut in and has not two eyes; and if nothing
else is known, liberties are counted (Müller 1999). All this is an estimate, whatever it says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from goseki.board import Board
from goseki.connected import component, components, neighbors_of
from goseki.coords import PASS, Color, Point, opponent
from goseki.gtp.codes import Reply, better, guessed, known
from goseki.gtp.guess import read_block
from goseki.life import Block, chains
from goseki.tactics import Goal, Solution
from goseki.tactics.fight import as_fought
from goseki.tactics.target import ROOM_OF_THE_OPEN, find_groups

SHARE_OF_READING = 0.02
"""Of what is left for guesses, to read a block. What takes long to read is a long race, and narrow
reading does not see that it is a seki."""
LARGEST_PRISON = 16
"""Points up to which what lies inside a block's own points is shut in there."""
MOST_MOVES = 10
"""First moves that are tried to settle a ko."""
LIBERTIES_OF_EYES = (0, 1, 2, 3, 5, 8, 12, 17)
"""Moves that it takes to fill an eye of so many points, one after each capture."""


class Asked(Protocol):
    """A question of a controller, and the time that is left for it."""

    def guess_seconds(self, share: float = 1.0) -> float:
        """A share of what is left for guesses."""
        ...

    def solve(
        self,
        stones: Sequence[Point],
        goal: Goal,
        mover: Color | None = None,
        *,
        share: float = 1.0,
        board: Board | None = None,
        firm: frozenset[Point] = frozenset(),
    ) -> Solution:
        """Search for a proof, within a share of the time."""
        ...


@dataclass(frozen=True)
class Race:
    """How the owner of the first block fares, who moves first."""

    defended: Reply
    """Whether he saves it."""
    attacked: Reply
    """Whether he captures the other."""


def guess_race(
    asked: Asked,
    board: Board,
    mine: Point,
    theirs: Point,
    attacked: Reply | None,
    defended: Reply | None,
) -> Race:
    """How a race goes. What is known of its two halves stays; the rest is guessed."""
    guess = _Guess(asked, board, mine, theirs)
    race = in_the_end(board, mine, theirs, guess.race(attacked, defended))
    return guess.without_lasting_kos(guess.with_captives(race))


def in_the_end(board: Board, mine: Point, theirs: Point, race: Race) -> Race:
    """What is meant in a race if both blocks are captured, one after the other. Stones that were
    thrown into an eye space are lost in a good cause: the block around them decides. Otherwise
    who captures the other block is saved by that."""
    defended, attacked = race.defended, race.attacked
    if better(attacked, defended).code == defended.code:
        return race
    if holds_captive(board, mine, theirs):
        return Race(defended, replace(defended, evidence="estimate"))
    return Race(replace(attacked, evidence="estimate"), attacked)


class _Guess:
    def __init__(self, asked: Asked, board: Board, mine: Point, theirs: Point) -> None:
        color = board.at(mine)
        assert color is not None
        self.asked, self.solve, self.board = asked, asked.solve, board
        self.mine, self.theirs = mine, theirs
        self.mover: Color = color
        self.firm = firm_walls(board, (mine, theirs))
        self.holds = holds_captive(board, mine, theirs)
        self.is_held = holds_captive(board, theirs, mine)

    def race(self, attacked: Reply | None, defended: Reply | None) -> Race:
        if attacked is None:
            attacked = self._behind_walls(self.theirs, 0.3)
        if defended is None and not self._is_won(attacked):
            defended = self._behind_walls(self.mine, 0.4)
        read = self._read(self.theirs) if attacked is None else None
        if read is not None and read.code:
            attacked = read
        if defended is None and not self._is_won(attacked):
            defended = self._read(self.mine)
        if attacked is None and self.is_held:
            attacked = read or self._kill(self.board, self.mover, PASS)
        if attacked is None and defended is not None:
            # What gets many liberties is read as escaped, but where could it live?
            attacked = self._attack_of_the_living() if defended.code == 1 else Reply(0)
        attacked = read if attacked is None else attacked
        if attacked is None:
            counted = count_race(self.board, self.mine, self.theirs)
            attacked, defended = counted.attacked, counted.defended
        if defended is None and self.holds:
            defended = self._life_around_a_captive()
        if defended is None:
            defended = attacked if attacked.code else self._defence_against_the_living()
        return Race(defended, attacked)

    def with_captives(self, race: Race) -> Race:
        """Captives may be safe because who takes them is left with one eye: then it is a seki. It
        is taken for one if the block around them is proven to stay, but not to live."""
        codes = race.defended.code, race.attacked.code
        if self.holds and codes == (1, 1):
            around = self.solve([self.mine], "live", self.mover, share=0.3, firm=self.firm)
            if _stays_without_life(around):
                return Race(race.defended, Reply(0))
        elif self.is_held and codes == (0, 0):
            around = self.solve([self.theirs], "kill", self.mover, share=0.3, firm=self.firm)
            if _stays_without_life(around):
                return Race(Reply(1), race.attacked)
        return race

    def without_lasting_kos(self, race: Race) -> Race:
        """A ko that one side cannot get rid of by moving first is no ko: the other side begins it
        when all threats have been removed, as with the bent four in the corner."""
        defended, attacked = race.defended, race.attacked
        if attacked.code == 2 and self._cannot_settle(
            self.board, self.theirs, opponent(self.mover), 0.3
        ):
            attacked = replace(attacked, code=1, evidence="estimate")
            defended = better(defended, attacked)
        elif defended.code in (2, 3) and not self.is_held and attacked.code in (0, defended.code):
            moves = [*self.board.liberties(self.mine), *self.board.liberties(self.theirs)]
            after = (self._after(move) for move in dict.fromkeys(moves))
            boards = [board for board in after if board is not None]
            if len(boards) <= MOST_MOVES and all(
                self._cannot_settle(board, self.mine, self.mover, 0.2) for board in boards
            ):
                return Race(Reply(0), Reply(0))
        return Race(defended, attacked)

    def _cannot_settle(self, board: Board, stone: Point, owner: Color, share: float) -> bool:
        """Whether the owner of a block cannot save it without a ko although he moves first."""
        if board.at(stone) != owner:
            return False
        reply = known(
            self.solve([stone], "capture", owner, share=share, board=board, firm=self.firm)
        )
        return reply is not None and reply.code != 1

    def _after(self, move: Point) -> Board | None:
        """The board after a move of mine that is not answered."""
        after = as_fought(self.board, self.mover)
        if not after.is_legal(move):
            return None
        after.play(move)
        return as_fought(after, self.mover) if after.at(self.mine) is not None else None

    def _is_won(self, attacked: Reply | None) -> bool:
        """Whether the other block is captured, and mine is saved by that."""
        return attacked is not None and attacked.code == 1 and not self.holds

    def _read(self, stone: Point) -> Reply | None:
        """How the fight about a block goes among few moves, if that is soon read to an end."""
        seconds = self.asked.guess_seconds(SHARE_OF_READING)
        guess, came_to_an_end = read_block(self.board, stone, self.mover, seconds)
        return guessed(guess) if came_to_an_end else None

    def _behind_walls(self, stone: Point, share: float) -> Reply | None:
        """How the fight about a block goes if the walls stand."""
        return _estimate(
            known(self.solve([stone], "capture", self.mover, share=share, firm=self.firm))
        )

    def _attack_of_the_living(self) -> Reply:
        """Whether the other block is captured by one that is not. In a seki it is not. Beside
        stones that live by themselves it is captured, unless it lives, too, or runs away."""
        other = opponent(self.mover)
        anyway = self.solve([self.mine], "kill", other, share=0.2, firm=self.firm)
        if anyway.status == "alive":
            return self._kill(self.board, self.mover, PASS)
        lives = self.solve([self.mine], "live", self.mover, share=0.2, firm=self.firm)
        if lives.status != "alive":
            return Reply(0)
        move = next((move for move in lives.best if not move.is_pass), PASS)
        after = as_fought(self.board, self.mover)
        after.play(move)
        return self._kill(after, other, move)

    def _kill(self, board: Board, to_play: Color, move: Point) -> Reply:
        """Whether the other block dies beside mine, which lives."""
        if board.at(self.theirs) is None:
            return Reply(1, move)
        goal: Goal = "kill" if to_play == self.mover else "live"
        firm = self.firm if self.is_held else self.firm | set(board.block(self.mine))
        found = self.solve([self.theirs], goal, to_play, share=0.5, board=board, firm=firm)
        if to_play == self.mover:
            reply = _estimate(known(found))
            if reply is not None:
                return reply
        elif found.status in ("alive", "seki"):
            return Reply(0)
        return Reply(int(is_shut_in(board, self.theirs)), move)

    def _life_around_a_captive(self) -> Reply:
        """Whether mine lives, which holds the other block captive: if that is not found, it does
        so only if it reaches the open board."""
        found = _estimate(known(self.solve([self.mine], "live", self.mover, firm=self.firm)))
        return Reply(int(not is_shut_in(self.board, self.mine))) if found is None else found

    def _defence_against_the_living(self) -> Reply:
        """Whether mine is saved where the other cannot be captured: not if that lives by itself
        and mine is shut in and makes no life."""
        lives = self.solve([self.theirs], "kill", self.mover, share=0.5, firm=self.firm)
        if lives.status == "alive" and is_shut_in(self.board, self.mine):
            return Reply(0)
        return Reply(1)


def _stays_without_life(found: Solution) -> bool:
    """Whether stones are proven to stay, and not proven to live."""
    return found.status == "seki" or (found.status, found.evidence) == ("alive", "estimate")


def _estimate(reply: Reply | None) -> Reply | None:
    return None if reply is None else replace(reply, evidence="estimate")


# -- shapes -----------------------------------------------------------------------------------


def firm_walls(board: Board, fought: Sequence[Point]) -> frozenset[Point]:
    """The stones that are taken to stand whatever happens: the groups that reach the open board or
    live unconditionally, but those that are fought about.

    >>> board = Board.from_diagram("X.O.X../OOOOX../XXXXX..")
    >>> len(firm_walls(board, [Point.parse("C1")]))
    0
    """
    blocks = {board.block(stone)[0] for stone in fought}
    found: set[Point] = set()
    for color in ("B", "W"):
        for group in find_groups(board, color):
            if group.room < ROOM_OF_THE_OPEN or any(b.stones[0] in blocks for b in group.blocks):
                continue
            found.update(s for b in group.blocks if len(b.liberties) > 1 for s in b.stones)
    return frozenset(found)


def is_shut_in(board: Board, stone: Point) -> bool:
    """Whether the group of a stone does not reach the open board."""
    color = board.at(stone)
    assert color is not None
    block = board.block(stone)[0]
    for group in find_groups(board, color):
        if any(b.stones[0] == block for b in group.blocks):
            return group.room < ROOM_OF_THE_OPEN
    return False


def holds_captive(board: Board, stone: Point, captive: Point) -> bool:
    """Whether a block lies wholly in the eye space of another one, which no wall helps to
    surround. To capture it there does not save the block around it.

    >>> board = Board.from_diagram("..X.OX../XXXXXX../......../......../........")
    >>> holds_captive(board, Point.parse("C5"), Point.parse("E5"))
    True
    >>> holds_captive(board, Point.parse("E5"), Point.parse("C5"))
    False
    """
    color = board.color_at(board.index(stone))
    inside = component(
        board.size, board.index(captive), lambda point: board.color_at(point) != color
    )
    beside = {n for point in inside for n in neighbors_of(board.size)[point]} - inside
    own = set(map(board.index, board.block(stone)))
    walls = set(map(board.index, firm_walls(board, (stone, captive))))
    is_small = len(inside) <= LARGEST_PRISON
    return is_small and not beside.isdisjoint(own) and beside.isdisjoint(walls)


# -- counting ---------------------------------------------------------------------------------


def count_race(board: Board, mine: Point, theirs: Point) -> Race:
    """Who wins a race by the number of liberties, the owner of `mine` moving first.

    >>> board = Board.from_diagram("X.OX./XOOX./XOXX./.OX..")
    >>> race = count_race(board, Point.parse("A2"), Point.parse("B2"))
    >>> race.attacked.code, race.defended.code
    (0, 0)
    """
    own, other = _Runner(board, mine), _Runner(board, theirs)
    shared = len(own.outside & other.outside)
    lead = len(own.outside - other.outside) + own.inside
    theirs_lead = len(other.outside - own.outside) + other.inside
    move = next((board.point(p) for p in sorted(other.outside - own.outside)), PASS)
    if own.inside and not other.inside:
        lead, shared = lead + shared, 0  # an eye against none: who has it needs not fill these
    elif other.inside and not own.inside:
        theirs_lead, shared = theirs_lead + shared, 0
    has_eyes = bool(own.inside and other.inside)
    # The attacker has to fill all of the shared liberties but the last, which nobody may fill.
    to_fill = shared if has_eyes else max(shared - 1, 0)
    if lead >= theirs_lead + to_fill:
        return Race(Reply(1, move), Reply(1, move))
    is_seki = shared >= (1 if has_eyes else 2) and lead + to_fill >= theirs_lead - 1
    return Race(Reply(int(is_seki), move), Reply(0))


class _Runner:
    """The liberties of a side of a race: those in its eyes, and the others."""

    def __init__(self, board: Board, stone: Point) -> None:
        color = board.at(stone)
        assert color is not None
        group = next(c for c in chains(board, color, miai=True) if _has(c, stone))
        around = neighbors_of(board.size)
        self.outside = {board.index(liberty) for block in group for liberty in block.liberties}
        own = {board.index(s) for block in group for s in block.stones}
        self.inside = 0
        sign = board.color_at(board.index(stone))
        rest = [p for p in range(board.size.points) if board.color_at(p) != sign]
        for region in components(board.size, rest):
            beside = {n for point in region for n in around[point]} - region
            if beside <= own and len(region) < len(LIBERTIES_OF_EYES):
                stones = sum(board.color_at(point) != 0 for point in region)
                self.inside += max(LIBERTIES_OF_EYES[len(region)] - stones, 1)
                self.outside -= region


def _has(chain: Sequence[Block], stone: Point) -> bool:
    return any(stone in block.stones for block in chain)
