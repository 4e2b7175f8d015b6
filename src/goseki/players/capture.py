"""The capture game, in which whoever first captures a stone has won: its rules, and our player.

Nobody passes. A side that has lost, or has no legal move, resigns.
"""

from __future__ import annotations

from collections.abc import Callable

from goseki.board import Board
from goseki.clock import Clock
from goseki.coords import COLOR_NAMES, PASS, Color, Point
from goseki.errors import GosekiError
from goseki.players import Choice
from goseki.players.monte_carlo import Settings
from goseki.rules import Rules
from goseki.solver import choose_capture_move

RULES = Rules(ko="NONE", repetition="NONE", ko_pass=False)
"""Blocks, captures and suicide are as in Go. Nothing can be retaken, so there is no ko."""

LEAST_SECONDS = 0.05
"""The least time for a move, whatever the clock says."""


def winner(board: Board) -> Color | None:
    """Who has captured, if anybody has."""
    for color, taken in board.prisoners.items():
        if taken:
            return color
    return None


class CapturePlayer:
    """Plays a best move if the board is small enough to be solved in time, otherwise one that a
    heuristic search finds."""

    clock: Clock | None = None
    """Whoever runs the game has the clock, and says how long a move may take."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    def close(self) -> None:
        """Nothing is left to end."""

    def choose(
        self,
        board: Board,
        color: Color,
        *,
        seconds: float | None,
        cleanup: bool = False,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> Choice:
        captor = winner(board)
        if captor == color:
            raise GosekiError(f"the game is over: {COLOR_NAMES[color]} has captured")
        view = board.copy()
        view.to_play = color
        if captor is not None or len(view.legal_points()) == 0:
            return Choice(PASS, resigns=True)
        point = self._search(
            view, self.settings.seconds if seconds is None else seconds, interrupted
        )
        return Choice(PASS, resigns=True) if point is None else Choice(point)

    @staticmethod
    def _search(view: Board, seconds: float, interrupted: Callable[[], bool]) -> Point | None:
        def look(progress: object) -> None:
            if interrupted():
                raise KeyboardInterrupt

        return choose_capture_move(view, seconds=max(seconds, LEAST_SECONDS), progress=look)
