"""Which stones and territory are safe, proved: Benson, static rules, and search.

*Safe* means, if the defender answers each attack, that `OF_STONES` is true of his stones and
`OF_TERRITORY` of his territory: the stones stay, and the attacker can neither live nor get a
seki in the territory, although he moves first (X. Niu, "Recognizing Safe Territories and Stones
in Computer Go", 2004). What Benson's theorem proves of stones needs no answers. What is not
proven is `unknown`: that never means unsafe.

>>> from goseki import Board
>>> result = prove_safety(Board.from_diagram('''
...     . . . . X O .
...     X X X X X O O
...     O O O O O O .
... '''))
>>> result.count, len(result.safe["B"]), len(result.safe["W"])
(21, 10, 11)
>>> print(result.explain("A3"))
A3 is safe for Black: territory (2-vital).
E3 always has two liberties in it.
Attacks there are answered in pairs.
The answer to an attack at B3 is C3, and the other way round.
"""

from goseki.proof.safety_claim import OF_STONES, OF_TERRITORY
from goseki.safety.certificate import certified_points, first_answers, prove_claims
from goseki.safety.explain import Explanation, explain
from goseki.safety.eye_shapes import EyeShape, eye_shape, eye_shapes
from goseki.safety.region import RegionResult, prove_region
from goseki.safety.result import Attempt, SafeBlock, SafeRegion, SafetyResult, Seki
from goseki.safety.solve import (
    EVALUATIONS,
    LEVELS,
    METHODS,
    ORDERINGS,
    Evaluation,
    Level,
    Method,
    Ordering,
    prove_safety,
)

__all__ = [
    "EVALUATIONS",
    "LEVELS",
    "METHODS",
    "OF_STONES",
    "OF_TERRITORY",
    "ORDERINGS",
    "Attempt",
    "Evaluation",
    "Explanation",
    "EyeShape",
    "Level",
    "Method",
    "Ordering",
    "RegionResult",
    "SafeBlock",
    "SafeRegion",
    "SafetyResult",
    "Seki",
    "certified_points",
    "explain",
    "eye_shape",
    "eye_shapes",
    "first_answers",
    "prove_claims",
    "prove_region",
    "prove_safety",
]
