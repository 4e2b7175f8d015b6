"""Matches and tournaments of any game: who plays whom, a store that survives a kill, standings.

`Contest` is what a game has to be able to do. `goseki.match.go` plays Go between GTP engines and
our own players; `goseki.phantom.tournament` plays Phantom Go.
"""

from goseki.match.log import Forfeit, GameLog, Turn
from goseki.match.standings import Duel, Rating, Standings
from goseki.match.store import GameResult, Store, to_csv
from goseki.match.tournament import (
    Contest,
    Entrant,
    Pairing,
    Tournament,
    check_entrants,
    run_tournament,
    split_label,
)

__all__ = [
    "Contest",
    "Duel",
    "Entrant",
    "Forfeit",
    "GameLog",
    "GameResult",
    "Pairing",
    "Rating",
    "Standings",
    "Store",
    "Tournament",
    "Turn",
    "check_entrants",
    "run_tournament",
    "split_label",
    "to_csv",
]
