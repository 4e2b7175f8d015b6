"""The raw features of moves: what they say, and that symmetric positions say the same."""

import random

import numpy as np
import pytest

import goseki as gs
from goseki import _core

pytestmark = pytest.mark.core

DIAMONDS = {12: 2, 24: 3, 40: 4, 60: 5}


def random_moves(size: gs.Size, seed: int, most: int) -> list[int]:
    """A game of random moves with a pass now and then, as indices."""
    board, choose = gs.Board(size), random.Random(seed)
    moves = []
    for _ in range(choose.randrange(most)):
        points = board.legal_points().tolist()
        if not points or board.is_over:
            break
        moves.append(-1 if choose.random() < 0.02 and board.passes == 0 else choose.choice(points))
        board.play(moves[-1])
    return moves


def played(size: gs.Size, moves: list[int], first: str = "B") -> gs.Board:
    board = gs.Board(size)
    color = first
    for move in moves:
        board.play(move, color)
        color = "W" if color == "B" else "B"
    return board


def test_regions_of_interest_and_their_schema() -> None:
    for stones, radius in DIAMONDS.items():
        for liberties in DIAMONDS:
            features = _core.MoveFeatures(stones, liberties)
            schema = features.schema()
            names = [name for name, _, _ in schema]
            assert len(set(names)) == len(names) == features.count
            kinds = [kind for _, kind, _ in schema]
            assert kinds.count("stones") == 2 * stones
            assert kinds.count("liberties") == liberties
            assert max(distance for _, kind, distance in schema if kind == "stones") == radius
    assert _core.MoveFeatures().count == 201
    with pytest.raises(gs.GosekiError, match=r"diamond .* not 30"):
        _core.MoveFeatures(30, 24)


def test_only_regions_tell_of_a_place() -> None:
    for _, kind, distance in _core.MoveFeatures(60, 24).schema():
        assert (distance > 0) == (kind in ("stones", "liberties"))


@pytest.mark.parametrize("size", ["19x19", "9x9", "5x5", "7x4", "1x6", "2x2"])
def test_symmetries_and_colours_change_no_bit(size: str) -> None:
    features = _core.MoveFeatures(60, 24)
    columns_rows = gs.Size.of(size)
    for seed in range(4):
        moves = random_moves(columns_rows, seed, 2 * columns_rows.points)
        board = played(columns_rows, moves)
        points, vectors = features.legal(board)
        for symmetry in range(8):
            where = _core.symmetry_map(columns_rows.columns, columns_rows.rows, symmetry)
            turned_size = (
                gs.Size(columns_rows.rows, columns_rows.columns) if symmetry & 4 else columns_rows
            )
            turned_moves = [-1 if move < 0 else int(where[move]) for move in moves]
            for first in "BW":
                turned = played(turned_size, turned_moves, first)
                turned_points, turned_vectors = features.legal(turned)
                row = {int(point): i for i, point in enumerate(turned_points)}
                order = [row[int(where[point])] for point in points]
                assert turned_vectors[order].tobytes() == vectors.tobytes()


def test_the_legal_moves_are_the_candidates() -> None:
    board = gs.Board.from_diagram(".XO/XX./...", to_play="W")
    points, vectors = _core.MoveFeatures().legal(board)
    assert points.tolist() == board.legal_points().tolist()
    assert vectors.shape == (len(points), 201)
    assert vectors.dtype == np.float32
    assert _core.MoveFeatures().of(board, points).tobytes() == vectors.tobytes()
    board.play("pass")
    board.play("pass")
    assert _core.MoveFeatures().legal(board)[1].shape == (0, 201)


def named(board: gs.Board, point: str, stones: int = 60, liberties: int = 24) -> dict[str, float]:
    """The features of a point by name."""
    features = _core.MoveFeatures(stones, liberties)
    (vector,) = features.of(board, [board.index(point)]).tolist()
    return {name: value for (name, _, _), value in zip(features.schema(), vector, strict=True)}


CORNER = """
. . . . . . .
. . X . . . .
. . O X . . .
. O . . . . .
. . O . . . .
. . . . . . .
. . . . . O .
"""


def test_what_a_vector_says() -> None:
    """The point is B5, two from the left edge and three from the top: no symmetry is needed."""
    board = gs.Board.from_diagram(CORNER, to_play="W")
    seen = named(board, "B5")
    assert {
        name for name, value in seen.items() if value and "stone" in name and ":" not in name
    } == {
        "other stone 1 right, 1 up",
        "own stone 1 right",
        "other stone 2 right",
        "own stone 1 down",
        "own stone 1 right, 2 down",
    }
    assert [seen[f"off the board {n} left"] for n in (1, 2, 9)] == [0, 1, 1]
    assert [seen[f"off the board {n} up"] for n in (1, 2, 3, 9)] == [0, 0, 1, 1]
    assert seen["a ko is banned"] == seen["distance to the banned ko"] == 0
    assert seen["liberties 1 right"] == 2
    assert seen["liberties 2 right"] == 3
    assert seen["liberties 1 right, 1 down"] == 1  # C4 is empty, its only empty neighbour is D4
    assert seen["liberties 3 left"] == 0  # off the board
    # The new stone joins C5 and B4: their liberties are B6, A5, C4, A4 and B3.
    assert seen["liberties after own move"] == 5
    assert seen["liberties after other's move"] == 2
    assert seen["captures by own move"] == seen["captures by other's move"] == 0
    assert seen["distance to the last move"] == 12
    # F1 is 4 to the right and 4 down: alone outside the diamond.
    assert seen["nearest stone down right: color"] == 1
    assert seen["nearest stone down right: distance"] == 8
    assert seen["nearest stone down right: offset"] == 0
    assert seen["nearest stone down right: liberties"] == 3
    for beam in ("left", "right", "up", "down", "up left", "up right", "down left"):
        values = [
            seen[f"nearest stone {beam}: {v}"] for v in ("color", "distance", "offset", "liberties")
        ]
        assert values == [0, 14, 0, 0]


def test_the_last_move_captures_and_ko() -> None:
    board = gs.Board.from_diagram(".XO./XO.O/.XO.")
    assert named(board, "C2")["captures by own move"] == 1
    assert named(board, "C2")["captures by other's move"] == 0
    board.play("C2")
    seen = named(board, "D1")
    assert seen["a ko is banned"] == 1
    assert seen["distance to the banned ko"] == 3
    assert seen["distance to the last move"] == 2
    board.play("pass")
    seen = named(board, "D1")
    assert seen["a ko is banned"] == 0
    assert seen["distance to the last move"] == 5  # a pass is nowhere: as far as can be


def slow_nearest(board: gs.Board, index: int, radius: int) -> dict[int, tuple[int, int, int, int]]:
    """Distances, offsets and so on of the nearest stones, by straight or diagonal beam, with no
    regard to which beam is which: the smallest distance for every direction on the board."""
    found: dict[int, tuple[int, int, int, int]] = {}
    columns = board.columns
    stones = board.to_array().reshape(-1)
    own = 1 if board.to_play == "B" else -1
    for stone in np.flatnonzero(stones).tolist():
        right, down = stone % columns - index % columns, stone // columns - index // columns
        distance = abs(right) + abs(down)
        if distance <= radius:
            continue
        if 2 * abs(down) < abs(right):
            beam, aside = (0 if right < 0 else 1), abs(down)
        elif 2 * abs(right) < abs(down):
            beam, aside = (2 if down < 0 else 3), abs(right)
        else:
            beam, aside = 4 + (right > 0) + 2 * (down > 0), abs(abs(right) - abs(down))
        liberties = len(board.block_liberties(stone))
        candidate = (distance, aside, int(stones[stone]) * own, liberties)
        if beam not in found or candidate[:2] < found[beam][:2]:
            found[beam] = candidate
    return found


@pytest.mark.parametrize("seed", range(5))
def test_nearest_stones_agree_with_a_slow_search(seed: int) -> None:
    """Beams as a bag: which symmetry was taken is not looked at. Distances and offsets of the
    nearest stone are unique even where two stones tie."""
    size = gs.Size.of("19x19")
    board = played(size, random_moves(size, seed, 120))
    features = _core.MoveFeatures(12, 12)
    schema = [name for name, _, _ in features.schema()]
    first = next(i for i, name in enumerate(schema) if name.startswith("nearest"))
    points, vectors = features.legal(board)
    for point, vector in zip(points.tolist(), vectors, strict=True):
        beams = vector[first : first + 32].reshape(8, 4)
        there = sorted((row[1], abs(row[2])) for row in beams.tolist() if row[0])
        assert there == sorted(v[:2] for v in slow_nearest(board, point, 2).values())
