"""Two players and a referee: one game from start to end."""

from __future__ import annotations

from goseki.coords import Color
from goseki.phantom.players import Player
from goseki.phantom.referee import Referee
from goseki.phantom.rules import PhantomRules


def play_game(black: Player, white: Player, rules: PhantomRules | None = None) -> Referee:
    """Let two players play, each hearing only its own messages, and return the referee.

    >>> from goseki.phantom import Settings, ThesisPlayer
    >>> rules = PhantomRules.on("3x3")
    >>> sides = [ThesisPlayer("random", rules, color, seed=3) for color in ("B", "W")]
    >>> play_game(*sides, rules).end
    'passes'
    """
    referee = Referee(rules)
    players: dict[Color, Player] = {"B": black, "W": white}
    heard: dict[Color, int] = {"B": 0, "W": 0}
    while not referee.is_over:
        mover = referee.to_play
        referee.attempt(mover, players[mover].suggest())
        for color, player in players.items():
            news = referee.observations_since(color, heard[color])
            heard[color] += len(news)
            for seen in news:
                player.observe(seen)
    return referee
