"""Predicted moves: legal, sane, the same however the board lies, and clear about bad input."""

import json
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import goseki as gs
from goseki import Board, GosekiError
from goseki.cli import main
from goseki.models import model_path
from goseki.prediction import ranking
from goseki.prediction.network import load_network

GAME = "(;SZ[9]KM[7]RE[B+1];B[ee];W[cc];B[gc];W[cg];B[gg];W[ce])"


def some_board(seed: int, size: str = "9x9", moves: int = 20) -> Board:
    rng = random.Random(seed)
    board = Board(size, rules="chinese", komi=6.5)
    while board.ply < moves and not board.is_over:
        plays = [move for move in board.legal_moves if not move.is_pass]
        board.play(rng.choice(plays) if plays else "pass")
    return board


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "game.sgf"
    path.write_text(GAME)
    return path


@pytest.mark.parametrize("size", ["5x5", "9x9", "7x6", "5x19", "19x19"])
def test_all_legal_moves_are_ranked_and_add_up_to_one(size: str) -> None:
    board = some_board(1, size)
    found = gs.predict(board)
    chances = [p for _, p in found.moves]
    assert {move for move, _ in found.moves} == set(board.legal_moves)
    assert len(found.moves) == len(board.legal_moves)
    assert sum(chances) == pytest.approx(1, abs=1e-5)
    assert chances == sorted(chances, reverse=True)
    assert 0 <= found.value <= 1
    assert found.ownership.shape == (board.rows, board.columns)
    assert found.evidence == "estimate"
    assert found.rank(found.moves[0].move) == 1
    assert found.p(found.moves[1].move) == chances[1]


def test_a_list_says_what_share_of_moves_it_holds() -> None:
    found = gs.predict(some_board(1))
    plays = [one for one in found.moves if not one.move.is_pass]
    total = sum(p for _, p in plays)
    three = found.candidates(3)
    assert three.moves == plays[:3]
    assert three.kept == pytest.approx(sum(p for _, p in plays[:3]) / total) or three.is_measured
    assert three.loss == 1 - three.kept
    everything = found.candidates(1000)
    assert (everything.moves, everything.kept) == (plays, 1.0)
    assert found.candidates(0).kept == 0
    half = found.candidates(share=0.5)
    assert half.kept >= 0.5 > found.candidates(len(half.moves) - 1).kept
    assert found.candidates(share=1).kept == 1


def test_a_list_says_what_was_measured_where_the_file_has_it() -> None:
    found = replace(gs.predict(some_board(1)), kept=(0.4, 0.6, 0.9))
    assert [found.candidates(n).kept for n in (0, 1, 2, 3, 4, 5)] == [0, 0.4, 0.6, 0.9, 0.9, 0.9]
    assert found.candidates(share=0.8).kept == 0.9
    assert len(found.candidates(share=0.8).moves) == 3
    assert found.candidates(share=0.95).kept == 1  # only all of them
    assert found.candidates(2).is_measured
    assert not replace(found, kept=()).candidates(2).is_measured


@pytest.mark.parametrize(
    "given", [{}, {"count": 3, "share": 0.5}, {"count": -1}, {"share": 2}, {"share": "much"}]
)
def test_a_list_that_cannot_be_is_refused(given: dict[str, object]) -> None:
    with pytest.raises(GosekiError):
        gs.predict(Board("5x5"), model="mp-star").candidates(**given)


@pytest.mark.parametrize(
    ("card", "kept"),
    [
        ({"kept": {"9x9": {"shares": [0.5, 0.7]}}}, (0.5, 0.7)),
        ({"kept": {"19x19": {"shares": [0.5, 0.7]}}}, ()),
        ({"kept": {"9x9": {"shares": [0.7, 0.5]}}}, ()),
        ({"kept": {"9x9": {"shares": [0.7, float("nan")]}}}, ()),
        ({"kept": {"9x9": {"shares": [0.7, 1.5]}}}, ()),
        ({"kept": {"9x9": {"shares": "much"}}}, ()),
        ({"kept": 3}, ()),
        ({}, ()),
    ],
)
def test_a_card_with_another_table_is_left_alone(
    card: dict[str, object], kept: tuple[float, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    network = load_network(model_path("net"))
    monkeypatch.setattr(network, "card", card)
    assert network.kept(gs.Size(9, 9)) == kept


def test_a_ko_is_not_taken_back() -> None:
    board = Board.from_diagram(
        """
        . . . . .
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        """
    )
    board.play("C2")
    assert board.ko == gs.Point.parse("B2")
    found = gs.predict(board)
    assert found.p("B2") == 0
    assert found.rank("B2") is None
    board.play("E5")
    board.play("A5")
    assert gs.predict(board).p("B2") > 0


def test_superko_takes_moves_away_and_the_rest_adds_up_to_one() -> None:
    board = Board.from_diagram(
        ". . . . . / . . . . . / . X O . . / X O . O . / . X O . .", rules="tromp-taylor"
    )
    board.play("C2")
    found = gs.predict(board)
    assert found.rank("B2") is None
    assert sum(p for _, p in found.moves) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("size", ["9x9", "7x5"])
def test_averaged_over_the_symmetries_turning_the_board_changes_nothing(size: str) -> None:
    board = some_board(3, size)
    plain = gs.predict(board, symmetries=8)
    for symmetry in range(8 if board.rows == board.columns else 4):
        turned = board.transformed(symmetry)
        found = gs.predict(turned, symmetries=8)
        assert found.value == pytest.approx(plain.value, abs=1e-4)
        where = gs._core.symmetry_map(board.columns, board.rows, symmetry)
        for move, p in plain.moves:
            image = move if move.is_pass else turned.point(where[board.index(move)])
            assert found.p(image) == pytest.approx(p, abs=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_swapped_colours_mirror_everything(seed: int) -> None:
    board = some_board(seed)
    swapped = Board(board.size, rules="chinese", komi=-board.komi)
    for move in board.transformed(0, swap_colors=True).moves:
        swapped.play(move.point, move.color)
    ours, theirs = gs.predict(board), gs.predict(swapped)
    assert [m for m, _ in ours.moves] == [m for m, _ in theirs.moves]
    assert ours.value == pytest.approx(1 - theirs.value, abs=1e-5)
    assert ours.score == pytest.approx(-theirs.score, abs=1e-3)
    assert np.allclose(ours.ownership, -theirs.ownership, atol=1e-5)


def test_off_the_beaten_track_it_stays_legal_and_finite() -> None:
    for seed in range(200):
        board = some_board(seed, ("5x5", "9x9", "6x8")[seed % 3], moves=seed % 70)
        if board.is_over:
            continue
        found = gs.predict(board)
        assert board.is_legal(found.moves[0].move)
        assert all(np.isfinite(p) and 0 <= p <= 1 for _, p in found.moves)
        assert np.isfinite(found.score)


@pytest.mark.parametrize("size", ["1x9", "9x1", "19x3", "4x4"])
def test_boards_that_are_too_narrow_are_refused_by_name(size: str) -> None:
    with pytest.raises(GosekiError, match=f"not {size}"):
        gs.predict(Board(size))


def test_a_game_that_is_over_has_no_next_move() -> None:
    board = Board("9x9")
    board.play("pass")
    board.play("pass")
    with pytest.raises(GosekiError, match="the game is over"):
        gs.predict(board)


def test_bad_model_files_are_one_clear_line(tmp_path: Path) -> None:
    truncated = tmp_path / "half.onnx"
    truncated.write_bytes(model_path("net").read_bytes()[:100_000])
    foreign = tmp_path / "text.onnx"
    foreign.write_text("no network")
    empty = tmp_path / "empty.onnx"
    empty.write_bytes(b"")
    for path in (truncated, foreign, empty, tmp_path / "none.onnx", tmp_path):
        with pytest.raises(GosekiError) as caught:
            gs.predict(Board("9x9"), model=path)
        assert path.name in str(caught.value)
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("other", [{"format": "goseki network 0"}, {"planes": '["board"]'}, {}])
def test_networks_of_other_versions_are_refused(other: dict[str, str], tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx", reason="the file of another version is made with onnx")
    model = onnx.load(str(model_path("net")))
    facts = {entry.key: entry.value for entry in model.metadata_props}
    onnx.helper.set_model_props(model, {**facts, **other} if other else {"author": "somebody"})
    path = tmp_path / "other.onnx"
    onnx.save(model, str(path))
    with pytest.raises(GosekiError, match=r"other\.onnx"):
        gs.predict(Board("9x9"), model=path)


def test_the_command_lists_moves(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", str(record), "--top", "3"]) == 0
    output = capsys.readouterr().out
    assert "Black to play:" in output
    assert "An estimate by net" in output
    assert "These 3 hold" in output
    listed = [line.split()[0] for line in output.splitlines() if line.endswith("%")]
    assert listed == ["1", "2", "3"]


def test_the_command_as_json(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", str(record), "--json", "--top", "4"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [set(move) for move in found["moves"]] == [{"move", "p"}] * 4
    assert 0 <= found["value"] <= 1
    assert 0 < found["kept"] < 1
    assert isinstance(found["is_measured"], bool)
    assert found["evidence"] == "estimate"


def test_every_move_of_a_game(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", str(record), "--all"]) == 0
    assert "Of 6 moves" in capsys.readouterr().out
    assert main(["predict", str(record), "--all", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [m["move"] for m in found["played"]] == ["E5", "C7", "G7", "C3", "G3", "C5"]
    assert all(m["rank"] >= 1 for m in found["played"])
    assert all((m["rank"] == 1) == (m["move"] == m["expected"]) for m in found["played"])
    assert found["evidence"] == "estimate"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three games in two files, one of which is too narrow for the network, and a broken one."""
    games = tmp_path / "games"
    games.mkdir()
    other = GAME.replace("B[ee]", "B[dd]")
    (games / "a.sgfs").write_text(f"{GAME}\n{other}\n(;SZ[9];B[zz])\n")
    (games / "b.sgf").write_text("(;SZ[3];B[bb];W[aa])")
    return games


def test_every_game_of_a_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["predict", str(folder), "--all", "--json"]) == 0
    captured = capsys.readouterr()
    *games, everything = map(json.loads, captured.out.splitlines())
    assert [(game["source"], game["game"], game["moves"]) for game in games] == [
        ("a.sgfs", 1, 6),
        ("a.sgfs", 2, 6),
    ]
    assert (everything["games"], everything["moves"], everything["skipped"]) == (2, 12, 2)
    assert everything["top"]["5"][0] == pytest.approx(
        sum(game["top"]["5"][0] for game in games) / 2, abs=1e-4
    )
    for said in (*games, everything):
        for share, low, high in said["top"].values():
            assert 0 <= low <= share <= high <= 1
    assert everything["within"][0] == everything["top"]["1"][0]
    assert everything["within"][-1] == 1
    assert "a.sgfs, game 3: " in captured.err
    assert "b.sgf, game 1: the network is for boards of 5 to 19" in captured.err


def test_a_game_of_a_folder_is_as_it_is_alone(
    folder: Path, record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["predict", str(folder / "a.sgfs"), "--all", "--json"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert main(["predict", str(record), "--all", "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    assert {n: shares[0] for n, shares in first["top"].items()} == alone["top"]
    assert main(["predict", str(folder / "a.sgfs"), "--all", "--game", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["played"][0]["move"] == "D6"


def test_a_folder_as_a_table_and_a_rank_curve(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    target = tmp_path / "curve.svg"
    line = ["predict", str(folder), "--all", "--model", "mp-star", "--plot", str(target)]
    assert main(line) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[-1] for line in lines[:4]] == [
        "game",
        "a.sgfs, game 1",
        "a.sgfs, game 2",
        "b.sgf, game 1",
    ]
    assert lines[-1].startswith("Of 14 moves of 3 games: ")
    assert target.read_text().startswith("<?xml")
    assert main(line) == 2  # it is there already


def test_ctrl_c_keeps_the_games_so_far(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    calls = iter("a" * 8)

    def impatient(board: Board, **options: object) -> gs.Prediction:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return gs.predict(board, model="mp-star")

    monkeypatch.setattr(ranking, "predict", impatient)
    assert main(["predict", str(folder), "--all", "--json"]) == 130
    *games, everything = map(json.loads, capsys.readouterr().out.splitlines())
    assert [game["moves"] for game in games] == [6, 2]
    assert (everything["moves"], everything["interrupted"]) == (8, True)


def test_labels_are_written_and_read_again(record: Path, tmp_path: Path) -> None:
    target = tmp_path / "hints.sgf"
    assert main(["predict", str(record), "--sgf", str(target)]) == 0
    [written] = gs.parse_sgf(target.read_text())
    assert written.position().stones("B") == gs.parse_sgf(GAME)[0].position().stones("B")
    best = gs.predict(gs.parse_sgf(GAME)[0].position()).moves[0].move
    size = gs.Size(9, 9)
    assert f"[{size.sgf(best) if hasattr(size, 'sgf') else size.to_sgf(best)}:1]" in (
        target.read_text()
    )


@pytest.mark.parametrize(
    "words", [["--plot", "plot.png"], ["--model", "none.onnx"], ["--all", "--top", "3"]]
)
def test_options_that_make_no_sense_end_with_one_line(
    record: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["predict", str(record), *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert len(captured.err.strip().splitlines()) == 1


def test_a_broken_file_ends_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "broken.sgf"
    path.write_text("(;SZ[9];B[zz")
    assert main(["predict", str(path)]) == 2
    assert len(capsys.readouterr().err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("program", "absent"),
    [
        ("import goseki", {"torch", "onnx", "onnxruntime"}),
        ("import goseki as gs; gs.predict(gs.Board('5x5'))", {"torch", "onnx"}),
    ],
)
def test_nothing_heavy_is_imported(program: str, absent: set[str]) -> None:
    program += "; import sys; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout
    assert absent.isdisjoint(output.split())
