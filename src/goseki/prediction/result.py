"""What a prediction says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goseki.board import Board
from goseki.coords import COLOR_NAMES, Color, Point, PointLike
from goseki.evidence import Evidence


class PredictedMove(NamedTuple):
    """A move, and how likely a strong player is to choose it."""

    move: Point
    p: float


@dataclass(frozen=True, eq=False, repr=False)
class Prediction:
    """The legal moves of a position, the likeliest first, and what is expected of the game."""

    to_play: Color
    moves: list[PredictedMove]
    """All legal moves and the pass; their probabilities add up to 1."""
    value: float | None = None
    """Black's chance to win; `None` of a model that ranks moves only."""
    score: float | None = None
    """Black's expected final lead, komi taken off."""
    ownership: npt.NDArray[np.float32] | None = None
    """Rows x columns, top row first: from -1 (surely White's) to +1 (surely Black's)."""
    model: str = "net"
    evidence: Evidence = "estimate"
    board: Board = field(default_factory=Board)

    def top(self, count: int) -> list[PredictedMove]:
        return self.moves[:count]

    def p(self, move: PointLike) -> float:
        """How likely a move is; 0 for one that is not legal."""
        point = self.board.point(self.board.index(move))
        return next((found.p for found in self.moves if found.move == point), 0.0)

    def rank(self, move: PointLike) -> int | None:
        """The place of a move in the list, from 1; nothing for one that is not legal. Equally
        likely ones count against it."""
        chance = self.p(move)
        is_legal = any(
            found.move == self.board.point(self.board.index(move)) for found in self.moves
        )
        return sum(found.p >= chance for found in self.moves) if is_legal else None

    def __repr__(self) -> str:
        likely = ", ".join(f"{move} {p:.0%}" for move, p in self.top(3))
        name = COLOR_NAMES[self.to_play]
        return f"<Prediction: {name} to play {likely}{self._end()}: {self.evidence}>"

    def _end(self) -> str:
        if self.value is None or self.score is None:
            return ""
        return f"; Black wins {self.value:.0%}, lead {self.score:+.1f}"


class Surprise(NamedTuple):
    """A move of a game, and how well it was predicted."""

    number: int
    color: Color
    move: Point
    rank: int
    p: float
    expected: Point
    """The likeliest move instead."""
    value: float | None
    """Black's chance to win before the move."""


@dataclass(frozen=True, eq=False)
class GamePrediction:
    """How well the moves of a game were predicted."""

    moves: list[Surprise]
    interrupted: bool = False
    evidence: Evidence = "estimate"

    def share_within(self, rank: int) -> float:
        """How many of the moves were among the first so many."""
        return sum(m.rank <= rank for m in self.moves) / max(1, len(self.moves))
