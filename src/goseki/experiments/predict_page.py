"""The page of `goseki experiment predict`: tables and plots of chapter 7 beside the thesis's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from goseki.experiments.predict import PEAKING, Row, Sizes, run
from goseki.experiments.report import Report as Page
from goseki.experiments.report import new_figure
from goseki.job import Report
from goseki.learn.games import Games
from goseki.learn.quiz import PEOPLE
from goseki.learn.split import games_of
from goseki.prediction.plot import draw_ranks

TABLES = {
    "features": "Table 7.1: types of features, alone and left out",
    "extractors": "Table 7.2: extractors, scalings and how much is kept",
    "phases": "Table 7.3: both phases, for several regions of interest",
    "peaking": "Figure 7.2: stones, edge and ko alone, by size of the region",
    "quiz": "Table 7.4: the two-choice quiz",
    "ranking": "Figures 7.4 and 7.5: MP* on the full board",
    "learners": "The same features learned in other ways, and the network",
}

NOTES = {
    "features": "Per cent of pairs in the right order. The thesis gives differences: they are "
    "added to 50, and to our figure with all features.",
    "extractors": "Per cent of pairs in the right order. The names say extractor, scaling (mean "
    "and deviation, range, or by distance) and the share of dimensions kept.",
    "phases": "Per cent of pairs in the right order. The names say the regions of stones and of "
    "liberties, and the share kept.",
    "peaking": "Per cent of pairs in the right order, without extraction. The thesis's figure has "
    "no numbers: its error is least at about 30 points.",
    "quiz": "Per cent of pairs in the right order, as shipped. The thesis asked about three games "
    "of 3 to 5 dan amateurs (394 choices, the same for all); ours are drawn from all test games.",
    "ranking": "Per cent of moves played that are among the first n of all legal ones; local is "
    "among those within three steps. The thesis: 52 title games (11,460 positions) on 19x19, 17 "
    "professional games (862 positions) on 9x9. Professional games are harder to foresee than "
    "those of amateurs, so each collection stands apart.",
    "learners": "Per cent of moves played that are among the first n. The thesis has no such rows. "
    "MP* and the network are as shipped, and have learned from many more positions.",
}


@dataclass
class Found:
    """The rows of some tables, and the rank curves that came with them."""

    rows: dict[str, list[Row]] = field(default_factory=dict)
    curves: dict[str, list[float]] = field(default_factory=dict)
    interrupted: bool = False


def run_tables(
    tables: Sequence[str],
    games: Games,
    *,
    sizes: Sizes | None = None,
    model: str = "net",
    seed: int = 0,
    progress: Report | None = None,
) -> Found:
    """Tables one after the other. Ctrl-C keeps what is done."""
    found = Found()
    try:
        for table in tables:
            rows = found.rows.setdefault(table, [])
            for row in run(
                table,
                games,
                sizes=sizes,
                model=model,
                seed=seed,
                curves=found.curves,
                progress=progress,
            ):
                rows.append(row)
    except KeyboardInterrupt:
        found.interrupted = True
    return found


def write_page(
    found: Found, games: Games, folder: Path, command: str, seed: int, *, force: bool
) -> Path:
    """The page, with its plots and data. The folder was opened before (`report.open_folder`)."""
    page = Page("Predicting moves, as van der Werf did", command, seed)
    page.add(_about(games))
    if found.interrupted:
        page.add("**Ctrl-C has ended the run: what is missing was not measured.**")
    for table, rows in found.rows.items():
        if not rows:
            continue
        page.add(f"## {TABLES[table]}")
        page.add(NOTES[table])
        page.add_table(["", "ours %", "95 %", "thesis %"], [row.cells() for row in rows])
        if table == "quiz":
            asked = ", ".join(f"{name} {share:.1f}" for name, _, share in PEOPLE)
            page.add(f"People who took the thesis's quiz: {asked}.")
        if table == "peaking":
            _plot_peaking(page, rows)
    if found.curves:
        page.add("## Rank curves")
        figure = new_figure()
        draw_ranks(figure, found.curves)
        page.add_plot("ranks", figure, "How often the move played is among the first n")
    page.add_data("rows", _HEADER, list(_data(found)))
    return page.write(folder, force=force)


_HEADER = ["table", "name", "ours", "low", "high", "positions", "thesis", "seconds"]


def _data(found: Found) -> Iterable[list[object]]:
    for table, rows in found.rows.items():
        for row in rows:
            share = row.interval
            interval = ["", "", ""] if share is None else [*np.round(share[1:3], 5), share[3]]
            thesis = "" if row.thesis is None else round(row.thesis, 2)
            yield [table, row.name, round(row.ours, 3), *interval, thesis, round(row.seconds, 1)]


def _about(games: Games) -> str:
    """What the figures rest on, and where that differs from the thesis."""
    counts = {part: len(games_of(games, part)) for part in ("train", "validation", "test")}
    size = games.size(0)
    return (
        f"{len(games):,} games on {size} of {', '.join(games.sources)}: {counts['train']:,} to "
        f"learn from, {counts['validation']:,} for validation, {counts['test']:,} for tests, by "
        "game. The thesis learned from amateur games of the IGS, mostly of dans, which are not "
        "published; so figures are neighbours, not twins. Intervals are of 95 %, with games "
        "resampled. Ties count against a predictor; passes are no moves."
    )


def _plot_peaking(page: Page, rows: Sequence[Row]) -> None:
    figure = new_figure()
    axes = figure.subplots()
    errors = [100 - row.ours for row in rows]
    axes.plot(PEAKING[: len(rows)], errors, marker="o", color="black")
    axes.set_xlabel("points of the region of interest")
    axes.set_ylabel("pairs in the wrong order (%)")
    axes.grid(alpha=0.3)
    page.add_plot("peaking", figure, "Error by size of the region of interest")
