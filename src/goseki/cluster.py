"""Work spread over processes of this machine, or over a Dask cluster.

One function, many tasks, results as they come:

    for outcome in spread(play_game, pairings, jobs=4):
        print(outcome.task, outcome.result)

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
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Generic, TypeVar

from goseki.errors import GosekiError

Task = TypeVar("Task")
Result = TypeVar("Result")
Report = Callable[[int, int], None]

CONNECT_SECONDS = 10
ATTEMPTS = 2


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
    must have Goseki installed. `progress` is told how many tasks are done, and of how many.

    An exception that the function raises is an outcome, too. A task whose process dies (out
    of memory, say) is given to another; if that dies as well, the outcome is a `WorkerDiedError`.
    (Dask has its own number of attempts: `distributed.scheduler.allowed-failures`.) Stopping
    the iteration, by Ctrl-C or otherwise, ends what is under way and keeps what came.
    """
    if jobs is not None and jobs < 1:
        raise GosekiError(f"the number of jobs must be at least 1, not {jobs}")
    if address is None:
        outcomes = _over_processes(function, tasks, min(jobs or _cores(), max(len(tasks), 1)))
    elif jobs is not None:
        raise GosekiError("jobs are processes of this machine: give them or a cluster, not both")
    else:
        outcomes = _over_cluster(function, tasks, _connect(address))
    return _reported(outcomes, len(tasks), progress)


def _reported(
    outcomes: Iterator[Outcome[Task, Result]], total: int, progress: Report | None
) -> Iterator[Outcome[Task, Result]]:
    for done, outcome in enumerate(outcomes, 1):
        if progress:
            progress(done, total)
        yield outcome


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C, not even while they load: it goes
    to all processes of a terminal at once. This one hears it afterwards."""
    resource_tracker.ensure_running()  # which else starts now, and ends what is held
    handler = signal.getsignal(signal.SIGINT)
    heard: list[tuple[int, FrameType | None]] = []
    # What is blocked here is heard by another thread, and the handler called all the same.
    mine = callable(handler) and threading.current_thread() is threading.main_thread()
    if mine:
        signal.signal(signal.SIGINT, lambda number, frame: heard.append((number, frame)))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if mine:
            signal.signal(signal.SIGINT, handler)
    if heard and callable(handler):
        handler(*heard[0])


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
        with interrupts_held():
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


def _serve(function: Callable[[Any], Any], pipe: Connection) -> None:
    """What a worker does: answer tasks until the pipe or its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
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
) -> Iterator[Outcome[Task, Result]]:
    waiting = deque(_Job(task) for task in tasks)
    workers: list[_Worker[Task]] = []
    try:
        while waiting or any(worker.job for worker in workers):
            while waiting and (worker := _idle(workers, function, count)):
                worker.give(waiting.popleft())
            ready = wait([worker.pipe for worker in workers if worker.job])
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
        raise GosekiError("a cluster needs Dask: pip install 'goseki[cluster]'") from None


def _connect(address: str) -> Any:
    dask = _dask()
    try:
        return dask.Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).partition("\n")[0]
        raise GosekiError(f"no Dask cluster answers at {address!r}: {reason}") from None


def _over_cluster(
    function: Callable[[Task], Result], tasks: Sequence[Task], client: Any
) -> Iterator[Outcome[Task, Result]]:
    dask = _dask()
    with client:
        task_of = {client.submit(function, task, pure=False): task for task in tasks}
        try:
            for future in dask.as_completed(task_of, loop=client.loop):
                error = future.exception()
                if isinstance(error, dask.KilledWorker):
                    error = WorkerDiedError(f"its workers died: {str(error).partition('.')[0]}")
                yield Outcome(task_of[future], None if error else future.result(), error)
        finally:
            client.cancel(list(task_of))
