"""Winning strategies: asked of the core, and put into the sections of a proof file.

Nothing here has to be trusted: `goseki.proof` checks what it says.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from goseki import _core
from goseki.board import Board
from goseki.coords import opponent
from goseki.diagram import format_diagram
from goseki.errors import GosekiError
from goseki.proof import Section

GO_KO_MODES = ("basic", "cycle")


def prove_go(
    board: Board,
    at_least: float,
    *,
    ko: str,
    memory: int = 1 << 29,
    solver: _core.GoSolver | None = None,
    is_known: bool = False,
    nodes: int = 0,
    seconds: float = 0.0,
    max_situations: int = 0,
    progress: Callable[[float], None] | None = None,
) -> Section:
    """The proof that Black's lead is at least so much, or that White can prevent it.

    A `solver` is used instead of a new one with that `memory`; if `is_known`, this very question
    was its last one, and what it has learned then is built on. Limits of 0 are none. `progress`
    is called with the number of situations collected so far.

    >>> section = prove_go(Board("2x2"), 1, ko="cycle", memory=1 << 20)
    >>> section.claim["winner"], section.records < 20
    ('W', True)
    """
    if ko not in GO_KO_MODES:
        raise GosekiError(f"there are proofs for {' and '.join(GO_KO_MODES)} ko, not for {ko}")
    solver = solver or _core.GoSolver(board.columns, board.rows, memory)
    found = solver.strategy(
        board,
        for_black=True,
        threshold=count_needed(at_least, board.komi),
        draw_suffices=at_least <= 0,
        passes_decide=ko == "cycle",
        keep_table=is_known,
        max_nodes=nodes,
        seconds=seconds,
        max_situations=max_situations,
        progress=progress,
    )
    if found.outcome != "found":
        raise GosekiError(f"no proof for a lead of {at_least:+g}: {_REASONS[found.outcome]}")
    claim: dict[str, Any] = {
        "kind": "go",
        **_position(board),
        "ko_point": None if board.ko is None else str(board.ko),
        "passes_needed": found.passes_needed,
        "ko": ko,
        "ko_pass": board.rules.ko_pass,
        "komi": board.komi,
        "at_least": _written(at_least, board.komi),
        "winner": "B" if found.is_won else "W",
        "pass_weight": found.pass_weight,
    }
    return _section(claim, found)


def prove_capture(
    board: Board,
    *,
    memory: int,
    nodes: int = 0,
    seconds: float = 0.0,
    progress: Callable[[float], None] | None = None,
) -> Section:
    """The proof of the shortest win in the capture game: within so many plies. That nobody is
    faster is not part of it. Limits of 0 are none.

    >>> section = prove_capture(Board("3x3"), memory=1 << 20)
    >>> section.claim["winner"], section.claim["within"]
    ('B', 7)
    """
    found = _core.capture_strategy(board, memory, nodes=nodes, seconds=seconds, progress=progress)
    return capture_section(board, found)


def capture_section(board: Board, found: _core.CaptureStrategy) -> Section:
    """What `_core.capture_strategy` has found."""
    answer = found.answer
    if answer.stopped:
        raise GosekiError("the search for a strategy did not end within its limits")
    winner = board.to_play if answer.winner > 0 else opponent(board.to_play)
    claim: dict[str, Any] = {
        "kind": "capture",
        **_position(board),
        "winner": winner,
        "within": answer.plies,
    }
    return _section(claim, found)


def count_needed(at_least: float, komi: float) -> int:
    """The least count on the board that is a lead of at least so much when komi is taken off.

    >>> count_needed(5.4, -3.4), 5.4 + -3.4 > 2, count_needed(0.5, 0)
    (2, True, 1)
    """
    count = at_least + komi
    nearest = round(count)
    return nearest if math.isclose(count, nearest, abs_tol=1e-9) else math.ceil(count)


def _written(at_least: float, komi: float) -> float:
    """The lead asked for, without what was lost when komi was taken off a count."""
    exact = float(count_needed(at_least, komi) - Fraction(str(komi)))
    return exact if math.isclose(exact, at_least, abs_tol=1e-9) else float(at_least)


_REASONS = {
    "undecided": "the search could not decide every situation within its limits",
    "too large": "it would have more situations than allowed",
    "none": "the verdicts of the search do not fit together",
}


def _position(board: Board) -> dict[str, Any]:
    return {"board": format_diagram(board.to_array()).split("\n"), "to_play": board.to_play}


def _section(claim: dict[str, Any], found: _core.GoStrategy | _core.CaptureStrategy) -> Section:
    columns: dict[str, array[int]] = {"key": array("Q"), "move": array("b"), "credit": array("Q")}
    for column, data in zip(
        columns.values(), (found.keys, found.moves, found.credits), strict=True
    ):
        column.frombytes(data)
    return Section(claim, columns)
