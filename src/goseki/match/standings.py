"""How strong players are, as far as their games tell: cross tables, intervals and Elo.

All of it is an estimate. The intervals hold the true value with 95 %.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from goseki.match.store import GameResult

_Z = 1.959964
_ELO = 400 / math.log(10)
_PRIOR_GAMES = 1.0
"""So many draws are added for each pair that met, so that a clean sweep does not mean infinity."""


@dataclass(frozen=True)
class Duel:
    """The games between two players, seen from the first. A draw is half a win.

    >>> duel = Duel(games=50, wins=36.0)
    >>> f"{duel.share:.2f} in {duel.low:.2f} to {duel.high:.2f}"
    '0.72 in 0.58 to 0.83'
    """

    games: int
    wins: float

    @property
    def share(self) -> float:
        return self.wins / self.games

    @property
    def low(self) -> float:
        return self._bounds()[0]

    @property
    def high(self) -> float:
        return self._bounds()[1]

    def _bounds(self) -> tuple[float, float]:
        """Wilson's interval. It holds the share itself, however numbers are rounded."""
        n, p, z = self.games, self.share, _Z
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
        return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def chance_of_difference(one: Duel, other: Duel) -> float:
    """How likely two duels would differ as much as these, or more, if both pairs were equally
    matched (Fisher's exact test; a draw is rounded down).

    >>> round(chance_of_difference(Duel(4, 4), Duel(4, 0)), 4)  # 2 of the 70 ways to deal 4 wins
    0.0286
    """
    wins, games = int(one.wins) + int(other.wins), one.games + other.games

    def ways(first: int) -> int:
        return math.comb(one.games, first) * math.comb(other.games, wins - first)

    possible = range(max(0, wins - other.games), min(one.games, wins) + 1)
    as_rare = sum(ways(first) for first in possible if ways(first) <= ways(int(one.wins)))
    return as_rare / math.comb(games, wins)


@dataclass(frozen=True)
class Rating:
    """Elo above the mean of all players, and how far it may be off."""

    elo: float
    margin: float


@dataclass(frozen=True)
class Standings:
    """A cross table. `duels` has an entry for every ordered pair that met."""

    players: tuple[str, ...]
    duels: dict[tuple[str, str], Duel]

    @classmethod
    def of(cls, games: Iterable[GameResult], players: Sequence[str]) -> Standings:
        """Count the games among these players."""
        wins = {(a, b): 0.0 for a in players for b in players if a != b}
        met = dict.fromkeys(wins, 0)
        for game in games:
            pair = game.black, game.white
            if pair not in wins:
                continue
            points = {"B": 1.0, "W": 0.0, None: 0.5}[game.winner]
            for one, share in ((pair, points), (pair[::-1], 1 - points)):
                wins[one] += share
                met[one] += 1
        duels = {pair: Duel(met[pair], wins[pair]) for pair in wins if met[pair]}
        return cls(tuple(players), duels)

    def total(self, player: str) -> Duel | None:
        """All games of a player; `None` if there are none."""
        mine = [duel for (one, _), duel in self.duels.items() if one == player]
        if not mine:
            return None
        return Duel(sum(duel.games for duel in mine), sum(duel.wins for duel in mine))

    def ratings(self) -> dict[str, Rating]:
        """Elo by the Bradley-Terry model, fitted by Newton's method."""
        number = len(self.players)
        games = np.zeros((number, number))
        wins = np.zeros((number, number))
        for (one, other), duel in self.duels.items():
            i, j = self.players.index(one), self.players.index(other)
            games[i, j] = duel.games + _PRIOR_GAMES
            wins[i, j] = duel.wins + _PRIOR_GAMES / 2
        strength = np.zeros(number)
        for _ in range(100):
            slope, curvature = _slope_and_curvature(strength, games, wins)
            step = np.linalg.pinv(curvature) @ slope
            strength += np.clip(step, -2, 2)
            if np.abs(step).max(initial=0.0) < 1e-9:
                break
        strength -= strength.mean()
        spread = np.sqrt(np.clip(np.diag(np.linalg.pinv(curvature)), 0, None))
        return {
            player: Rating(float(_ELO * strength[i]), float(_ELO * _Z * spread[i]))
            for i, player in enumerate(self.players)
        }

    COLUMNS: ClassVar[tuple[str, ...]] = ("wins", "share", "95 %", "Elo")

    def rows(self) -> Iterator[tuple[str, list[str]]]:
        """The cross table: for every player the wins against each other one, and what `COLUMNS`
        names, which is empty for a player without games."""
        ratings = self.ratings()
        for player in self.players:
            cells = [self._cell(player, other) for other in self.players]
            total, rating = self.total(player), ratings[player]
            if total is None:
                cells += [""] * len(self.COLUMNS)
            else:
                cells += [
                    f"{total.wins:g}/{total.games}",
                    f"{total.share:.1%}",
                    f"{total.low:.1%}-{total.high:.1%}",
                    f"{rating.elo:+.0f} ± {rating.margin:.0f}",
                ]
            yield player, cells

    def to_markdown(self) -> str:
        """The cross table: wins of the row against the column, then share, interval, Elo."""
        lines = [
            "| | " + " | ".join(self.players) + " | total | share | 95 % | Elo |",
            "|---" * (len(self.players) + 5) + "|",
        ]
        lines += [f"| {player} | " + " | ".join(cells) + " |" for player, cells in self.rows()]
        return "\n".join(lines) + "\n"

    def _cell(self, one: str, other: str) -> str:
        if one == other:
            return "×"
        duel = self.duels.get((one, other))
        return "" if duel is None else f"{duel.wins:g}"


Matrix = npt.NDArray[np.float64]


def _slope_and_curvature(strength: Matrix, games: Matrix, wins: Matrix) -> tuple[Matrix, Matrix]:
    """The slope of the logarithm of the likelihood, and its curvature with the sign turned."""
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    slope = (wins - games * expected).sum(axis=1)
    weight = games * expected * (1 - expected)
    return slope, np.diag(weight.sum(axis=1)) - weight
