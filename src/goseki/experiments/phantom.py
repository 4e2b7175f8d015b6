"""The players of Phantom Go against each other, beside the tables of Borsboom (2007), and how
well the map of hidden stones knows where they are.

Every game is kept in a file of the folder, so a run that is stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goseki.coords import opponent
from goseki.errors import GosekiError
from goseki.experiments.report import Report, new_figure, open_folder
from goseki.phantom import GameLog, PhantomRules, Referee, Settings
from goseki.phantom.players import STRONGEST
from goseki.phantom.results import GameResult, Store
from goseki.phantom.standings import Duel
from goseki.phantom.tournament import Entrant, run_tournament
from goseki.phantom.worlds import hidden_stone_map, log_loss, uniform_map

GAMES_FILE = "games.db"
GAMES_A_ROUND = 20
"""So many games of every pair come before the next ones of any."""

PLIES_PER_MAP = 10
"""Maps are judged after every tenth ply."""


@dataclass(frozen=True)
class Contest:
    """Two players; its share is of the first one's wins."""

    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.first} - {self.second}"


@dataclass(frozen=True)
class Statement:
    """What a share of wins, over all games of its contests, should be.

    `thesis` are the shares that the thesis found (several times, or on several machines);
    without a band the share is only reported.
    """

    name: str
    contests: tuple[Contest, ...]
    thesis: tuple[float, ...] = ()
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


def _one(
    name: str, first: str, second: str, *thesis: float, low: float = 0.0, high: float = 1.0
) -> Statement:
    return Statement(name, (Contest(first, second),), thesis, low, high)


_T, _W = "territory", "win"
_THINKERS = ("mce_std", "mce_all", "uct_rand", "uct_prob")
STATEMENTS = (
    *(_one("12", f"{name}:{_T}", "random", 1.0, low=0.98) for name in _THINKERS),
    _one("13", f"mce_all:{_T}", f"mce_std:{_T}", 0.72, low=0.6),
    _one("14", f"mce_all:{_W}", f"mce_std:{_W}", 0.94, low=0.8),
    _one("15", f"mce_all:{_W}", f"mce_all:{_T}", 0.78, 0.7, low=0.6),
    _one("16", f"uct_rand:{_W}", f"uct_rand:{_T}", 0.56, 0.77, low=0.52),
    _one("16", f"uct_prob:{_W}", f"uct_prob:{_T}", 0.68, 0.77, low=0.55),
    _one("17", f"uct_rand:{_T}", f"mce_std:{_T}", 0.92, low=0.75),
    _one("17", f"uct_rand:{_W}", f"mce_std:{_W}", 0.86, low=0.75),
    _one("18", f"uct_rand:{_T}", f"uct_prob:{_T}", 0.84),
    _one("18", f"uct_rand:{_W}", f"uct_prob:{_W}", 0.5, low=0.4, high=0.6),
    _one("19", f"mce_all:{_T}", f"uct_rand:{_T}", 0.56),
    _one("19", f"mce_all:{_W}", f"uct_rand:{_W}", 0.86, 0.69, 0.72, low=0.6),
    _one("20", f"mce_all:{_W}", f"uct_prob:{_W}", 0.8, 0.78, 0.56, low=0.5),
    Statement(
        "21",
        tuple(Contest(f"hybrid_{n}:{_T}", f"uct_rand:{_T}") for n in (5, 15, 25)),
        (0.65,),
        low=0.58,
    ),
    _one("22", f"hybrid_15:{_W}", f"mce_all:{_W}", 0.56),
    _one("23", f"uct_inffill:{_T}", f"uct_rand:{_T}", 0.32, 0.43, high=0.5),
    _one("24", f"uct_infmove:{_T}", f"uct_rand:{_T}", 0.6, 0.43, low=0.35, high=0.65),
    _one("24", f"uct_infmove:{_W}", f"uct_rand:{_W}", 0.4, 0.53, low=0.35, high=0.65),
    _one("strongest", f"{STRONGEST}:{_W}", f"mce_all:{_W}", low=0.7),
    _one("strongest", f"{STRONGEST}:{_W}", f"hybrid_15:{_W}", low=0.7),
)
"""The statistical statements 12 to 24 that follow from the thesis's tables 3.1 to 3.11, and
what is asked of our strongest player."""

LEAST_OCCUPIED = 0.8
"""Statement 25: of the refusals in games between flat players, so many are for stones. In the
games that the thesis prints it is 93 %."""


@dataclass(frozen=True)
class Loss:
    """Mean surprise of maps after a number of plies, in bits a point."""

    plies: int
    maps: int
    hidden: float
    uniform: float


@dataclass(frozen=True)
class Written:
    page: Path
    games: int
    interrupted: bool


def run(
    folder: Path,
    *,
    games: int = 200,
    simulations: int = 500,
    size: str = "9x9",
    seed: int = 1,
    statements: Sequence[Statement] = STATEMENTS,
    maps: int = 40,
    jobs: int = 1,
    force: bool = False,
    progress: Callable[[float], None] | None = None,
) -> Written:
    """Play the games that the folder does not have yet and write the report into it. Ctrl-C
    leaves a report of the games played so far. `maps` is the number of games whose hidden
    stones are guessed."""
    open_folder(folder, force=force, notes=GAMES_FILE)
    rules = PhantomRules.on(size)
    settings = Settings(simulations=simulations)
    contests = list(dict.fromkeys(c for statement in statements for c in statement.contests))
    played: dict[Contest, tuple[GameResult, ...]] = {}
    interrupted = False
    rounds = [*range(GAMES_A_ROUND, games, GAMES_A_ROUND), games]
    steps = [(contest, most) for most in rounds for contest in contests]
    with Store(folder / GAMES_FILE) as store:
        for number, (contest, most) in enumerate(steps):

            def overall(share: float, number: int = number) -> None:
                if progress:
                    progress((number + share) / len(steps))

            entrants = [Entrant.parse(n, settings) for n in (contest.first, contest.second)]
            outcome = run_tournament(
                entrants,
                games=most,
                rules=rules,
                seed=seed,
                store=store,
                jobs=jobs,
                progress=overall,
            )
            played[contest] = outcome.games
            if outcome.failures:
                raise GosekiError(f"{contest}: {outcome.failures[0]}")
            if outcome.interrupted:
                interrupted = True
                break
    report = Report(
        "Phantom Go: the players of the thesis",
        f"goseki experiment phantom --games {games} --simulations {simulations} --size {size} "
        f"--maps {maps} --seed {seed}",
        seed,
    )
    report.add(
        f"The players of Borsboom 2007 at {simulations} simulations a decision, {games} games "
        f"of each pair on {size} with colours alternating, beside the tables of the thesis. "
        "Shares are wins of the first player, with Wilson's 95 % interval. The thesis gave its "
        "players time instead (10 to 30 minutes a game), mostly for 50 games: its shares are "
        "themselves good to about 14 %."
    )
    if interrupted:
        report.add("**Interrupted: some games are missing.** The same command plays them.")
    _add_statements(report, statements, played)
    _add_refusals(report, played)
    _add_losses(report, losses(_some_games(played, maps), rules, seed))
    written = report.write(folder, force=True)
    return Written(written, sum(map(len, played.values())), interrupted)


def duel_of(statement: Statement, played: dict[Contest, tuple[GameResult, ...]]) -> Duel | None:
    """All games of a statement, seen from the first player of each contest."""
    wins, games = 0.0, 0
    for contest in statement.contests:
        for game in played.get(contest, ()):
            first_is = "B" if game.black == contest.first else "W"
            wins += 0.5 if game.winner is None else float(game.winner == first_is)
            games += 1
    return Duel(games, wins) if games else None


def losses(games: Sequence[GameResult], rules: PhantomRules, seed: int) -> list[Loss]:
    """How well the stones of the opponent of the side to move are known as games go on: by
    the sampled worlds, and by scattering them as the players of the thesis do."""
    found: dict[int, list[tuple[float, float]]] = {}
    for game in games:
        for plies, both in _losses_of_one_game(game, rules, seed):
            found.setdefault(plies, []).append(both)
    # The last lengths are reached by a few long games only: not worth a mean.
    enough = max(1, len(games) // 4)
    return [
        Loss(plies, len(pairs), *(float(mean) for mean in np.mean(pairs, axis=0)))
        for plies, pairs in sorted(found.items())
        if len(pairs) >= enough
    ]


def _losses_of_one_game(
    game: GameResult, rules: PhantomRules, seed: int
) -> Iterator[tuple[int, tuple[float, float]]]:
    referee = Referee(rules)
    plies = 0
    for color, point, is_played in GameLog.parse(game.log).attempts:
        referee.attempt(color, point)
        plies += is_played
        if not is_played or plies % PLIES_PER_MAP or referee.is_over:
            continue
        state = referee.information_state(referee.to_play)
        signs = referee.board.to_array()
        mine = signs == (1 if state.color == "B" else -1)
        truth = signs == (1 if opponent(state.color) == "B" else -1)
        maps = hidden_stone_map(state, seed=seed), uniform_map(state)
        yield plies, (log_loss(maps[0], truth, mine), log_loss(maps[1], truth, mine))


def _some_games(played: dict[Contest, tuple[GameResult, ...]], count: int) -> list[GameResult]:
    """The first few games of every contest without the random player, in turn."""
    columns = [games for contest, games in played.items() if contest.second != "random"]
    rounds = [[games[i] for games in columns if i < len(games)] for i in range(count)]
    return [game for games in rounds for game in games][:count]


def _add_statements(
    report: Report,
    statements: Sequence[Statement],
    played: dict[Contest, tuple[GameResult, ...]],
) -> None:
    duels = [(statement, duel_of(statement, played)) for statement in statements]
    counted = [(statement, duel) for statement, duel in duels if duel is not None]
    report.add("## Who beats whom")
    report.add_table(
        ["statement", "players", "wins", "share", "95 %", "thesis", "wanted", "met"],
        [
            [
                statement.name,
                ", ".join(map(str, statement.contests)),
                f"{duel.wins:g}/{duel.games}",
                f"{duel.share:.1%}",
                f"{duel.low:.1%} to {duel.high:.1%}",
                ", ".join(f"{share:.0%}" for share in statement.thesis) or "-",
                statement.band,
                statement.verdict(duel),
            ]
            for statement, duel in counted
        ],
    )
    figure = new_figure(7.5, 1.2 + 0.3 * len(counted))
    axes = figure.subplots()
    for row, (statement, duel) in enumerate(counted):
        errors = [[100 * (duel.share - duel.low)], [100 * (duel.high - duel.share)]]
        axes.errorbar(100 * duel.share, row, xerr=errors, fmt="o", color="C0", capsize=3)
        axes.plot(
            [100 * t for t in statement.thesis], [row] * len(statement.thesis), "x", color="C1"
        )
        if statement.band != "-":
            axes.barh(row, 100 * (statement.high - statement.low), 0.8, 100 * statement.low,
                      color="C2", alpha=0.15)  # fmt: skip
    axes.set_yticks(
        range(len(counted)), [f"{s.name}: {s.contests[0]}" for s, _ in counted], fontsize=7
    )
    axes.invert_yaxis()
    axes.set_xlabel("wins (%): here with 95 % (dots), thesis (crosses), wanted (shaded)")
    axes.set_xlim(0, 100)
    axes.grid(axis="x", alpha=0.3)
    report.add_plot("shares", figure, "Share of wins here and in the thesis")
    report.add_data(
        "statements",
        ["statement", "players", "games", "wins", "share", "low", "high"],
        [
            [statement.name, " ".join(map(str, statement.contests)), duel.games, duel.wins,
             f"{duel.share:.4f}", f"{duel.low:.4f}", f"{duel.high:.4f}"]
            for statement, duel in counted
        ],
    )  # fmt: skip


def _add_refusals(report: Report, played: dict[Contest, tuple[GameResult, ...]]) -> None:
    games = [
        game
        for contest, found in played.items()
        if contest.first.startswith("mce") and contest.second.startswith("mce")
        for game in found
    ]
    causes = ("occupied", "suicide", "ko")
    counts = {cause: sum(getattr(game, cause) for game in games) for cause in causes}
    total = sum(counts.values())
    if not total:
        return
    share = counts["occupied"] / total
    report.add("## Why attempts were refused (statement 25)")
    report.add_table(
        ["", "occupied", "suicide", "ko", "occupied"],
        [
            ["thesis, five games", 281, 16, 5, "93.0%"],
            [f"here, {len(games)} games of flat players", *counts.values(), f"{share:.1%}"],
        ],
    )
    met = "met" if share >= LEAST_OCCUPIED else "not met"
    report.add(f"Wanted: at least {LEAST_OCCUPIED:.0%} occupied; {met}.")


def _add_losses(report: Report, found: list[Loss]) -> None:
    if not found:
        return
    figure = new_figure()
    axes = figure.subplots()
    plies = [loss.plies for loss in found]
    axes.plot(plies, [loss.uniform for loss in found], marker=".", label="uniform scatter")
    axes.plot(plies, [loss.hidden for loss in found], marker=".", label="sampled worlds")
    axes.set_xlabel("plies")
    axes.set_ylabel("log-loss (bits a point)")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    report.add("## Where are his stones?")
    report.add(
        "Mean surprise at the true stones of the opponent, over all points without own stones, "
        "by the map of hidden stones and by the scatter of the thesis. Less is better."
    )
    report.add_plot("hidden-stones", figure, "Log-loss of the maps as games go on")
    report.add_table(
        ["plies", "maps", "uniform scatter", "sampled worlds"],
        [[loss.plies, loss.maps, f"{loss.uniform:.3f}", f"{loss.hidden:.3f}"] for loss in found],
    )
    report.add_data(
        "hidden-stones",
        ["plies", "maps", "uniform", "worlds"],
        [[x.plies, x.maps, f"{x.uniform:.5f}", f"{x.hidden:.5f}"] for x in found],
    )
