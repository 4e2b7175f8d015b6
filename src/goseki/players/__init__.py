"""Who chooses moves at Go and at the capture game, and what they judge positions by."""

from goseki.players.capture import CapturePlayer
from goseki.players.estimate import FinalEstimate, estimate_end
from goseki.players.monte_carlo import Choice, MonteCarloPlayer, Player, Settings

__all__ = [
    "CapturePlayer",
    "Choice",
    "FinalEstimate",
    "MonteCarloPlayer",
    "Player",
    "Settings",
    "estimate_end",
]
