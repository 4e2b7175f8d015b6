"""How well games were predicted, as pictures; needs the `experiments` extra (Matplotlib)."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from goseki.errors import GosekiError
from goseki.prediction.result import GamePrediction

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot_game(found: GamePrediction, kind: str) -> bytes:
    """The rank of every move, and Black's chance to win, as a `png` or `svg` file."""
    figure = _new_figure(9, 5)
    ranks, chances = figure.subplots(2, 1, sharex=True)
    for color, paint in (("B", "black"), ("W", "silver")):
        moves = [move for move in found.moves if move.color == color]
        ranks.scatter([m.number for m in moves], [m.rank for m in moves], 14, c=paint, label=color)
    ranks.set_yscale("log")
    ranks.invert_yaxis()
    ranks.set_ylabel("rank of the move")
    ranks.legend(loc="lower left")
    known = [(m.number, m.value) for m in found.moves if m.value is not None]
    chances.plot([n for n, _ in known], [value for _, value in known], color="black")
    chances.set_ylim(0, 1)
    chances.axhline(0.5, color="silver", linewidth=1)
    chances.set_ylabel("Black wins (estimate)")
    chances.set_xlabel("move")
    return _saved(figure, kind)


def plot_ranks(curves: Mapping[str, Sequence[float]], kind: str) -> bytes:
    """How often the move played is among the first n, for every n: rank curves, each a list of
    shares within 1, 2, ..., as a `png` or `svg` file."""
    figure = _new_figure(7, 4.5)
    draw_ranks(figure, curves)
    return _saved(figure, kind)


def draw_ranks(figure: Figure, curves: Mapping[str, Sequence[float]]) -> None:
    """Draw rank curves into a figure."""
    axes = figure.subplots()
    for name, shares in curves.items():
        axes.plot(range(1, len(shares) + 1), [100 * s for s in shares], label=name, linewidth=1.5)
    axes.set_xscale("log")
    axes.set_xlim(left=1)
    axes.set_ylim(0, 100)
    axes.set_xlabel("first n moves")
    axes.set_ylabel("of the moves played are among them (%)")
    axes.grid(alpha=0.3)
    if len(curves) > 1:
        axes.legend(loc="lower right")


def check_plots() -> None:
    """Complain of a missing plot library, before the work."""
    _new_figure(1, 1)


def _new_figure(width: float, height: float) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise GosekiError("plots need Matplotlib: pip install 'goseki[experiments]'") from None
    return Figure(figsize=(width, height), layout="constrained")


def _saved(figure: Figure, kind: str) -> bytes:
    data = io.BytesIO()
    figure.savefig(data, format=kind)
    return data.getvalue()
