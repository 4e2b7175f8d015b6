"""`goseki solve`: small boards, exactly."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Any

import typer

from goseki.board import Board
from goseki.cli.options import (
    JsonOption,
    KomiOption,
    MoveOption,
    PositionArgument,
    Source,
    ToPlayOption,
    read_position,
)
from goseki.cli.output import describe, draw, print_json, progress_bar, progress_line
from goseki.coords import Point
from goseki.errors import GosekiError
from goseki.rules import Rules
from goseki.solver import (
    CaptureResult,
    SolveResult,
    ThesisResult,
    solve,
    solve_as_thesis,
    solve_capture,
)
from goseki.solver.go import DEFAULT_MEMORY
from goseki.solver.limits import parse_memory
from goseki.solver.thesis import PARTS

_NAMES = {"B": "Black", "W": "White"}


class GameKind(StrEnum):
    go = "go"
    capture = "capture"


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
    as_json: JsonOption = False,
) -> None:
    """Solve Go on a board of up to 33 points (the exact score under best play), or the
    capture game on up to 36 (the winner and the shortest win): proven.

    The rules of Go are those of van der Werf (2004): area scoring, no suicide. Scores are
    Black's lead. What is not decided when the time is up stays open between proven bounds.

    \b
    Examples:
      goseki solve 3x3
      goseki solve 4x3 --ko basic --openings
      goseki solve 4x3 --at-least 4 --seconds 60 --json
      goseki solve 2x2 --ko ssk
      goseki solve 3x3 --method thesis --without etc,killers
      goseki solve 4x4 --game capture
    """
    if without is not None and method is not Method.thesis:
        raise GosekiError("--without is about --method thesis")
    if method is Method.thesis and (openings or at_least is not None or winner_only):
        raise GosekiError("--openings, --at-least and --winner-only need --method default")
    parts = [part.strip() for part in (without or "").split(",") if part.strip()]
    source = read_position(position, move=move, to_play=to_play, komi=komi)
    if game is GameKind.capture:
        if openings or at_least is not None:
            raise GosekiError("--openings and --at-least are about Go, not the capture game")
        _run_capture(source, seconds, nodes, memory, winner_only, method, parts, as_json)
        return
    board = _under_migos_rules(source.board, two_passes)
    with progress_line("solving") as report:
        result: SolveResult
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
    if as_json:
        print_json({**describe(board), **_facts(result)})
    else:
        _show(source, board, result, at_least)
    if result.interrupted:
        raise KeyboardInterrupt


def _run_capture(
    source: Source,
    seconds: float | None,
    nodes: int | None,
    memory: str,
    winner_only: bool,
    method: Method,
    without: list[str],
    as_json: bool,
) -> None:
    with progress_bar("solving") as report:
        result = solve_capture(
            source.board,
            method="thesis" if method is Method.thesis else "threshold",
            without=without,
            shortest=not winner_only,
            seconds=seconds,
            nodes=nodes,
            memory=memory,
            progress=report,
            keep_interrupted=True,
        )
    if as_json:
        print_json(
            {
                **describe(source.board),
                "game": "capture",
                "winner": result.winner,
                "plies": result.plies,
                "evidence": result.evidence,
                "best": [str(point) for point in result.best],
                "pv": [str(point) for point in result.pv],
                "no_win_within": result.no_win_within,
                "nodes": result.nodes,
                "seconds": round(result.seconds, 3),
                **({"interrupted": True} if result.interrupted else {}),
            }
        )
    else:
        draw(source.picture(numbers=_numbers(source.board, result.pv)))
        print(_capture_sentence(result))
        if result.pv:
            print("line  ", " ".join(map(str, result.pv)))
        _print_speed(result.nodes, result.seconds)
    if result.interrupted:
        raise KeyboardInterrupt


def _capture_sentence(result: CaptureResult) -> str:
    if result.winner is None:
        bounds = ", ".join(
            f"{_NAMES[color]} not within {plies} plies"
            for color, plies in result.no_win_within.items()
        )
        return f"Not decided: {bounds or 'nothing is proven yet'}."
    length = "" if result.plies is None else f" after {result.plies} plies"
    return f"{_NAMES[result.winner]} makes the first capture{length}: proven."


def _numbers(board: Board, line: list[Point]) -> dict[Point, int]:
    """The moves of a line, each on its point; a later move on the same point is not shown."""
    numbers: dict[Point, int] = {}
    for number, point in enumerate(line, 1):
        if not point.is_pass and board.at(point) is None:
            numbers.setdefault(point, number)
    return numbers


def _print_speed(nodes: int, seconds: float) -> None:
    print(f"{nodes:,} nodes in {seconds:.2f} s ({nodes / max(seconds, 1e-9):,.0f} a second)")


def _under_migos_rules(board: Board, two_passes: bool) -> Board:
    """The same stones, turn and ko under the rules of the solver."""
    rules = Rules(komi=board.komi, ko_pass=not two_passes)
    if board.ko is None:
        fresh = Board(board.size, rules)
        fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
        return fresh
    # A ko is what the last move made of it: set up the position before and play it again.
    before = board.copy()
    before.undo()
    last = board.moves[-1]
    fresh = Board(board.size, rules)
    fresh.setup(before.stones("B"), before.stones("W"), to_play=last.color)
    fresh.play(last.point)
    return fresh


def _facts(result: SolveResult) -> dict[str, Any]:
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
    if result.interrupted:
        facts["interrupted"] = True
    return facts


def _show(source: Source, board: Board, result: SolveResult, at_least: float | None) -> None:
    labels = {
        point: "?" if r.score is None else f"{r.score:+g}" for point, r in result.openings.items()
    }
    draw(
        source.picture(labels=labels)
        if labels
        else source.picture(numbers=_numbers(board, result.pv))
    )
    if at_least is not None:
        ink = "believed, not proven" if result.evidence == "estimate" else "proven"
        answers = {True: f"yes, {ink}", False: f"no, {ink}", None: "not decided"}
        print(f"Is Black's lead at least {at_least:g}? {answers[result.holds]}.")
    elif result.evidence == "estimate":
        print(f"Black's lead under best play may be {result.score:+g}: an estimate (ssk-approx).")
    elif result.score is not None:
        print(f"Black's lead under best play is {result.score:+g}: proven ({result.ko} ko).")
    else:
        print(
            f"Black's lead under best play is from {result.lower:+g} to {result.upper:+g}: both "
            f"bounds proven, the rest not decided ({result.ko} ko)."
        )
    if isinstance(result, ThesisResult):
        print(_thesis_sentence(result))
    if result.pv:
        print("line  ", " ".join(map(str, result.pv)))
    _print_speed(result.nodes, result.seconds)


def _thesis_sentence(result: ThesisResult) -> str:
    if result.value is None:
        return "The thesis's search has not finished its first iteration."
    return (
        f"The thesis's search says {result.value:+g} from depth {result.depth} on "
        f"({result.depth_nodes:,} nodes to there; searched to depth {result.deepest})."
    )
