"""Certificates of captures by walls that hold: what they must have together and apart, the
conditions 11 to 15 of docs/certificates.md. White is the winner on boards of `test_grounds`."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import goseki as gs
from goseki.cli import main
from goseki.proof import Section
from goseki.proof.claim import ClaimError
from goseki.proof.grounds import (
    ENDLESS,
    Aim,
    Grounds,
    WeakGroundsError,
    check_situation,
    check_start,
    check_steady,
)
from goseki.proof.tactics_claim import TacticsClaim
from goseki.proof.walk import FaultyStrategyError, Node
from goseki.proof.walls import WallsWalk
from goseki.reference.fight import PASS
from goseki.tactics import prove_status, solve_problem
from tests.fuzz import mutate_tactics_proof
from tests.support.fight_claims import checked, is_true, section_of
from tests.support.walled import walled_claim, written_with_walls
from tests.test_grounds import Board, Step

pytestmark = pytest.mark.core

CORNER = """
.........
.........
.........
.........
XXXX.....
OOOX.....
XXOXXX...
..OOOXXX.
....X..X.
"""
"""Black kills at B2. The search does not prove it in a million nodes unless the walls hold."""


# -- small boards, and the judge --------------------------------------------------------------


@pytest.mark.parametrize("start", range(0, 240, 60))
def test_what_is_proven_by_walls_is_true(tmp_path: Path, start: int) -> None:
    """Claims that are true or not, each with some walls."""
    happened: Counter[str] = Counter()
    for given in map(walled_claim, range(start, start + 60)):
        if given is None:
            continue
        section = written_with_walls(*given)
        if isinstance(section, str):
            happened[section] += 1
            continue
        assert checked(tmp_path / "a.proof", section).valid
        assert is_true(section.claim)
        happened["proven"] += 1
    assert happened["proven"] > 10
    assert happened["a wall is taken"] > 0


def claim(rows: str, target: str, to_play: str, firm: str, threats: Any = (0, None)) -> Any:
    """That White captures stones, with these threats of White and of Black."""
    return TacticsClaim.from_header(
        {
            "kind": "tactics",
            "board": rows.split(),
            "to_play": to_play,
            "ko_point": None,
            "goal": "capture",
            "target": target.split(),
            "firm": firm.split(),
            "threats_black": threats[1],
            "threats_white": threats[0],
            "verdict": "proven",
        }
    )


def walls_of(claim: TacticsClaim, names: str) -> int:
    board = gs.Board.from_diagram("/".join(claim.board()))
    return sum(1 << board.index(name) for name in names.split())


@pytest.mark.parametrize(
    ("rows", "target", "walls"),
    [
        ("x..O..X xx.O.O.", "A2", "D2 D1"),
        ("xx.O.O. ..XO..X", "A2", "D2 D1"),
        (".x.O..X xxxO.OO", "A1", "D2 D1"),
    ],
)
def test_walls_that_must_be_defended(tmp_path: Path, rows: str, target: str, walls: str) -> None:
    """Black's moves against the walls are answered."""
    board = gs.Board.from_diagram(rows.upper().replace(" ", "/"))
    stones = " ".join(map(str, board.block(target)))
    firm = {"A2": "G2 F1", "A1": "G2 F1 G1"}[target] if "O.O." not in rows[:8] else "F2 G1"
    given = claim(rows.upper(), stones, "B", firm)
    section = written_with_walls(given, walls_of(given, walls))
    assert isinstance(section, Section), section
    walk, parts = (
        WallsWalk(given.fight, given.start, walls_of(given, walls)),
        iter(answers(section)),
    )
    inside = walk.inside(lambda now: next(parts) - 2)
    inside.run()
    behind = walk.behind(inside.start, lambda now: next(parts) - 2)
    behind.run()
    assert any(node.move >= 0 for node in behind.nodes.values())
    assert checked(tmp_path / "a.proof", section).valid
    assert is_true(section.claim)


@pytest.mark.parametrize(
    ("rows", "target", "firm", "walls", "threats"),
    [
        (".XXOXXO XXXO...", "B2 C2 A1 B1 C1", "E2 F2", "D2 G2 D1", (0, 1)),
        ("X.XOXO.X O.XO...X", "C2 C1", "E2 F2 H2", "D2 F2 A1 D1", (0, 0)),
    ],
)
def test_walls_that_do_not_hold(
    rows: str, target: str, firm: str, walls: str, threats: Any
) -> None:
    """With firm walls the stones are captured, but they can be saved: the wall is taken."""
    given = claim(rows, target, "B", firm, threats)
    assert not is_true(given.header())
    assert is_true({**given.header(), "firm": [*given.header()["firm"], *walls.split()]})
    assert written_with_walls(given, walls_of(given, walls)) == "a wall is taken"


def test_a_ban_lapses_while_moves_behind_the_walls_are_answered() -> None:
    """Condition 14. Black may not take back at once, unless he has an exchange outside."""
    given = claim("XX.O.O. .O.O...", "A2 B2", "W", "", (None, 0))
    node = Node(given.start._replace(winner_moves=False, ban=7), 0, None)
    node.zone = given.fight.board
    with pytest.raises(WeakGroundsError, match="a ban may have lapsed"):
        check_steady(given.fight, node)
    node.now = node.now._replace(losers_threats=None)
    check_steady(given.fight, node)
    node.now = node.now._replace(losers_threats=0)
    node.zone &= ~(1 << 7)
    check_steady(given.fight, node)


# -- conditions -------------------------------------------------------------------------------


def test_walls_hold_for_a_number_of_moves() -> None:
    """Condition 11."""
    given = claim("XX.O.O. .X.O...", "A2 B2 B1", "W", "")
    walk = WallsWalk(given.fight, given.start, walls_of(given, "D2 D1"))
    start = Node(given.start, 0, None)
    start.tenukis = 3
    assert walk.behind(start, lambda now: PASS).start.now.spare == 3
    start.tenukis = ENDLESS
    with pytest.raises(FaultyStrategyError, match="for ever"):
        walk.behind(start, lambda now: PASS)
    board = Board("_X. XX. O..", "A1", winner_moves=False)
    estates = frozenset([board.points("A3")])
    with pytest.raises(WeakGroundsError, match="an estate is counted on"):
        check_steady(board.fight, Step(board.now, Grounds(board.zone, ENDLESS, estates=estates)))


def test_both_parts_rest_on_different_points() -> None:
    """Condition 12: a wall whose liberties are all in the zone inside, or those of a guard."""
    given = claim("XX.O.O. .X.O...", "A2 B2 B1", "W", "")
    walls = walls_of(given, "D2 D1")
    walk = WallsWalk(given.fight, given.start, walls)
    start = Node(given.start, 0, None)
    start.zone = walls | walls_of(given, "C2 C1 E2")
    start.guarded = {walls_of(given, "F2")}
    behind = walk.behind(start, lambda now: PASS)
    assert behind.aim.barred == walls_of(given, "C2 C1 E2 F1 G2")
    inside = walk.inside(lambda now: PASS)
    behind.start.zone = walls | walls_of(given, "E1")
    walk.check(inside, behind)
    for shared in ("E2", "F1"):
        behind.start.zone = walls | walls_of(given, f"E1 {shared}")
        with pytest.raises(FaultyStrategyError, match="what is captured inside"):
            walk.check(inside, behind)


@pytest.mark.parametrize("stone", ["X", "O"])
def test_moves_outside_a_zone_take_nothing_in_it(stone: str) -> None:
    """Condition 13: stones of either side breathe in the zone, or are guarded."""
    for diagram, guarded, is_steady in (
        (f"{stone}._ ___ ___", "", True),
        (f"{stone}__ ___ ___", "", False),
        (f"{stone}__ ___ ___", "A3", True),
    ):
        board = Board(diagram, "A3", winner_moves=False)
        guards = frozenset([board.points(guarded)] if guarded else [])
        step = Step(board.now, Grounds(board.zone, 1, guards))
        if is_steady:
            check_steady(board.fight, step)
        else:
            with pytest.raises(WeakGroundsError, match="taken from outside"):
                check_steady(board.fight, step)


def hold(diagram: str, wall: str, spare: int, barred: str = "") -> tuple[Board, Aim, Step]:
    """A wall that is said to hold by itself."""
    board = Board(diagram, wall, winner_moves=False)
    stones = board.now.target
    aim = Aim("hold", is_proven=True, walls=(stones,), barred=board.points(barred))
    now = board.now._replace(spare=spare, losers_threats=None)
    return board, aim, Step(now, Grounds(stones, spare, frozenset([stones])), is_won=True)


def test_a_wall_holds_by_liberties_for_all_spare_moves() -> None:
    for spare, barred, is_won in ((1, "", True), (2, "", False), (1, "B3", False), (0, "B3", True)):
        board, aim, step = hold("O.X.. O.... XXX..", "A3", spare, barred)
        if is_won:
            check_situation(board.fight, aim, step)
            continue
        with pytest.raises(WeakGroundsError, match="the goal is not reached"):
            check_situation(board.fight, aim, step)


def test_liberties_inside_do_not_count_at_the_start() -> None:
    board, aim, step = hold("O.X.. O.... XXX..", "A3", 1)
    check_start(board.fight, step)
    with pytest.raises(WeakGroundsError, match="too few liberties"):
        check_start(board.fight, step, board.points("B3"))
    assert aim.win(board.fight, step.now._replace(winner_moves=True)) is None


def test_walls_are_guarded_and_moves_counted() -> None:
    board, aim, step = hold("O.X.. O.... XXX..", "A3", 1)
    stones = step.grounds.zone
    step.grounds = Grounds(stones, 1)
    with pytest.raises(WeakGroundsError, match="the walls are not guarded"):
        check_situation(board.fight, aim, step)
    step.grounds = Grounds(stones, 0, frozenset([stones]))
    with pytest.raises(WeakGroundsError, match="ignored than were counted"):
        check_situation(board.fight, aim, step)


def test_walls_stand_in_every_situation() -> None:
    """Condition 15."""
    board, aim, step = hold("O.X.. O.... XXX..", "A3", 1)
    for zone, target in ((board.zone, 0), (0, step.now.target)):
        there = Step(step.now._replace(target=target), Grounds(zone, 1))
        with pytest.raises(WeakGroundsError, match="may have reached its goal"):
            check_situation(board.fight, aim, there)


def test_moves_are_ignored_only_so_often() -> None:
    board, aim, step = hold("O.X.. O.... XXX..", "A3", 1)
    moving = step.now._replace(winner_moves=True)
    after = aim.passed(board.fight, moving)
    assert after is not None
    assert after.spare == 0
    assert aim.passed(board.fight, moving._replace(spare=0)) is None
    # Black's passes cost nothing.
    assert aim.passed(board.fight, step.now) == moving


# -- files ------------------------------------------------------------------------------------


def answers(section: Section) -> list[int]:
    return list(section.columns["answer"])


@pytest.fixture(scope="module")
def honest() -> Section:
    solution = solve_problem(gs.Board.from_diagram(CORNER), "C2", to_play="B", nodes=50_000)
    [section] = prove_status(solution, nodes=200_000)
    return section


def test_a_problem_needs_its_walls(tmp_path: Path, honest: Section) -> None:
    path = tmp_path / "a.proof"
    assert honest.claim["walls"]
    assert checked(path, honest).valid
    without = {name: value for name, value in honest.claim.items() if name != "walls"}
    assert not checked(path, section_of(without, answers(honest))).valid
    more = section_of(honest.claim, [*answers(honest), 1])
    fault = checked(path, more).fault
    assert fault is not None
    assert fault.reason == "there are answers that nobody asks for"


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"walls": ["A6"]}, "its walls are not of whole blocks"),
        ({"walls": ["A4", "B4", "C4"]}, "its walls are not of whole blocks"),
        ({"walls": ["J9"]}, "its walls are not of whole blocks"),
        ({"walls": ["T19"]}, "its walls cannot be read"),
        ({"walls": None}, "its walls cannot be read"),
        ({"verdict": "refuted"}, "it has walls, but is of no capture"),
        ({"goal": "life"}, "it has walls, but is of no capture"),
    ],
)
def test_walls_that_make_no_sense(honest: Section, changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(ClaimError, match=reason):
        TacticsClaim.from_header({**honest.claim, **changes})


def test_nothing_false_is_accepted_of_changed_proofs_with_walls() -> None:
    happened = mutate_tactics_proof.run(120, seed=2, most=40, walls=True)
    assert happened["accepted, and true"] > 5
    assert happened["fails"] > 30


def test_the_doors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem, proof = tmp_path / "corner.txt", tmp_path / "corner.proof"
    problem.write_text(CORNER.strip() + "\n")
    asked = ["tactics", str(problem), "--target", "C2", "--to-play", "B", "--nodes", "300000"]
    assert main([*asked, "--proof", str(proof)]) == 0
    assert f"wrote {proof}: " in capsys.readouterr().out
    assert main(["check", str(proof)]) == 0
    assert "So: Black to play: White C2 is dead." in capsys.readouterr().out
    assert main(["check", str(proof), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["valid"] is True
    assert "D5" in said["claims"][0]["walls"]
    assert main([*asked, "--proof", str(proof), "--force", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["proof"]["complete"] is True
