"""What is decided on a small board without search, and the bounds on the score it gives.

Unconditional territory after van der Werf (2004, section 5.1.2): stones that cannot be
captured and points where the opponent cannot make two eyes, although their owner always passes.
There the opponent's stones count as captured at the end of a game. That is a rule of counting:
a block with one eye counts as dead however large it is, and nobody asks what would follow if it
were taken off. Boards of up to 64 points; suicide must be illegal.
"""

from __future__ import annotations

from dataclasses import dataclass

from goseki import _core
from goseki.board import Board
from goseki.coords import Color, Point
from goseki.errors import GosekiError
from goseki.life import benson
from goseki.rules import Rules
from goseki.solver.result import MAX_POINTS as MAX_SEARCHED

MAX_POINTS = 64


@dataclass(frozen=True)
class StaticAnalysis:
    """What each colour owns for good. Points run row by row from the top left."""

    alive: dict[Color, list[Point]]
    """The unconditionally alive stones."""
    territory: dict[Color, list[Point]]
    """All points owned: the living stones, and where the opponent cannot make two eyes."""
    lower: int
    """Black's lead on the board, without komi, can be made no less by White's play ..."""
    upper: int
    """... and no more by Black's."""

    @property
    def is_decided(self) -> bool:
        """Whether the score is known: every point has its owner."""
        return self.lower == self.upper


def static_analysis(board: Board) -> StaticAnalysis:
    """Find what is decided by looking at the stones only: turn, ko and history play no part.

    >>> analysis = static_analysis(Board.from_diagram(".X./XXX/.../.X."))
    >>> len(analysis.alive["B"]), len(analysis.territory["B"]), analysis.lower, analysis.upper
    (4, 12, 12, 12)
    >>> static_analysis(Board("9x9"))
    Traceback (most recent call last):
    goseki.errors.GosekiError: static analysis takes boards of up to 64 points, not 9x9
    """
    owned = _core.unconditional(*_masks(board))

    def points(mask: int) -> list[Point]:
        return [board.size.point(i) for i in range(board.size.points) if mask >> i & 1]

    return StaticAnalysis(
        alive={"B": points(owned.black_alive), "W": points(owned.white_alive)},
        territory={"B": points(owned.black_area), "W": points(owned.white_area)},
        lower=owned.lower,
        upper=owned.upper,
    )


def terminal_score(board: Board, *, remove_one_liberty_blocks: bool = True) -> int:
    """Black's lead, without komi, if the game ended here (van der Werf 2004, section 5.1.3).

    What is owned unconditionally goes to its owner. Of the other stones those in atari are
    taken off, unless told otherwise, and every empty point goes to the nearer colour.

    >>> terminal_score(Board.from_diagram("X.O."))
    -4
    >>> terminal_score(Board.from_diagram("X..O"))
    0
    """
    return _core.terminal_score(*_masks(board), remove_one_liberty_blocks)


def score_bounds(board: Board) -> tuple[float, float]:
    """Between which scores, komi taken off, the game must end where suicide is illegal.

    On boards that are searched unconditional territory decides, which is counted as in van der
    Werf 2004. On larger ones it is Benson's theorem alone, which holds however one counts: that
    a large block could be taken off proves nothing of what follows.

    >>> score_bounds(Board.from_diagram(".X.X/XXXX/..../...."))
    (0.0, 16.0)
    >>> score_bounds(Board("19x19", komi=7.5))
    (-368.5, 353.5)
    >>> one_eye = "/".join([".X.XOOOO", "XXXXOOOO", *["OOOOOOOO"] * 5, "OOOOOOO."])
    >>> score_bounds(Board.from_diagram(one_eye))
    (-48.0, 64.0)
    """
    stones = Board(board.size, Rules())
    stones.setup(board.stones("B"), board.stones("W"))
    points = board.size.points
    if points <= MAX_SEARCHED:
        analysis = static_analysis(stones)
        lower, upper = analysis.lower, analysis.upper
    else:
        owner = benson(stones).proven
        lower, upper = 2 * int((owner > 0).sum()) - points, points - 2 * int((owner < 0).sum())
    # Who owns something can keep it by passing. Who owns nothing may still reach a draw by
    # repetition, a score of 0 that komi can put outside of what a count gives.
    return (
        lower - board.komi if lower > -points else min(lower - board.komi, 0.0),
        upper - board.komi if upper < points else max(upper - board.komi, 0.0),
    )


def _masks(board: Board) -> tuple[int, int, int, int]:
    """Columns, rows, and the black and the white stones as sets of bits."""
    if board.size.points > MAX_POINTS:
        raise GosekiError(
            f"static analysis takes boards of up to {MAX_POINTS} points, not {board.size}"
        )
    if board.rules.suicide:
        raise GosekiError("static analysis needs rules where suicide is illegal")
    black = sum(1 << board.size.index(point) for point in board.stones("B"))
    white = sum(1 << board.size.index(point) for point in board.stones("W"))
    return board.size.columns, board.size.rows, black, white
