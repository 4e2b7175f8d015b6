"""The 5x5 problems of "How to improve on a 5x5 board", judged by the solver.

A problem names first moves that are right and some that are wrong. The solver agrees if it
proves that a right move keeps the value of the position, and contradicts if it proves that
none does. Wrong moves need not lose: the book counts territory, and where that costs one
point, area often counts the same; the number of those that do not lose is printed.

The problems are not shipped: `python -m tests.judges.problems_5x5 1000000` reads them from
../shared/data and gives each question that many nodes.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from goseki import Board, Point
from goseki.coords import Size
from goseki.solver import solve

PROBLEMS = Path(__file__).parents[2] / "../shared/data/small-boards/problems-5x5.jsonl"
SIZE = Size(5, 5)

Verdict = Literal["agrees", "contradicts", "open"]


@dataclass(frozen=True)
class Problem:
    name: str
    board: Board
    right: list[Point]
    wrong: list[Point]


def read_problems() -> list[Problem]:
    return [_problem(json.loads(line)) for line in PROBLEMS.read_text().splitlines()]


def _problem(record: dict[str, Any]) -> Problem:
    def points(key: str) -> list[Point]:
        return [SIZE.from_sgf(text) for text in record.get(key, [])]

    board = Board(SIZE)
    board.setup(points("black"), points("white"), to_play=record["to_move"])
    return Problem(record["id"], board, points("correct"), points("wrong"))


def judge(problem: Problem, nodes: int, wrong: Counter[str] | None = None) -> Verdict:
    """Whether the solver agrees with a problem, each question limited to some nodes. What
    becomes of wrong moves is counted, if wanted."""
    root = solve(problem.board, nodes=nodes)
    if root.score is None:
        return "open"
    for point in problem.wrong if wrong is not None else ():
        wrong[_FATES[_keeps_value(problem.board, root.score, point, nodes)]] += 1
    kept = [_keeps_value(problem.board, root.score, point, nodes) for point in problem.right]
    if any(kept):
        return "agrees"
    return "open" if None in kept else "contradicts"


_FATES = {True: "keep the value", False: "lose", None: "are open"}


def _keeps_value(board: Board, score: float, point: Point, nodes: int) -> bool | None:
    """Whether a move keeps the value of a position, where that is proven. No move
    can do more."""
    child = board.copy()
    child.play(point)
    if board.to_play == "B":
        return solve(child, at_least=score, nodes=nodes).holds
    more = solve(child, at_least=score + 1, nodes=nodes).holds
    return None if more is None else not more


def main(arguments: list[str]) -> int:
    nodes = int(arguments[0]) if arguments else 1_000_000
    counts: Counter[Verdict] = Counter()
    wrong: Counter[str] = Counter()
    for problem in read_problems():
        start = time.perf_counter()
        verdict = judge(problem, nodes, wrong)
        counts[verdict] += 1
        print(f"{problem.name} {verdict:12} {time.perf_counter() - start:7.1f} s", flush=True)
    print(f"{sum(counts.values())} problems, {nodes:,} nodes a question: {_listed(counts)}")
    print(f"wrong moves: {_listed(wrong)}")
    return 1 if counts["contradicts"] else 0


def _listed(counts: Counter[Any]) -> str:
    return ", ".join(f"{count} {what}" for what, count in counts.most_common())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
