"""What a network costs: weights, multiplications, and time on one core."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from torch import nn

from goseki.learn.network import GLOBALS, PLANES, Network
from goseki.prediction.network import NetworkModel

SECONDS = 1.0
"""How long a network is timed."""


def multiply_adds(network: Network, side: int) -> int:
    """Multiplications with additions for one position on a board of so many lines.

    >>> from goseki.learn.network import Shape
    >>> network = Network(Shape(blocks=1, channels=8, middle=4, pooled=4))
    >>> multiply_adds(network, 9) < multiply_adds(network, 19)
    True
    """
    total = 0
    for layer in network.modules():
        if isinstance(layer, nn.Conv2d):
            total += layer.weight.numel() * side * side
        elif isinstance(layer, nn.Linear):
            total += layer.weight.numel()
    return total


def network_milliseconds(model: NetworkModel, side: int) -> float:
    """The time that a network takes for one position; its planes are not counted."""
    rng = np.random.default_rng(0)
    planes = rng.integers(0, 2, (1, PLANES, side, side)).astype(np.float32)
    globals_ = np.zeros((1, GLOBALS), np.float32)
    return milliseconds(lambda: model.run(planes, globals_))


def milliseconds(work: Callable[[], object], seconds: float = SECONDS) -> float:
    """The least time of some work that is done again and again: what else the machine does only
    makes it longer.

    >>> milliseconds(lambda: time.sleep(0.002), 0.02) >= 2
    True
    """
    taken: list[float] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end or len(taken) < 5:
        start = time.perf_counter()
        work()
        taken.append(time.perf_counter() - start)
    return 1000 * min(taken)
