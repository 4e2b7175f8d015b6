"""What the commands that play matches share: their options, the run, and what they print."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, TypeVar

import typer
from rich.table import Table

from goseki.cli.options import finite_seconds, refuse_options
from goseki.cli.output import check_target, end_if_interrupted, print_json, show_progress, stdout
from goseki.errors import GosekiError, one_line
from goseki.experiments.report import new_figure
from goseki.facts import facts
from goseki.files import write_file
from goseki.match import (
    Contest,
    Entrant,
    GameResult,
    Standings,
    Tournament,
    check_entrants,
    run_tournament,
    to_csv,
)
from goseki.match.plot import plot_ratings

Result = TypeVar("Result", bound=GameResult)

GamesOption = Annotated[int, typer.Option(help="Games of each pair; colours alternate.", min=1)]
SeedOption = Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)]
JobsOption = Annotated[int, typer.Option(help="Games at a time, each in a process.", min=1)]
ClusterOption = Annotated[
    str | None, typer.Option(help="A Dask scheduler such as tcp://host:8786, instead of --jobs.")
]
PatienceOption = Annotated[
    float,
    typer.Option(
        help="Seconds in which an engine must answer, or has lost.", callback=finite_seconds
    ),
]
ResultsOption = Annotated[
    Path | None,
    typer.Option(help="A SQLite file that keeps the games; the same command goes on with it."),
]
CsvOption = Annotated[Path | None, typer.Option("--csv", help="Write the games to this file.")]
MarkdownOption = Annotated[Path | None, typer.Option(help="Write the cross table to this file.")]
PlotOption = Annotated[
    Path | None, typer.Option(help="Draw Elo with its intervals in this .svg or .png file.")
]


def play_and_report(
    context: typer.Context,
    contest: Contest[Result],
    read_entrants: Callable[[], Sequence[Entrant[Any]]],
    *,
    conditions: dict[str, Any],
    summary: Callable[[Sequence[Result]], str],
    keep: Callable[[Tournament[Result]], None] = lambda outcome: None,
) -> None:
    """Play a tournament as the options above say, which the command has, and print what came of
    it. `conditions` are the contest's in the JSON, `summary` is its line under the table, and
    `keep` writes further files of the games."""
    options = SimpleNamespace(**context.params)
    csv, markdown, plot, force = options.csv, options.markdown, options.plot, options.force
    if options.cluster is not None:
        refuse_options(context, ["jobs"], "--cluster")
    check_target(csv, ".csv", force=force)
    check_target(markdown, ".md", force=force)
    check_target(plot, ".svg", ".png", force=force)
    figure = None if plot is None else new_figure()
    entrants = read_entrants()
    check_entrants(entrants)  # before the store makes its file
    with contest.store(options.results) as store, show_progress("playing") as report:
        outcome = run_tournament(
            contest,
            entrants,
            games=options.games,
            seed=options.seed,
            store=store,
            jobs=None if options.cluster else options.jobs,
            cluster=options.cluster,
            progress=report,
        )
    keep(outcome)
    if csv is not None:
        write_file(csv, to_csv(store.kind, outcome.games).encode(), force=force)
    if markdown is not None:
        write_file(markdown, outcome.standings.to_markdown().encode(), force=force)
    if plot is not None and figure is not None and outcome.games:
        plot_ratings(figure, outcome.standings)
        image = io.BytesIO()
        figure.savefig(image, format=plot.suffix[1:].lower())
        write_file(plot, image.getvalue(), force=force)
    if options.as_json:
        found = {**conditions, "seed": options.seed, **facts(outcome)}
        print_json(found, interrupted=outcome.interrupted)
    else:
        _show(outcome, summary(outcome.games))
    end_if_interrupted(outcome.interrupted)
    if outcome.failures:
        raise GosekiError(f"{len(outcome.failures)} games failed: {outcome.failures[0]}")


def _show(outcome: Tournament[Result], summary: str) -> None:
    if outcome.games:
        stdout.print(_table(outcome.standings))
    print(f"{len(outcome.games)} games{summary}")
    stopped = sum(game.end == "length" for game in outcome.games)
    if stopped:
        print(f"{stopped} games were stopped by the cap on their length")
    for game in outcome.games:
        forfeit = game.game_log.forfeit
        if forfeit is not None:
            loser = game.black if forfeit.loser == "B" else game.white
            pair = f"{game.black} - {game.white}"
            print(one_line(f"game {game.number + 1}, {pair}: {loser} lost: {forfeit}"))


def _table(standings: Standings) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    for name in (*map(str, range(1, len(standings.players) + 1)), *standings.COLUMNS):
        table.add_column(name, justify="right")
    for number, (player, cells) in enumerate(standings.rows(), 1):
        table.add_row(one_line(f"{number} {player}"), *cells)
    return table
