"""Go and the capture game on small boards, lean enough to check a million situations.

The rules are those of `goseki.reference.rules`, written on sets of points as integers: bit
`i` is the point with index `i`, row by row from the top left. Nothing keeps a history:
the caller must look for repetitions.

A situation has a *key*, the same for all that are equal by a symmetry of the board. The
stones are the digits of a number in base 3 (1 black, 2 white, the point with index `i` at
`3 ** i`), one number for each way to turn or mirror the board, and the least of them is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from goseki.reference.rules import Color, Point, Stones

PASS = -1
NO_KO = -1
BLACK_DIGIT, WHITE_DIGIT = 1, 2


class Grid:
    """The points of a board, and what is next to what.

    >>> grid = Grid(3, 2)
    >>> [grid.point(index) for index in (0, 2, 3)]
    [(0, 1), (2, 1), (0, 0)]
    >>> bin(grid.near[1]), len(grid.images)
    ('0b10101', 4)
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.points = range(columns * rows)
        self.board = (1 << len(self.points)) - 1
        self.near = [self._neighbours(index) for index in self.points]
        self.images = self._symmetries()
        """For each symmetry, where it takes each point."""
        self.powers = [[3 ** image[index] for index in self.points] for image in self.images]
        """For each symmetry, the value of a point's digit in its number."""
        self.weights = [list(column) for column in zip(*self.powers, strict=True)]
        """The same, for each point."""

    def point(self, index: int) -> Point:
        """Column and row from the bottom left, as the rest of the reference has them."""
        return index % self.columns, self.rows - 1 - index // self.columns

    def index(self, point: Point) -> int:
        return (self.rows - 1 - point[1]) * self.columns + point[0]

    def _neighbours(self, index: int) -> int:
        column, row = self.point(index)
        around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
        on_board = [(c, r) for c, r in around if 0 <= c < self.columns and 0 <= r < self.rows]
        return sum(1 << self.index(point) for point in on_board)

    def _symmetries(self) -> list[list[int]]:
        right, top = self.columns - 1, self.rows - 1
        shape = [self.point(index) for index in self.points]
        ways = [shape, [(right - c, r) for c, r in shape]]
        ways += [[(c, top - r) for c, r in way] for way in ways]
        if self.columns == self.rows:
            ways += [[(r, c) for c, r in way] for way in ways]
        return [[self.index(point) for point in way] for way in ways]

    def block(self, stone: int, stones: int) -> int:
        """The stones joined to one of them, given as a set."""
        block, frontier = stone, stone
        while frontier:
            lowest = frontier & -frontier
            found = self.near[lowest.bit_length() - 1] & stones & ~block
            block |= found
            frontier = (frontier ^ lowest) | found
        return block

    def has_liberty(self, block: int, empty: int) -> bool:
        """Whether a point of the block is next to an empty one."""
        return any(self.near[index] & empty for index in indices(block))

    def captured(self, index: int, other: int, empty: int) -> int:
        """The stones of `other` that a stone just put on a point takes; `empty` is without it."""
        taken = 0
        beside = self.near[index] & other
        while beside:
            block = self.block(beside & -beside, other)
            if not self.has_liberty(block, empty):
                taken |= block
            beside &= ~block
        return taken

    def every_block_breathes(self, stones: int, empty: int) -> bool:
        """Whether all these stones of one colour have a liberty."""
        while stones:
            block = self.block(stones & -stones, stones)
            if not self.has_liberty(block, empty):
                return False
            stones &= ~block
        return True

    def numbers(self, black: int, white: int) -> list[int]:
        """The position as a number in base 3, once for each symmetry."""
        blacks, whites = list(indices(black)), list(indices(white))
        return [
            BLACK_DIGIT * sum([powers[index] for index in blacks])
            + WHITE_DIGIT * sum([powers[index] for index in whites])
            for powers in self.powers
        ]

    def changed(self, numbers: list[int], index: int, digit: int) -> list[int]:
        """The numbers with a digit added at a point, or taken away if it is negative."""
        return [n + digit * w for n, w in zip(numbers, self.weights[index], strict=True)]

    def position(self, number: int) -> tuple[int, int]:
        """The black and the white stones of a number of the first symmetry.

        >>> Grid(2, 1).position(Grid(2, 1).numbers(0b10, 0b01)[0])
        (2, 1)
        """
        sets = [0, 0, 0]
        for index in self.points:
            number, digit = divmod(number, 3)
            sets[digit] |= 1 << index
        if number:
            raise ValueError("the number of a greater board")
        return sets[BLACK_DIGIT], sets[WHITE_DIGIT]

    def stones(self, black: int, white: int) -> Stones:
        """The stones as the rest of the reference has them."""
        stones: Stones = {self.point(index): "B" for index in indices(black)}
        stones.update((self.point(index), "W") for index in indices(white))
        return stones


def indices(points: int) -> Iterator[int]:
    """The members of a set of points, ascending.

    >>> list(indices(0b1010))
    [1, 3]
    """
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


class GoSituation(NamedTuple):
    """All that decides how a game of Go goes on (van der Werf 2004, A.4)."""

    black: int
    white: int
    to_play: Color
    ko: int
    """The point that may not be retaken at once, or `NO_KO`."""
    passes: int
    passes_needed: int
    numbers: list[int]
    """Of the stones, as `Grid.numbers` has them."""

    @property
    def over(self) -> bool:
        return self.passes >= self.passes_needed


class SmallGo:
    """Go without suicide, with simple ko, that two passes end. With `ko_pass`, three are needed
    after a move that takes a ko where none was banned.

    >>> go = SmallGo(3, 1)
    >>> start = go.start(black=0, white=0, to_play="B")
    >>> [move for move, after in go.successors(start)]
    [0, 1, 2, -1]
    """

    def __init__(self, columns: int, rows: int, *, ko_pass: bool = True) -> None:
        self.grid = Grid(columns, rows)
        self.ko_pass = ko_pass

    def start(
        self, black: int, white: int, to_play: Color, ko: int = NO_KO, passes_needed: int = 2
    ) -> GoSituation:
        """A situation in which nobody has just passed."""
        numbers = self.grid.numbers(black, white)
        return GoSituation(black, white, to_play, ko, 0, passes_needed, numbers)

    def successors(self, now: GoSituation) -> Iterator[tuple[int, GoSituation]]:
        """Every legal move, the pass last, with what it leads to."""
        for index in indices(self.grid.board & ~(now.black | now.white)):
            after = self.play(now, index)
            if after is not None:
                yield index, after
        yield PASS, self.passed(now)

    def passed(self, now: GoSituation) -> GoSituation:
        other: Color = "W" if now.to_play == "B" else "B"
        return now._replace(to_play=other, ko=NO_KO, passes=now.passes + 1)

    def play(self, now: GoSituation, index: int) -> GoSituation | None:
        """Put a stone on a point; None where that is illegal."""
        grid, stone = self.grid, 1 << index
        if (now.black | now.white) & stone or index == now.ko:
            return None
        black_moves = now.to_play == "B"
        own = (now.black if black_moves else now.white) | stone
        other = now.white if black_moves else now.black
        taken = grid.captured(index, other, grid.board & ~(own | other))
        other &= ~taken
        empty = grid.board & ~(own | other)
        if not taken and not grid.has_liberty(grid.block(stone, own), empty):
            return None

        digit, other_digit = (1, 2) if black_moves else (2, 1)
        numbers = grid.changed(now.numbers, index, digit)
        for gone in indices(taken):
            numbers = grid.changed(numbers, gone, -other_digit)
        # A lone stone that has taken one stone, and could be taken back on that point only.
        is_ko = taken.bit_count() == 1 and not grid.near[index] & (own | empty & ~taken)
        ko = taken.bit_length() - 1 if is_ko else NO_KO
        needed = 3 if self.ko_pass and is_ko and now.ko == NO_KO else 2
        if black_moves:
            return GoSituation(own, other, "W", ko, 0, needed, numbers)
        return GoSituation(other, own, "B", ko, 0, needed, numbers)

    def key(self, now: GoSituation) -> int:
        """A number that names the situation and all that equal it by symmetry."""
        if now.ko == NO_KO:
            least = min(now.numbers) * 64
        else:
            images = [image[now.ko] for image in self.grid.images]
            least = min(n * 64 + k + 1 for n, k in zip(now.numbers, images, strict=True))
        turn = 8 if now.to_play == "B" else 0
        return least * 16 + turn + now.passes * 2 + now.passes_needed - 2

    def situation(self, key: int) -> GoSituation:
        """The situation that a key describes; ValueError if there is none of the kind."""
        rest, flags = divmod(key, 16)
        number, ko_digit = divmod(rest, 64)
        black, white = self.grid.position(number)
        to_play: Color = "B" if flags & 8 else "W"
        now = GoSituation(
            black,
            white,
            to_play,
            ko_digit - 1,
            flags % 8 // 2,
            2 + flags % 2,
            self.grid.numbers(black, white),
        )
        self._check(now)
        return now

    def _check(self, now: GoSituation) -> None:
        empty = self.grid.board & ~(now.black | now.white)
        for stones in (now.black, now.white):
            if not self.grid.every_block_breathes(stones, empty):
                raise ValueError("a block without liberty")
        if now.over:
            raise ValueError("the game is over there")
        if now.passes_needed == 3 and not self.ko_pass:
            raise ValueError("three passes are never needed under these rules")
        if now.passes == 0:
            reason = self.why_not_begun(now)
            if reason is not None:
                raise ValueError(reason)
        elif now.ko != NO_KO:
            raise ValueError("a ko that a pass has lifted")

    def why_not_begun(self, now: GoSituation) -> str | None:
        """Why no last move can have led to this ko and number of passes needed; None if one can.
        Nobody may have just passed, and every block must have a liberty.

        A ko needs a stone that can have taken it (`ko_taker`). With `ko_pass`, three passes end the
        game if that ko is new, that is, if no point was banned when that stone was played; and two
        only if another point was.
        """
        if now.ko == NO_KO:
            return None if now.passes_needed == 2 else "three passes are needed only after a ko"
        taker = self.ko_taker(now)
        if taker is None:
            return "no last move can have made that ko"
        if not self.ko_pass:
            return None if now.passes_needed == 2 else "three passes are never needed"
        if now.passes_needed == 3:
            return None
        before = self._before_ko(now, taker)
        empty = self.grid.board & ~(before.black | before.white | 1 << taker)
        older = (self.ko_taker(before._replace(ko=index)) for index in indices(empty))
        if all(stone is None for stone in older):
            return "three passes are needed after that ko, because no other can have been banned"
        return None

    def ko_taker(self, now: GoSituation) -> int | None:
        """The lone stone that may just have taken a single one on the ko point, None if none may.

        Say that White is to move and that Black's stone on q has taken a white one on p. *Then*
        all neighbours of p are black: a white one would have been of the same block, an empty
        one its liberty. The stone on q is alone, and p its only liberty. Every other black block
        beside p has a second liberty: it lived before the move, when p was White's, and not
        by q, whose stone would have joined it. So q is the only such stone. *Conversely*, if all
        this holds, take the stone on q away and put a white one on p. It has the liberty q;
        the black blocks beside p have their second ones; no other block has p for a liberty
        or has lost one. So every block breathes, and Black's move to q takes the stone on p,
        and nothing else, since other white blocks keep the liberties they have now.

        >>> go = SmallGo(4, 1)
        >>> go.ko_taker(go.start(black=0b0100, white=0b0010, to_play="B", ko=0))
        1
        >>> go.ko_taker(go.start(black=0b0100, white=0b0010, to_play="W", ko=3))
        2
        >>> go.ko_taker(go.start(black=0b0100, white=0b0010, to_play="W", ko=0)) is None
        True
        """
        grid = self.grid
        other = now.white if now.to_play == "B" else now.black
        empty = grid.board & ~(now.black | now.white)
        if not empty >> now.ko & 1 or grid.near[now.ko] & ~other:
            return None
        found = None
        for index in indices(grid.near[now.ko]):
            block = grid.block(1 << index, other)
            if not grid.has_liberty(block, empty & ~(1 << now.ko)):
                if found is not None or block != 1 << index:
                    return None
                found = index
        return found

    def _before_ko(self, now: GoSituation, taker: int) -> GoSituation:
        """The situation in which that stone was played, without the ban that it may have had."""
        stone, taken = 1 << taker, 1 << now.ko
        if now.to_play == "B":
            return self.start(now.black | taken, now.white ^ stone, "W")
        return self.start(now.black ^ stone, now.white | taken, "B")


class CapturePosition(NamedTuple):
    """Stones and turn in the capture game."""

    black: int
    white: int
    to_play: Color
    over: bool
    """Whether the last move captured; what it took still stands."""
    numbers: list[int]


class SmallCapture:
    """The capture game: the first to capture wins, nobody passes, and no legal move is a loss.

    >>> game = SmallCapture(2, 1)
    >>> now = game.start(black=0b01, white=0, to_play="W")
    >>> [(move, after.over) for move, after in game.successors(now)]
    [(1, True)]
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.grid = Grid(columns, rows)

    def start(self, black: int, white: int, to_play: Color) -> CapturePosition:
        return CapturePosition(black, white, to_play, False, self.grid.numbers(black, white))

    def play(self, now: CapturePosition, index: int) -> CapturePosition | None:
        """Put a stone on a point; None where that is illegal."""
        grid, stone = self.grid, 1 << index
        if (now.black | now.white) & stone:
            return None
        black_moves = now.to_play == "B"
        own, other = (now.black, now.white) if black_moves else (now.white, now.black)
        own |= stone
        empty = grid.board & ~(own | other)
        captures = grid.captured(index, other, empty) != 0
        if not captures and not grid.has_liberty(grid.block(stone, own), empty):
            return None
        if black_moves:
            numbers = grid.changed(now.numbers, index, BLACK_DIGIT)
            return CapturePosition(own, other, "W", captures, numbers)
        numbers = grid.changed(now.numbers, index, WHITE_DIGIT)
        return CapturePosition(other, own, "B", captures, numbers)

    def successors(self, now: CapturePosition) -> Iterator[tuple[int, CapturePosition]]:
        """Every legal move, with what it leads to."""
        for index in indices(self.grid.board & ~(now.black | now.white)):
            after = self.play(now, index)
            if after is not None:
                yield index, after

    def key(self, now: CapturePosition) -> int:
        """A number that names a position that is not over, and all that equal it by symmetry."""
        return min(now.numbers) * 2 + (now.to_play == "B")

    def position(self, key: int) -> CapturePosition:
        """The position that a key describes; ValueError if there is none of the kind."""
        number, black_moves = divmod(key, 2)
        black, white = self.grid.position(number)
        empty = self.grid.board & ~(black | white)
        for stones in (black, white):
            if not self.grid.every_block_breathes(stones, empty):
                raise ValueError("a block without liberty")
        return self.start(black, white, "B" if black_moves else "W")
