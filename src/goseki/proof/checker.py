"""Checking a proof file, with the reference and nothing from the compiled core."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Any, NamedTuple

from goseki.cluster import results
from goseki.job import Progress, Report, report_seldom
from goseki.proof.capture_claim import CaptureClaim
from goseki.proof.claim import Claim, ClaimError, Fault
from goseki.proof.container import COLUMN_TYPES, Container, ProofError
from goseki.proof.go_claim import GoClaim, conclusion
from goseki.proof.safety_claim import SafetyClaim
from goseki.proof.tactics_claim import TacticsClaim, tactics_conclusion

KINDS: dict[str, type[Claim]] = {
    "go": GoClaim,
    "capture": CaptureClaim,
    "safety": SafetyClaim,
    "tactics": TacticsClaim,
}
"""Who checks which kind of claim."""


@dataclass(frozen=True)
class CheckedClaim:
    """One claim of a file, in words, and how many situations prove it."""

    kind: str
    words: str
    board: list[str]
    """The position it is about: rows from the top, of `.`, `X` and `O`."""
    situations: int
    terms: dict[str, Any] = field(default_factory=dict)
    """Everything but the stones that it depends on, in JSON values: turn, ko point, rules."""


@dataclass(frozen=True)
class CheckResult:
    """What the check of a proof found."""

    valid: bool
    """Whether everything was checked and holds."""
    claims: list[CheckedClaim]
    situations: int
    """How many records were checked."""
    conclusion: str | None = None
    """What the claims say together, if that is more than each says."""
    fault: Fault | None = None
    """The first bad situation of a proof that is not valid."""
    failed_claim: CheckedClaim | None = None
    maker: str = field(default="", compare=False)
    interrupted: bool = False


class _Task(NamedTuple):
    """What is checked at a time: a chunk of a section or, if it has no number, the start."""

    section: int
    chunk: int | None


def check(
    path: str | os.PathLike[str],
    *,
    jobs: int = 1,
    progress: Report | None = None,
) -> CheckResult:
    """Check every record of a proof. Raises `ProofError` where the file is no proof or damaged.

    Records are independent of each other, so `jobs` processes can share them; the fault that
    is reported is the first in the file all the same. Memory stays bounded however long the
    file is. Ctrl-C ends it: then nobody knows whether the proof is valid.
    """
    with Container(path) as container:
        claims = [_claim(container, number) for number in range(len(container.sections))]
        if not claims:
            raise ProofError(f"{path}: claims nothing")
        listed = [
            CheckedClaim(
                str(section.claim["kind"]),
                claim.words(),
                claim.board(),
                section.records,
                claim.terms(),
            )
            for claim, section in zip(claims, container.sections, strict=True)
        ]
        tasks = [
            _Task(section, chunk)
            for section, reader in enumerate(container.sections)
            for chunk in (None, *range(len(reader.chunks)))
        ]
        checked = 0
        try:
            with closing(_run(path, tasks, jobs, progress)) as outcomes:
                for task, fault in outcomes:
                    if fault is not None:
                        failed = listed[task.section]
                        return CheckResult(
                            False, listed, checked, None, fault, failed, maker=container.maker
                        )
                    if task.chunk is not None:
                        checked += container.sections[task.section].chunks[task.chunk].records
        except KeyboardInterrupt:
            return CheckResult(False, listed, checked, maker=container.maker, interrupted=True)
    return CheckResult(True, listed, checked, _together(claims), maker=container.maker)


def _together(claims: Sequence[Claim]) -> str | None:
    """What claims say together, if they are of one kind."""
    of_go = [claim for claim in claims if isinstance(claim, GoClaim)]
    of_tactics = [claim for claim in claims if isinstance(claim, TacticsClaim)]
    if of_go and (len(claims) == 1 or len(of_go) == len(claims)):
        return conclusion(of_go)
    return tactics_conclusion(of_tactics) if len(of_tactics) == len(claims) else None


def _claim(container: Container, number: int) -> Claim:
    section = container.sections[number]
    kind = section.claim.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        known = ", ".join(KINDS)
        raise ProofError(f"{container.path}: makes a claim of an unknown kind (known: {known})")
    checker = KINDS[kind]
    if section.columns != {name: COLUMN_TYPES[code] for name, code in checker.columns.items()}:
        raise ProofError(f"{container.path}: has not the columns of a claim of kind {kind}")
    try:
        return checker.from_header(section.claim)
    except ClaimError as error:
        raise ProofError(f"{container.path}: makes a claim that makes no sense: {error}") from None


class _Worker:
    """Checks tasks; each process has its own."""

    def __init__(self, path: str | os.PathLike[str], progress: Report | None = None) -> None:
        self.container = Container(path)
        self.container.on_record = self._report
        self._tell, self._seen = report_seldom(progress), 0
        self.claims = [_claim(self.container, n) for n in range(len(self.container.sections))]

    def run(self, task: _Task) -> Fault | None:
        claim, section = self.claims[task.section], self.container.sections[task.section]
        if task.chunk is None:
            return claim.check_start(section)
        return claim.check_chunk(section, task.chunk)

    def _report(self) -> None:
        self._seen += 1
        records = sum(section.records for section in self.container.sections)
        self._tell(Progress(min(1.0, self._seen / records)))


_worker_of_this_process = cache(_Worker)


def _run_in_worker(path: str, task: _Task) -> Fault | None:
    return _worker_of_this_process(path).run(task)


def _run(
    path: str | os.PathLike[str], tasks: list[_Task], jobs: int, progress: Report | None
) -> Generator[tuple[_Task, Fault | None], None, None]:
    """The outcome of each task, in their order."""
    if jobs <= 1 or len(tasks) <= 2:
        worker = _Worker(path, progress)
        try:
            yield from results(worker.run, tasks)
        finally:
            worker.container.close()
        return
    work = partial(_run_in_worker, os.fspath(path))
    yield from results(work, tasks, jobs=jobs, in_order=True, progress=progress)
