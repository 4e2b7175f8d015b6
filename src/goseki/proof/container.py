"""The file that proofs come in: a header, records in compressed chunks, an index.

The container knows nothing of Go. A file has *sections*; a section is a claim, which is a
dictionary whose `kind` says who can check it, and records: rows of integers in columns, the
first of which, the key, ascends. Records are written in chunks of `CHUNK_RECORDS`, each
compressed and with a check sum of its own, so that a reader finds one by its key while it
holds a few chunks only. docs/certificates.md gives the layout byte by byte.

A reader trusts no number in a file: the memory it takes is bounded by the bytes that are there.
Chunks lie one after the other and none is shorter than zlib can write, so the index has no more
entries than the file has room for; a chunk has at most `CHUNK_RECORDS` rows of few columns; and
headers and the number of their sections have fixed limits.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from goseki.errors import GosekiError

FORMAT = "goseki-proof"
VERSION = 1
CHUNK_RECORDS = 4096
MAX_HEADER = 1 << 20
MAX_SECTIONS = 64
MAX_COLUMNS = 8
MIN_CHUNK_BYTES = 9
"""The shortest that zlib can make of a record: 6 bytes frame a stream, and a literal takes 3."""
CACHED_CHUNKS = 1024
"""How many decoded chunks a reader holds at most: some 70 megabytes of them."""
MOST_EXPANSION = 64
"""The decoded chunks that a reader holds take at most this many times the size of the file, apart
from the first few. Compression makes real proofs about ten times smaller."""

COLUMN_TYPES = {"u64": "Q", "i8": "b"}
"""The names of column types in the header, and of the arrays that hold them."""

_INDEX_ENTRY = struct.Struct("<IQQIII")


class ProofError(GosekiError):
    """A file that is no proof, or a damaged one."""


@dataclass(frozen=True)
class Section:
    """A claim and its records, ready to be written. The first column is the key."""

    claim: dict[str, Any]
    columns: dict[str, array[int]]

    @property
    def records(self) -> int:
        return len(next(iter(self.columns.values())))


class _Chunk(NamedTuple):
    section: int
    first_key: int
    offset: int
    length: int
    records: int
    crc: int


def pack(sections: Sequence[Section], maker: str = "") -> bytes:
    """The bytes of a file with these sections.

    >>> keys, moves = array("Q", [3, 7]), array("b", [-1, 0])
    >>> data = pack([Section({"kind": "example"}, {"key": keys, "move": moves})])
    >>> data.startswith(b'{"format":"goseki-proof","version":1,')
    True
    """
    body = bytearray()
    index = bytearray()
    for number, section in enumerate(sections):
        columns = list(section.columns.values())
        for start in range(0, section.records, CHUNK_RECORDS):
            part = [column[start : start + CHUNK_RECORDS] for column in columns]
            data = zlib.compress(_encode(part), 9)
            chunk = _Chunk(number, part[0][0], len(body), len(data), len(part[0]), zlib.crc32(data))
            index += _INDEX_ENTRY.pack(*chunk)
            body += data
    packed_index = zlib.compress(bytes(index), 9)
    contents = {
        "maker": maker,
        "sections": [
            {
                "claim": section.claim,
                "records": section.records,
                "columns": [[name, _type_name(c)] for name, c in section.columns.items()],
            }
            for section in sections
        ],
        "index": {
            "offset": len(body),
            "length": len(packed_index),
            "chunks": len(index) // _INDEX_ENTRY.size,
            "crc32": zlib.crc32(packed_index),
        },
    }
    header = {
        "format": FORMAT,
        "version": VERSION,
        "crc32": zlib.crc32(_canonical_json(contents)),
        "contents": contents,
    }
    line = _canonical_json(header) + b"\n"
    if len(line) > MAX_HEADER or len(sections) > MAX_SECTIONS:
        raise GosekiError(f"{len(sections)} claims are too much for one proof")
    return line + bytes(body) + packed_index


class Container:
    """A proof file, open for reading. What it hands out has passed its check sum."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.on_record: Callable[[], object] = lambda: None
        """Called for every record that `SectionReader.rows` hands out."""
        self._file: BinaryIO = open(self.path, "rb")  # noqa: SIM115
        self._cache: OrderedDict[tuple[int, int], list[array[int]]] = OrderedDict()
        try:
            self.maker, self.sections = self._read_header()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Container:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def columns(self, section: SectionReader, number: int) -> list[array[int]]:
        """The columns of a chunk of a section; the last ones asked for are kept."""
        name = section.number, number
        if name in self._cache:
            self._cache.move_to_end(name)
            return self._cache[name]
        columns = section.decode(number)
        self._cache[name] = columns
        if len(self._cache) > self._most_cached:
            self._cache.popitem(last=False)
        return columns

    def read_chunk(self, chunk: _Chunk) -> bytes:
        self._file.seek(self._body + chunk.offset)
        data = self._file.read(chunk.length)
        if len(data) != chunk.length or zlib.crc32(data) != chunk.crc:
            raise self._damaged("a chunk of records does not match its check sum")
        return data

    def _damaged(self, what: str) -> ProofError:
        return ProofError(f"{self.path}: is damaged: {what}")

    def _read_header(self) -> tuple[str, list[SectionReader]]:
        contents = self._contents(self._file.readline(MAX_HEADER))
        self._body = self._file.tell()
        try:
            if len(contents["sections"]) > MAX_SECTIONS:
                raise self._damaged(f"it has more than {MAX_SECTIONS} claims")
            place = contents["index"]
            chunks = self._read_index(
                place["offset"], place["length"], place["chunks"], place["crc32"]
            )
            sections = [
                SectionReader(
                    self,
                    number,
                    section["claim"],
                    section["records"],
                    {name: COLUMN_TYPES[kind] for name, kind in section["columns"]},
                    [chunk for chunk in chunks if chunk.section == number],
                )
                for number, section in enumerate(contents["sections"])
            ]
            if sum(len(section.chunks) for section in sections) != len(chunks):
                raise self._damaged("the index names a section that is not there")
            return str(contents["maker"]), sections
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            if isinstance(error, ProofError):
                raise
            raise self._damaged("the header makes no sense") from None

    def _contents(self, line: bytes) -> dict[str, Any]:
        if not line:
            raise ProofError(f"{self.path}: is empty")
        if not line.startswith(f'{{"format":"{FORMAT}"'.encode()):
            raise ProofError(f"{self.path}: is not a Goseki proof")
        if not line.endswith(b"\n"):
            raise self._damaged("the header has no end")
        try:
            header = json.loads(line)
            version, crc, contents = header["version"], header["crc32"], header["contents"]
        except (ValueError, KeyError, TypeError, RecursionError):
            raise self._damaged("the header cannot be read") from None
        if version != VERSION:
            raise ProofError(
                f"{self.path}: is a proof of version {version}, and only {VERSION} is known"
            )
        if not isinstance(contents, dict) or zlib.crc32(_canonical_json(contents)) != crc:
            raise self._damaged("the header does not match its check sum")
        return contents

    def _read_index(self, offset: int, length: int, count: int, crc: int) -> list[_Chunk]:
        if min(offset, length, count) < 0:
            raise self._damaged("the index has no sensible size")
        self._file.seek(0, os.SEEK_END)
        size = self._file.tell()
        if size != self._body + offset + length:
            raise self._damaged("the file has not the length that its header says")
        self._most_cached = min(CACHED_CHUNKS, 4 + MOST_EXPANSION * size // (CHUNK_RECORDS * 16))
        if count * MIN_CHUNK_BYTES > offset:
            raise self._damaged("the index has more chunks than there is room for")
        self._file.seek(self._body + offset)
        data = self._file.read(length)
        if zlib.crc32(data) != crc:
            raise self._damaged("the index does not match its check sum")
        plain = _decompress(data, count * _INDEX_ENTRY.size)
        if plain is None:
            raise self._damaged("the index cannot be read")
        chunks = [_Chunk(*entry) for entry in _INDEX_ENTRY.iter_unpack(plain)]
        end = section = 0
        for chunk in chunks:
            if chunk.offset != end or chunk.section < section:
                raise self._damaged("the chunks of records do not follow each other")
            end, section = chunk.offset + chunk.length, chunk.section
        if end != offset:
            raise self._damaged("the chunks of records do not fill the file")
        return chunks


class SectionReader:
    """One section of an open file."""

    def __init__(
        self,
        container: Container,
        number: int,
        claim: dict[str, Any],
        records: int,
        columns: dict[str, str],
        chunks: list[_Chunk],
    ) -> None:
        self.number = number
        self.claim = claim
        self.records = records
        self.columns = columns
        self.chunks = chunks
        self._container = container
        self._first_keys = [chunk.first_key for chunk in chunks]
        if not isinstance(claim, dict):
            raise self._damaged("a claim cannot be read")
        if next(iter(columns.values()), None) != "Q":
            raise self._damaged("the first column holds no keys")
        if len(columns) > MAX_COLUMNS:
            raise self._damaged(f"it has more than {MAX_COLUMNS} columns")
        if sum(chunk.records for chunk in chunks) != records:
            raise self._damaged("the index has not as many records as the header says")
        if any(not 0 < chunk.records <= CHUNK_RECORDS for chunk in chunks):
            raise self._damaged("a chunk has no sensible size")
        if any(a >= b for a, b in zip(self._first_keys, self._first_keys[1:], strict=False)):
            raise self._damaged("the chunks are not in order")

    def chunk(self, number: int) -> list[array[int]]:
        """The columns of a chunk of records, in the order of the header."""
        return self._container.columns(self, number)

    def rows(self, number: int) -> Iterator[tuple[int, ...]]:
        """The records of a chunk. The container's `on_record` is told of each."""
        for row in zip(*self.chunk(number), strict=True):
            self._container.on_record()
            yield row

    def find(self, key: int) -> tuple[int, ...] | None:
        """The record with this key."""
        number = bisect_right(self._first_keys, key) - 1
        if number < 0:
            return None
        columns = self.chunk(number)
        row = bisect_left(columns[0], key)
        if row == len(columns[0]) or columns[0][row] != key:
            return None
        return tuple(column[row] for column in columns)

    def decode(self, number: int) -> list[array[int]]:
        """The columns of a chunk, read from the file and not from memory."""
        chunk = self.chunks[number]
        types = list(self.columns.values())
        size = chunk.records * sum(array(code).itemsize for code in types)
        if chunk.length > _most_compressed(size):
            raise self._damaged("a chunk has no sensible size")
        data = _decompress(self._container.read_chunk(chunk), size)
        if data is None:
            raise self._damaged("a chunk of records cannot be read")
        try:
            columns = _decode(data, types, chunk.records)
        except OverflowError:
            raise self._damaged("a key is too great") from None
        keys = columns[0]
        in_order = all(a < b for a, b in pairwise(keys))
        more = number + 1 < len(self.chunks)
        if not in_order or keys[0] != chunk.first_key:
            raise self._damaged("the keys of a chunk are not in order")
        if more and keys[-1] >= self._first_keys[number + 1]:
            raise self._damaged("the keys of two chunks are not in order")
        return columns

    def _damaged(self, what: str) -> ProofError:
        return ProofError(f"{self._container.path}: is damaged: {what}")


def _canonical_json(value: object) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode()


def _type_name(column: array[int]) -> str:
    return next(name for name, code in COLUMN_TYPES.items() if code == column.typecode)


def _encode(columns: Sequence[array[int]]) -> bytes:
    """Column by column, keys as differences; in each, first all lowest bytes, then all second
    ones, and so on, which compresses well."""
    keys, *others = columns
    steps = array("Q", [keys[0], *(b - a for a, b in pairwise(keys))])
    return b"".join(_planes(column) for column in (steps, *others))


def _planes(column: array[int]) -> bytes:
    data = _little_endian(column).tobytes()
    return b"".join(data[place :: column.itemsize] for place in range(column.itemsize))


def _decode(data: bytes, types: Sequence[str], records: int) -> list[array[int]]:
    columns = []
    start = 0
    for code in types:
        column = array(code)
        plain = bytearray(records * column.itemsize)
        for place in range(column.itemsize):
            plain[place :: column.itemsize] = data[start : start + records]
            start += records
        column.frombytes(bytes(plain))
        columns.append(_little_endian(column))
    columns[0] = array("Q", accumulate(columns[0]))
    return columns


def _little_endian(column: array[int]) -> array[int]:
    """The column with the bytes of its numbers turned round where this machine needs that."""
    if sys.byteorder == "little":
        return column
    turned = array(column.typecode, column)
    turned.byteswap()
    return turned


def _decompress(data: bytes, size: int) -> bytes | None:
    """What was compressed, if it has this size. It takes no more memory than that, however much
    the data would expand to."""
    inflater = zlib.decompressobj()
    try:
        plain = inflater.decompress(data, size + 1)
    except zlib.error:
        return None
    whole = inflater.eof and not inflater.unused_data and len(plain) == size
    return plain if whole else None


def _most_compressed(size: int) -> int:
    """The most that zlib makes of so many bytes: what cannot be compressed grows a little."""
    return size + size // 1000 + 64
