"""Benson for both colours, in the core, beside the plain area count of the same board.

No peer in Python offers Benson. The area count floods the board, too, and every program
pays for it at the end of a game: the ratio says how expensive the proof is beside it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from goseki import _core
from goseki.benchmarks import Measurement, rate
from goseki.board import Board

SEED = 7
REPEATS = 500
SIDES = (5, 9, 19)


def measure() -> Iterator[Measurement]:
    """Benson's theorem beside an area count. Both colours of final and half-played boards."""
    for side in SIDES:
        final = random_final_board(side, SEED)
        half = final.copy()
        half.undo(final.ply // 2)
        for name, board in (("final", final), ("half-played", half)):
            yield _measure_board(f"benson, {name} {side}x{side}", board)


def _measure_board(name: str, board: Board) -> Measurement:
    def ours() -> int:
        _core.benson_repeat(board, REPEATS)
        return REPEATS

    def peer() -> int:
        for _ in range(REPEATS):
            board.count([])
        return REPEATS

    ours_rate, peer_rate = rate(ours, peer)
    note = f"{1e6 / ours_rate:.1f} microseconds for both colours"
    return Measurement(name, ours_rate, peer_rate, "area count", note=note)


def random_final_board(side: int, seed: int) -> Board:
    """A board filled by random play that spares each colour's own eyes."""
    rng = random.Random(seed)
    board = Board(f"{side}x{side}", "chinese")
    while not board.is_over and board.ply < 3 * side * side:
        true, false = _core.eyes(board, board.to_play == "B")
        eyes = {*true, *false}
        moves = [move for move in board.legal_points().tolist() if move not in eyes]
        board.play(rng.choice(moves) if moves else -1)
    return board
