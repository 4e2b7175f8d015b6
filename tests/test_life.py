"""Life knowledge of the core: Benson against a slow one and against play, and shapes."""

import itertools
import json
import random
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from goseki import Board, CoordinateError, Point, _core, life
from goseki.coords import Color, Size
from tests.judges.attacker_only import AttackerOnly
from tests.judges.slow_benson import (
    SUICIDE,
    compare,
    neighbours,
    parts,
    random_position,
    slow_benson,
)

pytestmark = pytest.mark.core

FUEGO = Path(__file__).parents[1] / "../shared/data/final-positions/fuego-safety.jsonl"

# The smallest boards on which legal suicide of two stones or more decides over life, found by
# going through all positions of up to six points; mirrored and recoloured ones left out.
# In the first White plays B1, which removes both his stones; plays B1 again, now with the
# liberty A1; and captures at D1. Where suicide is illegal, B1 never fills.
SUICIDE_DECIDES_LIFE = {
    "four in a row": "O.X.",
    "corner eye, two stones behind": ".XO/X.O",
    "corner eye, one stone behind": ".XX/X.O",
}


def proven(diagram: str, rules: str = "migos") -> str:
    """Benson's map of a diagram, drawn: X and O where something is proven."""
    owner = life.benson(Board.from_diagram(diagram, rules=rules)).proven
    return "/".join("".join(".XO"[value] for value in row) for row in owner.tolist())


def words(points: Iterable[Point]) -> str:
    return " ".join(map(str, points))


def random_boards(count: int, seed: int, largest: int = 19) -> list[Board]:
    rng = random.Random(seed)
    return [random_position(rng, largest) for _ in range(count)]


# -- Benson ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "expected"),
    [
        # White lives around Black's corner of two eyes, of three points, of four in a row.
        (".X.XO./XXXXOO/OOOOO.", "XXXXOO/XXXXOO/OOOOOO"),
        ("...XO./XXXXOO/OOOOO.", "....OO/....OO/OOOOOO"),
        ("....XO./XXXXXOO/OOOOOO.", ".....OO/.....OO/OOOOOOO"),
        (".X/X.", "XX/XX"),
        (".X./XXX/...", "XXX/XXX/XXX"),
        (".X./XXX/.../...", "XXX/XXX/.../..."),
        ("...", "..."),
        (".", "."),
        (".X..", "...."),
        (".X.X.", "XXXXX"),
        # The right block has one eye, so the eye it shares is none for the left one.
        (".X.X..", "......"),
        (".XO./XXOO/.XO.", "XXOO/XXOO/XXOO"),
    ],
)
def test_benson_of_small_positions(diagram: str, expected: str) -> None:
    assert proven(diagram) == expected


@pytest.mark.parametrize("diagram", SUICIDE_DECIDES_LIFE.values(), ids=SUICIDE_DECIDES_LIFE)
def test_legal_suicide_takes_life(diagram: str) -> None:
    assert len(life.alive_blocks(Board.from_diagram(diagram), "B")) > 0
    assert all(
        owner == "X" for owner, mark in zip(proven(diagram), diagram, strict=True) if mark == "X"
    )
    assert proven(diagram, "tromp-taylor").strip("./") == ""


def test_a_region_with_a_hole_in_waiting_is_no_territory() -> None:
    """All empty points are liberties of the living ring, but White has a stone behind his others
    that no black one touches: taken off, they leave him room."""
    diagram = "XXXXX.X/XOOO.XX/XOOOX../XOOOXXX/XXXXX.."
    ring = "XXXXXXX/X....XX/X...XXX/X...XXX/XXXXXXX"
    assert proven(diagram) == ring
    thin = "XXXX.X/XOO.XX/XOOXXX/XXXXX."
    assert proven(thin) == "XXXXXX/XXXXXX/XXXXXX/XXXXXX"


def test_legal_suicide_takes_life_on_the_board() -> None:
    board = Board.from_diagram(SUICIDE_DECIDES_LIFE["four in a row"], rules="tromp-taylor")
    for move in ("B1", "B1", "D1"):
        board.play(move, "W")
    assert board.stones("B") == []


@pytest.mark.parametrize("diagram", SUICIDE_DECIDES_LIFE.values(), ids=SUICIDE_DECIDES_LIFE)
def test_the_search_for_suicide_agrees(diagram: str) -> None:
    size = Board.from_diagram(diagram).size
    position = diagram.replace("/", "")
    stones = frozenset(i for i, mark in enumerate(position) if mark == "X")
    for suicide, survives in ((False, True), (True, False)):
        play = AttackerOnly(size, suicide=suicide)
        assert (play.always(black_stones)[position] == stones) is survives


def black_stones(diagram: str) -> frozenset[int]:
    return frozenset(i for i, mark in enumerate(diagram) if mark == "X")


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", ["7x1", "3x2", "4x2", "3x3"])
def test_benson_is_exactly_what_attacker_only_play_cannot_take(size: str, suicide: bool) -> None:
    """Sound: no living block is ever captured, and White never gets an empty point in the
    territory to himself. Complete: every other block can be captured."""
    play = AttackerOnly(Size.parse(size), suicide=suicide)
    rules = "tromp-taylor" if suicide else "chinese"
    survivors = play.always(black_stones)

    def not_whites_eye(diagram: str) -> frozenset[int]:
        return frozenset(
            i
            for i, mark in enumerate(diagram)
            if mark != "." or any(diagram[near] == "X" for near in neighbours(play.size, i))
        )

    never_whites_eye = play.always(not_whites_eye)
    living = 0
    for diagram, stones in survivors.items():
        board = play.board(diagram, rules)
        alive = {board.index(p) for block in life.alive_blocks(board, "B") for p in block.stones}
        assert alive == stones, diagram
        area = np.flatnonzero(life.benson(board).proven == 1).tolist()
        assert {i for i in area if diagram[i] == "X"} == alive, diagram
        assert never_whites_eye[diagram].issuperset(area), diagram
        living += bool(alive)
    assert living > 0


def test_benson_equals_a_slow_benson() -> None:
    different, something_proven = compare(2_000, seed=2026)
    assert different == []
    assert something_proven > 800


@pytest.mark.core
@pytest.mark.parametrize("missing", [[], [360], [180, 358], [0, 2, 200]])
def test_benson_of_more_blocks_than_a_word_has_bits(missing: list[int]) -> None:
    """Every second point is a block of its own, and every point between is an eye of them all:
    what is missing makes a region too large, which drops the blocks around it and no others."""
    stones = [i for i in range(0, 361, 2) if i not in missing]
    board = Board("19x19")
    board.setup([board.point(i) for i in stones], [])
    proven = life.benson(board).proven
    assert np.array_equal(proven, slow_benson(board))
    assert 300 < proven.sum() < 361 if missing else proven.all()


def test_the_comparison_notices_a_wrong_benson() -> None:
    def deaf_to_suicide(board: Board) -> npt.NDArray[np.int8]:
        other = Board(board.size)
        other.set_up(board.to_array(), 0, 0)
        return life.benson(other).proven

    different, _ = compare(500, seed=1, benson=deaf_to_suicide, largest=7)
    assert different
    assert all(board.rules == SUICIDE for board in different)


def test_symmetries_and_colour_swap_leave_benson_unchanged() -> None:
    for board in random_boards(60, seed=3, largest=11):
        here = life.benson(board).proven.reshape(-1)
        for symmetry, swap in itertools.product(range(8), (False, True)):
            other = board.transformed(symmetry, swap_colors=swap)
            there = life.benson(other).proven.reshape(-1) * (-1 if swap else 1)
            where = _core.symmetry_map(board.columns, board.rows, symmetry)
            assert np.array_equal(there[where], here)


def test_what_lives_survives_any_attack_on_large_boards() -> None:
    """Random moves of the attacker alone never take a living stone, and inside proven
    territory they change nothing at all."""
    rng = random.Random(11)
    attacks = 0
    for board in random_boards(120, seed=12):
        before = life.benson(board).proven
        for sign, attacker in ((1, "W"), (-1, "B")):
            stones = board.to_array() == sign
            alive = stones & (before == sign)
            if not alive.any():
                continue
            attacks += 1
            attacked = board.copy()
            for _ in range(2 * board.size.points):
                moves = attacked.legal_points(attacker).tolist()
                if not moves:
                    break
                proof = life.benson(attacked).proven
                move = rng.choice(moves)
                attacked.play_recorded(move, attacker)
                assert (attacked.to_array()[alive] == sign).all()
                if proof.reshape(-1)[move] == sign:
                    after = life.benson(attacked).proven
                    assert np.array_equal(after == sign, proof == sign)
    assert attacks > 40


def test_fuegos_counts_of_set_1_are_reproduced() -> None:
    if not FUEGO.exists():
        pytest.skip("the final positions are not there: ../shared/data/final-positions")
    checked = blocks = total = 0
    for line in FUEGO.read_text().splitlines():
        position = json.loads(line)
        board = Board.from_diagram("\n".join(position["board"]))
        owner = life.benson(board).proven
        counts = {
            (): np.count_nonzero(owner),
            ("black",): np.count_nonzero(owner == 1),
            ("white",): np.count_nonzero(owner == -1),
        }
        healthy = {color: _merely_healthy(board, color) for color in ("B", "W")}
        for test in position["tests"]:
            method, *color = test["args"]
            if method == "benson":
                names = {"black": "B", "white": "W"}
                more = sum(healthy[names[c]] for c in color or names)
                assert counts[tuple(color)] + more == test["answer"]["safe_points"], test["id"]
        if position["set"] == "set1":
            checked += 1
            total += counts[()]
            blocks += sum(len(life.alive_blocks(board, color)) for color in ("B", "W"))
    # Niu (2004): 1886 points and 103 blocks.
    assert (checked, total, blocks) == (31, 1886, 103)


def _merely_healthy(board: Board, color: Color) -> int:
    """The points of regions that Fuego counts and we do not: vital to living blocks, but none of
    these touches every point, so that taking stones off may leave room for the opponent."""
    alive = {block.stones[0] for block in life.alive_blocks(board, color)}
    return sum(
        len(region.points)
        for region in life.regions(board, color)
        if alive.issuperset(region.boundary) and region.healthy and not region.sealed
    )


# -- blocks and regions ---------------------------------------------------------------------


def test_blocks_and_regions_part_the_board() -> None:
    for board in random_boards(80, seed=21):
        signs = board.to_array().reshape(-1).tolist()
        everything = range(board.size.points)
        index = board.index
        found_blocks = {frozenset(map(index, b.stones)): b for b in life.blocks(board)}
        for sign, color in ((1, "B"), (-1, "W")):
            stones = set(parts(board.size, [i for i in everything if signs[i] == sign]))
            assert {b for b, block in found_blocks.items() if block.color == color} == stones
            regions = life.regions(board, color)
            outside = set(parts(board.size, [i for i in everything if signs[i] != sign]))
            assert {frozenset(map(index, r.points)) for r in regions} == outside
            for region in regions:
                points = set(map(index, region.points))
                empty = {i for i in points if signs[i] == 0}
                for relation, must_touch in (
                    (region.boundary, None),
                    (region.healthy, empty),
                    (region.sealed, points),
                ):
                    expected = set()
                    for block in stones:
                        around = {near for i in block for near in neighbours(board.size, i)}
                        fits = points & around if must_touch is None else must_touch <= around
                        if fits:
                            expected.add(min(block))
                    assert set(map(index, relation)) == expected


def test_blocks_know_their_liberties() -> None:
    board = Board.from_diagram("XX.O/.XOO/....")
    described = [(b.color, words(b.stones), words(b.liberties)) for b in life.blocks(board)]
    assert described == [
        ("B", "A3 B3 B2", "C3 A2 B1"),
        ("W", "D3 C2 D2", "C3 C1 D1"),
    ]


# -- eyes -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "true", "false"),
    [
        (".X./X.X/.X.", "A3 C3 B2 A1 C1", ""),
        ("...../.OX../.X.X./..X../.....", "C3", ""),
        ("...../.OX../.X.X./..XO./.....", "", "C3"),
        ("...../.OX../.X.X./.OX../.....", "", "C3"),
        ("X.X/.XO/...", "", "B3"),
        (".X../XO../....", "", "A3"),
        (".X/..", "", ""),
        (".", "A1", ""),
    ],
)
def test_eyes_are_true_or_false_by_their_diagonals(diagram: str, true: str, false: str) -> None:
    eyes = life.eyes(Board.from_diagram(diagram), "B")
    assert (words(eyes.true), words(eyes.false)) == (true, false)


def test_eye_space_keeps_off_living_stones_and_takes_dead_ones() -> None:
    board = Board.from_diagram("""
        . . O . X O
        . . . . X O
        X X X X X O
        O O O O O .
    """)
    assert [words(piece) for piece in life.eye_spaces(board, "B")] == ["A4 A3 B3", "D3"]
    (whole,) = life.eye_spaces(board, "B", dead=["C4"])
    assert words(whole) == "A4 B4 C4 D4 A3 B3 C3 D3"
    assert life.eye_spaces(Board("3x3"), "B") == []


# -- chains ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "optimistic", "miai"),
    [
        ("X./.X", 1, 1),
        ("X.X", 1, 2),
        ("X..X", 2, 2),
        # The two points between three stones cannot serve two links.
        (".X./X.X/...", 1, 3),
        ("X.X/.X.", 1, 3),
        ("XO./.X.", 1, 2),
    ],
)
def test_chains_link_blocks_by_their_common_liberties(
    diagram: str, optimistic: int, miai: int
) -> None:
    board = Board.from_diagram(diagram)
    assert len(life.chains(board, "B")) == optimistic
    assert len(life.chains(board, "B", miai=True)) == miai


def test_chains_hold_every_block_once() -> None:
    for board in random_boards(40, seed=31):
        for color, miai in itertools.product(("B", "W"), (False, True)):
            chains = life.chains(board, color, miai=miai)
            members = [block for chain in chains for block in chain]
            expected = [block for block in life.blocks(board) if block.color == color]
            assert sorted(b.stones for b in members) == sorted(b.stones for b in expected)
            optimistic = {b: i for i, c in enumerate(life.chains(board, color)) for b in c}
            for a, b in itertools.combinations(members, 2):
                if set(a.liberties) & set(b.liberties):
                    assert optimistic[a] == optimistic[b]


# -- colouring ------------------------------------------------------------------------------


def draw(owner: npt.NDArray[np.int8]) -> str:
    return "/".join("".join("-XO"[value] for value in row) for row in owner.tolist())


def test_flood_and_nearest_stone_colour_the_board() -> None:
    board = Board.from_diagram("..X.O./..X...")
    assert draw(life.color_by_flood(board)) == "XXX-O-/XXX---"
    assert draw(life.color_by_nearest_stone(board)) == "XXX-OO/XXXXOO"
    assert draw(life.color_by_flood(board, dead=["E2"])) == "XXXXXX/XXXXXX"
    assert draw(life.color_by_nearest_stone(Board("2x1"))) == "--"


def test_colourings_agree_with_slow_ones() -> None:
    for board in random_boards(60, seed=41):
        signs = board.to_array().reshape(-1)
        size = board.size
        flood = life.color_by_flood(board).reshape(-1)
        for region in parts(size, np.flatnonzero(signs == 0).tolist()):
            touched = {signs[n] for i in region for n in neighbours(size, i) if signs[n]}
            owner = touched.pop() if len(touched) == 1 else 0
            assert {flood[i] for i in region} == {owner}
        nearest = life.color_by_nearest_stone(board).reshape(-1)
        for i in range(size.points):
            distance = {
                sign: _manhattan(size, i, np.flatnonzero(signs == sign)) for sign in (1, -1)
            }
            assert nearest[i] == np.sign(distance[-1] - distance[1])
        stones = signs != 0
        assert np.array_equal(flood[stones], signs[stones])


def _manhattan(size: Size, index: int, stones: npt.NDArray[np.intp]) -> int:
    row, column = divmod(index, size.columns)
    return min(
        (abs(s // size.columns - row) + abs(s % size.columns - column) for s in stones.tolist()),
        default=1_000,
    )


# -- split points ---------------------------------------------------------------------------


def test_split_points_take_a_set_apart() -> None:
    rng = random.Random(51)
    for _ in range(150):
        size = Size(rng.randint(1, 8), rng.randint(1, 8))
        board = Board(size)
        members = {i for i in range(size.points) if rng.random() < 0.7}
        cuts = set(map(board.index, life.split_points(board, members)))
        local = set(map(board.index, life.split_points(board, members, local=True)))
        for point in members:
            touching = members.intersection(neighbours(size, point))
            rest = members - {point}
            row, column = divmod(point, size.columns)
            window = {
                i
                for i in rest
                if abs(i // size.columns - row) <= 1 and abs(i % size.columns - column) <= 1
            }
            assert (point in cuts) == (sum(bool(touching & p) for p in parts(size, rest)) > 1)
            assert (point in local) == (sum(bool(touching & p) for p in parts(size, window)) > 1)


# -- bad input ------------------------------------------------------------------------------


def test_bad_input_is_named() -> None:
    board = Board.from_diagram("X.O")
    with pytest.raises(CoordinateError, match="no stone on B1"):
        life.color_by_flood(board, dead=["B1"])
    with pytest.raises(CoordinateError, match="D1 is off the 3x1 board"):
        life.split_points(board, ["D1"])
    with pytest.raises(CoordinateError, match="a pass is not a point"):
        life.eye_spaces(board, "B", dead=["pass"])
    with pytest.raises(CoordinateError, match="not a colour: 'red'"):
        life.regions(board, "red")  # type: ignore[arg-type]
