"""Certificates of safety: what the solver proves, a checker without it accepts, and no more."""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goseki import Board, prove_safety
from goseki.cli import main
from goseki.experiments.safety_soundness import judge, random_position
from goseki.proof import ProofError, Section, check, write_proof
from goseki.proof.claim import ClaimError
from goseki.proof.safety_claim import SafetyClaim, standing_of
from goseki.reference.field import Field, State, Wall
from goseki.reference.small import NO_KO, Grid, indices
from goseki.safety.certificate import certified_points, prove_claims
from tests.fuzz.mutate_proof import sections_of
from tests.test_safety import (
    CONFLICTING_REPLIES,
    CORNER_BEND,
    FOUR,
    SIX_AT_THE_SIDE,
    STRONG_PAIR,
    THREE,
    TWO_EYES,
    WEAK_PAIR,
    finals,
)


def written(board: Board, path: Path, **limits: Any) -> list[Section]:
    sections = prove_claims(prove_safety(board, **limits))
    if sections:
        write_proof(path, sections, force=True)
    return sections


@pytest.mark.parametrize(
    "diagram",
    [
        TWO_EYES,
        THREE,
        FOUR,
        CORNER_BEND,
        SIX_AT_THE_SIDE,
        STRONG_PAIR,
        WEAK_PAIR,
        CONFLICTING_REPLIES,
        "OOO./XX.O/XXXX/XX.X",  # a seki
        ".OXOX./XOXO.X/.OXXOX/OXX.OX/XXOOXX/.X.OOO",  # A5 stands in territory and may be lost
        # With other proven answers than the earliest the same states would come back.
        "XOOXXXO/.OOOXOO/XXOX.XO/OOOOXOO/X.OX.O./X.OXXXO/.XX.XXO",
    ],
)
def test_all_that_is_proven_of_small_positions_is_checked(diagram: str, tmp_path: Path) -> None:
    result = prove_safety(Board.from_diagram(diagram))
    path = tmp_path / "a.proof"
    sections = prove_claims(result)
    assert certified_points(sections) == result.count > 0
    write_proof(path, sections)
    found = check(path)
    assert found.valid, found.fault
    assert all(claim.kind == "safety" for claim in found.claims)


def test_final_positions_are_checked(tmp_path: Path) -> None:
    for name, board, _ in finals():
        if name in ("q4", "q13"):
            result = prove_safety(board)
            sections = prove_claims(result)
            assert certified_points(sections) == result.count, name
            write_proof(tmp_path / name, sections)
            assert check(tmp_path / name).valid


def test_six_at_the_side_needs_answers(tmp_path: Path) -> None:
    sections = written(Board.from_diagram(SIX_AT_THE_SIDE), tmp_path / "a.proof")
    assert sections[0].records > 5


# -- what is wrong is refused --------------------------------------------------------------------


def mutations(section: Section, chance: random.Random) -> Iterator[Section]:
    """The section with one thing changed."""
    claim, columns = section.claim, section.columns
    answers = list(columns["answer"])
    size = sum(map(len, claim["board"]))

    def changed(**fields: Any) -> Section:
        return Section({**copy.deepcopy(claim), **fields}, columns)

    def with_answers(new: list[int]) -> Section:
        fresh = {name: type(column)(column.typecode) for name, column in columns.items()}
        fresh["key"].extend(range(len(new)))
        fresh["answer"].extend(new)
        return Section(claim, fresh)

    if answers:
        place = chance.randrange(len(answers))
        other = chance.randrange(-1, max(answers) + 1)
        yield with_answers([*answers[:place], other, *answers[place + 1 :]])
        yield with_answers(answers[:-1])
        yield with_answers([*answers[:place], *answers[place + 1 :]])
        yield with_answers([])
    yield with_answers([*answers, 0])
    rows = [list(row) for row in claim["board"]]
    chance.choice(rows)[chance.randrange(len(rows[0]))] = chance.choice(".XO")
    yield changed(board=["".join(row) for row in rows])
    yield changed(area=["#" * len(row) for row in claim["area"]])
    yield changed(defender="W" if claim["defender"] == "B" else "B")
    yield changed(links=[])
    yield changed(links=[*claim["links"], chance.sample(range(size), 2)])
    for number, plan in enumerate(claim["plans"]):
        plans = copy.deepcopy(claim["plans"])
        match chance.randrange(6):
            case 0:
                del plans[number]
            case 1:
                plans[number]["territory"] = not plan["territory"]
            case 2:
                plans[number]["stage"] = max(0, plan["stage"] + chance.choice((-1, 1)))
            case 3:
                plans[number]["loose"] = not plan["loose"]
            case 4:
                plans[number]["targets"] = [[block, 2] for block, _ in plan["targets"]]
            case 5:
                plans[number]["targets"] = plan["targets"][1:]
        yield changed(plans=plans)


def is_true(claim: dict[str, Any]) -> bool:
    """What the judge, who tries everything, says of a claim."""
    told = SafetyClaim.from_header(claim)
    standing = standing_of(told.ground, told.plans)
    stones = set()
    for chain in standing.ranks:
        stones |= set(indices(told.ground.stones_of(chain) & told.area))
    territory = set(indices(told.area & ~told.ground.own))
    board = Board.from_diagram("/".join(claim["board"]))
    return judge(board, told.defender, stones, territory) != "refuted"


def test_no_mutation_makes_a_false_proof(tmp_path: Path) -> None:
    chance = random.Random(5)
    path = tmp_path / "a.proof"
    accepted = refused = 0
    for _ in range(15):
        for section in written(random_position(chance), path, nodes=2_000):
            assert is_true(section.claim)
            for mutation in mutations(section, chance):
                write_proof(path, [mutation], force=True)
                try:
                    valid = check(path).valid
                except ProofError:
                    valid = False
                if valid:
                    accepted += 1
                    assert is_true(mutation.claim), mutation.claim
                else:
                    refused += 1
    assert refused > 40
    assert accepted > 0  # some changes do no harm


def test_every_answer_is_looked_at(tmp_path: Path) -> None:
    [section, *_] = written(Board.from_diagram(SIX_AT_THE_SIDE), tmp_path / "a.proof")
    answers = section.columns["answer"]
    for place in range(len(answers)):
        changed = copy.deepcopy(section)
        changed.columns["answer"][place] = 126
        write_proof(tmp_path / "b.proof", [changed], force=True)
        assert not check(tmp_path / "b.proof").valid, place


def test_three_in_a_row_cannot_be_claimed(tmp_path: Path) -> None:
    [section, *_] = written(Board.from_diagram(FOUR), tmp_path / "a.proof")
    [plan] = [plan for plan in section.claim["plans"] if plan["targets"]]
    assert plan["regions"] == [0]
    claim = {
        **section.claim,
        "board": ["...XOO.", "XXXXOOO", "OOOOOO."],
        "area": ["####...", "####...", "......."],
        "plans": [{**plan, "targets": [[3, 2]]}],
    }
    write_proof(tmp_path / "b.proof", [Section(claim, section.columns)])
    found = check(tmp_path / "b.proof")
    assert not found.valid
    assert found.fault is not None
    assert found.fault.reason == "an attack has no answer"


@pytest.mark.parametrize(
    "change",
    [
        {"board": ["..", "..."]},
        {"defender": "X"},
        {"links": [[0, 0]]},
        {"links": [[0, 500]]},
        {"links": [[0, 1], [1, 2]]},
        {"links": "none"},
        {"area": ["#"]},
        {"area": [1, 2, 3]},
        {"plans": [{"regions": [4], "targets": [], "territory": True, "stage": 0, "loose": False}]},
        {"plans": [{"regions": [[0]], "targets": []}]},
        {"plans": [3]},
    ],
)
def test_claims_that_make_no_sense(change: dict[str, Any], tmp_path: Path) -> None:
    [section, *_] = written(Board.from_diagram(FOUR), tmp_path / "a.proof")
    with pytest.raises(ClaimError):
        SafetyClaim.from_header({**section.claim, **change})
    write_proof(tmp_path / "b.proof", [Section({**section.claim, **change}, section.columns)])
    with pytest.raises(ProofError, match="makes no sense"):
        check(tmp_path / "b.proof")


# -- the field of the reference ------------------------------------------------------------------


def test_the_attacker_takes_back_a_ko_and_the_defender_does_not() -> None:
    # The wall is on the right: .AD# / A.A# / .AD#
    grid = Grid(4, 3)
    wall = 1 << 3 | 1 << 7 | 1 << 11
    field = Field(grid, grid.board & ~wall, [Wall(wall, 0)], [])
    before = State(1 << 2 | 1 << 10, 1 << 1 | 1 << 4 | 1 << 6 | 1 << 9)
    taken = field.defend(before, 5, NO_KO)
    assert taken is not None
    assert not taken.attacker >> 6 & 1
    back = field.attack(taken, 6)
    assert back is not None
    after, ko = back
    assert ko == 5
    assert field.defend(after, 5, ko) is None
    assert field.defend(after, 5, NO_KO) == taken


# -- the doors -----------------------------------------------------------------------------------


def test_safety_and_check_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position, proof = tmp_path / "six.txt", tmp_path / "six.proof"
    position.write_text(SIX_AT_THE_SIDE.replace("/", "\n"))
    assert main(["safety", str(position), "--proof", str(proof)]) == 0
    assert "a proof of them all" in capsys.readouterr().out
    assert main(["check", str(proof)]) == 0
    output = capsys.readouterr().out
    assert "Black, the defender, keeps 15 points, 9 of them stones" in output
    assert "the proof holds" in output
    assert main(["safety", str(position), "--proof", str(proof)]) == 2
    capsys.readouterr()
    sections = sections_of(proof)
    sections[0].columns["answer"][0] = -1
    write_proof(proof, sections, force=True)
    assert main(["check", str(proof), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["valid"], found["evidence"]) == (False, "unknown")
    assert len(found["fault"]["board"]) == 4


def test_nothing_is_written_where_nothing_is_proven(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "a.proof"
    assert main(["safety", "5x5", "--proof", str(proof)]) == 0
    assert "nothing to prove" in capsys.readouterr().out
    assert not proof.exists()


@pytest.mark.parametrize(
    "diagram",
    [
        ".OXXX./..OOOO/.O.OOO/OOXX..",
        "OOX.OO/OOXXOO/O.X.XX/XX...X/XX.O.X/.XXOXX",
        ".O...X/XOOXOX/OO.O.O/O.OXOO/OOXX.O/XXXXXX",
    ],
)
def test_walls_proven_together_keep_what_each_field_grants_them(
    diagram: str, tmp_path: Path
) -> None:
    """Blocks rely on each other's fields here: a block that is connected to a wall proven at the
    same time still needs its own liberties, or both could lose theirs, relying on each other."""
    result = prove_safety(Board.from_diagram(diagram), nodes=5_000)
    sections = prove_claims(result)
    assert result.count > 0
    assert certified_points(sections) == result.count
    path = tmp_path / "together.proof"
    write_proof(path, sections)
    assert check(path).valid
