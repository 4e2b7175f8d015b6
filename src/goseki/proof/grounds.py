"""What a win in a fight rests on, and the check of one situation against those that follow it.

This is the part of the checker that must be right. How the grounds were found does not matter
(`goseki.proof.walk`); docs/certificates.md has the argument, with the names that are used here.

A situation stands for many boards, those that *fit* it. A board fits if

1. it has the same stones on the *zone*; elsewhere it may have anything, but all firm stones stand,
   and every other block has a liberty;
2. the same side is to move, the winner with at least as many threats, the loser with at most as
   many; a ban of the loser's in the zone is there, and the winner's next move is not banned unless
   it is so here;
3. of a target that is the winner's the stones in the zone are left, and of one that is the loser's
   no others than here;
4. the block of each *guarded* set of stones has more liberties outside the zone than there are
   *tenukis*, or a firm stone;
5. of each *estate* no point has a stone of the winner's, one is empty, and all around are stones of
   the loser's.

The check is that, whatever board fits, the winner's move leads to a board that fits the situation
after it, and so does every move of the loser's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from goseki.reference.fight import NO_KO, PASS, Fight, Situation, Threats, indices

ENDLESS = 1 << 20
"""Tenukis without limit."""

Goal = Literal["capture", "life", "connect"]


class Grounds(NamedTuple):
    """What a win rests on."""

    zone: int = 0
    tenukis: int = 0
    """How often the loser can play outside the zones, or pass, before the winner has won, at
    most."""
    guarded: frozenset[int] = frozenset()
    """Sets of stones of either side, each connected and in the zone, whose blocks have more
    liberties outside the zone than that, or a firm stone."""
    estates: frozenset[int] = frozenset()
    """Empty regions outside the zone that only the loser's stones surround."""


@dataclass(frozen=True)
class Aim:
    """What the winner wants. To `hold` is one part of a capture behind walls: see
    `goseki.proof.walls`."""

    goal: Goal | Literal["hold"]
    is_proven: bool
    """Whether he is the prover, who reaches the goal; or he prevents it for ever."""
    halves: tuple[int, int] = (0, 0)
    """Of `connect`: the two blocks at the start."""
    walls: tuple[int, ...] = ()
    """Of `hold`: the blocks at the start that are to stay."""
    barred: int = 0
    """Of `hold`: points that it must not rest on."""

    @property
    def is_hold(self) -> bool:
        return self.goal == "hold"

    @property
    def owns_target(self) -> bool:
        """Whether the target is the winner's."""
        return (self.goal == "capture") != self.is_proven

    def win(self, fight: Fight, now: Situation) -> int | None:
        """If nothing is left to do: the zone that this rests on. None if it is not so."""
        if self.is_hold:
            return self._held(fight, now)
        first, second = self.halves
        if self.goal == "connect" and self.is_proven:
            joined = fight.joined(now.target & first, now.winners)
            return joined if joined & now.target & second else None
        if self.goal == "connect":
            return None if now.target & first and now.target & second else 0
        if not self.owns_target:
            return None if now.target else 0
        return fight.life(now.winners, now.losers, now.target)

    def _held(self, fight: Fight, now: Situation) -> int | None:
        """Whether each wall has a liberty for every move that may still be ignored, and one more:
        then all others can be. The loser is to move."""
        if now.winner_moves or sum(self.walls) & ~now.target:
            return None
        own, empty = now.winners & ~self.barred, fight.empty(now) & ~self.barred
        for wall in self.guards(fight):
            liberties = fight.border(fight.joined(wall, own)) & empty
            if liberties.bit_count() <= now.spare:
                return None
        return sum(self.walls)

    def guards(self, fight: Fight) -> frozenset[int]:
        """The walls that need liberties."""
        return frozenset(wall for wall in self.walls if not wall & fight.firm)

    def passed(self, fight: Fight, now: Situation) -> Situation | None:
        """After a pass. Who holds walls ignores a move by it, which he may do so often only."""
        if not (self.is_hold and now.winner_moves):
            return fight.passed(now)
        return fight.passed(now)._replace(spare=now.spare - 1) if now.spare > 0 else None

    def is_kept(self, fight: Fight, now: Situation, zone: int) -> bool:
        """Whether the other side has not reached its goal, on any board that fits. Of a proof
        nothing is asked, as it is the winner who reaches his; but walls must stand."""
        if self.is_hold:
            return not sum(self.walls) & ~(now.target & zone)
        if self.is_proven:
            return True
        if self.goal == "capture":
            return bool(now.target & zone)
        if self.goal == "life":
            return not fight.may_live(now.losers, now.winners, now.target, zone)
        first, second = self.halves
        path = now.losers & zone | fight.board & ~zone
        return not fight.joined(now.target & first, path) & now.target & second


class Proven(Protocol):
    """A situation of a proof, with those that follow it."""

    @property
    def now(self) -> Situation: ...

    @property
    def grounds(self) -> Grounds: ...

    @property
    def is_won(self) -> bool:
        """Whether it is said that nothing is left to do."""
        ...

    @property
    def move(self) -> int:
        """The winner's move, if he is to move."""
        ...

    @property
    def followers(self) -> Mapping[int, Proven]:
        """By moves: the winner's one, or all of the loser's that were played out."""
        ...

    @property
    def fillings(self) -> Mapping[int, Proven]:
        """By estates: after the loser has filled them."""
        ...


class WeakGroundsError(Exception):
    """A situation that is not won on the grounds it is said to be won on."""

    def __init__(self, reason: str, move: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.move = reason, move


def check_start(fight: Fight, start: Proven, barred: int = 0) -> None:
    """The board in question fits its own situation: nothing but the guards can be amiss, since
    estates are looked at everywhere. Liberties that are `barred` do not count."""
    empty = fight.empty(start.now) & ~barred
    for stones in start.grounds.guarded:
        colour = start.now.winners if stones & start.now.winners else start.now.losers
        block = fight.joined(stones, colour)
        liberties = fight.border(block) & empty & ~start.grounds.zone
        if not block & fight.firm and liberties.bit_count() <= start.grounds.tenukis:
            raise WeakGroundsError("a wall is guarded that has too few liberties")


def check_situation(fight: Fight, aim: Aim, node: Proven) -> None:
    """Whether a win follows from those after it; raises `WeakGroundsError`."""
    _check_sense(fight, node)
    if aim.is_hold and node.grounds.tenukis != node.now.spare:
        raise WeakGroundsError("other moves are ignored than were counted")
    if node.is_won:
        ground = aim.win(fight, node.now)
        if ground is None or ground & ~node.grounds.zone:
            raise WeakGroundsError("the goal is not reached")
        if aim.is_hold and not aim.guards(fight) <= node.grounds.guarded:
            raise WeakGroundsError("the walls are not guarded")
        return
    if not aim.is_kept(fight, node.now, node.grounds.zone):
        raise WeakGroundsError("the other side may have reached its goal")
    if node.now.winner_moves:
        _check_winner(fight, aim, node)
        return
    if not aim.is_hold:  # there, `check_steady` has looked at all that is not in the zone
        _check_elsewhere(fight, aim, node)
    _check_plays(fight, aim, node)


def check_steady(fight: Fight, node: Proven) -> None:
    """Whether moves of both sides outside the zone change nothing in it, so that two proofs can go
    on side by side: a situation in which the loser is to move holds also after them."""
    now, (zone, _, guarded, estates) = node.now, node.grounds
    if estates:
        raise WeakGroundsError("an estate is counted on")
    if now.winner_moves:
        return
    if now.ban != NO_KO and zone >> now.ban & 1 and now.losers_threats is not None:
        raise WeakGroundsError("a ban may have lapsed")
    empty = fight.empty(now) & zone
    for stones in (now.winners & zone, now.losers & zone):
        for part in fight.parts(stones):
            if not (
                fight.border(part) & empty
                or part & fight.firm
                or any(not guard & ~part for guard in guarded)
            ):
                raise WeakGroundsError("stones of the zone may be taken from outside")


def _check_sense(fight: Fight, node: Proven) -> None:
    now, grounds = node.now, node.grounds
    for stones in grounds.guarded:
        colour = now.winners if stones & now.winners else now.losers
        if not stones or stones & ~(colour & grounds.zone) or grounds.tenukis >= ENDLESS:
            raise WeakGroundsError("what is guarded makes no sense")
        if fight.joined(stones & -stones, stones) != stones:
            raise WeakGroundsError("what is guarded makes no sense")
    empty, taken = fight.empty(now), grounds.zone
    for estate in grounds.estates:
        if not estate or estate & ~(empty & ~taken) or fight.border(estate) & ~now.losers:
            raise WeakGroundsError("an estate is none")
        if fight.joined(estate & -estate, estate) != estate:
            raise WeakGroundsError("an estate is none")
        taken |= estate  # no point is in two of them: a play fills one at most


def fits(fight: Fight, aim: Aim, then: Situation, node: Proven) -> bool:
    """Whether a board fits a situation of a proof, but for what is guarded and for estates."""
    now, zone = node.now, node.grounds.zone
    if then.winner_moves != now.winner_moves:
        return False
    if ((then.winners ^ now.winners) | (then.losers ^ now.losers)) & zone:
        return False
    if not (
        _are_enough(then.winners_threats, now.winners_threats)
        and _are_enough(now.losers_threats, then.losers_threats)
        and then.spare <= now.spare
    ):
        return False
    if now.winner_moves:
        if not node.is_won and then.ban not in (NO_KO, now.ban) and then.ban == node.move:
            return False
    elif now.ban not in (NO_KO, then.ban) and zone >> now.ban & 1:
        return False
    if aim.owns_target:
        return not now.target & zone & ~then.target
    return not then.target & ~now.target


def _are_enough(threats: Threats, needed: Threats) -> bool:
    return threats is None or (needed is not None and threats >= needed)


class _Sure(NamedTuple):
    """What is known of the stones beside a play in the zone, on every board that fits."""

    stones: int
    """Those stones in the zone that are taken there if and only if they are taken here."""
    is_exact: bool
    """Whether it takes there, on the whole board, just what it takes here."""


def _sure_of(fight: Fight, node: Proven, index: int, taken: int) -> _Sure:
    """What is known of the opponent's stones when a point of the zone is played."""
    now, (zone, _, guarded, estates) = node.now, node.grounds
    point = 1 << index
    empty = fight.empty(now) & zone & ~point
    estate = sum(estates) if now.winner_moves else 0
    sure = 0
    for part in fight.parts(now.others & zone):
        around = fight.border(part)
        # A part with nothing but the zone around it is a whole block there, with these liberties.
        is_closed = not around & ~zone
        # One with another liberty in the zone, or a guard's outside it, or in an estate, is not
        # taken: the play is on none of these. (Of a part that is taken here this cannot be used.)
        is_safe = not part & taken and bool(
            around & empty
            or part & fight.firm
            or around & estate
            or any(not stones & ~part for stones in guarded)
        )
        if is_closed or is_safe:
            sure |= part
    # If all around the point is known and sure, the play takes nothing else, however the parts of
    # the zone hang together elsewhere.
    is_exact = not fight.near[index] & ~zone and not fight.near[index] & now.others & ~sure
    return _Sure(now.others & zone if is_exact else sure, is_exact)


def _check_winner(fight: Fight, aim: Aim, node: Proven) -> None:
    now, grounds, move = node.now, node.grounds, node.move
    after = node.followers.get(move)
    if move == PASS:
        then = aim.passed(fight, now)
        if then is None:
            raise WeakGroundsError("too many moves are ignored", move)
        if after is None or not fits(fight, aim, then, after):
            raise WeakGroundsError("the pass leads elsewhere", move)
        _check_passes_on(fight, node, then, after, grounds.zone, 0, move)
        return
    played = fight.play(now, move) if 0 <= move < fight.board.bit_length() else None
    if played is None:
        raise WeakGroundsError("the winner's move is illegal", move)
    if after is None or not fits(fight, aim, played.after, after):
        raise WeakGroundsError("the winner's move leads elsewhere", move)
    stone = 1 << move
    if not grounds.zone & stone:
        raise WeakGroundsError("the winner's move is not in its zone", move)
    sure = _sure_of(fight, node, move, played.taken)
    # It is no suicide there: it surely takes something, or its stones in the zone breathe.
    part = fight.joined(stone, now.winners & grounds.zone | stone)
    liberties = fight.border(part) & fight.empty(now) & grounds.zone & ~stone
    if not (liberties or part & fight.firm or played.taken & sure.stones):
        raise WeakGroundsError("the winner's move may be illegal", move)
    # A ban that the loser is under here is there as well: a lone stone has taken just that one.
    ban = after.now.ban
    if ban != NO_KO and after.grounds.zone >> ban & 1 and not sure.is_exact:
        raise WeakGroundsError("a ko may be none", move)
    # What is taken of the target is taken there.
    if not aim.owns_target and played.taken & now.target & ~sure.stones:
        raise WeakGroundsError("stones of the target may stay", move)
    known = grounds.zone & ~(now.losers & ~sure.stones)
    _check_passes_on(fight, node, played.after, after, known, 0, move)


def _check_elsewhere(fight: Fight, aim: Aim, node: Proven) -> None:
    now, grounds = node.now, node.grounds
    zone, empty = grounds.zone, fight.empty(node.now)
    # A pass, or a play outside the zone: it takes none of the winner's stones that have a liberty
    # in the zone, or a guard, who has two outside it while a tenuki is left.
    after, passed = node.followers.get(PASS), fight.passed(now)
    if after is None or not fits(fight, aim, passed, after):
        raise WeakGroundsError("the loser's pass is not answered", PASS)
    lost = 0
    for part in fight.parts(now.winners & zone):
        has_guard = grounds.tenukis > 0 and any(not g & ~part for g in grounds.guarded)
        if not (fight.border(part) & empty & zone or part & fight.firm or has_guard):
            lost |= part
    _check_passes_on(fight, node, passed, after, zone & ~lost, 1, PASS)
    # The play that fills an estate: it takes nothing either, as all around are his own stones. Or
    # it is suicide there, too: all around his stones there is known.
    for estate in grounds.estates:
        then = fight.filled(now, estate)
        if then is None:
            block = fight.joined(estate, now.losers | estate)
            if fight.spread(block) & ~(zone | estate):
                raise WeakGroundsError("the loser may fill an estate")
            continue
        filled = node.fillings.get(estate)
        if filled is None or not fits(fight, aim, then, filled):
            raise WeakGroundsError("the loser may fill an estate")
        _check_passes_on(fight, node, then, filled, zone & ~lost | estate, 1, None)


def _check_plays(fight: Fight, aim: Aim, node: Proven) -> None:
    """The loser's plays in the zone."""
    now, zone, empty = node.now, node.grounds.zone, fight.empty(node.now)
    for index in indices(zone & empty):
        played = fight.play(now, index)
        if played is None:
            # He is banned there, too, or it is suicide there, too.
            is_banned = index == now.ban and now.losers_threats == 0
            if not (is_banned or _is_sure_suicide(fight, node, index)):
                raise WeakGroundsError("a play of the loser's may be legal", index)
            continue
        after = node.followers.get(index)
        if after is None or not fits(fight, aim, played.after, after):
            raise WeakGroundsError("a play of the loser's is not answered", index)
        sure = _sure_of(fight, node, index, played.taken)
        _check_ban_of_winner(fight, node, index, played.taken, sure, after)
        known = zone & ~(now.winners & ~sure.stones)
        _check_passes_on(fight, node, played.after, after, known, 0, index)


def _is_sure_suicide(fight: Fight, node: Proven, index: int) -> bool:
    """Whether a play that is suicide here is so on every board that fits."""
    now, zone = node.now, node.grounds.zone
    beside = fight.near[index]
    own = fight.joined(beside & now.losers, now.losers)
    others = beside & now.winners
    # All around the point and around his blocks beside it is in the zone, and no block of the
    # winner's beside it can be taken.
    return not (
        beside & ~zone
        or fight.spread(own) & ~zone
        or others & ~_sure_of(fight, node, index, 0).stones
    )


def _check_ban_of_winner(
    fight: Fight, node: Proven, index: int, taken: int, sure: _Sure, after: Proven
) -> None:
    """No ban arises there alone on the winner's answer. A ban elsewhere does no harm. (A banned
    answer could take nothing but the stone that took, and then there is a ban here, too; so this
    follows from the answer being legal. It costs nothing to look.)"""
    if after.is_won or after.move < 0 or after.move == after.now.ban:
        return
    answer = 1 << after.move
    now, zone = node.now, node.grounds.zone
    if not taken & answer or fight.joined(answer, now.winners) != answer:
        return  # no stone, or more than one, was taken there
    beside = fight.near[index] & zone & ~answer
    # The stone that took it is not alone, or has another liberty.
    if not beside & (now.losers | fight.empty(now) | taken & sure.stones):
        raise WeakGroundsError("the winner's answer may be banned", index)


def _check_passes_on(
    fight: Fight,
    node: Proven,
    then: Situation,
    after: Proven,
    known: int,
    spent: int,
    move: int | None,
) -> None:
    """What a later situation asks for is there, after the move, on every board that fits this one.
    `then` is this board after the move, which fits the later one; `known` are the points that look
    there as they do here; `spent` is 1 for a tenuki."""
    grounds, later = node.grounds, after.grounds
    if later.zone & ~known:
        raise WeakGroundsError("a zone is larger than that of the situation before it", move)
    if grounds.tenukis < min(later.tenukis + spent, ENDLESS):
        raise WeakGroundsError("there are more tenukis than were counted", move)
    empty = fight.empty(then)
    for stones in later.guarded:
        # It hangs together for sure with a firm stone, or with stones that were guarded before,
        # with as many liberties outside a zone that was no smaller, one of which a tenuki may have
        # cost; or so many of its liberties are known.
        colour = then.winners if stones & then.winners else then.losers
        block = fight.joined(stones, colour & known)
        if block & fight.firm or any(not before & ~block for before in grounds.guarded):
            continue
        if (fight.border(block) & empty & known & ~later.zone).bit_count() <= later.tenukis:
            raise WeakGroundsError("a guarded wall may lose its liberties", move)
    for estate in later.estates:
        if estate in grounds.estates and not estate & ~empty:  # it is not the one that he fills
            continue
        is_known = not fight.spread(estate) & ~known
        if not is_known or estate & ~empty or fight.border(estate) & ~then.losers:
            raise WeakGroundsError("an estate may be none after a move", move)
