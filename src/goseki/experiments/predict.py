"""Chapter 7 of van der Werf (2004) once more: the tables of move prediction beside the thesis's.

His games were amateur games of the IGS, which are not published; ours are those that the caller
names. So the figures are neighbours, not twins: the orders of methods should be the same, and the
best predictor as good.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from goseki.board import Board
from goseki.errors import GosekiError
from goseki.job import Progress, Report
from goseki.learn.boosted_moves import BoostedMoves, train_boosted
from goseki.learn.games import Games
from goseki.learn.metrics import Share, share_by_game, shares_within
from goseki.learn.move_ranks import MoveRanks, rank_moves
from goseki.learn.mp_star import (
    KINDS,
    Pairs,
    Recipe,
    ScalingName,
    Trained,
    are_in_order,
    sample_pairs,
    sample_places,
    train_mp_star,
)
from goseki.learn.quiz import NEAR, THESIS_MP_STAR, Pair, choose, near_points
from goseki.learn.softmax_moves import train_softmax
from goseki.learn.split import Part
from goseki.prediction.mp_star import MpStar
from goseki.prediction.network import LEGAL_PLANE, NetworkModel, fits
from goseki.prediction.ranking import MP_STAR, find_model

# Numbers of vectors: there are two to a pair.
SMALL_SET = (25_000, 5_000, 20_000)
LARGE_SET = (200_000, 20_000, 20_000)
PEAKING_SET = (100_000, 10_000, 20_000)

TABLE_7_1 = {
    "stones": (32.9, -4.8),
    "edge": (9.5, -0.9),
    "ko": (0.3, -0.1),
    "liberties": (24.8, 0.0),
    "liberties after": (12.1, -0.1),
    "captures": (5.6, -0.8),
    "nearest stones": (6.2, 0.3),
    "last move": (21.5, -0.8),
}
"""Points above 50 % with one type of features alone, and the change where it is left out."""

SETTINGS_7_2: tuple[tuple[ScalingName, float], ...] = (
    ("standard", 0.1),
    ("standard", 0.25),
    ("range", 0.1),
    ("range", 0.25),
    ("roi", 0.1),
    ("roi", 0.25),
    ("roi", 0.5),
    ("roi", 0.9),
)
TABLE_7_2 = {
    "PCA": (78.7, 80.8, 74.4, 80.4, 83.9, 85.8, 84.9, 84.5),
    "LDA": (75.2, 74.9, 75.2, 75.5, 75.3, 75.4, 75.8, 76.9),
    "LDA*": (72.5, 73.8, 70.0, 72.1, 72.6, 74.0, 75.9, 76.7),
    "MPA": (73.7, 76.7, 70.3, 73.8, 80.7, 84.6, 85.5, 84.3),
    "PCAMPA": (77.3, 80.6, 73.5, 80.5, 84.4, 85.9, 84.1, 83.7),
    "MPAPCA": (77.2, 80.6, 74.0, 80.1, 83.6, 85.6, 84.4, 84.3),
    "EST": (80.7, 79.3, 78.1, 78.9, 83.5, 81.1, 79.2, 79.5),
    "MEST": (84.3, 82.4, 82.6, 82.2, 86.0, 84.6, 83.9, 84.4),
    "MESTMPA": (83.8, 82.5, 82.6, 82.2, 86.8, 85.6, 84.5, 84.5),
}
"""Percents of pairs in the right order, by extractor and setting."""

TABLE_7_3 = {
    (40, 40, 0.10): (87.3, 89.9),
    (40, 40, 0.15): (88.8, 90.5),
    (40, 12, 0.20): (88.4, 90.1),
    (60, 60, 0.15): (89.0, 90.4),
    (60, 24, 0.20): (89.2, 90.7),
    (60, 12, 0.20): (88.8, 90.2),
}
"""Regions of stones and of liberties and the share kept; percents after each phase."""

RANKING_19 = {"top 1": 25.0, "top 3": 45.0, "top 20": 80.0, "top 100": 99.0, "local top 1": 48.0}
RANKING_9 = {"top 1": 37.0, "top 25": 99.0}
"""Professional moves among all legal ones, in percent (figures 7.4 and 7.5)."""

AT_ONCE = 64
"""Positions that the network looks at in one go."""

PEAKING = (4, 12, 24, 40, 60, 84)
"""Regions of interest of figure 7.2."""


@dataclass(frozen=True)
class Row:
    """A figure of ours beside the thesis's, in percent."""

    name: str
    ours: float
    thesis: float | None = None
    interval: Share | None = None
    seconds: float = 0.0

    def cells(self) -> list[str]:
        """As a line of a table."""
        interval = self.interval
        between = (
            "" if interval is None else f"{100 * interval.low:.1f} to {100 * interval.high:.1f}"
        )
        thesis = "" if self.thesis is None else f"{self.thesis:.1f}"
        return [self.name, f"{self.ours:.1f}", between, thesis]


@dataclass(frozen=True, eq=False)
class Sets:
    """Pairs for training, for validation and for the test, each from games of its own."""

    train: Pairs
    validation: Pairs
    test: Pairs


def draw_sets(
    games: Games,
    vectors: Sequence[int] = SMALL_SET,
    *,
    stones: int = 60,
    liberties: int = 24,
    seed: int = 0,
    progress: Report | None = None,
) -> Sets:
    """Sets of so many vectors for training, validation and test."""
    parts: tuple[Part, ...] = ("train", "validation", "test")
    return Sets(
        *(
            sample_pairs(
                games,
                part,
                count // 2,
                stones=stones,
                liberties=liberties,
                seed=seed + number,
                progress=progress,
            )
            for number, (part, count) in enumerate(zip(parts, vectors, strict=True))
        )
    )


def accuracy(predictor: MpStar, pairs: Pairs) -> Share:
    """The share of pairs in the right order."""
    return share_by_game(are_in_order(predictor, pairs), pairs.games)


def _run(recipe: Recipe, sets: Sets) -> tuple[Share, Trained]:
    trained = train_mp_star(recipe, sets.train, sets.validation)
    test = sets.test
    if (test.stones, test.liberties) != (recipe.stones, recipe.liberties):
        test = test.seen(recipe.stones, recipe.liberties)
    return accuracy(trained.predictor, test), trained


def _row(name: str, recipe: Recipe, sets: Sets, thesis: float | None) -> Row:
    share, trained = _run(recipe, sets)
    seconds = sum(phase.seconds for phase in trained.phases)
    return Row(name, 100 * share.value, thesis, share, seconds)


def _in_turn(
    runs: Iterable[tuple[str, Callable[[], Row]]], count: int, progress: Report | None
) -> Iterator[Row]:
    for number, (name, run) in enumerate(runs):
        if progress is not None:
            progress(Progress(number / count, name))
        yield run()


def feature_types(sets: Sets, *, progress: Report | None = None) -> Iterator[Row]:
    """Table 7.1: one type of features alone, and one left out; percents of pairs in order. The
    thesis gives differences; they are added to 50, and to our figure with all features."""
    recipe = Recipe(kept=0.25, second_phase=False)
    if progress is not None:
        progress(Progress(0.0, "all features"))
    everything = _row("all", recipe, sets, None)
    yield everything
    plans = []
    for kind in KINDS:
        alone, left_out = TABLE_7_1[kind]
        # One type has few features: there is nothing to be gained by extraction.
        plans.append((f"{kind} alone", replace(recipe, kinds=(kind,), extractor=None), 50 + alone))
        plans.append((f"without {kind}", recipe.without(kind), everything.ours + left_out))
    runs = (
        (name, lambda name=name, own=own, thesis=thesis: _row(name, own, sets, thesis))
        for name, own, thesis in plans
    )
    yield from _in_turn(runs, len(plans), progress)


def extractors(
    sets: Sets, methods: Iterable[str] = tuple(TABLE_7_2), *, progress: Report | None = None
) -> Iterator[Row]:
    """Table 7.2: extractors, scalings and how much is kept."""
    plans = [
        (
            f"{method}, {scaling} {kept:.0%}",
            Recipe(extractor=method, scaling=scaling, kept=kept, second_phase=False),
            thesis,
        )
        for method in methods
        for (scaling, kept), thesis in zip(SETTINGS_7_2, TABLE_7_2[method], strict=True)
    ]
    runs = (
        (name, lambda name=name, own=own, thesis=thesis: _row(name, own, sets, thesis))
        for name, own, thesis in plans
    )
    yield from _in_turn(runs, len(plans), progress)


def phases(
    games: Games,
    vectors: Sequence[int] = LARGE_SET,
    settings: Iterable[tuple[int, int, float]] = tuple(TABLE_7_3),
    *,
    seed: int = 0,
    progress: Report | None = None,
) -> Iterator[Row]:
    """Table 7.3: both phases for several regions of interest."""
    for number, (stones, liberties, kept) in enumerate(settings):
        name = f"{stones},{liberties} {kept:.0%}"
        if progress is not None:
            progress(Progress(number / len(TABLE_7_3), name))
        sets = draw_sets(games, vectors, stones=stones, liberties=liberties, seed=seed)
        recipe = Recipe(stones=stones, liberties=liberties, kept=kept, seed=seed)
        share, trained = _run(recipe, sets)
        assert trained.first_phase is not None
        first = accuracy(trained.first_phase, sets.test)
        figures = zip(
            (first, share), trained.phases, TABLE_7_3[stones, liberties, kept], strict=True
        )
        for phase, (figure, run, thesis) in enumerate(figures, 1):
            yield Row(f"{name}, phase {phase}", 100 * figure.value, thesis, figure, run.seconds)


def peaking(
    games: Games,
    vectors: Sequence[int] = PEAKING_SET,
    *,
    seed: int = 0,
    progress: Report | None = None,
) -> Iterator[Row]:
    """Figure 7.2: stones, edge and ko alone, no extraction, by size of the region. The thesis's
    error is least at about 30 points; it gives no numbers."""
    largest = draw_sets(games, vectors, stones=max(PEAKING), liberties=4, seed=seed)
    for number, stones in enumerate(PEAKING):
        if progress is not None:
            progress(Progress(number / len(PEAKING), f"{stones} points"))
        recipe = Recipe(
            stones=stones,
            liberties=4,
            kinds=("stones", "edge", "ko"),
            extractor=None,
            second_phase=False,
        )
        yield _row(f"{stones} points", recipe, largest, None)


def ranking(
    games: Games,
    predictor: MpStar,
    positions: int,
    *,
    part: Part = "test",
    seed: int = 0,
    progress: Report | None = None,
) -> MoveRanks:
    """Ranks of the moves played in so many positions of the games of a part."""
    numbers, plies = sample_places(games, part, positions, seed=seed)
    return rank_moves(
        games, numbers, plies, predictor.features, predictor.values_of, progress=progress
    )


def ranking_rows(ranks: MoveRanks, thesis: dict[str, float]) -> list[Row]:
    """Figures 7.4 and 7.5 as a table."""
    rows = []
    for n in (1, 3, 5, 10, 20, 25, 50, 100):
        share = ranks.top(n)
        rows.append(Row(f"top {n}", 100 * share.value, thesis.get(f"top {n}"), share))
    local = ranks.local_top(1)
    rows.append(Row("local top 1", 100 * local.value, thesis.get("local top 1"), local))
    return rows


def by_source(games: Games, ranks: MoveRanks) -> dict[str, MoveRanks]:
    """The ranks of each collection apart: professional games are harder to predict."""
    source = games.source[ranks.games]
    return {games.sources[number]: ranks.only(source == number) for number in np.unique(source)}


def network_ranks(
    games: Games,
    model: NetworkModel,
    positions: int,
    *,
    part: Part = "test",
    seed: int = 0,
    progress: Report | None = None,
) -> MoveRanks:
    """Ranks of the moves played in the positions of `ranking`, by a network."""
    numbers, plies = sample_places(games, part, positions, seed=seed)
    size = games.size(0)
    columns, count = size.columns, size.points
    rows: list[tuple[int, int, int, int]] = []
    for start in range(0, len(numbers), AT_ONCE):
        here = slice(start, start + AT_ONCE)
        komi = np.nan_to_num(games.komi[numbers[here]])
        turns = np.zeros(len(komi), np.uint8)
        planes, globals_ = games.archive.planes(numbers[here], plies[here], turns, komi)
        policy = model.run(planes.astype(np.float32), globals_)[0]
        legal = planes[:, LEGAL_PLANE].reshape(len(planes), count) > 0
        pairs = zip(numbers[here].tolist(), plies[here].tolist(), strict=True)
        for row, (game, ply) in enumerate(pairs):
            played = games.move_index(game, ply)
            if played < 0 or not legal[row, played]:
                continue
            better = legal[row] & (policy[row, :count] >= policy[row, played])
            points = np.flatnonzero(better)
            steps = abs(points % columns - played % columns) + abs(
                points // columns - played // columns
            )
            near = int((steps <= NEAR).sum())
            rows.append((game, int(legal[row].sum()), len(points), near))
        if progress is not None:
            progress(Progress(start / len(numbers), f"{start:,} positions ranked by the network"))
    table = np.array(rows)
    return MoveRanks(table[:, 0], *(table[:, n].astype(np.int32) for n in (1, 2, 3)))


def learners(
    games: Games,
    positions: int,
    learned: int,
    *,
    model: str = "net",
    seed: int = 0,
    curves: dict[str, list[float]] | None = None,
    progress: Report | None = None,
) -> Iterator[Row]:
    """What the same features come to with other ways to learn, beside MP* and the network, on the
    same test positions. `learned` is from how many positions the two others learn."""
    recipe = Recipe(seed=seed)
    makers: dict[str, Callable[[], MpStar | BoostedMoves]] = {
        "MP*": lambda: MpStar.shipped(Board(games.size(0))),
        "softmax over all moves": lambda: train_softmax(
            games, learned, recipe=recipe, progress=progress
        ),
        "gradient boosting": lambda: train_boosted(games, learned, seed=seed, progress=progress),
    }
    numbers, plies = sample_places(games, "test", positions, seed=seed)
    for name, make in makers.items():
        start = time.monotonic()
        predictor = make()
        seconds = time.monotonic() - start
        ranks = rank_moves(
            games, numbers, plies, predictor.features, predictor.values_of, progress=progress
        )
        yield from _ranked(name, ranks, seconds, curves)
    if fits(games.size(0)):
        network = find_model(model)
        ranks = network_ranks(games, network, positions, seed=seed, progress=progress)
        yield from _ranked(model, ranks, 0.0, curves)


def _ranked(
    name: str, ranks: MoveRanks, seconds: float, curves: dict[str, list[float]] | None
) -> Iterator[Row]:
    if curves is not None:
        curves[name] = shares_within(ranks.ranks)
    for n in (1, 5, 20):
        share = ranks.top(n)
        yield Row(f"{name}, top {n}", 100 * share.value, None, share, seconds)


def quiz(
    games: Games,
    positions: int,
    *,
    model: str = "net",
    seed: int = 0,
    progress: Report | None = None,
) -> Iterator[Row]:
    """The line of MP* in table 7.4, and one for the network: how often the move played is thought
    likelier than another legal one within three steps. Positions are of test games."""
    chance = random.Random(seed)
    numbers, plies = sample_places(games, "test", positions, seed=seed)
    names = {MP_STAR: "MP*"} | ({model: model} if fits(games.size(0)) else {})
    right: dict[str, list[bool]] = {name: [] for name in names}
    of_games: list[int] = []
    for number, (game, ply) in enumerate(zip(numbers.tolist(), plies.tolist(), strict=True), 1):
        pair = quiz_pair(games, game, ply, chance)
        if pair is None:
            continue
        of_games.append(game)
        for name, hits in right.items():
            hits.append(choose(name, pair) == pair.played)
        if progress is not None and number % 20 == 0:
            progress(Progress(number / len(numbers), f"{number:,} questions"))
    if not of_games:
        raise GosekiError("no test game has a move to ask for")
    for name, title in names.items():
        share = share_by_game(right[name], np.array(of_games))
        thesis = THESIS_MP_STAR if name == MP_STAR else None
        yield Row(f"quiz, {title}", 100 * share.value, thesis, share)


def quiz_pair(games: Games, game: int, ply: int, chance: random.Random) -> Pair | None:
    """A question of the quiz; nothing where the move was a pass, or has no other one near."""
    index, size = games.move_index(game, ply), games.size(game)
    if index < 0:
        return None
    board = games.board(game, ply)
    played = size.point(index)
    if board.is_over or not board.is_legal(played):
        return None
    others = near_points(board, played, board.to_play)
    if not others:
        return None
    source = games.sources[games.source[game]]
    number = int(games.line[game]) + 1
    return Pair(board, played, chance.choice(others), ply + 1, source, number, True)


@dataclass
class Sizes:
    """How much is learned from and tested on; by default as much as the thesis had."""

    positions: int = 10_000
    vectors: int | None = None

    def sets(self, standard: tuple[int, int, int]) -> tuple[int, int, int]:
        if self.vectors is None:
            return standard
        return self.vectors, max(2, self.vectors // 10), max(2, self.vectors // 10)

    @property
    def learned(self) -> int:
        """Positions from which other learners learn."""
        return LEARNED if self.vectors is None else max(64, self.vectors // 2)


LEARNED = 50_000


def run(
    table: str,
    games: Games,
    *,
    sizes: Sizes | None = None,
    model: str = "net",
    seed: int = 0,
    curves: dict[str, list[float]] | None = None,
    progress: Report | None = None,
) -> Iterator[Row]:
    """The rows of a table of the thesis, one after the other. Rank curves are put into `curves`."""
    sizes = sizes or Sizes()
    if table == "features":
        sets = draw_sets(games, sizes.sets(SMALL_SET), seed=seed, progress=progress)
        yield from feature_types(sets, progress=progress)
    elif table == "extractors":
        sets = draw_sets(games, sizes.sets(SMALL_SET), seed=seed, progress=progress)
        yield from extractors(sets, progress=progress)
    elif table == "phases":
        yield from phases(games, sizes.sets(LARGE_SET), seed=seed, progress=progress)
    elif table == "peaking":
        yield from peaking(games, sizes.sets(PEAKING_SET), seed=seed, progress=progress)
    elif table == "quiz":
        yield from quiz(games, sizes.positions, model=model, seed=seed, progress=progress)
    elif table == "learners":
        yield from learners(
            games,
            sizes.positions,
            sizes.learned,
            model=model,
            seed=seed,
            curves=curves,
            progress=progress,
        )
    else:
        size = games.size(0)
        predictor = MpStar.shipped(Board(size))
        thesis = THESIS_RANKS.get(size.columns, {})
        ranks = ranking(games, predictor, sizes.positions, seed=seed, progress=progress)
        if curves is not None:
            curves["MP*"] = shares_within(ranks.ranks)
            curves["MP*, within three steps"] = shares_within(ranks.local_ranks)
        yield from ranking_rows(ranks, thesis)
        for name, part in by_source(games, ranks).items():
            share = part.top(1)
            yield Row(f"top 1, {name}", 100 * share.value, None, share)


THESIS_RANKS = {
    19: {"top 1": 25.0, "top 3": 45.0, "top 20": 80.0, "top 100": 99.0, "local top 1": 48.0},
    9: {"top 1": 37.0, "top 25": 99.0},
}
"""Figures 7.4 and 7.5, of professional games."""
