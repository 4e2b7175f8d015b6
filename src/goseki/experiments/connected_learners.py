"""How each learner of the connectedness test-bed is trained, and what it then gets right.

Settings are those of van der Werf (2004), section 6.4.4. Needs the `train` extra.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from goseki.experiments.connected_boards import Examples
from goseki.experiments.erna import Erna, Player, Thinker, draw_luck, play, q_error
from goseki.experiments.local_net import BATCH, LocalNet, train_local_net
from goseki.learn.batch import train_batch
from goseki.learn.classifiers import MlpClassifier, make_classifier
from goseki.learn.extra import torch

MLP_SIZES = (3, 6, 12, 25, 50, 100)
MLP_EPOCHS = 2000
EYE_EPOCHS = 5000
THINKER_EPOCHS = 10_000
PATIENCE = 1000
"""Epochs without progress after which learning by reward ends; the thesis names none."""
CHECK_EVERY = 10
GAMES = 800
"""Of a batch, at least: RPROP needs signs that do not flip by chance, so with few boards each is
played several times, with exploration of its own."""
LOCAL_STEPS = 1000
LOCAL_EPOCHS = 30
"""The local network makes at least so many steps, and sees every board at least so often."""

PLAYERS: dict[str, tuple[Callable[[int, int], Player], int]] = {
    "recurrent": (lambda n, seed: Thinker(n, seed=seed), THINKER_EPOCHS),
    "eye": (lambda n, seed: Erna(n, recurrent=False, seed=seed), EYE_EPOCHS),
    "erna": (lambda n, seed: Erna(n, seed=seed), EYE_EPOCHS),
}
"""Those that learn by reward, with the number of epochs they may take."""


def measure_learner(
    name: str, train: Examples, validation: Examples, test: Examples, *, seed: int, epochs: int
) -> float:
    """The share of the test set that a learner gets right. `epochs` is the most that networks may
    take, if the thesis does not give them fewer."""
    # Such small matrices gain nothing from more threads, and one gives the same sums everywhere.
    torch.set_num_threads(1)
    if name == "mlp":
        return _measure_mlp(train, validation, test, seed, epochs)
    if name == "local":
        return _measure_local(train, validation, test, seed, epochs)
    if name in PLAYERS:
        return _measure_player(name, train, validation, test, seed, epochs)
    # These need no validation set, so the thesis let them learn from it as well.
    both = train + validation
    found = make_classifier(name.upper()).fit(both.vectors, both.labels).predict(test.vectors)
    return float((found == test.labels).mean())


def _measure_mlp(
    train: Examples, validation: Examples, test: Examples, seed: int, epochs: int
) -> float:
    networks = [
        MlpClassifier(hidden, epochs=min(MLP_EPOCHS, epochs), seed=seed).fit(
            train.vectors, train.labels, (validation.vectors, validation.labels)
        )
        for hidden in MLP_SIZES
    ]
    best = min(networks, key=lambda network: network.validation_error)
    return float((best.predict(test.vectors) == test.labels).mean())


def _measure_player(
    name: str, train: Examples, validation: Examples, test: Examples, seed: int, epochs: int
) -> float:
    n = train.boards.shape[1]
    make, most = PLAYERS[name]
    player = make(n, seed)
    chance = torch.Generator().manual_seed(seed)
    repeats = -(-GAMES // len(train))
    boards, labels = (part.repeat(repeats, *(1,) * (part.ndim - 1)) for part in _tensors(train))

    def compute_error() -> torch.Tensor:
        luck = draw_luck(n * n, len(boards), chance)
        return q_error(play(player, boards, labels, n * n, luck))

    def share_right(examples: Examples) -> float:
        return float(play(player, *_tensors(examples), n * n).right.float().mean())

    train_batch(
        player,
        compute_error,
        lambda: 1 - share_right(validation),
        epochs=min(most, epochs),
        patience=PATIENCE,
        check_every=CHECK_EVERY,
    )
    with torch.no_grad():
        return share_right(test)


def _measure_local(
    train: Examples, validation: Examples, test: Examples, seed: int, epochs: int
) -> float:
    network = LocalNet(train.boards.shape[1], seed=seed)
    wanted = max(LOCAL_EPOCHS, -(-LOCAL_STEPS * BATCH // len(train)))
    train_local_net(
        network, *_tensors(train), _tensors(validation), epochs=min(wanted, epochs), seed=seed
    )
    boards, labels = _tensors(test)
    return float(np.mean((network.classify(boards) == labels).numpy()))


def _tensors(examples: Examples) -> tuple[torch.Tensor, torch.Tensor]:
    """Boards of 1 and -1, and labels."""
    boards = torch.from_numpy(2 * examples.boards.astype(np.float32) - 1)
    return boards, torch.from_numpy(examples.labels)
