"""Regions of any form, with first player, ko winner and outside liberties as parameters."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import pytest

from goseki import Board, GosekiError, _core, life, prove_region
from goseki.cli import main
from goseki.experiments.safety_soundness import judge, random_position
from goseki.safety import prove_claims
from goseki.safety.region import ROLES, Role

pytestmark = pytest.mark.core

SIX_IN_THE_CORNER = "...XO/...XO/XXXXO/OOOO."
OPEN_CORNER = "....O/XXX.O/OOX.O/.OXXO/OO..O"
"""Black's corner A5 to C5 is open towards D5."""


def test_six_points_in_the_corner_by_their_outside_liberties() -> None:
    board = Board.from_diagram(SIX_IN_THE_CORNER)

    def answers(**terms: object) -> list[str]:
        found = [
            prove_region(board, "A4:C3", "B", outside_liberties=n, **terms)  # type: ignore[arg-type]
            for n in (0, 1, 2, None)
        ]
        assert [f.stones for f in found] == [f.territory for f in found]
        return [f.stones for f in found]

    # Dead, a ko, alive.
    assert answers() == ["refuted", "refuted", "proven", "proven"]
    assert answers(ko_winner="defender") == ["refuted", "proven", "proven", "proven"]
    assert answers(first="defender") == ["proven"] * 4


def test_an_open_corner_must_be_closed_first() -> None:
    board = Board.from_diagram(OPEN_CORNER)
    attacked = prove_region(board, "A5:C5", "B", outside_liberties=None)
    assert (attacked.stones, attacked.territory) == ("proven", "refuted")
    closed = prove_region(board, "A5:C5", "B", outside_liberties=None, first="defender")
    assert closed.territory == "proven"


def test_a_limit_is_no_proof() -> None:
    board = Board.from_diagram(SIX_IN_THE_CORNER)
    found = prove_region(board, "A4:C3", "B", outside_liberties=2, nodes=1)
    assert (found.stones, found.territory, found.evidence) == ("unknown", "unknown", "unknown")


def rectangles(seed: int, count: int) -> list[tuple[Board, str]]:
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        board = random_position(rng, empty=7)
        a, b = (board.point(rng.randrange(board.size.points)) for _ in range(2))
        if (1 + abs(a.column - b.column)) * (1 + abs(a.row - b.row)) <= 12:
            found.append((board, f"{a}:{b}"))
    return found


def test_searches_agree_with_listing_everything() -> None:
    rng = random.Random(1)
    proven = 0
    for board in (random_position(rng) for _ in range(25)):
        for region in life.regions(board, "B"):
            if len(region.points) > 7 or not region.boundary:
                continue
            points = [board.index(point) for point in region.points]
            for ko_winner, outside in itertools.product(ROLES, (0, 1)):
                listed = _core.exhaust_region(
                    board, points, True, ko_winner == "defender", outside, 20_000
                )
                if not listed.is_complete:
                    continue
                outcomes = (listed.attacker_first, listed.defender_first)
                for first, outcome in zip(ROLES, outcomes, strict=True):
                    terms: dict[str, Any] = {"first": first, "ko_winner": ko_winner}
                    found = prove_region(
                        board, region.points, "B", outside_liberties=outside, **terms
                    )
                    proven += found.stones == "proven"
                    assert found.stones != "proven" or outcome > 0
    assert proven > 10


@pytest.mark.parametrize("first", ROLES)
def test_what_needs_no_other_terms_holds_on_the_board(first: Role) -> None:
    firm: set[int] | None = None if first == "attacker" else set()  # then the defender begins
    held = {"stones": 0, "territory": 0}
    for board, region in rectangles(seed=2, count=40):
        try:
            found = prove_region(board, region, "W", first=first)
        except GosekiError:  # nothing of White's is there
            continue
        points = {board.index(point) for point in found.region}
        stones = {board.index(point) for block in found.blocks for point in block}
        if found.stones == "proven":
            verdict = judge(board, "W", stones, set(), firm=firm)
            assert verdict != "refuted"
            held["stones"] += verdict == "proven"
        if found.territory == "proven":
            verdict = judge(board, "W", stones - points, points, firm=firm)
            assert verdict != "refuted"
            held["territory"] += verdict == "proven"
    assert held["stones"]
    assert held["territory"] or first == "attacker"


def test_stones_have_a_certificate_on_the_default_terms(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "board.txt"
    path.write_text("..X.O\nX..XO\nXXXXO\nOOOO.")
    target = tmp_path / "stones.proof"
    arguments = ["safety", str(path), "--region", "A4:D3", "--defender", "B"]
    assert main([*arguments, "--proof", str(target)]) == 0
    assert "stones in and beside the 8 points: proven" in capsys.readouterr().out
    assert main(["check", str(target)]) == 0
    assert main([*arguments, "--first", "defender", "--proof", str(target), "--force"]) == 2
    assert "default terms" in capsys.readouterr().err


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "six.txt"
    path.write_text(SIX_IN_THE_CORNER.replace("/", "\n"))
    arguments = ["safety", str(path), "--region", "A4:C3", "--defender", "B"]
    assert main([*arguments, "--outside-liberties", "2"]) == 0
    assert "the attacker moves first, the attacker wins kos" in capsys.readouterr().out
    assert main([*arguments, "--outside-liberties", "safe", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["stones"], found["territory"], found["evidence"]) == ("proven",) * 3
    assert found["outside_liberties"] is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["--region", "A4:C3"],
        ["--region", "A4:Z9", "--defender", "B"],
        ["--region", "A4:B3:C2", "--defender", "B"],
        ["--region", "pass", "--defender", "B"],
        ["--region", "A4", "--defender", "W"],
        ["--region", "A4", "--defender", "B", "--outside-liberties", "many"],
        ["--region", "A4", "--defender", "B", "--outside-liberties", "80"],
        ["--region", "A4", "--defender", "B", "--explain", "A4"],
        ["--region", "A4", "--defender", "B", "--ordering", "niu"],
        ["--first", "defender"],
    ],
)
def test_bad_regions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    path = tmp_path / "six.txt"
    path.write_text(SIX_IN_THE_CORNER.replace("/", "\n"))
    assert main(["safety", str(path), *arguments]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_certificates_are_refused_where_they_cannot_carry_the_claim() -> None:
    board = Board.from_diagram(SIX_IN_THE_CORNER)
    found = prove_region(board, "A4:C3", "B", outside_liberties=2)
    with pytest.raises(GosekiError, match="default terms"):
        prove_claims(found.as_safety())
