"""How much of finished games is proven safe, level by level, beside the figures of Niu 2004.

X. Niu, "Recognizing Safe Territories and Stones in Computer Go", chapter 6: points, blocks and
regions by level, and how many regions each level solves within a limit, in four groups from
trivial to hard. Her limits are seconds (Pentium 4, 1.6 GHz), ours are nodes of each search, so
that results repeat; the seconds are given beside them.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from goseki import job
from goseki.board import Board
from goseki.cluster import results
from goseki.diagram import format_diagram
from goseki.errors import GosekiError
from goseki.experiments.report import Report, new_figure, open_folder
from goseki.files import read_file
from goseki.ledger import Ledger
from goseki.records import read_sgf
from goseki.safety import LEVELS, SafetyResult, prove_safety

ROWS = ("benson", "static", *LEVELS)
DEFAULT_NODES = (1_000, 10_000, 100_000)
LEDGER_FILE = "ledger.jsonl"


class Counts(NamedTuple):
    """A cell of Niu's main table."""

    points: int
    blocks: int
    regions: int


PUBLISHED = {
    "set1": {
        "benson": Counts(1886, 103, 204),
        "static": Counts(2898, 212, 321),
        "m1": Counts(4017, 326, 404),
        "m2": Counts(4073, 330, 406),
        "m3": Counts(5029, 444, 495),
        "m4": Counts(5070, 451, 498),
        "m5": Counts(5396, 484, 519),
        "m6": Counts(5740, 523, 548),
        "all": Counts(11191, 1123, 802),
    },
    "set2": {
        "benson": Counts(1329, 106, 160),
        "static": Counts(2287, 188, 251),
        "m1": Counts(3244, 273, 320),
        "m2": Counts(3305, 278, 325),
        "m3": Counts(4079, 380, 409),
        "m4": Counts(4220, 394, 420),
        "m5": Counts(4594, 440, 455),
        "m6": Counts(4822, 483, 481),
        "all": Counts(9747, 1052, 742),
    },
    "set3": {
        "benson": Counts(1319, 86, 140),
        "static": Counts(2643, 214, 282),
        "m1": Counts(3906, 322, 364),
        "m2": Counts(4109, 353, 381),
        "m3": Counts(4792, 435, 449),
        "m4": Counts(4887, 448, 455),
        "m5": Counts(5130, 472, 474),
        "m6": Counts(5291, 499, 493),
        "all": Counts(12635, 1362, 869),
    },
}
"""Niu's main table, cumulative: sets 1, 2 and 3."""

PUBLISHED_GROUPS = (
    ("trivial", 25, "all levels within 0.2 s"),
    ("easy", 62, "m1 43 in 200 s, m2 49 in 200 s, m3 all in 0.5 s, m4 to m6 all in 0.1 s"),
    ("moderate", 87, "m1 13, m2 17, m3 79, m4 82 in 200 s, m5 all in 10 s, m6 all in 5 s"),
    ("hard", 53, "m1 and m2 5, m3 17, m4 20, m5 33, m6 all in 200 s"),
)
"""Set 1: groups of the regions that needed a search, and which levels solved how many."""


@dataclass(frozen=True)
class Run:
    """What one row of the table proves of one board."""

    points: int
    blocks: int
    overlapping: int
    """Regions with proven points."""
    regions: int
    """Regions all of whose points are proven."""
    solved: list[str]
    """The proven regions, by colour and first point."""
    seconds: float


@dataclass(frozen=True)
class Task:
    """A row of the table, a limit (0 where nothing is searched), and a board."""

    board: str
    diagram: str
    row: str
    nodes: int

    @property
    def name(self) -> str:
        return f"{self.board}/{self.row}/{self.nodes}"


class Written(NamedTuple):
    page: Path
    runs: int
    interrupted: bool


def run(
    folder: Path,
    positions: Path,
    *,
    chosen_set: str | None = None,
    nodes: Sequence[int] = DEFAULT_NODES,
    jobs: int = 1,
    force: bool = False,
    progress: job.Report | None = None,
) -> Written:
    """Run the experiment on final positions and write its report into a folder.

    Finished runs are noted in the folder, so that a run that was broken off goes on there.
    """
    boards = read_boards(positions, chosen_set)
    limits = tuple(sorted(set(nodes)))
    if not limits or limits[0] < 1:
        raise GosekiError("limits of the search must be at least 1")
    tasks = [
        Task(name, diagram, row, limit)
        for row in ROWS
        for limit in (limits if row in LEVELS else (0,))
        for name, diagram in boards.items()
    ]
    command = _command(positions, chosen_set, limits)
    open_folder(folder, force=force, notes=LEDGER_FILE, command=command)
    interrupted = False
    subject = {"work": "safety", "boards": list(boards.values())}
    with Ledger(folder / LEDGER_FILE, subject) as ledger:
        waiting = [task for task in tasks if task.name not in ledger.finished]
        try:
            for task, result in results(measure, waiting, jobs=jobs, progress=progress):
                ledger.note(task.name, asdict(result))
        except KeyboardInterrupt:
            interrupted = True
        runs = {n: Run(**r) for n, r in ledger.finished.items() if n in {t.name for t in tasks}}
    complete = {row: all(t.name in runs for t in tasks if t.row == row) for row in ROWS}
    table = Table(boards, limits, runs, [row for row in ROWS if complete[row]])
    report = _report(table, command, chosen_set)
    return Written(report.write(folder, force=True), len(runs), interrupted)


def read_boards(path: Path, chosen_set: str | None = None) -> dict[str, str]:
    """Diagrams by name: of the SGF files in a folder, or of a file with a JSON object on each
    line that has `board` (rows) and perhaps `sgf_file` and `set`."""
    if path.is_dir():
        files = sorted(file for file in path.glob("*.sgf") if file.is_file())
        found = {file.stem: read_sgf(file).position() for file in files}
        boards = {n: format_diagram(b.to_array()).replace("\n", "/") for n, b in found.items()}
    else:
        boards = {}
        for number, line in enumerate(read_file(path).splitlines(), 1):
            try:
                record = json.loads(line)
                if chosen_set in (None, record.get("set")):
                    name = Path(record.get("sgf_file", str(number))).stem
                    boards[name] = "/".join(record["board"])
                    Board.from_diagram(boards[name])
            except GosekiError as error:
                raise GosekiError(f"{path}: line {number}: {error}") from None
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                raise GosekiError(f"{path}: line {number} is no final position") from None
    if not boards:
        raise GosekiError(f"{path}: has no final positions")
    return boards


def measure(task: Task) -> Run:
    """Prove one board as one row of the table does.

    >>> measure(Task("two eyes", ".X.XO./XXXXOO/OOOOO.", "benson", 0)).points
    18
    """
    board = Board.from_diagram(task.diagram)
    if task.row in LEVELS:
        result = prove_safety(board, "search", level=task.row, nodes=task.nodes)
    else:
        result = prove_safety(board, "static" if task.row == "static" else "benson")
    owner = result.ownership.proven.reshape(-1)
    proven = [[owner[board.index(p)] != 0 for p in r.points] for r in result.all_regions]
    return Run(
        result.count,
        len(result.blocks),
        sum(map(any, proven)),
        sum(map(all, proven)),
        solved_regions(result),
        result.seconds,
    )


def solved_regions(result: SafetyResult) -> list[str]:
    """The regions that are proven territory, or that serve to prove stones safe."""
    return [f"{r.color}{r.points[0]}" for r in result.all_regions if r.tag or r.targets]


@dataclass(frozen=True)
class Table:
    """The runs of an experiment, and sums over boards."""

    boards: dict[str, str]
    limits: tuple[int, ...]
    runs: dict[str, Run]
    rows: list[str]
    """Those of which all runs are there."""

    def of(self, row: str, limit: int | None = None) -> list[Run]:
        nodes = 0 if row not in LEVELS else self.limits[-1] if limit is None else limit
        return [self.runs[f"{name}/{row}/{nodes}"] for name in self.boards]

    @property
    def points(self) -> int:
        return sum(len(diagram.replace("/", "")) for diagram in self.boards.values())

    def sum(self, row: str, figure: str, limit: int | None = None) -> Any:
        return sum(getattr(run, figure) for run in self.of(row, limit))

    def solved(self, row: str, limit: int) -> set[tuple[str, str]]:
        """Regions, by board and name."""
        found = zip(self.boards, self.of(row, limit), strict=True)
        return {(name, region) for name, run in found for region in run.solved}

    def groups(self) -> list[tuple[str, set[tuple[str, str]]]]:
        """The regions that need a search, from those that the first level solves with the least
        limit to those that the last level solves with the greatest only."""
        static = self.solved("static", 0)
        known = self.solved("m1", self.limits[0]) - static
        groups = [(f"m1 within {self.limits[0]:,} nodes", known)]
        for limit in self.limits:
            fresh = self.solved("m6", limit) - static - known
            groups.append((f"m6 within {limit:,} nodes", fresh))
            known = known | fresh
        return groups


def _command(positions: Path, chosen_set: str | None, limits: Sequence[int]) -> str:
    nodes = " ".join(f"--nodes {limit}" for limit in limits)
    which = f" --set {chosen_set}" if chosen_set else ""
    return f"goseki experiment safety {positions.name}{which} {nodes}"


def _report(table: Table, command: str, chosen_set: str | None) -> Report:
    report = Report("Safe stones and territory in finished games", command, seed=0)
    report.add(
        f"{len(table.boards)} final positions with {table.points:,} points. Each row has all of "
        "the one above. Figures of Niu 2004 are cumulative, up to 200 s for each region on a "
        f"Pentium 4 with 1.6 GHz; ours are with {table.limits[-1]:,} nodes for each search."
    )
    _add_main_table(report, table, chosen_set)
    _add_plot(report, table, chosen_set)
    report.add(
        "Regions: with proven points, and in brackets those all of whose points are proven. "
        "Niu's count is the first for Benson's theorem; her blocks on sets 2 and 3 include "
        "dead ones."
    )
    if "m6" in table.rows:
        _add_limits(report, table)
        _add_groups(report, table)
    report.add_data(
        "safety",
        ["board", "row", "nodes", "points", "blocks", "overlapping", "regions", "seconds"],
        [
            [*name.split("/"), r.points, r.blocks, r.overlapping, r.regions, f"{r.seconds:.4f}"]
            for name, r in table.runs.items()
        ],
    )
    return report


def _add_main_table(report: Report, table: Table, chosen_set: str | None) -> None:
    published = PUBLISHED.get(chosen_set or "", {})
    rows = []
    for row in table.rows:
        points = table.sum(row, "points")
        times = [run.seconds for run in table.of(row)]
        theirs = published.get(row)
        rows.append(
            [
                row,
                f"{points:,} ({points / table.points:.1%})",
                f"{theirs.points:,} ({theirs.points / published['all'].points:.1%})"
                if theirs
                else "",
                table.sum(row, "blocks"),
                theirs.blocks if theirs else "",
                f"{table.sum(row, 'overlapping')} ({table.sum(row, 'regions')})",
                theirs.regions if theirs else "",
                f"{sum(times) / len(times):.2f}",
                f"{max(times):.2f}",
            ]
        )
    header = ["", "points", "Niu", "blocks", "Niu", "regions", "Niu", "s/board", "worst"]
    report.add_table(header, rows)


def _add_plot(report: Report, table: Table, chosen_set: str | None) -> None:
    figure = new_figure()
    axes = figure.subplots()
    places = range(len(table.rows))
    ours = [100 * table.sum(row, "points") / table.points for row in table.rows]
    axes.plot(places, ours, marker="o", label="Goseki")
    published = PUBLISHED.get(chosen_set or "", {})
    if published:
        share = 100 / published["all"].points
        theirs = [share * published[row].points for row in table.rows]
        axes.plot(places, theirs, marker="s", linestyle="--", label="Niu 2004")
    axes.set_xticks(list(places), table.rows)
    axes.set_ylabel("points proven (%)")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend()
    report.add_plot("safety", figure, "Share of points proven by level")


def _add_limits(report: Report, table: Table) -> None:
    report.add("Points proven by the limit of each search, and the mean seconds of a board:")
    rows = []
    for row in LEVELS:
        cells: list[str] = [row]
        for limit in table.limits:
            share = table.sum(row, "points", limit) / table.points
            seconds = table.sum(row, "seconds", limit) / len(table.boards)
            cells.append(f"{share:.1%} in {seconds:.2f} s")
        rows.append(cells)
    report.add_table(["", *(f"{limit:,} nodes" for limit in table.limits)], rows)


def _add_groups(report: Report, table: Table) -> None:
    report.add(
        "Regions that need a search, in groups by what solves them first, and how many of each "
        "group every level solves within each limit. Niu's groups of set 1 are others, but made "
        "in the same way: "
        + "; ".join(f"{name} ({count}): {words}" for name, count, words in PUBLISHED_GROUPS)
        + "."
    )
    limits = [f"{limit:,}" for limit in table.limits]
    for name, regions in table.groups():
        if not regions:
            continue
        report.add(f"{len(regions)} regions that are solved by {name}:")
        rows = [
            [row, *(len(regions & table.solved(row, limit)) for limit in table.limits)]
            for row in LEVELS
        ]
        report.add_table(["nodes", *limits], rows)
