"""The commands that learn from games, and those that measure: toy games, seconds, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

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
