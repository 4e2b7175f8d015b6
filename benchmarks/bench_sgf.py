"""Reading and replaying game records: Goseki against sgfmill, on the same games in one run.

    python benchmarks/bench_sgf.py              games per second of both, and the ratio
    python benchmarks/bench_sgf.py --all        compare moves and final positions of all games

The games are `*.sgfs.xz` files, one SGF a line, in a folder given by `--games`.
"""

from __future__ import annotations

import argparse
import lzma
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from sgfmill import sgf, sgf_moves

from goseki.records import parse_sgf

DEFAULT_GAMES = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "games"

ROUNDS = 5

Reading: TypeAlias = tuple[list[tuple[str, int]], bytes]
"""The moves as indices, and the signs of the final stones, row by row from the top."""


def lines_of(path: Path, step: int = 1) -> Iterator[bytes]:
    with lzma.open(path) as lines:
        yield from islice(lines, 0, None, step)


def replay_with_goseki(line: bytes) -> object:
    return parse_sgf(line)[0].position()


def replay_with_sgfmill(line: bytes) -> object:
    board, plays = sgf_moves.get_setup_and_moves(sgf.Sgf_game.from_bytes(line))
    for color, point in plays:
        if point is not None:
            board.play(*point, color)
    return board


def parse_with_goseki(line: bytes) -> object:
    return parse_sgf(line)[0].move_indices()


def parse_with_sgfmill(line: bytes) -> object:
    game = sgf.Sgf_game.from_bytes(line)
    return [node.get_move() for node in game.get_main_sequence()]


def games_per_second(read: Callable[[bytes], object], lines: list[bytes]) -> float:
    start = time.perf_counter()
    for line in lines:
        read(line)
    return len(lines) / (time.perf_counter() - start)


def compare_speed(paths: list[Path], games: int) -> None:
    lines = [line for path in paths for line in islice(lines_of(path), games)]
    print(f"{len(lines)} games of {len(paths)} files, best of {ROUNDS} rounds")
    for what, ours, theirs in (
        ("parse", parse_with_goseki, parse_with_sgfmill),
        ("parse and replay", replay_with_goseki, replay_with_sgfmill),
    ):
        rounds = [
            (games_per_second(ours, lines), games_per_second(theirs, lines)) for _ in range(ROUNDS)
        ]
        fast, slow = map(max, zip(*rounds, strict=True))
        print(f"{what}: goseki {fast:.0f} games/s, sgfmill {slow:.0f} games/s: {fast / slow:.1f}x")


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
    parser.add_argument("--number", type=int, default=50, help="games of each file to time")
    parser.add_argument("--all", action="store_true", help="compare instead of timing")
    parser.add_argument("--step", type=int, default=1, help="with --all, every N-th game only")
    options = parser.parse_args()
    paths = sorted(options.games.glob("*.sgfs.xz"))
    if not paths:
        print(f"no *.sgfs.xz files in {options.games}", file=sys.stderr)
        return 2
    if options.all:
        return 1 if compare_all(paths, options.step) else 0
    compare_speed(paths, options.number)
    return 0


if __name__ == "__main__":
    sys.exit(main())
