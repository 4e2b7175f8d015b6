"""`goseki show`: draw a position."""

from __future__ import annotations

from typing import Annotated, Literal

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
)
from goseki.cli.output import draw, print_json
from goseki.diagram import format_diagram
from goseki.draw import to_ascii, to_svg, to_unicode
from goseki.facts import facts

Style = Literal["color", "unicode", "ascii", "diagram", "svg"]


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
    style: Annotated[
        Style | None,
        typer.Option(help="How to draw (default: color on a terminal, unicode otherwise)."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a position.

    \b
    Examples:
      goseki show game.sgf --move 50
      goseki show game.sgf --view A1:E5
      goseki show 5x6 --style ascii
      echo ".X./XXX/..." | goseki show -
    """
    if as_json:
        refuse_options(context, ("style", "view"), "--json")
    if style == "diagram":
        refuse_options(context, ("view",), "--style diagram")
    source = read_position(context)
    board = source.board
    if as_json:
        print_json({**facts(source), **facts(board)})
        return
    picture = source.picture()
    match style:
        case None | "color":
            draw(picture)
        case "unicode":
            print(to_unicode(picture))
        case "ascii":
            print(to_ascii(picture))
        case "diagram":
            print(format_diagram(board.to_array()))
        case "svg":
            print(to_svg(picture))
