"""The capture game solved as in van der Werf 2004, chapter 4, beside the thesis's figures.

The thesis's search with all its parts, with each part off, and with leaves that are won,
lost or nothing; and the default search, which asks boolean questions, for comparison.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from goseki import job
from goseki.board import Board
from goseki.errors import GosekiError
from goseki.experiments.report import Report, open_folder
from goseki.solver.capture import CaptureResult, solve_capture


@dataclass(frozen=True)
class Published:
    """A position of the thesis and what it reports (Pentium III, 1 GHz)."""

    diagram: str
    winner: str
    depth: int
    nodes: float
    seconds: float
    nodes_by_outcome: float | None = None
    """Nodes where leaves are just won, lost or unknown."""
    reductions: dict[str, str] | None = None
    """How much each part of the search reduces the nodes (table 4.3)."""

    def board(self) -> Board:
        return Board.from_diagram(self.diagram)


def _empty(side: int) -> str:
    return "/".join(["." * side] * side)


PUBLISHED = {
    "2x2": Published(_empty(2), "W", 4, 68, 0),
    "3x3": Published(
        _empty(3),
        "B",
        7,
        1.7e3,
        0,
        1.7e3,
        {"tt": "42%", "etc": "0%", "history": "6%", "killers": "19%"},
    ),
    "4x4": Published(
        _empty(4),
        "W",
        14,
        5.0e5,
        1,
        8.0e5,
        {"tt": "98%", "etc": "6%", "history": "29%", "killers": "-6%"},
    ),
    "5x5": Published(
        _empty(5),
        "B",
        19,
        2.4e8,
        395,
        6.1e8,
        {"tt": ">99%", "etc": "28%", "history": "86%", "killers": "81%"},
    ),
    "crosscut": Published("....../....../..XO../..OX../....../......", "B", 15, 1.0e8, 185),
}
"""`crosscut` is on 6x6. The thesis's other 6x6 position, the stable centre, survives only as
a caption, and the reading X c4 d4 c2, O c3 d3, White to move, cannot be it: White wins there
in 17 plies (the thesis: Black, in 26)."""

DEFAULT_BOARDS = ("2x2", "3x3", "4x4")
ABLATED = ("tt", "etc", "history", "killers")


@dataclass(frozen=True)
class Runs:
    """What the searches did on one position. A run that reached its limit has no winner."""

    name: str
    thesis: CaptureResult
    by_outcome: CaptureResult
    without: dict[str, CaptureResult]
    threshold: CaptureResult
    winner_only: CaptureResult

    def reduction(self, part: str) -> str:
        """By how much a part reduces the nodes: 1 - nodes with it / nodes without it.
        If a limit ended the search without the part, the true reduction is greater."""
        if self.thesis.winner is None:
            return "-"
        without = self.without[part]
        more = ">" if without.winner is None else ""
        return f"{more}{1 - self.thesis.nodes / without.nodes:.0%}"


def measure(
    name: str,
    *,
    seconds: float = 60.0,
    memory: str = "256M",
    progress: job.Report | None = None,
) -> Runs:
    """Run all searches on one position, each for at most `seconds`.

    >>> runs = measure("3x3"); runs.thesis.winner, runs.thesis.plies, runs.threshold.plies
    ('B', 7, 7)
    """
    board = PUBLISHED[name].board()
    done = 0

    def solve(**options: object) -> CaptureResult:
        nonlocal done
        result = solve_capture(board, seconds=seconds, memory=memory, **options)  # type: ignore[arg-type]
        done += 1
        if progress:
            progress(job.Progress(done / (len(ABLATED) + 4)))
        return result

    return Runs(
        name,
        threshold=solve(every_best=False),
        winner_only=solve(winner_only=True),
        thesis=solve(method="thesis"),
        by_outcome=solve(method="thesis", without=("heuristic",)),
        without={part: solve(method="thesis", without=(part,)) for part in ABLATED},
    )


def _figures(result: CaptureResult) -> list[object]:
    """Winner, length, nodes, seconds and effective branching factor, for a table."""
    branching = f"{result.nodes ** (1 / result.plies):.1f}" if result.plies else "-"
    return [
        result.winner or "?",
        _length(result),
        f"{'' if result.winner else '>'}{result.nodes:.2g}",
        f"{result.seconds:.2f}",
        branching,
    ]


def _length(result: CaptureResult) -> str:
    if result.plies is not None:
        return str(result.plies)
    if result.at_most is not None:
        return f"at most {result.at_most}"
    return f">{min(result.no_win_within.values(), default=0)}"


def run(
    folder: Path,
    *,
    boards: tuple[str, ...] = DEFAULT_BOARDS,
    seconds: float = 60.0,
    memory: str = "256M",
    force: bool = False,
    progress: job.Report | None = None,
) -> Path:
    """Run the experiment for several positions and write its report into a folder."""
    for name in boards:
        if name not in PUBLISHED:
            raise GosekiError(f"unknown position {name!r} (known: {', '.join(PUBLISHED)})")
    open_folder(folder, force=force, plots=False)
    measured = []
    for number, name in enumerate(boards):
        part = job.report_part(progress, number, len(boards))
        measured.append(measure(name, seconds=seconds, memory=memory, progress=part))
    chosen = " ".join(f"--board {name}" for name in boards)
    report = Report(
        "The capture game on small boards",
        f"goseki experiment solve-capture {chosen} --seconds {seconds:g} --memory {memory}",
        seed=0,
    )
    report.add(
        "The capture game solved by the search of van der Werf 2004, chapter 4, beside what the "
        "thesis reports (Pentium III, 1 GHz). A run that reached the limit of "
        f"{seconds:g} seconds is shown with what it had proven by then."
    )
    report.add("## Solving with all parts (tables 4.1, 4.2 and 4.4)")
    report.add_table(
        ["position", "", "winner", "plies", "nodes", "seconds", "branching"],
        [row for runs in measured for row in _solving_rows(runs)],
    )
    report.add("## Nodes when leaves are won, lost or nothing")
    report.add_table(
        ["position", "thesis", "ours", "ours with the heuristic"],
        [
            [
                runs.name,
                "-" if (nodes := PUBLISHED[runs.name].nodes_by_outcome) is None else f"{nodes:.2g}",
                _figures(runs.by_outcome)[2],
                _figures(runs.thesis)[2],
            ]
            for runs in measured
        ],
    )
    report.add("## Nodes saved by each part (table 4.3)")
    report.add_table(
        ["position", *(f"{part}, {who}" for part in ABLATED for who in ("thesis", "ours"))],
        [
            [
                runs.name,
                *(
                    cell
                    for part in ABLATED
                    for cell in (
                        (PUBLISHED[runs.name].reductions or {}).get(part, "-"),
                        runs.reduction(part),
                    )
                ),
            ]
            for runs in measured
        ],
    )
    report.add_data(
        "solve-capture",
        ["position", "search", "without", "winner", "plies", "nodes"],
        [row for runs in measured for row in _data_rows(runs)],
    )
    return report.write(folder, force=force)


def _solving_rows(runs: Runs) -> list[list[object]]:
    published = PUBLISHED[runs.name]
    branching = f"{published.nodes ** (1 / published.depth):.1f}"
    return [
        [
            runs.name,
            "thesis",
            published.winner,
            published.depth,
            f"{published.nodes:.2g}",
            f"{published.seconds:g}",
            branching,
        ],
        ["", "the same search here", *_figures(runs.thesis)],
        ["", "default search", *_figures(runs.threshold)],
        ["", "default search, winner only", *_figures(runs.winner_only)],
    ]


def _data_rows(runs: Runs) -> list[list[object]]:
    everything = [
        ("threshold", "", runs.threshold),
        ("threshold", "length", runs.winner_only),
        ("thesis", "", runs.thesis),
        ("thesis", "heuristic", runs.by_outcome),
        *(("thesis", part, result) for part, result in runs.without.items()),
    ]
    return [
        [runs.name, search, without, result.winner or "", result.plies or "", result.nodes]
        for search, without, result in everything
    ]
