"""`goseki convert`: from SGF or diagram to SGF, diagram, SVG or PNG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from goseki.cli.options import (
    ForceOption,
    GameOption,
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    RulesOption,
    ToPlayOption,
    ViewOption,
    read_position,
    refuse_options,
    tell_notes,
)
from goseki.cli.output import paint, print_json
from goseki.diagram import format_diagram
from goseki.errors import GosekiError, one_line
from goseki.files import write_file
from goseki.game import Game, move_text
from goseki.positions import Source, choose_game, open_position
from goseki.records import parse_sgf
from goseki.sgf import encode
from goseki.sgf.files import read_data

_FORMATS = ".sgf, .txt, .svg, .png or .html"


def run(
    context: typer.Context,
    source: Annotated[
        str, typer.Argument(metavar="POSITION", help="An SGF file, diagram, - or empty board.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUTPUT", help=f"A file that ends in {_FORMATS}.")
    ],
    game: GameOption = None,
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
    notes: tuple[str, ...] = ()
    given = open_position(source, game)
    if target.suffix.lower() in (".sgf", ".txt"):
        refuse_options(context, ("view",), f"a {target.suffix} file")
    about_position = (move, to_play, rules, ko, komi) != (None,) * 5
    if target.suffix.lower() == ".sgf" and not about_position and given.is_sgf:
        if game is not None:
            games = [choose_game(given, game)[0]]
        else:
            data = read_data(Path(source)) if given.games_after else given.data
            games = parse_sgf(data, source=given.name)
        content = encode(each.root for each in games)
    else:
        chosen = read_position(context, position=given, quiet=True)
        content = _draw_up(chosen, target)
        notes = chosen.notes
        shown = {"move": chosen.move, "moves": chosen.moves}
    write_file(target, content, force=force)
    tell_notes(notes)
    if as_json:
        print_json({"written": str(target), "bytes": len(content), **shown})
    elif shown.get("moves") and sys.stdout.writable():  # the file is the result, this a remark
        print(f"wrote {one_line(str(target))}: {move_text(**shown)}")


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
