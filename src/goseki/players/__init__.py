"""Players: what they are to whoever runs a game, and those of ours for Go and the capture game.

The players themselves, and the estimate of a game's end that they pass by, are in modules of
their own, which take longer to load.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from goseki.board import Board
from goseki.clock import Clock
from goseki.coords import Color, Point


class Player(Protocol):
    """Whoever plays a game, be it Go, the capture game or Phantom Go."""

    clock: Clock | None
    """What is left for the game, if that is limited. It runs while the player does anything."""

    def close(self) -> None:
        """End what the player needs, such as a process. Nothing is asked of it afterwards."""


@dataclass(frozen=True)
class Choice:
    """A move, or a resignation, and how likely the player thinks it wins."""

    point: Point
    win_rate: float | None = None
    resigns: bool = False


class GoPlayer(Player, Protocol):
    """Whoever can play Go: a player that sees the board."""

    def choose(
        self,
        board: Board,
        color: Color,
        *,
        seconds: float | None,
        cleanup: bool = False,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> Choice:
        """A legal move for a colour within some seconds (None: no clock runs). In `cleanup`
        dead stones are captured before passing."""
        ...
