"""The network off the beaten track: what is counted, and that nonsense is found."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import goseki as gs
from goseki import GosekiError, Size
from goseki.cli import main
from goseki.experiments import random_positions
from goseki.experiments.random_positions import complaints, measure, random_boards
from goseki.learn.games import Games
from tests.support.toy_games import write_toy_games

pytestmark = pytest.mark.core


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_toy_games(tmp_path_factory.mktemp("toys"), count=60)


def test_random_moves_are_legal_and_lead_everywhere() -> None:
    boards = list(random_boards(Size(7, 5), 60, random.Random(1)))
    assert len(boards) == 60
    for board in boards:
        again = gs.Board("7x5", rules="chinese")
        for move in board.moves:
            again.play(move.point, move.color)
        assert (again.to_array() == board.to_array()).all()
        assert not board.is_over
    plies = [board.ply for board in boards]
    assert min(plies) < 8
    assert max(plies) > 27


def test_the_network_is_sane_there(toys: Path) -> None:
    found = measure(Size(9, 9), positions=25, games=[toys], seed=2)
    assert found.faults == []
    assert [look.kind for look in found.looks] == ["random"] * 25 + ["games"] * 25
    rows = found.rows()
    assert sum(row.steady.positions for row in rows) == 50
    assert [row.kind for row in rows] == sorted((row.kind for row in rows), reverse=True)
    for row in rows:
        assert 0 <= row.entropy <= np.log2(82)
        assert 0.5 <= row.surety <= 1
        assert row.first <= row.last
    again = measure(Size(9, 9), positions=25, games=[toys], seed=2)
    assert again.looks == found.looks


def test_positions_of_games_are_those_of_the_records(toys: Path) -> None:
    games = Games.read([toys])
    records = list(gs.read_sgfs(toys, progress=False))
    for game, ply in ((0, 0), (3, 7), (11, 24)):
        board, record = games.board(game, ply), records[int(games.line[game])]
        assert (board.to_array() == record.position(move=ply).to_array()).all()
        assert board.komi == 7
        if ply < 24:
            assert board.to_play == record.moves()[ply].color


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"value": 1.5}, "chance to win"),
        ({"value": None}, "chance to win"),
        ({"score": float("nan")}, "the lead"),
        ({"ownership": np.full((5, 5), 2.0, np.float32)}, "an owner"),
        ({"moves": []}, None),
    ],
)
def test_nonsense_is_found(changes: dict[str, object], fault: str | None) -> None:
    board = gs.Board("5x5")
    board.play("C3")
    found = gs.predict(board)
    assert list(complaints(found)) == []
    if fault is not None:
        [said] = complaints(replace(found, **changes))
        assert fault in said
        return
    first = found.moves[0]._replace(move=gs.Point.parse("C3"))
    said = list(complaints(replace(found, moves=[first, *found.moves[1:]])))
    assert said[0] == "the first move C3 is illegal"
    assert said[1] == "the moves are not the legal ones"
    doubled = [first._replace(p=move.p * 2, move=move.move) for move in found.moves]
    [said_of_sum] = complaints(replace(found, moves=doubled))
    assert "add up to 2" in said_of_sum
    negative = [found.moves[0]._replace(p=-1.0), *found.moves[1:]]
    assert "a probability is no number from 0 on" in list(
        complaints(replace(found, moves=negative))
    )


def test_the_command(toys: Path, capsys: pytest.CaptureFixture[str]) -> None:
    line = f"experiment random-positions {toys} --positions 6 --seed 1"
    assert main([*line.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["positions"], found["faults"], found["size"]) == (12, [], "9x9")
    assert sum(row["positions"] for row in found["rows"]) == 12
    assert main(line.split()) == 0
    assert "12 positions, 0 faults" in capsys.readouterr().out


def test_a_fault_is_told_and_ends_in_status_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(random_positions, "complaints", lambda found: ["it is odd"])
    assert main(["experiment", "random-positions", "--size", "5", "--positions", "2"]) == 1
    captured = capsys.readouterr()
    assert "2 positions, 2 faults" in captured.out
    assert captured.err.count("a fault: it is odd (random position, after B ") == 2


def test_ctrl_c_keeps_what_was_seen(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ask, calls = random_positions.look, iter("aaa")

    def impatient(*arguments: object) -> object:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return ask(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(random_positions, "look", impatient)
    assert main(["experiment", "random-positions", "--size", "5", "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["positions"], found["interrupted"]) == (3, True)


def test_games_of_another_size_are_no_help(toys: Path) -> None:
    with pytest.raises(GosekiError, match="no test game on 7x7"):
        measure(Size(7, 7), positions=1, games=[toys])
    with pytest.raises(GosekiError, match="not 4x4"):
        measure(Size(4, 4), positions=1)
