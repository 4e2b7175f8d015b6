"""`goseki match`: matches of Go between GTP engines and our own players."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from goseki.cli.options import (
    ForceOption,
    JsonOption,
    KomiOption,
    RulesOption,
    finite_seconds,
)
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
from goseki.clock import TimeSettings
from goseki.coords import Size
from goseki.errors import GosekiError, naming
from goseki.files import write_file
from goseki.gtp.client import PATIENCE
from goseki.match import Tournament
from goseki.match.go import GoContest, GoEntrant, GoResult
from goseki.players.monte_carlo import Settings
from goseki.rules import Rules, check_komi
from goseki.sgf import encode


def run(
    context: typer.Context,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER",
            help="The command of a GTP engine; goseki, with options such as "
            "goseki:playouts=2000 (seconds, playouts, method, resign, threads); net or mp-star, "
            "which play the likeliest move without search (net:symmetries=8; model, resign). "
            "NAME=PLAYER gives it a name.",
            show_default=False,
        ),
    ],
    games: GamesOption = 20,
    size: Annotated[str, typer.Option(help="The board, such as 9 or 5x6.")] = "9",
    rules: RulesOption = None,
    komi: KomiOption = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="Seconds for a move; engines are told.", callback=finite_seconds),
    ] = None,
    clock: Annotated[
        str | None,
        typer.Option(
            help="Seconds for a game, such as 600; with byo-yomi 600+5x30, with Canadian "
            "overtime 600+25/300. Whoever uses it up has lost."
        ),
    ] = None,
    longest: Annotated[
        int | None,
        typer.Option(help="Moves after which a game is stopped (default: 4 a point).", min=1),
    ] = None,
    seed: SeedOption = 1,
    jobs: JobsOption = 1,
    cluster: ClusterOption = None,
    patience: PatienceOption = PATIENCE,
    results: ResultsOption = None,
    sgf: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Write the games into this folder.")
    ] = None,
    csv: CsvOption = None,
    markdown: MarkdownOption = None,
    plot: PlotOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let two or more players play matches of Go, each against each, by Chinese rules unless
    --rules says otherwise.

    \b
    Examples:
      goseki match goseki "gnugo --mode gtp" --size 9 --games 20
      goseki match net "gnugo --mode gtp --level 1" --games 40
      goseki match fast=goseki:playouts=100 slow=goseki:playouts=1000 --jobs 2
      goseki match "a=gnugo --mode gtp --level 1" "b=gnugo --mode gtp" --sgf games --results m.db
    """
    if seconds is not None and clock is not None:
        raise GosekiError("give --seconds or --clock, not both")
    with naming("--size"):
        board = Size.parse(size)
    with naming("--rules"):
        chosen = Rules.parse(rules or "chinese")
    with naming("--komi"):
        chosen = chosen if komi is None else Rules.parse(str(chosen), komi=check_komi(komi))
    with naming("--clock"):
        time = TimeSettings() if clock is None else TimeSettings.parse(clock)
    contest = GoContest(board, chosen, time, seconds, longest)
    settings = Settings() if seconds is None else Settings(seconds)
    if sgf is not None:
        _check_folder(sgf)

    def read_players() -> list[GoEntrant]:
        entrants = [GoEntrant.parse(p, settings, patience=patience) for p in players]
        for entrant in entrants:
            entrant.check_board(board)
        return entrants

    def keep(outcome: Tournament[GoResult]) -> None:
        if sgf is not None:
            _write_records(sgf, contest, outcome, force=force)

    play_and_report(
        context,
        contest,
        read_players,
        conditions={"size": str(board), "komi": chosen.komi, "rules": chosen.to_katago()},
        summary=_summary,
        keep=keep,
    )


def _summary(games: Sequence[GoResult]) -> str:
    ends = Counter(game.end for game in games)
    return ": " + ", ".join(f"{count} {end}" for end, count in ends.most_common()) if games else ""


def _check_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise GosekiError(f"{folder}: cannot be written: {error.strerror or error}") from None


def _write_records(
    folder: Path, contest: GoContest, outcome: Tournament[GoResult], *, force: bool
) -> None:
    """Write the games, but for those that an earlier run has written."""
    names = {
        player: f"{number}-" + re.sub(r"[^\w.+-]+", "-", player).strip("-.")[:40]
        for number, player in enumerate(outcome.standings.players, 1)
    }
    for game in outcome.games:
        path = folder / f"{game.number + 1:04}-{names[game.black]}-{names[game.white]}.sgf"
        data = encode([contest.record(game).root])
        if not (path.is_file() and path.read_bytes() == data):
            write_file(path, data, force=force)
