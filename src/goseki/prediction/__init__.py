"""Which moves strong players would play here, learned from games: always an estimate.

`predict` ranks all legal moves by the network that ships (van der Werf 2004, chapter 7, did it
with a ranking network on features of single moves). The same network also guesses who wins, by how
much, and who will own each point.
"""

from goseki.prediction.mp_star import MpStar, RankedMoves
from goseki.prediction.ranking import predict, predict_game
from goseki.prediction.result import Candidates, GamePrediction, PredictedMove, Prediction, Surprise

__all__ = [
    "Candidates",
    "GamePrediction",
    "MpStar",
    "PredictedMove",
    "Prediction",
    "RankedMoves",
    "Surprise",
    "predict",
    "predict_game",
]
