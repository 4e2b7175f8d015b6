"""Go played by the letter of the rules on the tiniest boards, with the whole history.

No table, no symmetry, no theory of cycles: every game is played to its end by the referee, who
ends it at the first repetition. This is what certificates must agree with.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from typing import Any

from goseki import Point
from goseki.reference import Referee
from goseki.reference.static import terminal_score

REPETITION = {"basic": "DRAW", "cycle": "PASSES"}
MAX_POINTS = 4
sys.setrecursionlimit(10_000)


def holds(claim: Mapping[str, Any]) -> bool:
    """Whether the claim of a proof's header is true."""
    ko_point = None if claim["ko_point"] is None else Point.parse(claim["ko_point"])
    black_gets = _black_gets(
        tuple(claim["board"]),
        claim["to_play"],
        ko_point,
        claim["passes_needed"],
        claim["ko"],
        claim["ko_pass"],
        claim["komi"],
        claim["at_least"],
    )
    return black_gets == (claim["winner"] == "B")


@cache
def _black_gets(
    board: tuple[str, ...],
    to_play: Any,
    ko_point: Point | None,
    passes_needed: int,
    ko: str,
    ko_pass: bool,
    komi: float,
    at_least: float,
) -> bool:
    game = start(board, to_play, ko_point, ko, ko_pass)
    game.passes_needed = passes_needed
    return search(game, komi, at_least)


def start(
    board: tuple[str, ...], to_play: Any, ko_point: Point | None, ko: str, ko_pass: bool
) -> Referee:
    columns, rows = len(board[0]), len(board)
    referee = Referee(columns, rows, repetition=REPETITION[ko], ko_pass=ko_pass)
    stones = {
        (column, rows - 1 - row): stone
        for row, text in enumerate(board)
        for column, stone in enumerate(text)
    }
    black, white = ([p for p, stone in stones.items() if stone == sign] for sign in "XO")
    referee.setup(black, white, to_play)
    if ko_point is not None:
        referee.ko_point = tuple(ko_point)
        referee.history = [referee.situation_key()]
    return referee


def search(game: Referee, komi: float, at_least: float) -> bool:
    """Whether Black's score is at least so much if both do their best."""
    if game.over:
        return enough(game, komi, at_least)
    color = game.to_play
    for point in (None, *game.legal_points(color)):
        after = game.copy()
        after.play(color, point)
        if search(after, komi, at_least) == (color == "B"):
            return color == "B"
    return color != "B"


def enough(game: Referee, komi: float, at_least: float) -> bool:
    """Whether a finished game gives Black so much; a draw by repetition is 0, komi or not."""
    if game.result_by_repetition is not None:
        infinite = float("inf")
        return {"draw": 0.0, "B": infinite, "W": -infinite}[game.result_by_repetition] >= at_least
    lead = terminal_score(game.columns, game.rows, game.stones, remove_one_liberty_blocks=True)
    return lead - komi >= at_least
