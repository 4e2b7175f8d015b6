"""The door to the safety solver of the core."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Literal, get_args

import numpy as np

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_flag, check_whole
from goseki.coords import Color, Point
from goseki.errors import GosekiError
from goseki.evidence import Ownership
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
MAX_JOBS = 1024
MAX_NODES = 10**15


def prove_safety(
    board: Board,
    method: Method = "search",
    *,
    level: Level = "m6",
    nodes: int = DEFAULT_NODES,
    max_points: int = MAX_POINTS,
    max_merged: int = MAX_MERGED,
    forced_moves: bool = True,
    ordering: Ordering = "near",
    evaluation: Evaluation = "pairs",
    jobs: int = 1,
    progress: Callable[[float], None] | None = None,
) -> SafetyResult:
    """Prove what can be proved of the safety of stones and territory.

    `method` is `benson`, `static` (rules without search) or `search`. The levels m1 to m6 of
    the search are those of Niu 2004, each with all of the one before: a search in each region,
    external eyes, merged regions, ordered answers, the stronger evaluation, and weakly
    dependent regions with open fields. `nodes` limits each search, so results are the same on
    every machine; `max_points` and `max_merged` are the largest regions, and regions together,
    that are searched. `forced_moves` leaves out answers that cannot save what is attacked;
    without it the proofs are the same and take longer. `jobs` threads share the searches; the
    result does not depend on their number.

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
    for name, value, most in (
        ("nodes", nodes, MAX_NODES),
        ("max_points", max_points, 2**31 - 1),
        ("max_merged", max_merged, 2**31 - 1),
        ("jobs", jobs, MAX_JOBS),
    ):
        check_whole(name, value, 1, most)
    check_flag("forced_moves", forced_moves)
    check_rules(board)
    start = time.perf_counter()
    black, white, searched, sekis = _core.safety(
        board,
        METHODS.index(method),
        LEVELS.index(level) + 1,
        nodes,
        max_points,
        max_merged,
        progress,
        forced_moves,
        jobs,
        ordering == "niu",
        evaluation == "niu",
    )
    seconds = time.perf_counter() - start
    owner = np.zeros(board.size.points, dtype=np.int8)
    blocks: list[SafeBlock] = []
    regions: list[SafeRegion] = []
    colors: tuple[Color, Color] = ("B", "W")
    fields: list[OpenField] = []
    attempts: list[Attempt] = []
    for color, found in zip(colors, (black, white), strict=True):
        area, found_blocks, found_regions, found_fields, found_attempts = found
        owner[area] = 1 if color == "B" else -1
        blocks += _blocks(board, color, found_blocks)
        regions += _regions(board, color, found_regions, found_blocks)
        fields += [OpenField(color, *_fight(board, field)) for field in found_fields]
        attempts += [Attempt(color, *_fight(board, attempt)) for attempt in found_attempts]
    return SafetyResult(
        board=board.copy(),
        method=method,
        level=level if method == "search" else None,
        blocks=tuple(blocks),
        all_regions=tuple(regions),
        open_fields=tuple(fields),
        seki=tuple(_seki(board, *sets) for sets in sekis),
        attempts=tuple(attempts),
        ownership=Ownership(owner.reshape(board.size.rows, board.size.columns)),
        nodes=searched,
        seconds=seconds,
        max_points=max_points,
        max_nodes=nodes,
    )


def check_rules(board: Board) -> None:
    """Refuse what is no board, and rules under which nothing can be proved here."""
    check_board(board)
    if board.rules.suicide:
        raise GosekiError("safety is proved for rules without suicide only, such as chinese")


def _blocks(board: Board, color: Color, found: list[Any]) -> list[SafeBlock]:
    return [
        SafeBlock(color, tuple(map(board.point, stones)), tag, board.point(found[chain][0][0]))
        for stones, tag, chain in found
        if tag
    ]


def _regions(board: Board, color: Color, found: list[Any], blocks: Any) -> list[SafeRegion]:
    chains = {stones[0]: chain for stones, _, chain in blocks}
    return [
        SafeRegion(
            color,
            tuple(map(board.point, points)),
            tag,
            tuple((board.point(stone), target) for stone, target in targets),
            tuple((board.point(a), board.point(b)) for a, b in pairs),
            plan,
            tuple(board.point(blocks[block][0][0]) for block in around),
            "pairs" if pairs else _reply(board, points, tag, targets, chains),
        )
        for points, tag, targets, pairs, plan, around in found
    ]


def _fight(
    board: Board, found: tuple[list[int], list[tuple[int, int]]]
) -> tuple[tuple[Point, ...], tuple[tuple[Point, int], ...]]:
    """Points, and targets by block."""
    points, targets = found
    return (
        tuple(map(board.point, points)),
        tuple((board.point(stone), target) for stone, target in targets),
    )


def _seki(board: Board, black: list[int], white: list[int], between: list[int]) -> Seki:
    b, w, points = (tuple(map(board.point, indices)) for indices in (black, white, between))
    return Seki({"B": b, "W": w}, points)


def _reply(
    board: Board, points: list[int], tag: str, targets: Any, chains: dict[int, int]
) -> Reply:
    if not targets or tag == "benson":
        return "none"
    empty = {point for point in points if not board.color_at(point)}
    beside: dict[int, set[int]] = {}
    for stone, _ in targets:
        beside.setdefault(chains[stone], set()).update(board.block_liberties(stone))
    healthy = any(empty <= liberties for liberties in beside.values())
    return "none" if tag == "eye" and healthy else "tree"
