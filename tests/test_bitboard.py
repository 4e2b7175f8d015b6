"""Bitboards of one and two words against sets of (column, row) pairs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import _core
from goseki.coords import Size
from tests.support import probe

pytestmark = pytest.mark.core

SIZES = {
    words: [
        Size(columns, rows)
        for columns in range(1, 20)
        for rows in range(1, 20)
        if columns * rows <= 64 * words
    ]
    for words in (1, 2)
}


@st.composite
def boards(draw: st.DrawFn) -> tuple[Size, int]:
    """A board size and a number of words it fits in, the largest ones often."""
    words = draw(st.sampled_from((1, 2)))
    largest = {1: Size(8, 8), 2: Size(11, 11)}[words]
    return draw(st.one_of(st.just(largest), st.sampled_from(SIZES[words]))), words


def masks(size: Size) -> st.SearchStrategy[int]:
    return st.integers(0, 2**size.points - 1)


def points(mask: int) -> set[int]:
    return {index for index in range(mask.bit_length()) if mask >> index & 1}


def mask_of(indices: set[int]) -> int:
    return sum(1 << index for index in indices)


def neighbours(size: Size, index: int) -> set[int]:
    row, column = divmod(index, size.columns)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {r * size.columns + c for r, c in around if 0 <= r < size.rows and 0 <= c < size.columns}


def next_to(size: Size, members: set[int]) -> set[int]:
    return {near for index in members for near in neighbours(size, index)}


def transformed(what: str, size: Size, words: int, mask: int, *more: int) -> int:
    return probe.mask(probe.ask(what, words, *size, *probe.words(mask), *more))


def flooded(size: Size, words: int, seed: int, within: int) -> int:
    return transformed("flood", size, words, seed, *probe.words(within))


@given(st.data())
def test_dilating_adds_the_neighbours(data: st.DataObject) -> None:
    size, words = data.draw(boards())
    mask = data.draw(masks(size))
    members = points(mask)
    border = next_to(size, members) - members
    assert points(transformed("dilate", size, words, mask)) == members | border
    assert points(transformed("border", size, words, mask)) == border


@given(st.data())
def test_a_flood_reaches_what_a_walk_reaches(data: st.DataObject) -> None:
    size, words = data.draw(boards())
    within = data.draw(masks(size)) | data.draw(masks(size))
    seed = data.draw(masks(size)) & data.draw(masks(size)) & data.draw(masks(size))
    reached = points(seed & within)
    while new := (next_to(size, reached) & points(within)) - reached:
        reached |= new
    assert points(flooded(size, words, seed, within)) == reached
    goals = data.draw(masks(size)) & data.draw(masks(size)) & data.draw(masks(size))
    sets = [number for mask in (seed, within, goals) for number in probe.words(mask)]
    is_near = bool(reached & points(goals))
    assert probe.ask("reaches", words, *size, *sets) == [is_near]


def test_a_flood_follows_the_longest_way_but_does_not_jump_the_edge() -> None:
    size = Size(11, 11)
    full_rows = {row * 11 + column for row in range(0, 11, 2) for column in range(11)}
    bridges = {row * 11 + (10 if row % 4 == 1 else 0) for row in range(1, 11, 2)}
    snake = mask_of(full_rows | bridges)
    assert flooded(size, 2, 1, snake) == snake
    apart = mask_of({10, 11})
    assert flooded(size, 2, 1 << 10, apart) == 1 << 10


@given(st.data(), st.integers(0, 7))
def test_symmetries_move_points_as_the_board_does(data: st.DataObject, symmetry: int) -> None:
    size, words = data.draw(boards())
    mask = data.draw(masks(size))
    where = _core.symmetry_map(*size, symmetry)
    moved = mask_of({where[index] for index in points(mask)})
    assert transformed("transform", size, words, mask, symmetry) == moved


@given(st.data())
def test_counting_and_walking_meet_each_member_once_in_order(data: st.DataObject) -> None:
    size, words = data.draw(boards())
    mask = data.draw(masks(size))
    members = sorted(points(mask))
    answer = probe.ask("points", words, *size, *probe.words(mask))
    assert answer == [len(members), *members]
