"""What a player is told, and all that a player knows: observations and information states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from goseki.coords import Color, Point, opponent
from goseki.phantom.captures import possibly_captured
from goseki.phantom.rules import PhantomRules

Kind = Literal["refused", "played", "passed"]
Cause = Literal["occupied", "suicide", "ko", "B", "W", "empty"]


@dataclass(frozen=True, slots=True)
class Observation:
    """One message of the referee to one player.

    Of an opponent's move the point is never told, only which of one's own stones it took.

    >>> print(Observation(True, "played", Point.parse("E5"), captured=2))
    E5 is played and takes 2
    >>> print(Observation(False, "played", lost=(Point.parse("D4"),)))
    the opponent has played and taken D4
    """

    own: bool
    """Whether it is about an attempt of one's own."""
    kind: Kind
    point: Point | None = None
    """The point that the player tried; `None` for a pass and for attempts of the opponent."""
    cause: Cause | None = None
    """If the rules tell: why the player's attempt was refused, or the true colour of its point."""
    captured: int = 0
    """How many stones of the opponent the player's move took."""
    captured_points: tuple[Point, ...] | None = None
    """Which stones these were, if the rules tell."""
    lost: tuple[Point, ...] = ()
    """The player's stones that the opponent's move took."""
    atari: bool = False
    """Whether the move left stones of the other side in atari, if the rules tell."""

    def __str__(self) -> str:
        text = self._of_own() if self.own else self._of_opponent()
        return f"{text}; atari" if self.atari else text

    def _of_own(self) -> str:
        if self.kind == "passed":
            return "you pass"
        if self.kind == "refused":
            return f"{self.point} is refused" + (f" ({self.cause})" if self.cause else "")
        if not self.captured:
            return f"{self.point} is played"
        which = "" if self.captured_points is None else f": {_names(self.captured_points)}"
        return f"{self.point} is played and takes {self.captured}{which}"

    def _of_opponent(self) -> str:
        if self.kind == "passed":
            return "the opponent passes"
        if self.kind == "refused":
            return "an attempt of the opponent is refused"
        if not self.lost:
            return "the opponent has played"
        return f"the opponent has played and taken {_names(self.lost)}"


@dataclass(frozen=True)
class InformationState:
    """All that a player knows: the rules, the own colour, and the observations in order.

    Two true positions that a player cannot tell apart give equal information states.

    >>> state = InformationState(PhantomRules(), "B", (Observation(True, "played",
    ...     Point.parse("E5")), Observation(False, "played")))
    >>> state.to_play, state.own_stones, state.opponent_stones, state.unlocated
    ('B', frozenset({Point.parse('E5')}), frozenset(), 1)
    """

    rules: PhantomRules
    color: Color
    observations: tuple[Observation, ...] = ()

    @property
    def to_play(self) -> Color:
        for observation in reversed(self.observations):
            if observation.kind != "refused":
                return opponent(self.color) if observation.own else self.color
        return "B"

    @property
    def refused(self) -> tuple[Point, ...]:
        """The points that were refused to this player in the present turn."""
        points: list[Point] = []
        for observation in reversed(self.observations):
            if not observation.own or observation.kind != "refused":
                break
            assert observation.point is not None
            points.append(observation.point)
        return tuple(reversed(points))

    @property
    def own_stones(self) -> frozenset[Point]:
        return frozenset(self._stones()[0])

    @property
    def opponent_stones(self) -> frozenset[Point]:
        """Where the opponent certainly has stones: points of refusals for which the rules told
        a cause or colour, as long as the stone cannot have been captured since."""
        return frozenset(self._stones()[1])

    @property
    def opponent_count(self) -> int:
        """How many stones of the opponent are on the board: the moves that he played, less the
        stones that were captured. It is known exactly, since passes are announced."""
        played = sum(not seen.own and seen.kind == "played" for seen in self.observations)
        return played - sum(seen.captured for seen in self.observations)

    @property
    def unlocated(self) -> int:
        """How many of them are not in `opponent_stones`."""
        return self.opponent_count - len(self.opponent_stones)

    def _stones(self) -> tuple[set[Point], set[Point]]:
        own: set[Point] = set()
        theirs: set[Point] = set()
        for seen in self.observations:
            own.difference_update(seen.lost)
            if not seen.own or seen.point is None:
                continue
            if seen.kind == "played":
                own.add(seen.point)
                if seen.captured:
                    theirs -= self._maybe_captured(seen, own)
            elif seen.cause == opponent(self.color) or (
                seen.cause == "occupied" and seen.point not in own
            ):
                theirs.add(seen.point)
        return own, theirs

    def _maybe_captured(self, move: Observation, own: set[Point]) -> set[Point]:
        if move.captured_points is not None:
            return set(move.captured_points)
        size = self.rules.size
        assert move.point is not None
        stones = {size.index(point) for point in own}
        found = possibly_captured(size, stones, size.index(move.point), move.captured)
        return {size.point(index) for index in found}


def _names(points: tuple[Point, ...]) -> str:
    return " ".join(map(str, points))
