"""The table of eye spaces against what is known of them. The table knows nothing beforehand."""

import json

import pytest

from goseki import GosekiError, prove_region
from goseki.cli import main
from goseki.job import Found, Limits
from goseki.safety import EyeShape, eye_shape, eye_shapes
from goseki.safety.eye_shapes import Cell, Place, polyominoes
from goseki.safety.region import Role

pytestmark = pytest.mark.core


def cells(diagram: str) -> list[Cell]:
    rows = diagram.split("/")
    return [
        (column, len(rows) - 1 - row)
        for row, text in enumerate(rows)
        for column, sign in enumerate(text)
        if sign == "#"
    ]


def statuses(diagram: str, place: Place = "middle", outside: int = 0) -> tuple[str, str]:
    shape = eye_shape(cells(diagram), place, outside_liberties=outside)
    return shape.attacker_first.status, shape.defender_first.status


def test_known_shapes_in_the_middle() -> None:
    assert statuses("#") == statuses("##") == ("dead", "dead")
    assert statuses("###") == statuses("##/#") == ("dead", "alive")
    assert statuses("##/##") == ("dead", "dead")  # square four
    assert statuses("####") == statuses("###/#") == statuses("##/ ##") == ("alive", "alive")
    assert statuses("###/ #") == ("dead", "alive")  # pyramid four
    assert statuses("###/###") == ("alive", "alive")


def vital(size: int) -> list[EyeShape]:
    return [s for s in eye_shapes(size) if s.attacker_first.status != "alive"]


def test_the_nakade_of_five_six_and_seven_points() -> None:
    assert {shape.diagram().count("\n") for shape in vital(5)} == {1, 2}  # bulky and crossed five
    assert (len(vital(5)), len(vital(6))) == (2, 1)
    for shape in (*vital(5), *vital(6)):
        assert (shape.attacker_first.status, shape.defender_first.status) == ("dead", "alive")
        [point] = shape.attacks
        assert point in shape.defenses
        column, row = point
        around = {(column + 1, row), (column - 1, row), (column, row + 1), (column, row - 1)}
        assert len(around & set(shape.cells)) >= 3  # the point with most neighbours
    [rabbity] = vital(6)
    assert rabbity.diagram().split("\n")[1].count("*") == 1
    [butterfly] = vital(7)  # two squares that share a corner
    assert butterfly.attacker_first.status == "seki"


def test_corners_and_outside_liberties() -> None:
    assert statuses("###/###", "side") == ("alive", "alive")
    six = [statuses("###/###", "corner", outside)[0] for outside in (0, 1, 2)]
    assert six == ["dead", "ko", "alive"]
    assert statuses("#/###", "corner")[0] == "ko"  # bent four in the corner
    assert statuses("####", "corner")[0] == "alive"


def test_a_space_is_no_worse_for_the_defender_who_moves_first() -> None:
    order = ["dead", "seki", "alive"]
    for place in ("middle", "side", "corner"):
        for size in range(1, 5):
            for shape in eye_shapes(size, place):
                for first, second in zip(
                    (shape.attacker_first.if_ko_lost, shape.attacker_first.if_ko_won),
                    (shape.defender_first.if_ko_lost, shape.defender_first.if_ko_won),
                    strict=True,
                ):
                    assert order.index(first) <= order.index(second)


@pytest.mark.parametrize(("place", "largest"), [("middle", 7), ("side", 6), ("corner", 7)])
def test_the_search_agrees_with_the_table(place: Place, largest: int) -> None:
    roles: tuple[Role, Role] = ("attacker", "defender")
    for size in range(1, largest + 1):
        for shape in eye_shapes(size, place):
            board, points = shape.position()
            for first, fate in zip(
                roles, (shape.attacker_first, shape.defender_first), strict=True
            ):
                found = prove_region(board, points, "B", first=first)
                assert (found.stones == "proven") == (fate.if_ko_lost != "dead")
                assert (found.territory == "proven") == (fate.if_ko_lost == "alive")


def test_at_the_edges_spaces_lie_in_more_ways() -> None:
    assert [len(polyominoes(n, "side")) for n in (1, 2, 3)] == [1, 2, 4]
    assert [len(polyominoes(n, "corner")) for n in (1, 2, 3)] == [1, 1, 4]


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eyes", "3"]) == 0
    assert ".*.\n3 points: dead, if defended first alive" in capsys.readouterr().out
    assert main(["eyes", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["shapes"]) == 4
    straight = found["shapes"][3]
    assert straight["attacks"] == straight["defenses"] == [[1, 0]]
    assert straight["attacker_first"]["status"] == "dead"


@pytest.mark.parametrize("space", [[], [(i, 0) for i in range(8)]])
def test_bad_spaces(space: list[Cell]) -> None:
    with pytest.raises(GosekiError):
        eye_shape(space)


def test_spaces_that_one_block_cannot_enclose() -> None:
    with pytest.raises(GosekiError, match="one block"):
        eye_shape([(0, 1), (1, 1), (1, 0)], "corner")
    assert main(["eyes", "9"]) == 2


def test_what_was_found_is_told_when_interrupted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(points: int, *_: object, **__: object) -> Found[EyeShape]:
        found: Found[EyeShape] = Found()
        with found.within(Limits()):
            found.append(eye_shape([(column, 0) for column in range(points)]))
            if points == 2:
                raise KeyboardInterrupt
        return found

    monkeypatch.setattr("goseki.cli.eyes.eye_shapes", interrupted)
    assert main(["eyes", "3", "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert (found["interrupted"], [s["points"] for s in found["shapes"]]) == (True, [1, 2])
