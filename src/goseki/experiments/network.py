"""How good a network is on games that nothing was learned from.

For each collection: how often the move played is the network's first, or among its first 5 and 20
(ties count against it), on the full board. Where a stronger network's labels are at hand, the same
of that network on the same positions, and how far the heads are from its answers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch

from goseki.job import Progress, Report
from goseki.learn.batches import Places, Source
from goseki.learn.games import UNKNOWN, Games
from goseki.learn.metrics import Share, calibration_error, share_by_game, shares_within
from goseki.learn.move_network import ranks_of_played, sources_of
from goseki.learn.network import Heads
from goseki.learn.split import Part
from goseki.prediction.network import NetworkModel

TOPS = (1, 5, 20)
AT_ONCE = 64
MOVES_OF_A_PART = {19: 40, 9: 10}
"""How many moves go together where figures are told by move number."""
LAST_PART = 5


@dataclass
class Row:
    """The figures of one collection."""

    name: str
    side: int
    tops: dict[int, Share]


@dataclass(frozen=True)
class HeadsRow:
    """The other heads on labelled positions of a part of the game, beside those of the labels."""

    side: int
    moves: str
    """After how many moves."""
    positions: int
    win_loss: float
    """Log-loss of the chance to win, by who won in the end."""
    labels_win_loss: float
    calibration: float
    """How far chances to win are from how often they came true (`calibration_error`)."""
    labels_calibration: float
    win_error: float
    """Mean distance from the chance that the label gives."""
    owner_error: float
    """Mean distance from the owner that the label gives, who is from -1 to 1."""


@dataclass
class Measured:
    """The figures of a network."""

    rows: list[Row] = field(default_factory=list)
    heads: list[HeadsRow] = field(default_factory=list)
    kept: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By board size: the share of the moves played among the first 1, 2, ..., over all collections
    alike."""
    interrupted: bool = False

    def facts(self) -> dict[str, Any]:
        return {
            "collections": [
                {
                    "name": row.name,
                    "side": row.side,
                    "positions": row.tops[1].positions,
                    **{
                        f"top{n}": [round(x, 4) for x in share[:3]] for n, share in row.tops.items()
                    },
                }
                for row in self.rows
            ],
            "heads": [
                {
                    name: round(value, 4) if isinstance(value, float) else value
                    for name, value in asdict(row).items()
                }
                for row in self.heads
            ],
            "kept": self.kept,
        }


def measure_network(
    games: Games,
    labels: Sequence[Path],
    model: NetworkModel,
    *,
    part: Part = "test",
    positions: int = 2000,
    seed: int = 0,
    progress: Report | None = None,
) -> Measured:
    """Measure a network on so many positions of each collection. Ctrl-C keeps what is done."""
    measured = Measured()
    try:
        for source in sources_of(games, labels, part):
            _measure_source(source, model, positions, seed, measured, progress)
    except KeyboardInterrupt:
        measured.interrupted = True
    return measured


def _measure_source(
    source: Source,
    model: NetworkModel,
    positions: int,
    seed: int,
    measured: Measured,
    progress: Report | None,
) -> None:
    games, rng = source.games, np.random.default_rng(seed)
    drawn = source.draw(rng, positions * 8, 0.0)
    ranks_of_all: list[np.ndarray[Any, Any]] = []
    games_of_all: list[np.ndarray[Any, Any]] = []
    for number, name in enumerate(games.sources):
        here = np.flatnonzero(games.source[drawn.game] == number)[:positions]
        if not len(here):
            continue
        places = Places(drawn.game[here], drawn.ply[here], drawn.label[here])
        text = f"{name}, {source.side}x{source.side}"
        ranks, of_games, _ = look_at(source, model, places, progress, text)
        measured.rows.append(_row(name, source.side, ranks, of_games))
        ranks_of_all.append(ranks)
        games_of_all.append(of_games)
    if ranks_of_all:
        measured.kept[f"{source.side}x{source.side}"] = {
            "positions": sum(map(len, ranks_of_all)),
            "shares": shares_within(np.concatenate(ranks_of_all)),
        }
    if len(ranks_of_all) > 1:
        everything = np.concatenate(ranks_of_all), np.concatenate(games_of_all)
        measured.rows.append(_row("all", source.side, *everything))
    if source.labels is None or not source.label_count:
        return
    all_places = source.labelled_places()
    chosen = rng.choice(len(all_places), min(positions, len(all_places)), replace=False)
    places = Places(all_places.game[chosen], all_places.ply[chosen], all_places.label[chosen])
    ranks, of_games, heads = look_at(source, model, places, progress, "labelled positions")
    known = heads.pop("teacher_rank")
    measured.rows.append(_row("labelled", source.side, ranks, of_games))
    measured.rows.append(_row("the labels' own", source.side, known, of_games))
    measured.heads += _heads_rows(source.side, heads)


def _row(name: str, side: int, ranks: Any, games: Any) -> Row:
    return Row(name, side, {n: share_by_game(ranks <= n, games) for n in TOPS})


def look_at(
    source: Source, model: NetworkModel, places: Places, progress: Report | None, text: str
) -> tuple[Any, Any, dict[str, Any]]:
    """Ranks of the moves played, their games, and figures of the heads where there are labels."""
    ranks: list[Any] = []
    games: list[Any] = []
    heads: dict[str, list[Any]] = {}
    for start in range(0, len(places), AT_ONCE):
        part = slice(start, start + AT_ONCE)
        some = Places(places.game[part], places.ply[part], places.label[part])
        batch = source.batch(some, np.zeros(len(some), np.uint8))
        policy, judged, owner = model.run(batch.planes.numpy(), batch.globals.numpy())
        said = Heads(*map(torch.from_numpy, (policy, judged[:, 0], judged[:, 1:], owner)))
        counted = ((batch.played >= 0) & (batch.played < policy.shape[1] - 1)).numpy()
        ranks.append(ranks_of_played(said.policy, batch).numpy())
        games.append(some.game[counted])
        if (some.label >= 0).all() and source.labels is not None:
            _compare(source, some, batch, said, counted, heads)
        if progress is not None:
            progress(Progress(share=min(1.0, (start + AT_ONCE) / len(places)), text=text))
    joined = {name: np.concatenate(values) for name, values in heads.items()}
    return np.concatenate(ranks), np.concatenate(games), joined


def _compare(
    source: Source, some: Places, batch: Any, said: Heads, counted: Any, heads: dict[str, list[Any]]
) -> None:
    labels = source.labels
    assert labels is not None
    moves, played = labels.moves[some.label], batch.played.numpy()
    first = np.where(labels.chances[some.label] > 0, moves, -2)
    # Moves that a label does not list come after those that it does.
    found = first == played[:, None]
    rank = np.where(found.any(1), found.argmax(1) + 1, first.shape[1] + 1)
    winner = source.games.winner[some.game].astype(np.float64)
    mover = source.signs(some)
    figures = {
        "teacher_rank": rank[counted],
        "ply": some.ply,
        "win": torch.sigmoid(said.value).numpy().astype(np.float64),
        "label": batch.value.numpy().astype(np.float64),
        "won": np.where(winner == UNKNOWN, np.nan, 0.5 + 0.5 * winner * mover),
        "owner_error": np.abs(said.owner.numpy() - batch.owner.numpy()).mean(1),
    }
    for name, values in figures.items():
        heads.setdefault(name, []).append(values)


def _heads_rows(side: int, heads: dict[str, Any]) -> list[HeadsRow]:
    """All positions, and then by how many moves were played."""
    step = MOVES_OF_A_PART.get(side, 20)
    part = np.minimum(heads["ply"] // step, LAST_PART)
    rows = [_heads_row(side, "all", heads, np.ones(len(part), bool))]
    for number in np.unique(part):
        last = "" if number == LAST_PART else f" to {(number + 1) * step - 1}"
        name = f"{number * step}{last or ' and more'}"
        rows.append(_heads_row(side, name, heads, part == number))
    return rows


def _heads_row(side: int, name: str, heads: dict[str, Any], chosen: Any) -> HeadsRow:
    win, label, won = (heads[key][chosen] for key in ("win", "label", "won"))
    known = ~np.isnan(won)

    def log_loss(chances: Any) -> float:
        chance, came = np.clip(chances[known], 1e-6, 1 - 1e-6), won[known]
        return float(-(came * np.log(chance) + (1 - came) * np.log(1 - chance)).mean())

    return HeadsRow(
        side,
        name,
        int(chosen.sum()),
        log_loss(win),
        log_loss(label),
        calibration_error(win[known], won[known]),
        calibration_error(label[known], won[known]),
        float(np.abs(win - label).mean()),
        float(heads["owner_error"][chosen].mean()),
    )
