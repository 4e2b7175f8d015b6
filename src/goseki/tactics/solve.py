"""`solve_problem`: the status of chosen stones, all best first moves, and why others fail.

The search answers one question at a time (`question`); here they are asked in the order that
decides soonest: first those that may decide at once, by turns and with more nodes each time, then
those that tell a ko from a seki. When the result is known, each first move is asked only whether
it reaches it. The pass comes first: where it does not, moves outside the zone of the refutation do
not either, and need not be looked at (Shih et al. 2022 call it a relevance zone).
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias, TypeVar

from goseki.board import Board, check_board
from goseki.checks import check_flag, shown, whole
from goseki.coords import (
    COLOR_NAMES,
    PASS,
    Color,
    Point,
    PointLike,
    opponent,
    parse_color,
)
from goseki.errors import GosekiError
from goseki.evidence import Evidence
from goseki.job import Limits, Progress, Report
from goseki.tactics.fight import Fight, Key, Position, as_fought, line_of
from goseki.tactics.question import (
    Answer,
    Question,
    Search,
    firm_stones,
    one_color,
    target_stones,
    two_blocks,
)
from goseki.tactics.scale import ALIVE, EVEN, STAYS, ko_of_level
from goseki.tactics.solution import GOALS, Goal, KoFight, Solution, Status, WhyNot
from goseki.tactics.target import find_targets, find_wall

DEFAULT_SECONDS = 10.0
"""The limit if neither seconds nor nodes are given."""
FIRST_SLICE = 2_000
"""Nodes that a question gets before the next one is asked."""
FIRST_SLICE_OF_A_MOVE = 500
"""Nodes that a question about a first move gets before the next move is asked about."""
GROWTH = 2
FEWER = 4
"""By how many times fewer nodes a question gets that is not likely to decide."""
MOST_PATIENCE = 3
"""Rounds after which no further questions are thought of."""
MOMENT = 0.05
"""Seconds by which a search may end before its time is up."""
SHARE_OF_A_CANDIDATE = 0.5
"""Of what is left, for each target that was found but the last."""
SHARE_OF_ONE_MOVE = 0.5
"""Of what is left, for the pass and for a move that somebody asks about."""

Targets: TypeAlias = PointLike | Iterable[PointLike]


class Asks(Protocol):
    """What `Search` is for us."""

    def ask(
        self,
        question: Question,
        *,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Report | None = None,
    ) -> Answer: ...


MakeSearch: TypeAlias = Callable[..., Asks]


def solve_problem(
    board: Board,
    target: Targets | None = None,
    goal: Goal | None = None,
    to_play: Color | None = None,
    *,
    both: bool = False,
    why_not: PointLike | None = None,
    firm: Iterable[PointLike] | str = (),
    every_best: bool = True,
    limits: Limits | None = None,
    progress: Report | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    _search: MakeSearch = Search,
    _wrong: Sequence[Point] = (),
    _printed: Sequence[Point] = (),
) -> Solution:
    """The status of chosen stones, and all first moves that are best.

    `target` names the stones, such as `"D4"`, or `"D4,F6"` for several blocks, a connection or
    a race; without it they are found (`goseki.tactics.target`). The goal is by default to kill or
    to live, as the side to move is not or is the owner; stones of both colours are a race.
    `to_play` is by default the side that the goal names, else the side to move of the board.

    `both` answers with either side first, `why_not` says what is wrong with a first move, and
    `firm` declares stones alive: they are never captured (`"wall"`: those that shut others in).
    Without `every_best`, one best move is enough. The seconds, 10 by default, and the nodes are
    for everything together.
    """
    limits = Limits.of(limits, seconds=seconds, nodes=nodes, memory=memory, threads=threads)
    if limits.seconds is None and limits.nodes is None:
        limits = replace(limits, seconds=DEFAULT_SECONDS)
    check_flag("both", both)
    check_flag("every_best", every_best)
    fights, mover, is_found = _read_fights(board, target, goal, to_play, both, firm)
    budget = _Budget(_search(as_fought(board, mover), **_of_the_table(limits)), limits, progress)
    movers: list[Color] = [mover, opponent(mover)] if both else [mover]
    cases = {
        c: [
            _Case(Position(as_fought(board, c), f), budget, every_best, _wrong, _printed)
            for f in fights
        ]
        for c in movers
    }
    asked = None if why_not is None else _first_move(cases[mover][0].root, why_not)
    chosen: dict[Color, _Case] = {}
    try:
        for number, color in enumerate(movers):
            with budget.part(1 / (len(movers) - number)):
                chosen[color] = _solve_one(cases[color], budget, asked if color == mover else None)
            if both:  # the same target both times
                place = cases[color].index(chosen[color])
                cases = {c: [found[place]] for c, found in cases.items()}
    except KeyboardInterrupt:
        budget.interrupted = True
    solutions = {
        c: chosen.get(c, cases[c][0]).solution(board, is_found, asked if c == mover else None)
        for c in movers
    }
    result = replace(solutions[mover], nodes=budget.nodes, seconds=budget.seconds)
    if not both:
        return result
    return replace(result, if_black_first=solutions["B"], if_white_first=solutions["W"])


def _of_the_table(limits: Limits) -> dict[str, int]:
    memory, threads = limits.memory_bytes, limits.threads
    given = {"memory": memory, "threads": threads}
    return {name: value for name, value in given.items() if value is not None}


# -- what is asked ----------------------------------------------------------------------------


def _read_fights(
    board: Board,
    target: Targets | None,
    goal: Goal | None,
    to_play: Color | None,
    both: bool,
    firm: Iterable[PointLike] | str,
) -> tuple[list[Fight], Color, bool]:
    """What may be fought about, who moves first, and whether the target was found by us."""
    check_board(board)
    if goal is not None and goal not in GOALS:
        raise GosekiError(f"unknown goal {shown(goal)} (known: {', '.join(GOALS)})")
    mover = None if to_play is None else parse_color(to_play)
    if target is None:
        first = mover or board.to_play
        fights = [replace(f, firm=_firm(board, f, firm)) for f in _found(board, goal, first)]
        return fights, first, True
    fight = _given(board, target_stones(board, _listed(target)), goal, mover or board.to_play)
    fight = replace(fight, firm=_firm(board, fight, firm))
    wanted = _mover_by_goal(fight, goal)
    if mover is not None and wanted is not None and mover != wanted and not both:
        raise GosekiError(
            f"to {goal} the stones on {fight.target[0]} is for {COLOR_NAMES[wanted]} to play, "
            f"and {COLOR_NAMES[mover]} is to play"
        )
    return [fight], mover or wanted or board.to_play, False


def _listed(target: Targets) -> list[PointLike]:
    """The stones that a target names."""
    if isinstance(target, str):
        return [name.strip() for name in target.split(",") if name.strip()]
    if isinstance(target, tuple) and len(target) == 2 and whole(target[0]) is not None:
        column, row = target
        return [(column, row)]  # type: ignore[list-item]
    return list(target) if isinstance(target, Iterable) else [target]


def _given(board: Board, stones: tuple[Point, ...], goal: Goal | None, mover: Color) -> Fight:
    colors = {board.at(stone) for stone in stones}
    if goal == "race" or (goal is None and len(colors) == 2):
        if len(stones) != 2 or len(colors) != 2:
            names = ", ".join(map(str, stones))
            raise GosekiError(f"a race is between two blocks, one of each colour, not {names}")
        return Fight("race", one_color(board, stones[:1]), stones[:1], stones[1])
    color = one_color(board, stones)
    if goal in ("connect", "cut"):
        two_blocks(board, stones)
        return Fight(goal, color, stones)
    one_each = tuple({board.block(stone)[0]: stone for stone in stones}.values())
    if goal == "capture" and len(one_each) > 1:
        names = ", ".join(map(str, one_each))
        raise GosekiError(f"capture is about one block, not {len(one_each)}: {names} (kill: all)")
    return Fight(goal or ("live" if color == mover else "kill"), color, one_each)


def _mover_by_goal(fight: Fight, goal: Goal | None) -> Color | None:
    """Who moves first where the goal says so."""
    if goal in ("live", "connect"):
        return fight.color
    return opponent(fight.color) if goal in ("kill", "cut") else None


def _found(board: Board, goal: Goal | None, mover: Color) -> Iterator[Fight]:
    if goal in ("connect", "cut", "race"):
        raise GosekiError(f"to {goal} needs a target of two stones, such as D4,F6")
    if not board.stones("B") and not board.stones("W"):
        raise GosekiError("there is no stone on the board")
    candidates = find_targets(board, mover, capture=goal == "capture")
    if goal is None:  # nothing may be shut in, but something cut off
        shut_in = {found.stone for found in candidates}
        others = find_targets(board, mover, capture=True)
        candidates += [found for found in others if found.stone not in shut_in]
    wanted = {"kill": opponent(mover), "live": mover}.get(goal or "")
    candidates = [c for c in candidates if wanted in (None, c.color)]
    if not candidates:
        raise GosekiError("no stones are found that are fought about: name a target")
    for found in candidates:
        yield Fight(
            goal or ("live" if found.color == mover else "kill"), found.color, (found.stone,)
        )


def _firm(board: Board, fight: Fight, firm: Iterable[PointLike] | str) -> frozenset[Point]:
    if isinstance(firm, str):
        if firm == "wall":
            wall = find_wall(board, opponent(fight.color))
            return frozenset(stone for stone in wall if len(board.liberties(stone)) > 1)
        firm = [name.strip() for name in firm.split(",") if name.strip()]
    stones = firm_stones(board, firm)
    for target in fight.target:
        if not stones.isdisjoint(board.block(target)):
            raise GosekiError(f"the target {target} is declared alive")
    for stone in sorted(stones):  # the first move could capture it
        if len(board.liberties(stone)) < 2:
            raise GosekiError(f"the stone on {stone} is declared alive, but is in atari")
    return stones


def _first_move(root: Position, move: PointLike) -> Point:
    point = root.board.point(root.board.index(move))
    if not point.is_pass and point not in root.moves():
        reason = root.board.why_illegal(point)
        raise GosekiError(f"{COLOR_NAMES[root.to_play]} may not play {point}: {reason}")
    return point


# -- the budget -------------------------------------------------------------------------------


class _SpentError(Exception):
    """The limits, or the share of a part, are used up."""


T = TypeVar("T")


class _Budget:
    """The search, and what it may still use."""

    def __init__(self, search: Asks, limits: Limits, progress: Report | None) -> None:
        self._search = search
        self._progress = progress
        self._start = time.monotonic()
        self._ends = [(self._start + (limits.seconds or math.inf), limits.nodes or math.inf)]
        self.nodes = 0
        self.interrupted = False
        self.words = ""

    @property
    def seconds(self) -> float:
        return time.monotonic() - self._start

    def part(self, share: float) -> _Part:
        """Work that may use a share of what is left."""
        return _Part(self, share)

    def push(self, share: float) -> None:
        now, (end, nodes) = time.monotonic(), self._ends[-1]
        self._ends.append((now + share * (end - now), self.nodes + share * (nodes - self.nodes)))

    def pop(self) -> None:
        self._ends.pop()

    def ask(self, position: Position, key: Key, nodes: int) -> bool:
        """Ask a question within some nodes, and say whether it was answered."""
        end, most = self._ends[-1]
        seconds, left = end - time.monotonic(), most - self.nodes
        if seconds <= 0 or left < 1:
            raise _SpentError
        limit = int(min(nodes, left))
        answer = self._search.ask(
            position.question(key),
            nodes=limit,
            seconds=None if math.isinf(seconds) else seconds,
            progress=self._tell,
        )
        self.nodes += answer.nodes
        if answer.interrupted:
            raise KeyboardInterrupt
        position.take_in(key, answer)
        has_time = time.monotonic() < end - MOMENT
        if answer.verdict == "unknown" and answer.nodes < limit and has_time:
            position.given_up.add(key)
        self._tell(Progress(known=0))
        return answer.verdict != "unknown"

    def _tell(self, part: Progress) -> None:
        if self._progress is not None:
            nodes = self.nodes + (part.known if isinstance(part.known, int) else 0)
            speed = nodes / max(self.seconds, 1e-3)
            text = f"{self.words}; {nodes:,} nodes, {speed:,.0f} a second"
            self._progress(Progress(text=text, known=nodes))


class _Part:
    def __init__(self, budget: _Budget, share: float) -> None:
        self._budget, self._share = budget, share

    def __enter__(self) -> None:
        self._budget.push(self._share)

    def __exit__(self, *_: object) -> None:
        self._budget.pop()


# -- one target, one side first ---------------------------------------------------------------


def _solve_one(cases: Sequence[_Case], budget: _Budget, why_not: Point | None) -> _Case:
    """Solve for the first target, or if it does not matter who moves there, for the next."""
    for number, case in enumerate(cases):
        is_last = number == len(cases) - 1
        with budget.part(1.0 if is_last else SHARE_OF_A_CANDIDATE):
            case.work(why_not)
        if case.matters:
            return case
    return next((case for case in cases if not case.is_settled), cases[0])


@dataclass
class _Case:
    """The work on one fight."""

    root: Position
    budget: _Budget
    every_best: bool = True
    wrong: Sequence[Point] = ()
    """First moves that are called wrong: they are tried before others."""
    printed: Sequence[Point] = ()
    """Those that are called right: they are tried where a pass is best. Elsewhere they must be
    found without help."""
    zone: frozenset[Point] | None = None
    """What shows that a pass is not best: moves elsewhere are not, either."""
    settled_after: float | None = None
    """Seconds until the level was known."""
    tried: dict[Point, Position] = field(default_factory=dict)
    """The positions after first moves."""
    is_complete: bool = False
    nodes: int = 0
    seconds: float = 0.0

    def work(self, why_not: Point | None = None) -> None:
        """Find the level, then the moves that reach it, as far as the budget goes."""
        nodes, seconds = self.budget.nodes, self.budget.seconds
        try:
            self._settle(self.root)
            if self.settled_after is None:
                self.settled_after = self.budget.seconds - seconds
            if why_not is not None:
                self._attempt([why_not])
            self._find_best()
            if self._reaches(PASS):
                self._attempt(self._legal([*self.printed, *self.wrong]))
            if why_not is not None and self._reaches(why_not) is False:
                self._settle(self.tried[why_not])
        except _SpentError:
            pass
        finally:
            self.nodes += self.budget.nodes - nodes
            self.seconds += self.budget.seconds - seconds

    @property
    def is_settled(self) -> bool:
        """Whether it is proven that the side to move need not play, or gains nothing by it."""
        return self.root.standing.is_decided and self._reaches(PASS) is True

    @property
    def matters(self) -> bool:
        """Whether it is proven that the first move changes the result."""
        return self.root.standing.is_decided and self._reaches(PASS) is False

    @property
    def level(self) -> int:
        return self.root.standing.low

    # -- the work -------------------------------------------------------------------------

    def _settle(self, position: Position) -> None:
        """Find the level of a position: ask the open questions by turns, with more and more
        patience."""
        patience, nodes = 0, FIRST_SLICE
        while not position.standing.is_decided:
            self.budget.words = self._words()
            keys = list(position.open_keys(patience))
            if not keys and patience >= MOST_PATIENCE:
                raise _SpentError  # the search has given up
            if not any(
                self.budget.ask(position, key, _slice(position, key, nodes)) for key in keys
            ):
                patience, nodes = patience + 1, nodes * GROWTH

    def _find_best(self) -> None:
        known = self._proven_first_move()
        if known is not None:
            after = self.root.after(known)
            side = (0, self.level) if self._prover_moves else (self.level, self.root.fight.top)
            after.standing.set_bounds(*side)
            self.tried[known] = after
        if not self.every_best:
            self._attempt([move for move in self._line()[:1] if move in self.root.moves()])
            if any(map(self._reaches, self.tried)):
                return
        self._attempt([PASS])
        if self._reaches(PASS):
            self.is_complete = True
            return
        moves = self._ordered(self.root.moves())
        refutation = self.tried[PASS].refuted_by(self.level)
        if self._reaches(PASS) is False and refutation:
            self.zone = self.tried[PASS].zone(refutation)
            moves = [move for move in moves if move in self.zone]
        self._attempt(self._legal(self.wrong))
        self.is_complete = self._try_out(moves) and self._reaches(PASS) is False

    def _attempt(self, moves: Sequence[Point]) -> None:
        """Try first moves, but leave something for others."""
        with contextlib.suppress(_SpentError), self.budget.part(SHARE_OF_ONE_MOVE):
            self._try_out(moves)

    def _try_out(self, moves: Sequence[Point]) -> bool:
        """Ask of first moves whether they reach the level; False if not all are decided."""
        nodes = FIRST_SLICE_OF_A_MOVE
        for move in moves:
            if move not in self.tried:
                self.tried[move] = self.root.after(move)
        hints = self.tried[PASS].refuted_by(self.level) if PASS in self.tried else ()
        left = [move for move in moves if self._reaches(move) is None]
        while left:
            for move in left:
                self.budget.words = f"{self._words()}, {move}?"
                while self._reaches(move) is None:
                    keys = self.tried[move].keys_to_reach(self.level, hints)
                    if not any(self.budget.ask(self.tried[move], key, nodes) for key in keys):
                        break
                if not self.every_best and self._reaches(move):
                    return False
            left = [move for move in left if [*self.tried[move].keys_to_reach(self.level)]]
            nodes *= GROWTH
        return all(self._reaches(move) is not None for move in moves)

    def _ordered(self, moves: list[Point]) -> list[Point]:
        """First moves, the most promising first: of the lines that are known, then near the
        target."""
        lines = [line_of(a) for p in (self.root, *self.tried.values()) for a in p.answers.values()]
        known = {move: place for line in lines for place, move in enumerate(line[:3])}
        stones = [stone for one in self.root.target for stone in self.root.board.block(one)]

        def key(move: Point) -> tuple[int, int]:
            far = min(abs(move.column - s.column) + abs(move.row - s.row) for s in stones)
            return known.get(move, 9), far

        return sorted(moves, key=key)

    @property
    def _prover_moves(self) -> bool:
        return self.root.prover_plays

    def _reaches(self, move: Point) -> bool | None:
        after = self.tried.get(move)
        if after is None:
            return False if self.zone is not None and move not in self.zone else None
        return after.reaches(self.level)

    def _legal(self, moves: Iterable[Point]) -> list[Point]:
        """Those of some first moves that can be played and are not known yet."""
        legal = self.root.moves()
        return [move for move in moves if move in legal and self._reaches(move) is None]

    def _proven_first_move(self) -> Point | None:
        """The first move of a proof by the side to move."""
        answer = self._deciding_answer()
        if answer is None or answer.verdict != "proven" or not answer.line:
            return None
        is_movers = self._prover_moves if self.level < STAYS else not self._prover_moves
        move = answer.line[0]
        return move if is_movers and move is not None and move in self.root.moves() else None

    def _deciding_answer(self) -> Answer | None:
        """The answer that shows how the side to move reaches its level, or why it gets no
        further."""
        level, answers = self.level, self.root.answers
        wanted: list[Key] = ["life", "win the race", STAYS - 1]
        if level < STAYS:
            wanted = [level] if self._prover_moves or level == 0 else [level - 1, level]
        elif level == STAYS:
            wanted = [STAYS - 1, "life"]
        for key in wanted:
            if key in answers:
                return answers[key]
        return None

    # -- the result -----------------------------------------------------------------------

    def solution(self, board: Board, is_found: bool, why_not: Point | None) -> Solution:
        """What is known now."""
        root, fight = self.root, self.root.fight
        status, evidence = self._status()
        best, pv = self._best(), self._line()
        order = root.board.index
        tried = dict.fromkeys([*self.tried, *self.wrong] if root.standing.is_decided else [])
        worse = [move for move in tried if self._reaches(move) is False]
        as_good = [move for move in tried if self._reaches(move) and move not in best]
        return Solution(
            fight.target if fight.rival is None else (*fight.target, fight.rival),
            fight.color,
            self._goal(),
            root.to_play,
            status,
            evidence,
            best,
            bool(best) and self.is_complete,
            pv,
            self.nodes,
            self.seconds,
            settled_after=self.settled_after,
            ko=self._ko() if status == "ko" else None,
            worse=sorted(worse, key=order),
            as_good=sorted(as_good, key=order),
            target_found=is_found,
            why_not=None if why_not is None else self._why_not(why_not),
            interrupted=self.budget.interrupted,
            firm=tuple(sorted(fight.firm)),
            board=board.copy(),
        )

    def _goal(self) -> Goal:
        """The goal by the name that it has for the side to move."""
        is_own = self.root.to_play == self.root.fight.color
        goal = self.root.fight.goal
        if goal in ("kill", "live"):
            return "live" if is_own else "kill"
        if goal in ("connect", "cut"):
            return "connect" if is_own else "cut"
        return goal

    def _status(self) -> tuple[Status, Evidence]:
        status = _status_of(self.root)
        if status != "unknown":
            return status, "proven"
        if self.root.standing.low >= STAYS:
            return "alive", "estimate"
        if self.root.fight.goal == "capture" and _runs_away(self.root):
            return "escapes", "estimate"
        return "unknown", "unknown"

    def _best(self) -> list[Point]:
        if not self.root.standing.is_decided:
            status, evidence = self._status()
            return self._line()[:1] if status == "ko" or evidence == "estimate" else []
        if self._reaches(PASS):
            return [PASS]
        moves = [move for move in self.tried if self._reaches(move)]
        return sorted(moves, key=self.root.board.index)

    def _line(self) -> list[Point]:
        """How the side to move reaches what is known to be within its reach."""
        standing, answers = self.root.standing, self.root.answers
        if standing.is_decided:
            found = self._deciding_answer()
        else:
            found = answers.get(standing.high if self._prover_moves else standing.low - 1)
        lines = [line_of(answer) for answer in (found, *answers.values()) if answer is not None]
        return next(filter(None, lines), [])

    def _ko(self) -> KoFight:
        standing, prover = self.root.standing, self.root.fight.prover
        other = opponent(prover)
        if standing.is_decided:
            wins, provers, others = ko_of_level(standing.low)
            return KoFight(prover if wins else other, {prover: provers, other: others})
        if standing.high <= EVEN:
            return KoFight(prover, {prover: 0})
        return KoFight(other, {other: 0}) if standing.low > EVEN else KoFight(None, {})

    def _why_not(self, move: Point) -> WhyNot:
        after = self.tried.get(move)
        reached = self._reaches(move) if self.root.standing.is_decided else None
        if after is None or reached is None:
            return WhyNot(move, None, "unknown", [], "unknown")
        lines = (line_of(answer) for answer in after.answers.values())
        line = [] if reached else next(filter(None, lines), [])  # the first answer refuted it
        return WhyNot(move, not reached, _status_of(after), line, "proven")

    def _words(self) -> str:
        """What is known so far, for who waits."""
        status = _status_of(self.root)
        name = f"{COLOR_NAMES[self.root.fight.color]} {self.root.fight.target[0]}"
        low, high = self.root.standing.low, self.root.standing.high
        if status == "unknown":
            status_words = "not dead" if low > 0 else "not alive" if high < STAYS else "open"
        else:
            status_words = status
        best = [str(move) for move in self._best()]
        return f"{name}: {status_words}" + (f", best {' '.join(best)}" if best else "")


def _slice(position: Position, key: Key, nodes: int) -> int:
    """The nodes of a question. Most problems are such that the side to move succeeds, so whether
    it does gets the most."""
    if key == (0 if position.prover_plays else "life"):
        return nodes
    return max(nodes // FEWER, FIRST_SLICE)


def _status_of(position: Position) -> Status:
    """The word for what is proven of a position."""
    low, high, goal = position.standing.low, position.standing.high, position.fight.goal
    if high == 0:
        return "connected" if goal in ("connect", "cut") else _CAPTURED.get(goal, "dead")
    if low >= STAYS and goal in _STAYS:
        return _STAYS[goal]
    if low == ALIVE:
        return "alive"
    if low == high == STAYS:
        return "seki"
    return "ko" if low > 0 and high < STAYS else "unknown"


_CAPTURED: dict[Goal, Status] = {"capture": "captured"}
_STAYS: dict[Goal, Status] = {"capture": "escapes", "connect": "cut", "cut": "cut"}

LIBERTIES_OF_A_RUNAWAY = 5
"""A block that gets so many is thought to escape (Zhang 2010 leaves the number open)."""


def _runs_away(position: Position) -> bool:
    """Whether a block gets many liberties by one move of its owner, whatever the attacker plays
    on its liberties. That is a guess, no proof."""

    def most(board: Board) -> int:
        stone, color = position.target[0], position.fight.color
        found = len(board.liberties(stone))
        for liberty in board.liberties(stone):
            if board.is_legal(liberty, color):
                after = board.copy()
                after.play(liberty, color)
                found = max(found, len(after.liberties(stone)))
        return found

    board, attacker = position.board, opponent(position.fight.color)
    if position.to_play != attacker:
        return most(board) >= LIBERTIES_OF_A_RUNAWAY
    for liberty in board.liberties(position.target[0]):
        if board.is_legal(liberty, attacker):
            after = board.copy()
            after.play(liberty, attacker)
            if after.at(position.target[0]) is None or most(after) < LIBERTIES_OF_A_RUNAWAY:
                return False
    return True
