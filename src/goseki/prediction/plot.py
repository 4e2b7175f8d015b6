"""How well a game was predicted, as a picture; needs the `experiments` extra (Matplotlib)."""

from __future__ import annotations

import io

from goseki.errors import GosekiError
from goseki.prediction.result import GamePrediction


def plot_game(found: GamePrediction, kind: str) -> bytes:
    """The rank of every move, and Black's chance to win, as a `png` or `svg` file."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise GosekiError("plots need Matplotlib: pip install 'goseki[experiments]'") from None
    figure = Figure(figsize=(9, 5), layout="constrained")
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
    data = io.BytesIO()
    figure.savefig(data, format=kind)
    return data.getvalue()
