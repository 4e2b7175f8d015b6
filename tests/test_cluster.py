"""Work spread over processes and over Dask: results, errors, deaths and interruptions."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goseki import GosekiError, cluster
from goseki.cluster import WorkerDiedError, results, spread
from goseki.job import Progress

UNSENDABLE = 1000


def square(number: int) -> object:
    if number < 0:
        raise ValueError(f"{number} is negative")
    return (lambda: None) if number == UNSENDABLE else number * number


def die_the_first_time(path: str) -> str:
    if not os.path.exists(path):
        Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "survived"


def die_if_told(word: str) -> str:
    if word == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return word


def say_who_and_wait(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(600)


def test_every_task_is_done_once_and_reported() -> None:
    reports: list[Progress] = []
    tasks = [*range(8), -3, UNSENDABLE]
    outcomes = list(spread(square, tasks, jobs=2, progress=reports.append))
    assert list(dict.fromkeys(reports))[-10:] == [
        Progress(n / 10, f"{n} of 10 are done") for n in range(1, 11)
    ]
    outcomes.sort(key=lambda outcome: outcome.task)
    assert [outcome.task for outcome in outcomes] == sorted(tasks)
    assert [outcome.result for outcome in outcomes] == [None, *(n * n for n in range(8)), None]
    # An exception is an outcome, and so is an answer that cannot be sent.
    failed, *done, unsent = outcomes
    assert str(failed.error) == "-3 is negative"
    assert all(outcome.error is None for outcome in done)
    assert isinstance(unsent.error, TypeError)


def test_no_tasks_no_outcomes() -> None:
    assert list(spread(square, [], jobs=2)) == []


def first_after_second(path: str) -> str:
    """The task `second` leaves a file, and the task `first` waits for it."""
    second = Path(path).with_name("second")
    if Path(path).name == "first":
        wait_for(second.exists)
    else:
        second.touch()
    return Path(path).name


@pytest.mark.parametrize("in_order", [False, True])
def test_results_come_at_once_or_in_order(tmp_path: Path, in_order: bool) -> None:
    reports: list[Progress] = []
    tasks = [str(tmp_path / name) for name in ("first", "second")]
    come = results(first_after_second, tasks, jobs=2, in_order=in_order, progress=reports.append)
    expected = ["first", "second"] if in_order else ["second", "first"]
    assert [(Path(task).name, result) for task, result in come] == [(n, n) for n in expected]
    assert reports[-1] == Progress(1.0, "2 of 2 are done")


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_among_results_is_raised(jobs: int) -> None:
    with pytest.raises(ValueError, match="-3 is negative"):
        list(results(square, [1, -3, 2], jobs=jobs))


def who_works(_: int) -> int:
    return os.getpid()


def test_one_job_is_done_in_this_process() -> None:
    assert list(results(who_works, [7])) == [(7, os.getpid())]
    ((_, pid),) = results(who_works, [7], jobs=2)
    assert pid != os.getpid()


def test_a_task_whose_process_dies_is_tried_again(tmp_path: Path) -> None:
    (outcome,) = spread(die_the_first_time, [str(tmp_path / "was here")], jobs=1)
    assert (outcome.result, outcome.error) == ("survived", None)


def test_a_task_that_kills_twice_fails_alone() -> None:
    words = ["a", "die", "b"]
    outcomes = {outcome.task: outcome for outcome in spread(die_if_told, words, jobs=1)}
    assert isinstance(outcomes["die"].error, WorkerDiedError)
    assert "died twice (status -9)" in str(outcomes["die"].error)
    assert [outcomes[word].result for word in "ab"] == ["a", "b"]


def is_running(pid: int) -> bool:
    """Whether the process runs: it has not ended, and is not a zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition: object, seconds: float = 30.0) -> bool:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.05)
    return False


SPREADS_AND_WAITS = """
import sys
from tests.test_cluster import say_who_and_wait
from goseki.cluster import spread

if __name__ == "__main__":
    try:
        list(spread(say_who_and_wait, [sys.argv[1]], jobs=1))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to see processes")
@pytest.mark.parametrize("with_signal", [signal.SIGKILL, signal.SIGINT])
def test_workers_do_not_outlive_who_started_them(tmp_path: Path, with_signal: int) -> None:
    script = tmp_path / "script.py"
    script.write_text(SPREADS_AND_WAITS)
    pids = tmp_path / "pids"
    pids.mkdir()
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])}
    with subprocess.Popen(
        [sys.executable, script, pids], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert wait_for(lambda: any(pids.iterdir()))
        process.send_signal(with_signal)
        output = process.stdout.read() if process.stdout else ""
    assert output == ("interrupted\n" if with_signal == signal.SIGINT else "")
    workers = [int(path.name) for path in pids.iterdir()]
    try:
        assert wait_for(lambda: not any(map(is_running, workers)))
    finally:
        for pid in workers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


STARTS_SLOWLY = """
import os, sys, time
from pathlib import Path

import goseki
from goseki.cluster import spread

if __name__ == "__main__":
    print("begins", flush=True)
    try:
        list(spread(time.sleep, [600], jobs=1))
    except KeyboardInterrupt:
        print("interrupted", flush=True)
else:
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(1)
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to see processes")
def test_ctrl_c_while_workers_start_is_quiet(tmp_path: Path) -> None:
    """A terminal sends it to all processes, also to one that is still starting."""
    script = tmp_path / "script.py"
    script.write_text(STARTS_SLOWLY)
    pids = tmp_path / "pids"
    pids.mkdir()
    with subprocess.Popen(
        [sys.executable, script, pids],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        assert wait_for(lambda: any(pids.iterdir()))
        os.killpg(process.pid, signal.SIGINT)
        output, complaint = process.communicate()
    assert (output, complaint) == ("begins\ninterrupted\n", "")


def test_bad_numbers_of_jobs_are_refused() -> None:
    with pytest.raises(GosekiError, match="at least 1, not 0"):
        spread(square, [1], jobs=0)
    with pytest.raises(GosekiError, match="not both"):
        spread(square, [1], jobs=1, address="tcp://localhost:1")


def test_without_dask_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(GosekiError, match=r"needs Dask: pip install '\.\[cluster\]'"):
        spread(square, [1], address="tcp://localhost:1")


@pytest.mark.filterwarnings("ignore")
class TestDask:
    """With a cluster inside this process."""

    @pytest.fixture
    def address(self) -> object:
        dask = pytest.importorskip("distributed", reason="Dask is not installed")
        with dask.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as local:
            yield local.scheduler_address

    def test_results_and_errors(self, address: str) -> None:
        outcomes = {o.task: o for o in spread(square, [1, 2, -3], address=address)}
        assert (outcomes[1].result, outcomes[2].result) == (1, 4)
        assert str(outcomes[-3].error) == "-3 is negative"

    def test_stopping_early_keeps_what_came(self, address: str) -> None:
        outcomes = spread(square, range(50), address=address)
        assert next(outcomes).error is None
        outcomes.close()  # type: ignore[attr-defined]

    def test_an_address_where_nobody_listens(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pytest.importorskip("distributed", reason="Dask is not installed")
        monkeypatch.setattr(cluster, "CONNECT_SECONDS", 1)
        for address in ("tcp://127.0.0.1:9", "nonsense://x"):
            with pytest.raises(GosekiError, match="no Dask cluster answers at") as caught:
                spread(square, [1], address=address)
            assert "\n" not in str(caught.value)
