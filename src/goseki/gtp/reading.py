"""Reading a fight among few moves, as a player does: is a block captured, are two blocks joined?

Depth-first proof-number search, which follows forcing moves first and needs no depth to be set. But
only moves that look useful are tried, a block that gets many liberties has escaped, and blocks with
a long way between them are cut. So nothing that is read here is proven.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field

from goseki import _core
from goseki.board import Board
from goseki.connected import neighbors_of
from goseki.coords import Color, opponent
from goseki.tactics import read_ladder
from goseki.tactics.fight import as_fought
from goseki.tactics.ladder import UNLIMITED

NEVER = 10**9
"""The proof number of what cannot be proven."""
DEEPEST = 60
NODES_OF_A_LADDER = 500
NODES_OF_FIRST_MOVES = 50_000
"""Of the ladder that is read to see which moves break it."""
MEMORY = 1 << 20
"""Bytes for the table of a ladder."""

MANY_LIBERTIES = (5, 5, 6, 7)
"""A block that has so many is thought to escape, by how wide the reading is."""
CIRCLES = ((2, 1), (3, 2, 1), (4, 3, 2, 1), (5, 4, 3, 2))
"""Liberties up to which blocks around the target are weak, from the inside out."""
WIDEST = len(CIRCLES) - 1

LONGEST_WAY = 6
"""Moves beyond which no way from block to block is looked for."""
LONGEST_WAYS = (3, 3, 4)
"""Blocks with a longer way between them are thought to be cut, by how wide the reading is."""
MOST_BETWEEN = (6, 9, 14)
"""Points between the blocks that are tried."""
LONGEST_READING = 20
WIDEST_OF_CONNECTIONS = len(LONGEST_WAYS) - 1

Numbers = tuple[int, int]
"""Proof and disproof number: how much is left to show that the goal is reached, or that it is
not."""
REACHED: Numbers = (0, NEVER)
MISSED: Numbers = (NEVER, 0)


class _SpentError(Exception):
    pass


@dataclass
class _Node:
    numbers: Numbers
    moves: list[int] = field(default_factory=list)
    children: list[int] = field(default_factory=list)
    """Keys of the situations after the moves."""
    is_open: bool = False
    """Whether the moves were listed."""


@dataclass(frozen=True)
class Finding:
    """What reading has come to."""

    reached: bool | None
    """Whether the prover reaches the goal; None if the time was too short."""
    move: int
    """The best first move of the side to move, -1 for none."""
    numbers: Numbers


class Reading(ABC):
    """A search among few moves. The prover wants to capture or to connect."""

    def __init__(self, board: Board, mover: Color, free: Color | None = None) -> None:
        self.board = as_fought(board, mover)
        self.around = neighbors_of(board.size)
        self.free = free
        """Who has ko threats without end."""
        self.met_ko = False
        self._deadline = 0.0
        self._nodes: dict[int, _Node] = {}
        self._path: set[int] = set()
        self._last = -1
        """The last move."""

    @abstractmethod
    def look(self, provers_turn: bool, depth: int) -> Numbers:
        """What is thought of a situation at first sight."""

    @abstractmethod
    def moves(self, provers_turn: bool) -> Iterable[int]:
        """The moves to try, the best first."""

    def first_moves(self, provers_turn: bool) -> Iterable[int]:
        """The same at the start, where more may be tried."""
        return self.moves(provers_turn)

    def believed(self, finding: Finding) -> bool:
        """Whether the prover is thought to reach it: if in doubt, whatever is nearer."""
        proof, disproof = finding.numbers
        return proof <= disproof if finding.reached is None else finding.reached

    def read(self, prover_first: bool, seconds: float) -> Finding:
        """Read until it is clear, or the time is up."""
        self._deadline = time.monotonic() + seconds
        key = self._key(prover_first)
        root = self._nodes.setdefault(key, _Node((1, 1)))
        if not root.is_open:
            self._open(root, prover_first, 0, self.first_moves(prover_first))
        try:
            self._expand(key, root, prover_first, NEVER, NEVER, 0)
        except _SpentError:
            while self._path:  # the board is as it was; so are we
                self._path.pop()
        proof, disproof = root.numbers
        reached = True if proof == 0 else False if disproof == 0 else None
        return Finding(reached, self._best(root, prover_first), root.numbers)

    def _best(self, node: _Node, provers_turn: bool) -> int:
        """The move that leads nearest to what its side wants. Where a pass will do, a move near by
        will, too."""
        side = 0 if provers_turn else 1
        numbers = {
            move: self._nodes[child].numbers
            for move, child in zip(node.moves, node.children, strict=True)
            if move >= 0
        }
        return min(numbers, key=lambda m: (numbers[m][side], -numbers[m][1 - side]), default=-1)

    def _key(self, provers_turn: bool) -> int:
        return self.board.hash

    def _open(self, node: _Node, provers_turn: bool, depth: int, moves: Iterable[int]) -> None:
        """List the moves and look at what comes of each."""
        board = self.board
        node.is_open = True
        taking_back = [board.ko_index] if board.ko_index >= 0 else []
        listed = dict.fromkeys([*taking_back, *moves])
        if not provers_turn:
            listed[-1] = None  # who prevents something may also play elsewhere
        for move in listed:
            if move >= 0 and not self._is_legal(move):
                continue
            self._play(move)
            key = self._key(not provers_turn)
            if key not in self._nodes:
                self._nodes[key] = _Node(self.look(not provers_turn, depth + 1))
            board.undo()
            node.moves.append(move)
            node.children.append(key)
            decided = REACHED if provers_turn else MISSED
            if self._nodes[key].numbers == decided:
                break

    def _play(self, move: int) -> None:
        self._last = move
        if move >= 0 and move == self.board.ko_index:
            self.board.play_recorded(move)
        else:
            self.board.play_assume_legal(move)

    def _is_legal(self, move: int) -> bool:
        if move == self.board.ko_index:
            self.met_ko = True
            return self.board.to_play == self.free
        return self.board.color_at(move) == 0 and self.board.is_legal(move)

    def _expand(
        self, key: int, node: _Node, provers_turn: bool, proof: int, disproof: int, depth: int
    ) -> None:
        """Search below a node until one of its numbers reaches a threshold."""
        if not node.is_open:
            self._open(node, provers_turn, depth, self.moves(provers_turn))
        if depth >= DEEPEST or not node.children:
            node.numbers = MISSED
            return
        side = 0 if provers_turn else 1  # the number that is the least of the children's
        limits = (proof, disproof) if provers_turn else (disproof, proof)
        self._path.add(key)
        while True:
            least, second, total, place = NEVER, NEVER, 0, -1
            for i, child in enumerate(node.children):
                numbers = MISSED if child in self._path else self._nodes[child].numbers
                total = min(total + numbers[1 - side], NEVER)
                if numbers[side] < least:
                    least, second, place = numbers[side], least, i
                elif numbers[side] < second:
                    second = numbers[side]
            node.numbers = (least, total) if provers_turn else (total, least)
            if least >= limits[0] or total >= limits[1] or place < 0 or least == 0:
                break
            if time.monotonic() > self._deadline:
                raise _SpentError
            child = node.children[place]
            below = self._nodes[child]
            first = min(limits[0], second + 1 + second // 4)
            rest = limits[1] - total + below.numbers[1 - side]
            limits_below = (first, rest) if provers_turn else (rest, first)
            self._play(node.moves[place])
            try:
                self._expand(child, below, not provers_turn, *limits_below, depth + 1)
            finally:
                self.board.undo()
        self._path.discard(key)

    # -- what several readings look at ------------------------------------------------------

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

    def empty_beside(self, points: Iterable[int]) -> list[int]:
        beside = (n for point in points for n in self.around[point])
        return [n for n in dict.fromkeys(beside) if self.board.color_at(n) == 0]

    def circle(self, stone: int, limits: tuple[int, ...]) -> list[int]:
        """The liberties of blocks that hang on each other around a block: of the opponent's weak
        blocks beside it, of the weak ones beside these, and so on. Who captures one of them, or
        saves it, may decide the fight. `limits` are the liberties up to which a block is weak."""
        board = self.board
        found: list[int] = []
        layer, seen = [stone], set(board.block_points(stone))
        for most in limits:
            following: list[int] = []
            for one in layer:
                sign = board.color_at(one)
                for n in dict.fromkeys(
                    n for point in board.block_points(one) for n in self.around[point]
                ):
                    if n in seen or board.color_at(n) != -sign:
                        continue
                    seen.update(board.block_points(n))
                    liberties = board.block_liberties(n)
                    if len(liberties) <= most:
                        found += liberties
                        following.append(n)
            layer = following
        return found


class Capture(Reading):
    """Whether the attacker captures a block."""

    def __init__(
        self, board: Board, mover: Color, stone: int, width: int, free: Color | None = None
    ) -> None:
        """The larger the `width`, the more moves are tried."""
        super().__init__(board, mover, free)
        self._stone = stone
        self._sign = board.color_at(stone)
        self._width = width
        self._many = max(MANY_LIBERTIES[width], len(board.block_liberties(stone)) + 2)
        """A block that has so many liberties is thought to escape."""

    def look(self, provers_turn: bool, depth: int) -> Numbers:
        board, stone = self.board, self._stone
        if board.color_at(stone) != self._sign:
            return self._taken()
        liberties = board.block_liberties(stone)
        count = len(liberties)
        if count >= self._many:
            return MISSED
        if provers_turn and count == 1 and self._is_legal(liberties[0]):
            self._play(liberties[0])
            taken = self._taken()
            board.undo()
            if taken == REACHED:
                return REACHED
        if count == 1 + provers_turn and self.is_ladder(stone):
            return REACHED
        return (count + (not provers_turn), 1 + self._many - count)

    def _taken(self) -> Numbers:
        """What it is worth that the target has just been taken: nothing in a snapback, nor in a
        ko that is taken back for a threat."""
        board, move = self.board, self._last
        if board.ko_index == self._stone:
            self.met_ko = True
            return MISSED if self.free == board.to_play else REACHED
        is_open = move < 0 or board.color_at(move) != -self._sign
        if is_open or board.block_liberties(move) != [self._stone]:
            return REACHED
        return MISSED if board.is_legal(self._stone) else REACHED

    def believed(self, finding: Finding) -> bool:
        """What is not captured within the time is thought to escape."""
        return finding.reached is True

    def first_moves(self, provers_turn: bool) -> Iterable[int]:
        """Also those of a wide circle, and those that break a ladder, wherever they are."""
        board = self.board
        circle = self.circle(self._stone, CIRCLES[WIDEST])
        ladder = read_ladder(board, board.point(self._stone), nodes=NODES_OF_FIRST_MOVES)
        best = [board.index(move) for move in ladder.best if not move.is_pass]
        return dict.fromkeys([*self.moves(provers_turn), *best, *circle])

    def moves(self, provers_turn: bool) -> Iterable[int]:
        board, stone = self.board, self._stone
        liberties = board.block_liberties(stone)
        near = self.empty_beside(liberties)
        # The defender is given more moves: a capture that one of them refutes is none, but the
        # attacker needs no more than one way.
        width = self._width if provers_turn else min(self._width + 1, WIDEST)
        circle = self.circle(stone, CIRCLES[width])
        beside = self._beside(liberties, width)
        if provers_turn:
            return dict.fromkeys([*liberties, *circle, *near, *beside])
        return dict.fromkeys([*circle, *liberties, *near, *beside])

    def _beside(self, liberties: list[int], width: int) -> list[int]:
        """Where the blocks on the other side of liberties are helped: friends that the target may
        join, and weak stones of the attacker that he fills from."""
        board = self.board
        found: list[int] = []
        for liberty in liberties:
            for n in self.around[liberty]:
                if board.color_at(n):
                    own = board.block_liberties(n)
                    if len(own) <= 2 + width:
                        found += own
                        found += self.circle(n, CIRCLES[width][:1])
        return found


class Connection(Reading):
    """Whether the owner of two blocks joins them into one."""

    def __init__(
        self,
        board: Board,
        mover: Color,
        stones: tuple[int, int],
        width: int,
        free: Color | None = None,
    ) -> None:
        super().__init__(board, mover, free)
        self._one, self._other = stones
        self._sign = board.color_at(self._one)
        self._width = width
        self._far = LONGEST_WAY
        shortest = min(self._ways().values(), default=0)
        self._far = max(LONGEST_WAYS[width], shortest + 1)
        """Blocks with a longer way between them are thought to be cut."""

    def is_at_ease(self) -> bool:
        """Whether nothing of the opponent is near the points between the blocks, which are one or
        two points apart: a cut there finds no help."""
        board, ways = self.board, self._ways()
        shortest = min(ways.values(), default=NEVER)
        if shortest > 2:
            return False
        near = {point for point, way in ways.items() if way == shortest}
        for _ in range(2):
            near |= {n for point in near for n in self.around[point]}
        return all(board.color_at(point) != -self._sign for point in near)

    def look(self, provers_turn: bool, depth: int) -> Numbers:
        board = self.board
        if not board.color_at(self._one) == board.color_at(self._other) == self._sign:
            return MISSED
        if self._other in board.block_points(self._one):
            return REACHED
        common = self._common()
        if len(common) > (not provers_turn) and any(map(self._is_legal, common)):
            return REACHED
        if self._catches_what_cuts(provers_turn):
            return REACHED
        way = min(self._ways().values(), default=NEVER)
        if way > self._far:
            return MISSED
        if depth >= LONGEST_READING:
            return REACHED if way <= 1 + provers_turn else MISSED
        return (way + (not provers_turn), max(1, self._far + 1 - way))

    def _common(self) -> list[int]:
        """Points that connect at once."""
        other = set(self.board.block_liberties(self._other))
        return [p for p in self.board.block_liberties(self._one) if p in other]

    def _cutters(self, most: int) -> list[int]:
        """A stone of each weak block of the opponent that touches both blocks."""
        board = self.board
        beside = [
            {n for p in board.block_points(stone) for n in self.around[p]}
            for stone in (self._one, self._other)
        ]
        found: list[int] = []
        seen: set[int] = set()
        for stone in beside[0]:
            if board.color_at(stone) != -self._sign or stone in seen:
                continue
            block = board.block_points(stone)
            seen.update(block)
            if len(board.block_liberties(stone)) <= most and not beside[1].isdisjoint(block):
                found.append(stone)
        return found

    def _catches_what_cuts(self, provers_turn: bool) -> bool:
        return any(map(self.is_ladder, self._cutters(1 + provers_turn)))

    def moves(self, provers_turn: bool) -> Iterable[int]:
        board = self.board
        ways = self._ways()
        shortest = min(ways.values(), default=0)
        between = sorted((p for p in ways if ways[p] <= shortest + 1), key=lambda p: ways[p])
        few = 2 + self._width
        found = [*self._common(), *between[: MOST_BETWEEN[self._width]]]
        for stone in self._cutters(few):
            found += board.block_liberties(stone)
        for stone in (self._one, self._other):
            found += self.circle(stone, CIRCLES[self._width][:2])
            own = board.block_liberties(stone)
            found += own if len(own) <= 2 else []
        return dict.fromkeys(found)

    def _ways(self) -> dict[int, int]:
        """The empty points on a way from block to block, and how many moves that takes."""
        colors: list[int] = self.board.to_array().ravel().tolist()
        here = self._distances(self._one, colors)
        there = self._distances(self._other, colors)
        return {p: here[p] + there[p] - 1 for p in here if p in there and colors[p] == 0}

    def _distances(self, stone: int, colors: list[int]) -> dict[int, int]:
        """How many moves each point is from a block. Own stones cost nothing, and a weak block of
        the opponent as many as it has liberties."""
        board, around, sign, farthest = self.board, self.around, self._sign, self._far
        found = dict.fromkeys(board.block_points(stone), 0)
        layers: list[list[int]] = [list(found)] + [[] for _ in range(farthest)]
        for far, layer in enumerate(layers):
            for point in layer:  # grows while own stones are found
                if found[point] < far:
                    continue
                for n in around[point]:
                    if found.get(n, NEVER) <= far:
                        continue
                    color = colors[n]
                    if color == 0:
                        if far < farthest and found.get(n, NEVER) > far + 1:
                            found[n] = far + 1
                            layers[far + 1].append(n)
                        continue
                    cost = far
                    if color != sign:
                        weak = len(board.block_liberties(n))
                        cost += weak
                        if weak > 2 or cost > farthest or found.get(n, NEVER) <= cost:
                            continue
                    for one in board.block_points(n):
                        found[one] = cost
                        layers[cost].append(one)
        return found
