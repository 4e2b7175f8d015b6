"""Where the moves of games come in a predictor's order of all legal moves.

Equal values count against the predictor, so that one that cannot tell moves apart gains nothing by
it. Passes are no candidates, and positions in which a pass was played are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.errors import GosekiError
from goseki.job import Progress, Report
from goseki.learn.games import Games
from goseki.learn.metrics import Share, share_by_game

Array = npt.NDArray[np.float32]
Valuer = Callable[[Array], npt.NDArray[np.floating]]
"""Gives every row of features a value."""

LOCAL = 3
"""Moves within so many steps of the one played are its neighbourhood."""
TOGETHER = 32
"""Positions whose features are in memory at a time."""


@dataclass(frozen=True, eq=False)
class Choice:
    """A position of a game: all legal moves, and the one that was played."""

    game: int
    points: npt.NDArray[np.int32]
    vectors: Array
    played: int
    """Which of the moves."""


def choices(
    games: Games,
    numbers: npt.NDArray[np.int64],
    plies: npt.NDArray[np.int32],
    features: _core.MoveFeatures,
) -> Iterator[Choice]:
    """The positions of these games and plies in which a legal move was played."""
    for start in range(0, len(numbers), TOGETHER):
        piece = slice(start, start + TOGETHER)
        points, vectors, counts, played = _core.move_choices(
            games.archive, features, numbers[piece], plies[piece]
        )
        ends = np.cumsum(counts)
        for game, move, first, end in zip(
            numbers[piece].tolist(),
            played.tolist(),
            (ends - counts).tolist(),
            ends.tolist(),
            strict=True,
        ):
            if move >= 0:
                yield Choice(game, points[first:end], vectors[first:end], move)


@dataclass(frozen=True, eq=False)
class MoveRanks:
    """Ranks of the moves played, from 1: one entry for every position."""

    games: npt.NDArray[np.int64]
    moves: npt.NDArray[np.int32]
    """Legal moves there were."""
    ranks: npt.NDArray[np.int32]
    local_ranks: npt.NDArray[np.int32]
    """Among the legal moves within three steps."""

    def __len__(self) -> int:
        return len(self.games)

    def top(self, n: int) -> Share:
        """How often the move played is among the first n."""
        return share_by_game(self.ranks <= n, self.games)

    def local_top(self, n: int) -> Share:
        """The same in its neighbourhood."""
        return share_by_game(self.local_ranks <= n, self.games)

    def only(self, chosen: npt.NDArray[np.bool_]) -> MoveRanks:
        """Some of the positions."""
        return MoveRanks(
            self.games[chosen], self.moves[chosen], self.ranks[chosen], self.local_ranks[chosen]
        )


def rank_moves(
    games: Games,
    numbers: npt.NDArray[np.int64],
    plies: npt.NDArray[np.int32],
    features: _core.MoveFeatures,
    value: Valuer,
    *,
    progress: Report | None = None,
) -> MoveRanks:
    """Rank the moves played in positions of games."""
    rows: list[tuple[int, int, int, int]] = []
    for choice in choices(games, numbers, plies, features):
        values = value(choice.vectors)
        # The move itself is at least as good as itself: that makes ranks begin with 1.
        better = values >= values[choice.played]
        columns = int(games.columns[choice.game])
        at = choice.points[choice.played]
        steps = abs(choice.points % columns - at % columns) + abs(
            choice.points // columns - at // columns
        )
        local = int(better[steps <= LOCAL].sum())
        rows.append((choice.game, len(values), int(better.sum()), local))
        if progress is not None and len(rows) % 100 == 0:
            progress(Progress(len(rows) / len(numbers), f"{len(rows):,} positions ranked"))
    if not rows:
        raise GosekiError("no position in which a legal move was played")
    table = np.array(rows)
    return MoveRanks(table[:, 0], *(table[:, n].astype(np.int32) for n in (1, 2, 3)))


def fit_temperature(positions: list[tuple[npt.NDArray[np.floating], int]]) -> float:
    """The temperature with which a softmax of values makes the moves played most likely. A position
    is the values of its moves, and which of them was played."""

    def surprise(logarithm: float) -> float:
        total = 0.0
        for values, played in positions:
            scaled = (values.astype(np.float64) - values.max()) / np.exp(logarithm)
            total += np.log(np.exp(scaled).sum()) - scaled[played]
        return total / len(positions)

    # The surprise has one valley, so it is narrowed down by the golden section.
    low, high, ratio = np.log(1e-3), np.log(1e3), (np.sqrt(5) - 1) / 2
    for _ in range(40):
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if surprise(left) < surprise(right) else (left, high)
    return float(np.exp((low + high) / 2))
