"""Arguments and options that commands share, and the position they name."""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, get_args

import typer

from goseki.board import Board
from goseki.coords import Color, Size, parse_color
from goseki.diagram import parse_diagram
from goseki.errors import CoordinateError, GosekiError, RulesError
from goseki.game import Game
from goseki.records import parse_sgf
from goseki.rules import Ko, Rules, check_komi
from goseki.sgf import decode

PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="An SGF file, a text diagram, - for standard input, or an empty board such as 9x9.",
        show_default=False,
    ),
]
MoveOption = Annotated[
    int | None,
    typer.Option(
        "--move", metavar="N", help="The position after move N (default: the last).", min=0
    ),
]
ToPlayOption = Annotated[
    str | None, typer.Option("--to-play", metavar="B|W", help="Whose turn it is.")
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="migos, chinese, japanese, korean, aga, new-zealand, tromp-taylor, or KataGo's JSON.",
    ),
]
KoOption = Annotated[
    str | None, typer.Option("--ko", help="simple, positional, situational or none.")
]
KomiOption = Annotated[str | None, typer.Option("--komi", help="Points for White.")]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object instead of a drawing.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]


@dataclass(frozen=True)
class Source:
    """A position given on the command line, and the game it comes from, if any."""

    board: Board
    name: str
    game: Game | None = None


def read_position(
    position: str,
    *,
    move: int | None = None,
    to_play: str | None = None,
    rules: str | None = None,
    ko: str | None = None,
    komi: str | None = None,
    default_rules: Rules | None = None,
) -> Source:
    """The board that POSITION and its options name. Rules come from the options, else
    from the SGF file, else `default_rules`."""
    color = None if to_play is None else parse_color(to_play)
    size = _empty_board_size(position)
    if size is not None:
        name = str(size)
        board = Board(size, _chosen_rules(default_rules or Rules(), rules, ko, komi))
        source = Source(board, name)
    else:
        data, name = read_input(position)
        if looks_like_sgf(data):
            return _from_sgf(data, name, move, color, rules, ko, komi)
        chosen = _chosen_rules(default_rules or Rules(), rules, ko, komi)
        try:
            source = Source(_from_diagram(data, chosen), name)
        except GosekiError as error:
            raise GosekiError(f"{name}: {error}") from None
    if move:
        raise GosekiError(f"{name}: has 0 moves, so there is no move {move}")
    if color is not None:
        source.board.to_play = color
    return source


def read_input(position: str) -> tuple[bytes, str]:
    """The bytes of a file or of standard input, and the name to call it by."""
    if position == "-":
        data, name = sys.stdin.buffer.read(), "standard input"
    else:
        path = Path(position)
        if path.is_dir():
            raise GosekiError(f"{position}: is a directory, not a file")
        data, name = path.read_bytes(), position
    if not data.strip():
        raise GosekiError(f"{name}: is empty")
    return data, name


def looks_like_sgf(data: bytes) -> bool:
    """Whether the bytes hold the beginning of a game tree."""
    return re.search(r"\(\s*;", decode(data)) is not None


def _empty_board_size(position: str) -> Size | None:
    if not position[:1].isdigit() or Path(position).exists():
        return None
    try:
        return Size.parse(position)
    except CoordinateError:
        if any(character in position for character in "./\\"):
            return None
        raise


def _from_sgf(
    data: bytes,
    name: str,
    move: int | None,
    color: Color | None,
    rules: str | None,
    ko: str | None,
    komi: str | None,
) -> Source:
    game = parse_sgf(data, source=name)[0]
    board = game.position(move=move, rules=_chosen_rules(game.rules, rules, ko, komi))
    if color is not None:
        board.to_play = color
    return Source(board, name, game)


def _from_diagram(data: bytes, rules: Rules) -> Board:
    if b"\0" in data:
        raise GosekiError("is a binary file, neither SGF nor a text diagram")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GosekiError("is neither SGF nor a text diagram in UTF-8") from None
    diagram = parse_diagram(text)
    board = Board(diagram.size, rules)
    board.setup(diagram.black, diagram.white, to_play=diagram.to_play)
    return board


def _chosen_rules(given: Rules, rules: str | None, ko: str | None, komi: str | None) -> Rules:
    chosen = given if rules is None else Rules.parse(rules)
    if ko is not None:
        if ko.upper() not in get_args(Ko):
            raise RulesError(
                f"unknown ko rule: {ko!r} (known: simple, positional, situational, none)"
            )
        chosen = replace(chosen, ko=ko.upper())  # type: ignore[arg-type]
    if komi is not None:
        chosen = replace(chosen, komi=check_komi(komi))
    return chosen
