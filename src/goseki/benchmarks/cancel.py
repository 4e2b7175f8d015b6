"""Cancelling: how long verbs go on after they were told to stop, and whether others can work
meanwhile.

Every verb that may take long is run as a `Job` and cancelled at random moments (`goseki.job` has
the promises that this measures). All the while another thread ticks: the longest it waits for a
turn is the longest that the verb has kept Python to itself.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from goseki.analysis import analyze
from goseki.board import Board
from goseki.counting import count_games, count_positions
from goseki.job import Job, Progress, Report
from goseki.phantom import PhantomPlayer, PhantomRules, Settings
from goseki.phantom.equilibrium import find_linprog, solve_value
from goseki.phantom.exact import exploitability
from goseki.phantom.observation import InformationState
from goseki.phantom.regret import approach_value
from goseki.phantom.tiny import TinyGame
from goseki.phantom.tree import search_tree
from goseki.phantom.worlds import sample_worlds
from goseki.playouts import evaluate_moves, run_playouts, sample_game
from goseki.proof import check
from goseki.safety import eye_shapes, prove_region, prove_safety
from goseki.solver import solve, solve_as_thesis, solve_capture
from goseki.tactics import solve_problem

GOAL = 0.2
"""Seconds within which a verb has to stop."""
TRIES = 10
LONGEST_RUN = 1.5
"""Seconds after which a verb is cancelled at the latest."""
MANY = 10**9
TICK = 0.001

Start = Callable[[Path], Job[Any]]
"""Begins some work, which may leave files in a folder or find them there."""


@dataclass(frozen=True)
class Cancelled:
    """What came of cancelling a verb at random moments. Times are in seconds."""

    name: str
    delays: tuple[float, ...]
    """From the word to the result."""
    others_waited: float
    """The longest that another thread waited for its turn."""
    all_marked: bool
    """Whether every result said that it was interrupted."""

    @property
    def median(self) -> float | None:
        return median(self.delays) if self.delays else None

    @property
    def worst(self) -> float | None:
        return max(self.delays, default=None)


def measure(tries: int = TRIES, *, seed: int = 1, only: str = "") -> Iterator[Cancelled]:
    """Cancel every verb whose name has `only` in it.

    >>> [found] = measure(2, only="playouts, 2 threads")
    >>> len(found.delays), found.all_marked
    (2, True)
    """
    moments = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        for name, start in VERBS.items():
            if only in name:
                latest = [moments.uniform(0.0, LONGEST_RUN) for _ in range(tries)]
                yield _measure_verb(name, start, Path(folder), latest)


def _measure_verb(name: str, start: Start, folder: Path, moments: list[float]) -> Cancelled:
    delays, all_marked = [], True
    with _Ticking() as ticking:
        for moment in moments:
            with start(folder) as job:
                time.sleep(moment)
                if job.is_done:  # it was faster: nothing to cancel
                    continue
                cancelled = time.perf_counter()
                job.cancel()
                result = job.result()
            delays.append(time.perf_counter() - cancelled)
            all_marked = all_marked and result.interrupted
    return Cancelled(name, tuple(delays), ticking.longest_wait, all_marked)


class _Ticking:
    """Another thread that would like to do a little work all the time."""

    def __init__(self) -> None:
        self.longest_wait = 0.0
        self._is_over = False
        self._thread = threading.Thread(target=self._tick, daemon=True)

    def __enter__(self) -> _Ticking:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._thread.join()

    def _tick(self) -> None:
        while not self._is_over:
            before = time.perf_counter()
            time.sleep(TICK)
            self.longest_wait = max(self.longest_wait, time.perf_counter() - before - TICK)


@dataclass(frozen=True)
class _Slept:
    interrupted: bool


def _sleep(progress: Report) -> _Slept:
    """Does nothing: shows what the machine itself makes of a cancelled job."""
    try:
        while True:
            progress(Progress())
            time.sleep(TICK)
    except KeyboardInterrupt:
        return _Slept(True)


def _solve(size: str, **options: Any) -> Start:
    return lambda _: Job(solve, Board(size), **options)


def _decide(player: str, size: str = "9x9", **options: Any) -> Start:
    settings = Settings(MANY, **options)
    return lambda _: Job(PhantomPlayer(player, PhantomRules.on(size), "B", settings).decide)


def _certify(folder: Path) -> Job[Any]:
    return Job(solve, Board("5x4"), at_least=1, proof=folder / "5x4.proof", force=True)


def _check(folder: Path) -> Job[Any]:
    path = folder / "4x4.proof"
    if not path.exists():
        solve(Board("4x4"), proof=path)
    return Job(check, path)


def _value(_: Path) -> Job[Any]:
    find_linprog()  # to load SciPy takes a second, once
    return Job(solve_value, TinyGame("2x2", plies=6))


def _middle_game() -> Board:
    board = Board("19x19")
    for point in sample_game(board, seed=3)[:260]:
        board.play_recorded(point, board.to_play)
    return board


def _corner() -> Board:
    board = Board("9x9")
    board.setup(["C3", "D3", "C6", "E4"], [])
    return board


def _state() -> InformationState:
    return InformationState(PhantomRules.on("9x9"), "B")


VERBS: dict[str, Start] = {
    "nothing but sleep": lambda _: Job(_sleep),
    "solve, basic ko": _solve("6x5", ko="basic"),
    "solve, cycle ko": _solve("6x5"),
    "solve, ssk": _solve("5x4", ko="ssk"),
    "solve, ssk-approx": _solve("6x5", ko="ssk-approx"),
    "solve, psk": _solve("5x4", ko="psk"),
    "solve, 2 threads": _solve("6x5", threads=2),
    "solve, openings": _solve("5x5", openings=True),
    "solve, openings, 2 jobs": _solve("5x5", openings=True, jobs=2),
    "solve and certify": _certify,
    "solve as the thesis": lambda _: Job(solve_as_thesis, Board("6x5")),
    "solve_capture": lambda _: Job(solve_capture, Board("6x6")),
    "solve_capture as the thesis": lambda _: Job(solve_capture, Board("6x6"), method="thesis"),
    "prove_safety, 1 thread": lambda _: Job(prove_safety, _middle_game(), nodes=MANY),
    "prove_safety, 2 threads": lambda _: Job(prove_safety, _middle_game(), nodes=MANY, jobs=2),
    "prove_region": lambda _: Job(prove_region, _corner(), "A1:F6", "B", nodes=MANY),
    "solve_problem": lambda _: Job(solve_problem, _corner(), "C3", "capture", "W", nodes=MANY),
    "solve_problem, target found": lambda _: Job(solve_problem, _middle_game(), nodes=MANY),
    "analyze": lambda _: Job(analyze, _middle_game(), MANY),
    "eye_shapes": lambda _: Job(eye_shapes, 7),
    "playouts": lambda _: Job(run_playouts, Board("19x19"), MANY),
    "playouts, 2 threads": lambda _: Job(run_playouts, Board("9x9"), MANY, threads=2),
    "playouts without an end": lambda _: Job(run_playouts, Board("3x3"), MANY, longest=MANY),
    "evaluate_moves, amaf": lambda _: Job(evaluate_moves, Board("19x19"), MANY),
    "evaluate_moves, flat": lambda _: Job(evaluate_moves, Board("19x19"), MANY, method="flat"),
    "phantom, mce_std": _decide("mce_std", "19x19"),
    "phantom, mce_all, 2 threads": _decide("mce_all", threads=2),
    "phantom, uct_prob": _decide("uct_prob"),
    "phantom, ismcts": _decide("ismcts"),
    "phantom, best": _decide("best", "19x19"),
    "phantom, search tree": lambda _: Job(search_tree, _state(), simulations=MANY),
    "phantom, sampled worlds": lambda _: Job(sample_worlds, _state(), 10**6),
    "phantom, best responses": lambda _: Job(exploitability, TinyGame("2x2"), "mce_all"),
    "phantom, value by mixtures": _value,
    "phantom, value by regrets": lambda _: Job(approach_value, TinyGame("2x2", plies=6), gap=0.0),
    "count games": lambda _: Job(count_games, Board("9x9"), 9),
    "count positions": lambda _: Job(count_positions, "5x5"),
    "check a proof": _check,
}
"""Work that would take longer than anyone waits here."""
