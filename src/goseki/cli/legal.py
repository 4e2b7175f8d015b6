"""`goseki legal`: where a colour may play, and why not elsewhere."""

from __future__ import annotations

from typing import Annotated

import typer

from goseki import _core
from goseki.cli.options import (
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    PositionArgument,
    RulesOption,
    ToPlayOption,
    ViewOption,
    read_position,
    refuse_options,
)
from goseki.cli.output import describe, draw, print_json, progress_bar
from goseki.coords import COLOR_NAMES


def run(
    context: typer.Context,
    position: PositionArgument,
    move: MoveOption = None,
    view: ViewOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    positions: Annotated[
        bool,
        typer.Option(
            "--positions",
            help="Count instead the legal positions of a board of this size (4x4: 15 seconds).",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Show where the player to move may play, and why not on other empty points.

    \b
    Examples:
      goseki legal game.sgf --move 80 --rules japanese
      goseki legal 3x3 --positions
    """
    if as_json or positions:
        refuse_options(context, ("view",), "--positions" if positions else "--json")
    source = read_position(
        position, move=move, to_play=to_play, rules=rules, ko=ko, komi=komi, view=view
    )
    board = source.board
    if positions:
        with progress_bar(f"legal positions of {board.size}") as report:
            count = _core.count_legal_positions(board.columns, board.rows, report)
        if as_json:
            print_json({"size": str(board.size), "positions": count})
        else:
            print(f"{board.size}: {count:,} legal positions")
        return
    empty = [point for point in map(board.point, range(board.size.points)) if not board.at(point)]
    reasons = {point: reason for point in empty if (reason := board.why_illegal(point))}
    legal = [point for point in empty if point not in reasons]
    if as_json:
        print_json(
            {
                **describe(source),
                "legal": [str(point) for point in legal],
                "pass": not board.is_over,
                "illegal": {str(point): reason for point, reason in reasons.items()},
            }
        )
        return
    draw(source.picture(marks=dict.fromkeys(reasons, "cross")))
    print(f"{COLOR_NAMES[board.to_play]} may play on {len(legal)} of {len(empty)} empty points.")
    for point, reason in reasons.items():
        print(f"  not on {point}: {reason}")
