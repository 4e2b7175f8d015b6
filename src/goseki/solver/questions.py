"""The bounds of one position of Go, and the questions that narrow them until they meet."""

from __future__ import annotations

import itertools
import math
import time

from goseki.board import Board
from goseki.coords import Point
from goseki.evidence import Verdict
from goseki.job import Limits, Progress, Report
from goseki.solver.result import MAX_POINTS, SUPERKO, KoMode, SolveResult, evidence_of
from goseki.solver.searches import Search
from goseki.solver.static import score_bounds

MIN_NODES_FOR_EVERYTHING = 100_000
NODES_FOR_THE_WINNER = 4_000_000
NODES_FOR_EVERYTHING = 500_000_000


class Questions:
    """What is known of a board, which has no search if it is too large for one."""

    def __init__(
        self,
        board: Board,
        ko: KoMode,
        search: Search | None = None,
        *,
        limits: Limits | None = None,
        progress: Report | None = None,
    ) -> None:
        self.board = board
        self.ko: KoMode = ko
        self.search = search
        self.progress = progress
        self.limits = limits or Limits()
        self.start = time.perf_counter()
        self.lower, self.upper = score_bounds(board)
        self.line: list[Point] = []
        self.interrupted = False
        self.scores = possible_scores(board, ko)
        self.given_up: set[float] = set()

    def run(self, at_least: float | None) -> SolveResult:
        """Ask whether Black's lead is at least so much, or else how much it is. Ctrl-C leaves
        open what is open."""
        try:
            if at_least is None:
                self.narrow_down()
            else:
                self.ask(at_least)
        except KeyboardInterrupt:
            self.interrupted = True
        return self.result(at_least)

    def ask(self, target: float, give_up: int | None = None) -> Verdict:
        """Can Black force a score of at least `target`? Narrows the bounds. After `give_up`
        nodes the question is given up."""
        if target <= self.lower:
            return "proven"
        if target > self.upper:
            return "refuted"
        used = time.perf_counter() - self.start
        if self.search is None or used >= (self.limits.seconds or math.inf):
            return "unknown"
        limits = self.limits.after(used)
        answer = self.search.ask(target, limits, give_up, lambda: self._tell(target))
        if answer.verdict == "unknown" and give_up is not None:
            self.given_up.add(target)
        if answer.verdict == "proven":
            self.lower = target
        elif answer.verdict == "refuted":
            self.upper = max((s for s in self.scores if s < target), default=self.lower)
        if answer.verdict == "proven" or (answer.verdict == "refuted" and not self.line):
            self.line = [self.board.point(index) for index in answer.line]
        return answer.verdict

    def narrow_down(self) -> None:
        """Ask until the bounds meet or a question stays open.

        First whether Black wins at all, then, at a fraction of that cost, whether the winner
        takes everything, then by growing steps from the near bound and by halves.

        With no point left to nobody the lead is even on a board with an even number of points,
        else odd. So the first question is about the least such score that wins.
        """
        points = self.board.size.points
        winning = [s for s in self.scores if s > 0] or [self.upper]
        shared_out = [s for s in winning if (s + self.board.komi - points) % 2 == 0]
        first = winning[0]
        for target in (*shared_out[:1], first):
            verdict = self._ask_who_wins(target)
            if verdict == "unknown":
                return
            if verdict == "proven":
                break
        black_wins = self.lower >= first
        if self.lower < self.upper:
            everything = self.upper if black_wins else next_higher(self.scores, self.lower)
            if everything not in self.given_up:
                self.ask(everything, give_up=max(MIN_NODES_FOR_EVERYTHING, self.nodes // 4))
        steps = itertools.chain((1,), (2**i for i in itertools.count()))
        far_bound = self.upper if black_wins else self.lower
        while self.lower < self.upper:
            open_scores = [s for s in self.scores if self.lower < s <= self.upper]
            if far_bound == (self.upper if black_wins else self.lower):
                reach = min(next(steps), len(open_scores))
                target = open_scores[reach - 1 if black_wins else -reach]
            else:
                target = open_scores[(len(open_scores) - 1) // 2]
            if self.ask(target) == "unknown":
                return

    def _ask_who_wins(self, first: float) -> Verdict:
        """Does Black get at least `first`, the least score that wins?

        Where that is not seen at little cost, whether he takes everything is asked before: the
        more is at stake, the fewer moves are worth a try, for either side. (5x5 is such a
        board.) But not for ever.
        """
        if self.limits.nodes is not None and self.limits.nodes <= NODES_FOR_THE_WINNER:
            return self.ask(first)
        verdict = self.ask(first, give_up=NODES_FOR_THE_WINNER)
        if verdict != "unknown":
            return verdict
        self.ask(self.upper, give_up=NODES_FOR_EVERYTHING)
        return self.ask(first)

    def result(self, at_least: float | None = None) -> SolveResult:
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
            evidence=evidence_of(decided=decided, ko=self.ko),
            best=self.line[:1],
            pv=self.line,
            nodes=self.nodes,
            seconds=self.seconds,
            ko=self.ko,
            at_least=at_least,
            holds=holds,
            interrupted=self.interrupted,
            table_bytes=self.search.table_bytes if self.search else 0,
            note=_beyond_reach(self.board) if self.board.size.points > MAX_POINTS else "",
        )

    @property
    def nodes(self) -> int:
        return self.search.nodes if self.search else 0

    @property
    def seconds(self) -> float:
        return self.search.seconds if self.search else time.perf_counter() - self.start

    def _tell(self, target: float) -> None:
        if self.progress and self.search:
            status, bounds = self.search.status(), (self.lower, self.upper)
            text = progress_text(*bounds, target, status, self.seconds)
            self.progress(Progress(text=text, known=bounds))


def progress_text(lower: float, upper: float, target: float, search: str, seconds: float) -> str:
    """How far a solve has come, on a line of a terminal of 80 columns.

    >>> progress_text(-25, 25, 1, "31/30 plies, 12.3M nodes, table 45%", 753)
    'Lead between -25 and +25; +1? 31/30 plies, 12.3M nodes, table 45%, 0:12:33'
    """
    minutes, rest = divmod(int(seconds), 60)
    clock = f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"Lead between {lower:+g} and {upper:+g}; {target:+g}? {search}, {clock}"


def possible_scores(board: Board, ko: KoMode) -> list[float]:
    """All scores that a game can end with, in order: counts less komi, and a draw where
    repetition is not forbidden."""
    points = board.size.points
    counts = {margin - board.komi for margin in range(-points, points + 1)}
    return sorted(counts if ko in SUPERKO else counts | {0.0})


def next_higher(scores: list[float], score: float) -> float:
    return min((s for s in scores if s > score), default=scores[-1])


def _beyond_reach(board: Board) -> str:
    return (
        f"The {board.size} board has {board.size.points} points, more than {MAX_POINTS}: what it "
        "shows without search is all that is known."
    )
