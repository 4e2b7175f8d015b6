"""Training on whole batches: RPROP or GDX, and validation that says when to stop.

For networks and data that are small enough to take every example into every step, as all of van
der Werf's (2004) were. The weights that did best on the validation set are the ones kept.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from goseki.errors import GosekiError
from goseki.job import Progress, Report, report_seldom
from goseki.learn.extra import nn, torch
from goseki.learn.gdx import Gdx
from goseki.learn.rprop import FIRST_STEP, make_rprop

Optimizer = Literal["rprop", "gdx"]

ComputeError = Callable[[], torch.Tensor]


@dataclass(frozen=True)
class Training:
    """How a training went."""

    epochs: int
    """Steps that were made."""
    best_epoch: int
    best_error: float
    """On the validation set; the network has the weights of that epoch."""


def train_batch(
    network: nn.Module,
    compute_error: ComputeError,
    validate: Callable[[], float],
    *,
    optimizer: Optimizer = "rprop",
    epochs: int,
    patience: int = 100,
    check_every: int = 1,
    first_step: float = FIRST_STEP,
    progress: Report | None = None,
) -> Training:
    """Train a network until its error on the validation set has not fallen for `patience` epochs,
    or is 0. `compute_error` is the error of the whole training set; `validate`, that of the
    validation set, is asked every `check_every` epochs, without gradients."""
    step = _make_step(network, optimizer, first_step)
    report = report_seldom(progress)
    best = Training(0, 0, math.inf)
    weights = copy.deepcopy(network.state_dict())
    epoch = 0
    for epoch in range(1, epochs + 1):
        step(compute_error)
        report(Progress(epoch / epochs, f"epoch {epoch} of {epochs}"))
        if epoch % check_every and epoch != epochs:
            continue
        with torch.no_grad():
            error = validate()
        if error < best.best_error:
            best = Training(epoch, epoch, error)
            weights = copy.deepcopy(network.state_dict())
        if error <= 0 or epoch - best.best_epoch >= patience:
            break
    network.load_state_dict(weights)
    return Training(epoch, best.best_epoch, best.best_error)


def _make_step(
    network: nn.Module, optimizer: Optimizer, first_step: float
) -> Callable[[ComputeError], object]:
    if optimizer == "gdx":
        return Gdx(network.parameters()).step
    if optimizer != "rprop":
        raise GosekiError(f"no optimizer {optimizer!r} (known: rprop, gdx)")
    rprop = make_rprop(network.parameters(), first_step=first_step)

    def step(compute_error: ComputeError) -> None:
        rprop.zero_grad()
        compute_error().backward()  # type: ignore[no-untyped-call]
        rprop.step()

    return step
