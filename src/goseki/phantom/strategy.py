"""Players as strategies: what they remember, and how likely each attempt is.

A player of the thesis decides by its belief board, the points that were refused in this turn, and
random numbers. The first two are all that it remembers, so games that lead to the same memory
lead to the same chances. Other players remember everything that they were told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from goseki import _core
from goseki.coords import Color
from goseki.errors import GosekiError
from goseki.job import Progress, Report, report_seldom
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.observation import Observation
from goseki.phantom.players import PhantomPlayer, Settings
from goseki.phantom.rules import PhantomRules
from goseki.phantom.tiny import PASS

Chances = dict[int, tuple[Fraction | float, ...]]
"""The probability of every attempt that may be made, in each table of probabilities."""


class Event(NamedTuple):
    """What a player is told, with indices: an `Observation` that is quick to make and compare."""

    own: bool
    kind: str
    point: int = PASS
    captured: int = 0
    lost: tuple[int, ...] = ()


class Strategy(Protocol):
    """A way to play one colour that depends only on what it was told."""

    tables: int
    """How many tables of probabilities there are."""

    def starts(self) -> dict[Hashable, tuple[Fraction | float, ...]]:
        """The memories before the first move, with their chances."""

    def hear(self, memory: Hashable, event: Event) -> Hashable:
        """The memory after an event."""

    def chances(self, memory: Hashable) -> Chances:
        """What it may try next, with the chances."""


def strategy_of(
    player: str,
    rules: PhantomRules,
    color: Color,
    settings: Settings | None = None,
    *,
    runs: int = 100,
    seed: int = 0,
    progress: Report | None = None,
) -> PlayerStrategy:
    """A player as a strategy, which remembers no more than the player decides by. `progress` is
    told how many information sets it was asked at."""
    by_belief = player.startswith(("random", "mce_", "uct_", "hybrid_"))
    kind = PlayerStrategy if by_belief else HistoryStrategy
    return kind(player, rules, color, settings, runs=runs, seed=seed, progress=progress)


class PlayerStrategy:
    """A player of the thesis as a strategy.

    `random` is exact: its chances are fractions. Every other player is asked `runs` times at
    every memory that comes up, with new random numbers, in each of two independent tables.

    >>> strategy = PlayerStrategy("random", PhantomRules.on("3x1"), "B")
    >>> [start] = strategy.starts()
    >>> strategy.chances(start)[1]
    (Fraction(1, 3),)
    """

    def __init__(
        self,
        player: str,
        rules: PhantomRules,
        color: Color,
        settings: Settings | None = None,
        *,
        runs: int = 100,
        seed: int = 0,
        progress: Report | None = None,
    ) -> None:
        if runs < 1:
            raise GosekiError(f"the number of runs is {runs}, not at least 1")
        self.player = player
        self.is_exact = player == "random"
        self.tables = 1 if self.is_exact else 2
        self._rules = rules
        self._color: Color = color
        self._settings = settings or Settings()
        self._runs = runs
        self._seed = seed
        self._tell = report_seldom(progress)
        self._hybrid = player.startswith("hybrid")
        self._chances: dict[Hashable, Chances] = {}
        self._heard: dict[tuple[Hashable, Event], Hashable] = {}
        self._new_player(seed)  # complains of an unknown name

    @property
    def information_sets(self) -> int:
        """How many memories were asked for a move."""
        return len(self._chances)

    def starts(self) -> dict[Hashable, tuple[Fraction | float, ...]]:
        one = Fraction(1) if self.is_exact else 1.0
        return {self._memory(BeliefBoard(self._rules, self._color), ()): (one,) * self.tables}

    def hear(self, memory: Hashable, event: Event) -> Hashable:
        key = memory, event
        if key not in self._heard:
            self._heard[key] = self._listen(memory, event)
        return self._heard[key]

    def chances(self, memory: Hashable) -> Chances:
        if memory not in self._chances:
            self._chances[memory] = self._ask(memory)
        return self._chances[memory]

    # -- memories -------------------------------------------------------------------------

    def _memory(self, belief: BeliefBoard, refused: tuple[int, ...]) -> Hashable:
        own_moves = belief.own_moves if self._hybrid else 0
        return belief.stones, belief.opponent_moves - belief.taken, own_moves, refused

    def _recall(self, memory: Any) -> tuple[BeliefBoard, tuple[int, ...]]:
        stones, opponent_moves, own_moves, refused = memory
        belief = BeliefBoard(self._rules, self._color)
        belief.stones = stones
        belief.opponent_moves = opponent_moves
        belief.own_moves = own_moves
        return belief, refused

    def _listen(self, memory: Hashable, event: Event) -> Hashable:
        belief, refused = self._recall(memory)
        if event.own and self.player != "random":
            belief.probe(refused)  # as the player did, and remembers, before it tried
        belief.observe(self._observation(event))
        still = event.own and event.kind == "refused"
        return self._memory(belief, tuple(sorted((*refused, event.point))) if still else ())

    def _observation(self, event: Event) -> Observation:
        point = self._rules.size.point
        return Observation(
            event.own,
            event.kind,  # type: ignore[arg-type]
            None if event.point == PASS else point(event.point),
            captured=event.captured,
            lost=tuple(map(point, event.lost)),
        )

    # -- chances --------------------------------------------------------------------------

    def _ask(self, memory: Hashable) -> Chances:
        if self.is_exact:
            belief, refused = self._recall(memory)
            signs, black = belief.signs, self._color == "B"
            moves = _core.phantom_candidates(signs, black, list(refused)) or [PASS]
            return {move: (Fraction(1, len(moves)),) for move in moves}
        tables = [self._count(memory, table) for table in range(self.tables)]
        moves = sorted(set().union(*tables))
        return {m: tuple(table[m] / self._runs for table in tables) for m in moves}

    def _count(self, memory: Hashable, table: int) -> Counter[int]:
        """How often the player tries each point, for one table."""
        counted: Counter[int] = Counter()
        for run in range(self._runs):
            self._tell(Progress(text=f"asked at {len(self._chances)} information sets"))
            seed = ((self._seed * 2 + table) * self._runs + run) * 1_000_003 + len(self._chances)
            player = self._player_at(memory, seed)
            move = self._rules.size.index(player.suggest())
            assert player.last is not None
            if self._probes_surely and player.last.reason == "probe":
                return Counter({move: self._runs})
            counted[move] += 1
        return counted

    _probes_surely = True
    """Whether the player probes whatever its random numbers are."""

    def _player_at(self, memory: Hashable, seed: int) -> PhantomPlayer:
        """A new player that has this memory."""
        belief, refused = self._recall(memory)
        player = self._new_player(seed)
        player.belief = belief
        for index in refused:
            player.observe(Observation(True, "refused", self._rules.size.point(index)))
        return player

    def _new_player(self, seed: int) -> PhantomPlayer:
        return PhantomPlayer(self.player, self._rules, self._color, self._settings, seed=seed)


class HistoryStrategy(PlayerStrategy):
    """A player that decides by everything it was told, as a strategy."""

    _probes_surely = False

    def starts(self) -> dict[Hashable, tuple[Fraction | float, ...]]:
        return {(): (1.0,) * self.tables}

    def hear(self, memory: Any, event: Event) -> Hashable:
        return (*memory, event)

    def _player_at(self, memory: Any, seed: int) -> PhantomPlayer:
        player = self._new_player(seed)
        refused: list[int] = []
        for event in memory:
            if event.own:
                player.belief.probe(refused)  # as the player did before it tried
            still = event.own and event.kind == "refused"
            refused = [*refused, event.point] if still else []
            player.observe(self._observation(event))
        return player
