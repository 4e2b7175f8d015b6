"""The multi-layer perceptron: one hidden layer of tanh units and linear outputs."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from goseki.learn.extra import nn, torch
from goseki.learn.scaling import Scaling


class Mlp(nn.Module):
    """v = W2 tanh(W1 x + b1) + b2, with first weights uniform within ±1/√(inputs of the unit).

    >>> Mlp(201, 100, seed=1)(torch.zeros(5, 201)).shape
    torch.Size([5, 1])
    """

    def __init__(
        self,
        inputs: int,
        hidden: int,
        outputs: int = 1,
        *,
        seed: int = 0,
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        self.hidden = nn.Linear(inputs, hidden, dtype=dtype)
        self.output = nn.Linear(hidden, outputs, dtype=dtype)
        spread_weights(self, seed)

    def forward(self, vectors: torch.Tensor) -> torch.Tensor:
        values: torch.Tensor = self.output(torch.tanh(self.hidden(vectors)))
        return values

    def unfold(self, scaling: Scaling, directions: npt.NDArray[np.float64]) -> Mlp:
        """The same function of raw vectors, for a network of extracted features: scaling and
        extraction are linear, so they go into the first layer. Trained further, the network may
        use what the extraction had thrown away (van der Werf 2004, section 7.3.3)."""
        first = self.hidden.weight.detach().double().numpy() @ directions
        weight = first * scaling.factor
        bias = self.hidden.bias.detach().double().numpy() - weight @ scaling.offset
        raw = Mlp(
            directions.shape[1],
            self.hidden.out_features,
            self.output.out_features,
            dtype=self.hidden.weight.dtype,
        )
        raw.output.load_state_dict(self.output.state_dict())
        with torch.no_grad():
            raw.hidden.weight.copy_(torch.from_numpy(weight))
            raw.hidden.bias.copy_(torch.from_numpy(bias))
        return raw


def spread_weights(network: nn.Module, seed: int) -> None:
    """First weights of all linear layers: uniform within ±1/√(inputs of the unit)."""
    chance = torch.Generator().manual_seed(seed)
    for layer in network.modules():
        if isinstance(layer, nn.Linear):
            bound = 1 / math.sqrt(layer.in_features)
            for weights in layer.parameters():
                nn.init.uniform_(weights, -bound, bound, generator=chance)
