"""`goseki legal`: where a colour may play, and why not elsewhere."""

from __future__ import annotations

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
    ViewOption,
    read_position,
    refuse_options,
    tell_notes,
)
from goseki.cli.output import draw, end_if_interrupted, print_json, show_progress
from goseki.coords import COLOR_NAMES, Size
from goseki.counting import count_positions
from goseki.errors import GosekiError
from goseki.facts import facts

_OF_A_GAME = ("game", "move", "to_play", "rules", "ko", "komi")
_POSITIONS_A_SECOND = 2.5e6
_MOST_POINTS = 20
"""Boards up to here are counted in minutes."""


def run(
    context: typer.Context,
    position: PositionArgument,
    game: GameOption = None,
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
    force: Annotated[
        bool, typer.Option("--force", help="With --positions: count even if it takes hours.")
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
    source = read_position(context, quiet=True)
    board = source.board
    if positions:
        refuse_options(context, _OF_A_GAME, "--positions")
        _refuse_hours(board.size, force)
        tell_notes(source.notes)
        with show_progress("counting") as report:
            counted = count_positions(board.size, progress=report)
        end_if_interrupted(counted.interrupted)
        [count] = counted
        if as_json:
            print_json({"size": str(board.size), "positions": count})
        else:
            print(f"{board.size}: {count:,} legal positions")
        return
    refuse_options(context, ["force"], "a position: it is for --positions")
    tell_notes(source.notes)
    if as_json:
        print_json({**facts(source), **facts(board.legal_moves)})
        return
    reasons = board.legal_moves.forbidden
    draw(source.picture(marks=dict.fromkeys(reasons, "cross")))
    legal = len(board.legal_points())
    empty = legal + len(reasons)
    print(f"{COLOR_NAMES[board.to_play]} may play on {legal} of {empty} empty points.")
    for point, reason in reasons.items():
        print(f"  not on {point}: {reason}")


def _refuse_hours(size: Size, force: bool) -> None:
    if size.points <= _MOST_POINTS or force:
        return
    hours = 3.0**size.points / _POSITIONS_A_SECOND / 3600
    long = f"{hours:,.0f} hours" if hours < 1e5 else f"{hours / 8766:.0e} years"
    raise GosekiError(f"{size}: to count would take about {long} (--force does it all the same)")
