"""`goseki phantom`: Phantom Go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from goseki.cli.options import ForceOption, JsonOption, finite_seconds
from goseki.cli.tournament import (
    ClusterOption,
    CsvOption,
    GamesOption,
    JobsOption,
    MarkdownOption,
    PatienceOption,
    PlotOption,
    ResultsOption,
    SeedOption,
    play_and_report,
)
from goseki.coords import Size
from goseki.errors import GosekiError
from goseki.gtp.client import PATIENCE
from goseki.phantom import PLAYERS, PhantomRules, Settings
from goseki.phantom.players import Scoring
from goseki.phantom.tournament import Entrant, PhantomContest, PhantomResult
from goseki.rules import check_komi

_PLAYERS_HELP = (
    f"{', '.join(PLAYERS)}; with :win or :territory for a scoring of its own; or an engine as "
    "cmd:COMMAND. NAME=PLAYER gives it a name."
)
PlayerArgument = Annotated[str, typer.Argument(help=_PLAYERS_HELP, show_default=False)]
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
ScoringOption = Annotated[Scoring, typer.Option(help="What a simulated game is worth.")]
SizeOption = Annotated[str, typer.Option(help="The board, from 1x3 to 19x19.")]
KomiOption = Annotated[str, typer.Option(help="Points for White.")]


def match(
    context: typer.Context,
    first: PlayerArgument,
    second: PlayerArgument,
    games: GamesOption = 20,
    simulations: SimulationsOption = None,
    seconds_per_move: SecondsOption = None,
    clock: ClockOption = None,
    scoring: ScoringOption = "win",
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
        patience,
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
    scoring: ScoringOption = "win",
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
        patience,
    )


def settings_of(
    simulations: int | None, seconds: float | None, clock: float | None, scoring: Scoring
) -> Settings:
    """What the three limits and the scoring given on the command line mean."""
    if simulations is None and seconds is None and clock is None:
        simulations = 500
    if sum(limit is not None for limit in (simulations, seconds, clock)) > 1:
        raise GosekiError("give one of --simulations, --seconds-per-move and --clock")
    return Settings(simulations, seconds, clock, scoring)


def _run(
    context: typer.Context,
    players: list[str],
    settings: Settings,
    rules: PhantomRules,
    patience: float,
) -> None:
    play_and_report(
        context,
        PhantomContest(rules),
        lambda: [Entrant.parse(player, settings, patience=patience) for player in players],
        conditions={"size": str(rules.size), "komi": rules.komi},
        summary=_summary,
    )


def _summary(games: Sequence[PhantomResult]) -> str:
    refused = {
        cause: sum(getattr(game, cause) for game in games)
        for cause in ("occupied", "suicide", "ko")
    }
    causes = ", ".join(f"{cause} {count}" for cause, count in refused.items())
    return f"; refused attempts: {sum(refused.values())} ({causes})"
