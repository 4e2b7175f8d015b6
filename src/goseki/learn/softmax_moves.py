"""The features of MP* and its perceptron, but trained to find the move among all legal ones.

MP* learns from pairs of near points, so that values on different sides of the board compare by
accident only. A softmax over all legal moves of a position trains the ranking that is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from goseki import _core
from goseki.job import Progress, Report
from goseki.learn.extra import nn, torch
from goseki.learn.games import Games
from goseki.learn.mlp import Mlp
from goseki.learn.move_ranks import Choice, choices
from goseki.learn.mp_star import Recipe, fold, sample_places
from goseki.learn.scaling import standardize
from goseki.prediction.mp_star import MpStar

BATCH = 32
"""Positions a step."""
RATE = 0.003
"""How fast Adam learns at first; it slows down to nothing."""


def train_softmax(
    games: Games,
    positions: int,
    *,
    recipe: Recipe | None = None,
    progress: Report | None = None,
) -> MpStar:
    """Train on so many positions, each seen once. Of the recipe, the regions, the hidden units and
    the seed count. The temperature is 1: values are logarithms of odds."""
    recipe = recipe or Recipe()
    features = _core.MoveFeatures(recipe.stones, recipe.liberties)
    numbers, plies = sample_places(games, "train", positions, seed=recipe.seed)
    examples = choices(games, numbers, plies, features)
    first = list(islice(examples, BATCH))
    scaling = standardize(np.concatenate([choice.vectors for choice in first]))
    # A feature that is rare in so few positions must not become huge in others.
    scaling.factor[:] = np.minimum(scaling.factor, 5.0)
    offset, factor = (torch.from_numpy(part).float() for part in (scaling.offset, scaling.factor))
    network = Mlp(features.count, recipe.hidden, seed=recipe.seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    steps = max(1, positions // BATCH)
    slowing = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, steps)
    for step, batch in enumerate(_batches(first, examples)):
        vectors = torch.from_numpy(np.concatenate([choice.vectors for choice in batch]))
        values = network((vectors - offset) * factor)[:, 0]
        rows = nn.utils.rnn.pad_sequence(
            list(values.split([len(choice.points) for choice in batch])),
            batch_first=True,
            padding_value=-torch.inf,
        )
        played = torch.tensor([choice.played for choice in batch])
        loss = nn.functional.cross_entropy(rows, played)
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
        if step < steps:
            slowing.step()
        if progress is not None:
            progress(Progress(min(1.0, step / steps), f"surprise {float(loss.detach()):.2f}"))
    return fold(recipe, network, scaling, np.eye(features.count), np.arange(features.count))


def _batches(first: list[Choice], rest: Iterator[Choice]) -> Iterator[list[Choice]]:
    batch = first
    while batch:
        yield batch
        batch = list(islice(rest, BATCH))
