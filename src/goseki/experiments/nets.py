"""Which network is best for its size: several, each trained for the same time, on the same games.

Beside them stand what ships, MP*, the softmax on the features of MP*, and gradient-boosted trees on
them. All rank the same positions, on the full board; ties count against whoever ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.coords import Size
from goseki.errors import GosekiError
from goseki.experiments.network import look_at
from goseki.experiments.report import Report as Page
from goseki.experiments.report import new_figure, open_folder
from goseki.job import Report
from goseki.learn.batches import Places, Source
from goseki.learn.boosted_moves import train_boosted
from goseki.learn.cost import milliseconds, multiply_adds, network_milliseconds
from goseki.learn.games import Games
from goseki.learn.metrics import Share, share_by_game
from goseki.learn.move_network import sources_of
from goseki.learn.move_ranks import Valuer, rank_moves
from goseki.learn.network import parameter_count
from goseki.learn.onnx_file import read_network
from goseki.learn.softmax_moves import train_softmax
from goseki.learn.split import Part
from goseki.learn.train_network import GAMES_FILE, read_games, train_network
from goseki.models import model_path
from goseki.prediction.mp_star import MpStar
from goseki.prediction.network import NetworkModel

SHAPES = ("4x32", "6x48", "6x64", "8x96", "10x128")
"""Blocks and channels; the convolutions within blocks have half as many channels."""
SIDES = (19, 9)
TOPS = (1, 5)
EXAMPLES = 40_000
"""Positions that the softmax and the trees learn from."""


@dataclass(frozen=True)
class Row:
    """One predictor on boards of one size."""

    name: str
    side: int
    parameters: int | None
    multiply_adds: int | None
    milliseconds: float | None
    top1: Share
    top5: Share


@dataclass
class Compared:
    rows: list[Row]
    page: Path | None = None
    interrupted: bool = False

    def facts(self) -> dict[str, Any]:
        return {
            "rows": [
                {**asdict(row), "top1": list(row.top1[:3]), "top5": list(row.top5[:3])}
                for row in self.rows
            ],
            "page": None if self.page is None else str(self.page),
        }


def parse_shape(text: str) -> tuple[int, int]:
    """
    >>> parse_shape("6x64")
    (6, 64)
    """
    blocks, _, channels = text.partition("x")
    if not (blocks.isdigit() and channels.isdigit() and 0 < int(blocks) <= 40):
        raise GosekiError(f'"{text}" is no shape of a network, such as 6x64')
    if not 8 <= int(channels) <= 512:
        raise GosekiError(f"a network has 8 to 512 channels, not {channels}")
    return int(blocks), int(channels)


def compare_nets(
    games: Sequence[Path],
    labels: Sequence[Path],
    folder: Path,
    *,
    shapes: Sequence[str] = SHAPES,
    minutes: float = 5.0,
    part: Part = "test",
    positions: int = 4000,
    seed: int = 0,
    force: bool = False,
    progress: Report | None = None,
) -> Compared:
    """Train each network for so many minutes of one core, and measure all. Networks that the folder
    has are not trained again; Ctrl-C leaves a page of those that are done."""
    sizes = [parse_shape(text) for text in shapes]
    open_folder(folder, force=force, notes=GAMES_FILE)
    archive = read_games(games, folder, progress)
    compared = Compared([])
    stands = [_Stand(source, positions, seed) for source in sources_of(archive, [], part, SIDES)]
    try:
        for text, (blocks, channels) in zip(shapes, sizes, strict=True):
            trained = train_network(
                archive,
                labels,
                folder / text,
                minutes=minutes,
                processor_time=True,
                blocks=blocks,
                channels=channels,
                seed=seed,
                progress=progress,
            )
            if trained.run.interrupted or not trained.file.exists():
                raise KeyboardInterrupt
            compared.rows += _network_rows(f"{text}, {minutes:g} min", trained.file, stands)
        compared.rows += _network_rows("net, as shipped", model_path("net"), stands)
        for stand in stands:
            compared.rows += stand.feature_rows(archive, progress)
    except KeyboardInterrupt:
        compared.interrupted = True
    command = (
        f"goseki experiment nets GAMES --labels LABELS --minutes {minutes:g} --part {part} "
        f"--positions {positions} --seed {seed} {' '.join(f'--shape {text}' for text in shapes)}"
    )
    compared.page = _write(compared, folder, command, seed)
    return compared


class _Stand:
    """The positions on boards of one size, which every predictor ranks."""

    def __init__(self, source: Source, positions: int, seed: int) -> None:
        self.source = source
        self.places: Places = source.draw(np.random.default_rng(seed), positions, 0.0)

    def row(
        self,
        name: str,
        parameters: int | None,
        cost: int | None,
        time: float | None,
        ranks: Any,
        games: Any,
    ) -> Row:
        top1, top5 = (share_by_game(ranks <= n, games) for n in TOPS)
        return Row(name, self.source.side, parameters, cost, time, top1, top5)

    def feature_rows(self, archive: Games, progress: Report | None) -> Iterator[Row]:
        """The predictors that see the features of MP*."""
        side = self.source.side
        here = archive.of_size(side)
        star = MpStar.shipped(Board(Size(side, side)))
        yield self._ranked("MP*, as shipped", star.features, star.values_of, _weights(star))
        soft = train_softmax(here, EXAMPLES, progress=progress)
        yield self._ranked("softmax", soft.features, soft.values_of, _weights(soft))
        trees = train_boosted(here, EXAMPLES, progress=progress)
        yield self._ranked("boosted trees", trees.features, trees.values_of, None)

    def _ranked(
        self, name: str, features: _core.MoveFeatures, value: Valuer, weights: int | None
    ) -> Row:
        places, side = self.places, self.source.side
        ranks = rank_moves(self.source.games, places.game, places.ply, features, value)
        cost = None if weights is None else round(weights * float(ranks.moves.mean()))
        board = Board(Size(side, side))
        time = milliseconds(lambda: value(features.legal(board)[1]))
        return self.row(name, weights, cost, time, ranks.ranks, ranks.games)


def _weights(star: MpStar) -> int:
    return star.weights.size + star.hidden.size + star.output.size + 1  # the bias


def _network_rows(name: str, file: Path, stands: Sequence[_Stand]) -> Iterator[Row]:
    model, network = NetworkModel(file), read_network(file)
    for stand in stands:
        side = stand.source.side
        ranks, games, _ = look_at(stand.source, model, stand.places, None, name)
        cost, time = multiply_adds(network, side), network_milliseconds(model, side)
        yield stand.row(name, parameter_count(network), cost, time, ranks, games)


def _write(compared: Compared, folder: Path, command: str, seed: int) -> Path:
    page = Page("Networks for predicting moves", command, seed)
    page.add(
        "Moves played that come first, and among the first five, of all legal ones; in per cent, "
        "with 95 % intervals resampled by game. Ties count against the predictor. Milliseconds are "
        "for one position on one core: of networks without their planes (about 0.1), of the others "
        "with their features, on an empty board."
    )
    if compared.interrupted:
        page.add("**Interrupted: some networks are missing.** The same command trains them.")
    for side in SIDES:
        rows = [row for row in compared.rows if row.side == side]
        if not rows:
            continue
        page.add(f"## {side}x{side}")
        page.add_table(TITLES, [cells(row) for row in rows])
        figure = new_figure(12.0, 4.0)
        panels = figure.subplots(1, 3, sharey=True)
        kinds: tuple[tuple[str, Callable[[Row], float | None]], ...] = (
            ("weights", lambda row: row.parameters),
            ("million multiplications", lambda row: (row.multiply_adds or 0) / 1e6 or None),
            ("milliseconds", lambda row: row.milliseconds),
        )
        for panel, (title, value) in zip(panels, kinds, strict=True):
            for number, row in enumerate(rows):
                color = f"C{number % 10}"
                at = value(row)
                if at is None:  # a line for what has no such figure
                    panel.axhline(100 * row.top1.value, color=color, label=row.name)
                else:
                    panel.plot(at, 100 * row.top1.value, "o", color=color, label=row.name)
            panel.set_xscale("log")
            panel.set_xlabel(title)
            panel.grid(alpha=0.3)
        panels[0].set_ylabel("first moves right (%)")
        panels[-1].legend(loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=8)
        page.add_plot(f"nets-{side}", figure, f"First moves right on {side}x{side} by cost")
    return page.write(folder, force=True)


TITLES = ["predictor", "weights", "million mult.", "ms", "first %", "among 5 %"]


def cells(row: Row) -> list[str]:
    """A row as cells of a table."""
    return [
        row.name,
        "-" if row.parameters is None else f"{row.parameters:,}",
        "-" if row.multiply_adds is None else f"{row.multiply_adds / 1e6:.1f}",
        "-" if row.milliseconds is None else f"{row.milliseconds:.2f}",
        str(row.top1),
        str(row.top5),
    ]
