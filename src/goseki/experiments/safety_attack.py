"""Plays on against a claim of safety on a board of any size: evidence, never a proof.

A claim of territory says that the defender can take off whatever the attacker has there, and
again whatever he puts there next. So here he does: the attacker passes until his stones are
gone, and then moves first in the room that they leave. Both play Monte-Carlo with the same number
of random games; each wants as many points as he can get. The attack succeeds if a claimed stone
is captured or if a stone of the attacker in the area lives by Benson's theorem.

>>> board = Board.from_diagram("OOOX./OOOX./OO.XX/XXXX./...X.")
>>> attack(board, "B", {3, 8, 13, 14, 15, 16, 17, 18, 23}, {0, 1, 2, 5, 6, 7, 10, 11, 12})
Attack(tries=4, lives=0, captures=0)
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from goseki import _core
from goseki.board import Board
from goseki.coords import PASS, Color, opponent
from goseki.life import benson
from goseki.players.ending import is_own_eye
from goseki.rules import Rules

TRIES = 4
PLAYOUTS = 400
MANY_MOVES = 40
"""Up to so many moves a tree is worth its while."""
_RULES = Rules(repetition="NONE", passes_to_end=4, suicide=False)


@dataclass(frozen=True)
class Attack:
    """How often an attack succeeded: by living in the area, or by taking a claimed stone."""

    tries: int
    lives: int = 0
    captures: int = 0

    @property
    def succeeds(self) -> bool:
        """Whether the claim is to be doubted: a player of chance may err, but not every other
        time."""
        return 2 * (self.lives + self.captures) >= self.tries > 0


def attack(
    board: Board,
    defender: Color,
    stones: set[int],
    territory: set[int],
    *,
    tries: int = TRIES,
    playouts: int = PLAYOUTS,
    seed: int = 0,
) -> Attack:
    """Attack a claim a number of times."""
    result = Attack(tries)
    for number in range(tries):
        game = _Game(board, defender, stones, territory, playouts, seed + number)
        game.clear()
        match game.play():
            case "lives":
                result = replace(result, lives=result.lives + 1)
            case "captures":
                result = replace(result, captures=result.captures + 1)
    return result


class _Game:
    def __init__(
        self,
        board: Board,
        defender: Color,
        stones: set[int],
        territory: set[int],
        playouts: int,
        seed: int,
    ) -> None:
        self.board = Board(board.size, _RULES)
        self.board.set_up(board.to_array(), 0, 0)
        self.defender: Color = defender
        self.attacker: Color = opponent(defender)
        self.stones = stones
        self.territory = territory
        self.playouts = playouts
        self.seed = seed

    def clear(self) -> None:
        """The defender takes off what stands in the area, the attacker passing."""
        for _ in range(self.board.size.points):
            move = self._clearing_move()
            if move is None:
                break
            self.board.play(move, self.defender)
            self.board.play(PASS, self.attacker)

    def _clearing_move(self) -> int | None:
        """A liberty of the block with the fewest, at which the defender's stone is safe."""
        board = self.board
        blocks: dict[int, list[int]] = {}
        for index in self.territory:
            if board.at(index) == self.attacker:
                blocks.setdefault(min(board.block_points(index)), board.block_liberties(index))
        legal = set(board.legal_points(self.defender).tolist())
        for liberties in sorted(blocks.values(), key=len):
            for index in liberties:
                if index not in legal:
                    continue
                if len(liberties) == 1 or self._liberties_after(index) > 1:
                    return index
        return None

    def _liberties_after(self, index: int) -> int:
        self.board.play(index, self.defender)
        count = len(self.board.block_liberties(index))
        self.board.undo()
        return count

    def play(self) -> str | None:
        """Play on, the attacker first, until he succeeds or both pass."""
        board = self.board
        passes = 0
        for number in range(3 * len(self.territory) + 20):
            color = self.defender if number % 2 else self.attacker
            board.to_play = color
            move = self._choose(color, number)
            passes = passes + 1 if move is None else 0
            if passes == 2:
                break
            board.play(PASS if move is None else move, color)
            if any(board.at(index) != self.defender for index in self.stones):
                return "captures"
            if number % 2 == 0 and self._attacker_lives():
                return "lives"
        return None

    def _attacker_lives(self) -> bool:
        sign = 1 if self.attacker == "B" else -1
        alive = benson(self.board).proven.reshape(-1) == sign
        return any(alive[i] and self.board.at(i) == self.attacker for i in self.territory)

    def _choose(self, color: Color, number: int) -> int | None:
        """A move in the area. A claimed block in atari is taken, and saved, before all else."""
        board = self.board
        legal = board.legal_points(color).tolist()
        moves = [i for i in legal if i in self.territory and not is_own_eye(board, i, color)]
        threatened = self._in_atari()
        if threatened and color == self.attacker:
            moves = [i for i in legal if i in threatened] or moves
        elif threatened:
            moves = [i for i in legal if self._saves(i)] or moves
        elif color == self.attacker:
            moves += [i for i in self._near_ataris() if i in legal and i not in moves]
        if not moves:
            return None
        seed = 1000 * self.seed + number
        if len(moves) > MANY_MOVES:
            return self._by_first_moves(moves, seed)
        return self._by_tree(moves, color, seed)

    def _in_atari(self) -> set[int]:
        """The last liberties of claimed blocks that have but one."""
        found = map(self.board.block_liberties, self.stones)
        return {liberties[0] for liberties in found if len(liberties) == 1}

    def _near_ataris(self) -> set[int]:
        """The liberties of claimed blocks that have two."""
        found = map(self.board.block_liberties, self.stones)
        return {index for liberties in found if len(liberties) == 2 for index in liberties}

    def _saves(self, index: int) -> bool:
        self.board.play(index, self.defender)
        saved = not self._in_atari()
        self.board.undo()
        return saved

    def _by_first_moves(self, moves: list[int], seed: int) -> int:
        """All moves as first, where who gets more than in the mean has won."""
        board = self.board
        even = _core.run_playouts(board, self.playouts // 2, seed=seed)
        sums = _core.run_playouts(
            board, self.playouts, seed=seed + 1, komi=round(even.lead / even.games) + 0.5, amaf=True
        )
        visits = sums.first_plays(board).reshape(-1)[moves]
        wins = sums.first_play_wins(board).reshape(-1)[moves]
        return moves[int(np.argmax((wins + 0.5) / (visits + 2.0)))]

    def _by_tree(self, moves: list[int], color: Color, seed: int) -> int | None:
        board = self.board
        refused = sorted(set(np.flatnonzero(board.to_array() == 0).tolist()) - set(moves))
        move, *_ = _core.phantom_choose(
            board.to_array(),
            color == "B",
            0,
            refused,
            "uct_rand",
            True,
            0.0,
            10 * self.playouts,
            0.0,
            seed,
            1,
            0.5,
            0.0,
            0.0,
        )
        return None if move < 0 else move
