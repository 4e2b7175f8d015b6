"""The referee against published counts, another library, and boards drawn by hand.

Diagrams are drawn top row first: `X` Black, `O` White, `.` empty. Points in the tests
are written as on a board: letters without I, `A1` at the bottom left.
"""

from __future__ import annotations

import copy
import sys
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki.reference import (
    Color,
    Point,
    Referee,
    Score,
    count_legal_positions,
    perft,
    score,
)
from goseki.rules import PRESETS, Rules
from tests.support.imports import MODULES, imported_by

PLAIN: dict[str, Any] = {"repetition": "NONE", "ko_pass": False}
SUPERKO_RULES = ("POSITIONAL", "SITUATIONAL")


def at(name: str) -> Point:
    return "ABCDEFGHJKLM".index(name[0]), int(name[1:]) - 1


def points(names: str) -> set[Point]:
    return {at(name) for name in names.split()}


def referee(diagram: str, to_play: Color = "B", **rules: Any) -> Referee:
    """A referee whose start position is drawn; rows may be split by `/` or by new lines."""
    lines = diagram.replace("/", "\n").split("\n")
    rows = [line.replace(" ", "") for line in reversed(lines) if line.strip()]
    stones = {(c, r): sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    game = Referee(len(rows[0]), len(rows), **rules)
    game.setup(
        [point for point, sign in stones.items() if sign == "X"],
        [point for point, sign in stones.items() if sign == "O"],
        to_play,
    )
    return game


def play(game: Referee, moves: str) -> Referee:
    """Play `A1 B2 pass ...`, the colours in turn."""
    for name in moves.split():
        game.play(game.to_play, None if name == "pass" else at(name))
    return game


def drawn(game: Referee) -> str:
    signs = {"B": "X", "W": "O"}
    return "/".join(
        "".join(
            signs[game.stones[c, r]] if (c, r) in game.stones else "." for c in range(game.columns)
        )
        for r in reversed(range(game.rows))
    )


def owner_map(result: Score, game: Referee) -> str:
    signs: dict[Color | None, str] = {"B": "X", "W": "O", None: "."}
    return "/".join(
        "".join(signs[result.owner[c, r]] for c in range(game.columns))
        for r in reversed(range(game.rows))
    )


# Independence


def test_the_referee_imports_only_the_standard_library_and_itself() -> None:
    ours = {name for name in MODULES if name.startswith("goseki.reference")}
    imported = set().union(*map(imported_by, ours))
    assert "goseki.reference.rules" in imported
    assert {name.split(".")[0] for name in imported - ours} <= sys.stdlib_module_names


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_every_rule_set_is_accepted_field_by_field(rules: Rules) -> None:
    game = Referee(3, 3, **asdict(rules))
    assert {field: getattr(game, field) for field in asdict(rules)} == asdict(rules)


def test_the_default_rules_are_those_of_the_package() -> None:
    game = Referee(3, 3)
    assert {field: getattr(game, field) for field in asdict(Rules())} == asdict(Rules())


def test_unknown_rule_values_are_refused() -> None:
    with pytest.raises(ValueError, match="ko is 'simple'"):
        Referee(3, 3, ko="simple")
    with pytest.raises(ValueError, match="passes_to_end is 0"):
        Referee(3, 3, passes_to_end=0)
    with pytest.raises(ValueError, match="0 columns"):
        Referee(0, 3)


# Published counts


@pytest.mark.parametrize(
    ("columns", "rows", "count"),
    [
        (1, 1, 1),
        (1, 2, 5),
        (2, 1, 5),
        (1, 3, 15),
        (2, 2, 57),
        (2, 3, 489),
        (3, 2, 489),
        (3, 3, 12675),
    ],
)
def test_legal_positions(columns: int, rows: int, count: int) -> None:
    assert count_legal_positions(columns, rows) == count


@pytest.mark.parametrize(
    ("side", "counts"),
    [(2, [1, 5, 21, 69, 161, 337, 673, 1329, 2929]), (3, [1, 10, 91, 739, 5291, 33475])],
)
def test_perft(side: int, counts: list[int]) -> None:
    game = Referee(side, side, **PLAIN)
    assert [perft(game, depth) for depth in range(len(counts))] == counts
    assert drawn(game) == drawn(Referee(side, side))


# Blocks, captures, suicide


def test_a_block_loses_its_last_liberty() -> None:
    game = referee(". X . . / X O X . / X O . . / . X O .")
    assert game.illegal_reason("W", at("C2")) is None
    play(game, "C2")
    assert drawn(game) == ".X../X.X./X.X./.XO."
    assert game.prisoners == {"B": 2, "W": 0}


def test_one_move_captures_several_blocks_at_once() -> None:
    game = play(referee("X O . O X / . X . X . / . . . . ."), "C3")
    assert drawn(game) == "X.X.X/.X.X./....."
    assert game.prisoners == {"B": 2, "W": 0}
    assert game.ko_point is None


def test_capture_comes_before_suicide() -> None:
    game = play(referee(". O X / O X . / X . ."), "A3")
    assert drawn(game) == "X.X/.X./X.."


def test_snapback() -> None:
    game = referee(
        """
        X X X .
        O O O X
        . . O X
        """
    )
    play(game, "A1 B1")
    assert drawn(game) == "XXX./OOOX/.OOX"
    assert game.ko_point is None
    play(game, "A1")
    assert drawn(game) == "XXX./...X/X..X"
    assert game.prisoners == {"B": 5, "W": 1}


SUICIDE_OF_TWO = """
    O O O .
    X . O .
    O O . .
    """


def test_suicide_of_several_stones_is_legal_only_where_the_rules_say_so() -> None:
    forbidden = referee(SUICIDE_OF_TWO, **PLAIN)
    assert forbidden.illegal_reason("B", at("B2")) == "suicide"
    with pytest.raises(ValueError, match="suicide"):
        play(forbidden, "B2")
    assert forbidden.illegal_reason("W", at("B2")) is None

    allowed = play(referee(SUICIDE_OF_TWO, suicide=True, **PLAIN), "B2")
    assert drawn(allowed) == "OOO./..O./OO.."
    assert allowed.prisoners == {"B": 0, "W": 2}
    assert allowed.ko_point is None
    assert allowed.to_play == "W"


@pytest.mark.parametrize("suicide", [False, True])
def test_suicide_of_one_stone_is_never_legal(suicide: bool) -> None:
    game = referee(". O . / O . . / . . .", suicide=suicide)
    assert game.illegal_reason("B", at("A3")) == "suicide"
    assert game.illegal_reason("W", at("A3")) is None


def test_suicide_may_not_break_superko() -> None:
    rules = {**PLAIN, "suicide": True}
    start = "O O O . / . . O . / O O . ."
    # White passes while Black sends two stones; the second would restore the start position.
    for ko, reason in (("POSITIONAL", "superko"), ("SITUATIONAL", None), ("SIMPLE", None)):
        game = play(referee(start, ko=ko, **rules), "A2 pass")
        assert game.illegal_reason("B", at("B2")) == reason, ko
    # Where White was to move at the start, the situation is the same, too.
    game = referee(start, to_play="W", ko="SITUATIONAL", **rules)
    play(game, "pass A2 pass")
    assert game.illegal_reason("B", at("B2")) == "superko"


# Setup, turns, reasons


def test_reasons_in_their_order() -> None:
    game = referee(". O . / O . . / . . .")
    assert game.illegal_reason("B", at("D1")) == "off the board"
    assert game.illegal_reason("B", (-1, 0)) == "off the board"
    assert game.illegal_reason("B", (0, 3)) == "off the board"
    assert game.illegal_reason("B", at("B3")) == "occupied"
    assert game.illegal_reason("B", at("A3")) == "suicide"
    assert game.illegal_reason("B", None) is None
    play(game, "pass pass")
    for point in (None, at("D1"), at("B3"), at("A3"), at("C1")):
        assert game.illegal_reason("B", point) == "game over"
    assert game.legal_points("B") == []
    with pytest.raises(ValueError, match="illegal move B None: game over"):
        game.play("B", None)


def test_either_colour_may_move_and_its_opponent_is_next() -> None:
    game = Referee(3, 3)
    for name in ("A1", "C3", "B2"):
        game.play("B", at(name))
        assert game.to_play == "W"
    assert drawn(game) == "..X/.X./X.."
    assert game.moves == [("B", at("A1")), ("B", at("C3")), ("B", at("B2"))]


def test_legal_points_run_from_the_bottom_left() -> None:
    game = referee(". O . / O . . / . . .")
    assert game.legal_points("B") == [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2)]
    assert game.legal_points("W") == [(0, 0), (1, 0), (2, 0), (1, 1), (2, 1), (0, 2), (2, 2)]


def test_setup_starts_afresh() -> None:
    game = play(Referee(2, 1), "A1 B1 pass")
    game.setup([at("B1")], [], "W")
    assert drawn(game) == ".X"
    assert (game.to_play, game.passes, game.ko_point, game.over) == ("W", 0, None, False)
    assert game.prisoners == {"B": 0, "W": 0}
    assert game.moves == []
    assert game.history == [game.situation_key()]


def test_setup_refuses_what_cannot_stand() -> None:
    game = Referee(2, 1)
    with pytest.raises(ValueError, match="off the board: W"):
        game.setup([], [at("C1")])
    with pytest.raises(ValueError, match="two stones on one point"):
        game.setup([at("A1")], [at("A1")])
    with pytest.raises(ValueError, match="without liberty"):
        game.setup([at("A1")], [at("B1")])
    assert drawn(game) == ".."


def test_a_copy_goes_its_own_way() -> None:
    game = play(Referee(2, 1), "A1")
    before = copy.deepcopy(vars(game))
    other = play(game.copy(), "B1 pass pass pass")
    assert other.over
    assert vars(game) == before


def test_keys_hold_what_they_should() -> None:
    one = play(Referee(3, 3), "A1 C3 B2")
    two = play(Referee(3, 3), "B2 C3 A1")
    assert one.position_key() == two.position_key() == "B...B...W"
    assert one.situation_key() == two.situation_key()
    passed = play(one.copy(), "pass")
    assert passed.position_key() == one.position_key()
    assert passed.situation_key() != one.situation_key()
    assert len({one.situation_key(), two.situation_key(), passed.situation_key()}) == 2


# Ko

KO = """
    . X O .
    X . X O
    . X O .
    . . . .
    """


def test_simple_ko_bans_the_retake_for_one_move() -> None:
    game = play(referee(KO, to_play="W", **PLAIN), "B3")
    assert drawn(game) == ".XO./XO.O/.XO./...."
    assert game.ko_point == at("C3")
    assert game.illegal_reason("B", at("C3")) == "ko"
    assert at("C3") not in game.legal_points("B")
    with pytest.raises(ValueError, match=r"illegal move B \(2, 2\): ko"):
        play(game, "C3")
    assert game.illegal_reason("W", at("C3")) is None, "who took the ko may connect"

    for quiet_move in ("A1", "pass"):
        later = play(game.copy(), quiet_move)
        assert later.ko_point is None
        assert later.illegal_reason("B", at("C3")) is None
    retaken = play(game.copy(), "A1 D1 C3")
    assert drawn(retaken) == ".XO./X.XO/.XO./X..O"
    assert retaken.ko_point == at("B3")
    assert retaken.prisoners == {"B": 1, "W": 1}


def test_no_ko_where_the_capturing_stone_keeps_another_liberty() -> None:
    game = play(referee("X O . / . . . / . . .", to_play="W"), "A2")
    assert drawn(game) == ".O./O../..."
    assert game.ko_point is None
    assert game.prisoners == {"B": 0, "W": 1}


def test_no_ko_where_the_capturing_stone_joins_a_block() -> None:
    # White takes A1 with B1, which joins C1; Black may retake both at once.
    game = play(referee(". X . / O X X / X . O", to_play="W"), "B1")
    assert drawn(game) == ".X./OXX/.OO"
    assert game.ko_point is None
    play(game, "A1")
    assert drawn(game) == ".X./OXX/X.."


@pytest.mark.parametrize("ko", SUPERKO_RULES)
def test_superko_bans_the_retake_as_well(ko: str) -> None:
    game = play(referee(KO, to_play="W", ko=ko, **PLAIN), "B3")
    assert game.ko_point is None
    assert game.illegal_reason("B", at("C3")) == "superko"
    assert game.illegal_reason("B", None) is None
    play(game, "A1 D1")
    assert game.illegal_reason("B", at("C3")) is None, "the position is a new one now"


def test_passes_lift_a_ko_but_not_superko() -> None:
    for ko, reason in (("SIMPLE", None), ("NONE", None), ("POSITIONAL", "superko")):
        game = play(referee(KO, to_play="W", ko=ko, passes_to_end=3, **PLAIN), "B3 pass pass")
        assert game.illegal_reason("B", at("C3")) == reason, ko


def test_no_ko_rule_at_all() -> None:
    game = play(referee(KO, to_play="W", ko="NONE", **PLAIN), "B3")
    assert game.ko_point is None
    assert game.illegal_reason("B", at("C3")) is None
    play(game, "C3 B3 C3 B3")
    assert game.prisoners == {"B": 2, "W": 3}


# White sends two stones (A1), Black takes them (C1), White takes one back (B1).
SEND_TWO_RETURN_ONE = ". O . O ."


def test_send_two_return_one_under_simple_ko() -> None:
    game = play(referee(SEND_TWO_RETURN_ONE, **PLAIN), "pass A1 C1")
    assert drawn(game) == "..XO."
    assert game.ko_point is None, "two stones were taken"
    play(game, "B1")
    assert drawn(game) == ".O.O."
    assert game.ko_point is None
    play(game, "pass A1 C1 B1")
    assert not game.over
    assert game.prisoners == {"B": 4, "W": 2}


@pytest.mark.parametrize("ko", SUPERKO_RULES)
def test_send_two_return_one_is_banned_by_superko(ko: str) -> None:
    game = play(referee(SEND_TWO_RETURN_ONE, ko=ko, **PLAIN), "pass A1 C1")
    assert game.illegal_reason("W", at("B1")) == "superko"


def test_positional_and_situational_superko_differ_on_the_side_to_move() -> None:
    # Here White sends his stones at once: he would return to the start with Black to move.
    positional = referee(SEND_TWO_RETURN_ONE, to_play="W", ko="POSITIONAL", **PLAIN)
    assert play(positional, "A1 C1").illegal_reason("W", at("B1")) == "superko"

    situational = referee(SEND_TWO_RETURN_ONE, to_play="W", ko="SITUATIONAL", **PLAIN)
    play(situational, "A1 C1 B1 pass")
    assert situational.illegal_reason("W", at("A1")) == "superko", "the second round is barred"


def test_positions_reached_by_a_pass_count_for_situational_superko() -> None:
    passed = play(referee("X .", ko="SITUATIONAL", **PLAIN), "pass B1")
    assert passed.illegal_reason("B", at("A1")) == "superko"

    not_passed = referee("X .", ko="SITUATIONAL", **PLAIN)
    not_passed.play("W", at("B1"))
    assert not_passed.illegal_reason("B", at("A1")) is None


# The end of the game


@pytest.mark.parametrize("passes_to_end", [1, 2, 3, 4])
def test_consecutive_passes_end_the_game(passes_to_end: int) -> None:
    game = Referee(3, 3, passes_to_end=passes_to_end)
    if passes_to_end > 1:
        play(game, "pass " * (passes_to_end - 1) + "B2")
        assert game.passes == 0
    for count in range(1, passes_to_end + 1):
        assert not game.over
        play(game, "pass")
        assert game.passes == count
    assert game.over
    assert game.result_by_repetition is None


def test_the_third_pass_after_a_new_ko() -> None:
    game = play(referee(KO, to_play="W"), "B3 pass pass")
    assert not game.over, "Black gets the chance to retake the ko"
    assert play(game.copy(), "pass").over
    play(game, "C3")
    assert drawn(game) == ".XO./X.XO/.XO./...."
    assert not play(game, "pass pass").over
    assert play(game, "pass").over


def test_without_ko_pass_two_passes_are_enough() -> None:
    assert play(referee(KO, to_play="W", ko_pass=False), "B3 pass pass").over


@pytest.mark.parametrize("ko", ["POSITIONAL", "SITUATIONAL", "NONE"])
def test_without_a_ko_point_two_passes_are_enough(ko: str) -> None:
    assert play(referee(KO, to_play="W", ko=ko), "B3 pass pass").over


def test_a_stone_resets_the_third_pass() -> None:
    assert play(referee(KO, to_play="W"), "B3 A1 pass pass").over
    assert play(referee(KO, to_play="W"), "B3 pass D1 pass pass").over


DOUBLE_KO = """
    . X O . . X O .
    X . X O X O . O
    . X O . . X O .
    . . . . . . . .
    """


def test_two_passes_are_enough_where_a_ko_was_banned_before_already() -> None:
    game = play(referee(DOUBLE_KO, to_play="W"), "B3")
    assert game.ko_point == at("C3")
    play(game, "G3")
    assert game.ko_point == at("F3")
    assert play(game, "pass pass").over
    # The same ko taken after a quiet move is a new one.
    assert not play(referee(DOUBLE_KO, to_play="W"), "B3 A1 D1 G3 pass pass").over


# Repetition


@pytest.mark.parametrize(("repetition", "result"), [("DRAW", "draw"), ("PASSES", "B")])
def test_who_passes_more_in_a_cycle_wins(repetition: str, result: str) -> None:
    game = play(referee(SEND_TWO_RETURN_ONE, repetition=repetition), "pass A1 C1")
    assert not game.over
    play(game, "B1")
    assert game.over
    assert game.result_by_repetition == result
    assert game.history[0] == game.history[-1]


def test_white_wins_the_cycle_with_colours_swapped() -> None:
    game = play(referee(". X . X .", to_play="W"), "pass A1 C1 B1")
    assert (game.over, game.result_by_repetition) == (True, "W")


def test_repetition_none_goes_on() -> None:
    game = play(referee(SEND_TWO_RETURN_ONE, repetition="NONE"), "pass A1 C1 B1 pass A1 C1 B1")
    assert (game.over, game.result_by_repetition) == (False, None)


def test_passes_before_the_cycle_do_not_count() -> None:
    game = referee(SEND_TWO_RETURN_ONE, to_play="W", passes_to_end=4)
    for point in (None, None, at("A1")):
        game.play("W", point)
    play(game, "C1 B1 pass A1")
    assert (game.over, game.result_by_repetition) == (True, "B")


def test_equal_passes_in_a_cycle_are_a_draw() -> None:
    # 1x2: each side retakes the ko after two passes.
    game = play(Referee(2, 1), "A1 B1 pass pass A1 pass pass")
    assert not game.over, "the ko point makes this another situation than after the first move"
    play(game, "B1")
    assert (game.over, game.result_by_repetition) == (True, "draw")


def test_the_ko_point_is_part_of_the_situation() -> None:
    game = play(Referee(2, 1), "A1 B1 pass pass A1")
    assert game.history[-1].position == game.history[1].position
    assert game.history[-1].to_play == game.history[1].to_play
    assert game.history[-1] != game.history[1]
    assert not game.over


def test_the_number_of_passes_is_part_of_the_situation() -> None:
    game = play(Referee(2, 2, passes_to_end=4), "pass pass pass")
    assert {situation.position for situation in game.history} == {"...."}
    assert not game.over


TRIPLE_KO = """
    . X O . . X O . . X O .
    X . X O X O . O X . X O
    . X O . . X O . . X O .
    . . . . . . . . . . . .
    """


def test_triple_ko_is_a_draw() -> None:
    game = play(referee(TRIPLE_KO, to_play="W"), "B3 G3 K3 C3 F3 L3")
    assert game.position_key() == game.history[0].position
    assert not game.over, "at the start no ko was banned"
    play(game, "B3")
    assert (game.over, game.result_by_repetition) == (True, "draw")
    assert game.prisoners == {"B": 3, "W": 4}


@pytest.mark.parametrize("ko", SUPERKO_RULES)
def test_superko_breaks_a_triple_ko(ko: str) -> None:
    game = play(referee(TRIPLE_KO, to_play="W", ko=ko), "B3 G3 K3 C3 F3")
    assert game.illegal_reason("B", at("L3")) == "superko"


def test_the_end_by_passes_takes_precedence() -> None:
    game = play(referee(TRIPLE_KO, to_play="W"), "B3")
    game.play("W", None)
    game.play("W", None)
    assert not game.over, "a third pass is needed after a new ko"
    # The same position again, but now by a move that answered another ko: two passes do.
    play(game, "C3 K3 G3 B3 L3 F3 pass pass")
    assert game.history[-1] == game.history[3]
    assert (game.over, game.result_by_repetition) == (True, None)


# Scoring


def test_area_counts_stones_and_the_regions_they_enclose() -> None:
    game = referee(
        """
        . X O . .
        X X O . .
        . X O O .
        X X X O .
        . . X O O
        """,
        komi=0.5,
    )
    result = score(game)
    assert owner_map(result, game) == "XXOOO/XXOOO/XXOOO/XXXOO/XXXOO"
    assert (result.black, result.white, result.lead) == (12, 13.5, -1.5)


def test_a_region_of_both_colours_is_nobodys() -> None:
    game = referee(". X . O O / X X . O .")
    result = score(game)
    assert owner_map(result, game) == "XX.OO/XX.OO"
    assert (result.black, result.white, result.lead) == (4, 4, 0)


def test_a_board_without_stones_is_nobodys() -> None:
    game = Referee(3, 2)
    result = score(game)
    assert set(result.owner) == set(game.neighbours)
    assert set(result.owner.values()) == {None}
    assert (result.black, result.white, result.lead) == (0, 0, 0)


def test_one_stone_owns_the_board() -> None:
    assert score(play(Referee(3, 3), "B2")).lead == 9
    assert score(referee(". . / . O")).lead == -4


DEAD_STONE = """
    . . X O .
    . O X O .
    . . X O .
    """


def test_dead_stones_are_removed_before_area_is_counted() -> None:
    game = referee(DEAD_STONE)
    assert score(game).lead == 3 - 7
    result = score(game, dead=points("B2"))
    assert owner_map(result, game) == "XXXOO/XXXOO/XXXOO"
    assert (result.black, result.white, result.lead) == (9, 6, 3)
    assert drawn(game) == "..XO./.OXO./..XO.", "scoring leaves the position alone"


def test_territory_counts_a_dead_stone_and_the_point_under_it() -> None:
    game = referee(DEAD_STONE, scoring="TERRITORY", komi=6.5)
    result = score(game, dead=points("B2"))
    assert owner_map(result, game) == "XXXOO/XXXOO/XXXOO"
    assert (result.black, result.white, result.lead) == (6 + 1, 3 + 6.5, -2.5)
    assert score(game).black == 0


def test_territory_counts_prisoners() -> None:
    game = referee("O . X O . / . . X O . / . . X O .", scoring="TERRITORY", **PLAIN)
    play(game, "A2 pass B3")
    assert game.prisoners == {"B": 1, "W": 0}
    assert score(game).black == 4 + 1
    assert score(game).white == 3

    area = referee("O . X O . / . . X O . / . . X O .", **PLAIN)
    assert score(play(area, "A2 pass B3")).black == 9


def test_territory_counts_suicided_stones_for_the_opponent() -> None:
    game = play(referee(SUICIDE_OF_TWO, suicide=True, scoring="TERRITORY"), "B2")
    result = score(game)
    assert (result.black, result.white) == (0, 6 + 2)


def test_dead_stones_of_both_colours() -> None:
    game = referee("O . X O X / . X X O . / . . X O .", scoring="TERRITORY")
    result = score(game, dead=points("A3 E3"))
    assert (result.black, result.white) == (5 + 1, 3 + 1)


def test_only_stones_can_be_dead() -> None:
    with pytest.raises(ValueError, match="no stone to remove"):
        score(referee(DEAD_STONE), dead=points("A1"))


# Seki


@pytest.mark.parametrize(
    ("diagram", "untaxed", "taxed"),
    [
        # One small eye each and a shared liberty.
        (". X . O .", "XX.OO", ".X.O."),
        # No eye at all.
        ("X . O", "X.O", "X.O"),
        # An eye of three points is taxed, one of four is not.
        (". . . X . O .", "XXXX.OO", "...X.O."),
        (". . . . X . O .", "XXXXX.OO", "XXXXX.O."),
        # Two eyes are not taxed, though a neutral point is left.
        (". X . X . O .", "XXXX.OO", "XXXX.O."),
        # A group without a neutral point beside it is not in seki.
        (". X O .", "XXOO", "XXOO"),
        # Blocks that share an eye are one group.
        ("O . X . X . O", "O.XXX.O", "O.X.X.O"),
    ],
)
def test_seki_tax(diagram: str, untaxed: str, taxed: str) -> None:
    for scoring in ("AREA", "TERRITORY"):
        game = referee(diagram, scoring=scoring)
        assert owner_map(score(game), game) == untaxed
        game = referee(diagram, scoring=scoring, tax="SEKI")
        assert owner_map(score(game), game) == taxed


def test_seki_tax_in_points() -> None:
    diagram = ". . X . O ."
    assert score(referee(diagram)).lead == 3 - 2
    assert score(referee(diagram, tax="SEKI")).lead == 1 - 1
    assert score(referee(diagram, scoring="TERRITORY")).lead == 2 - 1
    assert score(referee(diagram, scoring="TERRITORY", tax="SEKI")).lead == 0


def test_named_seki_replaces_the_guess() -> None:
    game = referee(". X . X . O .", tax="SEKI")

    def owned(names: str) -> str:
        return owner_map(score(game, seki=points(names)), game)

    assert owned("") == "XXXX.OO"
    assert owned("B1") == owned("D1") == owned("A1") == ".X.X.OO"
    assert owned("F1") == "XXXX.O."
    assert owned("B1 G1") == ".X.X.O."
    assert owned("E1") == "XXXX.OO", "a neutral point is in no group"


def test_named_seki_matters_only_with_the_tax() -> None:
    assert score(referee(". X . O ."), seki=points("B1")).black == 2


def test_prisoners_of_a_taxed_group_still_count() -> None:
    game = referee("O . X . O .", scoring="TERRITORY", tax="SEKI")
    result = score(game, dead=points("A1"))
    assert owner_map(result, game) == "..X.O."
    assert (result.black, result.white) == (1, 0)


@pytest.mark.parametrize(
    ("bonus", "handicap", "points_for_white"),
    [
        ("0", 4, 0),
        ("N-1", 0, 0),
        ("N-1", 1, 0),
        ("N-1", 2, 1),
        ("N-1", 4, 3),
        ("N", 0, 0),
        ("N", 1, 0),
        ("N", 2, 2),
        ("N", 4, 4),
    ],
)
def test_handicap_bonus(bonus: str, handicap: int, points_for_white: int) -> None:
    game = Referee(3, 3, white_handicap_bonus=bonus, handicap=handicap, komi=0.5)
    result = score(play(game, "B2"))
    assert (result.black, result.white) == (9, points_for_white + 0.5)
    assert result.lead == 9 - points_for_white - 0.5


# Properties of random games

RULES = st.fixed_dictionaries(
    {
        "ko": st.sampled_from(["SIMPLE", "POSITIONAL", "SITUATIONAL", "NONE"]),
        "repetition": st.sampled_from(["NONE", "DRAW", "PASSES"]),
        "passes_to_end": st.integers(1, 4),
        "ko_pass": st.booleans(),
        "suicide": st.booleans(),
    }
)
CHOICES = st.lists(st.integers(0, 10**6), max_size=60)
OTHER: dict[Color, Color] = {"B": "W", "W": "B"}


def play_choices(game: Referee, choices: list[int]) -> Referee:
    """Play as the numbers choose among the legal moves; a pass is the last of them."""
    for choice in choices:
        if game.over:
            break
        moves: list[Point | None] = [*game.legal_points(game.to_play), None]
        game.play(game.to_play, moves[choice % len(moves)])
    return game


@given(RULES, st.integers(1, 4), st.integers(1, 3), CHOICES)
def test_what_holds_in_every_game(
    rules: dict[str, Any], columns: int, rows: int, choices: list[int]
) -> None:
    game = play_choices(Referee(columns, rows, **rules), choices)
    placed = sum(point is not None for _, point in game.moves)
    assert placed == len(game.stones) + sum(game.prisoners.values())
    assert len(game.history) == len(game.moves) + 1
    assert game.history[-1] == game.situation_key()
    # Setting the stones up again raises where a block has no liberty.
    Referee(columns, rows).setup(
        [p for p, color in game.stones.items() if color == "B"],
        [p for p, color in game.stones.items() if color == "W"],
    )
    pairs = [
        (after.position, after.to_play if game.ko == "SITUATIONAL" else None)
        for after, (_, point) in zip(game.history[1:], game.moves, strict=True)
        if point is not None
    ]
    if game.ko in SUPERKO_RULES:
        assert len(set(pairs)) == len(pairs)
    if game.repetition != "NONE":
        again = game.history[-1] in game.history[:-1]
        assert len(set(game.history[:-1])) == len(game.history) - 1
        assert (game.result_by_repetition is not None) == (
            again and game.passes < game.passes_needed
        )


@given(RULES, CHOICES)
def test_colours_are_treated_alike(rules: dict[str, Any], choices: list[int]) -> None:
    game = play_choices(Referee(3, 2, **rules), choices)
    swapped = Referee(3, 2, **rules)
    swapped.setup(to_play="W")
    for color, point in game.moves:
        swapped.play(OTHER[color], point)
    assert swapped.stones == {point: OTHER[color] for point, color in game.stones.items()}
    assert swapped.legal_points(OTHER[game.to_play]) == game.legal_points(game.to_play)
    assert (swapped.over, swapped.ko_point) == (game.over, game.ko_point)
    assert score(swapped).lead == -score(game).lead


@given(st.integers(2, 5), CHOICES)
def test_sgfmill_plays_and_counts_the_same(side: int, choices: list[int]) -> None:
    boards = pytest.importorskip("sgfmill.boards")
    game = play_choices(Referee(side, side, suicide=True, **PLAIN), choices)
    board = boards.Board(side)
    ko = None
    for color, point in game.moves:
        ko = None if point is None else board.play(point[1], point[0], color.lower())
    theirs = {(column, row): color.upper() for color, (row, column) in board.list_occupied_points()}
    assert game.stones == theirs
    assert game.ko_point == (None if ko is None else (ko[1], ko[0]))
    assert score(game).lead == board.area_score()
