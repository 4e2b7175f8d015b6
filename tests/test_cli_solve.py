"""`goseki solve` as a user meets it: what it prints, writes and refuses."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from goseki import Board, GosekiError, read_sgf, solve, solve_capture
from goseki.cli import main
from goseki.solver.record import solution_record

pytestmark = pytest.mark.core

Run = Callable[..., str]

GO_KEYS = {"board", "to_play", "rules", "ko", "score", "lower", "upper", "evidence", "best", "pv"}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def succeed(*arguments: object) -> str:
        status = main(["solve", *map(str, arguments)])
        captured = capsys.readouterr()
        assert (status, captured.err) == (0, "")
        return captured.out

    return succeed


@pytest.fixture
def run_json(run: Run) -> Callable[..., dict[str, Any]]:
    def parse(*arguments: object) -> dict[str, Any]:
        result: dict[str, Any] = json.loads(run(*arguments, "--json"))
        return result

    return parse


@pytest.fixture
def fail(capsys: pytest.CaptureFixture[str]) -> Run:
    def complain(*arguments: object) -> str:
        status = main(["solve", *map(str, arguments)])
        captured = capsys.readouterr()
        assert (status, captured.out) == (2, "")
        assert captured.err.count("\n") == 1
        return captured.err

    return complain


def test_a_solution_shows_the_line_on_the_board(run: Run) -> None:
    text = run("3x3")
    assert "Black's lead under best play is +9: proven" in text
    assert "(cycle ko, scoring of van der Werf 2004)." in text
    assert "line   B2" in text
    assert "─1─" in text  # the first move, on B2


def test_by_which_scoring_is_said_everywhere(
    run: Run, run_json: Callable[..., dict[str, Any]]
) -> None:
    for ko in ("basic", "cycle", "ssk", "psk", "ssk-approx"):
        facts = run_json("2x2", "--ko", ko)
        assert facts["scoring"] == "van der Werf 2004"
        assert ("one liberty are taken off" in facts["scoring_words"]) == (ko in ("basic", "cycle"))
        assert "scoring of van der Werf 2004" in run("2x2", "--ko", ko)
    assert "scoring of van der Werf 2004" in run("2x2", "--at-least", 1)
    assert "scoring" not in run("2x2", "--game", "capture")


def test_a_ko_that_the_answer_depends_on_is_said(
    tmp_path: Path, run: Run, run_json: Callable[..., dict[str, Any]]
) -> None:
    record = tmp_path / "ko.sgf"
    record.write_text("(;SZ[4:1]AB[aa][ca]PL[W];W[ba])")
    assert "Black may not play A1 now, because of ko." in run(record)
    assert run_json(record)["ko_point"] == "A1"
    assert "because of ko" not in run(record, "--to-play", "W")
    assert run_json(record, "--to-play", "W")["ko_point"] is None


def test_the_json_has_the_keys_that_others_rely_on(
    run_json: Callable[..., dict[str, Any]],
) -> None:
    facts = run_json("3x3", "--openings", "--ko", "basic")
    assert set(facts) >= GO_KEYS
    assert (facts["score"], facts["ko"], facts["evidence"]) == (9, "basic", "proven")
    assert facts["best"] == ["B2"]
    assert facts["openings"]["A1"] == -9
    assert facts["opening_bounds"]["A1"] == [-9, -9]
    asked = run_json("3x3", "--at-least", 10)
    assert asked["holds"] is False
    game = run_json("3x3", "--game", "capture")
    assert (game["game"], game["winner"], game["plies"]) == ("capture", "B", 7)


def test_the_values_of_first_moves_are_a_map(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "values.svg"
    text = run("3x3", "--openings", "--picture", picture)
    assert "2  +3  +9  +3  2" in text
    assert "best   B2" in text
    svg = picture.read_text()
    assert ">+9<" in svg
    assert svg.count(">+3<") == 4
    assert "proven" in svg
    line = tmp_path / "line.svg"
    run("3x3", "--picture", line)
    assert ">9<" in line.read_text()  # of eleven moves two are on points of others
    assert line.read_text().count('class="black"') >= 1
    png = tmp_path / "line.png"
    run("3x3", "--picture", png)
    assert png.read_bytes().startswith(b"\x89PNG")


def test_values_that_are_open_show_as_such(run: Run) -> None:
    text = run("4x4", "--openings", "--nodes", 1)
    assert "4   ?   ?   ?   ?  4" in text
    assert "both bounds proven, the rest not decided" in text


def test_the_solution_as_a_game_record(run: Run, tmp_path: Path) -> None:
    position = tmp_path / "position.txt"
    position.write_text("...\n.X.\n...\nWhite to play\n")
    path = tmp_path / "solution.sgf"
    run(position, "--openings", "--sgf", path)
    game = read_sgf(path)
    board = game.position(move=0)
    assert [str(point) for point in board.stones("B")] == ["B2"]
    assert board.to_play == "W"
    assert "is +9: proven" in str(game.root.get("C"))
    labels = game.labels(game.root)
    assert labels == dict.fromkeys(labels, "+9")
    assert len(labels) == 8
    assert {node.get("N") for node in game.root.children} == {"+9"}
    for node in game.nodes():
        if not node.children:
            game.position(node=node)  # every line is legal


@pytest.mark.parametrize("size", ["3x3", "4x3"])
def test_every_variation_of_a_record_is_legal_and_has_its_value(size: str) -> None:
    board = Board(size)
    result = solve(board, openings=True)
    game = solution_record(board, result)
    assert len(game.root.children) == board.size.points
    first = game.move_at(game.root.children[0])
    assert first is not None
    assert first.point == result.pv[0]
    for node in game.root.children:
        move = game.move_at(node)
        assert move is not None
        assert float(str(node.get("N"))) == result.openings[move.point].score
        position = game.position(node=node)
        for point in result.openings[move.point].pv:
            position.play(point)


def test_a_record_of_the_capture_game_ends_with_the_capture() -> None:
    result = solve_capture(Board("3x3"))
    game = solution_record(Board("3x3"), result)
    assert len(game.moves()) == 7
    assert game.position().prisoners["B"] > 0
    assert "Black makes the first capture after 7 plies: proven." in str(game.root.get("C"))


@pytest.mark.parametrize("size", ["6x6", "34x1", "8x8", "19x19"])
def test_boards_beyond_reach_get_the_bounds_that_show(
    size: str, run_json: Callable[..., dict[str, Any]], fail: Run
) -> None:
    if size == "34x1":
        assert "not between 1x1 and 19x19" in fail(size)
        return
    facts = run_json(size)
    points = Board(size).size.points
    assert (facts["lower"], facts["upper"], facts["score"]) == (-points, points, None)
    assert facts["evidence"] == "unknown"
    assert f"{points} points, more than 33" in facts["note"]
    assert run_json(size, "--at-least", 1)["holds"] is None
    assert run_json(size, "--at-least", points + 1)["holds"] is False


def test_bounds_of_a_large_board_come_from_what_lives(tmp_path: Path, run: Run) -> None:
    rows = [".X.X......", "XXXX......"] + [".........."] * 8
    for width, owned in ((6, 8), (10, 8)):
        path = tmp_path / f"{width}.txt"
        path.write_text("\n".join(row[:width] for row in rows[:width]))
        facts = json.loads(run(path, "--json"))
        assert facts["lower"] == 2 * owned - width * width
        assert facts["upper"] == width * width
    decided = tmp_path / "decided.txt"
    decided.write_text("\n".join(["XXXXXX", "X.XX.X", *["XXXXXX"] * 4]))
    facts = json.loads(run(decided, "--json", "--komi", 0.5))
    assert (facts["score"], facts["evidence"]) == (35.5, "proven")


def test_a_large_capture_game_is_only_looked_at(
    tmp_path: Path, run_json: Callable[..., dict[str, Any]]
) -> None:
    facts = run_json("9x9", "--game", "capture")
    assert (facts["winner"], facts["evidence"]) == (None, "unknown")
    assert "only the next move was looked at" in facts["note"]
    atari = tmp_path / "atari.txt"
    atari.write_text("O......\nX......\n" + ".......\n" * 4 + ".......")
    facts = run_json(atari, "--game", "capture", "--to-play", "B")
    assert (facts["winner"], facts["plies"], facts["best"]) == ("B", 1, ["B7"])
    assert facts["evidence"] == "proven"


@pytest.mark.parametrize("arguments", [["6x5"], ["6x6", "--game", "capture"]])
def test_a_long_search_without_a_limit_is_announced(arguments: list[str]) -> None:
    command = [sys.executable, "-m", "goseki", "solve", *arguments, "--memory", "16M", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert "may take days" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, "goseki: interrupted\n")
    assert json.loads(out)["interrupted"] is True


def test_a_long_search_that_is_refused_is_not_announced(tmp_path: Path, fail: Run) -> None:
    assert "a proof is for basic and cycle ko" in fail("6x5", "--ko", "psk", "--proof", "a.proof")
    table = tmp_path / "table"
    table.write_text("precious")
    assert "table" in fail("6x5", "--checkpoint", table)
    assert table.read_text() == "precious"
    assert "not an amount" in fail("6x6", "--game", "capture", "--memory", "some")


def test_a_short_search_of_a_large_board_is_not_announced(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "decided.txt"
    path.write_text("\n".join(["XXXXXX", "X.XX.X", *["XXXXXX"] * 3]))
    assert "+30" in run(path)


def test_the_passes_that_a_ko_asks_for_survive(
    tmp_path: Path, run_json: Callable[..., dict[str, Any]]
) -> None:
    # Black B1, White C1, Black takes from D1: a third pass lets White retake for ever.
    path = tmp_path / "ko.sgf"
    path.write_text("(;SZ[4:1];B[ba];W[ca];B[da])")
    assert run_json(path, "--ko", "basic")["score"] == 0
    assert run_json(path, "--ko", "basic", "--two-passes")["score"] == 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["0x5"], "board size 0x5 is not between 1x1 and 19x19"),
        (["5x50"], "board size 5x50 is not between"),
        (["3x3", "--winner-only"], "--winner-only has no meaning with --game go"),
        (["3x3", "--game", "capture", "--openings"], "--openings has no meaning with --game cap"),
        (["3x3", "--game", "capture", "--at-least", "1"], "--at-least has no meaning"),
        (["3x3", "--game", "capture", "--ko", "basic"], "--ko has no meaning"),
        (["3x3", "--at-least", "1", "--openings"], "at least N is a question about the position"),
        (["3x3", "--game", "capture", "--komi", "1"], "--komi has no meaning"),
        (["3x3", "--game", "capture", "--two-passes"], "--two-passes has no meaning"),
        (["3x3", "--picture", "board.gif"], "the name must end in .svg or .png or .html"),
        (["3x3", "--sgf", "nowhere/x.sgf"], "cannot be written: No such file or directory"),
        (["3x3", "--sgf", "x.txt"], "the name must end in .sgf"),
        (["3x3", "--memory", "some"], "not an amount of memory"),
        (["3x3", "--seconds", "0"], "--seconds"),
        (["3x3", "--at-least", "many"], "--at-least"),
        (["3x3", "--at-least", "nan"], "--at-least must be a number, not nan"),
        (["3x3", "--at-least", "-inf"], "--at-least must be a number, not -inf"),
        (["3x3", "--seconds", "inf"], "--seconds must be a number of seconds above 0, not 'inf'"),
        (["3x3", "--nodes", str(2**62)], "nodes must be from 1 to 2^62 - 1"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], complaint: str, fail: Run) -> None:
    assert complaint in fail(*arguments)


def test_files_are_not_overwritten_and_the_work_is_not_done_in_vain(
    tmp_path: Path, run: Run, fail: Run
) -> None:
    path = tmp_path / "solution.sgf"
    path.write_text("precious")
    assert "exists already" in fail("5x5", "--sgf", path)  # at once: 5x5 takes minutes
    assert path.read_text() == "precious"
    run("2x2", "--sgf", path, "--force")
    assert read_sgf(path).size == Board("2x2").size


def test_an_answer_is_told_although_it_cannot_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "both.sgf")
    assert main(["solve", "2x2", "--proof", path, "--sgf", path, "--json"]) == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["score"] == 0
    assert "exists already" in captured.err
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize("game", ["go", "capture"])
def test_a_proof_that_cannot_be_written_is_found_before_the_search(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    # The name is just short enough to be free, and the temporary one too long.
    proof = tmp_path / f"{'x' * 240}.proof"
    assert main(["solve", "2x2", "--game", game, "--proof", str(proof)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"goseki: {proof}: cannot be written: File name too long\n"


@pytest.mark.parametrize("game", ["go", "capture"])
def test_a_proof_that_cannot_be_written_in_the_end_leaves_the_answer(
    game: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise GosekiError("full.proof: cannot be written: No space left on device")

    module = "certificate" if game == "go" else "capture"
    monkeypatch.setattr(f"goseki.solver.{module}.write_proof", fail)
    proof = str(tmp_path / "full.proof")
    assert main(["solve", "2x2", "--game", game, "--proof", proof, "--json"]) == 2
    captured = capsys.readouterr()
    facts = json.loads(captured.out)
    assert (facts["evidence"], facts["proof"]) == ("proven", None)
    assert captured.err == "goseki: full.proof: cannot be written: No space left on device\n"


def test_all_best_first_moves_are_named() -> None:
    result = solve(Board("4x2"), openings=True)
    assert result.score == 8
    assert [str(point) for point in result.best] == ["B2", "C2", "B1", "C1"]
