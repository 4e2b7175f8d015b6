"""The board at its Python door. The rules themselves are judged in test_differential."""

import copy
import pickle
import random
import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import (
    PASS,
    Board,
    CoordinateError,
    GosekiError,
    IllegalMoveError,
    Move,
    Outcome,
    Point,
    Rules,
    RulesError,
    SetupError,
    Size,
)
from goseki.rules import PRESETS

pytestmark = pytest.mark.core

P = Point.parse


def random_board(seed: int, rules: str | Rules | None = None, size: str | None = None) -> Board:
    """A board after a random legal game that may have started from a setup."""
    rng = random.Random(seed)
    board = Board(size or Size(rng.randint(1, 6), rng.randint(1, 6)), rules)
    if rng.random() < 0.5:
        board.play(rng.choice(list(board.legal_moves)))
        board.setup(to_play="W")
    for _ in range(rng.randint(0, 60)):
        if board.is_over:
            break
        board.play(rng.choice(list(board.legal_moves)))
    return board


boards = st.builds(random_board, st.integers(0, 10**9), st.sampled_from(list(PRESETS)))


def test_a_stone_without_liberties_is_captured() -> None:
    board = Board.from_diagram(".X. / XO. / .X.")
    board.play("C2")
    assert board.at("B2") is None
    assert board.stones("W") == []
    assert board.prisoners == {"B": 1, "W": 0}


def test_undo_brings_captured_stones_back() -> None:
    board = Board.from_diagram(".X. / XO. / .X.")
    before = board.copy()
    board.play("C2")
    board.undo()
    assert board == before
    assert board.prisoners == {"B": 0, "W": 0}
    assert board.liberties("B2") == [P("C2")]


@pytest.mark.parametrize(
    ("diagram", "color", "move", "reason"),
    [
        ("X.", "W", "A1", "occupied"),
        (".X. / X.. / ...", "W", "A3", "suicide"),
        (".X / XX", "B", "A2", "suicide"),
    ],
)
def test_illegal_moves_say_why(diagram: str, color: str, move: str, reason: str) -> None:
    board = Board.from_diagram(diagram)
    assert board.why_illegal(move, color) == reason
    with pytest.raises(IllegalMoveError, match=f"illegal move {color} {move}: {reason}") as error:
        board.play(move, color)
    assert error.value.reason == reason
    assert board.ply == 0


KO = """
    . X O .
    X . X O
    . X O .
"""


def test_simple_ko_bans_the_retake_once() -> None:
    board = Board.from_diagram(KO, to_play="W", rules="japanese")
    board.play("B2")
    assert board.ko == P("C2")
    assert board.why_illegal("C2") == "ko"
    assert "C2" not in board.legal_moves
    assert board.size.index(P("C2")) not in board.legal_points()
    board.play("pass")
    board.play("pass", "W")
    assert board.ko is None


@pytest.mark.parametrize(
    ("ko", "reason"),
    [("SIMPLE", None), ("NONE", None), ("POSITIONAL", "superko"), ("SITUATIONAL", "superko")],
)
def test_superko_bans_what_simple_ko_allows(ko: str, reason: str | None) -> None:
    # White takes two stones, Black takes one back: the position after Black's first move.
    board = Board("3x1", Rules(ko=ko, repetition="NONE"))  # type: ignore[arg-type]
    for move in ("B1", "pass", "C1", "A1"):
        board.play(move)
    assert board.prisoners["W"] == 2
    assert board.why_illegal("B1") == reason


def test_a_cycle_without_passes_is_a_draw() -> None:
    board = Board("2x1", Rules(ko="NONE"))
    for move in ("A1", "B1", "A1"):
        board.play(move)
    assert board.outcome == Outcome("repetition", None)
    with pytest.raises(IllegalMoveError, match="game over"):
        board.play("pass")


@pytest.mark.parametrize(("repetition", "winner"), [("PASSES", "B"), ("DRAW", None)])
def test_who_passes_more_in_a_cycle_wins(repetition: str, winner: str | None) -> None:
    board = Board("3x1", Rules(repetition=repetition))  # type: ignore[arg-type]
    for move in ("A1", "B1", "pass", "C1", "A1"):
        assert not board.is_over
        board.play(move)
    assert board.outcome == Outcome("repetition", winner)  # type: ignore[arg-type]


def test_superko_and_repetition_are_watched_apart() -> None:
    # Black's suicide empties the board with White to move, which situational superko allows;
    # White's pass then repeats the whole situation after his first one.
    rules = Rules(ko="SITUATIONAL", repetition="DRAW", passes_to_end=4, ko_pass=False, suicide=True)
    board = Board("2x1", rules)
    for color, move in (("W", "pass"), ("B", "A1"), ("B", "B1"), ("W", "pass")):
        assert not board.is_over
        board.play(move, color)
    assert board.outcome == Outcome("repetition", None)
    board.undo()
    assert not board.is_over


def test_two_passes_end_the_game_three_after_a_ko() -> None:
    board = Board("3x3")
    board.play("pass")
    board.play("pass")
    assert board.outcome == Outcome("passes")
    board = Board.from_diagram(KO, to_play="W", rules="migos")
    board.play("B2")
    board.play("pass")
    board.play("pass")
    assert not board.is_over
    board.play("pass")
    assert board.outcome == Outcome("passes")


def test_play_recorded_runs_over_ko_turn_and_the_end() -> None:
    board = Board.from_diagram(KO, to_play="W", rules="japanese")
    board.play("B2")
    board.play_recorded("C2", "B")
    board.play_recorded("pass", "B")
    board.play_recorded("pass", "B")
    assert board.is_over
    board.play_recorded("A1", "B")
    assert board.at("A1") == "B"
    with pytest.raises(IllegalMoveError, match="occupied"):
        board.play_recorded("A1", "W")


@given(boards)
def test_copies_compare_hash_and_pickle_equal_and_go_their_own_way(board: Board) -> None:
    for other in (board.copy(), copy.copy(board), copy.deepcopy(board), pickled(board)):
        assert other == board
        assert hash(other) == hash(board)
        assert other.moves == board.moves
        assert other.prisoners == board.prisoners
        assert list(other.legal_moves) == list(board.legal_moves)
        other.play_recorded(PASS, other.to_play)
        assert other != board


def pickled(board: Board) -> Board:
    return pickle.loads(pickle.dumps(board))


@given(boards)
def test_repr_rebuilds_the_position(board: Board) -> None:
    other = eval(repr(board), {"Board": Board, "Rules": Rules})
    assert np.array_equal(other.to_array(), board.to_array())
    assert (other.to_play, other.rules) == (board.to_play, board.rules)


@given(boards, st.integers(0, 7), st.booleans())
def test_symmetries_and_colour_swap_change_nothing_but_names(
    board: Board, symmetry: int, swap: bool
) -> None:
    other = board.transformed(symmetry, swap_colors=swap)
    assert len(other.legal_moves) == len(board.legal_moves)
    assert other.end == {"B": "W", "W": "B"}.get(board.end, board.end) if swap else board.end
    lead, other_lead = (b.score().lead + b.komi for b in (board, other))
    assert other_lead == (-lead if swap else lead)
    inverse = {5: 6, 6: 5}.get(symmetry, symmetry)
    assert other.transformed(inverse, swap_colors=swap) == board


def test_a_square_has_eight_symmetries_a_rectangle_four() -> None:
    board = Board("3x2")
    board.play("A1")
    corners = {str(board.transformed(s).stones("B")[0]) for s in board.symmetries}
    assert corners == {"A1", "A2", "C1", "C2"}
    assert len(Board("3x3").symmetries) == 8


@given(boards)
def test_equal_boards_reached_by_different_ways_are_equal(board: Board) -> None:
    rebuilt = Board(board.size, board.rules)
    rebuilt.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
    if board.ko is None and board.passes == 0:
        assert rebuilt == board
        assert hash(rebuilt) == hash(board)
    assert rebuilt.position_hash == board.position_hash


def test_setup_refuses_what_cannot_stand() -> None:
    board = Board("3x3")
    with pytest.raises(SetupError, match="two stones on A1"):
        board.setup(["A1"], ["A1"])
    with pytest.raises(SetupError, match="the block at A3 has no liberty"):
        board.setup(black=["A3"], white=["A2", "B3"])
    with pytest.raises(CoordinateError, match="D1 is off the 3x3 board"):
        board.setup(black=["D1"])
    assert board == Board("3x3")


def test_setup_edits_the_position_and_forgets_the_moves() -> None:
    board = Board("3x3")
    board.play("B2")
    board.setup(white=["A1"], empty=["B2"], to_play="W")
    assert board.moves == []
    assert (board.stones("B"), board.stones("W")) == ([], [P("A1")])
    with pytest.raises(ValueError, match="cannot take back 1 of 0 moves"):
        board.undo()


def test_moves_are_remembered_with_colour() -> None:
    board = Board("3x3")
    board.play("B2")
    board.play("pass")
    board.play("A1", "B")
    assert board.moves == [Move("B", P("B2")), Move("W", PASS), Move("B", P("A1"))]
    assert board.to_play == "W"


def test_points_may_be_given_in_any_form() -> None:
    size = Size(3, 3)
    for form in ("B2", "b2", P("B2"), 4, np.int32(4)):
        board = Board(size)
        board.play(form)  # type: ignore[arg-type]
        assert board.at("B2") == "B"
    board = Board(size)
    for form in ("pass", PASS):
        board.play(form)
    assert board.is_over


@pytest.mark.parametrize("move", ["D4", "A0", "", 9, -2, 10**30, 1.5])
def test_points_off_the_board_are_refused(move: object) -> None:
    board = Board("3x3")
    with pytest.raises(CoordinateError):
        board.play(move)  # type: ignore[arg-type]
    assert not board.is_legal(move)  # type: ignore[arg-type]
    assert board == Board("3x3")


def test_area_and_territory_count_the_same_board_differently() -> None:
    diagram = """
        . X O . .
        . X O O O
        . X O . X
    """
    area = Board.from_diagram(diagram, rules="chinese", komi=0).score(dead=["E1"])
    assert (area.black, area.white, area.result) == (6, 9, "W+3")
    territory = Board.from_diagram(diagram, rules="japanese", komi=0.5).score(dead=["E1"])
    assert (territory.black, territory.white, territory.lead) == (3, 5, -2.5)
    assert territory.result == "W+2.5"
    assert territory.owner.tolist() == [[1, 1, -1, -1, -1]] * 3


def test_one_stone_names_its_whole_dead_block() -> None:
    board = Board.from_diagram("..X.OO / ..X.OO")
    assert board.score(dead=["E1"]).black == 12
    with pytest.raises(CoordinateError, match="there is no stone on A1"):
        board.score(dead=["A1"])


def test_eyes_in_seki_are_taxed_only_by_rules_that_say_so() -> None:
    seki = """
        . X . O .
        X X . O O
        X X . O O
    """
    assert Board.from_diagram(seki, rules="chinese").score().black == 6
    taxed = Board.from_diagram(seki, rules="japanese", komi=0).score()
    assert (taxed.black, taxed.white) == (0, 0)
    agreed = Board.from_diagram(seki, rules="japanese", komi=0).score(seki=["A1"])
    assert (agreed.black, agreed.white) == (0, 1)


@pytest.mark.parametrize(
    ("rules", "handicap", "bonus"),
    [("chinese", 3, 3), ("aga", 3, 2), ("japanese", 3, 0), ("chinese", 1, 0), ("aga", 0, 0)],
)
def test_white_is_paid_for_handicap_stones_by_the_rules(
    rules: str, handicap: int, bonus: int
) -> None:
    board = Board("5x5", rules, komi=0)
    board.handicap = handicap
    assert board.score().lead == -bonus


def test_blocks_and_liberties_are_seen_from_any_stone() -> None:
    board = Board.from_diagram("XX. / .XO / ...")
    assert board.block("A3") == board.block("B2") == [P("A3"), P("B3"), P("B2")]
    assert board.liberties("B2") == [P("C3"), P("A2"), P("B1")]
    with pytest.raises(CoordinateError, match="no stone on C3"):
        board.liberties("C3")


def test_unknown_attributes_of_a_game_are_errors_not_crashes() -> None:
    board = Board("3x3")
    with pytest.raises(ValueError):
        board.play("A1", "X")
    with pytest.raises(ValueError):
        board.play_assume_legal(9)
    with pytest.raises(ValueError):
        board.to_play = "green"  # type: ignore[assignment]
    board.play("A1")
    with pytest.raises(ValueError):
        board.play_assume_legal(board.index("A1"))


def test_the_notebook_forms_are_drawings() -> None:
    board = Board("5x6")
    assert board._repr_svg_().startswith("<svg")
    assert "<svg" in board._repr_html_()


# -- manners ------------------------------------------------------------------------------


def test_a_size_in_any_form() -> None:
    assert Board(9) == Board("9x9") == Board((9, 9)) == Board(np.int64(9)) == Board(Size(9, 9))
    assert Board((5, 6)).size == Size(5, 6)
    for wrong in (None, 9.0, (9,), (1, 2, 3), ("a", "b"), [], object()):
        with pytest.raises(CoordinateError, match="not a board size"):
            Board(wrong)  # type: ignore[arg-type]
    with pytest.raises(CoordinateError, match="board size -1x-1 is not between"):
        Board(-1)


def test_rules_that_are_none_are_named() -> None:
    with pytest.raises(RulesError, match="not rules: '3'"):
        Board(9, 3)  # type: ignore[arg-type]


def test_legal_moves_are_a_sequence() -> None:
    board = Board("3x3")
    moves = board.legal_moves
    assert isinstance(moves, Sequence)
    assert moves[0] == Point.parse("A3")
    assert moves[-1] == PASS
    assert moves[9] == PASS
    assert moves[1:3] == [Point.parse("B3"), Point.parse("C3")]
    assert next(reversed(moves)) == PASS
    assert moves.index(PASS) == 9
    with pytest.raises(IndexError):
        moves[10]
    chooser = random.Random(1)
    for _ in range(30):
        if board.is_over:
            break
        board.play(chooser.choice(board.legal_moves))
    assert None not in moves
    assert "Z9" not in moves
    assert object() not in moves


def test_a_board_from_an_array() -> None:
    board = Board.from_diagram(".XO/XX.", rules="chinese", komi=3, to_play="W")
    again = Board.from_array(board.to_array(), rules="chinese", komi=3, to_play="W")
    assert again == board
    for wrong in ([[2]], [1, 0], [[[0]]], "abc", [[0.5]], None):
        with pytest.raises(SetupError, match="stones are not rows x columns of -1, 0 and 1"):
            Board.from_array(wrong)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="the block at A1 has no liberty"):
        Board.from_array([[1]])
    with pytest.raises(CoordinateError, match="board size 20x1"):
        Board.from_array([[0] * 20])
    with pytest.raises(GosekiError):
        Board.from_array([[0], [0, 1]])  # type: ignore[list-item]


def test_a_point_may_be_a_pair() -> None:
    board = Board("9x9")
    board.play((4, 4))
    assert board.at("E5") == board.at((4, 4)) == "B"
    assert (0, 0) in board.legal_moves
    assert (4, 4) not in board.legal_moves
    assert board.index((-1, -1)) == -1
    for wrong in ((9, 0), (0, 9), (-1, 3), (3, -1)):
        with pytest.raises(CoordinateError, match=re.escape(f"point {wrong} is off the 9x9 board")):
            board.play(wrong)
    for odd in ((1,), (1, 2, 3), ("D", 4), (1.0, 2), None, 3.5, []):
        with pytest.raises(CoordinateError, match="not a point"):
            board.play(odd)  # type: ignore[arg-type]


def test_a_colour_in_any_form() -> None:
    board = Board("9x9")
    board.play("C3", "b")
    board.play("D3", "Black")
    board.play("E3", "white")
    assert board.stones("b") == board.stones("B")
    assert len(board.stones("black")) == 2
    board.to_play = "w"  # type: ignore[assignment]
    assert board.to_play == "W"
    assert board.is_legal("A1", "w")
    for wrong in ("green", "", 1):
        with pytest.raises(CoordinateError, match=f"not a colour: .*{wrong}"):
            board.play("F3", wrong)  # type: ignore[arg-type]
        with pytest.raises(CoordinateError, match=f"not a colour: .*{wrong}"):
            board.is_legal("F3", wrong)  # type: ignore[arg-type]
        with pytest.raises(CoordinateError, match=f"not a colour: .*{wrong}"):
            board.stones(wrong)  # type: ignore[arg-type]


def test_no_more_moves_are_taken_back_than_were_played() -> None:
    board = Board("9x9")
    board.play("C3")
    for count in (99, -1):
        with pytest.raises(GosekiError, match=f"cannot take back {count} of 1 moves"):
            board.undo(count)
    assert board.ply == 1
