"""What a network sees of a position, written once more from what its planes are said to mean
(`core/features/planes.h`), on sets of points and with the reference's rules.

Only ladders are asked of the package (`goseki.tactics.read_ladder`), which has a judge of its own:
`tests/judges/slow_ladder.py`.

`python -m tests.judges.slow_planes [GAMES] [SEED]` compares it with the core on every position of
random games on boards of all sizes (default: 200).
"""

from __future__ import annotations

import random
import sys

import numpy as np
import numpy.typing as npt

from goseki import Board, Rules, _core
from goseki.coords import Color, Size
from goseki.reference import Referee
from goseki.reference.rules import OPPONENT, Point, connected, liberties, place
from goseki.tactics import read_ladder

MOVES_AGO = ("last move", "2 moves ago", "3 moves ago", "4 moves ago", "5 moves ago")
RECORD_RULES = Rules(repetition="NONE", ko_pass=False)
"""Simple ko, and nothing but passes ends the game."""


class TwinGame:
    """One game, kept by the reference and by a board, which is asked for ladders only."""

    def __init__(self, size: Size, rules: Rules = RECORD_RULES) -> None:
        self.referee = Referee(
            size.columns,
            size.rows,
            ko=rules.ko,
            repetition=rules.repetition,
            passes_to_end=rules.passes_to_end,
            ko_pass=rules.ko_pass,
            suicide=rules.suicide,
        )
        self.board = Board(size, rules)

    def set_up(self, black: list[Point], white: list[Point], to_play: Color) -> None:
        self.referee.setup(black, white, to_play)
        self.board.setup(black, white, to_play=to_play)

    def play(self, point: Point | None) -> None:
        self.referee.play(self.referee.to_play, point)
        self.board.play("pass" if point is None else point)

    def play_random(self, rng: random.Random, passes: float = 0.03) -> bool:
        """Play a random move, which now and then is a pass. False at the end of the game."""
        if self.referee.over:
            return False
        points = self.referee.legal_points(self.referee.to_play)
        self.play(rng.choice(points) if points and rng.random() >= passes else None)
        return True


def count_name(count: int, most: int, names: str) -> str:
    """`3 liberties`, `4 or more`: the last name is for that many and more."""
    return names.split("|")[min(count, most) - 1]


def slow_planes(game: TwinGame) -> dict[str, set[Point]]:
    """The points of each plane, by its name."""
    referee = game.referee
    stones, neighbours, own = referee.stones, referee.neighbours, referee.to_play
    planes: dict[str, set[Point]] = {name: set() for name in _core.plane_names()}
    planes["board"] = set(neighbours)
    for point, color in stones.items():
        block = connected(point, stones, neighbours)
        whose = "own" if color == own else "other"
        count = len(liberties(block, stones, neighbours))
        planes[
            f"{whose}, {count_name(count, 4, '1 liberty|2 liberties|3 liberties|4 or more')}"
        ].add(point)
    for name, (_, played) in zip(MOVES_AGO, reversed(referee.moves), strict=False):
        if played is not None:
            planes[name].add(played)
    if referee.ko_point is not None:
        planes["ko"].add(referee.ko_point)
    legal = set(referee.legal_points(own))
    planes["legal"] = legal
    for point in legal:
        after = place(stones, own, point, neighbours)
        if not after.suicided:
            block = connected(point, after.stones, neighbours)
            count = len(liberties(block, after.stones, neighbours))
            name = count_name(count, 4, "1 liberty|2 liberties|3 liberties|4 or more")
            planes[f"{name} after"].add(point)
        if after.captured:
            taken = count_name(len(after.captured), 3, "takes 1|takes 2|takes 3 or more")
            planes[taken].add(point)
    for point, color in stones.items():
        ladder = read_ladder(game.board, point, OPPONENT[color])
        assert ladder.status != "unknown"
        if ladder.status == "captured":
            if color == own:
                planes["own, in a ladder"].add(point)
            else:
                assert ladder.best_complete
                planes["other, in a ladder"].add(point)
                # Taking a block in atari is no beginning: the planes of captures show it.
                block = connected(point, stones, neighbours)
                if len(liberties(block, stones, neighbours)) > 1:
                    planes["begins a ladder"] |= legal & {(p.column, p.row) for p in ladder.best}
    return planes


def as_array(game: TwinGame, planes: dict[str, set[Point]]) -> npt.NDArray[np.uint8]:
    """Planes as the core writes them: rows from the top."""
    rows, columns = game.referee.rows, game.referee.columns
    array = np.zeros((len(planes), rows, columns), np.uint8)
    for number, name in enumerate(_core.plane_names()):
        for column, row in planes[name]:
            array[number, rows - 1 - row, column] = 1
    return array


def slow_globals(game: TwinGame, komi: float) -> npt.NDArray[np.float32]:
    """The numbers beside the planes, in the order of their names."""
    referee = game.referee
    given = komi if referee.to_play == "W" else -komi
    passed = bool(referee.moves) and referee.moves[-1][1] is None
    values = {
        "komi": given / 20,
        "pass": float(passed),
        "size": (referee.columns * referee.rows - 81) / 280,
    }
    return np.array([values[name] for name in _core.global_names()], np.float32)


def difference(game: TwinGame, komi: float) -> str | None:
    """What the core writes otherwise than this judge, if anything."""
    planes, globals_ = _core.planes_of(game.board, 0, komi)
    expected = as_array(game, slow_planes(game))
    for name, ours, theirs in zip(_core.plane_names(), planes, expected, strict=True):
        if not np.array_equal(ours, theirs):
            return f"plane {name}: core\n{ours}\njudge\n{theirs}\n{game.board}"
    if not np.allclose(globals_, slow_globals(game, komi)):
        return f"globals {globals_}, not {slow_globals(game, komi)}"
    return None


def main(games: int, seed: int) -> int:
    rng = random.Random(seed)
    positions = 0
    for _ in range(games):
        game = TwinGame(Size(rng.randint(1, 19), rng.randint(1, 19)))
        longest = rng.randint(1, 2 * game.board.size.points)
        while game.board.ply < longest:
            positions += 1
            if found := difference(game, rng.uniform(-20, 20)):
                print(found)
                return 1
            if not game.play_random(rng, passes=0.01):
                break
    print(f"{positions} positions of {games} games: no difference")
    return 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(*(given + [200, 1][len(given) :])))
