"""How much of the board Benson's theorem proves as a random game goes on.

Random games fill the board without any plan, so this is the least that a solver can hope
for from unconditional life alone (compare van der Werf 2004, section 5.2).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from goseki import job
from goseki.board import Board
from goseki.coords import Size
from goseki.experiments.report import Report, new_figure, open_folder
from goseki.life import benson
from goseki.playouts import sample_game

DEFAULT_SIZES = ("5x5", "9x9", "13x13", "19x19")
SAMPLES_PER_BOARD_FILL = 10
"""Positions looked at while as many moves are played as the board has points."""


@dataclass(frozen=True)
class Share:
    """The mean share of points proven after a number of moves, over the games still running
    or just ended then."""

    size: Size
    moves: int
    games: int
    proven: float

    @property
    def fills(self) -> float:
        """Moves as a multiple of the number of points."""
        return self.moves / self.size.points


def measure(size: Size, games: int, seed: int, progress: job.Report | None = None) -> list[Share]:
    """The share of points proven by game length.

    >>> shares = measure(Size(5, 5), games=50, seed=1)
    >>> shares[0].proven, shares[-1].proven > 0.5
    (0.0, True)
    """
    step = max(1, size.points // SAMPLES_PER_BOARD_FILL)
    sums: dict[int, list[float]] = {}
    for number in range(games):
        for moves, share in _shares_of_one_game(size, seed, number, step):
            sums.setdefault(moves, []).append(share)
        if progress:
            progress(job.Progress((number + 1) / games))
    # The last lengths are reached by a few long games only: not worth a mean.
    enough = max(1, games // 20)
    return [
        Share(size, moves, len(shares), float(np.mean(shares)))
        for moves, shares in sorted(sums.items())
        if len(shares) >= enough
    ]


def _shares_of_one_game(
    size: Size, seed: int, number: int, step: int
) -> Iterator[tuple[int, float]]:
    board = Board(size)
    for moves, point in enumerate(sample_game(board, seed=seed, number=number)):
        if moves % step == 0:
            yield moves, float(np.count_nonzero(benson(board).proven)) / size.points
        board.play_recorded(point, board.to_play)


def run(
    folder: Path,
    *,
    sizes: tuple[str, ...] = DEFAULT_SIZES,
    games: int = 200,
    seed: int = 1,
    force: bool = False,
    progress: job.Report | None = None,
) -> Path:
    """Run the experiment for several sizes and write its report into a folder."""
    open_folder(folder, force=force)
    figure = new_figure()
    axes = figure.subplots()
    everything: list[Share] = []
    for number, text in enumerate(sizes):
        part = job.report_part(progress, number, len(sizes))
        shares = measure(Size.parse(text), games, seed, part)
        everything += shares
        axes.plot(
            [share.fills for share in shares],
            [100 * share.proven for share in shares],
            marker=".",
            label=text,
        )
    axes.set_xlabel("moves per point of the board")
    axes.set_ylabel("points proven by Benson's theorem (%)")
    axes.set_ylim(0, 100)
    axes.grid(alpha=0.3)
    axes.legend(title="board")

    report = Report(
        "What Benson proves in random games",
        f"goseki experiment benson-random --games {games} --seed {seed}",
        seed,
    )
    report.add(
        f"Random games that fill no own eyes, {games} for each board size. After every tenth of "
        "a board's points in moves, the share of points that Benson's theorem proves for either "
        "side: stones that can never be captured, and the regions they enclose."
    )
    report.add_plot("benson-random", figure, "Share of points proven by game length")
    report.add_table(
        ["board", "moves", "moves per point", "games", "proven"],
        [
            [share.size, share.moves, f"{share.fills:.2f}", share.games, f"{share.proven:.1%}"]
            for share in everything
            if round(share.fills * SAMPLES_PER_BOARD_FILL) % 2 == 0
        ],
    )
    report.add_data(
        "benson-random",
        ["columns", "rows", "moves", "games", "proven"],
        [[*share.size, share.moves, share.games, f"{share.proven:.6f}"] for share in everything],
    )
    return report.write(folder, force=force)
