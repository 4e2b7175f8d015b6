"""Goseki: the open Go laboratory.

It proves what can be proved about a position, estimates the rest, and never mixes the
two up. `import goseki as gs` and start with `gs.Board("9x9")`.
"""

from goseki import draw, life
from goseki.board import Board, LegalMoves, Outcome, Score
from goseki.coords import PASS, Color, Move, Point, Size
from goseki.errors import (
    CoordinateError,
    DiagramError,
    GosekiError,
    IllegalMoveError,
    RulesError,
    SetupError,
    SgfError,
)
from goseki.evidence import Evidence, Ownership
from goseki.game import Game
from goseki.playouts import evaluate_moves, run_playouts
from goseki.records import parse_sgf, read_sgf, read_sgfs, write_sgf
from goseki.rules import Rules
from goseki.safety import RegionResult, SafetyResult, prove_region, prove_safety
from goseki.solver import solve, solve_capture

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "Board",
    "Color",
    "CoordinateError",
    "DiagramError",
    "Evidence",
    "Game",
    "GosekiError",
    "IllegalMoveError",
    "LegalMoves",
    "Move",
    "Outcome",
    "Ownership",
    "Point",
    "RegionResult",
    "Rules",
    "RulesError",
    "SafetyResult",
    "Score",
    "SetupError",
    "SgfError",
    "Size",
    "draw",
    "evaluate_moves",
    "life",
    "parse_sgf",
    "prove_region",
    "prove_safety",
    "read_sgf",
    "read_sgfs",
    "run_playouts",
    "solve",
    "solve_capture",
    "write_sgf",
]
