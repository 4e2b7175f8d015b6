"""Standings as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goseki.match.standings import Standings

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_ratings(figure: Figure, standings: Standings) -> None:
    """Draw Elo with 95 % intervals, the strongest on top."""
    ratings = {
        player: rating
        for player, rating in standings.ratings().items()
        if standings.total(player) is not None
    }
    names = sorted(ratings, key=lambda player: ratings[player].elo)
    figure.set_size_inches(7, 1.2 + 0.35 * len(names))
    axes = figure.subplots()
    axes.errorbar(
        [ratings[name].elo for name in names],
        range(len(names)),
        xerr=[ratings[name].margin for name in names],
        fmt="o",
        capsize=4,
    )
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("Elo above the mean, with 95 % intervals")
    axes.grid(axis="x", alpha=0.3)
