"""MP*: every move gets a value from what is seen around it (van der Werf 2004, chapter 7).

The stones and liberties near a point, the edge, the ko, the last move: 201 numbers, put into a
perceptron with 100 hidden units. It ranks all moves of a position in a few milliseconds, knows
shape, and reads nothing. How it is trained: `goseki.learn.mp_star`.
"""

from __future__ import annotations

import io
import os
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_whole
from goseki.coords import Point
from goseki.errors import GosekiError
from goseki.files import read_file, write_file

Array = npt.NDArray[np.float32]

FORMAT = "goseki mp-star"
VERSION = 1
MODELS = Path(__file__).parent.parent / "models"
"""Where the weights are that come with Goseki."""
LARGE = 13
"""Boards whose sides add up to more than twice this are ranked as 19x19 is, others as 9x9."""


@dataclass(frozen=True, eq=False)
class RankedMoves:
    """The legal moves of a position but the pass, best first."""

    points: npt.NDArray[np.int32]
    """As indices."""
    values: Array
    probabilities: npt.NDArray[np.float64]

    def moves(self, board: Board) -> list[tuple[Point, float]]:
        """Each move with its probability."""
        return [
            (board.point(index), p)
            for index, p in zip(self.points.tolist(), self.probabilities.tolist(), strict=True)
        ]


class MpStar:
    """A trained move predictor.

    >>> ranked = MpStar.shipped(Board("9x9")).rank(Board("9x9"))
    >>> len(ranked.points), round(float(ranked.probabilities.sum()), 6)
    (81, 1.0)
    """

    def __init__(
        self,
        weights: Array,
        hidden: Array,
        output: Array,
        bias: float,
        *,
        stones: int = 60,
        liberties: int = 24,
        temperature: float = 1.0,
    ) -> None:
        """`weights` has a row for every feature and a column for every hidden unit; `stones` and
        `liberties` are the sizes of the two regions of interest. Values divided by the
        `temperature` are logarithms of odds."""
        self.weights, self.hidden, self.output = (
            np.ascontiguousarray(array, dtype=np.float32) for array in (weights, hidden, output)
        )
        self.bias = float(bias)
        self.stones, self.liberties = stones, liberties
        self.temperature = float(temperature)
        if not (np.isfinite(self.temperature) and self.temperature > 0):
            raise GosekiError(f"a temperature is above 0, not {temperature}")
        self.features = _core.MoveFeatures(stones, liberties)
        if self.weights.ndim != 2 or len(self.weights) != self.features.count:
            raise GosekiError(
                f"weights of the form {self.weights.shape} for {self.features.count} features"
            )
        if self.hidden.ndim != 1 or self.output.ndim != 1:
            raise GosekiError("hidden and output weights are one row each")
        self._net = _core.MoveNet(self.weights, self.hidden, self.output, self.bias)

    @staticmethod
    def shipped(board: Board) -> MpStar:
        """The predictor that comes with Goseki for boards of this size."""
        check_board(board)
        return _shipped("19" if board.columns + board.rows > 2 * LARGE else "9")

    def values(self, board: Board) -> tuple[npt.NDArray[np.int32], Array]:
        """The points where the side to move may play, in order, and their values. Symmetric and
        colour-reversed positions have the same values, to the last bit."""
        check_board(board)
        points, features = self.features.legal(board)
        return points, self._net.values(features)

    def values_of(self, features: Array) -> Array:
        """The values of vectors of features, one a row."""
        return self._net.values(features)

    def rank(self, board: Board) -> RankedMoves:
        """All legal moves but the pass, best first."""
        points, values = self.values(board)
        order = np.argsort(-values, kind="stable")
        points, values = points[order], values[order]
        odds = np.exp((values.astype(np.float64) - values[:1]) / self.temperature)
        return RankedMoves(points, values, odds / odds.sum())

    def to_bytes(self, dtype: npt.DTypeLike = np.float16) -> bytes:
        """The predictor as the content of a file."""
        buffer = io.BytesIO()
        np.savez_compressed(
            buffer,
            format=np.array(FORMAT),
            version=np.array(VERSION),
            stones=np.array(self.stones),
            liberties=np.array(self.liberties),
            temperature=np.array(self.temperature),
            bias=np.array(self.bias),
            weights=self.weights.astype(dtype),
            hidden=self.hidden.astype(dtype),
            output=self.output.astype(dtype),
        )
        return buffer.getvalue()

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        dtype: npt.DTypeLike = np.float16,
        force: bool = False,
    ) -> None:
        """Write a file that `load` reads."""
        write_file(path, self.to_bytes(dtype), force=force)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> MpStar:
        """Read a file that `save` has written."""
        try:
            data = read_file(path)
        except OSError as error:
            raise GosekiError(f"{path}: cannot be read: {error.strerror or error}") from None
        return cls.from_bytes(data, os.fspath(path))

    @classmethod
    def from_bytes(cls, data: bytes, name: str) -> MpStar:
        """The predictor in the content of a file; errors speak of `name`."""
        try:
            with np.load(io.BytesIO(data), allow_pickle=False) as file:
                entries: Mapping[str, Any] = dict(file)
        except (
            ValueError,
            OSError,
            EOFError,
            KeyError,
            zlib.error,
            zipfile.BadZipFile,
            NotImplementedError,
            TypeError,
            AttributeError,
        ):
            raise GosekiError(f"{name}: not a file of MP* weights, or a damaged one") from None
        if str(entries.get("format")) != FORMAT:
            raise GosekiError(f"{name}: not a file of MP* weights")
        try:
            version = int(entries["version"])
            if version != VERSION:
                raise GosekiError(f"{name}: MP* weights of version {version}, not {VERSION}")
            return cls(
                entries["weights"],
                entries["hidden"],
                entries["output"],
                float(entries["bias"]),
                stones=check_whole("stones", int(entries["stones"]), 1, 1000),
                liberties=check_whole("liberties", int(entries["liberties"]), 1, 1000),
                temperature=float(entries["temperature"]),
            )
        except GosekiError as error:
            raise GosekiError(f"{name}: {str(error).removeprefix(f'{name}: ')}") from None
        except (KeyError, TypeError, ValueError):
            raise GosekiError(f"{name}: a damaged file of MP* weights") from None


@cache
def _shipped(size: str) -> MpStar:
    return MpStar.load(MODELS / f"mp-star-{size}.npz")
