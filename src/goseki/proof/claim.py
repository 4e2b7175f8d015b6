"""What a section of a proof claims, and who can check it.

A claim's `kind` names a class with the methods of `Claim`. A new kind of proof is a new class
and a line in `goseki.proof.checker.KINDS`. Nothing here or in those classes uses the compiled
core: the rules come from `goseki.reference`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from goseki.coords import Point, Size, shorten
from goseki.proof.container import SectionReader
from goseki.reference.rules import Color
from goseki.reference.small import Grid

COLOR_NAMES: dict[Color, str] = {"B": "Black", "W": "White"}
_STONES = {".": 0, "X": 1, "O": 2}


class ClaimError(ValueError):
    """A claim that cannot be understood."""


@dataclass(frozen=True)
class Fault:
    """The first place where a proof fails."""

    reason: str
    board: list[str]
    """Rows from the top, of `.`, `X` and `O`."""
    to_play: Color
    move: int | None = None
    """The move that fails, as an index from the top left, -1 for a pass."""
    details: str = ""
    """Ko and passes, if there are any."""
    ko_point: str | None = None
    """Where the side to move may not play, by its name."""

    @property
    def point(self) -> Point | None:
        """The move as a point; None if there is none, or it is off the board."""
        size = Size(len(self.board[0]), len(self.board))
        if self.move is None or not -1 <= self.move < size.points:
            return None
        return size.point(self.move)


class Claim(Protocol):
    """What the checker needs to know of a claim."""

    columns: ClassVar[dict[str, str]]
    """The columns that records have, and their types."""

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> Claim:
        """Read the claim, or raise `ClaimError`."""
        ...

    def words(self) -> str:
        """What is claimed, as a sentence."""
        ...

    def board(self) -> list[str]:
        """The position in question: rows from the top, of `.`, `X` and `O`."""
        ...

    def terms(self) -> dict[str, Any]:
        """All else that the claim says and depends on, by name, as JSON values."""
        ...

    def check_start(self, section: SectionReader) -> Fault | None:
        """Check that the records answer for the position in question."""
        ...

    def check_chunk(self, section: SectionReader, number: int) -> Fault | None:
        """Check each record of a chunk against the records it rests on."""
        ...


class Fields:
    """The fields of a claim in a header, each read with its type. One that is not `known` is
    refused: a reader might think that it says something, and nobody would have checked it."""

    def __init__(self, header: Mapping[str, Any], known: Iterable[str]) -> None:
        self.header = header
        for name in sorted(header.keys() - set(known)):
            raise ClaimError(f"it has a field {shorten(name)}, which is unknown")

    def _get(self, name: str, *types: type) -> Any:
        value = self.header.get(name)
        if type(value) not in types:
            raise ClaimError(f"its {name} cannot be read")
        return value

    def integer(self, name: str, least: int, most: int) -> int:
        value: int = self._get(name, int)
        if not least <= value <= most:
            raise ClaimError(f"its {name} is not from {least} to {most}")
        return value

    def number(self, name: str) -> float:
        value = self._get(name, int, float)
        if not abs(value) <= 1e6:  # before float(), which has no room for every integer
            raise ClaimError(f"its {name} is no sensible number")
        return float(value) + 0.0  # no -0.0

    def boolean(self, name: str) -> bool:
        return bool(self._get(name, bool))

    def choice(self, name: str, *allowed: str) -> str:
        value = self._get(name, str)
        if value not in allowed:
            raise ClaimError(f"its {name} is not one of {', '.join(allowed)}")
        return str(value)

    def color(self, name: str) -> Color:
        return "B" if self.choice(name, "B", "W") == "B" else "W"

    def items(self, name: str) -> list[Any]:
        return list(self._get(name, list))

    def board(self, name: str, most_points: int) -> tuple[Grid, int, int]:
        """The size of a board, and its black and white stones."""
        rows = self._get(name, list)
        if not rows or not all(isinstance(row, str) and row for row in rows):
            raise ClaimError(f"its {name} cannot be read")
        columns = len(rows[0])
        if any(len(row) != columns for row in rows) or set("".join(rows)) - set(_STONES):
            raise ClaimError(f"its {name} cannot be read")
        if columns * len(rows) > most_points:
            raise ClaimError(f"its {name} has more than {most_points} points")
        sets = [0, 0, 0]
        for index, stone in enumerate("".join(rows)):
            sets[_STONES[stone]] |= 1 << index
        grid = Grid(columns, len(rows))
        for stones in sets[1:]:
            if not grid.every_block_breathes(stones, sets[0]):
                raise ClaimError("its board has a block without liberty")
        return grid, sets[1], sets[2]


def draw(grid: Grid, black: int, white: int) -> list[str]:
    """The rows of a board from the top.

    >>> draw(Grid(2, 2), 0b0001, 0b1000)
    ['X.', '.O']
    """
    points = "".join("X" if black >> i & 1 else "O" if white >> i & 1 else "." for i in grid.points)
    return [points[i : i + grid.columns] for i in range(0, len(points), grid.columns)]
