"""Published counts: the sharpest test of the rules."""

import pytest

from goseki import Board, Rules, _core

pytestmark = pytest.mark.core

# Tromp & Farnebaeck, "Combinatorics of Go" (2007): all rectangles up to 12 points.
LEGAL_POSITIONS = {
    (1, 1): 1,
    (1, 2): 5,
    (1, 3): 15,
    (1, 4): 41,
    (1, 5): 113,
    (1, 6): 313,
    (1, 7): 867,
    (1, 8): 2401,
    (1, 9): 6649,
    (1, 10): 18413,
    (1, 11): 50991,
    (1, 12): 141209,
    (2, 2): 57,
    (2, 3): 489,
    (2, 4): 4125,
    (2, 5): 35117,
    (2, 6): 299681,
    (3, 3): 12675,
    (3, 4): 321689,
}

PLAIN = Rules(repetition="NONE", ko_pass=False)


@pytest.mark.parametrize(("size", "count"), LEGAL_POSITIONS.items(), ids=str)
def test_legal_positions(size: tuple[int, int], count: int) -> None:
    columns, rows = size
    assert _core.count_legal_positions(columns, rows) == count
    assert _core.count_legal_positions(rows, columns) == count


@pytest.mark.parametrize(
    ("size", "counts"),
    [
        ("2x2", [5, 21, 69, 161, 337, 673, 1329, 2929]),
        ("3x3", [10, 91, 739, 5291, 33475, 180451]),
    ],
)
def test_perft(size: str, counts: list[int]) -> None:
    board = Board(size, PLAIN)
    assert [board.perft(depth) for depth in range(1, len(counts) + 1)] == counts
    assert board == Board(size, PLAIN)


def test_a_finished_game_is_one_leaf() -> None:
    board = Board("3x3", PLAIN)
    board.play("pass")
    board.play("pass")
    assert board.perft(5) == 1


def test_progress_goes_from_0_to_1_and_can_stop_the_count() -> None:
    shares: list[float] = []
    Board("4x4", PLAIN).perft(6, shares.append)
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)
    assert len(shares) > 2

    def stop(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        Board("4x4", PLAIN).perft(20, stop)
