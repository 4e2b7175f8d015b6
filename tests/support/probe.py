"""Questions to parts of the core that have no door to Python, put to `tests/cpp/probe.cpp`."""

from __future__ import annotations

from collections.abc import Iterable

from tests.support.programs import ask_program

WORD = 2**64 - 1


def ask(question: str, *numbers: int) -> list[int]:
    """The numbers that the program answers.

    `ask("dilate", 1, 3, 3, *words(1))` asks for the neighbours of the first point of a 3x3 board
    in one word.
    """
    return ask_program("probe", f"{question} {' '.join(str(int(number)) for number in numbers)}")


def words(mask: int) -> tuple[int, int]:
    """A set of points, given as an integer with bit i for point i, as the program reads it."""
    return mask & WORD, mask >> 64


def mask(numbers: Iterable[int]) -> int:
    """A set of points that the program answered."""
    low, high = numbers
    return low | high << 64
