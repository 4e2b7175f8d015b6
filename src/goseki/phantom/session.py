"""Phantom Go at the GTP door: our players under any referee that speaks the `PG-` commands of
Borsboom (2007, 2.2). `goseki.phantom.external` is the other side of it, and lists them.

The commands name no colour. Unless `PG-Color` tells, a player that is asked for a move before it
hears of one is Black.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence

from goseki.clock import Clock
from goseki.coords import Color, Point, Size, shorten
from goseki.errors import GosekiError
from goseki.gtp.session import Session
from goseki.gtp.table import CommandError
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.observation import Observation
from goseki.phantom.players import PhantomPlayer, Player
from goseki.phantom.rules import PhantomRules
from goseki.phantom.tournament import Entrant
from goseki.players.monte_carlo import Settings


class PhantomSession(Session):
    """A session that plays one side of Phantom Go.

    >>> from goseki.phantom import Settings
    >>> session = PhantomSession(Entrant("mce_all", Settings(simulations=2000)), size="5x5", seed=1)
    >>> for line in ("PG-SuggestMove", "PG-MovePlayed C3", "PG-MovePlayed", "PG-BeliefState"):
    ...     print(str(session.execute(line)).strip())
    = C3
    =
    =
    = .....
    .....
    ..X..
    .....
    .....
    """

    def __init__(
        self,
        entrant: Entrant,
        *,
        size: Size | str = "9x9",
        komi: float = 6.5,
        seed: int | None = None,
    ) -> None:
        from goseki.phantom.commands import COMMANDS

        if entrant.command:
            raise GosekiError(f"player {shorten(entrant.player)}: not one of our own")
        rules = PhantomRules(Size.parse(str(size)), komi)
        self.entrant = entrant
        self.seed = secrets.randbits(31) if seed is None else seed
        self.games = 0
        super().__init__(Settings(), size=rules.size, rules=rules.go, commands=COMMANDS)
        self.start_game()

    # -- the game -------------------------------------------------------------------------

    def start_game(self, size: Size | None = None) -> None:
        PhantomRules(size or self.board.size)  # complains of a board that is too small
        super().start_game(size)
        self.games += 1
        self._color: Color | None = None
        self._heard: list[Observation] = []
        """All that was said in this game, except for the latest move while it is not complete."""
        self._move: Observation | None = None
        """The latest move. The referee may still say that it took stones."""
        self._lost: tuple[Point, ...] = ()
        self._caught: tuple[int, tuple[Point, ...] | None] = (0, None)
        self._refused: list[Point] = []
        self._player: Player | None = None
        self._told = 0
        """How many of the messages that were heard the player has been told."""

    @property
    def color(self) -> Color:
        """The side that is played here."""
        if self._color is not None:
            return self._color
        first = self._heard[0] if self._heard else self._move
        return "B" if first is None or first.own else "W"

    def set_color(self, color: Color) -> None:
        if self._heard or self._move:
            raise CommandError("the game has begun")
        self._color = color

    # -- what the referee says ------------------------------------------------------------

    def suggest(self, refused: Sequence[Point]) -> Point:
        """A move to try, after the refusal of others in this turn."""
        self._settle()
        for point in refused[len(self._refused) :]:
            self._check(point)
            self._heard.append(Observation(True, "refused", point))
            self._refused.append(point)
        player = self._informed_player()
        clock = self.clocks[self.color]
        if clock.settings.system == "absolute" and isinstance(player, PhantomPlayer):
            player.clock = Clock(clock.main)
        start = time.monotonic()
        point = player.suggest()
        clock.spend(time.monotonic() - start)
        return point

    def note_own_move(self, point: Point) -> None:
        self._check(point)
        self._settle()
        if point.is_pass:
            self._hear(Observation(True, "passed"))
            return
        count, points = self._caught
        self._caught = (0, None)
        self._move = Observation(True, "played", point, captured=count, captured_points=points)

    def note_their_move(self) -> None:
        self._settle()
        self._move = Observation(False, "played", lost=self._lost)
        self._lost = ()

    def note_their_pass(self) -> None:
        self._settle()
        self._hear(Observation(False, "passed"))

    def note_their_refusal(self) -> None:
        self._settle()
        self._heard.append(Observation(False, "refused"))

    def note_lost(self, points: Sequence[Point]) -> None:
        """Stones of ours were taken, by the latest move or by the one that is announced next."""
        for point in points:
            self._check(point)
        if self._move is not None and not self._move.own and not self._move.lost:
            self._move = Observation(False, "played", lost=tuple(points))
        else:
            self._lost = tuple(points)

    def note_caught(self, count: int, points: Sequence[Point]) -> None:
        """Stones were taken, by our latest move or by the one that is announced next."""
        if points and len(points) != count:
            raise CommandError(f"{len(points)} points are not {count}")
        which = tuple(points) or None
        move = self._move
        if move is not None and move.own and not move.captured:
            self._move = Observation(
                True, "played", move.point, captured=count, captured_points=which
            )
        else:
            self._caught = (count, which)

    def belief(self) -> BeliefBoard:
        """The board that the players of the thesis would take for true."""
        self._settle()
        belief = BeliefBoard(self._rules, self.color)
        for seen in self._heard:
            belief.observe(seen)
        return belief

    @property
    def _rules(self) -> PhantomRules:
        return PhantomRules(self.board.size, self.board.rules.komi)

    def _check(self, point: Point) -> None:
        self.board.size.index(point)

    def _settle(self) -> None:
        """The latest move is complete: nothing more can be said of it."""
        if self._move is not None:
            self._hear(self._move)
            self._move = None

    def _hear(self, seen: Observation) -> None:
        self._heard.append(seen)
        self._refused.clear()

    def _informed_player(self) -> Player:
        if self._player is None:
            self._player = self.entrant.seat(self._rules, self.color, self.seed + self.games)
        for seen in self._heard[self._told :]:
            self._player.observe(seen)
        self._told = len(self._heard)
        return self._player
