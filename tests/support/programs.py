"""Programs of `tests/cpp` that answer a line of numbers with another one.

Each is built when it is first asked, with the compiler that the package needs anyway, and kept in
`build` until one of its sources changes.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

from tests.support.imports import CORE, ROOT, included_by


def ask_program(name: str, question: str, *, flags: tuple[str, ...] = ("-O1",)) -> list[int]:
    """The numbers that `tests/cpp/NAME.cpp` answers to a line.

    `ask_program("probe", "dilate 1 3 3 1 0")` asks for the neighbours of the first point of a 3x3
    board in one word.
    """
    process = _running(name, flags)
    assert process.stdin
    assert process.stdout
    process.stdin.write(f"{question}\n")
    process.stdin.flush()
    answer = process.stdout.readline()
    assert answer, f"{name} died of {question}"
    return [int(number) for number in answer.split()]


@cache
def _running(name: str, flags: tuple[str, ...]) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [_built(name, flags)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    atexit.register(process.communicate)
    return process


def _built(name: str, flags: tuple[str, ...]) -> Path:
    compiler = shlex.split(os.environ.get("CXX", "c++"))
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"needs a C++ compiler, and there is no {compiler[0]}")
    command = [*compiler, "-std=c++20", *flags, *shlex.split(os.environ.get("CXXFLAGS", ""))]
    sources, files = _sources(ROOT / "tests" / "cpp" / f"{name}.cpp")
    state = hashlib.sha256(" ".join(command).encode())
    for file in sorted(files):
        state.update(file.read_bytes())
    folder = ROOT / "build" / name
    program = folder / state.hexdigest()[:16]
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        # Whole or not at all: other processes of the tests may want it at the same time.
        with tempfile.TemporaryDirectory(dir=folder) as drafts:
            draft = Path(drafts) / name
            environment = {**os.environ, "LD_PRELOAD": ""}  # of sanitizers, not for compilers
            subprocess.run(
                [*command, "-I", CORE, *sources, "-o", draft], check=True, env=environment
            )
            draft.replace(program)
    return program


def _sources(program: Path) -> tuple[list[Path], set[Path]]:
    """What must be compiled, and all files that are read: each header of the core has its source
    beside it."""
    waiting, seen = [program], {program}
    while waiting:
        for name in included_by(waiting.pop()):
            header = CORE / name
            for file in (header, header.with_suffix(".cpp")):
                if file.exists() and file not in seen:
                    seen.add(file)
                    waiting.append(file)
    return sorted(file for file in seen if file.suffix == ".cpp"), seen
