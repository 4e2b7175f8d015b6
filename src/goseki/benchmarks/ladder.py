"""Ladders read, beside the same moves played on a board.

No peer in Python reads ladders. Whoever reads one has to play it out, so the ratio says what is
left over for the choices on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from goseki import _core
from goseki.benchmarks import Measurement, rate
from goseki.board import Board
from goseki.tactics.ladder import MEMORY, read_ladder

REPEATS = 200
LADDERS = {
    "9x9": (["C5", "C6", "D4"], "D5"),
    "19x19": (["B3", "B4", "C2", "D2"], "C3"),
}
"""The attacker's stones, and the defender's one, from corner to corner."""


def measure() -> Iterator[Measurement]:
    """Ladders across the board, beside the same moves played on a board."""
    for size, (black, white) in LADDERS.items():
        board = Board(size)
        board.setup(black=black, white=[white], to_play="B")
        line = [board.index(move) for move in read_ladder(board, white).pv]

        def play(board: Board = board, line: list[int] = line) -> int:
            for _ in range(REPEATS):
                for move in line:
                    board.play(move)
                board.undo(len(line))
            return REPEATS

        yield _measured(f"ladder, {size}", board, white, play, zone=False)
        yield _measured(f"ladder, {size}, with its zone", board, white, play, zone=True)


def _measured(
    name: str, board: Board, target: str, play: Callable[[], int], *, zone: bool
) -> Measurement:
    def read() -> _core.LadderReading:
        return _core.read_ladder(
            board,
            board.index(target),
            black_to_play=True,
            ban=-1,
            attacker_threats=0,
            defender_threats=0,
            moves=False,
            zone=zone,
            memory=MEMORY,
            nodes=0,
        )

    def ours() -> int:
        for _ in range(REPEATS):
            read()
        return REPEATS

    nodes = read().nodes
    ours_rate, peer_rate = rate(ours, play)
    note = f"{nodes} nodes each, {nodes * ours_rate:,.0f} a second"
    return Measurement(name, ours_rate, peer_rate, "its moves on a board", note=note)
