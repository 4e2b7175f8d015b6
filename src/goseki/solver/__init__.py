"""Exact answers on small boards: who wins, by how much or how soon, and by which moves."""

from goseki.solver.capture import CaptureResult, choose_capture_move, solve_capture

__all__ = ["CaptureResult", "choose_capture_move", "solve_capture"]
