"""The players that do not search: what they play, how they end a game, and where they are."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import goseki as gs
from goseki import Board, GosekiError, Rules
from goseki.cli import main
from goseki.match.go import GoEntrant
from goseki.models import model_path
from goseki.players import policy
from goseki.players.policy import PolicyPlayer, PolicySettings
from goseki.prediction.network import Evaluation, load_network

pytestmark = pytest.mark.core

WON = """
    . . X O .
    . . X O .
    . X X O .
    . . X O .
    . . X O .
"""
"""Black has 15 points and White 10."""


class FakeNetwork:
    """Thinks what it is told: chances of points, of which the others get none."""

    def __init__(self, win: float = 0.5, **chances: float) -> None:
        self.win, self.chances = win, chances

    def evaluate(self, board: Board, symmetries: int = 1, *, first: int = 0) -> Evaluation:
        policy = np.zeros(board.size.points + 1, np.float32)
        for name, p in self.chances.items():
            policy[board.index(name)] = p
        return Evaluation(policy, self.win, 0.0, np.zeros(board.size.points, np.float32))


Thinking = Callable[..., PolicyPlayer]


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    """Makes a player whose network thinks what it is told."""

    def make(resign: float = 0.0, **told: float) -> PolicyPlayer:
        monkeypatch.setattr(policy, "find_model", lambda model: FakeNetwork(**told))
        return PolicyPlayer(PolicySettings(resign=resign))

    return make


def board_of(diagram: str, komi: float = 0.5, rules: str = "chinese") -> Board:
    return Board.from_diagram(diagram, rules=Rules.parse(rules, komi=komi))


def choose(player: PolicyPlayer, board: Board, **options: bool) -> str:
    return str(player.choose(board, board.to_play, seconds=None, **options).point)


@pytest.mark.parametrize("rules", ["chinese", "japanese", "tromp-taylor"])
@pytest.mark.parametrize(
    ("model", "size"), [("net", "5x5"), ("net", "6x5"), ("mp-star", "3x3"), ("mp-star", "1x4")]
)
def test_a_game_against_itself_is_legal_and_ends(model: str, size: str, rules: str) -> None:
    board = Board(size, rules=rules)
    player = PolicyPlayer(PolicySettings(model))
    while not board.is_over and board.ply < 12 * board.size.points:
        board.play(choose(player, board))
    assert board.is_over
    assert [str(move.point) for move in board.moves[-2:]] == ["pass", "pass"]


@pytest.mark.parametrize("seed", range(3))
def test_it_plays_the_move_that_is_predicted(seed: int) -> None:
    board = Board("9x9", rules="chinese")
    rng = np.random.default_rng(seed)
    for _ in range(8 + seed):
        board.play(int(rng.choice(board.legal_points())))
    for settings in (PolicySettings(symmetries=8, seed=seed), PolicySettings("mp-star")):
        plays = [
            found.move
            for found in gs.predict(
                board, model=settings.model, symmetries=settings.symmetries
            ).moves
        ]
        assert choose(PolicyPlayer(settings), board) == str(plays[0])


def test_a_seed_turns_the_board_and_the_answer_back() -> None:
    board = Board("7x6")
    for move in ("C3", "E4", "D2"):
        board.play(move)
    model = load_network(model_path("net"))
    for first in range(4):
        where = gs._core.symmetry_map(7, 6, first)
        plain = model.evaluate(board.transformed(first))
        seen = model.evaluate(board, first=first)
        assert seen.policy[:-1] == pytest.approx(plain.policy[where], abs=1e-5)
        assert seen.win == pytest.approx(plain.win, abs=1e-5)


def test_it_never_fills_an_eye_and_leaves_alone_what_is_proven(thinking: Thinking) -> None:
    eyes = board_of(
        """
        . . . . .
        . . . . .
        X X X X .
        . X . X .
        X X X X .
        """,
        komi=50,
    )
    assert choose(thinking(A2=0.9, E5=0.1), eyes) == "E5"
    assert choose(thinking(C2=0.5, A2=0.4, D5=0.1), eyes) == "D5"


def test_it_passes_when_that_is_its_first_choice(thinking: Thinking) -> None:
    board = board_of(WON)
    assert choose(thinking(**{"pass": 0.9, "A5": 0.1}), board) == "pass"
    assert choose(thinking(**{"pass": 0.1, "A5": 0.9}), board) == "A5"
    board.to_play = "W"
    assert choose(thinking(**{"pass": 0.9, "A5": 0.1}), board) != "pass"  # it would lose
    japanese = board_of(WON, rules="japanese")
    japanese.to_play = "W"
    assert choose(thinking(**{"pass": 0.9, "A5": 0.1}), japanese) == "pass"


def test_it_passes_when_the_opponent_has_passed_and_it_is_ahead(thinking: Thinking) -> None:
    board = board_of(WON)
    board.to_play = "W"
    board.play("pass")
    assert choose(thinking(A5=0.9), board) == "pass"
    behind = board_of(WON, komi=20)
    behind.to_play = "W"
    behind.play("pass")
    assert choose(thinking(A5=0.9), behind) == "A5"


def test_it_takes_dead_stones_off_before_it_passes_where_they_would_count(
    thinking: Thinking,
) -> None:
    board = board_of(
        """
        . . X . .
        . . X . X
        O X X X .
        . . X . .
        . . X . X
        """,
        komi=24.5,
    )
    assert board.score().lead < 0
    assert choose(thinking(**{"pass": 0.9}), board) in ("A2", "A4")
    assert choose(thinking(E3=0.9), board, cleanup=True) in ("A2", "A4")


def test_it_resigns_only_where_it_may(thinking: Thinking) -> None:
    board = Board("9x9")
    assert thinking(resign=0.05, win=0.01, E5=1.0).choose(board, "B", seconds=None).resigns
    assert not thinking(win=0.0, E5=1.0).choose(board, "B", seconds=None).resigns
    assert not thinking(resign=0.05, win=0.06, E5=1.0).choose(board, "B", seconds=None).resigns


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("net:", "no option"),
        ("net:playouts=3", "known: model, symmetries, resign"),
        ("net:symmetries=many", "many"),
        ("net:symmetries=9", "symmetries is 9"),
        ("net:resign=2", "resign is 2"),
        ("mp-star:resign=0.1", "it has none"),
    ],
)
def test_a_player_that_cannot_be_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(GosekiError, match=complaint):
        GoEntrant.parse(text)


def test_boards_and_files_are_checked_before_the_match(tmp_path: Path) -> None:
    for size in ("1x9", "19x3", "4x4"):
        with pytest.raises(GosekiError, match=f"player 'net': .*not {size}"):
            GoEntrant.parse("net").check_board(gs.Size.parse(size))
        GoEntrant.parse("mp-star").check_board(gs.Size.parse(size))
    (tmp_path / "half.onnx").write_bytes(model_path("net").read_bytes()[:1000])
    for name in ("none.onnx", "half.onnx"):
        with pytest.raises(GosekiError, match=name):
            GoEntrant.parse(f"net:model={tmp_path / name}").check_board(gs.Size(9, 9))


def test_results_of_other_weights_are_of_another_player(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="other weights are made with onnx")
    import onnx

    model = onnx.load(str(model_path("net")))
    model.doc_string = "others"
    onnx.save(model, str(tmp_path / "net.onnx"))
    ours, theirs, again = (
        GoEntrant.parse(text).identity
        for text in ("net", f"net:model={tmp_path / 'net.onnx'}", "other=net")
    )
    assert ours == again
    assert ours != theirs
    assert ours.keys() == {"player", "weights", "symmetries"}


def test_a_match_between_them(capsys: pytest.CaptureFixture[str]) -> None:
    line = "match net mp-star --size 5 --games 2 --komi 0.5 --json"
    assert main(line.split()) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["games"]) == 2
    assert {game["end"] for game in found["games"]} <= {"counted", "length", "repetition"}


@pytest.mark.parametrize("player", ["net", "mp-star", "goseki", "net:symmetries=2"])
def test_gtp_with_a_player(player: str) -> None:
    command = [sys.executable, "-m", "goseki", "gtp", "--size", "5", "--player", player]
    lines = "genmove b\nfinal_score\ngenmove w\nquit\n"
    output = subprocess.run(
        command, input=lines, capture_output=True, text=True, check=True
    ).stdout.split("\n\n")
    assert re.fullmatch("= [A-E][1-5]", output[0])
    assert all(answer.startswith("=") for answer in output[:4])
