"""The time that a player has for a whole game.

The clock runs while its player is asked for a move or told something. Who referees the game
looks at it after every answer (`goseki.phantom.game`), and a player whose clock has run out has
lost, whether it is a process or one of ours.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator


class Clock:
    """Seconds for a game. `now` tells the time.

    >>> times = iter([100.0, 104.0])
    >>> clock = Clock(10.0, now=lambda: next(times))
    >>> with running(clock): pass
    >>> clock.left, clock.has_run_out
    (6.0, False)
    """

    def __init__(self, seconds: float, *, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self.left = seconds
        self.now = now

    @property
    def has_run_out(self) -> bool:
        return self.left <= 0


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
        clock.left -= clock.now() - start
