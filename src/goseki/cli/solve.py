"""`goseki solve`: small boards, exactly."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from goseki.board import Board
from goseki.cli import solution
from goseki.cli.options import (
    ForceOption,
    GameKind,
    JsonOption,
    KomiOption,
    MoveOption,
    PositionArgument,
    ToPlayOption,
    read_position,
    refuse_options,
)
from goseki.cli.output import (
    check_target,
    describe,
    paint,
    print_json,
    progress_bar,
    progress_line,
)
from goseki.files import write_file
from goseki.records import write_sgf
from goseki.rules import Rules
from goseki.solver import (
    CaptureResult,
    SolveResult,
    ThesisResult,
    capture,
    go,
    solve,
    solve_as_thesis,
    solve_capture,
)
from goseki.solver.limits import parse_memory
from goseki.solver.problem import as_problem
from goseki.solver.record import solution_record
from goseki.solver.thesis import PARTS

MAY_TAKE_DAYS = 26
"""Points from which on a search without a limit is announced."""

_ONLY_GO = ("ko", "at_least", "openings", "two_passes", "komi")
_ONLY_CAPTURE = ("winner_only",)
_NOT_THESIS = ("at_least", "openings", "winner_only")
_ONLY_THESIS = ("without",)


class KoMode(StrEnum):
    basic = "basic"
    cycle = "cycle"
    ssk = "ssk"
    ssk_approx = "ssk-approx"
    psk = "psk"


class Method(StrEnum):
    default = "default"
    thesis = "thesis"


def run(
    context: typer.Context,
    position: PositionArgument,
    game: Annotated[
        GameKind, typer.Option(help="Go, or the capture game: who captures first wins.")
    ] = GameKind.go,
    ko: Annotated[
        KoMode,
        typer.Option(
            help="What a repeated situation means: basic, a draw; cycle, a win for who passed "
            "more in the cycle; ssk, the stone may not be played; psk, the same for stones "
            "alone; ssk-approx, a guess at ssk that proves nothing."
        ),
    ] = KoMode.cycle,
    at_least: Annotated[
        float | None,
        typer.Option(metavar="N", help="Only ask whether Black's lead is at least N."),
    ] = None,
    openings: Annotated[
        bool, typer.Option("--openings", help="Also solve the position after every move.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option(help="Stop after this long, with the bounds so far.", min=0.001)
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Stop each question after this many nodes.", min=1)
    ] = None,
    memory: Annotated[
        str, typer.Option(help="Size of the table, such as 512M or 2G.")
    ] = f"{go.DEFAULT_MEMORY >> 20}M",
    two_passes: Annotated[
        bool,
        typer.Option("--two-passes", help="Two passes end the game even if a ko was just taken."),
    ] = False,
    winner_only: Annotated[
        bool,
        typer.Option("--winner-only", help="Capture game: the winner, not the shortest win."),
    ] = False,
    method: Annotated[
        Method, typer.Option(help="The search: ours, or that of the thesis, for comparison.")
    ] = Method.default,
    without: Annotated[
        str | None,
        typer.Option(
            metavar="LIST",
            help="Parts of the thesis's search to leave out, such as etc,killers. Go has "
            f"{','.join(PARTS)}.",
        ),
    ] = None,
    move: MoveOption = None,
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
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Solve Go on a board of up to 33 points (the exact score under best play), or the
    capture game on up to 36 (the winner and the shortest win): proven.

    The rules of Go are those of van der Werf (2004): area scoring, no suicide. Scores are
    Black's lead. What is not decided when the time is up stays open between proven bounds.
    Larger boards are only looked at, without search.

    \b
    Examples:
      goseki solve 3x3
      goseki solve 4x3 --ko basic --openings --picture values.svg --sgf solution.sgf
      goseki solve 4x3 --at-least 4 --seconds 60 --json
      goseki solve 2x2 --ko ssk
      goseki solve 3x3 --method thesis --without etc,killers
      goseki solve 4x4 --game capture
    """
    other_games = _ONLY_GO if game is GameKind.capture else _ONLY_CAPTURE
    refuse_options(context, other_games, f"--game {game.value}")
    other_methods = _NOT_THESIS if method is Method.thesis else _ONLY_THESIS
    refuse_options(context, other_methods, f"--method {method.value}")
    if at_least is not None:
        refuse_options(context, ["openings"], "--at-least")
    parts = [part.strip() for part in (without or "").split(",") if part.strip()]
    check_target(sgf, ".sgf", force=force)
    check_target(picture, ".svg", ".png", ".html", force=force)
    source = read_position(position, move=move, to_play=to_play, komi=komi)
    if seconds is None and nodes is None:
        _announce_long_search(source.board, game)
    result: SolveResult | CaptureResult
    if game is GameKind.capture:
        board = _stones_alone(source.board)
        with progress_bar("solving") as report_share:
            result = solve_capture(
                board,
                method="thesis" if method is Method.thesis else "threshold",
                without=parts,
                shortest=not winner_only,
                seconds=seconds,
                nodes=nodes,
                memory=memory,
                progress=report_share,
                keep_interrupted=True,
            )
    else:
        board = as_problem(source.board, ko_pass=not two_passes)
        with progress_line("solving") as report:
            if method is Method.thesis:
                result = solve_as_thesis(
                    board,
                    ko=ko.value,
                    without=parts,
                    seconds=seconds,
                    nodes=nodes,
                    memory=parse_memory(memory),
                    progress=report,
                )
            else:
                result = solve(
                    board,
                    ko=ko.value,
                    at_least=at_least,
                    openings=openings,
                    seconds=seconds,
                    nodes=nodes,
                    memory=parse_memory(memory),
                    progress=report,
                )
    if sgf is not None:
        write_sgf(solution_record(board, result), sgf, force=force)
    if picture is not None:
        write_file(picture, paint(solution.picture(source, result), picture), force=force)
    if as_json:
        print_json({**describe(board), **_facts(result)})
    else:
        solution.show(source, result)
    if result.interrupted:
        raise KeyboardInterrupt


def _announce_long_search(board: Board, game: GameKind) -> None:
    most = capture.MAX_POINTS if game is GameKind.capture else go.MAX_POINTS
    if MAY_TAKE_DAYS <= board.size.points <= most:
        print(f"{board.size} may take days: --seconds sets a limit", file=sys.stderr)


def _stones_alone(board: Board) -> Board:
    fresh = Board(board.size, Rules())
    fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
    return fresh


def _capture_facts(result: CaptureResult) -> dict[str, Any]:
    return {
        "game": "capture",
        "winner": result.winner,
        "plies": result.plies,
        "evidence": result.evidence,
        "best": [str(point) for point in result.best],
        "pv": [str(point) for point in result.pv],
        "no_win_within": result.no_win_within,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        **({"note": result.note} if result.note else {}),
        **({"interrupted": True} if result.interrupted else {}),
    }


def _facts(result: SolveResult | CaptureResult) -> dict[str, Any]:
    if isinstance(result, CaptureResult):
        return _capture_facts(result)
    facts: dict[str, Any] = {
        "ko": result.ko,
        "score": result.score,
        "lower": result.lower,
        "upper": result.upper,
        "evidence": result.evidence,
        "best": [str(point) for point in result.best],
        "pv": [str(point) for point in result.pv],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
    }
    if isinstance(result, ThesisResult):
        facts |= {
            "method": "thesis",
            "without": list(result.without),
            "value": result.value,
            "depth": result.depth,
            "depth_nodes": result.depth_nodes,
            "deepest": result.deepest,
        }
    if result.holds is not None or result.asked is not None:
        facts["holds"] = result.holds
    if result.openings:
        facts["openings"] = {str(point): r.score for point, r in result.openings.items()}
        facts["opening_bounds"] = {
            str(point): [r.lower, r.upper] for point, r in result.openings.items()
        }
    if result.note:
        facts["note"] = result.note
    if result.interrupted:
        facts["interrupted"] = True
    return facts
