"""The core writes each of these once: Benson's fixed point, the bit mixer, the random game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

CORE = Path(__file__).parent.parent / "core"
LOOP = re.compile(r"\b(?:for|while) \([^{;]*(?:;[^{;]*;[^{;]*)?\) \{|\bdo \{")
UNTIL_STABLE = re.compile(r"for \((?:bool \w+ = true; \w+[^;]*)?;;?\)|while \((?:true|\w+)\)|do \{")


def loops_in(code: str) -> Iterator[str]:
    """The loops with braces, from `for` to the last brace."""
    for match in LOOP.finditer(code):
        depth, end = 1, match.end()
        while depth > 0:
            depth += {"{": 1, "}": -1}.get(code[end], 0)
            end += 1
        yield code[match.start() : end]


def has_benson(code: str) -> bool:
    """A loop that goes on until nothing changes, and asks who is alive by two eyes."""
    two = r"\btwice\b|\bhas_two\(|[<>]=? 2\b"
    return any(
        UNTIL_STABLE.match(loop) and re.search(r"\balive_?\b", loop) and re.search(two, loop)
        for loop in loops_in(code)
    )


def has_mixer(code: str) -> bool:
    """One of the odd numbers that mixers of 64 bits multiply by."""
    numbers = r"0x(?:9e3779b9|bf58476d|94d049bb|c2b2ae3d|ff51afd7|c4ceb9fe)'?[0-9a-f]{4}"
    return bool(re.search(numbers, code, re.IGNORECASE))


def has_random_game(code: str) -> bool:
    """A loop that passes on a board and remembers whether the other side has passed."""
    return any(
        re.search(r"\w\.pass\(\)", loop) and re.search(r"\bpass(?:es|ed)\b", loop)
        for loop in loops_in(code)
    )


HOMES = [
    # The judge of claims of safety must not share the rule of what it judges.
    (has_benson, ["life/fixed_point.h", "safety/judge.cpp"]),
    (has_mixer, ["board/bit_mixer.h"]),
    (has_random_game, ["playout/random_game.h"]),
]


@pytest.mark.parametrize(
    ("has_it", "homes"), HOMES, ids=lambda value: getattr(value, "__name__", "")
)
def test_the_core_writes_it_once(has_it: Callable[[str], bool], homes: list[str]) -> None:
    files = [*CORE.rglob("*.h"), *CORE.rglob("*.cpp")]
    code = {path: re.sub(r"//[^\n]*", "", path.read_text("utf-8")) for path in files}
    found = [path.relative_to(CORE).as_posix() for path in files if has_it(code[path])]
    assert sorted(found) == homes


@pytest.mark.parametrize(
    ("has_it", "code"),
    [
        (
            has_benson,
            "for (bool changed = true; changed && alive_blocks_ > 0;) { changed = false; for (Id b"
            " : all) { if (--vital_regions_[b] < 2 && alive_[b]) { alive_[b] = false; } } }",
        ),
        (
            has_benson,
            "do { eyes = 0; for (const Set& r : regions) { eyes += is_eye(r); } if (eyes >= 2) {"
            " kept |= block; } changed = kept != alive; alive = kept; } while (changed);",
        ),
        (has_mixer, "return (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9ULL;"),
        (
            has_random_game,
            "for (int ply = 0; ply < longest && passes < 2; ++ply) { if (play(board) == kPass) {"
            " board.pass(); ++passes; } else { passes = 0; } }",
        ),
    ],
)
def test_other_ways_to_write_it_are_found(has_it: Callable[[str], bool], code: str) -> None:
    assert has_it(code)
    assert not has_it(code.replace("2", "1").replace("pass()", "next()").replace("0x", ""))
