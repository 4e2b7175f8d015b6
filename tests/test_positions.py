"""The reader of positions, as a page would call it: it prints nothing and names no options."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

from goseki.errors import GosekiError
from goseki.positions import read_position
from goseki.rules import Rules

TWO_GAMES = "(;SZ[5]KM[7];B[aa];W[bb])(;SZ[3]RU[house rules];B[bb])"


@pytest.fixture
def games(tmp_path: Path) -> str:
    path = tmp_path / "games.sgf"
    path.write_text(TWO_GAMES)
    return str(path)


def test_a_size_a_diagram_and_a_game_are_positions(
    tmp_path: Path, games: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    diagram = tmp_path / "corner.txt"
    diagram.write_text(".X./XXO/..O\n")
    assert str(read_position("3x2").board.size) == "3x2"
    assert len(read_position(str(diagram)).board.stones("B")) == 3
    found = read_position(games, move=1)
    assert (found.board.ply, found.move, found.moves, found.shown) == (1, 1, 2, "move 1 of 2")
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"X./.O")))
    assert read_position("-").board.at("B1") == "W"


def test_what_is_given_overrides_the_file(games: str) -> None:
    board = read_position(games, rules="japanese", ko="positional", to_play="w").board
    assert (board.rules.scoring, board.rules.ko, board.to_play) == ("TERRITORY", "POSITIONAL", "W")
    assert board.komi == 7  # the file's, which names it
    assert read_position(games, komi="0.5").board.komi == 0.5
    plain = Rules(repetition="NONE")
    assert read_position("3x3", default_rules=plain).board.rules == plain


def test_what_is_assumed_is_noted_and_not_printed(
    games: str, capsys: pytest.CaptureFixture[str]
) -> None:
    notes = read_position(games, game=2).notes
    assert [note.partition(": ")[2] for note in notes] == [
        "game 2 of 2",
        "RU 'house rules' names no rules that are known: migos is assumed, with komi 0, as "
        "the file names none",
    ]
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")


@pytest.mark.parametrize("name", ["to_play", "rules", "ko", "komi", "view"])
def test_complaints_use_the_words_of_the_caller(name: str) -> None:
    with pytest.raises(GosekiError, match=f"^{name}: "):
        read_position("3x3", **{name: "nonsense"})  # type: ignore[arg-type]
    with pytest.raises(GosekiError, match=f"^the field {name}: "):
        read_position("3x3", **{name: "nonsense"}, title="the field {}".format)  # type: ignore[arg-type]


def test_a_board_without_a_game_has_no_number(games: str) -> None:
    with pytest.raises(GosekiError, match=r"^3x3: game is for files of games$"):
        read_position("3x3", game=1)
    with pytest.raises(GosekiError, match=r"has 2 games, so there is no game 3$"):
        read_position(games, game=3)
    with pytest.raises(GosekiError, match=r"^3x3: has 0 moves, so there is no move 2$"):
        read_position("3x3", move=2)


def test_a_source_is_drawn_with_the_marks_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "marked.sgf"
    path.write_text("(;SZ[3]AB[aa]TR[aa]LB[bb:x])")
    picture = read_position(str(path), view="A3:B2").picture(marks={"C1": "cross"})
    assert {str(p): mark for p, mark in picture.marks.items()} == {"A3": "triangle", "C1": "cross"}
    assert {str(p): text for p, text in picture.labels.items()} == {"B2": "x"}
    assert str(picture.view) == "A2:B3"
