"""What the `train` extra installs, or one line that says that it is missing.

Modules that learn import `torch` and the others from here, so that whoever lacks them is told what
to install and not where an import failed.
"""

from __future__ import annotations

from goseki.errors import GosekiError

try:
    import scipy.linalg as linalg
    import torch as torch
    from sklearn import discriminant_analysis as discriminant_analysis
    from sklearn import linear_model as linear_model
    from sklearn import neighbors as neighbors
    from sklearn.ensemble import HistGradientBoostingClassifier as HistGradientBoostingClassifier
    from torch import nn as nn
except ImportError as error:
    raise GosekiError(
        f"learning needs {error.name or 'torch'}, which is missing: pip install '.[train]'"
    ) from None

__all__ = [
    "HistGradientBoostingClassifier",
    "discriminant_analysis",
    "linalg",
    "linear_model",
    "neighbors",
    "nn",
    "torch",
]
