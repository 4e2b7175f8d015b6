"""The winner's strategy in a fight, played out against every defence that matters.

Somebody is asked for the winner's move wherever he is to move: in a check that is the file, when a
proof is written it is the search. Here the defences are played, and the grounds of each win are
found: zones only grow, until nothing changes. What was found is then checked situation by situation
(`goseki.proof.grounds`), so that nothing rests on how it was found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from heapq import heappop, heappush

from goseki.proof.grounds import (
    ENDLESS,
    Aim,
    Grounds,
    WeakGroundsError,
    check_situation,
    check_start,
    check_steady,
    fits,
)
from goseki.reference.fight import NO_KO, PASS, Fight, Played, Situation, indices

MOST_SITUATIONS = 50_000
MOST_STEPS = 20 * MOST_SITUATIONS
"""How often the grounds of situations may be looked at again: a limit for the checker's time."""
MOST_TENUKIS = 24
"""More than this many count as endless: no wall has so many liberties."""

NO_ESTATE = -2
"""The answer that says: do not count on that estate, as the winner loses where it is filled."""

Answer = Callable[[Situation], int]
"""The winner's move: an index, `PASS`, or `NO_ESTATE`."""


class FaultyStrategyError(Exception):
    """A strategy that fails, and where."""

    def __init__(self, reason: str, now: Situation, move: int | None = None) -> None:
        super().__init__(reason)
        self.reason, self.now, self.move = reason, now, move


class TooLargeError(Exception):
    """A strategy that takes more situations, or more time, than a checker allows for."""


class Node:
    """A situation of the strategy, and what is known of it so far."""

    def __init__(self, now: Situation, depth: int, ground: int | None) -> None:
        self.now, self.depth = now, depth
        self.is_won = ground is not None
        self.is_refused = False
        """Whether the answer was `NO_ESTATE`."""
        self.move = NO_ESTATE
        self.zone = ground or 0
        self.tenukis = 0
        self.guarded: set[int] = set()
        self.estates: set[int] = set()
        self.refused: set[int] = set()
        """Estates that are none, since the loser may fill them."""
        self.followers: dict[int, Node] = {}
        self.fillings: dict[int, Node] = {}
        self.parents: dict[Node, None] = {}
        self.plays: dict[int, Played | None] = {}
        self.is_waiting = False
        self.is_settled = self.is_won
        """Whether its grounds, and those of all that follows, will not change any more."""

    @property
    def grounds(self) -> Grounds:
        return Grounds(self.zone, self.tenukis, frozenset(self.guarded), frozenset(self.estates))

    def edges(self) -> Iterator[tuple[int | None, Node]]:
        """The moves that count, and what they lead to; None is the filling of an estate."""
        if self.is_won:
            return
        for move, node in self.followers.items():
            if self.now.winner_moves or move == PASS or self.zone >> move & 1:
                yield move, node
        for estate, node in self.fillings.items():
            if estate in self.estates:
                yield None, node


class Walk:
    """Plays out a strategy."""

    def __init__(
        self,
        fight: Fight,
        aim: Aim,
        start: Situation,
        answer: Answer,
        *,
        most: int = MOST_SITUATIONS,
        on_step: Callable[[], object] = lambda: None,
        is_steady: bool = False,
    ) -> None:
        self.fight, self.aim, self.most, self._on_step = fight, aim, most, on_step
        self._is_steady = is_steady
        """Whether another proof goes on outside the zones (`check_steady`)."""
        self._answer = answer
        self.nodes: dict[Situation, Node] = {}
        self._heap: list[tuple[int, int, Node]] = []
        self._settled: dict[int, dict[tuple[bool, int, int], list[Node]]] = {}
        """Settled situations, by their zones and by what stands there."""
        self._count = 0
        self.steps = 0
        self.start = self._node(start, None)

    # -- the walk ---------------------------------------------------------------------------

    def run(self) -> None:
        """Play everything out, and check it; raises `FaultyStrategyError` or `TooLargeError`."""
        while self._heap:
            node = heappop(self._heap)[2]
            node.is_waiting = False
            self.steps += 1
            self._on_step()
            if self.steps > MOST_STEPS:
                raise TooLargeError(f"it takes more than {MOST_STEPS:,} steps to check")
            if node.is_won or node.is_refused:
                continue
            before = node.grounds
            if node.now.winner_moves:
                self._grow_winner(node)
            else:
                self._grow_loser(node)
            if before != node.grounds:
                for parent in node.parents:
                    self._push(parent)
            self._settle(node)
        self.check()

    def check(self) -> None:
        """Check every situation that the start rests on, and that it ends as it must."""
        order = self._reached()
        try:
            check_start(self.fight, self.start, self.aim.barred)
        except WeakGroundsError as error:
            raise FaultyStrategyError(error.reason, self.start.now, error.move) from None
        for node in order:
            self._on_step()
            if node.is_refused:
                raise FaultyStrategyError("the winner has no answer", node.now)
            try:
                check_situation(self.fight, self.aim, node)
                if self._is_steady:
                    check_steady(self.fight, node)
            except WeakGroundsError as error:
                raise FaultyStrategyError(error.reason, node.now, error.move) from None
        check_ends(self.aim, self.start)

    def _reached(self) -> list[Node]:
        seen = {self.start: None}
        waiting = [self.start]
        while waiting:
            for _, after in waiting.pop().edges():
                if after not in seen:
                    seen[after] = None
                    waiting.append(after)
        return list(seen)

    def _node(self, now: Situation, parent: Node | None) -> Node:
        node = self.find(now)
        if node is None:
            if len(self.nodes) >= self.most:
                raise TooLargeError(f"it has more than {self.most:,} situations")
            ground = self.aim.win(self.fight, now)
            node = Node(now, 0 if parent is None else parent.depth + 1, ground)
            if not self.aim.is_proven and not node.is_won:
                node.tenukis = ENDLESS  # a pass answered by a pass comes back
            if self.aim.is_hold:
                if sum(self.aim.walls) & ~now.target:
                    raise FaultyStrategyError("a wall is taken", now)
                node.tenukis = now.spare
                if node.is_won:
                    node.guarded |= self.aim.guards(self.fight)
            self.nodes[now] = node
            self._push(node)
        if parent is not None:
            node.parents[parent] = None
        return node

    def find(self, now: Situation) -> Node | None:
        """The situation if it was met before, or a settled one that it fits."""
        node = self.nodes.get(now)
        if node is not None:
            return node
        for zone, found in self._settled.items():
            key = now.winner_moves, now.winners & zone, now.losers & zone
            for node in found.get(key, ()):
                if self._fits(now, node):
                    return node
        return None

    def _fits(self, now: Situation, node: Node) -> bool:
        fight = self.fight
        if not fits(fight, self.aim, now, node):
            return False
        empty = fight.empty(now)
        for stones in node.guarded:
            block = self._block(stones, _colour(now, stones))
            liberties = fight.border(block) & empty
            if not (block & fight.firm or self._is_guarded(node, liberties, node.zone)):
                return False
        return not any(e & ~empty or fight.border(e) & ~now.losers for e in node.estates)

    def _block(self, stones: int, own: int) -> int:
        """The block of some stones, as far as the proof may rest on it."""
        return self.fight.joined(stones, own & ~self.aim.barred)

    def _is_guarded(self, node: Node, liberties: int, zone: int) -> bool:
        spare = liberties & ~(zone | self.aim.barred)
        return node.tenukis < ENDLESS and spare.bit_count() > node.tenukis

    def _settle(self, node: Node) -> None:
        """See whether a situation is settled now, and then those before it."""
        waiting = [node]
        while waiting:
            node = waiting.pop()
            if node.is_settled or node.is_waiting or node.is_refused or not node.followers:
                continue
            back = [after for _, after in node.edges() if not after.is_settled]
            # A refutation may go round and round: a pass answered by a pass.
            is_kept = not self.aim.is_proven
            if any(
                not is_kept or _answer_to_pass(after) is not node or after.is_waiting
                for after in back
            ):
                continue
            for settled in (node, *back):
                settled.is_settled = True
                now, zone = settled.now, settled.zone
                key = now.winner_moves, now.winners & zone, now.losers & zone
                self._settled.setdefault(zone, {}).setdefault(key, []).append(settled)
                waiting += settled.parents

    def _push(self, node: Node) -> None:
        """Deeper situations are looked at first, so that those before them wait until the zones
        after them have grown."""
        if not node.is_waiting:
            node.is_waiting = True
            self._count += 1
            heappush(self._heap, (-node.depth, -self._count, node))

    # -- the winner is to move --------------------------------------------------------------

    def _grow_winner(self, node: Node) -> None:
        fight, now = self.fight, node.now
        if not node.followers:
            move = self._answer(now)
            if move == NO_ESTATE:
                node.is_refused = True
                for parent in node.parents:
                    self._push(parent)
                return
            played = None if move == PASS else fight.play(now, move) if move >= 0 else None
            then = self.aim.passed(fight, now) if move == PASS else played and played.after
            if then is None:
                raise FaultyStrategyError("the winner's move is illegal", now, move)
            node.move = move
            node.followers[move] = self._node(then, node)
            node.plays[move] = played
            for parent in node.parents:  # the ban that it may be under concerns them
                self._push(parent)
        move, after = node.move, node.followers[node.move]
        node.zone |= after.zone
        node.tenukis = max(node.tenukis, after.tenukis)
        played = node.plays[move]
        while True:
            before = node.zone, node.tenukis
            if played is not None:
                self._keep_move(node, move, played, after)
            self._keep_aim(node)
            then = fight.passed(now) if played is None else played.after
            self._keep_promises(node, after, then, move)
            self._keep_own_promises(node)
            if before == (node.zone, node.tenukis):
                return

    def _keep_move(self, node: Node, move: int, played: Played, after: Node) -> None:
        fight, now, stone = self.fight, node.now, 1 << move
        empty, taken = fight.empty(now), played.taken
        node.zone |= stone
        needed = after.zone if self.aim.owns_target else after.zone | now.target
        is_legal = False
        for block in fight.parts(taken):
            if block & needed or not fight.spread(block) & ~node.zone:
                node.zone |= fight.spread(block)
                is_legal = True
        part = fight.joined(stone, now.winners & node.zone | stone)
        is_legal = is_legal or bool(part & fight.firm or fight.border(part) & empty & node.zone)
        if not is_legal:
            near = fight.near[move] & empty
            block = fight.joined(stone, now.winners | stone)
            liberties = fight.border(block) & empty
            if near:
                node.zone |= near & -near
            elif block & fight.firm:
                node.zone |= block
            elif liberties:
                node.zone |= block | liberties & -liberties
            else:
                first = fight.joined(taken & -taken, taken)
                node.zone |= fight.spread(first)
        self._keep_losers(node, move, played, after)

    def _keep_losers(self, node: Node, move: int, played: Played, after: Node) -> None:
        """See to it that the move takes nothing of the zone after it that it does not take here:
        of two ways the one that has fewer empty points."""
        fight, now = self.fight, node.now
        ban = after.now.ban
        losers = now.losers & ~played.taken
        beside = self._with_liberties(node, move, fight.near[move] & losers, losers)
        zone = beside[0] | fight.spread(1 << move)
        for block in fight.parts(played.taken):
            zone |= fight.spread(block)
        beside = zone, beside[1], beside[2]
        everywhere = self._with_liberties(node, move, after.zone & losers, losers)
        empty = fight.empty(now)
        must = ban != NO_KO and after.zone >> ban & 1
        is_less = (beside[0] & empty).bit_count() < (everywhere[0] & empty).bit_count()
        chosen = beside if must or is_less else everywhere
        node.zone |= chosen[0]
        node.guarded |= chosen[1]
        node.estates |= chosen[2]

    def _with_liberties(
        self, node: Node, move: int, which: int, losers: int
    ) -> tuple[int, set[int], set[int]]:
        """A zone in which blocks of the loser's have a liberty other than the move (`PASS`: any),
        with the blocks that are guarded and the estates that it takes instead."""
        fight, zone = self.fight, node.zone
        empty = fight.empty(node.now)
        guarded: set[int] = set()
        estates: set[int] = set()
        while which:
            block = self._block(which & -which, losers) or which & -which
            which &= ~block
            zone |= block
            around = fight.border(block)
            liberties = around & empty & ~(1 << move if move != PASS else 0)
            if block & fight.firm or liberties & zone or not around & ~zone:
                continue
            liberties = liberties & ~self.aim.barred or liberties
            if self._is_guarded(node, liberties, zone):
                guarded.add(block)
                continue
            estate = self._estate(node, liberties, zone)
            if estate:
                estates.add(estate)
            elif liberties:
                zone |= liberties & -liberties
            else:
                zone |= fight.border(block)
        return zone, guarded, estates

    def _estate(self, node: Node, liberties: int, zone: int) -> int:
        """The largest region with one of these liberties that may be an estate."""
        if node.tenukis < ENDLESS:
            return 0
        fight, now = self.fight, node.now
        empty, best = fight.empty(now), 0
        liberties &= ~zone
        while liberties:
            region = fight.joined(liberties & -liberties, empty)
            liberties &= ~region
            if (
                region.bit_count() > best.bit_count()
                and region not in node.refused
                and not region & zone
                and not fight.border(region) & ~now.losers
            ):
                best = region
        return best

    # -- the loser is to move ---------------------------------------------------------------

    def _grow_loser(self, node: Node) -> None:
        fight, now = self.fight, node.now
        empty = fight.empty(now)
        if not node.followers and not self.aim.is_hold:
            node.followers[PASS] = self._node(fight.passed(now), node)
        while True:
            before = node.zone, node.tenukis, len(node.estates)
            need = 0
            for move, after in list(node.followers.items()):
                spent = move == PASS
                node.zone |= after.zone
                need |= after.zone & now.winners
                node.tenukis = _at_least(node.tenukis, after.tenukis + spent)
                played = node.plays.get(move)
                then = fight.passed(now) if played is None else played.after
                self._keep_promises(node, after, then, move)
            for estate, after in list(node.fillings.items()):
                if estate not in node.estates:
                    continue
                if after.is_refused:
                    node.refused.add(estate)
                    node.estates.discard(estate)
                    node.zone |= estate
                    continue
                node.zone |= after.zone & ~estate
                need |= after.zone & now.winners
                node.tenukis = _at_least(node.tenukis, after.tenukis + 1)
                filled = fight.filled(now, estate)
                assert filled is not None
                self._keep_promises(node, after, filled, None)
            for estate in node.estates:
                if fight.filled(now, estate) is None:  # suicide: all around is to be known
                    block = fight.joined(estate, now.losers | estate)
                    node.zone |= fight.spread(block) & ~estate
            for index in indices(node.zone & empty):
                if index not in node.plays:
                    node.plays[index] = fight.play(now, index)
                need |= self._keep_play(node, index)
            self._keep_aim(node)
            if self._is_steady:
                need |= node.zone & now.winners
                self._keep_breath(node)
            self._keep_winners(node, need)
            self._keep_own_promises(node)
            if before == (node.zone, node.tenukis, len(node.estates)) and not self._follow(node):
                return

    def _follow(self, node: Node) -> bool:
        """Play what the loser may play in the zone, and fill his estates; whether anything that
        was not played before leads to what is known already."""
        fight, now = self.fight, node.now
        count = len(node.followers) + len(node.fillings)
        for index in indices(node.zone & fight.empty(now)):
            played = node.plays[index]
            if played is not None and index not in node.followers:
                node.followers[index] = self._node(played.after, node)
        for estate in sorted(node.estates - node.fillings.keys()):
            filled = fight.filled(now, estate)
            if filled is not None:
                node.fillings[estate] = self._node(filled, node)
        return len(node.followers) + len(node.fillings) > count

    def _keep_play(self, node: Node, index: int) -> int:
        """What the zone needs for a play of the loser's in it. Returns stones of the winner's that
        must be known not to be taken."""
        fight, now, played = self.fight, node.now, node.plays[index]
        if played is None:
            if index == now.ban and now.losers_threats == 0:
                return 0
            beside = fight.near[index]
            node.zone |= beside
            own = fight.joined(beside & now.losers, now.losers)
            node.zone |= fight.spread(own)
            return beside & now.winners
        after = node.followers.get(index)
        if after is None:
            return 0
        for block in fight.parts(played.taken):
            if block & after.zone:
                node.zone |= fight.spread(block)
        # The winner's answer must not be banned where it is not banned here.
        if after.move >= 0 and after.move != after.now.ban and played.taken >> after.move & 1:
            node.zone |= fight.near[index]
            for block in fight.parts(played.taken):
                node.zone |= fight.spread(block)
        return 0

    def _keep_winners(self, node: Node, need: int) -> None:
        """Blocks of the winner's in later zones stay, or are taken on every board."""
        fight, now = self.fight, node.now
        empty = fight.empty(now)
        while need:
            block = self._block(need & -need, now.winners) or need & -need
            need &= ~block
            node.zone |= block
            if block & fight.firm:
                continue
            liberties = fight.border(block) & empty
            liberties = liberties & ~self.aim.barred or liberties
            have = (liberties & node.zone).bit_count()
            if have >= 2:
                continue
            if liberties.bit_count() < 2:
                node.zone |= fight.border(block)
                continue
            if self._is_guarded(node, liberties, node.zone):
                node.guarded.add(block)
                continue
            others = liberties & ~node.zone
            # Those first where the loser has no room: fewer of his plays are to be answered then.
            tight = others & ~fight.spread(empty & ~others) & ~fight.spread(now.losers)
            for index in [*indices(tight), *indices(others & ~tight)][: 2 - have]:
                node.zone |= 1 << index

    def _keep_breath(self, node: Node) -> None:
        """Blocks of the loser's in the zone breathe there: nothing takes them from outside."""
        now, stones = node.now, node.now.losers & node.zone
        if stones:
            zone, guarded, _ = self._with_liberties(node, PASS, stones, now.losers)
            node.zone |= zone
            node.guarded |= guarded

    # -- both -------------------------------------------------------------------------------

    def _keep_aim(self, node: Node) -> None:
        """Refutations: see to it that the prover's goal is not reached on any board that fits."""
        fight, aim, now = self.fight, self.aim, node.now
        if aim.is_kept(fight, now, node.zone):
            return
        if aim.is_hold:
            node.zone |= sum(aim.walls)
            return
        if aim.goal == "capture":
            node.zone |= fight.joined(now.target & -now.target, now.winners)
            return
        node.zone |= fight.spread(fight.joined(now.target, now.losers))
        while not aim.is_kept(fight, now, node.zone) and node.zone != fight.board:
            # One step further, through what is not the loser's.
            wider = fight.spread(node.zone & ~now.losers)
            node.zone |= wider if wider & ~node.zone else fight.spread(node.zone)

    def _keep_promises(self, node: Node, after: Node, then: Situation, move: int | None) -> None:
        """What is guarded after a move, and the estates there, must be so before it; or else what
        they are made of is in the zone."""
        fight, now = self.fight, node.now
        empty = fight.empty(now)
        for stones in after.guarded:
            colour = now.winners if stones & then.winners else now.losers
            kept = False
            for part in fight.parts(stones & colour):
                block = self._block(part, colour) or part
                liberties = fight.border(block) & empty
                if move is not None and move >= 0:
                    liberties &= ~(1 << move)
                if block & fight.firm or self._is_guarded(node, liberties, node.zone):
                    node.zone |= block
                    if not block & fight.firm:
                        node.guarded.add(block)
                    kept = True
                    break
            if kept:
                continue
            # As many of its liberties as it must have become known, those first that are already.
            block = self._block(stones, _colour(then, stones))
            liberties = fight.border(block) & fight.empty(then) & ~after.zone & ~self.aim.barred
            if block & fight.firm:
                liberties = 0
            chosen = [*indices(liberties & node.zone), *indices(liberties & ~node.zone)]
            node.zone |= block & colour
            for index in chosen[: after.tenukis + 1]:
                node.zone |= 1 << index
                if not empty >> index & 1:  # a stone was there, which the move takes
                    others = now.losers if now.winner_moves else now.winners
                    node.zone |= fight.spread(fight.joined(1 << index, others))
        for estate in after.estates:
            if estate in node.estates:
                continue
            if self._is_estate(node, estate):
                node.estates.add(estate)
            else:
                node.zone |= fight.spread(estate)

    def _is_estate(self, node: Node, estate: int) -> bool:
        fight, now = self.fight, node.now
        return (
            estate not in node.refused
            and not estate & (node.zone | now.winners | now.losers)
            and not fight.border(estate) & ~now.losers
        )

    def _keep_own_promises(self, node: Node) -> None:
        """Guards that have too few liberties outside the zone by now, and estates that it has
        reached, are given up: what they are made of becomes part of the zone."""
        fight = self.fight
        empty = fight.empty(node.now)
        for stones in list(node.guarded):
            liberties = fight.border(stones) & empty
            if not self._is_guarded(node, liberties, node.zone):
                node.guarded.discard(stones)
        for estate in list(node.estates):
            if not self._is_estate(node, estate):
                node.estates.discard(estate)
                node.zone |= estate


def _colour(now: Situation, stones: int) -> int:
    return now.winners if stones & now.winners else now.losers


def _answer_to_pass(node: Node) -> Node | None:
    """What a pass of the winner's leads to, if that is his move."""
    return node.followers.get(PASS) if node.now.winner_moves else None


def _at_least(tenukis: int, other: int) -> int:
    most = max(tenukis, other)
    return ENDLESS if most > MOST_TENUKIS else most


def check_ends(aim: Aim, start: Node) -> None:
    """Whether no way round keeps the winner from his goal."""
    for node in loops(aim, start):
        what = "the winner's moves go round in circles"
        if not aim.is_proven:
            what = "the winner spends threats in a circle"
        raise FaultyStrategyError(what, node.now, node.move if node.now.winner_moves else None)


def loops(aim: Aim, start: Node) -> Iterator[Node]:
    """Situations on a way round that must not be.

    A refutation may go on for ever. A proof may not, but for one thing: where life is proven, the
    loser's threats without limit are any number, so that a way round on which he spends one comes
    to an end. And where life is refuted the winner's are any number, so that he may not spend one
    on a way round.
    """
    if aim.is_proven:
        is_life = aim.goal == "life"
        part = _components(start, lambda node, move: not (is_life and spends(node.now, move)))
        sizes = Counter(part.values())
        yield from (node for node in part if sizes[part[node]] > 1)
    elif aim.goal == "life":
        part = _components(start, lambda node, move: True)
        for node in part:
            for move, after in node.edges():
                if node.now.winner_moves and spends(node.now, move) and part[node] == part[after]:
                    yield node


def spends(now: Situation, move: int | None) -> bool:
    """Whether the side to move spends a threat by this move, out of a supply without limit."""
    return move is not None and move != PASS and move == now.ban and now.threats is None


def _components(start: Node, counts: Callable[[Node, int | None], bool]) -> Mapping[Node, int]:
    """For each situation the number of the strongly connected part that it is in, of the graph of
    the moves that count (Tarjan 1972). No move leads back to where it was made."""
    numbers: dict[Node, int] = {}
    low: dict[Node, int] = {}
    part: dict[Node, int] = {}
    stack: list[Node] = []
    path: list[tuple[Node, Iterator[tuple[int | None, Node]]]] = []

    def enter(node: Node) -> None:
        numbers[node] = low[node] = len(numbers)
        stack.append(node)
        path.append((node, node.edges()))

    # Moves that do not count are followed too, but from a fresh start.
    starts = [start]
    while starts or path:
        if not path:
            fresh = starts.pop()
            if fresh not in numbers:
                enter(fresh)
            continue
        node, edges = path[-1]
        entry = next(edges, None)
        if entry is not None:
            move, after = entry
            if not counts(node, move):
                starts.append(after)
            elif after not in numbers:
                enter(after)
            elif after not in part:
                low[node] = min(low[node], numbers[after])
            continue
        path.pop()
        if path:
            low[path[-1][0]] = min(low[path[-1][0]], low[node])
        if low[node] == numbers[node]:
            while True:
                member = stack.pop()
                part[member] = numbers[node]
                if member is node:
                    break
    return part
