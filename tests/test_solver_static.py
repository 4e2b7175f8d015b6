"""Static knowledge of the small-board solver: fixtures, an independent derivation, and play."""

import itertools
import random
from collections.abc import Iterator, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import Board, GosekiError, _core, life
from goseki.coords import Point, Size
from goseki.reference import Referee, static
from goseki.reference.rules import Stones, adjacency, connected, liberties, place
from goseki.solver.static import static_analysis, terminal_score
from tests.support import probe

pytestmark = pytest.mark.core

WHITE_RING = """
    . . . . . . .
    . X X X X X .
    . X . X . X .
    . X X X X X .
    . . . . . . .
"""


def area(diagram: str, color: str = "B") -> str:
    """What a colour owns unconditionally, drawn: # for its points."""
    board = Board.from_diagram(diagram)
    owned = static_analysis(board).territory[color]
    marks = ["#" if board.size.point(i) in owned else "-" for i in range(board.size.points)]
    return "/".join(
        "".join(marks[i : i + board.columns]) for i in range(0, len(marks), board.columns)
    )


def owned_points(diagram: str, color: str = "B") -> int:
    return area(diagram, color).count("#")


# -- Positions ------------------------------------------------------------------------------


def masks(size: Size, stones: Stones) -> tuple[int, int]:
    """Black and white stones of the reference as sets of bits."""
    mask = {"B": 0, "W": 0}
    for (column, row), color in stones.items():
        mask[color] |= 1 << ((size.rows - 1 - row) * size.columns + column)
    return mask["B"], mask["W"]


def mask_of(size: Size, points: set[tuple[int, int]]) -> int:
    return masks(size, dict.fromkeys(points, "B"))[0]


def is_legal(stones: Stones, neighbours: dict) -> bool:
    return all(liberties(connected(p, stones, neighbours), stones, neighbours) for p in stones)


def all_positions(columns: int, rows: int) -> Iterator[Stones]:
    neighbours = adjacency(columns, rows)
    for colors in itertools.product((None, "B", "W"), repeat=columns * rows):
        stones = {p: c for p, c in zip(neighbours, colors, strict=True) if c}
        if is_legal(stones, neighbours):
            yield stones


def crowded_positions(size: Size, count: int, seed: int) -> Iterator[Stones]:
    """Positions where Black has many stones and White few, so that Black often owns a lot."""
    rng = random.Random(seed)
    neighbours = adjacency(*size)
    while count:
        black, white = rng.uniform(0.4, 0.8), rng.uniform(0, 0.2)
        colors = rng.choices(["B", "W", None], [black, white, 0.3], k=size.points)
        stones = {p: c for p, c in zip(neighbours, colors, strict=True) if c}
        if is_legal(stones, neighbours):
            count -= 1
            yield stones


def played_positions(size: Size, games: int, seed: int) -> Iterator[Stones]:
    """What random games that fill no eye go through."""
    rng = random.Random(seed)
    for _ in range(games):
        board = Board(size)
        while not board.is_over and len(board.moves) < 3 * size.points:
            eyes = life.eyes(board, board.to_play).true
            moves = [move for move in board.legal_moves if not move.is_pass and move not in eyes]
            board.play(rng.choice(moves) if moves else "pass")
            yield {tuple(p): color for color in "BW" for p in board.stones(color)}


# -- Fixtures -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "points"),
    [
        (".X./XXX/...", 9),
        (".X./XXX/.../...", 6),
        (".X./XXX/.../.X.", 12),
        (".X.X/XXXX/..../....", 8),
        (".X.X/XXXX/..../.XX.", 16),
        (".X.X./XXXXX/...../.....", 10),
        (".X.X./XXXXX/...../..X..", 10),
        ("...", 0),
        (".X.", 3),
        (".", 0),
    ],
)
def test_published_fixtures(diagram: str, points: int) -> None:
    assert owned_points(diagram) == points
    assert owned_points(diagram, "W") == 0
    analysis = static_analysis(Board.from_diagram(diagram))
    size = len(diagram.replace("/", ""))
    assert (analysis.lower, analysis.upper) == (2 * points - size, size)
    assert analysis.is_decided == (points == size)


def test_one_black_stone_reduces_the_eyespace_to_one_eye() -> None:
    assert area(".X./XXX/.../..X") == "###/###/---/---"
    assert area(".X./XXX/.../.X.") == "###/###/###/###"


PAIR = [(1, 2), (1, 3)]
"""Rows and columns, below Black's wall and White's row: see `pair_in_white`."""
PAIR_LIBERTIES = [(1, 1), (1, 4), (0, 2), (0, 3), (2, 2), (2, 3)]
SEKIS_WITH_FOUR = [{0, 1, 2, 5}, {0, 1, 3, 4}]
"""Both ends, and one side point of each stone on different sides."""


def pair_in_white(empty: set[int]) -> str:
    rows = [list("O" * 6) for _ in range(4)]
    for row, column in PAIR:
        rows[row][column] = "X"
    for number in empty:
        row, column = PAIR_LIBERTIES[number]
        rows[row][column] = "."
    return "/".join([".X.XX.", "XXXXXX", "OOOOOO", *map("".join, rows)])


@pytest.mark.parametrize("size", range(1, 7))
def test_two_black_stones_inside_white_by_their_liberties(size: int) -> None:
    for chosen in itertools.combinations(range(6), size):
        seki = any(seki <= set(chosen) for seki in SEKIS_WITH_FOUR)
        assert owned_points(pair_in_white(set(chosen))) == (12 + 2 if seki else 42), chosen


def test_two_black_stones_apart_prove_nothing() -> None:
    assert owned_points(".X.XX./XXXXXX/OOOOOO/OXOOXO/O.OO.O/OOOOOO") == 12


def test_bent_four_in_the_corner_is_undecided() -> None:
    diagram = ".XXO.X./XOOOXXX/OOXXX.X/XXX.XXX"
    assert area(diagram) == "-----##/----###/--#####/#######"
    assert owned_points(diagram, "W") == 0


def test_moonshine_life_is_dead() -> None:
    assert owned_points(".O.OX.X/OOOXXXX/XXXX.X.") == 21
    # With the ko taken by Black, too.
    assert owned_points(".OX.X.X/OOOXXXX/XXXX.X.") == 21


def test_a_large_block_with_one_eye_is_dead() -> None:
    assert owned_points(".X.X./XXXXX/OOOOO/OOOOO/O.OOO") == 25


def test_a_ring_lives_by_false_eyes_until_it_is_broken() -> None:
    assert owned_points(WHITE_RING) == 15
    assert owned_points(WHITE_RING.replace(". . . . . . .", ". . . X . . .", 1)) == 35


def test_regions_between_both_colours_are_nobodys() -> None:
    diagram = ".X.X../XXXX../....../OOOO../.O.O.."
    assert area(diagram) == "####--/####--/------/------/------"
    assert area(diagram, "W") == "------/------/------/####--/####--"


def test_a_claim_outlasts_a_stone_that_becomes_alive() -> None:
    """The drawn example of unconditional.h: by the thesis's letter C4 undoes the claim."""
    assert owned_points(".XXX./XX..X/.XXX./XX.../X..X.") == 25
    assert owned_points(".XXX./XXO.X/.XXX./XX.../X..X.") == 25


# -- Terminal score -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("diagram", "with_removal", "without"),
    [
        ("...", 0, 0),
        ("X..O", 0, 0),
        # Both stones in atari go at the same time.
        ("XX/O.", 0, 1),
        ("XO./.X./...", 9, 5),
        # C2 is as far from Black as from White.
        ("X.../..../...O", 0, 0),
        ("X..../...O.", -2, -2),
        # Unconditional territory comes first: the white stones inside do not count.
        (".X./XXX/.O.", 9, 9),
        (".X.X./XXXXX/OOOOO/OOOOO/O.OOO", 25, 25),
        (".XO./XXOO/.XO.", 0, 0),
    ],
)
def test_terminal_score(diagram: str, with_removal: int, without: int) -> None:
    board = Board.from_diagram(diagram)
    assert terminal_score(board) == with_removal
    assert terminal_score(board, remove_one_liberty_blocks=False) == without


# -- Against the reference, Benson and symmetry ---------------------------------------------


def unconditional(columns: int, rows: int, black: int, white: int) -> tuple[int, ...]:
    found = _core.unconditional(columns, rows, black, white)
    masks = (found.black_alive, found.white_alive, found.black_area, found.white_area)
    return (*masks, found.lower, found.upper)


def area_of(size: Size, own: int, other: int) -> int:
    """What the leaves of a search ask for: one colour alone."""
    return probe.mask(
        probe.ask("unconditional_area", *size, *probe.words(own), *probe.words(other))
    )


def check_position(size: Size, stones: Stones) -> None:
    """The core says what the reference derives, whatever the colours and the symmetry."""
    black, white = masks(size, stones)
    core = unconditional(*size, black, white)
    owned = {color: static.unconditional(*size, stones, color) for color in "BW"}
    assert core[:4] == (
        mask_of(size, owned["B"].alive),
        mask_of(size, owned["W"].alive),
        mask_of(size, owned["B"].area),
        mask_of(size, owned["W"].area),
    )
    assert core[4:] == static.bounds(*size, stones)
    assert not core[2] & core[3]
    assert area_of(size, black, white) == core[2]
    assert area_of(size, white, black) == core[3]

    swapped = unconditional(*size, white, black)
    assert swapped == (core[1], core[0], core[3], core[2], -core[5], -core[4])
    for removal in (False, True):
        score = _core.terminal_score(*size, black, white, removal)
        assert score == static.terminal_score(*size, stones, remove_one_liberty_blocks=removal)
        assert score == -_core.terminal_score(*size, white, black, removal)
        assert core[4] <= score <= core[5]

    for symmetry in range(1, 8):
        turned = Size(size.rows, size.columns) if symmetry & 4 else size
        where = _core.symmetry_map(*size, symmetry)

        def turn(mask: int, where: Sequence[int] = where) -> int:
            return sum(1 << where[i] for i in range(size.points) if mask >> i & 1)

        moved = unconditional(*turned, turn(black), turn(white))
        assert moved == (*map(turn, core[:4]), *core[4:])


def check_benson(size: Size, stones: Stones) -> None:
    """What Benson proves is owned unconditionally."""
    board = Board(size)
    board.setup(*([Point(*p) for p, c in stones.items() if c == color] for color in "BW"))
    proven = life.benson(board).proven.flatten()
    core = unconditional(*size, *masks(size, stones))
    for sign, mask in ((1, core[2]), (-1, core[3])):
        assert all(mask >> int(index) & 1 for index in np.flatnonzero(proven == sign))


SIZES = [Size(1, 7), Size(2, 5), Size(3, 3), Size(3, 5), Size(4, 4), Size(5, 5), Size(4, 6)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_crowded_positions_agree_with_the_reference(size: Size) -> None:
    for stones in crowded_positions(size, 300, seed=1):
        check_position(size, stones)
        check_benson(size, stones)


@pytest.mark.parametrize("size", [Size(6, 6), Size(7, 7), Size(8, 8), Size(3, 19)], ids=str)
def test_crowded_larger_positions_agree_with_the_reference(size: Size) -> None:
    for stones in crowded_positions(size, 60, seed=2):
        check_position(size, stones)
        check_benson(size, stones)


@pytest.mark.parametrize(
    ("size", "games"), [(Size(4, 4), 20), (Size(5, 5), 20), (Size(7, 7), 2)], ids=str
)
def test_positions_of_games_agree_with_the_reference(size: Size, games: int) -> None:
    for stones in played_positions(size, games, seed=3):
        check_position(size, stones)
        check_benson(size, stones)


@st.composite
def drawn_positions(draw: st.DrawFn) -> tuple[Size, Stones]:
    size = Size(draw(st.integers(1, 5)), draw(st.integers(1, 5)))
    neighbours = adjacency(*size)
    colors = draw(
        st.lists(st.sampled_from(["B", "W", None]), min_size=size.points, max_size=size.points)
    )
    stones: Stones = {}
    for point, color in zip(neighbours, colors, strict=True):
        # A stone that would take a block's last liberty is left out.
        if color and is_legal({**stones, point: color}, neighbours):
            stones[point] = color
    return size, stones


@given(drawn_positions())
def test_any_position_agrees_with_the_reference(position: tuple[Size, Stones]) -> None:
    check_position(*position)


# -- Against play ---------------------------------------------------------------------------


def check_closed(size: Size, stones: Stones) -> bool:
    """Black passes: no white move takes a point or a living stone from him, nor the score.

    Holds for every move in every position, so for every sequence of white moves. Returns
    whether Black owns anything.
    """
    neighbours = adjacency(*size)
    alive, _, owned, _, lower, _ = unconditional(*size, *masks(size, stones))
    assert not alive & ~masks(size, stones)[0]
    if not owned:
        return False
    for removal in (False, True):
        assert _core.terminal_score(*size, *masks(size, stones), removal) >= lower
    for point in neighbours.keys() - stones.keys():
        placement = place(stones, "W", point, neighbours)
        if not placement.suicided:
            after = unconditional(*size, *masks(size, placement.stones))
            assert not alive & ~after[0]
            assert not owned & ~after[2]
    return True


@pytest.mark.parametrize(
    ("columns", "rows", "claims"), [(1, 5, 7), (1, 8, 46), (2, 4, 283), (3, 3, 883)]
)
def test_no_play_takes_what_is_owned(columns: int, rows: int, claims: int) -> None:
    size = Size(columns, rows)
    assert sum(check_closed(size, stones) for stones in all_positions(*size)) == claims


@pytest.mark.parametrize("size", [Size(3, 4), Size(4, 4), Size(5, 5), Size(6, 6)], ids=str)
def test_no_play_takes_what_is_owned_on_larger_boards(size: Size) -> None:
    claims = sum(check_closed(size, stones) for stones in crowded_positions(size, 1500, seed=4))
    assert claims > 50


def test_white_can_live_where_nothing_is_claimed() -> None:
    """White alone plays on in the undecided ring, and lives in it by its corners."""
    game = Referee(7, 5)
    board = Board.from_diagram(WHITE_RING)
    game.setup([tuple(p) for p in board.stones("B")])
    edge = [p for p, near in game.neighbours.items() if len(near) == 3]
    for point in [*edge, (0, 0), (6, 4)]:
        game.play("B", None)
        game.play("W", point)
    assert len(static.unconditional(7, 5, game.stones, "W").alive) == 18


# -- Errors ---------------------------------------------------------------------------------


def test_boards_and_rules_out_of_reach() -> None:
    with pytest.raises(GosekiError, match="up to 64 points, not 5x13"):
        static_analysis(Board("5x13"))
    with pytest.raises(GosekiError, match="suicide"):
        terminal_score(Board("5x5", "tromp-taylor"))
    static_analysis(Board("8x8"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((9, 9, 0, 0), "64 points"),
        ((0, 3, 0, 0), "64 points"),
        ((2, 2, 1, 1), "two stones"),
        ((2, 2, 1, 16), "off the board"),
    ],
)
def test_the_core_refuses_what_is_no_position(arguments: tuple, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        unconditional(*arguments)
