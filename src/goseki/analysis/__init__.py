"""Everything Goseki knows about a position, in one value.

`analyze` asks the search for safety what it can prove, the solver for the exact value where the
board is small enough, the tactical solver for the fate of groups that are shut in, random games
for an estimate of the rest, and the network for the moves that strong players would choose. The
two inks are never mixed: every claim of an `Analysis` says its evidence.

>>> from goseki import Board
>>> found = analyze(Board.from_diagram('''
...     . X . X O O .
...     X X X X O . O
...     . O X . X O O
...     X X X X X O .
... ''', komi=0.5), games=100)
>>> print(found.sentences()[0])
Black leads by 7.5: proven.
>>> found.final.result, found.final_evidence, [str(p) for p in found.stones("dead", "proven")]
('B+7.5', 'proven', ['B2'])
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

from goseki.analysis.fights import open_targets
from goseki.analysis.result import Analysis, BlockStatus, FinalStatus, Status
from goseki.board import Board, check_board
from goseki.checks import check_flag, check_seed, check_whole
from goseki.coords import Point, opponent
from goseki.job import Limits, Progress, Report
from goseki.playouts import UNLIMITED, PlayoutResult, run_playouts
from goseki.prediction import predict
from goseki.prediction.network import fits
from goseki.safety import prove_safety
from goseki.solver import solve
from goseki.solver.problem import as_problem
from goseki.solver.result import MAX_POINTS
from goseki.tactics import Solution, solve_problem
from goseki.tactics.target import ALL_CANDIDATES

__all__ = ["GAMES", "TARGETS", "Analysis", "BlockStatus", "FinalStatus", "Status", "analyze"]

GAMES = 10_000
EXACT_NODES = 3_000_000
"""What each question to the solver may cost unless limits say otherwise: about a second in all."""
TARGETS = 3
TACTICS_NODES = 100_000
"""What each target may cost unless limits say otherwise: mostly half a second."""
TACTICS_SECONDS = 1.5
"""And how long it may take at most, where many blocks on a large board make nodes slow."""


def analyze(
    board: Board,
    games: int = GAMES,
    *,
    seed: int = 0,
    exact: bool = True,
    targets: int = TARGETS,
    moves: bool = True,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Analysis:
    """Find out what can be proved of a position, and estimate the rest.

    `games` random games are played with the side to move, and as many with the other, so that
    it does not matter for dead stones whose turn it is; 0 asks for proofs alone. `exact` solves
    boards of up to 33 points, as far as the limits allow. Of groups that are shut in and not
    proven to be safe or dead, the likeliest `targets` are asked about, with either side first; 0
    asks about none. `moves` asks the network for the likeliest moves, where there is an estimate
    at all. `nodes` limits each search, of safety and of the solver, and what each target costs; of
    the `seconds` the search for safety may use up half, the solver half of the rest, and the
    targets half of what is left then. `progress` is told the `Analysis` so far as `known`. Ctrl-C
    ends it with what has been found: a part that was not reached is `None`.

    >>> found = analyze(Board("3x3"), games=50)
    >>> found.solution.score, found.safety.count, found.played.games, found.evidence
    (9.0, 0, 50, 'estimate')
    """
    check_board(board)
    check_whole("games", games, 0, UNLIMITED)
    check_flag("exact", exact)
    check_whole("targets", targets, 0, ALL_CANDIDATES)
    check_flag("moves", moves)
    work = _Work(
        games,
        check_seed(seed),
        exact,
        targets,
        moves and games > 0,
        Limits.of(limits, seconds=seconds, nodes=nodes, memory=memory, threads=threads),
        progress,
    )
    found = Analysis(board.copy())
    try:
        parts = (work.prove, work.solve, work.fight, work.play, work.play_other, work.predict)
        for part in parts:
            found = replace(part(found), seconds=time.monotonic() - work.start)
            if found.interrupted:
                break
            work.tell(found)
    except KeyboardInterrupt:
        found = replace(found, interrupted=True)
    return found


@dataclass
class _Work:
    """The parts of an analysis: each adds what it finds."""

    games: int
    seed: int
    exact: bool
    targets: int
    moves: bool
    limits: Limits
    progress: Report | None
    start: float = field(default_factory=time.monotonic)
    done: float = 0.0

    def prove(self, found: Analysis) -> Analysis:
        """What the search for safety proves, where it has anything to say."""
        if found.board.rules.suicide:
            return found
        report = self._report(0.5, "proving which stones and territory are safe")
        limits = replace(self._share(0.5), memory=None)
        safety = prove_safety(found.board, limits=limits, progress=report)
        return replace(found, safety=safety, interrupted=safety.interrupted)

    def solve(self, found: Analysis) -> Analysis:
        """The exact value, on a small board."""
        board = found.board
        if not self.exact or board.is_over or board.size.points > MAX_POINTS:
            return found
        report = self._report(0.6, "solving the board")
        limits = self._share(0.5)
        if limits.nodes is None:
            limits = replace(limits, nodes=EXACT_NODES)
        solution = solve(as_problem(board), limits=limits, progress=report)
        return replace(found, solution=solution, interrupted=solution.interrupted)

    def fight(self, found: Analysis) -> Analysis:
        """The fate of groups that are shut in."""
        if not self.targets or found.board.rules.suicide:
            return found
        found = replace(found, tactics=())
        stones = open_targets(found, self.targets)
        try:
            for number, stone in enumerate(stones):
                fight = self._fight(found.board, stone, len(stones) - number)
                fights = (*(found.tactics or ()), fight)
                found = replace(found, tactics=fights, interrupted=fight.interrupted)
                if fight.interrupted:
                    break
        except KeyboardInterrupt:
            found = replace(found, interrupted=True)
        return found

    def _fight(self, board: Board, stone: Point, left: int) -> Solution:
        """The first of the targets that are left, which get half of the time together. The search
        has one thread."""
        limits = replace(self._share(1 / (left + 1)), threads=None)
        if limits.seconds is None and limits.nodes is None:
            limits = replace(limits, nodes=TACTICS_NODES, seconds=TACTICS_SECONDS)
        report = self._report(
            self.done + (0.8 - self.done) / left, f"asking for the fate of {stone}"
        )
        return solve_problem(board, stone, both=True, limits=limits, progress=report)

    def play(self, found: Analysis) -> Analysis:
        """Random games from the position as it is."""
        played = self._play(found.board, 0.9, 0.5)
        return replace(found, played=played, interrupted=played is not None and played.interrupted)

    def play_other(self, found: Analysis) -> Analysis:
        """Random games with the other side to move."""
        turned = found.board.copy()
        turned.to_play = opponent(turned.to_play)
        played = self._play(turned, 1.0, 1.0)
        interrupted = played is not None and played.interrupted
        return replace(found, played_by_other=played, interrupted=interrupted)

    def predict(self, found: Analysis) -> Analysis:
        """The likeliest moves, where the network knows such boards."""
        board = found.board
        if not self.moves or board.is_over or not fits(board.size):
            return found
        return replace(found, predicted=predict(board))

    def _play(self, board: Board, done: float, share: float) -> PlayoutResult | None:
        if not self.games:
            return None
        limits = replace(self._share(share), nodes=None, memory=None)
        report = self._report(done, "playing random games")
        return run_playouts(board, self.games, seed=self.seed, limits=limits, progress=report)

    def tell(self, found: Analysis) -> None:
        if self.progress is not None:
            self.progress(Progress(self.done, found.sentences()[0], found))

    def _share(self, share: float) -> Limits:
        """The limits of a part, with this share of the time that is left."""
        if self.limits.seconds is None:
            return self.limits
        left = self.limits.seconds - (time.monotonic() - self.start)
        return replace(self.limits, seconds=max(0.01, share * left))

    def _report(self, done: float, text: str) -> Report | None:
        """For a part: what it tells of its share is told as a share of the whole."""
        before, self.done = self.done, done
        progress = self.progress
        if progress is None:
            return None

        def report(part: Progress) -> None:
            progress(Progress(before + (done - before) * (part.share or 0.0), text))

        return report
