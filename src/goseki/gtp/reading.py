"""Reading a fight among few moves, as a player does: is a block captured, are two blocks joined?

The search is that of the core (`core/tactics/reading.h`). Only moves that look useful are tried, so
nothing that is read here is proven.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from goseki import _core
from goseki.board import Board
from goseki.coords import Color
from goseki.tactics.fight import as_fought

WIDEST: int = _core.WIDEST_CAPTURE
WIDEST_OF_CONNECTIONS: int = _core.WIDEST_CONNECTION
LEAST_SECONDS = 0.001
_SIGNS: dict[Color | None, int] = {"B": 1, "W": -1, None: 0}


@dataclass(frozen=True)
class Finding:
    """What reading has come to. The prover wants to capture or to connect."""

    reached: bool | None
    """Whether the prover reaches the goal; None if the time was too short."""
    is_likely: bool
    """Whether he is thought to reach it."""
    move: int
    """The best first move of the side to move, -1 for none."""
    met_ko: bool
    met_snapback: bool


Read: TypeAlias = Callable[[int, Color | None, float], Finding]
"""How wide to read, who has ko threats without end, and for how long."""


def capture(board: Board, mover: Color, stone: int) -> Read:
    """Reads whether a block is captured. What is not within the time is thought to escape."""
    fought = as_fought(board, mover)

    def read(width: int, free: Color | None, seconds: float) -> Finding:
        found = _core.read_capture(fought, stone, width, _SIGNS[free], max(seconds, LEAST_SECONDS))
        return _finding(found, is_likely=found.proof == 0)

    return read


def connection(board: Board, mover: Color, one: int, other: int) -> Read:
    """Reads whether two blocks are joined. If in doubt, whatever is nearer is thought."""
    fought = as_fought(board, mover)

    def read(width: int, free: Color | None, seconds: float) -> Finding:
        found = _core.read_connection(
            fought, one, other, width, _SIGNS[free], max(seconds, LEAST_SECONDS)
        )
        return _finding(found, is_likely=found.proof <= found.disproof)

    return read


def is_at_ease(board: Board, one: int, other: int) -> bool:
    """Whether nothing of the opponent is near the points between two blocks, which are one or two
    points apart: a cut there finds no help."""
    color = board.at(board.point(one))
    assert color is not None
    return _core.is_connection_at_ease(as_fought(board, color), one, other)


def _finding(found: _core.FightReading, *, is_likely: bool) -> Finding:
    reached = True if found.proof == 0 else False if found.disproof == 0 else None
    return Finding(reached, is_likely, found.move, found.met_ko, found.met_snapback)
