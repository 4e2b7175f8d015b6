"""Whole collections: how well the moves of each game, and of all, are predicted. It needs no torch.

>>> found = CollectionPrediction()
>>> for game in predict_games(["examples/finished.sgf"], found, model="mp-star"):
...     print(game.source, game.number, len(game.prediction.moves))
finished.sgf 1 52
>>> found.top(20).positions
52
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goseki.errors import GosekiError, SgfError
from goseki.game import Game
from goseki.job import Progress, Report
from goseki.learn.metrics import Share, share_by_game, shares_within
from goseki.match.standings import Duel
from goseki.prediction import GamePrediction, predict_game
from goseki.sgf.files import PathLike, find_files, read_trees, split_suffixes

TOPS = (1, 5, 20)


@dataclass(frozen=True, eq=False)
class PredictedGame:
    """A game of a collection."""

    source: str
    number: int
    """Of its file, from 1."""
    prediction: GamePrediction

    def top(self, n: int) -> Duel:
        """How many of its moves are among the first n, with Wilson's interval."""
        moves = self.prediction.moves
        return Duel(len(moves), sum(move.rank <= n for move in moves))

    def facts(self) -> dict[str, Any]:
        shares = {n: self.top(n) for n in TOPS}
        return {
            "source": self.source,
            "game": self.number,
            "moves": len(self.prediction.moves),
            "top": {
                str(n): [round(x, 4) for x in (s.share, s.low, s.high)] for n, s in shares.items()
            },
            "evidence": self.prediction.evidence,
        }


@dataclass(eq=False)
class CollectionPrediction:
    """What is known of a collection so far."""

    games: list[PredictedGame] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """What was wrong with games that were left out."""
    interrupted: bool = False

    @property
    def ranks(self) -> NDArray[np.int64]:
        """Of all moves of all games."""
        return np.array([m.rank for game in self.games for m in game.prediction.moves], np.int64)

    def top(self, n: int) -> Share:
        """The share of moves among the first n; the interval is of games, resampled."""
        counts = [len(game.prediction.moves) for game in self.games]
        return share_by_game(self.ranks <= n, np.repeat(np.arange(len(counts)), counts))

    def facts(self) -> dict[str, Any]:
        return {
            "games": len(self.games),
            "moves": len(self.ranks),
            "top": {str(n): [round(x, 4) for x in self.top(n)[:3]] for n in TOPS},
            "within": shares_within(self.ranks),
            "skipped": len(self.skipped),
            "evidence": "estimate",
        }


def is_collection(path: Path) -> bool:
    """Whether a path is a folder, or a file that may hold more than one game."""
    if path.is_dir():
        return True
    if split_suffixes(path)[0] == ".sgfs":
        return True
    return path.is_file() and sum(1 for _, _ in zip(range(2), read_trees(path), strict=False)) > 1


def predict_games(
    paths: PathLike | Iterable[PathLike],
    found: CollectionPrediction,
    *,
    model: str | os.PathLike[str] = "net",
    symmetries: int = 1,
    progress: Report | None = None,
) -> Iterator[PredictedGame]:
    """Predict every move of every game, one game after the other. What comes of it is put into
    `found`, too; so Ctrl-C keeps it."""
    files = find_files(paths)
    count = sum(1 for path in files for _ in read_trees(path))
    done = 0
    for path in files:
        for number, tree in enumerate(read_trees(path), 1):
            where = f"{path.name}, game {number}"

            def tell(part: Progress, where: str = where, done: int = done) -> None:
                if progress is not None:
                    share = (done + (part.share or 0)) / max(1, count)
                    progress(Progress(share, f"{where} ({done + 1:,} of {count:,})"))

            try:
                if isinstance(tree, SgfError):
                    raise tree
                game = Game(tree)
                one = predict_game(game, model=model, symmetries=symmetries, progress=tell)
            except GosekiError as error:
                found.skipped.append(f"{where}: {error}")
            except KeyboardInterrupt:
                found.interrupted = True
                return
            else:
                found.interrupted = one.interrupted
                if one.moves:
                    found.games.append(PredictedGame(path.name, number, one))
                    yield found.games[-1]
                elif not one.interrupted:
                    found.skipped.append(f"{where}: no move to predict")
                if one.interrupted:
                    return
            done += 1
