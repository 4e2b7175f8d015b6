"""How good maps of hidden stones are: how much the truth surprises them, and whether points that
they give 30 % hold a stone in 30 % of all cases.

Every game is kept in a file of the folder, so a run that is stopped goes on where it was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from goseki import job
from goseki.coords import opponent
from goseki.errors import GosekiError
from goseki.experiments.report import Report, new_figure, open_folder
from goseki.match import Store
from goseki.phantom import GameLog, PhantomRules, Referee, Settings
from goseki.phantom.tournament import Entrant, PhantomResult, run_tournament
from goseki.phantom.worlds import hidden_stone_map, log_loss, uniform_map

GAMES_FILE = "games.db"
PLIES_PER_MAP = 10
"""Maps are judged after every tenth ply."""

PAIRS = (
    ("mce_all", "hybrid_15"),
    ("mce_std", "uct_inffill"),
    ("uct_rand", "uct_prob"),
    ("best", "ismcts"),
)
"""The pairs whose games are judged. The players' knowledge of where hidden stones are likely was
counted in games of the first pair; every other player is in one of the others."""

BINS = 10
RESAMPLES = 1000
"""How often games are drawn anew for the interval of an error."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class JudgedMap:
    """What the side to move believed after a number of plies, and the truth, by point; points
    with own stones are left out."""

    plies: int
    worlds: Floats
    """The belief by the worlds that fit all it was told."""
    scatter: Floats
    """The belief of the players of the thesis."""
    truth: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Loss:
    """Mean surprise of maps after a number of plies, in bits a point."""

    plies: int
    maps: int
    worlds: float
    scatter: float


@dataclass(frozen=True)
class Bin:
    """Points that were given about the same probability."""

    low: float
    high: float
    points: int
    predicted: float
    found: float
    """The share that did hold a stone."""


@dataclass(frozen=True)
class Reliability:
    """Predicted probabilities beside frequencies. `error` is the expected calibration error:
    how far they are apart in a bin, in the mean over all points; `low` and `high` are its 95 %
    interval if other games had been played."""

    bins: tuple[Bin, ...]
    error: float
    low: float
    high: float


@dataclass(frozen=True)
class Written:
    page: Path
    games: int
    interrupted: bool
    error: float | None
    """Expected calibration error of the worlds over all games; `None` without a map."""
    scatter_error: float | None


def run(
    folder: Path,
    *,
    games: int = 20,
    simulations: int = 500,
    size: str = "9x9",
    seed: int = 1,
    jobs: int = 1,
    force: bool = False,
    progress: job.Report | None = None,
) -> Written:
    """Play so many games of each pair, as far as the folder does not have them yet, judge the
    maps of hidden stones in them, and write the report into the folder."""
    rules = PhantomRules.on(size)
    settings = Settings(simulations=simulations)
    open_folder(folder, force=force, notes=GAMES_FILE)
    judged: dict[tuple[str, str], list[list[JudgedMap]]] = {}
    count, interrupted = 0, False
    with Store(PhantomResult, folder / GAMES_FILE) as store:
        for number, pair in enumerate(PAIRS):
            entrants = [Entrant(name, settings) for name in pair]
            outcome = run_tournament(
                entrants, games=games, rules=rules, seed=seed, store=store, jobs=jobs,
                progress=job.report_part(progress, number, len(PAIRS)),
            )  # fmt: skip
            if outcome.failures:
                raise GosekiError(outcome.failures[0])
            count += len(outcome.games)
            judged[pair] = [list(maps_of(game, rules, seed)) for game in outcome.games]
            if outcome.interrupted:
                interrupted = True
                break
    report = Report(
        "Phantom Go: maps of hidden stones",
        f"goseki experiment phantom-maps --games {games} --simulations {simulations} "
        f"--size {size} --seed {seed}",
        seed,
    )
    report.add(
        f"{games} games of each pair on {size} at {simulations} simulations a decision. After "
        f"every {PLIES_PER_MAP}th ply the side to move is asked where the opponent's stones are, "
        "by the worlds that fit all it was told and by the scatter of the thesis. All points "
        "without own stones count."
    )
    if interrupted:
        report.add("**Interrupted: some games are missing.** The same command plays them.")
    everything = [maps for of_pair in judged.values() for maps in of_pair if maps]
    errors: tuple[float | None, float | None] = None, None
    if everything:
        errors = _add_reliability(report, judged, everything, seed)
        _add_losses(report, losses([x for maps in everything for x in maps], len(everything)))
    page = report.write(folder, force=True)
    return Written(page, count, interrupted, *errors)


def maps_of(game: PhantomResult, rules: PhantomRules, seed: int) -> Iterator[JudgedMap]:
    """The maps of one game, each for the side to move."""
    referee = Referee(rules)
    plies = 0
    for color, point, is_played in GameLog.parse(game.log).attempts:
        referee.attempt(color, point)
        plies += is_played
        if not is_played or plies % PLIES_PER_MAP or referee.is_over:
            continue
        state = referee.information_state(referee.to_play)
        signs = referee.board.to_array()
        others = signs != (1 if state.color == "B" else -1)
        truth = signs == (1 if opponent(state.color) == "B" else -1)
        worlds, scatter = hidden_stone_map(state, seed=seed), uniform_map(state)
        yield JudgedMap(plies, worlds[others], scatter[others], truth[others])


def losses(maps: Sequence[JudgedMap], games: int) -> list[Loss]:
    """How surprised the maps are as games go on."""
    found: dict[int, list[tuple[float, float]]] = {}
    for x in maps:
        own = np.zeros(x.truth.shape, dtype=bool)
        both = log_loss(x.worlds, x.truth, own), log_loss(x.scatter, x.truth, own)
        found.setdefault(x.plies, []).append(both)
    # The last lengths are reached by a few long games only: not worth a mean.
    enough = max(1, games // 4)
    return [
        Loss(plies, len(pairs), *(float(mean) for mean in np.mean(pairs, axis=0)))
        for plies, pairs in sorted(found.items())
        if len(pairs) >= enough
    ]


def reliability(
    games: Sequence[tuple[Floats, npt.NDArray[np.bool_]]], seed: int = 1
) -> Reliability:
    """Predicted probabilities and what was true, for each game (whose points are not
    independent of each other, so the interval is from drawing whole games anew).

    >>> sure, half = np.array([1.0, 0.0]), np.array([0.5, 0.5])
    >>> truth = np.array([True, False])
    >>> reliability([(sure, truth)]).error, reliability([(half, truth)]).error
    (0.0, 0.0)
    >>> round(reliability([(np.array([0.9, 0.2]), truth)]).error, 2)
    0.15
    """
    sums = np.array([_sums_by_bin(p, truth) for p, truth in games])  # games x 3 x bins
    points, predicted, found = sums.sum(axis=0)
    draws = np.random.default_rng(seed).integers(len(games), size=(RESAMPLES, len(games)))
    errors = [_error(sums[draw].sum(axis=0)) for draw in draws]
    low, high = np.quantile(errors, [0.025, 0.975])
    bins = tuple(
        Bin(
            i / BINS, (i + 1) / BINS, int(points[i]), predicted[i] / points[i], found[i] / points[i]
        )
        for i in range(BINS)
        if points[i]
    )
    return Reliability(bins, _error(sums.sum(axis=0)), float(low), float(high))


def _sums_by_bin(p: Floats, truth: npt.NDArray[np.bool_]) -> Floats:
    """Points, sum of probabilities, and stones in each bin."""
    which = np.minimum((p * BINS).astype(int), BINS - 1)
    weights = (np.ones(len(p)), p, truth.astype(float))
    return np.array([np.bincount(which, weights=w, minlength=BINS) for w in weights])


def _error(sums: Floats) -> float:
    points, predicted, found = sums
    return float(np.abs(predicted - found).sum() / points.sum())


def _reliabilities(
    games: Sequence[Sequence[JudgedMap]], seed: int
) -> tuple[Reliability, Reliability]:
    """For the worlds and for the scatter."""
    truths = [np.concatenate([x.truth for x in maps]) for maps in games]
    worlds = [np.concatenate([x.worlds for x in maps]) for maps in games]
    scatter = [np.concatenate([x.scatter for x in maps]) for maps in games]
    return (
        reliability(list(zip(worlds, truths, strict=True)), seed),
        reliability(list(zip(scatter, truths, strict=True)), seed),
    )


def _add_reliability(
    report: Report,
    judged: dict[tuple[str, str], list[list[JudgedMap]]],
    everything: list[list[JudgedMap]],
    seed: int,
) -> tuple[float, float]:
    worlds, scatter = _reliabilities(everything, seed)
    report.add("## Does it happen as often as predicted?")
    report.add(
        "Points by the probability that they were given, and how many of them held a stone. "
        "The expected calibration error is the distance between the two, in the mean over all "
        "points; its 95 % interval is from drawing whole games anew."
    )
    figure = new_figure(5.5, 5.0)
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1], color="grey", linewidth=1)
    for found, label in ((scatter, "uniform scatter"), (worlds, "sampled worlds")):
        axes.plot(
            [x.predicted for x in found.bins],
            [x.found for x in found.bins],
            marker="o",
            label=f"{label}: error {found.error:.3f}",
        )
    axes.set_xlabel("predicted probability of a stone")
    axes.set_ylabel("share that held a stone")
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.grid(alpha=0.3)
    axes.legend()
    report.add_plot("reliability", figure, "Predicted probability and frequency of hidden stones")
    report.add_table(
        ["map", "predicted", "points", "mean prediction", "held a stone"],
        [
            [label, f"{x.low:.0%} to {x.high:.0%}", x.points, f"{x.predicted:.1%}",
             f"{x.found:.1%}"]
            for found, label in ((worlds, "worlds"), (scatter, "scatter"))
            for x in found.bins
        ],
    )  # fmt: skip
    rows = []
    for pair, games in [*judged.items(), (("all", ""), everything)]:
        if not (games := [maps for maps in games if maps]):
            continue
        both = _reliabilities(games, seed)
        rows.append(
            [
                " - ".join(filter(None, pair)),
                sum(map(len, games)),
                *(f"{x.error:.3f} ({x.low:.3f} to {x.high:.3f})" for x in both),
            ]
        )
    report.add_table(["games of", "maps", "error of worlds", "error of scatter"], rows)
    report.add_data(
        "reliability",
        ["map", "low", "high", "points", "predicted", "found"],
        [
            [label, x.low, x.high, x.points, f"{x.predicted:.5f}", f"{x.found:.5f}"]
            for found, label in ((worlds, "worlds"), (scatter, "scatter"))
            for x in found.bins
        ],
    )
    return worlds.error, scatter.error


def _add_losses(report: Report, found: list[Loss]) -> None:
    figure = new_figure()
    axes = figure.subplots()
    plies = [loss.plies for loss in found]
    axes.plot(plies, [loss.scatter for loss in found], marker=".", label="uniform scatter")
    axes.plot(plies, [loss.worlds for loss in found], marker=".", label="sampled worlds")
    axes.set_xlabel("plies")
    axes.set_ylabel("log-loss (bits a point)")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    report.add("## How surprising is the truth?")
    report.add("Mean log-loss at the true stones of the opponent. Less is better.")
    report.add_plot("hidden-stones", figure, "Log-loss of the maps as games go on")
    report.add_table(
        ["plies", "maps", "uniform scatter", "sampled worlds"],
        [[loss.plies, loss.maps, f"{loss.scatter:.3f}", f"{loss.worlds:.3f}"] for loss in found],
    )
    report.add_data(
        "hidden-stones",
        ["plies", "maps", "uniform", "worlds"],
        [[x.plies, x.maps, f"{x.scatter:.5f}", f"{x.worlds:.5f}"] for x in found],
    )
