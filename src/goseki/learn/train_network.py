"""`goseki train predict`: from game records to a network in a file, with its card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn

from goseki.errors import GosekiError
from goseki.job import Progress, Report
from goseki.learn.batches import Source
from goseki.learn.games import Games
from goseki.learn.loop import Plan, Run, train
from goseki.learn.move_network import LABELLED, WEIGHTS, MoveNetwork, sources_of
from goseki.learn.network import Network, Shape, parameter_count
from goseki.learn.onnx_file import read_card, read_network, write_network
from goseki.learn.split import IN_A_HUNDRED

GAMES_FILE = "games.npz"
RATE = 3e-3
RATE_OF_MORE = 1e-3
"""Of weights that have been trained already."""


@dataclass
class Trained:
    """What a training has come to."""

    run: Run
    file: Path
    skipped: tuple[str, ...]

    def facts(self) -> dict[str, Any]:
        return {
            "file": str(self.file) if self.file.exists() else None,
            "steps": self.run.steps,
            "seconds": round(self.run.seconds, 1),
            "core_seconds": round(self.run.core_seconds, 1),
            "best": self.run.best,
            "skipped": len(self.skipped),
        }

    def sentence(self) -> str:
        if not self.run.best:
            return "Nothing was measured yet: the same command goes on."
        best = ", ".join(f"{name} {value:.4g}" for name, value in self.run.best.items())
        return f"{self.run.steps:,} steps; best on validation games: {best}. Written: {self.file}"


def train_network(
    games: Sequence[Path] | Games,
    labels: Sequence[Path],
    out: Path,
    *,
    minutes: float,
    processor_time: bool = False,
    start: Path | None = None,
    blocks: int = 8,
    channels: int = 96,
    rate: float | None = None,
    threads: int = 1,
    seed: int = 0,
    progress: Report | None = None,
) -> Trained:
    """Train a network on games, and keep the best in `out/net.onnx`. With `start` it goes on from
    the weights of a file, by default with a lower `rate`."""
    if rate is None:
        rate = RATE if start is None else RATE_OF_MORE
    torch.set_num_threads(threads)
    torch.manual_seed(seed)
    network = read_network(start) if start else Network(Shape(blocks, channels, channels // 2))
    stages = read_card(start).get("stages", []) if start else []
    out.mkdir(parents=True, exist_ok=True)
    archive = games if isinstance(games, Games) else read_games(games, out, progress)
    files = label_files(labels)
    training = sources_of(archive, files, "train")
    held = sources_of(archive, files, "validation")
    learner = MoveNetwork(network, training, held, seed)
    file = out / "net.onnx"

    def keep(model: nn.Module, run: Run) -> None:
        assert isinstance(model, Network)
        stage = {
            "data": _data(archive, training),
            "minutes": minutes,
            "core_seconds": round(run.core_seconds),
            "steps": run.steps,
            "rate": rate,
            "seed": seed,
            "from": None if start is None else start.name,
            "validation": {name: round(value, 5) for name, value in run.best.items()},
        }
        card = {
            "parameters": parameter_count(model),
            "split": f"by game, of 100: {IN_A_HUNDRED}, the rest for training",
            "labelled": LABELLED,
            "loss": WEIGHTS,
            "kept": learner.kept,
            "stages": [*stages, stage],
        }
        write_network(model, file, card, force=True)

    plan = Plan(minutes * 60, processor_time, rate=rate, seed=seed, is_trained=start is not None)
    run = train(learner, out, plan, progress=progress, on_best=keep)
    return Trained(run, file, archive.skipped)


def read_games(paths: Sequence[Path], out: Path, progress: Report | None) -> Games:
    """The games, which are read once for each run."""
    kept = out / GAMES_FILE
    if kept.exists():
        return Games.load(kept)
    games = Games.read(paths, progress=progress)
    if not len(games):
        raise GosekiError(f"no game of {', '.join(map(str, paths))} can be used")
    if progress is not None:
        progress(Progress(text=f"{len(games):,} games"))
    scratch = kept.with_name("games.new.npz")
    try:
        games.save(scratch)
        scratch.replace(kept)
    except OSError as error:
        scratch.unlink(missing_ok=True)
        raise GosekiError(f"{kept}: cannot be written: {error.strerror or error}") from None
    return games


def label_files(paths: Sequence[Path]) -> list[Path]:
    """The files of labels among some files and folders."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted(path.glob("*.npz"))
        elif path.is_file():
            found.append(path)
        else:
            raise GosekiError(f"there is no file or folder {path}")
    return found


def _data(games: Games, sources: Sequence[Source]) -> dict[str, Any]:
    return {
        "collections": list(games.sources),
        "positions": {f"{s.side}x{s.side}": s.positions for s in sources},
        "labels": {f"{s.side}x{s.side}": s.label_count for s in sources},
    }
