"""`goseki solve`: small boards, exactly."""

from __future__ import annotations

import math
import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer

from goseki.board import Board
from goseki.cli import solution
from goseki.cli.options import (
    ForceOption,
    JsonOption,
    KomiOption,
    MoveOption,
    PositionArgument,
    ToPlayOption,
    ViewOption,
    finite_seconds,
    read_position,
    refuse_options,
)
from goseki.cli.output import (
    check_target,
    end_if_interrupted,
    paint,
    print_json,
    show_progress,
)
from goseki.errors import GosekiError, naming
from goseki.facts import facts
from goseki.files import write_file
from goseki.job import Progress, Report, parse_memory
from goseki.records import write_sgf
from goseki.rules import Rules
from goseki.solver import (
    CaptureResult,
    SolveResult,
    go,
    solve,
    solve_as_thesis,
    solve_capture,
)
from goseki.solver.problem import as_problem
from goseki.solver.record import solution_record
from goseki.solver.result import KoMode
from goseki.solver.searches import DEFAULT_MEMORY
from goseki.solver.thesis import PARTS

MAY_TAKE_DAYS = 26
"""Points from which on a search without a limit is announced."""

_CAMPAIGN = ("openings", "plies", "jobs", "cluster", "threads", "checkpoint")
_ONLY_GO = ("ko", "at_least", "two_passes", "komi", *_CAMPAIGN)
_ONLY_CAPTURE = ("winner_only",)
_NOT_THESIS = ("at_least", "winner_only", "proof", *_CAMPAIGN)
_ONLY_THESIS = ("without",)


def run(
    context: typer.Context,
    position: PositionArgument,
    game: Annotated[
        Literal["go", "capture"],
        typer.Option(help="Go, or the capture game, which the first capture wins."),
    ] = "go",
    ko: Annotated[
        KoMode,
        typer.Option(
            help="What a repeated situation means: basic, a draw; cycle, a win for the player who "
            "passed more often in the cycle; ssk, the stone may not be played; psk, the same for "
            "stones alone; ssk-approx, a guess at ssk that proves nothing."
        ),
    ] = "cycle",
    at_least: Annotated[
        float | None,
        typer.Option(metavar="N", help="Only ask whether Black's lead is at least N."),
    ] = None,
    openings: Annotated[
        bool, typer.Option("--openings", help="Also solve the position after every move.")
    ] = False,
    plies: Annotated[
        int,
        typer.Option(
            help="With --openings: 2 solves the position after every reply instead.", min=1, max=2
        ),
    ] = 1,
    jobs: Annotated[
        int | None, typer.Option(help="With --openings: how many processes share it.", min=1)
    ] = None,
    cluster: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="With --openings: the scheduler of a Dask cluster."),
    ] = None,
    threads: Annotated[
        int,
        typer.Option(
            help="How many threads share the table and the work.", min=1, max=go.MAX_THREADS
        ),
    ] = 1,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Keep the table and go on from it if it is there, also after a kill. With "
            "--openings, a directory.",
        ),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="Stop after this long, with the bounds so far.", callback=finite_seconds),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Stop each question after this many nodes.", min=1)
    ] = None,
    memory: Annotated[
        str, typer.Option(help="Size of the table, such as 512M or 2G.")
    ] = f"{DEFAULT_MEMORY >> 20}M",
    two_passes: Annotated[
        bool,
        typer.Option("--two-passes", help="Two passes end the game even if a ko was just taken."),
    ] = False,
    winner_only: Annotated[
        bool,
        typer.Option("--winner-only", help="Capture game: the winner, not the shortest win."),
    ] = False,
    method: Annotated[
        Literal["default", "thesis"],
        typer.Option(help="The search: ours, or that of the thesis, for comparison."),
    ] = "default",
    without: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Parts of the thesis's search to leave out, such as etc,killers. Go has "
            f"{','.join(PARTS)}.",
        ),
    ] = None,
    move: MoveOption = None,
    view: ViewOption = None,
    to_play: ToPlayOption = None,
    komi: KomiOption = None,
    sgf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the solution as SGF.")
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also draw the line, or the values of --openings, as .svg, .png or .html.",
        ),
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write a proof that `goseki check` verifies. The limits hold for it, too.",
        ),
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Solve Go on a board of up to 33 points (the exact score under best play), or the
    capture game on up to 36 (the winner and the shortest win). The answer is
    proven.

    The rules of Go are those of van der Werf (2004): no suicide, and area scoring with his
    rules for the end of a game: stones in unconditional territory count as captured, other
    blocks with one liberty are taken off (not under superko), and every empty point goes to
    the nearest stone. Scores are Black's lead. What is not decided when the time is up stays
    open between proven bounds. Larger boards are not searched: they get the bounds
    that are proven without search.

    \b
    Examples:
      goseki solve 3x3
      goseki solve 4x3 --ko basic --openings --picture values.svg --sgf solution.sgf
      goseki solve 4x3 --at-least 4 --seconds 60 --json
      goseki solve 2x2 --ko ssk
      goseki solve 3x3 --method thesis --without etc,killers
      goseki solve 5x5 --threads 2
      goseki solve 5x5 --checkpoint 5x5.table --memory 4G
      goseki solve 5x5 --openings --jobs 4 --checkpoint 5x5-openings
      goseki solve 4x4 --proof 4x4.proof
      goseki solve 4x4 --game capture
    """
    other_games = _ONLY_GO if game == "capture" else _ONLY_CAPTURE
    refuse_options(context, other_games, f"--game {game}")
    other_methods = _NOT_THESIS if method == "thesis" else _ONLY_THESIS
    refuse_options(context, other_methods, f"--method {method}")
    if not openings:
        refuse_options(context, ("plies", "jobs", "cluster"), "one position: it needs --openings")
    if at_least is not None and not math.isfinite(at_least):
        raise GosekiError(f"--at-least must be a number, not {at_least:g}")
    with naming("--memory"):
        parse_memory(memory)
    parts = [part.strip() for part in (without or "").split(",") if part.strip()]
    check_target(sgf, ".sgf", force=force)
    check_target(picture, ".svg", ".png", ".html", force=force)
    if as_json and picture is None:
        refuse_options(context, ("view",), "--json without --picture")
    # Here --game and --ko say what is solved, not which position.
    source = read_position(context, game=None, ko=None)
    unlimited = seconds is None and nodes is None
    long = unlimited and source.board.size.points >= MAY_TAKE_DAYS
    result: SolveResult | CaptureResult
    if game == "capture":
        board = _stones_alone(source.board)
        with show_progress("solving") as report:
            result = solve_capture(
                board,
                method="thesis" if method == "thesis" else "threshold",
                without=parts,
                winner_only=winner_only,
                seconds=seconds,
                nodes=nodes,
                memory=memory,
                progress=_announcing(board, report) if long else report,
                proof=proof,
                force=force,
            )
    else:
        board = as_problem(source.board, ko_pass=not two_passes)
        with show_progress("solving") as report:
            report = _announcing(board, report) if long else report
            if method == "thesis":
                result = solve_as_thesis(
                    board,
                    ko=ko,
                    without=parts,
                    seconds=seconds,
                    nodes=nodes,
                    memory=memory,
                    progress=report,
                )
            else:
                result = solve(
                    board,
                    ko=ko,
                    at_least=at_least,
                    openings=openings,
                    plies=plies,
                    jobs=jobs,
                    cluster=cluster,
                    checkpoint=checkpoint,
                    seconds=seconds,
                    nodes=nodes,
                    memory=memory,
                    threads=threads,
                    progress=report,
                    proof=proof,
                    force=force,
                )
    if as_json:
        found = {**facts(replace(source, board=board)), **facts(result)}
        if proof is not None:
            found["proof"] = None if result.proof is None else facts(result.proof)
        print_json(found)
    else:
        solution.show(source, result)
        if proof is not None:
            print(solution.proof_text(result))
    # After the answer, which must not be lost if one of them cannot be written.
    if sgf is not None:
        write_sgf(solution_record(board, result), sgf, force=force)
    if picture is not None:
        write_file(picture, paint(solution.picture(source, result), picture), force=force)
    end_if_interrupted(result.interrupted)
    solution.refuse_failures(result)


def _announcing(board: Board, report: Report) -> Report:
    """The same report, but when the search is under way it says once how long that may take."""
    told = False

    def announce(progress: Progress) -> None:
        nonlocal told
        if not told:
            print(f"{board.size} may take days: --seconds sets a limit", file=sys.stderr)
        told = True
        report(progress)

    return announce


def _stones_alone(board: Board) -> Board:
    fresh = Board(board.size, Rules())
    fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
    return fresh
