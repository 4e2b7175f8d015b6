"""`goseki safety` and its experiment."""

import json
import random
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

import goseki
import goseki.positions
from goseki.cli import main
from goseki.experiments import safety_soundness
from goseki.safety import SafetyResult
from tests.support.ctrl_c import CtrlC

FOUR = "....XO./XXXXXOO/OOOOOO."
EMPTY_CORNER = "X..../...../....."


@pytest.fixture
def four(tmp_path: Path) -> Path:
    path = tmp_path / "four.txt"
    path.write_text(FOUR.replace("/", "\n"))
    return path


def test_safety_draws_and_counts(four: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["safety", str(four)]) == 0
    output = capsys.readouterr().out
    assert "Proven: 21 of 21 points, 10 Black's and 11 White's, with 0 dead stones." in output


def test_safety_as_json(four: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["safety", str(four), "--json", "--method", "static"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["count"], found["evidence"], found["method"]) == (21, "proven", "static")
    assert len(found["safe"]["B"]) == 10
    assert found["dead"] == []
    [pairs] = [r["pairs"] for r in found["regions"] if r["tag"] == "2-vital"]
    assert pairs == [["B3", "C3"]]
    assert {block["tag"] for block in found["blocks"]} == {"benson", "2-vital"}


def test_methods_and_levels(four: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["safety", str(four), "--json", "--method", "benson"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 11
    assert main(["safety", str(four), "--json", "--level", "m1"]) == 0
    assert json.loads(capsys.readouterr().out)["level"] == "m1"


def test_niu_s_own_choices(four: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["safety", str(four), "--json", "--ordering", "niu", "--evaluation", "niu"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 21


def test_explain(four: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["safety", str(four), "--explain", "A3"]) == 0
    output = capsys.readouterr().out
    assert "A3 is safe for Black: territory (2-vital)." in output
    assert "The answer to an attack at B3 is C3" in output


def test_seki(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "seki.txt"
    path.write_text(".XO.XO.\nXXOXXOO\n.XO.XO.")
    assert main(["safety", str(path)]) == 0
    assert "7 of the safe stones in seki" in capsys.readouterr().out
    assert main(["safety", str(path), "--json", "--explain", "D3"]) == 0
    found = json.loads(capsys.readouterr().out)
    [seki] = found["seki"]
    assert (sorted(seki["W"]), sorted(seki["between"])) == (["C1", "C2", "C3"], ["D1", "D3"])
    assert "D3 lies in a seki between Black's E3 and White's C3." in found["explanation"]


def test_nothing_proven_is_an_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "open.txt"
    path.write_text(EMPTY_CORNER.replace("/", "\n"))
    assert main(["safety", str(path)]) == 0
    assert "Nothing is proven of the 15 points" in capsys.readouterr().out


def test_pictures(four: Path, tmp_path: Path) -> None:
    target = tmp_path / "four.svg"
    assert main(["safety", str(four), "--picture", str(target)]) == 0
    assert target.read_text().startswith("<svg")
    assert main(["safety", str(four), "--picture", str(target)]) == 2


def test_a_directory(four: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (four.parent / "open.txt").write_text(EMPTY_CORNER.replace("/", "\n"))
    assert main(["safety", str(four.parent)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[:3] == ["four.txt", "21", "100.0%"]
    assert lines[3].split()[:4] == ["2", "files", "21", "58.3%"]
    assert main(["safety", str(four.parent), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["points"], found["count"], len(found["files"])) == (36, 21, 2)


def test_several_processes_give_the_same_table(
    four: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (four.parent / "open.txt").write_text(EMPTY_CORNER.replace("/", "\n"))
    tables = []
    for jobs in ("1", "2"):
        assert main(["safety", str(four.parent), "--json", "--jobs", jobs]) == 0
        found = json.loads(capsys.readouterr().out)
        tables.append([{**row, "seconds": 0} for row in found["files"]])
    assert tables[0] == tables[1]


@pytest.mark.core
@pytest.mark.parametrize("seed", range(4))
def test_several_threads_prove_the_same(seed: int) -> None:
    board = safety_soundness.random_position(random.Random(seed), empty=20)
    first, second = (goseki.prove_safety(board, nodes=2_000, jobs=jobs) for jobs in (1, 3))
    assert (first.blocks, first.all_regions, first.nodes) == (
        second.blocks,
        second.all_regions,
        second.nodes,
    )


def test_a_table_that_is_broken_off_keeps_what_was_found(
    four: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (four.parent / "later.txt").write_text(EMPTY_CORNER.replace("/", "\n"))

    def read(path: str, **options: object) -> object:
        if path.endswith("later.txt"):
            raise KeyboardInterrupt
        return read_position(path)

    read_position = goseki.positions.read_position
    monkeypatch.setattr("goseki.positions.read_position", read)
    assert main(["safety", str(four.parent), "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert found["interrupted"] is True
    assert [row["file"] for row in found["files"]] == ["four.txt"]


def test_the_marked_game(four: Path, tmp_path: Path) -> None:
    target = tmp_path / "marked.sgf"
    assert main(["safety", str(four), "--sgf", str(target)]) == 0
    game = goseki.read_sgf(target)
    marks = game.marks(game.end)
    assert [str(point) for point in marks["TB"]] == ["A3", "B3", "C3", "D3"]
    assert len(marks["SQ"]) == 15
    assert main(["safety", str(four), "--sgf", str(target)]) == 2


def test_pictures_in_every_form(four: Path, tmp_path: Path) -> None:
    for suffix, start in ((".png", b"\x89PNG"), (".html", b"<")):
        target = tmp_path / f"map{suffix}"
        assert main(["safety", str(four), "--picture", str(target)]) == 0
        assert target.read_bytes().lstrip().startswith(start)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b"\0\1\2\xff", "binary"),
        (b"(;FF[4]SZ[9];B[zz])", "zz"),
        (b"(;FF[4]SZ[9];B[aa]", "input"),
        (b"X O ?\n", "input"),
    ],
)
def test_broken_files(
    data: bytes, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "input"
    path.write_bytes(data)
    status = main(["safety", str(path)])
    error = capsys.readouterr().err
    assert status == 2
    assert message in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.sgf"], "nowhere.sgf"),
        (["FOUR", "--level", "m7"], "m1"),
        (["FOUR", "--proof", "FOUR"], "exists already"),
        (["FOLDER", "--proof", "a"], "--proof has no meaning with a directory"),
        (["FOUR", "--explain", "Z9"], "Z9"),
        (["FOUR", "--explain", "pass"], "pass"),
        (["FOUR", "--method", "guess"], "guess"),
        (["FOUR", "--ordering", "guess"], "near"),
        (["FOUR", "--evaluation", "guess"], "pairs"),
        (["FOUR", "--rules", "tromp-taylor"], "without suicide"),
        (["FOUR", "--picture", "board.bmp"], "board.bmp"),
        (["FOLDER", "--explain", "A1"], "--explain has no meaning with a directory"),
        (["EMPTY"], "has no .sgf or .txt files"),
    ],
)
def test_bad_input(
    arguments: list[str], message: str, four: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = four.parent / "empty"
    empty.mkdir()
    places = {"FOUR": four, "FOLDER": four.parent, "EMPTY": empty}
    assert main(["safety", *(str(places.get(word, word)) for word in arguments)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_the_soundness_experiment(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(safety_soundness, "MAX_SITUATIONS", 2_000)
    ledger = tmp_path / "campaign.jsonl"
    arguments = ["experiment", "safety-soundness", "--jobs", "1", "--json", "--ledger", str(ledger)]
    figures = []
    for positions in ("50", "100", "100"):
        assert main([*arguments, "--positions", positions]) == 0
        figures.append(json.loads(capsys.readouterr().out))
    assert [found["positions"] for found in figures] == [50, 100, 100]
    assert all(found["violations"] == 0 for found in figures)
    assert figures[1]["claims_judged"] == figures[2]["claims_judged"] > 0
    assert len(ledger.read_text().splitlines()) == 3
    assert main([*arguments, "--seed", "2"]) == 2


def test_the_experiment_beside_niu(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    finals = tmp_path / "finals.jsonl"
    boards = [{"set": "set1", "board": FOUR.split("/")}, {"set": "other", "board": ["X"]}]
    finals.write_text("\n".join(map(json.dumps, boards)))
    arguments = ["experiment", "safety", str(finals), "--set", "set1", "--nodes", "50"]
    arguments += ["--output", str(tmp_path / "page")]
    assert main(arguments) == 0
    page = (tmp_path / "page" / "README.md").read_text()
    assert "| static | 21 (100.0%) | 2,898 (25.9%) | 2 | 212 |" in page
    assert "| benson | 11 (52.4%) | 1,886 (16.9%) | 1 | 103 |" in page
    assert (tmp_path / "page" / "safety.png").exists()
    assert main(arguments) == 0  # goes on from its own notes
    files = {path: path.read_bytes() for path in (tmp_path / "page").iterdir()}
    other = [*arguments, "--nodes", "7"]
    capsys.readouterr()
    assert main(other) == 2
    told = capsys.readouterr().err
    assert told.endswith("README.md: is the page of another run (see --force)\n")
    assert files == {path: path.read_bytes() for path in (tmp_path / "page").iterdir()}
    assert main([*other, "--force"]) == 0
    assert main([*arguments, "--force"]) == 0
    (tmp_path / "page" / "ledger.jsonl").unlink()
    assert main(arguments) == 2  # a page of something else
    assert main([*arguments, "--force"]) == 0
    capsys.readouterr()
    for junk in (b"[]", b"\x89PNG\xa5"):
        finals.write_bytes(junk)
        assert main(arguments) == 2
        assert capsys.readouterr().err.endswith("finals.jsonl: line 1 is no final position\n")


HALL = "XXXXXXX/......./......./......./......./......./XXXXXXX"


@pytest.mark.parametrize(
    "options", ["--max-points 40", "--max-points 40 --jobs 2", "--region A6:G2 --defender B"]
)
def test_ctrl_c_prints_what_was_found(
    options: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "hall.txt"
    path.write_text(HALL.replace("/", "\n"))
    monkeypatch.setattr("goseki.cli.safety.show_progress", lambda title: nullcontext(CtrlC()))
    command = ["safety", str(path), "--json", "--nodes", str(10**12), *options.split()]
    assert main(command) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["interrupted"], found["evidence"]) == (True, "unknown")


def test_a_limit_of_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hall.txt"
    path.write_text(HALL.replace("/", "\n"))
    endless = ["--nodes", str(10**12), "--max-points", "40", "--seconds", "0.1"]
    assert main(["safety", str(path), "--json", *endless]) == 0
    assert "interrupted" not in json.loads(capsys.readouterr().out)
    assert main(["safety", str(tmp_path), *endless]) == 0
    assert "1 files" in capsys.readouterr().out
    assert main(["eyes", "7", "--outside-liberties", "4", "--json", "--seconds", "0.1"]) == 0
    assert json.loads(capsys.readouterr().out)["complete"] is False
    assert main(["safety", str(path), "--seconds", "0"]) == 2


def test_a_proof_is_not_written_when_the_search_was_interrupted(
    four: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(board: goseki.Board, **_: object) -> SafetyResult:
        return replace(goseki.prove_safety(board), interrupted=True)

    monkeypatch.setattr("goseki.cli.safety.prove_safety", interrupted)
    target = tmp_path / "four.proof"
    assert main(["safety", str(four), "--proof", str(target)]) == 130
    assert "not written, as the search was interrupted." in capsys.readouterr().out
    assert not target.exists()
