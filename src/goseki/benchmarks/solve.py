"""The solvers, each question beside the same one answered in another way.

A solve is told by its answer, nodes, nodes a second, table and seconds. The ratio is the
time of the other way over ours, both taken in this run. Goals in seconds, and the nodes of
van der Werf (2004, tables 4.1 and 5.1), stand beside them; nothing fails if they are missed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from goseki.board import Board
from goseki.solver import SolveResult, solve, solve_as_thesis, solve_capture

CROSSCUT = "....../....../..XO../..OX../....../......"
SECONDS = 120.0
"""The most that one solve may take."""
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solve:
    """What one search found, and what it took."""

    answer: str
    nodes: int
    seconds: float
    table_bytes: int

    @property
    def speed(self) -> float:
        return self.nodes / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class Comparison:
    """A question, answered by default and in another way."""

    name: str
    ours: Solve
    other: Solve | None = None
    other_name: str = ""
    goal_seconds: float | None = None
    thesis_nodes: float | None = None

    @property
    def ratio(self) -> float | None:
        """How many times faster we are than the other way, if both found an answer."""
        if not self._both_answered or self.other is None:
            return None
        return self.other.seconds / max(self.ours.seconds, 1e-9)

    @property
    def node_ratio(self) -> float | None:
        if not self._both_answered or self.other is None:
            return None
        return self.other.nodes / max(self.ours.nodes, 1)

    @property
    def _both_answered(self) -> bool:
        return all(way is not None and way.answer != UNKNOWN for way in (self.ours, self.other))


def measure(*, seconds: float = SECONDS, heavy: bool = False) -> Iterator[Comparison]:
    """Small boards of Go under both ko rules, and the capture game; if `heavy`, 5x5 Go too."""
    yield from _go(seconds)
    yield from _capture(seconds, heavy)
    if heavy:
        options = {"at_least": 25, "seconds": seconds}
        ours = _solve_go("5x5", **options)
        yield Comparison("Go 5x5, +25", ours, goal_seconds=300, thesis_nodes=10**9.2)


def _go(seconds: float) -> Iterator[Comparison]:
    goals = {("4x4", "cycle"): 2.0}
    thesis = {"3x3": 10**3.5, "4x4": 10**5.8}
    for size in ("3x3", "3x4", "3x5", "4x4"):
        for ko in ("basic", "cycle"):
            yield Comparison(
                f"Go {size}, {ko} ko",
                _solve_go(size, ko=ko, seconds=seconds),
                _solve_go_as_thesis(size, ko=ko, seconds=seconds),
                "thesis's search",
                goals.get((size, ko)),
                thesis.get(size),
            )
    for part in ("tt", "ut"):
        yield Comparison(
            "Go 3x4, cycle ko, thesis's search",
            _solve_go_as_thesis("3x4", ko="cycle", seconds=seconds),
            _solve_go_as_thesis("3x4", ko="cycle", seconds=seconds, without=[part]),
            f"without {part}",
        )


def _capture(seconds: float, heavy: bool) -> Iterator[Comparison]:
    crosscut = Board.from_diagram(CROSSCUT)
    questions: list[tuple[str, Board, float | None, float | None, float]] = [
        ("4x4", Board("4x4"), None, None, 5.0e5),
        ("5x5", Board("5x5"), 2, 15, 2.4e8),
        ("6x6 crosscut", crosscut, 1, 6, 1.0e8),
    ]
    for name, board, winner_goal, length_goal, thesis_nodes in questions:
        winner = _solve_capture(board, shortest=False, seconds=seconds)
        length = _solve_capture(board, seconds=seconds)
        yield Comparison(
            f"capture {name}, winner", winner, length, "shortest win", winner_goal, thesis_nodes
        )
        other = None
        if heavy or name == "4x4":
            other = _solve_capture(board, method="thesis", seconds=seconds)
        yield Comparison(
            f"capture {name}, shortest", length, other, "thesis's search", length_goal, thesis_nodes
        )


def _solve_go(size: str, **options: Any) -> Solve:
    return _taken(solve(Board(size), **options))


def _solve_go_as_thesis(size: str, **options: Any) -> Solve:
    return _taken(solve_as_thesis(Board(size), **options))


def _taken(result: SolveResult) -> Solve:
    if result.holds is not None:
        answer = "yes" if result.holds else "no"
    elif result.score is not None:
        answer = f"{result.score:+g}"
    else:
        answer = UNKNOWN
    return Solve(answer, result.nodes, result.seconds, result.table_bytes)


def _solve_capture(board: Board, **options: Any) -> Solve:
    result = solve_capture(board, every_best=False, **options)
    answer: str = UNKNOWN if result.winner is None else result.winner
    if result.plies is not None:
        answer += f" in {result.plies}"
    return Solve(answer, result.nodes, result.seconds, result.table_bytes)


# -- the signature ------------------------------------------------------------------------

SIGNATURE_MEMORY = 1 << 24

_Question = Callable[[], int]


def signature() -> Iterator[tuple[str, int]]:
    """The nodes of a fixed set of solves, one thread, no clock: a change in a search shows."""
    for name, question in _signature_questions():
        yield name, question()


def _signature_questions() -> Iterator[tuple[str, _Question]]:
    for size in ("2x2", "5x1", "2x3", "3x3", "3x4"):
        for ko in ("basic", "cycle"):
            yield f"Go {size}, {ko} ko", lambda size=size, ko=ko: _go_nodes(Board(size), ko=ko)  # type: ignore[misc]
    yield "Go 3x5, at least 15", lambda: _go_nodes(Board("3x5"), at_least=15)
    yield "Go 4x4, at least 1", lambda: _go_nodes(Board("4x4"), at_least=1, nodes=200_000)
    for ko in ("ssk", "psk"):
        yield f"Go 3x3, {ko}", lambda ko=ko: _go_nodes(Board("3x3"), ko=ko)  # type: ignore[misc]
    yield "Go 3x3, thesis", lambda: solve_as_thesis(Board("3x3"), memory=SIGNATURE_MEMORY).nodes
    for size in ("2x2", "3x3", "4x4", "4x5"):
        yield f"capture {size}", lambda size=size: _capture_nodes(Board(size))  # type: ignore[misc]
    crosscut = Board.from_diagram(CROSSCUT)
    yield "capture 6x6 crosscut", lambda: _capture_nodes(crosscut, shortest=False)
    yield "capture 4x4, thesis", lambda: _capture_nodes(Board("4x4"), method="thesis")


def _go_nodes(board: Board, **options: Any) -> int:
    return solve(board, memory=SIGNATURE_MEMORY, **options).nodes


def _capture_nodes(board: Board, **options: Any) -> int:
    return solve_capture(board, memory=SIGNATURE_MEMORY, **options).nodes
