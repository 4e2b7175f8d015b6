"""The commands that learn from games, and those that measure: toy games, seconds, bad input."""

from __future__ import annotations

import errno
import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goseki as gs
from goseki.cli import main
from goseki.models import model_path
from tests.support.toy_games import write_toy_games

pytestmark = pytest.mark.core

NET = str(model_path("net"))


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_toy_games(tmp_path_factory.mktemp("toys"))


@pytest.fixture(scope="module")
def run_folder(toys: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short training of a small network."""
    pytest.importorskip("torch", reason="learning needs torch: pip install '.[train]'")
    folder = tmp_path_factory.mktemp("run")
    words = f"train predict {toys} --out {folder} --minutes 0.03 --blocks 1 --channels 8"
    assert main(words.split()) == 0
    return folder


def told(line: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main([*line.split(), "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def complaint(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """What a command ends with that fails: one line, and status 2."""
    assert main(line.split()) == 2
    captured = capsys.readouterr()
    assert len(captured.err.strip().splitlines()) == 1
    assert captured.err.startswith("goseki: ")
    return captured.err


def test_training_writes_a_network_that_knows_what_its_lists_hold(
    run_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = told(f"predict 9x9 --model {run_folder / 'net.onnx'} --top 10", capsys)
    assert found["is_measured"]
    assert 0 < found["kept"] <= 1
    assert main(["predict", "9x9", "--model", str(run_folder / "net.onnx"), "--top", "10"]) == 0
    assert "of strong players' moves on such boards (9x9)" in capsys.readouterr().out
    other = told(f"predict 7x7 --model {run_folder / 'net.onnx'}", capsys)
    assert not other["is_measured"]


def test_a_network_is_measured_and_its_card_written(
    toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="measuring needs torch: pip install '.[train]'")
    target = tmp_path / "measured.onnx"
    line = f"experiment network {toys} --positions 40 --part validation --write {target}"
    found = told(line, capsys)
    [row] = found["collections"]
    assert (row["name"], row["side"]) == ("toy", 9)
    shares = found["kept"]["9x9"]["shares"]
    assert row["top1"][0] == pytest.approx(shares[0], abs=1e-3)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    listed = gs.predict(gs.Board("9x9"), model=target).candidates(3)
    assert (listed.kept, listed.is_measured) == (shares[2], True)
    before, after = (gs.predict(gs.Board("9x9"), model=m).moves for m in ("net", target))
    assert before == after
    assert "exists already" in complaint(line, capsys)
    unfair = line.replace("validation", "test")
    assert "--write needs --part validation" in complaint(unfair, capsys)


@pytest.fixture(scope="module")
def archive(toys: Path) -> Any:
    pytest.importorskip("torch", reason="experiments on learning need torch")
    from goseki.learn.games import Games

    return Games.read([toys])


def test_ranks_of_the_network_are_those_of_its_predictions(archive: Any) -> None:
    from goseki.experiments.predict import network_ranks
    from goseki.learn.mp_star import sample_places
    from goseki.prediction.network import load_network

    ranks = network_ranks(archive, load_network(model_path("net")), 30, seed=4)
    numbers, plies = sample_places(archive, "test", 30, seed=4)
    assert ranks.games.tolist() == numbers.tolist()
    for row, (game, ply) in enumerate(zip(numbers.tolist(), plies.tolist(), strict=True)):
        board = archive.archive.board(game, ply)
        played = archive.move_index(game, ply)
        again = gs.Board("9x9", rules="chinese", komi=7)
        begin = int(archive.move_ends[game]) - archive.move_count(game)
        for move in archive.moves[begin : begin + ply].tolist():
            again.play(move // 2)
        assert (again.to_array() == board.to_array()).all()
        found = gs.predict(again)
        plays = [one for one in found.moves if not one.move.is_pass]
        assert ranks.ranks[row] == sum(one.p >= found.p(played) for one in plays)
        assert ranks.moves[row] == len(plays)


def test_a_question_of_the_quiz_is_a_position_of_the_game(toys: Path, archive: Any) -> None:
    from goseki.experiments.predict import quiz_pair

    record = next(iter(gs.read_sgfs(toys, progress=False)))
    for ply in (0, 1, 7, 23):
        pair = quiz_pair(archive, 0, ply, random.Random(1))
        assert pair is not None
        assert pair.played == record.moves()[ply].point
        assert (pair.board.to_array() == record.position(move=ply).to_array()).all()
        assert pair.board.to_play == record.moves()[ply].color
        assert pair.board.is_legal(pair.other)


def test_tables_beside_the_thesis_and_a_page(
    toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="experiments on learning need torch")
    pytest.importorskip("matplotlib", reason="the page has plots")
    folder = tmp_path / "page"
    line = (
        f"experiment predict {toys} --side 9 --table quiz --table ranking --table learners "
        f"--positions 20 --vectors 100 --output {folder}"
    )
    found = told(line, capsys)
    assert found["tables"].keys() == {"quiz", "ranking", "learners"}
    assert [row["name"] for row in found["tables"]["quiz"]] == ["quiz, MP*", "quiz, net"]
    assert found["tables"]["quiz"][0]["thesis"] == 89.6
    names = {row["name"].partition(",")[0] for row in found["tables"]["learners"]}
    assert names == {"MP*", "softmax over all moves", "gradient boosting", "net"}
    assert {"MP*", "net", "gradient boosting"} <= found["curves"].keys()
    assert all(curve[-1] == 1 for curve in found["curves"].values())
    page = (folder / "README.md").read_text()
    assert "not published; so figures are neighbours" in page
    assert "## Table 7.4" in page
    assert "| quiz, MP* |" in page
    assert "--vectors 100" in page
    assert (folder / "ranks.png").read_bytes().startswith(b"\x89PNG")
    rows = (folder / "rows.csv").read_text().splitlines()
    assert len(rows) == 1 + sum(map(len, found["tables"].values()))
    assert "exists already" in complaint(line, capsys)


def test_figure_7_2_is_drawn(
    toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    pytest.importorskip("torch", reason="experiments on learning need torch")
    pytest.importorskip("matplotlib", reason="the page has plots")
    from goseki.experiments import predict, predict_page

    monkeypatch.setattr(predict, "PEAKING", (4, 12))
    line = f"experiment predict {toys} --side 9 --table peaking --vectors 40 --output {tmp_path}"
    found = told(line, capsys)
    assert [row["name"] for row in found["tables"]["peaking"]] == ["4 points", "12 points"]
    assert predict_page.TABLES["peaking"] in (tmp_path / "README.md").read_text()
    assert (tmp_path / "peaking.png").exists()


def test_ctrl_c_keeps_the_tables_so_far(
    toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    pytest.importorskip("torch", reason="experiments on learning need torch")
    pytest.importorskip("matplotlib", reason="the page has plots")
    from goseki.experiments import predict

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(predict, "feature_types", stopped)
    line = f"experiment predict {toys} --side 9 --table quiz --table features --positions 9"
    line += f" --vectors 40 --output {tmp_path} --json"
    assert main(line.split()) == 130
    found = json.loads(capsys.readouterr().out)
    assert found["interrupted"]
    assert len(found["tables"]["quiz"]) == 2
    assert found["tables"]["features"] == []
    assert "Ctrl-C has ended the run" in (tmp_path / "README.md").read_text()


# -- bad input ------------------------------------------------------------------------------------

BAD_MODELS = {
    "none": "there is no model file",
    "half": "cannot be read as a network",
    "text": "cannot be read as a network",
    "version": "of another version",
    "foreign": "no network of goseki",
    "planes": "made for other planes",
    "no-planes": "is damaged",
    "no-card": "is damaged",
    "odd-card": "is damaged",
    "list-card": "is damaged",
    "graph": "",
}
MODEL_DOORS = (
    "predict 9x9 --model {model}",
    "predict {toys} --all --model {model}",
    "quiz {toys} --take {model}",
    "gtp --player net:model={model}",
    "match net:model={model} mp-star",
    "experiment network {toys} --model {model}",
    "experiment predict {toys} --side 9 --table quiz --model {model}",
    "experiment random-positions --model {model}",
    "train predict {toys} --out {out} --from {model}",
)


@pytest.fixture(scope="module")
def bad_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a file for each way in which a model can be bad, but for the missing one."""
    onnx = pytest.importorskip("onnx", reason="bad files are made with onnx")
    pytest.importorskip("torch", reason="learning needs torch: pip install '.[train]'")
    folder = tmp_path_factory.mktemp("models")
    data = model_path("net").read_bytes()
    (folder / "half.onnx").write_bytes(data[: len(data) // 3])
    (folder / "text.onnx").write_text("no network")
    facts = {entry.key: entry.value for entry in onnx.load_from_string(data).metadata_props}
    for name, changes in {
        "version": {"format": "goseki network 0"},
        "foreign": {"format": None},
        "planes": {"planes": '["board"]'},
        "no-planes": {"planes": None},
        "no-card": {"card": None},
        "odd-card": {"card": "{"},
        "list-card": {"card": "[]"},
    }.items():
        model = onnx.load_from_string(data)
        del model.metadata_props[:]
        kept = {key: value for key, value in {**facts, **changes}.items() if value is not None}
        onnx.helper.set_model_props(model, kept)
        onnx.save(model, str(folder / f"{name}.onnx"))
    ends = [onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, [1]) for name in "xy"]
    nodes = [onnx.helper.make_node("Identity", ["x"], ["y"])]
    graph = onnx.helper.make_graph(nodes, "other", ends[:1], ends[1:])
    model = onnx.helper.make_model(graph, opset_imports=[onnx.helper.make_opsetid("", 17)])
    model.ir_version = 9
    onnx.helper.set_model_props(model, facts)
    onnx.save(model, str(folder / "graph.onnx"))
    return folder


@pytest.mark.parametrize("bad", BAD_MODELS)
@pytest.mark.parametrize("door", MODEL_DOORS)
def test_a_bad_model_file_is_one_line_at_every_door(
    door: str,
    bad: str,
    bad_models: Path,
    toys: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = bad_models / f"{bad}.onnx"
    out = tmp_path / "out"
    said = complaint(door.format(model=path, toys=toys, out=out), capsys)
    assert path.name in said
    assert BAD_MODELS[bad] in said
    assert not out.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("train predict {none} --out {out}", "no game of"),
        ("train predict {narrow} --out {out}", "there is no game to use for train"),
        ("train predict {narrow} --out {out} --recipe mp-star", "there is no game on 19x19"),
        ("train predict {toys} --out {narrow}", "File exists"),
        ("train predict {toys} --out {out} --labels {none}/x.npz", "no file or folder"),
        ("train predict {toys} --out {out} --rate 2", "--rate"),
        ("train predict {toys} --out {out} --side 9", "--side has no meaning"),
        ("experiment network {none}", "there is no game to use for test"),
        ("experiment network {narrow}", "there is no game to use for test"),
        ("experiment network {none}/x", "no such file or folder"),
        ("experiment network {toys} --part validation --write x.gif", "must end in .onnx"),
        ("experiment predict {none}", "there is no game on 19x19"),
        ("experiment predict {narrow} --side 9", "there is no game on 9x9"),
        ("experiment predict {toys} --table nine", "--table must be features"),
        ("experiment predict {toys} --side 9 --output {narrow}/x", "cannot be made"),
        ("experiment random-positions {none} --positions 2", "no test game on 9x9"),
        ("experiment random-positions --size 19x3", "not 19x3"),
        ("experiment random-positions --size 1x9", "not 1x9"),
    ],
)
def test_bad_input_is_one_line(
    line: str, said: str, toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch", reason="learning needs torch: pip install '.[train]'")
    (tmp_path / "none").mkdir()
    (tmp_path / "narrow.sgf").write_text("(;SZ[19:3];B[aa])(;SZ[1:9];B[aa])")
    names = {name: tmp_path / name for name in ("none", "out")}
    names |= {"toys": toys, "narrow": tmp_path / "narrow.sgf"}
    assert said in complaint(line.format(**names), capsys)


@pytest.mark.parametrize(
    "line",
    [
        "train predict {toys} --out {out}",
        "train predict {toys} --out {out} --recipe mp-star",
        "experiment network {toys}",
        "experiment predict {toys}",
    ],
)
def test_without_torch_one_line_says_what_to_install(line: str, toys: Path, tmp_path: Path) -> None:
    words = line.format(toys=toys, out=tmp_path / "out").split()
    script = (
        "import sys; sys.modules['torch'] = None; from goseki.cli import main; "
        f"sys.exit(main({words!r}))"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.returncode == 2
    assert len(run.stderr.splitlines()) == 1
    assert "torch" in run.stderr
    assert "pip install" in run.stderr


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_is_one_line_and_leaves_nothing_half_written(
    toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    pytest.importorskip("torch", reason="learning needs torch: pip install '.[train]'")
    monkeypatch.setattr(np, "savez", no_space)
    said = complaint(f"train predict {toys} --out {tmp_path / 'run'}", capsys)
    assert "games.npz: cannot be written: No space left" in said
    assert list((tmp_path / "run").iterdir()) == []


def test_a_full_disk_does_not_take_the_figures_along(
    toys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    pytest.importorskip("torch", reason="learning needs torch: pip install '.[train]'")
    pytest.importorskip("matplotlib", reason="the page has plots")
    from goseki.experiments import report
    from goseki.learn import onnx_file

    def full(path: Path, *_: object, **__: object) -> None:
        raise gs.GosekiError(f"{path}: cannot be written: No space left on device")

    monkeypatch.setattr(report, "write_file", full)
    monkeypatch.setattr(onnx_file, "write_file", full)
    for line in (
        f"experiment predict {toys} --side 9 --positions 5 --output {tmp_path}",
        f"experiment network {toys} --part validation --positions 5 --write {tmp_path}/x.onnx",
    ):
        assert main([*line.split(), "--json"]) == 2
        captured = capsys.readouterr()
        assert json.loads(captured.out)
        assert "No space left" in captured.err
