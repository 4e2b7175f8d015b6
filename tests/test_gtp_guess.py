"""Guesses for answers that have no word for what is not known."""

import pytest

from goseki import Board, Color, Point
from goseki.gtp.guess import Guess, guess_capture, guess_connection, guess_survival

pytestmark = pytest.mark.core

SECONDS = 1.0


def point(name: str) -> Point:
    return Point.parse(name)


def board(black: str, white: str, size: str = "9x9") -> Board:
    found = Board(size)
    found.setup(black.split(), white.split())
    return found


LADDER = ("C5 C6 D4", "D5")
SNAPBACK_AT_THE_END = "......./OOOOOX./OXXXOX./OX.OXX./OX..X../OX....."
NET = ("D5 D6 E4 F4", "E5 H8")


@pytest.mark.parametrize(
    ("stones", "target", "mover", "guess"),
    [
        (LADDER, "D5", "B", Guess(True, point("E5"))),
        (("C5 C6 D4", "D5 E7 F6"), "D5", "B", Guess(False)),  # with stones that break it
        (("E5", ""), "E5", "W", Guess(False)),  # on the open board
        (("A1", "A2"), "A1", "W", Guess(True, point("B1"))),
        (("A1 C1", "A2 B2"), "A1", "W", Guess(True, point("B1"))),
    ],
)
def test_a_block_that_is_attacked(
    stones: tuple[str, str], target: str, mover: Color, guess: Guess
) -> None:
    assert guess_capture(board(*stones), point(target), mover, SECONDS) == guess


def test_a_net_is_found() -> None:
    caught = guess_capture(board(*NET), point("E5"), "B", SECONDS)
    assert caught.works
    assert str(caught.move) in {"F5", "F6", "F7", "G6"}


def test_stones_that_hang_on_each_other() -> None:
    # White saves A1 and B1 by capturing A2 and B2, and Black captures them by saving these.
    stones = ("A2 B2 D1 D2", "A1 B1 A3 B3 C3")
    saved = guess_capture(board(*stones), point("A1"), "W", SECONDS)
    assert saved == Guess(True, point("C2"))
    assert guess_capture(board(*stones), point("A1"), "B", SECONDS).works


def test_a_block_that_is_saved() -> None:
    saved = guess_capture(board("C5 C6 D4", "D5"), point("D5"), "W", SECONDS)
    assert saved.works
    assert str(saved.move) in {"D6", "E5"}
    in_atari = board("C5 C6 D4 E5", "D5")
    assert guess_capture(in_atari, point("D5"), "W", SECONDS) == Guess(False)
    corner = board("A2 B2", "A1 B1", "3x3")
    assert guess_capture(corner, point("A1"), "W", SECONDS) == Guess(False)


def test_a_ko_is_seen() -> None:
    ko = Board.from_diagram(".XO./X.XO/.XO./....")
    assert guess_capture(ko, point("C3"), "W", SECONDS) == Guess(True, point("B3"), ko=True)
    taken = guess_capture(Board.from_diagram(".XX/..."), point("B2"), "W", SECONDS)
    assert (taken.works, taken.ko) == (True, True)


def test_a_snapback_captures_nothing() -> None:
    snapback = Board.from_diagram("......../XXXXXXO./XXXOXXO./XOOO.XO./XXOOXOO.")
    assert not guess_capture(snapback, point("E1"), "W", SECONDS).works


def test_a_move_that_works_without_ko_is_preferred() -> None:
    found = Board.from_diagram("......../XXXXXXXX/XXXXX.XX/XXXXOOOX/..XO.O.X")
    taken = guess_capture(found, point("D1"), "B", SECONDS)  # in a ko at E1
    assert (taken.works, taken.ko) == (True, False)
    assert str(taken.move) in {"F3", "G1"}


def test_a_ladder_may_end_in_a_snapback() -> None:
    saved = guess_capture(Board.from_diagram(SNAPBACK_AT_THE_END), point("D3"), "W", SECONDS)
    assert (saved.works, saved.ko) == (True, False)
    assert str(saved.move) in {"C1", "C2"}


def test_who_plays_elsewhere_has_spent_his_threats() -> None:
    # White takes the stone at F2 in a ko, but Black can fight it only if he leaves it as it is.
    found = Board.from_diagram("OXX.XX/OOXXX./OOOOOX/....OO")
    assert guess_capture(found, point("B4"), "B", SECONDS) == Guess(False)


@pytest.mark.parametrize(
    ("stones", "mover", "guess"),
    [
        (("D5 D7", "E6 C6"), "B", Guess(True, point("D6"))),
        (("D5 D7", "E6 C6"), "W", Guess(True, point("D6"))),
        (("D5 E5 D7 E7", "C6"), "W", Guess(False)),  # a bamboo joint
        (("D5 D7", "H8"), "W", Guess(False)),  # a jump, and nobody near
    ],
)
def test_connections(stones: tuple[str, str], mover: Color, guess: Guess) -> None:
    assert guess_connection(board(*stones), point("D5"), point("D7"), mover, SECONDS) == guess


def test_what_cuts_is_captured() -> None:
    caught = board("D5 D7 C6 E4 F7", "D6 B6")
    assert guess_connection(caught, point("D5"), point("D7"), "B", SECONDS).works
    assert guess_connection(board("D3 G3", "C4 E4 F4 H4"), point("D3"), point("G3"), "W", 1.0).works


def test_random_games_judge_groups() -> None:
    three = Board.from_diagram("..OOOOO../.OXXXXXO./.OX...XO.")
    killed = guess_survival(three, [point("C1")], "W", SECONDS)
    saved = guess_survival(three, [point("C1")], "B", SECONDS)
    assert not killed.survives
    assert saved.survives
    assert killed.survival < saved.survival


def test_without_time_there_is_a_guess_all_the_same() -> None:
    assert isinstance(guess_capture(board(*NET), point("E5"), "B", 0.0), Guess)
    guess_connection(board("D5 D8", "E6"), point("D5"), point("D8"), "W", 0.0)
    assert 0 <= guess_survival(board(*NET), [point("E5")], "B", 0.0).survival <= 1


def test_the_board_stays_as_it_was() -> None:
    found = board(*NET)
    before = str(found)
    guess_capture(found, point("E5"), "W", 0.2)
    guess_survival(found, [point("E5")], "W", 0.2)
    assert (str(found), found.ply) == (before, 0)
