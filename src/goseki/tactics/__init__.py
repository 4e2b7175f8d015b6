"""Tactics: what can be captured, killed, saved and connected, proved.

`solve_problem` answers one problem: its status (dead, alive, seki, ko, ...), all first moves that
are best, and a line of play; `run_suite` many. `find_targets` sees which stones a problem is about.
`read_ladder` reads ladders, and nothing else. `prove_status` writes down what was proven, for
`goseki.proof`.
docs/tactics.md says what the words mean.
"""

from goseki.tactics.certificate import prove_status
from goseki.tactics.ladder import Ladder, read_ladder
from goseki.tactics.problem import Broken, Problem, read_problem, read_problems
from goseki.tactics.question import Answer, Question, Search
from goseki.tactics.solution import Goal, KoFight, Solution, Status, WhyNot
from goseki.tactics.solve import solve_problem
from goseki.tactics.suite import SuiteResult, SuiteRow, run_suite
from goseki.tactics.target import Candidate, find_targets

__all__ = [
    "Answer",
    "Broken",
    "Candidate",
    "Goal",
    "KoFight",
    "Ladder",
    "Problem",
    "Question",
    "Search",
    "Solution",
    "Status",
    "SuiteResult",
    "SuiteRow",
    "WhyNot",
    "find_targets",
    "prove_status",
    "read_ladder",
    "read_problem",
    "read_problems",
    "run_suite",
    "solve_problem",
]
