"""Proofs with one thing changed: none may be accepted whose claim is false.

`python -m tests.fuzz.mutate_proof` tries 1,000 of them on proofs of several small boards.
"""

from __future__ import annotations

import random
import sys
import tempfile
from array import array
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from goseki import Board, Rules
from goseki.coords import Size
from goseki.proof import ProofError, Section, check
from goseki.proof.container import Container, pack
from goseki.solver import solve
from goseki.solver.strategies import prove_go
from tests.judges import literal_go
from tests.judges.exact_go import Scores

MEMORY = 1 << 22


def sections_of(path: Path) -> list[Section]:
    """Everything in a file, to be changed."""
    with Container(path) as container:
        sections = []
        for reader in container.sections:
            columns = {name: array(code) for name, code in reader.columns.items()}
            for number in range(len(reader.chunks)):
                for column, part in zip(columns.values(), reader.chunk(number), strict=True):
                    column.extend(part)
            sections.append(Section(dict(reader.claim), columns))
    return sections


def _rows(section: Section) -> list[list[int]]:
    return [list(row) for row in zip(*section.columns.values(), strict=True)]


def _with_rows(section: Section, rows: list[list[int]]) -> Section:
    by_key = {row[0]: row for row in rows}
    columns = {
        name: array(column.typecode, [by_key[key][place] for key in sorted(by_key)])
        for place, (name, column) in enumerate(section.columns.items())
    }
    return Section(section.claim, columns)


def change_move(section: Section, chance: random.Random) -> Section:
    rows = _rows(section)
    points = sum(map(len, section.claim["board"]))
    chance.choice(rows)[1] = chance.randrange(-2, points + 1)
    return _with_rows(section, rows)


def change_credit(section: Section, chance: random.Random) -> Section:
    rows = _rows(section)
    row = chance.choice(rows)
    row[2] = max(0, row[2] + chance.choice([-64, -2, -1, 1, 2, 64]))
    return _with_rows(section, rows)


def forget_credits(section: Section, chance: random.Random) -> Section:
    return _with_rows(section, [[key, move, 0] for key, move, _ in _rows(section)])


def drop_record(section: Section, chance: random.Random) -> Section:
    rows = _rows(section)
    rows.pop(chance.randrange(len(rows)))
    return _with_rows(section, rows)


def change_stone(section: Section, chance: random.Random) -> Section:
    rows = _rows(section)
    points = sum(map(len, section.claim["board"]))
    row = chance.choice(rows)
    row[0] = abs(row[0] + chance.choice([-2, -1, 1, 2]) * 1024 * 3 ** chance.randrange(points))
    return _with_rows(section, rows)


def change_flags(section: Section, chance: random.Random) -> Section:
    rows = _rows(section)
    chance.choice(rows)[0] ^= 1 << chance.randrange(10)
    return _with_rows(section, rows)


def change_claim(section: Section, chance: random.Random) -> Section:
    claim = dict(section.claim)
    name = chance.choice([n for n in claim if n != "kind"])
    value = claim[name]
    changed: Any
    match name:
        case "board":
            rows = [list(row) for row in value]
            row = chance.choice(rows)
            row[chance.randrange(len(row))] = chance.choice(".XO")
            changed = ["".join(row) for row in rows]
            if chance.random() < 0.3:  # another size
                changed = chance.choice([["".join(changed)], list("".join(changed)), [changed[0]]])
        case "to_play" | "winner":
            changed = "W" if value == "B" else "B"
        case "ko_point":
            changed = chance.choice([None, "A1", "B1", "C7", "pass", 3])
        case "ko":
            changed = "basic" if value == "cycle" else "cycle"
        case "ko_pass":
            changed = not value
        case _:
            changed = value + chance.choice([-64, -1, -0.5, 0.5, 1, 64])
            if name in ("pass_weight", "passes_needed"):
                changed = int(changed)
    return Section({**claim, name: changed}, section.columns)


def change_two_fields(section: Section, chance: random.Random) -> Section:
    return change_claim(change_claim(section, chance), chance)


SECTION_CHANGES: list[Callable[[Section, random.Random], Section]] = [
    change_move,
    change_credit,
    forget_credits,
    drop_record,
    change_stone,
    change_flags,
    change_claim,
    change_claim,
    change_two_fields,
]


def change_bytes(data: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(data))
    match chance.randrange(4):
        case 0:
            return data[:place]
        case 1:
            return data[:place] + bytes([chance.randrange(256)]) + data[place:]
        case 2:
            return data[:place] + data[place + 1 :]
        case _:
            return (
                data[:place] + bytes([data[place] ^ 1 << chance.randrange(8)]) + data[place + 1 :]
            )


def mutated(sections: list[Section], chance: random.Random) -> tuple[str, bytes]:
    """A proof with one thing changed, with right check sums unless the bytes were changed."""
    data = pack(sections)
    if chance.random() < 0.15:
        return "change_bytes", change_bytes(data, chance)
    which = chance.randrange(len(sections))
    change = chance.choice(SECTION_CHANGES)
    changed = list(sections)
    changed[which] = change(sections[which], chance)
    return change.__name__, pack(changed)


def is_accepted(path: Path) -> bool:
    try:
        return check(path).valid
    except ProofError:
        return False


def wrongly_accepted(path: Path) -> bool:
    """Whether a file passes although one of its claims is false."""
    if not is_accepted(path):
        return False
    with Container(path) as container:
        return not all(is_true(section.claim) for section in container.sections)


def is_true(claim: dict[str, Any]) -> bool:
    """Whether a claim is true: by the letter of the rules if the board is small enough, else by the
    exact table, or by the solver if the table is for other rules."""
    points = sum(map(len, claim["board"]))
    if points <= literal_go.MAX_POINTS:
        return literal_go.holds(claim)
    board = Board.from_diagram("/".join(claim["board"]), rules=Rules(ko_pass=claim["ko_pass"]))
    board.to_play = claim["to_play"]
    if claim["ko_pass"] and not claim["komi"] and not claim["ko_point"]:
        black_gets = exact_score(board, claim["ko"]) >= claim["at_least"]
    else:
        assert claim["ko_point"] is None, "a board set up has no ko"
        komi = Board(board.size, Rules(ko_pass=claim["ko_pass"], komi=claim["komi"]))
        komi.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
        answer = solve(komi, ko=claim["ko"], at_least=claim["at_least"]).holds
        assert answer is not None
        black_gets = answer
    return bool(black_gets == (claim["winner"] == "B"))


@cache
def exact_table(size: Size) -> tuple[Scores, dict[tuple[int, int, int], int]]:
    """The scores of a board, and the number of every position without ko or passes."""
    scores = Scores(size)
    now, positions = scores.graph.situations, scores.graph.positions
    plain = np.flatnonzero((now.passes == 0) & (now.ko < 0))
    black, white = positions.black[now.position[plain]], positions.white[now.position[plain]]
    names = zip(black, white, now.white_to_move[plain], strict=True)
    return scores, {tuple(map(int, n)): int(i) for n, i in zip(names, plain, strict=True)}


def exact_score(board: Board, ko: str) -> int:
    scores, numbers = exact_table(board.size)
    black, white = (sum(1 << board.size.index(p) for p in board.stones(c)) for c in "BW")
    number = numbers[black, white, int(board.to_play == "W")]
    assert ko == "basic" or not scores.uncertain[number]
    return int((scores.basic if ko == "basic" else scores.cycle)[number])


def starting_points(larger: bool) -> list[tuple[Board, str, float]]:
    """Questions about boards so small that the letter of the rules can be tried out, and some
    larger ones, for which there is a table."""
    questions: list[tuple[Board, str, float]] = []
    for size in ("2x2", "3x1", "4x1", "2x1"):
        for ko in ("basic", "cycle"):
            for at_least in (-1.0, 0.0, 1.0, 3.0):
                questions.append((Board(size), ko, at_least))
                questions.append((Board(size, Rules(komi=0.5, ko_pass=False)), ko, at_least))
    if larger:
        questions += [(Board("3x3"), ko, lead) for ko in ("basic", "cycle") for lead in (5.0, 9.0)]
        questions += [(Board("3x2"), ko, lead) for ko in ("basic", "cycle") for lead in (0.0, 1.0)]
    return questions


def run(count: int, *, seed: int = 0, larger: bool = False) -> Counter[str]:
    """Mutate so many proofs; counts what happened, and raises where a false one passes."""
    chance = random.Random(seed)
    questions = starting_points(larger)
    proofs = [prove_go(board, t, ko=ko, memory=MEMORY) for board, ko, t in questions]
    proofs = [section for section in proofs if section.records]
    happened: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutated.proof"
        for _ in range(count):
            section = chance.choice(proofs)
            change, data = mutated([section], chance)
            path.write_bytes(data)
            accepted = is_accepted(path)
            happened["accepted, and true" if accepted else "rejected"] += 1
            if wrongly_accepted(path):
                raise AssertionError(f"{change} of {section.claim} was accepted")
    return happened


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for what, times in run(count, larger=True).items():
        print(f"{times} {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
