"""The capture game (Ponnuki-Go, Atari-Go): who first captures a stone has won.

Stones are placed as in Go, suicide is illegal, nobody passes, and a side without a legal
move has lost. Boards of up to 36 points are solved, from any position. What a board says
of ko, passes and komi plays no part.

Two searches (see `core/solvers/capture`): `threshold` asks boolean questions and is the
fast one; `thesis` is that of van der Werf 2004, chapter 4, each part of which can be
switched off.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_flag
from goseki.coords import Color, Point, opponent, shorten
from goseki.errors import GosekiError
from goseki.evidence import Evidence
from goseki.files import check_free
from goseki.job import Limits, Report, report_share
from goseki.notebook import DrawsItself
from goseki.proof import ProofSummary, write_proof
from goseki.rules import Rules
from goseki.solver.strategies import capture_section

if TYPE_CHECKING:
    from goseki.draw import Picture

Method = Literal["threshold", "thesis"]

MAX_POINTS = 36
DEFAULT_MEMORY = 1 << 28
NODES_AFTER_INTERRUPT = 1000
"""For a move in no time, where Ctrl-C came before one was found."""
PARTS: dict[Method, tuple[str, ...]] = {
    "threshold": ("tt", "etc", "history"),
    "thesis": ("tt", "etc", "history", "killers", "heuristic"),
}
"""What `without` can switch off; without `heuristic`, leaves are won, lost or nothing."""


@dataclass(frozen=True, repr=False)
class CaptureResult(DrawsItself):
    """What was proven about a position of the capture game."""

    winner: Color | None
    """`None` where a limit was reached first."""
    plies: int | None
    """How long the game takes if the winner hurries and the loser delays."""
    best: list[Point]
    """First moves that keep winner and length: all of them, if `every_best` was asked for
    and no limit came in between."""
    pv: list[Point]
    """One line of best play: to the end, unless a limit came in between."""
    nodes: int
    seconds: float
    evidence: Evidence
    at_most: int | None
    """The winner needs no more plies than this; equals `plies` where that is known."""
    no_win_within: dict[Color, int]
    """The plies within which a colour cannot win, for each of which some are known."""
    table_bytes: int
    interrupted: bool = False
    proof: ProofSummary | None = None
    """The proof that was written, if there was something to prove."""
    proof_failure: str = ""
    """Why the file of the proof could not be written."""
    note: str = ""
    """What a reader should know of how the answer came about; empty if it was searched for."""
    board: Board | None = field(default=None, compare=False)
    """The position: in a notebook the result draws itself on it."""

    def __repr__(self) -> str:
        from goseki.solver.record import sentence

        best = f", best {' '.join(map(str, self.best))}" if self.best else ""
        return f"<CaptureResult: {sentence(self).rstrip('.')}{best}>"

    def _picture(self) -> Picture | None:
        from goseki.draw.answers import solution_picture

        return None if self.board is None else solution_picture(self.board, self)


def solve_capture(
    board: Board,
    *,
    method: Method = "threshold",
    winner_only: bool = False,
    every_best: bool = True,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    limits: Limits | None = None,
    without: Collection[str] = (),
    progress: Report | None = None,
    proof: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> CaptureResult:
    """Who wins the capture game from here, in how many plies, and how.

    With `winner_only` only the winner is sought, which is faster, with a winning move
    if the player to move has one. `every_best=False` is content with one best move (as the
    method `thesis` always is). What is not proven within the `limits`, `seconds` and `nodes`
    among them, or before Ctrl-C, is `None`; the `memory` of the table is 256M by default. On
    boards of more than 36 points only the next move is looked at: whether it can capture.
    `progress` is told the share of depths that are done.

    `proof` names a file for a certificate of the winner within that many plies, which
    `goseki.proof.check` verifies; one that exists is replaced only if `force` is true. It is
    made within the same limits, or within as much again if the shortest win is not what was
    sought.

    >>> result = solve_capture(Board("3x5"))
    >>> result.winner, result.plies, result.best, result.evidence
    ('B', 9, [Point.parse('B3')], 'proven')
    >>> solve_capture(Board("6x6"), nodes=10_000).winner is None
    True
    """
    check_board(board)
    if method not in get_args(Method):
        raise GosekiError(f"unknown method {method!r} (known: {', '.join(get_args(Method))})")
    off = _parts_off(method, without)
    check_flag("every_best", every_best)
    limits = Limits.of(limits, seconds=seconds, nodes=nodes, memory=memory)
    limits.refuse("solve_capture", "threads")
    common: dict[str, Any] = {
        "memory": limits.memory_bytes or DEFAULT_MEMORY,
        "nodes": limits.nodes or 0,
        "seconds": limits.seconds or 0.0,
        "progress": report_share(progress),
    }
    if proof is not None:
        check_free(proof, force=force)
    if board.size.points > MAX_POINTS:
        return _look_only(board)
    strategy = None
    if proof is not None and method == "threshold" and not winner_only and not off:
        strategy = _core.capture_strategy(board, every_best=every_best, **common)
        answer = strategy.answer
    elif method == "threshold":
        answer = _core.solve_capture_by_thresholds(
            board,
            shortest=not winner_only,
            every_best=every_best,
            table="tt" not in off,
            etc="etc" not in off,
            history="history" not in off,
            **common,
        )
    else:
        answer = _core.solve_capture_as_thesis(
            board,
            heuristic="heuristic" not in off,
            table="tt" not in off,
            etc="etc" not in off,
            history="history" not in off,
            killers="killers" not in off,
            **common,
        )
    result = _result(board, answer)
    if proof is None or result.winner is None or result.interrupted:
        return result
    strategy = strategy or _core.capture_strategy(board, **common)
    if strategy.answer.interrupted:
        return replace(result, interrupted=True)
    try:
        section = capture_section(board, strategy)
    except GosekiError as error:
        return replace(result, note=f"There is no proof: {error}.")
    try:
        written = write_proof(proof, [section], force=force)
    except GosekiError as error:
        note = f"There is no proof: {error}."
        return replace(result, note=note, proof_failure=str(error))
    return replace(result, proof=written)


def choose_capture_move(
    board: Board,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Point | None:
    """A good move in the capture game on any board, `None` where no move is legal.

    Where the board is small enough to be solved in half the given time or nodes, it is a
    best move; elsewhere a heuristic search chooses. The default limit is one second. Ctrl-C
    ends it with the best move so far.

    >>> board = Board.from_diagram("......./..XO.../..OX.../......./......./......./.......")
    >>> board.is_legal(choose_capture_move(board, nodes=2000))
    True
    """
    check_board(board)
    limits = Limits.of(limits, seconds=seconds, nodes=nodes)
    limits.refuse("choose_capture_move", "memory", "threads")
    if limits == Limits():
        limits = Limits(seconds=1.0)
    if board.size.points <= MAX_POINTS:
        limits = Limits(
            None if limits.seconds is None else limits.seconds / 2,
            None if limits.nodes is None else max(1, limits.nodes // 2),
        )
        result = solve_capture(board, every_best=False, limits=limits, progress=progress)
        if result.best:
            return result.best[0]
        if result.interrupted:
            limits = Limits(nodes=NODES_AFTER_INTERRUPT)
    move = _core.choose_capture_move(
        board,
        nodes=limits.nodes or 0,
        seconds=limits.seconds or 0.0,
        progress=report_share(progress),
    )
    return None if move < 0 else board.point(move)


def _look_only(board: Board) -> CaptureResult:
    """What is plain on a board too large to solve: who can capture at once has won."""
    mover, other = board.to_play, opponent(board.to_play)
    captures = [
        board.liberties(stone)[0]
        for stone in board.stones(other)
        if len(board.liberties(stone)) == 1
    ]
    best = sorted(set(captures), key=board.index)
    lost = not best and not _legal_points(board)
    return CaptureResult(
        winner=mover if best else other if lost else None,
        plies=1 if best else 0 if lost else None,
        best=best,
        pv=best[:1],
        nodes=0,
        seconds=0.0,
        evidence="proven" if best or lost else "unknown",
        at_most=1 if best else 0 if lost else None,
        no_win_within={} if best or lost else {mover: 1},
        table_bytes=0,
        note=f"The {board.size} board has {board.size.points} points, more than {MAX_POINTS}: "
        "only the next move was looked at.",
        board=board.copy(),
    )


def _legal_points(board: Board) -> list[int]:
    """Where the player to move may put a stone, by the rules of the capture game: no ko."""
    fresh = Board(board.size, Rules())
    fresh.setup(board.stones("B"), board.stones("W"), to_play=board.to_play)
    return [int(index) for index in fresh.legal_points()]


def _parts_off(method: Method, without: Collection[str]) -> set[str]:
    parts = {without} if isinstance(without, str) else set(without)
    for part in sorted(parts):
        if part not in PARTS[method]:
            known = ", ".join(PARTS[method])
            raise GosekiError(
                f"the method {method} has no part {shorten(str(part))} (known: {known})"
            )
    return parts


def _result(board: Board, answer: _core.CaptureAnswer) -> CaptureResult:
    mover, other = board.to_play, opponent(board.to_play)
    winner = mover if answer.winner > 0 else other if answer.winner < 0 else None
    return CaptureResult(
        winner=winner,
        plies=answer.plies if answer.plies >= 0 else None,
        best=[board.point(index) for index in answer.best],
        pv=[board.point(index) for index in answer.pv],
        nodes=answer.nodes,
        seconds=answer.seconds,
        evidence="unknown" if winner is None else "proven",
        at_most=answer.at_most if answer.at_most >= 0 else None,
        no_win_within={
            color: plies
            for color, plies in ((mover, answer.mover_not_within), (other, answer.other_not_within))
            if plies >= 0
        },
        table_bytes=answer.table_bytes,
        interrupted=answer.interrupted,
        board=board.copy(),
    )
