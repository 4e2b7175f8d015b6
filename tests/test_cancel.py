"""Every verb that may take long: cancelled, it returns what it has and says so; others can work."""

import threading
import time
from pathlib import Path

import pytest

from goseki import Board, GosekiError, solve
from goseki.benchmarks import cancel
from goseki.cli import main
from goseki.counting import count_games, count_positions
from goseki.job import Job, Limits, Progress
from goseki.playouts import evaluate_moves, run_playouts
from goseki.proof import check

pytestmark = pytest.mark.core

PATIENCE = 60
"""Seconds after which a test gives up waiting. How soon verbs stop, `goseki bench cancel` says."""


@pytest.mark.parametrize("name", cancel.VERBS)
def test_a_verb_that_is_cancelled_hands_over_what_it_has(name: str, tmp_path: Path) -> None:
    begin = threading.Event()
    ticks = 0

    def tick() -> None:
        nonlocal ticks
        while not begin.is_set():
            ticks += 1
            time.sleep(0.001)

    ticking = threading.Thread(target=tick)
    with cancel.VERBS[name](tmp_path) as job:
        ticking.start()
        while ticks < 20 and not job.is_done:
            time.sleep(0.001)
        assert not job.is_done, "too fast to be cancelled"
        job.cancel()
        assert job.result(timeout=PATIENCE).interrupted
    begin.set()
    ticking.join()
    assert ticks >= 20


def test_what_was_counted_and_played_is_kept() -> None:
    def stop_later(progress: Progress) -> None:
        reports.append(progress)
        if len(reports) == 3:
            raise KeyboardInterrupt

    reports: list[Progress] = []
    played = run_playouts(Board("9x9"), 10**9, progress=stop_later)
    assert played.games > 0
    assert played.black_wins + played.white_wins + played.draws == played.games
    assert sum(played.leads.values()) == played.games

    reports = []
    values = evaluate_moves(Board("9x9"), 10**9, method="flat", progress=stop_later)
    assert values.interrupted
    assert values.visits.sum() == values.games > 0

    reports = []
    counted = count_games(Board("5x5", "tromp-taylor"), 9, progress=stop_later)
    assert counted.interrupted
    assert counted == count_games(Board("5x5", "tromp-taylor"), len(counted))
    assert reports[-1].known == tuple(counted)


def test_a_limit_of_time_is_no_interruption() -> None:
    counted = count_games(Board("9x9"), 9, seconds=0.2)
    assert 0 < len(counted) < 9
    assert (counted.interrupted, counted.is_complete) == (False, False)
    positions = count_positions("5x5", limits=Limits(seconds=0.2))
    assert (positions, positions.interrupted) == ([], False)
    assert not run_playouts(Board("9x9"), 0, limits=Limits(seconds=0.05, threads=2)).interrupted


def test_limits_that_a_verb_cannot_keep_are_refused() -> None:
    with pytest.raises(GosekiError, match="run_playouts has no limit of nodes"):
        run_playouts(Board("3x3"), limits=Limits(nodes=5))
    with pytest.raises(GosekiError, match="count_games has no limit of memory"):
        count_games(Board("3x3"), 2, limits=Limits(memory="1M"))
    with pytest.raises(GosekiError, match="threads is given twice"):
        evaluate_moves(Board("3x3"), limits=Limits(threads=2), threads=2)


def test_an_error_of_the_callback_is_raised() -> None:
    def fail(progress: Progress) -> None:
        raise ZeroDivisionError

    for verb, arguments in (
        (solve, (Board("6x5"),)),
        (count_games, (Board("9x9"), 9)),
        (evaluate_moves, (Board("9x9"), 10**9)),
    ):
        with pytest.raises(ZeroDivisionError):
            verb(*arguments, progress=fail)  # type: ignore[operator]


def test_a_proof_whose_check_was_interrupted_is_not_valid(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "small.proof"
    solve(Board("4x3"), proof=path)
    for jobs in (1, 2):
        result = check(path, jobs=jobs, progress=stop)
        assert (result.valid, result.interrupted, result.fault) == (False, True, None)
    assert check(path).valid


def test_a_job_of_the_core_reports_what_it_knows() -> None:
    with Job(solve, Board("6x5")) as job:
        deadline = time.monotonic() + PATIENCE
        while job.progress.known is None and time.monotonic() < deadline:
            time.sleep(0.01)
        assert job.progress.known == (-30, 30)
        assert "Lead between -30 and +30" in job.progress.text


def test_the_table_of_delays(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "cancel", "--tries", "1", "--only", "sleep"]) == 0
    title, row = capsys.readouterr().out.splitlines()
    assert title.split()[-4:] == ["worst", "goal", "others", "waited"]
    assert row.startswith("nothing but sleep")
    assert main(["bench", "cancel", "--only", "bread"]) == 2
    assert "no verb has in its name" in capsys.readouterr().err
