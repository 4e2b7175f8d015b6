"""Reads files up to a sensible size, and writes them whole or not at all, never over another by
accident."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import secrets
import shutil
from pathlib import Path
from typing import BinaryIO

from goseki.coords import shorten
from goseki.errors import GosekiError

MOST_BYTES = 64 * 2**20
"""The largest text that is read into memory."""


def read_bounded(stream: BinaryIO | io.BufferedIOBase, name: str) -> bytes:
    """All bytes of a stream. More than `MOST_BYTES` is an error, because some streams never end."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise GosekiError(f"{name}: has more than {MOST_BYTES >> 20} MB")
    return data


def read_file(path: str | os.PathLike[str]) -> bytes:
    """The content of a file of a sensible size."""
    with open(path, "rb") as file:
        return read_bounded(file, os.fspath(path))


def check_free(path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Complain of a file that cannot be written. Call this before the work that fills the file."""
    target = Path(path)
    try:
        if target.exists() and not force:
            raise GosekiError(f"{path}: the file exists already (--force overwrites it)")
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not target.is_file():
            raise OSError(errno.EINVAL, "is not a regular file")
        # Only an attempt tells whether we may make a file of such a name here.
        temporary = _beside(target)
        temporary.touch(exist_ok=False)
        temporary.unlink()
    except OSError as error:
        raise GosekiError(f"{path}: cannot be written: {error.strerror or error}") from None


def _beside(target: Path) -> Path:
    """The name of a temporary file, which will take the place of the target."""
    return target.with_name(f".{target.name}.{secrets.token_hex(8)}")


def write_file(path: str | os.PathLike[str], data: bytes, *, force: bool = False) -> None:
    """Write a whole file or nothing. One that exists is replaced only if `force` is true."""
    check_free(path, force=force)
    target = Path(path)
    temporary = _beside(target)
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except OSError as error:
        raise GosekiError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):  # it has become the target, or was never made
            temporary.unlink()


def path_of(name: str | os.PathLike[str]) -> Path:
    """The path of a file that a caller names."""
    try:
        return Path(name)
    except TypeError:
        raise GosekiError(f"not the name of a file: {shorten(repr(name))}") from None
