"""Many problems: solved in parallel, compared with what their sources print, and resumed.

Books print one move, and often others do as well. So an answer is *right* if a printed move is
among the best ones, or reaches the same where a pass does. It is *disputed* if the result is
proven and no printed move reaches it. Of the moves that a source calls wrong it is said how many
are proven worse, and how many are proven as good as the best.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

from goseki.checks import check_whole
from goseki.cluster import spread
from goseki.coords import PASS, Point
from goseki.errors import GosekiError, one_line
from goseki.evidence import Evidence
from goseki.job import Limits, Progress, Report
from goseki.ledger import Ledger
from goseki.tactics.problem import Broken, Problem, read_problems
from goseki.tactics.question import Search
from goseki.tactics.solution import Solution, Status
from goseki.tactics.solve import DEFAULT_SECONDS, MakeSearch, solve_problem


@dataclass(frozen=True)
class SuiteRow:
    """What became of one problem. Points are written as `D4`."""

    source: str
    status: Status = "unknown"
    evidence: Evidence = "unknown"
    target: tuple[str, ...] = ()
    goal: str = ""
    to_play: str = ""
    best: tuple[str, ...] = ()
    best_complete: bool = False
    pv: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    """The moves that the source prints."""
    is_right: bool = False
    """Whether one of them reaches the best result."""
    is_disputed: bool = False
    """Whether the result is proven, and proven to be beyond the reach of each of them."""
    wrong_worse: tuple[str, ...] = ()
    """The moves that the source calls wrong and that are proven worse."""
    wrong_as_good: tuple[str, ...] = ()
    """Those that are proven to reach the best result."""
    wrong_open: tuple[str, ...] = ()
    nodes: int = 0
    seconds: float = 0.0
    settled_after: float | None = None
    """Seconds until the status was decided."""
    error: str = ""
    """Why it could not be solved: the problem is broken, or contradicts itself."""

    @property
    def is_proven(self) -> bool:
        return self.evidence == "proven"


@dataclass(frozen=True)
class SuiteResult:
    """The rows of a suite, in the order of their names."""

    rows: list[SuiteRow] = field(default_factory=list)
    interrupted: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """How many problems there are of each kind; wrong moves are those of proven problems."""
        proven = [row for row in self.rows if row.is_proven]
        return {
            "problems": len(self.rows),
            "proven": len(proven),
            "right": sum(row.is_right for row in self.rows),
            "proven_and_right": sum(row.is_right for row in proven),
            "disputed": sum(row.is_disputed for row in self.rows),
            "unknown": sum(not row.is_proven and not row.error for row in self.rows),
            "broken": sum(bool(row.error) for row in self.rows),
            "wrong_worse": sum(len(row.wrong_worse) for row in proven),
            "wrong_as_good": sum(len(row.wrong_as_good) for row in proven),
            "wrong_open": sum(len(row.wrong_open) for row in proven),
        }

    @property
    def median_seconds(self) -> float | None:
        """The median over all that were tried, whether they were proven or not."""
        times = [row.seconds for row in self.rows if not row.error]
        return median(times) if times else None

    @property
    def median_settled(self) -> float | None:
        """The median time to the status, of those that were proven."""
        times = [row.settled_after for row in self.rows if row.is_proven and row.settled_after]
        return median(times) if times else None

    def sentence(self) -> str:
        """The counts in a line of words."""
        said = self.counts
        tried = said["wrong_worse"] + said["wrong_as_good"] + said["wrong_open"]
        seconds = "" if self.median_seconds is None else f", median {self.median_seconds:.3f} s"
        if self.median_settled is not None:
            seconds += f" ({self.median_settled:.3f} s to a proven status)"
        return (
            f"{said['problems']} problems: {said['proven']} proven, {said['right']} right "
            f"({said['proven_and_right']} of them proven), {said['disputed']} disputed, "
            f"{said['unknown']} not decided, {said['broken']} broken{seconds}. Of {tried} moves "
            f"called wrong, {said['wrong_worse']} are proven worse and {said['wrong_as_good']} as "
            "good."
        )


@dataclass(frozen=True)
class _Task:
    problem: Problem
    firm: str
    limits: Limits
    search: MakeSearch

    def solve(self, progress: Report | None = None) -> SuiteRow:
        """Solve and compare. What is wrong with a problem is its own row, not an error."""
        problem = self.problem
        try:
            if problem.to_play is None and problem.goal is None:
                raise GosekiError("no side to move is given")
            solution = solve_problem(
                problem.board,
                problem.target or None,
                problem.goal,
                problem.to_play,
                firm=self.firm,
                limits=self.limits,
                progress=progress,
                _search=self.search,
                _wrong=problem.wrong,
                _printed=problem.answers,
            )
        except GosekiError as error:
            return SuiteRow(problem.source, error=one_line(str(error)))
        if solution.interrupted:
            raise KeyboardInterrupt
        return compare(problem, solution)


def compare(problem: Problem, solution: Solution) -> SuiteRow:
    """A solution beside what the source of the problem prints."""
    best = {*solution.best, *solution.as_good}
    worse = set(solution.worse)
    is_listed = solution.best_complete and PASS not in best

    def is_beaten(move: Point) -> bool:
        return move in worse or (is_listed and move not in best)

    is_proven = solution.evidence == "proven"
    is_right = not best.isdisjoint(problem.answers)
    beaten = bool(problem.answers) and all(map(is_beaten, problem.answers))
    wrong = [move for move in problem.wrong if move not in problem.answers]
    return SuiteRow(
        problem.source,
        solution.status,
        solution.evidence,
        _names(solution.target),
        solution.goal,
        solution.to_play,
        _names(solution.best),
        solution.best_complete,
        _names(solution.pv),
        _names(problem.answers),
        is_right,
        is_proven and not is_right and beaten,
        _names(move for move in wrong if is_beaten(move)),
        _names(move for move in wrong if move in best),
        _names(move for move in wrong if move not in best and not is_beaten(move)),
        solution.nodes,
        round(solution.seconds, 3),
        None if solution.settled_after is None else round(solution.settled_after, 4),
    )


def choose_problems(
    path: str | os.PathLike[str],
    *,
    type: str | None = None,
    collection: str | None = None,
    min_sources: int = 1,
    first: int | None = None,
) -> list[Problem | Broken]:
    """The problems of a file or directory that fit, in the order of their names: of one type, of
    collections with some words in their names, printed by so many sources at least, and of those
    the first so many. What is broken fits always."""
    check_whole("min_sources", min_sources, 0, 2**31)
    if first is not None:
        check_whole("first", first, 1, 2**31)
    words = (collection or "").lower()

    def fits(problem: Problem | Broken) -> bool:
        if isinstance(problem, Broken):
            return True
        return (
            (type is None or problem.kind == type)
            and (not words or any(words in name.lower() for name in problem.collections))
            and problem.sources >= min_sources
        )

    found = sorted(filter(fits, read_problems(Path(path))), key=lambda problem: problem.source)
    if not found:
        raise GosekiError(f"{path}: has no problems that fit")
    return found[:first]


def run_suite(
    path: str | os.PathLike[str],
    *,
    type: str | None = None,
    collection: str | None = None,
    min_sources: int = 1,
    first: int | None = None,
    firm: str = "",
    jobs: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    _search: MakeSearch = Search,
) -> SuiteResult:
    """Solve the problems of a file or directory, each within the limits, by `jobs` processes.

    `ledger` is a file that notes each problem when it is done: a run that was stopped goes on
    from there. Broken problems are named in their rows, and the others are solved all the same.
    """
    limits = Limits.of(limits, seconds=seconds, nodes=nodes, memory=memory, threads=threads)
    if limits.seconds is None and limits.nodes is None:
        limits = replace(limits, seconds=DEFAULT_SECONDS)
    check_whole("jobs", jobs, 1, 2**31 - 1)
    chosen = choose_problems(
        path, type=type, collection=collection, min_sources=min_sources, first=first
    )
    rows = [
        SuiteRow(broken.source, error=broken.reason)
        for broken in chosen
        if isinstance(broken, Broken)
    ]
    tasks = [_Task(p, firm, limits, _search) for p in chosen if isinstance(p, Problem)]
    interrupted = False
    with nullcontext() if ledger is None else Ledger(ledger, _subject(path, firm, limits)) as notes:
        done = {} if notes is None else notes.finished
        rows += [_row(done[task.problem.source]) for task in tasks if task.problem.source in done]
        left = [task for task in tasks if task.problem.source not in done]
        try:
            for row in _solved(left, jobs, progress, len(rows)):
                rows.append(row)
                if notes is not None and not row.error:
                    notes.note(row.source, asdict(row))
        except KeyboardInterrupt:
            interrupted = True
    return SuiteResult(sorted(rows, key=lambda row: row.source), interrupted)


def _subject(path: str | os.PathLike[str], firm: str, limits: Limits) -> dict[str, Any]:
    """What a ledger is about. The order and the choice of problems may change."""
    return {"suite": Path(path).name, "firm": firm, **asdict(limits)}


def _solved(
    tasks: Sequence[_Task], jobs: int, progress: Report | None, done: int
) -> Iterator[SuiteRow]:
    if jobs > 1:
        for outcome in spread(_Task.solve, tasks, jobs=jobs, progress=progress):
            if outcome.result is not None:
                yield outcome.result
            else:
                yield SuiteRow(outcome.task.problem.source, error=one_line(str(outcome.error)))
        return
    for number, task in enumerate(tasks):
        yield task.solve(_titled(progress, task.problem.source, done + number, done + len(tasks)))


def _titled(progress: Report | None, source: str, number: int, count: int) -> Report | None:
    if progress is None:
        return None

    def report(part: Progress) -> None:
        text = f"{number + 1} of {count}, {one_line(source)}: {part.text}"
        progress(Progress(number / count, text))

    return report


def _row(noted: dict[str, Any]) -> SuiteRow:
    """A row from a ledger, where tuples are lists."""
    values: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in noted.items()
    }
    return SuiteRow(**values)


def _names(points: Iterable[Point]) -> tuple[str, ...]:
    return tuple(map(str, points))
