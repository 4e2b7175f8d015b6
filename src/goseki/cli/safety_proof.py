"""`goseki safety --proof`: what was proven, written down."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goseki.cli.output import show_progress
from goseki.errors import one_line
from goseki.proof import write_proof
from goseki.safety import SafetyResult, certified_points, prove_claims


@dataclass(frozen=True)
class Written:
    """What is to be said of a proof that was to be written."""

    text: str
    facts: dict[str, Any] | None = None
    interrupted: bool = False


def write(result: SafetyResult, path: Path, interrupted: bool, *, force: bool) -> Written:
    """Write down what was proven; no file if that is nothing, or if Ctrl-C has come already."""
    name = one_line(str(path))
    if interrupted:
        return Written(f"{name}: not written, as the search was interrupted.")
    with show_progress("writing the proof down") as report:
        sections = prove_claims(result, progress=report)
    if not sections:
        why = "it was interrupted" if sections.interrupted else "there is nothing to prove"
        return Written(f"{name}: not written, as {why}.", interrupted=sections.interrupted)
    summary = write_proof(path, sections, force=force)
    points, answers = certified_points(sections), summary.situations
    covered = "them all" if points == result.count else f"{points} of these {result.count} points"
    return Written(
        f"wrote {name}: a proof of {covered}, {answers:,} answers to attacks",
        {"file": str(path), "points": points, "answers": answers, "bytes": summary.bytes},
        sections.interrupted,
    )
