"""Writing files safely: as a whole or not at all, and never over another by accident."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
from pathlib import Path

from goseki.errors import GosekiError


def check_free(path: str | os.PathLike[str], *, force: bool = False) -> None:
    """Complain, before the work that is to be kept in it, of a file that cannot be written."""
    target = Path(path)
    if target.exists() and not force:
        raise GosekiError(f"{path}: the file exists already (--force overwrites it)")
    if target.is_dir() or not target.absolute().parent.is_dir():
        reason = os.strerror(errno.EISDIR if target.is_dir() else errno.ENOENT)
        raise GosekiError(f"{path}: cannot be written: {reason}")


def write_file(path: str | os.PathLike[str], data: bytes, *, force: bool = False) -> None:
    """Write a whole file or nothing. One that exists is replaced only if `force` is true."""
    check_free(path, force=force)
    target = Path(path)
    temporary = target.with_name(f".{target.name}.{secrets.token_hex(8)}")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except OSError as error:
        raise GosekiError(f"{path}: cannot be written: {error.strerror or error}") from error
    finally:
        with contextlib.suppress(OSError):  # gone, or never made
            temporary.unlink()
