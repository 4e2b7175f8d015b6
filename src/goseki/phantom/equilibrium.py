"""The value of Phantom Go on a tiny board, between proven bounds that close in on it.

This is a double oracle (McMahan, Gordon and Blum 2003). Each side has a few pure strategies; the
game restricted to them is a matrix, which is solved; then the best response to each side's
mixture joins the other side's strategies, and so on. Every best response bounds the value of the
whole game, because the side that answers a mixture can always get what the best response gets.
In the end the best mixtures are rounded to fractions, and the best responses to them are worked
out in fractions. So the bounds are exact, however roughly everything else was computed.
"""

from __future__ import annotations

import importlib
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt

from goseki.coords import Color, opponent
from goseki.errors import GosekiError
from goseki.job import Progress, Report, report_seldom
from goseki.phantom.best_response import BestResponse, Worlds, knowledge, shares_of
from goseki.phantom.strategy import Chances, Event, PlayerStrategy, Strategy
from goseki.phantom.tiny import PASS, TinyGame

_SMALL_DENOMINATOR = 1000
_LARGE_DENOMINATOR = 2**20
"""Weights of a mixture are rounded to fractions with the smaller of these denominators if they
then still add up to 1."""

_NOTHING = 1e-9
"""Weights up to this count as 0."""

_ERROR = 1e-6
"""Bounds this close to each other may have met, so they are worked out exactly."""


@dataclass(frozen=True)
class GameValue:
    """Proven bounds on the value for Black, and what it took to find them."""

    low: Fraction
    high: Fraction
    rounds: int
    strategies: tuple[int, int]
    """How many strategies Black and White mix in the end; or, where no strategies are mixed
    (`goseki.phantom.regret`), how many decisions each of them has."""
    interrupted: bool = False


def bounds_so_far(low: float, high: float) -> Progress:
    """How far the search for the value has come."""
    return Progress(text=f"from {low:.4f} to {high:.4f}", known=(low, high))


class ResponseStrategy:
    """A best response as a strategy of its own. Its states of knowledge are numbered; for each
    there is the attempt to make, and the next number for everything it may hear. Where the
    opponent does what it was not prepared for, it passes for ever."""

    tables = 1

    def __init__(self, response: BestResponse) -> None:
        self._moves: list[int] = [PASS]
        self._after: dict[tuple[int, Event], int] = {}
        self._numbers: dict[Hashable, int] = {}
        self._waiting: list[tuple[int, frozenset[int], Worlds]] = []
        self._start = self._number(frozenset(), response.start())
        while self._waiting:
            self._expand(response, *self._waiting.pop())

    def starts(self) -> dict[Hashable, tuple[Fraction | float, ...]]:
        return {self._start: (1,)}

    def hear(self, memory: Any, event: Event) -> Hashable:
        return self._after.get((memory, event), _LOST)

    def chances(self, memory: Any) -> Chances:
        return {self._moves[memory]: (1,)}

    def _number(self, refused: frozenset[int], worlds: Worlds) -> int:
        shares = shares_of(worlds)
        key = knowledge(shares, refused)
        if key not in self._numbers:
            self._numbers[key] = len(self._moves)
            self._moves.append(PASS)
            self._waiting.append((self._numbers[key], refused, shares))
        return self._numbers[key]

    def _expand(
        self, response: BestResponse, number: int, refused: frozenset[int], worlds: Worlds
    ) -> None:
        """Find the attempt for what is known, and what may be heard next."""
        state = next(iter(worlds)).state
        if response.game.is_over(state):
            return
        if state.sign != response.sign:
            for message, after in response.messages(worlds).items():
                event = Event(False, message) if isinstance(message, str) else _their_move(message)
                self._after[number, event] = self._number(frozenset(), after)
            return
        move = self._moves[number] = response.moves[knowledge(worlds, refused)]
        for answer, after in response.answers(worlds, move).items():
            if answer == "refused":
                event, still = Event(True, "refused", move), refused | {move}
            else:
                event, still = _own_move(move, answer), frozenset[int]()
            self._after[number, event] = self._number(still, after)


_LOST = 0
"""The number of a response that was not prepared for what it heard."""


def _own_move(move: int, taken: Any) -> Event:
    return Event(True, "passed") if move == PASS else Event(True, "played", move, taken)


def _their_move(lost: Any) -> Event:
    return Event(False, "played", lost=lost)


class Mixture:
    """One of several strategies, drawn before the game by weight."""

    tables = 1

    def __init__(self, parts: Sequence[Strategy], weights: Sequence[Fraction | float]) -> None:
        self._parts = tuple(parts)
        self._weights = tuple(weights)

    def exactly(self) -> Mixture:
        """The same with weights that are fractions and add up to 1."""
        simple = [Fraction(w).limit_denominator(_SMALL_DENOMINATOR) for w in self._weights]
        if sum(simple) == 1:
            return Mixture(self._parts, simple)
        counts = [round(weight * _LARGE_DENOMINATOR) for weight in self._weights]
        return Mixture(self._parts, [Fraction(count, sum(counts)) for count in counts])

    def starts(self) -> dict[Hashable, tuple[Fraction | float, ...]]:
        return {
            (number, memory): (weight * share,)
            for number, (part, weight) in enumerate(zip(self._parts, self._weights, strict=True))
            if weight
            for memory, (share,) in part.starts().items()
        }

    def hear(self, memory: Any, event: Event) -> Hashable:
        number, inner = memory
        return number, self._parts[number].hear(inner, event)

    def chances(self, memory: Any) -> Chances:
        number, inner = memory
        part: Strategy = self._parts[number]
        return part.chances(inner)


def solve_value(
    game: TinyGame,
    *,
    gap: float = 0.0,
    rounds: int = 1000,
    most: int = 2_000_000,
    progress: Report | None = None,
) -> GameValue:
    """Bound the value of the game until the bounds meet, are `gap` apart, or after `rounds`.
    Ctrl-C ends it with the bounds so far.

    >>> value = solve_value(TinyGame("3x1", komi=0.0, plies=4))
    >>> str(value.low), str(value.high)
    ('3', '3')
    """
    if rounds < 1:
        raise GosekiError(f"the number of rounds is {rounds}, not at least 1")
    find_linprog()  # a missing package is reported before the work
    search = _Search(game, most, progress)
    try:
        search.begin()
        while search.high - search.low > gap + _ERROR and search.rounds < rounds:
            search.play_round()
        return search.proven_value()
    except KeyboardInterrupt:
        return search.value_so_far()


class _Search:
    """The strategies found so far, and the best mixture of each side."""

    def __init__(self, game: TinyGame, most: int, progress: Report | None) -> None:
        self._game = game
        self._most = most
        self._report = report_seldom(progress)
        self._payoffs: dict[tuple[int, int], float] = {}
        self._sides: dict[Color, list[Strategy]] = {"B": [], "W": []}
        self.rounds = 0
        self.low, self.high = game.range

    def begin(self) -> None:
        """Begin with the best responses to players that play at random."""
        black = PlayerStrategy("random", self._game.rules, "B")
        white = PlayerStrategy("random", self._game.rules, "W")
        self._best: dict[Color, Strategy] = {"B": black, "W": white}
        self.high, first = self._respond("B", white)
        self.low, second = self._respond("W", black)
        self._sides = {"B": [first], "W": [second]}

    @property
    def strategies(self) -> tuple[int, int]:
        return len(self._sides["B"]), len(self._sides["W"])

    def play_round(self) -> None:
        """Solve the matrix, and add the best responses to both mixtures."""
        black, white = self._mixtures()
        high, better_black = self._respond("B", white)
        low, better_white = self._respond("W", black)
        if high < self.high:
            self.high, self._best["W"] = high, white
        if low > self.low:
            self.low, self._best["B"] = low, black
        self._sides["B"].append(better_black)
        self._sides["W"].append(better_white)
        self.rounds += 1

    def value_so_far(self) -> GameValue:
        """The bounds after Ctrl-C: wider than they can be wrong by rounding."""
        least, most = self._game.range
        low, high = max(least, self.low - _ERROR), min(most, self.high + _ERROR)
        return GameValue(Fraction(low), Fraction(high), self.rounds, self.strategies, True)

    def proven_value(self) -> GameValue:
        """The bounds, worked out in fractions."""
        exact = {
            color: side.exactly() if isinstance(side, Mixture) else side
            for color, side in self._best.items()
        }
        high, low = (
            Fraction(self._response(color, exact[opponent(color)]).solve().values[0])
            for color in ("B", "W")
        )
        return GameValue(low, high, self.rounds, self.strategies)

    def _respond(self, color: Color, other: Strategy) -> tuple[float, Strategy]:
        search = self._response(color, other, most=self._most)
        (value,) = search.solve().values
        return float(value), ResponseStrategy(search)

    def _response(self, color: Color, other: Strategy, **most: int) -> BestResponse:
        return BestResponse(self._game, color, other, progress=self._tell, **most)

    def _tell(self, _: Progress | None = None) -> None:
        self._report(bounds_so_far(self.low, self.high))

    def _mixtures(self) -> tuple[Mixture, Mixture]:
        """Optimal mixtures of the matrix game among the strategies there are."""
        rows, columns = (range(count) for count in self.strategies)
        for i in rows:
            for j in columns:
                if (i, j) not in self._payoffs:
                    pair = self._sides["B"][i], self._sides["W"][j]
                    self._payoffs[i, j] = _play(self._game, *pair)
                    self._tell()
        black, white = solve_matrix(
            np.array([[self._payoffs[i, j] for j in columns] for i in rows])
        )
        return Mixture(self._sides["B"], black.tolist()), Mixture(self._sides["W"], white.tolist())


def _play(game: TinyGame, black: Strategy, white: Strategy) -> float:
    """The payoff between two pure strategies."""
    state = game.start
    players = {1: black, -1: white}
    memories = {sign: next(iter(player.starts())) for sign, player in players.items()}
    while not game.is_over(state):
        sign = state.sign
        (move,) = players[sign].chances(memories[sign])
        played = game.attempt(state, move)
        if played is None:
            own, other = Event(True, "refused", move), Event(False, "refused")
        else:
            state, taken = played
            own = _own_move(move, len(taken))
            other = Event(False, "passed") if move == PASS else _their_move(taken)
        memories[sign] = players[sign].hear(memories[sign], own)
        memories[-sign] = players[-sign].hear(memories[-sign], other)
    return game.payoff(state.stones)


def solve_matrix(
    payoffs: npt.NDArray[np.float64],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Optimal mixtures for the rows (who maximise) and the columns of a matrix game, by linear
    programming. They are optimal up to rounding, and their weights always add up to 1.

    >>> rows, columns = solve_matrix(np.array([[3.0, 0.0], [1.0, 2.0]]))
    >>> rows.round(3).tolist(), columns.round(3).tolist()
    ([0.25, 0.75], [0.5, 0.5])
    """
    linprog = find_linprog()
    height, width = payoffs.shape
    # Maximise what the rows get for certain, that is, against every column.
    sure_of = np.zeros(height + 1)
    sure_of[-1] = -1
    found = linprog(
        sure_of,
        A_ub=np.hstack((-payoffs.T, np.ones((width, 1)))),
        b_ub=np.zeros(width),
        A_eq=np.append(np.ones(height), 0.0)[np.newaxis],
        b_eq=[1.0],
        bounds=[(0, None)] * height + [(None, None)],
        method="highs",
    )
    # The dual values of the columns' constraints are the columns' mixture.
    return _mixture(found.x[:-1]), _mixture(-found.ineqlin.marginals)


def find_linprog() -> Any:
    """SciPy's function, which is loaded only if it is asked for."""
    try:
        return importlib.import_module("scipy.optimize").linprog
    except ImportError:
        raise GosekiError("the value of a game needs SciPy: pip install '.[exact]'") from None


def _mixture(weights: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    positive: npt.NDArray[np.float64] = np.where(weights > _NOTHING, weights, 0.0)
    positive /= positive.sum()
    return positive
