"""Go as the thesis solved it: its tables, and that each part changes the cost, not the answer."""

import contextlib
import csv
import io
import json
import math
import random
from pathlib import Path

import pytest

from goseki import Board, GosekiError
from goseki.cli import main
from goseki.experiments import solve_go
from goseki.solver import solve, solve_as_thesis
from goseki.solver.thesis import PARTS

pytestmark = pytest.mark.core


@pytest.mark.parametrize(
    ("size", "ko", "score", "depth"),
    [
        ("2x2", "basic", 0, 5),  # van der Werf 2004, table 5.1
        ("2x2", "cycle", 0, 5),
        ("2x2", "ssk", 1, 11),
        ("2x2", "psk", 1, 11),
        ("3x3", "basic", 9, 11),
        ("3x3", "cycle", 9, 11),
        ("3x3", "ssk", 9, 11),
    ],
)
def test_scores_and_depths_of_the_thesis(size: str, ko: str, score: int, depth: int) -> None:
    result = solve_as_thesis(Board(size), ko=ko)  # type: ignore[arg-type]
    assert (result.score, result.value, result.depth) == (score, score, depth)
    assert (result.lower, result.upper, result.evidence) == (score, score, "proven")


@pytest.mark.parametrize(("ko", "score"), [("cycle", 2), ("basic", 1)])
def test_four_by_four(ko: str, score: int) -> None:
    """The first search finds the lower bound, the second, with another komi, the upper."""
    result = solve_as_thesis(Board("4x4"), ko=ko)  # type: ignore[arg-type]
    assert (result.score, result.evidence, result.depth) == (score, "proven", 21)
    assert result.depth_nodes < 3 * 700_000  # the thesis's figure, give or take
    assert str(result.best[0]) in {"B2", "B3", "C2", "C3"}
    assert result.nodes > result.depth_nodes


def test_nodes_are_about_those_of_the_thesis() -> None:
    for (size, ko), published in solve_go.PUBLISHED.items():
        if size in ("2x2", "3x3"):
            result = solve_as_thesis(Board(size), ko=ko)
            assert abs(math.log10(result.depth_nodes) - published.log_nodes) < math.log10(3)
            assert result.depth == published.depth


@pytest.mark.parametrize("part", PARTS)
def test_without_a_part_the_answer_is_the_same(part: str) -> None:
    full = solve_as_thesis(Board("3x3"))
    less = solve_as_thesis(Board("3x3"), without=[part])
    assert (less.score, less.evidence, less.without) == (9, "proven", (part,))
    assert less.nodes != full.nodes
    small = solve_as_thesis(Board("3x2"), without=PARTS, nodes=300_000)
    assert small.lower <= solve(Board("3x2")).score <= small.upper  # type: ignore[operator]


def test_without_territory_the_search_is_two_plies_deeper() -> None:
    assert solve_as_thesis(Board("3x3"), without=["ut"]).depth == 13  # table 5.2


@pytest.mark.parametrize("ko", ["basic", "cycle"])
@pytest.mark.parametrize("komi", [0, 1.5, -2])
def test_it_agrees_with_the_default_search(ko: str, komi: float) -> None:
    """Its bounds hold everywhere and meet nearly everywhere."""
    rng = random.Random(17)
    met = 0
    for _ in range(12):
        board = Board("3x3")
        for _ in range(rng.randint(0, 7)):
            board.play(rng.choice(board.legal_points().tolist() or [-1]))
            if board.is_over:
                break
        fresh = Board("3x3", komi=komi)
        fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
        score = solve(fresh, ko=ko).score  # type: ignore[arg-type]
        result = solve_as_thesis(fresh, ko=ko, nodes=100_000)  # type: ignore[arg-type]
        assert score is not None
        assert result.lower <= score <= result.upper, fresh
        met += result.score is not None
    assert met >= 9


def test_a_bound_alone_is_not_a_score() -> None:
    result = solve_as_thesis(Board("4x3"), until=1)
    assert result.lower >= 1
    assert (result.score, result.upper, result.evidence) == (None, 12, "unknown")


@pytest.mark.parametrize("limit", [{"nodes": 3000}, {"seconds": 0.05}, {"max_depth": 5}])
def test_a_limit_leaves_the_answer_open(limit: dict[str, float]) -> None:
    result = solve_as_thesis(Board("5x5"), **limit)  # type: ignore[arg-type]
    assert (result.score, result.evidence) == (None, "unknown")
    assert (result.lower, result.upper) == (-25, 25)
    if "seconds" not in limit:  # how far a moment reaches depends on the machine
        assert result.deepest >= 1


def test_the_same_nodes_every_time() -> None:
    assert solve_as_thesis(Board("4x3")).nodes == solve_as_thesis(Board("4x3")).nodes


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"without": ["pvs"]}, "no part 'pvs'"),
        ({"ko": "none"}, "unknown ko mode 'none'"),
        ({"weights": [1, 2]}, "5 weights, not 2"),
        ({"max_depth": 0}, "from 1 to 100"),
        ({"nodes": 0}, "nodes must be from 1"),
    ],
)
def test_bad_questions(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(GosekiError, match=complaint):
        solve_as_thesis(Board("3x3"), **options)  # type: ignore[arg-type]


def test_boards_too_large_are_refused() -> None:
    with pytest.raises(GosekiError, match="more than 33"):
        solve_as_thesis(Board("6x6"))


def run(*arguments: str) -> tuple[int, str]:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(out):
        status = main(["solve", *arguments])
    return status, out.getvalue()


def test_the_command() -> None:
    status, text = run("3x3", "--method", "thesis", "--without", "etc,killers", "--json")
    facts = json.loads(text)
    assert status == 0
    assert (facts["score"], facts["evidence"], facts["method"]) == (9, "proven", "thesis")
    assert (facts["depth"], facts["without"]) == (11, ["etc", "killers"])
    assert "from depth 11 on" in run("3x3", "--method", "thesis")[1]
    assert "+1: proven (ssk ko, scoring of van der Werf 2004)" in run("2x2", "--ko", "ssk")[1]
    assert "may be +1: estimate" in run("2x2", "--ko", "ssk-approx")[1]
    assert "yes, believed" in run("2x2", "--ko", "ssk-approx", "--at-least", "1")[1]
    status, text = run("3x3", "--game", "capture", "--method", "thesis", "--json")
    assert (status, json.loads(text)["winner"]) == (0, "B")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--without", "etc"], "--without has no meaning with --method default"),
        (["--method", "thesis", "--at-least", "3"], "has no meaning with --method thesis"),
        (["--method", "thesis", "--openings"], "has no meaning with --method thesis"),
        (["--method", "thesis", "--without", "x"], "no part 'x'"),
    ],
)
def test_contradictory_options(arguments: list[str], complaint: str) -> None:
    status, text = run("3x3", *arguments)
    assert status == 2
    assert complaint in text


def test_the_experiment(tmp_path: Path) -> None:
    written = solve_go.run(tmp_path / "out", boards=("2x2", "3x3"), seconds=30)
    text = written.page.read_text()
    assert not written.interrupted
    for words in ("table 5.1", "table 5.2", "table 5.3", "solve-capture"):
        assert words in text
    assert "| 3x3 | cycle | thesis | B2 | +9 | - | 11 | 3.5 |" in text
    assert "| the same search here | B2 | +9 | proven | 11 |" in text
    for plot in ("nodes.png", "reductions.png"):
        assert (written.page.parent / plot).read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader((written.page.parent / "runs.csv").read_text().splitlines()))
    assert len(rows) == written.runs == 24
    with pytest.raises(GosekiError, match="exists already"):
        solve_go.run(tmp_path / "out", boards=("2x2",))


def test_an_interrupted_experiment_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = solve_go.make_run
    count = 0

    def stop_at_the_third(task: solve_go.Task, progress: object) -> solve_go.Run | None:
        nonlocal count
        count += 1
        return None if count == 3 else made(task)

    monkeypatch.setattr(solve_go, "make_run", stop_at_the_third)
    broken = solve_go.run(tmp_path, boards=("2x2",))
    assert (broken.interrupted, broken.runs) == (True, 2)
    assert "Interrupted" in broken.page.read_text()
    whole = solve_go.run(tmp_path, boards=("2x2",), resume=True)
    assert (whole.interrupted, whole.runs, count) == (False, 8, 9)
    assert "Interrupted" not in whole.page.read_text()
    (tmp_path / solve_go.RUNS_FILE).write_text("{}\n")
    with pytest.raises(GosekiError, match=r"runs.jsonl: line 1 is damaged, or this is no ledger"):
        solve_go.run(tmp_path, boards=("2x2",), resume=True)


def test_an_unknown_board_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GosekiError, match="unknown board '9x9'"):
        solve_go.run(tmp_path, boards=("9x9",))
