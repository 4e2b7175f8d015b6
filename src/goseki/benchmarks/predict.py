"""Moves predicted, by the network and by MP*, and the features that MP* sees.

The network stands beside MP*: the ratio says what its better guess costs. The perceptron of MP*
stands beside the same sums in NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from goseki.benchmarks import Measurement, rate
from goseki.benchmarks.life import random_final_board
from goseki.board import Board
from goseki.prediction import predict
from goseki.prediction.mp_star import MpStar
from goseki.prediction.ranking import MP_STAR

SIDES = (19, 9)
SEED = 3


def measure() -> Iterator[Measurement]:
    """Moves of a position ranked: the network beside MP*, and MP* beside the same sums in NumPy."""
    for side in SIDES:
        board = random_final_board(side, SEED)
        board.undo(2 * board.ply // 3)
        yield _network(board)
        yield _perceptron(board)


def _network(board: Board) -> Measurement:
    def by(model: str) -> int:
        predict(board, model=model)
        return 1

    ours, peer = rate(lambda: by("net"), lambda: by(MP_STAR))
    note = f"{1000 / ours:.1f} ms a position"
    return Measurement(f"net, {board.size}", ours, peer, "MP*", "positions a second", note)


def _perceptron(board: Board) -> Measurement:
    star = MpStar.shipped(board)

    def core() -> int:
        return len(star.values(board)[0])

    def in_numpy() -> int:
        points, features = star.features.legal(board)
        hidden = np.tanh(features @ star.weights + star.hidden)
        assert len(hidden @ star.output) == len(points)
        return len(points)

    ours, peer = rate(core, in_numpy)
    note = f"{1000 * core() / ours:.1f} ms a position"
    return Measurement(f"MP*, {board.size}", ours, peer, "NumPy", "moves a second", note)
