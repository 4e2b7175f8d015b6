"""Shares with their uncertainty, resampled by game.

Positions of one game resemble each other, so a game is right or wrong more or less as a whole.
Intervals that treat positions as independent are too narrow; these draw whole games.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from goseki.errors import GosekiError

SAMPLES = 1000


@dataclass(frozen=True)
class Share:
    """A share and its 95 % interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.1%} ({self.low:.1%} to {self.high:.1%})"


def share_by_game(hits: npt.ArrayLike, games: npt.ArrayLike, *, seed: int = 0) -> Share:
    """The share of positions that are hits; `games` says which game each is from.

    >>> print(share_by_game([True, False, True, True], [1, 1, 2, 2]))
    75.0% (50.0% to 100.0%)
    """
    right = np.asarray(hits, dtype=np.float64)
    _, number = np.unique(np.asarray(games), return_inverse=True)
    if not len(right):
        raise GosekiError("no positions to take a share of")
    sums = np.bincount(number, weights=right)
    counts = np.bincount(number)
    random = np.random.default_rng(seed)
    shares = np.empty(SAMPLES)
    for sample in range(SAMPLES):
        drawn = random.integers(len(counts), size=len(counts))
        shares[sample] = sums[drawn].sum() / counts[drawn].sum()
    low, high = np.quantile(shares, [0.025, 0.975])
    return Share(float(right.mean()), float(low), float(high))
