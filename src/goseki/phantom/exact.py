"""How far a player can be exploited on a tiny board, with every information set visited.

As far as we know such figures have not been published for Phantom Go. They are exact for the
finite game of `goseki.phantom.tiny` where a player's chances are known (`random`); other players
are asked for their move many times at every information set, which leaves an interval.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import mean, stdev

from goseki.coords import Color, opponent
from goseki.errors import GosekiError
from goseki.evidence import Evidence
from goseki.job import Report
from goseki.phantom.best_response import BestResponse
from goseki.phantom.players import Settings
from goseki.phantom.strategy import strategy_of
from goseki.phantom.tiny import TinyGame

_STUDENT = (12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26)
"""Student's t for 95 %, by degrees of freedom from 1 on; beyond them the normal 1.96 serves."""

_DIGITS = 9
"""Decimals of a sampled value; more would show errors of rounding."""


@dataclass(frozen=True)
class Value:
    """A value for Black, known to lie from `low` to `high` (95 % where it was sampled)."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Exploitability:
    """How much best responses gain against a player.

    A best response gets at least the value of the game. So that value lies between `white_best`
    and `black_best`, whoever the player is.
    """

    player: str
    black_best: Value
    """What Black gets who plays the best response to this player as White."""
    white_best: Value
    """What is left for Black if White plays the best response to this player as Black."""
    information_sets: int
    """How many there are at which the player was asked for a move."""
    response_sets: int
    """How many the best responses have; those that are alike count once."""
    evidence: Evidence
    interrupted: bool = False

    @property
    def exploitability(self) -> Value:
        """Half of what both best responses gain together: 0 for a player that cannot be
        exploited (it is half of NashConv)."""
        return Value(
            max(0.0, (self.black_best.low - self.white_best.high) / 2),
            (self.black_best.high - self.white_best.low) / 2,
        )


def exploitability(
    game: TinyGame,
    player: str,
    settings: Settings | None = None,
    *,
    runs: int = 100,
    tables: int = 3,
    seed: int = 0,
    most: int = 10_000_000,
    progress: Report | None = None,
) -> Exploitability:
    """Work out the best responses to a player as White and as Black.

    A player that samples is asked `runs` times at every information set for each of two tables.
    The best response to the first table is worth at least as much, on average, as the best
    response to the player, since it also exploits the chance of the draw; and played against
    the second table, of which it knows nothing, at most as much. Repeated `tables` times, the
    two means and their errors make the interval. (Where one game can come to the same memory
    twice, its chances are not drawn anew, which adds an error of the order of 1/`runs`.) After
    Ctrl-C a value that was not worked out may be any that a game can end with.

    >>> game = TinyGame("3x1", komi=0.0)
    >>> exploitability(game, "random").exploitability
    Value(low=2.0, high=2.0)
    """
    if tables < 2:
        raise GosekiError(f"the number of tables is {tables}, not at least 2")
    values: dict[Color, Value] = {color: Value(*game.range) for color in ("B", "W")}
    asked, visited = 0, 0
    try:
        for color in values:
            pairs: list[tuple[float, ...]] = []
            for table in range(tables):
                strategy = strategy_of(
                    player,
                    game.rules,
                    opponent(color),
                    settings,
                    runs=runs,
                    seed=seed * tables + table,
                    progress=progress,
                )
                search = BestResponse(game, color, strategy, most=most, progress=progress)
                response = search.solve()
                pairs.append(tuple(map(float, response.values)))
                asked, visited = asked + strategy.information_sets, visited + response.sets
                if strategy.is_exact:
                    break
            values[color] = _between(pairs, *game.range)
    except KeyboardInterrupt:
        return Exploitability(player, values["B"], values["W"], asked, visited, "unknown", True)
    evidence: Evidence = "proven" if strategy.is_exact else "estimate"
    return Exploitability(player, values["B"], values["W"], asked, visited, evidence)


def _between(pairs: list[tuple[float, ...]], least: float, most: float) -> Value:
    """The interval from what the responses got by their own table and by the other one, cut off
    at what a game can end with."""
    if len(pairs) == 1:
        return Value(pairs[0][0], pairs[0][0])
    ends = [_mean_and_error([pair[table] for pair in pairs]) for table in (0, 1)]
    low, high = min(m - e for m, e in ends), max(m + e for m, e in ends)
    return Value(round(max(low, least), _DIGITS), round(min(high, most), _DIGITS))


def _mean_and_error(values: list[float]) -> tuple[float, float]:
    freedom = len(values) - 1
    quantile = _STUDENT[freedom - 1] if freedom <= len(_STUDENT) else 1.96
    return mean(values), quantile * stdev(values) / math.sqrt(len(values))
