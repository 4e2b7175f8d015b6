"""The claim that a side wins the capture game, perhaps within so many plies.

No stone is taken off the board while the game goes on, so no position repeats and moves weigh
nothing, unless plies are counted: then each costs one, and a credit is the number of plies left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from goseki.proof.claim import COLOR_NAMES, Fault, Fields, draw
from goseki.proof.strategy import StrategyClaim
from goseki.reference.rules import Color
from goseki.reference.small import CapturePosition, SmallCapture

MAX_POINTS = 36


class CaptureClaim(StrategyClaim[CapturePosition]):
    """The winner captures first or leaves the other side without a legal move."""

    def __init__(
        self, game: SmallCapture, start: CapturePosition, *, winner: Color, within: int | None
    ) -> None:
        self.game = game
        self.start = start
        self.winner = winner
        self.within = within

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> CaptureClaim:
        fields = Fields(header, ("kind", "board", "to_play", "winner", "within"))
        grid, black, white = fields.board("board", MAX_POINTS)
        game = SmallCapture(grid.columns, grid.rows)
        counted = header.get("within") is not None
        return cls(
            game,
            game.start(black, white, fields.color("to_play")),
            winner=fields.color("winner"),
            within=fields.integer("within", 0, MAX_POINTS + 1) if counted else None,
        )

    def words(self) -> str:
        size = f"{self.game.grid.columns}x{self.game.grid.rows}"
        mover = COLOR_NAMES[self.start.to_play]
        length = "" if self.within is None else f" within {self.within} plies"
        winner = COLOR_NAMES[self.winner]
        return f"On {size} with {mover} to move, {winner} wins the capture game{length}."

    def terms(self) -> dict[str, Any]:
        return {"to_play": self.start.to_play, "winner": self.winner, "within": self.within}

    def most_credit(self) -> int | None:
        return self.within

    def situation(self, key: int) -> CapturePosition:
        return self.game.position(key)

    def key(self, situation: CapturePosition) -> int:
        return self.game.key(situation)

    def winner_moves(self, situation: CapturePosition) -> bool:
        return situation.to_play == self.winner

    def play(self, situation: CapturePosition, move: int) -> CapturePosition | None:
        return self.game.play(situation, move) if move in self.game.grid.points else None

    def successors(self, situation: CapturePosition) -> Iterator[tuple[int, CapturePosition]]:
        return self.game.successors(situation)

    def weight(self, situation: CapturePosition, move: int) -> int:
        return 0 if self.within is None else -1

    def is_over(self, situation: CapturePosition) -> bool:
        return situation.over

    def settled(self, situation: CapturePosition) -> int | None:
        """The winner needs no ply after his capture or if the loser cannot move, and one ply where
        he can capture."""
        if situation.over:
            return 0 if situation.to_play != self.winner else None
        moves = self.game.successors(situation)
        if self.winner_moves(situation):
            return 1 if any(after.over for _, after in moves) else None
        return 0 if next(moves, None) is None else None

    def fault(self, situation: CapturePosition, reason: str, move: int | None = None) -> Fault:
        board = draw(self.game.grid, situation.black, situation.white)
        return Fault(reason, board, situation.to_play, move)
