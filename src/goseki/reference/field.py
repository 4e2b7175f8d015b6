"""The fight in a part of the board, for proofs that stones and territory are safe.

A *field* is a set of points with *walls* around it: stones of the defender that are promised to
stay. A wall may be several blocks which stay together in the end. The attacker begins and may
pass or take back a ko at once; the defender answers, may pass, and may not take back a ko at
once. Suicide is illegal.

Each wall has a *need*: so many liberties it must have in the field after every answer. Walls
that stones of the field connect are one wall, which needs the least of what its parts need (parts
without a need do not count). As long as needs are met no wall is captured, so what happens in
the field depends on nothing else. docs/certificates.md has the whole argument.

Sets of points are integers, bit `i` for the point with index `i`, row by row from the top left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from goseki.reference.small import NO_KO, Grid, indices

SAFE_BEFORE = 0
"""The need of a wall that was proven without this field."""
NOTHING = None
"""The need of a wall that is proven at the same time, but not by this field."""
MAX_TRIALS = 2_000
"""How many ways to place pairs are tried."""


class Wall(NamedTuple):
    """Stones that stay, and how many liberties they need in the field."""

    stones: int
    need: int | None


class State(NamedTuple):
    """The stones in a field."""

    defender: int
    attacker: int


class _Group(NamedTuple):
    """Stones of the defender that are joined, or walls with what is joined to them."""

    stones: int
    """Those in the field."""
    touches: int
    """The points of the field next to it."""
    need: int | None
    is_wall: bool

    def needs(self) -> int:
        return self.need or 0

    def with_other(self, other: _Group) -> _Group:
        return _Group(
            self.stones | other.stones,
            self.touches | other.touches,
            _joint_need([self.need, other.need]),
            self.is_wall or other.is_wall,
        )


class Field:
    """A field, and the rules of the fight in it.

    What lies around it, except the walls, is conceded to the attacker: his stones next to such
    points cannot be captured. In such an *open* field the defender fails if any stone is lost, and
    there is no territory. A proof for it holds on the board, where the attacker has no more than
    that.

    `links` are pairs of its points: the defender has a stone on one of each, or both are empty.

    >>> grid = Grid(3, 1)
    >>> field = Field(grid, 0b011, [Wall(0b100, 1)], [])
    >>> field.attack(State(0, 0), 0)
    (State(defender=0, attacker=1), -1)
    >>> field.defend(State(0, 1), 1, NO_KO), field.attack(State(0, 1), 1)
    (State(defender=2, attacker=0), None)
    >>> [field.is_settled(state, territory=True) for state in (State(0, 0), State(2, 0))]
    [False, True]
    """

    def __init__(
        self, grid: Grid, points: int, walls: Sequence[Wall], links: Sequence[tuple[int, int]]
    ) -> None:
        self.grid = grid
        self.points = points
        self.walls = walls
        self.links = links
        self.wall_stones = 0
        for wall in walls:
            self.wall_stones |= wall.stones
        self.wall_contacts = self.around(self.wall_stones)
        self._wall_touches = [self.around(wall.stones) & points for wall in walls]
        self._latest: tuple[State, list[_Group]] = (State(-1, -1), [])
        """The latest position and its groups, which are often asked for twice."""
        conceded = grid.board & ~points & ~self.wall_stones
        self.open = self.around(conceded) & points
        """The points next to what is conceded."""
        first_column = sum(1 << i for i in grid.points if i % grid.columns == 0)
        self._not_first = grid.board & ~first_column
        self._not_last = grid.board & ~(first_column << grid.columns - 1)
        self._edge = sum(1 << i for i in grid.points if grid.near[i].bit_count() < 4)

    # -- sets ---------------------------------------------------------------------------------

    def around(self, points: int) -> int:
        """The points next to one of a set."""
        found = 0
        for index in indices(points):
            found |= self.grid.near[index]
        return found

    def _beside(self, points: int) -> int:
        """`around`, quicker for large sets."""
        columns = self.grid.columns
        sideways = (points & self._not_last) << 1 | (points & self._not_first) >> 1
        return (sideways | points << columns | points >> columns) & self.grid.board

    def flood(self, seed: int, within: int) -> int:
        """What a walk inside `within` reaches."""
        reached, fresh = seed & within, seed & within
        while fresh:
            fresh = self._beside(fresh) & within & ~reached
            reached |= fresh
        return reached

    def parts(self, points: int) -> Iterator[int]:
        """The connected parts of a set."""
        while points:
            part = self.flood(points & -points, points)
            yield part
            points &= ~part

    def _blocks_beside(self, point: int, stones: int) -> Iterator[int]:
        """The connected parts of a set of stones that touch a point."""
        beside = self.grid.near[point] & stones
        while beside:
            block = self.flood(beside & -beside, stones)
            yield block
            beside &= ~block

    # -- play ---------------------------------------------------------------------------------

    def empty(self, state: State) -> int:
        return self.points & ~state.defender & ~state.attacker

    def attack(self, state: State, point: int) -> tuple[State, int] | None:
        """The attacker's move on an empty point, with the point where the defender may not
        take back; None for suicide."""
        stone = 1 << point
        attacker = state.attacker | stone
        empty = self.empty(state) & ~stone
        taken = 0
        for block in self._blocks_beside(point, state.defender):
            if not block & self.wall_contacts and not self._beside(block) & empty:
                taken |= block
        own = self.flood(stone, attacker)
        liberties = self._beside(own) & (empty | taken)
        if not liberties and not own & self.open:
            return None
        lone = taken.bit_count() == 1 and own == stone and liberties == taken
        return State(state.defender & ~taken, attacker), taken.bit_length() - 1 if lone else NO_KO

    def defend(self, state: State, point: int, ko: int) -> State | None:
        """The defender's move; None if it is on a stone, suicide or takes back a ko.

        A stone next to a wall is never suicide: needs that are met give the wall a liberty.
        """
        stone = 1 << point
        if not self.empty(state) & stone or point == ko:
            return None
        empty = self.empty(state) & ~stone
        taken = 0
        for block in self._blocks_beside(point, state.attacker):
            if not block & self.open and not self._beside(block) & empty:
                taken |= block
        own = self.flood(stone, state.defender | stone)
        if not (taken or own & self.wall_contacts or self._beside(own) & empty):
            return None
        return State(state.defender | stone, state.attacker & ~taken)

    def meets_needs(self, state: State) -> bool:
        """Whether every wall has its liberties and every link is whole."""
        for first, second in self.links:
            pair = 1 << first | 1 << second
            if not state.defender & pair and state.attacker & pair:
                return False
        empty = self.empty(state)
        return all(
            (group.touches & empty).bit_count() >= group.needs()
            for group in self._groups(state)
            if group.is_wall
        )

    def _groups(self, state: State) -> list[_Group]:
        if self._latest[0] == state:
            return self._latest[1]
        groups = []
        left = list(range(len(self.walls)))
        loose = state.defender
        while left:
            members = [left.pop(0)]
            touches, stones = 0, 0
            fresh = members
            while fresh:
                for wall in fresh:
                    touches |= self._wall_touches[wall]
                stones = self.flood(touches & loose, loose)
                fresh = [wall for wall in left if self._wall_touches[wall] & stones]
                left = [wall for wall in left if wall not in fresh]
                members += fresh
            need = _joint_need([self.walls[wall].need for wall in members])
            groups.append(_Group(stones, touches | self._beside(stones) & self.points, need, True))
            loose &= ~stones
        for block in self.parts(loose):
            groups.append(_Group(block, self._beside(block) & self.points, 2, False))
        self._latest = state, groups
        return groups

    # -- what needs no more answers than pairs --------------------------------------------------

    def is_settled(self, state: State, *, territory: bool, pairs: bool = True) -> bool:
        """Whether the needs stay met, and with `territory` the attacker cannot live either, if
        the defender answers in pairs of points and does no more. `pairs=False`: in links only.

        Benson's algorithm, where walls are beyond capture. A part of the field is an eye

        - of each group that touches all its empty points (*healthy*), if some group touches all
          its points, attackers' stones or not (*full*), or if it is left alone: no point of it
          is in a pair, and it is not claimed as territory;
        - of a group that is alone around it, if each point that the group does not touch has a
          pair of its own among the group's liberties beside it (*guarded*);
        - of all around it, twice, if there are two *intersection points*, which all of them
          touch and each of which divides it, and all else is touched or guarded;
        - of all around it, if it is two empty points that are a link: the answer there captures.

        Points under attackers' stones count because an answer may take these off, and the
        attacker moves first in the hole. docs/certificates.md has the whole argument.

        If that does not do, groups that have two liberties in common in one part are taken for
        one: the two are a pair.
        """
        groups = self._groups(state)
        empty = self.empty(state)
        bound = sum(self._waiting_links(state))
        free = empty & ~bound if pairs else 0
        rooms = list(self.parts(self.points & ~state.defender))
        if self._holds(state, rooms, groups, free, bound, territory=territory):
            return True
        linked, left = self._link(groups, rooms, free)
        if len(linked) == len(groups):
            return False
        bound |= free & ~left
        return self._holds(state, rooms, linked, left, bound, territory=territory)

    def _waiting_links(self, state: State) -> list[int]:
        """The links of which the defender has no point yet."""
        links = [1 << first | 1 << second for first, second in self.links]
        return [pair for pair in links if not state.defender & pair]

    def _holds(
        self,
        state: State,
        rooms: list[int],
        groups: list[_Group],
        free: int,
        bound: int,
        *,
        territory: bool,
    ) -> bool:
        empty = self.empty(state)
        waiting = self._waiting_links(state)
        parts = []
        for room in rooms:
            if room & self.open or any(0 != pair & room != pair for pair in waiting):
                continue  # nobody's eye: the attacker has a way out, or an answer may fill it
            played_in = territory or room & bound != 0
            parts.append(self._eyes(room, room & empty, room & free, groups, played_in=played_in))
        alive = set(range(len(groups)))
        while True:
            held = [eyes for eyes in parts if alive.issuperset(eyes.loose)]
            counts = [0] * len(groups)
            for eyes in held:
                for g, count in eyes.counts.items():
                    counts[g] += count
            staying = {g for g in alive if counts[g] >= groups[g].needs()}
            if staying == alive:
                break
            alive = staying
        if any(group.is_wall and g not in alive for g, group in enumerate(groups)):
            return False
        if not territory:
            return True
        guarded, used = 0, 0
        for eyes in held:
            guarded |= eyes.guarded
            used |= eyes.used
        living = [groups[g] for g in alive]
        return self._leaves_no_room(living, guarded, free & ~used)

    def _link(self, groups: list[_Group], parts: list[int], free: int) -> tuple[list[_Group], int]:
        """Groups held together by pairs, and what is free after that."""
        linked = list(groups)
        a, b = 0, 1
        while a < len(linked):
            if b >= len(linked):
                a, b = a + 1, a + 2
                continue
            common = linked[a].touches & linked[b].touches & free
            here = next((common & p for p in parts if (common & p).bit_count() >= 2), 0)
            if not here:
                b += 1
                continue
            rest = here & here - 1
            free &= ~(here & -here | rest & -rest)
            linked[a] = linked[a].with_other(linked.pop(b))
            b = a + 1
        return linked, free

    def _eyes(
        self, part: int, empty: int, free: int, groups: list[_Group], *, played_in: bool
    ) -> _Eyes:
        around = [g for g, group in enumerate(groups) if group.touches & part]
        loose = [g for g in around if not groups[g].is_wall]
        beside = 0
        common = free
        for g in around:
            beside |= groups[g].touches
            common &= groups[g].touches
        inner = part & ~beside
        dividing = [i for i in indices(common) if self._divides(part, i)]
        for first, second in combinations(dividing, 2):
            both = 1 << first | 1 << second
            guards = self._private_pairs(inner, free & beside & ~both)
            if guards is not None:
                return _Eyes(loose, dict.fromkeys(around, 2), inner, guards | both)
        if empty == part and any(part == 1 << a | 1 << b for a, b in self.links):
            return _Eyes(loose, dict.fromkeys(around, 1), 0, 0)
        full = any(not part & ~groups[g].touches for g in around)
        healthy = {g: 1 for g in around if not empty & ~groups[g].touches}
        if healthy and (full or not played_in):
            return _Eyes(loose, healthy, 0, 0)
        guards = self._private_pairs(inner, free & beside) if len(around) == 1 else None
        if guards is None:
            return _Eyes(loose, {}, 0, 0)
        return _Eyes(loose, {around[0]: 1}, inner, guards)

    def _divides(self, part: int, index: int) -> bool:
        beside = self.grid.near[index] & part
        if not beside & beside - 1:
            return False  # an end of a connected part
        rest = part & ~(1 << index)
        return self.flood(rest & -rest, rest) != rest

    def _private_pairs(self, wanted: int, liberties: int) -> int | None:
        """The points of pairs, one for each wanted point among the liberties beside it."""
        trials = [MAX_TRIALS]
        return self._place_pairs(wanted, liberties, trials)

    def _place_pairs(self, wanted: int, liberties: int, trials: list[int]) -> int | None:
        if not wanted:
            return 0
        trials[0] -= 1
        if trials[0] < 0:
            return None
        near = self.grid.near
        hardest = min(indices(wanted), key=lambda i: (near[i] & liberties).bit_count())
        for first, second in combinations(list(indices(near[hardest] & liberties)), 2):
            pair = 1 << first | 1 << second
            rest = self._place_pairs(wanted & ~(1 << hardest), liberties & ~pair, trials)
            if rest is not None:
                return rest | pair
        return None

    def _leaves_no_room(self, living: list[_Group], guarded: int, free: int) -> bool:
        """Whether the attacker has no room for two eyes anywhere between living stones.

        He has an eye neither next to a living stone, nor where a pair keeps the point in touch
        with one, nor on a false point, with two living stones on its diagonals (at the edge
        one). Whether a stone of his is there now does not matter: it can be taken off.
        """
        secure = self.wall_stones
        touched = 0
        for group in living:
            secure |= group.stones
            touched |= group.touches
        for area in self.parts(self.points & ~secure):
            room = area & ~touched & ~guarded
            if not self._goes_round_something(area):
                room &= ~self._false_points(room, secure)
            if not self._guards_all_but_one_eye(room, area & free & touched):
                return False
        return True

    def _guards_all_but_one_eye(self, room: int, liberties: int) -> bool:
        if _holds_one_eye(room, self.around(room)):
            return True
        for index in indices(room):
            for near in (1 << index, *(1 << i for i in indices(self.grid.near[index] & room))):
                eye = 1 << index | near
                if self._private_pairs(room & ~eye, liberties) is not None:
                    return True
        return False

    def _false_points(self, points: int, secure: int) -> int:
        false = 0
        for index in indices(points):
            at_edge = self._edge >> index & 1
            held = (self._diagonals(1 << index) & secure).bit_count()
            if held >= (1 if at_edge else 2):
                false |= 1 << index
        return false

    def _diagonals(self, points: int) -> int:
        columns = self.grid.columns
        sideways = (points & self._not_last) << 1 | (points & self._not_first) >> 1
        return (sideways << columns | sideways >> columns) & self.grid.board

    def _goes_round_something(self, area: int) -> bool:
        """Whether a walk in the area can enclose other points: those that steps in all eight
        directions outside the area do not join to the edge of the board."""
        outside = self.grid.board & ~area
        reached, fresh = outside & self._edge, outside & self._edge
        while fresh:
            fresh = (self._beside(fresh) | self._diagonals(fresh)) & outside & ~reached
            reached |= fresh
        return reached != outside


class _Eyes(NamedTuple):
    """What a part of a field is worth: eyes by group, if the loose stones around it live."""

    loose: list[int]
    counts: dict[int, int]
    guarded: int
    """The points that pairs keep in touch with the groups."""
    used: int
    """The points of those pairs."""


def _holds_one_eye(room: int, around: int) -> bool:
    count = room.bit_count()
    return count < 2 or (count == 2 and around & room != 0)


def _joint_need(needs: list[int | None]) -> int | None:
    """What connected walls need: the least of their needs; walls without a need do not count."""
    return min((need for need in needs if need is not None), default=NOTHING)
