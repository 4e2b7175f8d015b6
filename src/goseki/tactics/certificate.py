"""What was proven of chosen stones, written down as a proof that `goseki.proof.check` verifies.

The writer walks through the fight as the checker will (`goseki.proof.walk`), asks the search for
the winner's move wherever the checker will ask for it, and notes the answers. Nothing here needs to
be trusted; the checker does not.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.coords import Color, Point, opponent
from goseki.errors import GosekiError
from goseki.job import Found, Limits, Progress, Report
from goseki.proof.container import Section
from goseki.proof.grounds import Aim
from goseki.proof.tactics_claim import TacticsClaim, Verdict, answer_code
from goseki.proof.walk import (
    NO_ESTATE,
    Answer,
    FaultyStrategyError,
    Node,
    TooLargeError,
    Walk,
    loops,
)
from goseki.proof.walls import WallsWalk
from goseki.reference.fight import NO_KO, PASS, Situation, indices
from goseki.reference.fight import Fight as ReferenceFight
from goseki.reference.small import Grid
from goseki.tactics.fight import Fight, Key, Position, as_fought
from goseki.tactics.question import DEFAULT_MEMORY, Question, QuestionGoal
from goseki.tactics.scale import CLAIMS, EVEN, STAYS
from goseki.tactics.solution import Solution

DEFAULT_SECONDS = 60.0
"""The limit for writing if none is given."""
NODES_OF_AN_ANSWER = 200_000
"""Nodes that the search gets to find one answer."""
NODES_AT_FIRST = 20_000
"""Those that it gets before it is asked in another way."""
NODES_AT_THE_START = 16_000_000
"""Those that it gets to find a proof at all, if there is time for them."""
MOST_SITUATIONS = 20_000
"""A proof of more situations is not written: it would take minutes to check."""
MOST_ROUNDS = 50
"""How often a strategy that goes round in circles is mended."""


class Claims(Found[Section]):
    """The sections of a proof, one for each claim that was written down."""

    missing: list[str]
    """Why others were not, in words."""

    def __init__(self) -> None:
        super().__init__()
        self.missing = []


class NotWrittenError(Exception):
    """A claim that cannot be written down, and why."""


def prove_status(
    solution: Solution,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Claims:
    """The proof of a status, for `goseki.proof.write_proof`: a claim, or the two or three that it
    follows from. The seconds, 60 by default, are for everything, the nodes for each claim.

    >>> from goseki import solve_problem
    >>> solution = solve_problem(Board.from_diagram(".XO/XXO/OO."), "A2", to_play="W")
    >>> [section.claim["verdict"] for section in prove_status(solution)]
    ['proven']
    """
    limits = Limits.of(limits, seconds=seconds, nodes=nodes, memory=memory)
    limits.refuse("prove_status", "threads")
    if solution.evidence != "proven":
        raise GosekiError(f"the status is {solution.evidence}: there is nothing to prove")
    if solution.board is None:
        raise GosekiError("the solution has no board")
    if limits.seconds is None:
        limits = replace(limits, seconds=DEFAULT_SECONDS)
    found = Claims()
    with found.within(limits, progress) as report:
        budget = _Budget(limits, report)
        for ways in _needed(solution):
            failures = []
            for question, verdict in ways:
                try:
                    found.append(prove_question(question, verdict, budget))
                    break
                except NotWrittenError as error:
                    failures.append(str(error))
            else:
                found.missing.append("; ".join(dict.fromkeys(failures)))
    if len(found) < len(_needed(solution)):
        found.is_complete = False
        if not found.missing:
            found.missing.append("it was interrupted" if found.interrupted else "the time is up")
    return found


# -- which claims a status follows from -------------------------------------------------------

Ways = list[tuple[Question, Verdict]]


def _needed(solution: Solution) -> list[Ways]:
    """The claims that a status follows from. Of several ways to show one, each."""
    board, target, rival = solution.board, solution.target, None
    assert board is not None
    if solution.goal == "race":
        *stones, rival = target
        target = tuple(stones)
    fight = Fight(solution.goal, solution.color, target, rival, frozenset(solution.firm))
    root = Position(as_fought(board, solution.to_play), fight)

    def ways(verdict: Verdict, *keys: Key) -> Ways:
        return [(root.question(key), verdict) for key in keys]

    match solution.status:
        case "dead" | "captured" | "connected":
            return [ways("proven", 0)]
        case "escapes" | "cut":
            return [ways("refuted", STAYS - 1)]
        case "alive" if rival is not None:
            return [ways("proven", "life", "win the race")]
        case "alive":
            return [ways("proven", "life")]
        case "seki":
            lost: list[Key] = ["life", "win the race"] if rival is not None else ["life"]
            return [ways("refuted", STAYS - 1), *(ways("refuted", key) for key in lost)]
    failing, holding = _ends_of_ko(solution, fight.prover)
    return [ways("refuted", failing), ways("proven", holding)]


def _ends_of_ko(solution: Solution, prover: Color) -> tuple[int, int]:
    """The claims of `scale` between which a ko stands: one that fails, and one that holds."""
    ko, other = solution.ko, opponent(prover)
    assert ko is not None
    if ko.winner == prover:
        if other not in ko.threats:
            return 0, EVEN
        failing = CLAIMS.index((0, ko.threats[other]))
        return failing, failing + 1
    if ko.winner == other:
        if prover not in ko.threats:
            return EVEN, STAYS - 1
        holding = CLAIMS.index((ko.threats[prover], 0))
        return holding - 1, holding
    return 0, STAYS - 1


# -- one claim --------------------------------------------------------------------------------


class _Budget:
    """The limits of the work, and who is told of it."""

    def __init__(self, limits: Limits, report: Report) -> None:
        self.end = time.monotonic() + (limits.seconds or math.inf)
        self.nodes = limits.nodes or math.inf
        memory = limits.memory_bytes
        self.memory = DEFAULT_MEMORY if memory is None else memory
        self.report = report


def prove_question(question: Question, verdict: Verdict, budget: _Budget | None = None) -> Section:
    """The proof of a question's verdict: of the opposite goal if that refutes it (what lives is not
    captured, and what is captured does not live), or else of the question itself. Raises
    `NotWrittenError`.

    >>> board = Board.from_diagram(".XO/XXO/OO.")
    >>> question = Question(board, "capture", (Point.parse("A2"),), "W", {"B": 0, "W": None})
    >>> prove_question(question, "proven").records
    1
    """
    budget = budget or _Budget(Limits(), lambda progress: None)
    ways: list[tuple[QuestionGoal, Verdict]] = [(question.goal, verdict)]
    if verdict == "refuted" and question.goal != "connect":
        ways.insert(0, ("life" if question.goal == "capture" else "capture", "proven"))
    search = _core.TacticsSearch(budget.memory)
    return _prove_one([_Work(claim_of(question, *way), budget, search) for way in ways])


def _prove_one(works: list[_Work]) -> Section:
    failure = NotWrittenError("the search does not know an answer")
    for work in _answered(works):
        try:
            return _prove(work)
        except NotWrittenError as error:
            failure = error
    raise failure


def _answered(works: list[_Work]) -> Iterator[_Work]:
    """The works whose claims the search confirms, the easiest one first: all of them get more and
    more nodes, by turns."""
    waiting, nodes = list(works), NODES_AT_FIRST // 8
    while waiting and nodes <= NODES_AT_THE_START:
        for work in list(waiting):
            is_true = work.is_confirmed(nodes)
            if is_true is not None:
                waiting.remove(work)
            if is_true:
                yield work
        nodes *= 2


def claim_of(question: Question, goal: QuestionGoal, verdict: Verdict) -> TacticsClaim:
    """The claim that a question, with this goal, has this verdict."""
    board = question.board
    ko = board.ko if board.to_play == question.to_play else None
    return TacticsClaim(
        Grid(board.columns, board.rows),
        {"B": _mask(board, board.stones("B")), "W": _mask(board, board.stones("W"))},
        to_play=question.to_play,
        goal=goal,
        target=_mask(board, (s for t in question.target for s in board.block(t))),
        threats=question.threats,
        verdict=verdict,
        ko=NO_KO if ko is None else board.index(ko),
        firm=_mask(board, question.firm),
        named=list(map(board.index, question.target)),
    )


def _mask(board: Board, points: Iterable[Point]) -> int:
    return sum(1 << board.index(point) for point in set(points))


def prove_claim(claim: TacticsClaim, budget: _Budget) -> Section:
    """The proof of a claim; raises `NotWrittenError`."""
    return _prove_one([_Work(claim, budget)])


def _prove(work: _Work) -> Section:
    """A capture may need walls that hold, and the search says which: then it has two parts."""
    walls = work.walls()
    try:
        return _prove_with_walls(work, walls) if walls else _prove_plainly(work)
    except NotWrittenError as error:
        if not walls:
            raise
        with suppress(NotWrittenError):
            return _prove_plainly(work)
        raise error from None


def _prove_plainly(work: _Work) -> Section:
    claim = work.claim

    def new_walk(answer: Answer) -> Walk:
        return Walk(
            *(claim.fight, claim.aim, claim.start, answer),
            most=MOST_SITUATIONS,
            on_step=work.report,
        )

    return _section(claim, _Writer(work, new_walk).answers())


def _prove_with_walls(work: _Work, walls: int) -> Section:
    claim = work.claim
    while True:
        both = WallsWalk(
            *(claim.fight, claim.start, walls), most=MOST_SITUATIONS, on_step=work.report
        )
        inside = _Writer(work, both.inside)
        answers = inside.answers()
        start = inside.walk.start
        # Guards of the winner's may lose their liberties behind the walls: they are walls, too.
        more = claim.fight.joined(sum(start.guarded) & start.now.winners, start.now.winners)
        if not more & ~walls:
            break
        walls |= more
    try:
        behind = _Writer(work, partial(both.behind, start))
        answers += behind.answers()
        both.check(inside.walk, behind.walk)
    except FaultyStrategyError as error:
        raise NotWrittenError(error.reason) from None
    return _section(claim.with_walls(walls), answers)


def _section(claim: TacticsClaim, answers: Iterable[int]) -> Section:
    codes = array("Q", map(answer_code, answers))
    return Section(claim.header(), {"key": array("Q", range(len(codes))), "answer": codes})


class _Work:
    """The search, and what it has cost so far to write down a claim."""

    def __init__(
        self, claim: TacticsClaim, budget: _Budget, search: _core.TacticsSearch | None = None
    ) -> None:
        self.claim, self.budget = claim, budget
        self.search = search or _core.TacticsSearch(budget.memory)
        self.nodes = 0
        self.situations = 0

    def report(self) -> None:
        """To be called often: this is where the work is told to stop."""
        self.budget.report(Progress(text=f"{self.situations:,} situations"))

    def is_confirmed(self, nodes: int) -> bool | None:
        """Whether the search says that the claim is true, within some nodes; not if it gives up by
        itself."""
        claim = self.claim
        if claim.aim.win(claim.fight, claim.start) is not None:
            return True
        is_refutation = claim.verdict == "refuted"
        answer = self.ask(
            *(claim.fight, claim.aim, claim.start),
            nodes=nodes,
            exact=is_refutation,
            walls=not is_refutation,
        )
        if answer.verdict == "unknown":
            return None if answer.nodes >= nodes else False
        return answer.verdict == claim.verdict

    def walls(self) -> int:
        """The walls that the search needs for a capture, as far as it finds one; 0 if none."""
        claim = self.claim
        if (claim.goal, claim.verdict) != ("capture", "proven"):
            return 0
        answer = self.ask(claim.fight, claim.aim, claim.start, nodes=NODES_OF_AN_ANSWER, walls=True)
        return sum(1 << index for index in answer.walls)

    def ask(
        self,
        fight: ReferenceFight,
        aim: Aim,
        now: Situation,
        *,
        nodes: int,
        exact: bool = False,
        walls: bool = False,
    ) -> _core.TacticsAnswer:
        claim, budget = self.claim, self.budget
        self.report()
        left = budget.end - time.monotonic()
        sign = 1 if claim.winner == "B" else -1
        signs = np.zeros(len(claim.grid.points), dtype=np.int8)
        for stones, color in ((now.winners, sign), (now.losers, -sign)):
            signs[list(indices(stones))] = color
        threats = now.winners_threats, now.losers_threats
        provers, others = threats if aim.is_proven else threats[::-1]
        target = (
            indices(now.target)
            if aim.is_hold
            else [(block & -block).bit_length() - 1 for block in fight.parts(now.target)]
        )
        answer = self.search.ask(
            signs.reshape(claim.grid.rows, claim.grid.columns),
            aim.goal,
            list(target),
            prover_first=now.winner_moves == aim.is_proven,
            ko=now.ban,
            provers_threats=-1 if provers is None else provers,
            others_threats=-1 if others is None else others,
            firm=list(indices(fight.firm)),
            exact=exact,
            with_walls=walls,
            keeps=not aim.is_proven,
            tenukis=now.spare,
            barred=list(indices(aim.barred)),
            nodes=max(1, int(min(nodes, budget.nodes - self.nodes))),
            seconds=0.0 if math.isinf(left) else max(left, 0.001),
        )
        self.nodes += answer.nodes
        if answer.interrupted:
            raise KeyboardInterrupt
        if answer.verdict == "unknown" and self.nodes >= budget.nodes:
            raise NotWrittenError("the nodes are used up")
        return answer


class _Writer:
    """Writes down the winner's moves in one walk."""

    def __init__(self, work: _Work, new_walk: Callable[[Answer], Walk]) -> None:
        self.work, self._new_walk = work, new_walk
        self.chosen: dict[Situation, int] = {}
        self.tried: dict[Situation, set[int]] = {}
        self.walk = new_walk(lambda now: PASS)
        self.fight, self.aim = self.walk.fight, self.walk.aim

    def answers(self) -> list[int]:
        found: list[int] = []

        def answer(now: Situation) -> int:
            self.work.situations = len(self.walk.nodes)
            if now not in self.chosen:
                self.chosen[now] = self._search(now)
            found.append(self.chosen[now])
            return found[-1]

        for _ in range(MOST_ROUNDS):
            found.clear()
            self.walk = self._new_walk(answer)
            try:
                self.walk.run()
            except TooLargeError as error:
                raise NotWrittenError(str(error)) from None
            except FaultyStrategyError as error:
                if not self._mend():
                    raise NotWrittenError(error.reason) from None
            else:
                return found
        raise NotWrittenError("the winner's moves go round in circles")

    # -- answers ----------------------------------------------------------------------------

    def _search(self, now: Situation) -> int:
        """The winner's move, as the search says. Who goes on for ever answers a pass by a pass."""
        goes_on, passed = not self.aim.is_proven, self.fight.passed(now)
        if goes_on and self.walk.find(passed):
            return PASS
        known = self._ask(now)
        if known is None:
            if self._is_filled(now):
                return NO_ESTATE
            # What the search has not thought of may need no answer at all.
            if goes_on and self._ask(passed):
                return PASS
            raise NotWrittenError("the search does not know an answer")
        for move in self._candidates(now, known, set()):
            return move
        raise NotWrittenError("the search does not know an answer")

    def _candidates(
        self, now: Situation, known: _core.TacticsAnswer, avoided: set[Situation]
    ) -> Iterator[int]:
        """Moves that win, as far as the search says so: its own first, then others in its zone.
        None comes twice."""
        fight, tried = self.fight, self.tried.setdefault(now, set())
        is_proof = self.aim.is_proven
        # The search's own move gets nearer to the goal; of others that win this is not known.
        moves = [known.move, *sorted(known.zone), PASS]
        if is_proof and not self.aim.is_hold:  # a pass gets nobody nearer to a goal
            moves.sort(key=lambda move: move == PASS)
        elif self.walk.find(fight.passed(now)):
            moves.insert(0, PASS)
        for move in moves:
            if move in tried:
                continue
            tried.add(move)
            played = None if move == PASS else fight.play(now, move)
            if played is None and move != PASS:
                continue
            after = self.aim.passed(fight, now) if played is None else played.after
            if after is None or after in avoided:
                continue
            # Of a refutation the search is asked again: then it keeps the answers to what follows.
            is_known = self.walk.find(after) is not None or (is_proof and move == known.move)
            if is_known or self.aim.win(fight, after) is not None or self._ask(after):
                yield move

    def _is_filled(self, now: Situation) -> bool:
        """Whether a situation is met only by filling estates."""
        parents = self.walk.nodes[now].parents
        return bool(parents) and all(
            any(f.now == now for f in parent.fillings.values()) for parent in parents
        )

    def _ask(self, now: Situation) -> _core.TacticsAnswer | None:
        """The search's answer if it says of a situation what is claimed. A search for proofs alone
        is quicker mostly, and sometimes a thorough one is: so they take turns, but at the start,
        where it is not known yet whether there is a proof."""
        turns = [(not self.aim.is_proven, NODES_OF_AN_ANSWER)]
        if self.aim.is_proven and self.aim.goal in ("capture", "hold"):  # as the search itself does
            turns = [(False, 1000 << n) for n in range((NODES_OF_AN_ANSWER // 1000).bit_length())]
        if self.aim.is_proven and not self.aim.is_hold and now != self.walk.start.now:
            turns = [(e, n) for n in (NODES_AT_FIRST, NODES_OF_AN_ANSWER) for e in (False, True)]
        for exact, nodes in turns:
            answer = self.work.ask(self.fight, self.aim, now, nodes=nodes, exact=exact)
            if answer.verdict != "unknown":
                is_proven = answer.verdict == "proven"
                return answer if is_proven == self.aim.is_proven else None
        return None

    # -- circles ----------------------------------------------------------------------------

    def _mend(self) -> bool:
        """Choose another move for the winner somewhere on a way round that must not be; whether
        there is one."""
        bad = list(loops(self.aim, self.walk.start))
        avoided = {node.now for node in bad} if self.aim.is_proven else set()
        # Deep ones first: their other moves have the least effect elsewhere.
        for node in sorted(filter(_is_winners, bad), key=lambda node: -node.depth):
            known = self._ask(node.now)
            if known is None:
                continue
            self.tried.setdefault(node.now, set()).add(node.move)
            for move in self._candidates(node.now, known, avoided):
                self.chosen[node.now] = move
                return True
        return False


def _is_winners(node: Node) -> bool:
    return node.now.winner_moves
