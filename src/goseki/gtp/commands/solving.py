"""Exact answers on small boards, within a time limit. What is not proven is `unknown`.

The position is solved by the solver's own rules, with the komi of the game. They are those of van
der Werf (2004): his scoring, no suicide, and a repetition is won by the side that passed more.
"""

from __future__ import annotations

from collections.abc import Callable

from goseki.gtp.commands.facts import words
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandTable
from goseki.rules import SOLVER_SCORING
from goseki.solver import SolveResult, solve
from goseki.solver.problem import as_problem
from goseki.solver.record import sentence, value_text

table = CommandTable()

MEMORY = 1 << 28
LONGEST = 3600.0
"""No command solves for longer than this many seconds."""


@table.add("goseki-solve", "[SECONDS]")
def solve_position(session: Session, arguments: Arguments) -> str:
    """Black's lead under best play: `proven +9 B2 ...`, or `unknown -3..+9`, with a line; below
    it, by which scoring."""
    result = _solve(session, arguments, 0)
    answer = f"{result.evidence} {value_text(result)} {words(result.pv)}".rstrip()
    return f"{answer}\nscoring of {SOLVER_SCORING}"


@table.add("goseki-solve_at_least", "LEAD [SECONDS]")
def solve_at_least(session: Session, arguments: Arguments) -> str:
    """Whether Black's lead under best play is so much: true, false or unknown."""
    result = _solve(session, arguments, 1, at_least=arguments.number(0))
    return {True: "true", False: "false", None: "unknown"}[result.holds]


@table.add("goseki-solve_line", "[SECONDS]")
def solve_line(session: Session, arguments: Arguments) -> str:
    """A line of best play and what is proven (GoGui's gfx)."""
    result = _solve(session, arguments, 0)
    color = session.board.to_play
    moves = []
    for point in result.pv:
        moves.append(f"{color.lower()} {point}")
        color = "W" if color == "B" else "B"
    return "\n".join([*([f"VAR {' '.join(moves)}"] if moves else []), f"TEXT {sentence(result)}"])


@table.add("goseki-solve_values", "[SECONDS]")
def solve_values(session: Session, arguments: Arguments) -> str:
    """Black's lead after every move, `?` where it is not proven (GoGui's sboard)."""
    board = session.board
    result = _solve(session, arguments, 0, openings=True)
    texts = {
        point: "?" if opening.score is None else value_text(opening)
        for point, opening in result.openings.items()
    }
    points = [board.point(index) for index in range(board.size.points)]
    rows = [points[start : start + board.columns] for start in range(0, len(points), board.columns)]
    return "\n" + "\n".join(" ".join(texts.get(point, '""') for point in row) for row in rows)


def _solve(
    session: Session,
    arguments: Arguments,
    position: int,
    *,
    at_least: float | None = None,
    openings: bool = False,
) -> SolveResult:
    """Solve for as long as the argument at this place says, else as long as for a move."""
    seconds = arguments.seconds(position) if len(arguments) > position else session.settings.seconds
    return solve(
        as_problem(session.board),
        at_least=at_least,
        openings=openings,
        seconds=min(max(seconds, 0.001), LONGEST),
        memory=MEMORY,
        progress=stop_if_interrupted(session),
    )


def stop_if_interrupted(session: Session) -> Callable[[object], None]:
    """A progress callback that ends a search when the controller asks for it."""

    def look(_: object) -> None:
        if session.interrupted():
            raise KeyboardInterrupt

    return look
