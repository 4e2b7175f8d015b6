"""Files made to deceive the checker, or to exhaust it."""

import json
import tracemalloc
import zlib
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import Board, GosekiError
from goseki.proof import ProofError, Section, check
from goseki.proof.container import MAX_HEADER, MAX_SECTIONS, Container, pack
from goseki.reference.small import SmallGo
from goseki.solver.strategies import prove_go
from tests.fuzz import splice_proof
from tests.fuzz.splice_proof import ENTRY, Pieces, file_of, put_together, take_apart

MEGABYTE = 1 << 20
MEMORY = 1 << 22


def test_nothing_false_is_made_of_true_pieces() -> None:
    happened = splice_proof.run(150, seed=1)
    kinds = {what.split(": ")[1] for what in happened.elements()}
    assert kinds == {"refused", "fails", "accepted, and true"}


def test_splicing_would_find_a_ban_that_cannot_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SmallGo, "why_not_begun", lambda game, now: None)
    with pytest.raises(AssertionError, match="was accepted"):
        splice_proof.run(1500, seed=1)


# Memory: bounded by the bytes of the file, whatever they say.


def peak_of_check(path: Path) -> int:
    """The most memory that a check holds at once, whether it ends well or not."""
    tracemalloc.start()
    try:
        check(path)
    except ProofError as error:
        assert "\n" not in str(error)
    finally:
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    return peak


def honest() -> Pieces:
    return take_apart(pack([prove_go(Board("4x2"), 8, ko="cycle", memory=MEMORY)]))


def index_of_empty_chunks() -> bytes:
    """Four million chunks of nothing in 311 kilobytes, and the same of one record each."""
    return _with_index(4_000_000, [0, 0, 0, 0, 0, 0])


def index_of_one_chunk() -> bytes:
    return _with_index(1_000_000, [0, 0, 0, 10, 1, 0])


def _with_index(count: int, entry: list[int]) -> bytes:
    pieces = honest()
    index = zlib.compress(ENTRY.pack(*entry) * count, 9)
    pieces.contents["index"] |= {
        "offset": 0,
        "length": len(index),
        "chunks": count,
        "crc32": zlib.crc32(index),
    }
    pieces.contents["sections"][0]["records"] = count * entry[4]
    return file_of(pieces.contents, index)


def chunk_that_inflates() -> bytes:
    """A chunk that says it has few records and unpacks to 150 megabytes."""
    pieces = honest()
    entry, _ = pieces.chunks[0]
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(bytes(MEGABYTE)) for _ in range(150)) + packer.flush()
    pieces.chunks[0] = (entry, data)
    return put_together(pieces)


def index_that_inflates() -> bytes:
    pieces = honest()
    data = zlib.compress(bytes(150 * MEGABYTE), 9)
    pieces.contents["index"] |= {
        "offset": 0,
        "length": len(data),
        "chunks": 1 << 40,
        "crc32": zlib.crc32(data),
    }
    return file_of(pieces.contents, data)


def many_columns() -> bytes:
    """A row of 4,000 columns, so that a chunk of few bytes has 130 megabytes."""
    pieces = honest()
    names = [["key", "u64"], *([f"c{i}", "u64"] for i in range(4_000))]
    pieces.contents["sections"][0]["columns"] = names
    row = bytes(4096 * 8)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(row) for _ in names) + packer.flush()
    pieces.chunks = [([0, 0, 0, 0, 4096, 0], data)]
    return put_together(pieces)


def many_chunks_of_few_bytes() -> bytes:
    """Keys one after the other, 4096 of which take a hundred bytes, and a hundred chunks."""
    count = 100 * 4096
    keys = array("Q", range(count))
    columns = {
        "key": keys,
        "move": array("b", bytes(count)),
        "credit": array("Q", bytes(8 * count)),
    }
    return pack([Section(honest().claims[0], columns)])


def many_claims() -> bytes:
    claim = {
        "kind": "safety",
        "board": ["." * 19] * 19,
        "defender": "B",
        "links": [],
        "plans": [],
        "area": ["." * 19] * 19,
    }
    section = {"claim": claim, "records": 0, "columns": [["key", "u64"], ["answer", "i8"]]}
    return _without_records([section] * 900)


def header_of_lists() -> bytes:
    return _without_records([[] for _ in range(100_000)])


def header_of_keys() -> bytes:
    claim: dict[str, Any] = {**honest().claims[0], "more": [{str(i): 0} for i in range(20_000)]}
    columns = [["key", "u64"], ["move", "i8"], ["credit", "u64"]]
    return _without_records([{"claim": claim, "records": 0, "columns": columns}])


def deep_header() -> bytes:
    text = "[" * 400_000 + "]" * 400_000
    return b'{"format":"goseki-proof","version":1,"crc32":0,"contents":' + text.encode() + b"}\n"


def _without_records(sections: list[Any]) -> bytes:
    index = zlib.compress(b"")
    place = {"offset": 0, "length": len(index), "chunks": 0, "crc32": zlib.crc32(index)}
    return file_of({"maker": "", "sections": sections, "index": place}, index)


@pytest.mark.parametrize(
    "bomb",
    [
        index_of_empty_chunks,
        index_of_one_chunk,
        chunk_that_inflates,
        index_that_inflates,
        many_columns,
        many_chunks_of_few_bytes,
        many_claims,
        header_of_lists,
        header_of_keys,
        deep_header,
    ],
)
def test_memory_is_bounded_by_the_file(tmp_path: Path, bomb: Callable[[], bytes]) -> None:
    path = tmp_path / "bomb.proof"
    data = bomb()
    path.write_bytes(data)
    peak = peak_of_check(path)
    assert peak < 2 * MEGABYTE + 64 * len(data), f"{peak:,} bytes for {len(data):,}"


def test_few_chunks_are_held_of_a_file_that_inflates(tmp_path: Path) -> None:
    """Also by a reader of the whole file: 7 megabytes of records, packed into 11 kilobytes."""
    path = tmp_path / "bomb.proof"
    path.write_bytes(many_chunks_of_few_bytes())
    tracemalloc.start()
    with Container(path) as opened:
        [section] = opened.sections
        assert sum(len(section.chunk(n)[0]) for n in range(len(section.chunks))) == 100 * 4096
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * MEGABYTE + 128 * path.stat().st_size


NUMBERS = st.sampled_from([0, 1, 7, 9, 4096, 4097, 2**20, 2**31, 2**32 - 1])


@given(
    st.lists(st.tuples(st.integers(0, 5), NUMBERS), max_size=3),
    st.dictionaries(st.sampled_from(["offset", "length", "chunks"]), NUMBERS, max_size=2),
    st.integers(1, 20_000),
)
def test_no_number_of_a_file_is_taken_on_trust(
    tmp_path_factory: pytest.TempPathFactory,
    fields: list[tuple[int, int]],
    header: dict[str, int],
    copies: int,
) -> None:
    pieces = _HONEST
    entries = [list(entry) for entry, _ in pieces.chunks]
    for place, number in fields:
        entries[0][place] = number
    path = tmp_path_factory.mktemp("proofs") / "numbers.proof"
    path.write_bytes(put_together(pieces, entries=entries * copies, header=header))
    assert peak_of_check(path) < 2 * MEGABYTE + 64 * path.stat().st_size


_HONEST = honest()


def test_what_cannot_be_read_is_not_written() -> None:
    section = prove_go(Board("2x2"), 0, ko="cycle", memory=MEMORY)
    assert len(pack([section] * MAX_SECTIONS)) > 0
    with pytest.raises(GosekiError, match="too much for one proof"):
        pack([section] * (MAX_SECTIONS + 1))
    with pytest.raises(GosekiError, match="too much for one proof"):
        pack([Section({**section.claim, "note": "x" * MAX_HEADER}, section.columns)])


def test_a_file_put_together_again_is_the_same(tmp_path: Path) -> None:
    """So a splice is refused for what it changes, not for how it was put together."""
    data = pack([prove_go(Board("3x2"), 1, ko="cycle", memory=MEMORY)])
    assert put_together(take_apart(data)) == data
    assert json.loads(data.split(b"\n")[0])["contents"]["sections"][0]["records"] > 0
