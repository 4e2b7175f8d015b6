"""Pre-scaling: bring raw features to comparable sizes before anything is extracted from them.

Linear extraction looks for large variances, so the scale of a feature decides how much it counts:
see `goseki.learn.extraction`. The three scalings are those of van der Werf (2004), section 7.3.2.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from goseki.errors import GosekiError

Array = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Scaling:
    """Subtracts an offset from every feature, then multiplies it by a factor.

    >>> scaling = standardize(np.array([[1.0, 5.0], [3.0, 5.0]]))
    >>> scaling.apply(np.array([[1.0, 5.0], [3.0, 6.0]])).tolist()
    [[-1.0, 0.0], [1.0, 1.0]]
    """

    offset: Array
    factor: Array

    def apply(self, vectors: npt.ArrayLike) -> Array:
        """The vectors, one a row, scaled."""
        return (np.asarray(vectors, dtype=np.float64) - self.offset) * self.factor


def standardize(vectors: npt.ArrayLike) -> Scaling:
    """Zero mean and unit standard deviation for every feature. One that is constant becomes 0."""
    rows = _rows(vectors)
    deviation = rows.std(axis=0)
    return Scaling(rows.mean(axis=0), 1 / np.where(_is_constant(rows), 1.0, deviation))


def scale_min_max(vectors: npt.ArrayLike, low: float = -1.0, high: float = 1.0) -> Scaling:
    """Every feature from `low` to `high`. One that is constant becomes `low`."""
    rows = _rows(vectors)
    least = rows.min(axis=0)
    width = np.where(_is_constant(rows), 1.0, rows.max(axis=0) - least)
    factor = (high - low) / width
    return Scaling(least - low / factor, factor)


def scale_by_distance(vectors: npt.ArrayLike, distances: npt.ArrayLike) -> Scaling:
    """As `standardize`, then variances in inverse proportion to the distance from the move, so that
    near points count for more ("ROI-scaled"). A feature that belongs to no point has distance 1,
    which leaves its variance 1."""
    plain = standardize(vectors)
    far = np.asarray(distances, dtype=np.float64)
    if far.shape != plain.factor.shape:
        raise GosekiError(f"{far.size} distances do not fit {plain.factor.size} features")
    if not np.all(far > 0):
        raise GosekiError(f"distances must be more than 0, not {far.min():g}")
    return Scaling(plain.offset, plain.factor / np.sqrt(far))


def _is_constant(rows: Array) -> npt.NDArray[np.bool_]:
    # Not by the deviation: rounding makes that of equal numbers a little more than 0.
    return np.asarray(rows.min(axis=0) == rows.max(axis=0))


def _rows(vectors: npt.ArrayLike) -> Array:
    rows = np.asarray(vectors, dtype=np.float64)
    if rows.ndim != 2 or not len(rows):
        raise GosekiError(f"vectors to scale are rows of a table, not of shape {rows.shape}")
    return rows
