"""Every game of a collection read by Goseki and by sgfmill: same moves, same final position?

    python benchmarks/compare_sgf.py --games FOLDER

The games are `*.sgfs.xz` files, one SGF a line. `goseki bench sgf` compares the speed.
"""

from __future__ import annotations

import argparse
import lzma
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from sgfmill import sgf, sgf_moves

from goseki.records import parse_sgf

DEFAULT_GAMES = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "games"

Reading: TypeAlias = tuple[list[tuple[str, int]], bytes]
"""The moves as indices, and the signs of the final stones, row by row from the top."""


def lines_of(path: Path, step: int = 1) -> Iterator[bytes]:
    with lzma.open(path) as lines:
        yield from islice(lines, 0, None, step)


def goseki_reading(line: bytes) -> Reading:
    game = parse_sgf(line)[0]
    return [(color, index) for color, index in game.move_indices()], (
        game.position().to_array().tobytes()
    )


def sgfmill_reading(line: bytes) -> Reading:
    board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(line))
    side = board.side
    moves = []
    for color, point in plays:
        if point is None:
            moves.append((color.upper(), -1))
        else:
            board.play(*point, color)
            moves.append((color.upper(), (side - 1 - point[0]) * side + point[1]))
    sign = {"b": 1, "w": 255, None: 0}
    stones = bytes(
        sign[board.get(row, column)] for row in reversed(range(side)) for column in range(side)
    )
    return moves, stones


def compare_all(paths: list[Path], step: int) -> int:
    """Print the number of differences per file, and return their sum."""
    total = 0
    for path in paths:
        games = different = 0
        for line in lines_of(path, step):
            games += 1
            different += goseki_reading(line) != sgfmill_reading(line)
        print(f"{path.name}: {games} games, {different} differences", flush=True)
        total += different
    return total


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--games", type=Path, default=DEFAULT_GAMES, help="folder of *.sgfs.xz")
    parser.add_argument("--step", type=int, default=1, help="every N-th game only")
    options = parser.parse_args()
    paths = sorted(options.games.glob("*.sgfs.xz"))
    if not paths:
        print(f"no *.sgfs.xz files in {options.games}", file=sys.stderr)
        return 2
    return 1 if compare_all(paths, options.step) else 0


if __name__ == "__main__":
    sys.exit(main())
