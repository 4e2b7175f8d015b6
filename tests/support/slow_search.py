"""A tactical search for tiny boards: it lists every situation that can come up and works
backwards from those in which the prover has reached the goal (least fixed point, so that endless
play is the other side's success). It follows the definitions of docs/tactics.md and shares
nothing with the core but the drawing of blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, NamedTuple

from goseki.board import Board
from goseki.connected import component, neighbors_of
from goseki.coords import Color, Point, Size
from goseki.life import alive_blocks
from goseki.tactics.question import Answer, Question

MANY_THREATS = 8
MOST_SITUATIONS = 400_000


class Situation(NamedTuple):
    stones: tuple[int, ...]
    player: int
    ban: int
    threats: tuple[int | None, int | None]
    """Of Black and of White."""
    target: frozenset[int]
    """The stones of the target that were never captured."""


class SlowSearch:
    """Has the door of `goseki.tactics.question.Search`."""

    asked: list[Question]

    def __init__(self, board: Board, **_: Any) -> None:
        self.size: Size = board.size
        self.around = neighbors_of(board.size)
        self.asked = []
        self.alive: dict[tuple[tuple[int, ...], Color], set[int]] = {}

    def ask(self, question: Question, **_: Any) -> Answer:
        self.asked.append(question)
        board, size = question.board, self.size
        start = Situation(
            tuple(board.to_array().ravel().tolist()),
            1 if question.to_play == "B" else -1,
            board.ko_index,
            (self._threats(question, "B"), self._threats(question, "W")),
            frozenset(size.index(s) for t in question.target for s in board.block(t)),
        )
        firm = frozenset(map(size.index, question.firm))
        followers, won = {}, set()
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here in followers:
                continue
            assert len(followers) < MOST_SITUATIONS, "too many situations for this search"
            is_over, is_won = self._is_over(question, here)
            followers[here] = {} if is_over else dict(self._follow(here, firm))
            if is_won:
                won.add(here)
            waiting += followers[here].values()
        prover = 1 if question.prover == "B" else -1
        distance = self._attract(followers, won, prover)
        verdict = "proven" if start in distance else "refuted"
        points = frozenset(map(size.point, range(size.points)))
        line = tuple(self._line(start, followers, distance, prover))
        return Answer(verdict, line, points, len(followers))  # type: ignore[arg-type]

    def _threats(self, question: Question, color: Color) -> int | None:
        """Any number of threats of the side that is to be overcome ends some time."""
        threats = question.threats[color]
        return MANY_THREATS if threats is None and color != question.prover else threats

    def _is_over(self, question: Question, here: Situation) -> tuple[bool, bool]:
        if question.goal == "connect":
            whole = [
                self._block(here.stones, stone)
                for stone in map(self.size.index, question.target)
                if stone in here.target
            ]
            return len(whole) < 2 or whole[0] == whole[1], len(whole) == 2 and whole[0] == whole[1]
        if not here.target:
            return True, question.goal == "capture"
        if question.goal == "capture":
            return False, False
        is_alive = not self._alive(here.stones, question.defender).isdisjoint(here.target)
        return is_alive, is_alive

    def _alive(self, stones: tuple[int, ...], color: Color) -> set[int]:
        """The unconditionally alive stones of a colour."""
        if (stones, color) not in self.alive:
            columns = self.size.columns
            rows = [stones[i : i + columns] for i in range(0, len(stones), columns)]
            self.alive[stones, color] = {
                self.size.index(stone)
                for block in alive_blocks(Board.from_array(rows), color)
                for stone in block.stones
            }
        return self.alive[stones, color]

    def _block(self, stones: Sequence[int], stone: int) -> set[int]:
        return component(self.size, stone, lambda i: stones[i] == stones[stone])

    def _follow(self, here: Situation, firm: frozenset[int]) -> Any:
        stones, player, ban, threats, target = here
        yield None, Situation(stones, -player, -1, threats, target)
        for point in range(len(stones)):
            if stones[point]:
                continue
            left = threats
            if point == ban:
                mine = 0 if player == 1 else 1
                if threats[mine] == 0:
                    continue
                spent = None if threats[mine] is None else threats[mine] - 1
                left = (spent, threats[1]) if mine == 0 else (threats[0], spent)
            after = list(stones)
            after[point] = player
            taken: set[int] = set()
            for n in self.around[point]:
                if after[n] == -player and n not in taken:
                    block = self._block(after, n)
                    if not self._breathes(after, block, firm):
                        taken |= block
            for stone in taken:
                after[stone] = 0
            own = self._block(after, point)
            if not self._breathes(after, own, firm):
                continue
            liberties = {n for stone in own for n in self.around[stone] if after[n] == 0}
            is_ko = len(taken) == 1 and len(own) == 1 and liberties == taken
            next_ban = next(iter(taken)) if is_ko else -1
            yield (
                self.size.point(point),
                Situation(tuple(after), -player, next_ban, left, target - taken),
            )

    def _breathes(self, stones: list[int], block: set[int], firm: frozenset[int]) -> bool:
        if not block.isdisjoint(firm):
            return True
        return any(stones[n] == 0 for stone in block for n in self.around[stone])

    def _attract(self, followers: Any, won: set[Situation], prover: int) -> dict[Situation, int]:
        """How many plies the prover needs, where he wins."""
        before = defaultdict(set)
        for here, moves in followers.items():
            for there in set(moves.values()):
                before[there].add(here)
        open_moves = {here: len(set(moves.values())) for here, moves in followers.items()}
        distance = dict.fromkeys(won, 0)
        waiting = list(won)
        while waiting:
            later = []
            for there in waiting:
                for here in before[there]:
                    open_moves[here] -= 1
                    if here not in distance and (here.player == prover or not open_moves[here]):
                        distance[here] = distance[there] + 1
                        later.append(here)
            waiting = later
        return distance

    def _line(
        self, start: Situation, followers: Any, distance: dict[Situation, int], prover: int
    ) -> list[Point | None]:
        line: list[Point | None] = []
        here = start
        while followers[here] and len(line) < 20:
            far = 10**9
            sign = 1 if here.player == prover else -1
            move, here = min(
                followers[here].items(), key=lambda pair: sign * distance.get(pair[1], far)
            )
            line.append(move)
        return line
