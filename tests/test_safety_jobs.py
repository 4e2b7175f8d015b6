"""Proofs of safety that are cut short: they return, say so, and claim nothing too much."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from goseki import Board, GosekiError, prove_region, prove_safety
from goseki.job import Job, Limits, Progress, Report
from goseki.proof import check, write_proof
from goseki.safety import RegionResult, SafetyResult, explain, eye_shapes, prove_claims
from goseki.safety.region import points_of
from tests.support.ctrl_c import CtrlC
from tests.support.own_finals import own_finals

pytestmark = pytest.mark.core

FOREVER = 10**12
HALL = Board.from_diagram("XXXXXXX/......./......./......./......./......./XXXXXXX")
"""Nobody has the time to search this out."""


def claimed_in_vain() -> SafetyResult:
    """A result that claims what no search will prove, so that writing it down takes long."""
    return RegionResult(
        board=HALL,
        region=points_of(HALL, "A6:G2"),
        defender="B",
        first="attacker",
        ko_winner="attacker",
        outside_liberties=0,
        stones="proven",
        territory="unknown",
        nodes=0,
        seconds=0.0,
        max_nodes=1,
    ).as_safety()


def long_safety(progress: Report) -> Any:
    return prove_safety(HALL, nodes=FOREVER, max_points=40, progress=progress)


def long_safety_in_threads(progress: Report) -> Any:
    board = Board.from_diagram("/".join(["......XX......"] * 4))
    return prove_safety(board, limits=Limits(nodes=FOREVER, threads=2), progress=progress)


def long_region(progress: Report) -> Any:
    return prove_region(HALL, "A6:G2", "B", nodes=FOREVER, progress=progress)


def long_eyes(progress: Report) -> Any:
    return eye_shapes(7, "corner", outside_liberties=4, progress=progress)


def long_certificate(progress: Report) -> Any:
    return prove_claims(claimed_in_vain(), progress=progress)


def long_explanation(progress: Report) -> Any:
    result = prove_safety(HALL, nodes=500, max_points=40)
    object.__setattr__(result, "max_nodes", FOREVER)
    return explain(result, "D4", progress=progress)


LONG = [
    long_safety,
    long_safety_in_threads,
    long_region,
    long_eyes,
    long_certificate,
    long_explanation,
]


@pytest.mark.parametrize("verb", LONG)
def test_a_cancelled_job_returns_what_it_has(verb: Callable[[Report], Any]) -> None:
    """This thread goes on while the work runs: a core that kept the lock would hold it up until
    the work is done."""
    with Job(verb) as job:
        for _ in range(20):
            time.sleep(0.005)
        while not (job.is_done or job.progress.text):
            time.sleep(0.005)
        assert not job.is_done
        assert job.progress.share is not None
        assert 0 <= job.progress.share < 1
        job.cancel()
        assert job.result().interrupted


@pytest.mark.parametrize("verb", LONG)
def test_ctrl_c_returns_what_was_found(verb: Callable[[Report], Any]) -> None:
    assert verb(CtrlC()).interrupted


@pytest.mark.parametrize("verb", LONG)
def test_an_exception_of_the_callback_is_raised(verb: Callable[[Report], Any]) -> None:
    def fail(progress: Progress) -> None:
        raise RuntimeError(progress.text)

    with pytest.raises(RuntimeError, match=r"\w"):
        verb(fail)


@pytest.mark.parametrize("calls", [1, 2, 4, 8])
def test_what_was_proven_before_the_interrupt_holds(calls: int, tmp_path: Any) -> None:
    """It is a part of what is proven in the end, and has a certificate that is valid."""
    left = calls

    def interrupt(progress: Progress) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    board = own_finals()[0]
    whole = prove_safety(board).ownership.proven
    result = prove_safety(board, progress=interrupt)
    assert result.interrupted == (left <= 0)
    part = result.ownership.proven
    assert (part[part != 0] == whole[part != 0]).all()
    path = tmp_path / "part.proof"
    write_proof(path, prove_claims(result))
    assert check(path).valid


def test_limits_of_time() -> None:
    result = prove_safety(HALL, nodes=FOREVER, max_points=40, seconds=0.1)
    assert (result.interrupted, result.count) == (False, 0)
    found = prove_region(HALL, "A6:G2", "B", limits=Limits(seconds=0.1, nodes=FOREVER))
    assert (found.interrupted, found.stones) == (False, "unknown")
    shapes = eye_shapes(7, "corner", outside_liberties=4, seconds=0.1)
    assert (shapes.interrupted, shapes.is_complete) == (False, False)
    sections = prove_claims(claimed_in_vain(), seconds=0.1)
    assert (list(sections), sections.interrupted, sections.is_complete) == ([], False, False)


def test_limits_that_cannot_be_kept_are_refused() -> None:
    for call, limits, name in (
        (prove_safety, Limits(memory="1G"), "memory"),
        (lambda b, **given: prove_region(b, "A6:G2", "B", **given), Limits(threads=2), "threads"),
        (lambda _, **given: eye_shapes(3, **given), Limits(nodes=5), "nodes"),
        (
            lambda b, **given: prove_claims(prove_safety(b, "benson"), **given),
            Limits(nodes=5),
            "nodes",
        ),
    ):
        with pytest.raises(GosekiError, match=f"has no limit of {name}"):
            call(HALL, limits=limits)
    with pytest.raises(GosekiError, match="threads is given twice"):
        prove_safety(HALL, limits=Limits(threads=2), jobs=2)
