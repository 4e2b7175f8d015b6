"""What networks see: the planes mean what they are said to mean, however the board lies."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki import Board, GosekiError, Rules, Size, _core
from goseki.symmetries import symmetry_images
from tests.judges.slow_planes import TwinGame, difference

pytestmark = pytest.mark.core

sides = st.integers(5, 9)


def random_game(columns: int, rows: int, seed: int, moves: int) -> TwinGame:
    rng = random.Random(seed)
    game = TwinGame(Size(columns, rows))
    while game.board.ply < moves and game.play_random(rng):
        pass
    return game


def packed(board: Board) -> list[int]:
    points = board.size.points
    return [
        (points if (index := board.index(move.point)) < 0 else index) * 2 + (move.color == "W")
        for move in board.moves
    ]


def archive_of(size: Size, *games: list[int], stones: list[int] | None = None) -> _core.Archive:
    """Games on one size of board; the stones are those of the first."""
    stones = stones or []
    return _core.Archive(
        np.full(len(games), size.columns, np.uint8),
        np.full(len(games), size.rows, np.uint8),
        np.array(stones, np.uint16),
        np.full(len(games), len(stones), np.int64),
        np.array([move for game in games for move in game], np.uint16),
        np.cumsum([len(game) for game in games], dtype=np.int64),
    )


def planes_at(archive: _core.Archive, game: int, ply: int, komi: float = 0.0) -> Any:
    return archive.planes(
        np.array([game], np.int64),
        np.array([ply], np.int32),
        np.zeros(1, np.uint8),
        np.array([komi], np.float32),
    )


@settings(max_examples=25)
@given(sides, sides, st.integers(0, 10**6), st.floats(-20, 20))
def test_planes_are_those_of_the_judge(columns: int, rows: int, seed: int, komi: float) -> None:
    rng = random.Random(seed)
    game = TwinGame(Size(columns, rows))
    for _ in range(columns * rows):
        if rng.random() < 0.3:
            assert difference(game, komi) is None
        if not game.play_random(rng):
            break


def test_a_ko_and_a_capture_are_seen() -> None:
    game = TwinGame(Size(5, 5))
    game.set_up([(1, 2), (0, 1), (1, 0)], [(2, 2), (3, 1), (2, 0), (1, 1)], "B")
    names = _core.plane_names()
    before, _ = _core.planes_of(game.board, 0, 0.0)
    assert before[names.index("takes 1")][3, 2] == 1
    game.play((2, 1))
    assert difference(game, 6.5) is None
    planes, _ = _core.planes_of(game.board, 0, 0.0)
    ko = planes[names.index("ko")]
    assert np.argwhere(ko).tolist() == [[3, 1]]
    assert planes[names.index("legal")][3, 1] == 0


@settings(max_examples=40)
@given(sides, sides, st.integers(0, 10**6), st.integers(0, 60), st.integers(0, 7))
def test_a_turned_board_has_turned_planes(
    columns: int, rows: int, seed: int, moves: int, symmetry: int
) -> None:
    symmetry %= 8 if columns == rows else 4
    board = random_game(columns, rows, seed, moves).board
    image = symmetry_images(board.size)[symmetry]
    plain, numbers = _core.planes_of(board, 0, 3.5)
    turned, same = _core.planes_of(board, symmetry, 3.5)
    other, others = _core.planes_of(board.transformed(symmetry), 0, 3.5)
    moved = np.zeros_like(plain).reshape(len(plain), -1)
    moved[:, image] = plain.reshape(len(plain), -1)
    assert np.array_equal(turned.reshape(len(plain), -1), moved)
    assert np.array_equal(turned, other)
    assert np.array_equal(numbers, same)
    assert np.array_equal(numbers, others)


@settings(max_examples=40)
@given(sides, sides, st.integers(0, 10**6), st.integers(0, 60))
def test_colours_do_not_matter_to_the_side_to_move(
    columns: int, rows: int, seed: int, moves: int
) -> None:
    board = random_game(columns, rows, seed, moves).board
    swapped = board.transformed(0, swap_colors=True)
    assert swapped.to_play != board.to_play
    for ours, theirs in zip(
        _core.planes_of(board, 0, 6.5), _core.planes_of(swapped, 0, -6.5), strict=True
    ):
        assert np.array_equal(ours, theirs)


@settings(max_examples=25)
@given(sides, sides, st.integers(0, 10**6))
def test_positions_of_an_archive_are_those_of_the_replayed_game(
    columns: int, rows: int, seed: int
) -> None:
    board = random_game(columns, rows, seed, 50).board
    moves = packed(board)
    archive = archive_of(board.size, [0, 3], moves)
    assert len(archive) == 2
    assert archive.playable(1) == len(moves)
    replay = Board(board.size, Rules(repetition="NONE", ko_pass=False, passes_to_end=4))
    for ply in range(len(moves)):
        planes, numbers = planes_at(archive, 1, ply, 2.5)
        expected, globals_ = _core.planes_of(replay, 0, 2.5)
        assert np.array_equal(planes[0], expected)
        assert np.array_equal(numbers[0], globals_)
        assert np.array_equal(archive.board(1, ply).to_array(), replay.to_array())
        replay.play(board.moves[ply].point)


def test_the_first_move_that_cannot_be_played_is_named() -> None:
    size = Size(5, 5)
    assert archive_of(size, [0, 3, 0, 7]).playable(0) == 2  # a stone on a stone
    assert archive_of(size, [0, 51, 50, 999, 4]).playable(0) == 3  # passes, then off the board
    assert archive_of(size, []).playable(0) == 0
    assert archive_of(size, [4], stones=[0, 3, 11]).playable(0) == -1  # no liberty in the corner
    assert archive_of(size, [4], stones=[50]).playable(0) == -1  # a pass is no stone
    with pytest.raises(GosekiError, match="cannot be replayed"):
        planes_at(archive_of(size, [0, 3, 0, 7]), 0, 4)


def arrays(**other: Any) -> dict[str, Any]:
    sound = {
        "columns": np.array([5, 6], np.uint8),
        "rows": np.array([5, 6], np.uint8),
        "stones": np.zeros(0, np.uint16),
        "stone_ends": np.array([0, 0], np.int64),
        "moves": np.array([0, 3, 4], np.uint16),
        "move_ends": np.array([2, 3], np.int64),
    }
    return {**sound, **other}


@pytest.mark.parametrize(
    "other",
    [
        {"rows": np.array([5], np.uint8)},
        {"rows": np.array([5, 0], np.uint8)},
        {"columns": np.array([5, 20], np.uint8)},
        {"move_ends": np.array([3, 2], np.int64)},
        {"move_ends": np.array([2, 4], np.int64)},
        {"move_ends": np.array([-1, 3], np.int64)},
        {"move_ends": np.array([3], np.int64)},
        {"stone_ends": np.array([0, 1], np.int64)},
        {"stones": np.array([1], np.uint16)},
    ],
)
def test_arrays_that_do_not_fit_are_refused(other: dict[str, Any]) -> None:
    assert len(_core.Archive(**arrays())) == 2
    with pytest.raises(GosekiError):
        _core.Archive(**arrays(**other))


@pytest.mark.parametrize(
    ("games", "plies", "symmetries", "komi"),
    [
        ([], [], [], []),
        ([0], [0, 0], [0], [0]),
        ([0], [0], [], [0]),
        ([0], [0], [0], [0, 0]),
        ([2], [0], [0], [0]),
        ([-1], [0], [0], [0]),
        ([0], [3], [0], [0]),
        ([0], [-1], [0], [0]),
        ([0], [0], [8], [0]),
        ([0], [0], [0], [np.nan]),
        ([0, 1], [0, 0], [0, 0], [0, 0]),
    ],
)
def test_positions_that_are_not_there_are_refused(
    games: list[int], plies: list[int], symmetries: list[int], komi: list[float]
) -> None:
    with pytest.raises(GosekiError):
        _core.Archive(**arrays()).planes(
            np.array(games, np.int64),
            np.array(plies, np.int32),
            np.array(symmetries, np.uint8),
            np.array(komi, np.float32),
        )


def test_a_rectangle_has_four_symmetries() -> None:
    with pytest.raises(GosekiError, match="symmetry"):
        _core.planes_of(Board("5x6"), 4, 0.0)
    with pytest.raises(GosekiError, match="komi"):
        _core.planes_of(Board("5x6"), 0, np.inf)
