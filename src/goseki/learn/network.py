"""The network: one for every board from 5x5 to 19x19, with four heads on one trunk.

A residual network of bottleneck blocks, fully convolutional, so that a board of any size fits; what
concerns the whole board goes through pooled means and maxima (as in Wu 2019). Its input is what the
core writes (`core/features/planes.h`), seen by the side to move, and so are its answers:

- `policy`: a number for every point, and one for the pass; a softmax over the legal ones makes
  probabilities;
- `value`: the log-odds that the side to move wins;
- `score`: its final lead as a mixture of logistic distributions: weights, centres, widths;
- `owner`: for every point how likely it ends as its own, from -1 to 1.

>>> network = Network(Shape(blocks=1, channels=8, middle=4))
>>> heads = network(torch.zeros(2, PLANES, 9, 9), torch.zeros(2, GLOBALS))
>>> heads.policy.shape, heads.value.shape, heads.score.shape, heads.owner.shape
(torch.Size([2, 82]), torch.Size([2]), torch.Size([2, 9]), torch.Size([2, 81]))
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from goseki import _core

PLANES = len(_core.plane_names())
GLOBALS = len(_core.global_names())
MIXTURE = 3
"""Parts of the distribution of the score."""
POINTS_PER_UNIT = 20.0
"""Centres and widths of the score are in units of so many points."""


@dataclass(frozen=True)
class Shape:
    """How large a network is."""

    blocks: int = 8
    channels: int = 96
    middle: int = 48
    """Channels within a block, where the 3x3 convolutions are."""
    pooled: int = 32
    """Channels of which the whole board's means and maxima are taken."""
    pool_every: int = 2
    """Each so many blocks one pools."""

    def facts(self) -> dict[str, Any]:
        return asdict(self)


class Heads(NamedTuple):
    """What the network says of some positions."""

    policy: Tensor
    value: Tensor
    score: Tensor
    owner: Tensor


NARROW, WIDE = 9, 19
"""Sides of the boards that means and variances are kept for."""


def size_share(rows: int, columns: int) -> float:
    """Where a board stands between the narrow one (0) and the wide one (1), by the share of its
    points that are near an edge.

    >>> size_share(9, 9), size_share(19, 19), round(size_share(13, 13), 2), size_share(5, 5)
    (0.0, 1.0, 0.58, 0.0)
    """
    side = (rows + columns) / 2
    share = (1 / NARROW - 1 / side) / (1 / NARROW - 1 / WIDE)
    return min(1.0, max(0.0, share))


class SizeNorm(nn.Module):
    """Batch normalisation with means and variances of its own for narrow and for wide boards.

    A batch has boards of one size, and on small boards more points are near an edge: one mean for
    all would be wrong for each of them. On boards between, it is in between.
    """

    running_mean: Tensor
    running_var: Tensor

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(channels))
        self.bias = nn.Parameter(torch.zeros(channels))
        self.register_buffer("running_mean", torch.zeros(2, channels))
        self.register_buffer("running_var", torch.ones(2, channels))
        self.momentum = 0.05

    def forward(self, x: Tensor) -> Tensor:
        share = size_share(x.shape[2], x.shape[3])
        if self.training:
            row = round(share)
            mean, variance = self.running_mean[row], self.running_var[row]
        else:
            mean = torch.lerp(self.running_mean[0], self.running_mean[1], share)
            variance = torch.lerp(self.running_var[0], self.running_var[1], share)
        return functional.batch_norm(
            x, mean, variance, self.weight, self.bias, self.training, self.momentum
        )


def pool(x: Tensor) -> Tensor:
    """Means and maxima over the board."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    """x + a narrow detour of 1x1, 3x3, 3x3 and 1x1 convolutions."""

    def __init__(self, shape: Shape, pools: bool) -> None:
        super().__init__()
        wide, narrow = shape.channels, shape.middle
        self.norms = nn.ModuleList(SizeNorm(count) for count in (wide, narrow, narrow, narrow))
        self.narrow = nn.Conv2d(wide, narrow, 1, bias=False)
        self.first = nn.Conv2d(narrow, narrow, 3, padding=1, bias=False)
        self.second = nn.Conv2d(narrow, narrow, 3, padding=1, bias=False)
        self.widen = nn.Conv2d(narrow, wide, 1, bias=False)
        nn.init.zeros_(self.widen.weight)  # a block begins as nothing, so that depth does no harm
        self.overall = nn.Linear(2 * narrow, narrow) if pools else None

    def forward(self, x: Tensor) -> Tensor:
        y = self.narrow(functional.relu(self.norms[0](x)))
        y = self.first(functional.relu(self.norms[1](y)))
        y = functional.relu(self.norms[2](y))
        if self.overall is not None:
            whole = self.overall(pool(y))
            y = y + whole[:, :, None, None]
        y = self.second(y)
        result: Tensor = x + self.widen(functional.relu(self.norms[3](y)))
        return result


class Network(nn.Module):
    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        wide, pooled = shape.channels, shape.pooled
        self.stem = nn.Conv2d(PLANES, wide, 3, padding=1, bias=False)
        self.stem_globals = nn.Linear(GLOBALS, wide)
        self.blocks = nn.ModuleList(
            Block(shape, pools=number % shape.pool_every == shape.pool_every - 1)
            for number in range(shape.blocks)
        )
        self.norm = SizeNorm(wide)
        self.policy_points = nn.Conv2d(wide, pooled, 1)
        self.policy_whole = nn.Conv2d(wide, pooled, 1)
        self.policy_bias = nn.Linear(2 * pooled, pooled)
        self.policy_last = nn.Conv2d(pooled, 1, 1)
        self.policy_pass = nn.Linear(2 * pooled, 1)
        self.judge = nn.Conv2d(wide, pooled, 1)
        self.judge_hidden = nn.Linear(2 * pooled + GLOBALS, 2 * pooled)
        self.judge_last = nn.Linear(2 * pooled, 1 + 3 * MIXTURE)
        self.owner = nn.Conv2d(pooled, 1, 1)

    def forward(self, planes: Tensor, globals_: Tensor) -> Heads:
        x = self.stem(planes) + self.stem_globals(globals_)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = functional.relu(self.norm(x))
        whole = pool(functional.relu(self.policy_whole(x)))
        points = self.policy_points(x) + self.policy_bias(whole)[:, :, None, None]
        points = self.policy_last(functional.relu(points))
        judged = functional.relu(self.judge(x))
        facts = torch.cat([pool(judged), globals_], 1)
        last = self.judge_last(functional.relu(self.judge_hidden(facts)))
        return Heads(
            torch.cat([points.flatten(1), self.policy_pass(whole)], 1),
            last[:, 0],
            last[:, 1:],
            torch.tanh(self.owner(judged).flatten(1)),
        )


def score_log_likelihood(score: Tensor, lead: Tensor) -> Tensor:
    """The logarithm of the likelihood of a final lead, in points, under the `score` head."""
    weights, centers, widths = score.float().chunk(3, 1)
    scale = functional.softplus(widths) + 0.02
    z = (lead[:, None] / POINTS_PER_UNIT - centers) / scale
    parts = -z - 2 * functional.softplus(-z) - torch.log(scale)
    return torch.logsumexp(torch.log_softmax(weights, 1) + parts, 1)


def expected_score(score: Tensor) -> Tensor:
    """The mean final lead in points."""
    weights, centers, _ = score.float().chunk(3, 1)
    return POINTS_PER_UNIT * (torch.softmax(weights, 1) * centers).sum(1)


def parameter_count(network: nn.Module) -> int:
    return sum(parameter.numel() for parameter in network.parameters())
