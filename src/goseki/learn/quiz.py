"""The quiz of van der Werf (2004, table 7.4): which of two near points did a strong player choose?

Nine people of known rank have taken it, so a share of right answers says roughly how strong
somebody is. A model can take it, too. Nothing here needs torch.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np

from goseki.board import Board
from goseki.checks import check_seed, check_whole
from goseki.coords import Color, Point
from goseki.errors import GosekiError, SgfError
from goseki.game import Game
from goseki.job import Progress, Report
from goseki.match.standings import Duel
from goseki.prediction import predict
from goseki.sgf.files import PathLike, find_files, read_trees

NEAR = 3
"""The other point is within so many steps of the move that was played."""
SPARE = 3
"""Moves of a game that are tried beyond those that are needed: some have no other point near."""

PEOPLE: tuple[tuple[str, float, float], ...] = (
    ("15 kyu", -15, 78.4),
    ("14 kyu", -14, 80.2),
    ("13 kyu", -13, 80.2),
    ("8 kyu", -8, 86.3),
    ("5 kyu", -5, 85.5),
    ("2 kyu", -2, 89.3),
    ("2 kyu", -2, 92.9),
    ("2 dan", 1, 95.9),
    ("3 dan", 2, 92.4),
)
"""Table 7.4: who took the quiz of the thesis, rank as a number, per cent right of 394 choices."""
THESIS_MP_STAR = 89.6


@dataclass(frozen=True, eq=False)
class Pair:
    """A position of a game, and two points between which to choose."""

    board: Board
    """Before the move, with whoever played it to move."""
    played: Point
    other: Point
    number: int
    """Of the move in its game, from 1."""
    source: str
    game: int
    """Of its file, from 1."""
    shows_played_first: bool

    @property
    def points(self) -> tuple[Point, Point]:
        """The two points as a and b."""
        pair = (self.played, self.other)
        return pair if self.shows_played_first else (pair[1], pair[0])

    @property
    def where(self) -> str:
        return f"{self.source}, game {self.game}, move {self.number}"


def near_points(board: Board, played: Point, color: Color) -> list[Point]:
    """The other legal points within three steps of a move."""
    legal = [board.point(int(index)) for index in board.legal_points(color)]
    return [
        p
        for p in legal
        if p != played and abs(p.column - played.column) + abs(p.row - played.row) <= NEAR
    ]


def draw_pairs(
    paths: PathLike | Iterable[PathLike],
    count: int,
    *,
    first: int = 1,
    last: int | None = None,
    seed: int = 0,
    progress: Report | None = None,
) -> list[Pair]:
    """So many pairs of files and folders of games, from as many games as there are; fewer if these
    have fewer moves from number `first` to `last`. The same seed draws the same pairs."""
    check_whole("count", count, 1, 10**6)
    check_whole("first", first, 1, 10**6)
    if last is not None and check_whole("last", last, 1, 10**6) < first:
        raise GosekiError(f"there is no move from number {first} to {last}")
    chance = random.Random(check_seed(seed))
    games = _some_games(paths, count, chance, progress)
    if not games:
        raise GosekiError("there is no game to use")
    of_each = -(-count // len(games)) + SPARE
    rounds: list[list[Pair]] = []
    for source, game, record in games:
        found = list(_pairs_of(source, game, record, range(first, (last or 10**6) + 1), chance))
        chance.shuffle(found)
        rounds.append(found[:of_each])
    # One of each game, then a second one, so that as many games as possible have their turn.
    drawn = [found[n] for n in range(of_each) for found in rounds if n < len(found)]
    if not drawn:
        raise GosekiError("no game has a move to ask for")
    return drawn[:count]


def _some_games(
    paths: PathLike | Iterable[PathLike],
    count: int,
    chance: random.Random,
    progress: Report | None,
) -> list[tuple[str, int, Game]]:
    """So many games, all of them equally likely; broken ones are passed over."""
    kept: list[tuple[str, int, Game]] = []
    seen = 0
    for path in find_files(paths):
        for number, tree in enumerate(read_trees(path), 1):
            if isinstance(tree, SgfError):
                continue
            try:
                record = Game(tree)
            except GosekiError:
                continue
            seen += 1
            if progress is not None and seen % 256 == 0:
                progress(Progress(text=f"{seen:,} games"))
            place = seen - 1 if seen <= count else chance.randrange(seen)
            if place < count:
                kept[place : place + 1] = [(path.name, number, record)]
    chance.shuffle(kept)
    return kept


def _pairs_of(
    source: str, game: int, record: Game, numbers: range, chance: random.Random
) -> Iterator[Pair]:
    """A pair for some of the moves of a game, drawn at random."""
    try:
        count = record.move_count()
        wanted = [n for n in numbers[:count] if n <= count]
        drawn = set(chance.sample(wanted, min(len(wanted), 4 * SPARE + 8)))
        for number, (board, move) in enumerate(record.replay(), 1):
            if number not in drawn or move.point.is_pass:
                continue
            if not board.is_legal(move.point, move.color):
                continue
            others = near_points(board, move.point, move.color)
            if others:
                before = board.copy()
                before.to_play = move.color
                other, first = chance.choice(others), chance.random() < 0.5
                yield Pair(before, move.point, other, number, source, game, first)
    except GosekiError:  # the record breaks off here
        return


def choose(model: str | os.PathLike[str], pair: Pair) -> Point:
    """The likelier point of a pair, as a model sees it. If both are equally likely, the wrong
    one."""
    found = predict(pair.board, model=model)
    return pair.played if found.p(pair.played) > found.p(pair.other) else pair.other


# -- how strong that is -----------------------------------------------------------------------


class Band(NamedTuple):
    """The ranks that shares of right answers are typical of."""

    low: str
    middle: str
    high: str

    def __str__(self) -> str:
        return self.middle if self.low == self.high else f"{self.low} to {self.high}"


def grade(share: float) -> str:
    """The rank that a share of right answers is typical of, by the people of table 7.4. They are
    few, and not in order; so people of one rank, and neighbours in the wrong order, are taken
    together, and ranks between them are interpolated. Nothing is known beyond the weakest and the
    strongest.

    >>> grade(0.7), grade(0.855), grade(0.9), grade(0.99)
    ('15 kyu or weaker', '7 kyu', '3 kyu', 'dan')
    """
    ranks, shares = _curve()
    if share <= shares[0]:
        return f"{PEOPLE[0][0]} or weaker"
    if share >= shares[-1]:
        return "dan"
    rank = round(float(np.interp(share, shares, ranks)))
    return f"{-rank} kyu" if rank < 0 else f"{rank + 1} dan"


def band(answers: Duel) -> Band:
    """The ranks at both ends of the 95 % interval of some answers, and between."""
    return Band(grade(answers.low), grade(answers.share), grade(answers.high))


def _curve() -> tuple[list[float], list[float]]:
    """Ranks and shares that rise together: neighbours that do not are pooled."""
    pools: list[list[tuple[float, float]]] = []
    for _, rank, per_cent in PEOPLE:
        pools.append([(rank, per_cent / 100)])
        while len(pools) > 1 and not _rises(pools[-2], pools[-1]):
            pools[-2:] = [pools[-2] + pools[-1]]
    ranks, shares = zip(*map(_middle, pools), strict=True)
    return list(ranks), list(shares)


def _rises(one: list[tuple[float, float]], next_one: list[tuple[float, float]]) -> bool:
    (rank, share), (next_rank, next_share) = _middle(one), _middle(next_one)
    return rank < next_rank and share < next_share


def _middle(pool: list[tuple[float, float]]) -> tuple[float, float]:
    return fmean(rank for rank, _ in pool), fmean(share for _, share in pool)


@dataclass(eq=False)
class QuizResult:
    """What was answered, and what models choose."""

    pairs: list[Pair]
    answers: list[Point]
    """As many as there were; the first belongs to the first pair."""
    models: dict[str, Duel] = field(default_factory=dict)
    """By model: how many of the answered pairs it has right."""
    interrupted: bool = False

    @property
    def answered(self) -> list[tuple[Pair, Point]]:
        return list(zip(self.pairs, self.answers, strict=False))

    @property
    def missed(self) -> list[tuple[Pair, Point]]:
        return [(pair, answer) for pair, answer in self.answered if answer != pair.played]

    @property
    def score(self) -> Duel | None:
        """How many are right; nothing if none was answered."""
        count = len(self.answered)
        return Duel(count, count - len(self.missed)) if count else None

    def let_take(self, model: str | os.PathLike[str], progress: Report | None = None) -> None:
        """Let a model answer all that is not answered yet."""
        for pair in self.pairs[len(self.answers) :]:
            self.answers.append(choose(model, pair))
            if progress is not None:
                done = len(self.answers)
                progress(Progress(done / len(self.pairs), f"position {done} of {len(self.pairs)}"))

    def ask_models(self, models: Sequence[str], progress: Report | None = None) -> None:
        """Let models choose on the pairs that were answered."""
        pairs = [pair for pair, _ in self.answered]
        for model in models:
            right = 0
            for number, pair in enumerate(pairs, 1):
                right += choose(model, pair) == pair.played
                if progress is not None:
                    progress(Progress(number / len(pairs), f"{model} chooses"))
            if pairs:
                self.models[model] = Duel(len(pairs), right)

    def facts(self) -> dict[str, Any]:
        score = self.score
        return {
            "asked": len(self.pairs),
            "answered": len(self.answered),
            **_shares(score),
            "grade": None if score is None else band(score)._asdict(),
            "models": {name: _shares(duel) for name, duel in self.models.items()},
            "missed": [
                {
                    "source": pair.source,
                    "game": pair.game,
                    "move": pair.number,
                    "color": pair.board.to_play,
                    "played": str(pair.played),
                    "answer": str(answer),
                }
                for pair, answer in self.missed
            ],
            "evidence": "estimate",
        }


def _shares(duel: Duel | None) -> dict[str, Any]:
    if duel is None:
        return {"right": 0, "share": None, "low": None, "high": None}
    shares = {"share": duel.share, "low": duel.low, "high": duel.high}
    return {"right": int(duel.wins)} | {name: round(value, 4) for name, value in shares.items()}


def read_answers(text: str, name: str) -> list[str]:
    """The letters of a file of answers: a or b for each position, up to a q."""
    letters: list[str] = []
    for number, word in enumerate(text.lower().split(), 1):
        if word == "q":
            break
        if word not in ("a", "b"):
            raise GosekiError(f"{name}: answer {number} is {word[:20]!r}, not a, b or q")
        letters.append(word)
    return letters
