"""Dead stones leave a hole when they are taken off, and the attacker moves first in it.

None of these boards is territory for the reason that a capture is possible. Where the hole is
large the attacker lives in it; then even stones that were to have an eye there can be lost.
"""

import json
from pathlib import Path

import pytest

from goseki import Board, prove_safety
from goseki.cli import main
from goseki.coords import Color
from goseki.proof import check, write_proof
from goseki.safety import METHODS, OF_STONES, OF_TERRITORY, Method, prove_claims

pytestmark = pytest.mark.core


def guarded_eye(side: int) -> Board:
    """White attacks the eye in the corner, and the answer takes off all he has."""
    columns = side - 2
    rows = [
        "O" * columns + "..",
        *["O" * columns + "X."] * 2,
        *["O" * columns + "XX"] * (side - 4),
        "O" * columns + "X.",
    ]
    return Board.from_diagram("\n".join(rows))


def link_round_a_ring(side: int) -> Board:
    """White attacks a link of the ring, and the answer takes off all that is inside."""
    inside = "O" * (side - 2)
    rows = [
        "X" * side,
        *[f"X{inside}X"] * (side - 5),
        f".{inside}X",
        f"X{inside}X",
        f"XX{inside[1:]}X",
        ".XX." + "X" * (side - 4),
    ]
    return Board.from_diagram("\n".join(rows))


def beside_a_corner(side: int) -> Board:
    """Eight points of Black's, and one white block with a single eye on all others."""
    rows = [
        ".X.X" + "O" * (side - 4),
        "XXXX" + "O" * (side - 4),
        *["O" * side] * (side - 3),
        "O" * (side - 2) + ".O",
    ]
    return Board.from_diagram("\n".join(rows))


def owned(board: Board, color: Color, method: Method) -> tuple[int, int]:
    """How many stones and how many other points are proven."""
    result = prove_safety(board, method, nodes=2_000)
    other = len(result.territory[color])
    return len(result.safe[color]) - other, other


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", [9, 13, 19])
@pytest.mark.parametrize("make", [guarded_eye, link_round_a_ring, beside_a_corner])
def test_a_block_that_leaves_a_large_hole_is_not_territory(
    make: object, side: int, method: Method
) -> None:
    assert callable(make)
    board: Board = make(side)
    result = prove_safety(board, method, nodes=2_000)
    assert result.dead == ()
    assert set(result.territory["B"]).isdisjoint(board.stones("W"))


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("side", [9, 13, 19])
def test_stones_do_not_count_on_an_eye_that_a_capture_opens(side: int, method: Method) -> None:
    """After the answer at D1 White lives inside, and Black has one eye at A1."""
    assert owned(link_round_a_ring(side), "B", method) == (0, 0)


def test_living_stones_beside_a_large_block_stay_alive() -> None:
    assert owned(beside_a_corner(19), "B", "benson") == (6, 2)
    assert owned(beside_a_corner(19), "B", "search") == (6, 2)


def test_small_holes_are_still_territory() -> None:
    """Stones that touch the walls leave no room, and others are read out."""
    thin = Board.from_diagram(".XOO.X./XXOOXXX/XXXXXX./.X...X.")
    assert owned(thin, "B", "static")[1] > 0
    assert "D4" in map(str, prove_safety(thin, "static").dead)
    eyeless = Board.from_diagram("OOOO.X./OOOOXXX/OOOOXX./XXXXXXX")
    assert len(prove_safety(eyeless, "search").dead) == 12


def test_certificates_of_dead_stones_go_on_after_the_capture(tmp_path: Path) -> None:
    board = Board.from_diagram("OOOO.X./OOOOXXX/OOOOXX./XXXXXXX")
    sections = prove_claims(prove_safety(board))
    path = tmp_path / "dead.proof"
    write_proof(path, sections)
    assert check(path).valid
    assert sum(len(section.columns["answer"]) for section in sections) > 1
    assert "".join(sections[0].claim["area"]) == "#" * 28


def test_a_ko_for_an_eye_is_not_claimed_without_reading() -> None:
    """Black has an eye at A3 and may fight a ko for another. White's own stones are safe."""
    board = Board.from_diagram("XXOO./.XXOO/XXOOO/X..O.")
    assert owned(board, "W", "static") == (8, 2)


def test_what_is_claimed_is_said_in_the_same_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    diagram = tmp_path / "board.txt"
    diagram.write_text(".X.XO.\nXXXXOO\nOOOOO.\n")
    proof = tmp_path / "board.proof"
    assert main(["safety", str(diagram), "--json", "--proof", str(proof)]) == 0
    assert OF_TERRITORY in capsys.readouterr().out
    assert main(["check", str(proof), "--json"]) == 0
    claims = json.loads(capsys.readouterr().out)["claims"]
    assert [(claim["defender"], "".join(claim["area"]).count("#")) for claim in claims] == [
        ("B", 8),
        ("W", 10),
    ]
    assert {claim["of_territory"] for claim in claims} == {OF_TERRITORY}
    assert main(["check", str(proof)]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert OF_STONES in said
    assert OF_TERRITORY in said
    pages = Path(__file__).parents[1] / "docs" / "safety.md"
    plain = OF_TERRITORY.replace("however", "However")
    assert plain in pages.read_text()
