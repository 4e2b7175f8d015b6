"""Gradient-boosted trees on the features of MP*: cheap to train, and with no scaling to choose.

The trees learn to tell the move played from a few other legal moves of its position; moves are
ranked by how sure they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.job import Progress, Report
from goseki.learn.extra import HistGradientBoostingClassifier
from goseki.learn.games import Games
from goseki.learn.move_ranks import Array, choices
from goseki.learn.mp_star import sample_places

OTHERS = 9
"""Moves that were not played, drawn from all of each position."""
TREES = 200
LEAVES = 63


class BoostedMoves:
    """Trees that value moves by their features."""

    def __init__(self, trees: Any, stones: int, liberties: int) -> None:
        self._trees = trees
        self.features = _core.MoveFeatures(stones, liberties)

    def values_of(self, features: Array) -> npt.NDArray[np.floating]:
        """The values of vectors of features, one a row."""
        values: npt.NDArray[np.floating] = self._trees.decision_function(features)
        return values


def train_boosted(
    games: Games,
    positions: int,
    *,
    stones: int = 60,
    liberties: int = 24,
    seed: int = 0,
    progress: Report | None = None,
) -> BoostedMoves:
    """Train on so many positions."""
    features = _core.MoveFeatures(stones, liberties)
    random = np.random.default_rng(seed)
    vectors: list[Array] = []
    played: list[bool] = []
    for choice in choices(games, *sample_places(games, "train", positions, seed=seed), features):
        others = np.delete(np.arange(len(choice.points)), choice.played)
        drawn = random.permutation(others)[:OTHERS]
        vectors.append(choice.vectors[[choice.played, *drawn]])
        played += [True] + [False] * len(drawn)
        if progress is not None and len(vectors) % 100 == 0:
            progress(Progress(len(vectors) / positions / 2, f"{len(vectors):,} positions"))
    trees = HistGradientBoostingClassifier(
        max_iter=TREES, max_leaf_nodes=LEAVES, early_stopping=False, random_state=seed
    )
    trees.fit(np.concatenate(vectors), np.array(played))
    return BoostedMoves(trees, stones, liberties)
