"""GDX: gradient descent with momentum and a rate that adapts itself.

A step that makes the error more than 4 % larger is taken back, and the rate is lowered; one that
makes it smaller raises the rate. Settings are those of the Matlab toolbox of the time (`traingdx`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from goseki.learn.extra import nn, torch

RATE = 0.01
MOMENTUM = 0.9
RAISE = 1.05
LOWER = 0.7
MOST_GROWTH = 1.04


class Gdx:
    """The optimiser of some weights.

    `step` is given a function that computes the error of the whole batch. It is called once a
    step, at the point that is tried: error and gradient of a point that is kept serve the next
    step.

    >>> weight = nn.Parameter(torch.tensor([1.0]))
    >>> optimizer = Gdx([weight], rate=0.5)
    >>> errors = [optimizer.step(lambda: weight.square().sum()) for _ in range(60)]
    >>> errors[-1] < 0.001
    True
    """

    def __init__(self, weights: Iterable[nn.Parameter], *, rate: float = RATE) -> None:
        self.rate = rate
        self._weights = list(weights)
        self._velocities = [torch.zeros_like(weight) for weight in self._weights]
        self._gradients: list[torch.Tensor] = []
        self._error = 0.0

    def step(self, compute_error: Callable[[], torch.Tensor]) -> float:
        """Try one step, and return the error at the point that was kept."""
        if not self._gradients:
            self._error, self._gradients = self._look(compute_error)
        before = [weight.detach().clone() for weight in self._weights]
        with torch.no_grad():
            for weight, velocity, gradient in zip(
                self._weights, self._velocities, self._gradients, strict=True
            ):
                velocity.mul_(MOMENTUM).sub_(gradient, alpha=(1 - MOMENTUM) * self.rate)
                weight.add_(velocity)
        error, gradients = self._look(compute_error)
        # Asked this way round, an error that is no number is rejected, too.
        if not error <= MOST_GROWTH * self._error:
            self._take_back(before)
            return self._error
        if error < self._error:
            self.rate *= RAISE
        self._error, self._gradients = error, gradients
        return error

    def _take_back(self, before: list[torch.Tensor]) -> None:
        """Return to where we were, and forget the momentum that led astray."""
        self.rate *= LOWER
        with torch.no_grad():
            for weight, velocity, old in zip(self._weights, self._velocities, before, strict=True):
                weight.copy_(old)
                velocity.zero_()

    def _look(self, compute_error: Callable[[], torch.Tensor]) -> tuple[float, list[torch.Tensor]]:
        error = compute_error()
        return error.item(), list(torch.autograd.grad(error, self._weights))
