"""What is said of a tactical problem, and how it is said in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

from goseki.board import Board
from goseki.coords import COLOR_NAMES, PASS, Color, Point, opponent
from goseki.evidence import Evidence
from goseki.notebook import DrawsItself

if TYPE_CHECKING:
    from goseki.draw import Picture

Goal = Literal["capture", "kill", "live", "connect", "cut", "race"]
GOALS: tuple[Goal, ...] = get_args(Goal)
Status = Literal[
    "captured", "escapes", "dead", "alive", "seki", "ko", "connected", "cut", "unknown"
]


@dataclass(frozen=True)
class KoFight:
    """A result that hangs on ko.

    >>> KoFight("B", {"B": 0, "W": 2}).sentence()
    'Black prevails if nobody has ko threats; White needs 2 more'
    """

    winner: Color | None
    """Who prevails if nobody has ko threats; `None` if that is not decided."""
    threats: Mapping[Color, int | None]
    """The fewest threats with which a side prevails while the other has none: `None` if no
    number up to 5 is enough, and no entry if that is not decided."""

    def sentence(self) -> str:
        if self.winner is None:
            return "who prevails is not decided"
        said = f"{COLOR_NAMES[self.winner]} prevails if nobody has ko threats"
        loser = opponent(self.winner)
        if loser not in self.threats:
            return said
        number = self.threats[loser]
        if number is None:
            return f"{said}; for {COLOR_NAMES[loser]} five more are not enough"
        return f"{said}; {COLOR_NAMES[loser]} needs {number} more"


@dataclass(frozen=True)
class WhyNot:
    """What becomes of a first move that somebody asked about."""

    move: Point
    is_worse: bool | None
    """Whether it is worse than the best; `None` if that is not decided."""
    status: Status
    """What the move leads to, where that is decided."""
    pv: list[Point]
    """How it is answered."""
    evidence: Evidence

    def sentence(self) -> str:
        line = f": {' '.join(map(str, self.pv))}" if self.pv else ""
        if self.is_worse is None:
            return f"Whether {self.move} is as good is not decided within the limits{line}."
        if not self.is_worse:
            return f"{self.move} is as good as any: proven."
        leads = "" if self.status == "unknown" else f", {self.status}"
        return f"{self.move} is worse{leads}: {self.evidence}{line}."


@dataclass(frozen=True, repr=False)
class Solution(DrawsItself):
    """The answer to a tactical problem; docs/tactics.md says what the words mean."""

    target: tuple[Point, ...]
    """Stones of the target, one of each block."""
    color: Color
    """Whose stones they are."""
    goal: Goal
    to_play: Color
    status: Status
    evidence: Evidence
    best: list[Point] = field(default_factory=list)
    """First moves that reach the best result: a pass alone if that does."""
    best_complete: bool = False
    """Whether it is proven that there are no others."""
    pv: list[Point] = field(default_factory=list)
    nodes: int = 0
    seconds: float = 0.0
    settled_after: float | None = None
    """Seconds until the status was decided; the rest went into the best moves."""
    ko: KoFight | None = None
    worse: list[Point] = field(default_factory=list)
    """First moves that were proven not to reach it."""
    as_good: list[Point] = field(default_factory=list)
    """Where a pass is best: first moves that were proven to reach the same."""
    target_found: bool = False
    """Whether the target was found by us, not given."""
    why_not: WhyNot | None = None
    if_black_first: Solution | None = None
    if_white_first: Solution | None = None
    interrupted: bool = False
    firm: tuple[Point, ...] = ()
    """Stones that were declared alive: all that is said holds if they are."""
    board: Board | None = field(default=None, compare=False)

    def sentence(self) -> str:
        """The answer in words.

        >>> e1 = Point.parse("E1")
        >>> Solution((e1,), "W", "kill", "B", "dead", "proven", best=[e1]).sentence()
        'Black kills at E1: proven.'
        """
        if self.if_black_first is not None and self.if_white_first is not None:
            return f"{self.if_black_first.sentence()} {self.if_white_first.sentence()}"
        if self.status == "unknown":
            return f"{self._stones} is not decided with {self._mover} first, within the limits."
        return f"{self._claim()}: {self.evidence}."

    def fate(self) -> str:
        """What is proven of the target, with either side first, in one sentence that names it;
        empty if nothing is.

        >>> from dataclasses import replace
        >>> d1, e1 = Point.parse("D1"), Point.parse("E1")
        >>> kill = Solution((e1,), "W", "kill", "B", "dead", "proven", best=[d1])
        >>> live = Solution((e1,), "W", "live", "W", "alive", "proven", best=[d1])
        >>> replace(kill, if_black_first=kill, if_white_first=live).fate()
        'White E1: Black kills at D1; White lives at D1: proven.'
        """
        proven = self._proven
        if not proven:
            return ""
        if self._is_settled:
            return f"{self._stones} {_STATES[proven[0].status]}, whoever plays first: proven."
        return f"{self._stones}: {'; '.join(case._with_mover_first() for case in proven)}: proven."

    @property
    def key_points(self) -> tuple[Point, ...]:
        """Where a first move of either side is proven to reach what a pass does not.

        >>> e1 = Point.parse("E1")
        >>> kill = Solution((e1,), "W", "kill", "B", "dead", "proven", best=[e1], worse=[PASS])
        >>> kill.key_points
        (Point.parse('E1'),)
        """
        matter = [case for case in self._proven if PASS in case.worse]
        return tuple(dict.fromkeys(move for case in matter for move in case.best))

    @property
    def _proven(self) -> list[Solution]:
        """The cases that are proven, of Black first and White first if both were asked."""
        cases = [case for case in (self.if_black_first, self.if_white_first) if case is not None]
        return [case for case in cases or [self] if case.evidence == "proven"]

    @property
    def _is_settled(self) -> bool:
        """Whether it is proven that it makes no difference who plays first."""
        statuses = [case.status for case in self._proven]
        return len(statuses) == 2 and statuses[0] == statuses[1] != "ko"

    @property
    def _mover(self) -> str:
        return COLOR_NAMES[self.to_play]

    @property
    def _stones(self) -> str:
        return f"{COLOR_NAMES[self.color]} {', '.join(map(str, self.target))}"

    def _claim(self) -> str:
        if self.ko is not None:
            return f"Ko{self._at} for {self._stones}, {self._mover} first: {self.ko.sentence()}"
        if self._act:
            return self._act
        state = _STATES[self.status]
        if (
            self.best
            and self.best[0].is_pass
            and _IS_SUCCESS[self.status] == (self.to_play == self.color)
        ):
            return f"{self._stones} {state}, and {self._mover} need not play"
        return f"{self._stones} {state}, even if {self._mover} plays first"

    def _with_mover_first(self) -> str:
        if self.ko is not None:
            return f"with {self._mover} first it is a ko{self._at} ({self.ko.sentence()})"
        state = _STATES[self.status]
        they = "they" if state.startswith("are") else "it"
        return self._act or f"with {self._mover} first {they} {state}"

    @property
    def _at(self) -> str:
        moves = ", ".join(str(move) for move in self.best if not move.is_pass)
        return f" at {moves}" if moves else ""

    @property
    def _act(self) -> str:
        """What the side to move does and where; empty if it need not or cannot do anything."""
        words = _ACTS.get((self.status, self.to_play == self.color))
        return f"{self._mover} {words}{self._at}" if words and self._at else ""

    def __repr__(self) -> str:
        best = f", best {' '.join(map(str, self.best))}" if self.best else ""
        return f"<{type(self).__name__}: {self.sentence().rstrip('.')}{best}>"

    def _picture(self) -> Picture | None:
        from goseki.draw.answers import tactics_picture

        return None if self.board is None else tactics_picture(self.board, self)


_STATES: dict[Status, str] = {
    "captured": "is captured",
    "escapes": "escapes",
    "dead": "is dead",
    "alive": "is alive",
    "seki": "stays in seki",
    "connected": "are connected",
    "cut": "are cut apart",
}
_IS_SUCCESS: dict[Status, bool] = {
    "captured": False,
    "escapes": True,
    "dead": False,
    "alive": True,
    "seki": True,
    "connected": True,
    "cut": False,
}
"""Whether a status is what the owner of the target wants."""
_ACTS: dict[tuple[Status, bool], str] = {
    ("captured", False): "captures",
    ("escapes", True): "escapes",
    ("dead", False): "kills",
    ("alive", True): "lives",
    ("seki", True): "makes a seki",
    ("seki", False): "makes a seki",
    ("connected", True): "connects",
    ("cut", False): "cuts",
}
"""What the side to move does, by whether the target is its own."""
