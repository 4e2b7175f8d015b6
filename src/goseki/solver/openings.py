"""The value of every first move: many solves, on many processes, that can be resumed.

The position itself is solved, and the one after each first move (`plies` 1), or after each
first move and each reply to it (`plies` 2), when the bounds of a first move follow from
those of its replies: who replies takes what is best for him, and a pass is a reply. Lines
that a symmetry of the position makes equal are solved once.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goseki import _core
from goseki.board import Board
from goseki.cluster import Outcome, spread
from goseki.coords import PASS, Color, Point, opponent
from goseki.errors import GosekiError
from goseki.job import LEAST_MEMORY, LEAST_SECONDS, Limits, Report, report_titled
from goseki.ledger import Ledger
from goseki.solver.go import board_after, describe_problem, solve_after
from goseki.solver.questions import Questions
from goseki.solver.result import SUPERKO, KoMode, SolveResult
from goseki.solver.searches import DEFAULT_MEMORY

Line = tuple[Point, ...]


@dataclass(frozen=True)
class Subproblem:
    """One solve, as it is sent to a worker."""

    board: Board
    line: Line
    ko: KoMode
    limits: Limits
    checkpoint: Path | None

    def solve(self, progress: Report | None = None) -> SolveResult:
        return solve_after(
            self.board,
            self.line,
            self.ko,
            limits=self.limits,
            checkpoint=self.checkpoint,
            progress=progress,
        )


@dataclass(frozen=True)
class Campaign:
    """All the solves that the openings of a position take."""

    board: Board
    ko: KoMode
    plies: int
    limits: Limits

    def run(
        self,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        directory: str | os.PathLike[str] | None = None,
        progress: Report | None = None,
    ) -> SolveResult:
        """The position solved, with its openings.

        `directory` holds a ledger of what is solved, and the tables of what is under way in
        this process or in `jobs` others.
        """
        if directory is None:
            return self._run(jobs, cluster, None, None, progress)
        folder = Path(directory)
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise GosekiError(
                f"{folder}: openings are kept in a directory, which cannot be made: "
                f"{error.strerror}"
            ) from error
        problem = describe_problem(self.board, (), self.ko, None)
        with Ledger(folder / "ledger.jsonl", problem) as ledger:
            return self._run(jobs, cluster, folder, ledger, progress)

    def _run(
        self,
        jobs: int | None,
        cluster: str | None,
        folder: Path | None,
        ledger: Ledger | None,
        progress: Report | None,
    ) -> SolveResult:
        tree = _Tree(self.board, self.plies)
        results: dict[Line, SolveResult] = {}
        for line in ((), *tree.leaves):
            if ledger is not None and _name(line) in ledger.finished:
                results[line] = _from_json(ledger.finished[_name(line)])
        # The workers of a cluster may be on other machines, and have no such folder.
        tables = folder if cluster is None else None
        tasks = [
            Subproblem(
                self.board,
                line,
                self.ko,
                _share_of_memory(self.limits, jobs or 1),
                None if tables is None else tables / f"{_name(line)}.table",
            )
            for line in ((), *tree.leaves)
            if line not in results
        ]
        interrupted = False
        try:
            for outcome in self._outcomes(tasks, jobs, cluster, progress):
                task = outcome.task
                result = results[task.line] = self._result(outcome)
                interrupted |= result.interrupted
                if result.evidence == "proven" and ledger is not None:
                    ledger.note(_name(task.line), _to_json(result))
                    if task.checkpoint is not None:
                        task.checkpoint.unlink(missing_ok=True)
        except KeyboardInterrupt:
            interrupted = True
        return self._combined(tree, results, interrupted)

    def _outcomes(
        self,
        tasks: Sequence[Subproblem],
        jobs: int | None,
        cluster: str | None,
        progress: Report | None,
    ) -> Iterator[Outcome[Subproblem, SolveResult]]:
        if jobs is None and cluster is None:
            yield from self._one_by_one(tasks, progress)
            return
        if jobs is not None and self.limits.seconds is not None:
            tasks = _with_shares(tasks, self.limits.seconds * min(jobs, len(tasks)))
        yield from spread(Subproblem.solve, tasks, jobs=jobs, address=cluster, progress=progress)

    def _one_by_one(
        self, tasks: Sequence[Subproblem], progress: Report | None
    ) -> Iterator[Outcome[Subproblem, SolveResult]]:
        """In this process. What is left of the time is shared evenly by the openings to come."""
        deadline = None
        for number, task in enumerate(tasks):
            if task.line and self.limits.seconds is not None:
                deadline = deadline or time.perf_counter() + self.limits.seconds
                task = _with_shares(tasks[number:], deadline - time.perf_counter())[0]
            title = f"{number + 1} of {len(tasks)}, {_name(task.line)}: "
            outcome = _solve_here(task, report_titled(progress, title))
            yield outcome
            if outcome.result and outcome.result.interrupted:
                return

    def _result(self, outcome: Outcome[Subproblem, SolveResult]) -> SolveResult:
        if outcome.result is not None:
            return outcome.result
        return replace(self._unsolved(outcome.task.line), failure=str(outcome.error))

    def _unsolved(self, line: Line) -> SolveResult:
        """What shows without search."""
        return Questions(board_after(self.board, line), self.ko).result()

    def _combined(
        self, tree: _Tree, results: Mapping[Line, SolveResult], interrupted: bool
    ) -> SolveResult:
        solved = {line: results.get(line) or self._unsolved(line) for line in ((), *tree.leaves)}
        openings = {
            point: opening.turned_back(self._value(tree, solved, opening.line))
            for point, opening in tree.openings.items()
        }
        return replace(
            self._tightened(solved[()], openings),
            openings=openings,
            nodes=sum(result.nodes for result in solved.values()),
            seconds=sum(result.seconds for result in solved.values()),
            interrupted=interrupted,
        )

    def _value(self, tree: _Tree, solved: Mapping[Line, SolveResult], opening: Line) -> SolveResult:
        if self.plies == 1:
            return solved[opening]
        replies = tree.replies[opening].items()
        values = {reply: leaf.turned_back(solved[leaf.line]) for reply, leaf in replies}
        return minimax(values, opponent(self.board.to_play))

    def _tightened(self, root: SolveResult, openings: Mapping[Point, SolveResult]) -> SolveResult:
        """The position's bounds, given that who is to move can have what any move gives, and
        all the moves that are proven best. Under superko a move may be worth something else
        than a game that begins after it."""
        if not openings or self.ko in SUPERKO:
            return root
        lower, upper = root.lower, root.upper
        if self.board.to_play == "B":
            lower = max(lower, *(value.lower for value in openings.values()))
            best = [move for move, value in openings.items() if value.lower >= upper]
        else:
            upper = min(upper, *(value.upper for value in openings.values()))
            best = [move for move, value in openings.items() if value.upper <= lower]
        exact = lower >= upper
        pv = root.pv
        if best and (not pv or pv[0] not in best):
            pv = [best[0], *openings[best[0]].pv]
        return replace(
            root,
            score=lower if exact else None,
            lower=lower,
            upper=upper,
            evidence="proven" if exact else "unknown",
            best=best or root.best,
            pv=pv,
        )


@dataclass(frozen=True)
class _Image:
    """A line that stands for one that is equal to it by a symmetry."""

    line: Line
    origin: Mapping[Point, Point]
    """Where a point of the image comes from."""

    def turned_back(self, result: SolveResult) -> SolveResult:
        """The result for the line, from that for its image."""
        best, pv = ([self.origin.get(p, p) for p in moves] for moves in (result.best, result.pv))
        return replace(result, best=best, pv=pv)


class _Tree:
    """The lines to solve."""

    def __init__(self, board: Board, plies: int) -> None:
        self.board = board
        self.maps = [
            _core.symmetry_map(board.columns, board.rows, symmetry)
            for symmetry in board.symmetries
            if board.transformed(symmetry).is_same_situation(board)
        ]
        self.openings = {point: self._image((point,)) for point in self._moves(())}
        lines = list(dict.fromkeys(image.line for image in self.openings.values()))
        self.replies: dict[Line, dict[Point, _Image]] = {}
        if plies == 2:
            for line in lines:
                replies = [*self._moves(line), PASS]
                self.replies[line] = {reply: self._image((*line, reply)) for reply in replies}
            images = [image for replies in self.replies.values() for image in replies.values()]
            lines = list(dict.fromkeys(image.line for image in images))
        self.leaves: list[Line] = lines

    def _moves(self, line: Line) -> list[Point]:
        return [move for move in board_after(self.board, line).legal_moves if not move.is_pass]

    def _image(self, line: Line) -> _Image:
        indices = [self.board.index(move) for move in line]
        least, where = min(
            ([where[i] if i >= 0 else i for i in indices], where) for where in self.maps
        )
        points = map(self.board.point, range(self.board.size.points))
        origin = {self.board.point(where[self.board.index(point)]): point for point in points}
        return _Image(tuple(self.board.point(index) for index in least), origin)


def minimax(values: Mapping[Point, SolveResult], chooser: Color) -> SolveResult:
    """What a position is worth to Black if `chooser` is to move and each move is worth this.

    `values` must have every move, a pass, too. `best` are the moves that are proven best.
    """
    pick = max if chooser == "B" else min
    lower = pick(value.lower for value in values.values())
    upper = pick(value.upper for value in values.values())
    exact = lower >= upper
    # A move is best if nothing can be better.
    best = [
        move
        for move, value in values.items()
        if (value.lower >= upper if chooser == "B" else value.upper <= lower)
    ]
    return SolveResult(
        score=lower if exact else None,
        lower=lower,
        upper=upper,
        evidence="proven" if exact else "unknown",
        best=best,
        pv=[best[0], *values[best[0]].pv] if best else [],
        nodes=sum(value.nodes for value in values.values()),
        seconds=sum(value.seconds for value in values.values()),
        ko=next(iter(values.values())).ko,
        failure=next((value.failure for value in values.values() if value.failure), None),
    )


def _with_shares(tasks: Sequence[Subproblem], seconds: float) -> list[Subproblem]:
    """The tasks, the openings among them with even shares of the time."""
    share = max(seconds / max(sum(bool(task.line) for task in tasks), 1), LEAST_SECONDS)
    return [
        replace(task, limits=replace(task.limits, seconds=share)) if task.line else task
        for task in tasks
    ]


def _share_of_memory(limits: Limits, jobs: int) -> Limits:
    memory = limits.memory_bytes or DEFAULT_MEMORY
    return replace(limits, memory=max(memory // jobs, LEAST_MEMORY))


def _solve_here(task: Subproblem, progress: Report | None) -> Outcome[Subproblem, SolveResult]:
    try:
        return Outcome(task, task.solve(progress))
    except GosekiError as error:
        return Outcome(task, error=error)


def _name(line: Line) -> str:
    return "-".join(map(str, line)) or "root"


_FACTS = ("score", "lower", "upper", "evidence", "nodes", "seconds", "ko")
_LINES = ("best", "pv")


def _to_json(result: SolveResult) -> dict[str, Any]:
    facts = {name: getattr(result, name) for name in _FACTS}
    return facts | {name: [str(move) for move in getattr(result, name)] for name in _LINES}


def _from_json(facts: Mapping[str, Any]) -> SolveResult:
    fields: dict[str, Any] = {name: facts[name] for name in _FACTS}
    fields |= {name: [Point.parse(move) for move in facts[name]] for name in _LINES}
    return SolveResult(**fields)
