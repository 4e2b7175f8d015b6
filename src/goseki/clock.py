"""Clocks: how long a move may take so that the game is never lost on time.

A clock knows the main time, byo-yomi (periods of which each move may use one whole) and
Canadian overtime (some seconds for some stones). All times are seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TimeSystem = Literal["none", "absolute", "byoyomi", "canadian"]

LAG = 0.3
"""What a move may cost besides thinking: the network, the controller, our own start."""

SAFE_SHARE = 0.9
"""How much of a period is used, for thinking never stops at the exact moment."""

FEWEST_MOVES_LEFT = 10
"""No game is so far that the rest of the time is divided among fewer moves."""


@dataclass(frozen=True)
class TimeSettings:
    """What a game's clocks start from. `period` is of one byo-yomi period, or of all
    `stones` in Canadian overtime; `stones` then counts stones, in byo-yomi periods."""

    system: TimeSystem = "none"
    main: float = 0.0
    period: float = 0.0
    stones: int = 0

    @classmethod
    def canadian(cls, main: float, period: float, stones: int) -> TimeSettings:
        """GTP's `time_settings`: no overtime if `period` is 0, no limit if only `stones` is.

        >>> TimeSettings.canadian(300, 0, 0).system, TimeSettings.canadian(0, 30, 0).system
        ('absolute', 'none')
        """
        if period == 0:
            return cls("absolute", main)
        if stones == 0:
            return cls()
        return cls("canadian", main, period, stones)

    @classmethod
    def byoyomi(cls, main: float, period: float, periods: int) -> TimeSettings:
        """Japanese overtime; without periods it is absolute time."""
        if period == 0 or periods == 0:
            return cls("absolute", main)
        return cls("byoyomi", main, period, periods)


class Clock:
    """The clock of one player.

    >>> clock = Clock(TimeSettings.byoyomi(0, 10, 3)); round(clock.budget(moves_left=40), 1)
    8.7
    """

    def __init__(self, settings: TimeSettings) -> None:
        self.settings = settings
        self.main = settings.main
        self.period = settings.period
        self.stones = settings.stones

    def update(self, seconds: float, stones: int) -> None:
        """What the controller says is left: of main time if `stones` is 0, else of overtime."""
        if stones == 0:
            self.main = seconds
            self.period, self.stones = self.settings.period, self.settings.stones
        else:
            self.main, self.period, self.stones = 0.0, seconds, stones

    def budget(self, moves_left: int) -> float | None:
        """How long the next move may take; None without a time limit."""
        if self.settings.system == "none":
            return None
        main = self.main / max(moves_left, FEWEST_MOVES_LEFT)
        seconds = max(main, self._overtime_for_a_move()) if self.settings.period else main
        return max(0.0, seconds * SAFE_SHARE - LAG)

    def _overtime_for_a_move(self) -> float:
        if self.settings.system == "byoyomi":
            return self.period
        return self.period / max(self.stones, 1)

    def spend(self, seconds: float) -> None:
        """Run the clock for one move, as long as the controller does not say better."""
        over = seconds - self.main
        self.main = max(0.0, -over)
        if over <= 0:
            return
        if self.settings.system == "canadian":
            self.period -= over
            self.stones -= 1
            if self.stones <= 0:
                self.period, self.stones = self.settings.period, self.settings.stones
        elif self.settings.system == "byoyomi":
            self.stones = max(1, self.stones - int(over // self.settings.period))
            self.period = self.settings.period
