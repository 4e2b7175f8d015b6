"""Boards under other rules, without their history, or on which a finished game goes on.

In GTP the controller decides when a game is over, so there may be moves after two passes. A
`Board` ends its game then, so such moves are judged on a twin of the board that does not.
"""

from __future__ import annotations

from dataclasses import replace

from goseki.board import Board
from goseki.coords import PASS_INDEX, Color, PointLike
from goseki.rules import Rules


def under_rules(board: Board, rules: Rules) -> Board:
    """The same game under other rules, with all its moves, even those that they forbid."""
    return _replay(board, rules, board.move_list())


def unfinished(board: Board) -> Board:
    """The board itself; or, if its game is over, a board on which the game goes on, with the
    legal moves that there would be.

    For repetition only the first of several passes of a colour in a row counts. So at most two
    passes are kept, and the twin needs more than that to end its game.
    """
    if not board.is_over:
        return board
    rules = replace(board.rules, repetition="NONE", passes_to_end=4, ko_pass=False)
    moves: list[tuple[Color, int]] = []
    passed: set[Color] = set()
    for color, index in board.move_list():
        if index != PASS_INDEX:
            passed.clear()
        elif color in passed:
            continue
        else:
            passed.add(color)
        moves.append((color, index))
    return _replay(board, rules, moves)


def why_illegal(board: Board, move: PointLike, color: Color) -> str | None:
    """Why a colour may not play there now, whether or not the game is over."""
    return unfinished(board).why_illegal(move, color)


def with_turn(board: Board, color: Color) -> Board:
    """The board with this colour to play."""
    if board.to_play == color:
        return board
    turned = board.copy()
    turned.to_play = color
    return turned


def moves_left(board: Board) -> int:
    """How many more moves a side may have to make. The clock divides the time by it."""
    return (board.size.points - int((board.to_array() != 0).sum())) // 2


def as_set_up(board: Board, to_play: Color | None = None) -> Board:
    """The stones alone, without history: no ko, and the game is not over."""
    fresh = Board(board.size, board.rules)
    fresh.handicap = board.handicap
    fresh.set_up(board.to_array(), *board.prisoner_counts())
    fresh.to_play = board.to_play if to_play is None else to_play
    return fresh


def _replay(board: Board, rules: Rules, moves: list[tuple[Color, int]]) -> Board:
    start = board.start_position()
    twin = Board(board.size, rules)
    twin.handicap = board.handicap
    twin.set_up(start.to_array(), *start.prisoner_counts())
    twin.to_play = start.to_play
    for color, index in moves:
        twin.play_recorded(index, color)
    twin.to_play = board.to_play
    return twin
