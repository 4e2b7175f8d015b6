"""The command line as a user meets it."""

import contextlib
import io
import itertools
import json
import os
import random
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

import goseki as gs
from goseki import benchmarks
from goseki.benchmarks import solve as solve_benchmark
from goseki.cli import main
from goseki.cli.output import show_progress
from goseki.job import Progress

EXAMPLES = Path(__file__).parent.parent / "examples"
POSITION_COMMANDS = ("show", "legal", "perft", "playouts", "analyze")

# A ko: Black has just taken a stone on B3, where White may not take back at once.
KO_GAME = "(;SZ[5]RU[Chinese]KM[2.5];B[bb];W[cb];B[ac];W[dc];B[bd];W[cd];B[ee];W[bc];B[cc])"
KO_ROWS = [".....", ".XO..", "X.XO.", ".XO..", "....X"]
TWO_GAMES = "(;SZ[5]KM[0.5]XX[kept];B[cc]C[first](;W[dc])(;W[bb]))(;SZ[3];B[bb])"

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command that must succeed, and gives its standard output."""

    def succeed(*arguments: object) -> str:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert (status, captured.err) == (0, "")
        return captured.out

    return succeed


@pytest.fixture
def fail(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command that must fail as bad input does, and gives its complaint."""

    def complain(*arguments: object) -> str:
        status = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        assert (status, captured.out) == (2, "")
        return complaint(captured.err)

    return complain


@pytest.fixture
def ko_game(tmp_path: Path) -> Path:
    return write(tmp_path / "ko.sgf", KO_GAME)


def all_commands() -> list[str]:
    """Every command there is, as the help lists them."""

    def listed(*names: str) -> list[str]:
        with contextlib.redirect_stdout(io.StringIO()) as output:
            main([*names, "--help"])
        commands = output.getvalue().partition("Commands:\n")[2]
        return [" ".join((*names, name)) for name in re.findall(r"(?m)^  (\w\S*)  ", commands)]

    return [command for name in listed() for command in listed(name) or [name]]


ALL_COMMANDS = all_commands()


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def give_stdin(monkeypatch: pytest.MonkeyPatch, content: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content.encode())))


def complaint(stderr: str) -> str:
    """What is said on standard error: exactly one line, from us."""
    assert stderr.startswith("goseki: ")
    assert stderr.endswith("\n")
    assert stderr.count("\n") == 1
    return stderr.removeprefix("goseki: ").rstrip("\n")


def result(output: str) -> dict[str, Any]:
    """The one JSON object of an output, which names the version that made it."""
    assert output.count("\n") == 1
    found: dict[str, Any] = json.loads(output)
    assert found.pop("goseki") == gs.__version__
    return found


def spawn(*arguments: str, **options: Any) -> "subprocess.CompletedProcess[str]":
    """Runs `goseki` in a process of its own."""
    command = [sys.executable, "-m", "goseki", *arguments]
    options = {"stdout": subprocess.PIPE, **options}
    return subprocess.run(
        command, stderr=subprocess.PIPE, text=True, env=plain_environment(), timeout=60, **options
    )


def plain_environment() -> dict[str, str]:
    """That of a plain shell, where what Python prints into a pipe is buffered."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    return {**kept, "PYTHONIOENCODING": "utf-8"}


# -- show ---------------------------------------------------------------------------------


def test_show_draws_an_empty_board(run: Run) -> None:
    drawn = run("show", "3x2", "--style", "ascii")
    assert drawn.splitlines() == ["  A B C", "2 . . . 2", "1 . . . 1", "  A B C"]


def test_show_draws_in_unicode_where_there_is_no_terminal(run: Run, ko_game: Path) -> None:
    drawn = run("show", ko_game)
    assert "3 ●─┼(●)○─┤ 3" in drawn.splitlines()
    assert "\x1b" not in drawn


def test_show_has_styles(run: Run, ko_game: Path) -> None:
    assert run("show", ko_game, "--style", "diagram").split() == KO_ROWS
    assert re.fullmatch(r"<svg .*</svg>\s*", run("show", ko_game, "--style", "svg"), re.DOTALL)


def test_show_tells_the_stones_apart_where_nothing_can_be_coloured(run: Run, ko_game: Path) -> None:
    drawn = run("show", ko_game, "--style", "color")
    assert (drawn.count("●"), drawn.count("○")) == (5, 3)


def test_show_json(run: Run, ko_game: Path) -> None:
    assert result(run("show", ko_game, "--json")) == {
        "board": KO_ROWS,
        "to_play": "W",
        "rules": gs.Rules.parse("chinese", komi=2.5).to_katago(),
        "move": 9,
        "moves": 9,
        "ply": 9,
        "columns": 5,
        "rows": 5,
        "prisoners": {"B": 1, "W": 0},
        "ko": "B3",
        "passes": 0,
        "over": False,
    }


@pytest.mark.parametrize(
    "command", ["show", "analyze", "legal", "playouts", "perft", "solve", "safety"]
)
def test_it_is_said_which_move_of_how_many_is_shown(run: Run, ko_game: Path, command: str) -> None:
    few = {"analyze": ("--games", 9), "playouts": ("--games", 9), "perft": ("--depth", 1)}
    quick = (*few.get(command, ()), *(("--nodes", 9) if command == "solve" else ()))
    assert "move 4 of 9\n" in run(command, ko_game, "--move", 4, *quick)
    said = result(run(command, ko_game, "--move", 4, *quick, "--json"))
    assert (said["move"], said["moves"]) == (4, 9)
    said = result(run(command, "3x3", *quick, "--json"))
    assert (said["move"], said["moves"]) == (0, 0)


def test_a_problem_opens_before_its_solution(run: Run, tmp_path: Path) -> None:
    problem = write(tmp_path / "p.sgf", "(;SZ[5]AB[aa][ba]AW[ab][bb](;B[ca];W[cb])(;B[ee]))")
    assert run("show", problem, "--style", "diagram").split() == ["XX...", "OO...", *["....."] * 3]
    assert "move 0 of 2" in run("show", problem)
    said = result(run("show", problem, "--json"))
    assert (said["move"], said["moves"], said["to_play"]) == (0, 2, "B")
    assert result(run("show", problem, "--move", 2, "--json"))["move"] == 2
    game = gs.read_sgf(problem)
    assert game.position().ply == 0
    assert "move 0 of 2" in game._repr_html_()


CORNER_PROBLEM = "(;SZ[19]AB[cb][bc]AW[ab][bb](;B[aa])(;B[ba]))"


def test_a_corner_problem_is_drawn_as_a_corner(run: Run, tmp_path: Path) -> None:
    problem = write(tmp_path / "corner.sgf", CORNER_PROBLEM)
    drawn = run("show", problem)
    assert drawn.splitlines()[:3] == [
        "    A B C D E",
        "19  ┌─┬─┬─┬─┬─ 19",
        "18  ○─○─●─┼─┼─ 18",
    ]
    assert "view: A15:E19 of 19x19" in drawn
    assert len(run("show", problem, "--view", "all").splitlines()) == 22
    assert "A16:C19 of a Go board 19x19" in run(
        "show", problem, "--style", "svg", "--view", "A16:C19"
    )
    ascii_part = run("show", problem, "--style", "ascii", "--view", "A16:C19")
    assert ascii_part.splitlines()[4:6] == ["16 . . . 16", "   A B C"]
    again = write(tmp_path / "corner.txt", ascii_part)
    assert run("show", again, "--style", "ascii").startswith(ascii_part.partition("#")[0])


@pytest.mark.parametrize("command", ["show", "analyze", "legal", "playouts", "solve", "safety"])
def test_every_drawing_can_be_of_a_part(run: Run, fail: Run, command: str) -> None:
    games = ("--games", 9) if command in ("analyze", "playouts") else ()
    nodes = ("--nodes", 9) if command == "solve" else ()
    assert "view: B2:D3 of 5x5" in run(command, "5x5", "--view", "D3:B2", *games, *nodes)
    complaint = fail(command, "5x5", "--view", "B2:F3", *games, *nodes)
    assert complaint == "--view: F3 is off the 5x5 board"
    assert "--view has no meaning with --json" in fail(command, "5x5", "--json", "--view", "A1:B2")


def test_a_picture_file_can_be_of_a_part(run: Run, fail: Run, tmp_path: Path) -> None:
    for suffix in (".svg", ".png", ".html"):
        whole, part = tmp_path / f"whole{suffix}", tmp_path / f"part{suffix}"
        run("convert", "9x9", whole)
        run("convert", "9x9", part, "--view", "A1:C3")
        assert len(part.read_bytes()) < len(whole.read_bytes())
    assert "--view has no meaning with a .txt file" in fail(
        "convert", "9x9", tmp_path / "x.txt", "--view", "A1:C3"
    )
    assert "--view has no meaning with --style diagram" in fail(
        "show", "9x9", "--style", "diagram", "--view", "A1:C3"
    )


# -- POSITION and its options -------------------------------------------------------------


@pytest.mark.parametrize("content", [KO_GAME, "White to play\n" + "\n".join(KO_ROWS)])
def test_a_position_may_come_from_standard_input(
    run: Run, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    give_stdin(monkeypatch, content)
    found = result(run("show", "-", "--json"))
    assert (found["board"], found["to_play"]) == (KO_ROWS, "W")


def test_a_file_named_like_a_board_is_read(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "2x1", "X.O")
    assert run("show", "2x1", "--style", "diagram") == "X.O\n"


def test_move_picks_a_position_of_the_game(run: Run, ko_game: Path) -> None:
    before = result(run("show", ko_game, "--move", 8, "--json"))
    assert (before["ply"], before["to_play"], before["ko"]) == (8, "B", None)
    start = result(run("show", ko_game, "--move", 0, "--json"))
    assert (start["ply"], start["board"]) == (0, ["....."] * 5)


def test_options_override_the_file(run: Run, ko_game: Path) -> None:
    options = ("--rules", "aga", "--ko", "none", "--komi", "-3.5", "--to-play", "black")
    found = result(run("show", ko_game, *options, "--json"))
    assert found["to_play"] == "B"
    assert found["rules"] == {
        **gs.Rules.parse("aga").to_katago(),
        "ko": "NONE",
        "komi": -3.5,
    }


def test_other_rules_keep_the_komi_of_the_file(run: Run, ko_game: Path) -> None:
    found = result(run("show", ko_game, "--rules", "japanese", "--json"))
    assert found["rules"] == gs.Rules.parse("japanese", komi=2.5).to_katago()


def test_rules_may_be_given_as_katago_writes_them(run: Run) -> None:
    rules = '{"ko": "SITUATIONAL", "suicide": true, "komi": 5.5}'
    found = result(run("show", "5x5", "--rules", rules, "--json"))
    assert found["rules"]["ko"] == "SITUATIONAL"
    assert found["rules"]["suicide"] is True
    assert found["rules"]["komi"] == 5.5


# -- legal, perft, analyze ----------------------------------------------------------------


def test_legal_says_where_and_why_not(run: Run, ko_game: Path) -> None:
    lines = run("legal", ko_game).splitlines()
    assert "3 ●─×(●)○─┤ 3" in lines
    assert lines[-2:] == ["White may play on 16 of 17 empty points.", "  not on B3: ko"]


def test_legal_json(run: Run, ko_game: Path) -> None:
    found = result(run("legal", ko_game, "--json"))
    assert found["illegal"] == {"B3": "ko"}
    assert found["pass"] is True
    assert len(found["legal"]) == 16
    assert {"A5", "E5", "A4", "D1"} < set(found["legal"])
    assert found["board"] == KO_ROWS


def test_legal_follows_the_rules_given(run: Run) -> None:
    eye = EXAMPLES / "two-eyes.txt"
    assert set(result(run("legal", eye, "--json"))["illegal"]) == {"A4", "C4"}
    assert result(run("legal", eye, "--to-play", "B", "--json"))["illegal"] == {}


def test_legal_counts_positions(run: Run) -> None:
    assert run("legal", "3x3", "--positions") == "3x3: 12,675 legal positions\n"
    found = result(run("legal", "2x3", "--positions", "--json"))
    assert found == {"size": "2x3", "positions": 489}


def test_perft_counts_games(run: Run) -> None:
    lines = run("perft", "3x3", "--depth", 6).splitlines()
    assert len(lines) == 6
    assert lines[0].split() == ["depth", "1", "10"]
    assert lines[-1].split() == ["depth", "6", "180,451"]


def test_perft_json(run: Run) -> None:
    found = result(run("perft", "2x2", "--depth", 8, "--json"))
    assert found["counts"] == [5, 21, 69, 161, 337, 673, 1329, 2929]
    assert found["board"] == ["..", ".."]
    assert found["seconds"] >= 0
    assert "interrupted" not in found


def test_perft_follows_the_rules_given(run: Run) -> None:
    found = result(run("perft", "2x2", "--depth", 8, "--ko", "positional", "--json"))
    assert found["rules"]["ko"] == "POSITIONAL"
    assert found["counts"][-1] < 2929


def test_analyze_says_what_is_known(run: Run, ko_game: Path) -> None:
    text = run("analyze", ko_game)
    assert "3 ●─┼(■)○─┤ 3" in text.splitlines()
    lines = [line for line in text.splitlines() if re.match(r"[a-z ]{9}  ", line)]
    rows = dict(re.split(r"  +", line.strip(), maxsplit=1) for line in lines)
    assert rows["rules"] == "chinese, komi 2.5"
    assert rows["to play"] == "White"
    assert rows["prisoners"] == "Black took 1, White took 0"
    assert rows["ko"] == "B3 is forbidden"
    assert rows["in atari"] == "C3"


def test_analyze_json(run: Run, ko_game: Path) -> None:
    found = result(run("analyze", ko_game, "--json"))
    assert found["board"] == KO_ROWS
    assert found["ko"] == "B3"
    assert found["atari"] == ["C3"]
    assert found["legal"] == 16
    assert found["over"] is False
    # Black's five stones and B3; White's three.
    count = found["count"]
    assert (count["black"], count["white"], count["komi"]) == (6, 3, 2.5)
    assert count["result"] == "B+0.5"


def test_analyze_tells_the_fate_of_a_group(run: Run, tmp_path: Path) -> None:
    """Black's eye space has three points in a row."""
    problem = tmp_path / "three.txt"
    problem.write_text("/".join([*["........."] * 3, "..OOOOO..", ".OXXXXXO.", ".OX...XO."]))
    text = run("analyze", problem, "--games", 50)
    assert any(
        line.startswith("Black C2: Black lives at ")
        and line.endswith("; White kills at E1: proven.")
        for line in text.splitlines()
    )
    assert "1 ◌─○─●─┴─◌─┴─●─○─◌ 1" in text.splitlines()
    [fight] = result(run("analyze", problem, "--games", 50, "--json"))["tactics"]
    asked = result(run("tactics", problem, "--target", "C2", "--both", "--json"))
    for name in ("if_black_first", "if_white_first"):
        times = {"seconds": 0, "settled_after": 0}
        assert fight[name] | times == asked[name] | times
    assert fight["if_white_first"]["best"] == ["E1"]
    assert fight.keys() <= asked.keys()
    without = run("analyze", problem, "--games", 50, "--targets", 0)
    assert "C2" not in without
    assert "tactics" not in result(run("analyze", problem, "--games", 50, "--targets", 0, "--json"))


# -- convert ------------------------------------------------------------------------------


def test_convert_draws_a_game_into_sgf_and_back(run: Run, ko_game: Path, tmp_path: Path) -> None:
    target = tmp_path / "after-8.sgf"
    assert run("convert", ko_game, target, "--move", 8) == f"wrote {target}: move 8 of 9\n"
    assert gs.read_sgf(target).position() == gs.read_sgf(ko_game).position(move=8)


def test_convert_writes_a_diagram(run: Run, ko_game: Path, tmp_path: Path) -> None:
    target = tmp_path / "ko.txt"
    run("convert", ko_game, target)
    assert target.read_text().splitlines() == [*KO_ROWS, "White to play"]


def test_convert_makes_sgf_of_a_diagram(run: Run, tmp_path: Path) -> None:
    target = tmp_path / "two-eyes.sgf"
    run("convert", EXAMPLES / "two-eyes.txt", target)
    board = gs.read_sgf(target).position()
    assert board.to_play == "W"
    assert board.at("B4") == "B"


@pytest.mark.parametrize(
    ("suffix", "start"),
    [(".svg", b"<svg "), (".html", b"<"), (".png", b"\x89PNG\r\n\x1a\n"), (".PNG", b"\x89PNG")],
)
def test_convert_draws(run: Run, ko_game: Path, tmp_path: Path, suffix: str, start: bytes) -> None:
    target = tmp_path / f"ko{suffix}"
    found = result(run("convert", ko_game, target, "--json"))
    drawn = target.read_bytes()
    assert drawn.startswith(start)
    assert found == {"written": str(target), "bytes": len(drawn), "move": 9, "moves": 9}


def test_convert_keeps_all_of_an_sgf_file(run: Run, tmp_path: Path) -> None:
    source, target = write(tmp_path / "two.sgf", TWO_GAMES), tmp_path / "copy.sgf"
    run("convert", source, target)
    originals = gs.parse_sgf(TWO_GAMES)
    copies = gs.parse_sgf(target.read_bytes())
    for game in (*originals, *copies):
        game.root.properties.pop("CA", None)
    assert copies == originals


def test_convert_keeps_all_of_standard_input_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write(tmp_path / "two.sgf", TWO_GAMES)
    run("convert", source, tmp_path / "from-file.sgf")
    give_stdin(monkeypatch, TWO_GAMES)
    run("convert", "-", tmp_path / "from-stdin.sgf")
    assert (tmp_path / "from-stdin.sgf").read_bytes() == (tmp_path / "from-file.sgf").read_bytes()


def test_nothing_is_overwritten_without_force(
    run: Run, fail: Run, ko_game: Path, tmp_path: Path
) -> None:
    target = write(tmp_path / "out.sgf", "precious")
    assert str(target) in fail("convert", ko_game, target)
    assert target.read_text() == "precious"
    run("convert", ko_game, target, "--force")
    assert gs.read_sgf(target).position() == gs.read_sgf(ko_game).position()


def test_a_file_is_replaced_and_not_rewritten(run: Run, ko_game: Path, tmp_path: Path) -> None:
    """A program that has the old file open keeps it whole, as another name of it shows."""
    target = write(tmp_path / "out.txt", "old")
    other_name = tmp_path / "other"
    other_name.hardlink_to(target)
    run("convert", ko_game, target, "--force")
    assert other_name.read_text() == "old"
    assert target.read_text().splitlines()[:-1] == KO_ROWS


def test_a_write_that_fails_leaves_the_old_file_alone(ko_game: Path, tmp_path: Path) -> None:
    """As on a full disk: no file may grow beyond a few bytes."""
    pytest.importorskip("resource")
    target = write(tmp_path / "out.png", "old")
    names = set(tmp_path.iterdir())
    script = (
        "import resource, sys; from goseki.cli import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16)); sys.exit(main())"
    )
    process = subprocess.run(
        [sys.executable, "-B", "-c", script, "convert", str(ko_game), str(target), "--force"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert process.returncode == 2
    assert str(target) in complaint(process.stderr)
    assert target.read_text() == "old"
    assert set(tmp_path.iterdir()) == names


def test_convert_leaves_one_new_file(run: Run, ko_game: Path, tmp_path: Path) -> None:
    before = set(tmp_path.iterdir())
    run("convert", ko_game, tmp_path / "new.sgf")
    assert set(tmp_path.iterdir()) - before == {tmp_path / "new.sgf"}


@pytest.mark.parametrize("target", ["out.gif", "out", "nowhere/out.sgf", "folder.sgf"])
def test_convert_says_what_it_cannot_write(
    fail: Run, ko_game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.sgf").mkdir()
    names = set(tmp_path.rglob("*"))
    assert fail("convert", ko_game, target, "--force").startswith(f"{target}: ")
    assert set(tmp_path.rglob("*")) == names


# -- bench, experiment --------------------------------------------------------------------


@pytest.fixture
def quick_benchmarks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "SECONDS_PER_MEASUREMENT", 0.001)


@pytest.mark.usefixtures("quick_benchmarks")
def test_bench_compares_with_a_peer(run: Run) -> None:
    rows = [json.loads(line) for line in run("bench", "sgf", "--json").splitlines()]
    assert len(rows) >= 2
    for row in rows:
        assert row["goseki"] == gs.__version__
        assert row["peer_name"] == "sgfmill"
        assert row["unit"] == "games per second"
        assert row["ratio"] == pytest.approx(row["ours"] / row["peer"], rel=0.01, abs=0.01)


@pytest.mark.usefixtures("quick_benchmarks")
def test_bench_says_that_a_peer_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert main(["bench", "board", "--json"]) == 0
    captured = capsys.readouterr()
    rows = [json.loads(line) for line in captured.out.splitlines()]
    assert {row["name"] for row in rows} > {"play, 9x9", "legal moves, 19x19"}
    assert all(row["ours"] > 0 and row["peer"] is row["ratio"] is None for row in rows)
    assert "pip install '.[bench]'" in captured.err


def test_bench_solve_tells_what_each_solve_took(run: Run) -> None:
    rows = [
        json.loads(x) for x in run("bench", "solve", "--seconds", "0.01", "--json").splitlines()
    ]
    named = {row["name"]: row for row in rows}
    # Whether so little time is enough depends on the machine.
    assert named["capture 4x4, winner"]["ours"]["answer"] in ("W", "unknown")
    assert named["Go 4x4, cycle ko"]["ours"]["answer"] in ("+2", "unknown")
    assert named["Go 4x4, cycle ko"]["goal_seconds"] == 2
    for row in rows:
        assert row["ours"]["nodes"] >= 0
        assert row["ours"]["table_bytes"] > 0
        answers = [row[way]["answer"] for way in ("ours", "other") if row[way]]
        if len(answers) < 2 or "unknown" in answers:
            assert row["ratio"] is None
        elif row["ours"]["seconds"] > 1e-6:
            assert row["ratio"] == pytest.approx(row["other"]["seconds"] / row["ours"]["seconds"])
    table = run("bench", "solve", "--seconds", "0.01")
    assert re.search(r"capture 4x4, shortest .* thesis's search", table)


def test_bench_solve_tells_what_each_part_of_the_thesis_saves(run: Run) -> None:
    lines = run("bench", "solve", "--heavy", "--seconds", "0.01", "--json").splitlines()
    rows = [json.loads(line) for line in lines]
    assert {row["name"] for row in rows} >= {"Go 5x5, +25", "capture crosscut, shortest"}
    saved = {(row["name"], row["other_name"]): row["thesis_saves"] for row in rows}
    assert saved["Go 4x4, thesis's search", "without ut"] == "75%"  # 10^5.8 nodes, not 10^6.4
    assert saved["Go 4x4, thesis's search", "without symmetry"] == "89%"
    assert saved["capture 5x5, thesis's search", "without history"] == "86%"


def test_bench_solve_keeps_what_is_finished_when_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(**_: object) -> Iterator[solve_benchmark.Comparison]:
        done = solve_benchmark.Solve("+9", 90, 0.5, 1 << 20, None)
        slow = solve_benchmark.Solve("+9", 360, 2.0, 1 << 20, None)
        yield solve_benchmark.Comparison("Go 3x3", done, slow, "without tt", thesis_saves="92%")
        raise KeyboardInterrupt

    monkeypatch.setattr(solve_benchmark, "measure", measure)
    assert main(["bench", "solve"]) == 130
    captured = capsys.readouterr()
    assert re.search(r"Go 3x3 +\+9 +90 .* 4.0x +4.0x +75% \(92%\) +without tt", captured.out)
    assert captured.err == "goseki: interrupted\n"


def test_bench_signature_counts_nodes_of_a_fixed_set(run: Run) -> None:
    facts = json.loads(run("bench", "signature", "--json"))
    assert facts["signature"] == sum(facts["nodes"].values())
    again = dict(itertools.islice(solve_benchmark.signature(), 8))
    assert again == {name: facts["nodes"][name] for name in again}
    # A search that was changed on purpose has its nodes recorded anew: see CONTRIBUTING.md.
    assert facts["changes"] == {}


def test_bench_signature_tells_what_changed_and_records_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorded = {"Go 2x2": 100, "gone": 7}
    monkeypatch.setattr(solve_benchmark, "recorded_signature", lambda: recorded)
    monkeypatch.setattr(solve_benchmark, "signature", lambda: iter({"Go 2x2": 1234}.items()))
    path = tmp_path / "signature.json"
    assert run("bench", "signature", "--record", path).splitlines() == [
        "1234",
        "Go 2x2: 1,234 nodes, recorded 100 (+1,134)",
        "gone: 0 nodes, recorded 7 (-7)",
    ]
    assert json.loads(path.read_text()) == {"Go 2x2": 1234}
    assert main(["bench", "signature", "--record", str(path)]) == 2


@pytest.mark.usefixtures("quick_benchmarks")
def test_bench_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "sgf"]) == 0
    assert re.search(r"parse SGF, 19x19 +[\d,]+ +[\d,]+ +[\d.]+x", capsys.readouterr().out)


def test_experiment_rules_json(run: Run) -> None:
    options = ("--moves", 300, "--jobs", 1, "--seed", 3)
    found = result(run("experiment", "rules", *options, "--json"))
    assert found["differences"] == 0
    assert found["moves"] >= 300
    assert found["seed"] == 3
    assert min(found[key] for key in ("games", "legality_checks", "undone", "scores", "hashes")) > 0


def test_experiment_rules_prints_figures(run: Run) -> None:
    text = run("experiment", "rules", "--moves", 300, "--jobs", 1)
    assert re.search(r"^differences +0$", text, re.MULTILINE)


def test_experiment_phantom_writes_its_folder(run: Run, tmp_path: Path) -> None:
    options = ("--games", 1, "--simulations", 1, "--size", "3x3")
    text = run("experiment", "phantom", *options, "--output", tmp_path / "phantom", "--json")
    assert result(text) == {"written": str(tmp_path / "phantom" / "README.md"), "games": 39}
    text = run("experiment", "phantom", *options, "--output", tmp_path / "one", "--only", "3.8")
    assert text == f"wrote {tmp_path / 'one' / 'README.md'}\n"


def test_experiment_phantom_maps_prints_the_calibration_error(run: Run, tmp_path: Path) -> None:
    options = ("--games", 1, "--simulations", 5, "--size", "4x4", "--output", tmp_path / "maps")
    text = run("experiment", "phantom-maps", *options)
    assert re.match(r"calibration error +0\.\d{4}\ncalibration error of scatter +0\.\d{4}\n", text)
    found = result(run("experiment", "phantom-maps", *options, "--json"))
    assert f"{found['calibration_error']:.4f}" in text
    assert found["games"] == 4


# -- help and version ---------------------------------------------------------------------


def test_help_lists_the_commands() -> None:
    known = {"show", "legal", "perft", "convert", "analyze", "bench board", "experiment rules"}
    assert known <= set(ALL_COMMANDS)


def test_without_a_command_there_is_help(run: Run) -> None:
    assert run() == run("--help") == run("-h")


def test_version(run: Run) -> None:
    assert run("--version") == f"goseki {gs.__version__}\n"


@pytest.mark.parametrize("command", ALL_COMMANDS)
def test_help_of_a_command_has_an_example(run: Run, command: str) -> None:
    assert re.search(rf"Examples?:\n.*\bgoseki {command}", run(*command.split(), "--help"))


@pytest.mark.parametrize("command", [*POSITION_COMMANDS, "convert"])
def test_the_examples_in_the_help_work(
    run: Run, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rng = random.Random(1)
    board = gs.Board("9x9")
    for _ in range(100):
        board.play(rng.choice(board.legal_points().tolist()))
    gs.write_sgf(gs.Game.from_board(board), "game.sgf")
    write(tmp_path / "position.txt", "\n".join(KO_ROWS))
    write(tmp_path / "old-big5.sgf", "(;CA[Big5]PB[黑])".encode("big5"))
    examples = re.findall(rf"^ +goseki ({command} .*)$", run(command, "--help"), re.MULTILINE)
    assert examples
    for example in examples:
        run(*shlex.split(example))


# -- bad input ----------------------------------------------------------------------------

BAD_GAMES = {
    "illegal move, occupied": ("(;SZ[9];B[ee]\n;W[ee])", "line 2, column 1: move 2", "W E5"),
    "illegal move, suicide": ("(;SZ[2];B[aa];W[];B[bb];W[ab])", "line 1, column 24", "suicide"),
    "size zero": ("(;SZ[0])", "line 1, column 2", "0x0"),
    "size too large": ("\n(;SZ[99])", "line 2, column 2", "99x99"),
    "size no number": ("(;SZ[big])", "line 1, column 2", "'big'"),
    "not Go": ("(;GM[2]SZ[9])", "line 1, column 2", "'2' is not Go"),
    "black stone off the board": ("(;SZ[9]AB[jj])", "line 1, column 2: AB", "'jj'"),
    "white stone off the board": ("(;SZ[5:9]AW[fa])", "line 1, column 2: AW", "5x9"),
    "move off the board": ("(;SZ[9];B[aj])", "line 1, column 8: move 1", "'aj'"),
    "two stones on a point": ("(;SZ[9]AB[aa]AW[aa])", "line 1, column 2", "A9"),
    "setup without a liberty": ("(;SZ[1]AB[aa])", "line 1, column 2", "A1 has no liberty"),
    "game not closed": ("(;SZ[9];B[ee]", "line 1, column 14", "')' missing"),
    "value not closed": ("(;SZ[9];B[ee", "line 1, column 10", "'B' is not closed"),
    "komi no number": ("(;SZ[9]KM[much])", "line 1, column 2: KM", "'much'"),
    "handicap no number": ("(;SZ[9]HA[-1])", "line 1, column 2: HA", "'-1'"),
}
BAD_FILES = {
    "empty": (b"", "is empty"),
    "only white space": (b" \r\n\t\n", "is empty"),
    "binary": (bytes(range(256)), "is a binary file"),
    "not UTF-8": (b"\xff\xfehello\xfa", "neither SGF nor a text diagram"),
    "prose": (b"hello", "line 1, column 1"),
    "rows of unequal length": (b"..\n...", "line 2, column 1: 3 points"),
    "unknown sign": (b"..\n.?", "line 2, column 2: unknown character '?'"),
    "diagram without a liberty": (b"XX", "A1 has no liberty"),
    "diagram too large": (b"." * 20, "20 points in a row"),
}


def commands_on(path: Path) -> list[tuple[object, ...]]:
    """Every way to give a file to a command."""
    drawing = ("convert", path, path.with_name("out.png"))
    return [*((command, path) for command in POSITION_COMMANDS), drawing]


@pytest.mark.parametrize(("content", "place", "what"), BAD_GAMES.values(), ids=BAD_GAMES)
def test_a_bad_game_is_refused_by_place_and_name(
    fail: Run, tmp_path: Path, content: str, place: str, what: str
) -> None:
    path = write(tmp_path / "bad.sgf", content)
    for command in (("analyze", path), ("convert", path, tmp_path / "out.png")):
        line = fail(*command)
        assert line.startswith(f"{path}: {place}")
        assert what in line
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("content", "what"), BAD_FILES.values(), ids=BAD_FILES)
def test_a_bad_file_is_refused_by_name(
    fail: Run, tmp_path: Path, content: bytes, what: str
) -> None:
    path = write(tmp_path / "bad", content)
    for command in commands_on(path):
        line = fail(*command)
        assert line.startswith(f"{path}: ")
        assert what in line
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", ["", "(;SZ[0])", "..\n.?"])
def test_bad_standard_input_is_refused_by_name(
    fail: Run, monkeypatch: pytest.MonkeyPatch, content: str
) -> None:
    give_stdin(monkeypatch, content)
    assert fail("show", "-").startswith("standard input: ")


def test_a_missing_file(fail: Run, tmp_path: Path) -> None:
    path = tmp_path / "missing.sgf"
    for command in commands_on(path):
        assert fail(*command) == f"{path}: No such file or directory"
    assert list(tmp_path.iterdir()) == []


def test_a_directory(fail: Run, tmp_path: Path) -> None:
    folder = tmp_path / "games.sgf"
    folder.mkdir()
    for command in commands_on(folder):
        assert fail(*command) == f"{folder}: is a directory, not a file"
    assert list(tmp_path.rglob("*")) == [folder]


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("0", "0x0"),
        ("0x5", "0x5"),
        ("20", "20x20"),
        ("5x99", "5x99"),
        ("5x", "'5x'"),
        ("9x9x9", "'9x9x9'"),
        ("12345", "'12345'"),
    ],
)
def test_a_wrong_size(fail: Run, text: str, named: str) -> None:
    assert f"board size {named}" in fail("show", text).replace(": ", " ")


@pytest.mark.parametrize("command", ["frob", "Show", "bench frob", "experiment frob"])
def test_an_unknown_command(fail: Run, command: str) -> None:
    assert repr(command.split()[-1]) in fail(*command.split())


@pytest.mark.parametrize("command", ALL_COMMANDS)
def test_an_unknown_option(fail: Run, command: str) -> None:
    assert "--frob" in fail(*command.split(), "9x9", "--frob")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ("show", "POSITION"),
        ("convert 9x9", "OUTPUT"),
        ("show 9x9 10x10", "10x10"),
        ("show 9x9 --move", "--move"),
        ("show 9x9 --move 3", "9x9: has 0 moves, so there is no move 3"),
        ("show 9x9 --move -1", "--move"),
        ("show 9x9 --move x", "--move"),
        ("show 9x9 --rules martian", "unknown rules: 'martian'"),
        ("show 9x9 --rules {", "not valid JSON: '{'"),
        ("show 9x9 --ko martian", "unknown ko rule: 'martian'"),
        ("show 9x9 --komi much", "komi 'much' is not a number"),
        ("show 9x9 --komi nan", "komi 'nan'"),
        ("show 9x9 --to-play green", "not a colour: 'green'"),
        ("show 9x9 --style purple", "'purple'"),
        ("perft 3x3 --depth 0", "--depth"),
        ("perft 3x3 --depth 100", "--depth"),
        ("experiment rules --moves 0", "--moves"),
        ("experiment phantom --games 0", "--games"),
        ("experiment phantom --only 4.1", "no experiment '4.1' (known: 3.1, "),
        ("experiment rules --jobs x", "--jobs"),
    ],
)
def test_a_wrong_argument(fail: Run, arguments: str, what: str) -> None:
    assert what in fail(*arguments.split())


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("show", "show needs POSITION (see goseki show --help)"),
        ("phantom match best", "phantom match needs SECOND (see goseki phantom match --help)"),
        ("show 9x9 more", "show takes no further argument 'more'"),
        ("show 9x9 --move", "--move needs a value"),
        ("show 9x9 --move x", "--move must be a whole number from 0 on, not 'x'"),
        ("show 9x9 --move=-1", "--move must be a whole number from 0 on, not '-1'"),
        ("show 9x9 --move 1.5", "--move must be a whole number from 0 on, not '1.5'"),
        ("show 9x9 --json=3", "--json takes no value"),
        ("show 9x9 --mov 3", "show has no option '--mov' (perhaps --move)"),
        ("show 9x9 --foo", "show has no option '--foo'"),
        ("show 9x9 --komi x", "--komi: komi 'x' is not a number"),
        ("show 9x9 --to-play x", "--to-play: not a colour: 'x'"),
        ("perft 3x3 --depth 0", "--depth must be a whole number from 1 to 99, not '0'"),
        ("solve 3x3 --ko x", "--ko must be basic, cycle, ssk, ssk-approx or psk, not 'x'"),
        ("solve 3x3 --at-least x", "--at-least must be a number, not 'x'"),
        ("solve 3x3 --seconds nan", "--seconds must be a number of seconds above 0, not 'nan'"),
        ("safety 3x3 --max-points 0", "--max-points must be a whole number from 1 on, not '0'"),
        ("safety 3x3 --defender X", "--defender must be B or W, not 'X'"),
        ("gtp --seconds 1e300", "--seconds must be a number of seconds up to 1e9, not '1e+300'"),
        (
            "experiment safety 3x3 --nodes 0 --nodes 5",
            "--nodes must be a whole number from 1 on, not '0'",
        ),
        ("experiment safety 3x3 --nodes x", "--nodes must be a whole number from 1 on, not 'x'"),
        (
            "playouts 3x3 --longest 99999999999",
            "--longest must be a whole number from 1 to 2147483647, not '99999999999'",
        ),
        ("phantom exact 1x3 --plies 0", "--plies must be a whole number from 1 on, not '0'"),
        (
            "solve 3x3 --jobs 2",
            "--jobs has no meaning with one position: it needs --openings",
        ),
        (
            "solve 3x3 --plies 2",
            "--plies has no meaning with one position: it needs --openings",
        ),
        (
            "solve 3x3 --memory foo",
            "--memory: not an amount of memory: 'foo' (examples: 512M, 2G)",
        ),
        ("solve 3x3 --at-least nan", "--at-least must be a number, not nan"),
        ("gtp --size foo", "--size: not a board size: 'foo' (examples: 9, 5x6)"),
        ("gtp --komi 1e9", "--komi: komi '1e9' is not between -1000 and 1000"),
        ("gtp --game phantom --komi x", "--komi: komi 'x' is not a number"),
        ("eyes 8", "POINTS must be a whole number from 1 to 7, not '8'"),
    ],
)
def test_a_complaint_is_in_our_words(fail: Run, arguments: str, line: str) -> None:
    """It names the option as it is typed, what it must be, and what it is."""
    assert fail(*arguments.split()) == line


def test_a_command_that_does_not_exist_is_escaped_once(fail: Run) -> None:
    assert fail("A1\x1b[31m").startswith(r"goseki has no command 'A1\x1b[31m' (known: analyze, ")


@pytest.mark.parametrize("group", ["bench", "experiment", "phantom"])
def test_a_group_alone_is_its_help(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([group]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: goseki {group}")


def shown(reports: list[Progress], width: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """What a terminal shows of work that reports so."""
    written = io.StringIO()
    terminal = Console(file=written, force_terminal=True, width=width)
    monkeypatch.setattr("goseki.cli.output.stderr", terminal)
    with show_progress("solving") as report:
        for progress in reports:
            report(progress)
        deadline = time.monotonic() + 30
        while reports and not written.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    return written.getvalue()


@pytest.mark.parametrize("width", [40, 60])
def test_a_line_of_progress_is_one_line(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Lead between -20 and +20; +2? 19/22 plies, 1.2M nodes, table 46%, 0:00:07"
    written = shown([Progress(text=text)], width, monkeypatch)
    assert "Lead between -20 and +20" in written
    assert "0:00:07" not in written


def test_a_share_that_is_known_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    written = shown([Progress(0.25)], 80, monkeypatch)
    assert "solving" in written
    assert "25%" in written


def test_no_progress_of_a_moments_work(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown([], 80, monkeypatch) == ""


def test_a_move_that_the_game_does_not_have(fail: Run, ko_game: Path) -> None:
    line = fail("show", ko_game, "--move", 10)
    assert line == f"{ko_game}: there is no move 10: the game has 9 moves"


# -- as a process -------------------------------------------------------------------------


def test_exit_statuses(tmp_path: Path) -> None:
    good = spawn("perft", "3x3", "--depth", "6")
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.splitlines()[-1].endswith(" 180,451")
    bad = spawn("show", str(tmp_path / "missing.sgf"))
    assert (bad.returncode, bad.stdout) == (2, "")
    assert "missing.sgf" in complaint(bad.stderr)


@pytest.mark.parametrize("arguments", ["show 9x9", "analyze 9x9", "--help", ""])
def test_a_closed_pipe_ends_quietly(arguments: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with open(writer, "wb") as pipe:
        process = spawn(*arguments.split(), stdout=pipe)
    assert process.stderr == ""
    assert process.returncode in (0, 1)


def test_a_pipe_closed_after_the_first_line_ends_quietly() -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "goseki", "perft", "4x4", "--depth", "6"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=plain_environment(),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    with process.stderr as stderr:
        with process.stdout as stdout:
            assert stdout.readline() == "depth  1  17\n"
        assert stderr.read() == ""
    assert process.wait(timeout=60) in (0, 1)


def interrupt(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Presses Ctrl-C on a command that runs for ever, once it has got to work."""
    command = [sys.executable, "-m", "goseki", *arguments]
    for seconds in (1, 2, 4, 8):
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=plain_environment(),
        ) as process:
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        if out:
            break
    return subprocess.CompletedProcess(command, process.returncode, out, err)


def test_ctrl_c_prints_what_was_found_as_json() -> None:
    process = interrupt("perft", "5x5", "--depth", "20", "--json")
    assert process.returncode == 130
    assert "Traceback" not in process.stderr
    found = result(process.stdout)
    assert found["interrupted"] is True
    assert found["counts"][:2] == [26, 651]
    assert len(found["counts"]) < 20


def test_ctrl_c_prints_what_was_found() -> None:
    process = interrupt("perft", "5x5", "--depth", "20")
    assert process.returncode == 130
    assert process.stderr == "goseki: interrupted\n"
    assert process.stdout.startswith("depth  1  26\ndepth  2  651\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_told_in_one_line() -> None:
    with open("/dev/full", "w") as full:
        process = spawn("show", "9x9", stdout=full)
    assert "No space left" in complaint(process.stderr)
    assert process.returncode == 2


def test_standard_input_that_is_closed_is_told_in_one_line() -> None:
    process = subprocess.run(
        ["sh", "-c", 'exec "$0" -m goseki show - <&-', sys.executable],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert process.returncode == 2
    assert "standard input" in complaint(process.stderr)


# -- the shipped examples -----------------------------------------------------------------


def test_every_example_is_described_and_can_be_analyzed(run: Run) -> None:
    files = [path for path in EXAMPLES.iterdir() if path.name != "README.md"]
    assert len(files) >= 3
    described = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in files:
        assert f"[`{path.name}`]({path.name})" in described
        assert result(run("analyze", path, "--json"))["board"]


def test_the_ko_fight_is_a_legal_game_with_a_ko_fight() -> None:
    game = gs.read_sgf(EXAMPLES / "ko-fight.sgf")
    board = gs.Board(game.size, game.rules)
    ko_taken_at = []
    for number, (color, point) in enumerate(game.moves(), 1):
        board.play(point, color)
        if board.ko is not None:
            ko_taken_at.append(number)
    assert ko_taken_at == [23, 26, 29, 32]
    assert board.is_over
    assert board.score().result == game.result


def test_the_problem_has_a_target_that_dies_at_the_vital_point() -> None:
    game = gs.read_sgf(EXAMPLES / "rectangle.sgf")
    assert str(game.size) == "7x5"
    assert [str(point) for point in game.targets()] == ["D5"]
    board = game.position()
    assert board.to_play == "W"
    for move in ("B5", "C5", "A5"):
        board.play(move)
    assert board.stones("B") == []
