"""Go on small boards: known values, an independent table, and honest unknowns."""

import functools
import random

import pytest

from goseki import Board, GosekiError, Rules, _core
from goseki.coords import Size
from goseki.reference import Referee
from goseki.solver import solve, solve_capture
from tests.judges.exact_go import Graph, Scores, as_board, askable

pytestmark = pytest.mark.core


@pytest.mark.parametrize(
    ("size", "ko", "score"),
    [
        ("2x2", "basic", 0),  # van der Werf 2004, table 5.1
        ("2x2", "cycle", 0),
        ("3x3", "basic", 9),
        ("3x3", "cycle", 9),
        ("3x1", "basic", 3),
        ("4x1", "basic", 0),
        ("5x1", "cycle", 0),
        ("4x2", "basic", 8),
        ("4x3", "cycle", 4),
        ("5x3", "basic", 15),
        ("3x5", "cycle", 15),
    ],
)
def test_known_values(size: str, ko: str, score: int) -> None:
    result = solve(Board(size), ko=ko)  # type: ignore[arg-type]
    assert (result.score, result.lower, result.upper) == (score, score, score)
    assert result.evidence == "proven"


@functools.cache
def exact_scores(size: str) -> Scores:
    return Scores(Size.parse(size))


@pytest.mark.parametrize("size", ["4x1", "5x1", "2x2", "2x3"])
@pytest.mark.parametrize("ko", ["basic", "cycle"])
def test_every_situation_agrees_with_the_independent_table(size: str, ko: str) -> None:
    scores = exact_scores(size)
    assert not scores.uncertain.any()
    for number in askable(scores.graph).tolist():
        board = as_board(scores.graph, number)
        result = solve(board, ko=ko)  # type: ignore[arg-type]
        assert result.score == getattr(scores, ko)[number], board
        assert result.evidence == "proven"


@pytest.mark.parametrize("ko", ["basic", "cycle"])
def test_random_situations_of_3x3_agree_with_the_independent_table(ko: str) -> None:
    scores = exact_scores("3x3")
    numbers = askable(scores.graph)
    with_ko = numbers[scores.graph.situations.ko[numbers] >= 0]
    rng = random.Random(9)
    for number in [*rng.sample(numbers.tolist(), 60), *rng.sample(with_ko.tolist(), 20)]:
        board = as_board(scores.graph, number)
        assert solve(board, ko=ko).score == getattr(scores, ko)[number], board  # type: ignore[arg-type]


def test_a_stone_that_fills_an_own_liberty_is_no_pass() -> None:
    """If Black passes, White A2 leaves his block one liberty, B2, and White has the whole board.
    If Black fills B2 himself, A2 captures six stones at once, and Black plays where they stood.
    So B2 belongs to the zone of A2; outside it, Black's stone there would count as a pass."""
    board = Board.from_diagram(".OX/..X/XXX", rules=Rules(passes_to_end=2, ko_pass=True))
    assert solve(board, ko="basic").score == -3


@pytest.mark.parametrize("ko", ["basic", "cycle"])
def test_a_score_that_rests_on_a_repetition_is_found_soon(ko: str) -> None:
    """What is open on one path is decided by a repetition on another."""
    board = Board.from_diagram("XO.\n.XO\nOXO\n..X", to_play="W")
    assert solve(board, ko=ko, nodes=200_000).score == -2  # type: ignore[arg-type]


@pytest.mark.parametrize("size", ["2x3", "5x1"])
def test_the_table_plays_as_the_reference_does(size: str) -> None:
    graph = Graph(Size.parse(size))
    for number in range(graph.end):
        referee = as_referee(graph, number)
        color = referee.to_play
        after = set()
        for point in (*referee.legal_points(color), None):
            child = referee.copy()
            child.play(color, point)
            after.add(describe_referee(child))
        stops = graph.stop[graph.start == number].tolist()
        assert {describe_referee(as_referee(graph, stop)) for stop in stops} == after


def as_referee(graph: Graph, number: int) -> Referee:
    situations, positions = graph.situations, graph.positions
    size = positions.size
    referee = Referee(*size, repetition="NONE")
    masks = (positions.black, positions.white)
    referee.setup(
        *(
            [tuple(size.point(i)) for i in range(size.points) if mask >> i & 1]
            for mask in (int(side[situations.position[number]]) for side in masks)
        ),
        to_play="W" if situations.white_to_move[number] else "B",
    )
    ko = int(situations.ko[number])
    referee.ko_point = None if ko < 0 else tuple(size.point(ko))
    referee.passes = int(situations.passes[number])
    referee.passes_needed = int(situations.needed[number])
    referee.over = referee.passes >= referee.passes_needed
    return referee


def describe_referee(referee: Referee) -> object:
    if referee.over:  # who would be to move does not matter
        return referee.position_key()
    return referee.situation_key(), referee.passes_needed


def random_position(rng: random.Random, size: str, moves: int) -> Board:
    board = Board(size)
    for _ in range(moves):
        if board.is_over:
            break
        board.play(rng.choice(board.legal_points().tolist() or [-1]))
    fresh = Board(size)
    fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
    return fresh


@pytest.mark.parametrize("ko", ["basic", "cycle"])
def test_symmetries_and_colour_swap_keep_the_value(ko: str) -> None:
    rng = random.Random(4)
    for _ in range(6):
        board = random_position(rng, "3x3", rng.randint(1, 6))
        score = solve(board, ko=ko).score  # type: ignore[arg-type]
        assert score is not None
        turned = board.transformed(rng.randrange(8))
        assert solve(turned, ko=ko).score == score  # type: ignore[arg-type]
        swapped = board.transformed(swap_colors=True)
        assert solve(swapped, ko=ko).score == -score  # type: ignore[arg-type]


@pytest.mark.parametrize("ko", ["basic", "cycle"])
def test_what_a_limit_leaves_agrees_with_every_image(ko: str) -> None:
    rng = random.Random(11)
    for size in ("4x3", "3x5", "4x4", "5x5"):
        for _ in range(3):
            points = Board(size).size.points
            board = random_position(rng, size, rng.randint(points // 2, points))
            results = []
            for symmetry in board.symmetries:
                for sign in (1, -1):
                    image = board.transformed(symmetry, swap_colors=sign < 0)
                    found = solve(image, ko=ko, nodes=3000)  # type: ignore[arg-type]
                    results.append(sorted((sign * found.lower, sign * found.upper)))
            # Whatever was proven of one is true of all.
            assert max(low for low, _ in results) <= min(high for _, high in results), board


def test_colour_swap_takes_the_komi_along() -> None:
    board = Board.from_diagram("X../.O./...", komi=1.5)
    swapped = board.transformed(swap_colors=True)
    swapped.rules = Rules(komi=-1.5)
    score = solve(board).score
    assert score is not None
    assert solve(swapped).score == -score


def test_komi_is_taken_off() -> None:
    assert solve(Board("3x3", komi=2.5)).score == 6.5
    assert solve(Board("4x3", komi=-1)).score == 5


def test_where_two_passes_always_end_the_game_a_ko_cannot_be_retaken_after_them() -> None:
    # Black B1, White C1, Black takes from D1, and now White must not retake. If two passes
    # end the game, Black has everything; if a third is needed, the ko goes on for ever.
    assert solve(Board("4x1", Rules(ko_pass=False)), ko="basic").score == 4
    assert solve(Board("4x1", Rules(ko_pass=True)), ko="basic").score == 0


def test_the_line_is_legal_and_begins_with_the_best_move() -> None:
    board = Board("3x3")
    result = solve(board)
    assert [str(point) for point in result.best] == ["B2"]
    assert result.pv[0] == result.best[0]
    for point in result.pv:
        board.play(point)


def test_openings_give_every_move_its_value() -> None:
    result = solve(Board("3x3"), openings=True)
    values = {str(point): opening.score for point, opening in result.openings.items()}
    assert len(values) == 9
    assert values["B2"] == 9
    assert values["A1"] == values["C3"] == -9
    assert values["B1"] == values["A2"] == 3
    assert max(value for value in values.values() if value is not None) == result.score


@pytest.mark.parametrize(("at_least", "holds"), [(4, True), (5, False), (3.5, True), (-12, True)])
def test_at_least_asks_one_question(at_least: float, holds: bool) -> None:
    result = solve(Board("4x3"), at_least=at_least)
    assert result.holds is holds
    assert result.evidence == "proven"


@pytest.mark.parametrize(("ko", "score"), [("basic", 1), ("cycle", 2)])
def test_threads_that_share_a_table_find_the_same(ko: str, score: int) -> None:
    for threads in (2, 3):
        result = solve(Board("4x4"), ko=ko, threads=threads, memory=1 << 24)  # type: ignore[arg-type]
        assert (result.score, result.evidence) == (score, "proven")


def test_threads_share_the_limit_of_nodes() -> None:
    result = solve(Board("5x5"), at_least=25, nodes=1_000_000, threads=2)
    assert (result.holds, result.evidence) == (None, "unknown")
    # The limit is for all of them, and looked at many times a second.
    assert 1_000_000 <= result.nodes <= 5_000_000


def test_a_limit_leaves_proven_bounds_and_says_unknown() -> None:
    for limit in ({"nodes": 2000}, {"seconds": 0.05}):
        result = solve(Board("5x5"), **limit)  # type: ignore[arg-type]
        assert result.score is None
        assert result.evidence == "unknown"
        assert -25 <= result.lower < result.upper <= 25
        asked = solve(Board("5x5"), at_least=25, **limit)  # type: ignore[arg-type]
        assert (asked.holds, asked.evidence) == (None, "unknown")


def test_a_ko_just_taken_is_part_of_the_position() -> None:
    # White may not retake from C1; were he allowed to, Black would not have it all.
    after_ko = Board("4x1", Rules(ko_pass=False))
    for move in ("B1", "C1", "D1"):
        after_ko.play(move)
    assert str(after_ko.ko) == "C1"
    free = Board("4x1", Rules(ko_pass=False))
    free.setup(after_ko.stones("B"), after_ko.stones("W"), to_play="W")
    assert solve(after_ko, ko="basic").score == 4
    free_score = solve(free, ko="basic").score
    assert free_score is not None
    assert free_score < 4


def test_unknown_modes_are_refused() -> None:
    with pytest.raises(GosekiError, match="unknown ko mode 'triple'"):
        solve(Board("2x2"), ko="triple")  # type: ignore[arg-type]


def test_a_question_takes_the_same_course_whatever_was_asked_before() -> None:
    solver = _core.GoSolver(4, 3, 1 << 22)
    nodes = []
    for threshold in (4, 5, 4):
        before = solver.nodes
        solver.prove(Board("4x3"), True, threshold, False, True)
        nodes.append(solver.nodes - before)
    assert nodes[0] == nodes[2] > 20_000


def test_the_table_stays_within_its_memory() -> None:
    for memory in (1 << 16, 1 << 18):
        solver = _core.GoSolver(4, 3, memory)
        solver.prove(Board("4x3"), True, 5, False, True)
        assert solver.table_use > 0.4
        assert 0.95 * memory < solver.table_bytes <= memory
    for memory in (1 << 17, 3_000_000, 1 << 24):
        assert 0.95 * memory < solve(Board("5x5"), nodes=1, memory=memory).table_bytes <= memory
        found = solve_capture(Board("5x5"), nodes=1, memory=memory)
        assert 0.95 * memory < found.table_bytes <= memory
