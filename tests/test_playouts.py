"""Random games: legal, eye-sparing, uniform, and the same on any number of threads."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki import Board, GosekiError, Point, Rules, Size, _core, reference
from goseki.job import Progress
from goseki.playouts import evaluate_moves, run_playouts, sample_game

pytestmark = pytest.mark.core

DIAGONAL_STEPS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def is_own_eye(referee: reference.Referee, point: tuple[int, int], color: str) -> bool:
    """The eye rule of light playouts, said once more: all neighbours are ours, and of the
    diagonals the opponent has none at the edge, at most one elsewhere."""
    if any(referee.stones.get(near) != color for near in referee.neighbours[point]):
        return False
    diagonals = [(point[0] + dx, point[1] + dy) for dx, dy in DIAGONAL_STEPS]
    enemies = sum(referee.stones.get(d) not in (None, color) for d in diagonals)
    at_edge = any(d not in referee.neighbours for d in diagonals)
    return enemies + at_edge < 2


def playable(referee: reference.Referee) -> set[tuple[int, int]]:
    color = referee.to_play
    return {p for p in referee.legal_points(color) if not is_own_eye(referee, p, color)}


def plain_referee(size: Size) -> reference.Referee:
    return reference.Referee(
        size.columns, size.rows, ko="SIMPLE", repetition="NONE", ko_pass=False, passes_to_end=2
    )


@settings(max_examples=60)
@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 10**6))
def test_playouts_are_legal_fill_no_own_eye_and_pass_only_when_they_must(
    columns: int, rows: int, seed: int
) -> None:
    board = Board(Size(columns, rows))
    referee = plain_referee(board.size)
    for point in sample_game(board, seed=seed):
        candidates = playable(referee)
        if point.is_pass:
            assert not candidates
        else:
            assert point in candidates
        referee.play(referee.to_play, None if point.is_pass else point)
    assert referee.over


def test_every_playable_point_is_equally_likely() -> None:
    # White's two-point eye space, a ko just taken and an edge: several kinds of points.
    board = Board.from_diagram(
        """
        . X O . .
        X . X O .
        . X O . .
        . . . . X
        """,
        to_play="W",
        rules="japanese",
    )
    board.play("B3")
    referee = plain_referee(board.size)
    start = board.start_position()
    referee.setup(start.stones("B"), start.stones("W"), "W")
    referee.play("W", Point.parse("B3"))
    expected = playable(referee)
    assert Point.parse("C3") not in expected  # the ko
    games = 12_000
    counts = Counter(sample_game(board, seed=3, number=n)[0] for n in range(games))
    assert set(counts) == expected
    mean = games / len(expected)
    chi_square = sum((counts[p] - mean) ** 2 / mean for p in expected)
    # 99.99 % of fair runs stay below this for up to 15 degrees of freedom.
    assert len(expected) <= 16
    assert chi_square < 45


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_a_seed_gives_the_same_result_on_any_number_of_threads(threads: int) -> None:
    board = Board("7x6", komi=2.5)
    board.play("C3")
    one = run_playouts(board, 1000, seed=11)
    many = run_playouts(board, 1000, seed=11, threads=threads)
    assert (one.games, one.black_wins, one.leads) == (many.games, many.black_wins, many.leads)
    assert np.array_equal(one.ownership, many.ownership)
    assert run_playouts(board, 1000, seed=12).leads != one.leads


def test_the_sums_are_those_of_the_sampled_games() -> None:
    board = Board("5x4", komi=0.5)
    result = run_playouts(board, 100, seed=5)
    leads: Counter[float] = Counter()
    owner = np.zeros((4, 5))
    moves = 0
    for number in range(100):
        replay = Board(board.size, Rules(repetition="NONE", ko_pass=False, komi=0.5))
        for point in sample_game(board, seed=5, number=number):
            replay.play(point)
            moves += 1
        score = replay.score()
        leads[score.lead] += 1
        owner += score.owner
    assert result.leads == leads
    assert result.mean_length == moves / 100
    assert np.allclose(result.ownership, owner / 100, atol=1e-6)
    assert result.score == pytest.approx(sum(k * n for k, n in leads.items()) / 100)
    assert result.black_wins == sum(n for k, n in leads.items() if k > 0)


def test_known_statistics_of_9x9() -> None:
    result = run_playouts(Board("9x9", komi=7.5), 20_000, seed=1)
    assert result.mean_length == pytest.approx(111, abs=0.5)
    assert result.black_win_rate == pytest.approx(0.42, abs=0.015)
    assert result.draws == 0
    assert result.evidence == "estimate"


def test_weights_steer_the_choice() -> None:
    board = Board("5x5")
    weights = np.ones((5, 5), dtype=int)
    weights[2, 2] = 24
    first: Counter[str] = Counter()
    flat = weights.reshape(-1).tolist()
    for number in range(4000):
        moves = _core.sample_playout(board, 1, number, black_weights=flat, white_weights=flat)
        first[str(board.point(moves[0]))] += 1
    assert first["C3"] / 4000 == pytest.approx(0.5, abs=0.04)
    assert len(first) == 25


def test_a_weight_of_zero_is_never_played() -> None:
    board = Board("4x4")
    only_left = np.zeros((4, 4), dtype=int)
    only_left[:, :2] = 1
    result = run_playouts(board, 200, seed=1, weights={"B": only_left, "W": only_left})
    assert (result.ownership[:, 3] == 0).all()
    assert (result.ownership[:, 0] != 0).any()


def test_equal_weights_play_like_no_weights() -> None:
    board = Board("6x6")
    weighted = run_playouts(board, 20_000, seed=1, weights={"B": 3, "W": 3})
    uniform = run_playouts(board, 20_000, seed=2)
    assert weighted.mean_length == pytest.approx(uniform.mean_length, rel=0.01)
    assert weighted.black_win_rate == pytest.approx(uniform.black_win_rate, abs=0.02)


def test_mercy_and_length_end_games_early() -> None:
    board = Board("9x9")
    full = run_playouts(board, 500, seed=1)
    assert run_playouts(board, 500, seed=1, mercy=15).mean_length < full.mean_length
    assert run_playouts(board, 500, seed=1, longest=20).mean_length == 20


def test_time_ends_a_run() -> None:
    result = run_playouts(Board("9x9"), 0, seconds=0.05)
    assert 64 <= result.games < 10_000_000


def test_amaf_and_flat_know_the_winning_move() -> None:
    # Black at E3 captures four stones.
    for method in ("amaf", "flat"):
        board = Board.from_diagram("..... / XXXX. / OOOO. / XXXX. / .....", komi=12.5)
        values = evaluate_moves(board, 6000, seed=2, method=method)  # type: ignore[arg-type]
        assert values.best_first(board)[0] == Point.parse("E3"), method
        assert 0 <= values.win_rate <= 1


def test_a_game_without_moves_is_two_passes() -> None:
    assert [str(p) for p in sample_game(Board("1x1"))] == ["pass", "pass"]
    result = run_playouts(Board("1x1", komi=0.5), 10)
    assert (result.white_wins, result.mean_length) == (10, 2)


def test_games_that_go_round_in_a_circle_end() -> None:
    # On 3x3 some games leave both sides with nothing but kos to retake.
    sums = _core.run_playouts(Board("3x3"), 5000, seed=1)
    assert 0 < sums.ended_by_length < 250
    assert _core.run_playouts(Board("9x9"), 5000, seed=1).ended_by_length == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"games": 0},
        {"games": -1},
        {"seconds": -1.0},
        {"weights": {"B": [[0.5]], "W": 1}},
        {"weights": {"B": -1, "W": 1}},
    ],
)
def test_senseless_wishes_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(GosekiError):
        run_playouts(Board("3x3"), **wrong)  # type: ignore[arg-type]


def test_a_callback_can_stop_a_run() -> None:
    def stop(progress: Progress) -> None:
        assert progress.share is not None
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        run_playouts(Board("9x9"), 10**9, progress=stop)
