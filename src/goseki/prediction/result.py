"""What a prediction says."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goseki.board import Board
from goseki.checks import check_whole, is_number, shown
from goseki.coords import COLOR_NAMES, Color, Point, PointLike
from goseki.errors import GosekiError
from goseki.evidence import Evidence


class PredictedMove(NamedTuple):
    """A move, and how likely a strong player is to choose it."""

    move: Point
    p: float


@dataclass(frozen=True, eq=False)
class Candidates:
    """The likeliest moves of a position, the pass left out, and what is lost by looking at them
    alone."""

    moves: list[PredictedMove]
    kept: float
    """The share of strong players' moves that lists of this length are expected to hold."""
    is_measured: bool
    """Whether that was counted on games that the model has not learned from, on boards of this
    size; otherwise it is the sum of the model's own probabilities."""
    evidence: Evidence = "estimate"

    @property
    def loss(self) -> float:
        """The share of strong players' moves that are not in the list."""
        return 1 - self.kept


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
    kept: tuple[float, ...] = ()
    """The share of strong players' moves among the first 1, 2, ... moves on boards of this size, as
    the model's file has it; empty if it does not."""

    def candidates(self, count: int | None = None, *, share: float | None = None) -> Candidates:
        """The first so many moves; or as many as are expected to hold this share of the moves that
        strong players would play. Passes are no candidates.

        >>> from goseki.prediction import predict
        >>> found = predict(Board("9x9"), model="mp-star").candidates(share=0.9)
        >>> found.kept >= 0.9, found.is_measured, len(found.moves) < 81
        (True, False, True)
        """
        if (count is None) == (share is None):
            raise GosekiError("candidates takes a count or a share")
        plays = [found for found in self.moves if not found.move.is_pass]
        kept = self._kept(plays)
        if share is None:
            wanted = min(check_whole("count", count, 0, 10**9), len(plays))
        elif is_number(share) and 0 <= share <= 1:
            wanted = next(n for n in range(len(kept)) if kept[n] >= share)
        else:
            raise GosekiError(f"share is {shown(share)}, not a number from 0 to 1")
        return Candidates(plays[:wanted], kept[wanted], bool(self.kept))

    def _kept(self, plays: list[PredictedMove]) -> list[float]:
        """The share that the first 0, 1, ... moves hold. All of them hold everything."""
        if self.kept:
            shares = [0.0, *self.kept[: len(plays)]]
            shares += [shares[-1]] * (len(plays) + 1 - len(shares))
        else:
            total = sum(p for _, p in plays) or 1.0  # a pass is no candidate
            shares = [0.0, *accumulate(p / total for _, p in plays)]
        return [*shares[: len(plays)], 1.0]

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
