"""Guesses about stones, for where the time was too short for a proof.

GNU Go's words have none for what is not known, so whoever asks in them is told what is likely. A
block is looked at as a player does at first sight: few moves are tried, and who gets many liberties
has escaped. Of larger groups random games are asked. All this is an estimate, whatever it says.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from goseki import _core
from goseki.board import Board
from goseki.connected import neighbors_of
from goseki.coords import PASS, Color, Point, opponent
from goseki.playouts import run_playouts
from goseki.tactics import read_ladder
from goseki.tactics.fight import as_fought
from goseki.tactics.ladder import UNLIMITED

MANY_LIBERTIES = 5
"""A block that has so many is thought to escape."""
DEEPEST = 30
NODES_OF_A_LADDER = 500
NODES_OF_FIRST_MOVES = 50_000
"""Of the ladder that is read to see which moves break it."""
MEMORY = 1 << 20
"""Bytes for the table of a ladder."""
MOST_MOVES = 12
"""First moves of a connection that are tried."""
FIRST_GAMES = 40
MORE_GAMES = 400
CHANCE = 0.5
"""Stones that survive in fewer random games are thought to be lost."""


@dataclass(frozen=True)
class Guess:
    """Whether the side to move is thought to have its way, and how."""

    works: bool
    move: Point = PASS
    ko: bool = False
    """Whether ko threats of the loser would turn it round."""


def guess_capture(board: Board, stone: Point, mover: Color, seconds: float) -> Guess:
    """Whether a block is captured by its opponent, or saved by its owner, who moves first.

    >>> board = Board("9x9"); board.setup(["D5", "D6", "E4", "F4"], ["E5", "H8"])
    >>> guess_capture(board, Point.parse("E5"), "B", 5.0)
    Guess(works=True, move=Point.parse('F6'), ko=False)
    """
    start = time.monotonic()
    prover_first = mover != board.at(stone)
    reading = _Capture(board, mover, board.index(stone), start + 0.7 * seconds)
    found = reading.guess(prover_first)
    if not reading.met_ko:
        return found
    reading = _Capture(board, mover, board.index(stone), start + seconds)
    reading.free = opponent(mover) if found.works else mover
    again = reading.guess(prover_first)
    move = found.move if found.works else again.move
    return Guess(found.works, move, ko=again.works != found.works)


def guess_connection(board: Board, one: Point, other: Point, mover: Color, seconds: float) -> Guess:
    """Whether two blocks are connected by their owner, or cut apart by the opponent, who moves
    first.

    >>> board = Board("9x9"); board.setup(["D5", "D7"], ["E6"])
    >>> guess_connection(board, Point.parse("D5"), Point.parse("D7"), "B", 5.0)
    Guess(works=True, move=Point.parse('D6'), ko=False)
    """
    places = (board.index(one), board.index(other))
    reading = _Connection(board, mover, places, time.monotonic() + seconds)
    return reading.guess(mover == board.at(one), mover_if_in_doubt=True)


# -- reading ------------------------------------------------------------------------------


class _SpentError(Exception):
    pass


class _Reading(ABC):
    """A search among few moves, deepened until the time is up. The prover wants to capture or to
    connect."""

    def __init__(self, board: Board, mover: Color, deadline: float) -> None:
        self.board = as_fought(board, mover)
        self.around = neighbors_of(board.size)
        self.free: Color | None = None
        """Who has ko threats without end."""
        self.met_ko = False
        self._deadline = deadline
        self._known: dict[tuple[int, int], bool] = {}

    @abstractmethod
    def state(self, provers_turn: bool, depth: int) -> bool | None:
        """Whether the prover has reached the goal or has lost it; None if it is open."""

    @abstractmethod
    def moves(self, provers_turn: bool) -> Iterable[int]:
        """The moves to try, the best first."""

    def first_moves(self, prover_first: bool) -> Iterable[int]:
        """The same at the start, where more may be tried."""
        return self.moves(prover_first)

    def guess(self, prover_first: bool, *, mover_if_in_doubt: bool = False) -> Guess:
        """Whether the side to move has its way. If in doubt it has, or the prover has not."""
        moves = [move for move in self.first_moves(prover_first) if self._is_legal(move)]
        if prover_first:
            return self._reach(moves, mover_if_in_doubt)
        return self._prevent([*moves, -1])

    def _reach(self, moves: list[int], if_in_doubt: bool) -> Guess:
        try:
            for depth in range(1, DEEPEST, 2):
                for move in moves:
                    if self._after(move, True, depth):
                        return Guess(True, self.board.point(move))
        except _SpentError:
            if if_in_doubt and moves:
                return Guess(True, self.board.point(moves[0]))
        return Guess(False)

    def _prevent(self, moves: list[int]) -> Guess:
        """Leave out the moves after which the goal is reached, deeper and deeper."""
        try:
            for depth in range(2, DEEPEST, 2):
                for move in list(moves):
                    if self._after(move, False, depth):
                        moves.remove(move)
                if not moves:
                    return Guess(False)
        except _SpentError:
            pass
        return Guess(True, self.board.point(moves[0])) if moves else Guess(False)

    def _after(self, move: int, prover_moved: bool, depth: int) -> bool:
        """Whether the prover reaches the goal after a move, within some more moves."""
        if move >= 0 and move == self.board.ko_index:
            self.board.play_recorded(move)
        else:
            self.board.play_assume_legal(move)
        try:
            return self._reaches(not prover_moved, depth - 1)
        finally:
            self.board.undo()

    def _reaches(self, provers_turn: bool, depth: int) -> bool:
        if time.monotonic() > self._deadline:
            raise _SpentError
        state = self.state(provers_turn, depth)
        if state is not None:
            return state
        if depth <= 0:
            return False
        key = (self.board.hash, depth)
        if key not in self._known:
            self._known[key] = self._search(provers_turn, depth)
        return self._known[key]

    def _search(self, provers_turn: bool, depth: int) -> bool:
        if not provers_turn and not self._after(-1, False, depth):
            return False
        taking_back = [self.board.ko_index] if self.board.ko_index >= 0 else []
        tried = filter(self._is_legal, [*taking_back, *self.moves(provers_turn)])
        reached = (self._after(move, provers_turn, depth) for move in tried)
        return any(reached) if provers_turn else all(reached)

    def _is_legal(self, move: int) -> bool:
        if move == self.board.ko_index:
            self.met_ko = True
            return self.board.to_play == self.free
        return self.board.color_at(move) == 0 and self.board.is_legal(move)

    def is_ladder(self, stone: int) -> bool:
        """Whether a block is captured in a ladder."""
        board = self.board
        owner: Color = "B" if board.color_at(stone) > 0 else "W"
        found = _core.read_ladder(
            board,
            stone,
            board.to_play == "B",
            board.ko_index,
            UNLIMITED if self.free == opponent(owner) else 0,
            UNLIMITED if self.free == owner else 0,
            moves=False,
            zone=False,
            memory=MEMORY,
            nodes=NODES_OF_A_LADDER,
        )
        self.met_ko |= found.met_ban
        return found.verdict == "proven"

    def _empty_beside(self, points: Iterable[int]) -> list[int]:
        beside = (n for point in points for n in self.around[point])
        return [n for n in dict.fromkeys(beside) if self.board.color_at(n) == 0]

    def _weak_neighbors(self, stone: int) -> list[int]:
        """Liberties of the opponent's blocks beside a block that have one or two."""
        board, sign = self.board, self.board.color_at(stone)
        beside = {n for point in board.block_points(stone) for n in self.around[point]}
        found = {n: board.block_liberties(n) for n in beside if board.color_at(n) == -sign}
        weak = sorted((libs for libs in found.values() if len(libs) <= 2), key=len)
        return [liberty for libs in weak for liberty in libs]


class _Capture(_Reading):
    def __init__(self, board: Board, mover: Color, stone: int, deadline: float) -> None:
        super().__init__(board, mover, deadline)
        self._stone = stone
        self._sign = board.color_at(stone)

    def state(self, provers_turn: bool, depth: int) -> bool | None:
        if self.board.color_at(self._stone) != self._sign:
            return True
        liberties = self.board.block_liberties(self._stone)
        if len(liberties) >= MANY_LIBERTIES:
            return False
        if provers_turn and len(liberties) == 1 and self._is_legal(liberties[0]):
            return True
        if len(liberties) == 1 + provers_turn and self.is_ladder(self._stone):
            return True
        # Each further liberty takes the attacker one more move.
        return False if depth < 2 * len(liberties) - 1 - (not provers_turn) else None

    def first_moves(self, prover_first: bool) -> Iterable[int]:
        """Also those that break a ladder, wherever they are."""
        board = self.board
        ladder = read_ladder(board, board.point(self._stone), nodes=NODES_OF_FIRST_MOVES)
        best = [board.index(move) for move in ladder.best if not move.is_pass]
        return dict.fromkeys([*self.moves(prover_first), *best])

    def moves(self, provers_turn: bool) -> Iterable[int]:
        board = self.board
        liberties = board.block_liberties(self._stone)
        near = self._empty_beside(liberties)
        gains = {p: sum(board.color_at(n) == 0 for n in self.around[p]) for p in liberties}
        first = sorted(liberties, key=lambda p: -gains[p])
        weak = self._weak_neighbors(self._stone)
        return dict.fromkeys([*first, *near, *weak] if provers_turn else [*weak, *first, *near])


class _Connection(_Reading):
    def __init__(
        self, board: Board, mover: Color, stones: tuple[int, int], deadline: float
    ) -> None:
        super().__init__(board, mover, deadline)
        self._one, self._other = stones
        self._sign = board.color_at(self._one)

    def state(self, provers_turn: bool, depth: int) -> bool | None:
        board = self.board
        if not board.color_at(self._one) == board.color_at(self._other) == self._sign:
            return False
        if self._other in board.block_points(self._one):
            return True
        if len(self._common()) > (not provers_turn):
            return True
        return True if self._catches_what_cuts(provers_turn) else None

    def _catches_what_cuts(self, provers_turn: bool) -> bool:
        """Whether stones that touch both blocks are caught, in a ladder at most."""
        board = self.board
        beside = [
            {n for p in board.block_points(stone) for n in self.around[p]}
            for stone in (self._one, self._other)
        ]
        for stone in beside[0]:
            if board.color_at(stone) != -self._sign:
                continue
            few = 1 + provers_turn
            cuts = not beside[1].isdisjoint(board.block_points(stone))
            if cuts and len(board.block_liberties(stone)) <= few and self.is_ladder(stone):
                return True
        return False

    def _common(self) -> list[int]:
        """Points that connect at once."""
        other = set(self.board.block_liberties(self._other))
        return [p for p in self.board.block_liberties(self._one) if p in other]

    def moves(self, provers_turn: bool) -> Iterable[int]:
        common = self._common()
        if common:  # the other side must play there, or take something
            weak = [*self._weak_neighbors(self._one), *self._weak_neighbors(self._other)]
            return dict.fromkeys([*common, *weak])
        ways = self._ways()
        shortest = min(ways.values(), default=0)
        between = sorted((p for p in ways if ways[p] <= shortest + 1), key=lambda p: ways[p])
        weak = [*self._weak_neighbors(self._one), *self._weak_neighbors(self._other)]
        return dict.fromkeys([*between[:MOST_MOVES], *weak])

    def _ways(self) -> dict[int, int]:
        """The empty points on a way from block to block, and how long it is."""
        here, there = self._distances(self._one), self._distances(self._other)
        return {p: here[p] + there[p] for p in here if p in there and not self.board.color_at(p)}

    def _distances(self, stone: int) -> dict[int, int]:
        """How many moves each point is from a block; own stones cost nothing."""
        found = dict.fromkeys(self.board.block_points(stone), 0)
        border = list(found)
        while border:
            following: list[int] = []
            for point in border:
                for n in self.around[point]:
                    color = self.board.color_at(n)
                    if n in found or color == -self._sign:
                        continue
                    if color == 0:
                        found[n] = found[point] + 1
                        following.append(n)
                    else:
                        for friend in self.board.block_points(n):
                            found.setdefault(friend, found[point])
                            following.append(friend)
            border = following
        return found


# -- random games -------------------------------------------------------------------------


@dataclass(frozen=True)
class Chance:
    """A first move and the share of random games in which stones survive after it."""

    move: Point
    survival: float

    @property
    def survives(self) -> bool:
        return self.survival >= CHANCE


def guess_survival(board: Board, stones: Sequence[Point], mover: Color, seconds: float) -> Chance:
    """How likely stones of one block or more survive if a side moves first and well.

    >>> board = Board.from_diagram("..OOOOO../.OXXXXXO./.OX...XO.")
    >>> [guess_survival(board, [Point.parse("C1")], color, 5.0).survives for color in ("B", "W")]
    [True, False]
    """
    owner = board.at(stones[0])
    assert owner is not None
    deadline = time.monotonic() + seconds
    sign = 1 if mover == owner else -1
    places = [board.index(stone) for stone in stones]
    chances = [
        Chance(move, _survival(board, places, mover, move, FIRST_GAMES))
        for number, move in enumerate(_first_moves(board, stones, mover))
        if number == 0 or time.monotonic() < deadline
    ]
    chances.sort(key=lambda chance: -sign * chance.survival)
    again = [
        Chance(chance.move, _survival(board, places, mover, chance.move, MORE_GAMES))
        for number, chance in enumerate(chances[:4])
        if number == 0 or time.monotonic() < deadline
    ]
    return max(again, key=lambda chance: sign * chance.survival)


def _first_moves(board: Board, stones: Sequence[Point], mover: Color) -> list[Point]:
    """Points on and beside the liberties of blocks, and a pass."""
    around = neighbors_of(board.size)
    near = [board.index(liberty) for stone in stones for liberty in board.liberties(stone)]
    near += [n for point in near for n in around[point]]
    found = [point for point in dict.fromkeys(near) if board.is_legal(point, mover)]
    return [PASS, *map(board.point, found)]


def _survival(board: Board, places: list[int], mover: Color, move: Point, games: int) -> float:
    if move.is_pass:
        after = as_fought(board, opponent(mover))
    else:
        after = as_fought(board, mover)
        after.play(move)
    played = run_playouts(after, games, seed=1, threads=1)
    owned = played.ownership.ravel()
    return float(sum((1 + board.color_at(p) * owned[p]) / 2 for p in places) / len(places))
