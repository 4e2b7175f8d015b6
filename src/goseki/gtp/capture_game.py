"""The capture game over GTP: whoever first captures a stone has won.

The game ends with the first capture. Nobody passes; a side that has lost, or has no legal
move, answers `genmove` with `resign`, so that match programs notice.
"""

from __future__ import annotations

from goseki.coords import COLOR_NAMES, Color, Point, Size, opponent
from goseki.errors import IllegalMoveError
from goseki.gtp.session import Session
from goseki.players.capture import RULES, CapturePlayer, winner
from goseki.players.monte_carlo import Settings


class CaptureSession(Session):
    """A session that plays the capture game.

    >>> session = CaptureSession(size="2x2")
    >>> for line in ("play b A1", "play w B2", "play b A2", "play w B1"):
    ...     answer = session.execute(line)
    >>> str(session.execute("final_score")), str(session.execute("play b A1"))
    ('= W+2\\n\\n', '? illegal move B A1: the game is over: White has captured\\n\\n')
    """

    def __init__(self, settings: Settings | None = None, *, size: Size | str = "19x19") -> None:
        from goseki.gtp.commands.capture import COMMANDS

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
