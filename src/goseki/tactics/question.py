"""One question to the tactical search: can a side force something, whatever the other plays?

There are three questions, each with a *prover*, who wants to reach something in finitely many
moves; endless play is the success of the other side. The side whose stones the target is is the
*defender*, the other one the *attacker*.

- `capture`: the attacker captures every stone of the target.
- `life`: the defender makes some block of the target unconditionally alive (Benson 1976).
- `connect`: the defender joins two blocks into one.

Any legal move and a pass may be played; suicide is illegal. Who may not take back a ko at once may
do so by *spending a threat*, of which each side has a number. docs/tactics.md has the
definitions in full.

>>> board = Board.from_diagram(".XO/XXO/OO.")
>>> question = Question(board, "capture", (Point.parse("A2"),), "W", {"B": 0, "W": None})
>>> question.attacker, question.prover, [len(board.block(stone)) for stone in question.target]
('W', 'W', [3])
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

import numpy as np

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_whole, shown, whole
from goseki.coords import Color, Point, PointLike, opponent, parse_color, shorten
from goseki.errors import GosekiError
from goseki.evidence import Verdict
from goseki.job import MAX_THREADS, Report, parse_memory, report_share

QuestionGoal = Literal["capture", "life", "connect"]

MOST_THREATS = 254
"""More ko threats than anybody has."""
DEFAULT_MEMORY = 1 << 28
SHARE_OF_THE_MOVER = 0.6
"""Of the nodes and seconds of a question, for a proof by the side that moves first: problems are
mostly such that he succeeds."""
MOST_THREADS_OF_A_SEARCH = 2
"""More threads than that have nothing to do."""
KNOWLEDGE = {
    "death": "targets with room for one eye at most are dead at sight",
    "patterns": "proofs are found again where only their zone looks the same",
    "orders": "proofs in which every move threatens are sought apart",
    "history": "moves where moves have lost come later",
    "hints": "what won a similar situation is tried first",
    "parries": "where life must be prevented at once, only what prevents it is tried",
    "walls": "walls are taken for firm, and shown to hold apart",
}
"""What the search knows beside the rules, and can do without."""


@dataclass(frozen=True)
class Question:
    """What is asked of a position.

    >>> Question(Board("3x3"), "life", (Point.parse("B2"),), "B", {"B": 0, "W": 0})
    Traceback (most recent call last):
    goseki.errors.GosekiError: there is no stone on B2
    """

    board: Board
    """With its ko: who is to play may not take it back, unless he spends a threat."""
    goal: QuestionGoal
    target: tuple[Point, ...]
    """Stones of the target; one of each block is enough. `connect` takes two."""
    to_play: Color
    threats: Mapping[Color, int | None]
    """How many ko threats each side has; `None`: endlessly many, or for the side that would prevent
    life, any number."""
    firm: frozenset[Point] = frozenset()
    """Stones that are taken to be alive: their blocks are never captured."""

    def __post_init__(self) -> None:
        check_board(self.board)
        if self.goal not in get_args(QuestionGoal):
            known = ", ".join(get_args(QuestionGoal))
            raise GosekiError(f"unknown question {shown(self.goal)} (known: {known})")
        keep = object.__setattr__
        keep(self, "to_play", parse_color(self.to_play))
        keep(self, "target", target_stones(self.board, self.target))
        keep(self, "firm", firm_stones(self.board, self.firm))
        keep(self, "threats", checked_threats(self.threats))
        one_color(self.board, self.target)
        if self.goal == "connect":
            two_blocks(self.board, self.target)
        elif not self.firm.isdisjoint(s for t in self.target for s in self.board.block(t)):
            raise GosekiError(f"the target {self.target[0]} is declared alive")

    @property
    def defender(self) -> Color:
        """Whose stones the target is."""
        return one_color(self.board, self.target)

    @property
    def attacker(self) -> Color:
        return opponent(self.defender)

    @property
    def prover(self) -> Color:
        """Who wants to reach the goal."""
        return self.attacker if self.goal == "capture" else self.defender


@dataclass(frozen=True)
class Answer:
    """What the search says of a question."""

    verdict: Verdict
    """Whether the prover reaches the goal."""
    line: tuple[Point | None, ...] = ()
    """The principal variation; `None` is a pass."""
    zone: frozenset[Point] = frozenset()
    """What a decided verdict rests on: a move of the loser elsewhere changes nothing."""
    nodes: int = 0
    interrupted: bool = False
    """Whether Ctrl-C has cut the search short."""


class Search:
    """Answers questions about one board and the positions that follow from it, and keeps its
    table from one question to the next."""

    def __init__(
        self,
        board: Board,
        *,
        memory: int | str | None = None,
        threads: int | None = None,
        without: Iterable[str] = (),
    ) -> None:
        """`without` names pieces of `KNOWLEDGE` that are left out, to see what they save."""
        check_board(board)
        if threads is not None:
            check_whole("threads", threads, 1, MAX_THREADS)
        self.board = board
        self._core = _core.TacticsSearch(
            DEFAULT_MEMORY if memory is None else parse_memory(memory),
            _known(without),
            min(threads or 1, MOST_THREADS_OF_A_SEARCH),
        )

    def ask(
        self,
        question: Question,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Report | None = None,
    ) -> Answer:
        """Answer a question within some nodes and seconds. One that was left open can be asked
        again, and the search goes on from what its table has kept.

        A proof of the goal is sought first, then one of the opposite goal, which refutes it: what
        lives is not captured, and what is captured does not live. Only what remains, such as
        seki, needs the slower search that shows what cannot be forced.
        """
        deadline = None if seconds is None else time.monotonic() + seconds
        used = 0
        line: tuple[Point | None, ...] = ()
        stages = _STAGES[question.goal]
        is_hopeless = True  # no proof is there to be found, as far as can be seen
        for number, (goal, exact) in enumerate(stages):
            if question.goal == "life" and exact and not is_hopeless:
                break
            left = None if deadline is None else deadline - time.monotonic()
            if (left is not None and left <= 0) or (nodes is not None and used >= nodes):
                break
            share = 1 / max(1, len(stages) - number - (question.goal == "life"))
            if number == 0 and question.to_play == question.prover:
                share = max(share, SHARE_OF_THE_MOVER)
            answer = self._search(
                question,
                goal,
                exact,
                nodes=0 if nodes is None else max(1, int((nodes - used) * share)),
                seconds=0.0 if left is None else left * share,
                progress=progress,
            )
            used += answer.nodes
            is_hopeless = is_hopeless and answer.is_hopeless
            board = question.board
            line = tuple(None if index < 0 else board.point(index) for index in answer.line)
            verdict = cast(Verdict, answer.verdict)
            if goal != question.goal and verdict == "proven":
                verdict = "refuted"
            if verdict != "unknown":
                zone = frozenset(map(board.point, answer.zone))
                return Answer(verdict, line, zone, used, answer.interrupted)
            if answer.interrupted:
                return Answer("unknown", line, nodes=used, interrupted=True)
        return Answer("unknown", line, nodes=used)

    def _search(
        self,
        question: Question,
        goal: QuestionGoal,
        exact: bool,
        *,
        nodes: int,
        seconds: float,
        progress: Report | None,
    ) -> _core.TacticsAnswer:
        board, to_play = question.board, question.to_play
        signs = np.zeros(board.size.points, dtype=np.int8)
        signs[[board.index(stone) for stone in board.stones("B")]] = 1
        signs[[board.index(stone) for stone in board.stones("W")]] = -1
        ko = board.ko if board.to_play == to_play else None
        prover = question.attacker if goal == "capture" else question.defender
        return self._core.ask(
            signs.reshape(board.rows, board.columns),
            goal,
            [board.index(stone) for stone in question.target],
            prover_first=to_play == prover,
            ko=-1 if ko is None else board.index(ko),
            provers_threats=_code(question.threats[prover]),
            others_threats=_code(question.threats[opponent(prover)]),
            firm=sorted(board.index(stone) for stone in question.firm),
            exact=exact,
            nodes=nodes,
            seconds=seconds,
            progress=report_share(progress),
        )


_STAGES: dict[QuestionGoal, list[tuple[QuestionGoal, bool]]] = {
    "capture": [("capture", False), ("life", False), ("capture", True)],
    "life": [("life", False), ("capture", False), ("life", True)],
    "connect": [("connect", False), ("connect", True)],
}
"""What is searched for an answer, one after the other, and whether refutations are sought, too."""


def _known(names: Iterable[str]) -> list[str]:
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise GosekiError(f"what to do without is a list of names, not {shown(names)}")
    chosen = list(names)
    for name in chosen:
        if name not in KNOWLEDGE:
            raise GosekiError(f"unknown knowledge {shown(name)} (known: {', '.join(KNOWLEDGE)})")
    return chosen


def _code(threats: int | None) -> int:
    return -1 if threats is None else threats


# -- what a target may be ---------------------------------------------------------------------


def target_stones(board: Board, stones: Iterable[PointLike]) -> tuple[Point, ...]:
    """The stones of a target, checked.

    >>> board = Board.from_diagram("X.O/...")
    >>> target_stones(board, ["A2", "C2"])
    (Point.parse('A2'), Point.parse('C2'))
    >>> board = Board.from_diagram("OX./..."); board.play("A1"); target_stones(board, ["A2"])
    Traceback (most recent call last):
    goseki.errors.GosekiError: the stone on A2 has been captured already
    >>> target_stones(board, [])
    Traceback (most recent call last):
    goseki.errors.GosekiError: no target is given
    """
    if isinstance(stones, str) or not isinstance(stones, Iterable):
        raise GosekiError(f"a target is a list of stones, not {shown(stones)}")
    found = tuple(dict.fromkeys(_stone(board, stone) for stone in stones))
    if not found:
        raise GosekiError("no target is given")
    return found


def firm_stones(board: Board, stones: Iterable[PointLike]) -> frozenset[Point]:
    """Stones that are declared alive, checked."""
    if isinstance(stones, str) or not isinstance(stones, Iterable):
        raise GosekiError(f"firm stones are a list, not {shown(stones)}")
    return frozenset(_stone(board, stone) for stone in stones)


def one_color(board: Board, stones: Iterable[Point]) -> Color:
    """The colour of stones that must have one in common."""
    colors = {board.at(stone): stone for stone in stones}
    if len(colors) > 1:
        names = " and ".join(str(stone) for stone in sorted(colors.values()))
        raise GosekiError(f"the target has stones of both colours: {names}")
    [color] = colors
    assert color is not None
    return color


def two_blocks(board: Board, stones: tuple[Point, ...]) -> None:
    """Complain unless there are two stones, of two blocks."""
    if len(stones) != 2:
        names = ", ".join(map(str, stones))
        raise GosekiError(f"two stones of two blocks are needed, not {len(stones)}: {names}")
    one, other = stones
    if other in board.block(one):
        raise GosekiError(f"{one} and {other} are one block, not two")


def _stone(board: Board, place: PointLike) -> Point:
    point = board.point(board.index(place))
    if point.is_pass:
        raise GosekiError("a pass is not a stone")
    if board.at(point) is None:
        gone = point in board.start_position().stones("B") + board.start_position().stones("W")
        if gone or any(move.point == point for move in board.moves):
            raise GosekiError(f"the stone on {point} has been captured already")
        raise GosekiError(f"there is no stone on {point}")
    return point


def checked_threats(threats: Mapping[Color, int | None]) -> dict[Color, int | None]:
    """How many ko threats each side has, checked.

    >>> checked_threats({"B": 0})
    Traceback (most recent call last):
    goseki.errors.GosekiError: threats are those of B and of W, not "{'B': 0}"
    """
    if not isinstance(threats, Mapping) or set(threats) != {"B", "W"}:
        raise GosekiError(f"threats are those of B and of W, not {shorten(repr(threats))}")
    for color, count in threats.items():
        number = whole(count)
        if count is not None and (number is None or not 0 <= number <= MOST_THREATS):
            raise GosekiError(f"threats of {color} are {shown(count)}, not a number from 0 on")
    return dict(threats)
