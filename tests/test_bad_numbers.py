"""No number that reaches the core from Python leads to undefined behaviour."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import goseki as gs
from goseki import Board
from goseki.cli import main
from goseki.errors import DoubleClaimError

pytestmark = pytest.mark.core


@pytest.mark.parametrize("what", ["bindings", "functions"])
def test_arguments_that_make_no_sense_are_proper_errors(what: str) -> None:
    # In another process: a crash must not end the tests. A table beyond all memory is no fault
    # that the sanitizers should end it for.
    program = Path(__file__).parent / "fuzz" / "bad_numbers.py"
    sanitizer = f"{os.environ.get('ASAN_OPTIONS', '')}:allocator_may_return_null=1".lstrip(":")
    process = subprocess.run(
        [sys.executable, "-X", "faulthandler", program, what],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "ASAN_OPTIONS": sanitizer},
    )
    last_calls = "\n".join(process.stderr.splitlines()[-20:])
    assert process.returncode == 0, last_calls
    assert process.stdout == ""


@pytest.mark.parametrize("depth", [-1, -(2**31), 100, 2**31, 10**30])
def test_perft_takes_depths_that_can_be_counted(depth: int) -> None:
    with pytest.raises(gs.GosekiError):
        gs.Board("9x9").perft(depth)
    assert gs.Board("9x9").perft(0) == 1


def test_what_both_colours_claim_is_a_loud_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def contradict(*_: object) -> SimpleNamespace:
        black, white = SimpleNamespace(area=[0, 1, 6]), SimpleNamespace(area=[6, 1, 2])
        return SimpleNamespace(black=black, white=white)

    monkeypatch.setattr("goseki.safety.solve._core.safety", contradict)
    with pytest.raises(DoubleClaimError, match=r"safe for both colours: B3, A1 \("):
        gs.prove_safety(Board("3x3"))
    assert main(["safety", "3x3"]) == 1
    assert capsys.readouterr().err.startswith("goseki: internal error: safe for both colours: B3")
