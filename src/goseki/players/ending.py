"""How a game ends: a light analysis of how it will be counted, quick enough to be asked for at
every pass, and which moves make sense until then.
"""

from __future__ import annotations

import numpy as np

from goseki.analysis import Analysis, analyze
from goseki.board import Board
from goseki.coords import Color
from goseki.job import whole_result
from goseki.players.boards import as_set_up
from goseki.playouts import run_playouts

GAMES = 500
"""Random games with each side to move."""
SAFETY_NODES = 1000
SETTLED = 0.9
"""A point is settled if its mean ownership in random games is at least this, for either side."""
SETTLED_PLAYOUTS = 300
"""How many random games say what is settled."""
FEWEST_PLAYOUTS = 20
"""So many are played even if the clock leaves no time at all."""


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


def are_settled(
    board: Board, points: list[int], *, seed: int, threads: int = 1, seconds: float | None = None
) -> bool:
    """Whether random games leave none of these points open."""
    found = run_playouts(board, SETTLED_PLAYOUTS, seed=seed, threads=threads, seconds=seconds)
    whole_result(found)
    owner = np.abs(found.ownership.reshape(-1)[points])
    return found.games >= FEWEST_PLAYOUTS and bool((owner >= SETTLED).all())


def lead_of(black_lead: float, color: Color) -> float:
    """A lead as a colour sees it."""
    return black_lead if color == "B" else -black_lead


def has_passed(board: Board, color: Color) -> bool:
    """Whether the last move was a pass of this colour."""
    moves = board.move_list()
    return bool(moves) and moves[-1] == (color, -1)


def must_capture(board: Board, end: Analysis, color: Color) -> bool:
    """Whether the game is won only once the dead stones are off the board, and capturing them
    costs nothing. A referee may count the board as it stands, and must see the win."""
    if board.rules.scoring == "TERRITORY":
        return False
    return lead_of(end.final.lead, color) > 0 >= lead_of(board.score().lead, color)


def cleanup_moves(board: Board, end: Analysis, color: Color, legal: set[int]) -> list[int]:
    """The legal moves on liberties of dead blocks of the opponent; blocks with the fewest
    liberties come first."""
    blocks = [block for block in end.blocks if block.status == "dead" and block.color != color]
    found: list[int] = []
    for block in sorted(blocks, key=lambda block: len(board.liberties(block.stones[0]))):
        found += [n for n in map(board.index, board.liberties(block.stones[0])) if n in legal]
    return found


def is_sensible(board: Board, index: int, color: Color) -> bool:
    """Whether a legal move is neither suicide nor fills an own eye."""
    if is_own_eye(board, index, color):
        return False
    if not board.rules.suicide:
        return True
    after = board.copy()
    after.play_recorded(index, color)
    return after.color_at(index) != 0


def is_own_eye(board: Board, index: int, color: Color) -> bool:
    """Whether an empty point is an eye of a colour: its own stones on all sides, and at most
    one corner of the other colour, none at the edge.

    >>> board = Board.from_diagram(".XO/XX./...")
    >>> is_own_eye(board, 0, "B"), is_own_eye(board, 8, "B")
    (True, False)
    """
    own = 1 if color == "B" else -1
    row, column = divmod(index, board.columns)
    at_edge = False
    lost_corners = 0
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            if not (down or right):
                continue
            r, c = row + down, column + right
            if not (0 <= r < board.rows and 0 <= c < board.columns):
                at_edge = True
                continue
            sign = board.color_at(r * board.columns + c)
            if down and right:
                lost_corners += sign == -own
            elif sign != own:
                return False
    return lost_corners < (1 if at_edge else 2)
