"""How large certificates are: the table in docs/certificates.md, made anew."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from goseki.board import Board
from goseki.errors import GosekiError
from goseki.job import Progress, Report
from goseki.proof import ProofSummary
from goseki.solver import solve, solve_capture

Game = Literal["basic", "cycle", "capture game"]

SUBJECTS: tuple[tuple[str, Game], ...] = (
    ("3x3", "basic"),
    ("4x3", "basic"),
    ("4x4", "basic"),
    ("4x4", "cycle"),
    ("5x3", "cycle"),
    ("5x4", "capture game"),
    ("5x5", "capture game"),
)
HEADER = "| Board | Ko | Claims | Situations | Kilobytes |\n|---|---|---|---|---|"


@dataclass(frozen=True)
class Certificate:
    """What the certificate of an empty board claims, and its size."""

    board: str
    game: Game
    claims: str
    situations: int
    bytes: int

    def row(self) -> str:
        """As a line of the table.

        >>> Certificate("3x3", "basic", "+9", 1234, 652).row()
        '| 3x3 | basic | +9 | 1,234 | 0.7 |'
        """
        cells = (self.board, self.game, self.claims, f"{self.situations:,}")
        return f"| {' | '.join(cells)} | {self.bytes / 1000:.1f} |"


def measure(
    subjects: tuple[tuple[str, Game], ...] = SUBJECTS,
    progress: Report | None = None,
) -> Iterator[Certificate]:
    """Write the certificate of each empty board.

    >>> [certificate.claims for certificate in measure((("3x3", "basic"),))]
    ['+9']
    """
    with tempfile.TemporaryDirectory() as folder:
        for number, (size, game) in enumerate(subjects, 1):
            path = os.path.join(folder, f"{number}.proof")
            write = _capture if game == "capture game" else _go
            claims, proof = write(size, game, path)
            if proof is None:
                raise GosekiError(f"{size}, {game}: no certificate was written")
            yield Certificate(size, game, claims, proof.situations, proof.bytes)
            if progress:
                progress(Progress(number / len(subjects)))


def _go(size: str, game: Game, path: str) -> tuple[str, ProofSummary | None]:
    board = Board(size)
    result = solve(board, ko="cycle" if game == "cycle" else "basic", proof=path)
    claims = f"{result.lower:+g}"
    if result.upper < board.size.points:
        claims += f", not {result.upper + 1:+g}"
    return claims, result.proof


def _capture(size: str, game: Game, path: str) -> tuple[str, ProofSummary | None]:
    result = solve_capture(Board(size), proof=path)
    winner = {"B": "Black", "W": "White", None: "nobody"}[result.winner]
    return f"{winner} within {result.plies}", result.proof
