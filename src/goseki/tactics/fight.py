"""One position of a fight: what is known of it, and the questions that would tell more."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

from goseki.board import Board
from goseki.coords import PASS, Color, Point, opponent
from goseki.rules import Rules
from goseki.tactics.question import Answer, Question, QuestionGoal
from goseki.tactics.scale import ALIVE, CLAIMS, EVEN, STAYS, Standing
from goseki.tactics.solution import Goal

Key: TypeAlias = int | Literal["life", "win the race"]
"""A question about a position: one of the claims of `scale`, or

- `life`: the owner makes life although the attacker has all the threats;
- `win the race`: the owner captures the other block of a race although the attacker has them.
"""

_LIFE: QuestionGoal = "life"
WAYS_OF_LIFE: tuple[Key, ...] = ("life", "win the race")
RULES = Rules(repetition="NONE", ko_pass=False)
"""Simple ko, no suicide; nothing forbids or ends a repetition."""


@dataclass(frozen=True)
class Fight:
    """What a problem is about."""

    goal: Goal
    color: Color
    """Whose stones the target is."""
    target: tuple[Point, ...]
    """One stone of each of its blocks."""
    rival: Point | None = None
    """A stone of the other block of a race."""
    firm: frozenset[Point] = frozenset()

    @property
    def is_connection(self) -> bool:
        return self.goal in ("connect", "cut")

    @property
    def prover(self) -> Color:
        """Who wants to reach something in finitely many moves."""
        return self.color if self.is_connection else opponent(self.color)

    @property
    def top(self) -> int:
        """The best that the other side can hope for."""
        return STAYS if self.is_connection or self.goal == "capture" else ALIVE


def as_fought(board: Board, to_play: Color) -> Board:
    """The stones of a board under the rules of fights, with a side to move; the ko stays if it is
    that side which may not take it.

    >>> board = Board("4x1", "japanese")
    >>> for move in ("B1", "C1", "D1"):
    ...     board.play(move)
    >>> as_fought(board, "W").ko, as_fought(board, "B").ko
    (Point.parse('C1'), None)
    """
    fought = Board(board.size, RULES)
    if board.ko is None or to_play != board.to_play:
        fought.setup(board.stones("B"), board.stones("W"), to_play=to_play)
        return fought
    before, last = board.copy(), board.moves[-1]
    before.undo()
    fought.setup(before.stones("B"), before.stones("W"), to_play=last.color)
    fought.play(last.point)
    return fought


@dataclass
class Position:
    """A position of a fight. `standing` grows with every answer."""

    board: Board
    fight: Fight
    target: tuple[Point, ...] = ()
    """The stones of the target that are still there."""
    spent: Color | None = None
    """Who has used up a threat to come here."""
    answers: dict[Key, Answer] = field(default_factory=dict)
    """The answers that decided something."""
    given_up: set[Key] = field(default_factory=set)
    """Questions that the search has given up by itself, not for a limit."""

    def __post_init__(self) -> None:
        fight = self.fight
        self.standing = Standing(fight.top)
        self.target = tuple(s for s in fight.target if self.board.at(s) == fight.color)
        if fight.is_connection and len(self.target) < 2:
            self.standing.set_bounds(STAYS, STAYS)
        elif not self.target or (fight.is_connection and self._is_connected()):
            self.standing.set_bounds(0, 0)
        elif fight.rival is not None and not self._rival_stands:
            self.standing.learn_of_life(True)

    @property
    def to_play(self) -> Color:
        return self.board.to_play

    @property
    def prover_plays(self) -> bool:
        return self.to_play == self.fight.prover

    def _is_connected(self) -> bool:
        return self.target[1] in self.board.block(self.target[0])

    @property
    def _rival_stands(self) -> bool:
        rival = self.fight.rival
        return rival is not None and self.board.at(rival) == opponent(self.fight.color)

    # -- questions ------------------------------------------------------------------------

    def question(self, key: Key) -> Question:
        """A question about this position, for the search."""
        owner, attacker = self.fight.color, opponent(self.fight.color)
        target, goal = self.target, _LIFE
        threats: dict[Color, int | None] = {attacker: None, owner: 0}
        if isinstance(key, int):
            goal = "connect" if self.fight.is_connection else "capture"
            provers, others = CLAIMS[key]
            threats = {self.fight.prover: provers, opponent(self.fight.prover): others}
        elif key == "win the race":
            assert self.fight.rival is not None
            goal, target = "capture", (self.fight.rival,)
        return Question(
            self.board, goal, target, self.to_play, self._left(threats), self._firm(target)
        )

    def _left(self, threats: dict[Color, int | None]) -> dict[Color, int | None]:
        spent = self.spent
        number = None if spent is None else threats[spent]
        return threats if spent is None or number is None else {**threats, spent: number - 1}

    def _firm(self, target: tuple[Point, ...]) -> frozenset[Point]:
        there = frozenset(stone for stone in self.fight.firm if self.board.at(stone) is not None)
        return there.difference(*map(self.board.block, target))

    def may_ask(self, key: Key) -> bool:
        """Whether a question makes sense here and is open."""
        if key in self.answers or key in self.given_up:
            return False
        if isinstance(key, int):
            return self.standing.low <= key < self.standing.high
        if self.fight.is_connection:
            return False
        is_open = self.standing.high == self.fight.top > self.standing.low
        return is_open and (key == "life" or self._rival_stands)

    def take_in(self, key: Key, answer: Answer) -> None:
        """Learn from an answer."""
        if answer.verdict == "unknown":
            return
        self.answers[key] = answer
        is_proven = answer.verdict == "proven"
        if isinstance(key, int):
            self.standing.learn(key, answer.verdict)
        elif is_proven or not (self._rival_stands and set(WAYS_OF_LIFE) - set(self.answers)):
            self.standing.learn_of_life(is_proven)

    # -- which questions are open ---------------------------------------------------------

    def open_keys(self, patience: int) -> Iterator[Key]:
        """The questions to ask next, by how much patience has been spent already: those that
        may decide at once, then those that decide which way a ko goes."""
        low, high = self.standing.low, self.standing.high
        is_patient = patience >= 2
        wanted: list[Key] = [0, "life"] if self.prover_plays else ["life", 0]
        if patience >= 1:
            wanted.append("win the race")
        if low > 0 or is_patient:
            wanted.append(STAYS - 1)
        if (low > 0 and high < STAYS) or is_patient:
            wanted.append(EVEN)
        if high <= EVEN and (low > 0 or is_patient):
            wanted.append(high - 1)
        elif low > EVEN and (high < STAYS or is_patient):
            wanted.append(min(low, STAYS - 1))
        yield from filter(self.may_ask, dict.fromkeys(wanted))

    # -- first moves ----------------------------------------------------------------------

    def after(self, move: Point) -> Position:
        """The position after a move, which may be a pass, or take back a ko for a threat."""
        other = opponent(self.to_play)
        if move.is_pass:
            board = as_fought(self.board, other)
            return Position(board, self.fight)
        banned = move == self.board.ko
        board = self._without_ko() if banned else self.board.copy()
        board.play(move)
        after = Position(board, self.fight, spent=self.to_play if banned else None)
        if banned:
            after._leave_out_claims_without_threats()
        return after

    def _without_ko(self) -> Board:
        free = Board(self.board.size, RULES)
        free.setup(self.board.stones("B"), self.board.stones("W"), to_play=self.to_play)
        return free

    def _leave_out_claims_without_threats(self) -> None:
        """A side that has no threat could not come here: then the move has not helped it."""
        known = self.standing
        if self.spent == self.fight.prover:
            known.low, known.high = max(known.low, EVEN + 1), max(known.high, EVEN + 1)
        else:
            known.low, known.high = min(known.low, EVEN), min(known.high, EVEN)

    def moves(self) -> list[Point]:
        """Every first move but the pass; to take back a ko for a threat is one."""
        found = [move for move in self.board.legal_moves if not move.is_pass]
        return found if self.board.ko is None else [*found, self.board.ko]

    def reaches(self, level: int) -> bool | None:
        """Whether the side that has come here by its move has reached a level at least: for the
        prover that is at most so much."""
        standing = self.standing
        if self.prover_plays:  # so the other side came here
            return True if standing.low >= level else False if standing.high < level else None
        return True if standing.high <= level else False if standing.low > level else None

    def keys_to_reach(self, level: int, hints: Iterable[Key] = ()) -> Iterator[Key]:
        """The questions that tell whether a level is reached; those of `hints` come first."""
        if self.reaches(level) is not None:
            return
        wanted: list[Key] = [level - 1] if self.prover_plays else [level]
        if level == ALIVE or (level == STAYS and not self.prover_plays):
            wanted = ["life", STAYS - 1, "win the race"]
        elif level == STAYS:
            wanted.append("life")
        yield from filter(
            self.may_ask, dict.fromkeys([*(k for k in hints if k in wanted), *wanted])
        )

    def refuted_by(self, level: int) -> tuple[Key, ...]:
        """The questions whose answers show that a level was not reached here; of several ways to
        show it the one that rests on the fewest points. Nothing if it is not shown by answers."""
        proven = {key: a.verdict == "proven" for key, a in self.answers.items()}
        ways: list[tuple[Key, ...]] = []
        if self.prover_plays:
            ways = [
                (key,) for key in proven if isinstance(key, int) and key < level and proven[key]
            ]
            if level == ALIVE and self.standing.high <= STAYS and proven.get("life") is False:
                ways.append(tuple(key for key in WAYS_OF_LIFE if key in proven))
        else:
            ways = [
                (key,)
                for key in proven
                if isinstance(key, int) and key >= level and not proven[key]
            ]
            ways += [(key,) for key in WAYS_OF_LIFE if proven.get(key)]
        return min(ways, key=lambda keys: len(self.zone(keys)), default=())

    def zone(self, keys: Iterable[Key]) -> frozenset[Point]:
        """What some answers rest on."""
        return frozenset().union(*(self.answers[key].zone for key in keys))


def line_of(answer: Answer) -> list[Point]:
    """The line of an answer, which ends where both sides pass.

    >>> [str(move) for move in line_of(Answer("proven", (Point.parse("A1"), None, None, None)))]
    ['A1']
    """
    line = [PASS if move is None else move for move in answer.line]
    ends = (i for i, pair in enumerate(pairwise(line)) if pair == (PASS, PASS))
    return line[: next(ends, None)]
