"""Clocks: how much time a player has for a game, and how much of it a move may take.

A clock knows main time, byo-yomi (periods of which each move may use one whole) and Canadian
overtime (some seconds for some stones). All times are seconds.

Whoever referees a game lets a player's clock run while the player is asked for a move or told
something, and looks afterwards whether it `has_run_out`. A player asks its clock for a `budget`.
"""

from __future__ import annotations

import contextlib
import math
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, get_args

from goseki.checks import check_whole, is_number, shown
from goseki.coords import shorten
from goseki.errors import GosekiError

TimeSystem = Literal["none", "absolute", "byoyomi", "canadian"]

LAG = 0.3
"""Seconds that a move may cost besides thinking: the network, the controller, our own start."""

SAFE_SHARE = 0.9
"""The share of a period that is used, since thinking never stops at the exact moment."""

FEWEST_MOVES_LEFT = 10
"""However late in the game, the rest of the time is divided among at least so many moves."""


@dataclass(frozen=True)
class TimeSettings:
    """What the clocks of a game start from. In byo-yomi there are `stones` periods of `period`
    seconds each; in Canadian overtime there are `period` seconds for `stones` stones."""

    system: TimeSystem = "none"
    main: float = 0.0
    period: float = 0.0
    stones: int = 0

    def __post_init__(self) -> None:
        if self.system not in get_args(TimeSystem):
            raise GosekiError(f"a clock of system {shown(self.system)}, not a known one")
        for name in ("main", "period"):
            value = getattr(self, name)
            if not (is_number(value) and value >= 0):
                raise GosekiError(f"{name} time of {shown(value)}, not a number of seconds")
        check_whole("stones", self.stones, 0, 2**31 - 1)

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

    @classmethod
    def parse(cls, text: str) -> TimeSettings:
        """Read main time in seconds and overtime: `600`, byo-yomi `600+5x30` (five periods of
        30 s) or Canadian `600+25/300` (25 stones in 300 s).

        >>> TimeSettings.parse("600+5x30")
        TimeSettings(system='byoyomi', main=600.0, period=30.0, stones=5)
        >>> str(TimeSettings.parse("0+25/300")), str(TimeSettings.parse("90"))
        ('0+25/300', '90')
        """
        found = _TIMES.fullmatch(text.strip())
        if found is None:
            raise GosekiError(f"not a clock: {shorten(text)} (examples: 600, 600+5x30, 60+25/300)")
        main, stones, kind, period = found.groups()
        if not (float(period) * int(stones) if kind else float(main)):
            raise GosekiError(f"a clock without time: {shorten(text)}")
        if kind is None:
            return cls("absolute", float(main))
        make = cls.byoyomi if kind == "x" else cls.canadian
        return make(float(main), float(period), int(stones))

    def __str__(self) -> str:
        overtime = {
            "byoyomi": f"+{self.stones}x{self.period:g}",
            "canadian": f"+{self.stones}/{self.period:g}",
        }
        return "none" if self.system == "none" else f"{self.main:g}{overtime.get(self.system, '')}"


_SECONDS = r"[0-9]{1,9}(?:\.[0-9]{1,9})?"
_TIMES = re.compile(rf"({_SECONDS})(?:\+([0-9]{{1,4}})([x/])({_SECONDS}))?", re.ASCII)


class Clock:
    """The clock of one player. A number of seconds is main time without overtime; `now` tells
    the time.

    >>> clock = Clock(TimeSettings.byoyomi(0, 10, 3)); round(clock.budget(moves_left=40), 1)
    8.7
    >>> times = iter([100.0, 104.0])
    >>> clock = Clock(10.0, now=lambda: next(times))
    >>> with running(clock): pass
    >>> clock.left, clock.has_run_out
    (6.0, False)
    """

    def __init__(
        self, settings: TimeSettings | float, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        if not isinstance(settings, TimeSettings):
            settings = TimeSettings("absolute", settings)
        self.settings = settings
        self.main = settings.main
        self.period = settings.period
        self.stones = settings.stones
        self.has_run_out = False
        """Whether more time was used than there was."""
        self.now = now

    @property
    def left(self) -> float:
        """How long the player may think before it has lost on time."""
        match self.settings.system:
            case "none":
                return math.inf
            case "byoyomi":
                return self.main + self.period * self.stones
            case _:
                return self.main + self.period

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
        self.has_run_out |= seconds >= self.left
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


@contextlib.contextmanager
def running(clock: Clock | None) -> Iterator[None]:
    """Let a clock run, if there is one."""
    if clock is None:
        yield
        return
    start = clock.now()
    try:
        yield
    finally:
        clock.spend(clock.now() - start)
