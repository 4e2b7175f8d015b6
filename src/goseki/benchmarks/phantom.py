"""Phantom Go: simulations a second, and whole games, beside what was asked for."""

from __future__ import annotations

import time
from collections.abc import Iterator

from goseki.benchmarks import SECONDS_PER_MEASUREMENT, Measurement
from goseki.phantom import PhantomPlayer, PhantomRules, Settings, play_game

SIMULATIONS = 2000
WANTED_SIMULATIONS = 50_000
WANTED_GAMES = 3.0  # a minute: 20 seconds each
PEER = "wanted"
PLAYERS = ("mce_all", "best")


def measure() -> Iterator[Measurement]:
    """Simulations and games of Phantom Go. On 9x9: simulations per second of CPU, and games at
    2,000 simulations a decision per minute of CPU, beside our goals."""
    rules = PhantomRules.on("9x9")
    for name in PLAYERS:
        player = PhantomPlayer(name, rules, "B", Settings(simulations=SIMULATIONS))
        start = time.process_time()
        while time.process_time() - start < SECONDS_PER_MEASUREMENT:
            player.suggest()
        spent = time.process_time() - start
        yield Measurement(
            f"{name}, simulations on the empty board",
            player.simulations / spent,
            WANTED_SIMULATIONS,
            PEER,
            "per second of CPU",
        )
    for name in PLAYERS:
        settings = Settings(simulations=SIMULATIONS)
        black, white = (PhantomPlayer(name, rules, color, settings) for color in ("B", "W"))
        start = time.process_time()
        play_game(black, white, rules)
        spent = time.process_time() - start
        yield Measurement(
            f"{name}, games of {SIMULATIONS:,} simulations a decision",
            60 / spent,
            WANTED_GAMES,
            PEER,
            "per minute of CPU",
            f"one game: {spent:.1f} s, {black.decisions + white.decisions} decisions",
        )
