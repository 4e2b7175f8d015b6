"""Phantom Go: Go in which each player sees only the own stones, and a referee judges moves.

    referee = Referee(PhantomRules.on("9x9"))
    referee.attempt("B", "E5")                      # what Black is told
    referee.information_state("W").observations     # all that White was told

After Borsboom (2007). `docs/phantom.md` explains the rules, the players and the notation.
"""

from goseki.errors import PlayerError
from goseki.match.log import Forfeit, GameLog, Turn
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.external import ExternalPlayer
from goseki.phantom.game import play_game
from goseki.phantom.observation import InformationState, Observation
from goseki.phantom.players import (
    PLAYERS,
    STRONGEST,
    PhantomPlayer,
    Player,
    Settings,
    thinking_time,
)
from goseki.phantom.referee import Referee, replay
from goseki.phantom.rules import PhantomRules
from goseki.phantom.sgf import from_game, to_game
from goseki.phantom.worlds import Worlds, hidden_stone_map, sample_worlds

__all__ = [
    "PLAYERS",
    "STRONGEST",
    "BeliefBoard",
    "ExternalPlayer",
    "Forfeit",
    "GameLog",
    "InformationState",
    "Observation",
    "PhantomPlayer",
    "PhantomRules",
    "Player",
    "PlayerError",
    "Referee",
    "Settings",
    "Turn",
    "Worlds",
    "from_game",
    "hidden_stone_map",
    "play_game",
    "replay",
    "sample_worlds",
    "thinking_time",
    "to_game",
]
