"""Writing proofs: sections, as whoever found a proof has made them, go into one file."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from goseki.files import write_file
from goseki.proof.container import Section, pack


@dataclass(frozen=True)
class ProofSummary:
    """A proof that has been written."""

    path: str
    claims: int
    situations: int
    bytes: int


def write_proof(
    path: str | os.PathLike[str], sections: Sequence[Section], *, force: bool = False
) -> ProofSummary:
    """Write sections to a file, whole or not at all."""
    from goseki import __version__

    data = pack(sections, f"goseki {__version__}")
    write_file(path, data, force=force)
    situations = sum(section.records for section in sections)
    return ProofSummary(os.fspath(path), len(sections), situations, len(data))
