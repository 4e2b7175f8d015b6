"""Proofs of tactics with one thing changed: none may be accepted whose claim is false.

`python -m tests.fuzz.mutate_tactics_proof [1000]` tries so many of them on proofs of small boards,
and as many on proofs with walls that hold; and asks the judge that lists every situation about
those that are accepted.
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from goseki.proof import ProofError, Section
from goseki.proof.tactics_claim import TacticsClaim
from tests.judges.slow_tactics import Goal, Position, TooLargeError
from tests.support.fight_claims import checked, claim_of, is_true, section_of, written
from tests.support.walled import walled_claim, written_with_walls
from tests.test_tactics_search import strewn

BUDGETS: tuple[tuple[int | None, int | None], ...] = ((0, None), (None, 0), (0, 0), (1, 0), (0, 1))


def two_blocks(position: Position, chance: random.Random) -> Position | None:
    """The same, about two blocks of one colour."""
    own = position.black if position.defender == "black" else position.white
    others = sorted(own - position.target)
    if len(position.target_blocks) != 1 or not others:
        return None
    return replace(position, target=position.target | {chance.choice(others)})


@cache
def honest(most: int) -> list[Section]:
    """Proofs of true claims of every kind."""
    found: list[Section] = []
    chance = random.Random("honest")
    for position in map(strewn, count()):
        if len(found) >= most:
            break
        connecting = two_blocks(position, chance)
        asked: list[tuple[Position, Goal]] = [(position, "capture"), (position, "life")]
        if connecting is not None and len(connecting.target_blocks) == 2:
            asked.append((connecting, "connect"))
        for about, goal in asked:
            attacker, defender = chance.choice(BUDGETS)
            claim = claim_of(about, goal, attacker, defender, "proven")
            if claim is None:
                continue
            header = claim.header()
            if not is_true(header):
                claim = claim_of(about, goal, attacker, defender, "refuted")
                assert claim is not None
            section = written(claim, seconds=5)
            if section is not None and section.records > 0:
                found.append(section)
    return found


@cache
def honest_with_walls(most: int) -> list[Section]:
    """Proofs of captures by walls that hold."""
    found: list[Section] = []
    for given in map(walled_claim, count()):
        if len(found) >= most:
            break
        section = written_with_walls(*given) if given is not None else ""
        if isinstance(section, Section) and section.records > 0:
            found.append(section)
    return found


def _answers(section: Section) -> list[int]:
    return list(section.columns["answer"])


def change_answer(section: Section, chance: random.Random) -> Section:
    answers = _answers(section)
    points = sum(map(len, section.claim["board"]))
    answers[chance.randrange(len(answers))] = chance.randrange(points + 3)
    return section_of(section.claim, answers)


def drop_answer(section: Section, chance: random.Random) -> Section:
    answers = _answers(section)
    answers.pop(chance.randrange(len(answers)))
    return section_of(section.claim, answers)


def add_answer(section: Section, chance: random.Random) -> Section:
    answers = _answers(section)
    points = sum(map(len, section.claim["board"]))
    answers.insert(chance.randrange(len(answers) + 1), chance.randrange(points + 2))
    return section_of(section.claim, answers)


def swap_answers(section: Section, chance: random.Random) -> Section:
    answers = _answers(section)
    a, b = chance.randrange(len(answers)), chance.randrange(len(answers))
    answers[a], answers[b] = answers[b], answers[a]
    return section_of(section.claim, answers)


def pass_always(section: Section, chance: random.Random) -> Section:
    return section_of(section.claim, [1] * len(_answers(section)))


def change_claim(section: Section, chance: random.Random) -> Section:
    claim = dict(section.claim)
    name = chance.choice([n for n in claim if n != "kind"])
    value = claim[name]
    columns, rows = len(claim["board"][0]), len(claim["board"])
    points = [f"{'ABCDEFGHJ'[x]}{y + 1}" for x in range(columns) for y in range(rows)]
    changed: Any
    match name:
        case "board":
            lines = [list(row) for row in value]
            row = chance.choice(lines)
            row[chance.randrange(len(row))] = chance.choice(".XO")
            changed = ["".join(row) for row in lines]
        case "to_play":
            changed = "W" if value == "B" else "B"
        case "ko_point":
            changed = chance.choice([None, *points])
        case "goal":
            changed = chance.choice(["capture", "life", "connect"])
        case "target" | "firm" | "walls":
            changed = list(value)
            if changed and chance.random() < 0.5:
                changed.pop(chance.randrange(len(changed)))
            else:
                changed.append(chance.choice(points))
        case "verdict":
            changed = "refuted" if value == "proven" else "proven"
        case _:
            changed = chance.choice([None, 0, 1, 2, 5])
    return Section({**claim, name: changed}, section.columns)


def change_two_fields(section: Section, chance: random.Random) -> Section:
    return change_claim(change_claim(section, chance), chance)


def change_walls(section: Section, chance: random.Random) -> Section:
    """Other blocks of the attacker's as walls, or none."""
    claim = TacticsClaim.from_header({**section.claim, "walls": []})
    if (claim.goal, claim.verdict) != ("capture", "proven"):
        return section
    blocks = claim.fight.parts(claim.stones[claim.winner])
    walls = sum(block for block in blocks if chance.random() < 0.5)
    return Section(claim.with_walls(walls).header(), section.columns)


CHANGES: list[Callable[[Section, random.Random], Section]] = [
    *(change_answer, change_answer, drop_answer, add_answer, swap_answers, pass_always),
    *(change_claim, change_claim, change_claim, change_two_fields, change_walls),
]


def run(number: int, seed: int = 1, most: int = 120, *, walls: bool = False) -> Counter[str]:
    """Try mutations; what became of them. A false claim that is accepted is an error."""
    chance = random.Random(seed)
    sections = honest_with_walls(most) if walls else honest(most)
    happened: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mutated.proof"
        for _ in range(number):
            section, change = chance.choice(sections), chance.choice(CHANGES)
            mutated = change(section, chance)
            try:
                result = checked(path, mutated)
            except ProofError as error:
                assert "\n" not in str(error)
                happened["refused"] += 1
                continue
            if not result.valid:
                assert result.fault is not None
                happened["fails"] += 1
                continue
            try:
                truth = is_true(mutated.claim)
            except TooLargeError:
                happened["accepted, too large to judge"] += 1
                continue
            assert truth, f"{change.__name__}: {mutated.claim} was accepted"
            happened["accepted, and true"] += 1
    return happened


def main() -> None:
    sections = honest(120)
    print(Counter((s.claim["goal"], s.claim["verdict"]) for s in sections))
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(dict(run(number)))
    print("with walls:", dict(run(number, walls=True)))


if __name__ == "__main__":
    main()
