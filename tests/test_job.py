"""The seam of long work: limits, progress, and jobs that are watched, cancelled and waited for."""

import time

import pytest

from goseki.errors import GosekiError
from goseki.job import Job, Limits, Progress, Report, report_share


def tick(seconds: float, progress: Report) -> str:
    """Reports every hundredth of a second, as every verb does, and says how it ended."""
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            progress(Progress(0.5, "ticking"))
            time.sleep(0.01)
    except KeyboardInterrupt:
        return "interrupted"
    return "finished"


def test_a_job_reports_and_ends_with_its_result() -> None:
    job = Job(tick, 0.05)
    assert job.result() == "finished"
    assert job.is_done
    assert job.progress == Progress(0.5, "ticking")


def test_a_cancelled_job_hands_over_what_it_has() -> None:
    job = Job(tick, 60)
    assert not job.is_done
    job.cancel()
    assert job.result(timeout=30) == "interrupted"


def test_the_result_can_be_waited_for_a_while() -> None:
    with Job(tick, 60) as job:
        with pytest.raises(TimeoutError):
            job.result(timeout=0.01)
        assert not job.is_done
    assert job.result() == "interrupted"


def fail(progress: Report) -> None:
    raise GosekiError("no such board")


def test_an_error_is_handed_to_who_waits_once(capfd: pytest.CaptureFixture[str]) -> None:
    job = Job(fail)
    with pytest.raises(GosekiError, match=r"^no such board$"):
        job.result()
    with pytest.raises(GosekiError, match=r"^the work failed: no such board$"):
        job.result()
    assert capfd.readouterr() == ("", "")


def test_an_error_nobody_waited_for_is_raised_at_the_end_of_the_block() -> None:
    with pytest.raises(GosekiError, match="no such board"), Job(fail):
        pass
    with pytest.raises(ZeroDivisionError), Job(fail):  # the block's own error comes first
        _ = 1 // 0


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"seconds": 0}, "seconds must be a number above 0 and up to 1e9, not 0"),
        ({"seconds": float("nan")}, "seconds must be a number above 0 and up to 1e9, not nan"),
        ({"seconds": float("inf")}, "seconds must be a number above 0 and up to 1e9, not inf"),
        ({"nodes": 1.5}, "nodes must be from 1 to 2^62 - 1, not 1.5"),
        ({"memory": "lots"}, "not an amount of memory: 'lots' (examples: 512M, 2G)"),
        ({"threads": 0}, "threads is 0, not a whole number from 1 to 1024"),
    ],
)
def test_limits_that_make_no_sense_are_refused(wrong: dict[str, object], complaint: str) -> None:
    with pytest.raises(GosekiError) as error:
        Limits(**wrong)  # type: ignore[arg-type]
    assert str(error.value) == complaint


def test_limits_are_one_value_or_short_forms_but_none_is_given_twice() -> None:
    assert Limits.of(Limits(nodes=5), seconds=2) == Limits(seconds=2, nodes=5)
    with pytest.raises(GosekiError, match="given twice"):
        Limits.of(Limits(seconds=5), seconds=2)
    with pytest.raises(GosekiError, match="limits are 5, not Limits"):
        Limits.of(5)  # type: ignore[arg-type]


def test_the_core_reports_a_share() -> None:
    told: list[Progress] = []
    report = report_share(told.append)
    assert report is not None
    report(0.25)
    assert told == [Progress(0.25)]
    assert report_share(None) is None
