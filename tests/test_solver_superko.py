"""Go under superko: known values, a reference that spells histories out, honest guesses."""

import random

import pytest

from goseki import Board, GosekiError
from goseki.solver import solve, solve_as_thesis
from tests.judges.exact_superko import SuperkoGame

pytestmark = pytest.mark.core


@pytest.mark.parametrize("ko", ["ssk", "psk"])
@pytest.mark.parametrize(("size", "score", "first"), [("2x2", 1, "A1"), ("3x3", 9, "B2")])
def test_published_values(size: str, score: int, first: str, ko: str) -> None:
    result = solve(Board(size), ko=ko)  # type: ignore[arg-type]
    assert (result.score, result.lower, result.upper) == (score, score, score)
    assert result.evidence == "proven"
    after = Board(size)
    after.play(result.best[0])
    expected = Board(size)
    expected.play(first)
    assert any(after.transformed(s).stones("B") == expected.stones("B") for s in after.symmetries)


@pytest.mark.parametrize("ko", ["ssk", "psk"])
def test_three_by_four_needs_histories(ko: str) -> None:
    assert solve(Board("4x3"), ko=ko, at_least=4).holds is True  # type: ignore[arg-type]


def test_three_by_four_is_four_under_ssk() -> None:
    result = solve(Board("4x3"), ko="ssk")
    assert (result.score, result.evidence) == (4, "proven")


@pytest.mark.parametrize("ko_pass", [True, False])
@pytest.mark.parametrize("ko", ["ssk", "psk"])
@pytest.mark.parametrize("size", [(1, 1), (2, 1), (3, 1), (4, 1), (2, 2)], ids=str)
def test_every_position_agrees_with_the_reference(
    size: tuple[int, int], ko: str, ko_pass: bool
) -> None:
    game = SuperkoGame(*size, ko, ko_pass=ko_pass)
    for number, board in game.positions():
        result = solve(board, ko=ko)  # type: ignore[arg-type]
        assert result.score == game.value(number), board
        assert result.evidence == "proven"


def test_every_position_of_a_longer_strip_agrees_under_psk() -> None:
    game = SuperkoGame(5, 1, "psk")
    for number, board in game.positions():
        assert solve(board, ko="psk").score == game.value(number), board


def test_some_positions_of_a_longer_strip_agree_under_ssk() -> None:
    """All of them do: `python -m tests.judges.exact_superko`, which takes minutes."""
    game = SuperkoGame(5, 1, "ssk")
    numbered = [(n, b) for n, b in game.positions() if len(b.stones("B") + b.stones("W")) == 3]
    for number, board in numbered[::40]:
        assert solve(board, ko="ssk").score == game.value(number), board


@pytest.mark.parametrize("ko", ["ssk", "psk"])
def test_the_thesis_search_agrees_on_random_positions(ko: str) -> None:
    rng = random.Random(8)
    for _ in range(6):
        board = Board("3x2")
        for _ in range(rng.randint(0, 5)):
            board.play(rng.choice(board.legal_points().tolist() or [-1]))
            if board.is_over:
                break
        fresh = Board("3x2")
        fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
        score = solve(fresh, ko=ko).score  # type: ignore[arg-type]
        thesis = solve_as_thesis(fresh, ko=ko, nodes=200_000)  # type: ignore[arg-type]
        assert score is not None
        assert thesis.lower <= score <= thesis.upper


@pytest.mark.parametrize("ko", ["ssk", "psk"])
def test_symmetries_and_colour_swap_keep_the_value(ko: str) -> None:
    board = Board.from_diagram("X.O/.X.")
    score = solve(board, ko=ko).score  # type: ignore[arg-type]
    assert score is not None
    for symmetry in (1, 4, 6):
        turned = board.transformed(symmetry)
        assert solve(turned, ko=ko).score == score  # type: ignore[arg-type]
    swapped = board.transformed(0, swap_colors=True)
    assert solve(swapped, ko=ko).score == -score  # type: ignore[arg-type]


def test_komi_moves_the_score_and_nothing_else() -> None:
    assert solve(Board("2x2", komi=0.5), ko="ssk").score == 0.5
    assert solve(Board("2x2", komi=3), ko="psk").score == -2


def test_the_approximation_is_never_called_proven() -> None:
    for result in (
        solve(Board("2x2"), ko="ssk-approx"),
        solve_as_thesis(Board("2x2"), ko="ssk-approx"),
        solve(Board("3x3"), ko="ssk-approx"),
    ):
        assert result.evidence == "estimate"
        assert result.score is not None
        assert result.lower < result.score or result.upper > result.score
    asked = solve(Board("2x2"), ko="ssk-approx", at_least=1)
    assert (asked.evidence, asked.holds) == ("estimate", True)


@pytest.mark.parametrize("ko", ["ssk", "psk", "ssk-approx"])
def test_a_limit_leaves_the_answer_open(ko: str) -> None:
    result = solve(Board("4x4"), ko=ko, nodes=2000)  # type: ignore[arg-type]
    assert (result.score, result.evidence) == (None, "unknown")
    assert result.nodes < 20_000


def test_an_unknown_ko_mode_is_refused() -> None:
    with pytest.raises(GosekiError, match="unknown ko mode 'superko'"):
        solve(Board("2x2"), ko="superko")  # type: ignore[arg-type]
