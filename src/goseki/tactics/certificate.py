"""What was proven of chosen stones, written down as a proof that `goseki.proof.check` verifies.

The writer walks through the fight as the checker will (`goseki.proof.walk`), asks the search for
the winner's move wherever the checker will ask for it, and notes the answers. Nothing here needs to
be trusted; the checker does not.
"""

from __future__ import annotations

import math
import time
from array import array
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.coords import Color, Point, opponent
from goseki.errors import GosekiError
from goseki.job import Found, Limits, Progress, Report, report_part
from goseki.proof.container import Section
from goseki.proof.grounds import Goal as ClaimGoal
from goseki.proof.tactics_claim import TacticsClaim, Verdict, answer_code
from goseki.reference.fight import NO_KO, PASS, Situation, indices
from goseki.reference.small import Grid
from goseki.proof.walk import (
    NO_ESTATE,
    FaultyStrategyError,
    TooLargeError,
    Walk,
)
from goseki.tactics.question import DEFAULT_MEMORY, Question
from goseki.tactics.scale import CLAIMS, EVEN
from goseki.tactics.solution import Solution

NODES_OF_AN_ANSWER = 200_000
"""Nodes that the search gets to find one answer."""
MOST_SITUATIONS = 20_000
"""A proof of more situations is not written: it would take minutes to check."""
MOST_ROUNDS = 12
"""How often a strategy that goes round in circles is mended."""
_MARGIN = 0.1


class NotWrittenError(Exception):
    """A claim that cannot be written down, and why."""


def prove_question(
    question: Question,
    verdict: Verdict,
    *,
    seconds: float | None = None,
    memory: int | None = None,
    progress: Report | None = None,
) -> Section:
    """The proof of a question's verdict: of the question itself, or of the opposite goal, which
    refutes it (what lives is not captured). Raises `NotWrittenError`.

    >>> board = Board.from_diagram(".XO/XXO/OO.")
    >>> question = Question(board, "capture", (Point.parse("A2"),), "W", {"B": 0, "W": None})
    >>> prove_question(question, "proven").records
    1
    """
    end = math.inf if seconds is None else time.monotonic() + seconds
    search = _core.TacticsSearch(DEFAULT_MEMORY if memory is None else memory)
    ways: list[tuple[ClaimGoal, Verdict]] = [(question.goal, verdict)]
    if verdict == "refuted" and question.goal != "connect":
        ways.insert(0, ("life" if question.goal == "capture" else "capture", "proven"))
    failure = NotWrittenError("there is no way to show it")
    for goal, way in ways:
        writer = _Writer(search, _claim(question, goal, way), end, progress)
        try:
            return writer.section()
        except NotWrittenError as error:
            failure = error
    raise failure


def _claim(question: Question, goal: ClaimGoal, verdict: Verdict) -> TacticsClaim:
    board = question.board
    grid = Grid(board.columns, board.rows)
    stones = {color: _mask(board, board.stones(color)) for color in ("B", "W")}
    ko = board.ko if board.to_play == question.to_play else None
    return TacticsClaim(
        grid,
        stones,
        to_play=question.to_play,
        goal=goal,
        target=_mask(board, (s for t in question.target for s in board.block(t))),
        threats=question.threats,
        verdict=verdict,
        ko=NO_KO if ko is None else board.index(ko),
        firm=_mask(board, question.firm),
    )


class _Writer:
    """Writes down the proof of one claim."""

    def __init__(
        self,
        search: _core.TacticsSearch,
        claim: TacticsClaim,
        end: float = math.inf,
        progress: Report | None = None,
    ) -> None:
        self.search, self.claim, self.end, self.progress = search, claim, end, progress
        self.chosen: dict[Situation, int] = {}
        self.tried: dict[Situation, set[int]] = {}
        self.walk: Walk | None = None
        self.asked = 0

    def section(self) -> Section:
        claim = self.claim
        answers: list[int] = []

        def answer(now: Situation) -> int:
            move = self._answer(now)
            answers.append(move)
            return move

        for _ in range(MOST_ROUNDS):
            answers.clear()
            self.walk = Walk(claim.fight, claim.aim, claim.start, answer, most=MOST_SITUATIONS)
            try:
                self.walk.run()
            except TooLargeError as error:
                raise NotWrittenError(str(error)) from None
            except FaultyStrategyError as error:
                if not self._mend():
                    raise NotWrittenError(error.reason) from None
            else:
                return _section(claim, answers)
        raise NotWrittenError("the winner's moves go round in circles")

    def _answer(self, now: Situation) -> int:
        if now not in self.chosen:
            self.chosen[now] = self._search(now)
        return self.chosen[now]

    def _search(self, now: Situation) -> int:
        """The winner's move, as the search says."""
        assert self.walk is not None
        if self.progress is not None:
            self.progress(Progress(text=f"{len(self.walk.nodes):,} situations"))
        known = self._ask(now)
        if known is None:
            if self._is_filled(now):
                return NO_ESTATE
            raise NotWrittenError("the search does not know an answer")
        for move in self._candidates(now, known):
            return move
        raise NotWrittenError("the search does not know an answer")

    def _candidates(self, now: Situation, known: _core.TacticsAnswer) -> Iterator[int]:
        """Moves that win, as far as the search says so: its own first, then others in its zone."""
        assert self.walk is not None
        fight, tried = self.claim.fight, self.tried.setdefault(now, set())
        is_proof = self.claim.verdict == "proven"
        first = list(known.line[:1])
        moves = [*first, *sorted(known.zone), PASS]
        if is_proof:  # a pass gets nobody nearer to a goal, unless nothing else is left
            moves.sort(key=lambda move: move == PASS)
        elif fight.passed(now) in self.walk.nodes:
            moves.insert(0, PASS)
        for move in moves:
            if move in tried:
                continue
            tried.add(move)
            played = None if move == PASS else fight.play(now, move)
            if played is None and move != PASS:
                continue
            after = fight.passed(now) if played is None else played.after
            if after in self.walk.nodes or (is_proof and [move] == first):
                yield move
            elif self.claim.aim.win(fight, after) is not None or self._ask(after) is not None:
                yield move

    def _is_filled(self, now: Situation) -> bool:
        """Whether a situation is met only by filling estates."""
        assert self.walk is not None
        parents = self.walk.nodes[now].parents
        return bool(parents) and all(
            any(f.now == now for f in parent.fillings.values()) for parent in parents
        )

    def _ask(self, now: Situation) -> _core.TacticsAnswer | None:
        """The search's answer if it says of a situation what is claimed."""
        claim = self.claim
        left = self.end - time.monotonic()
        if left <= 0:
            raise NotWrittenError("the time is up")
        self.asked += 1
        sign = 1 if claim.winner == "B" else -1
        signs = np.zeros(len(claim.grid.points), dtype=np.int8)
        for stones, color in ((now.winners, sign), (now.losers, -sign)):
            signs[list(indices(stones))] = color
        is_proven = claim.verdict == "proven"
        threats = now.winners_threats, now.losers_threats
        provers, others = threats if is_proven else threats[::-1]
        answer = self.search.ask(
            signs.reshape(claim.grid.rows, claim.grid.columns),
            claim.goal,
            [(block & -block).bit_length() - 1 for block in claim.fight.parts(now.target)],
            prover_first=now.winner_moves == is_proven,
            ko=now.ban,
            provers_threats=-1 if provers is None else provers,
            others_threats=-1 if others is None else others,
            firm=list(indices(claim.firm)),
            exact=not is_proven,
            nodes=NODES_OF_AN_ANSWER,
            seconds=0.0 if math.isinf(left) else left,
        )
        if answer.interrupted:
            raise KeyboardInterrupt
        return answer if answer.verdict == claim.verdict else None

    def _mend(self) -> bool:
        """Choose other moves where the winner goes round in circles; whether there are any."""
        return False


def _section(claim: TacticsClaim, answers: list[int]) -> Section:
    codes = array("Q", map(answer_code, answers))
    return Section(claim.header(), {"key": array("Q", range(len(codes))), "answer": codes})


def _mask(board: Board, points: object) -> int:
    return sum(1 << board.index(point) for point in set(points))  # type: ignore[call-overload]
