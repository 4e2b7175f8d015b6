"""The independent referee: the rules of Go once more, to judge the fast core and its proofs.

Nothing here imports the rest of Goseki, and nothing here is fast. Read `rules` for
play, `scoring` for counting, and `counting` for the two published counts that say
whether the rules were understood.
"""

from goseki.reference.counting import count_legal_positions, perft
from goseki.reference.rules import Color, Move, Point, Referee, Situation, Stones
from goseki.reference.scoring import Score, score

__all__ = [
    "Color",
    "Move",
    "Point",
    "Referee",
    "Score",
    "Situation",
    "Stones",
    "count_legal_positions",
    "perft",
    "score",
]
