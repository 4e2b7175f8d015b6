"""GNU Go's own tests: read, asked at our GTP door, graded, and put beside GNU Go's answers."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from goseki import GosekiError
from goseki.cli import main
from goseki.experiments import gnugo_tests
from goseki.experiments.gnugo_tests import find_gnugo, is_right, run

pytestmark = pytest.mark.core

SHARED = Path(__file__).parents[1] / "../shared/data/tactics/gnugo-tactics.jsonl"
CRITICAL = {"status": "critical", "kill_moves": ["A1"], "live_moves": ["B1"]}
LADDER = "(;SZ[9]AB[ce][cd][dd][df][ef]AW[de][ee])"


def record(sgf: str, *tests: dict[str, Any]) -> dict[str, Any]:
    return {"sgf": sgf, "tests": list(tests)}


def asked(number: str, line: str, **answer: Any) -> dict[str, Any]:
    command, *arguments = line.split()
    return {"id": number, "cmd": command, "args": arguments, "answer": answer}


@pytest.fixture
def tests_file(tmp_path: Path) -> Path:
    records = [
        record(
            LADDER,
            asked("1", "attack D5", result=[1], moves=["F5"]),
            asked("2", "attack D5", result=[1], moves=["E6"]),  # which is wrong
            asked("3", "attack_either D5 D6", result=[1]),  # no command of ours
        ),
        record(
            "(;SZ[3]AB[ab][bb][ba]AW[ac][bc][cb][ca])",
            asked("4", "dragon_status A2", status="critical", kill_moves=["A3"], live_moves=["C1"]),
            asked("5", "defend a2", result=[1]),
            asked("6", "attack A3", result=[1]),  # there is no stone
            asked("7", "defend A2"),  # has no answer
        ),
    ]
    path = tmp_path / "tests.jsonl"
    path.write_text("\n".join(map(json.dumps, records)) + "\n")
    return path


@pytest.mark.parametrize(
    ("answer", "said", "right", "right_result"),
    [
        ({"result": [1], "moves": ["A1", "B1"]}, "1 B1", True, True),
        ({"result": [1], "moves": ["A1", "B1"]}, "1 C1", False, True),
        ({"result": [1], "moves": ["A1"]}, "1", False, True),
        ({"result": [1], "moves": ["A1"]}, "0", False, False),
        ({"result": [1], "moves": ["PASS"]}, "1 pass", True, True),
        ({"result": [2, 3], "moves": ["A1"]}, "3 A1", True, True),
        ({"result": [0, 1], "moves": ["A1"]}, "0", True, True),  # what fails needs no move
        ({"result": [0]}, "0", True, True),
        ({"result": "0"}, "0", True, True),
        ({"result": [0]}, "1 A1", False, False),
        ({"not_result": [0]}, "2 A1", True, True),
        ({"not_result": [0]}, "0", False, False),
        ({"defend_result": [1], "attack_result": [0, 1], "moves": ["A1"]}, "1 0 B1", True, True),
        ({"defend_result": [1], "attack_result": [1]}, "1 0 B1", False, False),
        ({"defend_result": [1], "attack_result": [1]}, "1 B1", False, False),
        ({"status": "alive"}, "alive", True, True),
        ({"status": "alive"}, "dead", False, False),
        (CRITICAL, "critical A1 B1", True, True),
        (CRITICAL, "critical B1 B1", False, True),
        (CRITICAL, "critical", False, True),
        ({"result": [0]}, "? no stone", False, False),
        ({"result": [0]}, "", False, False),
    ],
)
def test_grades(answer: dict[str, Any], said: str, right: bool, right_result: bool) -> None:
    assert is_right(answer, said) == right
    assert is_right(answer, said, moves=False) == right_result


def test_answers_come_from_our_gtp_commands(tests_file: Path) -> None:
    found = run([tests_file], seconds=5, gnugo="")
    rows = {row.id: row for row in found.rows}
    assert list(rows) == ["1", "2", "4", "5", "6"]
    assert (rows["1"].ours, rows["1"].evidence, rows["1"].is_right) == ("1 F5", "proven", True)
    assert (rows["2"].is_right, rows["2"].has_right_result) == (False, True)
    assert rows["6"].ours == "? there is no stone on A3"
    assert not rows["6"].is_right
    assert rows["5"].line == "defend A2"
    assert all(row.gnugo is None for row in found.rows)
    counts = found.counts()
    assert list(counts) == ["attack", "defend", "dragon_status", "all"]
    assert counts["attack"] == {
        "tests": 3, "right": 1, "right_result": 2, "proven": 2, "proven_right_result": 2,
    }  # fmt: skip
    assert counts["all"]["tests"] == 5


def test_some_commands_and_the_first_tests_of_each(tests_file: Path) -> None:
    found = run([tests_file], seconds=5, only=["attack", "defend"], first=1, gnugo="")
    assert [row.id for row in found.rows] == ["1", "5"]
    with pytest.raises(GosekiError, match=r"no tests of 'eval_eye' \(known: attack, defend, "):
        run([tests_file], only=["eval_eye"])
    with pytest.raises(GosekiError, match="there are no tests of these commands"):
        run([tests_file], only=["connect"])


def test_another_engine_answers_in_the_same_run(tests_file: Path) -> None:
    engine = shlex.join([sys.executable, "-m", "goseki", "gtp"])
    found = run([tests_file], seconds=5, only=["attack"], gnugo=engine)
    rows = {row.id: row for row in found.rows}
    assert (rows["1"].gnugo, rows["1"].gnugo_is_right) == ("1 F5", True)
    assert (rows["6"].gnugo_is_right, rows["6"].gnugo_has_right_result) == (False, False)
    assert found.counts()["attack"]["gnugo_right"] == 1
    assert found.counts()["attack"]["gnugo_right_result"] == 2
    broken = run([tests_file], seconds=5, only=["attack"], first=1, gnugo="false")
    assert str(broken.rows[0].gnugo).startswith("? ")
    assert not broken.rows[0].gnugo_is_right


@pytest.mark.skipif(
    not find_gnugo(), reason="gnugo is not installed (Debian: apt-get install gnugo)"
)
def test_gnu_go_answers(tests_file: Path) -> None:
    found = run([tests_file], seconds=5, only=["attack"], first=1)
    assert found.rows[0].gnugo == "1 F5"


def test_a_run_goes_on_from_its_ledger(tests_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = tests_file.with_suffix(".ledger")
    real = gnugo_tests.ask_ourselves
    lines: list[str] = []

    def interrupted(file: Path, line: str, seconds: float) -> tuple[str, str]:
        if len(lines) == 2:
            raise KeyboardInterrupt
        lines.append(line)
        return real(file, line, seconds)

    monkeypatch.setattr(gnugo_tests, "ask_ourselves", interrupted)
    found = run([tests_file], seconds=5, gnugo="", ledger=ledger)
    assert found.interrupted
    assert [row.id for row in found.rows] == ["1", "2"]
    lines.clear()
    monkeypatch.setattr(
        gnugo_tests, "ask_ourselves", lambda *given: (lines.append(given[1]), real(*given))[1]
    )
    whole = run([tests_file], seconds=5, gnugo="", ledger=ledger)
    assert not whole.interrupted
    assert len(lines) == 3
    assert whole.rows[:2] == found.rows
    with pytest.raises(GosekiError, match="is the ledger of other work: seconds"):
        run([tests_file], seconds=6, gnugo="", ledger=ledger)


def test_the_command_prints_a_table_and_json(
    tests_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["experiment", "gnugo-tests", str(tests_file), "--seconds", "5", "--gnugo", ""]
    assert main(command) == 0
    table = capsys.readouterr().out
    assert re.search(r"^ +tests +right +GNU Go +code right +GNU Go +proven +code right", table)
    assert re.search(r"^attack +3 +1 +- +2 +- +2 +2", table, re.MULTILINE)
    assert main([*command, "--json", "--only", "dragon_status"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seconds"] == 5
    assert found["commands"]["all"]["tests"] == 1
    [row] = found["tests"]
    assert row["id"] == "4"
    assert row["expected"]["status"] == "critical"


@pytest.mark.parametrize(
    "line",
    [
        "12",
        "[]",
        '{"sgf": "(;SZ[9])"}',
        '{"sgf": 3, "tests": [{"id": "1", "cmd": "attack", "args": ["A1"]}]}',
        '{"sgf": "(;)", "tests": [{"id": "1", "cmd": "attack"}]}',
        '{"sgf": "(;)", "tests": [{"id": "1", "cmd": "x", "args": [], "answer": []}]}',
        '{"sgf": "(;)", "tests": [{"id": "1", "cmd": "x", "args": [], "answer": [1]}]}',
        '{"sgf": "(;)", "tests": [{"id": "1", "cmd": "x", "args": [], "answer": {"result": "x"}}]}',
        '{"sgf": "(;)", "tests": [{"id": "1", "cmd": "x", "args": [], '
        '"answer": {"result": [1], "moves": [4]}}]}',
    ],
)
def test_broken_files_are_named(line: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.jsonl"
    path.write_text(f"\n{line}\n")
    said = r"broken.jsonl: (line 2 is no position with tests|has no tests)|there are no tests"
    with pytest.raises(GosekiError, match=said):
        run([path])


@pytest.mark.skipif(
    not SHARED.exists(), reason="GNU Go's tests are not there: ../shared/data/tactics"
)
def test_the_real_suite_is_read() -> None:
    tests = gnugo_tests.choose_tests([SHARED])
    assert len(tests) > 100
    found = run([SHARED], seconds=0.05, only=["attack", "connect"], first=2, gnugo="")
    assert all(not row.ours.startswith("?") for row in found.rows)
