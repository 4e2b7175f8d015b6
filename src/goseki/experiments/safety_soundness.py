"""Tries everything against what the safety solver claims on random small positions.

The solver's claims are handed to a judge (`core/safety/judge.h`) that lists every position
which can come up, the attacker moving first and winning every ko. A claim fails if the attacker
can capture a block called safe, or live or get a seki in territory called safe. Claims that are
too large to be judged are written down as certificates and checked. Sekis are rare, so they are
looked for on as many tiny boards: one fails if a stone of it can be captured by who moves first,
or if a block of it, its side moving first, lives although the opponent's safe stones count as
never captured.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import pairwise

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.coords import Color, Size, opponent
from goseki.diagram import format_diagram
from goseki.errors import GosekiError
from goseki.ledger import Ledger
from goseki.proof import check, write_proof
from goseki.safety import Level, Method, certified_points, prove_claims, prove_safety

Claim = tuple[set[int], set[int]]
"""The stones called safe, and the points of territory."""
Blocks = dict[Color, list[set[int]]]
SekiClaim = tuple[Blocks, Blocks]
"""The blocks in a seki, and all safe blocks."""
Prover = Callable[[Board, Color], Claim]
Certifier = Callable[[Board, Color], bool]
SekiFinder = Callable[[Board], list[SekiClaim]]

SIDES = (5, 6, 7)
TINY = (Size(4, 3), Size(5, 3), Size(4, 4), Size(6, 2), Size(7, 2))
MAX_EMPTY = 10
MAX_POSITIONS = 60_000
NODES = 5_000
_HOLDS, _FAILS, _TOO_LARGE = 0, 1, 2
_BATCH = 50
_COLORS: tuple[Color, Color] = ("B", "W")


@dataclass
class Findings:
    """What became of the claims about a number of positions."""

    positions: int = 0
    judged: int = 0
    """Claims that go beyond Benson's theorem and were judged."""
    too_large: int = 0
    certified: int = 0
    """Claims too large to be judged of which a certificate was checked."""
    sekis: int = 0
    """Sekis that were judged."""
    sekis_too_large: int = 0
    violations: list[str] = field(default_factory=list)
    interrupted: bool = False

    def add(self, other: Findings) -> None:
        self.positions += other.positions
        self.judged += other.judged
        self.too_large += other.too_large
        self.certified += other.certified
        self.sekis += other.sekis
        self.sekis_too_large += other.sekis_too_large
        self.violations += other.violations


def run(
    positions: int,
    seed: int,
    *,
    method: Method = "search",
    level: Level = "m6",
    jobs: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Findings:
    """Judge the claims about random positions, a batch of them for each random seed.

    Finished batches are noted in `ledger`, so that a campaign can be broken off, continued
    and made longer.

    >>> run(20, seed=1, method="static").violations
    []
    """
    work = partial(
        _judge_batch,
        prover=partial(solver_claim, method=method, level=level),
        certifier=partial(is_certified, method=method, level=level),
        finder=solver_sekis if (method, level) == ("search", "m6") else None,
    )
    subject = {"work": "safety-soundness", "seed": seed, "method": method, "level": level}
    found = Findings()
    with Ledger(ledger, subject) if ledger else nullcontext() as notes:
        known = notes.finished if notes else {}
        waiting = []
        for batch in _batches(positions, seed):
            done = known.get(_name(batch))
            waiting.append(batch) if done is None else found.add(Findings(**done))
        try:
            for batch, part in _spread(work, waiting, jobs):
                found.add(part)
                if notes:
                    notes.note(_name(batch), asdict(part))
                if progress:
                    progress(found.positions / positions)
        except KeyboardInterrupt:
            found.interrupted = True
    return found


Batch = tuple[int, int, int]
"""Seed, first position, and how many."""


def _batches(positions: int, seed: int) -> list[Batch]:
    starts = [*range(0, positions, _BATCH), positions]
    return [(seed, start, end - start) for start, end in pairwise(starts)]


def _name(batch: Batch) -> str:
    _, start, count = batch
    return f"{start}+{count}"


def _spread(
    work: Callable[[Batch], Findings], batches: list[Batch], jobs: int
) -> Iterator[tuple[Batch, Findings]]:
    if jobs == 1:
        yield from zip(batches, map(work, batches), strict=True)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from zip(batches, pool.map(work, batches), strict=True)


def _judge_batch(
    batch: Batch, prover: Prover, certifier: Certifier, finder: SekiFinder | None
) -> Findings:
    seed, start, count = batch
    rng = random.Random(f"{seed}/{start}")
    found = judge_positions((random_position(rng) for _ in range(count)), prover, certifier)
    if finder:
        found.add(judge_sekis((tiny_position(rng) for _ in range(count)), finder))
    return found


def judge_positions(
    boards: Iterator[Board], prover: Prover, certifier: Certifier | None = None
) -> Findings:
    """Judge what a prover claims about each position for both colours."""
    found = Findings()
    for board in boards:
        found.positions += 1
        for color in _COLORS:
            stones, territory = prover(board, color)
            plain = solver_claim(board, color, method="benson")
            if (stones, territory) == plain or not stones:
                continue
            verdict = judge(board, color, stones, territory)
            found.too_large += verdict == _TOO_LARGE
            found.judged += verdict != _TOO_LARGE
            if verdict == _TOO_LARGE and certifier:
                found.certified += certifier(board, color)
            if verdict == _FAILS:
                found.violations.append(_describe(board, color, stones, territory))
    return found


def judge_sekis(boards: Iterator[Board], finder: SekiFinder) -> Findings:
    """Judge what is called seki. The positions are not counted."""
    found = Findings()
    for board in boards:
        for blocks, safe in finder(board):
            verdicts = list(_seki_verdicts(board, blocks, safe))
            found.sekis_too_large += _TOO_LARGE in verdicts
            found.sekis += _TOO_LARGE not in verdicts
            if _FAILS in verdicts:
                stones = set().union(*blocks["B"], *blocks["W"])
                found.violations.append(_describe(board, "B", stones, set()))
    return found


def _seki_verdicts(board: Board, blocks: Blocks, safe: Blocks) -> Iterator[int]:
    for color in _COLORS:
        firm = set().union(*safe[opponent(color)])
        yield judge(board, color, set().union(*blocks[color]), set())
        for stones in blocks[color]:
            verdict = judge(board, color, stones, set(), firm=firm)
            yield {_HOLDS: _FAILS, _FAILS: _HOLDS}.get(verdict, verdict)


def solver_sekis(board: Board) -> list[SekiClaim]:
    """What the solver calls seki."""
    result = prove_safety(board, nodes=10 * NODES)
    safe: Blocks = {"B": [], "W": []}
    for block in result.blocks:
        safe[block.color].append({board.index(p) for p in block.stones})
    claims = []
    for seki in result.seki:
        points = {board.index(p) for p in seki.points}
        claims.append(({c: [s for s in blocks if s <= points] for c, blocks in safe.items()}, safe))
    return claims


def solver_claim(board: Board, color: Color, *, method: Method, level: Level = "m6") -> Claim:
    """What the solver claims for a colour."""
    result = prove_safety(board, method, level=level, nodes=NODES)
    stones = {
        board.index(p) for block in result.blocks if block.color == color for p in block.stones
    }
    return stones, {board.index(p) for p in result.territory[color]}


def is_certified(board: Board, color: Color, *, method: Method, level: Level) -> bool:
    """Whether all that the solver claims for a colour has a certificate that holds."""
    result = prove_safety(board, method, level=level, nodes=NODES)
    sections = [s for s in prove_claims(result) if s.claim["defender"] == color]
    if certified_points(sections) < len(result.safe[color]):
        return False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "claim.proof")
        write_proof(path, sections)
        try:
            return check(path).valid
        except GosekiError:  # a claim that makes no sense
            return False


def judge(
    board: Board,
    color: Color,
    stones: set[int],
    territory: set[int],
    *,
    firm: set[int] | None = None,
) -> int:
    """0 if the claim holds, 1 if it fails, 2 if there are too many positions to tell. With
    `firm`, stones of the opponent that count as never captured, the defender moves first."""
    signs = board.to_array().reshape(-1) * (1 if color == "B" else -1)
    own, other = (_mask(np.flatnonzero(signs == sign).tolist()) for sign in (1, -1))
    size = board.size
    return _core.judge_safety(
        size.columns,
        size.rows,
        own,
        other,
        _mask(stones),
        _mask(territory),
        MAX_POSITIONS,
        firm=_mask(firm or set()),
        defender_first=firm is not None,
    )[0]


def _mask(points: set[int] | list[int]) -> int:
    return sum(1 << point for point in points)


def random_position(rng: random.Random, empty: int = MAX_EMPTY) -> Board:
    """A crowded board with few empty points, its colours in patches large and small.

    >>> board = random_position(random.Random(1))
    >>> 0 < int((board.to_array() == 0).sum()) <= MAX_EMPTY
    True
    """
    while True:
        side = rng.choice(SIDES)
        signs = _patches(rng, Size(side, side))
        share = rng.uniform(0.08, 0.3)
        signs[np.array([rng.random() < share for _ in range(side * side)]).reshape(side, side)] = 0
        _lift_blocks_without_liberties(signs)
        if 0 < int((signs == 0).sum()) <= empty:
            return _board_of(signs)


def tiny_position(rng: random.Random) -> Board:
    """A tiny board with few empty points and much of both colours.

    >>> board = tiny_position(random.Random(1))
    >>> 0 < int((board.to_array() == 0).sum()) <= 4
    True
    """
    while True:
        size = rng.choice(TINY)
        signs = _patches(rng, size)
        signs.reshape(-1)[rng.sample(range(size.points), rng.choice((2, 3, 4)))] = 0
        empty = int((signs == 0).sum())
        _lift_blocks_without_liberties(signs)
        is_mixed = abs(int(signs.sum())) <= size.points // 3
        if is_mixed and int((signs == 0).sum()) == empty:
            return _board_of(signs)


def _patches(rng: random.Random, size: Size) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Black and white at random, smoothed up to twice."""
    cells = [rng.choice((1, -1)) for _ in range(size.points)]
    signs = np.array(cells, dtype=np.int8).reshape(size.rows, size.columns)
    for _ in range(rng.randrange(3)):
        padded = np.pad(signs, 1)
        near = padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]
        weight = rng.choice((0.5, 1.5))
        signs = np.where(near + weight * signs > 0, 1, -1).astype(np.int8)
    return signs


def _lift_blocks_without_liberties(signs: np.ndarray[tuple[int, int], np.dtype[np.int8]]) -> None:
    rows, columns = signs.shape
    seen: set[tuple[int, int]] = set()
    for start in np.argwhere(signs != 0).tolist():
        first = (start[0], start[1])
        if first in seen:
            continue
        block, has_liberty = [first], False
        seen.add(first)
        for row, column in block:
            for r, c in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if not (0 <= r < rows and 0 <= c < columns):
                    continue
                has_liberty = has_liberty or signs[r, c] == 0
                if signs[r, c] == signs[first] and (r, c) not in seen:
                    seen.add((r, c))
                    block.append((r, c))
        if not has_liberty:
            for cell in block:
                signs[cell] = 0


def _board_of(signs: np.ndarray[tuple[int, int], np.dtype[np.int8]]) -> Board:
    rows, columns = signs.shape
    board = Board(Size(columns, rows))
    board.set_up(np.ascontiguousarray(signs), 0, 0)
    return board


def _describe(board: Board, color: Color, stones: set[int], territory: set[int]) -> str:
    """The position, and beside it the claim: S for stones, # for territory."""
    columns = board.size.columns
    left = format_diagram(board.to_array()).split("\n")
    right = "".join(
        "S" if i in stones else "#" if i in territory else "-" for i in range(board.size.points)
    )
    rows = [f"{row} {right[i * columns : (i + 1) * columns]}" for i, row in enumerate(left)]
    return f"{color}: " + " / ".join(rows)
