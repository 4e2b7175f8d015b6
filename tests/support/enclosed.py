"""Random positions in which a group stands inside a firm wall, small enough to list whole.

`python -m tests.support.enclosed [POSITIONS] [SEED]` makes some (default: 300), asks the slow
judge about them, and prints how often each status occurs. With `--show WORD` it draws those of
that status.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator

from tests.judges.slow_tactics import (
    Budgets,
    Color,
    Point,
    Position,
    SlowTactics,
    TooLargeError,
    name_of,
)

MOST_OPEN = 10
"""Points on which stones can come and go while the target is there."""
KIND_WEIGHTS = (30, 25, 20, 15, 10)


def enclosed(seed: int) -> Position:
    """The position with this number: the same for everybody.

    Some are the eye space of a group, with stones of both colours in it and sometimes outside
    liberties or a hole in the group; some an eye space that the attacker has all but filled; some
    a group with one eye that needs another; some a race between two blocks; and some a small
    field strewn with stones. All around is the firm wall of the attacker, and in races of the
    defender too. Kos and sekis are rare among them, so one position in four is drawn until it is
    a ko, and one in four until it is a seki, as the slow judge says.
    """
    rng = random.Random(f"enclosed {seed}")
    wanted = {2: "ko", 3: "seki"}.get(seed % 4)
    while True:
        draft = _Draft(rng)
        kinds = [
            draft.eye_space,
            draft.filled_eye_space,
            draft.half_eyes,
            draft.race,
            draft.strewn_field,
        ]
        rng.choices(kinds, KIND_WEIGHTS)[0]()
        position = draft.position()
        if position and (wanted is None or _word(position) == wanted):
            return position


def _word(position: Position) -> str:
    usual: tuple[Budgets, ...] = ((0, None), ("any", 0), (None, 0), (0, 0))
    try:
        return SlowTactics(position, 5_000, usual).status().word
    except TooLargeError:
        return "too large"


class _Draft:
    """A board on which the defender is black until the colours are drawn."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.columns, self.rows = rng.randint(4, 7), rng.randint(4, 7)
        self.all = {(x, y) for x in range(self.columns) for y in range(self.rows)}
        self.black: set[Point] = set()
        self.white: set[Point] = set()
        self.loose: set[Point] = set()
        self.firm_black: set[Point] = set()

    def start(self) -> Point:
        """A point in the corner, at the side or in the centre: each is as likely."""
        x = self.rng.randrange(1, self.columns - 1)
        y = self.rng.randrange(1, self.rows - 1)
        return self.rng.choice([(0, 0), (x, 0), (x, y)])

    def around(self, points: Iterable[Point]) -> set[Point]:
        near = {
            p
            for x, y in points
            for p in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1))
            if p in self.all
        }
        return near - set(points)

    def corners(self, points: Iterable[Point]) -> set[Point]:
        return {
            p
            for x, y in points
            for p in ((x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1))
            if p in self.all
        } - set(points)

    def grow(self, size: int) -> set[Point]:
        """A connected field. Points that touch more of it are likelier, so that it is not all
        arms."""
        field = {self.start()}
        while len(field) < size:
            near = sorted(self.around(field))
            weights = [2 ** len(self.around({p}) & field) for p in near]
            field.add(self.rng.choices(near, weights)[0])
        return field

    def pick(self, points: Iterable[Point], number: int) -> set[Point]:
        points = sorted(points)
        return set(self.rng.sample(points, min(number, len(points))))

    def eye_space(self) -> None:
        rng = self.rng
        field = self.grow(rng.randint(3, 8))
        group = self.around(field)
        corners = self.corners(field) - group
        group |= corners if rng.random() < 0.7 else self.pick(corners, rng.randint(0, 3))
        holes = self.pick(group, rng.choice([0, 0, 0, 1, 1, 2]))
        outside = self.around(field | group)
        liberties = self.pick(outside, rng.choice([0, 0, 0, 1, 1, 2]))
        if liberties and rng.random() < 0.3:
            liberties |= self.pick(self.around(liberties) - field - group, 1)
        self.loose = field | group | liberties
        self.black = group - holes
        stones = rng.choice([0, 0, 1, 1, 2, 3, len(field) - 2, len(field) - 1])
        inside = self.pick(field, max(0, stones))
        if rng.random() < 0.3:
            inside |= self.pick(holes | liberties, 1)
        share = rng.choice([0.0, 0.2, 0.5])
        for point in sorted(inside):
            (self.black if rng.random() < share else self.white).add(point)

    def filled_eye_space(self) -> None:
        """Seki and its neighbours: two or three points are left, in the field or outside."""
        rng = self.rng
        field = self.grow(rng.randint(4, 8))
        group = self.around(field)
        group |= self.corners(field)
        outside = self.around(field | group)
        liberties = self.pick(outside, rng.choice([0, 0, 0, 1]))
        self.loose = field | group | liberties
        self.black = group
        self.white = field - self.pick(field, rng.choice([2, 2, 2, 3]))
        if rng.random() < 0.3:
            own = self.pick(self.white, 1)
            self.black |= own
            self.white -= own

    def half_eyes(self) -> None:
        """A group with one eye, and next to it a field where it needs another."""
        rng = self.rng
        eye = self.grow(1)
        group = self.around(eye) | self.corners(eye)
        if rng.random() < 0.3:
            group -= self.pick(self.corners(eye), 1)
        self.black = set(group)
        self.loose = eye | group
        for _ in range(rng.randint(4, 8)):
            near = sorted(self.around(self.loose))
            if not near:
                break
            point = rng.choice(near)
            self.loose.add(point)
            kind = rng.random()
            if kind < 0.55:
                (self.black if kind < 0.3 else self.white).add(point)

    def race(self) -> None:
        """Two blocks side by side, each shut in by the other and by a firm wall."""
        rng = self.rng
        self.loose = self.grow(rng.randint(6, 12))
        mine = self.pick(self.loose, 1)
        theirs = self.pick(self.around(mine) & self.loose, 1)
        free = rng.randint(2, 6)
        while len(self.loose) - len(mine | theirs) > free:
            block = rng.choice([mine, theirs])
            block |= self.pick((self.around(block) & self.loose) - mine - theirs, 1)
            if not (self.around(mine | theirs) & self.loose):
                break
        self.black, self.white = mine, theirs
        # The wall is the other side's; beside both blocks or none it is anybody's.
        for point in sorted(self.all - self.loose):
            beside_mine, beside_theirs = (bool(self.around({point}) & b) for b in (mine, theirs))
            if beside_mine == beside_theirs:
                if rng.random() < 0.3:
                    self.firm_black.add(point)
            elif beside_theirs:
                self.firm_black.add(point)

    def strewn_field(self) -> None:
        rng = self.rng
        self.loose = self.grow(rng.randint(5, 11))
        for point in sorted(self.loose):
            kind = rng.random()
            if kind < 0.6:
                (self.black if kind < 0.35 else self.white).add(point)
        if rng.random() < 0.2:
            self.firm_black = self.pick(self.around(self.loose), 1)

    def position(self) -> Position | None:
        """The position, or none if a block has no liberty, nothing is a target, or too much is
        open."""
        rng = self.rng
        wall = self.all - self.loose
        blocks = self.blocks(self.black)
        if not blocks:
            return None
        blocks.sort(key=lambda block: (-len(block), sorted(block)))
        chosen = blocks[:1]
        if len(blocks) > 1 and rng.random() < 0.5:
            chosen = blocks if rng.random() < 0.5 else rng.sample(blocks, 2)
        lasting = max(map(len, chosen)) if len(chosen) == 1 else min(map(len, chosen))
        if len(self.loose) - lasting > MOST_OPEN or self.black & self.white:
            return None
        try:
            position = Position(
                self.columns,
                self.rows,
                black=frozenset(self.black | self.firm_black),
                white=frozenset(self.white | wall - self.firm_black),
                firm=frozenset(wall),
                target=frozenset(min(block) for block in chosen),
                to_play=rng.choice(COLORS),
            )
        except AssertionError:  # a block without a liberty
            return None
        position = self.with_ko(position)
        position = position.turned(rng.randrange(8))
        return position.swapped() if rng.random() < 0.5 else position

    def blocks(self, stones: set[Point]) -> list[set[Point]]:
        left, result = set(stones), []
        while left:
            block = {min(left)}
            while more := self.around(block) & left:
                block |= more
            result.append(block)
            left -= block
        return result

    def with_ko(self, position: Position) -> Position:
        """The same, mostly with a ko that has just been taken if there is one."""
        kos = sorted(just_taken(position))
        if not kos or self.rng.random() < 0.3:
            return position
        return Position(**{**vars(position), "ko": self.rng.choice(kos)})


COLORS: list[Color] = ["black", "white"]


def just_taken(position: Position) -> Iterator[Point]:
    """The points on which the other side may have taken a single stone with its last move, such
    that taking back at once is forbidden."""
    theirs = position.white if position.to_play == "black" else position.black
    occupied = position.black | position.white
    for x in range(position.columns):
        for y in range(position.rows):
            taken = (x, y)
            if taken in occupied or not set(position.around(taken)) <= theirs:
                continue
            for stone in position.around(taken):
                alone = stone not in position.firm and not set(position.around(stone)) & theirs
                if alone and set(position.around(stone)) - occupied == {taken}:
                    yield taken


def main() -> None:
    arguments = sys.argv[1:]
    wanted = arguments.pop() if "--show" in arguments else None
    numbers = [int(argument) for argument in arguments if argument.isdigit()]
    positions, first = [*numbers, *(300, 0)[len(numbers) :]]
    counts: Counter[str] = Counter()
    most, began = 0, time.perf_counter()
    for seed in range(first, first + positions):
        position = enclosed(seed)
        judge = SlowTactics(position)
        status = judge.status()
        most = max(most, judge.situations)
        counts[status.word] += 1
        counts["a ko ban"] += position.ko is not None
        counts["several blocks"] += len(position.target_blocks) > 1
        if status.word == wanted:
            print(f"{seed}: {position.to_play} to play, {status}")
            print(position.show().replace(" ", "\n"))
            print("best:", *map(name_of, judge.best()), "\n")
    for word, count in counts.most_common():
        print(f"{word:14} {count / positions:6.1%}")
    print(f"at most {most} situations, {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
