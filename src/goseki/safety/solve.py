"""The door to the safety solver of the core."""

from __future__ import annotations

import time
from typing import Literal, get_args

import numpy as np

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_flag, check_whole
from goseki.coords import COLOR_NAMES, Color, Point
from goseki.errors import DoubleClaimError, GosekiError
from goseki.evidence import Ownership
from goseki.job import MAX_THREADS, Limits, Progress, Report
from goseki.safety.result import (
    Attempt,
    OpenField,
    Reply,
    SafeBlock,
    SafeRegion,
    SafetyResult,
    Seki,
)

Method = Literal["benson", "static", "search"]
Level = Literal["m1", "m2", "m3", "m4", "m5", "m6"]
Ordering = Literal["near", "niu"]
Evaluation = Literal["pairs", "niu"]
METHODS: tuple[Method, ...] = get_args(Method)
LEVELS: tuple[Level, ...] = get_args(Level)
ORDERINGS: tuple[Ordering, ...] = get_args(Ordering)
EVALUATIONS: tuple[Evaluation, ...] = get_args(Evaluation)

DEFAULT_NODES = 50_000
MAX_POINTS = 30
MAX_MERGED = 24
MAX_NODES = 10**15


def prove_safety(
    board: Board,
    method: Method = "search",
    *,
    level: Level = "m6",
    nodes: int | None = None,
    max_points: int = MAX_POINTS,
    max_merged: int = MAX_MERGED,
    forced_moves: bool = True,
    ordering: Ordering = "near",
    evaluation: Evaluation = "pairs",
    seconds: float | None = None,
    jobs: int | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> SafetyResult:
    """Prove what can be proved of the safety of stones and territory.

    `method` is `benson`, `static` (rules without search) or `search`. The levels m1 to m6 of
    the search are those of Niu 2004, each with all of the one before: a search in each region,
    external eyes, merged regions, ordered answers, the stronger evaluation, and weakly
    dependent regions with open fields. `max_points` and `max_merged` are the largest regions, and
    regions together, that are searched. `forced_moves` leaves out answers that cannot save what is
    attacked; without it the proofs are the same and take longer.

    `nodes` limits each search (50,000 if nothing is said), so results are the same on every
    machine. With `seconds`, a limit of the whole, they may differ: what is not proven when the time
    is up stays unknown. `jobs` threads (`Limits.threads`) share the searches; the result does not
    depend on their number. On Ctrl-C what was proven by then is returned, `interrupted`.

    Two choices are for research. `ordering`, from m4 on: which answers come first, those that
    did elsewhere and those beside the attack (`near`), or those of Niu's section 5.1 (`niu`).
    `evaluation`, from m5 on: when a field is settled and how far it is from that, by static
    rules with pairs of points (`pairs`), or by Niu's section 5.2 (`niu`). Both are sound.

    Turn and ko play no part: the attacker is thought to move first everywhere. Suicide must
    be illegal under the board's rules.

    >>> from goseki import Board
    >>> board = Board.from_diagram(".X.XO./XXXXOO/OOOOO.")
    >>> prove_safety(board, "benson").count
    18
    """
    if method not in METHODS:
        raise GosekiError(f"unknown method: {method!r} (known: {', '.join(METHODS)})")
    if level not in LEVELS:
        raise GosekiError(f"unknown level: {level!r} (known: {', '.join(LEVELS)})")
    if ordering not in ORDERINGS:
        raise GosekiError(f"unknown ordering: {ordering!r} (known: {', '.join(ORDERINGS)})")
    if evaluation not in EVALUATIONS:
        raise GosekiError(f"unknown evaluation: {evaluation!r} (known: {', '.join(EVALUATIONS)})")
    if jobs is not None:
        check_whole("jobs", jobs, 1, MAX_THREADS)
    limits = Limits.of(limits, seconds=seconds, nodes=nodes, threads=jobs)
    limits.refuse("prove_safety", "memory")
    max_nodes = limits.nodes or DEFAULT_NODES
    for name, value, most in (
        ("nodes", max_nodes, MAX_NODES),
        ("max_points", max_points, 2**31 - 1),
        ("max_merged", max_merged, 2**31 - 1),
    ):
        check_whole(name, value, 1, most)
    check_flag("forced_moves", forced_moves)
    check_rules(board)
    start = time.perf_counter()
    how = _core.SafetyMethod(
        METHODS.index(method),
        level=LEVELS.index(level) + 1,
        nodes=max_nodes,
        max_points=max_points,
        max_merged=max_merged,
        forced=forced_moves,
        threads=limits.threads or 1,
        niu_ordering=ordering == "niu",
        niu_evaluation=evaluation == "niu",
    )

    def report(share: float, black: bool, at_level: int, nodes_so_far: int) -> None:
        assert progress is not None
        name = COLOR_NAMES["B" if black else "W"]
        words = f"{name}'s stones: level m{at_level}, {nodes_so_far:,} nodes"
        progress(Progress(share, words if method == "search" else "applying static rules"))

    found = _core.safety(board, how, limits.seconds or 0.0, report if progress else None)
    took = time.perf_counter() - start
    owner = np.zeros(board.size.points, dtype=np.int8)
    # A point that both colours own is a fault of ours, which neither of them must hide.
    both = sorted({*found.black.area} & {*found.white.area})
    if both:
        raise DoubleClaimError([str(board.size.point(index)) for index in both])
    owner[found.black.area] = 1
    owner[found.white.area] = -1
    sides: tuple[tuple[Color, _core.SafetySide], ...] = (("B", found.black), ("W", found.white))
    return SafetyResult(
        board=board.copy(),
        method=method,
        level=level if method == "search" else None,
        blocks=tuple(block for color, side in sides for block in _blocks(board, color, side)),
        all_regions=tuple(region for c, side in sides for region in _regions(board, c, side)),
        open_fields=tuple(
            OpenField(color, *_fight(board, field))
            for color, side in sides
            for field in side.open_fields
        ),
        seki=tuple(_seki(board, seki) for seki in found.sekis),
        attempts=tuple(
            Attempt(color, *_fight(board, attempt))
            for color, side in sides
            for attempt in side.attempts
        ),
        ownership=Ownership(owner.reshape(board.size.rows, board.size.columns)),
        nodes=found.nodes,
        seconds=took,
        max_points=max_points,
        max_nodes=max_nodes,
        interrupted=found.interrupted,
    )


def check_rules(board: Board) -> None:
    """Refuse what is no board, and rules under which nothing can be proved here."""
    check_board(board)
    if board.rules.suicide:
        raise GosekiError("safety is proved for rules without suicide only, such as chinese")


def _blocks(board: Board, color: Color, side: _core.SafetySide) -> list[SafeBlock]:
    firsts = [block.stones[0] for block in side.blocks]
    return [
        SafeBlock(color, _points(board, b.stones), b.proof, board.point(firsts[b.chain]))
        for b in side.blocks
        if b.proof
    ]


def _regions(board: Board, color: Color, side: _core.SafetySide) -> list[SafeRegion]:
    firsts = [block.stones[0] for block in side.blocks]
    chains = {block.stones[0]: block.chain for block in side.blocks}
    return [
        SafeRegion(
            color,
            *_fight(board, region),
            tag=region.proof,
            pairs=tuple((board.point(a), board.point(b)) for a, b in region.pairs),
            plan=region.plan,
            walls=tuple(board.point(firsts[block]) for block in region.blocks),
            reply=_reply(board, region, chains),
        )
        for region in side.regions
    ]


def _points(board: Board, indices: list[int]) -> tuple[Point, ...]:
    return tuple(map(board.point, indices))


def _fight(
    board: Board, found: _core.SafetyField | _core.SafetyRegion
) -> tuple[tuple[Point, ...], tuple[tuple[Point, int], ...]]:
    """Points, and targets by block."""
    targets = tuple((board.point(stone), target) for stone, target in found.targets)
    return _points(board, found.points), targets


def _seki(board: Board, found: _core.SafetySeki) -> Seki:
    stones: dict[Color, tuple[Point, ...]] = {
        "B": _points(board, found.black),
        "W": _points(board, found.white),
    }
    return Seki(stones, _points(board, found.between))


def _reply(board: Board, region: _core.SafetyRegion, chains: dict[int, int]) -> Reply:
    if region.pairs:
        return "pairs"
    if not region.targets or region.proof == "benson":
        return "none"
    empty = {point for point in region.points if not board.color_at(point)}
    beside: dict[int, set[int]] = {}
    for stone, _ in region.targets:
        beside.setdefault(chains[stone], set()).update(board.block_liberties(stone))
    healthy = any(empty <= liberties for liberties in beside.values())
    return "none" if region.proof == "eye" and healthy else "tree"
