"""Boards as a session needs them: under other rules, or played on after the game's end.

In GTP the controller decides when a game is over; moves after two passes are as good as
any. `Board` ends games, so such moves are judged on a twin that does not.
"""

from __future__ import annotations

from dataclasses import replace

from goseki.board import Board
from goseki.coords import PASS_INDEX, Color, PointLike
from goseki.rules import Rules


def under_rules(board: Board, rules: Rules) -> Board:
    """The same game under other rules, moves that they forbid included."""
    return _replay(board, rules, board.move_list())


def unfinished(board: Board) -> Board:
    """The board itself, or if its game is over, one with the same legal moves were it not.

    Of passes in a row only the first of each colour counts for repetition, so two are
    kept: fewer than end the game on the twin.
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


def moves_left(board: Board) -> int:
    """How many moves a side may still have to make, by which its clock divides the time."""
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
