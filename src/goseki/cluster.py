"""Work spread over processes of this machine, or over a Dask cluster.

One function, many tasks, results as they come:

    for outcome in spread(play_game, pairings, jobs=4):
        print(outcome.task, outcome.result)

`results` is the same for who needs every result, and may have one job done in this process.
The function and its tasks are pickled, so the function stands at the top of a module, and a
script that spreads work guards its own with `if __name__ == "__main__":`.
"""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, TypeVar, cast

from goseki.errors import GosekiError
from goseki.job import Progress, Report

Task = TypeVar("Task")
Result = TypeVar("Result")

CONNECT_SECONDS = 10
ATTEMPTS = 2
TICK = 0.05
"""Seconds between two reports while there is nothing new."""


@dataclass(frozen=True)
class Outcome(Generic[Task, Result]):
    """What became of a task: its result, or the error that it ended with."""

    task: Task
    result: Result | None = None
    error: Exception | None = None


class WorkerDiedError(GosekiError):
    """The process that worked on a task ended without an answer, more than once."""


def spread(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    jobs: int | None = None,
    address: str | None = None,
    progress: Report | None = None,
) -> Iterator[Outcome[Task, Result]]:
    """Call `function` with every task and yield the outcomes in the order they come.

    `jobs` processes of this machine work at once, one per core by default; or the workers of
    the Dask cluster whose scheduler listens at `address` (such as `tcp://host:8786`), which
    must have Goseki installed. `progress` is told how many tasks are done.

    An exception that the function raises is an outcome, too. A task whose process dies (out
    of memory, say) is given to another; if that dies as well, the outcome is a `WorkerDiedError`.
    (Dask has its own number of attempts: `distributed.scheduler.allowed-failures`.) Stopping
    the iteration, by Ctrl-C or otherwise, ends what is under way and keeps what came.
    """
    if jobs is not None and jobs < 1:
        raise GosekiError(f"the number of jobs must be at least 1, not {jobs}")
    outcomes: Iterator[Outcome[Task, Result] | None]
    if address is None:
        outcomes = _over_processes(function, tasks, min(jobs or _cores(), max(len(tasks), 1)))
    elif jobs is not None:
        raise GosekiError("jobs are processes of this machine: give them or a cluster, not both")
    else:
        outcomes = _over_cluster(function, tasks, _connect(address))
    return _reported(outcomes, len(tasks), progress)


def results(
    function: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    jobs: int = 1,
    in_order: bool = False,
    progress: Report | None = None,
) -> Iterator[tuple[Task, Result]]:
    """Every task with what `function` returns for it, as they come or in the order of the
    tasks. What the function raises is raised here. One job is done in this process; more are
    done in as many others, as by `spread`.

    >>> list(results(len, ["five", "stones"]))
    [('five', 4), ('stones', 6)]
    """
    numbered = list(enumerate(tasks))
    work = partial(_call_numbered, function)
    if jobs == 1:
        here = (Outcome(task, work(task)) for task in numbered)
        outcomes = _reported(here, len(tasks), progress)
    else:
        outcomes = spread(work, numbered, jobs=jobs, progress=progress)
    return _results(outcomes, in_order)


def _call_numbered(function: Callable[[Task], Result], task: tuple[int, Task]) -> Result:
    return function(task[1])


def _results(
    outcomes: Iterator[Outcome[tuple[int, Task], Result]], in_order: bool
) -> Iterator[tuple[Task, Result]]:
    early: dict[int, tuple[Task, Result]] = {}
    due = 0
    for outcome in outcomes:
        if outcome.error is not None:
            raise outcome.error
        number, task = outcome.task
        result = cast(Result, outcome.result)
        if not in_order:
            yield task, result
            continue
        early[number] = task, result
        while due in early:
            yield early.pop(due)
            due += 1


def _reported(
    outcomes: Iterator[Outcome[Task, Result] | None], total: int, progress: Report | None
) -> Iterator[Outcome[Task, Result]]:
    """The outcomes, without the `None`s that stand for a moment in which there was none."""
    done = 0
    for outcome in outcomes:
        if outcome is not None:
            done += 1
            yield outcome
        if progress:
            progress(Progress(done / total, f"{done} of {total} are done"))


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass
class _Job(Generic[Task]):
    task: Task
    attempt: int = 1


class _Worker(Generic[Task]):
    """A process with a pipe to it, which takes one task at a time."""

    def __init__(self, function: Callable[[Task], Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(function, theirs), daemon=True)
        # Python's own helper is started first, since that lets Ctrl-C through again.
        resource_tracker.ensure_running()
        with _ctrl_c_held_back():
            self.process.start()
        theirs.close()  # so that its death closes the pipe
        self.job: _Job[Task] | None = None

    def give(self, job: _Job[Task]) -> None:
        self.job = job
        with contextlib.suppress(BrokenPipeError):  # it died; taking the answer will show it
            self.pipe.send(job.task)

    def take(self) -> tuple[Any, Exception | None]:
        """Its answer. Raises EOFError if it has died."""
        try:
            answer: tuple[Any, Exception | None] = self.pipe.recv()
        except ConnectionResetError:
            raise EOFError from None
        self.job = None
        return answer

    def end(self) -> None:
        self.pipe.close()
        if self.job is not None:
            self.process.kill()
        self.process.join()


@contextlib.contextmanager
def _ctrl_c_held_back() -> Iterator[None]:
    """Keep Ctrl-C from a process that is being started until it can ignore it, and from the
    start itself, which must not stop halfway. Threads that others have started (NumPy's, say) may
    receive the signal all the same, so Python must not raise it here either."""
    held_back: list[Any] = []
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.getsignal(signal.SIGINT)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    if is_main:
        signal.signal(signal.SIGINT, lambda *signaled: held_back.append(signaled))
    try:
        yield
    finally:
        if is_main:
            signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    if held_back and callable(handler):
        handler(*held_back[0])


def _serve(function: Callable[[Any], Any], pipe: Connection) -> None:
    """What a worker does: answer tasks until the pipe or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    threading.Thread(target=_end_with_parent, daemon=True).start()
    answer: tuple[Any, Exception | None]
    while True:
        try:
            task = pipe.recv()
        except EOFError:
            return
        try:
            answer = function(task), None
        except Exception as error:
            answer = None, error
        try:
            pipe.send(answer)
        except BrokenPipeError:
            return
        except Exception as error:  # cannot be pickled
            pipe.send((None, TypeError(f"{error} (answer: {answer!r:.200})")))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _over_processes(
    function: Callable[[Task], Result], tasks: Sequence[Task], count: int
) -> Iterator[Outcome[Task, Result] | None]:
    waiting = deque(_Job(task) for task in tasks)
    workers: list[_Worker[Task]] = []
    try:
        while waiting or any(worker.job for worker in workers):
            while waiting and (worker := _idle(workers, function, count)):
                worker.give(waiting.popleft())
            ready = wait([worker.pipe for worker in workers if worker.job], TICK)
            if not ready:
                yield None
            for worker in [worker for worker in workers if worker.pipe in ready]:
                job = worker.job
                assert job is not None
                try:
                    result, error = worker.take()
                except EOFError:
                    workers.remove(worker)
                    worker.end()
                    if job.attempt < ATTEMPTS:
                        waiting.appendleft(_Job(job.task, job.attempt + 1))
                        continue
                    status = worker.process.exitcode
                    result, error = (
                        None,
                        WorkerDiedError(f"its process died twice (status {status})"),
                    )
                yield Outcome(job.task, result, error)
    finally:
        for worker in workers:
            worker.end()


def _idle(
    workers: list[_Worker[Task]], function: Callable[[Task], Any], count: int
) -> _Worker[Task] | None:
    """A worker with nothing to do, started if there are fewer than `count`."""
    for worker in workers:
        if worker.job is None:
            return worker
    if len(workers) == count:
        return None
    workers.append(_Worker(function))
    return workers[-1]


def _dask() -> Any:
    """The package `distributed`, which is loaded only if it is asked for."""
    try:
        return importlib.import_module("distributed")
    except ImportError:
        raise GosekiError("a cluster needs Dask: pip install '.[cluster]'") from None


def _connect(address: str) -> Any:
    dask = _dask()
    try:
        return dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise GosekiError(f"no Dask cluster answers at {address!r}: {reason}") from None


def _over_cluster(
    function: Callable[[Task], Result], tasks: Sequence[Task], client: Any
) -> Iterator[Outcome[Task, Result] | None]:
    dask = _dask()
    with client:
        task_of = {client.submit(function, task, pure=False): task for task in tasks}
        try:
            finished = dask.as_completed(task_of, loop=client.loop)
            while not finished.is_empty():
                if not finished.has_ready():
                    time.sleep(TICK)
                    yield None
                    continue
                future = next(finished)
                error = future.exception()
                if isinstance(error, dask.KilledWorker):
                    error = WorkerDiedError(f"its workers died: {str(error).partition('.')[0]}")
                yield Outcome(task_of[future], None if error else future.result(), error)
        finally:
            client.cancel(list(task_of))
