"""What a game of Phantom Go is played under: the board, the komi, and what is announced."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

from goseki.coords import Size
from goseki.errors import RulesError
from goseki.rules import Rules, check_komi

Refusal = Literal["bare", "color", "cause"]
Captures = Literal["number", "points"]
Repetition = Literal["ignored", "draw"]

LEAST_POINTS = 3
"""On fewer points nothing can be hidden."""


@dataclass(frozen=True)
class PhantomRules:
    """The rules of a game. The defaults are those of Borsboom (2007, 1.3): no reason is given for
    a refusal, and the player who captures is told the number of stones and nothing else.

    >>> PhantomRules.on("5x5").longest
    1400
    >>> PhantomRules.openspiel("9x9").refusal
    'color'
    """

    size: Size = field(default_factory=lambda: Size(9, 9))
    komi: float = 6.5
    refusal: Refusal = "bare"
    """What is told with a refusal: nothing; the true colour of the point; or the cause, which is
    `occupied`, `suicide` or `ko`."""
    captures: Captures = "number"
    """What the player who captures is told: how many stones, or (Olympiad 2007) also which."""
    atari: bool = False
    """Whether both sides are told that a move left stones of the opponent next to it with a
    single liberty."""
    repetition: Repetition = "ignored"
    """What happens when a move repeats an earlier position."""
    refusal_parts_passes: bool = False
    """Whether the game goes on after two passes with a refused attempt between them."""
    longest: int = 0
    """After so many attempts the board is counted as it stands. 0 stands for 400, and 40 for every
    point of the board."""

    def __post_init__(self) -> None:
        self.size.checked()
        if self.size.points < LEAST_POINTS:
            raise RulesError(f"Phantom Go needs a board of {LEAST_POINTS} points, not {self.size}")
        for name, allowed in _ALLOWED.items():
            if getattr(self, name) not in allowed:
                raise RulesError(
                    f"{name} is {getattr(self, name)!r}, not one of {', '.join(allowed)}"
                )
        object.__setattr__(self, "komi", check_komi(self.komi))
        if self.longest < 0:
            raise RulesError(f"longest is {self.longest}, not a number of attempts")
        if self.longest == 0:
            object.__setattr__(self, "longest", 40 * self.size.points + 400)

    @classmethod
    def on(cls, size: str, komi: float = 6.5) -> PhantomRules:
        """The usual rules on a board such as `9x9`."""
        return cls(Size.parse(size), komi)

    @classmethod
    def openspiel(cls, size: str = "9x9", komi: float = 7.5) -> PhantomRules:
        """The dialect of OpenSpiel's `phantom_go` (2.0.2)."""
        board = Size.parse(size)
        return cls(
            board,
            komi,
            refusal="color",
            captures="points",
            repetition="draw",
            refusal_parts_passes=True,
            longest=4 * board.points,
        )

    @property
    def go(self) -> Rules:
        """The rules of the true board: simple ko, no suicide, area counting, two passes."""
        return Rules(ko="SIMPLE", repetition="NONE", ko_pass=False, komi=self.komi)


_ALLOWED: dict[str, tuple[str, ...]] = {
    "refusal": get_args(Refusal),
    "captures": get_args(Captures),
    "repetition": get_args(Repetition),
}
