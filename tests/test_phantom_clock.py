"""Clocks of Phantom Go: who overspends has lost, whatever kind of player it is. No test waits:
whatever a player does takes a minute, by a clock that is told so."""

from __future__ import annotations

import itertools
import shlex
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from goseki.clock import Clock, running
from goseki.coords import Color
from goseki.phantom import (
    ExternalPlayer,
    GameLog,
    PhantomPlayer,
    PhantomRules,
    Referee,
    Settings,
    play_game,
    replay,
    thinking_time,
)
from goseki.phantom.human_game import HumanGame
from goseki.phantom.session import PhantomSession
from goseki.phantom.tournament import Entrant

ENGINE = Path(__file__).parent / "support" / "engine.py"
RULES = PhantomRules.on("3x3", komi=0.5)


def minutes(count: int) -> Clock:
    """A clock on which everything takes a minute."""
    return Clock(60.0 * count, now=itertools.count(0, 60).__next__)


def play(name: str, color: Color, clock: Clock | None) -> Referee:
    sides = [PhantomPlayer(name, RULES, c, Settings(simulations=5), seed=1) for c in ("B", "W")]
    sides["BW".index(color)].clock = clock
    return play_game(*sides, RULES)


def test_a_clock_runs_while_something_is_done() -> None:
    clock = minutes(2)
    with running(clock):
        assert clock.left == 120
    assert (clock.left, clock.has_run_out) == (60, False)
    with pytest.raises(ZeroDivisionError), running(clock):
        _ = 1 / 0
    assert (clock.left, clock.has_run_out) == (0, True)
    with running(None):
        pass


def test_what_is_not_thinking_does_not_use_up_a_clock() -> None:
    """Even if every decision takes a third of a millisecond more than its share."""
    left = 6.0
    for _ in range(250):
        left -= thinking_time(left) + 0.0003
    assert left > 0


def test_a_clock_may_count_the_time_of_the_processor() -> None:
    limit = Settings(simulations=None, clock=5.0)
    for settings, now in (
        (limit, time.monotonic),
        (replace(limit, processor_time=True), time.process_time),
    ):
        for name in ("mce_all", "best"):
            player = PhantomPlayer(name, RULES, "B", settings)
            assert player.clock is not None
            assert player.clock.now is now
            player.suggest()
            assert 0 < player.clock.left < 5


@pytest.mark.parametrize("color", ["B", "W"])
@pytest.mark.parametrize("name", ["mce_all", "best"])
def test_our_players_lose_on_time_exactly_when_they_overspend(color: Color, name: str) -> None:
    free = play(name, color, None)
    ample = minutes(1000)
    assert play(name, color, ample).log == free.log  # a clock tells nothing but the time
    needed = 1000 - round(ample.left / 60)
    assert needed > len(free.log.attempts)
    attempts = free.log.attempts
    reached = 0
    for count in range(1, needed):
        referee = play(name, color, minutes(count))
        assert referee.end == "time"
        winner = "W" if color == "B" else "B"
        assert str(referee.log).endswith(f"{winner}+T {{the clock of {60 * count} s ran out}}")
        assert replay(GameLog.parse(str(referee.log)), RULES).result == f"{winner}+T"
        made = referee.log.attempts
        assert made == attempts[: len(made)]
        assert reached <= len(made) <= reached + 2
        reached = len(made)
    assert play(name, color, minutes(needed + 1)).end == "passes"


def test_a_process_that_overspends_loses_on_time() -> None:
    command = shlex.join([sys.executable, "-S", "-E", str(ENGINE), "good"])
    with ExternalPlayer(command, RULES, "B", clock=1.0) as black:
        black.clock = minutes(3)  # to be told the time, asked for a move, and told of it
        white = PhantomPlayer("random", RULES, "W", seed=1)
        referee = play_game(black, white, RULES)
    assert str(referee.log) == "A1 W+T {the clock of 180 s ran out}"


def test_a_computer_that_overspends_loses_against_a_person() -> None:
    computer = Entrant("random", Settings(simulations=None, clock=600.0))
    sitting = HumanGame(RULES, "W", computer, seed=1)
    sitting._player.clock = minutes(1)
    sitting.let_computer_play()
    assert str(sitting.referee.log) == "W+T {the clock of 60 s ran out}"
    assert sitting.is_over


def test_under_another_referee_there_is_always_an_answer() -> None:
    """Who keeps the clock judges; a session only hurries."""
    session = PhantomSession(Entrant("mce_all", Settings(simulations=5)), size="3x3", seed=1)
    for line in ("time_settings 1 0 0", "time_left B 0 0", "PG-SuggestMove"):
        assert str(session.execute(line)).startswith("=")
