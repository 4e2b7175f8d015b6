"""Two players and a referee: one game from start to end."""

from __future__ import annotations

from collections.abc import Callable

from goseki.coords import Color, Point, opponent
from goseki.errors import PlayerError
from goseki.phantom.observation import Observation
from goseki.phantom.players import Player
from goseki.phantom.referee import Referee
from goseki.phantom.rules import PhantomRules


def play_game(
    black: Player,
    white: Player,
    rules: PhantomRules | None = None,
    *,
    watch: Callable[[Referee], None] | None = None,
) -> Referee:
    """Let two players play, each hearing only its own messages, and return the referee.

    A player that fails (`PlayerError`) or whose clock runs out has lost, and the log says why.
    `watch` is called after every attempt.

    >>> from goseki.phantom import Settings, PhantomPlayer
    >>> rules = PhantomRules.on("3x3")
    >>> sides = [PhantomPlayer("random", rules, color, seed=3) for color in ("B", "W")]
    >>> play_game(*sides, rules).end
    'passes'
    """
    referee = Referee(rules)
    players: dict[Color, Player] = {"B": black, "W": white}
    heard: dict[Color, int] = {"B": 0, "W": 0}
    while not referee.is_over:
        mover = referee.to_play
        listener = mover
        try:
            referee.attempt(mover, suggestion(players[mover]))
            for listener in (mover, opponent(mover)):
                news = referee.observations_since(listener, heard[listener])
                heard[listener] += len(news)
                for seen in news:
                    tell(players[listener], seen)
        except PlayerError as fault:
            if not referee.is_over:
                referee.forfeit(listener, fault.fault, str(fault))
        if watch is not None:
            watch(referee)
    return referee


def suggestion(player: Player) -> Point:
    """What a player tries next. Raises a `PlayerError` if its clock has run out."""
    point = player.suggest()
    _check_clock(player)
    return point


def tell(player: Player, seen: Observation) -> None:
    """Let a player hear a message. Raises a `PlayerError` if its clock has run out."""
    player.observe(seen)
    _check_clock(player)


def _check_clock(player: Player) -> None:
    clock = player.clock
    if clock is not None and clock.has_run_out:
        raise PlayerError("time", f"the clock of {clock.settings} s ran out")
