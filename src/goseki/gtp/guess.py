"""Guesses about stones, for where the time was too short for a proof.

GNU Go's words have none for what is not known, so whoever asks in them is told what is likely.
Blocks and connections are read among few moves (`goseki.gtp.reading`), wider and wider. Of larger
groups random games are asked. All this is an estimate, whatever it says.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from goseki.board import Board
from goseki.connected import neighbors_of
from goseki.coords import PASS, Color, Point, opponent
from goseki.gtp.reading import (
    WIDEST,
    WIDEST_OF_CONNECTIONS,
    Finding,
    Read,
    capture,
    connection,
    is_at_ease,
)
from goseki.playouts import run_playouts
from goseki.tactics.fight import as_fought

SHARE_OF_READING = 0.7
"""Of the time; the rest is to see whether a ko decides."""
LEAST_SECONDS = 0.02
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
    >>> guess_capture(board, Point.parse("E5"), "B", 5.0).works
    True
    """
    guess, _ = read_block(board, stone, mover, seconds)
    return guess


def read_block(board: Board, stone: Point, mover: Color, seconds: float) -> tuple[Guess, bool]:
    """The same, and whether the reading came to an end."""
    wider = _Wider(capture(board, mover, board.index(stone)), WIDEST, mover != board.at(stone))
    return wider.guess(board, mover, seconds), wider.came_to_an_end


def guess_taking_back(board: Board, stone: Point, mover: Color, seconds: float) -> Guess | None:
    """The same of a single stone that is proven to be captured: it may be taken back, in a ko or a
    snapback. None if nothing of that is seen, or the time is too short."""
    wider = _Wider(capture(board, mover, board.index(stone)), WIDEST, mover != board.at(stone))
    guess = wider.guess(board, mover, seconds)
    return guess if wider.came_to_an_end and wider.met_taking_back else None


def guess_connection(board: Board, one: Point, other: Point, mover: Color, seconds: float) -> Guess:
    """Whether two blocks are connected by their owner, or cut apart by the opponent, who moves
    first.

    >>> board = Board("9x9"); board.setup(["D5", "D7"], ["E6"])
    >>> guess_connection(board, Point.parse("D5"), Point.parse("D7"), "B", 5.0)
    Guess(works=True, move=Point.parse('D6'), ko=False)
    """
    places, connects = (board.index(one), board.index(other)), mover == board.at(one)
    if not connects and is_at_ease(board, *places):
        return Guess(False)
    wider = _Wider(connection(board, mover, *places), WIDEST_OF_CONNECTIONS, connects)
    guess = wider.guess(board, mover, seconds)
    if connects and not guess.works and wider.doubt is not None:
        # There are more ways to connect than could be read: one of them is likely to work.
        return Guess(True, board.point(wider.doubt.move))
    return guess


class _Wider:
    """Reads a fight wider and wider, as long as that comes to an end."""

    def __init__(self, reading: Read, widest: int, is_prover: bool) -> None:
        self._reading, self._widest = reading, widest
        self._is_prover = is_prover
        """Whether it is the prover who moves first."""
        self.doubt: Finding | None = None
        """What the first reading says that was too wide for the time."""
        self.came_to_an_end = False
        """Whether at least the narrowest reading was finished."""
        self.met_taking_back = False
        """Whether the target was taken back somewhere, in a ko or a snapback."""

    def guess(self, board: Board, mover: Color, seconds: float) -> Guess:
        """What is read, and if a ko was met, whether that decides: it does if it goes the other
        way when the loser has all the threats."""
        end = time.monotonic() + seconds
        read = self._read(None, SHARE_OF_READING * seconds)
        width = max(read, key=lambda width: (read[width].reached is not None, width))
        found = read[width]
        self.came_to_an_end = found.reached is not None
        self.met_taking_back = found.met_ko or found.met_snapback
        reached = found.is_likely
        works = reached == self._is_prover
        move = board.point(found.move) if works else PASS
        if found.met_ko:
            helped = self._read(opponent(mover) if works else mover, end - time.monotonic())
            turned = [
                again.move
                for width, again in helped.items()
                if again.reached is not None
                # What is as wide: else it may be the width that makes the difference.
                if width in read and again.reached != reached == read[width].reached
            ]
            last = helped[max(helped)]
            if turned and last.reached != reached:
                return Guess(works, move if works else board.point(turned[0]), ko=True)
            if works and width in helped and helped[width].reached == reached:
                move = board.point(helped[width].move)  # without the ko
        return Guess(works, move)

    def _read(self, free: Color | None, seconds: float) -> dict[int, Finding]:
        """What was found, by the width of the reading; the last one may not have been finished."""
        end = time.monotonic() + seconds
        found: dict[int, Finding] = {}
        for width in range(self._widest + 1):
            left = end - time.monotonic()
            if found and left < LEAST_SECONDS:
                break
            found[width] = self._reading(width, free, left)
            if found[width].reached is None:
                self.doubt = found[width]
                break
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
