"""Life, death, ko and connection by listing every situation: slow, and easy to believe.

The judge of `goseki tactics`, written from the definitions of the words alone (docs/tactics.md),
without a look at the search. `tests/cpp/slow_tactics.cpp` lists all situations that can come up,
with rules of its own, and works backwards from those in which a question is decided. It is for
positions in which little is open: about twelve points that are not firm.

`python -m tests.judges.slow_tactics` reads a diagram (see `Position.read`) and says everything
about it; `python -m tests.support.enclosed` makes positions for it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from tests.support.programs import ask_program

Point: TypeAlias = tuple[int, int]
"""Column and row, counted from the bottom left, as in `goseki.Point`."""
Color: TypeAlias = Literal["black", "white"]
Goal: TypeAlias = Literal["capture", "life", "connect"]
Threats: TypeAlias = int | Literal["any"] | None
"""None: unlimited, so that even an endless ko can be fought for ever. "any": any number, however
large, but a number, so that an endless ko ends when the threats do."""
Budgets: TypeAlias = tuple[Threats, Threats]
"""Threats of the attacker and of the defender."""
Move: TypeAlias = Point | None
"""None: a pass."""

OTHER: dict[Color, Color] = {"black": "white", "white": "black"}
MOST_SITUATIONS = 1_000_000
MOST_THREATS = 5
LETTERS = "ABCDEFGHJKLMNOPQRST"
USUAL: tuple[Budgets, ...] = (
    *((0, defender) for defender in (*range(MOST_THREATS + 1), None)),
    *((attacker, 0) for attacker in (*range(1, MOST_THREATS + 1), None)),
    (None, None),
    (0, "any"),
    ("any", 0),
    *((attacker, defender) for attacker in (1, 2) for defender in (1, 2)),
)
"""The budgets that a status needs, both unlimited, and all pairs up to (2, 2)."""
_CODES: dict[Threats, int] = {None: -1, "any": -2}
_BITS: dict[Goal, int] = {"capture": 1, "life": 2, "connect": 4}


class TooLargeError(Exception):
    """More situations than the judge may list: it says nothing rather than guess."""


@dataclass(frozen=True)
class Position:
    """Stones, which of them are firm (never captured), the target, and who is to move."""

    columns: int
    rows: int
    black: frozenset[Point]
    white: frozenset[Point]
    firm: frozenset[Point]
    target: frozenset[Point]
    """One stone of each block is enough; kept as whole blocks."""
    to_play: Color
    ko: Point | None = None
    """Where who is to move would take back a ko at once."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "target", frozenset[Point]().union(*self.target_blocks))
        assert self.target, "no target"
        assert self.target <= self.black or self.target <= self.white, "a target of two colours"
        assert not self.black & self.white, "two stones on a point"
        assert self.firm <= self.black | self.white, "a firm point without a stone"
        waiting = set(self.black | self.white) - self.firm
        while waiting:
            block = self.block(waiting.pop())
            waiting -= block
            assert self.breathes(block), f"{name_of(min(block))} has no liberty"

    @classmethod
    def read(cls, diagram: str, to_play: Color, ko: str | None = None) -> Position:
        """A position from rows of signs, the top one first: `x` and `o` are stones of a black or
        white target, `X` and `O` others, `B` and `W` firm ones, `.` is an empty point.

        >>> Position.read("WWWW xxxW ..xW", "black").show()
        'WWWW xxxW ..xW'
        """
        rows = [list(row) for row in reversed(diagram.split())]
        signs = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        assert len(signs) == len(rows) * len(rows[0]), "rows of different length"

        def those(wanted: str) -> frozenset[Point]:
            return frozenset(point for point, sign in signs.items() if sign in wanted)

        return cls(
            columns=len(rows[0]),
            rows=len(rows),
            black=those("xXB"),
            white=those("oOW"),
            firm=those("BW"),
            target=those("xo"),
            to_play=to_play,
            ko=point_of(ko) if ko else None,
        )

    def show(self) -> str:
        """The diagram that `read` reads, its rows with a space between."""
        return " ".join(
            "".join(self._sign((x, y)) for x in range(self.columns))
            for y in reversed(range(self.rows))
        )

    def _sign(self, point: Point) -> str:
        if point in self.target:
            return "x" if point in self.black else "o"
        if point in self.firm:
            return "B" if point in self.black else "W"
        return "X" if point in self.black else "O" if point in self.white else "."

    @property
    def defender(self) -> Color:
        return "black" if self.target <= self.black else "white"

    @property
    def attacker(self) -> Color:
        return OTHER[self.defender]

    @property
    def target_blocks(self) -> list[frozenset[Point]]:
        blocks: list[frozenset[Point]] = []
        for stone in sorted(self.target):
            if not any(stone in block for block in blocks):
                blocks.append(self.block(stone))
        return blocks

    def around(self, point: Point) -> Iterator[Point]:
        x, y = point
        for p in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if 0 <= p[0] < self.columns and 0 <= p[1] < self.rows:
                yield p

    def block(self, stone: Point) -> frozenset[Point]:
        own = self.black if stone in self.black else self.white
        assert stone in own, f"no stone at {name_of(stone)}"
        block, edge = {stone}, [stone]
        while edge:
            for p in self.around(edge.pop()):
                if p in own and p not in block:
                    block.add(p)
                    edge.append(p)
        return frozenset(block)

    def breathes(self, block: frozenset[Point]) -> bool:
        """Whether a block has a liberty, or cannot be captured anyway."""
        return bool(block & self.firm) or any(
            p not in self.black and p not in self.white for s in block for p in self.around(s)
        )

    def swapped(self) -> Position:
        """The same with the colours exchanged."""
        return replace(self, black=self.white, white=self.black, to_play=OTHER[self.to_play])

    def turned(self, symmetry: int) -> Position:
        """The same turned or mirrored: `symmetry` is 0 to 7."""
        wide = not symmetry & 1

        def points(points: Iterable[Point]) -> frozenset[Point]:
            return frozenset(self.turned_point(point, symmetry) for point in points)

        return replace(
            self,
            columns=self.columns if wide else self.rows,
            rows=self.rows if wide else self.columns,
            black=points(self.black),
            white=points(self.white),
            firm=points(self.firm),
            target=points(self.target),
            ko=self.turned_point(self.ko, symmetry) if self.ko else None,
        )

    def turned_point(self, point: Point, symmetry: int) -> Point:
        x, y = point
        if symmetry & 2:
            x = self.columns - 1 - x
        if symmetry & 4:
            y = self.rows - 1 - y
        return (y, x) if symmetry & 1 else (x, y)


def name_of(move: Move) -> str:
    return f"{LETTERS[move[0]]}{move[1] + 1}" if move else "pass"


def point_of(name: str) -> Point:
    return LETTERS.index(name[0]), int(name[1:]) - 1


@dataclass(frozen=True)
class Status:
    """What becomes of the target. In a ko, who prevails when nobody has threats, and the fewest
    threats with which each side prevails while the other has none (None: not even with five)."""

    word: Literal["alive", "seki", "ko", "dead"]
    ko_for: Literal["attacker", "defender"] | None = None
    attacker_threats: int | None = None
    defender_threats: int | None = None

    @property
    def rank(self) -> tuple[int, ...]:
        """Larger is better for the defender."""
        best_first = ["alive", "seki", "ko", "dead"]
        if self.word != "ko":
            return (-best_first.index(self.word),)
        if self.ko_for == "defender":
            needed = self.attacker_threats
            return (-2, 1, MOST_THREATS + 1 if needed is None else needed)
        needed = self.defender_threats
        return (-2, 0, -(MOST_THREATS + 1) if needed is None else -needed)

    def __str__(self) -> str:
        if self.word != "ko":
            return self.word
        return (
            f"ko for the {self.ko_for} (the attacker needs {self.attacker_threats}, "
            f"the defender {self.defender_threats})"
        )


@dataclass
class SlowTactics:
    """All answers about one position.

    >>> judge = SlowTactics(Position.read("WWWWW xxxxW ...xW", "black"))
    >>> str(judge.status()), [name_of(move) for move in judge.best()]
    ('alive', ['B1'])
    """

    position: Position
    most: int = MOST_SITUATIONS
    """How many situations may be listed before `TooLargeError` is raised."""
    usual: tuple[Budgets, ...] = USUAL
    """The budgets to be looked at together as soon as one is asked for."""
    situations: int = 0
    """How many there were."""
    _forced: dict[tuple[bool, Move | Literal["here"]], dict[Budgets, int]] = field(
        default_factory=dict
    )

    def forced(
        self,
        goal: Goal,
        attacker: Threats,
        defender: Threats,
        *,
        after: Move | Literal["here"] = "here",
    ) -> bool:
        """Whether the prover (capture: the attacker; else the defender) forces the goal, with
        these threats.

        `after` is a first move of the side to move, None for a pass. If it takes back a ko at once,
        a threat is spent; without one it is no move, and gets its owner nothing.
        """
        connecting = goal == "connect"
        budgets = attacker, defender
        key = (connecting, after)
        if budgets not in self._forced.get(key, {}):
            self._ask(connecting, (budgets,) if key in self._forced else {*self.usual, budgets})
        return bool(self._forced[key][budgets] & _BITS[goal])

    def moves(self) -> list[Move]:
        """All first moves, those that cost a threat included; the pass is the last one."""
        self.forced("capture", 0, 0)
        moves = [m for connecting, m in self._forced if m != "here" and not connecting]
        return sorted(moves, key=lambda move: (move is None, move))

    def status(self, *, after: Move | Literal["here"] = "here") -> Status:
        """The status of the target, now or after a first move. Dead is what is captured although
        the defender has an endless supply of threats; alive, what lives against any number."""

        def kill(attacker: Threats, defender: Threats) -> bool:
            return self.forced("capture", attacker, defender, after=after)

        if kill(0, None):
            return Status("dead")
        if not kill(None, 0):
            return Status("alive" if self.forced("life", "any", 0, after=after) else "seki")
        numbers = range(MOST_THREATS + 1)
        return Status(
            "ko",
            "attacker" if kill(0, 0) else "defender",
            next((number for number in numbers if kill(number, 0)), None),
            next((number for number in numbers if not kill(0, number)), None),
        )

    def values(self) -> dict[Move, Status]:
        """The status after each first move."""
        return {move: self.status(after=move) for move in self.moves()}

    def best_value(self) -> Status:
        """The best status that a first move of the side to move reaches."""
        sign = 1 if self.position.to_play == self.position.defender else -1
        return max(
            self.values().values(), key=lambda status: tuple(sign * part for part in status.rank)
        )

    def best(self) -> list[Move]:
        """The first moves that reach it: only the pass, if that does."""
        best = self.best_value()
        moves = [move for move, status in self.values().items() if status == best]
        return [None] if None in moves else moves

    def _ask(self, connecting: bool, pairs: Iterable[Budgets]) -> None:
        p = self.position
        pairs = list(pairs)
        points = [(x, y) for y in range(p.rows) for x in range(p.columns)]
        signs = {"black": 1, "white": -1}
        blocks = p.target_blocks
        assert not connecting or len(blocks) == 2, "connect needs two blocks"
        number = {stone: i for i, block in enumerate(blocks, 1) for stone in block}
        numbers = [
            *(p.columns, p.rows),
            *((point in p.black) - (point in p.white) for point in points),
            *(int(point in p.firm) for point in points),
            *(number.get(point, 0) for point in points),
            *(signs[p.defender], signs[p.to_play], points.index(p.ko) if p.ko else -1),
            *(int(connecting), self.most),
            *(_CODES.get(threats, threats) for pair in pairs for threats in pair),
        ]
        answer = iter(ask_program("slow_tactics", " ".join(map(str, numbers)), flags=("-O2",)))
        self.situations = next(answer)
        if self.situations < 0:
            raise TooLargeError(f"more than {self.most} situations")
        for _ in range(1 + next(answer)):
            index = next(answer)
            move: Move | Literal["here"] = (
                "here" if index == -2 else None if index == -1 else points[index]
            )
            self._forced.setdefault((connecting, move), {}).update(
                (pair, next(answer)) for pair in pairs
            )


def main() -> None:
    """Read diagrams from standard input, each ended by a blank line, and print all about them."""
    for diagram in sys.stdin.read().split("\n\n"):
        if not diagram.strip():
            continue
        for to_play in ("black", "white"):
            judge = SlowTactics(Position.read(diagram, to_play))
            best = ", ".join(map(name_of, judge.best()))
            print(f"{to_play} to play: {judge.status()}; best {best} ({judge.best_value()})")
            for move, status in judge.values().items():
                print(f"  {name_of(move):4} {status}")
            print(f"  {judge.situations} situations")


if __name__ == "__main__":
    main()
