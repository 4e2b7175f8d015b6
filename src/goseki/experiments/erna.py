"""ERNA, the eye-based recurrent network of van der Werf (2004), section 6.4, and its relatives.

They look at a board for some rounds. In each they value their actions: to name a class, which ends
the game, or to go on, for those with an eye by moving it. They learn these values by Q(λ) from a
reward of 1 for the right class, and of -1 for the wrong one, for an eye that leaves the board and
for rounds that run out. Where they have memory, errors go back through all rounds.

What the thesis leaves open is decided here: the eye starts in the top left corner; it sees 1 for a
stone, -1 for none and 0 off the board; its place and the rounds left are given as numbers from -1
or 0 to 1; memory is written over, not added to; returns are those of Peng and Williams; and chances
"proportional to action values" are 0 where the value is negative.
"""

from __future__ import annotations

from dataclasses import dataclass

from goseki.learn.extra import nn, torch
from goseki.learn.mlp import spread_weights

CLASSES = 2
HIDDEN = 25
LOCAL_MEMORY = 3
GLOBAL_MEMORY = 15
TRACE = 0.3
"""λ: how much of a return is what came later rather than what was expected."""
DISCOUNT = 0.97
RANDOM_SHARE = 0.05
GREEDY_SHARE = 0.75
"""Of the actions that are not random."""
CROWD = 0.5
"""Finished games leave a batch when no more than this share of it is still running."""


class Player(nn.Module):
    """What rounds of looking and acting need to know of a network. A state is a list of tensors
    with a row for each game, so that games can be dropped from all of them alike."""

    actions: int

    def begin(self, boards: torch.Tensor) -> list[torch.Tensor]:
        """The state at the start, for boards of 1 and -1 (number, row, column)."""
        raise NotImplementedError

    def look(self, state: list[torch.Tensor], left: float) -> torch.Tensor:
        """The values of the actions, when a share `left` of the rounds is left. The state is
        replaced by the one after looking."""
        raise NotImplementedError

    def act(self, state: list[torch.Tensor], actions: torch.Tensor) -> torch.Tensor:
        """Do what does not end the game. The answer tells which games it ends after all."""
        raise NotImplementedError


class Erna(Player):
    """A network with an eye that sees a point and its neighbours, and moves left, right, up and
    down, or stays. Without `recurrent` it is the stripped-down one: it has no memory, and does not
    hear its last action values."""

    def __init__(self, n: int, *, recurrent: bool = True, seed: int = 0) -> None:
        super().__init__()
        self.n = n
        width = n + 2
        self.actions = CLASSES + 5
        self._local = LOCAL_MEMORY if recurrent else 0
        self._heard = GLOBAL_MEMORY + self.actions if recurrent else 0
        self.hidden = nn.Linear(5 + 5 * self._local + self._heard + 3, HIDDEN)
        written = self._local + GLOBAL_MEMORY if recurrent else 0
        self.output = nn.Linear(HIDDEN, written + self.actions)
        spread_weights(self, seed)
        # Boards have a rim of points that are off the board.
        self._around = torch.tensor([0, -1, 1, -width, width])
        self._moves = torch.tensor([0] * CLASSES + [-1, 1, -width, width, 0])
        inside = torch.zeros(width, width, dtype=torch.bool)
        inside[1:-1, 1:-1] = True
        self._inside = inside.flatten()
        steps = torch.linspace(-1 - 2 / (n - 1), 1 + 2 / (n - 1), width)
        self._places = torch.cartesian_prod(steps, steps)

    def begin(self, boards: torch.Tensor) -> list[torch.Tensor]:
        count, width = len(boards), self.n + 2
        rimmed = nn.functional.pad(boards, (1, 1, 1, 1)).flatten(1)
        eye = torch.full((count, 1), width + 1)
        memory = torch.zeros(count, width * width, self._local)
        return [rimmed, eye, memory, torch.zeros(count, self._heard)]

    def look(self, state: list[torch.Tensor], left: float) -> torch.Tensor:
        board, eye, memory, heard = state
        seen = eye + self._around
        inputs = [board.gather(1, seen), heard, self._places[eye[:, 0]]]
        inputs.append(torch.full((len(eye), 1), left))
        if self._local:
            cells = seen[:, :, None].expand(-1, -1, self._local)
            inputs.append(memory.gather(1, cells).flatten(1))
        outputs = self.output(torch.tanh(self.hidden(torch.cat(inputs, dim=1))))
        if self._local:
            centre = eye[:, :, None].expand(-1, -1, self._local)
            state[2] = memory.scatter(1, centre, outputs[:, None, : self._local])
            state[3] = outputs[:, self._local :]
        values: torch.Tensor = outputs[:, -self.actions :]
        return values

    def act(self, state: list[torch.Tensor], actions: torch.Tensor) -> torch.Tensor:
        moved = state[1] + self._moves[actions][:, None]
        stays = self._inside[moved]
        # An eye that has left the board has lost; it goes back only so that it can see.
        state[1] = torch.where(stays, moved, state[1])
        return ~stays[:, 0]


class Thinker(Player):
    """The fully recurrent network: it sees the whole board in every round, with what its hidden
    layer was and its last action values, and its only other action is to think again."""

    def __init__(self, n: int, *, seed: int = 0) -> None:
        super().__init__()
        self.n = n
        self.actions = CLASSES + 1
        self.hidden = nn.Linear(n * n + HIDDEN + self.actions, HIDDEN)
        self.output = nn.Linear(HIDDEN, self.actions)
        spread_weights(self, seed)

    def begin(self, boards: torch.Tensor) -> list[torch.Tensor]:
        count = len(boards)
        return [boards.flatten(1), torch.zeros(count, HIDDEN), torch.zeros(count, self.actions)]

    def look(self, state: list[torch.Tensor], left: float) -> torch.Tensor:
        state[1] = torch.tanh(self.hidden(torch.cat(state, dim=1)))
        state[2] = self.output(state[1])
        return state[2]

    def act(self, state: list[torch.Tensor], actions: torch.Tensor) -> torch.Tensor:
        return torch.zeros(len(actions), dtype=torch.bool)


@dataclass(frozen=True)
class Played:
    """What happened in the rounds of a batch of games, each a tensor (round, game)."""

    taken: torch.Tensor
    """The values of the actions that were taken."""
    best: torch.Tensor
    """The highest values, without their gradients."""
    reward: torch.Tensor
    ends: torch.Tensor
    """Whether the game ended in this round."""
    running: torch.Tensor
    """Whether it had not ended before."""
    right: torch.Tensor
    """For each game, whether the right class was named."""


def play(
    player: Player,
    boards: torch.Tensor,
    labels: torch.Tensor,
    rounds: int,
    luck: torch.Tensor | None = None,
) -> Played:
    """Let a network look at every board until it names a class or is out of rounds. It explores by
    `luck` (see `draw_luck`), and without it takes the best actions."""
    count = len(boards)
    state = player.begin(boards)
    games = torch.arange(count)
    running = torch.ones(count, dtype=torch.bool)
    noted: list[tuple[torch.Tensor, ...]] = []
    for number in range(rounds):
        values = player.look(state, 1 - number / rounds)
        known = values.detach()
        best, actions = known.max(dim=1)
        if luck is not None:
            actions = explore(known, actions, luck[number, games])
        taken = values.gather(1, actions[:, None])[:, 0]
        lost = player.act(state, actions)
        ends = (actions < CLASSES) | lost | (number == rounds - 1)
        noted.append(_by_game(count, games, taken, best, actions, ends, running))
        running = running & ~ends
        left = int(running.sum())
        if not left:
            break
        if left <= CROWD * len(running):
            state = [part[running] for part in state]
            games, running = games[running], running[running]
    taken, best, actions, ends, running = map(torch.stack, zip(*noted, strict=True))
    correct = (actions == labels) & running
    reward = torch.where(correct, 1.0, torch.where(ends, -1.0, 0.0))
    return Played(taken, best, reward, ends, running, correct.any(dim=0))


def _by_game(count: int, games: torch.Tensor, *parts: torch.Tensor) -> tuple[torch.Tensor, ...]:
    """What is known of some games as tensors for all, with 0 for the others."""
    if len(games) == count:
        return parts
    return tuple(part.new_zeros(count).index_put((games,), part) for part in parts)


def draw_luck(rounds: int, games: int, chance: torch.Generator) -> torch.Tensor:
    """Random numbers for all that `explore` decides: whether to, and which action."""
    return torch.rand(rounds, games, 2, generator=chance)


def explore(values: torch.Tensor, best: torch.Tensor, luck: torch.Tensor) -> torch.Tensor:
    """Actions for training: mostly the best, some in proportion to their values, some random."""
    kind, place = luck[:, :1], luck[:, 1:]
    is_random = kind < RANDOM_SHARE
    is_greedy = kind > 1 - (1 - RANDOM_SHARE) * GREEDY_SHARE
    reach = torch.where(is_random, 1.0, values.clamp(min=1e-6)).cumsum(dim=1)
    drawn = (reach < place * reach[:, -1:]).sum(dim=1)
    return torch.where(is_greedy[:, 0], best, drawn)


def q_error(played: Played) -> torch.Tensor:
    """The mean squared difference of the values of actions taken from their returns, which mix what
    was expected in the next round with what came later."""
    returns = torch.empty_like(played.reward)
    later = torch.zeros_like(played.reward[0])
    for number in reversed(range(len(returns))):
        returns[number] = torch.where(played.ends[number], played.reward[number], later)
        later = DISCOUNT * ((1 - TRACE) * played.best[number] + TRACE * returns[number])
    squares = (played.taken - returns).square()
    return (squares * played.running).sum() / played.running.sum()
