"""Games written down on one line: `E5 D5 (D5)E6 (E5 E6)E4 pass pass`.

The refused attempts of a turn stand in parentheses before the move that was played (the notation
of Borsboom 2007, 3.3 and appendix B). Phantom Go has many of them. In a game of Go there is at
most one, since an illegal move loses the game: `E5 (E5) B+F {illegal move W E5: occupied}`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, get_args

from goseki.coords import PASS, Color, Point, opponent, shorten
from goseki.errors import CoordinateError, Fault, GosekiError

Stopped = Literal["length", "repetition"]
End = Literal["running", "passes", Stopped, Fault]

FAULT_LETTERS: dict[str, str] = {"time": "T", "disqualified": "F", "resigned": "R"}
"""How the result of a game that was lost in this way is written in SGF."""

_TOKEN = re.compile(r"\s*(?:\(([^()]*)\)|\{([^{}]*)\}|([^\s(){}]+)|(\S))")
_END_WORDS = ("length", "repetition")
_FORFEIT = re.compile(r"([BW])\+([TFR])\Z")
_LONGEST_CAUSE = 200


@dataclass(frozen=True)
class Turn:
    """The refused attempts of a turn in order, then the move (a point or `PASS`).

    Only the last turn of a log can lack a move, if the game was stopped before it.
    """

    refused: tuple[Point, ...]
    move: Point | None

    def __str__(self) -> str:
        tried = f"({' '.join(map(str, self.refused))})" if self.refused else ""
        return tried + ("" if self.move is None else str(self.move))


@dataclass(frozen=True)
class Forfeit:
    """A game lost otherwise than on the board, and why.

    >>> print(Forfeit("B", "time", "the clock of 10 s ran out"))
    W+T {the clock of 10 s ran out}
    """

    loser: Color
    fault: Fault
    cause: str = ""

    def __post_init__(self) -> None:
        plain = "".join(c if c.isprintable() and c not in "{}" else " " for c in self.cause)
        object.__setattr__(self, "cause", " ".join(plain.split())[:_LONGEST_CAUSE].strip())

    @property
    def result(self) -> str:
        return f"{opponent(self.loser)}+{FAULT_LETTERS[self.fault]}"

    def __str__(self) -> str:
        return f"{self.result} {{{self.cause}}}" if self.cause else self.result


@dataclass(frozen=True)
class GameLog:
    """A game: turns by Black and White in alternation, and how it ended if not by passes.

    >>> log = GameLog.parse("E5 D5 (D5) E6 pass pass")
    >>> str(log), log.turns[2].refused, log.end
    ('E5 D5 (D5)E6 pass pass', (Point.parse('D5'),), 'passes')
    """

    turns: tuple[Turn, ...]
    stopped: Stopped | None = None
    """Whether the limit of its length or a repetition ended the game. It is the last word."""
    forfeit: Forfeit | None = None
    """How the game was lost, if not on the board. The result and its cause are written last."""

    @classmethod
    def parse(cls, text: str) -> GameLog:
        """Read a log, or raise a `GosekiError` that names the ply and the word."""
        turns: list[Turn] = []
        refused: tuple[Point, ...] | None = None
        stopped: Stopped | None = None
        forfeit: Forfeit | None = None
        for match in _TOKEN.finditer(text):
            attempts, cause, word, stray = match.groups()
            where = f"log: ply {len(turns) + 1}"
            if forfeit is not None and cause is not None and not forfeit.cause:
                forfeit = Forfeit(forfeit.loser, forfeit.fault, cause)
                continue
            if stopped is not None or forfeit is not None:
                last = stopped or (forfeit and forfeit.result)
                raise GosekiError(f"{where}: something follows the word {last!r}")
            if stray is not None or cause is not None:
                raise GosekiError(f"{where}: a parenthesis without its other half")
            if attempts is not None:
                if refused is not None:
                    raise GosekiError(f"{where}: refused attempts twice before one move")
                refused = tuple(_read_point(name, where) for name in attempts.split())
                if PASS in refused:
                    raise GosekiError(f"{where}: a pass cannot be refused")
            elif word in _END_WORDS:
                stopped = "length" if word == "length" else "repetition"
            elif _FORFEIT.match(word):
                forfeit = _read_forfeit(word)
            else:
                turns.append(Turn(refused or (), _read_point(word, where)))
                refused = None
        if refused:
            turns.append(Turn(refused, None))
        return cls(tuple(turns), stopped, forfeit)

    @property
    def end(self) -> End:
        if self.forfeit is not None:
            return self.forfeit.fault
        if self.stopped is not None:
            return self.stopped
        moves = [turn.move for turn in self.turns]
        return "passes" if moves[-2:] == [PASS, PASS] else "running"

    @property
    def attempts(self) -> list[tuple[Color, Point, bool]]:
        """All attempts in order: who, where, and whether it was played."""
        found: list[tuple[Color, Point, bool]] = []
        for ply, turn in enumerate(self.turns):
            color = get_args(Color)[ply % 2]
            found += [(color, point, False) for point in turn.refused]
            if turn.move is not None:
                found.append((color, turn.move, True))
        return found

    def __str__(self) -> str:
        words = [str(turn) for turn in self.turns]
        ends = [str(end) for end in (self.stopped, self.forfeit) if end]
        return " ".join(words + ends)


def _read_forfeit(word: str) -> Forfeit:
    winner, letter = word.split("+")
    fault = next(fault for fault in get_args(Fault) if FAULT_LETTERS[fault] == letter)
    return Forfeit("W" if winner == "B" else "B", fault)


def _read_point(word: str, where: str) -> Point:
    try:
        return Point.parse(word)
    except CoordinateError:
        raise GosekiError(f"{where}: not a point: {shorten(word)}") from None
