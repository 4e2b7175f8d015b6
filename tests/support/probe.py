"""Questions to parts of the core that have no door to Python, put to `tests/cpp/probe.cpp`.

The program is built when it is first asked, with the compiler that the package needs anyway, and
kept in `build` until the core changes.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from tests.support.imports import CORE, ROOT, included_by

PROGRAM = ROOT / "tests" / "cpp" / "probe.cpp"
FOLDER = ROOT / "build" / "probe"
WORD = 2**64 - 1


def ask(question: str, *numbers: int) -> list[int]:
    """The numbers that the program answers.

    `ask("dilate", 1, 3, 3, *words(1))` asks for the neighbours of the first point of a 3x3 board
    in one word.
    """
    process = _running()
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{question} {' '.join(str(int(number)) for number in numbers)}\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    assert answer, f"the probe died of {question} {numbers}"
    return [int(number) for number in answer.split()]


def words(mask: int) -> tuple[int, int]:
    """A set of points, given as an integer with bit i for point i, as the program reads it."""
    return mask & WORD, mask >> 64


def mask(numbers: Iterable[int]) -> int:
    """A set of points that the program answered."""
    low, high = numbers
    return low | high << 64


@cache
def _running() -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [_built()], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    atexit.register(process.communicate)
    return process


def _built() -> Path:
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"needs a C++ compiler, and there is no {compiler[0]}")
    command = [*compiler, "-std=c++20", "-O1", *shlex.split(os.environ.get("CXXFLAGS", ""))]
    sources, files = _sources()
    state = hashlib.sha256(" ".join(command).encode())
    for file in sorted(files):
        state.update(file.read_bytes())
    program = FOLDER / state.hexdigest()[:16]
    if not program.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: other processes of the tests may want it at the same time.
        with tempfile.TemporaryDirectory(dir=FOLDER) as folder:
            draft = Path(folder) / "probe"
            environment = {**os.environ, "LD_PRELOAD": ""}  # of sanitizers, not for compilers
            subprocess.run(
                [*command, "-I", CORE, *sources, "-o", draft], check=True, env=environment
            )
            draft.replace(program)
    return program


def _sources() -> tuple[list[Path], set[Path]]:
    """What must be compiled, and all files that are read: each header of the core has its source
    beside it."""
    waiting, seen = [PROGRAM], {PROGRAM}
    while waiting:
        for name in included_by(waiting.pop()):
            header = CORE / name
            for file in (header, header.with_suffix(".cpp")):
                if file.exists() and file not in seen:
                    seen.add(file)
                    waiting.append(file)
    return sorted(file for file in seen if file.suffix == ".cpp"), seen
