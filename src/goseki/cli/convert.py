"""`goseki convert`: from SGF or diagram to SGF, diagram, SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goseki.cli.options import (
    ForceOption,
    KoOption,
    KomiOption,
    MoveOption,
    RulesOption,
    ToPlayOption,
    read_input,
    read_position,
)
from goseki.cli.output import write_file
from goseki.diagram import format_diagram
from goseki.draw import Picture, to_html, to_png, to_svg
from goseki.errors import GosekiError
from goseki.game import Game
from goseki.sgf import format_sgf, looks_like_sgf, parse_sgf

_FORMATS = ".sgf, .txt, .svg, .png or .html"


def run(
    source: Annotated[
        str, typer.Argument(metavar="POSITION", help="An SGF file, diagram, - or empty board.")
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUTPUT", help=f"A file that ends in {_FORMATS}.")
    ],
    move: MoveOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    force: ForceOption = False,
) -> None:
    """Write a game or position in another format.

    SGF to SGF keeps every game, variation and property, and makes the text UTF-8; with
    --move it writes the position alone.

    \b
    Examples:
      goseki convert game.sgf game.png --move 50
      goseki convert position.txt problem.sgf
      goseki convert old-big5.sgf utf8.sgf
    """
    kind = target.suffix.lower()
    if kind == ".sgf" and move is None and source != "-" and Path(source).is_file():
        data, name = read_input(source)
        if looks_like_sgf(data):
            try:
                games = parse_sgf(data)
            except GosekiError as error:
                raise GosekiError(f"{name}: {error}") from None
            write_file(target, format_sgf(games).encode(), force=force)
            return
    board = read_position(
        source, move=move, to_play=to_play, rules=rules, ko=ko, komi=komi
    ).board
    match kind:
        case ".sgf":
            content = format_sgf([Game.from_board(board)]).encode()
        case ".txt":
            content = f"{format_diagram(board.to_array())}\n".encode()
        case ".svg":
            content = to_svg(Picture.of(board)).encode()
        case ".html":
            content = to_html(Picture.of(board)).encode()
        case ".png":
            content = to_png(Picture.of(board))
        case _:
            raise GosekiError(f"{target}: cannot write this kind of file (only {_FORMATS})")
    write_file(target, content, force=force)
