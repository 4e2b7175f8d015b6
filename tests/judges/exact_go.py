"""Go on tiny boards, strongly solved: every situation, both ko rules, with the whole graph in
memory and nothing from the core.

Moves are made on arrays of all positions at once (`Graph`; a test plays them once more with
the reference), ends are counted by the reference. `Scores` then looks at ends of games
first: the most that Black, and that White, can force in finitely many moves. Where neither
can force an end, play goes round in circles. Under `basic` that is a draw. Under `cycle` it
is a mean-payoff game, in which a pass is worth a point to its player; it is solved by
energy progress measures (Brim et al. 2011), which are certificates: where no measure of the
allowed size exists, no score is given.

`python -m tests.judges.exact_go 3x4` compares the solver on 10,000 random situations a ko rule;
`python -m tests.judges.exact_go 3x3 all` on all of them.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from goseki import Board, Rules
from goseki._core import symmetry_map
from goseki.coords import Size
from goseki.diagram import format_diagram
from goseki.reference.static import terminal_score
from goseki.solver import solve
from goseki.solver.record import value_text

Ints = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

LARGEST_CREDIT = 16
"""How many passes a side may fall behind before it catches up, in a circle it does not lose."""
MOVES_PER_PASS = 48
"""How many moves a circle may have for each pass by which it is won."""
SECONDS_FOR_A_SITUATION = 20


class Positions:
    """All legal colourings of a board as two arrays of bit masks, and their names."""

    def __init__(self, size: Size) -> None:
        self.size = size
        points = size.points
        self.full = (1 << points) - 1
        first_column = sum(1 << row * size.columns for row in range(size.rows))
        self._not_left = self.full & ~first_column
        self._not_right = self.full & ~(first_column << (size.columns - 1))
        masks = np.arange(1 << points, dtype=np.int64)
        self._ternary = sum(((masks >> i & 1) * 3**i for i in range(points)), np.zeros_like(masks))
        codes = np.arange(3**points, dtype=np.int64)
        black, white = np.zeros_like(codes), np.zeros_like(codes)
        for i in range(points):
            digit = codes // 3**i % 3
            black |= (digit == 1).astype(np.int64) << i
            white |= (digit == 2).astype(np.int64) << i
        empty = self.full & ~(black | white)
        legal = (self.breathing(black, empty) == black) & (self.breathing(white, empty) == white)
        self.black, self.white = black[legal], white[legal]
        self._number = np.full(len(codes), -1, dtype=np.int64)
        self._number[codes[legal]] = np.arange(int(legal.sum()))

    def __len__(self) -> int:
        return len(self.black)

    def dilate(self, sets: Ints) -> Ints:
        """The sets and their neighbours."""
        columns = self.size.columns
        sideways = (sets & self._not_left) >> 1 | (sets & self._not_right) << 1
        return sets | sideways | sets >> columns | (sets << columns & self.full)

    def breathing(self, stones: Ints, empty: Ints) -> Ints:
        """The stones whose block has a liberty."""
        found = stones & self.dilate(empty)
        while True:
            wider = stones & self.dilate(found)
            if (wider == found).all():
                return found
            found = wider

    def numbers(self, black: Ints, white: Ints) -> Ints:
        return self._number[self._ternary[black] + 2 * self._ternary[white]]

    def scores(self) -> Ints:
        """The score of every position if the game ends there, by the reference. Those equal by
        symmetry or colour swap are counted once."""
        keys, signs = self._canonical()
        found, where = np.unique(keys, return_inverse=True)
        count = np.array([self._score(int(key)) for key in found], dtype=np.int64)
        return signs * count[where]

    def _score(self, code: int) -> int:
        size = self.size
        colors = {1: "B", 2: "W"}
        stones = {
            tuple(size.point(i)): colors[code // 3**i % 3]
            for i in range(size.points)
            if code // 3**i % 3
        }
        return terminal_score(size.columns, size.rows, stones, remove_one_liberty_blocks=True)

    def _canonical(self) -> tuple[Ints, Ints]:
        """The least code among the images of a position, and -1 where it is one with the
        colours swapped."""
        best = np.full(len(self), 3**self.size.points, dtype=np.int64)
        sign = np.ones(len(self), dtype=np.int64)
        for symmetry in Board(self.size).symmetries:
            black, white = np.zeros_like(best), np.zeros_like(best)
            for i, image in enumerate(symmetry_map(*self.size, symmetry)):
                black |= (self.black >> i & 1) << image
                white |= (self.white >> i & 1) << image
            for first, second, value in ((black, white, 1), (white, black, -1)):
                code = self._ternary[first] + 2 * self._ternary[second]
                sign = np.where(code < best, value, sign)
                best = np.minimum(best, code)
        return best, sign


@dataclass(frozen=True)
class Situations:
    """Arrays of situations: position, whether White is to move, forbidden point (-1: none),
    passes made, passes that end the game. Of those ended only the position matters."""

    position: Ints
    white_to_move: Ints
    ko: Ints
    passes: Ints
    needed: Ints

    def __len__(self) -> int:
        return len(self.position)

    def names(self) -> Ints:
        """One number for each; ended ones are named after their position alone."""
        calm = ((self.position * 2 + self.white_to_move) * 64 + self.ko + 1) * 16
        running = calm + self.passes * 4 + self.needed
        return np.where(self.passes >= self.needed, -1 - self.position, running)

    def take(self, which: Ints | Mask) -> Situations:
        return Situations(*(field[which] for field in self._fields()))

    def _fields(self) -> tuple[Ints, ...]:
        return self.position, self.white_to_move, self.ko, self.passes, self.needed

    @staticmethod
    def join(parts: list[Situations]) -> Situations:
        return Situations(*map(np.concatenate, zip(*(p._fields() for p in parts), strict=True)))

    @staticmethod
    def of(position: Ints, white_to_move: int, ko: int, passes: int, needed: int) -> Situations:
        shape = np.ones_like(position)
        return Situations(
            position, shape * white_to_move, shape * ko, shape * passes, shape * needed
        )


class Graph:
    """Every situation that can arise on a board, and the moves between them.

    Ends of games come last, from number `end` on. Moves are sorted by where they start:
    those of situation i are `first[i]` up to `first[i + 1]`.
    """

    def __init__(self, size: Size) -> None:
        self.positions = Positions(size)
        everywhere = np.arange(len(self.positions), dtype=np.int64)
        newest = Situations.join(
            [Situations.of(everywhere, white, -1, 0, 2) for white in (0, 1)]
            + [Situations.of(everywhere, 0, -1, 2, 2)]
        )
        parts, known = [newest], np.sort(newest.names())
        edges: list[tuple[Ints, Ints, Ints]] = []
        while len(newest):
            before, after, passes = self._moves(newest)
            edges.append((before.names(), after.names(), passes))
            names, firsts = np.unique(after.names(), return_index=True)
            new = ~np.isin(names, known)
            newest = after.take(firsts[new])
            known = np.union1d(known, names)
            parts.append(newest)
        self.situations = self._sort(Situations.join(parts))
        self._link(edges)

    def _sort(self, found: Situations) -> Situations:
        over = found.passes >= found.needed
        self.end = int((~over).sum())
        return found.take(np.argsort(over, kind="stable"))

    def _link(self, edges: list[tuple[Ints, Ints, Ints]]) -> None:
        names = self.situations.names()
        order = np.argsort(names)
        start, stop = (
            order[np.searchsorted(names, np.concatenate(side), sorter=order)]
            for side in ([edge[0] for edge in edges], [edge[1] for edge in edges])
        )
        by_start = np.argsort(start, kind="stable")
        self.start, self.stop = start[by_start], stop[by_start]
        self.passed = np.concatenate([edge[2] for edge in edges])[by_start]
        """+1 where Black passes, -1 where White does, 0 for stones."""
        self.first = np.searchsorted(self.start, np.arange(self.end))

    def _moves(self, now: Situations) -> tuple[Situations, Situations, Ints]:
        """All moves of some situations: from where, to where, and who passed."""
        now = now.take(now.passes < now.needed)
        sources, targets = [now], [self._after_pass(now)]
        passed = [1 - 2 * now.white_to_move]
        for point in range(self.positions.size.points):
            for white in (0, 1):
                chosen = now.take((now.white_to_move == white) & (now.ko != point))
                played, legal = self._after_stone(chosen, point, white)
                sources.append(chosen.take(legal))
                targets.append(played)
                passed.append(np.zeros(len(played), dtype=np.int64))
        return Situations.join(sources), Situations.join(targets), np.concatenate(passed)

    @staticmethod
    def _after_pass(now: Situations) -> Situations:
        return Situations(
            now.position, 1 - now.white_to_move, now.ko * 0 - 1, now.passes + 1, now.needed
        )

    def _after_stone(self, now: Situations, point: int, white: int) -> tuple[Situations, Mask]:
        positions = self.positions
        stone = np.int64(1 << point)
        around = int(positions.dilate(np.array([stone]))[0]) & ~int(stone)
        black, other = positions.black[now.position], positions.white[now.position]
        own, other = (other, black) if white else (black, other)
        free = (own | other) & stone == 0
        own = own | stone
        kept = positions.breathing(other, positions.full & ~(own | other))
        taken = other & ~kept
        empty = positions.full & ~(own | kept)
        legal = free & (positions.breathing(own, empty) == own)
        own, kept, taken, empty, now = (
            own[legal],
            kept[legal],
            taken[legal],
            empty[legal],
            now.take(legal),
        )
        single = (taken != 0) & (taken & (taken - 1) == 0)
        is_ko = single & (own & around == 0) & (empty & around == taken)
        ko = np.where(is_ko, np.log2(np.maximum(taken, 1)).astype(np.int64), -1)
        needed = np.where(is_ko & (now.ko < 0), 3, 2)
        number = positions.numbers(*((kept, own) if white else (own, kept)))
        return Situations(number, 1 - now.white_to_move, ko, ko * 0, needed), legal


class Scores:
    """Black's lead under best play of every situation of a graph, by ko rule."""

    def __init__(self, size: Size, tell: Callable[[str], None] = lambda text: None) -> None:
        self.graph = graph = Graph(size)
        tell(f"{graph.end:,} situations, {len(graph.start):,} moves")
        self.ends = graph.positions.scores()[graph.situations.position[graph.end :]]
        self.points = size.points
        # The most Black can force within finitely many moves, and the least White can.
        self.forced_by_black = self._spread(-self.points - 1)
        self.forced_by_white = self._spread(self.points + 1)
        tell("ends of games are spread")
        self.basic = np.where(
            self.forced_by_black > 0, self.forced_by_black, np.minimum(self.forced_by_white, 0)
        )
        self.uncertain = np.zeros(graph.end, dtype=bool)
        """Where `cycle` has no certified score."""
        self.cycle = self._solve_cycles(tell)

    def _spread(self, unknown: int) -> Ints:
        graph = self.graph
        values = np.full(len(graph.situations), unknown, dtype=np.int8)
        values[graph.end :] = self.ends
        black_to_move = graph.situations.white_to_move[: graph.end] == 0
        while True:
            after = values[graph.stop]
            new = np.where(
                black_to_move,
                np.maximum.reduceat(after, graph.first),
                np.minimum.reduceat(after, graph.first),
            )
            if (new == values[: graph.end]).all():
                return new.astype(np.int64)
            values[: graph.end] = new

    def _solve_cycles(self, tell: Callable[[str], None]) -> Ints:
        score = np.full(self.graph.end, -self.points, dtype=np.int64)
        before, winner = np.zeros(0, dtype=bool), np.zeros(0, dtype=np.int64)
        for target in range(-self.points + 1, self.points + 1):
            circling = (self.forced_by_black < target) & (target <= self.forced_by_white)
            if len(before) == 0 or (circling != before).any():
                winner = self._judge_circles(circling)
                before = circling
                tell(f"at least {target:+d}: {int(circling.sum()):,} situations go in circles")
            won = self.forced_by_black >= target
            won |= circling & (winner > 0 if target > 0 else winner >= 0)
            score = np.where(won, target, score)
        return score

    def _judge_circles(self, inside: Mask) -> Ints:
        """Who passes more in endless play among some situations: 1 Black, -1 White, 0 nobody."""
        graph = self.graph
        result = np.zeros(graph.end, dtype=np.int64)
        if not inside.any():
            return result
        game = Circles.within(graph, inside)
        black, white = game.not_worse(), game.swapped().not_worse()
        black_more, white_more = game.better(), game.swapped().better()
        states = np.flatnonzero(inside)
        result[states[black_more]] = 1
        result[states[white_more]] = -1
        certain = black_more | white_more | (black & white)
        assert not (black_more & white).any()
        assert not (white_more & black).any()
        self.uncertain[states[~certain]] = True
        return result


@dataclass(frozen=True)
class Circles:
    """A game without end in which `gain` is added up; one side wants the sum of every circle
    to be high. Moves are sorted by where they start, as in `Graph`."""

    first: Ints
    stop: Ints
    gain: Ints
    wants_gain: Mask
    """Where it is that side's turn."""

    @classmethod
    def within(cls, graph: Graph, inside: Mask) -> Circles:
        states = np.flatnonzero(inside)
        number = np.full(len(graph.situations), -1, dtype=np.int64)
        number[states] = np.arange(len(states))
        kept = (number[graph.start] >= 0) & (number[graph.stop] >= 0)
        start = number[graph.start[kept]]
        first = np.searchsorted(start, np.arange(len(states)))
        assert (np.diff(np.append(first, len(start))) > 0).all(), "a situation without a move"
        black_to_move = graph.situations.white_to_move[states] == 0
        return cls(first, number[graph.stop[kept]], graph.passed[kept], black_to_move)

    def swapped(self) -> Circles:
        """The same for the other side."""
        return Circles(self.first, self.stop, -self.gain, ~self.wants_gain)

    def not_worse(self) -> Mask:
        """Where the side can keep every circle at a gain of 0 or more."""
        return self._affordable(self.gain, LARGEST_CREDIT)

    def better(self) -> Mask:
        """Where it can make every circle gain 1 or more: each move costs it a little."""
        return self._affordable(MOVES_PER_PASS * self.gain - 1, MOVES_PER_PASS * LARGEST_CREDIT)

    def _affordable(self, gain: Ints, limit: int) -> Mask:
        """Where some credit of at most `limit` lasts for ever."""
        credit = np.zeros(len(self.first), dtype=np.int64)
        while True:
            after = credit[self.stop]
            needed = np.where(after > limit, after, np.maximum(after - gain, 0))
            new = np.where(
                self.wants_gain,
                np.minimum.reduceat(needed, self.first),
                np.maximum.reduceat(needed, self.first),
            )
            new = np.minimum(new, limit + 1)
            if (new == credit).all():
                return credit <= limit
            credit = new


def as_board(graph: Graph, number: int) -> Board:
    """A situation without passes as a board. Only a move can make a ko, so if there is one, a
    move that leads to it is played: from a situation without a ko if three passes are needed."""
    now, positions = graph.situations, graph.positions
    assert now.passes[number] == 0
    if now.ko[number] >= 0:
        before = graph.start[graph.stop == number]
        calm = now.needed[number] == 3
        fitting = (now.ko[before] < 0) if calm else (now.needed[before] == 3)
        source = int(before[fitting & (now.passes[before] == 0)][0])
        board = as_board(graph, source)
        side = positions.white if now.white_to_move[source] else positions.black
        new = int(side[now.position[number]] & ~side[now.position[source]])
        board.play(board.point(new.bit_length() - 1))
        return board
    board = Board(positions.size, Rules())
    stones = {"black": positions.black, "white": positions.white}
    points = {
        color: [board.point(i) for i in range(positions.size.points) if mask >> i & 1]
        for color, mask in ((c, int(m[now.position[number]])) for c, m in stones.items())
    }
    board.setup(**points, to_play="W" if now.white_to_move[number] else "B")
    return board


def askable(graph: Graph) -> Ints:
    """The situations that a board can show: those without passes."""
    return np.flatnonzero(graph.situations.passes[: graph.end] == 0)


def _shown(board: Board) -> str:
    rows = format_diagram(board.to_array()).replace("\n", "/")
    ko = "" if board.ko is None else f", ko {board.ko}"
    return f"{rows} {board.to_play} to play{ko}"


def main(arguments: list[str]) -> int:
    start = time.perf_counter()

    def tell(text: str) -> None:
        print(f"{time.perf_counter() - start:8.1f} s  {text}", flush=True)

    scores = Scores(Size.parse(arguments[0]), tell)
    tell(f"{int(scores.uncertain.sum())} situations without a certified score under cycle")
    numbers = askable(scores.graph).tolist()
    rng = random.Random(20)
    chosen = numbers if arguments[1:] == ["all"] else rng.sample(numbers, min(10_000, len(numbers)))
    wrong = unsolved = 0
    for ko in ("basic", "cycle"):
        expected = getattr(scores, ko)
        for number in chosen:
            board = as_board(scores.graph, number)
            result = solve(board, ko=ko, seconds=SECONDS_FOR_A_SITUATION)  # type: ignore[arg-type]
            certain = ko == "basic" or not scores.uncertain[number]
            if certain and not result.lower <= expected[number] <= result.upper:
                wrong += 1
                print(f"{_shown(board)}: {expected[number]}, solver {value_text(result)}")
            elif result.score is None:
                unsolved += 1
                print(f"{_shown(board)}: {expected[number]}, open {value_text(result)}")
        tell(
            f"{ko}: {len(chosen):,} of {len(numbers):,} situations compared, so far {wrong} "
            f"differences and {unsolved} not solved within {SECONDS_FOR_A_SITUATION} s"
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
