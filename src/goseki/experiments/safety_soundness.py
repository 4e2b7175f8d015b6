"""Tries everything against what the safety solver claims on random small positions.

The solver's claims are handed to a judge (`core/safety/judge.h`) that plays out whatever can come
up, the attacker moving first. A claim fails if the attacker can capture a block called safe, or
if the defender cannot clear territory called safe again and again, although the attacker may
take back a ko at once only finitely often. A claim is judged as a whole and, if that fails or is
too large, region by region. What fails only by endless threats, because the regions hold one by
one or because the attacker would have to take kos for ever, is counted apart. Claims too large
to be judged are written down as certificates and checked, and, if asked for, attacked
(`safety_attack`).

Sekis are rare, so they are looked for on as many tiny boards: one fails if a stone of it can be
captured by who moves first, or if a block of it, its side moving first, lives although the
opponent's safe stones count as never captured.
"""

from __future__ import annotations

import os
import random
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import pairwise
from typing import Literal

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.cluster import results
from goseki.connected import components
from goseki.coords import Color, Size, opponent
from goseki.diagram import format_diagram
from goseki.errors import GosekiError
from goseki.evidence import Verdict
from goseki.experiments.safety_attack import PLAYOUTS, attack
from goseki.job import Report
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
Attacker = Callable[[Board, Color, Claim], str | None]
"""What it has against a claim."""
SekiFinder = Callable[[Board], list[SekiClaim]]

SIDES = (5, 6, 7)
WALLED_SIDES = (5, 5, 6, 6, 7, 8)
LARGE_SIDES = (9, 11, 13)
STAMPS = (
    ("?XO?", "XO.O", "?XO?"),  # a ko
    ("XO.", "?XO"),  # a ko at the edge
    (".XO", "XO."),  # a ko in the corner
    ("?XO?XO?", "XO.XO.O"),  # two kos
    ("XXXX", "XO.X", "XOO."),  # a snapback, or an eye to be filled
    ("?OO?", "OX.O", "O.XX", "?OX?"),  # a cut
    ("OOX.", "XXO.", ".XOO"),
)
TINY = (Size(4, 3), Size(5, 3), Size(4, 4), Size(6, 2), Size(7, 2))
MAX_EMPTY = 10
MAX_SITUATIONS = 40_000
JUDGED_POINTS = 64
NODES = 5_000
Judged = Verdict | Literal["endless"]
"""What the judge says of a claim; `endless`: it is refuted, but by endless threats only."""
_OPPOSITE: dict[Verdict, Verdict] = {
    "proven": "refuted",
    "refuted": "proven",
    "unknown": "unknown",
}
_BATCH = 50
_COLORS: tuple[Color, Color] = ("B", "W")


@dataclass
class Findings:
    """What became of the claims about a number of positions."""

    positions: int = 0
    judged: int = 0
    """Claims that were judged as a whole."""
    by_regions: int = 0
    """Claims too large for that, of which every region was judged and holds."""
    too_large: int = 0
    certified: int = 0
    """Claims too large to be judged of which a certificate was checked."""
    attacked: int = 0
    """Claims too large to be judged that were attacked; of these, without success:"""
    withstood: int = 0
    sekis: int = 0
    """Sekis that were judged."""
    sekis_too_large: int = 0
    violations: list[str] = field(default_factory=list)
    endless: list[str] = field(default_factory=list)
    """Claims that fail only by endless threats, which the documentation excludes."""
    doubts: list[str] = field(default_factory=list)
    """Claims against which an attack succeeded: evidence, not proof."""
    interrupted: bool = False

    def add(self, other: Findings) -> None:
        for name, value in vars(other).items():
            if name != "interrupted":
                setattr(self, name, getattr(self, name) + value)


def run(
    positions: int,
    seed: int,
    *,
    method: Method = "search",
    level: Level = "m6",
    tries: int = 0,
    jobs: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    progress: Report | None = None,
) -> Findings:
    """Judge the claims about random positions, a batch of them for each random seed. Claims
    too large for that are attacked `tries` times.

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
        attacker=partial(doubt, tries=tries) if tries else None,
    )
    subject = {
        "work": "safety-soundness 2",  # other positions than those of 1
        "seed": seed,
        "method": method,
        "level": level,
        "tries": tries,
    }
    found = Findings()
    with Ledger(ledger, subject) if ledger else nullcontext() as notes:
        known = notes.finished if notes else {}
        waiting = []
        for batch in _batches(positions, seed):
            done = known.get(_name(batch))
            waiting.append(batch) if done is None else found.add(Findings(**done))
        try:
            for batch, part in results(work, waiting, jobs=jobs, progress=progress):
                found.add(part)
                if notes:
                    notes.note(_name(batch), asdict(part))
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


def _judge_batch(
    batch: Batch,
    prover: Prover,
    certifier: Certifier,
    finder: SekiFinder | None,
    attacker: Attacker | None,
) -> Findings:
    seed, start, count = batch
    rng = random.Random(f"{seed}/{start}")
    found = judge_positions((any_position(rng) for _ in range(count)), prover, certifier, attacker)
    if finder:
        found.add(judge_sekis((tiny_position(rng) for _ in range(count)), finder))
    return found


def judge_positions(
    boards: Iterable[Board],
    prover: Prover,
    certifier: Certifier | None = None,
    attacker: Attacker | None = None,
) -> Findings:
    """Judge what a prover claims about each position for both colours."""
    found = Findings()
    for board in boards:
        found.positions += 1
        for color in _COLORS:
            claim = prover(board, color)
            if not any(claim):
                continue
            verdict, whole, text = judge_claim(board, color, *claim)
            found.judged += whole
            found.by_regions += verdict == "proven" and not whole
            if verdict == "unknown":
                found.too_large += 1
                if certifier:
                    found.certified += certifier(board, color)
                if attacker:
                    report = attacker(board, color, claim)
                    found.attacked += 1
                    found.withstood += report is None
                    found.doubts += [report] if report else []
            elif verdict == "endless":
                found.endless.append(text)
            elif verdict == "refuted":
                found.violations.append(text)
    return found


def judge_claim(
    board: Board, color: Color, stones: set[int], territory: set[int]
) -> tuple[Judged, bool, str]:
    """The verdict on a claim, whether it was judged as a whole, and what fails in words. What
    fails otherwise than by endless threats comes before what fails by them."""
    verdict, line = _judge(board, color, stones, territory)
    if verdict == "proven":
        return "proven", True, ""
    text = _describe(board, color, stones, territory, line)
    whole = verdict == "refuted"
    regions = components(board.size, territory)
    parts: list[tuple[Verdict, list[int], set[int]]]
    if len(regions) < 2:
        parts = [(verdict, line, territory)]
    else:
        parts = [(*_judge(board, color, stones, region), region) for region in regions]
    endless = None
    for verdict_of_part, line, region in parts:
        if verdict_of_part == "refuted":
            told = _describe(board, color, stones, region, line)
            if _judge(board, color, stones, region, finite_kos=True)[0] != "proven":
                return "refuted", whole, told
            endless = f"by endless kos: {told}"
    if whole and all(part[0] == "proven" for part in parts):
        endless = f"its regions hold one by one: {text}"
    if endless and not (whole and any(part[0] == "unknown" for part in parts)):
        return "endless", whole, endless
    if whole:
        return "refuted", whole, text
    return "unknown" if any(part[0] == "unknown" for part in parts) else "proven", whole, ""


def judge_sekis(boards: Iterator[Board], finder: SekiFinder) -> Findings:
    """Judge what is called seki. The positions are not counted."""
    found = Findings()
    for board in boards:
        for blocks, safe in finder(board):
            verdicts = list(_seki_verdicts(board, blocks, safe))
            found.sekis_too_large += "unknown" in verdicts
            found.sekis += "unknown" not in verdicts
            if "refuted" in verdicts:
                stones = set().union(*blocks["B"], *blocks["W"])
                found.violations.append(_describe(board, "B", stones, set(), []))
    return found


def _seki_verdicts(board: Board, blocks: Blocks, safe: Blocks) -> Iterator[Verdict]:
    for color in _COLORS:
        firm = set().union(*safe[opponent(color)])
        yield judge(board, color, set().union(*blocks[color]), set())
        for stones in blocks[color]:
            # Against stones that cannot be captured they are to be lost.
            yield _OPPOSITE[judge(board, color, stones, set(), firm=firm)]


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


def doubt(board: Board, color: Color, claim: Claim, *, tries: int) -> str | None:
    """What an attack has against a claim, if it succeeds every other time. How often it does when
    both sides think for longer is told beside it, for either may be the truth."""
    found = attack(board, color, *claim, tries=tries, playouts=PLAYOUTS)
    if not found.succeeds:
        return None
    longer = attack(board, color, *claim, tries=tries, playouts=5 * PLAYOUTS)
    how = f"attacker lives in {found.lives} and captures in {found.captures} of {tries} tries"
    again = f"{longer.lives} and {longer.captures} with longer thought"
    return f"{how} ({again}): {_describe(board, color, *claim, [])}"


def judge(
    board: Board,
    color: Color,
    stones: set[int],
    territory: set[int],
    *,
    firm: set[int] | None = None,
) -> Verdict:
    """Whether a claim holds; unknown if there are too many situations to tell. With
    `firm`, stones of the opponent that count as never captured, the defender moves first."""
    return _judge(board, color, stones, territory, firm=firm)[0]


def _judge(
    board: Board,
    color: Color,
    stones: set[int],
    territory: set[int],
    *,
    firm: set[int] | None = None,
    finite_kos: bool = False,
) -> tuple[Verdict, list[int]]:
    """The verdict, and how the attacker breaks a claim that fails."""
    if board.size.points > JUDGED_POINTS:
        return "unknown", []
    signs = board.to_array().reshape(-1) * (1 if color == "B" else -1)
    own, other = (_mask(np.flatnonzero(signs == sign).tolist()) for sign in (1, -1))
    found = _core.judge_safety(
        board.size.columns,
        board.size.rows,
        own,
        other,
        _mask(stones),
        _mask(territory),
        MAX_SITUATIONS,
        firm=_mask(firm or set()),
        defender_first=firm is not None,
        finite_kos=finite_kos,
    )
    return found.verdict, found.line


def _mask(points: set[int] | list[int]) -> int:
    return sum(1 << point for point in points)


def any_position(rng: random.Random) -> Board:
    """A position of one of the kinds below; one in twenty is too large for the judge."""
    if rng.random() < 0.05:
        return walled_position(rng, LARGE_SIDES)
    return rng.choice((random_position, walled_position, stamped_position))(rng)


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


def walled_position(rng: random.Random, sides: tuple[int, ...] = WALLED_SIDES) -> Board:
    """A block with one small eye or none inside a wall that has a few eyes: what opens if it
    is taken off is large.

    >>> 25 <= walled_position(random.Random(1)).size.points <= 64
    True
    """
    while True:
        size = Size(rng.choice(sides), rng.choice(sides))
        inside = _blob(rng, size, rng.randint(4, size.points - 6))
        signs = np.ones(size.points, dtype=np.int8)
        signs[sorted(inside)] = -1
        walls = sorted(set(range(size.points)) - inside)
        signs[rng.sample(sorted(inside), rng.choice((1, 1, 2, 3)))] = 0
        signs[rng.sample(walls, min(len(walls), rng.randint(1, 5)))] = 0
        signs[rng.sample(range(size.points), rng.choice((0, 0, 1, 2)))] *= -1
        shaped = signs.reshape(size.rows, size.columns) * np.int8(rng.choice((1, -1)))
        empty = int((shaped == 0).sum())
        _lift_blocks_without_liberties(shaped)
        if int((shaped == 0).sum()) <= empty + 2:
            return _board_of(shaped)


def stamped_position(rng: random.Random) -> Board:
    """A crowded board with one or two kos, snapbacks or the like in it.

    >>> stamped_position(random.Random(1)).size.points <= 49
    True
    """
    while True:
        size = Size(rng.choice((4, 5, 6, 7)), rng.choice((4, 5, 6)))
        signs = _patches(rng, size)
        for _ in range(rng.choice((1, 2, 2, 3))):
            stamp = np.array([["XO.".find(cell) for cell in row] for row in rng.choice(STAMPS)])
            stamp = np.rot90(stamp, rng.randrange(4))
            rows, columns = stamp.shape
            if rows > size.rows or columns > size.columns:
                continue
            down = rng.choice((0, size.rows - rows, rng.randint(0, size.rows - rows)))
            right = rng.choice((0, size.columns - columns, rng.randint(0, size.columns - columns)))
            values = np.array([1, -1, 0, 0], dtype=np.int8)[stamp] * np.int8(rng.choice((1, -1)))
            target = signs[down : down + rows, right : right + columns]
            target[stamp >= 0] = values[stamp >= 0]
        for index in rng.sample(range(size.points), rng.randint(0, 4)):
            signs.reshape(-1)[index] = 0
        _lift_blocks_without_liberties(signs)
        if 0 < int((signs == 0).sum()) <= MAX_EMPTY:
            return _board_of(signs)


def _blob(rng: random.Random, size: Size, count: int) -> set[int]:
    """Connected points, rather round."""
    blob = {rng.randrange(size.points)}
    while len(blob) < count:
        row, column = divmod(rng.choice(sorted(blob)), size.columns)
        down, right = rng.choice(((0, 1), (1, 0), (0, -1), (-1, 0)))
        if 0 <= row + down < size.rows and 0 <= column + right < size.columns:
            blob.add((row + down) * size.columns + column + right)
    return blob


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


def _describe(
    board: Board, color: Color, stones: set[int], territory: set[int], line: list[int]
) -> str:
    """The position, beside it the claim (S for stones, # for territory), and the attack."""
    columns = board.size.columns
    left = format_diagram(board.to_array()).split("\n")
    right = "".join(
        "S" if i in stones else "#" if i in territory else "-" for i in range(board.size.points)
    )
    rows = [f"{row} {right[i * columns : (i + 1) * columns]}" for i, row in enumerate(left)]
    attack = " ".join(str(board.point(i)) if i >= 0 else "pass" for i in line)
    return f"{color}: " + " / ".join(rows) + (f"; attack: {attack}" if attack else "")
