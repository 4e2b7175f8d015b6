"""The eight players of Borsboom (2007, 2.4, 2.5 and 2.7), and two stronger ones, by name.

A player hears observations and answers with the point to try next; nothing else reaches it.
The thinking is done in the core (`core/phantom`).
"""

from __future__ import annotations

import hashlib
import math
import time
from dataclasses import dataclass
from typing import Literal, Protocol

from goseki import _core, players
from goseki.checks import check_whole, is_number, shown
from goseki.clock import Clock, running
from goseki.coords import PASS, Color, Point, shorten
from goseki.errors import GosekiError
from goseki.job import Limits, Report, report_share
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.observation import Observation
from goseki.phantom.rules import PhantomRules
from goseki.phantom.worlds import event_of

Scoring = Literal["win", "territory"]

SHARE_OF_CLOCK = 20
"""A decision gets this fraction of the time that is left (2.5.4)."""

RESERVE = 0.1
"""Seconds of a clock that are kept back from thinking, for hearing the referee and answering."""

_HYBRIDS = {
    "hybrid_5": (5, "uct_rand"),
    "hybrid_15": (15, "uct_rand"),
    "hybrid_25": (25, "uct_rand"),
    "hybrid_15_prob": (15, "uct_prob"),
}
"""How many of its moves a hybrid chooses by `mce_all`, and what it chooses by afterwards (2.5.3).
The last one is the program of the Olympiad 2007 (3.3.1), which counted territory."""

_WITH_WORLDS = {"ismcts": True, "best": False}
"""Players that carry hidden worlds through the game, and whether they grow trees in them."""

PLAYERS = (
    "random",
    "mce_std",
    "mce_all",
    "uct_rand",
    "uct_prob",
    "uct_infmove",
    "uct_inffill",
    *_HYBRIDS,
    *_WITH_WORLDS,
)
"""The names of all players."""

STRONGEST = "best"
"""The player that plays where none is named."""


def check_name(name: str) -> None:
    """Complain of an unknown player, and list the known ones."""
    if name not in PLAYERS:
        raise GosekiError(f"unknown player {shorten(name)} (known: {', '.join(PLAYERS)})")


def thinking_time(remaining: float) -> float:
    """The seconds for one decision out of those left on the clock.

    >>> left, used = 600.0, []
    >>> for decision in range(60): used.append(thinking_time(left)); left -= used[-1]
    >>> [round(used[i], 1) for i in (0, 1, 2, 59)]
    [30.0, 28.5, 27.1, 1.5]
    """
    return max(remaining - RESERVE, 0.0) / SHARE_OF_CLOCK


@dataclass(frozen=True)
class Settings:
    """How long a player thinks and what it wants.

    It is limited by one of `simulations` for a decision, `seconds` for a decision, and `clock`,
    seconds for the whole game (see `thinking_time`). The thesis does not give UCT's C; with the
    values here its players win about as often against each other as in the thesis.
    """

    simulations: int | None = 500
    seconds: float | None = None
    clock: float | None = None
    scoring: Scoring = "win"
    threads: int = 1
    exploration: float | None = None
    """UCT's C; by default 0.2 for `win` and, on 9x9, 25 for `territory`."""
    caution: float = 1.0
    """C of `uct_prob`: the larger it is, the more replies are taken for stones that are there
    already."""
    bias: float | None = None
    """C of `uct_infmove`; by default 0.001 for `win` and 0.1 for `territory`."""
    processor_time: bool | None = None
    """Whether the clock counts processor time instead of the time that passes, so that no game
    is decided by what else the machine does. It is for players with one thread."""
    first_phase: float | None = None
    """The share of a decision's limit that a hybrid uses in its first phase; by default all of
    it. Under a clock, what is saved there is left for the second phase (2.5.3, which gives no
    figure)."""

    def __post_init__(self) -> None:
        if self.scoring not in ("win", "territory"):
            raise GosekiError(f"scoring is {self.scoring!r}, not one of win, territory")
        given = [
            limit for limit in (self.simulations, self.seconds, self.clock) if limit is not None
        ]
        if len(given) != 1:
            raise GosekiError("give one of simulations, seconds and clock")
        if not (is_number(given[0]) and 0 < given[0] < 1e12):
            raise GosekiError(f"a limit of {shown(given[0])} is not more than 0")
        if self.simulations is not None:
            check_whole("simulations", self.simulations, 1, 10**12)
        for name in ("exploration", "caution", "bias", "first_phase"):
            value = getattr(self, name)
            if not (is_number(value) or (value is None and name != "caution")):
                raise GosekiError(f"{name} is {shown(value)}, not a number")
        check_whole("the number of threads", self.threads, 1, 1024)
        if self.processor_time and (self.clock is None or self.threads > 1):
            raise GosekiError("the processor's time is for a clock and one thread")
        if self.first_phase is not None and not 0 < self.first_phase <= 1:
            raise GosekiError(f"the share of the first phase is {self.first_phase}, not in (0, 1]")


@dataclass(frozen=True)
class MoveValue:
    """A move that was looked at: how many games went through it, and their mean value for Black.
    For `mce_all` it is how much better the games were in which the player was the first to play
    there than those in which the opponent was."""

    point: Point
    visits: int
    value: float


@dataclass(frozen=True)
class Decision:
    """What a player answered, and why."""

    point: Point
    reason: Literal["search", "probe", "no move"]
    simulations: int = 0
    values: tuple[MoveValue, ...] = ()
    interrupted: bool = False


class Player(players.Player, Protocol):
    """Whoever can play Phantom Go."""

    def observe(self, seen: Observation) -> None:
        """Hear a message of the referee."""

    def suggest(self) -> Point:
        """Answer with the point to try next, or `PASS`."""


class PhantomPlayer:
    """Any player of `PLAYERS`, by its name.

    >>> from goseki.phantom import Referee
    >>> rules = PhantomRules.on("5x5")
    >>> player = PhantomPlayer("mce_all", rules, "B", Settings(simulations=2000), seed=1)
    >>> str(player.suggest())
    'C3'
    """

    def __init__(
        self,
        name: str,
        rules: PhantomRules,
        color: Color,
        settings: Settings | None = None,
        *,
        seed: int = 0,
    ) -> None:
        check_name(name)
        self.name = name
        self.belief = BeliefBoard(rules, color)
        self.settings = settings or Settings()
        self.seed = seed
        self.simulations = 0
        """How many were made so far in this game."""
        self.decisions = 0
        limit = self.settings.clock
        self._now = time.process_time if self.settings.processor_time else time.monotonic
        self.clock = None if limit is None else Clock(limit, now=self._now)
        self.last: Decision | None = None
        """The latest answer with its reason."""
        self._refused: list[int] = []
        self._mind: _core.PhantomMind | None = None
        if name in _WITH_WORLDS:
            size, black = rules.size, color == "B"
            seed = self._decision_seed()
            self._mind = _core.PhantomMind(size.columns, size.rows, black, _WITH_WORLDS[name], seed)

    def close(self) -> None:
        """Nothing is left to end."""

    def observe(self, seen: Observation) -> None:
        with running(self.clock):
            self._observe(seen)

    def _observe(self, seen: Observation) -> None:
        self.belief.observe(seen)
        if self._mind is not None and (event := event_of(self.belief.rules.size, seen)):
            self._mind.observe(event)
        if seen.own and seen.kind == "refused":
            assert seen.point is not None
            self._refused.append(self.belief.rules.size.index(seen.point))
        else:
            self._refused.clear()

    def suggest(self) -> Point:
        decision = self.decide()
        if decision.interrupted:  # Ctrl-C ends a game; it does not move
            raise KeyboardInterrupt
        return decision.point

    def decide(self, *, limits: Limits | None = None, progress: Report | None = None) -> Decision:
        """The point to try next, and why. `limits` of seconds and threads override those of the
        settings. Ctrl-C ends the thinking with what was found so far."""
        limits = limits or Limits()
        limits.refuse("decide", "nodes", "memory")
        self.decisions += 1
        with running(self.clock):
            self.last = self._decide(limits, progress)
        self.simulations += self.last.simulations
        return self.last

    def _decide(self, limits: Limits, progress: Report | None) -> Decision:
        if self._mind is not None:
            decision = self._think_in_worlds(self._mind, limits, progress)
            if decision is not None:
                return decision
        probe = None if self.name == "random" else self.belief.probe(self._refused)
        if probe is not None:
            return Decision(self.belief.rules.size.point(probe), "probe")
        return self._think(limits, progress)

    def search_tree(
        self, simulations: int, nodes: int, progress: Report | None = None
    ) -> tuple[list[tuple[int, int, int, float]], bool]:
        """The most visited nodes of the tree by which the next move would be chosen, and whether
        Ctrl-C has cut the search short. A node is its parent's place in the list, the move's
        index, visits, and value for Black. Parents come first; the first of all is the root."""
        if not self.method.startswith("uct_"):
            raise GosekiError(f"player {self.name} builds no tree (those do: uct_...)")
        return _core.phantom_tree(
            self.belief.signs,
            black=self.belief.color == "B",
            unknown=self.belief.unknown,
            refused=self._refused,
            method=self.method,
            territory=self.settings.scoring == "territory",
            komi=self.belief.rules.komi,
            simulations=simulations,
            seed=self._decision_seed(),
            exploration=self._exploration(),
            caution=self.settings.caution,
            bias=self._bias(),
            nodes=nodes,
            progress=report_share(progress),
        )

    @property
    def method(self) -> str:
        """The name of the method that decides the next move."""
        if self.name in _WITH_WORLDS:
            return "mce_all"  # which it falls back on when it has no world to think in
        if self.name not in _HYBRIDS:
            return self.name
        return "mce_all" if self._is_first_phase else _HYBRIDS[self.name][1]

    @property
    def _is_first_phase(self) -> bool:
        return self.name in _HYBRIDS and self.belief.own_moves < _HYBRIDS[self.name][0]

    @property
    def _share(self) -> float:
        """How much of its limit this decision uses."""
        return (self.settings.first_phase or 1.0) if self._is_first_phase else 1.0

    def _think(self, limits: Limits, progress: Report | None) -> Decision:
        settings = self.settings
        found = _core.phantom_choose(
            self.belief.signs,
            black=self.belief.color == "B",
            unknown=self.belief.unknown,
            refused=self._refused,
            method=self.method,
            territory=settings.scoring == "territory",
            komi=self.belief.rules.komi,
            simulations=math.ceil(self._share * (settings.simulations or 0)),
            seconds=self._seconds(limits),
            seed=self._decision_seed(),
            threads=limits.threads or settings.threads,
            exploration=self._exploration(),
            caution=settings.caution,
            bias=self._bias(),
            processor_time=bool(settings.processor_time),
            progress=report_share(progress),
        )
        return self._decision(*found)

    def _think_in_worlds(
        self, mind: _core.PhantomMind, limits: Limits, progress: Report | None
    ) -> Decision | None:
        start = self._now()
        if not mind.renew():
            return None
        seconds = self._seconds(limits)
        if seconds:
            seconds = max(seconds - (self._now() - start), 1e-6)
        found = mind.choose(
            self._refused,
            territory=self.settings.scoring == "territory",
            komi=self.belief.rules.komi,
            simulations=self.settings.simulations or 0,
            seconds=seconds,
            threads=limits.threads or self.settings.threads,
            processor_time=bool(self.settings.processor_time),
            progress=report_share(progress),
        )
        return self._decision(*found)

    def _seconds(self, limits: Limits) -> float:
        if limits.seconds is not None:
            return limits.seconds
        if self.clock is not None:
            return max(self._share * thinking_time(self.clock.left), 1e-6)
        return self._share * (self.settings.seconds or 0.0)

    def _decision(
        self,
        index: int,
        simulations: int,
        values: list[tuple[int, int, float]],
        interrupted: bool,
    ) -> Decision:
        if index < 0:
            return Decision(PASS, "no move", interrupted=interrupted)
        point = self.belief.rules.size.point
        looked_at = tuple(MoveValue(point(i), visits, value) for i, visits, value in values)
        return Decision(point(index), "search", simulations, looked_at, interrupted)

    def _decision_seed(self) -> int:
        text = f"{self.seed} {self.belief.color} {self.decisions}"
        return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())

    def _exploration(self) -> float:
        if self.settings.exploration is not None:
            return self.settings.exploration
        # Where leads are counted they grow with the board, and so must the exploration.
        return 0.2 if self.settings.scoring == "win" else 25 * self.belief.rules.size.points / 81

    def _bias(self) -> float:
        if self.settings.bias is not None:
            return self.settings.bias
        return 0.001 if self.settings.scoring == "win" else 0.1
