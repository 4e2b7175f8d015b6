"""A position of some game as a problem for the Go solver."""

from __future__ import annotations

from goseki.board import Board
from goseki.rules import Rules


def as_problem(board: Board, *, ko_pass: bool = True) -> Board:
    """The same stones, turn, ko and komi under the rules of the solver, as if set up.

    >>> board = Board("4x1", "japanese")
    >>> for move in ("B1", "C1", "D1"):
    ...     board.play(move)
    >>> problem = as_problem(board)
    >>> problem.rules.name, problem.ko, problem.ply
    ('migos', Point.parse('C1'), 1)
    """
    # A ko is what the last move made of it, and how many passes end the game what the one
    # before did: they are played again.
    before, kept = board.copy(), 0
    while before.ko is not None and kept < 2:
        before.undo()
        kept += 1
    problem = Board(board.size, Rules(komi=board.komi, ko_pass=ko_pass))
    problem.setup(before.stones("B"), before.stones("W"), to_play=before.to_play)
    for last in board.moves[len(board.moves) - kept :]:
        problem.play(last.point)
    return problem
