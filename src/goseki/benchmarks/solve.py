"""The solvers, each question beside the same one answered in another way.

A solve is reported with its answer, nodes, nodes a second, table, peak memory and seconds. The
ratio is the time of the other way over ours, both measured in this run. Beside them stand goals in
seconds, and the nodes and savings of van der Werf (2004, tables 4.1 to 4.4 and 5.1 to 5.3);
nothing fails if a goal is missed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from goseki.board import Board
from goseki.experiments import solve_capture as capture_tables
from goseki.experiments import solve_go as go_tables
from goseki.solver import CaptureResult, SolveResult, solve, solve_as_thesis, solve_capture

SECONDS = 120.0
"""The most that one solve may take."""
UNKNOWN = "unknown"
THESIS = "thesis's search"


@dataclass(frozen=True)
class Solve:
    """What one search found, and what it took."""

    answer: str
    nodes: int
    seconds: float
    table_bytes: int
    peak_bytes: int | None
    """The most memory that the process had meanwhile, where the system tells."""

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
    thesis_saves: str | None = None
    """Nodes that the thesis saves over the other way."""

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
    def saves(self) -> str | None:
        """Nodes that we save over the other way: more than that, if it found no answer."""
        if self.other is None or self.ours.answer == UNKNOWN:
            return None
        more = ">" if self.other.answer == UNKNOWN else ""
        return f"{more}{1 - self.ours.nodes / max(self.other.nodes, 1):.0%}"

    @property
    def _both_answered(self) -> bool:
        return all(way is not None and way.answer != UNKNOWN for way in (self.ours, self.other))


def measure(*, seconds: float = SECONDS, heavy: bool = False) -> Iterator[Comparison]:
    """Small boards of Go under both ko rules, and the capture game. If `heavy`, all that takes
    minutes too: 5x5 Go, the thesis's search on large boards, and each of its parts left out.

    Ctrl-C comes through as `KeyboardInterrupt`.
    """
    yield from _go(seconds)
    yield from _capture(seconds, heavy)
    if heavy:
        ours = _solve_go("5x5", at_least=25, seconds=seconds)
        other = _find_as_thesis("5x5", 25, seconds)
        yield Comparison("Go 5x5, +25", ours, other, THESIS, 300, 10**9.2)
        shared = _solve_go("5x5", at_least=25, seconds=seconds, threads=2)
        yield Comparison("Go 5x5, +25, 2 threads", shared, ours, "1 thread", 300, 10**9.2)
        yield from _go_ablations("4x4", seconds)
        for name in ("4x4", "5x5"):
            yield from _capture_ablations(name, seconds)


def _go(seconds: float) -> Iterator[Comparison]:
    goals = {("4x4", "cycle"): 2.0}
    thesis = {"3x3": 10**3.5, "4x4": 10**5.8}
    for size in ("3x3", "3x4", "3x5", "4x4"):
        for ko in ("basic", "cycle"):
            yield Comparison(
                f"Go {size}, {ko} ko",
                _solve_go(size, ko=ko, seconds=seconds),
                _solve_go_as_thesis(size, ko=ko, seconds=seconds),
                THESIS,
                goals.get((size, ko)),
                thesis.get(size),
            )
    shared, alone = (_solve_go("4x5", seconds=seconds, threads=threads) for threads in (2, 1))
    yield Comparison("Go 4x5, cycle ko, 2 threads", shared, alone, "1 thread")
    yield from _go_ablations("3x3", seconds)


def _go_ablations(size: str, seconds: float) -> Iterator[Comparison]:
    """The thesis's search beside itself without each part: tables 5.2 and 5.3."""
    published = go_tables.PUBLISHED[size, "cycle"]
    whole = _find_as_thesis(size, published.score, seconds)
    log_nodes_without_ut = float(go_tables.WITHOUT_TERRITORY[size][1])
    saves = {
        "ut": f"{1 - 10 ** (published.log_nodes - log_nodes_without_ut):.0%}",
        **{part: f"{percent}%" for part, percent in go_tables.REDUCTIONS[size].items()},
    }
    for part in saves:
        yield Comparison(
            f"Go {size}, {THESIS}",
            whole,
            _find_as_thesis(size, published.score, seconds, without=[part]),
            f"without {part}",
            thesis_nodes=10**published.log_nodes,
            thesis_saves=saves[part],
        )


def _capture(seconds: float, heavy: bool) -> Iterator[Comparison]:
    goals = {"5x5": (2, 15), "crosscut": (1, 6)}
    for name in ("4x4", "5x5", "crosscut"):
        published = capture_tables.PUBLISHED[name]
        winner_goal, length_goal = goals.get(name, (None, None))
        winner = _solve_capture(published.board(), winner_only=True, seconds=seconds)
        length = _solve_capture(published.board(), seconds=seconds)
        yield Comparison(
            f"capture {name}, winner", winner, length, "shortest win", winner_goal, published.nodes
        )
        other = None
        if heavy or name == "4x4":
            other = _solve_capture(published.board(), method="thesis", seconds=seconds)
        yield Comparison(
            f"capture {name}, shortest", length, other, THESIS, length_goal, published.nodes
        )


def _capture_ablations(name: str, seconds: float) -> Iterator[Comparison]:
    """The thesis's search beside itself without each part: table 4.3."""
    published = capture_tables.PUBLISHED[name]
    options = {"method": "thesis", "seconds": seconds}
    whole = _solve_capture(published.board(), **options)
    for part in capture_tables.ABLATED:
        yield Comparison(
            f"capture {name}, {THESIS}",
            whole,
            _solve_capture(published.board(), without=[part], **options),
            f"without {part}",
            thesis_nodes=published.nodes,
            thesis_saves=(published.reductions or {}).get(part),
        )


def _solve_go(size: str, **options: Any) -> Solve:
    return _go_taken(solve(Board(size), **options))


def _solve_go_as_thesis(size: str, **options: Any) -> Solve:
    return _go_taken(solve_as_thesis(Board(size), **options))


def _find_as_thesis(size: str, score: float, seconds: float, **options: Any) -> Solve:
    """What it costs to find the score that is known, nodes counted as the thesis does."""
    result = solve_as_thesis(Board(size), until=score, seconds=seconds, **options)
    found = result.value == score
    answer = f"{score:+g} at depth {result.depth}" if found else UNKNOWN
    return _taken(result, answer, result.depth_nodes if found else result.nodes)


def _go_taken(result: SolveResult) -> Solve:
    if result.holds is not None:
        answer = "yes" if result.holds else "no"
    elif result.score is not None:
        answer = f"{result.score:+g}"
    else:
        answer = UNKNOWN
    return _taken(result, answer, result.nodes)


def _solve_capture(board: Board, **options: Any) -> Solve:
    result = solve_capture(board, every_best=False, **options)
    answer: str = UNKNOWN if result.winner is None else result.winner
    if result.plies is not None:
        answer += f" in {result.plies}"
    return _taken(result, answer, result.nodes)


def _taken(result: SolveResult | CaptureResult, answer: str, nodes: int) -> Solve:
    if result.interrupted:
        raise KeyboardInterrupt
    return Solve(answer, nodes, result.seconds, result.table_bytes, _peak_bytes())


def _peak_bytes() -> int | None:
    """The most memory that the process has had since this was last asked, where Linux tells."""
    try:
        status = Path("/proc/self/status").read_text()
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return None
    peak = re.search(r"VmHWM:\s*(\d+) kB", status)
    return None if peak is None else int(peak[1]) << 10


# -- the signature ------------------------------------------------------------------------

SIGNATURE_MEMORY = 1 << 24

_Question = Callable[[], int]


def signature() -> Iterator[tuple[str, int]]:
    """The nodes of a fixed set of solves by one thread: they change only if a search does."""
    for name, question in _signature_questions():
        yield name, question()


def recorded_signature() -> dict[str, int]:
    """What `signature` gave when a search was changed last."""
    text = resources.files("goseki.benchmarks").joinpath("signature.json").read_text()
    recorded: dict[str, int] = json.loads(text)
    return recorded


def signature_changes(counts: dict[str, int]) -> dict[str, tuple[int, int]]:
    """The counts that differ from the record: those of now and those recorded, 0 if there is none.

    >>> signature_changes({**recorded_signature(), "Go 9x9": 1})
    {'Go 9x9': (1, 0)}
    """
    recorded = recorded_signature()
    both = {name: (counts.get(name, 0), recorded.get(name, 0)) for name in {**recorded, **counts}}
    return {name: (now, before) for name, (now, before) in both.items() if now != before}


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
    crosscut = capture_tables.PUBLISHED["crosscut"].board()
    yield "capture 6x6 crosscut", lambda: _capture_nodes(crosscut, winner_only=True)
    yield "capture 4x4, thesis", lambda: _capture_nodes(Board("4x4"), method="thesis")


def _go_nodes(board: Board, **options: Any) -> int:
    return solve(board, memory=SIGNATURE_MEMORY, **options).nodes


def _capture_nodes(board: Board, **options: Any) -> int:
    return solve_capture(board, memory=SIGNATURE_MEMORY, **options).nodes
