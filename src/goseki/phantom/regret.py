"""The value of Phantom Go on a tiny board between proven bounds, by regret matching.

Predictive CFR+ (Farina, Kroer and Sandholm 2021) plays both sides against each other. Every
decision leans to the attempts that it regrets not having made, and predicts that it will regret
the same again. The average plans, in which later ones count more, come ever closer to optimal
plans. At any time the best responses to them bound the value of the game, so a bound is right
however far the method has come. Bounds are rounded outwards by more than the arithmetic can be
wrong.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from goseki.errors import GosekiError
from goseki.job import Report, report_seldom
from goseki.phantom.equilibrium import GameValue, bounds_so_far
from goseki.phantom.sequence_form import Floats, SequenceForm, Side
from goseki.phantom.tiny import TinyGame

_LOOK_EVERY = 20
"""The bounds are worked out after every so many iterations."""

_WEIGHT_OF_LATER = 4
"""In the average a plan weighs this power of its number. On 1x5 after five plies, 200 iterations
bring the bounds to 0.00001 of each other; with the power 1 it is 0.007, without predictions
0.04."""


class _Learner:
    """One side: its regrets, its present chances, and its average plan."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._regrets = np.zeros(side.attempts)
        self._average = np.zeros(side.attempts)
        self.chances = side.normalized(self._regrets)

    def learn(self, ends: Floats, iteration: int) -> None:
        better = self._side.advantages(ends, self.chances)
        self._regrets = np.maximum(self._regrets + better, 0)
        self.chances = self._side.normalized(np.maximum(self._regrets + better, 0))
        weight = float(iteration) ** _WEIGHT_OF_LATER
        self._average += weight * self._side.through_attempts(self.chances)

    @property
    def average(self) -> Floats:
        """The chances of the average plan."""
        return self._side.normalized(self._average)


def approach_value(
    game: TinyGame,
    *,
    gap: float = 1e-4,
    rounds: int = 1000,
    most: int = 10_000_000,
    progress: Report | None = None,
) -> GameValue:
    """Bound the value of the game until the bounds are `gap` apart, or after `rounds`. Ctrl-C
    ends it with the bounds so far.

    >>> value = approach_value(TinyGame("3x1", komi=0.0, plies=4), gap=0.01)
    >>> float(value.high - value.low) < 0.01, value.low <= 3 <= value.high
    (True, True)
    """
    if rounds < 1:
        raise GosekiError(f"the number of rounds is {rounds}, not at least 1")
    low, high = game.range
    tell = report_seldom(progress)
    done, interrupted, sizes = 0, False, (0, 0)
    try:
        form = SequenceForm(game, most=most, progress=progress)
        sizes = form.black.decisions, form.white.decisions
        black, white = _Learner(form.black), _Learner(form.white)
        while done < rounds and high - low > gap:
            done += 1
            black.learn(form.black_ends(form.white.flow(white.chances)), done)
            white.learn(form.white_ends(form.black.flow(black.chances)), done)
            if done % _LOOK_EVERY == 0 or done == rounds:
                low = max(low, form.lower_bound(black.average))
                high = min(high, form.upper_bound(white.average))
            tell(bounds_so_far(low, high))
    except KeyboardInterrupt:
        interrupted = True
    return GameValue(Fraction(low), Fraction(high), done, sizes, interrupted)
