"""How a game will be counted: a light analysis, quick enough to be asked for at every pass."""

from __future__ import annotations

from goseki.analysis import Analysis, analyze
from goseki.board import Board
from goseki.players.boards import as_set_up

GAMES = 500
"""Random games with each side to move."""
SAFETY_NODES = 1000


def analyze_end(
    board: Board, *, games: int = GAMES, seed: int = 0, threads: int | None = None
) -> Analysis:
    """Prove a little and estimate the rest. It depends on the stones only, and on the seed.
    Ctrl-C is raised: half an estimate would not do.

    >>> end = analyze_end(Board.from_diagram(".X.XO./XXXXOO/OOOOO.", komi=0.5))
    >>> end.final.result, end.final_evidence
    ('W+2.5', 'proven')
    """
    found = analyze(
        as_set_up(board),
        games,
        seed=seed,
        threads=threads,
        nodes=SAFETY_NODES,
        exact=False,
        targets=0,
        moves=False,
    )
    if found.interrupted:
        raise KeyboardInterrupt
    return found
