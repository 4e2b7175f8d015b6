"""The checkpoint of a long solve: one file with its table and how far it has come.

    0        the state, one copy
    64 KiB   the state, another copy
    128 KiB  the table, mapped into the memory of the search

The search writes to the table as it goes, so a process that is killed loses none of it, and
an entry that it leaves half written fails its check (`core/solvers/go/proof_entry.h`). The
two copies of the state are written by turns, each with a number and a checksum, so that one
of them is whole at any moment.

The table is about one question ("is Black's lead at least T?") at a time, and the state says
which. Before the table is cleared for another, the state says that it is about none.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
import struct
import sys
import threading
import time
import zlib
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol, Self

from goseki import _core
from goseki.errors import GosekiError
from goseki.evidence import Verdict
from goseki.files import path_of

SLOT_BYTES = 1 << 16
TABLE_OFFSET = 2 * SLOT_BYTES
FORMAT = 1
SECONDS_BETWEEN_SAVES = 1.0
SECONDS_BETWEEN_FLUSHES = 30.0

_WRITTEN: dict[Verdict, str] = {"proven": "proven", "refuted": "held", "unknown": "unknown"}
"""Verdicts as the file has them."""
_READ: dict[str, Verdict] = {word: verdict for verdict, word in _WRITTEN.items()}
_MAGIC = b"goseki\x1ac"
_HEAD = struct.Struct("<8sIIQ")  # magic, format, length, number; the checksum follows
_CHECKSUM = struct.Struct("<I")


@dataclass
class Question:
    """The question that the table is about."""

    target: float
    node_limit: int | None
    """When it is given up, or None."""
    nodes: int = 0
    """Spent on it so far."""
    deepening: list[int] = field(default_factory=lambda: [0, 0, 0, 0, 0])
    """How far the search has come: `GoSolver.deepening`."""


@dataclass
class Answer:
    """A question that has been dealt with."""

    target: float
    verdict: Verdict
    line: list[int]


@dataclass
class State:
    """How far a solve has come: what it has asked, in order, and what it is asking."""

    answers: list[Answer] = field(default_factory=list)
    current: Question | None = None
    nodes: int = 0
    seconds: float = 0.0

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Self:
        current = facts["current"]
        return cls(
            [Answer(a["target"], _READ[a["verdict"]], a["line"]) for a in facts["answers"]],
            None if current is None else Question(**current),
            facts["nodes"],
            facts["seconds"],
        )

    def to_json(self) -> dict[str, Any]:
        facts = asdict(self)
        for answer in facts["answers"]:
            answer["verdict"] = _WRITTEN[answer["verdict"]]
        return facts


class Table(Protocol):
    """What a checkpoint asks of the search whose table it holds."""

    def clear_table(self) -> None: ...
    def flush(self) -> None: ...


class Checkpoint:
    """An open checkpoint. No other process can open it meanwhile.

    `problem` says what is solved, as JSON values by name. A file that exists must be about
    the same; if it is not, or is damaged, it is left as it is and a `GosekiError` says why.
    """

    def __init__(
        self, path: str | os.PathLike[str], problem: Mapping[str, Any], table_bytes: int
    ) -> None:
        self.path = path_of(path)
        self.state = State()
        self._problem = dict(problem)
        self._number = 0
        self._saved = self._flushed = time.monotonic()
        self._flushing: threading.Thread | None = None
        self._failure: Exception | None = None
        try:
            if self.path.exists():
                self.file = self._open(self.path)
                self._read()
            else:
                self._create(max(table_bytes // 64, 2) * 64)
        except OSError as error:
            raise GosekiError(f"{self.path}: {error.strerror or error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if (flushing := self._flushing) is not None:
            flushing.join()
        os.close(self.file)

    def save(self) -> None:
        """Write the state, over the older of its two copies."""
        facts = {"problem": self._problem, "table": self._table, "state": self.state.to_json()}
        self._number += 1
        copy = _pack(self._number, json.dumps(facts).encode())
        assert len(copy) <= SLOT_BYTES
        try:
            os.pwrite(self.file, copy, self._number % 2 * SLOT_BYTES)
        except OSError as error:
            raise GosekiError(f"{self.path}: cannot be written: {error.strerror}") from error
        self._saved = time.monotonic()

    def begin(self, table: Table, target: float, node_limit: int | None) -> Question:
        """Make the table one about this question, unless it is already."""
        current = self.state.current
        if current is None or current.target != target:
            self.state.current = None
            self.save()
            table.clear_table()
            self._flush(table)
            current = self.state.current = Question(target, node_limit)
            self.save()
        return current

    def answer(self, verdict: Verdict, line: list[int]) -> None:
        """Note the answer to the question that the table is about."""
        assert self.state.current is not None
        self.state.answers.append(Answer(self.state.current.target, verdict, line))
        self.state.current = None
        self.save()

    def keep(self, table: Table, update: Callable[[], None]) -> None:
        """To be called often: now and then, `update` the state and save it, and start to
        write the table to disk."""
        now = time.monotonic()
        if now - self._saved >= SECONDS_BETWEEN_SAVES:
            update()
            self.save()
        if now - self._flushed >= SECONDS_BETWEEN_FLUSHES and self._flushing is None:
            # The search need not wait for the disk.
            self._flushing = threading.Thread(target=self._flush_aside, args=(table,), daemon=True)
            self._flushing.start()
        if self._failure is not None:
            raise GosekiError(f"{self.path}: {self._failure}")

    def _flush(self, table: Table) -> None:
        try:
            table.flush()
        except RuntimeError as error:
            raise GosekiError(f"{self.path}: {error}") from error

    def _flush_aside(self, table: Table) -> None:
        try:
            table.flush()
        except RuntimeError as error:
            self._failure = error
        self._flushed = time.monotonic()
        self._flushing = None

    def _open(self, path: Path, flags: int = 0) -> int:
        # Written through to the disk, but not with it what others wrote: that of the table
        # would take seconds.
        file = os.open(path, os.O_RDWR | os.O_DSYNC | flags, 0o666)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise GosekiError(f"{path}: another process is using this checkpoint") from None
        return file

    def _create(self, table_bytes: int) -> None:
        """A new file, whole before it has its name."""
        self._table: dict[str, Any] = {
            "entry version": _core.PROOF_ENTRY_VERSION,
            "byte order": sys.byteorder,
            "bytes": table_bytes,
        }
        temporary = self.path.with_name(f".{self.path.name}.{secrets.token_hex(8)}")
        self.file = self._open(temporary, os.O_CREAT | os.O_EXCL)
        try:
            _allocate(self.file, TABLE_OFFSET + table_bytes)
            self.save()
            self.save()
            os.replace(temporary, self.path)
        except BaseException:
            os.close(self.file)
            temporary.unlink(missing_ok=True)
            raise

    def _read(self) -> None:
        try:
            facts = self._newest_copy()
            self._compare(facts["problem"])
            self._table = facts["table"]
            version, order = self._table["entry version"], self._table["byte order"]
            if (version, order) != (_core.PROOF_ENTRY_VERSION, sys.byteorder):
                raise GosekiError(
                    f"{self.path}: its table is of version {version}, {order}-endian, not "
                    f"{_core.PROOF_ENTRY_VERSION}, {sys.byteorder}-endian"
                )
            size, expected = os.fstat(self.file).st_size, TABLE_OFFSET + self._table["bytes"]
            if size != expected:
                raise self._damaged(f"has {size:,} bytes instead of {expected:,}")
            self.state = State.from_json(facts["state"])
        except BaseException:
            os.close(self.file)
            raise

    @property
    def table_bytes(self) -> int:
        return int(self._table["bytes"])

    def _newest_copy(self) -> dict[str, Any]:
        copies = [os.pread(self.file, SLOT_BYTES, slot * SLOT_BYTES) for slot in (0, 1)]
        if not any(copy.startswith(_MAGIC) for copy in copies):
            raise GosekiError(f"{self.path}: is not a checkpoint of goseki")
        whole = [found for copy in copies if (found := _unpack(copy)) is not None]
        if not whole:
            raise self._damaged("neither copy of its state passes its check")
        self._number, version, payload = max(whole)
        if version != FORMAT:
            raise GosekiError(f"{self.path}: is a checkpoint of format {version}, not {FORMAT}")
        facts: dict[str, Any] = json.loads(payload)
        return facts

    def _compare(self, problem: Mapping[str, Any]) -> None:
        for name, value in self._problem.items():
            if problem.get(name) != value:
                raise GosekiError(
                    f"{self.path}: is the checkpoint of another question: {name} "
                    f"{_words(problem.get(name))}, not {_words(value)}"
                )

    def _damaged(self, reason: str) -> GosekiError:
        return GosekiError(f"{self.path}: is damaged: {reason}")


def _pack(number: int, payload: bytes) -> bytes:
    head = _HEAD.pack(_MAGIC, FORMAT, len(payload), number)
    return head + _CHECKSUM.pack(zlib.crc32(head + payload)) + payload


def _unpack(copy: bytes) -> tuple[int, int, bytes] | None:
    """Number, format and payload of a copy, or None if it is not whole."""
    start = _HEAD.size + _CHECKSUM.size
    if len(copy) < start:
        return None
    magic, version, length, number = _HEAD.unpack_from(copy)
    (checksum,) = _CHECKSUM.unpack_from(copy, _HEAD.size)
    payload = copy[start : start + length]
    if magic != _MAGIC or zlib.crc32(copy[: _HEAD.size] + payload) != checksum:
        return None
    return number, version, payload


def _words(value: object) -> str:
    """A value in an error message, on one line."""
    if isinstance(value, list):
        return "/".join(map(str, value)) or "none"
    return "none" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


def _allocate(file: int, size: int) -> None:
    """Make room on the disk now: a mapping that finds none later would crash."""
    if hasattr(os, "posix_fallocate"):
        with contextlib.suppress(NotImplementedError):
            os.posix_fallocate(file, 0, size)
            return
    zeros = bytes(1 << 20)
    for start in range(0, size, len(zeros)):
        os.pwrite(file, zeros[: size - start], start)
