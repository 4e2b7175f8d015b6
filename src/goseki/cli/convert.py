"""`goseki convert`: from SGF or diagram to SGF, diagram, SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from goseki.cli.options import (
    ForceOption,
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    RulesOption,
    Source,
    ToPlayOption,
    ViewOption,
    open_position,
    read_position,
    refuse_options,
)
from goseki.cli.output import paint, print_json
from goseki.diagram import format_diagram
from goseki.errors import GosekiError
from goseki.files import write_file
from goseki.game import Game, move_text
from goseki.records import parse_sgf
from goseki.sgf import encode

_FORMATS = ".sgf, .txt, .svg, .png or .html"


def run(
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="POSITION", help="An SGF file, diagram, - or empty board.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUTPUT", help=f"A file that ends in {_FORMATS}.")
    ],
    move: MoveOption = None,
    view: ViewOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Write a game or position in another format.

    SGF to SGF keeps every game, variation and property, and makes the text UTF-8; with
    --move or another option about the position it writes the moves up to there alone.

    \b
    Examples:
      goseki convert game.sgf game.png --move 50
      goseki convert position.txt problem.sgf
      goseki convert old-big5.sgf utf8.sgf
    """
    shown: dict[str, Any] = {}
    given = open_position(source)
    if target.suffix.lower() in (".sgf", ".txt"):
        refuse_options(context, ("view",), f"a {target.suffix} file")
    about_position = (move, to_play, rules, ko, komi) != (None,) * 5
    if target.suffix.lower() == ".sgf" and not about_position and given.is_sgf:
        games = parse_sgf(given.data, source=given.name)
        content = encode(game.root for game in games)
    else:
        chosen = read_position(
            given, move=move, to_play=to_play, rules=rules, ko=ko, komi=komi, view=view
        )
        content = _draw_up(chosen, target)
        shown = {"move": chosen.move, "moves": chosen.moves}
    write_file(target, content, force=force)
    if as_json:
        print_json({"written": str(target), "bytes": len(content), **shown})
    elif shown.get("moves"):
        print(f"wrote {target}: {move_text(**shown)}")


def _draw_up(source: Source, target: Path) -> bytes:
    board = source.board
    match target.suffix.lower():
        case ".sgf":
            return encode(Game.from_board(board).root)
        case ".txt":
            turn = "White to play\n" if board.to_play == "W" else ""
            return f"{format_diagram(board.to_array())}\n{turn}".encode()
        case ".svg" | ".png" | ".html":
            return paint(source.picture(), target)
        case _:
            raise GosekiError(f"{target}: cannot write this kind of file (only {_FORMATS})")
