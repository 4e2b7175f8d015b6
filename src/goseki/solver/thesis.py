"""Go on small boards as van der Werf's MIGOS solved it (2004, chapter 5), part by part.

The default search of `goseki.solver.go` is faster. This one is for comparing with the thesis:
iterative deepening on values that are scores where they are proven and a heuristic where they
are not (`core/solvers/go/thesis_search.h`). Each of its parts can be switched off.

What the search finds won is a lower bound of the score. The upper bound comes, as in the
thesis (5.4.1), from a second search with a komi that turns the loss into a win by one point.
The two take turns, whichever has cost less.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from goseki import _core
from goseki.board import Board, check_board
from goseki.coords import Point, shorten
from goseki.errors import GosekiError
from goseki.job import Limits, Progress, Report
from goseki.solver.result import MAX_POINTS, KoMode, SolveResult, check_ko, evidence_of
from goseki.solver.static import score_bounds

PARTS = ("tt", "etc", "symmetry", "iub", "history", "killers", "sibling", "ut")
"""What `without` can switch off: the transposition table, enhanced transposition cut-offs,
symmetry lookups, internal unconditional bounds, the history heuristic, killer moves, sibling
promotion, and unconditional territory (with it, its bounds)."""

WON = 1000
"""Values beyond this are won, or lost, by the points they are beyond it."""
MAX_DEPTH = 100
ITERATIONS_OF_A_DRAW = 4
"""After this many iterations of value 0 the second searches ask whether it is a draw."""
DEFAULT_MEMORY = 1 << 28


@dataclass(frozen=True, repr=False)
class ThesisResult(SolveResult):
    """What the thesis's search found. `score`, `lower` and `upper` are proven as ever."""

    value: float | None = None
    """The score that the search itself believes in: 0 where it is in the heuristic range,
    which may mean a draw or that nothing is known yet. `None` before the first iteration."""
    depth: int = 0
    """After this iteration neither value nor first move changed: the thesis's depth."""
    depth_nodes: int = 0
    """The nodes of the first search up to that depth: the thesis's nodes."""
    deepest: int = 0
    """The last iteration that was finished."""
    without: tuple[str, ...] = ()


def solve_as_thesis(
    board: Board,
    *,
    ko: KoMode = "cycle",
    without: Collection[str] = (),
    weights: Sequence[int] | None = None,
    max_depth: int = MAX_DEPTH,
    until: float | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> ThesisResult:
    """Solve a position of up to 33 points by the search of the thesis.

    `without` names parts to leave out. `weights` are those of the heuristic: stones,
    liberties, the limit of the liberties' difference, Euler number, edge. With `until` only the
    first search runs, until it finds this score or a better one for who wins by it: that is how
    searches are compared. `seconds`, `nodes` (of all searches together) and Ctrl-C end it with
    what is proven by then; `memory` is that of the table of each search. All three are `limits`.

    >>> result = solve_as_thesis(Board("3x3"))
    >>> result.score, result.depth, result.evidence, result.best
    (9.0, 11, 'proven', [Point.parse('B2')])
    """
    check_board(board)
    check_ko(ko)
    if board.size.points > MAX_POINTS:
        raise GosekiError(
            f"the {board.size} board has {board.size.points} points, more than {MAX_POINTS}, "
            "the most that the thesis's search takes"
        )
    if not 1 <= max_depth <= MAX_DEPTH:
        raise GosekiError(f"the depth must be from 1 to {MAX_DEPTH}, not {max_depth}")
    off = check_parts(without)
    if weights is not None and len(weights) != 5:
        raise GosekiError(f"the heuristic has 5 weights, not {len(weights)}")
    limits = Limits.of(limits, seconds=seconds, nodes=nodes, memory=memory)
    limits.refuse("solve_as_thesis", "threads")
    search = _TwoSearches(board, ko, off, weights, limits, progress)
    try:
        search.run(max_depth, until)
    except KeyboardInterrupt:
        search.interrupted = True
    return replace(search.result(), board=board.copy())


def check_parts(without: Collection[str]) -> tuple[str, ...]:
    """The parts to leave out, in order, or a `GosekiError`."""
    parts = {without} if isinstance(without, str) else set(without)
    for part in sorted(parts):
        if part not in PARTS:
            raise GosekiError(
                f"the thesis's search has no part {shorten(str(part))} (known: {', '.join(PARTS)})"
            )
    return tuple(part for part in PARTS if part in parts)


class _Budget:
    """What all searches together may still use."""

    def __init__(self, limits: Limits) -> None:
        self.start = time.perf_counter()
        self.nodes = limits.nodes or 0
        self.seconds = limits.seconds or 0.0
        self.used = 0

    def left(self) -> tuple[int, float] | None:
        """Nodes and seconds, 0 for no limit; `None` where nothing is left."""
        seconds = self.seconds and self.seconds - (time.perf_counter() - self.start)
        nodes = self.nodes and self.nodes - self.used
        return None if nodes < 0 or seconds < 0 or (self.nodes and not nodes) else (nodes, seconds)


class _Search:
    """One search: a board under one komi, deepened by one ply at a time."""

    def __init__(
        self,
        board: Board,
        ko: KoMode,
        komi: float,
        draws: str,
        without: Collection[str],
        weights: Sequence[int] | None,
        memory: int,
    ) -> None:
        self.board = board
        self.komi = komi
        self.depth = 0
        self.value = 0
        self.line: list[Point] = []
        options = {} if weights is None else {"weights": list(weights)}
        self.core = _core.GoThesisSearch(
            board.columns,
            board.rows,
            memory,
            ko,
            komi_floor=math.floor(komi),
            komi_ceiling=math.ceil(komi),
            draws=draws,
            without=set(without),
            **options,
        )

    def deepen(self, budget: _Budget, tell: Callable[[float], None]) -> bool:
        """Search one ply deeper; whether that was finished."""
        left = budget.left()
        if left is None:
            return False
        before = self.core.nodes
        try:
            found = self.core.iterate(
                self.board, self.depth + 1, nodes=left[0], seconds=left[1], progress=tell
            )
        finally:
            budget.used += self.core.nodes - before
        if found.finished:
            self.depth += 1
            self.value = found.value
            self.line = [self.board.point(index) for index in found.line]
        return found.finished

    @property
    def lead(self) -> int | None:
        """Black's lead, before komi, that is proven to be a bound, if any is."""
        if self.value > WON:
            return math.floor(self.komi) + self.value - WON
        if self.value < -WON:
            return math.ceil(self.komi) + self.value + WON
        return None


@dataclass(frozen=True)
class _Other:
    """A search for another bound: that the score is at most, or at least, `target`."""

    target: float
    at_most: bool

    def komi(self, board: Board) -> int:
        """With this komi, who reaches the bound has won by one point at least."""
        lead = self.target + board.komi
        return math.floor(lead) + 1 if self.at_most else math.ceil(lead) - 1

    @property
    def draws(self) -> str:
        """Whose a draw by repetition, a score of 0, is."""
        reached = self.target >= 0 if self.at_most else self.target <= 0
        return "W" if self.at_most == reached else "B"


class _TwoSearches:
    """The first search, and those for the other bound."""

    def __init__(
        self,
        board: Board,
        ko: KoMode,
        without: tuple[str, ...],
        weights: Sequence[int] | None,
        limits: Limits,
        progress: Report | None,
    ) -> None:
        self.board, self.ko, self.without, self.weights = board, ko, without, weights
        self.memory = limits.memory_bytes or DEFAULT_MEMORY
        self.budget, self.progress = _Budget(limits), progress
        self.lower, self.upper = score_bounds(board)
        self.first = self._search(board.komi, "")
        self.others: dict[_Other, _Search] = {}
        self.zeros = 0
        self.depth = 0
        self.depth_nodes = 0
        self.last: tuple[int, int] | None = None
        self.interrupted = False

    def run(self, max_depth: int, until: float | None) -> None:
        while self.lower < self.upper and not self._has_found(until):
            active = [s for s in (self.first, *self.others.values()) if s.depth < max_depth]
            if not active:
                return
            search = min(active, key=lambda search: search.core.nodes)
            if not search.deepen(self.budget, self._tell):
                return
            if search is self.first:
                self._note_first()
            else:
                self._note_others()
            if until is None:
                self._choose_others()

    def _has_found(self, score: float | None) -> bool:
        if score is None:
            return False
        return (score > 0 and self.lower >= score) or (score < 0 and self.upper <= score)

    def result(self) -> ThesisResult:
        exact = self.lower >= self.upper
        guess = self.ko == "ssk-approx"
        lower, upper = score_bounds(self.board) if guess else (self.lower, self.upper)
        return ThesisResult(
            score=self.lower if exact else None,
            lower=lower,
            upper=upper,
            evidence=evidence_of(decided=exact, ko=self.ko),
            best=self.first.line[:1],
            pv=self.first.line,
            nodes=self.budget.used,
            seconds=time.perf_counter() - self.budget.start,
            ko=self.ko,
            interrupted=self.interrupted,
            table_bytes=sum(s.core.table_bytes for s in (self.first, *self.others.values())),
            note=self._note(),
            value=self._believed(),
            depth=self.depth,
            depth_nodes=self.depth_nodes,
            deepest=self.first.depth,
            without=self.without,
        )

    def _note(self) -> str:
        value = self._believed()
        if value is None:
            return "The thesis's search has not finished its first iteration."
        return (
            f"The thesis's search says {value:+g} from depth {self.depth} on "
            f"({self.depth_nodes:,} nodes to there; searched to depth {self.first.depth})."
        )

    def _search(self, komi: float, draws: str) -> _Search:
        return _Search(self.board, self.ko, komi, draws, self.without, self.weights, self.memory)

    def _believed(self) -> float | None:
        if self.first.depth == 0:
            return None
        return 0.0 if self.first.lead is None else self.first.lead - self.board.komi

    def _note_first(self) -> None:
        search = self.first
        if search.lead is not None:
            score = search.lead - self.board.komi
            if search.value > 0:
                self.lower = max(self.lower, score)
            else:
                self.upper = min(self.upper, score)
        self.zeros = self.zeros + 1 if search.value == 0 else 0
        now = (search.value, self._name(search.line))
        if now != self.last:
            self.depth, self.depth_nodes = search.depth, search.core.nodes
        self.last = now

    def _name(self, line: list[Point]) -> int:
        """Names the first move of a line; moves that are equal by symmetry share a name."""
        after = self.board.copy()
        for point in line[:1]:
            after.play(point)
        return min(after.transformed(view).position_hash for view in after.symmetries)

    def _note_others(self) -> None:
        for other, search in self.others.items():
            if other.at_most and search.value < -WON:
                self.upper = min(self.upper, other.target)
            elif not other.at_most and search.value > WON:
                self.lower = max(self.lower, other.target)

    def _choose_others(self) -> None:
        """Search whether the score is what the first search says."""
        wanted: list[_Other] = []
        if self.first.lead is not None:
            won = self.first.value > 0
            wanted.append(_Other(self.lower if won else self.upper, at_most=won))
        elif self.zeros >= ITERATIONS_OF_A_DRAW:
            wanted += [_Other(0.0, at_most=True), _Other(0.0, at_most=False)]
        known = self.others
        self.others = {
            other: known.get(other) or self._search(other.komi(self.board), other.draws)
            for other in wanted
        }

    def _tell(self, share: float) -> None:
        if self.progress:
            seconds = time.perf_counter() - self.budget.start
            text = (
                f"Lead between {self.lower:+g} and {self.upper:+g}; depth {self.first.depth + 1}, "
                f"{seconds:.0f} s"
            )
            self.progress(Progress(text=text, known=(self.lower, self.upper)))
