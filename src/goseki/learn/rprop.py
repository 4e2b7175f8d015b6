"""RPROP: every weight has a step of its own, and only the sign of its gradient counts.

Riedmiller and Braun (1993), in the form that van der Werf (2004) used for all his networks. It is
a method for whole batches: signs of small samples flip by chance, which shrinks the steps.
"""

from __future__ import annotations

from collections.abc import Iterable

from goseki.learn.extra import nn, torch

FIRST_STEP = 0.07
LEAST_STEP = 1e-6
GREATEST_STEP = 50.0
SHRINK = 0.5
GROW = 1.2


def make_rprop(
    weights: Iterable[nn.Parameter], *, first_step: float = FIRST_STEP
) -> torch.optim.Optimizer:
    """RPROP with the usual settings, those of the Matlab toolbox of the time.

    Torch has the very rule that we need: where the sign of a gradient repeats, the step grows;
    where it flips, the step shrinks, the weight stays for this round and its gradient is
    remembered as 0, so that the next round moves it with the smaller step whatever the sign.

    >>> weight = nn.Parameter(torch.tensor([1.0]))
    >>> optimizer = make_rprop([weight])
    >>> weight.square().sum().backward(); _ = optimizer.step()
    >>> round(weight.item(), 2)
    0.93
    """
    return torch.optim.Rprop(
        weights, lr=first_step, etas=(SHRINK, GROW), step_sizes=(LEAST_STEP, GREATEST_STEP)
    )
