"""`goseki solve`: small boards, exactly."""

from __future__ import annotations

import re
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
from goseki.cli.output import describe, draw, print_json, progress_line
from goseki.coords import Point
from goseki.errors import GosekiError
from goseki.rules import Rules
from goseki.solver import SolveResult, solve
from goseki.solver.go import DEFAULT_MEMORY

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


class KoMode(StrEnum):
    basic = "basic"
    cycle = "cycle"


def run(
    position: PositionArgument,
    ko: Annotated[
        KoMode,
        typer.Option(
            help="What a repeated situation means: basic, a draw; cycle, a win for who passed "
            "more in the cycle."
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
    move: MoveOption = None,
    to_play: ToPlayOption = None,
    komi: KomiOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve Go on a board of up to 33 points: the exact score under best play, proven.

    The rules are those of van der Werf (2004): area scoring, no suicide. Scores are Black's
    lead. What is not decided when the time is up stays open between two proven bounds.

    \b
    Examples:
      goseki solve 3x3
      goseki solve 4x3 --ko basic --openings
      goseki solve 4x4 --at-least 1 --seconds 60 --json
    """
    source = read_position(position, move=move, to_play=to_play, komi=komi)
    board = _under_migos_rules(source.board)
    with progress_line("solving") as report:
        result = solve(
            board,
            ko=ko.value,
            at_least=at_least,
            openings=openings,
            seconds=seconds,
            nodes=nodes,
            memory=_bytes(memory),
            progress=report,
        )
    if as_json:
        print_json({**describe(board), **_facts(result)})
    else:
        _show(source, board, result, at_least)
    if result.interrupted:
        raise KeyboardInterrupt


def _under_migos_rules(board: Board) -> Board:
    """The same stones, turn and ko under the rules of the solver."""
    if board.ko is None:
        fresh = Board(board.size, Rules(komi=board.komi))
        fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
        return fresh
    # A ko is what the last move made of it: set up the position before and play it again.
    before = board.copy()
    before.undo()
    last = board.moves[-1]
    fresh = Board(board.size, Rules(komi=board.komi))
    fresh.setup(before.stones("B"), before.stones("W"), to_play=last.color)
    fresh.play(last.point)
    return fresh


def _bytes(text: str) -> int:
    match = re.fullmatch(r"([0-9]{1,12})([KMG]?)i?B?", text.strip(), re.IGNORECASE)
    size = int(match[1]) * _UNITS[match[2].upper()] if match else 0
    if not 1 <= size < 1 << 40:
        raise GosekiError(f"{text!r} is not a size of memory (examples: 512M, 2G)")
    return size


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
    if result.holds is not None or result.asked is not None:
        facts["holds"] = result.holds
    if result.openings:
        facts["openings"] = {str(point): r.score for point, r in result.openings.items()}
    if result.interrupted:
        facts["interrupted"] = True
    return facts


def _show(source: Source, board: Board, result: SolveResult, at_least: float | None) -> None:
    numbers: dict[Point, int] = {}
    for number, point in enumerate(result.pv, 1):
        if not point.is_pass and board.at(point) is None:
            numbers.setdefault(point, number)
    labels = {
        point: "?" if r.score is None else f"{r.score:+g}" for point, r in result.openings.items()
    }
    draw(source.picture(labels=labels) if labels else source.picture(numbers=numbers))
    if at_least is not None:
        answers = {True: "yes, proven", False: "no, proven", None: "not decided"}
        print(f"Is Black's lead at least {at_least:g}? {answers[result.holds]}.")
    elif result.score is not None:
        print(f"Black's lead under best play is {result.score:+g}: proven ({result.ko} ko).")
    else:
        print(
            f"Black's lead under best play is from {result.lower:+g} to {result.upper:+g}: both "
            f"bounds proven, the rest not decided ({result.ko} ko)."
        )
    if result.pv:
        print("line  ", " ".join(map(str, result.pv)))
    print(
        f"{result.nodes:,} nodes in {result.seconds:.2f} s "
        f"({result.nodes / max(result.seconds, 1e-9):,.0f} a second)"
    )
