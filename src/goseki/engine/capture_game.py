"""The capture game at the GTP door: who first captures a stone has won.

The game ends with the first capture. Nobody passes; a side that has lost, or has no legal
move, answers `genmove` with `resign`, so that match programs notice.
"""

from __future__ import annotations

from collections.abc import Callable

from goseki.board import Board
from goseki.coords import COLOR_NAMES, PASS, Color, Point, Size, opponent
from goseki.engine.player import Choice, Settings
from goseki.engine.session import Session
from goseki.engine.table import CommandError
from goseki.errors import IllegalMoveError
from goseki.rules import Rules
from goseki.solver import choose_capture_move

RULES = Rules(ko="NONE", repetition="NONE", ko_pass=False)
"""Of Go's rules: blocks, captures, no suicide. Nothing can be retaken, so there is no ko."""

LEAST_SECONDS = 0.05
"""For a move, whatever the clock says."""


def winner(board: Board) -> Color | None:
    """Who has captured, if anybody has."""
    for color, taken in board.prisoners.items():
        if taken:
            return color
    return None


class CapturePlayer:
    """Plays a best move where the board is small enough to be solved in the time there is,
    else one by heuristic search."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

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
            raise CommandError(f"the game is over: {COLOR_NAMES[color]} has captured")
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


class CaptureSession(Session):
    """A session that plays the capture game.

    >>> session = CaptureSession(size="2x2")
    >>> for line in ("play b A1", "play w B2", "play b A2", "play w B1"):
    ...     answer = session.execute(line)
    >>> str(session.execute("final_score")), str(session.execute("play b A1"))
    ('= W+2\\n\\n', '? illegal move B A1: the game is over: White has captured\\n\\n')
    """

    def __init__(self, settings: Settings | None = None, *, size: Size | str = "19x19") -> None:
        from goseki.engine.commands.capture import COMMANDS

        settings = settings or Settings()
        player = CapturePlayer(settings)
        super().__init__(settings, size=size, rules=RULES, player=player, commands=COMMANDS)

    def play(self, point: Point, color: Color) -> None:
        """Put a stone where that is legal, as long as nobody has captured."""
        captor = winner(self.board)
        if captor is not None:
            reason = f"the game is over: {COLOR_NAMES[captor]} has captured"
            raise IllegalMoveError(color, str(point), reason)
        if point.is_pass:
            raise IllegalMoveError(color, str(point), "nobody passes in the capture game")
        super().play(point, color)

    def result(self) -> str | None:
        """`B+1` after a capture of one stone, `B+R` if White has no legal move; None while
        the game goes on."""
        captor = winner(self.board)
        if captor is not None:
            return f"{captor}+{self.board.prisoners[captor]}"
        if len(self.board.legal_points()) == 0:
            return f"{opponent(self.board.to_play)}+R"
        return None
