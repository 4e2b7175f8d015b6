"""The Go solver against published values and problems, where those are at hand."""

import json
from collections import Counter
from pathlib import Path

import pytest

from goseki import Board, solve
from tests.judges.problems_5x5 import PROBLEMS, judge, read_problems

pytestmark = pytest.mark.core

VALUES = Path(__file__).parents[1] / "../shared/data/small-boards/solved-values.json"
NODES = 10_000


@pytest.mark.skipif(
    not PROBLEMS.exists(), reason="the problems are not there: ../shared/data/small-boards"
)
def test_no_problem_is_contradicted_and_the_easy_ones_are_confirmed() -> None:
    verdicts = Counter(judge(problem, NODES) for problem in read_problems())
    assert verdicts.total() == 53
    assert verdicts["contradicts"] == 0
    assert verdicts["agrees"] >= 10


# Left out are 1x4 and 2x2, whose published values rest on superko, and what takes longer.
@pytest.mark.skipif(
    not VALUES.exists(), reason="the values are not there: ../shared/data/small-boards"
)
@pytest.mark.parametrize(
    "size", ["1x1", "1x2", "1x3", "1x5", "1x6", "1x7", "2x3", "2x4", "2x5", "2x6", "3x3", "3x4"]
)
def test_published_values_are_proven(size: str) -> None:
    published = json.loads(VALUES.read_text())["values"][size]
    result = solve(Board(size))
    assert (result.score, result.evidence) == (published["best"], "proven")


@pytest.mark.skipif(
    not VALUES.exists(), reason="the values are not there: ../shared/data/small-boards"
)
@pytest.mark.parametrize("size", ["1x3", "2x4", "2x5", "3x3"])
def test_published_values_of_openings_are_proven(size: str) -> None:
    published = json.loads(VALUES.read_text())["values"][size]
    expected = {published[key] for key in ("best", "second", "third") if key in published}
    values = {opening.score for opening in solve(Board(size), openings=True).openings.values()}
    assert values == expected
