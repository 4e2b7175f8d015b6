"""Tactics: what can be captured, killed, saved and connected, proved.

`solve_problem` answers one problem: its status (dead, alive, seki, ko, ...), all first moves that
are best, and a line of play. docs/tactics.md says what the words mean.
"""
