"""Claims about fights, for positions of the judge (`tests/judges/slow_tactics.py`) and back."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from goseki.coords import Point
from goseki.job import Limits
from goseki.proof import CheckResult, Section, check, write_proof
from goseki.proof.claim import ClaimError
from goseki.proof.tactics_claim import TacticsClaim, Verdict
from goseki.reference.rules import Color
from goseki.reference.small import Grid
from goseki.tactics.certificate import NotWrittenError, _Budget, prove_claim
from tests.judges.slow_tactics import Goal, Position, SlowTactics, Threats
from tests.judges.slow_tactics import Point as Pair

COLORS: dict[str, Color] = {"black": "B", "white": "W"}
MEMORY = 1 << 24


def claim_of(
    position: Position,
    goal: Goal,
    attacker: int | None,
    defender: int | None,
    verdict: Verdict,
    margins: tuple[int, int, int, int] = (0, 0, 0, 0),
) -> TacticsClaim | None:
    """The claim about a position, with empty lines put beside the board (left, right, bottom, top).
    None if it makes none: firm stones of the judge's need no liberties, those of a file do."""
    left, right, bottom, top = margins
    grid = Grid(position.columns + left + right, position.rows + bottom + top)

    def mask(points: Iterable[Pair]) -> int:
        return sum(1 << grid.index((x + left, y + bottom)) for x, y in points)

    owner, other = COLORS[position.defender], COLORS[position.attacker]
    claim = TacticsClaim(
        grid,
        {"B": mask(position.black), "W": mask(position.white)},
        to_play=COLORS[position.to_play],
        goal=goal,
        target=mask(position.target),
        threats={other: attacker, owner: defender},
        verdict=verdict,
        ko=-1
        if position.ko is None
        else grid.index((position.ko[0] + left, position.ko[1] + bottom)),
        firm=mask(position.firm),
    )
    try:
        return TacticsClaim.from_header(claim.header())
    except ClaimError:
        return None


def written(claim: TacticsClaim, seconds: float = 20) -> Section | None:
    """The proof of a claim, if the writer finds one."""
    budget = _Budget(Limits(seconds=seconds, memory=MEMORY), lambda progress: None)
    try:
        return prove_claim(claim, budget)
    except NotWrittenError:
        return None


def section_of(claim: dict[str, Any], answers: Iterable[int]) -> Section:
    codes = array("Q", answers)
    return Section(claim, {"key": array("Q", range(len(codes))), "answer": codes})


def checked(path: Path, *sections: Section) -> CheckResult:
    write_proof(path, sections, force=True)
    return check(path)


def position_of(claim: dict[str, Any]) -> Position:
    """What the judge is to be asked about a claim."""
    rows = claim["board"]

    def pairs(names: Iterable[str]) -> frozenset[Pair]:
        return frozenset((p.column, p.row) for p in map(Point.parse, names))

    def stones(sign: str) -> frozenset[Pair]:
        return frozenset(
            (x, len(rows) - 1 - y)
            for y, row in enumerate(rows)
            for x, stone in enumerate(row)
            if stone == sign
        )

    ko = claim["ko_point"]
    return Position(
        len(rows[0]),
        len(rows),
        stones("X"),
        stones("O"),
        pairs(claim["firm"]),
        pairs(claim["target"]),
        "black" if claim["to_play"] == "B" else "white",
        None if ko is None else next(iter(pairs([ko]))),
    )


def is_true(claim: dict[str, Any]) -> bool:
    """What the judge says of a claim."""
    position = position_of(claim)
    threats = {"black": claim["threats_black"], "white": claim["threats_white"]}
    attacker: Threats = threats[position.attacker]
    if claim["goal"] == "life" and attacker is None:
        attacker = "any"  # not an endless supply
    forced = SlowTactics(position, usual=()).forced(
        claim["goal"], attacker, threats[position.defender]
    )
    return forced == (claim["verdict"] == "proven")
