"""Hostile proofs made of pieces of honest ones: each must be refused, or true.

`mutate_proof` changes one thing; here files are taken apart and put together again with right
check sums: claims with the records of others, chunks moved, doubled or out of order, headers
that say something else, fields of claims changed together. What is accepted is held against
`oracle_go`, which shares nothing with the checker.

`python -m tests.fuzz.splice_proof 3000` tries that many.
"""

from __future__ import annotations

import copy
import json
import math
import random
import re
import struct
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

from goseki import Board, Rules, prove_safety
from goseki.proof import CheckResult, ProofError, Section, check, container
from goseki.proof.container import pack
from goseki.safety.certificate import prove_claims
from goseki.solver.strategies import prove_go
from tests.fuzz.mutate_proof import sections_of
from tests.judges.oracle_go import BLACK, WHITE, Situation, TinyGo, all_starts

MEMORY = 1 << 22
ENTRY = struct.Struct("<IQQIII")
SECTION, FIRST_KEY, OFFSET, LENGTH, RECORDS, CRC = range(6)


@dataclass
class Pieces:
    """A file taken apart: what its header says, and its chunks with their index entries."""

    contents: dict[str, Any]
    chunks: list[tuple[list[int], bytes]]

    @property
    def claims(self) -> list[dict[str, Any]]:
        return [section["claim"] for section in self.contents["sections"]]


def take_apart(data: bytes) -> Pieces:
    line, body = data.split(b"\n", 1)
    contents = json.loads(line)["contents"]
    place = contents["index"]
    index = zlib.decompress(body[place["offset"] :])
    entries = [list(entry) for entry in ENTRY.iter_unpack(index)]
    return Pieces(contents, [(e, body[e[OFFSET] : e[OFFSET] + e[LENGTH]]) for e in entries])


def put_together(
    pieces: Pieces,
    *,
    version: int = 1,
    entries: list[list[int]] | None = None,
    header: dict[str, Any] | None = None,
) -> bytes:
    """A file of the pieces with right check sums, offsets and counts, unless other `entries` for
    the index, or other numbers for the `header`'s account of it, are given."""
    body = b"".join(data for _, data in pieces.chunks)
    if entries is None:
        entries, offset = [], 0
        for entry, data in pieces.chunks:
            entries.append([*entry[:OFFSET], offset, len(data), entry[RECORDS], zlib.crc32(data)])
            offset += len(data)
    contents = copy.deepcopy(pieces.contents)
    for number, section in enumerate(contents["sections"]):
        section["records"] = sum(e[RECORDS] for e in entries if e[SECTION] == number)
    index = zlib.compress(b"".join(ENTRY.pack(*entry) for entry in entries), 9)
    contents["index"] = {
        "offset": len(body),
        "length": len(index),
        "chunks": len(entries),
        "crc32": zlib.crc32(index),
        **(header or {}),
    }
    return file_of(contents, body + index, version=version)


def file_of(contents: Any, rest: bytes, *, version: int = 1) -> bytes:
    """A header with a right check sum, and what follows it."""
    text = json.dumps(contents, separators=(",", ":"))
    crc = zlib.crc32(text.encode())
    head = f'{{"format":"goseki-proof","version":{version},"crc32":{crc},"contents":{text}}}\n'
    return head.encode() + rest


# Splices: bytes from honest files, each of which has its chunks small.

Splice = Callable[[list[Pieces], random.Random], bytes]


def other_records(files: list[Pieces], chance: random.Random) -> bytes:
    """The claims of one file with the chunks of another."""
    one, other = chance.sample(files, 2)
    contents = {**other.contents, "sections": []}
    for number, section in enumerate(other.contents["sections"]):
        claim = one.claims[number % len(one.claims)]
        contents["sections"].append({**section, "claim": claim})
    return put_together(Pieces(contents, other.chunks))


def claims_swapped(files: list[Pieces], chance: random.Random) -> bytes:
    """Two files in one, the claims of their sections exchanged."""
    one, other = chance.sample(files, 2)
    count = len(one.claims)
    joined = [
        *((entry, data) for entry, data in one.chunks),
        *(([entry[SECTION] + count, *entry[1:]], data) for entry, data in other.chunks),
    ]
    sections = copy.deepcopy([*one.contents["sections"], *other.contents["sections"]])
    claims = [section["claim"] for section in sections]
    chance.shuffle(claims)
    for section, claim in zip(sections, claims, strict=True):
        section["claim"] = claim
    return put_together(Pieces({**one.contents, "sections": sections}, joined))


def chunks_moved(files: list[Pieces], chance: random.Random) -> bytes:
    pieces = copy.deepcopy(chance.choice(files))
    chance.shuffle(pieces.chunks)
    return put_together(pieces)


def chunk_of_another(files: list[Pieces], chance: random.Random) -> bytes:
    pieces, other = (copy.deepcopy(file) for file in chance.sample(files, 2))
    if pieces.chunks and other.chunks:
        place = chance.randrange(len(pieces.chunks))
        entry, data = chance.choice(other.chunks)
        pieces.chunks[place] = ([pieces.chunks[place][0][SECTION], *entry[1:]], data)
    return put_together(pieces)


def chunk_doubled(files: list[Pieces], chance: random.Random) -> bytes:
    pieces = copy.deepcopy(chance.choice(files))
    if pieces.chunks:
        again = chance.choice(pieces.chunks)
        pieces.chunks.insert(chance.randrange(len(pieces.chunks) + 1), again)
    return put_together(pieces)


def chunk_left_out(files: list[Pieces], chance: random.Random) -> bytes:
    pieces = copy.deepcopy(chance.choice(files))
    if pieces.chunks:
        pieces.chunks.pop(chance.randrange(len(pieces.chunks)))
    return put_together(pieces)


def index_changed(files: list[Pieces], chance: random.Random) -> bytes:
    """An index that names a chunk twice, in another order, or with another number."""
    pieces = chance.choice(files)
    entries = [list(entry) for entry, _ in pieces.chunks]
    if entries:
        match chance.randrange(4):
            case 0:
                entries.append(list(chance.choice(entries)))
            case 1:
                entries[chance.randrange(len(entries))] = list(chance.choice(entries))
            case 2:
                chance.shuffle(entries)
            case _:
                entry, place = chance.choice(entries), chance.randrange(6)
                most = 2**64 if place in (FIRST_KEY, OFFSET) else 2**32
                entry[place] = chance.choice([0, 1, entry[place] + 1, most - 1]) % most
    return put_together(pieces, entries=entries)


def header_changed(files: list[Pieces], chance: random.Random) -> bytes:
    pieces = copy.deepcopy(chance.choice(files))
    section = chance.choice(pieces.contents["sections"])
    match chance.randrange(5):
        case 0:
            return put_together(pieces, version=chance.choice([0, 2, -1, 10**30]))
        case 1:
            name = chance.choice(["offset", "length", "chunks", "crc32"])
            return put_together(pieces, header={name: chance.choice([0, -1, 7, 2**40, None, 1.5])})
        case 2:
            section["columns"] = chance.choice(
                [section["columns"][::-1], section["columns"] * 2, section["columns"][:1], []]
            )
        case 3:
            section["claim"]["kind"] = chance.choice(["go", "safety", "capture", "Go", None, []])
        case _:
            pieces.contents["sections"].append(section)
    return put_together(pieces)


def terms_changed(files: list[Pieces], chance: random.Random) -> bytes:
    """One to three fields of a claim replaced by those of other claims, or by others at hand."""
    pieces = copy.deepcopy(chance.choice(files))
    claim = chance.choice(pieces.claims)
    like = [c for file in files for c in file.claims if c["kind"] == claim["kind"]]
    for _ in range(chance.randrange(1, 4)):
        name = chance.choice([n for n in claim if n != "kind"])
        claim[name] = copy.deepcopy(chance.choice(like)[name])
        if claim["kind"] == "go" and chance.random() < 0.3:
            claim["ko_point"] = chance.choice([None, "A1", "B1", "C1", "A2"])
            claim["passes_needed"] = chance.choice([2, 3])
        if claim["kind"] == "go" and chance.random() < 0.3:
            claim["komi"] += chance.choice([-1.0, -0.5, 0.5, 1.0])
    return put_together(pieces)


def board_turned(files: list[Pieces], chance: random.Random) -> bytes:
    """The same records for an image of the board: true, where the ko point is turned as well."""
    pieces = copy.deepcopy(chance.choice(files))
    for claim in pieces.claims:
        turn = chance.choice(
            [
                lambda rows: rows[::-1],
                lambda rows: [row[::-1] for row in rows],
                lambda rows: ["".join(column) for column in zip(*rows, strict=True)],
                lambda rows: [row.translate(str.maketrans("XO", "OX")) for row in rows],
            ]
        )
        claim["board"] = turn(claim["board"])
    return put_together(pieces)


def rows_mixed(files: list[Pieces], chance: random.Random) -> bytes:
    """The records of two proofs in one, the first's where both have one."""
    one, other = (_sections(file) for file in chance.sample(files, 2))
    section, more = chance.choice(one), chance.choice(other)
    if section.columns.keys() != more.columns.keys():
        return pack([section, more])
    rows = {
        row[0]: row
        for source in (more, section)
        for row in zip(*source.columns.values(), strict=True)
    }
    columns = {
        name: type(column)(column.typecode, [rows[key][place] for key in sorted(rows)])
        for place, (name, column) in enumerate(section.columns.items())
    }
    return pack([Section(section.claim, columns)])


SPLICES: list[Splice] = [
    other_records,
    claims_swapped,
    chunks_moved,
    chunk_of_another,
    chunk_doubled,
    chunk_left_out,
    index_changed,
    header_changed,
    terms_changed,
    terms_changed,
    terms_changed,
    board_turned,
    rows_mixed,
]


def _sections(pieces: Pieces) -> list[Section]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "whole.proof"
        path.write_bytes(put_together(pieces))
        return sections_of(path)


# Honest files, and what is true.


def honest_files() -> list[bytes]:
    """Proofs of positions with and without kos, of both sides, under several rules; with few
    records in a chunk, so that there are chunks to splice."""
    with patch.object(container, "CHUNK_RECORDS", 8):
        found = [
            pack(_go_sections(board, ko)) for board in _positions() for ko in ("basic", "cycle")
        ]
        for diagram in _SAFE:
            found.append(pack(prove_claims(prove_safety(Board.from_diagram(diagram)))))
    return found


_SAFE = (
    ".X.X./XXXXX/OOOOO/.O.O.",
    "..X.X/..XXX/...../...../.....",
    ".OO.O/OOOOO/XXXXX/X...X/.XX.X",
)


def _positions() -> list[Board]:
    rules = (Rules(), Rules(komi=0.5), Rules(ko_pass=False))
    boards = [Board(size, rule) for size in ("3x1", "2x2", "4x1") for rule in rules]
    for diagram, to_play, move in (
        ("X.X.", "W", "B1"),
        ("O.O.", "B", "B1"),
        ("X.X..", "W", "B1"),
        (".X./XO.", "W", "A2"),
        ("OXX/.O.", "B", "A1"),
        (".X./.X.", "W", None),
        (".O.O", "B", None),
    ):
        color: Any = to_play
        board = Board.from_diagram(diagram, to_play=color)
        if move is not None:
            board.play(move)
        boards.append(board)
    return boards


def _go_sections(board: Board, ko: str) -> list[Section]:
    """What solves the position: the greatest lead that is proven, and that no greater one is."""
    points = board.size.points
    leads = [count - board.komi for count in range(-points, points + 1)]
    sections = [prove_go(board, lead, ko=ko, memory=MEMORY) for lead in leads]
    forced = [section for section in sections if section.claim["winner"] == "B"]
    prevented = [section for section in sections if section.claim["winner"] == "W"]
    return [section for section in (*forced[-1:], *prevented[:1]) if section.records] or forced[-1:]


def false_claims(result: CheckResult, claims: list[dict[str, Any]]) -> list[str]:
    """What a file says that is not so."""
    wrong = [str(claim) for claim in claims if not is_true(claim)]
    exact = re.search(r"exactly ([-+][\d.]+)\.$", result.conclusion or "")
    if exact:
        claim, lead = claims[0], float(exact[1])
        step = {**claim, "winner": "B", "at_least": lead}
        if not is_true(step) or is_true({**step, "at_least": lead + 1e-3}):
            wrong.append(f"{result.conclusion}")
    return wrong


def is_true(claim: dict[str, Any]) -> bool:
    if claim["kind"] == "safety":
        return _is_known_to_be_safe(claim)
    count = math.ceil(Fraction(str(claim["at_least"])) + Fraction(str(claim["komi"])))
    stones = "".join(claim["board"])
    rows, columns = len(claim["board"]), len(claim["board"][0])
    ko = claim["ko_point"]
    start = Situation(
        stones,
        BLACK if claim["to_play"] == "B" else WHITE,
        None if ko is None else (rows - int(ko[1:])) * columns + ord(ko[0]) - ord("A"),
        0,
        claim["passes_needed"],
    )
    size = columns, rows, claim["ko_pass"]
    everything = _all_situations(*size)
    if start not in everything:
        return False
    wins = _black_gets(*size, claim["ko"], count, claim["at_least"] <= 0)
    return (start in wins) == (claim["winner"] == "B")


@cache
def _game(columns: int, rows: int, ko_pass: bool) -> TinyGo:
    return TinyGo(columns, rows, ko_pass=ko_pass)


@cache
def _all_situations(columns: int, rows: int, ko_pass: bool) -> dict[Situation, None]:
    game = _game(columns, rows, ko_pass)
    return dict.fromkeys(game.reachable([start.now for start in all_starts(game)]))


@cache
def _black_gets(
    columns: int, rows: int, ko_pass: bool, rule: str, count: int, draw_is_enough: bool
) -> set[Situation]:
    everything = list(_all_situations(columns, rows, ko_pass))
    game = _game(columns, rows, ko_pass)
    return game.black_gets(rule, everything, count, draw_is_enough=draw_is_enough)


def _is_known_to_be_safe(claim: dict[str, Any]) -> bool:
    """Whether the solver itself proves as much of that board."""
    board = Board.from_diagram("/".join(claim["board"]))
    known = prove_claims(prove_safety(board))
    return any(
        section.claim["defender"] == claim["defender"]
        and _points(claim["area"]) <= _points(section.claim["area"])
        for section in known
    )


def _points(area: list[str]) -> set[int]:
    return {index for index, mark in enumerate("".join(area)) if mark == "#"}


def run(count: int, *, seed: int = 0) -> Counter[str]:
    """Splice so many files; counts what happened, and raises where a false one passes."""
    chance = random.Random(seed)
    files = [take_apart(data) for data in honest_files()]
    happened: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder, patch.object(container, "CHUNK_RECORDS", 8):
        path = Path(folder) / "spliced.proof"
        for _ in range(count):
            splice = chance.choice(SPLICES)
            path.write_bytes(splice(files, chance))
            try:
                result = check(path)
            except ProofError:
                happened[f"{splice.__name__}: refused"] += 1
                continue
            if not result.valid:
                happened[f"{splice.__name__}: fails"] += 1
                continue
            happened[f"{splice.__name__}: accepted, and true"] += 1
            wrong = false_claims(result, take_apart(path.read_bytes()).claims)
            if wrong:
                raise AssertionError(f"{splice.__name__}: {wrong[0]} was accepted")
    return happened


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    for what, times in sorted(run(count, seed=count).items()):
        print(f"{times:6} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
