"""What a player is to whoever runs a game. Our players for Go and the capture game are in modules
of this package, which take longer to load.
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
    """The time that is left for the game, if it is limited. The clock runs while the player does
    anything."""

    def close(self) -> None:
        """End what the player has started, such as a process. It is asked nothing afterwards."""


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
        """A legal move for a colour, found within some seconds (None if no clock runs). In
        `cleanup` the player captures dead stones before it passes."""
        ...
