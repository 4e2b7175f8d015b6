"""The best that can be done against a known strategy, by visiting every information set.

A best response knows the strategy that it plays against, but not its random numbers, and it sees
only what the referee tells it. For each of its information sets we keep all true positions that
fit, with the opponent's memories and their chances; the best attempt is the one with the best
expected end. Two information sets with the same chances of the same worlds are worth the same,
so each is worked out once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from fractions import Fraction
from typing import NamedTuple

from goseki.coords import Color
from goseki.errors import GosekiError
from goseki.job import Progress, Report, report_seldom
from goseki.phantom.strategy import Event, Strategy
from goseki.phantom.tiny import PASS, State, TinyGame

Number = Fraction | float
Weights = tuple[Number, ...]

_DIGITS = 12
"""Chances that are floating-point numbers are compared after so many digits."""


class World(NamedTuple):
    """What the responder does not know: the state, and what the opponent remembers."""

    state: State
    memory: Hashable


Worlds = dict[World, Weights]


class Response(NamedTuple):
    """What a best response is worth for Black, by each table of chances. The responder chose by
    the first table. Values are fractions where the chances are. `sets` is the number of different
    information sets that were visited."""

    values: tuple[Number, ...]
    sets: int


class TooLargeError(GosekiError):
    """More information sets, or ends of games, than allowed."""


class BestResponse:
    """The search for a best response.

    >>> from goseki.phantom.strategy import PlayerStrategy
    >>> game = TinyGame("3x1", komi=0.0)
    >>> white = PlayerStrategy("random", game.rules, "W")
    >>> BestResponse(game, "B", white).solve().values
    (Fraction(3, 1),)
    """

    def __init__(
        self,
        game: TinyGame,
        color: Color,
        strategy: Strategy,
        *,
        most: int = 10_000_000,
        progress: Report | None = None,
    ) -> None:
        self.game = game
        self.sign = 1 if color == "B" else -1
        self._strategy = strategy
        self._most = most
        self._report = report_seldom(progress)
        self._known: dict[Hashable, Weights] = {}
        self.moves: dict[Hashable, int] = {}
        """The best attempt for what the responder may know: the points refused in this turn,
        and the worlds with their shares (see `knowledge`)."""
        first = next(iter(strategy.starts().values()))[0]
        self._number: type[Fraction] | type[float] = (
            Fraction if isinstance(first, Fraction) else float
        )
        self._none: Weights = (self._number(0),) * strategy.tables

    def solve(self) -> Response:
        """The value of a best response."""
        values = self._value(self.start(), frozenset())
        return Response(values, len(self._known))

    def start(self) -> Worlds:
        """What the responder knows before the first move."""
        starts = self._strategy.starts().items()
        return {World(self.game.start, memory): shares for memory, shares in starts}

    def _value(self, worlds: Worlds, refused: frozenset[int]) -> Weights:
        """The expected end, times the chance of the worlds. `refused` are the points that were
        refused to the responder in this turn."""
        state = next(iter(worlds)).state
        if self.game.is_over(state):
            return self._sum(
                _times(weights, self._number(self.game.payoff(world.state.stones)))
                for world, weights in worlds.items()
            )
        total = _total(worlds)
        shares = shares_of(worlds)
        if not shares:
            return self._none
        key = knowledge(shares, refused)
        if key not in self._known:
            if len(self._known) >= self._most:
                raise TooLargeError(f"more than {self._most} information sets")
            if state.sign == self.sign:
                self.moves[key], self._known[key] = self._best(shares, refused)
            else:
                self._known[key] = self._mean(shares)
            self._report(Progress(text=f"{len(self._known)} information sets"))
        return _times(self._known[key], total)

    # -- the responder's turn -------------------------------------------------------------

    def _best(self, worlds: Worlds, refused: frozenset[int]) -> tuple[int, Weights]:
        """The best attempt and its value."""
        stones = next(iter(worlds)).state.stones
        best: tuple[int, Weights] | None = None
        for move in range(PASS, len(stones)):
            if move in refused or (move != PASS and stones[move] == self.sign):
                continue
            values = self._sum(
                self._value(group, refused | {move} if answer == "refused" else frozenset())
                for answer, group in self.answers(worlds, move).items()
            )
            if best is None or self.sign * (values[0] - best[1][0]) > 0:
                best = move, values
        assert best is not None
        return best

    def answers(self, worlds: Worlds, move: int) -> dict[Hashable, Worlds]:
        """The worlds grouped by what the referee answers to an attempt: `refused`, or the
        number of stones it took."""
        found: dict[Hashable, Worlds] = {}
        for (state, memory), weights in worlds.items():
            played = self.game.attempt(state, move)
            if played is None:
                answer: Hashable = "refused"
                world = World(state, self._tell(memory, Event(False, "refused")))
            else:
                after, taken = played
                answer = len(taken)
                kind = "passed" if move == PASS else "played"
                world = World(after, self._tell(memory, Event(False, kind, lost=taken)))
            _add(found.setdefault(answer, {}), world, weights)
        return found

    # -- the opponent's turn --------------------------------------------------------------

    def _mean(self, worlds: Worlds) -> Weights:
        groups = self.messages(worlds).values()
        return self._sum(self._value(group, frozenset()) for group in groups)

    def messages(self, worlds: Worlds) -> dict[Hashable, Worlds]:
        """The worlds grouped by what the responder is told of the opponent's attempt: `refused`,
        `passed`, or which stones it took."""
        found: dict[Hashable, Worlds] = {}
        for (state, memory), weights in worlds.items():
            for move, chances in self._strategy.chances(memory).items():
                message, world = self._answer(state, memory, move)
                product = tuple(w * p for w, p in zip(weights, chances, strict=True))
                _add(found.setdefault(message, {}), world, product)
        return found

    def _answer(self, state: State, memory: Hashable, move: int) -> tuple[Hashable, World]:
        """What the responder is told of the opponent's attempt, and the world after it."""
        played = self.game.attempt(state, move)
        if played is None:
            return "refused", World(state, self._tell(memory, Event(True, "refused", move)))
        after, taken = played
        if move == PASS:
            return "passed", World(after, self._tell(memory, Event(True, "passed")))
        event = Event(True, "played", move, len(taken))
        return taken, World(after, self._tell(memory, event))

    def _tell(self, memory: Hashable, event: Event) -> Hashable:
        return self._strategy.hear(memory, event)

    def _sum(self, values: Iterator[Weights]) -> Weights:
        total = self._none
        for each in values:
            total = tuple(a + b for a, b in zip(total, each, strict=True))
        return total


def knowledge(shares: Worlds, refused: frozenset[int]) -> Hashable:
    """What the responder knows, as one value."""
    return refused, frozenset(shares.items())


def _times(weights: Weights, factor: Number) -> Weights:
    return tuple(weight * factor for weight in weights)


def shares_of(worlds: Worlds) -> Worlds:
    """The weights as shares of their sum, rounded so that an error of rounding makes no two of
    them different. Worlds that weigh nothing are left out."""
    total = _total(worlds)
    found: Worlds = {}
    for world, weights in worlds.items():
        parts = tuple(
            weight / total
            if isinstance(weight, Fraction)
            else round(weight / (total or 1), _DIGITS)
            for weight in weights
        )
        if any(parts):
            found[world] = parts
    return found


def _total(worlds: Worlds) -> Number:
    return sum(sum(weights) for weights in worlds.values())


def _add(worlds: Worlds, world: World, weights: Weights) -> None:
    before = worlds.get(world)
    if before is not None:
        weights = tuple(a + b for a, b in zip(before, weights, strict=True))
    worlds[world] = weights
