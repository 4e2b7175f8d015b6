"""Games to learn from in a test: each move is near the one before it, so that there is something to
learn, and there are games for training, validation and test."""

from __future__ import annotations

import random
from pathlib import Path

from goseki import Board, Size


def write_toy_games(folder: Path, count: int = 150, side: int = 9, moves: int = 24) -> Path:
    """A folder with a collection of so many games."""
    rng = random.Random(3)
    size = Size(side, side)
    lines = []
    for _ in range(count):
        board = Board(size)
        while board.ply < moves:
            points = [board.point(int(n)) for n in board.legal_points()]
            if board.moves:
                last = board.moves[-1].point
                near = [
                    p for p in points if abs(p.column - last.column) + abs(p.row - last.row) <= 2
                ]
                points = near or points
            board.play(rng.choice(points))
        played = "".join(f";{m.color}[{size.to_sgf(m.point)}]" for m in board.moves)
        lines.append(f"(;SZ[{side}]KM[7]RE[{rng.choice('BW')}+R]{played})")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "toy.sgfs").write_text("\n".join(lines))
    return folder
