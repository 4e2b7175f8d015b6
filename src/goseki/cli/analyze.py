"""`goseki analyze`: everything Goseki knows about one position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.table import Table

from goseki.board import Board
from goseki.cli.options import (
    ForceOption,
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
from goseki.cli.output import check_target, describe, draw, paint, print_json, show_progress, stdout
from goseki.coords import COLOR_NAMES, Point
from goseki.evidence import Ownership
from goseki.files import write_file
from goseki.life import benson
from goseki.playouts import PlayoutResult, run_playouts


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
    games: Annotated[int, typer.Option(help="Random games for the estimate.", min=1)] = 10_000,
    seed: Annotated[int, typer.Option(help="Where the random numbers start.", min=0)] = 0,
    picture: Annotated[
        Path | None, typer.Option(help="Also draw into this .svg, .png or .html file.")
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a position and say what is known about it: what is proven, and what random games
    believe. Proven points are drawn solid, believed ones shaded.

    \b
    Examples:
      goseki analyze game.sgf
      goseki analyze game.sgf --move 50 --rules japanese --json
      goseki analyze position.txt --picture board.svg
    """
    check_target(picture, ".svg", ".png", ".html", force=force)
    if as_json and picture is None:
        refuse_options(context, ("view",), "--json without --picture")
    source = read_position(context)
    board = source.board
    proven = benson(board).proven
    with show_progress("playing random games") as report:
        played = run_playouts(board, games, seed=seed, progress=report)
    owner = Ownership(proven, np.where(proven != 0, proven, played.ownership))
    facts = _facts(board, owner, played)
    drawn = source.picture(owner=owner, marks=dict.fromkeys(_in_atari(board), "triangle"))
    if picture is not None:
        write_file(picture, paint(drawn, picture), force=force)
    if as_json:
        print_json({**describe(source), **facts})
        return
    draw(drawn)
    stdout.print(_table(board, facts))


def _facts(board: Board, owner: Ownership, played: PlayoutResult) -> dict[str, Any]:
    score = board.score()
    assert owner.estimate is not None
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
            "evidence": "unknown",
            "assumes": "every stone on the board is alive",
        },
        "safe": {
            "B": _names(board, owner.proven.reshape(-1) > 0),
            "W": _names(board, owner.proven.reshape(-1) < 0),
            "evidence": "proven",
        },
        "owner": [[round(float(value), 3) for value in row] for row in owner.estimate],
        "score": round(played.score, 2),
        "black_win_rate": round(played.black_win_rate, 4),
        "games": played.games,
        "evidence": owner.evidence,
    }


def _names(board: Board, mask: Any) -> list[str]:
    return [str(board.point(int(index))) for index in np.flatnonzero(mask)]


def _in_atari(board: Board) -> list[Point]:
    stones = [*board.stones("B"), *board.stones("W")]
    return [stone for stone in stones if len(board.liberties(stone)) == 1]


def _table(board: Board, facts: dict[str, Any]) -> Table:
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    rules = board.rules
    table.add_row("rules", f"{rules.name or rules}, komi {rules.komi:g}")
    table.add_row(
        "to play", "nobody: the game is over" if board.is_over else COLOR_NAMES[board.to_play]
    )
    table.add_row("moves", f"{board.ply} played, {facts['legal']} points legal now")
    taken = facts["prisoners"]
    table.add_row("prisoners", f"Black took {taken['B']}, White took {taken['W']}")
    if facts["ko"]:
        table.add_row("ko", f"{facts['ko']} is forbidden")
    if facts["atari"]:
        table.add_row("in atari", " ".join(facts["atari"]))
    table.add_row("count", f"{facts['count']['result']} if {facts['count']['assumes']}")
    black, white = len(facts["safe"]["B"]), len(facts["safe"]["W"])
    table.add_row(
        "proven", f"{black} points are Black's and {white} White's for ever (Benson's theorem)"
    )
    table.add_row(
        "estimate",
        f"Black wins {facts['black_win_rate']:.0%} of {facts['games']:,} random games, "
        f"lead {facts['score']:+.1f}",
    )
    return table
