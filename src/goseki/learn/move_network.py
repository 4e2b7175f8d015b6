"""The recipe of the network: what it learns from, by which loss, and how it is measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from goseki.errors import GosekiError
from goseki.learn.batches import Batch, Places, Source
from goseki.learn.games import Games
from goseki.learn.labels import Labels, read_labels
from goseki.learn.metrics import shares_within
from goseki.learn.network import Heads, Network, score_log_likelihood
from goseki.learn.precision import half_is_faster
from goseki.learn.split import Part, games_of

BATCH = 64
WEIGHTS = {"policy": 1.0, "value": 0.5, "owner": 0.5, "score": 0.1}
"""What each head counts in the loss."""
LABELLED = 0.5
"""The share of each batch that has labels."""
MEASURED = 2048
"""Positions of each size by which weights are judged while they are trained."""


class MoveNetwork:
    """The network as a learner (`goseki.learn.loop.Learner`)."""

    def __init__(
        self, network: Network, training: Sequence[Source], held: Sequence[Source], seed: int = 0
    ) -> None:
        # torch has no type for this call
        self.model: nn.Module = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self._training = list(training)
        self._rng = np.random.default_rng(seed)
        self._turn = 0
        self.kept: dict[str, dict[str, object]] = {}
        """By board size, of the weights that were measured last: how often the move played was
        among the first 1, 2, ... (for the card)."""
        self._half: bool | None = None  # precision, which is tried on the first batch
        fixed = np.random.default_rng(1)
        self._held = [
            (source, source.draw(fixed, MEASURED, 0.25), fixed.integers(0, 8, MEASURED, np.uint8))
            for source in held
        ]

    def loss(self) -> Tensor:
        """Sizes of boards take turns."""
        source = self._training[self._turn % len(self._training)]
        self._turn += 1
        places = source.draw(self._rng, BATCH, LABELLED)
        batch = source.batch(places, self._rng.integers(0, 8, len(places), np.uint8))
        if self._half is None:
            self._half = half_is_faster(self.model, batch.planes, batch.globals)
        with torch.autocast("cpu", dtype=torch.bfloat16, enabled=self._half):
            heads = self.model(batch.planes, batch.globals)
        losses = losses_of(Heads(*(head.float() for head in heads)), batch)
        total = sum((WEIGHTS[name] * value for name, value in losses.items()), torch.zeros(()))
        return total

    def measure(self, model: nn.Module) -> Mapping[str, float]:
        """Loss and top-1 on validation games, each board size apart; `loss` is their mean."""
        figures: dict[str, float] = {}
        total = 0.0
        for source, places, symmetries in self._held:
            loss = 0.0
            found: list[Tensor] = []
            for start in range(0, len(places), 256):
                part = slice(start, start + 256)
                batch = source.batch(_part(places, part), symmetries[part])
                heads = model(batch.planes, batch.globals)
                losses = losses_of(heads, batch)
                count = len(batch.played)
                loss += count * sum(WEIGHTS[n] * float(v) for n, v in losses.items())
                found.append(ranks_of_played(heads.policy, batch))
            ranks = torch.cat(found).numpy()
            figures[f"top1_{source.side}"] = float((ranks == 1).mean())
            self.kept[f"{source.side}x{source.side}"] = {
                "positions": len(ranks),
                "shares": shares_within(ranks),
            }
            figures[f"loss_{source.side}"] = loss / len(places)
            total += loss / len(places)
        return {"loss": total / len(self._held), **figures}


def _part(places: Places, part: slice) -> Places:
    return Places(places.game[part], places.ply[part], places.label[part])


def losses_of(heads: Heads, batch: Batch) -> dict[str, Tensor]:
    """What each head loses on a batch."""
    policy = -(batch.policy * torch.log_softmax(_legal_only(heads.policy, batch), 1)).sum(1).mean()
    value = functional.binary_cross_entropy_with_logits(heads.value, batch.value, reduction="none")
    labelled = batch.label_weight.sum().clamp(min=1)
    owner = ((heads.owner - batch.owner) ** 2).mean(1)
    score = -score_log_likelihood(heads.score, batch.lead)
    return {
        "policy": policy,
        "value": (value * batch.value_weight).sum() / batch.value_weight.sum().clamp(min=1),
        "owner": (owner * batch.label_weight).sum() / labelled,
        "score": (score * batch.label_weight).sum() / labelled,
    }


def _legal_only(policy: Tensor, batch: Batch) -> Tensor:
    """Illegal moves get no probability. Moves of records may be illegal here, by superko or
    since the rules differ, so they are made unlikely, not impossible."""
    legal = batch.planes[:, LEGAL_PLANE].flatten(1)
    return policy - 20.0 * torch.cat([1 - legal, torch.zeros(len(legal), 1)], 1)


def ranks_of_played(policy: Tensor, batch: Batch) -> Tensor:
    """The rank of each move that was played among the legal ones, a pass not counting; ties count
    against it."""
    known = (batch.played >= 0) & (batch.played < policy.shape[1] - 1)
    scores = _legal_only(policy, batch)[known, :-1]
    own = scores.gather(1, batch.played[known][:, None])
    return (scores >= own).sum(1)


def sources_of(
    games: Games, labels: Iterable[Path], part: Part, sides: Sequence[int] = (19, 9)
) -> list[Source]:
    """What there is of a part of the games, for each board size."""
    chosen = games_of(games, part)
    paths = list(labels)
    found: list[Source] = []
    for side in sides:
        here = chosen[(games.columns[chosen] == side) & (games.rows[chosen] == side)]
        if not len(here):
            continue
        known: Labels | None = read_labels(paths, games, side) if paths else None
        found.append(Source(games, here, known))
    if not found:
        raise GosekiError(f"there is no game to use for {part}")
    return found


LEGAL_PLANE = 15
