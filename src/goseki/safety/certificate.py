"""What was proven safe, written down as a proof that `goseki.proof.check` verifies.

The plans of the solver are put into stages, and a search finds the answers to every attack that
the checker asks for. Nothing here needs to be trusted; the checker does not. A plan that the
search cannot write down is left out, and with it all that rests on it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import cache

from goseki import _core
from goseki.coords import COLOR_NAMES, Color, Point, PointLike
from goseki.diagram import format_diagram
from goseki.job import Found, Limits, Progress, Report, report_part
from goseki.proof.container import Section
from goseki.proof.safety_claim import (
    MAX_FIELD,
    FaultyProofError,
    Ground,
    Pair,
    Plan,
    Standing,
    replay,
    standing_of,
)
from goseki.reference.field import Field, State
from goseki.reference.small import NO_KO, PASS, Grid, indices
from goseki.safety.result import OpenField, SafeRegion, SafetyResult

SEARCH_NODES = 1_000_000
CHECKED_NODES = 20_000
"""The limit of a search in which the checker's rules decide what is settled."""

Answers = list[int]


def prove_claims(
    result: SafetyResult,
    *,
    seconds: float | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Found[Section]:
    """A section for each colour that has safe points; what it claims is under `area`. If Ctrl-C
    or the time limit comes first, the sections that were complete by then.

    >>> from goseki import Board, prove_safety
    >>> result = prove_safety(Board.from_diagram(".X.XO./XXXXOO/OOOOO."))
    >>> [section.claim["area"] for section in prove_claims(result)]
    [['####..', '####..', '......'], ['....##', '....##', '######']]
    """
    limits = Limits.of(limits, seconds=seconds)
    limits.refuse("prove_claims", "nodes", "memory", "threads")
    sections: Found[Section] = Found()
    with sections.within(limits, progress) as report:
        colors = [color for color in result.safe if result.safe[color]]
        for number, color in enumerate(colors):
            part = report_part(report, number, len(colors))
            sections.append(_Writer(result, color, part).section())
    return sections


def certified_points(sections: Iterable[Section]) -> int:
    """How many points sections claim together."""
    return sum("".join(section.claim["area"]).count("#") for section in sections)


def first_answers(
    result: SafetyResult, point: PointLike, *, progress: Report | None = None
) -> dict[Point, Point]:
    """The answers to the first attacks (a pass among them) around a point in a proven region
    whose answers are a tree; nothing elsewhere.

    >>> from goseki import Board, prove_safety
    >>> board = Board.from_diagram(".OX...XO./OOX...XOO/.OXXXXXO./.OOOOOOO.")
    >>> answers = first_answers(prove_safety(board), "D4").items()
    >>> [f"{attack}-{answer}" for attack, answer in answers if str(attack) in ("E4", "E3")]
    ['E4-E3', 'E3-E4']
    """
    board = result.board
    index = board.index(point)
    for region in result.all_regions:
        if board.point(index) in region.points and region.reply == "tree":
            writer = _Writer(result, region.color, progress)
            writer.section()
            for (regions, _), answers in writer.first.items():
                if board.index(region.points[0]) in regions:
                    return {board.point(a): board.point(b) for a, b in answers.items()}
    return {}


class _Writer:
    """Writes the proof of one colour's points."""

    def __init__(self, result: SafetyResult, color: Color, progress: Report | None) -> None:
        self.result, self.color, self.progress = result, color, progress
        self.at = Progress(0.0, f"writing down the proof of {COLOR_NAMES[color]}'s points")
        board = result.board
        self.index = board.index
        self.grid = Grid(board.size.columns, board.size.rows)
        signs = board.to_array().reshape(-1).tolist()
        sign = 1 if color == "B" else -1
        self.own = _mask(i for i, stone in enumerate(signs) if stone == sign)
        self.other = _mask(i for i, stone in enumerate(signs) if stone == -sign)
        self.regions = [region for region in result.all_regions if region.color == color]
        self.open_fields = [field for field in result.open_fields if field.color == color]
        self.blocks = [block for block in result.blocks if block.color == color]
        self.written: dict[object, Answers | None] = {}
        self.first: dict[tuple[tuple[int, ...], int], dict[int, int]] = {}
        """By the regions of a plan: the answers to the first attacks."""

    def report(self, *_: float) -> None:
        """To be called often: this is where the work is told to stop."""
        if self.progress:
            self.progress(self.at)

    def section(self) -> Section:
        ground = self._ground()
        plans = self._plans(ground)
        while True:
            staged = _in_stages(ground, plans)
            standing = standing_of(ground, staged)
            failed = None
            answers: Answers = []
            for number, plan in enumerate(staged):
                share = max(self.at.share or 0.0, number / len(staged))
                words = f"{COLOR_NAMES[self.color]}: plan {number + 1} of {len(staged)}"
                self.at = Progress(share, words)
                self.report()
                found = self._answers(ground, ground.field_of(plan, standing), plan)
                if found is None:
                    failed = plan
                    break
                answers += found
            if failed is None:
                return self._section(ground, staged, standing, answers)
            plans = list(_without(plans, failed))

    def _section(
        self, ground: Ground, plans: list[Plan], standing: Standing, answers: Answers
    ) -> Section:
        proven = ground.proven_by(plans, standing)
        area = proven & _mask(map(self.index, self.result.safe[self.color]))
        marks = "".join("#" if area >> i & 1 else "." for i in self.grid.points)
        columns = self.grid.columns
        claim = {
            "kind": "safety",
            "board": format_diagram(self.result.board.to_array()).split("\n"),
            "defender": self.color,
            "area": [marks[i : i + columns] for i in range(0, len(marks), columns)],
            "links": [list(pair) for pair in ground.links],
            "plans": [
                {
                    "regions": list(plan.regions),
                    "points": list(indices(plan.points)),
                    "targets": [list(item) for item in plan.targets.items()],
                    "territory": plan.territory,
                    "stage": plan.stage,
                    "loose": plan.loose,
                }
                for plan in plans
            ],
        }
        return Section(
            claim, {"key": array("Q", range(len(answers))), "answer": array("b", answers)}
        )

    # -- the parts of the solver's proof --------------------------------------------------------

    def _ground(self) -> Ground:
        """The board with the pairs that hold its chains together, or tie them to safe ones."""
        pairs = list(
            dict.fromkeys(
                (self.index(a), self.index(b)) for region in self.regions for a, b in region.pairs
            )
        )
        chain_of = {self.index(block.stones[0]): self.index(block.chain) for block in self.blocks}
        links: list[Pair] = []
        ground = Ground(self.grid, self.own, self.other, links)
        while True:
            missing = next((p for p in pairs if _joins(ground, p, chain_of)), None)
            if missing is None:
                break
            pairs.remove(missing)
            links.append(missing)
            ground = Ground(self.grid, self.own, self.other, links)
        tied = {self.index(block.stones[0]) for block in self.blocks if block.tag == "linked"}
        waiting = {ground.chain_of[first] for first in tied}
        safe = {ground.chain_of[first] for first in chain_of} - waiting
        while True:
            tie = next(((c, p) for c in waiting for p in pairs if _ties(ground, c, p, safe)), None)
            if tie is None:
                return Ground(self.grid, self.own, self.other, links)
            chain, pair = tie
            waiting.remove(chain)
            safe.add(chain)
            pairs.remove(pair)
            links.append(pair)

    def _plans(self, ground: Ground) -> list[Plan]:
        together: dict[int, list[int]] = {}
        for number, region in enumerate(self.regions):
            if region.tag or (region.targets and not self._is_partly_open(region)):
                together.setdefault(region.plan, []).append(number)
        plans = [self._open_plan(field) for field in self.open_fields]
        for numbers in together.values():
            members = [self.regions[number] for number in numbers]
            targets: dict[int, int] = {}
            for region in members:
                for stone, target in region.targets:
                    first = self.index(stone)
                    targets[first] = max(target, targets.get(first, 0))
            plans.append(
                Plan(
                    tuple(sorted(self.index(region.points[0]) for region in members)),
                    targets,
                    all(region.tag for region in members),
                    0,
                )
            )
        return plans

    def _open_plan(self, field: OpenField) -> Plan:
        targets = {self.index(stone): target for stone, target in field.targets}
        return Plan((), targets, False, 0, points=_mask(map(self.index, field.points)))

    def _is_partly_open(self, region: SafeRegion) -> bool:
        return any(not set(field.points).isdisjoint(region.points) for field in self.open_fields)

    # -- answers ----------------------------------------------------------------------------------

    def _answers(self, ground: Ground, field: Field, plan: Plan) -> Answers | None:
        """The answers that the checker will ask for, or None if they cannot be found."""
        key = (plan.name, tuple(field.walls), tuple(field.links), plan.territory)
        if key not in self.written:
            self.written[key] = self._search_answers(ground, field, plan)
        return self.written[key]

    def _search_answers(self, ground: Ground, field: Field, plan: Plan) -> Answers | None:
        start = ground.start_of(field)
        if ground.has_half_a_link(field) and not ground.is_quiet(field):
            return None
        if field.is_settled(start, territory=plan.territory):
            return []
        if field.points.bit_count() > MAX_FIELD or not field.meets_needs(start):
            return None
        for checked in (False, True):
            found = self._search(ground, field, plan, start, checked=checked)
            if found is not None:
                return found
        return None

    def _search(
        self, ground: Ground, field: Field, plan: Plan, start: State, *, checked: bool
    ) -> Answers | None:
        places = list(indices(field.points))
        place_of = {point: place for place, point in enumerate(places)}

        @cache
        def inside(state: State) -> tuple[int, int]:
            first, second = (_mask(place_of[p] for p in indices(stones)) for stones in state)
            return first, second

        def is_settled(defender: int, attacker: int) -> bool:
            on_board = (_mask(places[i] for i in indices(s)) for s in (defender, attacker))
            return field.is_settled(State(*on_board), territory=plan.territory)

        walls = [
            ([first for first, block in ground.blocks.items() if block & wall.stones], wall.need)
            for wall in field.walls
        ]
        try:
            strategy = _core.FieldStrategy(
                self.result.board,
                self.color == "B",
                places,
                [
                    (blocks, _core.FieldStrategy.PROVEN_ELSEWHERE if need is None else need)
                    for blocks, need in walls
                ],
                list(field.links),
            )
        except ValueError:
            return None
        nodes = CHECKED_NODES if checked else SEARCH_NODES
        settled = is_settled if checked else None
        if not strategy.prove(nodes, plan.territory, settled, self.report):
            return None
        answers: Answers = []
        first = self.first[plan.name] = {}

        def answer(after: State, move: int, ko: int, path: Set[State]) -> int:
            self.report()
            place = strategy.answer(
                inside(after),
                PASS if move == PASS else place_of[move],
                NO_KO if ko == NO_KO else place_of[ko],
                list(map(inside, path)) if plan.territory else [],
            )
            if place is None:
                raise FaultyProofError("the search knows no answer", field, after, move)
            answers.append(place)
            reply = PASS if place == PASS else places[place]
            if len(path) == 1:
                first[move] = reply
            return reply

        try:
            replay(field, start, plan.territory, answer)
        except FaultyProofError:
            return None
        return answers


def _in_stages(ground: Ground, plans: list[Plan]) -> list[Plan]:
    """Each plan at the earliest stage that it can have. Plans that never come to rest on safe
    stones are left out."""
    placed: list[Plan] = []
    waiting = plans
    for stage in range(len(plans)):
        here = [replace(plan, stage=stage) for plan in waiting]
        while here:
            # A plan whose walls are not safe is dropped, which may cost others their walls.
            before = here
            then = standing_of(ground, [*placed, *here])
            here = [kept for plan in here if (kept := _as_it_stands(ground, plan, then))]
            if here == before:
                break
        if not here:
            break
        placed += here
        done = {plan.name for plan in here}
        waiting = [plan for plan in waiting if plan.name not in done]
    return placed


def _as_it_stands(ground: Ground, plan: Plan, standing: Standing) -> Plan | None:
    """The plan, if all around it is safe by now. A plan that grants no liberties waits until its
    walls are safe without it."""
    if not ground.rests_on_safe_stones(plan, standing):
        return None
    field = ground.field_of(plan, standing)
    return plan if plan.targets or all(wall.need is not None for wall in field.walls) else None


def _without(plans: list[Plan], failed: Plan) -> Iterator[Plan]:
    """The plans, with less asked of the one that cannot be written down. First it need not look
    after walls that others keep safe, then it need not be territory, and at last it is dropped."""
    for plan in plans:
        if plan.name != failed.name:
            yield plan
        elif plan.targets and not failed.loose:
            yield replace(plan, loose=True)
        elif plan.targets and plan.territory:
            yield replace(plan, territory=False, loose=False)


def _joins(ground: Ground, pair: Pair, chain_of: dict[int, int]) -> bool:
    """Whether a pair joins blocks of a chain of the solver that are not joined yet."""
    both = ground.chains_at(pair[0]) & ground.chains_at(pair[1])
    wanted = [chain_of.get(chain) for chain in both]
    return any(chain is not None and wanted.count(chain) > 1 for chain in wanted)


def _ties(ground: Ground, chain: int, pair: Pair, safe: set[int]) -> bool:
    """Whether a pair ties a chain to safe ones: it has both points, and each has a safe one."""
    here, there = (ground.chains_at(point) for point in pair)
    return chain in here & there and bool(here & safe) and bool(there & safe)


def _mask(points: Iterator[int] | map[int]) -> int:
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask
