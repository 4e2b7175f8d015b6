"""Options of `goseki solve` together: what goes with what, and what is refused."""

import json
from pathlib import Path

import pytest

from goseki import Board, GosekiError
from goseki.cli import main
from goseki.proof import check
from goseki.solver import searches, solve

pytestmark = pytest.mark.core

THESIS = "has no meaning with --method thesis"
CAPTURE = "has no meaning with --game capture"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("2x2 --openings --at-least 1", "not both"),
        ("2x2 --jobs 2", "--jobs has no meaning with one position: it needs --openings"),
        (
            "2x2 --cluster tcp://x:1",
            "--cluster has no meaning with one position: it needs --openings",
        ),
        ("2x2 --plies 2", "--plies has no meaning with one position: it needs --openings"),
        ("2x2 --openings --jobs 2 --cluster tcp://x:1", "give them or a cluster, not both"),
        ("2x2 --openings --plies 3", "--plies"),
        ("2x2 --openings --plies 2 --ko ssk", "1 ply deep under ssk, not 2"),
        ("2x2 --threads 0", "--threads"),
        ("2x2 --threads 1000000", "--threads"),
        ("2x2 --threads 2 --openings", "openings are shared by jobs, not by threads"),
        ("2x2 --threads 2 --ko ssk", "threads are for basic and cycle ko, not for ssk"),
        ("2x2 --threads 2 --method thesis", f"--threads {THESIS}"),
        ("2x2 --threads 2 --game capture", f"--threads {CAPTURE}"),
        ("2x2 --checkpoint FILE --ko psk", "a checkpoint is for basic and cycle ko, not for psk"),
        ("2x2 --openings --checkpoint FILE --ko ssk", "a checkpoint is for basic and cycle ko"),
        ("2x2 --proof FILE --ko ssk", "a proof is for basic and cycle ko, not for ssk"),
        ("2x2 --proof FILE --ko ssk-approx", "a proof is for basic and cycle ko"),
        ("6x6 --checkpoint FILE", "a checkpoint is for boards of up to 33 points, not 6x6"),
        ("6x6 --proof FILE", "a proof is for boards of up to 33 points, not 6x6"),
        ("6x6 --method thesis", "more than 33"),
        ("2x2 --without etc", "--without has no meaning with --method default"),
        ("2x2 --method thesis --at-least 1", f"--at-least {THESIS}"),
        ("2x2 --method thesis --openings", f"--openings {THESIS}"),
        ("2x2 --method thesis --checkpoint FILE", f"--checkpoint {THESIS}"),
        ("2x2 --method thesis --proof FILE", f"--proof {THESIS}"),
        ("2x2 --method thesis --jobs 2", f"--jobs {THESIS}"),
        ("2x2 --method thesis --game capture --winner-only", f"--winner-only {THESIS}"),
        ("2x2 --method thesis --game capture --proof FILE", f"--proof {THESIS}"),
        ("2x2 --game capture --checkpoint FILE", f"--checkpoint {CAPTURE}"),
        ("2x2 --game capture --openings", f"--openings {CAPTURE}"),
        ("2x2 --game capture --plies 2", f"--plies {CAPTURE}"),
        ("2x2 --game capture --cluster tcp://x:1", f"--cluster {CAPTURE}"),
        ("2x2 --game capture --ko ssk", f"--ko {CAPTURE}"),
    ],
)
def test_contradictions_are_refused_in_one_line_and_leave_no_file(
    options: str, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [str(tmp_path / "file") if word == "FILE" else word for word in options.split()]
    assert main(["solve", *arguments]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert complaint in captured.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("3x2 --openings --plies 2", {"score": 0.0}),
        ("2x2 --openings --ko ssk", {"score": 1.0, "evidence": "proven"}),
        ("2x2 --openings --ko psk --seconds 60 --nodes 1000000", {"score": 1.0}),
        ("2x2 --openings --ko ssk-approx", {"score": 1.0, "evidence": "estimate"}),
        ("2x2 --at-least 1 --ko psk --two-passes", {"holds": True}),
        ("2x2 --checkpoint FILE --at-least 1 --ko basic", {"holds": False}),
        ("2x2 --openings --checkpoint FILE --plies 2", {"score": 0.0}),
        ("3x4 --threads 2 --checkpoint FILE", {"score": 4.0}),
        ("6x6 --openings --nodes 1", {"score": None, "evidence": "unknown"}),
        ("6x6 --ko ssk --at-least 1", {"holds": None, "evidence": "unknown"}),
        ("2x2 --method thesis --ko psk --komi 0.5", {"score": 0.5, "method": "thesis"}),
        ("2x2 --method thesis --without tt,ut --game go", {"without": ["tt", "ut"]}),
        ("2x2 --method thesis --without tt --game capture", {"winner": "W", "plies": 4}),
    ],
)
def test_what_goes_together(
    options: str,
    expected: dict[str, object],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = [str(tmp_path / "file") if word == "FILE" else word for word in options.split()]
    assert main(["solve", *arguments, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert {name: facts[name] for name in expected} == expected


@pytest.mark.parametrize(
    "options",
    [
        "2x2 --openings --ko basic",
        "2x2 --openings --plies 2 --checkpoint FILE",
        "2x2 --checkpoint FILE",
        "2x2 --at-least 1 --two-passes",
        "3x1 --komi 0.5 --nodes 100000",
        "2x2 --game capture --winner-only",
    ],
)
def test_a_proof_goes_with_all_that_proves(
    options: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [str(tmp_path / "file") if word == "FILE" else word for word in options.split()]
    proof = tmp_path / "some.proof"
    assert main(["solve", *arguments, "--proof", str(proof)]) == 0
    assert str(proof) in capsys.readouterr().out
    assert check(proof).valid


@pytest.mark.parametrize("plies", [1, 2])
def test_the_line_of_every_opening_can_be_played(plies: int) -> None:
    board = Board("3x2")
    for point, opening in solve(board, openings=True, plies=plies).openings.items():
        after = board.copy()
        for move in (point, *opening.pv):
            after.play(move)
        assert not opening.pv or opening.best[0] == opening.pv[0]


def test_openings_of_a_limited_time_share_it() -> None:
    result = solve(Board("5x5"), openings=True, seconds=0.3, memory=1 << 22)
    assert len(result.openings) == 25
    assert all(opening.evidence == "unknown" for opening in result.openings.values())


def test_an_answer_without_a_complete_strategy_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find_none(*_: object, **__: object) -> None:
        raise GosekiError("no proof for a lead of +0: it would have more situations than allowed")

    monkeypatch.setattr(searches, "prove_go", find_none)
    result = solve(Board("2x2"), proof=tmp_path / "some.proof")
    assert (result.score, result.evidence, result.proof) == (0, "proven", None)
    assert result.note.startswith("There is no proof for a lead of +0")
    assert list(tmp_path.iterdir()) == []
