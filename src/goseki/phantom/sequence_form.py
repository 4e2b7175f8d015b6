"""A tiny game as two graphs of what each player knows, and the payoffs between them.

We do not list every possible game. Instead each player has *knots*, which are states of knowledge,
and games flow through them (the sequence form: Koller, Megiddo and von Stengel 1996). A player's
plan is a flow: it is 1 at the start, is divided among the attempts at each decision of the
player, and is passed on unchanged while the opponent moves. A game that ends after the attempt
`a` of one player, at the knot `k` of the other, has the chance x(a) y(k). So against a fixed plan
everything is linear, and one sweep over a player's graph finds the best response.

Two knots of a player that occur with the same true states and the same knots of the opponent are
merged: whatever led there, nothing that follows can tell them apart. (Their flows add up, and so
do the chances of all games, which are products.) The same refusals in another order are such a
case, and on tiny boards there are many more. Still, a knot of one side and one of the other
determine the true state.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import count, cycle
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from goseki.job import Progress, Report, report_seldom
from goseki.phantom.best_response import TooLargeError
from goseki.phantom.tiny import PASS, State, Stones, TinyGame

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class Layer:
    """Edges of a player's graph from earlier places to later ones. If they are attempts, the
    layer also knows where they begin in the numbering of all attempts."""

    def __init__(self, edges: list[tuple[int, int]], first_choice: int | None) -> None:
        pairs = np.array(edges, dtype=np.int64)
        self.parents, self.children = pairs[:, 0], pairs[:, 1]
        self.choices = None
        if first_choice is not None:
            self.choices = slice(first_choice, first_choice + len(pairs))


class Side:
    """The graph of one player. Its places are knots and attempts; place 0 is the start."""

    def __init__(self) -> None:
        self.places = 1
        self.layers: list[Layer] = []
        """The layers in the order of the game."""
        self._knots: list[int] = []
        """The knot of every attempt; attempts of one knot are next to each other."""

    def new_place(self) -> int:
        self.places += 1
        return self.places - 1

    def add(self, edges: Iterable[tuple[int, int]], *, attempts: bool = False) -> None:
        """Add a layer, unless it is empty."""
        pairs = list(edges)
        if pairs:
            self.layers.append(Layer(pairs, len(self._knots) if attempts else None))
        if attempts:
            self._knots += [knot for knot, _ in pairs]

    def finish(self) -> None:
        """Finish the graph. To be called when all layers have been added."""
        knots = np.array(self._knots, dtype=np.int64)
        self._knot_of = knots
        is_first = np.ones(len(knots), dtype=bool)
        is_first[1:] = knots[1:] != knots[:-1]
        self._first = np.flatnonzero(is_first)
        self._decision = np.cumsum(is_first) - 1

    @property
    def attempts(self) -> int:
        return len(self._knots)

    @property
    def decisions(self) -> int:
        return len(self._first)

    def normalized(self, weights: Floats) -> Floats:
        """Chances in proportion to the weights, for each decision; equal ones where all are 0."""
        if not len(weights):
            return weights
        sums = np.add.reduceat(weights, self._first)[self._decision]
        sizes = np.diff(self._first, append=len(weights))[self._decision]
        return np.where(sums > 0, weights / np.where(sums > 0, sums, 1), 1 / sizes)

    def flow(self, chances: Floats) -> Floats:
        """How much of a plan's flow goes through every place."""
        found = np.zeros(self.places)
        found[0] = 1
        for layer in self.layers:
            amounts = found[layer.parents]
            if layer.choices is not None:
                amounts *= chances[layer.choices]
            _add_at(found, layer.children, amounts)
        return found

    def through_attempts(self, chances: Floats) -> Floats:
        """How much of a plan's flow goes to every attempt."""
        return self.flow(chances)[self._knot_of] * chances

    def advantages(self, ends: Floats, chances: Floats) -> Floats:
        """By how much every attempt is better than what the plan does at its decision. `ends`
        are the payoffs of games that end at each place."""
        found = ends.copy()
        better = np.zeros(self.attempts)
        for layer in reversed(self.layers):
            amounts = found[layer.children]
            if layer.choices is None:
                _add_at(found, layer.parents, amounts)
            else:
                _add_at(found, layer.parents, amounts * chances[layer.choices])
                better[layer.choices] = amounts - found[layer.parents]
        return better

    def best(self, ends: Floats) -> float:
        """The value of a best response: the most that can be got."""
        found = ends.copy()
        for layer in reversed(self.layers):
            amounts = found[layer.children]
            if layer.choices is None:
                _add_at(found, layer.parents, amounts)
            else:
                first = np.flatnonzero(np.diff(layer.parents, prepend=-1))
                found[layer.parents[first]] = np.maximum.reduceat(amounts, first)
        return float(found[0])


def _add_at(target: Floats, places: Integers, amounts: Floats) -> None:
    low = int(places.min())
    sums = _sums(places - low, amounts)
    target[low : low + len(sums)] += sums


def _sums(places: Integers, amounts: Floats, length: int = 0) -> Floats:
    """The sum of the amounts at each place."""
    return np.asarray(np.bincount(places, amounts, length), dtype=np.float64)


class SequenceForm:
    """Both graphs, and the payoffs of games that end at a pair of places. They are Black's,
    counted from the least that there is.

    >>> form = SequenceForm(TinyGame("3x1", komi=0.0, plies=2))
    >>> form.black.decisions, form.white.decisions, form.ends
    (1, 9, 24)
    """

    def __init__(
        self, game: TinyGame, *, most: int = 10_000_000, progress: Report | None = None
    ) -> None:
        self._least = game.range[0]
        self._range = game.range[1] - self._least
        self.black, self.white = Side(), Side()
        ends: dict[tuple[int, int], float] = {}
        states = _States(game)
        nodes = {(0, 0, 0)}
        for sides in cycle([(self.black, self.white), (self.white, self.black)]):
            turn = _Turn(states, *sides, most - len(ends), report_seldom(progress))
            turn.play(nodes)
            for (attempt, knot), payoff in turn.ends.items():
                ends[(attempt, knot) if sides[0] is self.black else (knot, attempt)] = payoff
            nodes = turn.following()
            if not nodes:
                break
        self.black.finish()
        self.white.finish()
        pairs = np.array(list(ends), dtype=np.int64)
        self._black_ends, self._white_ends = pairs[:, 0], pairs[:, 1]
        self._payoffs = np.fromiter(ends.values(), float, len(ends))

    @property
    def ends(self) -> int:
        """How many pairs of places games end at."""
        return len(self._payoffs)

    def upper_bound(self, white_chances: Floats) -> float:
        """The most that Black can get against a plan of White. The game's value is no higher."""
        ends = self.black_ends(self.white.flow(white_chances))
        return min(self.black.best(ends) + self._error, self._range) + self._least

    def lower_bound(self, black_chances: Floats) -> float:
        """The least that White can hold a plan of Black to. The game's value is no lower."""
        ends = self.white_ends(self.black.flow(black_chances))
        return max(-self.white.best(ends) - self._error, 0.0) + self._least

    @property
    def _error(self) -> float:
        """More than a bound can be wrong by rounding. A sum of numbers of one sign is off by at
        most one unit in the last place for every number that was added."""
        layers = (*self.black.layers, *self.white.layers)
        operations = self.ends + sum(len(layer.parents) for layer in layers)
        return self._range * 4 * operations * float(np.finfo(float).eps)

    def black_ends(self, white_flow: Floats) -> Floats:
        """The payoffs of games that end at each place of Black, against a plan of White."""
        amounts = white_flow[self._white_ends] * self._payoffs
        return _sums(self._black_ends, amounts, self.black.places)

    def white_ends(self, black_flow: Floats) -> Floats:
        """The same at each place of White, against a plan of Black. The sign is turned, so that
        White wants the most, too."""
        amounts = black_flow[self._black_ends] * self._payoffs
        return -_sums(self._white_ends, amounts, self.white.places)


_Node = tuple[int, int, int]
"""The number of a true state, the knot of the player to move, and that of the other."""


class _Outcome(NamedTuple):
    """What a legal move leads to."""

    taken: int
    heard: Stones | None
    """What the other player hears: which stones were taken, or that it was a pass."""
    after: int
    """The number of the state."""
    payoff: float | None
    """The payoff, counted from the least, if the game is over."""


class _States:
    """All true states, by numbers; the start is 0."""

    def __init__(self, game: TinyGame) -> None:
        self._game = game
        self._numbers = {game.start: 0}
        self._states = [game.start]
        self.outcomes = cache(self._outcomes)
        """The outcome of every attempt in a state; `None` for one that is refused."""

    def _outcomes(self, number: int) -> dict[int, _Outcome | None]:
        state = self._states[number]
        own = {point for point, stone in enumerate(state.stones) if stone == state.sign}
        moves = [move for move in range(PASS, len(state.stones)) if move not in own]
        return {move: self._outcome(state, move) for move in moves}

    def _outcome(self, state: State, move: int) -> _Outcome | None:
        played = self._game.attempt(state, move)
        if played is None:
            return None
        after, taken = played
        number = self._numbers.setdefault(after, len(self._states))
        if number == len(self._states):
            self._states.append(after)
        payoff = None
        if self._game.is_over(after):
            payoff = self._game.payoff(after.stones) - self._game.range[0]
        return _Outcome(len(taken), None if move == PASS else taken, number, payoff)


class _Turn:
    """All that can happen in a turn."""

    def __init__(
        self,
        states: _States,
        mover: Side,
        other: Side,
        most: int,
        tell: Callable[[Progress], None],
    ) -> None:
        self._states = states
        self._most = most
        self._tell = tell
        self._mover, self._other = mover, other
        self.ends: dict[tuple[int, int], float] = {}
        """The payoffs of games that end after an attempt, at a knot of the other player."""
        self._followers: set[_Node] = set()
        """The nodes after this turn. They have numbers of their own instead of knots."""
        self._own: dict[tuple[int, int], int] = {}
        """That number for an attempt and how many stones it took."""
        self._others: dict[tuple[int, int, Stones | None], int] = {}
        """That number for a knot, the number of refusals, and which stones were taken."""

    def play(self, nodes: set[_Node]) -> None:
        level = {(state, (knot, _NONE), still) for state, knot, still in nodes}
        decisions = {(knot, _NONE): knot for _, knot, _ in nodes}
        for refusals in count():
            if not level:
                break
            level, decisions = self._try_all(level, decisions, refusals)

    def _try_all(
        self, level: set[_Trial], decisions: dict[_Tries, int], refusals: int
    ) -> tuple[set[_Trial], dict[_Tries, int]]:
        """Make all attempts after a number of refusals. Those that are refused make the next
        level."""
        outcomes = self._states.outcomes
        known = {tries: outcomes(state) for state, tries, _ in level}  # all states have these moves
        attempts = {
            (tries, move): self._mover.new_place()
            for tries in decisions
            for move in known[tries]
            if move not in tries[1]
        }
        edges = ((decisions[tries], place) for (tries, _), place in attempts.items())
        self._mover.add(edges, attempts=True)
        refused: set[_Trial] = set()
        for state, tries, still in level:
            self._tell(Progress(text=f"{len(self.ends)} ends of games"))
            if len(self.ends) + len(self._followers) > self._most:
                raise TooLargeError("more ends of games than allowed")
            for move, outcome in outcomes(state).items():
                if move in tries[1]:
                    continue
                if outcome is None:
                    refused.add((state, (tries[0], tries[1] | {move}), still))
                else:
                    self._note(attempts[tries, move], outcome, still, refusals)
        again = {tries: 0 for _, tries, _ in refused}
        for tries in again:
            again[tries] = self._mover.new_place()
        self._mover.add(
            (attempts[(knot, tried - {move}), move], place)
            for (knot, tried), place in again.items()
            for move in tried
        )
        return refused, again

    def _note(self, attempt: int, outcome: _Outcome, still: int, refusals: int) -> None:
        if outcome.payoff is not None:
            self.ends[attempt, still] = outcome.payoff
            return
        own = self._own.setdefault((attempt, outcome.taken), len(self._own))
        heard = still, refusals, outcome.heard
        other = self._others.setdefault(heard, len(self._others))
        self._followers.add((outcome.after, other, own))

    def following(self) -> set[_Node]:
        """The nodes at the start of the next turn."""
        others, own = list(range(len(self._others))), list(range(len(self._own)))
        nodes = self._followers
        size = 0
        while size != len(nodes):
            size = len(nodes)
            nodes = _merge(nodes, 0, others)
            nodes = _merge(nodes, 1, own)
        knots = _number(others, self._other), _number(own, self._mover)
        self._other.add((key[0], knots[0][i]) for key, i in self._others.items())
        self._mover.add((key[0], knots[1][i]) for key, i in self._own.items())
        return {(state, knots[0][i], knots[1][j]) for state, i, j in nodes}


_Tries = tuple[int, frozenset[int]]
"""The knot at which a turn began, and the points refused since."""
_Trial = tuple[int, _Tries, int]
_NONE: frozenset[int] = frozenset()


def _merge(nodes: set[_Node], which: int, knots: list[int]) -> set[_Node]:
    """Merge all knots that occur with the same states and knots of the other side. They are those
    of the player to move (0) or of the other (1)."""
    rests: dict[int, set[Hashable]] = defaultdict(set)
    for state, *pair in nodes:
        rests[pair[which]].add((state, pair[1 - which]))
    first: dict[Hashable, int] = {}
    same = {knot: first.setdefault(frozenset(rest), knot) for knot, rest in rests.items()}
    knots[:] = [same[knot] for knot in knots]
    if which == 0:
        return {(state, same[i], j) for state, i, j in nodes}
    return {(state, i, same[j]) for state, i, j in nodes}


def _number(knots: list[int], side: Side) -> list[int]:
    """The places of knots. Knots that were merged have the same place."""
    places: dict[int, int] = {}
    for knot in knots:
        if knot not in places:
            places[knot] = side.new_place()
    return [places[knot] for knot in knots]
