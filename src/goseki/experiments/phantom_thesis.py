"""The matches of Borsboom's thesis (2007, 3.2 and 3.3) and those that we add to them, by name.

Its tables 3.1 to 3.11 are here as they are printed. Each is played twice: with a number of
simulations for each decision, where tables that differ in nothing but time are one match; and
by the clock, with seconds in place of the thesis's minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from goseki.errors import GosekiError
from goseki.match import Duel
from goseki.phantom.players import Settings
from goseki.phantom.rules import Captures
from goseki.phantom.tournament import Entrant

CLOCK = "clock"
"""The name of all matches by the clock together, and how each of their names begins."""


@dataclass(frozen=True)
class Side:
    """A player of a match."""

    player: str
    """A name that `Entrant.parse` reads."""
    budget: float = 1.0
    """A factor for the simulations of the run."""
    first_phase: float | None = None
    """For a hybrid: see `Settings`."""

    def entrant(self, limit: Settings) -> Entrant:
        """The player under the limit of its match, with a label that tells it from the same
        player under another limit."""
        settings = replace(limit, first_phase=self.first_phase)
        if settings.simulations is not None:
            settings = replace(settings, simulations=round(settings.simulations * self.budget))
        return replace(Entrant.parse(self.player, settings), label=str(self))

    def __str__(self) -> str:
        budget = "" if self.budget == 1 else f" x{self.budget:g}"
        share = "" if self.first_phase is None else f" (first phase {self.first_phase:g})"
        return f"{self.player}{budget}{share}"


@dataclass(frozen=True)
class Contest:
    """Two players and what limits them; shares of wins are those of the first."""

    first: Side
    second: Side
    minutes: int | None = None
    """Of the thesis, for each player and game; without them simulations limit a decision."""
    captures: Captures = "number"

    def __str__(self) -> str:
        return f"{self.first} - {self.second}"

    def limit(self, simulations: int, seconds_a_minute: float) -> Settings:
        """What limits a player whose budget is 1."""
        if self.minutes is None:
            return Settings(simulations=simulations)
        clock = self.minutes * seconds_a_minute
        return Settings(simulations=None, clock=clock, processor_time=True)


@dataclass(frozen=True)
class Statement:
    """The share of wins that some contests have in the thesis, and the band that we want it in.

    `thesis` has the wins and games of each table that it is in; without a band the share is
    only reported.
    """

    source: str
    contests: tuple[Contest, ...]
    thesis: tuple[Duel, ...] = ()
    low: float = 0.0
    high: float = 1.0

    @property
    def band(self) -> str:
        if (self.low, self.high) == (0.0, 1.0):
            return "-"
        if self.high == 1.0:
            return f">= {self.low:.0%}"
        return f"{self.low:.0%} to {self.high:.0%}" if self.low else f"<= {self.high:.0%}"

    def verdict(self, duel: Duel) -> str:
        """Whether the share is in the band, and whether the interval is, too."""
        if self.band == "-":
            return "-"
        if not self.low <= duel.share <= self.high:
            return "no" if duel.high < self.low or duel.low > self.high else "no, but within error"
        return "yes" if self.low <= duel.low and duel.high <= self.high else "yes, within error"


@dataclass(frozen=True)
class _Table:
    """A table of the thesis: the wins of the first player of each match, of so many games."""

    minutes: int
    games: int
    wins: dict[tuple[str, str], int]


_T, _W = "territory", "win"


def _all(scoring: str, wins: dict[tuple[str, str], int]) -> dict[tuple[str, str], int]:
    """All players with the same scoring; `random` has none."""

    def scored(name: str) -> str:
        return name if name == "random" else f"{name}:{scoring}"

    return {(scored(first), scored(second)): count for (first, second), count in wins.items()}


def _scorings(wins: dict[str, int]) -> dict[tuple[str, str], int]:
    return {(f"{name}:{_W}", f"{name}:{_T}"): count for name, count in wins.items()}


def _influence(player: str, territory: int, win: int) -> dict[tuple[str, str], int]:
    wins = {_T: territory, _W: win}
    return {(f"{player}:{s}", f"uct_rand:{s}"): count for s, count in wins.items()}


_TABLES = {
    "3.1": _Table(10, 50, _all(_T, {
        ("mce_std", "random"): 50, ("mce_all", "random"): 50,
        ("uct_rand", "random"): 50, ("uct_prob", "random"): 50,
        ("mce_all", "mce_std"): 36, ("uct_rand", "mce_std"): 46, ("uct_prob", "mce_std"): 36,
        ("mce_all", "uct_rand"): 28, ("mce_all", "uct_prob"): 44, ("uct_rand", "uct_prob"): 42,
    })),
    "3.2": _Table(10, 50, _all(_T, {
        ("hybrid_5", "mce_all"): 27, ("hybrid_15", "mce_all"): 25, ("hybrid_25", "mce_all"): 32,
        ("hybrid_5", "uct_rand"): 36, ("hybrid_15", "uct_rand"): 30, ("hybrid_25", "uct_rand"): 32,
    })),
    "3.3": _Table(10, 50, _scorings(
        {"mce_std": 27, "mce_all": 39, "uct_rand": 28, "uct_prob": 34})),
    "3.4": _Table(30, 30, _scorings(
        {"mce_std": 18, "mce_all": 21, "uct_rand": 23, "uct_prob": 23})),
    "3.5": _Table(10, 50, _all(_W, {
        ("mce_all", "mce_std"): 47, ("uct_rand", "mce_std"): 43, ("uct_prob", "mce_std"): 43,
        ("mce_all", "uct_rand"): 43, ("mce_all", "uct_prob"): 40, ("uct_rand", "uct_prob"): 25,
    })),
    "3.6": _Table(30, 32, _all(_W, {
        ("mce_all", "uct_rand"): 22, ("mce_all", "uct_prob"): 25, ("uct_rand", "uct_prob"): 15,
    })),
    "3.7": _Table(20, 50, _all(_W, {
        ("mce_all", "uct_rand"): 36, ("mce_all", "uct_prob"): 28, ("hybrid_15", "mce_all"): 28,
    })),
    "3.8": _Table(10, 50, _influence("uct_inffill", 16, 22)),
    "3.9": _Table(30, 30, _influence("uct_inffill", 13, 15)),
    "3.10": _Table(10, 50, _influence("uct_infmove", 30, 20)),
    "3.11": _Table(30, 30, _influence("uct_infmove", 13, 16)),
}  # fmt: skip

_BANDS: dict[tuple[str, str], tuple[float, float]] = {
    **{(f"{name}:{_T}", "random"): (0.98, 1) for name in
       ("mce_std", "mce_all", "uct_rand", "uct_prob")},
    (f"mce_all:{_T}", f"mce_std:{_T}"): (0.6, 1),
    (f"mce_all:{_W}", f"mce_std:{_W}"): (0.8, 1),
    (f"mce_all:{_W}", f"mce_all:{_T}"): (0.6, 1),
    (f"uct_rand:{_W}", f"uct_rand:{_T}"): (0.52, 1),
    (f"uct_prob:{_W}", f"uct_prob:{_T}"): (0.55, 1),
    (f"uct_rand:{_T}", f"mce_std:{_T}"): (0.75, 1),
    (f"uct_rand:{_W}", f"mce_std:{_W}"): (0.75, 1),
    (f"uct_rand:{_W}", f"uct_prob:{_W}"): (0.4, 0.6),
    (f"mce_all:{_W}", f"uct_rand:{_W}"): (0.6, 1),
    (f"mce_all:{_W}", f"uct_prob:{_W}"): (0.5, 1),
    (f"uct_inffill:{_T}", f"uct_rand:{_T}"): (0, 0.5),
    (f"uct_infmove:{_T}", f"uct_rand:{_T}"): (0.35, 0.65),
    (f"uct_infmove:{_W}", f"uct_rand:{_W}"): (0.35, 0.65),
}  # fmt: skip
"""What we want of the matches with a number of simulations: wide enough for a thesis of 50
games and for other budgets. Nothing is wanted where the thesis's result may be chance."""


def _by_simulations() -> dict[str, list[Statement]]:
    """The tables with a number of simulations; a match of several tables stands in each."""
    found: dict[str, list[Statement]] = {}
    for name, table in _TABLES.items():
        for pair in table.wins:
            tables = [other for other in _TABLES if pair in _TABLES[other].wins]
            thesis = tuple(Duel(_TABLES[t].games, _TABLES[t].wins[pair]) for t in tables)
            contest = Contest(Side(pair[0]), Side(pair[1]))
            low, high = _BANDS.get(pair, (0.0, 1.0))
            statement = Statement(", ".join(tables), (contest,), thesis, low, high)
            found.setdefault(name, []).append(statement)
    for opponent, low in (("mce_all", 0.0), ("uct_rand", 0.58)):
        pairs = [pair for pair in _TABLES["3.2"].wins if pair[1] == f"{opponent}:{_T}"]
        wins = sum(_TABLES["3.2"].wins[pair] for pair in pairs)
        contests = tuple(Contest(Side(pair[0]), Side(pair[1])) for pair in pairs)
        found["3.2"].append(Statement("3.2, total", contests, (Duel(150, wins),), low))
    return found


def _by_clock() -> dict[str, list[Statement]]:
    return {
        f"{CLOCK}-{name}": [
            Statement(
                name,
                (Contest(Side(first), Side(second), table.minutes),),
                (Duel(table.games, wins),),
            )
            for (first, second), wins in table.wins.items()
        ]
        for name, table in _TABLES.items()
    }


def _one(source: str, contest: Contest, *thesis: Duel, low: float = 0.0) -> Statement:
    return Statement(source, (contest,), thesis, low)


_BEST = Side(f"best:{_W}")
_MCE_ALL, _UCT_PROB, _HYBRID = (
    Side(f"{name}:{_W}") for name in ("mce_all", "uct_prob", "hybrid_15")
)
_SAVING_HYBRID = replace(_HYBRID, first_phase=0.25)
_INTHEDARK = Side(f"hybrid_15_prob:{_T}")

EXPERIMENTS: dict[str, list[Statement]] = {
    **_by_simulations(),
    # UCT_prob comes closer to MCE_all on the faster machine: 40 of 50 games lost with 10
    # minutes, 25 of 32 with 30, 28 of 50 with 20 on the fast one.
    "budgets": [
        _one(
            f"3.5-3.7, simulations x{times}",
            Contest(replace(_MCE_ALL, budget=times), replace(_UCT_PROB, budget=times)),
        )
        for times in (1, 2, 4, 8, 16)
    ],
    # GOLOIS was standard Monte-Carlo with 0/1 scoring and about 300,000 simulations a move;
    # INTHEDARK had 80,000 for its first. Whoever captured was told which stones.
    "olympiad": [
        _one(
            "3.3.1",
            Contest(_INTHEDARK, Side(f"mce_std:{_W}", budget=300 / 80), captures="points"),
            Duel(6, 0),
        ),
        _one("3.3.1", Contest(_INTHEDARK, Side(f"hybrid_15:{_T}"), captures="points")),
    ],
    # Our strongest player against those that its figures were tuned on.
    "best": [
        _one("ours", Contest(_BEST, _MCE_ALL), low=0.7),
        _one("ours", Contest(_BEST, _HYBRID), low=0.7),
    ],
    **_by_clock(),
    # The hybrids of the thesis give their first phase less time; it does not say how much.
    f"{CLOCK}-first-phase": [
        _one("3.7, 2.5.3", Contest(_SAVING_HYBRID, _MCE_ALL, minutes=20), Duel(50, 28)),
        _one("2.5.3", Contest(_SAVING_HYBRID, _HYBRID, minutes=20)),
    ],
}
"""All matches, by the names that a run can be limited to."""


def chosen(names: Sequence[str]) -> list[Statement]:
    """The statements of these names, each once; without names, all that are not by the
    clock.

    >>> [str(statement.contests[0].first) for statement in chosen(["3.8"])]
    ['uct_inffill:territory', 'uct_inffill:win']
    """
    wanted: list[str] = []
    for name in names or [name for name in EXPERIMENTS if not name.startswith(CLOCK)]:
        if name == CLOCK:
            wanted += [name for name in EXPERIMENTS if name.startswith(CLOCK)]
        elif name in EXPERIMENTS:
            wanted.append(name)
        else:
            raise GosekiError(f"no experiment {name!r} (known: {', '.join([*EXPERIMENTS, CLOCK])})")
    return _each_once(statement for name in wanted for statement in EXPERIMENTS[name])


def _each_once(statements: Iterable[Statement]) -> list[Statement]:
    return list(dict.fromkeys(statements))
