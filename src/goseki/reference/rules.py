"""How Go is played: blocks, captures, ko, repetition and the end of the game.

Read top down. A point is a pair (column, row) with row 0 at the bottom, a pass is
None, and a colouring is a dictionary that holds the stones only. Values are replaced,
never changed in place, so that a shallow copy of a `Referee` is a full one.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, TypeAlias

Color: TypeAlias = Literal["B", "W"]
Point: TypeAlias = tuple[int, int]
Move: TypeAlias = tuple[Color, Point | None]
Stones: TypeAlias = dict[Point, Color]
Neighbours: TypeAlias = Mapping[Point, list[Point]]

OPPONENT: dict[Color, Color] = {"B": "W", "W": "B"}

RULE_VALUES: dict[str, tuple[object, ...]] = {
    "ko": ("SIMPLE", "POSITIONAL", "SITUATIONAL", "NONE"),
    "repetition": ("NONE", "DRAW", "PASSES"),
    "passes_to_end": (1, 2, 3, 4),
    "ko_pass": (False, True),
    "suicide": (False, True),
    "scoring": ("AREA", "TERRITORY"),
    "tax": ("NONE", "SEKI"),
    "white_handicap_bonus": ("0", "N-1", "N"),
}


def adjacency(columns: int, rows: int) -> dict[Point, list[Point]]:
    """Every point, row by row from the bottom left, with its orthogonal neighbours.

    >>> adjacency(2, 1)
    {(0, 0): [(1, 0)], (1, 0): [(0, 0)]}
    """
    points = dict.fromkeys((column, row) for row in range(rows) for column in range(columns))
    return {
        (c, r): [p for p in ((c - 1, r), (c + 1, r), (c, r - 1), (c, r + 1)) if p in points]
        for c, r in points
    }


def connected(
    start: Point, colors: Mapping[Point, Color | None], neighbours: Neighbours
) -> set[Point]:
    """The points joined to `start` through points of its own colour (None: no colour).

    On the stones this is the block of a stone, or the region of an empty point.
    """
    color = colors.get(start)
    found = {start}
    frontier = [start]
    while frontier:
        for point in neighbours[frontier.pop()]:
            if point not in found and colors.get(point) == color:
                found.add(point)
                frontier.append(point)
    return found


def liberties(block: set[Point], stones: Stones, neighbours: Neighbours) -> set[Point]:
    """The empty points next to a block."""
    return {near for point in block for near in neighbours[point] if near not in stones}


class Placement(NamedTuple):
    """What putting a stone on an empty point leads to."""

    stones: Stones
    captured: set[Point]
    """Opposing stones removed."""
    suicided: set[Point]
    """Own stones removed, the one just placed among them."""


def place(stones: Stones, color: Color, point: Point, neighbours: Neighbours) -> Placement:
    """Put a stone on an empty point; remove opposing blocks without liberties, then its own."""
    after = {**stones, point: color}
    captured: set[Point] = set()
    for near in neighbours[point]:
        if after.get(near) == OPPONENT[color]:
            block = connected(near, after, neighbours)
            if not liberties(block, after, neighbours):
                captured |= block
    after = {p: c for p, c in after.items() if p not in captured}

    own = connected(point, after, neighbours)
    suicided = set() if liberties(own, after, neighbours) else own
    after = {p: c for p, c in after.items() if p not in suicided}
    return Placement(after, captured, suicided)


class Situation(NamedTuple):
    """All that decides whether play has come back to where it was."""

    position: str
    ko_point: Point | None
    passes: int
    to_play: Color


class Referee:
    """One game from its start position on. The rule fields are those of `goseki.rules.Rules`.

    >>> game = Referee(2, 1)
    >>> game.play("B", (0, 0))
    >>> game.play("W", (1, 0))
    >>> game.stones, game.prisoners, game.illegal_reason("B", (0, 0))
    ({(1, 0): 'W'}, {'B': 0, 'W': 1}, 'ko')
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        *,
        ko: str = "SIMPLE",
        repetition: str = "PASSES",
        passes_to_end: int = 2,
        ko_pass: bool = True,
        suicide: bool = False,
        scoring: str = "AREA",
        tax: str = "NONE",
        white_handicap_bonus: str = "0",
        komi: float = 0.0,
        handicap: int = 0,
    ) -> None:
        if columns < 1 or rows < 1:
            raise ValueError(f"no board of {columns} columns and {rows} rows")
        self.columns = columns
        self.rows = rows
        self.neighbours = adjacency(columns, rows)

        self.ko = ko
        self.repetition = repetition
        self.passes_to_end = passes_to_end
        self.ko_pass = ko_pass
        self.suicide = suicide
        self.scoring = scoring
        self.tax = tax
        self.white_handicap_bonus = white_handicap_bonus
        self.komi = komi
        self.handicap = handicap
        for field, values in RULE_VALUES.items():
            if getattr(self, field) not in values:
                raise ValueError(f"{field} is {getattr(self, field)!r}, not one of {values}")
        self.setup()

    def setup(
        self, black: Iterable[Point] = (), white: Iterable[Point] = (), to_play: Color = "B"
    ) -> None:
        """Start afresh from exactly these stones: no moves, no prisoners, no ko."""
        stones: Stones = {}
        placed: list[Move] = [
            *(("B", point) for point in black),
            *(("W", point) for point in white),
        ]
        for color, point in placed:
            if point is None or point not in self.neighbours:
                raise ValueError(f"stone off the board: {color} {point}")
            if point in stones:
                raise ValueError(f"two stones on one point: {point}")
            stones[point] = color
        for point in stones:
            if not liberties(connected(point, stones, self.neighbours), stones, self.neighbours):
                raise ValueError(f"block without liberty: {point}")

        self.stones = stones
        self.to_play: Color = to_play
        self.ko_point: Point | None = None
        self.passes = 0
        """How many passes in a row were the last moves."""
        self.passes_needed = self.passes_to_end
        """How many passes in a row end the game from here."""
        self.prisoners: dict[Color, int] = {"B": 0, "W": 0}
        """Stones taken by each colour."""
        self.over = False
        self.result_by_repetition: Literal["draw", "B", "W"] | None = None
        self.moves: list[Move] = []
        self.history: list[Situation] = [self.situation_key()]
        """Every situation of the game: `history[n]` is the one after `n` moves."""

    def position_key(self) -> str:
        """The colouring: one of `.BW` for each point, row by row from the bottom left."""
        return self._draw(self.stones)

    def situation_key(self) -> Situation:
        """Colouring, ko point, consecutive passes and side to move."""
        return Situation(self.position_key(), self.ko_point, self.passes, self.to_play)

    def copy(self) -> Referee:
        """An independent game that goes on from here."""
        return copy.copy(self)

    def illegal_reason(self, color: Color, point: Point | None) -> str | None:
        """Why this colour may not move there, or None where it may. Either colour may ask."""
        if self.over:
            return "game over"
        if point is None:
            return None
        if point not in self.neighbours:
            return "off the board"
        if point in self.stones:
            return "occupied"
        placement = place(self.stones, color, point, self.neighbours)
        # The suicide of a single stone would change nothing on the board: never a move.
        if placement.suicided and (not self.suicide or len(placement.suicided) == 1):
            return "suicide"
        # Only the player to move may not retake the ko; the other may fill it, out of turn.
        if point == self.ko_point and color == self.to_play:
            return "ko"
        if self._breaks_superko(color, placement.stones):
            return "superko"
        return None

    def legal_points(self, color: Color) -> list[Point]:
        """The points where this colour may put a stone, row by row from the bottom left."""
        return [point for point in self.neighbours if self.illegal_reason(color, point) is None]

    def play(self, color: Color, point: Point | None) -> None:
        """Put a stone or pass (None); raise ValueError where that is illegal."""
        reason = self.illegal_reason(color, point)
        if reason is not None:
            raise ValueError(f"illegal move {color} {point}: {reason}")
        if point is None:
            self.passes += 1
            self.ko_point = None
        else:
            self._put_stone(color, point)
        self.to_play = OPPONENT[color]
        self.moves = [*self.moves, (color, point)]

        situation = self.situation_key()
        if self.passes >= self.passes_needed:
            self.over = True
        elif self.repetition != "NONE" and situation in self.history:
            self.over = True
            self.result_by_repetition = self._judge_cycle(situation)
        self.history = [*self.history, situation]

    def _put_stone(self, color: Color, point: Point) -> None:
        placement = place(self.stones, color, point, self.neighbours)
        new_ko_point = self._ko_point_after(point, placement)

        # Van der Werf (2004), appendix A.5: a player whom the last move bans from a new ko
        # must get the chance to retake it, so the game needs one more pass to end.
        ko_appeared = new_ko_point is not None and self.ko_point is None
        self.passes_needed = self.passes_to_end + (1 if self.ko_pass and ko_appeared else 0)
        self.passes = 0

        taken = {color: len(placement.captured), OPPONENT[color]: len(placement.suicided)}
        self.prisoners = {taker: count + taken[taker] for taker, count in self.prisoners.items()}
        self.stones = placement.stones
        self.ko_point = new_ko_point

    def _ko_point_after(self, point: Point, placement: Placement) -> Point | None:
        """The point a lone stone has just taken a single stone from, if it can be retaken."""
        if self.ko != "SIMPLE" or len(placement.captured) != 1:
            return None
        block = connected(point, placement.stones, self.neighbours)
        if len(block) != 1:
            return None
        if liberties(block, placement.stones, self.neighbours) != placement.captured:
            return None
        (taken,) = placement.captured
        return taken

    def _breaks_superko(self, color: Color, stones: Stones) -> bool:
        """Whether these stones, reached by a move of this colour, were met before."""
        if self.ko not in ("POSITIONAL", "SITUATIONAL"):
            return False
        position = self._draw(stones)
        return any(
            earlier.position == position
            and (self.ko == "POSITIONAL" or earlier.to_play == OPPONENT[color])
            for earlier in self.history
        )

    def _judge_cycle(self, situation: Situation) -> Literal["draw", "B", "W"]:
        """What the moves since `situation` last occurred decide."""
        if self.repetition == "DRAW":
            return "draw"
        start = max(n for n, earlier in enumerate(self.history) if earlier == situation)
        cycle = self.moves[start:]
        black = cycle.count(("B", None))
        white = cycle.count(("W", None))
        if black == white:
            return "draw"
        return "B" if black > white else "W"

    def _draw(self, stones: Stones) -> str:
        return "".join(stones.get(point, ".") for point in self.neighbours)
