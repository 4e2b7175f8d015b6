"""Go on tiny boards once more, from docs/rules.md and van der Werf's thesis alone.

Written without a look at the solvers and their tables, as slow and plain as can be: a board is
a string, superko remembers the whole game, and repetitions are solved as what they are, games
on a graph.

`python -m tests.judges.oracle_go` compares `goseki.solve` with it for every position, turn and ko
of the tiniest boards; `python -m tests.judges.oracle_go 3x2 200 ssk psk` compares a sample, under
those rules only.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import goseki as gs

KO_RULES = ("basic", "cycle", "ssk", "psk")
EMPTY, BLACK, WHITE = ".", "X", "O"
OTHER = {BLACK: WHITE, WHITE: BLACK}
PASS = -1
Points = frozenset[int]


class Situation(NamedTuple):
    """What decides how the game can go on. Only under superko the moves before matter too."""

    stones: str
    mover: str
    ko: int | None = None
    passes: int = 0
    needed: int = 2
    """Passes in a row that end the game."""

    @property
    def over(self) -> bool:
        return self.passes >= self.needed

    @property
    def name(self) -> tuple[object, ...]:
        """The situation of the thesis, which is what may not be repeated."""
        return self.stones, self.ko, self.passes, self.mover


class TinyGo:
    """The rules on a board of so many columns and rows, points row by row from the top left."""

    def __init__(self, columns: int, rows: int, *, ko_pass: bool = True) -> None:
        self.columns, self.rows, self.ko_pass = columns, rows, ko_pass
        self.points = range(columns * rows)
        self.near = {p: self._steps(p, [(1, 0), (-1, 0), (0, 1), (0, -1)]) for p in self.points}
        self.diagonal = {
            p: self._steps(p, [(1, 1), (-1, 1), (1, -1), (-1, -1)]) for p in self.points
        }
        self.result = cache(self._result)
        self.moves = cache(self._moves)

    def _steps(self, point: int, steps: list[tuple[int, int]]) -> Points:
        row, column = divmod(point, self.columns)
        return frozenset(
            (row + down) * self.columns + column + right
            for right, down in steps
            if 0 <= row + down < self.rows and 0 <= column + right < self.columns
        )

    def parts(self, points: Points) -> list[Points]:
        """The connected parts of a set of points."""
        found, rest = [], set(points)
        while rest:
            part, new = set(), {rest.pop()}
            while new:
                part |= new
                new = {near for p in new for near in self.near[p]} & rest
                rest -= new
            found.append(frozenset(part))
        return found

    def beside(self, points: Points) -> Points:
        return frozenset(near for p in points for near in self.near[p]) - points

    def of(self, stones: str, *kinds: str) -> Points:
        return frozenset(p for p in self.points if stones[p] in kinds)

    def blocks(self, stones: str, color: str) -> list[Points]:
        return self.parts(self.of(stones, color))

    def liberties(self, stones: str, block: Points) -> Points:
        return self.beside(block) & self.of(stones, EMPTY)

    def positions(self) -> Iterator[str]:
        """Every arrangement of stones in which each block has a liberty."""
        for stones in map("".join, product(".XO", repeat=len(self.points))):
            if all(self.liberties(stones, b) for c in OTHER for b in self.blocks(stones, c)):
                yield stones

    def _moves(self, now: Situation) -> list[tuple[int, Situation]]:
        """All moves that no superko forbids, the pass first, and what they lead to."""
        found = [
            (PASS, now._replace(mover=OTHER[now.mover], ko=None, passes=now.passes + 1)),
        ]
        for point in self.points:
            after = self.play(now, point)
            if after is not None:
                found.append((point, after))
        return found

    def play(self, now: Situation, point: int) -> Situation | None:
        if now.stones[point] != EMPTY or point == now.ko:
            return None
        stones = _put(now.stones, {point}, now.mover)
        enemy = OTHER[now.mover]
        taken = [b for b in self.blocks(stones, enemy) if not self.liberties(stones, b)]
        dead = frozenset().union(*taken)
        stones = _put(stones, dead, EMPTY)
        block = next(b for b in self.blocks(stones, now.mover) if point in b)
        breath = self.liberties(stones, block)
        if not breath:
            return None
        single_takes_single = len(dead) == 1 == len(block) and breath == dead
        ko = min(dead) if single_takes_single else None
        new_ko = ko is not None and now.ko is None
        return Situation(stones, enemy, ko, 0, 3 if new_ko and self.ko_pass else 2)

    # The end: section 5.1.2 of the thesis for territory, 5.1.3 for the rest.

    def _result(self, stones: str, one_liberty_is_dead: bool) -> int:
        """Black's lead when the game ends here."""
        owner: dict[int, str] = {}
        for color in OTHER:
            for p in self.territory(stones, color):
                owner[p] = color
        for color in OTHER:
            for block in self.blocks(stones, color):
                stays = not one_liberty_is_dead or len(self.liberties(stones, block)) > 1
                owner |= {p: color for p in block if stays and p not in owner}
        lead = 0
        for p in self.points:
            reach = {color: self._distance(p, color, owner) for color in OTHER}
            lead += (reach[BLACK] < reach[WHITE]) - (reach[WHITE] < reach[BLACK])
        return lead

    def _distance(self, point: int, color: str, owner: dict[int, str]) -> float:
        def steps(other: int) -> int:
            (row, column), (down, right) = divmod(point, self.columns), divmod(other, self.columns)
            return abs(row - down) + abs(column - right)

        return min((steps(p) for p, c in owner.items() if c == color), default=float("inf"))

    def alive(self, stones: str, color: str) -> tuple[Points, Points]:
        """Benson: the stones that cannot be taken, and their vital regions."""
        blocks = self.blocks(stones, color)
        regions = self.parts(frozenset(self.points) - self.of(stones, color))
        empty = self.of(stones, EMPTY)

        def is_vital(region: Points, block: Points) -> bool:
            return region & empty <= self.beside(block)

        while True:
            count = len(blocks) + len(regions)
            blocks = [b for b in blocks if sum(is_vital(r, b) for r in regions) >= 2]
            stay = frozenset().union(*blocks)
            regions = [r for r in regions if self.beside(r) <= stay]
            if len(blocks) + len(regions) == count:
                eyes = [r for r in regions if any(is_vital(r, b) for b in blocks)]
                return stay, frozenset().union(*eyes)

    def territory(self, stones: str, color: str) -> Points:
        """Everything that a colour owns unconditionally."""
        alive, eyes = self.alive(stones, color)
        owned = alive | eyes
        if not alive:
            return owned
        for region in self.parts(frozenset(self.points) - owned):
            owned |= self._closed_region(region, alive, stones, color)
        return owned

    def _closed_region(self, region: Points, alive: Points, stones: str, color: str) -> Points:
        own = self.of(stones, color)
        space = set()
        for p in region - self.of(stones, OTHER[color]):
            if not self._is_false(p, alive):
                space.add(p)
        # Eyes are points of the region's interior: beside a living stone of the defender is none.
        space -= self.beside(alive)
        for p in region & own:
            if self._is_false(p, alive) and not self.near[p] & own & region:
                space -= self.near[p] & self.of(stones, EMPTY)
        room = frozenset(space)
        inside = room & own
        if len(room) < 2 or (len(room) == 2 and len(self.parts(room)) == 1):
            return region
        if len(inside) not in (1, 2) or len(self.parts(inside)) == 2:
            return frozenset()
        around = room - inside
        if not around <= self.beside(inside):
            return frozenset()
        if len(inside) == 1 or len(around) <= 3:
            return region
        raise NotImplementedError("a pair with room for a seki does not fit on a tiny board")

    def _is_false(self, point: int, alive: Points) -> bool:
        at_edge = len(self.near[point]) < 4
        return len(self.diagonal[point] & alive) > (0 if at_edge else 1)

    # Values.

    def superko(self, start: Situation, rule: str, most_nodes: int = 10**7) -> int | None:
        """Black's lead where no situation (`ssk`) or arrangement (`psk`) may come back. Every
        history is looked at by itself; None if that takes more than so many nodes.

        `psk` looks at stones alone: no move bans a point besides, so two passes end the game.
        """
        by_stones = rule == "psk"
        numbers: dict[object, int] = {}
        bounds: dict[tuple[Situation, int], tuple[int, int]] = {}
        size = len(self.points)

        def bit(now: Situation) -> int:
            """For a set of what the game has had, as bits of a number."""
            return 1 << numbers.setdefault(now.stones if by_stones else now.name, len(numbers))

        def steps(now: Situation) -> Iterator[tuple[int, Situation]]:
            for move, after in self.moves(now):
                yield move, after._replace(ko=None, needed=2) if by_stones else after

        def at_least(lead: int, now: Situation, seen: int) -> bool:
            if now.over:
                return self.result(now.stones, False) >= lead
            low, high = bounds.get((now, seen), (-size, size))
            if lead <= low or lead > high:
                return lead <= low
            if len(bounds) > most_nodes:
                raise OverflowError
            black = now.mover == BLACK
            found = not black
            for move, after in steps(now):
                if move != PASS and bit(after) & seen:
                    continue
                if at_least(lead, after, seen | bit(after)) == black:
                    found = black
                    break
            low, high = bounds.get((now, seen), (-size, size))
            bounds[now, seen] = (max(low, lead), high) if found else (low, min(high, lead - 1))
            return found

        if by_stones:
            start = start._replace(needed=2)
        low, high = -size, size
        try:
            while low < high:
                lead = (low + high + 1) // 2
                if at_least(lead, start, bit(start)):
                    low = lead
                else:
                    high = lead - 1
        except (OverflowError, RecursionError):
            return None
        return low

    def reachable(self, starts: list[Situation]) -> list[Situation]:
        found = dict.fromkeys(starts)
        new = list(starts)
        while new:
            now = new.pop()
            for _, after in [] if now.over else self.moves(now):
                if after not in found:
                    found[after] = None
                    new.append(after)
        return list(found)

    def basic(self, starts: list[Situation]) -> dict[Situation, int]:
        """Black's lead for every situation there is, where a repetition is a draw: 0."""
        return self._leads("basic", starts)

    def cycle(self, starts: list[Situation]) -> dict[Situation, int]:
        """The same where a repetition is a win by the whole board for the player who passed more
        often in the cycle, and a draw if nobody did."""
        return self._leads("cycle", starts)

    def _leads(self, rule: str, starts: list[Situation]) -> dict[Situation, int]:
        everything = self.reachable(starts)
        values = dict.fromkeys(everything, -len(self.points))
        for lead in range(1 - len(self.points), len(self.points) + 1):
            wins = self.black_gets(rule, everything, lead, draw_is_enough=lead <= 0)
            values |= dict.fromkeys(wins, lead)
        return values

    def black_gets(
        self, rule: str, everything: list[Situation], count: int, *, draw_is_enough: bool
    ) -> set[Situation]:
        """Where Black gets at least that count, or a repetition to his liking."""
        if rule == "basic":
            return self._forced(everything, count, draw_is_enough)
        if draw_is_enough:
            return self._never_in_debt(everything, BLACK, count)
        return set(everything) - self._never_in_debt(everything, WHITE, count)

    def _forced(
        self, everything: list[Situation], count: int, draw_is_enough: bool
    ) -> set[Situation]:
        """The same if repetitions are draws: where one is not enough Black must end the game, so
        grow the set of his wins from the ends; otherwise White must, so grow White's."""
        attacker = WHITE if draw_is_enough else BLACK
        reached = {
            now
            for now in everything
            if now.over and (self.result(now.stones, True) >= count) == (attacker == BLACK)
        }
        grows = True
        while grows:
            grows = False
            for now in everything:
                if now in reached or now.over:
                    continue
                good = [after in reached for _, after in self.moves(now)]
                if any(good) if now.mover == attacker else all(good):
                    reached.add(now)
                    grows = True
        return reached if attacker == BLACK else set(everything) - reached

    def _never_in_debt(
        self, everything: list[Situation], player: str, count: int
    ) -> set[Situation]:
        """Where a player gets an end to his liking or, for ever, at least as many passes as the
        other. His passes earn 1 and the other's cost 1: he needs a finite account to begin with,
        and if any is enough then one of as many as there are situations is."""
        number = {now: i for i, now in enumerate(everything)}
        broke = len(everything) + 1
        account = []
        for now in everything:
            liked = (self.result(now.stones, True) >= count) == (player == BLACK)
            account.append(broke if now.over and not liked else 0)
        steps = [
            []
            if now.over
            else [
                (number[after], (move == PASS) * (1 if now.mover == player else -1))
                for move, after in self.moves(now)
            ]
            for now in everything
        ]
        before: list[list[int]] = [[] for _ in everything]
        for i, choices in enumerate(steps):
            for j, _ in choices:
                before[j].append(i)
        waiting = {i for i, choices in enumerate(steps) if choices}
        while waiting:
            changed = set()
            for i in waiting:
                needs = [
                    broke if account[j] >= broke else max(0, account[j] - earned)
                    for j, earned in steps[i]
                ]
                need = min(needs) if everything[i].mover == player else max(needs)
                if need > account[i]:
                    account[i] = need
                    changed.add(i)
            waiting = {i for j in changed for i in before[j]}
        return {now for now, a in zip(everything, account, strict=True) if a < broke}


def _put(stones: str, points: frozenset[int] | set[int], what: str) -> str:
    return "".join(what if i in points else stone for i, stone in enumerate(stones))


# The solver beside it.


class Start(NamedTuple):
    """A situation, and the move that made it if there is a ko."""

    now: Situation
    before: Situation | None = None
    move: int = PASS


class Comparison(NamedTuple):
    start: Situation
    rule: str
    oracle: int
    solver: float | None


def all_starts(game: TinyGo) -> list[Start]:
    """Every arrangement of stones with either side to move, and every ko that a move makes."""
    plain = [Situation(stones, mover) for stones in game.positions() for mover in OTHER]
    kos = {
        after: Start(after, now, move)
        for now in plain
        for move, after in game.moves(now)
        if after.ko is not None
    }
    return [*map(Start, plain), *kos.values()]


def board_of(game: TinyGo, start: Start) -> gs.Board:
    shown = start.before or start.now
    rows = [shown.stones[i : i + game.columns] for i in range(0, len(shown.stones), game.columns)]
    color: Any = "B" if shown.mover == BLACK else "W"
    board = gs.Board.from_diagram(
        "/".join(rows), to_play=color, rules=gs.Rules(ko_pass=game.ko_pass)
    )
    if start.before is not None:
        board.play(board.size.point(start.move))
    return board


def compare(
    game: TinyGo,
    rules: tuple[str, ...] = KO_RULES,
    *,
    sample: int | None = None,
    seed: int = 0,
    most_nodes: int = 10**5,
) -> Iterator[Comparison]:
    """What oracle and solver say of each start, or of a sample; starts with too many histories
    under superko are left out."""
    starts = all_starts(game)
    situations = [start.now for start in starts]
    tables = {"basic": game.basic, "cycle": game.cycle}
    values = {rule: tables[rule](situations) for rule in rules if rule in tables}
    if sample is not None and sample < len(starts):
        starts = random.Random(seed).sample(starts, sample)
    for rule in rules:
        for start in starts:
            if rule in values:
                value: int | None = values[rule][start.now]
            else:
                value = game.superko(start.now, rule, most_nodes)
            if value is not None:
                mode: Any = rule
                solved = gs.solve(board_of(game, start), ko=mode, memory=1 << 22).score
                yield Comparison(start.now, rule, value, solved)


def main() -> int:
    sizes = sys.argv[1:2] or ["1x1", "2x1", "3x1", "4x1", "2x2"]
    sample = int(sys.argv[2]) if len(sys.argv) > 2 else None
    rules = tuple(sys.argv[3:]) or KO_RULES
    wrong = 0
    for size in sizes:
        columns, rows = map(int, size.split("x"))
        for ko_pass in (True, False):
            game = TinyGo(columns, rows, ko_pass=ko_pass)
            for rule in rules:
                seen = list(compare(game, (rule,), sample=sample))
                different = [found for found in seen if found.oracle != found.solver]
                print(f"{size} {rule}, ko_pass {ko_pass}: {len(seen)}, {len(different)} differ")
                for found in different[:5]:
                    print("  ", found)
                wrong += len(different)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
