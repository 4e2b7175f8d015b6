"""Late and final positions that come with the tests: each method proves what it should of them."""

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from goseki import Board, prove_safety
from goseki.proof import check, write_proof
from goseki.safety import METHODS
from goseki.safety.certificate import certified_points, prove_claims
from tests.judges.slow_benson import slow_benson
from tests.support.own_finals import GAMES, own_finals

pytestmark = pytest.mark.core

NODES = 1_000


def test_there_is_one_of_each_game() -> None:
    assert [str(board.size) for board in own_finals()] == [size for size, _, _ in GAMES]


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_each_method_proves_all_that_the_one_before_does(number: int) -> None:
    board = own_finals()[number]
    owners = [prove_safety(board, m, nodes=NODES).ownership.proven for m in METHODS]
    assert np.array_equal(owners[0], slow_benson(board))
    for less, more in pairwise(owners):
        assert np.array_equal(np.where(less != 0, more, 0), less)


def test_search_proves_more_than_benson() -> None:
    benson, _, search = (
        sum(prove_safety(board, method, nodes=NODES).count for board in own_finals())
        for method in METHODS
    )
    assert search > benson > 0


@pytest.mark.parametrize("number", range(3))
def test_all_that_is_proven_is_certified(number: int, tmp_path: Path) -> None:
    result = prove_safety(own_finals()[number], nodes=NODES)
    sections = prove_claims(result)
    assert certified_points(sections) == result.count > 0
    write_proof(tmp_path / "final.proof", sections)
    assert check(tmp_path / "final.proof").valid


@pytest.mark.parametrize("number", [1, 3, 5])
def test_a_mirrored_position_is_proven_alike(number: int) -> None:
    board = own_finals()[number]
    mirrored = Board(board.size)
    mirrored.set_up(np.ascontiguousarray(np.fliplr(board.to_array())), 0, 0)
    here, there = (prove_safety(b, nodes=NODES).ownership.proven for b in (board, mirrored))
    assert np.array_equal(there, np.fliplr(here))
