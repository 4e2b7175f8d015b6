"""Go on small boards, solved: the exact score under best play, with proven bounds.

The rules are those of van der Werf (2004, appendix A). One question at a time is put to
the core: can Black force a lead of at least T? `proven` raises the lower bound to T,
`held` (White can prevent it) lowers the upper bound below T; when they meet, the score is
exact.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from goseki import _core
from goseki.board import Board
from goseki.coords import Point
from goseki.errors import GosekiError
from goseki.evidence import Evidence
from goseki.solver.static import score_bounds

KoMode = Literal["basic", "cycle", "ssk", "ssk-approx", "psk"]
KO_MODES: tuple[KoMode, ...] = get_args(KoMode)
SUPERKO: tuple[KoMode, ...] = ("ssk", "ssk-approx", "psk")

MAX_POINTS = 33
DEFAULT_MEMORY = 1 << 29
ENTRY_BYTES = 16
SUPERKO_ENTRY_BYTES = 32
WAYS_TO_A_SITUATION = 64
MIN_NODES_FOR_EVERYTHING = 100_000
LEAST_SECONDS = 0.001


@dataclass(frozen=True)
class SolveResult:
    """What is proven of a position. Scores are Black's lead, komi taken off.

    `score` is set only if the bounds meet. Under `ssk-approx` nothing is proven: `score` then
    is an estimate, and `lower` and `upper` are what the board shows without search.
    """

    score: float | None
    lower: float
    upper: float
    evidence: Evidence
    best: list[Point]
    pv: list[Point]
    nodes: int
    seconds: float
    ko: KoMode = "cycle"
    asked: float | None = None
    """The `at_least` question."""
    holds: bool | None = None
    """Its answer, or None."""
    interrupted: bool = False
    openings: dict[Point, SolveResult] = field(default_factory=dict)
    table_bytes: int = 0
    note: str = ""
    """What a reader should know of how the answer came about, if anything."""


def solve(
    board: Board,
    *,
    ko: KoMode = "cycle",
    at_least: float | None = None,
    openings: bool = False,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    progress: Callable[[str], None] | None = None,
) -> SolveResult:
    """Solve a position of up to 33 points: stones, turn, ko and komi count, the way there and
    passes made before do not. Of the board's rules, `ko_pass` is honoured. Larger boards are
    only looked at: their bounds are those of `score_bounds`.

    `ko` says what a repetition means: a draw (`basic`), a win for who passed more in the cycle
    (`cycle`), or that the stone may not be played (`ssk`: no situation may come back; `psk`: no
    arrangement of stones). `ssk-approx` guesses at `ssk` and proves nothing.

    `at_least` asks only whether Black's lead is that much. `openings` solves the position
    after every move, too. `nodes` limits each question, `seconds` the search of the position
    and once more those of all openings together: what is not decided by then stays open
    between `lower` and `upper`. Ctrl-C ends it the same way.

    >>> solve(Board("3x3")).score, solve(Board("2x2")).score
    (9.0, 0.0)
    >>> solve(Board("2x2"), ko="ssk").score, solve(Board("2x2"), ko="ssk-approx").evidence
    (1.0, 'estimate')
    """
    check_ko(ko)
    questions = _Questions(board, ko, seconds, nodes, memory, progress)
    if at_least is not None:
        questions.ask(at_least)
    else:
        questions.narrow_down()
    result = questions.result(at_least)
    if openings and not result.interrupted:
        values, nodes_of_openings = _solve_openings(board, ko, seconds, nodes, memory, progress)
        best = [p for p, r in values.items() if r.score is not None and r.score == result.score]
        result = replace(
            result,
            openings=values,
            best=best or result.best,
            nodes=result.nodes + nodes_of_openings,
            seconds=time.perf_counter() - questions.start,
            interrupted=any(r.interrupted for r in values.values()),
        )
    return result


def check_ko(ko: str) -> None:
    """Raise a `GosekiError` for ko modes that are not known."""
    if ko not in KO_MODES:
        raise GosekiError(f"unknown ko mode {ko!r} (known: {', '.join(KO_MODES)})")


def _solve_openings(
    board: Board,
    ko: KoMode,
    seconds: float | None,
    nodes: int | None,
    memory: int,
    progress: Callable[[str], None] | None,
) -> tuple[dict[Point, SolveResult], int]:
    """Every legal move's value, and the nodes that took. Moves equal by symmetry are solved
    once, and what is left of the time is shared evenly among those to come."""
    wanted: dict[Point, tuple[int, int]] = {}
    images: dict[int, Board] = {}
    for point in board.legal_moves:
        if point.is_pass:
            continue
        child = board.copy()
        child.play(point)
        views = [child.transformed(symmetry) for symmetry in board.symmetries]
        key, symmetry = min((view.hash, number) for number, view in enumerate(views))
        wanted[point] = key, symmetry
        images.setdefault(key, views[symmetry])
    deadline = math.inf if seconds is None else time.perf_counter() + seconds
    found: dict[int, SolveResult] = {}
    for key, image in images.items():
        share = (deadline - time.perf_counter()) / (len(images) - len(found))
        limit = None if seconds is None else max(share, LEAST_SECONDS)
        questions = _Questions(image, ko, limit, nodes, memory, progress)
        questions.narrow_down()
        found[key] = questions.result(None)
        if questions.interrupted:
            break
    values = {
        point: _turned_back(found[key], board, symmetry)
        for point, (key, symmetry) in wanted.items()
        if key in found
    }
    return values, sum(result.nodes for result in found.values())


def _turned_back(result: SolveResult, board: Board, symmetry: int) -> SolveResult:
    """The result for a board, from that for its image under a symmetry."""
    images = _core.symmetry_map(board.columns, board.rows, symmetry)
    origin = {board.point(image): board.point(index) for index, image in enumerate(images)}
    best, line = ([origin.get(p, p) for p in moves] for moves in (result.best, result.pv))
    return replace(result, best=best, pv=line)


class _Questions:
    """The bounds of one position, and the search that narrows them."""

    def __init__(
        self,
        board: Board,
        ko: KoMode,
        seconds: float | None,
        nodes: int | None,
        memory: int,
        progress: Callable[[str], None] | None,
    ) -> None:
        self.board = board
        self.ko: KoMode = ko
        self.limit = seconds
        self.node_limit = nodes
        self.progress = progress
        self.start = time.perf_counter()
        points = board.size.points
        self.solver: _core.GoSolver | _core.SuperkoSolver | None = None
        table = _table_bytes(points, memory, ko)
        if points <= MAX_POINTS and ko in SUPERKO:
            self.solver = _core.SuperkoSolver(board.columns, board.rows, table, ko)
        elif points <= MAX_POINTS:
            self.solver = _core.GoSolver(board.columns, board.rows, table)
        self.lower, self.upper = score_bounds(board)
        self.line: list[Point] = []
        self.interrupted = False

    def ask(self, target: float, nodes: int | None = None) -> str:
        """Can Black force a score of at least `target`? Narrows the bounds. `nodes` limits
        this question more than the others."""
        if target <= self.lower:
            return "proven"
        if target > self.upper:
            return "held"
        if self.solver is None:
            return "unknown"
        passed = time.perf_counter() - self.start
        if self.limit is not None and passed >= self.limit:
            return "unknown"
        try:
            verdict, line = self._prove(
                target,
                min(filter(None, (self.node_limit, nodes)), default=0),
                0.0 if self.limit is None else self.limit - passed,
            )
        except KeyboardInterrupt:
            self.interrupted = True
            return "unknown"
        if verdict == "proven":
            self.lower = target
            self.line = [self.board.point(index) for index in line]
        elif verdict == "held":
            self.upper = self._next_lower(target)
            if not self.line:
                self.line = [self.board.point(index) for index in line]
        return verdict

    def _prove(self, target: float, nodes: int, seconds: float) -> tuple[str, list[int]]:
        threshold = math.ceil(target + self.board.komi)
        if isinstance(self.solver, _core.SuperkoSolver):
            verdict, _, line = self.solver.prove(
                self.board,
                for_black=True,
                threshold=threshold,
                max_nodes=nodes,
                seconds=seconds,
                progress=self._tell,
            )
        else:
            assert self.solver is not None
            verdict, _, line = self.solver.prove(
                self.board,
                for_black=True,
                threshold=threshold,
                draw_suffices=target <= 0,
                passes_decide=self.ko == "cycle",
                max_nodes=nodes,
                seconds=seconds,
                progress=self._tell,
            )
        return verdict, line

    def narrow_down(self) -> None:
        """Ask until the bounds meet or a question stays open.

        First whether Black wins at all, then, at no more than that cost again, whether the
        winner takes everything, then by growing steps from the near bound and by halves.
        """
        scores = self._possible_scores()
        first = min((s for s in scores if s > 0), default=self.upper)
        if self.lower < first <= self.upper and self.ask(first) == "unknown":
            return
        black_wins = self.lower >= first
        if self.lower < self.upper:
            everything = self.upper if black_wins else self._next_higher(self.lower)
            self.ask(everything, nodes=max(MIN_NODES_FOR_EVERYTHING, self.nodes))
        step = 1
        far_bound = self.upper if black_wins else self.lower
        while self.lower < self.upper:
            open_scores = [s for s in scores if self.lower < s <= self.upper]
            if far_bound == (self.upper if black_wins else self.lower):
                reach = min(step, len(open_scores))
                target = open_scores[reach - 1 if black_wins else -reach]
                step *= 2
            else:
                target = open_scores[(len(open_scores) - 1) // 2]
            if self.ask(target) == "unknown":
                return

    def result(self, at_least: float | None) -> SolveResult:
        exact = self.lower >= self.upper
        holds = None
        if at_least is not None:
            holds = True if self.lower >= at_least else False if self.upper < at_least else None
        decided = exact if at_least is None else holds is not None
        guess = self.ko == "ssk-approx"
        lower, upper = score_bounds(self.board) if guess else (self.lower, self.upper)
        return SolveResult(
            score=self.lower if exact else None,
            lower=lower,
            upper=upper,
            evidence="unknown" if not decided else "estimate" if guess else "proven",
            best=self.line[:1],
            pv=self.line,
            nodes=self.nodes,
            seconds=time.perf_counter() - self.start,
            ko=self.ko,
            asked=at_least,
            holds=holds,
            interrupted=self.interrupted,
            table_bytes=self.solver.table_bytes if self.solver else 0,
            note="" if self.solver else _beyond_reach(self.board),
        )

    @property
    def nodes(self) -> int:
        return self.solver.nodes if self.solver else 0

    def _possible_scores(self) -> list[float]:
        points, komi = self.board.size.points, self.board.komi
        counts = {margin - komi for margin in range(-points, points + 1)}
        return sorted(counts if self.ko in SUPERKO else counts | {0.0})

    def _next_lower(self, score: float) -> float:
        return max((s for s in self._possible_scores() if s < score), default=self.lower)

    def _next_higher(self, score: float) -> float:
        return min((s for s in self._possible_scores() if s > score), default=self.upper)

    def _tell(self, share: float) -> None:
        if self.progress and self.solver:
            seconds = time.perf_counter() - self.start
            self.progress(
                f"Black's lead is from {self.lower:+g} to {self.upper:+g}; "
                f"{self.solver.nodes:,} nodes, {self.solver.nodes / max(seconds, 1e-9):,.0f} a "
                f"second, table {self.solver.table_use:.0%} full"
            )


def _beyond_reach(board: Board) -> str:
    return (
        f"The {board.size} board has {board.size.points} points, more than {MAX_POINTS}: what it "
        "shows without search is all that is known."
    )


def _table_bytes(points: int, memory: int, ko: KoMode) -> int:
    """Tiny boards need no more than an entry for every situation and goal; under superko for
    some ways to get there."""
    situations = int(3**points) * 2 * (points + 3)
    if ko in SUPERKO:
        return min(memory, 2 * situations * SUPERKO_ENTRY_BYTES * WAYS_TO_A_SITUATION)
    return min(memory, 2 * situations * ENTRY_BYTES)
