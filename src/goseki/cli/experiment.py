"""`goseki experiment`: repeat the runs behind a claim."""

from __future__ import annotations

import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from goseki.cli import experiment_learning
from goseki.cli.options import ForceOption, JsonOption, finite_seconds, refuse_options
from goseki.cli.output import end_if_interrupted, print_json, show_progress, stdout
from goseki.errors import GosekiError, one_line
from goseki.experiments import (
    benson_random,
    certificates,
    connectedness,
    gnugo_tests,
    phantom,
    phantom_maps,
    safety,
    safety_soundness,
    solve_capture,
    solve_go,
)
from goseki.experiments.phantom_thesis import CLOCK, EXPERIMENTS
from goseki.experiments.rules import compare_rules
from goseki.safety import Level, Method

if TYPE_CHECKING:
    pass

app = typer.Typer(help="Repeat the runs behind a claim.", no_args_is_help=True)


@app.callback()
def _experiment() -> None:
    """Repeat the runs behind a claim."""


@app.command()
def rules(
    moves: Annotated[int, typer.Option(help="How many random moves.", min=1)] = 1_000_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1)] = 2,
    as_json: JsonOption = False,
) -> None:
    """Compare the core with the reference rules.

    Both play the same random games, and everything that can be asked of a board is compared.

    \b
    Example:
      goseki experiment rules --moves 20000
    """
    start = time.perf_counter()
    with show_progress("comparing core and reference") as report:
        found = compare_rules(moves, seed, jobs, report)
    figures = {
        "seed": seed,
        "games": found.games,
        "moves": found.moves,
        "legality_checks": found.legality_checks,
        "undone": found.undone,
        "scores": found.scores,
        "hashes": len(found.situations),
        "differences": len(found.differences),
    }
    _tell_figures(figures, found.interrupted, start, as_json)
    if found.differences:
        print(f"core and reference differ: {found.differences[0]}", file=sys.stderr)
        raise typer.Exit(1)
    end_if_interrupted(found.interrupted)


@app.command("certificates")
def _certificates(as_json: JsonOption = False) -> None:
    """Write certificates of small boards.

    Their sizes are printed as a table in Markdown.

    \b
    Example:
      goseki experiment certificates
    """
    with show_progress("writing certificates") as report:
        found = list(certificates.measure(progress=report))
    if as_json:
        print_json({"certificates": [asdict(certificate) for certificate in found]})
    else:
        print(certificates.HEADER, *(each.row() for each in found), sep="\n")


@app.command("benson-random")
def benson_random_command(
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "benson-random"
    ),
    size: Annotated[
        list[str] | None, typer.Option(help="A board size; may be given several times.")
    ] = None,
    games: Annotated[int, typer.Option(help="Random games for each size.", min=1)] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Plot what Benson's theorem proves in random games.

    The plot shows the share of the board as the games go on.

    \b
    Example:
      goseki experiment benson-random --games 50 --size 9x9 --output benson-random
    """
    with show_progress("random games") as report:
        page = benson_random.run(
            folder,
            sizes=tuple(size or benson_random.DEFAULT_SIZES),
            games=games,
            seed=seed,
            force=force,
            progress=report,
        )
    _tell_written(page, as_json, games=games, seed=seed)


@app.command("solve-capture")
def solve_capture_command(
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "solve-capture"
    ),
    board: Annotated[
        list[str] | None,
        typer.Option(help="A position of the thesis, such as 4x4; may be given several times."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="Limit of each run.", callback=finite_seconds)
    ] = 60.0,
    memory: Annotated[str, typer.Option(help="Size of the table, such as 256M.")] = "256M",
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Solve the capture game as the thesis did.

    Our figures are put beside its tables.

    \b
    Example:
      goseki experiment solve-capture --board 2x2 --board 3x3 --output solve-capture
    """
    with show_progress("solving") as report:
        page = solve_capture.run(
            folder,
            boards=tuple(board or solve_capture.DEFAULT_BOARDS),
            seconds=seconds,
            memory=memory,
            force=force,
            progress=report,
        )
    _tell_written(page, as_json)


@app.command("solve")
def solve_command(
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "solve-go"
    ),
    board: Annotated[
        list[str] | None,
        typer.Option(help="2x2, 3x3, 4x4 or 5x5; may be given several times."),
    ] = None,
    seconds: Annotated[
        float, typer.Option(help="Limit of each run.", callback=finite_seconds)
    ] = 60.0,
    nodes: Annotated[int | None, typer.Option(help="Limit of each run.", min=1)] = None,
    memory: Annotated[str, typer.Option(help="Size of the table, such as 256M.")] = "256M",
    resume: Annotated[
        bool, typer.Option("--resume", help="Keep the runs that the folder has already.")
    ] = False,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Solve Go as the thesis did.

    Our figures are put beside its tables 5.1, 5.2 and 5.3. For its tables 4.1 to 4.4, the
    capture game, see solve-capture.

    \b
    Example:
      goseki experiment solve --board 2x2 --board 3x3 --output solve-go
    """
    with show_progress("solving") as report:
        written = solve_go.run(
            folder,
            boards=tuple(board or solve_go.DEFAULT_BOARDS),
            seconds=seconds,
            nodes=nodes,
            memory=memory,
            resume=resume,
            force=force,
            progress=report,
        )
    _tell_written(written.page, as_json, written.interrupted, runs=written.runs)


@app.command("safety")
def safety_command(
    positions: Annotated[
        Path,
        typer.Argument(
            metavar="POSITIONS",
            help="A folder of SGF files, or a file with a JSON object on each line that has the "
            "rows of its `board`, and perhaps its `set`.",
        ),
    ],
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "safety"
    ),
    chosen_set: Annotated[
        str | None,
        typer.Option(
            "--set", help="Only positions of this set; set1 to set3 are compared with Niu 2004."
        ),
    ] = None,
    nodes: Annotated[
        list[int] | None,
        typer.Option(help="A limit of each search; may be given several times.", min=1),
    ] = None,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1)] = 1,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Prove final positions at every level.

    Benson's theorem, static rules and the levels m1 to m6 are put beside the tables of Niu 2004,
    chapter 6. A run that was broken off goes on from what the folder has already.

    \b
    Examples:
      goseki experiment safety finals/ --output safety
      goseki experiment safety fuego-safety.jsonl --set set1 --nodes 1000 --nodes 10000
    """
    if chosen_set is not None and positions.is_dir():
        raise GosekiError("--set has no meaning with a folder, which has no sets")
    with show_progress("proving safety") as report:
        written = safety.run(
            folder,
            positions,
            chosen_set=chosen_set,
            nodes=tuple(nodes or safety.DEFAULT_NODES),
            jobs=jobs,
            force=force,
            progress=report,
        )
    _tell_written(written.page, as_json, written.interrupted, runs=written.runs)


@app.command("safety-soundness")
def safety_soundness_command(
    context: typer.Context,
    positions: Annotated[int, typer.Option(help="How many random positions.", min=1)] = 20_000,
    method: Annotated[Method, typer.Option(help="Whose claims.")] = "search",
    level: Annotated[Level, typer.Option(help="How much search.")] = "m6",
    tries: Annotated[
        int, typer.Option(help="How often to attack a claim that is too large to judge.", min=0)
    ] = 0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1)] = 2,
    ledger: Annotated[
        Path | None, typer.Option(help="Note finished work in this file, and continue from it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Try everything against claims of safety.

    The claims are those of the safety solver on random small positions. A claim that fails is a
    violation, unless it fails by endless threats only, which are counted apart. Attacks are games
    of chance: what they have against a claim is evidence, not proof.

    \b
    Examples:
      goseki experiment safety-soundness --positions 1000 --method static
      goseki experiment safety-soundness --ledger campaign.jsonl --tries 4
    """
    if method != "search":
        refuse_options(context, ["level"], f"--method {method}")
    start = time.perf_counter()
    with show_progress("judging claims of safety") as report:
        found = safety_soundness.run(
            positions,
            seed,
            method=method,
            level=level,
            tries=tries,
            jobs=jobs,
            ledger=ledger,
            progress=report,
        )
    figures = {
        "seed": seed,
        "positions": found.positions,
        "claims_judged": found.judged,
        "claims_judged_by_regions": found.by_regions,
        "claims_too_large": found.too_large,
        "of_these_certified": found.certified,
        "of_these_attacked": found.attacked,
        "attacks_withstood": found.withstood,
        "sekis_judged": found.sekis,
        "sekis_too_large": found.sekis_too_large,
        "fail_by_endless_threats": len(found.endless),
        "violations": len(found.violations),
    }
    _tell_figures(figures, found.interrupted, start, as_json)
    for text in found.endless[:3]:
        print(f"a claim fails by endless threats only: {text}", file=sys.stderr)
    for text in found.violations[:10]:
        print(f"a claim of safety fails: {text}", file=sys.stderr)
    for text in found.doubts[:10]:
        print(f"a claim of safety is doubtful (evidence, not proof): {text}", file=sys.stderr)
    if found.violations or found.doubts:
        raise typer.Exit(1)
    end_if_interrupted(found.interrupted)


@app.command("gnugo-tests")
def gnugo_tests_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="Files with a JSON object on each line: a position as `sgf`, and its `tests`.",
        ),
    ],
    seconds: Annotated[
        float, typer.Option(help="Our time for each test.", callback=finite_seconds)
    ] = gnugo_tests.DEFAULT_SECONDS,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="COMMAND",
            help=f"Only tests of this command; may be given several times: "
            f"{', '.join(gnugo_tests.COMMANDS)}.",
        ),
    ] = None,
    first: Annotated[
        int | None,
        typer.Option(metavar="N", help="Of each command only the first N tests.", min=1),
    ] = None,
    gnugo: Annotated[
        str | None,
        typer.Option(
            metavar="COMMAND",
            help="How GNU Go is started, or '' to leave it out. Default: gnugo, if installed.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1)] = 1,
    ledger: Annotated[
        Path | None, typer.Option(help="Note finished tests in this file, and continue from it.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Answer GNU Go's own tests of tactics.

    Our GTP commands are asked, and GNU Go's in the same run if it is installed. Answers are graded
    by what the files call right: the code and the move, or the code alone. --json has every answer.

    \b
    Examples:
      goseki experiment gnugo-tests gnugo-tactics.jsonl --seconds 2 --first 30
      goseki experiment gnugo-tests gnugo-tactics.jsonl --only attack --only defend --jobs 2
      goseki experiment gnugo-tests owl.jsonl --ledger owl.ledger --json
    """
    with show_progress("answering tests") as report:
        found = gnugo_tests.run(
            files,
            seconds=seconds,
            only=tuple(only or ()),
            first=first,
            gnugo=gnugo,
            jobs=jobs,
            ledger=ledger,
            progress=report,
        )
    if as_json:
        tests = [asdict(row) for row in found.rows]
        counts = {"seconds": seconds, "commands": found.counts()}
        print_json({**counts, "tests": tests}, interrupted=found.interrupted)
    else:
        stdout.print(_tests_table(found))
        if not found.has_gnugo and gnugo is None:
            print("GNU Go is not installed and was left out", file=sys.stderr)
    end_if_interrupted(found.interrupted)


def _tests_table(found: gnugo_tests.Found) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    titles = ("tests", "right", "GNU Go", "code right", "GNU Go", "proven", "code right")
    for title in titles:
        table.add_column(title, justify="right")
    for command, counts in found.counts().items():
        table.add_row(
            command,
            *(
                str(counts.get(name, "-"))
                for name in (
                    "tests",
                    "right",
                    "gnugo_right",
                    "right_result",
                    "gnugo_right_result",
                    "proven",
                    "proven_right_result",
                )
            ),
        )
    return table


@app.command("phantom")
def phantom_command(
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "phantom"
    ),
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"Only these matches; may be given several times: {', '.join(EXPERIMENTS)}, or "
            f"{CLOCK} for all by the clock. Default: all that are not by the clock.",
        ),
    ] = None,
    games: Annotated[int, typer.Option(help="Games of each pair.", min=1)] = 200,
    simulations: Annotated[int, typer.Option(help="Simulations a decision.", min=1)] = 500,
    seconds_a_minute: Annotated[
        float,
        typer.Option(
            help="What a minute of the thesis becomes in matches by the clock.", min=0.001
        ),
    ] = phantom.SECONDS_A_MINUTE,
    size: Annotated[str, typer.Option(help="The board.")] = "9x9",
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    jobs: Annotated[int, typer.Option(help="Games at a time, each in a process.", min=1)] = 1,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let the players of Phantom Go play each other.

    Their wins are put beside the thesis's tables. It takes hours. Every game is kept in the
    folder: the same command goes on with them.

    \b
    Examples:
      goseki experiment phantom --games 200 --jobs 2 --output phantom
      goseki experiment phantom --only 3.7 --only clock-3.7 --games 50
    """
    with show_progress("playing") as report:
        written = phantom.run(
            folder,
            only=tuple(only or ()),
            games=games,
            simulations=simulations,
            seconds_a_minute=seconds_a_minute,
            size=size,
            seed=seed,
            jobs=jobs,
            force=force,
            progress=report,
        )
    _tell_written(written.page, as_json, written.interrupted, games=written.games)


@app.command("phantom-maps")
def phantom_maps_command(
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "phantom-maps"
    ),
    games: Annotated[int, typer.Option(help="Games of each pair of players.", min=1)] = 20,
    simulations: Annotated[int, typer.Option(help="Simulations a decision.", min=1)] = 500,
    size: Annotated[str, typer.Option(help="The board.")] = "9x9",
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    jobs: Annotated[int, typer.Option(help="Games at a time, each in a process.", min=1)] = 1,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure how well maps of hidden stones do.

    A map says where the opponent's stones may be: its calibration and surprise are measured.

    Every game is kept in the folder: the same command goes on with them.

    \b
    Example:
      goseki experiment phantom-maps --games 20 --output phantom-maps
    """
    with show_progress("playing") as report:
        written = phantom_maps.run(
            folder,
            games=games,
            simulations=simulations,
            size=size,
            seed=seed,
            jobs=jobs,
            force=force,
            progress=report,
        )
    errors = {
        "calibration_error": written.error,
        "calibration_error_of_scatter": written.scatter_error,
    }
    found = {name: round(error, 4) for name, error in errors.items() if error is not None}
    if not as_json:
        for name, figure in found.items():
            print(f"{name.replace('_', ' '):28} {figure:.4f}")
    _tell_written(written.page, as_json, written.interrupted, games=written.games, **found)


@app.command("connectedness")
def connectedness_command(
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "connectedness"
    ),
    board: Annotated[
        list[int] | None,
        typer.Option(metavar="N", help="4, 5 or 6, for NxN; may be given several times."),
    ] = None,
    learner: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"May be given several times: {', '.join(connectedness.ROWS)}. Default: all.",
        ),
    ] = None,
    curves: Annotated[
        bool, typer.Option(help="Also learn from fewer and from more examples than the table.")
    ] = True,
    runs: Annotated[int, typer.Option(help="Runs of each, with seeds of their own.", min=1)] = 1,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 1,
    epochs: Annotated[
        int,
        typer.Option(help="The most that a network may take, if not fewer in the thesis.", min=1),
    ] = connectedness.MOST_EPOCHS,
    jobs: Annotated[int, typer.Option(help="How many processes.", min=1)] = 1,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Let classifiers and networks learn connectedness.

    Their shares of unseen boards are put beside table 6.1 and figures 6.2 to 6.4 of the thesis.
    ERNA and its relatives take an hour or more: every run is noted in the folder, and the same
    command goes on with them.

    \b
    Examples:
      goseki experiment connectedness --no-curves --learner qdc --learner mlp --learner local
      goseki experiment connectedness --board 4 --epochs 1000 --output connectedness
    """
    with show_progress("learning connectedness") as report:
        found = connectedness.run(
            folder,
            boards=tuple(board or connectedness.SETTINGS),
            learners=tuple(learner or connectedness.LEARNERS),
            curves=curves,
            runs=runs,
            seed=seed,
            epochs=epochs,
            jobs=jobs,
            force=force,
            progress=report,
        )
    if as_json:
        rows = [asdict(row) for row in found.rows]
        print_json({"written": str(found.page), "runs": rows}, interrupted=found.interrupted)
    else:
        table = Table(box=None, padding=(0, 2, 0, 0))
        header, *lines = found.table()
        for number, title in enumerate(header):
            table.add_column(title, justify="right" if number else "left")
        for line in lines:
            table.add_row(*line)
        stdout.print(table)
        print(f"wrote {one_line(str(found.page))}")
    end_if_interrupted(found.interrupted)


def _tell_written(page: Path, as_json: bool, interrupted: bool = False, **counts: float) -> None:
    """Say where the page of an experiment is, also of one that Ctrl-C has ended."""
    if as_json:
        print_json({"written": str(page), **counts}, interrupted=interrupted)
    else:
        print(f"wrote {one_line(str(page))}")
    end_if_interrupted(interrupted)


def _tell_figures(figures: dict[str, int], interrupted: bool, start: float, as_json: bool) -> None:
    """Say what a comparison that began at `start` has counted."""
    seconds = round(time.perf_counter() - start, 1)
    told = {**figures, "seconds": seconds}
    if as_json:
        print_json(told, interrupted=interrupted)
    else:
        for name, figure in told.items():
            print(f"{name.replace('_', ' '):16} {figure:,}")


experiment_learning.add_commands(app)
