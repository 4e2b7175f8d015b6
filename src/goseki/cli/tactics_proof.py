"""`goseki tactics --proof`: what was proven, written down."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from goseki.cli.output import show_progress
from goseki.errors import one_line
from goseki.facts import facts
from goseki.job import Limits
from goseki.proof import write_proof
from goseki.tactics import Solution, prove_status


@dataclass(frozen=True)
class Written:
    """What is to be said of a proof that was to be written."""

    text: str
    facts: dict[str, Any] | None = None
    interrupted: bool = False


def write(solution: Solution, path: Path, limits: Limits, *, force: bool) -> Written:
    """Write down what was proven; no file if that is nothing, or if Ctrl-C has come already."""
    name = one_line(str(path))
    if solution.interrupted:
        return Written(f"{name}: not written, as the search was interrupted.")
    if solution.evidence != "proven":
        return Written(f"{name}: not written, as the status is not proven.")
    with show_progress("writing the proof down") as report:
        claims = prove_status(solution, limits=replace(limits, threads=None), progress=report)
    why = "; ".join(claims.missing)
    if not claims:
        return Written(f"{name}: not written: {why}.", interrupted=claims.interrupted)
    summary = write_proof(path, claims, force=force)
    about = f"{summary.situations:,} answers, {summary.bytes:,} bytes"
    text = f"wrote {name}: {about} (goseki check verifies it)"
    if not claims.is_complete:
        text = (
            f"wrote {name}: only part of what is proven, {about}. The rest was not written: {why}."
        )
    said = {**facts(summary), "complete": claims.is_complete}
    return Written(text, said, claims.interrupted)
