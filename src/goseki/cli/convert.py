"""`goseki convert`: from SGF or diagram to SGF, diagram, SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goseki.board import Board
from goseki.cli.options import (
    ForceOption,
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    RulesOption,
    ToPlayOption,
    looks_like_sgf,
    read_input,
    read_position,
)
from goseki.cli.output import print_json
from goseki.diagram import format_diagram
from goseki.draw import Picture, to_html, to_png, to_svg
from goseki.errors import GosekiError
from goseki.files import write_file
from goseki.game import Game
from goseki.records import parse_sgf
from goseki.sgf import encode

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
    as_json: JsonOption = False,
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
    content = _whole_file(source, target) if move is None else None
    if content is None:
        board = read_position(
            source, move=move, to_play=to_play, rules=rules, ko=ko, komi=komi
        ).board
        content = _position(board, target)
    write_file(target, content, force=force)
    if as_json:
        print_json({"written": str(target), "bytes": len(content)})


def _whole_file(source: str, target: Path) -> bytes | None:
    """All games of an SGF file as SGF; None where something else is wanted."""
    if target.suffix.lower() != ".sgf" or source == "-" or not Path(source).is_file():
        return None
    data, name = read_input(source)
    if not looks_like_sgf(data):
        return None
    return encode(game.root for game in parse_sgf(data, source=name))


def _position(board: Board, target: Path) -> bytes:
    picture = Picture.of(board)
    match target.suffix.lower():
        case ".sgf":
            return encode(Game.from_board(board).root)
        case ".txt":
            return f"{format_diagram(board.to_array())}\n".encode()
        case ".svg":
            return to_svg(picture).encode()
        case ".html":
            return to_html(picture).encode()
        case ".png":
            return to_png(picture)
        case _:
            raise GosekiError(f"{target}: cannot write this kind of file (only {_FORMATS})")
