"""Random games played on the core and on the reference at once, comparing everything.

The two share no code. Every disagreement is returned as a line that says where to look.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Any, get_args

from goseki import reference
from goseki.board import Board
from goseki.cluster import results
from goseki.coords import Color, Point, Size
from goseki.job import Report
from goseki.rules import PRESETS, Ko, Repetition, Rules, Scoring, Tax

CHUNK_MOVES = 1_000
"""Moves played per unit of work: small enough for a smooth progress bar."""
ALL_POINTS_UP_TO = 36
"""Boards up to this many points have every point's legality compared at every move."""
SAMPLED_POINTS = 8


@dataclass
class Comparison:
    """What was compared, and the differences found (there should be none)."""

    games: int = 0
    moves: int = 0
    legality_checks: int = 0
    undone: int = 0
    scores: int = 0
    situations: dict[int, int] = field(default_factory=dict)
    """Hash met -> a digest of the exact situation that had it."""
    differences: list[str] = field(default_factory=list)
    interrupted: bool = False

    def add(self, other: Comparison) -> None:
        """Take in the figures of another run, comparing its hashes with ours."""
        self.games += other.games
        self.moves += other.moves
        self.legality_checks += other.legality_checks
        self.undone += other.undone
        self.scores += other.scores
        self.differences += other.differences
        for code, digest in other.situations.items():
            self.note_hash(code, digest)

    def note_hash(self, code: int, digest: int) -> None:
        if self.situations.setdefault(code, digest) != digest:
            self.differences.append(f"two situations share the hash {code:#x}")


def compare_rules(
    moves: int, seed: int, jobs: int = 1, progress: Report | None = None
) -> Comparison:
    """Play `moves` random moves on random rectangles under every preset and random rules.
    Ctrl-C ends it early, with what was found so far.

    >>> compare_rules(moves=300, seed=1).differences
    []
    """
    total = Comparison()
    chunks = max(1, moves // CHUNK_MOVES)
    per_chunk = -(-moves // chunks)
    seeds = [seed * 1_000_003 + chunk for chunk in range(chunks)]
    play = partial(_play_chunk, moves=per_chunk)
    try:
        for _, part in results(play, seeds, jobs=jobs, in_order=True, progress=progress):
            total.add(part)
    except KeyboardInterrupt:
        total.interrupted = True
    return total


def _play_chunk(seed: int, moves: int) -> Comparison:
    rng = random.Random(seed)
    comparison = Comparison()
    while comparison.moves < moves and not comparison.differences:
        try:
            _Duel(rng, comparison, f"seed {seed}, game {comparison.games}").play()
        except _DisagreementError as difference:
            comparison.differences.append(str(difference))
        comparison.games += 1
    return comparison


def _random_size(rng: random.Random) -> Size:
    longest = rng.choices((5, 9, 19), weights=(80, 17, 3))[0]
    return Size(rng.randint(1, longest), rng.randint(1, longest))


def _random_rules(rng: random.Random) -> Rules:
    rules = PRESETS[rng.choice(list(PRESETS))]
    if rng.random() < 0.3:
        rules = Rules(
            ko=rng.choice(get_args(Ko)),
            repetition=rng.choice(get_args(Repetition)),
            passes_to_end=rng.randint(1, 4),
            ko_pass=rng.random() < 0.5,
            suicide=rng.random() < 0.5,
            scoring=rng.choice(get_args(Scoring)),
            tax=rng.choice(get_args(Tax)),
            white_handicap_bonus=rng.choice(("0", "N-1", "N")),
        )
    return replace(rules, komi=rng.choice((0.0, 0.5, 7.5, -3.0)))


def _digest(*parts: object) -> int:
    """A hash that, unlike Python's own, is the same in every process."""
    return int.from_bytes(blake2b(repr(parts).encode(), digest_size=8).digest())


class _DisagreementError(Exception):
    """Core and reference say different things."""


class _Duel:
    """One random game on both boards."""

    def __init__(self, rng: random.Random, comparison: Comparison, name: str) -> None:
        self.rng = rng
        self.comparison = comparison
        self.rules = _random_rules(rng)
        self.size = _random_size(rng)
        self.name = f"{name}, {self.size}, {self.rules}"
        self.points = [self.size.point(index) for index in range(self.size.points)]
        self.board = Board(self.size, self.rules)
        self.board.handicap = rng.choice((0, 0, 1, 2, 9))
        self.referee = reference.Referee(
            *self.size, **vars(self.rules), handicap=self.board.handicap
        )
        if rng.random() < 0.3:
            self._set_up()
        self.past: list[tuple[reference.Referee, tuple[Any, ...]]] = []

    def play(self) -> None:
        longest = min(400, 3 * self.size.points + 10)
        while len(self.past) < longest:
            self._compare_position()
            if self.rng.random() < 0.03:
                self._compare_score()
            if self.past and self.rng.random() < 0.03:
                self._take_back()
            if self.referee.over:
                break
            self._move()
        self._compare_position()
        self._compare_score()
        while self.past:
            self._take_back()

    def _differ(self, what: str, core: object, ref: object) -> None:
        raise _DisagreementError(
            f"{self.name}, moves {[str(m) for m in self.board.moves]}: "
            f"{what}: core {core}, reference {ref}"
        )

    def _expect(self, what: str, core: object, ref: object) -> None:
        if core != ref:
            self._differ(what, core, ref)

    def _set_up(self) -> None:
        """Random stones; those of blocks without liberty are left out."""
        stones: reference.Stones = {
            point: self.rng.choice(("B", "W")) for point in self.points if self.rng.random() < 0.4
        }
        graph = self.referee.neighbours
        for point in self.points:
            if point in stones:
                block = reference.rules.connected(point, stones, graph)
                if not reference.rules.liberties(block, stones, graph):
                    del stones[point]
        black = [Point(*p) for p, color in stones.items() if color == "B"]
        white = [Point(*p) for p, color in stones.items() if color == "W"]
        to_play: Color = self.rng.choice(("B", "W"))
        self.board.setup(black, white, to_play=to_play)
        self.referee.setup(black, white, to_play)

    def _move(self) -> None:
        rng, board = self.rng, self.board
        color: Color = board.to_play
        if rng.random() < 0.03:
            color = "W" if color == "B" else "B"
        legal = board.legal_points(color)
        point = None
        if len(legal) and rng.random() > 0.07:
            point = self.points[rng.choice(legal.tolist())]
        self.past.append((self.referee.copy(), _everything(board)))
        board.play("pass" if point is None else point, color)
        try:
            self.referee.play(color, point)
        except ValueError as error:
            self._differ("a move the core allows", f"{color} {point}", error)
        self.comparison.moves += 1

    def _compare_position(self) -> None:
        board, referee = self.board, self.referee
        stones = {**dict.fromkeys(board.stones("B"), "B"), **dict.fromkeys(board.stones("W"), "W")}
        self._expect("stones", stones, referee.stones)
        self._expect("to play", board.to_play, referee.to_play)
        self._expect("ko", board.ko, referee.ko_point)
        self._expect("passes", board.passes, referee.passes)
        self._expect("prisoners", board.prisoners, referee.prisoners)
        self._expect("over", board.is_over, referee.over)
        by_repetition = None if board.end in ("running", "passes") else board.end
        self._expect("repetition", by_repetition, referee.result_by_repetition)
        situation = referee.situation_key()
        self.comparison.note_hash(board.hash, _digest(self.size, situation))
        self.comparison.note_hash(board.position_hash ^ 1, _digest(self.size, situation.position))
        self._compare_legality()

    def _compare_legality(self) -> None:
        points = self.points
        if len(points) > ALL_POINTS_UP_TO:
            points = self.rng.sample(points, SAMPLED_POINTS)
        for color in ("B", "W"):
            legal = set(self.board.legal_points(color).tolist())
            for point in points:
                reason = self.referee.illegal_reason(color, point)
                self._expect(f"{color} {point}", self.board.why_illegal(point, color), reason)
                listed = self.size.index(point) in legal
                self._expect(f"{color} {point} in the list", listed, reason is None)
                self.comparison.legality_checks += 1

    def _compare_score(self) -> None:
        stones = list(self.referee.stones)
        dead = {
            near
            for stone in self.rng.sample(stones, min(len(stones), self.rng.randint(0, 2)))
            for near in reference.rules.connected(
                stone, self.referee.stones, self.referee.neighbours
            )
        }
        alive = sorted(set(stones) - dead)
        seki = None
        if alive and self.rng.random() < 0.3:
            seki = self.rng.sample(alive, 1)
        core = self.board.score(
            [Point(*p) for p in dead], None if seki is None else [Point(*p) for p in seki]
        )
        ref = reference.score(self.referee, dead, seki)
        self._expect("lead", core.lead, ref.lead)
        signs = {"B": 1, "W": -1, None: 0}
        owner = [signs[ref.owner[point]] for point in self.points]
        self._expect("owner", core.owner.reshape(-1).tolist(), owner)
        self.comparison.scores += 1

    def _take_back(self) -> None:
        count = self.rng.randint(1, min(3, len(self.past)))
        self.board.undo(count)
        self.referee, before = self.past[-count]
        del self.past[-count:]
        self._expect("undo", _everything(self.board), before)
        self.comparison.undone += count


def _everything(board: Board) -> tuple[Any, ...]:
    """All that a board shows: what undo must bring back. Blocks show in the legal points."""
    return (
        board.to_array().tobytes(),
        board.hash,
        board.position_hash,
        board.to_play,
        board.ko_index,
        board.passes,
        board.end,
        board.prisoner_counts(),
        board.ply,
        board.legal_points("B").tobytes(),
        board.legal_points("W").tobytes(),
    )
