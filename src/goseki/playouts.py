"""Random games from a position, and what they say about it: always an estimate.

The games are *light*: every legal move that does not fill an own eye is equally likely
(or as likely as given weights say), simple ko, no suicide, area scoring, two passes end
the game. Everything is counted in whole numbers, so a seed gives the same answer on any
number of threads.
"""

from __future__ import annotations

import itertools
import math
import time
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.board import Board, check_board
from goseki.checks import check_seed, check_whole, shown
from goseki.coords import Color, Point
from goseki.errors import GosekiError
from goseki.evidence import Evidence, Ownership
from goseki.job import Limits, Progress, Report, report_share

Method = Literal["amaf", "flat"]

UNLIMITED = 1 << 62
MOST_MOVES = 2**31 - 1
"""What the core can count."""
FLAT_ROUND = 32
"""Games that a flat evaluation gives each move at a time."""


@dataclass(frozen=True, eq=False, repr=False)
class PlayoutResult:
    """What a run of random games shows. Leads are Black's, komi taken off."""

    games: int
    black_wins: int
    white_wins: int
    score: float
    deviation: float
    mean_length: float
    leads: dict[float, int]
    """How many games ended with each lead."""
    ownership: npt.NDArray[np.float32]
    """Rows x columns, top row first: from -1 (always White's) to +1 (always Black's)."""
    evidence: Evidence = "estimate"
    interrupted: bool = False

    @property
    def draws(self) -> int:
        return self.games - self.black_wins - self.white_wins

    @property
    def black_win_rate(self) -> float:
        """Share of games that Black won, a draw counting a half."""
        return (self.black_wins + self.draws / 2) / self.games if self.games else 0.5

    def __repr__(self) -> str:
        return (
            f"<PlayoutResult: Black wins {self.black_win_rate:.0%} of {self.games:,} random games, "
            f"lead {self.score:+.1f} ± {self.deviation:.1f}: {self.evidence}>"
        )

    @property
    def owner(self) -> Ownership:
        """The ownership as a map for drawing, with nothing proven."""
        return Ownership(np.zeros(self.ownership.shape, dtype=np.int8), self.ownership)


@dataclass(frozen=True, eq=False)
class MoveValues:
    """How the moves of the player to move did in random games: rows x columns arrays.

    `wins / visits` is a move's value; `visits` is 0 where nothing is known.
    """

    color: Color
    games: int
    visits: npt.NDArray[np.float64]
    wins: npt.NDArray[np.float64]
    win_rate: float
    """Of the player to move, over all games."""
    interrupted: bool = False

    def best_first(self, board: Board) -> list[Point]:
        """The points tried, best value first."""
        visits, wins = self.visits.reshape(-1), self.wins.reshape(-1)
        tried = np.flatnonzero(visits > 0)
        order = tried[np.argsort(-wins[tried] / visits[tried], kind="stable")]
        return [board.point(int(index)) for index in order]


def run_playouts(
    board: Board,
    games: int = 1000,
    *,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    limits: Limits | None = None,
    mercy: int | None = None,
    longest: int | None = None,
    weights: dict[Color, npt.ArrayLike] | None = None,
    progress: Report | None = None,
) -> PlayoutResult:
    """Play so many random `games`, or as many as the `limits` allow: `seconds` and `threads`.
    Ctrl-C ends it with the games played so far.

    `mercy` ends a game when one side is that many stones ahead, `longest` after that many
    moves. `weights` gives every point a whole-number weight for each colour; a point is
    chosen in proportion to it, one of weight 0 never.

    >>> result = run_playouts(Board("5x5"), 2000, seed=1)
    >>> result.games, 0.5 < result.black_win_rate < 0.8, result.ownership.shape
    (2000, True, (5, 5))
    """
    check_board(board)
    limits = _limits("run_playouts", games, limits, seconds, threads)
    for name, most in (("mercy", mercy), ("longest", longest)):
        if most is not None:
            check_whole(name, most, 1, MOST_MOVES)
    black, white = ([], []) if weights is None else _weights(board, weights)
    options = {"mercy": mercy or 0, "longest": longest or 0}
    sums = _play(
        board, games, limits, seed, progress, black_weights=black, white_weights=white, **options
    )
    return _result(board, sums)


def evaluate_moves(
    board: Board,
    games: int = 1000,
    *,
    seed: int = 0,
    threads: int | None = None,
    seconds: float | None = None,
    limits: Limits | None = None,
    method: Method = "amaf",
    progress: Report | None = None,
) -> MoveValues:
    """How good each move of the player to move looks in random games.

    `amaf` (all moves as first, Brügmann 1993) credits a game to every point on which the
    player was first to play; `flat` plays equally many games after each legal move.

    >>> values = evaluate_moves(Board("5x5"), 4000, seed=1)
    >>> values.best_first(Board("5x5"))[0]
    Point.parse('C3')
    """
    check_board(board)
    limits = _limits("evaluate_moves", games, limits, seconds, threads)
    if method == "flat":
        return _evaluate_flat(board, games, limits, seed, progress)
    if method != "amaf":
        raise GosekiError(f"unknown method {method!r} (known: amaf, flat)")
    sums = _play(board, games, limits, seed, progress, amaf=True)
    # A point that is taken now, or forbidden, may still be played on later in a game.
    legal = np.zeros((board.rows, board.columns))
    legal.reshape(-1)[board.legal_points()] = 1
    return MoveValues(
        board.to_play,
        sums.games,
        sums.first_plays(board) * legal,
        sums.first_play_wins(board) * legal,
        _win_rate(board.to_play, _result(board, sums)),
        sums.interrupted,
    )


def sample_game(board: Board, *, seed: int = 0, number: int = 0) -> list[Point]:
    """The moves of one random game: game `number` of `run_playouts` with this seed.

    >>> moves = sample_game(Board("3x3"), seed=4)
    >>> str(moves[-1]), str(moves[-2])
    ('pass', 'pass')
    """
    check_board(board)
    check_whole("number", number, 0, UNLIMITED)
    return [board.point(i) for i in _core.sample_playout(board, check_seed(seed), number)]


def _evaluate_flat(
    board: Board, games: int, limits: Limits, seed: int, progress: Report | None
) -> MoveValues:
    start = time.monotonic()
    seconds = limits.seconds or math.inf
    candidates = board.legal_points().tolist()
    after = []
    for index in candidates:
        child = board.copy()
        child.play(index)
        after.append(child)
    visits = np.zeros((board.rows, board.columns))
    wins = np.zeros((board.rows, board.columns))
    played, won = 0, 0.0
    wanted = games or UNLIMITED
    interrupted = False
    try:
        for round_seed in itertools.count(seed):
            if not candidates or played >= wanted:
                break
            for index, child in zip(candidates, after, strict=True):
                used = (time.monotonic() - start) / seconds
                if used >= 1:
                    wanted = 0
                    break
                result = run_playouts(child, FLAT_ROUND, seed=round_seed, threads=limits.threads)
                rate = _win_rate(board.to_play, result)
                visits.reshape(-1)[index] += result.games
                wins.reshape(-1)[index] += rate * result.games
                played += result.games
                won += rate * result.games
                if result.interrupted:
                    raise KeyboardInterrupt
                if progress:
                    progress(Progress(min(1.0, max(used, played / wanted))))
    except KeyboardInterrupt:
        interrupted = True
    win_rate = won / played if played else 0.5
    return MoveValues(board.to_play, played, visits, wins, win_rate, interrupted)


def _limits(
    verb: str, games: int, limits: Limits | None, seconds: float | None, threads: int | None
) -> Limits:
    limits = Limits.of(limits, seconds=seconds, threads=threads)
    limits.refuse(verb, "nodes", "memory")
    check_whole("the number of games", games, 1 if limits.seconds is None else 0, UNLIMITED)
    return limits


def _play(
    board: Board, games: int, limits: Limits, seed: int, progress: Report | None, **options: Any
) -> _core.PlayoutSums:
    return _core.run_playouts(
        board,
        games or UNLIMITED,  # as many as there is time for, where none are asked for
        seconds=limits.seconds or 0.0,
        seed=check_seed(seed),
        threads=limits.threads or 1,
        komi=_white_bonus(board),
        progress=report_share(progress),
        **options,
    )


def _white_bonus(board: Board) -> float:
    return board.komi + board.handicap_bonus


def _win_rate(color: Color, result: PlayoutResult) -> float:
    return result.black_win_rate if color == "B" else 1 - result.black_win_rate


def _weights(board: Board, weights: dict[Color, npt.ArrayLike]) -> tuple[list[int], list[int]]:
    if not isinstance(weights, dict):
        raise GosekiError(f"weights are {shown(weights)}, not an array for each colour")
    both = []
    for color in ("B", "W"):
        array = np.asarray(weights.get(color, 1))
        if not np.issubdtype(array.dtype, np.integer) or (array < 0).any():
            raise GosekiError(f"weights of {color} are not whole numbers from 0 up")
        both.append(np.broadcast_to(array, (board.rows, board.columns)).reshape(-1).tolist())
    return both[0], both[1]


def _result(board: Board, sums: _core.PlayoutSums) -> PlayoutResult:
    games = max(1, sums.games)
    points = board.size.points
    bonus = _white_bonus(board)
    mean = sums.lead / games
    counts = sums.leads(board)
    return PlayoutResult(
        games=sums.games,
        black_wins=sums.black_wins,
        white_wins=sums.white_wins,
        score=mean - bonus,
        deviation=math.sqrt(max(0.0, sums.lead_squares / games - mean * mean)),
        mean_length=sums.moves / games,
        leads={int(i) - points - bonus: int(counts[i]) for i in np.flatnonzero(counts)},
        ownership=(sums.owner(board) / games).astype(np.float32),
        interrupted=sums.interrupted,
    )
