"""Commands that read and write SGF files."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from goseki.game import Game
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable
from goseki.records import read_sgf, write_sgf
from goseki.rules import Rules

table = CommandTable()


@table.add("loadsgf", "FILENAME [MOVE_NUMBER]...")
def load_sgf(session: Session, arguments: Arguments) -> str:
    """Load the position at the end of a game, or before a move."""
    name, number = _split(arguments)
    # Anything but a plain file could keep us reading for ever, or be our own input.
    if not Path(name).is_file():
        raise CommandError("cannot load file")
    game = read_sgf(name)
    rules = _rules(game, session.board.rules)
    moves = len(game.move_indices())
    stop = None if number is None or number > moves else number - 1
    board = game.position(move=stop, node=game.end if stop is None else None, rules=rules)
    session.start_game(board.size)
    session.board = board
    return ""


def _split(arguments: Arguments) -> tuple[str, int | None]:
    """File name and move number; the name may hold blanks."""
    name = " ".join(arguments)
    if len(arguments) > 1 and re.fullmatch("[0-9]+", arguments[-1]) and not Path(name).is_file():
        return " ".join(arguments[:-1]), arguments.integer(len(arguments) - 1, 1)
    return name, None


def _rules(game: Game, current: Rules) -> Rules:
    """The rules and komi of the file. Where it names none, or none that are known, the current
    ones stay."""
    komi = game.komi if game.info("KM") else current.komi
    found = game.rules
    named = bool(game.info("RU")) and (found.name != "migos" or game.info("RU") == "migos")
    return replace(found if named else current, komi=komi)


@table.add("printsgf", "[FILENAME]...")
def print_sgf(session: Session, arguments: Arguments) -> str:
    """The game as SGF, or written to a file whose name ends in .sgf."""
    game = Game.from_board(session.board)
    if not arguments:
        return game.to_sgf()
    name = " ".join(arguments)
    if not name.lower().endswith(".sgf"):
        raise CommandError("the name of the file must end in .sgf")
    write_sgf(game, name, force=True)
    return ""
