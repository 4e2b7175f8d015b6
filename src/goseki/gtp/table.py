"""Commands as functions in tables, and the arguments they are called with.

    table = CommandTable()

    @table.add("countlib", "VERTEX")
    def count_liberties(session: Session, arguments: Arguments) -> str:
        \"\"\"The number of liberties of a stone.\"\"\"

The usage line (`COLOR [VERTEX]`, `VERTEX...`) documents the arguments, and they are checked by it.
Tables are merged with `|`, so that a package can bring commands of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from goseki.coords import Color, Point, parse_color, shorten
from goseki.errors import CoordinateError, GosekiError

if TYPE_CHECKING:
    from goseki.gtp.session import Session


class CommandError(GosekiError):
    """A command that cannot be carried out. The message is the answer."""


class Arguments(tuple[str, ...]):
    """The words after the name of a command."""

    def color(self, number: int) -> Color:
        return parse_color(self[number])

    def vertex(self, number: int) -> Point:
        """A point or a pass. The board will say whether it is on the board."""
        return Point.parse(self[number])

    def point(self, number: int) -> Point:
        """A vertex that is not a pass."""
        point = self.vertex(number)
        if point.is_pass:
            raise CoordinateError("a pass is not a point of the board")
        return point

    def points(self) -> list[Point]:
        return [self.point(number) for number in range(len(self))]

    def integer(self, number: int, low: int = 0, high: int = 10**9) -> int:
        text = self[number]
        if not re.fullmatch(r"-?[0-9]{1,10}", text) or not low <= int(text) <= high:
            raise CommandError(f"{shorten(text)} is not a whole number from {low} to {high}")
        return int(text)

    def seconds(self, number: int) -> float:
        text = self[number]
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{0,9})?", text):
            raise CommandError(f"{shorten(text)} is not a number of seconds")
        return float(text)

    def number(self, number: int) -> float:
        text = self[number]
        if not re.fullmatch(r"[+-]?[0-9]{1,9}(\.[0-9]{0,9})?", text):
            raise CommandError(f"{shorten(text)} is not a number")
        return float(text)

    def choice(self, number: int, *allowed: str) -> str:
        text = self[number].lower()
        if text not in allowed:
            raise CommandError(f"{shorten(self[number])} is not one of {', '.join(allowed)}")
        return text

    def moves(self) -> list[tuple[Color, Point]]:
        """All arguments as pairs of a colour and a vertex."""
        if len(self) % 2:
            raise CommandError("syntax error: a colour without a vertex")
        return [(self.color(n), self.vertex(n + 1)) for n in range(0, len(self), 2)]


Handler: TypeAlias = "Callable[[Session, Arguments], str]"


@dataclass(frozen=True)
class Command:
    """A function, the name it goes by and the words it takes."""

    name: str
    usage: str
    run: Handler

    @property
    def summary(self) -> str:
        """The first line of the documentation of the function."""
        return (self.run.__doc__ or "").strip().partition("\n")[0]

    def check(self, arguments: Arguments) -> None:
        """Raise where there are too few or too many arguments."""
        words = self.usage.split()
        fewest = sum(not word.startswith("[") for word in words)
        endless = "..." in self.usage
        if len(arguments) < fewest or (len(arguments) > len(words) and not endless):
            raise CommandError(f"syntax error: usage is {self.name} {self.usage}".rstrip())


class CommandTable(dict[str, Command]):
    """Commands by name."""

    def add(self, name: str, usage: str = "") -> Callable[[Handler], Handler]:
        """Register the function that follows under a name. A function may have several names."""

        def register(run: Handler) -> Handler:
            self[name] = Command(name, usage, run)
            return run

        return register
