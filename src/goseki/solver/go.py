"""Go on small boards, solved: the exact score under best play, with proven bounds.

The rules are those of van der Werf (2004, appendix A). One question at a time is put to
the core: can Black force a lead of at least T? `proven` raises the lower bound to T,
`refuted` (White can prevent it) lowers the upper bound below T; when they meet, the score is
exact.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import replace
from typing import Any

from goseki.board import Board, check_board
from goseki.checks import check_whole, is_number, shown
from goseki.coords import Point
from goseki.diagram import format_diagram
from goseki.errors import GosekiError
from goseki.files import check_free
from goseki.job import Limits, Report
from goseki.solver.certificate import with_proof
from goseki.solver.checkpoint import Checkpoint
from goseki.solver.problem import as_problem
from goseki.solver.questions import Questions
from goseki.solver.result import MAX_POINTS, SUPERKO, KoMode, SolveResult, check_ko
from goseki.solver.searches import AttackSearch, Search, SuperkoSearch, table_bytes_for

MAX_THREADS = 256


def solve(
    board: Board,
    *,
    ko: KoMode = "cycle",
    at_least: float | None = None,
    openings: bool = False,
    plies: int = 1,
    jobs: int | None = None,
    cluster: str | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    limits: Limits | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Report | None = None,
    proof: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> SolveResult:
    """Solve a position of up to 33 points: stones, turn, ko and komi count, the way there and
    passes made before do not. Of the board's rules, `ko_pass` is honoured; the end of a game is
    scored as in van der Werf 2004 (docs/rules.md). Larger boards are only looked at: their
    bounds are those of `score_bounds`.

    `ko` says what a repetition means: a draw (`basic`), a win for who passed more in the cycle
    (`cycle`), or that the stone may not be played (`ssk`: no situation may come back; `psk`: no
    arrangement of stones). `ssk-approx` guesses at `ssk` and proves nothing. Under superko there
    are no checkpoints and proofs, and openings are games that begin after the first move.

    `at_least` asks only whether Black's lead is that much. `openings` solves the position
    after every move, too. `nodes` limits each question, `seconds` the search of the position
    and once more those of all openings together: what is not decided by then stays open
    between `lower` and `upper`. Ctrl-C ends it the same way. `memory`, of the table, is a
    number of bytes or text such as `512M`, which is the default. All four are `limits`
    (`goseki.job`). `progress` is told in words how far the search is, and the bounds so far.

    Several `threads` share the table and the work; the nodes then vary from run to run, the
    answer does not.

    `checkpoint` names a file that holds the table and how far the solve has come: it is made,
    or the solve goes on where it was left, killed or not, with the table it had. The nodes
    and seconds of the result are those of all runs. With `openings` it names a directory.

    Openings are solved one by one, or by `jobs` processes that share the `memory`, or by the
    Dask cluster at the address `cluster`, where each has that much and `seconds` of its own
    (`goseki.cluster`). With `plies` of 2 the position after every reply is solved instead, and
    the bounds of an opening follow from those.

    `proof` names a file for a certificate of what was proven of the position itself, which
    `goseki.proof.check` verifies; one that exists is replaced only if `force` is true. It is
    made after the search, within as much again as its limits allow, and not at all if nothing
    was proven.

    >>> solve(Board("3x3")).score, solve(Board("2x2")).score
    (9.0, 0.0)
    >>> solve(Board("2x2"), ko="ssk").score, solve(Board("2x2"), ko="ssk-approx").evidence
    (1.0, 'estimate')
    >>> solve(Board("3x3"), memory="64M")  # doctest: +NORMALIZE_WHITESPACE
    <SolveResult: Black's lead under best play is +9: proven (cycle ko, scoring of
    van der Werf 2004), best B2>
    >>> solve("3x3")
    Traceback (most recent call last):
    goseki.errors.GosekiError: '3x3' is not a board (Board('3x3') is an empty one)
    >>> solve(Board("3x3"), memory="foo")
    Traceback (most recent call last):
    goseki.errors.GosekiError: not an amount of memory: 'foo' (examples: 512M, 2G)
    """
    check_board(board)
    check_ko(ko)
    limits = Limits.of(limits, seconds=seconds, nodes=nodes, memory=memory, threads=threads)
    _refuse_contradictions(
        board, ko, at_least, openings, plies, jobs, cluster, limits.threads or 1, checkpoint, proof
    )
    if proof is not None:
        check_free(proof, force=force)
    if openings:
        from goseki.solver.openings import Campaign

        campaign = Campaign(board, ko, plies, limits)
        result = campaign.run(jobs=jobs, cluster=cluster, directory=checkpoint, progress=progress)
        if proof is not None:
            search = AttackSearch(board, (), ko, table_bytes_for(board.size.points, limits, ko))
            result = with_proof(
                board, result, search, proof, limits=limits, force=force, progress=progress
            )
    else:
        result = solve_after(
            board,
            (),
            ko,
            at_least=at_least,
            limits=limits,
            checkpoint=checkpoint,
            progress=progress,
            proof=proof,
            force=force,
        )
    return _with_boards(result, board)


def _with_boards(result: SolveResult, board: Board) -> SolveResult:
    """The result, and those of its openings, with the positions they are of."""
    openings = {
        move: replace(opening, board=board_after(board, [move]))
        for move, opening in result.openings.items()
    }
    return replace(result, board=board.copy(), openings=openings)


def _refuse_contradictions(
    board: Board,
    ko: KoMode,
    at_least: float | None,
    openings: bool,
    plies: int,
    jobs: int | None,
    cluster: str | None,
    threads: int,
    checkpoint: str | os.PathLike[str] | None,
    proof: str | os.PathLike[str] | None,
) -> None:
    check_whole("threads", threads, 1, MAX_THREADS)
    if jobs is not None:
        check_whole("jobs", jobs, 1, 2**31 - 1)
    superko = ko in SUPERKO
    too_large = board.size.points > MAX_POINTS
    spread = jobs is not None or cluster is not None
    contradictions = [
        (
            at_least is not None and not is_number(at_least),
            f"Black's lead can be at least some number, not {shown(at_least)}",
        ),
        (
            openings and at_least is not None,
            "openings have values, and at least N is a question about the position: not both",
        ),
        (not openings and (spread or plies != 1), "jobs, a cluster and plies are for openings"),
        (
            jobs is not None and cluster is not None,
            "jobs are processes of this machine: give them or a cluster, not both",
        ),
        (threads > 1 and openings, "openings are shared by jobs, not by threads"),
        (threads > 1 and superko, f"threads are for basic and cycle ko, not for {ko}"),
        (plies not in (1, 2), f"openings are solved 1 or 2 plies deep, not {plies}"),
        (plies == 2 and superko, f"openings are solved 1 ply deep under {ko}, not 2"),
        (
            checkpoint is not None and superko,
            f"a checkpoint is for basic and cycle ko, not for {ko}",
        ),
        (proof is not None and superko, f"a proof is for basic and cycle ko, not for {ko}"),
        (
            checkpoint is not None and too_large,
            f"a checkpoint is for boards of up to {MAX_POINTS} points, not {board.size}",
        ),
        (
            proof is not None and too_large,
            f"a proof is for boards of up to {MAX_POINTS} points, not {board.size}",
        ),
    ]
    for contradicts, reason in contradictions:
        if contradicts:
            raise GosekiError(reason)


def solve_after(
    board: Board,
    moves: Sequence[Point],
    ko: KoMode,
    *,
    at_least: float | None = None,
    limits: Limits | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    progress: Report | None = None,
    proof: str | os.PathLike[str] | None = None,
    force: bool = False,
) -> SolveResult:
    """Solve the situation after some moves: unlike those before, their passes and kos count
    (under superko their kos alone). A proof is for no moves.

    >>> solve_after(Board("2x2"), [Point.parse("A1")], "cycle").score
    0.0
    """
    after = board_after(board, moves)
    limits = limits or Limits()
    size = table_bytes_for(board.size.points, limits, ko)
    problem = describe_problem(board, moves, ko, at_least)
    with nullcontext() if checkpoint is None else Checkpoint(checkpoint, problem, size) as kept:
        search: Search | None = None
        if board.size.points <= MAX_POINTS and ko in SUPERKO:
            search = SuperkoSearch(after, ko, size)
        elif board.size.points <= MAX_POINTS:
            indices = [board.index(move) for move in moves]
            search = AttackSearch(board, indices, ko, size, kept, limits.threads or 1)
        result = Questions(after, ko, search, limits=limits, progress=progress).run(at_least)
        if proof is None or not isinstance(search, AttackSearch):
            return result
        return with_proof(
            board, result, search, proof, limits=limits, force=force, progress=progress
        )


def board_after(board: Board, moves: Sequence[Point]) -> Board:
    """The board after some moves under the rules of the solver."""
    after = as_problem(board, ko_pass=board.rules.ko_pass)
    for move in moves:
        after.play(move)
    return after


def describe_problem(
    board: Board, moves: Sequence[Point], ko: KoMode, at_least: float | None
) -> dict[str, Any]:
    """All that the answer depends on, as JSON values."""
    return {
        "board size": str(board.size),
        "stones": format_diagram(board.to_array()).split("\n"),
        "side to play": board.to_play,
        "ko point": None if board.ko is None else str(board.ko),
        "moves": [str(move) for move in moves],
        "ko rule": ko,
        "third pass after a ko": board.rules.ko_pass,
        "passes that end the game": board.passes_needed,
        "komi": board.komi,
        "at least": at_least,
    }
