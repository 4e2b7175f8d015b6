"""The reader of ladders, against one that tries every move, and against published answers."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import goseki as gs
from goseki import benchmarks
from goseki.benchmarks import ladder as ladder_benchmark
from goseki.coords import Color, opponent
from goseki.job import Limits
from goseki.tactics import Ladder, read_ladder
from tests.judges.slow_ladder import differences, judge

pytestmark = pytest.mark.core

DATA = Path(__file__).parents[1] / "../shared/data/tactics"


def names(points: tuple[gs.Point, ...]) -> str:
    return " ".join(map(str, points))


def t1(*more_white: str) -> gs.Board:
    board = gs.Board("9x9")
    board.setup(black=["C5", "C6", "D4"], white=["D5", *more_white], to_play="B")
    return board


def long_ladder() -> gs.Board:
    """A ladder from one corner of the board to the other."""
    board = gs.Board("19x19")
    board.setup(black=["B3", "B4", "C2", "D2"], white=["C3"], to_play="B")
    return board


def random_position(rng: random.Random, side: int) -> gs.Board:
    """Random stones, with a white one and every block with a liberty."""
    while True:
        share = rng.choice([0.3, 0.5, 0.65])
        signs = [
            [rng.choice([1, -1]) if rng.random() < share else 0 for _ in range(side)]
            for _ in range(side)
        ]
        try:
            board = gs.Board.from_array(signs)
        except gs.SetupError:
            continue
        if board.stones("W"):
            return board


# -- known positions ----------------------------------------------------------------------------


def test_t1_is_a_ladder() -> None:
    ladder = read_ladder(t1(), "D5")
    assert (ladder.status, ladder.evidence, ladder.ko) == ("captured", "proven", False)
    assert names(ladder.best) == "E5"
    assert ladder.best_complete
    assert names(ladder.pv).startswith("E5 D6 D7 E6 F6 E7 E8 F7 G7 F8 G8 F9 E9")


def test_a_ladder_breaker() -> None:
    ladder = read_ladder(t1("G7"), "D5")
    assert (ladder.status, ladder.evidence, ladder.best) == ("escapes", "estimate", ())
    # With his stone elsewhere White has not broken it.
    assert read_ladder(t1("H2"), "D5").status == "captured"


def test_the_defender_breaks_the_ladder_or_runs() -> None:
    ladder = read_ladder(t1(), "D5", "W")
    assert ladder.status == "escapes"
    board = t1()
    board.to_play = "W"
    for move in [move for move in board.legal_moves if not move.is_pass]:
        board.play(move)
        saves = read_ladder(board, "D5", "B").status == "escapes"
        assert saves == (move in ladder.best)
        board.undo()


def test_a_pass_that_will_do_is_the_only_move_listed() -> None:
    ladder = read_ladder(t1("G7"), "D5", "W")
    assert ladder.best == (gs.PASS,)
    assert ladder.best_complete


def test_three_liberties_are_no_ladder() -> None:
    board = gs.Board.from_diagram(".../.O./.X.")
    assert read_ladder(board, "B2", "B").status == "escapes"
    assert read_ladder(board, "B2", "B").pv == ()


def test_the_line_is_legal_and_captures_from_corner_to_corner() -> None:
    board = long_ladder()
    ladder = read_ladder(board, "C3")
    assert ladder.status == "captured"
    assert len(ladder.pv) > 60
    for move in ladder.pv:
        board.play(move)
    assert board.at("C3") is None


# -- ko -----------------------------------------------------------------------------------------


def threats(black: int | None, white: int | None) -> dict[Color, int | None]:
    return {"B": black, "W": white}


def test_threats_that_win_a_ko_for_the_attacker() -> None:
    board = gs.Board.from_diagram(".XX. / .OO. / X..O")
    found = [read_ladder(board, "D1", "B", threats=threats(n, 0)) for n in (0, 1, 2, None)]
    assert [ladder.status for ladder in found] == ["escapes", "escapes", "captured", "captured"]
    assert all(ladder.ko for ladder in found)
    assert names(found[2].best) == "D2"


def test_threats_that_win_a_ko_for_the_defender() -> None:
    board = gs.Board.from_diagram(".OO. / .XX. / .X.X")
    found = [read_ladder(board, "C3", "B", threats=threats(0, n)) for n in (0, 1, None)]
    assert [ladder.status for ladder in found] == ["captured", "escapes", "escapes"]
    assert all(ladder.ko for ladder in found)


def test_a_target_that_has_just_taken_a_ko() -> None:
    board = gs.Board.from_diagram(".XO. / XO.O / .XO.", to_play="B")
    board.play("C2")
    assert board.ko == gs.Point.parse("B2")
    # White may not take back. After a pass Black connects, and has liberties enough.
    barred = read_ladder(board, "C2", "W")
    assert (barred.status, barred.ko) == ("escapes", True)
    taken = read_ladder(board, "C2", "W", threats=threats(0, 1))
    assert (taken.status, names(taken.best), taken.ko) == ("captured", "B2", True)


@pytest.mark.parametrize(
    ("diagram", "target", "to_play"),
    [("OX.X / .OX. / XOXX / O..X", "A4", "W"), (".XOO / ..OX / O... / XX.X", "C3", "B")],
)
def test_what_rests_on_a_repetition_is_not_remembered(
    diagram: str, target: str, to_play: Color
) -> None:
    # Of 20 million random positions ten are read wrong if it is.
    board = gs.Board.from_diagram(diagram)
    ladder = read_ladder(board, target, to_play, threats=threats(None, 1))
    assert ladder.status == "captured"
    assert judge(board, ladder.target, to_play, threats(None, 1)) == (True, set(ladder.best))


def test_who_is_not_to_move_is_not_banned() -> None:
    board = gs.Board.from_diagram(".XO. / XO.O / .XO.", to_play="B")
    board.play("C2")
    assert names(read_ladder(board, "C2", "B").best) == "D3 B2 D1"


# -- against other readers ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_slow_reader_agrees(seed: int) -> None:
    wrong, said = differences(700, seed)
    assert not wrong, wrong[0]
    assert said.get("too long", 0) < 20
    assert min(said["captured, ko"], said["escapes, ko"]) > 3


def test_a_capture_holds_whatever_stands_outside_its_zone() -> None:
    rng = random.Random(4)
    changed = 0
    while changed < 400:
        board = random_position(rng, rng.choice([4, 5, 6]))
        target = rng.choice(board.stones("B") + board.stones("W"))
        to_play = rng.choice(["B", "W"])
        ladder = read_ladder(board, target, to_play)
        if ladder.status != "captured":
            assert not ladder.zone
            continue
        assert target in ladder.zone
        signs = board.to_array()
        density = rng.random()
        for y in range(board.rows):
            for x in range(board.columns):
                if board.size.point(y * board.columns + x) not in ladder.zone:
                    signs[y, x] = rng.choice([1, -1]) if rng.random() < density else 0
        try:
            other = gs.Board.from_array(signs)
        except gs.SetupError:
            continue
        changed += other.stones("B") != board.stones("B")
        assert read_ladder(other, target, to_play).status == "captured", f"{board}\n{other}"


def symmetric(point: gs.Point, board: gs.Board, symmetry: int) -> gs.Point:
    """Where a symmetry takes a point."""
    if point.is_pass:
        return point
    marked = gs.Board(board.size)
    marked.setup(black=[point])
    return marked.transformed(symmetry).stones("B")[0]


def test_symmetries_and_colours_change_nothing() -> None:
    rng = random.Random(5)
    for _ in range(60):
        board = random_position(rng, 5)
        target = rng.choice(board.stones("W"))
        to_play: Color = rng.choice(["B", "W"])
        ladder = read_ladder(board, target, to_play)
        for symmetry in range(8):
            for swap in (False, True):
                other = board.transformed(symmetry, swap_colors=swap)
                side = opponent(to_play) if swap else to_play
                found = read_ladder(other, symmetric(target, board, symmetry), side)
                assert (found.status, found.ko) == (ladder.status, ladder.ko)
                assert set(found.best) == {symmetric(p, board, symmetry) for p in ladder.best}


def test_more_threats_never_hurt() -> None:
    rng = random.Random(6)
    for _ in range(300):
        board = random_position(rng, 4)
        target = rng.choice(board.stones("W"))
        to_play = rng.choice(["B", "W"])
        by_black, by_white = (
            [read_ladder(board, target, to_play, threats=each).status for each in terms]
            for terms in (
                [threats(number, 0) for number in (0, 1, 2, None)],
                [threats(0, number) for number in (None, 2, 1, 0)],
            )
        )
        for statuses in (by_white, by_black):
            assert statuses == sorted(statuses, reverse=True)  # first escapes, then captured


@pytest.mark.skipif(not DATA.is_dir(), reason="not there: ../shared/data/tactics")
def test_fuegos_ladders() -> None:
    count = 0
    for line in (DATA / "fuego-tactics.jsonl").read_text().splitlines():
        record = json.loads(line)
        board = gs.Board.from_diagram("\n".join(record["board"]))
        for test in record["tests"]:
            [target] = test["args"]
            color = board.at(target)
            assert color
            attacked, defended = (
                read_ladder(board, target, side).status for side in (opponent(color), color)
            )
            status = {
                ("captured", "captured"): "captured",
                ("captured", "escapes"): "unsettled",
                ("escapes", "escapes"): "escaped",
            }[attacked, defended]
            assert status == test["answer"]["status"], test["id"]
            count += 1
    assert count >= 3


@pytest.mark.skipif(not DATA.is_dir(), reason="not there: ../shared/data/tactics")
def test_pachis_ladders() -> None:
    """Whether a chain in atari is caught, its owner to move."""
    count = 0
    for line in (DATA / "pachi-primitives.jsonl").read_text().splitlines():
        record = json.loads(line)
        board = gs.Board.from_diagram("\n".join(record["board"]))
        for test in record["tests"]:
            if test["cmd"] in ("ladder", "ladder_any"):
                color, target = (word.upper() for word in test["args"])
                ladder = read_ladder(board, target, color)
                assert (ladder.status == "captured") == bool(test["expected"]), record["title"]
                count += 1
    assert count >= 25


# -- manners ------------------------------------------------------------------------------------


def test_a_limit_leaves_it_open() -> None:
    ladder = read_ladder(long_ladder(), "C3", nodes=10)
    assert (ladder.status, ladder.evidence, ladder.ko) == ("unknown", "unknown", None)
    assert not ladder.best_complete
    assert ladder.nodes == 10
    assert not ladder.interrupted
    assert not ladder.zone


def test_a_limit_that_leaves_first_moves_open() -> None:
    whole = read_ladder(long_ladder(), "C3", "W")
    part = read_ladder(long_ladder(), "C3", "W", nodes=whole.nodes // 2)
    assert part.status == "escapes"
    assert not part.best_complete
    assert set(part.best) < set(whole.best)


def test_ctrl_c_ends_it() -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    ladder = read_ladder(long_ladder(), "C3", "W", progress=interrupt)
    assert ladder.interrupted


def test_an_error_of_the_callback_is_raised() -> None:
    def fail(_: object) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        read_ladder(long_ladder(), "C3", "W", progress=fail)


def test_bad_input() -> None:
    with pytest.raises(gs.GosekiError, match="there is no stone on A1"):
        read_ladder(t1(), "A1")
    with pytest.raises(gs.GosekiError, match="read_ladder has no limit of threads"):
        read_ladder(t1(), "D5", limits=Limits(threads=2))
    with pytest.raises(gs.GosekiError, match="threats of B are -1"):
        read_ladder(t1(), "D5", threats=threats(-1, 0))


def test_it_says_what_it_claims() -> None:
    captured: Ladder = read_ladder(t1(), "D5")
    assert captured.sentence() == "Black captures D5 in a ladder at E5: proven."
    assert "says nothing of other ways" in read_ladder(t1("G7"), "D5").sentence()
    assert "not decided" in read_ladder(long_ladder(), "C3", nodes=1).sentence()


def test_the_benchmark_reads_ladders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "SECONDS_PER_MEASUREMENT", 0.001)
    rows = list(ladder_benchmark.measure())
    assert [row.name.split(",")[1] for row in rows] == [" 9x9"] * 2 + [" 19x19"] * 2
    assert all(row.ours > 0 and row.ratio for row in rows)
