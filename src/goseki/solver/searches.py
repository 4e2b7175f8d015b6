"""The searches of the core that answer whether Black's lead is at least so much.

A `Search` is about one position, reached by some moves, under one ko rule. It is asked one
question at a time, with limits, and answers `proven`, `refuted` (White can prevent it) or
`unknown`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from goseki import _core
from goseki.board import Board
from goseki.job import Limits
from goseki.proof import Section
from goseki.solver.checkpoint import TABLE_OFFSET, Answer, Checkpoint
from goseki.solver.result import SUPERKO, KoMode
from goseki.solver.strategies import count_needed, prove_go

ENTRY_BYTES = 16
SUPERKO_ENTRY_BYTES = 32
WAYS_TO_A_SITUATION = 64
DEFAULT_MEMORY = 1 << 29


class Search(Protocol):
    """What answers questions about a position."""

    @property
    def nodes(self) -> int:
        """Visited in all runs."""

    @property
    def seconds(self) -> float:
        """Spent in all runs."""

    @property
    def table_bytes(self) -> int: ...

    def status(self) -> str:
        """How far the question has come, and at what cost. `31/30 plies`: there is no proof
        within 31 and no refutation within 30."""

    def ask(
        self, target: float, limits: Limits, give_up: int | None, tell: Callable[[], None]
    ) -> Answer:
        """Can Black force a lead of at least `target`? The limits are for this run; after
        `give_up` nodes in all runs together the question is not worth its answer. `tell` is
        called now and then. Lets Ctrl-C through."""


class AttackSearch:
    """Under basic and cycle ko. What it learns is kept in a checkpoint, if there is one."""

    def __init__(
        self,
        board: Board,
        moves: Sequence[int],
        ko: KoMode,
        table_bytes: int,
        checkpoint: Checkpoint | None = None,
        threads: int = 1,
    ) -> None:
        self._board, self._moves, self._ko = board, list(moves), ko
        self._threads = threads
        self._checkpoint = checkpoint
        self._start = time.perf_counter()
        self._nodes_before_question = 0
        self._known: float | None = None  # what the table is about
        if checkpoint is None:
            self._core = _core.GoSolver(board.columns, board.rows, table_bytes)
            self._earlier_nodes, self._earlier_seconds = 0, 0.0
        else:
            self._core = _core.GoSolver(
                board.columns, board.rows, checkpoint.table_bytes, checkpoint.file, TABLE_OFFSET
            )
            state = checkpoint.state
            self._earlier_nodes, self._earlier_seconds = state.nodes, state.seconds
            if state.current is None and state.answers:
                self._known = state.answers[-1].target

    @property
    def nodes(self) -> int:
        return self._earlier_nodes + self._core.nodes

    @property
    def seconds(self) -> float:
        return self._earlier_seconds + time.perf_counter() - self._start

    @property
    def table_bytes(self) -> int:
        return self._core.table_bytes

    def status(self) -> str:
        proof, defence = (max(depth, 0) for depth in self._core.deepening[:2])
        return f"{proof}/{defence} plies, {_cost(self._core, self.nodes)}"

    def ask(
        self, target: float, limits: Limits, give_up: int | None, tell: Callable[[], None]
    ) -> Answer:
        if self._checkpoint is None:
            return self._prove(target, limits, give_up, None, tell)
        known = self._recall(self._checkpoint, target, may_be_open=give_up is not None)
        return known or self._go_on(self._checkpoint, target, limits, give_up, tell)

    def knows(self, target: float) -> bool:
        """Whether the table is about this question, the last that was asked."""
        return target == self._known

    def write_down(self, target: float, limits: Limits, tell: Callable[[float], None]) -> Section:
        """The proof of an answer. The table is used if it is about that, or if no checkpoint
        keeps it; else there is another of its size. Lets Ctrl-C through."""
        free = self._checkpoint is None or self.knows(target)
        known = self.knows(target)
        if free:
            self._known = target
        return prove_go(
            self._board,
            target,
            ko=self._ko,
            memory=self.table_bytes,
            solver=self._core if free else None,
            is_known=known,
            nodes=limits.nodes or 0,
            seconds=limits.seconds or 0.0,
            progress=tell,
        )

    def _prove(
        self,
        target: float,
        limits: Limits,
        give_up: int | None,
        resume: list[int] | None,
        tell: Callable[[], None],
    ) -> Answer:
        self._known = target
        answer = self._core.prove(
            self._board,
            for_black=True,
            threshold=count_needed(target, self._board.komi),
            draw_suffices=target <= 0,
            passes_decide=self._ko == "cycle",
            max_nodes=_least(limits.nodes, give_up),
            seconds=limits.seconds or 0.0,
            moves=self._moves,
            resume=resume,
            threads=self._threads,
            progress=lambda share: tell(),
        )
        return Answer(target, answer.verdict, answer.line)

    @staticmethod
    def _recall(checkpoint: Checkpoint, target: float, *, may_be_open: bool) -> Answer | None:
        """The answer that the checkpoint has. A question that was given up before has one only
        for who may give it up again; for others it must be searched to the end."""
        for answer in checkpoint.state.answers:
            if answer.target == target and (may_be_open or answer.verdict != "unknown"):
                return answer
        return None

    def _go_on(
        self,
        checkpoint: Checkpoint,
        target: float,
        limits: Limits,
        give_up: int | None,
        tell: Callable[[], None],
    ) -> Answer:
        """Put a question to the core, or go on with it, and keep what comes of it."""
        question = checkpoint.begin(self._core, target, give_up)
        self._nodes_before_question = self._core.nodes - question.nodes
        if question.node_limit is not None:
            give_up = max(question.node_limit - question.nodes, 1)
        before = self._core.nodes

        def keep_and_tell() -> None:
            checkpoint.keep(self._core, self._note)
            tell()

        try:
            answer = self._prove(target, limits, give_up, question.deepening, keep_and_tell)
        except KeyboardInterrupt:
            self._note()
            checkpoint.save()
            raise
        self._note()
        # A question that was given up is not resumed: the table will serve the next one.
        spent = self._core.nodes - before
        gave_up = question.node_limit is not None and spent >= _least(limits.nodes, give_up)
        if answer.verdict != "unknown" or gave_up:
            checkpoint.answer(answer.verdict, answer.line)
        else:
            checkpoint.save()
        return answer

    def _note(self) -> None:
        """Bring the state of the checkpoint up to date."""
        assert self._checkpoint is not None
        state = self._checkpoint.state
        state.nodes, state.seconds = self.nodes, self.seconds
        if state.current is not None:
            state.current.nodes = self._core.nodes - self._nodes_before_question
            state.current.deepening = self._core.deepening


class SuperkoSearch:
    """Under superko: `ssk`, `psk`, and `ssk-approx`, where the answers are guesses."""

    def __init__(self, board: Board, ko: KoMode, table_bytes: int) -> None:
        self._board = board
        self._start = time.perf_counter()
        self._core = _core.SuperkoSolver(board.columns, board.rows, table_bytes, ko)

    @property
    def nodes(self) -> int:
        return self._core.nodes

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._start

    @property
    def table_bytes(self) -> int:
        return self._core.table_bytes

    def status(self) -> str:
        return _cost(self._core, self.nodes)

    def ask(
        self, target: float, limits: Limits, give_up: int | None, tell: Callable[[], None]
    ) -> Answer:
        answer = self._core.prove(
            self._board,
            for_black=True,
            threshold=count_needed(target, self._board.komi),
            max_nodes=_least(limits.nodes, give_up),
            seconds=limits.seconds or 0.0,
            progress=lambda share: tell(),
        )
        return Answer(target, answer.verdict, answer.line)


def _least(*limits: int | None) -> int:
    """The least limit, or 0 if there is none."""
    return min(filter(None, limits), default=0)


def _cost(core: _core.GoSolver | _core.SuperkoSolver, nodes: int) -> str:
    return f"{short_count(nodes)} nodes, table {core.table_use:.0%}"


def short_count(count: int) -> str:
    """A number in at most five characters.

    >>> [short_count(n) for n in (999, 12_345, 99_950_000, 1_234_567_890, 123 * 10**12)]
    ['999', '12.3k', '100M', '1.23G', '123T']
    """
    value, unit = float(count), ""
    for larger in "kMGT":
        if value < 999.5:
            break
        value, unit = value / 1000, larger
    return f"{value:.3g}{unit}"


def table_bytes_for(points: int, limits: Limits, ko: KoMode) -> int:
    """The size of a table within limits. Tiny boards need no more than an entry for every
    situation and goal; under superko for some ways to get there."""
    memory = limits.memory_bytes or DEFAULT_MEMORY
    situations = int(3**points) * 2 * (points + 3)
    if ko in SUPERKO:
        return min(memory, 2 * situations * SUPERKO_ENTRY_BYTES * WAYS_TO_A_SITUATION)
    return min(memory, 2 * situations * ENTRY_BYTES)
