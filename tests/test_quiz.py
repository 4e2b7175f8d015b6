"""The quiz: pairs of moves, answers, and the ranks that they are typical of."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

import goseki as gs
from goseki import GosekiError
from goseki.cli import main
from goseki.learn import quiz
from goseki.learn.quiz import (
    Pair,
    QuizResult,
    band,
    choose,
    draw_pairs,
    grade,
    near_points,
    read_answers,
)
from goseki.match.standings import Duel
from tests.support.toy_games import write_toy_games

pytestmark = pytest.mark.core


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_toy_games(tmp_path_factory.mktemp("toys"), count=12)


def record_of(pair: Pair, folder: Path) -> gs.Game:
    [name] = [path for path in folder.iterdir() if path.name == pair.source]
    return list(gs.read_sgfs(name, progress=False))[pair.game - 1]


def test_a_pair_is_the_move_played_and_a_near_legal_point(toys: Path) -> None:
    pairs = draw_pairs(toys, 30, seed=5)
    assert len(pairs) == 30
    for pair in pairs:
        moves = record_of(pair, toys).moves()
        assert moves[pair.number - 1] == gs.Move(pair.board.to_play, pair.played)
        assert pair.board.moves == moves[: pair.number - 1]
        assert pair.board.is_legal(pair.played)
        assert pair.board.is_legal(pair.other)
        steps = abs(pair.played.column - pair.other.column) + abs(pair.played.row - pair.other.row)
        assert 1 <= steps <= 3
        assert set(pair.points) == {pair.played, pair.other}
    assert len({pair.where for pair in pairs}) == 30
    assert {pair.game for pair in pairs} == set(range(1, 13))  # every game has its turn
    assert 5 < sum(pair.points[0] == pair.played for pair in pairs) < 25


def test_the_same_seed_draws_the_same_pairs(toys: Path) -> None:
    def drawn(seed: int) -> list[object]:
        return [(pair.where, pair.points) for pair in draw_pairs(toys, 10, seed=seed)]

    assert drawn(1) == drawn(1) != drawn(2)


def test_moves_may_be_limited_and_may_run_out(toys: Path) -> None:
    pairs = draw_pairs(toys, 1000, first=5, last=6, seed=1)
    assert {pair.number for pair in pairs} == {5, 6}
    assert len(pairs) == 24
    with pytest.raises(GosekiError, match="no game has a move"):
        draw_pairs(toys, 3, first=500)
    with pytest.raises(GosekiError, match="from number 9 to 3"):
        draw_pairs(toys, 3, first=9, last=3)


def test_occupied_points_and_kos_are_no_choice() -> None:
    board = gs.Board.from_diagram(". X O . / X . X O / . X O . / . . . .")
    board.to_play = "W"
    board.play("B3")
    near = near_points(board, gs.Point.parse("D1"), "B")
    assert gs.Point.parse("C3") not in near
    assert all(board.is_legal(point, "B") for point in near)
    assert all(abs(p.column - 3) + p.row <= 3 for p in near)


@pytest.mark.parametrize(
    ("right", "of", "middle", "low", "high"),
    [
        (394, 394, "dan", "dan", "dan"),
        (353, 394, "3 kyu", "6 kyu", "1 kyu"),
        (200, 394, "15 kyu or weaker", "15 kyu or weaker", "15 kyu or weaker"),
        (9, 10, "3 kyu", "15 kyu or weaker", "dan"),
    ],
)
def test_ranks_are_as_wide_as_the_interval(
    right: int, of: int, middle: str, low: str, high: str
) -> None:
    found = band(Duel(of, right))
    assert (found.low, found.middle, found.high) == (low, middle, high)


def test_more_right_answers_never_mean_a_weaker_rank() -> None:
    def strength(share: float) -> float:
        number, _, kind = grade(share).partition(" ")
        if number == "dan":
            return 100
        return int(number) if kind == "dan" else -int(number)

    found = [strength(n / 1000) for n in range(1001)]
    assert found == sorted(found)
    assert len(set(found)) > 10


def test_a_model_chooses_what_it_thinks_likelier(toys: Path) -> None:
    [pair] = draw_pairs(toys, 1, seed=2)
    found = gs.predict(pair.board, model="mp-star")
    likelier = found.p(pair.played) > found.p(pair.other)
    assert choose("mp-star", pair) == (pair.played if likelier else pair.other)


def test_answers_are_counted(toys: Path) -> None:
    pairs = draw_pairs(toys, 4, seed=2)
    result = QuizResult(pairs, [pairs[0].played, pairs[1].other, pairs[2].played])
    assert result.score == Duel(3, 2)
    assert [pair for pair, _ in result.missed] == [pairs[1]]
    told = result.facts()
    assert (told["asked"], told["answered"], told["right"]) == (4, 3, 2)
    assert told["missed"][0]["played"] == str(pairs[1].played)
    assert told["missed"][0]["answer"] == str(pairs[1].other)
    assert QuizResult(pairs, []).facts()["share"] is None


def test_a_file_of_answers() -> None:
    assert read_answers("a B\nb q a", "x") == ["a", "b", "b"]
    with pytest.raises(GosekiError, match=r"x: answer 2 is 'c', not a, b or q"):
        read_answers("a c", "x")


# -- the command ------------------------------------------------------------------------------


def test_a_model_takes_the_quiz(toys: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = ["quiz", str(toys), "--count", "12", "--seed", "3", "--take", "mp-star"]
    assert main([*line, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["asked"], found["answered"], found["seed"]) == (12, 12, 3)
    assert found["right"] + len(found["missed"]) == 12
    assert found["models"].keys() == {"net"}
    assert found["low"] <= found["share"] <= found["high"]
    assert found["grade"].keys() == {"low", "middle", "high"}
    assert found["evidence"] == "estimate"
    assert main(line) == 0
    said = capsys.readouterr().out
    assert said.startswith(f"mp-star has {found['right']} of 12 right: ")
    assert f"typical of {found['grade']['middle']}" in said
    assert "--seed 3 asks the same again" in said


def test_answers_from_a_file(
    toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pairs = draw_pairs(toys, 5, seed=3)
    right = ["ab"[pair.points.index(pair.played)] for pair in pairs]
    wrong = "b" if right[1] == "a" else "a"
    (tmp_path / "answers.txt").write_text("\n".join([right[0], wrong, *right[2:4], "q"]))
    line = f"quiz {toys} --count 5 --seed 3 --answers {tmp_path / 'answers.txt'} --json"
    assert main(line.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["answered"], found["right"]) == (4, 3)
    assert [missed["played"] for missed in found["missed"]] == [str(pairs[1].played)]
    assert found["models"].keys() == {"mp-star", "net"}


def test_a_person_answers(
    toys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("what\nA\nb\nq\n"))
    assert main(["quiz", str(toys), "--count", "5", "--seed", "3"]) == 0
    said = capsys.readouterr().out
    assert said.count("a, b, or q to end") == 4
    assert said.count("Right.") + said.count("No: it was") == 2
    assert "of 2 right" in said
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["quiz", str(toys)]) == 0
    assert "No position was answered" in capsys.readouterr().out


def test_ctrl_c_keeps_what_was_answered(
    toys: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = iter("aaa")

    def impatient(model: object, pair: Pair) -> gs.Point:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return pair.played

    monkeypatch.setattr(quiz, "choose", impatient)
    assert main(["quiz", str(toys), "--count", "9", "--take", "mp-star", "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["answered"], found["right"], found["interrupted"]) == (3, 3, True)


def test_narrow_boards_have_mp_star_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "narrow.sgf"
    path.write_text("(;SZ[9:3];B[aa];W[cc];B[ee];W[bb];B[ab])".replace("[ee]", "[ec]"))
    assert main(["quiz", str(path), "--take", "mp-star", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["models"] == {}
    assert main(["quiz", str(path), "--take", "net"]) == 2
    assert "not 9x3" in capsys.readouterr().err


def test_it_needs_no_torch(toys: Path) -> None:
    script = (
        "import sys; from goseki.cli import main; "
        f"main(['quiz', {str(toys)!r}, '--count', '2', '--take', 'net']); "
        "print('torch' in sys.modules, 'onnx' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout.endswith("False False\n")
