"""What was solved, written down as a proof that `goseki.proof.check` verifies."""

from __future__ import annotations

import os
import time
from dataclasses import replace

from goseki.board import Board
from goseki.errors import GosekiError
from goseki.job import Limits, Progress, Report
from goseki.proof import Section, write_proof
from goseki.solver.questions import next_higher, possible_scores
from goseki.solver.result import SolveResult
from goseki.solver.searches import AttackSearch


def with_proof(
    board: Board,
    result: SolveResult,
    search: AttackSearch,
    path: str | os.PathLike[str],
    *,
    limits: Limits,
    force: bool,
    progress: Report | None,
) -> SolveResult:
    """The result with a proof of it in a file, as far as one is found within limits: seconds of
    all, nodes of each claim. No file if there is nothing to write."""

    def tell(situations: float) -> None:
        if progress:
            progress(Progress(text=f"writing the proof down: {situations:,.0f} situations"))

    leads = leads_to_prove(board, result)
    if not leads or result.interrupted:
        return result
    start = time.perf_counter()
    sections: dict[float, Section] = {}
    for lead in sorted(leads, key=search.knows, reverse=True):
        left = limits.after(time.perf_counter() - start)
        try:
            sections[lead] = search.write_down(lead, left, tell)
        except KeyboardInterrupt:
            result = replace(result, interrupted=True)
            break
        except GosekiError as error:
            result = replace(result, note=f"{result.note} There is {error}.".strip())
    if not sections:
        return result
    try:
        written = write_proof(path, [sections[lead] for lead in sorted(sections)], force=force)
    except GosekiError as error:
        note = f"{result.note} There is no proof: {error}.".strip()
        return replace(result, note=note, proof_failure=str(error))
    return replace(result, proof=written)


def leads_to_prove(board: Board, result: SolveResult) -> list[float]:
    """The questions whose answers prove a result, those that answer themselves left out."""
    if result.at_least is not None:
        return [] if result.holds is None else [result.at_least]
    scores = possible_scores(board, result.ko)
    leads = []
    if result.lower > scores[0]:
        leads.append(result.lower)
    if result.upper < scores[-1]:
        leads.append(next_higher(scores, result.upper))
    return leads
