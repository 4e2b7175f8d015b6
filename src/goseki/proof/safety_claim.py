"""The claim that stones and territory of one side are safe.

The proof has *links*, pairs of points that hold blocks together as chains, and *plans*. A plan
is about one or more regions, gives chains liberties there, and has a stage. The records are
the defender's answers, in the order in which the checker comes to ask for them.
docs/certificates.md says why that is a proof.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import chain as chained
from typing import Any, ClassVar, NamedTuple

from goseki.proof.claim import COLOR_NAMES, ClaimError, Fault, Fields, draw
from goseki.proof.container import SectionReader
from goseki.reference.field import NOTHING, SAFE_BEFORE, Field, State, Wall
from goseki.reference.rules import OPPONENT, Color
from goseki.reference.small import NO_KO, PASS, Grid, indices

MAX_POINTS = 361
MAX_FIELD = 127
MAX_DEPTH = 200
"""How many answers may follow each other: a limit for the checker's own stack."""
OF_STONES = (
    "no claimed stone is ever captured, although the attacker moves first and may take back every "
    "ko at once, if every attack is answered"
)
OF_TERRITORY = (
    "however many times, but finitely often, the attacker may lift a ko ban, and although he moves "
    "first, the defender can reach a position in which every claimed point is his stone or empty, "
    "and can do so again after whatever is played there next, and no claimed stone is ever "
    "captured on the way; any repetition other than such a ko counts against the defender"
)
"""What is claimed, in the same words everywhere. docs/safety.md says more."""
Pair = tuple[int, int]
Answer = Callable[[State, int, int, Set[State]], int]
"""The defender's move, an index on the board or `PASS`: from the state after the attack, the
attack, a ko, and the states from the start to there."""


class FaultyProofError(Exception):
    """A proof that fails, and where."""

    def __init__(
        self,
        reason: str,
        field: Field | None = None,
        state: State | None = None,
        move: int | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason, self.field, self.state, self.move = reason, field, state, move


@dataclass(frozen=True)
class Plan:
    """What the defender does in some regions."""

    regions: tuple[int, ...]
    """The first points of the regions."""
    targets: dict[int, int]
    """Liberties granted to blocks, which their first stones name."""
    territory: bool
    """Whether the attacker cannot live there either."""
    stage: int
    loose: bool = False
    """Whether it need not care for chains to which it grants nothing, if at least two other plans
    of its stage, which are not loose, grant them a liberty each."""
    points: int = 0
    """Without regions: the points of an open field, part of a large region."""

    @property
    def name(self) -> tuple[tuple[int, ...], int]:
        return self.regions, self.points

    @property
    def rank(self) -> int:
        """Its place among all steps of the proof. There is room before it for the chains that links
        tie to safe ones, one step after the other."""
        return (self.stage + 1) * MAX_POINTS


class Ground:
    """The blocks, chains and regions of the defender that a proof speaks of."""

    def __init__(self, grid: Grid, own: int, other: int, links: Sequence[Pair]) -> None:
        self.grid, self.own, self.other = grid, own, other
        self.empty = grid.board & ~own & ~other
        self.links = links
        self._field = Field(grid, 0, [], [])
        self.blocks = {_first(block): block for block in self._field.parts(own)}
        self.regions = {_first(part): part for part in self._field.parts(grid.board & ~own)}
        self.chain_of = {first: first for first in self.blocks}
        self._join_chains()

    def around(self, points: int) -> int:
        """The points next to a set."""
        return self._field.around(points)

    @cached_property
    def touches(self) -> dict[int, int]:
        """The points beside each block."""
        return {first: self.around(stones) for first, stones in self.blocks.items()}

    def _join_chains(self) -> None:
        """A link joins two chains if both of its points are liberties of both of them."""
        changed = True
        while changed:
            changed = False
            for first, second in self.links:
                both = self.chains_at(first) & self.chains_at(second)
                for chain in both - {min(both, default=0)}:
                    self._rename(chain, min(both))
                    changed = True

    def chains_at(self, point: int) -> set[int]:
        """The chains next to a point."""
        return {self.chain_of[b] for b, beside in self.touches.items() if beside >> point & 1}

    def _rename(self, chain: int, into: int) -> None:
        for block, name in self.chain_of.items():
            if name == chain:
                self.chain_of[block] = into

    def stones_of(self, chain: int) -> int:
        return sum(stones for first, stones in self.blocks.items() if self.chain_of[first] == chain)

    def points_of(self, plan: Plan) -> int:
        return plan.points | sum(self.regions[first] for first in plan.regions)

    def chains_beside(self, points: int) -> set[int]:
        return {self.chain_of[b] for b, beside in self.touches.items() if beside & points}

    def targets_of(self, plan: Plan) -> dict[int, int]:
        """What a plan grants to chains."""
        granted: dict[int, int] = {}
        for block, target in plan.targets.items():
            chain = self.chain_of[block]
            granted[chain] = max(target, granted.get(chain, 0))
        return granted

    def _open_chains(self, plan: Plan) -> set[int]:
        """The chains around a plan that touch other regions, too."""
        points = self.points_of(plan)
        outside = ~points & ~self.own
        return {
            chain
            for chain in self.chains_beside(points)
            if self.around(self.stones_of(chain)) & outside
        }

    def rests_on_safe_stones(self, plan: Plan, standing: Standing) -> bool:
        """Whether every chain around a plan that has liberties elsewhere too is safe by then. A
        plan for an open field counts only on chains that are."""
        if not plan.regions:
            return True
        by_then = {chain for chain, rank in standing.ranks.items() if rank <= plan.rank}
        return self._open_chains(plan) <= by_then

    def anchored(self, safe: Iterable[int]) -> set[int]:
        """The chains that a link of their own ties to safe ones."""
        safe = set(safe)
        found = set()
        for first, second in self.links:
            here, there = self.chains_at(first), self.chains_at(second)
            if here & safe and there & safe:
                found |= (here & there) - safe
        return found

    def field_of(self, plan: Plan, standing: Standing) -> Field:
        """The field of a plan, and what chains need there."""
        points = self.points_of(plan)
        targets = self.targets_of(plan)
        walls = []
        for chain in sorted(self.chains_beside(points) & standing.ranks.keys()):
            rank = standing.ranks[chain]
            need = NOTHING
            if rank < plan.rank:
                need = SAFE_BEFORE
            elif rank == plan.rank and chain in targets:
                need = targets[chain]
            elif rank == plan.rank and plan.loose and chain in standing.sure:
                need = SAFE_BEFORE
            walls.append(Wall(self.stones_of(chain), need))
        for block, beside in self.touches.items() if plan.regions else ():
            if beside & points and self.chain_of[block] not in standing.ranks:
                points |= self.blocks[block]
        links = [pair for pair in self.links if all(points >> point & 1 for point in pair)]
        return Field(self.grid, points, walls, links)

    def proven_by(self, plans: Iterable[Plan], standing: Standing) -> int:
        """All points that plans prove: chains, and fields that are territory."""
        proven = 0
        for chain in standing.ranks:
            proven |= self.stones_of(chain)
        for plan in plans:
            if plan.territory:
                proven |= self.field_of(plan, standing).points
        return proven

    def start_of(self, field: Field) -> State:
        return State(self.own & field.points, self.other & field.points)

    def has_half_a_link(self, field: Field) -> bool:
        return any(
            (field.points >> first & 1) != (field.points >> second & 1)
            for first, second in self.links
        )

    def is_quiet(self, field: Field) -> bool:
        """Whether a field needs no answers: links may lead out of it."""
        if any(wall.need != SAFE_BEFORE for wall in field.walls):
            return False
        return field.is_settled(self.start_of(field), territory=True, pairs=False)


class Standing(NamedTuple):
    """Which chains are safe by the plans of a proof, and from when on."""

    ranks: dict[int, int]
    """The rank from which on each safe chain is safe."""
    sure: set[int]
    """The chains to which two or more plans of their stage that are not loose grant a liberty."""


def standing_of(ground: Ground, plans: Sequence[Plan]) -> Standing:
    """A chain is safe from the stage on whose plans together grant it two liberties, or from the
    moment on when links tie it to chains that are safe."""
    standing = Standing({}, set())
    for stage in sorted({plan.stage for plan in plans}):
        _tie(ground, standing.ranks, stage * MAX_POINTS)
        here = [plan for plan in plans if plan.stage == stage]
        granted: Counter[int] = Counter()
        by_plans: Counter[int] = Counter()
        for plan in here:
            targets = ground.targets_of(plan)
            granted.update(targets)
            by_plans.update([] if plan.loose else targets.keys())
        fresh = {chain for chain, total in granted.items() if total >= 2} - standing.ranks.keys()
        standing.ranks.update(dict.fromkeys(fresh, here[0].rank))
        standing.sure.update(chain for chain in fresh if by_plans[chain] >= 2)
    _tie(ground, standing.ranks, max((plan.rank for plan in plans), default=0))
    return standing


def _tie(ground: Ground, ranks: dict[int, int], rank: int) -> None:
    """Add the chains that links tie to safe ones, then those tied to these, and so on."""
    while tied := ground.anchored(ranks):
        rank += 1
        ranks.update(dict.fromkeys(tied, rank))


def replay(field: Field, start: State, territory: bool, answer: Answer) -> None:
    """Answer every attack in a field until it is settled; raises `FaultyProofError`.

    Where territory is claimed the attacker may also pass, and answers must not go in circles.
    """
    done: set[State] = set()
    path: set[State] = set()

    def visit(state: State) -> None:
        if state in done:
            return
        if field.is_settled(state, territory=territory):
            done.add(state)
            return
        if len(path) >= MAX_DEPTH:
            raise FaultyProofError("the answers take too long", field, state)
        path.add(state)
        for move in chained([PASS] if territory else [], indices(field.empty(state))):
            attacked = (state, NO_KO) if move == PASS else field.attack(state, move)
            if attacked is None:
                continue
            after, ko = attacked
            if field.open and after.defender != state.defender:
                raise FaultyProofError("an attack in an open field captures", field, state, move)
            reply = answer(after, move, ko, path)
            now = after if reply == PASS else field.defend(after, reply, ko)
            if now is None:
                raise FaultyProofError("the answer is illegal", field, after, reply)
            if now in done:
                continue
            if not field.meets_needs(now):
                raise FaultyProofError("the answer leaves too few liberties", field, after, reply)
            if now not in path:
                visit(now)
            elif territory:
                raise FaultyProofError("the answers go round in circles", field, after, reply)
        path.remove(state)
        done.add(state)

    if not field.meets_needs(start):
        raise FaultyProofError("a wall lacks liberties from the start", field, start)
    visit(start)


class SafetyClaim:
    """One side keeps stones and territory although the other moves first: see `OF_STONES` and
    `OF_TERRITORY`."""

    columns: ClassVar[dict[str, str]] = {"key": "u64", "answer": "i8"}

    def __init__(
        self, ground: Ground, *, defender: Color, plans: Sequence[Plan], area: int
    ) -> None:
        self.ground, self.defender, self.plans, self.area = ground, defender, plans, area

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> SafetyClaim:
        fields = Fields(header, ("kind", "board", "defender", "area", "links", "plans"))
        grid, black, white = fields.board("board", MAX_POINTS)
        defender = fields.color("defender")
        own, other = (black, white) if defender == "B" else (white, black)
        links = [_pair(entry, grid.board & ~own & ~other) for entry in fields.items("links")]
        if len({point for pair in links for point in pair}) != 2 * len(links):
            raise ClaimError("two of its links have a point in common")
        ground = Ground(grid, own, other, links)
        plans = [_plan(entry, ground) for entry in fields.items("plans")]
        taken = 0
        for points in map(ground.points_of, plans):
            if taken & points:
                raise ClaimError("two of its plans have points in common")
            taken |= points
        return cls(ground, defender=defender, plans=plans, area=_area(fields, grid))

    def words(self) -> str:
        size = f"{self.ground.grid.columns}x{self.ground.grid.rows}"
        name, other = COLOR_NAMES[self.defender], COLOR_NAMES[OPPONENT[self.defender]]
        stones = (self.area & self.ground.own).bit_count()
        return (
            f"On {size} {name}, the defender, keeps {self.area.bit_count()} points, {stones} of "
            f"them stones, against {other}, the attacker. Of stones: {OF_STONES}. Of territory: "
            f"{OF_TERRITORY}."
        )

    def terms(self) -> dict[str, Any]:
        columns = self.ground.grid.columns
        marks = "".join("#" if self.area >> i & 1 else "." for i in self.ground.grid.points)
        return {
            "defender": self.defender,
            "area": [marks[i : i + columns] for i in range(0, len(marks), columns)],
            "of_stones": OF_STONES,
            "of_territory": OF_TERRITORY,
        }

    def board(self) -> list[str]:
        return self._fault(FaultyProofError("")).board

    def check_start(self, section: SectionReader) -> Fault | None:
        answers = _Answers(section)
        try:
            proven = self._prove(answers)
        except FaultyProofError as error:
            return self._fault(error)
        if answers.are_left():
            return self._fault(FaultyProofError("there are answers that nobody asks for"))
        if self.area & ~proven:
            return self._fault(FaultyProofError("more points are claimed than the plans prove"))
        return None

    def check_chunk(self, section: SectionReader, number: int) -> Fault | None:
        """Answers have a meaning only in their order, so `check_start` has checked them all."""
        return None

    def _prove(self, answers: _Answers) -> int:
        """Check everything, and return the points that are proven."""
        ground = self.ground
        standing = standing_of(ground, self.plans)
        for plan in self.plans:
            if not ground.rests_on_safe_stones(plan, standing):
                raise FaultyProofError("a plan counts on stones that are not proven safe")
            field = ground.field_of(plan, standing)
            answers.enter(field)
            replay(field, ground.start_of(field), plan.territory, answers)
            if ground.has_half_a_link(field) and not ground.is_quiet(field):
                raise FaultyProofError("a link leads out of a plan with answers of its own", field)
        return ground.proven_by(self.plans, standing)

    def _fault(self, error: FaultyProofError) -> Fault:
        own, other = self.ground.own, self.ground.other
        if error.field is not None and error.state is not None:
            own = own & ~error.field.points | error.state.defender
            other = other & ~error.field.points | error.state.attacker
        black, white = (own, other) if self.defender == "B" else (other, own)
        board = draw(self.ground.grid, black, white)
        return Fault(error.reason, board, self.defender, error.move)


class _Answers:
    """The recorded answers, handed out one by one."""

    def __init__(self, section: SectionReader) -> None:
        self._rows: Iterator[tuple[int, ...]] = chained.from_iterable(
            section.rows(number) for number in range(len(section.chunks))
        )
        self._points: list[int] = []
        self._field: Field | None = None

    def enter(self, field: Field) -> None:
        """The next answers are about this field. Each is a place in the list of its points."""
        self._field = field
        self._points = list(indices(field.points))

    def __call__(self, after: State, move: int, ko: int, path: Set[State]) -> int:
        row = next(self._rows, None)
        if row is None:
            raise FaultyProofError("an attack has no answer", self._field, after, move)
        if not PASS <= row[1] < len(self._points):
            raise FaultyProofError("an answer is nowhere in its plan", self._field, after, move)
        return PASS if row[1] == PASS else self._points[row[1]]

    def are_left(self) -> bool:
        return next(self._rows, None) is not None


def _first(points: int) -> int:
    return (points & -points).bit_length() - 1


def _pair(entry: object, allowed: int) -> Pair:
    if (
        isinstance(entry, list)
        and len(entry) == 2
        and all(type(point) is int and point >= 0 and allowed >> point & 1 for point in entry)
        and entry[0] != entry[1]
    ):
        return entry[0], entry[1]
    raise ClaimError("its links cannot be read")


def _plan(entry: object, ground: Ground) -> Plan:
    if not isinstance(entry, dict):
        raise ClaimError("its plans cannot be read")
    fields = Fields(entry, ("regions", "points", "targets", "territory", "stage", "loose"))
    regions = tuple(fields.items("regions"))
    targets = dict(_target(entry, ground) for entry in fields.items("targets"))
    if any(type(r) is not int or r not in ground.regions for r in regions):
        raise ClaimError("its plans are about regions that are not there")
    if len(set(regions)) != len(regions):
        raise ClaimError("one of its plans has a region twice")
    plan = Plan(
        regions,
        targets,
        fields.boolean("territory"),
        fields.integer("stage", 0, MAX_POINTS),
        fields.boolean("loose"),
        _points(fields.items("points"), ground.grid.board & ~ground.own),
    )
    if (plan.points != 0) == bool(regions) or (plan.points and plan.territory):
        raise ClaimError("its plans are neither about regions nor about open fields")
    points = ground.points_of(plan)
    if any(not ground.touches[block] & points for block in targets):
        raise ClaimError("its plans grant liberties to blocks elsewhere")
    return plan


def _points(entries: list[Any], allowed: int) -> int:
    if any(type(p) is not int or p < 0 or not allowed >> p & 1 for p in entries):
        raise ClaimError("its open fields cannot be read")
    return sum(1 << point for point in set(entries))


def _target(entry: object, ground: Ground) -> tuple[int, int]:
    if not isinstance(entry, list) or list(map(type, entry)) != [int, int]:
        raise ClaimError("its targets cannot be read")
    block, target = entry
    if block not in ground.blocks or not 1 <= target <= 2:
        raise ClaimError("its targets cannot be read")
    return block, target


def _area(fields: Fields, grid: Grid) -> int:
    rows = fields.items("area")
    text = "".join(row for row in rows if isinstance(row, str))
    if [len(row) for row in rows if isinstance(row, str)] != [grid.columns] * grid.rows:
        raise ClaimError("its area has not the size of the board")
    if set(text) - {"#", "."}:
        raise ClaimError("its area cannot be read")
    return sum(1 << index for index, mark in enumerate(text) if mark == "#")
