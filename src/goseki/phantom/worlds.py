"""Worlds: true positions that fit everything a player was told.

Every sampled world is possible: with its hidden moves the referee would have given each of the
answers that he gave. How likely a world is can only be guessed, so maps made of worlds are
estimates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.checks import check_seed, check_whole
from goseki.coords import Size, opponent
from goseki.job import Report, report_share
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.observation import InformationState, Observation

TRIES_PER_WORLD = 200
"""How many times the sampler may try for each world that is asked for."""
MOST_WORLDS = 1_000_000

_SURE = 0.95
"""How sure the players of the thesis may be that a refused point has a stone. In the games that
it prints, 93 % of 302 refusals were on stones."""


@dataclass(frozen=True, eq=False)
class Worlds:
    """Sampled positions; fewer than asked for if too few tries succeed."""

    signs: npt.NDArray[np.int8]
    """Worlds x rows x columns: +1 Black, -1 White, 0 empty."""
    kos: npt.NDArray[np.int32]
    """For each world the index of the point where a ko forbids to play, -1 if there is none."""
    moves: npt.NDArray[np.int32]
    """Worlds x moves: the opponent's, as indices, that led to each world."""
    tries: int
    interrupted: bool = False

    def __len__(self) -> int:
        return len(self.kos)


def sample_worlds(
    state: InformationState,
    count: int = 100,
    *,
    tries: int | None = None,
    seed: int = 0,
    progress: Report | None = None,
) -> Worlds:
    """Sample positions that the player cannot rule out.

    >>> from goseki.phantom import GameLog, PhantomRules, replay
    >>> referee = replay(GameLog.parse("B2 (B2)C2 (C2)"), PhantomRules.on("3x3"))
    >>> worlds = sample_worlds(referee.information_state("B"), 5)
    >>> worlds.signs[0].tolist()
    [[0, 0, 0], [0, 1, -1], [0, 0, 0]]
    """
    check_whole("the number of worlds", count, 1, MOST_WORLDS)
    if tries is not None:
        check_whole("tries", tries, 0, 2**31 - 1)
    size = state.rules.size
    found = _core.phantom_worlds(
        size.columns,
        size.rows,
        black=state.color == "B",
        events=[event for seen in state.observations if (event := event_of(size, seen))],
        count=count,
        tries=TRIES_PER_WORLD * count if tries is None else tries,
        seed=check_seed(seed),
        progress=report_share(progress),
    )
    return Worlds(*found)


def hidden_stone_map(
    state: InformationState, count: int = 200, *, seed: int = 0
) -> npt.NDArray[np.float64]:
    """How likely the opponent has a stone on each point (rows x columns): the share of about
    `count` worlds that have one, drawn a little towards the uniform map, which also serves where
    no world is found. The worlds are carried through the game, as `best` does, since
    `sample_worlds` finds few late in a game.

    The map is an estimate, except for the 0 on own stones.
    """
    check_whole("the number of worlds", count, 1, MOST_WORLDS)
    worlds = _carried_worlds(state, count, seed)
    theirs = 1 if opponent(state.color) == "B" else -1
    found = (worlds == theirs).sum(axis=0)
    share: npt.NDArray[np.float64] = (found + uniform_map(state)) / (len(worlds) + 1)
    return share


def _carried_worlds(state: InformationState, count: int, seed: int) -> npt.NDArray[np.int8]:
    size = state.rules.size
    mind = _core.PhantomMind(
        size.columns, size.rows, state.color == "B", tree=False, seed=check_seed(seed)
    )
    for seen in state.observations:
        if seen.own:
            mind.renew()
        if event := event_of(size, seen):
            mind.observe(event)
    worlds = np.zeros((0, size.rows, size.columns), dtype=np.int8)
    while len(worlds) < count and mind.renew():
        worlds = np.concatenate([worlds, mind.worlds()])
    return worlds


def uniform_map(state: InformationState) -> npt.NDArray[np.float64]:
    """The same map as the players of the thesis have it: refused points have stones, and the
    unknown stones may be anywhere else."""
    belief = BeliefBoard(state.rules, state.color)
    for seen in state.observations:
        belief.observe(seen)
    signs = belief.signs
    mine = 1 if state.color == "B" else -1
    empty = int((signs == 0).sum())
    elsewhere = min(_SURE, belief.unknown / empty) if empty else 0.0
    return np.where(signs == mine, 0.0, np.where(signs == 0, elsewhere, _SURE))


def log_loss(
    map_: npt.NDArray[np.float64], truth: npt.NDArray[np.bool_], own: npt.NDArray[np.bool_]
) -> float:
    """The mean surprise, in bits, when one learns which points have stones of the opponent. It is
    taken over all points without own stones; probabilities are kept a thousandth away from 0 and
    1.

    >>> half, empty = np.full((1, 2), 0.5), np.zeros((1, 2), dtype=bool)
    >>> log_loss(half, np.array([[True, False]]), empty)
    1.0
    """
    p = np.clip(map_, 0.001, 0.999)
    loss = -np.log2(np.where(truth, p, 1 - p))
    return float(loss[~own].mean())


def event_of(size: Size, seen: Observation) -> tuple[int, int, int, list[int], int] | None:
    """An observation in the form that the core takes; `None` if it says nothing of the board."""
    index = size.index
    if not seen.own:
        if seen.kind == "refused":
            return None
        return (3 if seen.kind == "played" else 4), -1, 0, [index(p) for p in seen.lost], 0
    if seen.kind == "passed":
        return 2, -1, 0, [], 0
    assert seen.point is not None
    if seen.kind == "refused":
        cause = 0 if seen.cause is None else 1 if seen.cause in ("occupied", "B", "W") else 2
        return 1, index(seen.point), 0, [], cause
    taken = [index(point) for point in seen.captured_points or ()]
    return 0, index(seen.point), seen.captured, taken, 0
