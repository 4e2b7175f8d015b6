"""Batches of positions, as a network learns from them.

Part of each batch has labels of a stronger network, the rest only what was played and who won.
Every position is turned or mirrored at random.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from goseki.coords import Size
from goseki.learn.games import UNKNOWN, Games
from goseki.learn.labels import Labels
from goseki.symmetries import symmetry_images

SHARE_OF_WHAT_WAS_PLAYED = 0.5
"""Where a label has probabilities of moves, the move that was played gets this much of them."""


@dataclass(frozen=True)
class Batch:
    """Some positions on boards of one size, seen by the side to move, and what is to be learned.
    A weight of 0 says that something is not known."""

    planes: Tensor
    globals: Tensor
    policy: Tensor
    value: Tensor
    value_weight: Tensor
    lead: Tensor
    owner: Tensor
    label_weight: Tensor
    """Of lead and owner."""
    played: Tensor
    """The move that was played; -1 if the game was over."""


@dataclass(frozen=True, eq=False)
class Places:
    """Positions of games, and for some of them the row of a label, or -1."""

    game: NDArray[np.int64]
    ply: NDArray[np.int32]
    label: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.game)


class Source:
    """Positions of some games on square boards of one size."""

    def __init__(self, games: Games, chosen: NDArray[np.int64], labels: Labels | None) -> None:
        self.games = games
        self.side = int(games.columns[chosen[0]])
        self.labels = labels
        counts = games.move_counts
        self._games = chosen[counts[chosen] > 0]
        self._ends = np.cumsum(counts[self._games])
        self._labelled = (
            np.zeros(0, np.int64)
            if labels is None
            else np.flatnonzero(np.isin(labels.game, self._games))
        )
        self._images = np.concatenate(
            [
                symmetry_images(Size(self.side, self.side)),
                np.full((8, 1), self.side * self.side, np.int32),  # a pass stays a pass
            ],
            axis=1,
        )

    @property
    def positions(self) -> int:
        return int(self._ends[-1])

    @property
    def label_count(self) -> int:
        return len(self._labelled)

    def draw(self, rng: np.random.Generator, count: int, labelled: float) -> Places:
        """Positions at random, all equally likely, but a share with labels."""
        with_labels = round(count * labelled) if len(self._labelled) else 0
        rows = rng.choice(self._labelled, with_labels) if with_labels else np.zeros(0, np.int64)
        drawn = rng.integers(0, self.positions, count - with_labels)
        place = np.searchsorted(self._ends, drawn, side="right")
        game = self._games[place]
        ply = drawn - (self._ends[place] - self.games.move_counts[game])
        if self.labels is not None:
            game = np.concatenate([self.labels.game[rows], game])
            ply = np.concatenate([self.labels.ply[rows], ply])
        none = np.full(len(drawn), -1, np.int64)
        return Places(game, ply.astype(np.int32), np.concatenate([rows, none]))

    def labelled_places(self) -> Places:
        """All positions that have a label."""
        assert self.labels is not None
        rows = self._labelled
        return Places(self.labels.game[rows], self.labels.ply[rows], rows)

    def signs(self, places: Places) -> NDArray[np.float32]:
        """Who is to move: +1 for Black, -1 for White. At the end of a game it is the side that has
        not moved last."""
        games = self.games
        counts = games.move_counts[places.game]
        begin = games.move_ends[places.game] - counts
        following = games.moves[np.minimum(begin + places.ply, len(games.moves) - 1)] % 2
        last = games.moves[np.maximum(begin + places.ply - 1, 0)] % 2
        white = np.where(places.ply < counts, following, 1 - last) == 1
        return np.where(white, -1, 1).astype(np.float32)

    def batch(self, places: Places, symmetries: NDArray[np.uint8]) -> Batch:
        """What is known of some positions, each turned by a symmetry."""
        games, labels, count = self.games, self.labels, len(places)
        points = self.side * self.side
        counts = games.move_counts[places.game]
        komi = np.nan_to_num(games.komi[places.game])
        labelled = places.label >= 0
        if labels is not None:
            komi = np.where(labelled, labels.komi[places.label], komi).astype(np.float32)
        planes, globals_ = games.archive.planes(places.game, places.ply, symmetries, komi)

        has_move = places.ply < counts
        begin = games.move_ends[places.game] - counts
        move = games.moves[np.minimum(begin + places.ply, len(games.moves) - 1)]
        sign = self.signs(places)
        rows = np.arange(count)
        image = self._images[symmetries]
        played = np.where(has_move, image[rows, move // 2], -1)
        policy = np.zeros((count, points + 1), np.float32)
        policy[rows[has_move], played[has_move]] = 1
        winner = games.winner[places.game]
        value = np.where(winner == UNKNOWN, 0, winner) * sign / 2 + 0.5
        value_weight = (winner != UNKNOWN).astype(np.float32)
        lead = np.zeros(count, np.float32)
        owner = np.zeros((count, points), np.float32)
        if labels is not None and labelled.any():
            here, label = rows[labelled], places.label[labelled]
            share = np.where(has_move[here], SHARE_OF_WHAT_WAS_PLAYED, 0).astype(np.float32)
            policy[here] *= share[:, None]
            to = np.take_along_axis(image[here], labels.moves[label], 1)
            policy[here[:, None], to] += (1 - share[:, None]) * labels.chances[label]
            value[here] = (labels.winrate[label] - 0.5) * sign[here] + 0.5
            value_weight[here] = 1
            lead[here] = labels.lead[label] * sign[here]
            turned = np.zeros((len(here), points), np.float32)
            np.put_along_axis(turned, image[here, :points], labels.owner[label] / 100, 1)
            owner[here] = turned * sign[here, None]
        return Batch(
            torch.from_numpy(planes).float().to(memory_format=torch.channels_last),
            torch.from_numpy(globals_),
            torch.from_numpy(policy),
            torch.from_numpy(value.astype(np.float32)),
            torch.from_numpy(value_weight),
            torch.from_numpy(lead),
            torch.from_numpy(owner),
            torch.from_numpy(labelled.astype(np.float32)),
            torch.from_numpy(played.astype(np.int64)),
        )
