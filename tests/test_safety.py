"""Safety of stones and territory: published counts, small positions, and properties."""

import itertools
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goseki import Board, GosekiError, life, prove_safety
from goseki.experiments import safety_soundness
from goseki.safety import LEVELS, METHODS, explain
from tests.judges.slow_benson import random_position
from tests.support.own_finals import own_finals

pytestmark = pytest.mark.core

FUEGO = Path(__file__).parents[1] / "../shared/data/final-positions/fuego-safety.jsonl"

# Small positions: Black defends. Benson's theorem, static rules and
# search: how many points of Black's corner and its stones are proven.
TWO_EYES = ".X.XO./XXXXOO/OOOOO."
THREE = "...XO./XXXXOO/OOOOO."
FOUR = "....XO./XXXXXOO/OOOOOO."
SQUARE = "..XO./..XOO/XXXO./OOOOO"
CORNER_BEND = "...XO./.XXXOO/XXOOO./OOO.OO"
SIX_IN_THE_CORNER = "...XO./...XOO/XXXXO./OOOOOO"
SIX_AT_THE_SIDE = ".OX...XO./OOX...XOO/.OXXXXXO./.OOOOOOO."
STRONG_PAIR = "..X..XO./X..XXXOO/XXXXXXO./OOOOOOO."
WEAK_PAIR = "...X...XO./XXXOXXXXOO/XXXOXXXXO./OOOOOOOOO."
CONFLICTING_REPLIES = ".XXXOXX.XO./XXXXO.XXXOO/OX.O.XXOOO./OXXXXOOOOOO/OOOOOOOOOO."


def black(diagram: str, method: str, **limits: int) -> int:
    result = prove_safety(Board.from_diagram(diagram), method, **limits)  # type: ignore[arg-type]
    return len(result.safe["B"])


def finals() -> list[tuple[str, Board, dict[tuple[str, ...], int]]]:
    if not FUEGO.exists():
        pytest.skip("the final positions are not there: ../shared/data/final-positions")
    found = []
    for line in FUEGO.read_text().splitlines():
        record = json.loads(line)
        if record["set"] != "set1":
            continue
        counts = {tuple(t["args"]): t["answer"]["safe_points"] for t in record["tests"]}
        board = Board.from_diagram("\n".join(record["board"]))
        found.append((Path(record["sgf_file"]).stem, board, counts))
    assert len(found) == 31
    return found


# -- published counts -------------------------------------------------------------------------


def test_benson_is_fuegos_on_every_final_position() -> None:
    blocks = 0
    for name, board, expected in finals():
        result = prove_safety(board, "benson")
        assert len(result.safe["B"]) == expected["benson", "black"], name
        assert len(result.safe["W"]) == expected["benson", "white"], name
        blocks += len(result.blocks)
    assert blocks == 103  # Niu 2004, table 6.1


def test_static_rules_prove_no_less_than_fuego_on_any_final_position() -> None:
    total = 0
    for name, board, expected in finals():
        result = prove_safety(board, "static")
        assert result.count >= expected["static",] - 3, name
        total += result.count
    assert total >= 2_898  # Static-2004; Fuego's own counts add up to 2,892


def test_a_short_search_proves_as_much_of_the_final_positions_as_niu_with_merging() -> None:
    proven = sum(prove_safety(board, nodes=500).count for _, board, _ in finals())
    assert proven >= 5_029  # M3 of Niu 2004, table 6.1, with up to 200 seconds a region


def owner(board: Board, method: str = "search", **limits: Any) -> np.ndarray[Any, Any]:
    return prove_safety(board, method, **limits).ownership.proven.astype(int)  # type: ignore[arg-type]


def assert_each_proves_all_of_the_one_before(owners: list[np.ndarray[Any, Any]]) -> None:
    for less, more in itertools.pairwise(owners):
        assert np.array_equal(np.where(less != 0, more, 0), less)


@pytest.mark.parametrize("nodes", [50, 1_000])
def test_each_method_and_level_proves_all_that_the_one_before_does(nodes: int) -> None:
    boards = own_finals() + random_boards(15, seed=7, largest=13)
    for board in boards:
        levels = [owner(board, level=level, nodes=nodes) for level in LEVELS]
        assert_each_proves_all_of_the_one_before(
            [owner(board, "benson"), owner(board, "static"), *levels]
        )


# -- small positions --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "benson", "static", "search"),
    [
        (TWO_EYES, 8, 8, 8),
        (THREE, 0, 0, 0),
        (FOUR, 0, 10, 10),
        (SQUARE, 0, 0, 0),
        (CORNER_BEND, 0, 0, 0),
        (SIX_IN_THE_CORNER, 0, 0, 0),
        (SIX_AT_THE_SIDE, 0, 0, 15),
        (STRONG_PAIR, 0, 18, 18),
    ],
)
def test_small_positions(diagram: str, benson: int, static: int, search: int) -> None:
    counts = [black(diagram, method) for method in METHODS]
    assert counts == [benson, static, search]


def test_weakly_dependent_regions() -> None:
    assert black(WEAK_PAIR, "benson") == 0
    assert black(WEAK_PAIR, "search") == 22


def test_walls_that_need_different_answers_in_one_region_do_not_get_it_as_territory() -> None:
    # White at E3 makes a seki, so the walls live, but the middle is nobody's.
    result = prove_safety(Board.from_diagram(CONFLICTING_REPLIES))
    assert result.owner_of("A5") == "B"
    for point in ("E5", "E4", "F4", "C3", "D3", "E3"):
        assert result.owner_of(point) is None


EYE_AGAINST_EYE = "OOO./XX.O/XXXX/XX.X"
TWO_COMMON_LIBERTIES = ".XO.XO./XXOXXOO/.XO.XO."


def test_stones_in_seki_stay_and_what_is_between_them_is_nobodys() -> None:
    # Black has the eye C1, White the eye D4, and C3 is common.
    result = prove_safety(Board.from_diagram(EYE_AGAINST_EYE))
    assert {str(p) for p in result.safe["B"]} >= {"A3", "C2", "C1"}
    assert {str(p) for p in result.safe["W"]} == {"A4", "B4", "C4", "D3", "D4"}
    [seki] = result.seki
    assert {str(p) for p in seki.stones["W"]} == {"A4", "B4", "C4", "D3"}
    assert [str(p) for p in seki.between] == ["C3"]
    assert result.owner_of("C3") is None
    assert result.unknown == ()


def test_two_common_liberties_between_living_stones() -> None:
    result = prove_safety(Board.from_diagram(TWO_COMMON_LIBERTIES))
    [seki] = result.seki
    assert {str(p) for p in seki.stones["B"]} == {"E3", "E2", "E1", "D2"}
    assert {str(p) for p in seki.stones["W"]} == {"C3", "C2", "C1"}
    assert {str(p) for p in seki.between} == {"D3", "D1"}
    assert "nobody's territory" in result.explain("D3")
    assert "would be lost, even if Black moved first" in result.explain("E3")
    marked = result.record().end.properties
    assert sorted(marked["CR"]) == ["da", "dc"]
    assert len(marked["TR"]) == 7


@pytest.mark.parametrize(
    "diagram",
    [
        ".XO..XO./XXOXXXOO/.XO..XO.",  # enough room to live
        ".XO.XO./XXOX.OO/.XO.XO.",  # who moves first captures
        TWO_EYES,
        SIX_AT_THE_SIDE,
    ],
)
def test_what_lives_or_dies_is_no_seki(diagram: str) -> None:
    assert prove_safety(Board.from_diagram(diagram)).seki == ()


def test_a_limit_never_makes_a_seki() -> None:
    assert prove_safety(Board.from_diagram(TWO_COMMON_LIBERTIES), nodes=1).seki == ()


def test_a_region_next_to_dead_stones() -> None:
    result = prove_safety(Board.from_diagram(".X.X.O./XXXXXXX/......."), "static")
    assert [str(p) for p in result.dead] == ["F3"]
    assert result.territory["B"]
    assert not result.safe["W"]


@pytest.mark.parametrize("diagram", ["...../...../.....", ".", "X..../....."])
def test_open_boards_prove_nothing(diagram: str) -> None:
    result = prove_safety(Board.from_diagram(diagram))
    assert result.count == 0
    assert result.evidence == "unknown"
    assert len(result.unknown) == result.board.size.points


# -- properties -------------------------------------------------------------------------------


def random_boards(count: int, seed: int, largest: int) -> list[Board]:
    rng = random.Random(seed)
    boards: list[Board] = []
    while len(boards) < count:
        board = random_position(rng, largest)
        if not board.rules.suicide:
            boards.append(board)
    return boards


def test_benson_agrees_with_that_of_the_life_module() -> None:
    for board in random_boards(300, seed=4, largest=13):
        assert np.array_equal(
            prove_safety(board, "benson").ownership.proven, life.benson(board).proven
        )


def board_of(signs: np.ndarray[Any, Any]) -> Board:
    board = Board(f"{signs.shape[1]}x{signs.shape[0]}")
    board.set_up(np.ascontiguousarray(signs.astype(np.int8)), 0, 0)
    return board


def assert_symmetric(board: Board, method: str, nodes: int) -> None:
    here = owner(board, method, nodes=nodes)
    signs = board.to_array()
    for turns, mirrored, swapped in itertools.product(range(4), (False, True), (1, -1)):

        def turn(
            array: np.ndarray[Any, Any], turns: int = turns, mirrored: bool = mirrored
        ) -> np.ndarray[Any, Any]:
            return np.rot90(np.fliplr(array) if mirrored else array, turns)

        there = owner(board_of(swapped * turn(signs)), method, nodes=nodes)
        assert np.array_equal(there, swapped * turn(here))


@pytest.mark.parametrize("method", ["static", "search"])
def test_symmetries_and_colour_swap_leave_results_unchanged(method: str) -> None:
    for board in random_boards(15, seed=5, largest=9):
        assert_symmetric(board, method, nodes=300)


def test_symmetries_of_symmetric_positions() -> None:
    rng = random.Random(8)
    for _ in range(12):
        half = np.array([rng.choice((1, 1, -1, -1, 0)) for _ in range(7 * 4)]).reshape(7, 4)
        board = board_of(np.hstack([half, np.fliplr(half)[:, 1:]]))
        assert_symmetric(board, "search", nodes=200)


SMALL = [
    TWO_EYES,
    THREE,
    FOUR,
    SQUARE,
    CORNER_BEND,
    SIX_IN_THE_CORNER,
    SIX_AT_THE_SIDE,
    STRONG_PAIR,
    WEAK_PAIR,
    CONFLICTING_REPLIES,
]


def test_forced_moves_leave_out_nothing_that_proves() -> None:
    boards = [Board.from_diagram(diagram) for diagram in SMALL]
    boards += own_finals()
    for board in boards:
        with_all = prove_safety(board, nodes=500, forced_moves=False)
        forced = prove_safety(board, nodes=500)
        assert np.array_equal(with_all.ownership.proven, forced.ownership.proven)
        assert with_all.nodes == forced.nodes


@pytest.mark.parametrize(
    ("ordering", "evaluation"), [("near", "niu"), ("niu", "pairs"), ("niu", "niu")]
)
def test_order_and_evaluation_decide_how_soon_a_proof_is_found(
    ordering: Any, evaluation: Any
) -> None:
    # Small enough to be searched out: all find the same.
    boards = [Board.from_diagram(diagram) for diagram in SMALL]
    boards += [safety_soundness.random_position(random.Random(seed)) for seed in range(8)]
    for board in boards:
        ours, other = (
            prove_safety(board, nodes=20_000),
            prove_safety(board, nodes=20_000, ordering=ordering, evaluation=evaluation),
        )
        assert np.array_equal(ours.ownership.proven, other.ownership.proven), board


# Black's second eye is open to the rest of the board, which is too large to search out.
OPEN_CORRIDOR = "/".join([".X.......OOOO", "XXXXXXX..OOOO", *["....." + "." * 8] * 11])


def test_blocks_find_their_eyes_in_part_of_a_large_region() -> None:
    board = Board.from_diagram(OPEN_CORRIDOR)
    assert not prove_safety(board, level="m5").blocks
    result = prove_safety(board)
    assert [block.color for block in result.blocks] == ["B"]
    assert result.owner_of("A13") == "B"  # an eye
    assert result.owner_of("F13") is None  # the corridor is not territory
    # One step shorter, and White takes the second eye.
    short = OPEN_CORRIDOR.replace("XXXXXXX..", "XXXX.....")
    assert not prove_safety(Board.from_diagram(short)).blocks


def test_results_repeat() -> None:
    for board in random_boards(10, seed=6, largest=9):
        first, second = (prove_safety(board, nodes=500) for _ in range(2))
        assert np.array_equal(first.ownership.proven, second.ownership.proven)
        assert first.nodes == second.nodes


def test_more_nodes_only_ever_add() -> None:
    few = black(SIX_AT_THE_SIDE, "search", nodes=1)
    assert few == 0
    assert black(SIX_AT_THE_SIDE, "search", nodes=20_000) == 15


# -- the doors --------------------------------------------------------------------------------


def test_the_result_hangs_together() -> None:
    result = prove_safety(Board.from_diagram(FOUR))
    assert result.count == len(result.safe["B"]) + len(result.safe["W"])
    assert set(result.territory["B"]) <= set(result.safe["B"])
    [region] = [r for r in result.regions if r.color == "B" and r.tag == "2-vital"]
    assert [tuple(map(str, pair)) for pair in region.pairs] == [("B3", "C3")]
    assert all(target == 2 for _, target in region.targets)


def test_explanations() -> None:
    result = prove_safety(Board.from_diagram(FOUR))
    assert "2-vital" in result.explain("A3") or "2-vital" in result.explain("B3")
    assert "intersection" in result.explain("A2")
    result = prove_safety(Board.from_diagram(THREE))
    assert result.explain("A3").startswith("Nothing is proven of A3")
    assert "walls that are not proven safe" in result.explain("A3")
    assert (
        "In Black's region of A3 (3 points) the search found no answer to White's attack at B3 (A)"
        in result.explain("A3")
    )
    # White's walls are safe, and four in a square are dead whoever moves first.
    result = prove_safety(Board.from_diagram(SQUARE))
    assert "dead in territory" in result.explain("C4")


def test_the_attack_without_an_answer_is_named_and_drawn() -> None:
    found = explain(prove_safety(Board.from_diagram(THREE)), "A3")
    assert (
        "In Black's region of A3 (3 points) the search found no answer to White's attack at B3 (A)"
        in found.text
    )
    assert {str(point): letter for point, letter in found.labels.items()} == {"B3": "A"}
    # Six in the corner: White at B3, and the answer at A4 fails.
    found = explain(prove_safety(Board.from_diagram(SIX_IN_THE_CORNER)), "A4")
    assert (
        "no answer to White's attack at B3 (A), White taking back kos at once: B3 A4 C4"
        in found.text
    )


def test_a_limit_is_told_from_a_refutation() -> None:
    for nodes in (1, 5):
        found = explain(prove_safety(Board.from_diagram(SIX_AT_THE_SIDE), nodes=nodes), "D4")
        assert f"the search ended at its limit of {nodes} nodes, " in found.text
        assert "found no answer" not in found.text
        assert "finds a proof" not in found.text
    # Nobody has moved yet, and the wall has no more than one liberty.
    found = explain(prove_safety(Board.from_diagram(".XO/XXO/OO.")), "A3")
    assert "needs two liberties and has fewer from the start" in found.text


def test_bad_input() -> None:
    board = Board("5x5")
    with pytest.raises(GosekiError, match="unknown ordering"):
        prove_safety(board, ordering="best")  # type: ignore[arg-type]
    with pytest.raises(GosekiError, match="unknown evaluation"):
        prove_safety(board, evaluation="best")  # type: ignore[arg-type]
    with pytest.raises(GosekiError, match="unknown method"):
        prove_safety(board, "guess")  # type: ignore[arg-type]
    with pytest.raises(GosekiError, match="unknown level"):
        prove_safety(board, level="m7")  # type: ignore[arg-type]
    with pytest.raises(GosekiError, match="nodes must be from 1"):
        prove_safety(board, nodes=0)
    with pytest.raises(GosekiError, match="without suicide"):
        prove_safety(Board("5x5", rules="tromp-taylor"))


def test_levels_are_known() -> None:
    assert LEVELS == ("m1", "m2", "m3", "m4", "m5", "m6")
