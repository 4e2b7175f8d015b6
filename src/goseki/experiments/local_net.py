"""A modern rival of ERNA: one small convolution, repeated with the same weights.

Every point holds some numbers. In each round it sees its own and those of its four neighbours, and
a gate decides how much of them to renew: what a player does who follows a chain with his finger,
on all points at once. After enough rounds the bottom right corner has heard of the top left one,
and tells the class. Supervised, with plain Adam; boards are also shown mirrored on the diagonals,
which leaves the answer as it is.
"""

from __future__ import annotations

import copy

from goseki.job import Progress, Report, report_seldom
from goseki.learn.extra import nn, torch

CHANNELS = 12
BATCH = 50
RATE = 0.01


class LocalNet(nn.Module):
    """The rule of a point, applied to all of them for as many rounds as a path can be long."""

    cross: torch.Tensor

    def __init__(self, n: int, *, seed: int = 0) -> None:
        super().__init__()
        # The longest paths without a detour have about half of the points.
        self.rounds = n * n // 2
        self.rule = nn.Conv2d(CHANNELS + 2, 2 * CHANNELS, 3, padding=1)
        self.output = nn.Linear(CHANNELS, 1)
        # Only direct neighbours are seen: diagonal ones are not connected in Go.
        cross = torch.tensor([[0.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 0.0]])
        self.register_buffer("cross", cross)
        chance = torch.Generator().manual_seed(seed)
        for weights in self.parameters():
            bound = (5 * CHANNELS) ** -0.5
            nn.init.uniform_(weights, -bound, bound, generator=chance)

    def forward(self, boards: torch.Tensor) -> torch.Tensor:
        """How likely each board is connected, as a logit."""
        start = torch.zeros_like(boards)
        start[:, 0, 0] = 1
        seen = torch.stack((boards, start), dim=1)
        held = torch.zeros(len(boards), CHANNELS, *boards.shape[1:])
        weight = self.rule.weight * self.cross
        for _ in range(self.rounds):
            new, gate = nn.functional.conv2d(
                torch.cat((held, seen), dim=1), weight, self.rule.bias, padding=1
            ).chunk(2, dim=1)
            held = held + torch.sigmoid(gate) * (torch.tanh(new) - held)
        logits: torch.Tensor = self.output(held[:, :, -1, -1])[:, 0]
        return logits

    def classify(self, boards: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            logits: torch.Tensor = self(boards)
            return (logits > 0).long()


def train_local_net(
    network: LocalNet,
    boards: torch.Tensor,
    labels: torch.Tensor,
    validation: tuple[torch.Tensor, torch.Tensor],
    *,
    epochs: int,
    seed: int,
    progress: Report | None = None,
) -> None:
    """Train, and keep the weights that erred least on the validation set."""
    chance = torch.Generator().manual_seed(seed)
    optimizer = torch.optim.Adam(network.parameters(), lr=RATE)
    steps = epochs * -(-len(boards) // BATCH)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, RATE, total_steps=steps)
    report = report_seldom(progress)
    best, weights = 2.0, copy.deepcopy(network.state_dict())
    for epoch in range(epochs):
        for chosen in torch.split(torch.randperm(len(boards), generator=chance), BATCH):
            shown = _mirror(boards[chosen], chance)
            loss = nn.functional.binary_cross_entropy_with_logits(
                network(shown), labels[chosen].float()
            )
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            report(Progress(epoch / epochs, f"epoch {epoch + 1} of {epochs}"))
        error = float((network.classify(validation[0]) != validation[1]).float().mean())
        if error <= best:
            best, weights = error, copy.deepcopy(network.state_dict())
    network.load_state_dict(weights)


def _mirror(boards: torch.Tensor, chance: torch.Generator) -> torch.Tensor:
    """Each board as it is, or mirrored on one diagonal or on both."""
    first, second = torch.rand(2, len(boards), 1, 1, generator=chance) < 0.5
    boards = torch.where(first, boards.transpose(1, 2), boards)
    return torch.where(second, boards.flip(1, 2), boards)
