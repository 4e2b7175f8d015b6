"""Go on small boards solved as in van der Werf 2004, chapter 5, beside the thesis's figures.

Tables 5.1 (boards and ko rules), 5.2 (without unconditional territory) and 5.3 (without each
part of the search), by the thesis's own search, and the default search for comparison. The
capture game of chapter 4 has an experiment of its own, `solve_capture`.

Every run is written down as soon as it ends, so an experiment that was broken off goes on
where it stood.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import goseki
from goseki import job
from goseki.board import Board
from goseki.errors import GosekiError
from goseki.experiments.report import PAGE, Report, new_figure, open_folder
from goseki.ledger import Ledger
from goseki.solver.go import solve
from goseki.solver.result import KoMode
from goseki.solver.thesis import solve_as_thesis


@dataclass(frozen=True)
class Published:
    """A line of table 5.1: move, result, depth and log10 of the nodes."""

    move: str
    score: int
    depth: int
    log_nodes: float
    time: str = "-"


PUBLISHED: dict[tuple[str, KoMode], Published] = {
    ("2x2", "basic"): Published("A1", 0, 5, 2.1),
    ("2x2", "cycle"): Published("A1", 0, 5, 2.1),
    ("2x2", "ssk-approx"): Published("A1", 1, 11, 2.9),
    ("2x2", "ssk"): Published("A1", 1, 11, 3.1),
    ("3x3", "basic"): Published("B2", 9, 11, 3.5),
    ("3x3", "cycle"): Published("B2", 9, 11, 3.5),
    ("3x3", "ssk-approx"): Published("B2", 9, 11, 4.0),
    ("3x3", "ssk"): Published("B2", 9, 11, 4.4),
    ("4x4", "basic"): Published("B2", 1, 21, 5.8, "3.3 s"),
    ("4x4", "cycle"): Published("B2", 2, 21, 5.8, "3.3 s"),
    ("4x4", "ssk-approx"): Published("B2", 2, 23, 6.9, "14.8 s"),
    ("4x4", "ssk"): Published("B2", 2, 23, 9.5, "1.1 h"),
    ("5x5", "basic"): Published("C3", 25, 23, 9.2, "2.7 h"),
    ("5x5", "cycle"): Published("C3", 25, 23, 9.2, "2.7 h"),
    ("5x5", "ssk-approx"): Published("C3", 25, 23, 10.0, "9.7 h"),
}
"""On a Pentium IV, 2.0 GHz, with a table of 2^24 double entries. `cycle` is its Japanese ko."""

WITHOUT_TERRITORY = {"3x3": ("13", "3.8"), "4x4": ("25", "6.4"), "5x5": (">30", ">10.7")}
"""Depth and log10 of the nodes in table 5.2."""

ABLATED = ("tt", "etc", "symmetry", "iub", "history", "killers", "sibling")
REDUCTIONS = {
    "3x3": dict(zip(ABLATED, ("92", "4", "63", "5", "61", "0", "0"), strict=True)),
    "4x4": dict(zip(ABLATED, (">99", "35", "89", "1", "90", "8", "3"), strict=True)),
    "5x5": dict(zip(ABLATED, (">99", "40", "86", "7", "95", "20", "31"), strict=True)),
}
"""Nodes saved by each part, in percent: table 5.3."""

DEFAULT_BOARDS = ("2x2", "3x3", "4x4")
RUNS_FILE = "runs.jsonl"


@dataclass(frozen=True)
class Task:
    """A run to be made."""

    board: str
    ko: KoMode
    method: str = "thesis"
    without: str = ""
    seconds: float = 60.0
    nodes: int | None = None
    memory: str = "256M"
    version: str = goseki.__version__


@dataclass(frozen=True)
class Run:
    """A run that was made. `score` is what was found, proven if `evidence` says so."""

    task: Task
    score: float | None
    evidence: str
    lower: float
    upper: float
    move: str
    depth: int | None
    nodes: int
    """Nodes up to that depth, as the thesis counts them; for the default search all nodes."""
    seconds: float
    finished: bool
    """Whether the search found its answer before a limit ended it."""

    @property
    def log_nodes(self) -> str:
        return f"{'' if self.finished else '>'}{math.log10(max(1, self.nodes)):.1f}"

    @property
    def branching(self) -> str:
        if not self.depth or not self.finished:
            return "-"
        return f"{self.nodes ** (1 / self.depth):.2f}"


def make_run(task: Task, progress: job.Report | None = None) -> Run | None:
    """Run a task; `None` if Ctrl-C came in between.

    >>> run = make_run(Task("3x3", "cycle")); run.score, run.depth, run.move
    (9.0, 11, 'B2')
    """
    board = Board(task.board)
    if task.method == "default":
        found = solve(
            board,
            ko=task.ko,
            seconds=task.seconds,
            nodes=task.nodes,
            memory=task.memory,
            progress=progress,
        )
        return None if found.interrupted else Run(
            task, found.score, found.evidence, found.lower, found.upper,
            str(found.best[0]) if found.best else "-", None, found.nodes, found.seconds,
            found.score is not None,
        )  # fmt: skip
    published = PUBLISHED[task.board, task.ko]
    # Without a part the thesis asks how many nodes the known answer costs.
    result = solve_as_thesis(
        board,
        ko=task.ko,
        without=task.without.split(",") if task.without else (),
        until=published.score if task.without else None,
        seconds=task.seconds,
        nodes=task.nodes,
        memory=task.memory,
        progress=progress,
    )
    if result.interrupted:
        return None
    finished = result.value == published.score if task.without else result.score is not None
    return Run(
        task,
        result.value if result.score is None else result.score,
        result.evidence,
        result.lower,
        result.upper,
        str(result.best[0]) if result.best else "-",
        result.depth if finished else result.deepest,
        result.depth_nodes if finished else result.nodes,
        result.seconds,
        finished,
    )


def tasks(
    boards: tuple[str, ...], seconds: float, nodes: int | None, memory: str
) -> Iterator[Task]:
    """All runs of the three tables, board by board."""
    for board in boards:
        for size, ko in PUBLISHED:
            if size == board:
                for method in ("thesis", "default"):
                    yield Task(board, ko, method, "", seconds, nodes, memory)
        for part in ("ut", *ABLATED) if board in REDUCTIONS else ():
            yield Task(board, "cycle", "thesis", part, seconds, nodes, memory)


def _open_ledger(folder: Path, *, resume: bool, force: bool) -> Ledger:
    """The ledger of the runs made so far, by task."""
    path = folder / RUNS_FILE
    for taken in (path, folder / PAGE):
        if taken.exists() and not (resume or force):
            raise GosekiError(f"{taken}: the file exists already (see --resume and --force)")
    open_folder(folder, force=True)
    try:
        if not resume:
            path.unlink(missing_ok=True)
    except OSError as error:
        raise GosekiError(f"{path}: {error.strerror or error}") from None
    return Ledger(path, {"work": "goseki experiment solve"})


def _name(task: Task) -> str:
    return json.dumps(asdict(task))


def _run_of(task: Task, facts: dict[str, Any]) -> Run:
    return Run(**{**facts, "task": task})


@dataclass(frozen=True)
class Written:
    page: Path
    interrupted: bool
    runs: int


def run(
    folder: Path,
    *,
    boards: tuple[str, ...] = DEFAULT_BOARDS,
    seconds: float = 60.0,
    nodes: int | None = None,
    memory: str = "256M",
    resume: bool = False,
    force: bool = False,
    progress: job.Report | None = None,
) -> Written:
    """Make the runs for several boards and write the report into a folder. Ctrl-C leaves a
    report of the runs made so far."""
    known = {board for board, _ in PUBLISHED}
    for board in boards:
        if board not in known:
            raise GosekiError(f"unknown board {board!r} (known: {', '.join(sorted(known))})")
    wanted = list(tasks(boards, seconds, nodes, memory))
    interrupted = False
    with _open_ledger(folder, resume=resume, force=force) as ledger:
        for number, task in enumerate(wanted, 1):
            if _name(task) in ledger.finished:
                continue

            without = f" without {task.without}" if task.without else ""
            what = f"{task.board} {task.ko} {task.method}{without}"
            title = f"run {number} of {len(wanted)}: {what}: "
            made = make_run(task, job.report_titled(progress, title))
            if made is None:
                interrupted = True
                break
            ledger.note(_name(task), asdict(made))
        finished = ledger.finished
    made_runs = [_run_of(task, finished[_name(task)]) for task in wanted if _name(task) in finished]
    options = " ".join(f"--board {board}" for board in boards)
    limit = "" if nodes is None else f" --nodes {nodes}"
    report = Report(
        "Go on small boards",
        f"goseki experiment solve {options} --seconds {seconds:g}{limit} --memory {memory}",
        seed=0,
    )
    _write_page(report, made_runs, boards, seconds, interrupted)
    return Written(report.write(folder, force=True), interrupted, len(made_runs))


def _write_page(
    report: Report, runs: list[Run], boards: tuple[str, ...], seconds: float, interrupted: bool
) -> None:
    report.add(
        "Go solved by the search of van der Werf 2004, chapter 5, beside what the thesis reports "
        "(Pentium IV, 2.0 GHz). *Depth* is the iteration after which neither value nor first "
        "move changed, and nodes are those up to there. A second search, with another komi, proves "
        "the other bound: it is not counted, but a result is called proven only if it succeeded. "
        f"A run that reached its limit ({seconds:g} seconds) is shown with what it had by "
        "then. The capture game (tables 4.1 to 4.4): `goseki experiment solve-capture`."
    )
    if interrupted:
        report.add("**Interrupted: some runs are missing.** Go on with `--resume`.")
    report.add("## Boards and ko rules (table 5.1)")
    report.add_table(
        ["board", "ko", "", "move", "result", "evidence", "depth", "log10 nodes", "time", "b_eff"],
        [row for size, ko in PUBLISHED if size in boards for row in _solving_rows(size, ko, runs)],
    )
    _add_nodes_plot(report, runs)
    report.add("## Without unconditional territory (table 5.2)")
    report.add_table(
        ["board", "", "depth", "log10 nodes", "knps", "depth with it", "log10 nodes with it"],
        [row for size in boards for row in _territory_rows(size, runs)],
    )
    report.add("## Nodes saved by each part (table 5.3)")
    report.add_table(
        ["part", *(f"{size}, {who}" for size in boards if size in REDUCTIONS
                   for who in ("thesis", "ours"))],
        [
            [part, *(cell for size in boards if size in REDUCTIONS
                     for cell in (f"{REDUCTIONS[size][part]}%", _reduction(size, part, runs)))]
            for part in ABLATED
        ],
    )  # fmt: skip
    _add_reductions_plot(report, runs, boards)
    report.add_data(
        "runs",
        ["board", "ko", "method", "without", "score", "evidence", "lower", "upper", "move",
         "depth", "nodes", "finished"],
        [
            [r.task.board, r.task.ko, r.task.method, r.task.without, r.score, r.evidence, r.lower,
             r.upper, r.move, r.depth, r.nodes, r.finished]
            for r in runs
        ],
    )  # fmt: skip


def _find(runs: list[Run], board: str, ko: str, method: str, without: str = "") -> Run | None:
    for run in runs:
        task = run.task
        if (task.board, task.ko, task.method, task.without) == (board, ko, method, without):
            return run
    return None


def _solving_rows(size: str, ko: KoMode, runs: list[Run]) -> Iterator[list[object]]:
    told = PUBLISHED[size, ko]
    b_eff = f"{10 ** (told.log_nodes / told.depth):.2f}"
    yield [
        size, ko, "thesis", told.move, f"{told.score:+d}", "-", told.depth, told.log_nodes,
        told.time, b_eff,
    ]  # fmt: skip
    for method, title in (("thesis", "the same search here"), ("default", "default search")):
        run = _find(runs, size, ko, method)
        if run is None:
            continue
        bounds = f"{run.lower:+g} to {run.upper:+g}"
        result = bounds if run.score is None else f"{run.score:+g}"
        depth = "-" if run.depth is None else f"{'' if run.finished else '>'}{run.depth}"
        yield [
            "", "", title, _corner(size, run.move), result, run.evidence, depth, run.log_nodes,
            f"{run.seconds:.2f} s", run.branching,
        ]  # fmt: skip


def _corner(size: str, move: str) -> str:
    """A move on an empty board, as its image nearest to the lower left corner."""
    if move in ("-", "pass"):
        return move
    board = Board(size)
    board.play(move)
    images = (board.transformed(symmetry).stones("B")[0] for symmetry in board.symmetries)
    return str(min(images, key=lambda point: (point.row, point.column)))


def _territory_rows(size: str, runs: list[Run]) -> Iterator[list[object]]:
    if size not in WITHOUT_TERRITORY:
        return
    told = PUBLISHED[size, "cycle"]
    yield [size, "thesis", *WITHOUT_TERRITORY[size], "-", told.depth, told.log_nodes]
    off, on = _find(runs, size, "cycle", "thesis", "ut"), _find(runs, size, "cycle", "thesis")
    if off and on:
        depth = f"{'' if off.finished else '>'}{off.depth}"
        speed = f"{off.nodes / max(off.seconds, 1e-9) / 1000:.0f}"
        yield ["", "here", depth, off.log_nodes, speed, on.depth, on.log_nodes]


def _share_saved(size: str, part: str, runs: list[Run]) -> float | None:
    on, off = _find(runs, size, "cycle", "thesis"), _find(runs, size, "cycle", "thesis", part)
    if on is None or off is None or not on.finished:
        return None
    return 1 - on.nodes / max(off.nodes, 1)


def _reduction(size: str, part: str, runs: list[Run]) -> str:
    """By how much a part reduces the nodes. If a limit ended the search without
    it, the true reduction is greater."""
    share = _share_saved(size, part, runs)
    if share is None:
        return "-"
    off = _find(runs, size, "cycle", "thesis", part)
    return f"{'' if off and off.finished else '>'}{share:.0%}"


def _add_nodes_plot(report: Report, runs: list[Run]) -> None:
    shown = [run for run in runs if run.task.method == "thesis" and not run.task.without]
    if not shown:
        return
    figure = new_figure()
    axes = figure.subplots()
    places = range(len(shown))
    told = [PUBLISHED[run.task.board, run.task.ko].log_nodes for run in shown]
    axes.bar([p - 0.2 for p in places], told, 0.4, label="thesis")
    ours = [math.log10(max(1, run.nodes)) for run in shown]
    bars = axes.bar([p + 0.2 for p in places], ours, 0.4, label="here")
    for bar, run in zip(bars, shown, strict=True):
        if not run.finished:
            bar.set_hatch("//")
    axes.set_xticks(list(places), [f"{r.task.board}\n{r.task.ko}" for r in shown], fontsize=7)
    axes.set_ylabel("nodes (log10); hatched: a limit came first")
    axes.legend()
    report.add_plot("nodes", figure, "Nodes of the thesis's search, there and here")


def _add_reductions_plot(report: Report, runs: list[Run], boards: tuple[str, ...]) -> None:
    shown = [size for size in boards if _share_saved(size, ABLATED[0], runs) is not None]
    if not shown:
        return
    figure = new_figure(7.0, 2.5 * len(shown))
    for axes, size in zip(figure.subplots(len(shown), squeeze=False)[:, 0], shown, strict=True):
        places = range(len(ABLATED))
        told = [float(REDUCTIONS[size][part].strip(">")) for part in ABLATED]
        axes.bar([p - 0.2 for p in places], told, 0.4, label="thesis")
        ours = [100 * (_share_saved(size, part, runs) or 0) for part in ABLATED]
        axes.bar([p + 0.2 for p in places], ours, 0.4, label="here")
        axes.set_xticks(list(places), ABLATED)
        axes.set_ylabel(f"{size}: nodes saved (%)")
        axes.axhline(0, color="black", linewidth=0.5)
        axes.legend()
    report.add_plot("reductions", figure, "Nodes saved by each part, there and here")
