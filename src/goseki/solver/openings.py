"""The value of every first move: many solves, on many processes, that can be resumed.

The position itself is solved, and the one after each first move (`plies` 1), or after each
first move and each reply to it (`plies` 2), when the bounds of a first move follow from
those of its replies: who replies takes what is best for him, and a pass is a reply. Lines
that a symmetry of the position makes equal are solved once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goseki import _core
from goseki.board import Board
from goseki.cluster import Outcome, spread
from goseki.coords import PASS, Color, Point
from goseki.errors import GosekiError
from goseki.ledger import Ledger
from goseki.solver.go import KoMode, SolveResult, describe_problem, solve_after

Line = tuple[Point, ...]


@dataclass(frozen=True)
class Subproblem:
    """One solve, as it is sent to a worker."""

    board: Board
    line: Line
    ko: KoMode
    at_least: float | None
    seconds: float | None
    nodes: int | None
    memory: int
    checkpoint: Path | None

    def solve(self, progress: Callable[[str], None] | None = None) -> SolveResult:
        return solve_after(
            self.board,
            self.line,
            self.ko,
            self.at_least,
            self.seconds,
            self.nodes,
            self.memory,
            self.checkpoint,
            progress,
        )


@dataclass(frozen=True)
class Campaign:
    """All the solves that the openings of a position take."""

    board: Board
    ko: KoMode
    at_least: float | None
    plies: int
    seconds: float | None
    nodes: int | None
    memory: int

    def __post_init__(self) -> None:
        if self.plies not in (1, 2):
            raise GosekiError(f"openings are solved 1 or 2 plies deep, not {self.plies}")

    def run(
        self,
        *,
        jobs: int | None = None,
        cluster: str | None = None,
        directory: str | os.PathLike[str] | None = None,
        progress: Callable[[str], None] | None = None,
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
        problem = describe_problem(self.board, (), self.ko, self.at_least)
        with Ledger(folder / "ledger.jsonl", problem) as ledger:
            return self._run(jobs, cluster, folder, ledger, progress)

    def _run(
        self,
        jobs: int | None,
        cluster: str | None,
        folder: Path | None,
        ledger: Ledger | None,
        progress: Callable[[str], None] | None,
    ) -> SolveResult:
        tree = _Tree(self.board, self.plies)
        results: dict[Line, SolveResult] = {}
        for line in ((), *tree.leaves):
            if ledger is not None and _name(line) in ledger.finished:
                results[line] = _from_json(ledger.finished[_name(line)])
        # The workers of a cluster may be on other machines, and have no such folder.
        tables = folder if cluster is None else None
        share = self.memory // (jobs or 1)
        tasks = [
            self._subproblem(line, share, tables)
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

    def _subproblem(self, line: Line, memory: int, folder: Path | None) -> Subproblem:
        return Subproblem(
            self.board,
            line,
            self.ko,
            None if line else self.at_least,
            self.seconds,
            self.nodes,
            memory,
            None if folder is None else folder / f"{_name(line)}.table",
        )

    def _outcomes(
        self,
        tasks: Sequence[Subproblem],
        jobs: int | None,
        cluster: str | None,
        progress: Callable[[str], None] | None,
    ) -> Iterator[Outcome[Subproblem, SolveResult]]:
        tell = progress or (lambda text: None)
        if jobs is not None or cluster is not None:
            tell(f"0 of {len(tasks)} solves are done")
            yield from spread(
                Subproblem.solve,
                tasks,
                jobs=jobs,
                address=cluster,
                progress=lambda done, total: tell(f"{done} of {total} solves are done"),
            )
            return
        for number, task in enumerate(tasks, 1):
            outcome = _solve_here(task, tell, f"{number} of {len(tasks)}, {_name(task.line)}: ")
            yield outcome
            if outcome.result and outcome.result.interrupted:
                return

    def _result(self, outcome: Outcome[Subproblem, SolveResult]) -> SolveResult:
        if outcome.result is not None:
            return outcome.result
        return replace(self._nothing_known(), failure=str(outcome.error))

    def _nothing_known(self) -> SolveResult:
        points, komi = self.board.size.points, self.board.komi
        lower, upper = min(-points - komi, 0.0), max(points - komi, 0.0)
        return SolveResult(None, lower, upper, "unknown", [], [], 0, 0.0, self.ko)

    def _combined(
        self, tree: _Tree, results: Mapping[Line, SolveResult], interrupted: bool
    ) -> SolveResult:
        unknown = self._nothing_known()
        values: dict[Line, SolveResult] = {}
        for line in tree.openings:
            if self.plies == 1:
                values[line] = results.get(line, unknown)
            else:
                replies = {
                    reply: results.get(leaf, unknown) for reply, leaf in tree.replies[line].items()
                }
                replier: Color = "W" if self.board.to_play == "B" else "B"
                values[line] = minimax(replies, replier)
        openings = {point: values[line] for point, line in tree.opening_of.items()}
        root = self._tightened(results.get((), unknown), openings)
        return replace(root, openings=openings, interrupted=interrupted)

    def _tightened(self, root: SolveResult, openings: Mapping[Point, SolveResult]) -> SolveResult:
        """The position's bounds, given that who is to move can have what any move gives, and
        all the moves that are proven best."""
        if self.at_least is not None or not openings:
            return root
        lower, upper = root.lower, root.upper
        if self.board.to_play == "B":
            lower = max(lower, *(value.lower for value in openings.values()))
            best = [move for move, value in openings.items() if value.lower >= upper]
        else:
            upper = min(upper, *(value.upper for value in openings.values()))
            best = [move for move, value in openings.items() if value.upper <= lower]
        exact = lower >= upper
        return replace(
            root,
            score=lower if exact else None,
            lower=lower,
            upper=upper,
            evidence="proven" if exact else "unknown",
            best=best or root.best,
            pv=root.pv if not best or root.pv[:1] == best[:1] else [best[0], *openings[best[0]].pv],
        )


class _Tree:
    """The lines to solve, each standing for those that are equal to it by a symmetry."""

    def __init__(self, board: Board, plies: int) -> None:
        self.board = board
        self.core = _core.GoSolver(board.columns, board.rows, 0)
        self.maps = [
            _core.symmetry_map(board.columns, board.rows, symmetry)
            for symmetry in board.symmetries
            if board.transformed(symmetry).is_same_situation(board)
        ]
        self.opening_of = {point: self._representative((point,)) for point in self._moves(())}
        self.openings = list(dict.fromkeys(self.opening_of.values()))
        self.replies: dict[Line, dict[Point, Line]] = {}
        self.leaves: list[Line] = self.openings
        if plies == 2:
            for line in self.openings:
                replies = [*self._moves(line), PASS]
                self.replies[line] = {
                    reply: self._representative((*line, reply)) for reply in replies
                }
            lines = [leaf for replies in self.replies.values() for leaf in replies.values()]
            self.leaves = list(dict.fromkeys(lines))

    def _moves(self, line: Line) -> list[Point]:
        indices = self.core.legal_moves(self.board, [self.board.index(move) for move in line])
        return [self.board.point(index) for index in indices]

    def _representative(self, line: Line) -> Line:
        indices = [self.board.index(move) for move in line]
        least = min([where[i] if i >= 0 else i for i in indices] for where in self.maps)
        return tuple(self.board.point(index) for index in least)


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


def _solve_here(
    task: Subproblem, tell: Callable[[str], None], title: str
) -> Outcome[Subproblem, SolveResult]:
    try:
        return Outcome(task, task.solve(lambda text: tell(title + text)))
    except GosekiError as error:
        return Outcome(task, error=error)


def _name(line: Line) -> str:
    return "-".join(map(str, line)) or "root"


_FACTS = ("score", "lower", "upper", "evidence", "nodes", "seconds", "ko", "asked", "holds")
_LINES = ("best", "pv")


def _to_json(result: SolveResult) -> dict[str, Any]:
    facts = {name: getattr(result, name) for name in _FACTS}
    return facts | {name: [str(move) for move in getattr(result, name)] for name in _LINES}


def _from_json(facts: Mapping[str, Any]) -> SolveResult:
    fields: dict[str, Any] = {name: facts[name] for name in _FACTS}
    fields |= {name: [Point.parse(move) for move in facts[name]] for name in _LINES}
    return SolveResult(**fields)
