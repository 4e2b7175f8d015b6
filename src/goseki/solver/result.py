"""What is said of a position of Go that was solved, or not."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from goseki.board import Board
from goseki.coords import Point
from goseki.errors import GosekiError
from goseki.evidence import Evidence
from goseki.notebook import DrawsItself
from goseki.proof import ProofSummary

if TYPE_CHECKING:
    from goseki.draw import Picture

KoMode = Literal["basic", "cycle", "ssk", "ssk-approx", "psk"]
KO_MODES: tuple[KoMode, ...] = get_args(KoMode)
SUPERKO: tuple[KoMode, ...] = ("ssk", "ssk-approx", "psk")

MAX_POINTS = 33
"""The most points of a board that Go is solved for. Larger ones are only looked at."""


@dataclass(frozen=True, repr=False)
class SolveResult(DrawsItself):
    """What is proven of a position. Scores are Black's lead, komi taken off, by the scoring of
    van der Werf 2004 (`goseki.rules.solver_scoring`).

    `score` is set only if the bounds meet. Under `ssk-approx` nothing is proven: `score` then
    is an estimate, and `lower` and `upper` are what the board shows without search.
    """

    score: float | None
    lower: float
    upper: float
    evidence: Evidence
    best: list[Point]
    pv: list[Point]
    nodes: int
    seconds: float
    ko: KoMode = "cycle"
    at_least: float | None = None
    """The question, if only one was asked: is Black's lead that much?"""
    holds: bool | None = None
    """Its answer, or None."""
    interrupted: bool = False
    failure: str | None = None
    """Why an opening was not solved, if it was not for a limit: its process died, say."""
    openings: dict[Point, SolveResult] = field(default_factory=dict)
    proof: ProofSummary | None = None
    """The proof that was written, if there was something to prove."""
    proof_failure: str = ""
    """Why the file of the proof could not be written."""
    table_bytes: int = 0
    note: str = ""
    """What a reader should know of how the answer came about, if anything."""
    board: Board | None = field(default=None, compare=False)
    """The position, where it is known: in a notebook the result draws itself on it."""

    def __repr__(self) -> str:
        from goseki.solver.record import sentence

        best = f", best {' '.join(map(str, self.best))}" if self.best else ""
        return f"<{type(self).__name__}: {sentence(self).rstrip('.')}{best}>"

    def _picture(self) -> Picture | None:
        from goseki.draw.answers import solution_picture

        return None if self.board is None else solution_picture(self.board, self)


def evidence_of(*, decided: bool, ko: KoMode) -> Evidence:
    """What an answer under a ko rule is worth."""
    if not decided:
        return "unknown"
    return "estimate" if ko == "ssk-approx" else "proven"


def check_ko(ko: str) -> None:
    """Raise a `GosekiError` for ko modes that are not known."""
    if ko not in KO_MODES:
        raise GosekiError(f"unknown ko mode {ko!r} (known: {', '.join(KO_MODES)})")
