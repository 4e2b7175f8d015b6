"""Two inks: what is proven and what is only believed, kept apart in one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

Evidence = Literal["proven", "estimate", "unknown"]
Verdict = Literal["proven", "refuted", "unknown"]
"""What a search says of a claim: `unknown` if a limit ended the search before it could decide."""


@dataclass(frozen=True, eq=False)
class Ownership:
    """Who owns each point: arrays of rows x columns, top row first, Black positive.

    `proven` holds +1 (Black's, proven), -1 (White's, proven) or 0 (not proven);
    `estimate`, where there is one, the expected owner from -1 to +1. A drawing
    shows proven points solid and the estimate, where nothing is proven, shaded.
    """

    proven: npt.NDArray[np.int8]
    estimate: npt.NDArray[np.float32] | None = None

    @property
    def evidence(self) -> Evidence:
        """`proven` if every point is, else `estimate` if there is one, else `unknown`."""
        if self.proven.all():
            return "proven"
        return "unknown" if self.estimate is None else "estimate"
