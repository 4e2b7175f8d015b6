"""The recipe of MP*, the move predictor of van der Werf (2004, chapter 7).

A position of a game gives a pair: the move that was played, and another legal point within three
steps of it. Their features are scaled, few directions are extracted from them, and a perceptron
learns to value the move played higher (phase 1). Then scaling and extraction are folded into the
first layer, and the whole network learns on from the raw features (phase 2).

Every choice that the thesis compares is an option of `Recipe`. Two other ways to learn from the
same features stand beside it: `goseki.learn.softmax_moves` and `goseki.learn.boosted_moves`.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.errors import GosekiError
from goseki.job import Progress, Report
from goseki.learn.batch import Training, train_batch
from goseki.learn.extra import torch
from goseki.learn.extraction import METHODS, extract
from goseki.learn.games import Games
from goseki.learn.mlp import Mlp
from goseki.learn.ranking import MARGIN, pair_errors
from goseki.learn.scaling import Scaling, scale_by_distance, scale_min_max, standardize
from goseki.learn.split import Part, games_of
from goseki.prediction.mp_star import MpStar

Array = npt.NDArray[np.float32]
ScalingName = Literal["standard", "range", "roi"]
"""Mean 0 and deviation 1; a fixed range; as the first, but smaller the farther from the move."""

KINDS = (
    "stones",
    "edge",
    "ko",
    "liberties",
    "liberties after",
    "captures",
    "nearest stones",
    "last move",
)
"""The types of features of the thesis."""

RADIUS = 3
"""How far from the move played its partner may be."""
MOST_UPDATES = 5000
CHUNK = 8192
"""Positions that are replayed at a time."""
IN_CACHE = 512
"""Pairs that are valued at a time: so few that their hidden units stay in the processor's cache."""


@dataclass(frozen=True)
class Recipe:
    """How a predictor is trained; the defaults are those of MP*."""

    stones: int = 60
    """Points around a move whose stones are seen; `liberties`: whose liberties are."""
    liberties: int = 24
    kinds: tuple[str, ...] = KINDS
    scaling: ScalingName = "roi"
    extractor: str | None = "MESTMPA"
    """One of `goseki.learn.extraction.METHODS`, or none."""
    kept: float = 0.2
    """Extracted features, as a share of the raw ones."""
    hidden: int = 100
    margin: float = MARGIN
    patience: int = 100
    """Updates without a better validation error after which a phase ends."""
    second_phase: bool = True
    seed: int = 0

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise GosekiError(f"no features {kind!r} (known: {', '.join(KINDS)})")
        if not self.kinds:
            raise GosekiError("at least one type of features is needed")
        if self.scaling not in get_args(ScalingName):
            known = ", ".join(get_args(ScalingName))
            raise GosekiError(f"no scaling {self.scaling!r} (known: {known})")
        if self.extractor is not None and self.extractor not in METHODS:
            raise GosekiError(f"no extraction {self.extractor!r} (known: {', '.join(METHODS)})")
        if not 0 < self.kept <= 1:
            raise GosekiError(f"kept is a share from 0 to 1, not {self.kept}")

    def without(self, kind: str) -> Recipe:
        """The same recipe with one type of features left out."""
        return replace(self, kinds=tuple(k for k in self.kinds if k != kind))


@dataclass(frozen=True, eq=False)
class Pairs:
    """Pairs of moves: their features, and the games they are from."""

    vectors: Array
    """Pairs x 2 x features: the move played, then its partner."""
    games: npt.NDArray[np.int64]
    stones: int
    liberties: int

    def __len__(self) -> int:
        return len(self.vectors)

    def first(self, count: int) -> Pairs:
        return replace(self, vectors=self.vectors[:count], games=self.games[:count])

    def seen(self, stones: int, liberties: int) -> Pairs:
        """The same pairs with smaller regions of interest. Nearest stones stay those outside the
        larger region."""
        ours = _core.MoveFeatures(self.stones, self.liberties).schema()
        place = {name: number for number, (name, _, _) in enumerate(ours)}
        names = [name for name, _, _ in _core.MoveFeatures(stones, liberties).schema()]
        columns = [place[name] for name in names]
        return replace(
            self, vectors=self.vectors[:, :, columns], stones=stones, liberties=liberties
        )


def sample_places(
    games: Games, part: Part, count: int, *, seed: int = 0
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
    """Positions of the games of a part, drawn without repetition: their games and plies. There are
    fewer if the games have no more moves."""
    chosen = games_of(games, part)
    counts = games.move_counts[chosen]
    ends = np.cumsum(counts)
    total = int(ends[-1]) if len(ends) else 0
    if total == 0:
        raise GosekiError(f"no game to take positions from ({part})")
    random = np.random.default_rng(seed)
    drawn = np.sort(random.choice(total, size=min(count, total), replace=False))
    row = np.searchsorted(ends, drawn, side="right")
    plies = drawn - (ends[row] - counts[row])
    order = random.permutation(len(drawn))
    return chosen[row][order], plies[order].astype(np.int32)


def sample_pairs(
    games: Games,
    part: Part,
    count: int,
    *,
    stones: int = 60,
    liberties: int = 24,
    seed: int = 0,
    progress: Report | None = None,
) -> Pairs:
    """So many pairs from the games of a part, each from a position of its own."""
    features = _core.MoveFeatures(stones, liberties)
    # Passes have no partner; a tenth more positions than pairs is more than enough.
    numbers, plies = sample_places(games, part, count + count // 10 + 10, seed=seed)
    kept, vectors = [], np.zeros((count, 2, features.count), dtype=np.float32)
    done = 0
    for start in range(0, len(numbers), CHUNK):
        piece = slice(start, start + CHUNK)
        found, rows = _core.move_pairs(
            games.archive, features, numbers[piece], plies[piece], RADIUS, seed
        )
        found = found[: count - done]
        vectors[done : done + len(found)] = rows[: len(found)]
        kept.append(numbers[piece][found])
        done += len(found)
        if progress is not None:
            progress(Progress(done / count, f"{done:,} pairs of moves"))
        if done == count:
            break
    return Pairs(vectors[:done], np.concatenate(kept), stones, liberties)


@dataclass(frozen=True, eq=False)
class Phase:
    """How a phase of training went."""

    training: Training
    seconds: float
    accuracy: float
    """Share of the validation pairs in the right order."""


@dataclass(frozen=True, eq=False)
class Trained:
    """A predictor, and how it was made."""

    recipe: Recipe
    predictor: MpStar
    phases: list[Phase] = field(default_factory=list)
    first_phase: MpStar | None = None
    """The predictor as it was after the first phase, if there was a second."""


def train_mp_star(
    recipe: Recipe, train: Pairs, validation: Pairs, *, progress: Report | None = None
) -> Trained:
    """Train a predictor on pairs. The validation pairs say when to stop."""
    if (train.stones, train.liberties) != (recipe.stones, recipe.liberties):
        train, validation = (
            pairs.seen(recipe.stones, recipe.liberties) for pairs in (train, validation)
        )
    schema = _core.MoveFeatures(recipe.stones, recipe.liberties).schema()
    columns = np.flatnonzero([kind in recipe.kinds for _, kind, _ in schema])
    raw = train.vectors[:, :, columns]
    scaling = _fit_scaling(recipe.scaling, raw, [schema[c][2] for c in columns])
    scaled, scaled_validation = (
        _scaled(scaling, pairs) for pairs in (raw, validation.vectors[:, :, columns])
    )

    def predictor(network: Mlp, directions: npt.NDArray[np.float64]) -> MpStar:
        return fold(recipe, network, scaling, directions, columns)

    directions = np.eye(len(columns))
    if recipe.extractor is not None:
        kept = max(1, round(recipe.kept * len(columns)))
        directions = extract(recipe.extractor, scaled[:, 0], scaled[:, 1], kept)
    network = Mlp(len(directions), recipe.hidden, seed=recipe.seed)
    extractor = torch.from_numpy(directions.T.astype(np.float32))
    inputs, checks = (torch.from_numpy(part) for part in (scaled, scaled_validation))
    phases = [
        _train_phase(network, inputs @ extractor, checks @ extractor, recipe, FIRST_STEP, progress)
    ]
    first = predictor(network, directions)
    if not recipe.second_phase or recipe.extractor is None:
        return Trained(recipe, first, phases)
    identity = Scaling(np.zeros(len(columns)), np.ones(len(columns)))
    network = network.unfold(identity, directions)
    phases.append(_train_phase(network, inputs, checks, recipe, SECOND_STEP, progress))
    return Trained(recipe, predictor(network, np.eye(len(columns))), phases, first)


def fold(
    recipe: Recipe,
    network: Mlp,
    scaling: Scaling,
    directions: npt.NDArray[np.float64],
    columns: npt.NDArray[np.int64],
) -> MpStar:
    """The predictor that takes raw features. Those that the recipe leaves out count nothing."""
    raw = network.unfold(scaling, directions)
    features = _core.MoveFeatures(recipe.stones, recipe.liberties)
    weights = np.zeros((features.count, recipe.hidden), dtype=np.float32)
    weights[columns] = raw.hidden.weight.detach().numpy().T
    return MpStar(
        weights,
        raw.hidden.bias.detach().numpy(),
        raw.output.weight.detach().numpy()[0],
        float(raw.output.bias.detach()[0]),
        stones=recipe.stones,
        liberties=recipe.liberties,
    )


FIRST_STEP = 0.001
"""The first steps of RPROP. With the usual 0.07 every weight at once is moved by half its size, and
the network learns its pairs by heart: 76.1 % of the test pairs instead of 81.6 % (PCA, 25 % kept,
25,000 vectors)."""
SECOND_STEP = 0.0001
"""Those of the second phase: smaller still, since the network is good already."""

REFINE_RATE = 0.001
"""How fast Adam learns at first; it slows down to nothing."""
REFINE_BATCH = 256
"""Pairs a step."""
REFINE_CHUNK = 50_000
"""Pairs that are in memory at a time."""


def refine(
    predictor: MpStar,
    games: Games,
    pairs: int,
    *,
    margin: float = MARGIN,
    seed: int = 0,
    progress: Report | None = None,
) -> MpStar:
    """Train a predictor on with the same error, on many more pairs, most of them seen once.

    Pairs cost little: the core makes twenty thousand a second. So there is no set to learn by
    heart, nothing to validate, and small batches may be used (Adam instead of RPROP). The thesis's
    hardware could not do that.
    """
    draws = _fresh_pairs(predictor, games, pairs, seed)
    first = next(draws)
    scaling = standardize(first.reshape(-1, first.shape[2]))
    network = _scaled_network(predictor, scaling)
    optimizer = torch.optim.Adam(network.parameters(), lr=REFINE_RATE)
    step, steps = 0, pairs // REFINE_BATCH + 1
    for fresh in itertools.chain([first], draws):
        for batch in torch.split(torch.from_numpy(_scaled(scaling, fresh)), REFINE_BATCH):
            for group in optimizer.param_groups:
                group["lr"] = REFINE_RATE * (1 + math.cos(math.pi * min(1.0, step / steps))) / 2
            values = network(batch)[:, :, 0]
            error = pair_errors(values[:, 0], values[:, 1], margin).mean()
            optimizer.zero_grad()
            error.backward()  # type: ignore[no-untyped-call]
            optimizer.step()
            step += 1
        if progress is not None:
            progress(Progress(min(1.0, step / steps), f"{step * REFINE_BATCH:,} more pairs"))
    recipe = Recipe(predictor.stones, predictor.liberties, hidden=len(predictor.hidden))
    every = np.arange(len(predictor.weights))
    return fold(recipe, network, scaling, np.eye(len(every)), every)


def _fresh_pairs(predictor: MpStar, games: Games, pairs: int, seed: int) -> Iterator[Array]:
    """So many pairs, some at a time."""
    for number, start in enumerate(range(0, pairs, REFINE_CHUNK)):
        yield sample_pairs(
            games,
            "train",
            min(REFINE_CHUNK, pairs - start),
            stones=predictor.stones,
            liberties=predictor.liberties,
            seed=seed + number + 1,
        ).vectors


def _scaled_network(predictor: MpStar, scaling: Scaling) -> Mlp:
    """The network of a predictor for scaled features: `fold` the other way round."""
    network = Mlp(len(predictor.weights), len(predictor.hidden))
    weights = predictor.weights.T.astype(np.float64)
    with torch.no_grad():
        network.hidden.weight.copy_(torch.from_numpy(weights / scaling.factor))
        network.hidden.bias.copy_(torch.from_numpy(predictor.hidden + weights @ scaling.offset))
        network.output.weight.copy_(torch.from_numpy(predictor.output)[None])
        network.output.bias.fill_(predictor.bias)
    return network


def _fit_scaling(name: ScalingName, pairs: Array, distances: list[int]) -> Scaling:
    vectors = pairs.reshape(-1, pairs.shape[2])
    if name == "standard":
        return standardize(vectors)
    if name == "range":
        return scale_min_max(vectors)
    return scale_by_distance(vectors, np.maximum(distances, 1))


def _scaled(scaling: Scaling, pairs: Array) -> Array:
    scaled = pairs - scaling.offset.astype(np.float32)
    scaled *= scaling.factor.astype(np.float32)
    return scaled


def _train_phase(
    network: Mlp,
    train: torch.Tensor,
    validation: torch.Tensor,
    recipe: Recipe,
    first_step: float,
    progress: Report | None,
) -> Phase:
    start = time.monotonic()

    def error() -> torch.Tensor:
        return error_slope(network, train, recipe.margin)

    def validate() -> float:
        values = values_of_pairs(network, validation)
        return float(pair_errors(values[:, 0], values[:, 1], recipe.margin).mean())

    training = train_batch(
        network,
        error,
        validate,
        epochs=MOST_UPDATES,
        patience=recipe.patience,
        progress=progress,
        first_step=first_step,
    )
    values = values_of_pairs(network, validation)
    accuracy = float((values[:, 0] > values[:, 1]).double().mean())
    return Phase(training, time.monotonic() - start, accuracy)


def values_of_pairs(network: Mlp, pairs: torch.Tensor) -> torch.Tensor:
    """The values of pairs of vectors, without gradients."""
    with torch.no_grad():
        return torch.cat([network(piece)[:, :, 0] for piece in torch.split(pairs, IN_CACHE)])


def error_slope(network: Mlp, pairs: torch.Tensor, margin: float) -> torch.Tensor:
    """A linear function of the weights that has the gradient of the mean error of all pairs.

    RPROP looks at nothing but the gradient. Written out, it costs two thirds of torch's own: pairs
    that are well apart have none, and of the others nothing is computed twice.
    """
    weights, hidden, output = network.hidden.weight, network.hidden.bias, network.output.weight
    with torch.no_grad():
        to_weights, to_hidden = torch.zeros_like(weights), torch.zeros_like(hidden)
        to_output = torch.zeros_like(output)
        for piece in torch.split(pairs, IN_CACHE):
            inputs = piece.flatten(0, 1)
            units = torch.addmm(hidden, inputs, weights.T).tanh_()
            values = (units @ output[0]).view(-1, 2)
            missing = (values[:, 1] + margin - values[:, 0]).clamp_(min=0)
            push = torch.stack((-2 * missing, 2 * missing), dim=1).flatten()
            (wrong,) = push.nonzero(as_tuple=True)
            inputs, units, push = inputs[wrong], units[wrong], push[wrong]
            to_output[0] += push @ units
            back = torch.outer(push, output[0]) * (1 - units.square())
            to_hidden += back.sum(0)
            to_weights += back.T @ inputs
    # The bias of the output shifts both moves of a pair alike.
    slope = (weights * to_weights).sum() + (hidden * to_hidden).sum() + (output * to_output).sum()
    return slope / len(pairs) + 0 * network.output.bias.sum()


def are_in_order(predictor: MpStar, pairs: Pairs) -> npt.NDArray[np.bool_]:
    """Which pairs the predictor puts into the right order; equal values are not."""
    values = predictor.values_of(pairs.vectors.reshape(-1, pairs.vectors.shape[2])).reshape(-1, 2)
    return values[:, 0] > values[:, 1]
