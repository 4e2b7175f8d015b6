"""Certificates: proofs in files that a small, separate program can check.

`check` verifies a file with `goseki.reference` alone. `write_proof` writes one, from sections that
`goseki.solver.strategies` and `goseki.safety.certificate` make. docs/certificates.md has the format
and the argument.
"""

from goseki.proof.checker import CheckedClaim, CheckResult, check
from goseki.proof.claim import Fault
from goseki.proof.container import ProofError, Section
from goseki.proof.writer import ProofSummary, write_proof

__all__ = [
    "CheckResult",
    "CheckedClaim",
    "Fault",
    "ProofError",
    "ProofSummary",
    "Section",
    "check",
    "write_proof",
]
