"""The weights of `core/tactics/prior.h`: which moves of a fight strong players would choose.

    python -m goseki.learn.tactics_prior PROBLEMS.jsonl.xz --out HEADER --without MEASURED.jsonl

Solution trees say which moves near the target are right, and how wrong ones are refuted. A softmax
over the properties of these moves is fitted to that by Newton's method, one for the target's owner
and one for the attacker. Problems `--without` which it is to be measured are left out, with all
that look like them.

The properties are worked out here once more, in Python: a slip would cost speed and no proof.

The weights that ship were fitted to the same choices by a forerunner of this, which looked at the
properties in the core, and took as moves those that the search finds useful. So a run gives
weights like them, not the same.
"""

from __future__ import annotations

import argparse
import json
import lzma
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from goseki.board import Board
from goseki.coords import Color, Point, opponent
from goseki.files import write_file
from goseki.records import parse_sgf
from goseki.sgf import Node
from goseki.tactics.fight import as_fought
from goseki.tactics.problem import Problem, problem_of_record, read_problems
from goseki.tactics.target import find_targets

VALUES = (20, 9, 3, 12, 10, 7, 5, 4)
"""How many values each property has."""
DEEPEST = 8
"""Moves of a tree that are looked at."""
SCALE = 8.0
"""What the search adds for a factor of e."""
RIDGE = 2.0
STEPS = 12

Choice: TypeAlias = tuple[bool, npt.NDArray[np.int64], int, float]
"""Whether the owner plays, the properties of each move, which one is chosen, and its weight."""
Look: TypeAlias = tuple[tuple[tuple[int, int], ...], ...]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--without", type=Path, action="append")
    options = parser.parse_args()
    with lzma.open(options.problems, "rt") as lines:
        records = [json.loads(line) for line in lines]
    looks = {_look(problem) for problem in _measured(options.without or [])}
    found: list[Choice] = []
    for record in records:
        if record["type"] == "life_and_death" and record.get("tree") and record["size"] == 19:
            problem = problem_of_record(record)
            if _look(problem) not in looks:
                found += choices(problem, record["tree"])
    owners, attackers = ([c for c in found if c[0] is is_own] for is_own in (True, False))
    print(f"{len(owners)} choices of owners, {len(attackers)} of attackers")
    text = _header({"kOwnersWeights": fit(owners), "kAttackersWeights": fit(attackers)})
    write_file(options.out, text.encode(), force=True)


def _measured(paths: list[Path]) -> Iterator[Problem]:
    for path in paths:
        yield from (p for p in read_problems(path) if isinstance(p, Problem))


def _look(problem: Problem) -> Look:
    """The same for problems that are alike but for symmetry and colours."""
    board = problem.board
    both = [[(p.column, p.row) for p in board.stones(color)] for color in ("B", "W")]
    turns: list[Callable[[int, int], tuple[int, int]]] = [lambda x, y: (x, y), lambda x, y: (y, x)]
    columns, rows = board.size
    looks = []
    for turn in turns:
        for x_side in (0, columns - 1):
            for y_side in (0, rows - 1):
                sides = [
                    tuple(sorted(turn(abs(x_side - x), abs(y_side - y)) for x, y in stones))
                    for stones in both
                ]
                looks += [tuple(sides), tuple(reversed(sides))]
    return min(looks)


# -- what is chosen ---------------------------------------------------------------------------


def choices(problem: Problem, tree: str) -> Iterator[Choice]:
    """What a solution tree says: right moves of the side to move, and the answers to its moves."""
    mover, board = problem.to_play, problem.board
    if mover is None:
        return
    targets = find_targets(board, mover)
    if not targets:
        return
    color = targets[0].color
    root = parse_sgf(f"(;SZ[19]{tree})")[0].root

    def visit(board: Board, node: Node, last: Point | None, depth: int) -> Iterator[Choice]:
        turn = board.to_play
        follows = [(p, child) for child in node.children if (p := _move(board, child, turn))]
        if depth > DEEPEST or board.at(targets[0].stone) != color:
            return
        right = [(p, child) for p, child in follows if _is_right(child)]
        wrong = [(p, child) for p, child in follows if not _is_right(child)]
        good = right if turn == mover else wrong or right
        moves = near_target(board, targets[0].stone)
        for point, _ in good:
            if point in moves and len(moves) > 1:
                rows = np.array([properties(board, targets[0].stone, p, last) for p in moves])
                yield turn == color, rows, moves.index(point), 1 / len(good)
        for point, child in follows:
            after = board.copy()
            after.play(point)
            yield from visit(after, child, point, depth + 1)

    yield from visit(as_fought(board, mover), root, None, 0)


def _move(board: Board, node: Node, turn: Color) -> Point | None:
    value = node.get(turn)
    if value is None or len(value) != 2:
        return None
    point = board.size.from_sgf(value)
    return point if not point.is_pass and board.is_legal(point) else None


def _is_right(variation: Node) -> bool:
    return any("RIGHT" in (node.get("C") or "") for node in variation.walk())


def near_target(board: Board, stone: Point) -> list[Point]:
    """The legal moves within two steps of the target through what is not the attacker's."""
    color = board.at(stone)
    assert color is not None
    area = set(board.block(stone))
    for _ in range(2):
        for point in [q for p in area for q in _beside(board, p)]:
            if board.at(point) == color:
                area.update(board.block(point))
            elif board.at(point) is None:
                area.add(point)
    return sorted(p for p in area if board.at(p) is None and board.is_legal(p))


def _beside(board: Board, point: Point) -> list[Point]:
    return [p for p in _around(board, point) if p.column == point.column or p.row == point.row]


def _around(board: Board, point: Point) -> list[Point]:
    """Beside it and diagonal."""
    x, y = point.column, point.row
    spots = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    columns, rows = board.size
    return [Point(a, b) for a, b in spots if 0 <= a < columns and 0 <= b < rows]


def properties(board: Board, stone: Point, point: Point, last: Point | None) -> list[int]:
    """As `Prior::Moves::properties_of` has them."""
    own, other = board.to_play, opponent(board.to_play)
    owner = board.at(stone)
    near = _beside(board, point)
    diagonal = [p for p in _around(board, point) if p not in near]
    block, liberties = {point}, {p for p in near if board.at(p) is None}
    atari, takes = 0, False
    for theirs in {tuple(board.block(p)) for p in near if board.at(p) == other}:
        count = len(board.liberties(theirs[0]))
        if count == 1:
            takes = True
            liberties.update(p for p in near if p in theirs)
        elif count == 2:
            atari = max(atari, min(len(theirs), 2))
    mine = {tuple(board.block(p)) for p in near if board.at(p) == own}
    for stones in mine:
        block.update(stones)
        liberties.update(board.liberties(stones[0]))
    count = len(liberties - {point})

    def of(points: list[Point], color: Color, most: int) -> int:
        return min(sum(board.at(p) == color for p in points), most)

    first = set(board.liberties(stone))
    room = [
        p
        for p in near
        if board.at(p) is None
        and (p in first or not first.isdisjoint(_beside(board, p)))
        and all(board.at(q) in (None, owner) for q in _beside(board, p))
    ]
    x, y = (
        min(place, length - 1 - place, 3)
        for place, length in zip((point.column, point.row), board.size, strict=True)
    )
    low, high = sorted((x, y))
    way = 0
    if last is not None:
        apart = (point.column - last.column) ** 2 + (point.row - last.row) ** 2
        way = {1: 1, 2: 2, 4: 3, 5: 4, 8: 5, 9: 5}.get(apart, 6)
    return [
        of(near, own, 3) * 5 + of(near, other, 4),
        of(diagonal, own, 2) * 3 + of(diagonal, other, 2),
        atari,
        (min(len(block), 3) - 1 if count <= 1 else min(count, 4) + 1) + 6 * takes,
        (0, 4, 7, 9)[low] + high - low,
        way,
        min(len(room), 4),
        min(len(mine), 3),
    ]


# -- the fit ----------------------------------------------------------------------------------


def fit(found: list[Choice]) -> npt.NDArray[np.int64]:
    """The weights that make the choices likeliest, in units of the search."""
    starts = np.concatenate([[0], np.cumsum(VALUES)[:-1]])
    size = sum(VALUES)
    rows = np.concatenate([properties + starts for _, properties, _, _ in found])
    ones = np.zeros((len(rows), size), dtype=np.float32)
    ones[np.arange(len(rows))[:, None], rows] = 1.0
    lengths = np.array([len(properties) for _, properties, _, _ in found])
    begins = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    of = np.repeat(np.arange(len(found)), lengths)
    chosen = begins + [choice for _, _, choice, _ in found]
    weight = np.array([w for _, _, _, w in found])
    weights = np.zeros(size)
    for _ in range(STEPS):
        values = ones @ weights
        odds = np.exp(values - np.maximum.reduceat(values, begins)[of])
        odds /= np.add.reduceat(odds, begins)[of]
        mean = np.add.reduceat(ones * odds[:, None], begins)
        slope = (ones[chosen] - mean).T @ weight - RIDGE * weights
        spread: Any = (ones * (odds * weight[of])[:, None]).T @ ones
        spread = spread - (mean * weight[:, None]).T @ mean + RIDGE * np.eye(size)
        weights += np.linalg.solve(spread, slope)
    print(f"surprise {-np.log(odds[chosen]).mean():.3f}, blindly {np.log(lengths).mean():.3f}")
    return np.rint(SCALE * weights).astype(np.int64)


def _header(weights: dict[str, npt.NDArray[np.int64]]) -> str:
    ends = np.cumsum(VALUES)[:-1]
    tables = []
    for name, table in weights.items():
        lines = [", ".join(map(str, part)) for part in np.split(table, ends)]
        values = ",\n    ".join(lines)
        tables.append(
            f"inline constexpr std::array<int, {sum(VALUES)}> {name} = {{\n    {values}}};\n"
        )
    listed = ", ".join(map(str, VALUES))
    return f"""\
// The weights of prior.h, a line for each property. Made by goseki.learn.tactics_prior.
#pragma once

#include <array>

namespace goseki::tactics {{

inline constexpr int kPriorProperties = {len(VALUES)};
inline constexpr std::array<int, kPriorProperties> kPriorValues = {{{listed}}};

{"".join(tables)}
}}  // namespace goseki::tactics
"""


if __name__ == "__main__":
    main()
