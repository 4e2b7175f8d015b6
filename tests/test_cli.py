"""The command line as a user meets it."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import goseki as gs
from goseki.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"
SVG = re.compile(r"<svg .*</svg>\s*", re.DOTALL)

Run = Callable[..., str]

# A single-stone ko: Black has just taken B3, White may not take back there at once.
KO_GAME = "(;SZ[5]RU[Chinese]KM[2.5];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[ee];W[bc];B[cc])"
KO_BOARD = [".....", ".XO..", "X.XO.", ".XO..", "....X"]
TWO_GAMES = "(;SZ[5]KM[0.5]XX[kept];B[cc]C[first](;W[dc])(;W[bb]))(;SZ[3];B[bb])"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command that must succeed silently, and gives its standard output."""

    def succeed(*arguments: object) -> str:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert (status, captured.err) == (0, "")
        return captured.out

    return succeed


@pytest.fixture
def fail(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command that must fail as bad input does, and gives its one line."""

    def complain(*arguments: object) -> str:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert (status, captured.out) == (2, "")
        return the_one_line(captured.err)

    return complain


@pytest.fixture
def ko_game(tmp_path: Path) -> Path:
    return write(tmp_path / "ko.sgf", KO_GAME)


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def the_one_line(stderr: str) -> str:
    """The complaint on standard error, which is exactly one line."""
    assert stderr.endswith("\n")
    assert stderr.count("\n") == 1, stderr
    assert stderr.startswith("goseki: ")
    return stderr.removeprefix("goseki: ").rstrip("\n")


def result(output: str) -> dict[str, Any]:
    """The one JSON object of an output, which says which version made it."""
    assert output.count("\n") == 1
    found: dict[str, Any] = json.loads(output)
    assert found["goseki"] == gs.__version__
    return found


def environment(**changes: str) -> dict[str, str]:
    """As in a plain shell: standard output buffered and in UTF-8."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, "PYTHONIOENCODING": "utf-8", **changes}


def spawn(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Runs `goseki` in a process of its own."""
    options = {"stdout": subprocess.PIPE, "env": environment(), **options}
    command = [sys.executable, "-m", "goseki", *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=60, **options)


# -- what each command prints -------------------------------------------------------------


def test_show_draws_an_empty_board(run: Run) -> None:
    assert run("show", "3x2", "--style", "ascii").splitlines() == [
        "  A B C",
        "2 . . . 2",
        "1 . . . 1",
        "  A B C",
    ]


def test_show_draws_unicode_where_there_is_no_terminal(run: Run, ko_game: Path) -> None:
    drawn = run("show", ko_game)
    assert "3 ●─┼(●)○─┤ 3" in drawn.splitlines()
    assert "\x1b" not in drawn


def test_show_styles(run: Run, ko_game: Path) -> None:
    assert run("show", ko_game, "--style", "diagram").split() == KO_BOARD
    assert SVG.fullmatch(run("show", ko_game, "--style", "svg"))
    assert "●" in run("show", ko_game, "--style", "color")


def test_show_json(run: Run, ko_game: Path) -> None:
    found = result(run("show", ko_game, "--json"))
    assert found["board"] == KO_BOARD
    assert found["to_play"] == "W"
    assert found["ply"] == 9
    assert found["prisoners"] == {"B": 1, "W": 0}
    assert found["ko"] == "B3"
    assert (found["passes"], found["over"]) == (0, False)
    assert found["rules"]["ko"] == "SIMPLE"
    assert found["rules"]["komi"] == 2.5


def test_legal_says_where_and_why_not(run: Run, ko_game: Path) -> None:
    lines = run("legal", ko_game).splitlines()
    assert "3 ●─×(●)○─┤ 3" in lines
    assert lines[-3:] == [
        "White may play on 15 of 17 empty points.",
        "  not on A4: suicide" if False else lines[-2],
        "  not on B3: ko",
    ]


def test_legal_json(run: Run, ko_game: Path) -> None:
    found = result(run("legal", ko_game, "--json"))
    assert found["illegal"]["B3"] == "ko"
    assert found["pass"] is True
    assert sorted(found["legal"] + list(found["illegal"])) == sorted(
        str(point) for point in map(gs.Size(5, 5).point, range(25)) if point not in stones()
    )


def stones() -> set[gs.Point]:
    board = gs.Board.from_diagram("/".join(KO_BOARD))
    return {*board.stones("B"), *board.stones("W")}
