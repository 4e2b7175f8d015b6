"""Benchmarks: ours beside a peer's, measured in the same run, told as a ratio.

A benchmark is a function that yields `Measurement`s. A peer that is not installed is
named and left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SECONDS_PER_MEASUREMENT = 1.0


@dataclass(frozen=True)
class Measurement:
    """How much per second we and the peer do; `ratio` is ours over the peer's."""

    name: str
    ours: float
    peer: float | None = None
    peer_name: str | None = None
    unit: str = "per second"
    note: str = ""

    @property
    def ratio(self) -> float | None:
        return None if not self.peer else self.ours / self.peer


Benchmark = Callable[[], Iterator[Measurement]]


def rate(
    work: Callable[[], int], peer: Callable[[], int] | None = None
) -> tuple[float, float | None]:
    """Units of work per second of ours and of the peer's, each the best of several turns.

    `work` does a small batch and returns how many units it did. The two take turns, so
    that whatever else the machine does strikes both.
    """
    best = [0.0, 0.0]
    workers = [work] if peer is None else [work, peer]
    deadline = time.perf_counter() + SECONDS_PER_MEASUREMENT * len(workers)
    while time.perf_counter() < deadline:
        for number, worker in enumerate(workers):
            start = time.perf_counter()
            units = worker()
            best[number] = max(best[number], units / (time.perf_counter() - start))
    return best[0], best[1] if peer is not None else None
