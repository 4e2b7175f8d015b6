"""`goseki analyze`: everything Goseki knows about one position."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from goseki.board import Board
from goseki.cli.options import (
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    PositionArgument,
    RulesOption,
    ToPlayOption,
    read_position,
)
from goseki.cli.output import describe, draw, print_json, stdout
from goseki.coords import Point
from goseki.draw import Picture

_NAMES = {"B": "Black", "W": "White"}


def run(
    position: PositionArgument,
    move: MoveOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    as_json: JsonOption = False,
) -> None:
    """Draw a position and say what is known about it.

    \b
    Examples:
      goseki analyze game.sgf
      goseki analyze game.sgf --move 50 --rules japanese --json
    """
    board = read_position(position, move=move, to_play=to_play, rules=rules, ko=ko, komi=komi).board
    facts = _facts(board)
    if as_json:
        print_json({**describe(board), **facts})
        return
    picture = Picture.of(board, marks=dict.fromkeys(_in_atari(board), "triangle"))
    draw(picture)
    stdout.print(_table(board, facts))


def _facts(board: Board) -> dict[str, Any]:
    score = board.score()
    return {
        "prisoners": board.prisoners,
        "ko": None if board.ko is None else str(board.ko),
        "legal": len(board.legal_points()),
        "atari": [str(point) for point in _in_atari(board)],
        "over": board.is_over,
        "count": {
            "result": score.result,
            "black": score.black,
            "white": score.white,
            "komi": score.komi,
            "assumes": "every stone on the board is alive",
        },
    }


def _in_atari(board: Board) -> list[Point]:
    stones = [*board.stones("B"), *board.stones("W")]
    return [stone for stone in stones if len(board.liberties(stone)) == 1]


def _table(board: Board, facts: dict[str, Any]) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    rules = board.rules
    table.add_row("rules", f"{rules.name or rules}, komi {rules.komi:g}")
    table.add_row("to play", "nobody: the game is over" if board.is_over else _NAMES[board.to_play])
    table.add_row("moves", f"{board.ply} played, {facts['legal']} points legal now")
    taken = facts["prisoners"]
    table.add_row("prisoners", f"Black took {taken['B']}, White took {taken['W']}")
    if facts["ko"]:
        table.add_row("ko", f"{facts['ko']} is forbidden")
    if facts["atari"]:
        table.add_row("in atari", " ".join(facts["atari"]))
    table.add_row("count", f"{facts['count']['result']} if {facts['count']['assumes']}")
    return table
