"""The player that does not search: it plays the move that strong players would likeliest choose.

The network, or MP*, looks at the position once. Only the end of the game needs more than that: the
player fills no eye of its own, leaves alone what Benson's algorithm proves, and passes as the
Monte-Carlo player does, by how the board would be counted.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from goseki.analysis import Analysis
from goseki.board import Board
from goseki.checks import check_whole, is_number, shown
from goseki.clock import Clock
from goseki.connected import neighbors_of
from goseki.coords import PASS, Color, Size, opponent, shorten
from goseki.errors import GosekiError
from goseki.files import read_file
from goseki.life import benson
from goseki.players import Choice
from goseki.players.boards import unfinished, with_turn
from goseki.players.ending import (
    SETTLED,
    analyze_end,
    are_settled,
    cleanup_moves,
    has_passed,
    is_sensible,
    lead_of,
    must_capture,
)
from goseki.prediction.mp_star import MpStar
from goseki.prediction.network import check_size
from goseki.prediction.ranking import MOST_SYMMETRIES, MP_STAR, find_model

NET = "net"
POLICIES = (NET, MP_STAR)
"""The names of these players, at every door where players have names."""


@dataclass(frozen=True)
class PolicySettings:
    """Who plays, and how."""

    model: str = NET
    """`net`, `mp-star`, or the file of a network."""
    symmetries: int = 1
    """In how many of the eight ways to lay the board down the network looks at it."""
    resign: float = 0.0
    """Resign below this winning probability; 0 is never."""
    seed: int = 0
    """Which way the board lies when the network looks at it. So games with different seeds differ
    where two moves are nearly as good, and the player is none the weaker."""

    def __post_init__(self) -> None:
        check_whole("symmetries", self.symmetries, 1, MOST_SYMMETRIES)
        if not (is_number(self.resign) and 0 <= self.resign <= 1):
            raise GosekiError(f"resign is {shown(self.resign)}, not a number from 0 to 1")
        if self.model == MP_STAR and (self.resign or self.symmetries > 1):
            raise GosekiError(f"{MP_STAR} knows neither who wins nor symmetries")

    @classmethod
    def parse(cls, text: str) -> PolicySettings:
        """Read `net`, `mp-star`, or `net` with options.

        >>> PolicySettings.parse("net:symmetries=8,model=run/net.onnx")
        PolicySettings(model='run/net.onnx', symmetries=8, resign=0.0, seed=0)
        """
        name, colon, options = text.partition(":")
        if name not in POLICIES:
            raise GosekiError(f"no player {shorten(name)} (known: {', '.join(POLICIES)})")
        readers: dict[str, Callable[[str], Any]] = {}
        if name == NET:
            readers = {"model": str, "symmetries": int, "resign": float}
        changes: dict[str, Any] = {"model": name}
        for option in options.split(",") if colon else ():
            key, equals, value = option.partition("=")
            if key not in readers or not equals:
                known = f"known: {', '.join(readers)}, as NAME=VALUE" if readers else "it has none"
                raise GosekiError(f"no option {shorten(option)} ({known})")
            try:
                changes[key] = readers[key](value)
            except ValueError:
                raise GosekiError(f"{key} is {shorten(value)}, not a number") from None
        return cls(**changes)

    def check(self, size: Size) -> None:
        """Complain of a model that cannot be read, or that is not for boards of this size."""
        if self.model != MP_STAR:
            find_model(self.model)
            check_size(size)

    @property
    def identity(self) -> dict[str, object]:
        """All that decides how it plays, but for the seed: of weights a digest, since those of the
        same name change."""
        if self.model == MP_STAR:
            return {"model": MP_STAR}
        weights = hashlib.blake2b(read_file(find_model(self.model).path), digest_size=8)
        own = {"weights": weights.hexdigest(), "symmetries": self.symmetries}
        return own | ({"resign": self.resign} if self.resign else {})


class PolicyPlayer:
    """Plays the likeliest move.

    >>> player = PolicyPlayer(PolicySettings("mp-star"))
    >>> player.choose(Board("9x9"), "B", seconds=None).point.is_pass
    False
    """

    clock: Clock | None = None
    """Whoever runs the game has the clock; it looks once, however much time there is."""

    def __init__(self, settings: PolicySettings) -> None:
        self.settings = settings

    def close(self) -> None:
        """Nothing is left to end."""

    def choose(
        self,
        board: Board,
        color: Color,
        *,
        seconds: float | None,
        cleanup: bool = False,
        interrupted: Callable[[], bool] = lambda: False,
    ) -> Choice:
        position = unfinished(board)
        proven = benson(board).proven.reshape(-1)
        sensible = [
            n for n in position.legal_points(color).tolist() if is_sensible(board, n, color)
        ]
        points = [n for n in sensible if not proven[n]]
        view = with_turn(position, color)
        chances, win = self._look(view)
        if win is not None and win < self.settings.resign:
            return Choice(PASS, win, resigns=True)
        best = max(points, key=lambda n: (chances[n], -n), default=None)
        would_pass = best is None or self._would_pass(view, points, chances, best)
        passed = has_passed(board, opponent(color))
        if would_pass or passed or cleanup:
            end = analyze_end(board, seed=self.settings.seed)
            if cleanup or must_capture(board, end, color):
                captures = cleanup_moves(board, end, color, set(sensible))
                if captures:
                    return Choice(board.point(captures[0]), win)
            if best is None or cleanup or (passed and lead_of(end.final.lead, color) > 0):
                return Choice(PASS, win)
            if would_pass:
                left = _worth_a_try(end, points, color, passed)
                if not left:
                    return Choice(PASS, win)
                best = max(left, key=lambda n: (chances[n], -n))
        assert best is not None
        return Choice(board.point(best), win)

    def _look(self, view: Board) -> tuple[npt.NDArray[np.floating[Any]], float | None]:
        """How likely each point and the pass are, and the chance to win."""
        settings = self.settings
        if settings.model == MP_STAR:
            ranked = MpStar.shipped(view).rank(view)
            chances = np.zeros(view.size.points + 1)
            chances[ranked.points] = ranked.probabilities
            return chances, None
        turn = int(np.random.default_rng((settings.seed, view.ply)).integers(MOST_SYMMETRIES))
        seen = find_model(settings.model).evaluate(view, settings.symmetries, first=turn)
        return seen.policy, seen.win

    def _would_pass(
        self, view: Board, points: list[int], chances: npt.NDArray[np.floating[Any]], best: int
    ) -> bool:
        """Whether the model's first choice is the pass. MP* knows none: it would pass when random
        games leave nothing open."""
        if self.settings.model == MP_STAR:
            return are_settled(view, points, seed=self.settings.seed + view.ply)
        return bool(chances[-1] >= chances[best])


def _worth_a_try(end: Analysis, points: list[int], color: Color, passed: bool) -> list[int]:
    """The points to play on instead of a pass that would lose the game: those that are open, but
    not in seki. There are none if the player is ahead, even if the other side takes all neutral
    points."""
    board = end.board
    if board.rules.scoring == "TERRITORY" or end.believed is None:
        return []
    empty = board.to_array().reshape(-1) == 0
    neutral = 0 if passed else int((end.final.owner.reshape(-1)[empty] == 0).sum())
    if lead_of(end.final.lead, color) > neutral:
        return []
    open_points = np.abs(end.believed.reshape(-1)) < SETTLED
    seki = {board.index(stone) for stone in end.stones("seki")}
    beside = neighbors_of(board.size)
    return [n for n in points if open_points[n] and seki.isdisjoint(beside[n])]
