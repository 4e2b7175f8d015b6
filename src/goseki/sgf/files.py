"""Files of SGF: finding them and reading them, compressed or not.

`.sgf` files hold any number of games, `.sgfs` files one game a line; either may
be compressed (`.xz`, `.gz`, `.bz2`).
"""

from __future__ import annotations

import bz2
import contextlib
import gzip
import io
import lzma
import os
import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from goseki.errors import GosekiError, SgfError
from goseki.files import MOST_BYTES, path_of, read_bounded
from goseki.sgf.parser import iter_trees
from goseki.sgf.tree import Node

PathLike: TypeAlias = str | os.PathLike[str]
Advance: TypeAlias = Callable[[int], None]
"""A function that is told now and then how many bytes of the file on disk have been read."""

SUFFIXES = (".sgf", ".sgfs")

_DECOMPRESSORS: dict[str, Callable[[io.BufferedReader], io.BufferedIOBase]] = {
    ".xz": lzma.LZMAFile,
    ".gz": lambda raw: gzip.GzipFile(fileobj=raw),
    ".bz2": bz2.BZ2File,
}
_COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    ".xz": lzma.compress,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
}
_SIGNATURES = (b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"\x1f\x8b", b"BZh", b"PK\3\4", b"7z\xbc\xaf")
"""How compressed data begins: Zstandard, xz, gzip, bzip2, zip, 7z."""
_DAMAGED = (EOFError, lzma.LZMAError, zlib.error)
_UNREADABLE = (OSError, *_DAMAGED)


def split_suffixes(path: Path) -> tuple[str, str]:
    """What a file holds and how it is compressed: `.sgf` or `.sgfs`, and a suffix or "".

    >>> split_suffixes(Path("games.SGFS.xz")), split_suffixes(Path("game.txt"))
    (('.sgfs', '.xz'), ('.txt', ''))
    """
    compression = path.suffix.lower() if path.suffix.lower() in _DECOMPRESSORS else ""
    inner = path.with_suffix("") if compression else path
    return inner.suffix.lower(), compression


def find_files(paths: PathLike | Iterable[PathLike]) -> list[Path]:
    """The files named, and those in the folders named (recursive, sorted) that are SGF."""
    if isinstance(paths, str | os.PathLike) or not isinstance(paths, Iterable):
        given = [paths]
    else:
        given = list(paths)
    found: list[Path] = []
    for path in map(path_of, given):
        if path.is_dir():
            found += sorted(
                file
                for file in path.rglob("*")
                if split_suffixes(file)[0] in SUFFIXES and file.is_file()
            )
        elif path.exists():
            found.append(path)
        else:
            raise SgfError("no such file or folder", source=str(path))
    return found


def read_data(path: Path) -> bytes:
    """All bytes of a file, as they were before they were compressed."""
    with _open(path) as stream:
        return _read_all(stream, path)


def _read_all(stream: io.BufferedIOBase, path: Path) -> bytes:
    data = read_bounded(stream, str(path))
    if data.startswith(_SIGNATURES):  # it may contain pieces that look like games
        known = ", ".join(_DECOMPRESSORS)
        reason = f"is compressed in a way that its name does not tell (known: {known})"
        raise SgfError(reason, source=str(path))
    return data


def read_lines(path: Path) -> Iterator[bytes]:
    """The lines of a file, as they were before they were compressed."""
    with _open(path) as stream:
        yield from _lines(stream)


@contextlib.contextmanager
def _open(path: Path) -> Iterator[io.BufferedIOBase]:
    compression = split_suffixes(path)[1]
    with open(path, "rb") as raw:
        try:
            yield _DECOMPRESSORS[compression](raw) if compression else raw
        except _DAMAGED as error:
            raise unreadable(path, error) from None
        except OSError as error:
            if error.errno is None:  # raised by a decompressor, not by the system
                raise unreadable(path, error) from None
            raise


def _lines(stream: io.BufferedIOBase) -> Iterator[bytes]:
    return iter(lambda: stream.readline(MOST_BYTES), b"")


def read_trees(path: Path, advance: Advance | None = None) -> Iterator[Node | SgfError]:
    """The trees of a file, with an error in the place of each that is broken.

    Nothing can be said about what follows a broken game in an `.sgf` file, so reading
    ends there; in `.sgfs` files the next line is the next game.
    """
    kind, compression = split_suffixes(path)
    try:
        with open(path, "rb") as raw:
            stream: io.BufferedIOBase = _DECOMPRESSORS[compression](raw) if compression else raw
            if kind == ".sgfs":
                yield from _read_lines(stream, raw, str(path), advance)
            else:
                yield from _read_text(_read_all(stream, path), str(path), 1)
            if advance:
                advance(raw.tell())
    except _UNREADABLE as error:
        yield unreadable(path, error)
    except SgfError as error:  # compressed in another way
        yield error
    except GosekiError as error:  # too large
        yield SgfError(str(error))


def _read_lines(
    stream: io.BufferedIOBase, raw: io.BufferedReader, source: str, advance: Advance | None
) -> Iterator[Node | SgfError]:
    for number, line in enumerate(_lines(stream), 1):
        if line.strip():
            yield from _read_text(line, source, number)
        if advance and number % 64 == 0:
            advance(raw.tell())


def _read_text(data: bytes, source: str, first_line: int) -> Iterator[Node | SgfError]:
    try:
        yield from iter_trees(data, source=source, first_line=first_line)
    except SgfError as error:
        yield error


def unreadable(path: Path, error: BaseException) -> SgfError:
    """The error of a file that the system, or its decompressor, cannot read."""
    reason = error.strerror if isinstance(error, OSError) else None
    return SgfError(f"cannot be read: {reason or error}", source=str(path))


def compress(data: bytes, path: PathLike) -> bytes:
    """The data as a file of this name holds it."""
    compression = split_suffixes(Path(path))[1]
    return _COMPRESSORS[compression](data) if compression else data
