"""A ledger of finished work: one JSON object per line, each with a checksum.

The first line says what the work is about. Each line is on the disk before the next is written,
so a process that is killed can leave only the last line incomplete; that line is dropped.
"""

from __future__ import annotations

import errno
import fcntl
import json
import os
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Self

from goseki.errors import GosekiError
from goseki.files import read_bounded


class Ledger:
    """An open ledger. No other process can open it meanwhile.

    `subject` says what the work is about, as JSON values by name. A file that exists must have
    the same subject; if it has another, or is damaged, it is left as it is and a `GosekiError`
    says why. `finished` holds the results that were noted, by name.
    """

    def __init__(self, path: str | os.PathLike[str], subject: Mapping[str, Any]) -> None:
        self.path = Path(path)
        self.finished: dict[str, Any] = {}
        try:
            if self.path.exists() and not self.path.is_file():
                raise OSError(errno.EINVAL, "is not a regular file")
            self._file = open(self.path, "a+b")  # noqa: SIM115
        except OSError as error:
            raise GosekiError(f"{path}: {error.strerror}") from error
        try:
            self._lock()
            self._read(dict(subject))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def note(self, name: str, result: Any) -> None:
        """Write down the result of a piece of work."""
        self.finished[name] = result
        self._write({"name": name, "result": result})

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise GosekiError(f"{self.path}: another process is using this ledger") from None

    def _read(self, subject: dict[str, Any]) -> None:
        self._file.seek(0)
        lines = read_bounded(self._file, str(self.path)).split(b"\n")
        torn = lines.pop()
        entries = [self._parse(number, line) for number, line in enumerate(lines, 1)]
        if entries:
            self._compare(entries[0], subject)
        elif not _line(subject).startswith(torn):
            raise self._no_ledger(1)
        if torn:
            self._file.truncate(self._file.tell() - len(torn))
        if not entries:
            self._write(subject)
        self.finished = {entry["name"]: entry["result"] for entry in entries[1:]}

    def _parse(self, number: int, line: bytes) -> dict[str, Any]:
        text, _, checksum = line.rpartition(b" ")
        if f"{zlib.crc32(text):08x}".encode() != checksum:
            raise self._no_ledger(number)
        entry: dict[str, Any] = json.loads(text)
        return entry

    def _no_ledger(self, number: int) -> GosekiError:
        return GosekiError(f"{self.path}: line {number} is damaged, or this is no ledger")

    def _compare(self, found: dict[str, Any], subject: dict[str, Any]) -> None:
        for name, value in subject.items():
            if found.get(name) != value:
                raise GosekiError(
                    f"{self.path}: is the ledger of other work: {name} {found.get(name)!r}, "
                    f"not {value!r}"
                )

    def _write(self, entry: dict[str, Any]) -> None:
        try:
            self._file.write(_line(entry))
            self._file.flush()
            os.fsync(self._file.fileno())
        except OSError as error:
            raise GosekiError(f"{self.path}: cannot be written: {error.strerror}") from error


def _line(entry: Mapping[str, Any]) -> bytes:
    text = json.dumps(entry, ensure_ascii=False).encode()
    return text + f" {zlib.crc32(text):08x}\n".encode()
