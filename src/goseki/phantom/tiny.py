"""Phantom Go on tiny boards made finite, so that every information set can be visited.

The game is that of `Referee` under the usual rules, within bounds that are part of its rules:

- nobody tries a point with an own stone, or one that was refused earlier in the same turn;
- after a number of plies the board is counted as it stands; or, with `superko`, a move that
  repeats an earlier position is refused like a ko, which ends every game by itself.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from goseki.board import Board
from goseki.coords import Color, Size
from goseki.errors import GosekiError
from goseki.phantom.players import Scoring
from goseki.phantom.rules import PhantomRules
from goseki.rules import Rules

Stones = tuple[int, ...]
"""A sign for every point, by index: +1 Black, -1 White, 0 empty."""

PASS = -1

PLIES_A_POINT = 3
MOST_POINTS = 9


class State(NamedTuple):
    """All that decides how the game goes on. The ply says whose turn it is."""

    stones: Stones
    ko: Stones | None
    """The position before a move that took a single stone: the next move may not restore it."""
    earlier: frozenset[Stones]
    """All earlier positions under superko, otherwise none."""
    ply: int
    passes: int

    @property
    def sign(self) -> int:
        """+1 if it is Black's turn, -1 if White's."""
        return 1 - 2 * (self.ply % 2)


class TinyGame:
    """The finite game.

    >>> game = TinyGame("3x1", komi=0.0)
    >>> middle, taken = game.attempt(game.start, 1)
    >>> middle.stones, taken, game.attempt(middle, 0)
    ((0, 1, 0), (), None)
    """

    def __init__(
        self,
        size: str,
        *,
        komi: float = 0.5,
        scoring: Scoring = "territory",
        plies: int | None = None,
        superko: bool = False,
    ) -> None:
        self.rules = PhantomRules.on(size, komi)
        self.scoring: Scoring = scoring
        self.superko = superko
        points = self.rules.size.points
        if points > MOST_POINTS:
            raise GosekiError(f"exact values are for boards of {MOST_POINTS} points at most")
        if plies is not None and plies < 1:
            raise GosekiError(f"the number of plies is {plies}, not at least 1")
        self.plies = (None if superko else PLIES_A_POINT * points) if plies is None else plies
        """After so many plies the board is counted; `None` under superko, which needs no limit."""
        empty = (0,) * points
        self.start = State(empty, None, frozenset(), 0, 0)

    def attempt(self, state: State, move: int) -> tuple[State, Stones] | None:
        """The state after a move, and the indices of the stones it took; `None` if the referee
        refuses it."""
        stones, earlier = state.stones, state.earlier
        if move == PASS:
            return State(stones, None, earlier, state.ply + 1, state.passes + 1), ()
        played = _play(self.rules.size, stones, state.sign, move)
        if played is None:
            return None
        after, taken = played
        if after == state.ko or after in earlier:
            return None
        if self.superko:
            earlier |= {stones}
        ko = stones if len(taken) == 1 else None
        return State(after, ko, earlier, state.ply + 1, 0), taken

    def is_over(self, state: State) -> bool:
        return state.passes == 2 or (self.plies is not None and state.ply >= self.plies)

    @property
    def range(self) -> tuple[float, float]:
        """The least and the greatest payoff that a game can have."""
        if self.scoring == "win":
            return 0.0, 1.0
        points, komi = self.rules.size.points, self.rules.komi
        return -points - komi, points - komi

    def payoff(self, stones: Stones) -> float:
        """For Black: the lead, or 1 for a win and 0 for a loss."""
        lead = _area(self.rules.size, stones) - self.rules.komi
        if self.scoring == "territory":
            return lead
        return 0.5 if lead == 0 else float(lead > 0)


_PLAIN_GO = Rules(ko="NONE", repetition="NONE", ko_pass=False)


def _board(size: Size, stones: Stones, to_play: Color) -> Board:
    board = Board(size, _PLAIN_GO)
    black = [index for index, sign in enumerate(stones) if sign > 0]
    white = [index for index, sign in enumerate(stones) if sign < 0]
    board.setup(black, white, to_play=to_play)
    return board


@cache
def _play(size: Size, stones: Stones, sign: int, move: int) -> tuple[Stones, Stones] | None:
    """The stones after a move and those it took; `None` for an occupied point or suicide."""
    board = _board(size, stones, "B" if sign > 0 else "W")
    if not board.is_legal(move):
        return None
    board.play_assume_legal(move)
    after = tuple(board.to_array().reshape(-1).tolist())
    return after, tuple(i for i, before in enumerate(stones) if before and not after[i])


@cache
def _area(size: Size, stones: Stones) -> float:
    """Black's area less White's."""
    return _board(size, stones, "B").score().lead
