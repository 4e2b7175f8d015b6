"""`goseki phantom`: Phantom Go."""

from __future__ import annotations

import io
import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from goseki.cli.options import ForceOption, JsonOption, finite_seconds, refuse_options
from goseki.cli.output import check_target, end_if_interrupted, print_json, show_progress, stdout
from goseki.coords import Size
from goseki.errors import GosekiError, one_line
from goseki.experiments.report import new_figure
from goseki.files import write_file
from goseki.phantom import PLAYERS, GameLog, PhantomRules, Settings
from goseki.phantom.external import PATIENCE
from goseki.phantom.plot import plot_ratings
from goseki.phantom.results import GameResult, Store, to_csv
from goseki.phantom.standings import Standings
from goseki.phantom.tournament import Entrant, Tournament, check_entrants, run_tournament
from goseki.rules import check_komi


class ScoringKind(StrEnum):
    win = "win"
    territory = "territory"


_PLAYERS_HELP = (
    f"{', '.join(PLAYERS)}; with :win or :territory for a scoring of its own; or an engine as "
    "cmd:COMMAND. NAME=PLAYER gives it a name."
)
PlayerArgument = Annotated[str, typer.Argument(help=_PLAYERS_HELP, show_default=False)]
GamesOption = Annotated[int, typer.Option(help="Games of each pair; colours alternate.", min=1)]
SimulationsOption = Annotated[
    int | None, typer.Option(help="Simulated games a decision (default: 500).", min=1)
]
SecondsOption = Annotated[
    float | None,
    typer.Option("--seconds-per-move", help="Seconds a decision.", callback=finite_seconds),
]
ClockOption = Annotated[
    float | None,
    typer.Option(
        help="Seconds for a whole game; a decision gets 1/20 of the rest.", callback=finite_seconds
    ),
]
ScoringOption = Annotated[ScoringKind, typer.Option(help="What a simulated game is worth.")]
SizeOption = Annotated[str, typer.Option(help="The board, from 1x3 to 19x19.")]
KomiOption = Annotated[str, typer.Option(help="Points for White.")]
SeedOption = Annotated[int, typer.Option(help="Where the random numbers start.", min=0)]
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


def match(
    context: typer.Context,
    first: PlayerArgument,
    second: PlayerArgument,
    games: GamesOption = 20,
    simulations: SimulationsOption = None,
    seconds_per_move: SecondsOption = None,
    clock: ClockOption = None,
    scoring: ScoringOption = ScoringKind.win,
    size: SizeOption = "9x9",
    komi: KomiOption = "6.5",
    seed: SeedOption = 1,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    patience: PatienceOption = PATIENCE,
    results: ResultsOption = None,
    csv: CsvOption = None,
    markdown: MarkdownOption = None,
    plot: PlotOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let two players play a match.

    \b
    Examples:
      goseki phantom match mce_all uct_rand --games 20 --simulations 500
      goseki phantom match mce_all:win mce_all:territory --games 100 --jobs 2
      goseki phantom match mce_all "golois=cmd:./golois --gtp" --clock 600
    """
    _run(
        context,
        [first, second],
        settings_of(simulations, seconds_per_move, clock, scoring),
        PhantomRules(Size.parse(size), check_komi(komi)),
        games=games,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        patience=patience,
        results=results,
        csv=csv,
        markdown=markdown,
        plot=plot,
        force=force,
        as_json=as_json,
    )


def tournament(
    context: typer.Context,
    players: Annotated[
        list[str] | None, typer.Argument(help=f"{_PLAYERS_HELP} Default: all.", show_default=False)
    ] = None,
    games: GamesOption = 20,
    simulations: SimulationsOption = None,
    seconds_per_move: SecondsOption = None,
    clock: ClockOption = None,
    scoring: ScoringOption = ScoringKind.win,
    size: SizeOption = "9x9",
    komi: KomiOption = "6.5",
    seed: SeedOption = 1,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    patience: PatienceOption = PATIENCE,
    results: ResultsOption = None,
    csv: CsvOption = None,
    markdown: MarkdownOption = None,
    plot: PlotOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let all players play all others.

    \b
    Examples:
      goseki phantom tournament random mce_std mce_all --games 10 --jobs 2
      goseki phantom tournament --results thesis.db --games 50 --markdown table.md
    """
    _run(
        context,
        players or list(PLAYERS),
        settings_of(simulations, seconds_per_move, clock, scoring),
        PhantomRules(Size.parse(size), check_komi(komi)),
        games=games,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        patience=patience,
        results=results,
        csv=csv,
        markdown=markdown,
        plot=plot,
        force=force,
        as_json=as_json,
    )


def settings_of(
    simulations: int | None, seconds: float | None, clock: float | None, scoring: ScoringKind
) -> Settings:
    """What the three limits and the scoring given on the command line mean."""
    if simulations is None and seconds is None and clock is None:
        simulations = 500
    if sum(limit is not None for limit in (simulations, seconds, clock)) > 1:
        raise GosekiError("give one of --simulations, --seconds-per-move and --clock")
    return Settings(simulations, seconds, clock, scoring.value)


def _run(
    context: typer.Context,
    players: list[str],
    settings: Settings,
    rules: PhantomRules,
    *,
    games: int,
    seed: int,
    jobs: int,
    cluster: str | None,
    patience: float,
    results: Path | None,
    csv: Path | None,
    markdown: Path | None,
    plot: Path | None,
    force: bool,
    as_json: bool,
) -> None:
    if cluster is not None:
        refuse_options(context, ["jobs"], "--cluster")
    check_target(csv, ".csv", force=force)
    check_target(markdown, ".md", force=force)
    check_target(plot, ".svg", ".png", force=force)
    figure = None if plot is None else new_figure()
    entrants = [Entrant.parse(player, settings, patience=patience) for player in players]
    check_entrants(entrants)  # before the store makes its file
    with Store(results) as store, show_progress("playing") as report:
        outcome = run_tournament(
            entrants,
            games=games,
            rules=rules,
            seed=seed,
            store=store,
            jobs=None if cluster else jobs,
            cluster=cluster,
            progress=report,
        )
    if csv is not None:
        write_file(csv, to_csv(outcome.games).encode(), force=force)
    if markdown is not None:
        write_file(markdown, outcome.standings.to_markdown().encode(), force=force)
    if plot is not None and figure is not None and outcome.games:
        plot_ratings(figure, outcome.standings)
        image = io.BytesIO()
        figure.savefig(image, format=plot.suffix[1:].lower())
        write_file(plot, image.getvalue(), force=force)
    if as_json:
        print_json(_facts(outcome, rules, seed), interrupted=outcome.interrupted)
    else:
        _show(outcome)
    end_if_interrupted(outcome.interrupted)
    if outcome.failures:
        raise GosekiError(f"{len(outcome.failures)} games failed: {outcome.failures[0]}")


def _facts(outcome: Tournament, rules: PhantomRules, seed: int) -> dict[str, Any]:
    standings = outcome.standings
    ratings = standings.ratings()
    totals = {player: standings.total(player) for player in standings.players}
    return {
        "players": list(standings.players),
        "size": str(rules.size),
        "komi": rules.komi,
        "seed": seed,
        "wins": {player: duel.wins if duel else 0 for player, duel in totals.items()},
        "table": [
            {
                "player": one,
                "opponent": other,
                "games": duel.games,
                "wins": duel.wins,
                "share": round(duel.share, 4),
                "low": round(duel.low, 4),
                "high": round(duel.high, 4),
            }
            for (one, other), duel in standings.duels.items()
        ],
        "elo": {
            player: {"elo": round(rating.elo, 1), "margin": round(rating.margin, 1)}
            for player, rating in ratings.items()
        },
        "games": [_game_facts(game) for game in outcome.games],
        "evidence": "estimate",
    }


def _game_facts(game: GameResult) -> dict[str, Any]:
    facts = {name: value for name, value in vars(game).items() if name != "conditions"}
    return {**facts, "result": game.result, "conditions": json.loads(game.conditions)}


def _show(outcome: Tournament) -> None:
    if outcome.games:
        stdout.print(_table(outcome.standings))
    refused = {
        cause: sum(getattr(game, cause) for game in outcome.games)
        for cause in ("occupied", "suicide", "ko")
    }
    causes = ", ".join(f"{cause} {count}" for cause, count in refused.items())
    print(f"{len(outcome.games)} games; refused attempts: {sum(refused.values())} ({causes})")
    stopped = sum(game.end == "length" for game in outcome.games)
    if stopped:
        print(f"{stopped} games were stopped by the cap on their length")
    for game in outcome.games:
        forfeit = GameLog.parse(game.log).forfeit
        if forfeit is not None:
            loser = game.black if forfeit.loser == "B" else game.white
            pair = f"{game.black} - {game.white}"
            print(one_line(f"game {game.number + 1}, {pair}: {loser} lost: {forfeit}"))


def _table(standings: Standings) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("")
    ratings = standings.ratings()
    for number in range(len(standings.players)):
        table.add_column(str(number + 1), justify="right")
    for name in ("wins", "share", "95 %", "Elo"):
        table.add_column(name, justify="right")
    for number, player in enumerate(standings.players, 1):
        cells = []
        for other in standings.players:
            duel = standings.duels.get((player, other))
            cells.append("×" if player == other else "" if duel is None else f"{duel.wins:g}")
        total = standings.total(player)
        if total is not None:
            rating = ratings[player]
            cells += [
                f"{total.wins:g}/{total.games}",
                f"{total.share:.1%}",
                f"{total.low:.1%}-{total.high:.1%}",
                f"{rating.elo:+.0f} ± {rating.margin:.0f}",
            ]
        table.add_row(one_line(f"{number} {player}"), *cells)
    return table
