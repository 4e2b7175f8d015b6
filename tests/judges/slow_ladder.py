"""Ladders read in the plainest way, sharing nothing with the core.

The definition, word for word: every move of the attacker leaves the target in atari or captures
it; the defender may play any legal move or pass. So every point of the board is tried at every
turn. A position that comes back on the way is no success of the attacker's.

As a program it compares the two on random positions: `python -m tests.judges.slow_ladder 10000`.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass

import goseki as gs
from goseki.coords import Color, opponent
from goseki.tactics import read_ladder

Place = tuple[int, int]
Threats = dict[Color, int | None]


class TooLongError(Exception):
    """A ladder that would take the slow reader for ever."""


@dataclass(frozen=True)
class Situation:
    """Stones, whose turn it is, where he is banned, and the threats that are left."""

    stones: frozenset[tuple[Place, Color]]
    to_play: Color
    ban: Place | None
    black_threats: int | None
    white_threats: int | None

    @property
    def threats(self) -> int | None:
        return self.black_threats if self.to_play == "B" else self.white_threats


class SlowLadder:
    """Reads ladders on a board of some size."""

    def __init__(self, columns: int, rows: int, most_positions: int = 100_000) -> None:
        self.places = [(x, y) for y in range(rows) for x in range(columns)]
        self.near = {
            (x, y): [p for p in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)) if p in grid]
            for grid in [set(self.places)]
            for x, y in self.places
        }
        self.left = most_positions

    def block(self, board: dict[Place, Color], stone: Place) -> tuple[set[Place], set[Place]]:
        """The stones and the liberties of a block."""
        stones, liberties, edge = {stone}, set(), [stone]
        while edge:
            for near in self.near[edge.pop()]:
                if near not in board:
                    liberties.add(near)
                elif board[near] == board[stone] and near not in stones:
                    stones.add(near)
                    edge.append(near)
        return stones, liberties

    def after(self, now: Situation, move: Place | None) -> Situation | None:
        """What a move leads to, or nothing if it is illegal."""
        other = opponent(now.to_play)
        black, white = now.black_threats, now.white_threats
        if move is None:
            return Situation(now.stones, other, None, black, white)
        board = dict(now.stones)
        if move in board:
            return None
        if move == now.ban:
            if now.threats == 0:
                return None
            if now.to_play == "B" and black is not None:
                black -= 1
            if now.to_play == "W" and white is not None:
                white -= 1
        board[move] = now.to_play
        taken: set[Place] = set()
        for near in self.near[move]:
            if board.get(near) == other:
                stones, liberties = self.block(board, near)
                if not liberties:
                    taken |= stones
        for stone in taken:
            del board[stone]
        stones, liberties = self.block(board, move)
        if not liberties:
            return None
        is_ko = len(taken) == 1 and len(stones) == 1 and liberties == taken
        return Situation(
            frozenset(board.items()), other, next(iter(taken)) if is_ko else None, black, white
        )

    def captures(self, now: Situation, target: Place, on_the_way: frozenset[Situation]) -> bool:
        """Whether the stone at the target, which is there, is captured."""
        self.left -= 1
        if self.left < 0:
            raise TooLongError
        if now in on_the_way:
            return False
        on_the_way |= {now}
        board = dict(now.stones)
        attacks = board[target] != now.to_play
        liberties = self.block(board, target)[1]
        if attacks and len(liberties) > 2:
            return False
        if attacks and len(liberties) == 1 and self.after(now, next(iter(liberties))):
            return True
        for move in (None, *self.places):
            later = self.after(now, move)
            if later is None:
                continue
            captured = self.captured_after(later, target, on_the_way)
            if captured == attacks:
                return attacks
        return not attacks

    def captured_after(
        self, now: Situation, target: Place, on_the_way: frozenset[Situation]
    ) -> bool:
        """The same after a move. If that was the attacker's and is no atari, it is no ladder."""
        board = dict(now.stones)
        if target not in board:
            return True
        if board[target] == now.to_play and len(self.block(board, target)[1]) > 1:
            return False
        return self.captures(now, target, on_the_way)


def judge(board: gs.Board, target: gs.Point, to_play: Color, threats: Threats) -> tuple[bool, set]:
    """Whether the target is captured, and with which first moves the side to move has his way;
    of those a pass alone, if that will do."""
    slow = SlowLadder(board.columns, board.rows)
    stones = frozenset(((p.column, p.row), c) for c in ("B", "W") for p in board.stones(c))
    ko = board.ko if board.to_play == to_play else None
    ban = None if ko is None else (ko.column, ko.row)
    start = Situation(stones, to_play, ban, threats["B"], threats["W"])
    place = (target.column, target.row)
    attacks = board.at(target) != to_play
    liberties = [(p.column, p.row) for p in board.liberties(target)]
    if attacks and len(liberties) > 2:
        return False, set()
    if attacks and len(liberties) == 1 and slow.after(start, liberties[0]):
        return True, {gs.Point(*liberties[0])}
    good = set()
    for move in (None, *slow.places):
        later = slow.after(start, move)
        if later is None or slow.captured_after(later, place, frozenset({start})) != attacks:
            continue
        if move is None:
            return attacks, {gs.PASS}
        good.add(gs.Point(*move))
    return bool(good) == attacks, good


def random_board(rng: random.Random) -> gs.Board:
    """A position of a random game, often with a ko."""
    size = rng.choice(["3x3", "4x3", "4x4", "5x4", "5x5"])
    board = gs.Board(size)
    for _ in range(rng.randrange(2, 2 * board.size.points)):
        moves = [move for move in board.legal_moves if not move.is_pass]
        if not moves:
            break
        board.play(rng.choice(moves))
    return board


def differences(count: int, seed: int = 1) -> tuple[list[str], dict[str, int]]:
    """Where the core and the slow reader differ, and how often they said what."""
    rng = random.Random(seed)
    wrong: list[str] = []
    said: dict[str, int] = {}
    while sum(said.values()) < count:
        board = random_board(rng)
        stones = board.stones("B") + board.stones("W")
        if not stones:
            continue
        target = rng.choice(stones)
        to_play = rng.choice(["B", "W"]) if board.ko is None else board.to_play
        threats: Threats = {c: rng.choice([0, 0, 1, 2, None]) for c in ("B", "W")}
        try:
            captured, moves = judge(board, target, to_play, threats)
        except (TooLongError, RecursionError):
            said["too long"] = said.get("too long", 0) + 1
            continue
        found = read_ladder(board, target, to_play, threats=threats)
        status = "captured" if captured else "escapes"
        key = f"{status}, {'ko' if found.ko else 'no ko'}"
        said[key] = said.get(key, 0) + 1
        if found.status != status or set(found.best) != moves or not found.best_complete:
            wrong.append(f"{board!s}\n{target} {to_play} {threats} ko {board.ko}: {found}, {moves}")
    return wrong, said


if __name__ == "__main__":
    wrong, said = differences(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    print(*wrong, said, sep="\n")
    sys.exit(bool(wrong))
