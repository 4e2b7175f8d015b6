"""The referee of Phantom Go, what it tells, and games written down."""

from __future__ import annotations

import pickle
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import GosekiError
from goseki.coords import PASS, Color, Point, Size, opponent
from goseki.phantom import (
    GameLog,
    InformationState,
    Observation,
    PhantomRules,
    Referee,
    Turn,
    from_game,
    replay,
    to_game,
)
from goseki.phantom.captures import possibly_captured
from goseki.records import parse_sgf
from tests.fuzz.phantom_referee import SMALL_RULES, check_sequence
from tests.judges.openspiel_phantom import SIDES, compare_game, drawing, point_of
from tests.support.phantom_games import GAMES

PLAYTHROUGH = (
    Path(__file__).parents[1] / "../shared/data/phantom/openspiel-phantom_go-playthrough.txt"
)


def play(text: str, size: str = "9x9", **options: object) -> Referee:
    return replay(GameLog.parse(text), PhantomRules(Size.parse(size), **options))  # type: ignore[arg-type]


def points(text: str) -> tuple[Point, ...]:
    return tuple(map(Point.parse, text.split()))


# -- the games of the thesis (3.3.2 and appendix B) ----------------------------------------------


@pytest.mark.parametrize(
    ("name", "occupied", "suicide", "ko", "captures", "stones", "area", "result"),
    [
        ("G1", 71, 4, 1, (22, 17), (37, 31), (45, 36), "B+2.5"),
        ("G4", 54, 3, 0, (12, 7), (34, 29), (45, 36), "B+2.5"),
        ("G5", 96, 7, 1, (20, 16), (36, 33), (44, 37), "B+0.5"),
    ],
)
def test_finished_games_of_the_thesis(
    name: str,
    occupied: int,
    suicide: int,
    ko: int,
    captures: tuple[int, int],
    stones: tuple[int, int],
    area: tuple[int, int],
    result: str,
) -> None:
    referee = replay(GameLog.parse(GAMES[name]))
    refusals = referee.refusals["B"] + referee.refusals["W"]
    assert refusals == +Counter(occupied=occupied, suicide=suicide, ko=ko)
    board, score = referee.board, referee.score()
    assert (board.prisoners["B"], board.prisoners["W"]) == captures
    assert (len(board.stones("B")), len(board.stones("W"))) == stones
    assert (score.black, score.white) == area
    assert (referee.end, referee.result) == ("passes", result)


def test_the_games_at_the_olympiad_need_another_komi() -> None:
    log = GameLog.parse(GAMES["G2"])
    second = replay(log, PhantomRules(komi=7.5))
    assert second.refusals["B"] + second.refusals["W"] == Counter(occupied=27)
    assert log.turns[41].move == Point.parse("E7")
    told = [seen for seen in second.information_state("W").observations if seen.own]
    assert [s.captured for s in told if s.point == Point.parse("E7")] == [3]
    score = second.score(points("E3 F3 G3"))
    assert (score.black, score.white, score.result) == (43, 38, "W+2.5")
    third = replay(GameLog.parse(GAMES["G3"]), PhantomRules(komi=7.5))
    refusals = third.refusals["B"] + third.refusals["W"]
    assert refusals == Counter(occupied=33, suicide=2, ko=3)
    score = third.score(points("G8 H8 J8 J7 H9 H1 A8 A9 B8 B9 B6"))
    assert (score.black, score.white, score.result) == (34, 44, "W+17.5")
    nobody = [third.board.point(int(i)) for i in (score.owner == 0).reshape(-1).nonzero()[0]]
    assert set(nobody) == set(points("A3 E3 J3"))


def test_after_22_plies_of_the_first_game_one_stone_of_each_is_hidden() -> None:
    log = GameLog(GameLog.parse(GAMES["G1"]).turns[:22])
    referee = replay(log, PhantomRules(refusal="cause"))
    for color in ("B", "W"):
        state = referee.information_state(color)
        assert (state.opponent_count, len(state.opponent_stones), state.unlocated) == (11, 10, 1)


# -- what is told -----------------------------------------------------------------------------


def test_what_each_side_is_told() -> None:
    referee = play("A1 (A1)A2 pass (A2 A1)B1", "3x3")
    black, white = (referee.information_state(color).observations for color in ("B", "W"))
    assert list(map(str, black)) == [
        "A1 is played",
        "an attempt of the opponent is refused",
        "the opponent has played",
        "you pass",
        "an attempt of the opponent is refused",
        "an attempt of the opponent is refused",
        "the opponent has played and taken A1",
    ]
    assert list(map(str, white)) == [
        "the opponent has played",
        "A1 is refused",
        "A2 is played",
        "the opponent passes",
        "A2 is refused",
        "A1 is refused",
        "B1 is played and takes 1",
    ]
    assert white[-1] == Observation(True, "played", Point.parse("B1"), captured=1)


@pytest.mark.parametrize(
    ("options", "refusal", "capture"),
    [
        ({}, "A1 is refused", "B1 is played and takes 1"),
        ({"refusal": "cause"}, "A1 is refused (suicide)", "B1 is played and takes 1"),
        ({"refusal": "color"}, "A1 is refused (empty)", "B1 is played and takes 1"),
        ({"captures": "points"}, "A1 is refused", "B1 is played and takes 1: A1"),
    ],
)
def test_the_options_of_what_is_told(options: dict[str, str], refusal: str, capture: str) -> None:
    referee = play("A2 pass B1 (A1)pass", "3x3", **options)
    assert str(referee.information_state("W").observations[-2]) == refusal
    referee = play("A1 A2 pass B1", "3x3", **options)
    assert str(referee.information_state("W").observations[-1]) == capture


def test_atari_is_announced_to_both_if_the_rules_say_so() -> None:
    referee = play("A1 A2", "3x3", atari=True)
    assert str(referee.information_state("W").observations[-1]) == "A2 is played; atari"
    assert str(referee.information_state("B").observations[-1]) == "the opponent has played; atari"
    assert not any(s.atari for s in play("A1 A2", "3x3").information_state("B").observations)


def test_captures_without_points_leave_stones_uncertain() -> None:
    # Black's C1 takes A1 or E1, and Black saw both.
    row = PhantomRules(Size(5, 1), refusal="cause")
    state = InformationState(
        row,
        "B",
        (
            Observation(True, "played", Point.parse("B1")),
            Observation(False, "played"),
            Observation(True, "refused", Point.parse("A1"), cause="occupied"),
            Observation(True, "played", Point.parse("D1")),
            Observation(False, "played"),
            Observation(True, "refused", Point.parse("E1"), cause="occupied"),
        ),
    )
    assert state.opponent_stones == set(points("A1 E1"))
    assert state.refused == points("E1")
    played = Observation(True, "played", Point.parse("C1"), captured=1)
    after = InformationState(row, "B", (*state.observations, played))
    # Neither touches C1, so neither was taken by it; the referee would not say so.
    assert after.opponent_stones == set(points("A1 E1"))


def test_the_regions_of_a_capture() -> None:
    # Regions of 3 and 2 points, then of 2 and 2.
    assert possibly_captured(Size(6, 1), {3}, 3, 3) == {0, 1, 2}
    assert possibly_captured(Size(5, 1), {2}, 2, 2) == {0, 1, 3, 4}
    assert possibly_captured(Size(5, 1), {2}, 2, 4) == {0, 1, 3, 4}
    assert possibly_captured(Size(5, 1), {2}, 2, 3) == set()
    # What lies behind another own stone does not touch the move.
    assert possibly_captured(Size(6, 1), {2, 3}, 3, 3) == set()


def drive(referee: Referee, rng: random.Random, attempts: int) -> None:
    """Random attempts, refused ones and passes included."""
    for _ in range(attempts):
        if referee.is_over:
            return
        index = rng.randrange(-1, referee.rules.size.points)
        if index >= 0 or rng.random() < 0.2:
            referee.attempt(referee.to_play, index)


def allowed_messages(log: GameLog, rules: PhantomRules, color: Color) -> list[Observation]:
    """What the rules (thesis, 1.3) let a player know, worked out on a board of its own."""
    board = Referee(PhantomRules(rules.size)).board
    messages = []
    for mover, point, played in log.attempts:
        own = mover == color
        if not played:
            messages.append(Observation(own, "refused", point if own else None))
        elif point == PASS:
            board.to_play = opponent(mover)
            messages.append(Observation(own, "passed"))
        else:
            before = set(board.stones(opponent(mover)))
            board.play_recorded(point, mover)
            gone = before - set(board.stones(opponent(mover)))
            if own:
                messages.append(Observation(True, "played", point, captured=len(gone)))
            else:
                in_order = sorted(gone, key=board.index)
                messages.append(Observation(False, "played", lost=tuple(in_order)))
    return messages


@given(seed=st.integers(0, 10**6), size=st.sampled_from(["3x1", "3x3", "4x3", "5x5", "9x9"]))
def test_nothing_but_the_allowed_is_told(seed: int, size: str) -> None:
    referee = Referee(PhantomRules(Size.parse(size)))
    drive(referee, random.Random(seed), 150)
    for color in ("B", "W"):
        told = list(referee.information_state(color).observations)
        assert told == allowed_messages(referee.log, referee.rules, color)


@given(seed=st.integers(0, 10**6), size=st.sampled_from(["3x3", "4x4", "5x5"]))
def test_two_worlds_that_answer_alike_tell_a_player_the_same(seed: int, size: str) -> None:
    """White plays the same in two games in which Black's hidden moves differ; as long as
    Black's verdicts are alike, all that White gets, to the byte, is the same."""
    rng = random.Random(seed)
    worlds = [Referee(PhantomRules(Size.parse(size))) for _ in range(2)]
    count = worlds[0].rules.size.points
    for _ in range(30):
        mover = worlds[0].to_play
        if mover == "B":
            tries = [random_legal_quiet_move(world, rng) for world in worlds]
            if None in tries:
                break
            if rng.random() < 0.5:
                for world, move in zip(worlds, tries, strict=True):
                    occupied = world.board.stones("B") + world.board.stones("W")
                    world.attempt("B", rng.choice(occupied or [move]))
            if any(world.to_play != "B" for world in worlds):
                break
            for world, move in zip(worlds, tries, strict=True):
                world.attempt("B", move)  # type: ignore[arg-type]
        else:
            point = rng.randrange(count)
            seen = [world.attempt("W", point) for world in worlds]
            if seen[0] != seen[1]:
                break
        if worlds[0].is_over or worlds[1].is_over:
            break
        states = [world.information_state("W") for world in worlds]
        assert pickle.dumps(states[0]) == pickle.dumps(states[1])


def random_legal_quiet_move(world: Referee, rng: random.Random) -> int | None:
    """A legal move of Black's that takes nothing."""
    board = world.board
    quiet = []
    for index in board.legal_points("B").tolist():
        after = board.copy()
        after.play(index, "B")
        if after.prisoners == board.prisoners:
            quiet.append(index)
    return rng.choice(quiet) if quiet else None


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(SMALL_RULES))
def test_fuzzed_attempts_are_judged_or_refused_as_bad_input(seed: int, rules: PhantomRules) -> None:
    check_sequence(seed, rules)


# -- ends and bad input -----------------------------------------------------------------------


def test_the_cap_on_attempts_ends_the_game_and_is_in_the_log() -> None:
    referee = Referee(PhantomRules(Size(3, 3), longest=3))
    for color, point in (("B", "B2"), ("W", "B2"), ("W", "B2")):
        referee.attempt(color, point)
    assert (referee.end, str(referee.log)) == ("length", "B2 (B2 B2) length")
    assert referee.result == "B+2.5"
    assert replay(referee.log, referee.rules).end == "length"
    with pytest.raises(GosekiError, match="does not end by length"):
        replay(referee.log, PhantomRules(Size(3, 3)))


def test_a_repetition_is_a_draw_where_the_rules_say_so() -> None:
    cycle = "A1 C1 B1 C1 B1 pass A1"
    referee = play(f"{cycle} repetition", "3x1", repetition="draw")
    assert (referee.end, referee.lead, referee.result) == ("repetition", 0, "0")
    assert str(referee.log) == f"{cycle} repetition"
    assert play(cycle, "3x1").end == "running"


def test_a_ko_may_be_filled_after_a_pass() -> None:
    ko = "B2 C2 A3 D3 B4 C4 C3 B3"  # White's B3 takes C3
    assert play(f"{ko} (C3)pass C3", "5x5").board.at("C3") == "W"


def test_a_refusal_parts_two_passes_in_one_dialect_only() -> None:
    assert play("pass B2 pass (B2)pass", "3x3").end == "passes"
    referee = play("pass B2 pass (B2)pass", "3x3", refusal_parts_passes=True)
    assert (referee.end, referee.to_play) == ("running", "B")
    referee.attempt("B", "pass")
    assert referee.end == "passes"


@pytest.mark.parametrize(
    ("color", "point", "message"),
    [
        ("W", "A1", "W A1: it is Black's turn"),
        ("B", "D4", "D4 is off the 3x3 board"),
        ("B", "Z1", "not a point: 'Z1'"),
        ("B", 9, "point 9 is off the 3x3 board"),
    ],
)
def test_bad_attempts(color: Color, point: str | int, message: str) -> None:
    referee = Referee(PhantomRules(Size(3, 3)))
    with pytest.raises(GosekiError, match=re.escape(message)):
        referee.attempt(color, point)
    assert referee.attempts == 0


def test_no_attempt_after_the_end() -> None:
    referee = play("pass pass", "3x3")
    with pytest.raises(GosekiError, match=re.escape("B A1: the game is over (passes)")):
        referee.attempt("B", "A1")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"size": Size(2, 1)}, "needs a board of 3 points, not 2x1"),
        ({"size": Size(20, 1)}, "20x1 is not between"),
        ({"refusal": "rude"}, "refusal is 'rude', not one of bare, color, cause"),
        ({"longest": -1}, "longest is -1"),
        ({"komi": float("nan")}, "komi 'nan'"),
    ],
)
def test_bad_rules(options: dict[str, object], message: str) -> None:
    with pytest.raises(GosekiError, match=re.escape(message)):
        PhantomRules(**options)  # type: ignore[arg-type]


# -- logs and records -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("E5 (D5", "log: ply 2: a parenthesis without its other half"),
        ("E5 D5) E6", "log: ply 3: a parenthesis without its other half"),
        ("E5 (Q)D5", "log: ply 2: not a point: 'Q'"),
        ("E5 Z1", "log: ply 2: not a point: 'Z1'"),
        ("E5 (D5)(D6)D7", "log: ply 2: refused attempts twice before one move"),
        ("E5 (pass)D7", "log: ply 2: a pass cannot be refused"),
        ("E5 length D5", "log: ply 2: something follows the word 'length'"),
    ],
)
def test_broken_logs(text: str, message: str) -> None:
    with pytest.raises(GosekiError, match=re.escape(message)):
        GameLog.parse(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("E5 E5", "log: ply 2: W E5 is played, but the rules refuse it"),
        ("E5 (D5)D6", "log: ply 2: W D5 is refused, but is legal"),
        ("pass pass E5", "log: ply 3: B E5: the game is over (passes)"),
        ("E5 K10", "log: ply 2: K10 is off the 9x9 board"),
    ],
)
def test_logs_that_the_rules_contradict(text: str, message: str) -> None:
    with pytest.raises(GosekiError, match=re.escape(message)):
        replay(GameLog.parse(text))


@given(st.text(alphabet="ABE159() paslenght\n", max_size=40))
def test_any_text_is_a_log_or_bad_input(text: str) -> None:
    try:
        log = GameLog.parse(text)
    except GosekiError as error:
        assert "\n" not in str(error)
    else:
        assert GameLog.parse(str(log)) == log


@given(seed=st.integers(0, 10**6), rules=st.sampled_from(SMALL_RULES))
def test_logs_and_records_give_the_game_back(seed: int, rules: PhantomRules) -> None:
    referee = Referee(rules)
    drive(referee, random.Random(seed), 60)
    log = referee.log
    assert GameLog.parse(str(log)) == log
    game = parse_sgf(to_game(log, rules, result=referee.result).to_sgf())[0]
    assert from_game(game) == (log, PhantomRules(rules.size, rules.komi))
    assert game.result == referee.result


def test_records_of_other_games_are_refused() -> None:
    with pytest.raises(GosekiError, match="move 2: B B2 is out of turn in Phantom Go"):
        from_game(parse_sgf("(;SZ[3];B[aa];B[bb])")[0])
    with pytest.raises(GosekiError, match="not a point: 'nonsense'"):
        from_game(parse_sgf("(;SZ[3];B[aa]C[Refused: nonsense])")[0])
    assert from_game(parse_sgf("(;SZ[3];B[aa]C[Good.])")[0])[0] == GameLog(
        (Turn((), Point.parse("A3")),)
    )


# -- OpenSpiel --------------------------------------------------------------------------------


@pytest.mark.parametrize("side", SIDES)
def test_openspiel_judges_alike(side: int) -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is not installed")
    for seed in range(6):
        compare_game(side, seed)


@pytest.mark.skipif(
    not PLAYTHROUGH.exists(), reason="the playthrough is not there: ../shared/data/phantom"
)
def test_the_playthrough_of_openspiel() -> None:
    text = PLAYTHROUGH.read_text()
    referee = Referee(PhantomRules.openspiel())
    compared = 0
    for block in text.split("# State ")[1:]:
        number = int(block.split("\n", 1)[0])
        history = re.search(r"History\(\) = \[(.*)\]", block)
        if history is None:  # most states are left out
            continue
        actions = [int(action) for action in history[1].split(",") if action.strip()]
        for action in actions[referee.attempts :]:
            referee.attempt(referee.to_play, point_of(action, 9))
        assert referee.attempts == number
        board = block.split("#\n")[1].replace("#  ", " ").replace("#    ", "   ")
        assert re.sub(r"^# ?", "", board, flags=re.M).strip() == drawing(referee.board, 9)
        refused = "Previous move was observational" in block
        last = referee.information_state("B").observations[-1:]
        assert refused == any(seen.kind == "refused" for seen in last)
        compared += 1
    assert compared > 30
    assert referee.end == "length"
    assert "Returns() = [" + ("1, -1]" if referee.lead > 0 else "-1, 1]") in text
