"""Goseki: the open Go laboratory.

It proves what can be proved about a position, estimates the rest, and never mixes the
two up. `import goseki as gs` and start with `gs.Board("9x9")`.
"""

# Names are loaded when they are first used (`__getattr__` below), so that importing the package
# is fast and leaves Ctrl-C little to interrupt. Type checkers read these imports instead. The
# flag is our own, because to import `typing` for it would take longer than all the rest.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from goseki import draw, life
    from goseki.analysis import Analysis, analyze
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
    from goseki.prediction import Prediction, predict
    from goseki.records import parse_sgf, read_sgf, read_sgfs, write_sgf
    from goseki.rules import Rules
    from goseki.safety import RegionResult, SafetyResult, prove_region, prove_safety
    from goseki.solver import solve, solve_capture
    from goseki.tactics import Solution, solve_problem

__version__ = "0.1.0"

__all__ = [
    "PASS",
    "Analysis",
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
    "Prediction",
    "RegionResult",
    "Rules",
    "RulesError",
    "SafetyResult",
    "Score",
    "SetupError",
    "SgfError",
    "Size",
    "Solution",
    "analyze",
    "draw",
    "evaluate_moves",
    "life",
    "parse_sgf",
    "predict",
    "prove_region",
    "prove_safety",
    "read_sgf",
    "read_sgfs",
    "run_playouts",
    "solve",
    "solve_capture",
    "solve_problem",
    "write_sgf",
]

_HOMES = {
    "analysis": ("Analysis", "analyze"),
    "board": ("Board", "LegalMoves", "Outcome", "Score"),
    "coords": ("PASS", "Color", "Move", "Point", "Size"),
    "diagram": (),
    "draw": (),
    "errors": (
        "CoordinateError",
        "DiagramError",
        "GosekiError",
        "IllegalMoveError",
        "RulesError",
        "SetupError",
        "SgfError",
    ),
    "evidence": ("Evidence", "Ownership"),
    "facts": (),
    "game": ("Game",),
    "life": (),
    "match": (),
    "phantom": (),
    "positions": (),
    "playouts": ("evaluate_moves", "run_playouts"),
    "prediction": ("Prediction", "predict"),
    "proof": (),
    "records": ("parse_sgf", "read_sgf", "read_sgfs", "write_sgf"),
    "rules": ("Rules",),
    "safety": ("RegionResult", "SafetyResult", "prove_region", "prove_safety"),
    "sgf": (),
    "solver": ("solve", "solve_capture"),
    "tactics": ("Solution", "solve_problem"),
}
"""The public modules, each with the names that this package offers from it."""

if not TYPE_CHECKING:

    def __getattr__(name):
        from importlib import import_module

        for home, names in _HOMES.items():
            if name == home:
                return import_module(f"goseki.{home}")
            if name in names:
                found = getattr(import_module(f"goseki.{home}"), name)
                globals()[name] = found
                return found
        raise AttributeError(f"module 'goseki' has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *__all__, *_HOMES})
