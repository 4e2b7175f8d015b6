"""Long work: how far it may go, how it reports, and how it is told to stop.

Every verb that may take long (`solve`, `prove_safety`, `run_playouts`, ...) keeps the same
promises, so that whoever runs one, a command, an engine or a web page, needs to know only this
module:

- It takes `limits=`, a `Limits`. Those that people type have a short form: `seconds=5` is
  `limits=Limits(seconds=5)`.
- It takes `progress=`, a function that is called with a `Progress` at least every tenth of a
  second.
- Ctrl-C, or a `KeyboardInterrupt` that the function raises, ends it within 0.2 seconds. It then
  returns what it has found, and `interrupted` is true in the result. Any other exception of
  the function ends it too, and is raised.

A `Job` runs a verb in a thread of its own:

    job = Job(solve, Board("5x5"), seconds=600)
    print(job.progress.text)
    job.cancel()
    print(job.result().interrupted)
"""

from __future__ import annotations

import math
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Protocol, Self, TypeVar

from goseki.checks import check_whole, is_number, shown, whole
from goseki.coords import shorten
from goseki.errors import GosekiError

Result = TypeVar("Result")

MOST_SECONDS = 1e9
"""More than thirty years."""
LEAST_SECONDS = 1e-3
REPORT_SECONDS = 0.05
"""Between two reports."""
MAX_THREADS = 1024
LEAST_MEMORY = 2**16
_MEMORY = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE | re.ASCII)
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}


@dataclass(frozen=True)
class Limits:
    """What a piece of work may use. `None` leaves it to the verb.

    >>> Limits(seconds=5, memory="512M")
    Limits(seconds=5, nodes=None, memory='512M', threads=None)
    >>> Limits(nodes=0)
    Traceback (most recent call last):
    goseki.errors.GosekiError: nodes must be from 1 to 2^62 - 1, not 0
    """

    seconds: float | None = None
    nodes: int | None = None
    """How much a search looks at; of verbs that search several times, each of them."""
    memory: int | str | None = None
    """Of tables: bytes, or text such as `512M`."""
    threads: int | None = None

    def __post_init__(self) -> None:
        _check_seconds(self.seconds)
        _check_nodes(self.nodes)
        _ = self.memory_bytes
        if self.threads is not None:
            check_whole("threads", self.threads, 1, MAX_THREADS)

    @property
    def memory_bytes(self) -> int | None:
        """The memory as a number."""
        return None if self.memory is None else parse_memory(self.memory)

    @classmethod
    def of(cls, limits: Limits | None, **short_forms: Any) -> Limits:
        """The limits that a verb was given: as one value, or some of them by their short forms.

        >>> Limits.of(None, seconds=5.0) == Limits(seconds=5.0)
        True
        >>> Limits.of(Limits(nodes=10), nodes=20)
        Traceback (most recent call last):
        goseki.errors.GosekiError: nodes is given twice: as a limit and by itself
        """
        given = {name: value for name, value in short_forms.items() if value is not None}
        if limits is None:
            return cls(**given)
        if not isinstance(limits, Limits):
            raise GosekiError(f"limits are {shown(limits)}, not Limits(...)")
        for name in given:
            if getattr(limits, name) is not None:
                raise GosekiError(f"{name} is given twice: as a limit and by itself")
        return replace(limits, **given)

    def after(self, seconds: float) -> Limits:
        """What is left when some time has been used up: at least a moment.

        >>> Limits(seconds=5, nodes=10).after(2)
        Limits(seconds=3, nodes=10, memory=None, threads=None)
        """
        if self.seconds is None:
            return self
        return replace(self, seconds=max(self.seconds - seconds, LEAST_SECONDS))

    def refuse(self, verb: str, *names: str) -> None:
        """Complain of a limit that a verb cannot keep, rather than pass over it.

        >>> Limits(memory="1G").refuse("prove_safety", "memory")
        Traceback (most recent call last):
        goseki.errors.GosekiError: prove_safety has no limit of memory
        """
        for name in names:
            if getattr(self, name) is not None:
                raise GosekiError(f"{verb} has no limit of {name}")


@dataclass(frozen=True)
class Progress:
    """How far a piece of work has come."""

    share: float | None = None
    """Of the work that is done, from 0 to 1; `None` where nobody can foresee the end."""
    text: str = ""
    """The same in a line of words."""
    known: Any = None
    """What is known so far, as the verb describes it."""


Report = Callable[[Progress], object]


class Found(list[Result]):
    """What a verb that lists things has found, and whether that is all.

    >>> found = Found()
    >>> with found.within(Limits()) as report:
    ...     found.append(1)
    ...     raise KeyboardInterrupt
    >>> found, found.interrupted, found.is_complete
    ([1], True, False)
    """

    interrupted = False
    is_complete = True
    """False if Ctrl-C or a limit came first."""

    @contextmanager
    def within(self, limits: Limits, progress: Report | None = None) -> Iterator[Report]:
        """Fill the list until the time is up or Ctrl-C comes: then the block is left, with what is
        there. The block calls what it is given at least every tenth of a second; if it does more
        often, not all is passed on."""
        end = time.monotonic() + (limits.seconds or math.inf)
        tell = report_seldom(progress)

        def report(at: Progress) -> None:
            tell(at)
            if time.monotonic() >= end:
                raise _TimeIsUpError

        try:
            yield report
        except KeyboardInterrupt:
            self.interrupted, self.is_complete = True, False
        except _TimeIsUpError:
            self.is_complete = False


class _TimeIsUpError(Exception):
    pass


class CanBeInterrupted(Protocol):
    """What every verb returns."""

    @property
    def interrupted(self) -> bool: ...


Whole = TypeVar("Whole", bound=CanBeInterrupted)


def whole_result(result: Whole) -> Whole:
    """A result that only serves as a whole, such as a step on the way to a move: if Ctrl-C has
    cut it short, `KeyboardInterrupt` is raised after all."""
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def report_share(progress: Report | None) -> Callable[[float], None] | None:
    """What the core calls with the share that is done, for a function that takes `Progress`."""
    if progress is None:
        return None

    def report(share: float) -> None:
        progress(Progress(share))

    return report


def report_seldom(progress: Report | None) -> Callable[[Progress], None]:
    """What a loop may call as often as it likes: one report in a twentieth of a second is
    passed on.

    >>> report = report_seldom(print)
    >>> for share in (0.25, 0.5): report(Progress(share))
    Progress(share=0.25, text='', known=None)
    """
    due = 0.0

    def report(latest: Progress) -> None:
        nonlocal due
        if progress is not None and (now := time.monotonic()) >= due:
            due = now + REPORT_SECONDS
            progress(latest)

    return report


def report_part(progress: Report | None, number: int, count: int) -> Report | None:
    """What part `number` of `count` equal ones reports to, for a function that hears of all.

    >>> report = report_part(print, 1, 4)
    >>> report(Progress(0.5, "half of it"))
    Progress(share=0.375, text='half of it', known=None)
    """
    if progress is None:
        return None

    def report(part: Progress) -> None:
        progress(replace(part, share=(number + (part.share or 0.0)) / count))

    return report


def report_titled(progress: Report | None, title: str) -> Report | None:
    """What a step of some work reports to: its words are put after the title of the step.

    >>> report_titled(print, "step 2 of 3: ")(Progress(text="12 nodes"))
    Progress(share=None, text='step 2 of 3: 12 nodes', known=None)
    """
    if progress is None:
        return None

    def report(step: Progress) -> None:
        progress(replace(step, text=title + step.text))

    return report


class Job(Generic[Result]):
    """A verb at work in a thread, which can be watched and cancelled.

    `Job(verb, ...)` calls `verb(..., progress=...)` at once. Used in a `with` statement, the
    work is cancelled, if it has not come to its end, and waited for when the block is left.

    >>> def count(n, progress):
    ...     for i in range(n):
    ...         progress(Progress(i / n, f"{i} of {n}"))
    ...     return n
    >>> job = Job(count, 10)
    >>> job.result(), job.is_done, job.progress.text
    (10, True, '9 of 10')
    """

    def __init__(self, verb: Callable[..., Result], *arguments: Any, **options: Any) -> None:
        self._call = partial(verb, *arguments, progress=self._listen, **options)
        self._cancelled = threading.Event()
        self._progress = Progress()
        self._found: list[Result] = []
        self._error: BaseException | None = None
        self._handed_over = False
        self._thread = threading.Thread(target=self._run, name=f"job {verb}", daemon=True)
        self._thread.start()

    @property
    def progress(self) -> Progress:
        """The latest report."""
        return self._progress

    @property
    def is_done(self) -> bool:
        """Whether there is a result, or an error."""
        return not self._thread.is_alive()

    def cancel(self) -> None:
        """Ask the work to stop. Its result is what it has found by then."""
        self._cancelled.set()

    def result(self, timeout: float | None = None) -> Result:
        """Wait for the result. If the work raised an error it is raised here, once; who asks
        again is told that it failed. After `timeout` seconds a `TimeoutError` is raised, and
        the work goes on."""
        self._thread.join(timeout)
        if self._thread.is_alive():
            raise TimeoutError(f"the work has not come to its end within {timeout:g} seconds")
        if self._error is None:
            return self._found[0]
        if self._handed_over:
            raise GosekiError(f"the work failed: {self._error}")
        self._handed_over = True
        raise self._error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.cancel()
        self._thread.join()
        if kind is None and self._error is not None and not self._handed_over:
            self.result()

    def _run(self) -> None:
        try:
            self._found.append(self._call())
        except BaseException as error:  # whoever waits for the result hears of it
            self._error = error

    def _listen(self, progress: Progress) -> None:
        self._progress = progress
        if self._cancelled.is_set():
            raise KeyboardInterrupt


def parse_memory(memory: int | str) -> int:
    """Bytes, from a number or from a text such as `512M` or `1.5G`.

    >>> parse_memory("512M"), parse_memory("0.5 GiB"), parse_memory(65536)
    (536870912, 536870912, 65536)
    """
    if isinstance(memory, int):
        count = memory
    else:
        match = _MEMORY.fullmatch(memory.strip()) if isinstance(memory, str) else None
        if not match:
            text = memory if isinstance(memory, str) else repr(memory)
            raise GosekiError(f"not an amount of memory: {shorten(text)} (examples: 512M, 2G)")
        count = int(float(match[1]) * _UNITS[match[2].lower()])
    if not LEAST_MEMORY <= count < 2**46:
        raise GosekiError(f"memory of {memory} is not between 64K and 64T")
    return count


def _check_seconds(seconds: float | None) -> None:
    if seconds is not None and not (is_number(seconds) and 0 < seconds <= MOST_SECONDS):
        raise GosekiError(f"seconds must be a number above 0 and up to 1e9, not {shown(seconds)}")


def _check_nodes(nodes: int | None) -> None:
    if nodes is not None:
        count = whole(nodes)
        if count is None or not 1 <= count < 2**62:
            raise GosekiError(f"nodes must be from 1 to 2^62 - 1, not {shown(nodes)}")
