"""`goseki perft`: count games, for checking an implementation of the rules."""

from __future__ import annotations

import time
from collections.abc import Sequence
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
from goseki.cli.output import end_if_interrupted, print_json, show_progress
from goseki.counting import count_games
from goseki.facts import facts
from goseki.job import Progress
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
    start = time.perf_counter()
    told = 0

    def tell(counts: Sequence[int]) -> None:
        nonlocal told
        for count in () if as_json else counts[told:]:
            told += 1
            print(f"depth {told:2}  {count:,}", flush=True)

    with show_progress("counting") as report:

        def show(progress: Progress) -> None:
            tell(progress.known)
            report(progress)

        found = count_games(board, depth, progress=show)
    tell(found)
    if as_json:
        seconds = round(time.perf_counter() - start, 3)
        counted = {**facts(source), "counts": found, "seconds": seconds}
        print_json(counted, interrupted=found.interrupted)
    end_if_interrupted(found.interrupted)
