"""Exact answers on small boards: who wins, by how much or how soon, and by which moves."""

from goseki.solver.capture import CaptureResult, choose_capture_move, solve_capture
from goseki.solver.go import solve
from goseki.solver.result import SolveResult
from goseki.solver.static import StaticAnalysis, static_analysis
from goseki.solver.thesis import ThesisResult, solve_as_thesis

__all__ = [
    "CaptureResult",
    "SolveResult",
    "StaticAnalysis",
    "ThesisResult",
    "choose_capture_move",
    "solve",
    "solve_as_thesis",
    "solve_capture",
    "static_analysis",
]
