"""Learning connectedness: table 6.1 and figures 6.2 to 6.4 of van der Werf (2004).

Every learner is told of some boards whether two corner stones are connected, and is then asked of
others. What is measured is how much of the board's topology it finds out by itself.
"""

from __future__ import annotations

import importlib
import statistics
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from goseki.cluster import results
from goseki.errors import GosekiError
from goseki.experiments.connected_boards import make_examples
from goseki.experiments.report import Report, new_figure, open_folder
from goseki.job import Report as Progressing
from goseki.ledger import Ledger

NOTES_FILE = "runs.ledger"


@dataclass(frozen=True)
class Setting:
    """The examples for one size of board."""

    train: int
    """With the validation set."""
    test: int
    validation: int
    table: int
    """How many of them, with the validation set, table 6.1 is about."""
    curve: tuple[int, ...]
    """Of figures 6.2 to 6.4, without the validation set; the thesis's own steps are not legible."""


SETTINGS = {
    4: Setting(300, 100, 100, 300, (24, 50, 100, 200)),
    5: Setting(1326, 440, 200, 1000, (50, 100, 200, 400, 800, 1126)),
    6: Setting(1826, 608, 200, 1000, (50, 100, 200, 400, 800, 1626)),
}


@dataclass(frozen=True)
class Learner:
    title: str
    thesis: tuple[int, ...] = ()
    """Table 6.1: per cent right on 4x4, 5x5 and 6x6."""
    has_curve: bool = False


LEARNERS = {
    "nmc": Learner("nearest mean", (71, 61, 56)),
    "ldc": Learner("linear discriminant", (74, 64, 60)),
    "qdc": Learner("quadratic discriminant", (78, 75, 76)),
    "nnc": Learner("nearest neighbour", (67, 72, 58)),
    "knnc": Learner("k nearest neighbours", (77, 74, 63)),
    "mlp": Learner("feed-forward MLP", (80, 74, 67), True),
    "local": Learner("repeated convolution", (), True),
    "eye": Learner("feed-forward and eye", (91, 86, 76), True),
    "erna": Learner("recurrent and eye (ERNA)", (97, 95, 87), True),
    "recurrent": Learner("fully recurrent MLP", (83, 77, 67), True),
}
"""In the order they are run in, so that a run that is broken off has the quick ones."""
ROWS = ("nmc", "ldc", "qdc", "nnc", "knnc", "mlp", "recurrent", "eye", "erna", "local")
"""The order of table 6.1, and what it did not have."""

MOST_EPOCHS = 10_000


@dataclass(frozen=True)
class Run:
    """One learner on one set of examples."""

    board: int
    learner: str
    examples: int
    """Without the validation set."""
    seed: int
    """Of the boards and of the learner."""
    epochs: int

    @property
    def name(self) -> str:
        return f"{self.board}x{self.board} {self.learner} {self.examples} seed {self.seed}"

    def measure(self) -> Row:
        from goseki.experiments.connected_learners import measure_learner

        setting = SETTINGS[self.board]
        examples = make_examples(self.board, setting.train + setting.test, self.seed)
        start = time.perf_counter()
        right = measure_learner(
            self.learner,
            examples[: self.examples],
            examples[setting.train - setting.validation : setting.train],
            examples[setting.train :],
            seed=self.seed,
            epochs=self.epochs,
        )
        seconds = round(time.perf_counter() - start, 2)
        return Row(self.board, self.learner, self.examples, self.seed, right, seconds)


@dataclass(frozen=True)
class Row:
    board: int
    learner: str
    examples: int
    seed: int
    right: float
    """Share of the test set."""
    seconds: float


@dataclass(frozen=True)
class Found:
    rows: tuple[Row, ...]
    page: Path
    interrupted: bool

    def right(self, board: int, learner: str, examples: int) -> list[float]:
        """The results of the runs with so many examples, in per cent."""
        return [
            100 * row.right
            for row in self.rows
            if (row.board, row.learner, row.examples) == (board, learner, examples)
        ]

    def table(self) -> list[list[str]]:
        """Table 6.1: ours for each size, with the thesis's in brackets."""
        boards = sorted({row.board for row in self.rows})
        learners = {row.learner for row in self.rows}
        cells = [["", *(f"{n}x{n}" for n in boards)]]
        for name in ROWS:
            if name in learners:
                ours = [self._cell(n, name) for n in boards]
                cells.append([LEARNERS[name].title, *ours])
        return cells

    def _cell(self, board: int, learner: str) -> str:
        found = self.right(board, learner, table_examples(board))
        known = dict(zip(SETTINGS, LEARNERS[learner].thesis, strict=False))
        beside = f" ({known[board]})" if board in known else ""
        if not found:
            return f"-{beside}"
        spread = f" ± {statistics.stdev(found):.0f}" if len(found) > 1 else ""
        return f"{statistics.mean(found):.0f}{spread}{beside}"


def table_examples(board: int) -> int:
    """How many examples, besides the validation set, table 6.1 is about."""
    return SETTINGS[board].table - SETTINGS[board].validation


def plan(
    boards: Sequence[int],
    learners: Sequence[str],
    *,
    curves: bool,
    runs: int,
    seed: int,
    epochs: int,
) -> list[Run]:
    """All runs: those of the table first."""
    order = [name for name in LEARNERS if name in learners]
    seeds = range(seed, seed + runs)
    planned = [
        Run(board, name, table_examples(board), each, epochs)
        for name in order
        for board in boards
        for each in seeds
    ]
    if curves:
        planned += [
            Run(board, name, examples, each, epochs)
            for name in order
            if LEARNERS[name].has_curve
            for board in boards
            for examples in SETTINGS[board].curve
            for each in seeds
        ]
    return list(dict.fromkeys(planned))


def run(
    folder: Path,
    *,
    boards: Sequence[int] = tuple(SETTINGS),
    learners: Sequence[str] = tuple(LEARNERS),
    curves: bool = True,
    runs: int = 1,
    seed: int = 1,
    epochs: int = MOST_EPOCHS,
    jobs: int = 1,
    force: bool = False,
    progress: Progressing | None = None,
) -> Found:
    """Make the runs that the folder does not have yet and write the report into it. Ctrl-C leaves
    a report of those that are done. `epochs` shortens the training of networks."""
    _check(boards, SETTINGS, "board")
    _check(learners, LEARNERS, "learner")
    # Whoever lacks torch hears of it now.
    importlib.import_module("goseki.experiments.connected_learners")
    open_folder(folder, force=force, notes=NOTES_FILE, plots=False)
    planned = plan(boards, learners, curves=curves, runs=runs, seed=seed, epochs=epochs)
    interrupted = False
    with Ledger(folder / NOTES_FILE, {"work": "connectedness", "epochs": epochs}) as notes:
        waiting = [each for each in planned if each.name not in notes.finished]
        try:
            for each, row in results(Run.measure, waiting, jobs=jobs, progress=progress):
                notes.note(each.name, asdict(row))
        except KeyboardInterrupt:
            interrupted = True
        done = [notes.finished[each.name] for each in planned if each.name in notes.finished]
    rows = tuple(Row(**row) for row in done)
    command = " ".join(
        [
            f"goseki experiment connectedness --runs {runs} --seed {seed} --epochs {epochs}",
            *(f"--board {n}" for n in boards if len(boards) < len(SETTINGS)),
            *(f"--learner {name}" for name in learners if len(learners) < len(LEARNERS)),
            *([] if curves else ["--no-curves"]),
        ]
    )
    found = Found(rows, folder, interrupted)
    return Found(rows, _write(found, folder, command, seed), interrupted)


def _check(given: Sequence[Any], known: Sequence[Any] | dict[Any, Any], word: str) -> None:
    for each in given:
        if each not in known:
            raise GosekiError(f"no {word} {each!r} (known: {', '.join(map(str, known))})")


def _write(found: Found, folder: Path, command: str, seed: int) -> Path:
    report = Report("Learning connectedness", command, seed)
    report.add(
        "Are the stones in the top left and the bottom right corner connected? Per cent of unseen "
        "boards that a learner gets right; those of van der Werf 2004, table 6.1, in brackets. The "
        "boards are made as he says, but are not his. Networks learn from 200, 800 and 800 boards "
        "and stop by a validation set of 100, 200 and 200, from which the others learn, too."
    )
    if found.interrupted:
        report.add("**Interrupted: some runs are missing.** The same command makes them.")
    header, *lines = found.table()
    report.add_table(header, lines)
    report.add("## Accuracy against the number of examples")
    for board in sorted({row.board for row in found.rows}):
        _add_curves(report, found, board)
    report.add_data(
        "runs", list(Row.__dataclass_fields__), [list(asdict(r).values()) for r in found.rows]
    )
    return report.write(folder, force=True)


def _add_curves(report: Report, found: Found, board: int) -> None:
    names = [name for name in ROWS if LEARNERS[name].has_curve]
    steps = [
        step
        for step in SETTINGS[board].curve
        if any(found.right(board, name, step) for name in names)
    ]
    if len(steps) < 2:
        return
    means = {name: [_mean(found.right(board, name, step)) for step in steps] for name in names}
    report.add(f"### {board}x{board} (figure 6.{board - 2})")
    report.add_table(
        ["examples", *map(str, steps)],
        [
            [LEARNERS[name].title, *("-" if mean is None else f"{mean:.0f}" for mean in line)]
            for name, line in means.items()
            if any(mean is not None for mean in line)
        ],
    )
    try:
        figure = new_figure()
    except GosekiError as error:
        report.add(f"No plot: {error}")
        return
    axes = figure.subplots()
    for name, line in means.items():
        points = [(s, m) for s, m in zip(steps, line, strict=True) if m is not None]
        if points:
            axes.plot(*zip(*points, strict=True), "o-", label=LEARNERS[name].title)
    axes.set_xscale("log")
    axes.set_xticks(steps, list(map(str, steps)))
    axes.set_xlabel("examples to learn from")
    axes.set_ylabel("unseen boards right (%)")
    axes.grid(alpha=0.3)
    axes.legend()
    report.add_plot(f"curves-{board}x{board}", figure, f"Learning curves on {board}x{board}")


def _mean(figures: list[float]) -> float | None:
    return statistics.mean(figures) if figures else None
