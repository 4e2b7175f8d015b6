"""Go on small boards, solved: the exact score under best play, with proven bounds.

The rules are those of van der Werf (2004, appendix A). One question at a time is put to
the core: can Black force a lead of at least T? `proven` raises the lower bound to T,
`held` (White can prevent it) lowers the upper bound below T; when they meet, the score is
exact.
"""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal

from goseki import _core
from goseki.board import Board
from goseki.coords import Point
from goseki.diagram import format_diagram
from goseki.errors import GosekiError
from goseki.evidence import Evidence
from goseki.solver.checkpoint import TABLE_OFFSET, Answer, Checkpoint

KoMode = Literal["basic", "cycle"]
KO_MODES: tuple[KoMode, ...] = ("basic", "cycle")

MAX_POINTS = 33
DEFAULT_MEMORY = 1 << 29
ENTRY_BYTES = 16
MIN_NODES_FOR_EVERYTHING = 100_000


@dataclass(frozen=True)
class SolveResult:
    """What is proven of a position. Scores are Black's lead, komi taken off.

    `score` is set only if `lower` and `upper` meet.
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
    failure: str | None = None
    """Why an opening was not solved, if it was not for a limit: its process died, say."""
    openings: dict[Point, SolveResult] = field(default_factory=dict)


def solve(
    board: Board,
    *,
    ko: KoMode = "cycle",
    at_least: float | None = None,
    openings: bool = False,
    plies: int = 1,
    jobs: int | None = None,
    cluster: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> SolveResult:
    """Solve a position of up to 33 points: stones, turn, ko and komi count, the way there and
    passes made before do not. Of the board's rules, `ko_pass` is honoured.

    `at_least` asks only whether Black's lead is that much. `openings` solves the position
    after every move, too. `seconds` and `nodes` limit each search: what is not decided by
    then stays open between `lower` and `upper`. Ctrl-C ends it the same way.

    `checkpoint` names a file that holds the table and how far the solve has come: it is made,
    or the solve goes on where it was left, killed or not, with the table it had. The nodes
    and seconds of the result are those of all runs. With `openings` it names a directory.

    Openings are solved one by one, or by `jobs` processes that share the `memory`, or by the
    Dask cluster at the address `cluster`, where each has that much (`goseki.cluster`). With
    `plies` of 2 the position after every reply is solved instead, and the bounds of an
    opening follow from those.

    >>> solve(Board("3x3")).score, solve(Board("2x2")).score
    (9.0, 0.0)
    """
    if ko not in KO_MODES:
        raise GosekiError(f"unknown ko mode {ko!r} (known: {', '.join(KO_MODES)})")
    if board.size.points > MAX_POINTS:
        raise GosekiError(
            f"the {board.size} board has {board.size.points} points, more than {MAX_POINTS}, "
            "the most that Go is solved for"
        )
    if not openings:
        if jobs is not None or cluster is not None or plies != 1:
            raise GosekiError("jobs, a cluster and plies are for openings")
        return solve_after(
            board, (), ko, at_least, seconds, nodes, memory, checkpoint, progress=progress
        )
    from goseki.solver.openings import Campaign

    campaign = Campaign(board, ko, at_least, plies, seconds, nodes, memory)
    return campaign.run(jobs=jobs, cluster=cluster, directory=checkpoint, progress=progress)


def solve_after(
    board: Board,
    moves: Sequence[Point],
    ko: KoMode,
    at_least: float | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Callable[[str], None] | None = None,
) -> SolveResult:
    """Solve the situation after some moves: unlike those before, their passes and kos count.

    >>> solve_after(Board("2x2"), [Point.parse("A1")], "cycle").score
    0.0
    """
    size = _table_bytes(board.size.points, memory)
    problem = describe_problem(board, moves, ko, at_least)
    with nullcontext() if checkpoint is None else Checkpoint(checkpoint, problem, size) as kept:
        questions = _Questions(board, moves, ko, seconds, nodes, size, kept, progress)
        if at_least is not None:
            questions.ask(at_least)
        else:
            questions.narrow_down()
        return questions.result(at_least)


def describe_problem(
    board: Board, moves: Sequence[Point], ko: KoMode, at_least: float | None
) -> dict[str, Any]:
    """All that the answer depends on, as JSON values."""
    return {
        "board size": str(board.size),
        "stones": format_diagram(board.to_array()).split("\n"),
        "side to play": board.to_play,
        "ko point": None if board.ko is None else str(board.ko),
        "moves": [str(move) for move in moves],
        "ko rule": ko,
        "third pass after a ko": board.rules.ko_pass,
        "komi": board.komi,
        "at least": at_least,
    }


class _Questions:
    """The bounds of one position, and the search that narrows them."""

    def __init__(
        self,
        board: Board,
        moves: Sequence[Point],
        ko: KoMode,
        seconds: float | None,
        nodes: int | None,
        table_bytes: int,
        checkpoint: Checkpoint | None,
        progress: Callable[[str], None] | None,
    ) -> None:
        self.board = board
        self.moves = [board.index(move) for move in moves]
        self.ko: KoMode = ko
        self.limit = seconds
        self.node_limit = nodes
        self.progress = progress
        self.start = time.perf_counter()
        self.checkpoint = checkpoint
        points = board.size.points
        if checkpoint is None:
            self.solver = _core.GoSolver(board.columns, board.rows, table_bytes)
            self.nodes_before, self.seconds_before = 0, 0.0
        else:
            self.solver = _core.GoSolver(
                board.columns, board.rows, checkpoint.table_bytes, checkpoint.file, TABLE_OFFSET
            )
            state = checkpoint.state
            self.nodes_before, self.seconds_before = state.nodes, state.seconds
        self.lower = -points - board.komi
        self.upper = points - board.komi
        # A repetition scores 0, which may lie outside what a count can give.
        self.lower, self.upper = min(self.lower, 0.0), max(self.upper, 0.0)
        self.line: list[Point] = []
        self.asking: float | None = None
        self.nodes_before_question = 0
        self.interrupted = False

    @property
    def nodes(self) -> int:
        """Of all runs, like the seconds."""
        return self.nodes_before + self.solver.nodes

    @property
    def seconds(self) -> float:
        return self.seconds_before + time.perf_counter() - self.start

    def ask(self, target: float, nodes: int | None = None) -> str:
        """Can Black force a score of at least `target`? Narrows the bounds. `nodes` limits
        this question more than the others."""
        if target <= self.lower:
            return "proven"
        if target > self.upper:
            return "held"
        answer = self._recall(target, nodes) or self._search(target, nodes)
        if answer.verdict == "proven":
            self.lower = target
            self.line = [self.board.point(index) for index in answer.line]
        elif answer.verdict == "held":
            self.upper = self._next_lower(target)
            if not self.line:
                self.line = [self.board.point(index) for index in answer.line]
        return answer.verdict

    def _recall(self, target: float, nodes: int | None) -> Answer | None:
        """The answer that the checkpoint has. What was given up is open again to a question
        without a limit."""
        for answer in self.checkpoint.state.answers if self.checkpoint else ():
            if answer.target == target and (answer.verdict != "unknown" or nodes is not None):
                return answer
        return None

    def _search(self, target: float, nodes: int | None) -> Answer:
        """Put a question to the core, or go on with it."""
        passed = time.perf_counter() - self.start
        if self.interrupted or (self.limit is not None and passed >= self.limit):
            return Answer(target, "unknown", [])
        question = None
        if self.checkpoint is not None:
            question = self.checkpoint.begin(self.solver, target, nodes)
            if question.node_limit is not None:
                nodes = max(question.node_limit - question.nodes, 1)
        limit = min(filter(None, (self.node_limit, nodes)), default=0)
        self.asking = target
        before = self.solver.nodes
        self.nodes_before_question = before - (question.nodes if question else 0)
        line: list[int] = []
        try:
            verdict, _, line = self.solver.prove(
                self.board,
                for_black=True,
                threshold=math.ceil(target + self.board.komi),
                draw_suffices=target <= 0,
                passes_decide=self.ko == "cycle",
                max_nodes=limit,
                seconds=0.0 if self.limit is None else self.limit - passed,
                moves=self.moves,
                resume=question.deepening if question else None,
                progress=self._tell,
            )
        except KeyboardInterrupt:
            self.interrupted = True
            verdict = "unknown"
        if self.checkpoint is not None:
            self._note()
            spent = self.solver.nodes - before
            gave_up = nodes is not None and spent >= limit and not self.interrupted
            if verdict != "unknown" or gave_up:
                self.checkpoint.answer(verdict, line)
            else:
                self.checkpoint.save()
        return Answer(target, verdict, line)

    def _note(self) -> None:
        """Bring the state of the checkpoint up to date."""
        assert self.checkpoint is not None
        state = self.checkpoint.state
        state.nodes, state.seconds = self.nodes, self.seconds
        if state.current is not None:
            state.current.nodes = self.solver.nodes - self.nodes_before_question
            state.current.deepening = self.solver.deepening

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
        return SolveResult(
            score=self.lower if exact else None,
            lower=self.lower,
            upper=self.upper,
            evidence="proven" if decided else "unknown",
            best=self.line[:1],
            pv=self.line,
            nodes=self.nodes,
            seconds=self.seconds,
            ko=self.ko,
            asked=at_least,
            holds=holds,
            interrupted=self.interrupted,
        )

    def _possible_scores(self) -> list[float]:
        points, komi = self.board.size.points, self.board.komi
        return sorted({margin - komi for margin in range(-points, points + 1)} | {0.0})

    def _next_lower(self, score: float) -> float:
        return max((s for s in self._possible_scores() if s < score), default=self.lower)

    def _next_higher(self, score: float) -> float:
        return min((s for s in self._possible_scores() if s > score), default=self.upper)

    def _tell(self, share: float) -> None:
        if self.checkpoint is not None:
            self.checkpoint.keep(self.solver, self._note)
        if self.progress:
            proof, defence = self.solver.deepening[:2]
            speed = self.solver.nodes / max(time.perf_counter() - self.start, 1e-9)
            self.progress(
                f"Black leads by {self.lower:+g} to {self.upper:+g}; by {self.asking:+g}? not "
                f"within {max(proof, 0)} plies, nor refuted within {max(defence, 0)}; "
                f"{self.nodes:,} nodes, {speed:,.0f}/s, table {self.solver.table_use:.0%}, "
                f"{timedelta(seconds=int(self.seconds))}"
            )


def _table_bytes(points: int, memory: int) -> int:
    """Tiny boards need no more than an entry for every situation and goal."""
    situations = int(3**points) * 2 * (points + 3)
    return min(memory, 2 * situations * ENTRY_BYTES)
