"""What was solved, written down as a proof that `goseki.proof.check` verifies."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace

from goseki.board import Board
from goseki.errors import GosekiError
from goseki.proof import prove_go, write_proof
from goseki.solver.questions import next_higher, possible_scores
from goseki.solver.result import SolveResult
from goseki.solver.searches import table_bytes_for


def with_proof(
    board: Board,
    result: SolveResult,
    path: str | os.PathLike[str],
    *,
    memory: int,
    force: bool,
    progress: Callable[[str], None] | None,
) -> SolveResult:
    """The result with a proof of it in a file: none if nothing was proven, and a note where
    the search found no complete strategy."""

    def tell(situations: float) -> None:
        if progress:
            progress(f"writing the proof down: {situations:,.0f} situations")

    leads = leads_to_prove(board, result)
    if not leads or result.interrupted:
        return result
    memory = table_bytes_for(board.size.points, memory, result.ko)
    try:
        sections = [
            prove_go(board, lead, ko=result.ko, memory=memory, progress=tell) for lead in leads
        ]
    except KeyboardInterrupt:
        return replace(result, interrupted=True)
    except GosekiError as error:
        return replace(result, note=f"{result.note} There is {error}.".strip())
    return replace(result, proof=write_proof(path, sections, force=force))


def leads_to_prove(board: Board, result: SolveResult) -> list[float]:
    """The questions whose answers prove a result, those that answer themselves left out."""
    if result.asked is not None:
        return [] if result.holds is None else [result.asked]
    scores = possible_scores(board, result.ko)
    leads = []
    if result.lower > scores[0]:
        leads.append(result.lower)
    if result.upper < scores[-1]:
        leads.append(next_higher(scores, result.upper))
    return leads
