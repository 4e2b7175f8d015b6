"""Linear feature extraction: few directions that say most about the difference of good and bad.

All methods of van der Werf (2004), section 7.3.1, take eigenvectors of a matrix made from pairs of
vectors: that of the expert's move, and that of its partner, a random move of the same position.

| Method | Takes the leading eigenvectors of |
|---|---|
| PCA | the covariance of all vectors |
| LDA | the scatter between the classes against that within them |
| LDA* | the scatter of pairs against that within the classes |
| MPA | the scatter of pairs, E[(e - p)(e - p)'] |
| EST | E[ee'] - E[pp']: only those of one sign, where the eigenvalues have the larger sum |
| MEST | the same matrix: the largest by absolute value, of either sign |
| PCAMPA, MPAPCA, MESTMPA | half by the one, the rest by the other in what is orthogonal to it |
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from goseki.errors import GosekiError
from goseki.learn.extra import linalg

Array = npt.NDArray[np.float64]

RIDGE = 1e-6
"""Added to the scatter within the classes, as a share of its mean variance, so that features that
depend on each other do no harm."""

METHODS = ("PCA", "LDA", "LDA*", "MPA", "PCAMPA", "MPAPCA", "EST", "MEST", "MESTMPA")


def extract(method: str, experts: npt.ArrayLike, partners: npt.ArrayLike, m: int) -> Array:
    """The m directions that a method keeps, one a row: `vectors @ directions.T` are the features.

    Row i of `experts` and row i of `partners` are a pair. Directions are orthonormal, but for LDA
    and LDA*, which give their features unit variance within the classes. EST may find fewer than m.

    >>> experts = np.array([[3.0, 1.0], [-3.0, 1.0]])
    >>> partners = np.array([[3.0, 0.0], [-3.0, 0.0]])
    >>> abs(extract("PCA", experts, partners, 1)).round(3).tolist()
    [[1.0, 0.0]]
    >>> abs(extract("MPA", experts, partners, 1)).round(3).tolist()
    [[0.0, 1.0]]
    """
    good, bad = (np.asarray(side, dtype=np.float64) for side in (experts, partners))
    if good.shape != bad.shape or good.ndim != 2 or len(good) < 2:
        raise GosekiError(
            f"experts and partners are not pairs: their shapes are {good.shape} and {bad.shape}"
        )
    if not 1 <= m <= good.shape[1]:
        raise GosekiError(f"m must be from 1 to {good.shape[1]}, the number of features, not {m}")
    match method:
        case "PCA" | "MPA" | "MEST":
            return _leading(_MATRICES[method](good, bad), m)
        case "PCAMPA" | "MPAPCA" | "MESTMPA":
            second = "PCA" if method == "MPAPCA" else "MPA"
            first = _leading(_MATRICES[method.removesuffix(second)](good, bad), (m + 1) // 2)
            return _continue(first, _MATRICES[second](good, bad), m)
        case "EST":
            return _one_sign(_correlation_difference(good, bad), m)
        case "LDA" | "LDA*":
            between = _between if method == "LDA" else _pair_scatter
            return _discriminants(between(good, bad), _within(good, bad), m)
        case _:
            raise GosekiError(f"no extraction {method!r} (known: {', '.join(METHODS)})")


def _covariance(good: Array, bad: Array) -> Array:
    return np.cov(np.vstack((good, bad)), rowvar=False, bias=True).reshape(good.shape[1], -1)


def _pair_scatter(good: Array, bad: Array) -> Array:
    difference = good - bad
    return difference.T @ difference / len(good)


def _correlation_difference(good: Array, bad: Array) -> Array:
    return (good.T @ good - bad.T @ bad) / len(good)


_MATRICES: dict[str, Callable[[Array, Array], Array]] = {
    "PCA": _covariance,
    "MPA": _pair_scatter,
    "MEST": _correlation_difference,
}


def _within(good: Array, bad: Array) -> Array:
    return (_covariance(good, good) + _covariance(bad, bad)) / 2


def _between(good: Array, bad: Array) -> Array:
    difference = good.mean(axis=0) - bad.mean(axis=0)
    return np.outer(difference, difference) / 4


def _leading(matrix: Array, m: int) -> Array:
    """The eigenvectors of a symmetric matrix with the m largest absolute eigenvalues."""
    values, vectors = linalg.eigh(matrix)
    order = np.argsort(-abs(values), kind="stable")[:m]
    return np.ascontiguousarray(vectors[:, order].T)


def _continue(first: Array, matrix: Array, m: int) -> Array:
    """The first directions, and as many more as make m from what is orthogonal to them."""
    if len(first) == m:
        return first
    # Projecting the matrix would do the same, but where it has no more rank its eigenvectors could
    # lie in the span of the first ones. In a basis of the complement they cannot.
    basis = linalg.null_space(first)
    return np.vstack((first, _leading(basis.T @ matrix @ basis, m - len(first)) @ basis.T))


def _one_sign(matrix: Array, m: int) -> Array:
    values, vectors = linalg.eigh(matrix)
    positive, negative = values > 0, values < 0
    gained, lost = values[positive].sum(), -values[negative].sum()
    if gained == lost:
        chosen = min(positive, negative, key=np.count_nonzero)
    else:
        chosen = positive if gained > lost else negative
    order = np.argsort(-abs(values[chosen]), kind="stable")[:m]
    return np.ascontiguousarray(vectors[:, chosen][:, order].T)


def _discriminants(between: Array, within: Array, m: int) -> Array:
    ridge = RIDGE * (np.trace(within) / len(within) or 1.0)
    values, vectors = linalg.eigh(between, within + ridge * np.eye(len(within)))
    return np.ascontiguousarray(vectors[:, np.argsort(-values, kind="stable")[:m]].T)
