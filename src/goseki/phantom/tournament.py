"""Matches and tournaments of Phantom Go: the contest that `goseki.match` runs."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, get_args

from goseki import match
from goseki.coords import Color, shorten
from goseki.errors import GosekiError
from goseki.gtp.client import PATIENCE
from goseki.match.log import GameLog
from goseki.phantom.external import ExternalPlayer
from goseki.phantom.game import play_game
from goseki.phantom.players import PhantomPlayer, Player, Scoring, Settings, check_name
from goseki.phantom.referee import Referee
from goseki.phantom.rules import PhantomRules


@dataclass(frozen=True)
class Entrant(match.Entrant[Settings]):
    """A player of Phantom Go with its settings."""

    settings: Settings = field(default_factory=Settings)

    @classmethod
    def parse(cls, text: str, settings: Settings, *, patience: float = PATIENCE) -> Entrant:
        """Read `mce_all`; `mce_all:territory` to give this player a scoring of its own; or the
        command of an engine. Each may be given a name: `golois=cmd:./golois --gtp`.

        >>> Entrant.parse("mce_all:territory", Settings()).settings.scoring
        'territory'
        >>> entrant = Entrant.parse("golois=cmd:./golois --gtp", Settings())
        >>> entrant.label, entrant.command
        ('golois', './golois --gtp')
        """
        label, text = match.split_label(text)
        if label:
            return replace(cls.parse(text, settings, patience=patience), label=label)
        if text.startswith("cmd:"):
            return cls(text, settings, patience=patience)
        player, colon, scoring = text.partition(":")
        if not colon:
            return cls(player, settings)
        if scoring not in get_args(Scoring):
            raise GosekiError(f"player {shorten(text)}: scoring is one of win, territory")
        return cls(player, replace(settings, scoring=scoring), text)  # type: ignore[arg-type]

    def check_player(self) -> None:
        check_name(self.player)

    def seat(self, rules: PhantomRules, color: Color, seed: int) -> Player:
        """The player itself, for one game. Close it afterwards."""
        settings = self.settings
        if not self.command:
            return PhantomPlayer(self.player, rules, color, settings, seed=seed)
        return ExternalPlayer(
            self.command,
            rules,
            color,
            clock=settings.clock,
            seconds=settings.seconds,
            patience=self.patience,
        )

    @property
    def identity(self) -> dict[str, object]:
        """All that decides how it plays, ready for JSON; threads do not."""
        if self.command:
            time = {"seconds": self.settings.seconds, "clock": self.settings.clock}
            return {"player": self.player, "patience": self.patience, **time}
        settings = vars(self.settings) | {"threads": None}
        return {"player": self.player} | {k: v for k, v in settings.items() if v is not None}


@dataclass(frozen=True)
class PhantomResult(match.GameResult):
    """A finished game of Phantom Go."""

    APPLICATION_ID: ClassVar[int] = 0x676F7068  # "goph"

    attempts: int
    occupied: int
    """Refused attempts by cause, of both sides."""
    suicide: int
    ko: int
    seconds: float
    log: str

    @property
    def game_log(self) -> GameLog:
        return GameLog.parse(self.log)


@dataclass(frozen=True)
class PhantomContest(match.Contest[PhantomResult]):
    """Phantom Go by some rules."""

    rules: PhantomRules = field(default_factory=PhantomRules)

    @property
    def conditions(self) -> dict[str, object]:
        return {**vars(self.rules), "size": str(self.rules.size)}

    def store(self, path: str | os.PathLike[str] | None = None) -> match.Store[PhantomResult]:
        return match.Store(PhantomResult, path)

    def play(self, pairing: match.Pairing) -> PhantomResult:
        start = time.perf_counter()
        assert isinstance(pairing.black, Entrant)
        assert isinstance(pairing.white, Entrant)
        referee = play_entrants(pairing.black, pairing.white, self.rules, pairing.seed)
        refusals = referee.refusals["B"] + referee.refusals["W"]
        log = referee.log
        return PhantomResult(
            pairing.conditions,
            *pairing.key,
            lead=referee.lead,
            end=referee.end,
            plies=len(log.turns),
            attempts=referee.attempts,
            occupied=refusals["occupied"],
            suicide=refusals["suicide"],
            ko=refusals["ko"],
            seconds=round(time.perf_counter() - start, 3),
            log=str(log),
        )


def run_tournament(
    entrants: Sequence[Entrant], *, rules: PhantomRules | None = None, **options: Any
) -> match.Tournament[PhantomResult]:
    """Let every entrant play every other: `goseki.match.run_tournament` with its options.

    >>> few = [Entrant(name, Settings(simulations=20)) for name in ("mce_all", "random")]
    >>> outcome = run_tournament(few, games=4, rules=PhantomRules.on("5x5", komi=0.5))
    >>> outcome.standings.duels["mce_all", "random"].games
    4
    """
    return match.run_tournament(PhantomContest(rules or PhantomRules()), entrants, **options)


def play_entrants(
    black: Entrant,
    white: Entrant,
    rules: PhantomRules,
    seed: int,
    *,
    watch: Callable[[Referee], None] | None = None,
) -> Referee:
    """Seat two entrants, let them play a game, and close them."""
    with (
        contextlib.closing(black.seat(rules, "B", seed)) as first,
        contextlib.closing(white.seat(rules, "W", seed)) as second,
    ):
        return play_game(first, second, rules, watch=watch)
