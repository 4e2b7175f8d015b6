"""Exact answers on small boards: who wins, by how much or how soon, and by which moves."""

from goseki.solver.go import SolveResult, solve

__all__ = ["SolveResult", "solve"]
