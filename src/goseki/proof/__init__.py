"""Certificates: proofs in files that a small, separate program can check.

`check` verifies a file with `goseki.reference` alone; `prove_go` and `prove_capture` make
sections of one from what the solvers know, and `write_proof` writes it.
docs/certificates.md has the format and the argument.
"""

from goseki.proof.checker import CheckedClaim, CheckResult, check
from goseki.proof.claim import Fault
from goseki.proof.container import ProofError, Section
from goseki.proof.writer import (
    ProofSummary,
    capture_section,
    count_needed,
    prove_capture,
    prove_go,
    write_proof,
)

__all__ = [
    "CheckResult",
    "CheckedClaim",
    "Fault",
    "ProofError",
    "ProofSummary",
    "Section",
    "capture_section",
    "check",
    "count_needed",
    "prove_capture",
    "prove_go",
    "write_proof",
]
