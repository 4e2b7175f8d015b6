"""`goseki perft`: count games, for checking an implementation of the rules."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from goseki.cli.options import (
    GameOption,
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    PositionArgument,
    RulesOption,
    ToPlayOption,
    read_position,
)
from goseki.cli.output import describe, end_if_interrupted, print_json, show_progress
from goseki.job import report_share
from goseki.rules import Rules

# The rules under which perft numbers are usually compared.
_PLAIN_RULES = Rules(repetition="NONE", ko_pass=False)


def run(
    context: typer.Context,
    position: PositionArgument,
    game: GameOption = None,
    depth: Annotated[int, typer.Option(help="How many moves deep.", min=1, max=99)] = 4,
    move: MoveOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    as_json: JsonOption = False,
) -> None:
    """Count the games of 1, 2, ... DEPTH moves from a position.

    Passes count; a game that ends earlier counts as one. Without --rules: simple ko, no
    suicide, two passes end the game.

    \b
    Example:
      goseki perft 3x3 --depth 6
    """
    source = read_position(context, default_rules=_PLAIN_RULES)
    board = source.board
    if source.shown and not as_json:
        print(source.shown)
    counts: list[int] = []
    start = time.perf_counter()
    interrupted = False
    try:
        for plies in range(1, depth + 1):
            with show_progress(f"depth {plies}") as report:
                counts.append(board.perft(plies, report_share(report)))
            if not as_json:
                print(f"depth {plies:2}  {counts[-1]:,}", flush=True)
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        print_json(
            {
                **describe(source),
                "counts": counts,
                "seconds": round(time.perf_counter() - start, 3),
            },
            interrupted=interrupted,
        )
    end_if_interrupted(interrupted)
