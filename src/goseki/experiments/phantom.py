"""The players of Phantom Go against each other, beside the tables of Borsboom (2007).

Every game is kept in a file of the folder, so a run that is stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from goseki import job
from goseki.errors import GosekiError
from goseki.experiments.phantom_thesis import Contest, Statement, chosen
from goseki.experiments.report import Report, new_figure, open_folder
from goseki.match import Duel, Store
from goseki.match.standings import chance_of_difference
from goseki.phantom import PhantomRules
from goseki.phantom.tournament import PhantomResult, run_tournament

GAMES_FILE = "games.db"
GAMES_A_ROUND = 20
"""Every pair plays so many games before any pair plays more."""

SECONDS_A_MINUTE = 0.6
"""How long a minute of the thesis's clock lasts: 10, 20 and 30 minutes are 6, 12 and 18 s."""

LEAST_OCCUPIED = 0.8
"""The share of refused attempts in games of flat players that should be due to a hidden stone. In
the games that the thesis prints it is 93 %."""

Played = dict[Contest, tuple[PhantomResult, ...]]


@dataclass(frozen=True)
class Written:
    page: Path
    games: int
    interrupted: bool


def run(
    folder: Path,
    *,
    only: Sequence[str] = (),
    games: int = 200,
    simulations: int = 500,
    seconds_a_minute: float = SECONDS_A_MINUTE,
    size: str = "9x9",
    seed: int = 1,
    jobs: int = 1,
    force: bool = False,
    progress: job.Report | None = None,
) -> Written:
    """Play the games that the folder does not have yet and write the report into it. Ctrl-C
    leaves a report of the games played so far. `only` are names of `EXPERIMENTS`, or `clock`
    for all matches by the clock; without it all but those are played."""
    statements = chosen(only)
    rules = PhantomRules.on(size)
    contests = list(dict.fromkeys(c for statement in statements for c in statement.contests))
    limits = {contest: contest.limit(simulations, seconds_a_minute) for contest in contests}
    open_folder(folder, force=force, notes=GAMES_FILE)
    played: Played = {}
    interrupted = False
    rounds = [*range(GAMES_A_ROUND, games, GAMES_A_ROUND), games]
    steps = [(contest, most) for most in rounds for contest in contests]
    with Store(PhantomResult, folder / GAMES_FILE) as store:
        for number, (contest, most) in enumerate(steps):
            outcome = run_tournament(
                [side.entrant(limits[contest]) for side in (contest.first, contest.second)],
                games=most,
                rules=replace(rules, captures=contest.captures),
                seed=seed,
                store=store,
                jobs=jobs,
                progress=job.report_part(progress, number, len(steps)),
            )
            played[contest] = outcome.games
            if outcome.failures:
                raise GosekiError(f"{contest}: {outcome.failures[0]}")
            if outcome.interrupted:
                interrupted = True
                break
    report = Report(
        "Phantom Go: the players of the thesis",
        " ".join(
            [
                f"goseki experiment phantom --games {games} --simulations {simulations}",
                f"--seconds-a-minute {seconds_a_minute:g} --size {size} --seed {seed}",
                *(f"--only {name}" for name in only),
            ]
        ),
        seed,
    )
    report.add(
        f"The players of Borsboom 2007, {games} games of each pair on {size} with colours "
        "alternating, beside the tables of the thesis. Shares are wins of the first player, "
        "with Wilson's 95 % interval. The thesis gave its players time (10 to 30 minutes a "
        "game) on two machines, mostly for 50 games: its shares are themselves good to about "
        "14 %. p is how likely a difference as large as that from the thesis's share is by "
        "chance (Fisher's exact test). What limits a player is a number of simulations for each "
        "decision, or a clock for the game that counts the processor's time; on it a minute of "
        f"the thesis lasts {seconds_a_minute:g} s. The wanted band is what we ask of our players: "
        "it is wide, because the thesis played few games, with other budgets."
    )
    if interrupted:
        report.add("**Interrupted: some games are missing.** The same command plays them.")
    limit_texts = {
        contest: _limit_text(contest, simulations, seconds_a_minute) for contest in contests
    }
    _add_statements(report, statements, played, limit_texts)
    _add_refusals(report, played)
    written = report.write(folder, force=True)
    return Written(written, sum(map(len, played.values())), interrupted)


def duel_of(statement: Statement, played: Played) -> Duel | None:
    """All games of a statement, seen from the first player of each contest."""
    wins, games = 0.0, 0
    for contest in statement.contests:
        for game in played.get(contest, ()):
            first_is = "B" if game.black == str(contest.first) else "W"
            wins += 0.5 if game.winner is None else float(game.winner == first_is)
            games += 1
    return Duel(games, wins) if games else None


def _add_statements(
    report: Report,
    statements: Sequence[Statement],
    played: Played,
    limits: dict[Contest, str],
) -> None:
    duels = [(statement, duel_of(statement, played)) for statement in statements]
    counted = [(statement, duel) for statement, duel in duels if duel is not None]
    report.add("## Who beats whom")
    report.add_table(
        [
            "table or section",
            "players",
            "limit",
            "wins",
            "share",
            "95 %",
            "thesis",
            "p",
            "wanted",
            "met",
        ],
        [
            [
                statement.source,
                ", ".join(map(str, statement.contests)),
                limits[statement.contests[0]],
                f"{duel.wins:g}/{duel.games}",
                f"{duel.share:.1%}",
                f"{duel.low:.1%} to {duel.high:.1%}",
                ", ".join(f"{t.wins:g}/{t.games} = {t.share:.0%}" for t in statement.thesis) or "-",
                ", ".join(_chance(chance_of_difference(duel, t)) for t in statement.thesis) or "-",
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
            [100 * t.share for t in statement.thesis],
            [row] * len(statement.thesis),
            "x",
            color="C1",
        )
        if statement.band != "-":
            axes.barh(row, 100 * (statement.high - statement.low), 0.8, 100 * statement.low,
                      color="C2", alpha=0.15)  # fmt: skip
    axes.set_yticks(
        range(len(counted)), [f"{s.source}: {s.contests[0]}" for s, _ in counted], fontsize=7
    )
    axes.invert_yaxis()
    axes.set_xlabel("wins (%): here with 95 % (dots), thesis (crosses), wanted (shaded)")
    axes.set_xlim(0, 100)
    axes.grid(axis="x", alpha=0.3)
    report.add_plot("shares", figure, "Share of wins here and in the thesis")
    report.add_data(
        "shares",
        ["table", "players", "limit", "games", "wins", "share", "low", "high"],
        [
            [statement.source, ", ".join(map(str, statement.contests)),
             limits[statement.contests[0]], duel.games, duel.wins,
             f"{duel.share:.4f}", f"{duel.low:.4f}", f"{duel.high:.4f}"]
            for statement, duel in counted
        ],
    )  # fmt: skip


def _chance(share: float) -> str:
    return "< 0.001" if share < 0.001 else f"{share:.3f}"


def _add_refusals(report: Report, played: Played) -> None:
    games = [
        game
        for contest, found in played.items()
        if all(side.player.startswith("mce") for side in (contest.first, contest.second))
        for game in found
    ]
    causes = ("occupied", "suicide", "ko")
    counts = {cause: sum(getattr(game, cause) for game in games) for cause in causes}
    total = sum(counts.values())
    if not total:
        return
    share = counts["occupied"] / total
    report.add("## Why attempts were refused")
    report.add_table(
        ["", "occupied", "suicide", "ko", "occupied"],
        [
            ["the five games printed in the thesis", 281, 16, 5, "93.0%"],
            [f"here, {len(games)} games of flat players", *counts.values(), f"{share:.1%}"],
        ],
    )
    met = "met" if share >= LEAST_OCCUPIED else "not met"
    report.add(f"Wanted: at least {LEAST_OCCUPIED:.0%} occupied; {met}.")


def _limit_text(contest: Contest, simulations: int, seconds_a_minute: float) -> str:
    limit = contest.limit(simulations, seconds_a_minute)
    if limit.clock is not None:
        return f"{limit.clock:g} s a game"
    budgets = [side.entrant(limit).settings.simulations for side in (contest.first, contest.second)]
    return f"{' and '.join(map(str, dict.fromkeys(budgets)))} simulations"
