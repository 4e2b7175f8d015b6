"""`goseki train predict --recipe mp-star`: from game records to the predictor of the thesis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goseki.job import Report
from goseki.learn.extra import torch
from goseki.learn.metrics import Share, share_by_game
from goseki.learn.mp_star import Recipe, are_in_order, refine, sample_pairs, train_mp_star
from goseki.learn.split import Part
from goseki.learn.train_network import read_games

VECTORS = {"train": 200_000, "validation": 20_000, "test": 20_000}
"""Two vectors are a pair: the move played, and a random one nearby."""
MORE_PAIRS = 5_000_000
"""What it is refined on, beyond the thesis."""
_SETS: tuple[Part, ...] = ("train", "validation", "test")


@dataclass
class TrainedPredictor:
    """What a training has come to."""

    file: Path
    pairs_in_order: Share
    seconds: float

    def facts(self) -> dict[str, Any]:
        return {
            "file": str(self.file),
            "pairs_in_order": [round(x, 4) for x in self.pairs_in_order[:3]],
            "seconds": round(self.seconds, 1),
        }

    def sentence(self) -> str:
        return f"{self.pairs_in_order} % of test pairs in the right order. Written: {self.file}"


def train_predictor(
    paths: Sequence[Path],
    out: Path,
    side: int,
    *,
    threads: int = 1,
    seed: int = 0,
    progress: Report | None = None,
) -> TrainedPredictor:
    """Train MP* in its two phases, then on many more pairs, and write it to
    `out/mp-star-SIDE.npz`."""
    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    games = read_games(paths, out, progress).of_size(side)
    train, validation, test = (
        sample_pairs(games, part, VECTORS[part] // 2, seed=seed + number, progress=progress)
        for number, part in enumerate(_SETS)
    )
    trained = train_mp_star(Recipe(seed=seed), train, validation, progress=progress)
    predictor = refine(trained.predictor, games, MORE_PAIRS, seed=seed, progress=progress)
    file = out / f"mp-star-{side}.npz"
    predictor.save(file, force=True)
    share = share_by_game(are_in_order(predictor, test), test.games)
    return TrainedPredictor(file, share, sum(phase.seconds for phase in trained.phases))
