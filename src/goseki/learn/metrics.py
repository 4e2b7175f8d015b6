"""Figures with intervals. Positions of one game are alike, so games are resampled, not positions.

>>> share = share_by_game(np.array([1, 0, 1, 1]), np.array([7, 7, 8, 9]))
>>> share.value, share.low <= share.value <= share.high
(0.75, True)
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

RESAMPLED = 1000


class Share(NamedTuple):
    """A mean, with its 95 % interval."""

    value: float
    low: float
    high: float
    positions: int

    def __str__(self) -> str:
        half = max(self.high - self.value, self.value - self.low)
        return f"{100 * self.value:.1f} ± {100 * half:.1f}"


def share_by_game(hits: ArrayLike, games: NDArray[np.int64], seed: int = 0) -> Share:
    """The mean of some numbers, of positions of some games."""
    values = np.asarray(hits, dtype=np.float64)
    if not len(values):
        return Share(float("nan"), float("nan"), float("nan"), 0)
    _, place = np.unique(games, return_inverse=True)
    sums, counts = np.bincount(place, values), np.bincount(place)
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, len(sums), (RESAMPLED, len(sums)))
    means = sums[drawn].sum(1) / counts[drawn].sum(1)
    low, high = np.quantile(means, [0.025, 0.975])
    return Share(float(values.mean()), float(low), float(high), len(values))


def shares_within(ranks: ArrayLike) -> list[float]:
    """The share of ranks that are at most 1, 2, ..., up to the largest.

    >>> shares_within([1, 3, 1, 2])
    [0.5, 0.75, 1.0]
    """
    values = np.asarray(ranks, dtype=np.int64)
    if not len(values):
        return []
    counts = np.bincount(values)[1:]
    shares: list[float] = np.round(np.cumsum(counts) / len(values), 4).tolist()
    return shares


def calibration_error(chances: NDArray[np.float64], came: NDArray[np.float64]) -> float:
    """How far chances are from what came true, in the mean over ten bins of chances."""
    bins = np.minimum((chances * 10).astype(int), 9)
    counts = np.bincount(bins, minlength=10)
    gaps = np.bincount(bins, chances - came, minlength=10)
    return float(np.abs(gaps).sum() / max(1, counts.sum()))
