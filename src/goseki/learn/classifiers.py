"""The classifiers of van der Werf (2004), section 6.2, by their names there.

| Name | Rule |
|---|---|
| NMC | the class whose mean is nearest |
| LDC, QDC | normal densities, with one covariance for all classes or one for each |
| LOGLC | logistic regression: a perceptron without a hidden layer |
| NNC, KNNC | the class of the nearest example, or of most of the k nearest |
| MLP | a network with a hidden layer: `MlpClassifier` |

    classifier = make_classifier("QDC").fit(vectors, labels)
    accuracy = (classifier.predict(others) == their_labels).mean()
"""

from __future__ import annotations

from typing import Any, Protocol, Self

import numpy as np
import numpy.typing as npt

from goseki.errors import GosekiError
from goseki.job import Report
from goseki.learn.batch import Optimizer, train_batch
from goseki.learn.extra import discriminant_analysis, linear_model, neighbors, nn, torch
from goseki.learn.mlp import Mlp

Vectors = npt.NDArray[Any]
Labels = npt.NDArray[np.int64]

NAMES = ("NMC", "LDC", "QDC", "LOGLC", "NNC", "KNNC")
MOST_NEIGHBORS = 50
RIDGE = 1e-4
"""How far QDC's covariances are drawn towards the unit matrix, so that they have inverses."""


class Classifier(Protocol):
    """What learns from examples, one a row, and then names the class of others."""

    def fit(self, vectors: Vectors, labels: Labels) -> Self: ...

    def predict(self, vectors: Vectors) -> Labels: ...


def make_classifier(name: str) -> Classifier:
    """A classifier that learns without further settings, by its name.

    >>> nearest = make_classifier("NMC").fit(np.array([[0.0], [1.0]]), np.array([0, 1]))
    >>> nearest.predict(np.array([[0.2], [0.9]])).tolist()
    [0, 1]
    """
    match name:
        case "NMC":
            return _Varying(neighbors.NearestCentroid())
        case "LDC":
            return _Varying(discriminant_analysis.LinearDiscriminantAnalysis())
        case "QDC":
            qda = discriminant_analysis.QuadraticDiscriminantAnalysis
            return _Varying(qda(reg_param=RIDGE))
        case "LOGLC":
            return _Varying(linear_model.LogisticRegression(C=np.inf, max_iter=2000))
        case "NNC":
            return _Varying(neighbors.KNeighborsClassifier(1))
        case "KNNC":
            return NearestNeighbors()
        case _:
            raise GosekiError(f"no classifier {name!r} (known: {', '.join(NAMES)}; see also MLP)")


class _Varying:
    """A classifier of scikit-learn that does not see features which are the same in all examples:
    they say nothing, and a density has no width in them."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self._varies = np.array(False)

    def fit(self, vectors: Vectors, labels: Labels) -> Self:
        self._varies = vectors.min(axis=0) < vectors.max(axis=0)
        self._inner.fit(vectors[:, self._varies], labels)
        return self

    def predict(self, vectors: Vectors) -> Labels:
        return np.asarray(self._inner.predict(vectors[:, self._varies]))


class NearestNeighbors:
    """The class of most of the k nearest examples, with the `k` that errs least when every example
    is classified by the others."""

    def __init__(self, most: int = MOST_NEIGHBORS) -> None:
        self.most = most
        self.k = 1
        self._inner = neighbors.KNeighborsClassifier(1)

    def fit(self, vectors: Vectors, labels: Labels) -> Self:
        most = min(self.most, len(vectors) - 1)
        search = neighbors.KNeighborsClassifier(max(most, 1)).fit(vectors, labels)
        if most >= 1:
            # Without vectors to look for, every example gets its neighbours but not itself.
            near = search.kneighbors(return_distance=False)
            classes = np.unique(labels)
            votes = np.cumsum(labels[near][:, :, None] == classes, axis=1)
            right = (classes[votes.argmax(axis=2)] == labels[:, None]).mean(axis=0)
            self.k = int(right.argmax()) + 1
        self._inner = neighbors.KNeighborsClassifier(self.k).fit(vectors, labels)
        return self

    def predict(self, vectors: Vectors) -> Labels:
        return np.asarray(self._inner.predict(vectors))


class MlpClassifier:
    """A network with one output for each class, which learns by squared errors from the targets
    1 for the right class and -1 for the others. It stops when it gets worse on the validation set.

    Classes are numbered from 0. After `fit`, `validation_error` tells networks of different sizes
    apart: it is the share of the validation set that is classified wrongly.
    """

    def __init__(
        self,
        hidden: int,
        *,
        optimizer: Optimizer = "rprop",
        epochs: int = 2000,
        patience: int = 100,
        seed: int = 0,
    ) -> None:
        self.hidden = hidden
        self.optimizer: Optimizer = optimizer
        self.epochs = epochs
        self.patience = patience
        self.seed = seed
        self.validation_error = 1.0
        self.network = Mlp(1, hidden)

    def fit(
        self,
        vectors: Vectors,
        labels: Labels,
        validation: tuple[Vectors, Labels],
        progress: Report | None = None,
    ) -> Self:
        classes = int(labels.max()) + 1
        self.network = Mlp(vectors.shape[1], self.hidden, classes, seed=self.seed)
        inputs, targets = _tensor(vectors), _targets(labels, classes)
        other_inputs, other_targets = _tensor(validation[0]), _targets(validation[1], classes)
        squared = nn.MSELoss()
        train_batch(
            self.network,
            lambda: squared(self.network(inputs), targets),
            lambda: float(squared(self.network(other_inputs), other_targets)),
            optimizer=self.optimizer,
            epochs=self.epochs,
            patience=self.patience,
            progress=progress,
        )
        self.validation_error = float((self.predict(validation[0]) != validation[1]).mean())
        return self

    def predict(self, vectors: Vectors) -> Labels:
        with torch.no_grad():
            return np.asarray(self.network(_tensor(vectors)).argmax(dim=1).numpy())


def _tensor(vectors: Vectors) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(vectors, dtype=np.float32))


def _targets(labels: Labels, classes: int) -> torch.Tensor:
    return 2 * nn.functional.one_hot(torch.from_numpy(labels), classes).float() - 1
