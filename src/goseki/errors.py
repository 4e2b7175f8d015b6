"""The errors Goseki raises: all are `ValueError`s whose message is one clear line.

Every message names the offending value, so that the command line and the GTP engine
can print it as it is.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal


def one_line(text: str) -> str:
    """The text on one line, unprintable characters escaped: it cannot move a terminal's cursor.

    >>> print(one_line("no file\\n\\x1b[2Jgame.sgf"))
    no file \\x1b[2Jgame.sgf
    """
    words = " ".join(text.split())
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in words)


class GosekiError(ValueError):
    """Base of every error that bad input can cause."""


@contextmanager
def naming(place: str) -> Iterator[None]:
    """Put the name of an option, a parameter or a file before the complaint about it.

    >>> with naming("--komi"):
    ...     raise GosekiError("is no number")
    Traceback (most recent call last):
    goseki.errors.GosekiError: --komi: is no number
    """
    try:
        yield
    except GosekiError as error:
        raise GosekiError(f"{place}: {error}") from None


class CoordinateError(GosekiError):
    """A point, a colour or a board size that cannot be read, or lies off the board."""


class RulesError(GosekiError):
    """A rule set, rule field or rule value that does not exist."""


class SetupError(GosekiError):
    """Stones that cannot stand on the board as asked."""


class DiagramError(GosekiError):
    """A text diagram that cannot be read."""


class IllegalMoveError(GosekiError):
    """A move that the rules forbid, with the reason in `reason`."""

    def __init__(self, color: str, point: str, reason: str) -> None:
        super().__init__(f"illegal move {color} {point}: {reason}")
        self.color = color
        self.point = point
        self.reason = reason

    def __reduce__(self) -> tuple[type["IllegalMoveError"], tuple[str, str, str]]:
        return type(self), (self.color, self.point, self.reason)


Fault = Literal["time", "disqualified", "resigned"]
"""How a player can lose a game otherwise than on the board."""


class PlayerError(GosekiError):
    """A player has lost the game otherwise than on the board. The message says why."""

    def __init__(self, fault: Fault, cause: str) -> None:
        super().__init__(cause)
        self.fault: Fault = fault

    def __reduce__(self) -> tuple[type["PlayerError"], tuple[Fault, str]]:
        return type(self), (self.fault, str(self))


class SgfError(GosekiError):
    """An SGF text or file that cannot be read. `line` and `column` count from 1."""

    def __init__(
        self,
        message: str,
        line: int | None = None,
        column: int | None = None,
        source: str | None = None,
    ) -> None:
        file = "" if source is None else f"{source}: "
        where = "" if line is None else f"line {line}, column {column}: "
        super().__init__(file + where + message)
        self.message = message
        self.line = line
        self.column = column
        self.source = source

    def __reduce__(
        self,
    ) -> tuple[type["SgfError"], tuple[str, int | None, int | None, str | None]]:
        return type(self), (self.message, self.line, self.column, self.source)


class DoubleClaimError(RuntimeError):
    """The safety solver contradicts itself: it says that both colours own a point. This is not
    bad input but a fault in Goseki."""

    def __init__(self, points: list[str]) -> None:
        names = ", ".join(points)
        super().__init__(f"internal error: safe for both colours: {names} (please report this)")
