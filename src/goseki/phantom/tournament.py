"""Matches and tournaments: all play all, colours alternate, results are kept as they come."""

from __future__ import annotations

import contextlib
import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import get_args

from goseki.checks import is_number, shown
from goseki.cluster import Outcome, spread
from goseki.coords import Color, shorten
from goseki.errors import GosekiError
from goseki.job import Progress, Report
from goseki.phantom.external import PATIENCE, ExternalPlayer
from goseki.phantom.game import play_game
from goseki.phantom.players import Player, Scoring, Settings, ThesisPlayer, check_name
from goseki.phantom.referee import Referee
from goseki.phantom.results import GameResult, Store, conditions_of
from goseki.phantom.rules import PhantomRules
from goseki.phantom.standings import Standings

_EXTERNAL = "cmd:"


@dataclass(frozen=True)
class Entrant:
    """A player with its settings, under a label that tells it from the others."""

    player: str
    """A name of `PLAYERS`, or `cmd:` and the command of an engine."""
    settings: Settings = field(default_factory=Settings)
    label: str = ""
    patience: float = PATIENCE
    """Seconds in which an engine must answer a command."""

    def __post_init__(self) -> None:
        if not self.command:
            check_name(self.player)
        if not (isinstance(self.label, str) and is_number(self.patience)):
            wrong = f"label {shown(self.label)} or patience {shown(self.patience)}"
            raise GosekiError(f"a player with {wrong}: a text and a number of seconds are wanted")
        if not self.label:
            object.__setattr__(self, "label", self.player)

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
        label, equals, named = text.partition("=")
        if equals and ":" not in label:
            return replace(cls.parse(named, settings, patience=patience), label=label or named)
        if text.startswith(_EXTERNAL):
            return cls(text, settings, patience=patience)
        player, colon, scoring = text.partition(":")
        if not colon:
            return cls(player, settings)
        if scoring not in get_args(Scoring):
            raise GosekiError(f"player {shorten(text)}: scoring is one of win, territory")
        return cls(player, replace(settings, scoring=scoring), text)  # type: ignore[arg-type]

    @property
    def command(self) -> str:
        """Of an engine; empty for our own players."""
        return self.player.removeprefix(_EXTERNAL) if self.player.startswith(_EXTERNAL) else ""

    def seat(self, rules: PhantomRules, color: Color, seed: int) -> Player:
        """The player itself, for one game. Close it if it is an `ExternalPlayer`."""
        settings = self.settings
        if not self.command:
            return ThesisPlayer(self.player, rules, color, settings, seed=seed)
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
class Pairing:
    """One game to be played."""

    black: Entrant
    white: Entrant
    number: int
    seed: int
    rules: PhantomRules
    conditions: str

    @property
    def key(self) -> tuple[str, str, int]:
        return self.black.label, self.white.label, self.number


@dataclass(frozen=True)
class Tournament:
    """What a tournament came to. `standings` counts the games; `failures` are pairings that
    broke down, with the reason."""

    games: tuple[GameResult, ...]
    standings: Standings
    failures: tuple[str, ...] = ()
    interrupted: bool = False


def run_tournament(
    entrants: Sequence[Entrant],
    *,
    games: int,
    rules: PhantomRules | None = None,
    seed: int = 1,
    store: Store | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
    progress: Report | None = None,
) -> Tournament:
    """Let every entrant play `games` games against every other, with colours alternating.

    Games that the store has already are not played again, so a run that was stopped goes on
    where it was. A game depends on its seed, number and players alone, unless they think by
    the clock. Ctrl-C ends it with what is there.

    >>> few = [Entrant(name, Settings(simulations=20)) for name in ("mce_all", "random")]
    >>> outcome = run_tournament(few, games=4, rules=PhantomRules.on("5x5", komi=0.5))
    >>> outcome.standings.duels["mce_all", "random"].games
    4
    """
    pairings = _pairings(entrants, games, rules or PhantomRules(), seed)
    labels = [entrant.label for entrant in entrants]
    if store is not None:
        return _run(pairings, labels, store, jobs, cluster, progress)
    with Store() as in_memory:
        return _run(pairings, labels, in_memory, jobs, cluster, progress)


def _run(
    pairings: list[Pairing],
    labels: list[str],
    store: Store,
    jobs: int | None,
    address: str | None,
    progress: Report | None,
) -> Tournament:
    wanted = {(pairing.key, pairing.conditions) for pairing in pairings}

    def played() -> list[GameResult]:
        return [game for game in store.games() if (game.key, game.conditions) in wanted]

    known = {(game.key, game.conditions) for game in played()}
    waiting = [p for p in pairings if (p.key, p.conditions) not in known]
    failures: list[str] = []
    interrupted = False
    try:
        for number, outcome in enumerate(_outcomes(waiting, jobs, address), len(known) + 1):
            if outcome.result is not None:
                store.add(outcome.result)
            else:
                task = outcome.task
                failures.append(f"{task.black.label} - {task.white.label}: {outcome.error}")
            if progress:
                progress(Progress(number / len(pairings), f"{number} of {len(pairings)} games"))
    except KeyboardInterrupt:
        interrupted = True
    games = played()
    return Tournament(tuple(games), Standings.of(games, labels), tuple(failures), interrupted)


def play_entrants(
    black: Entrant,
    white: Entrant,
    rules: PhantomRules,
    seed: int,
    *,
    watch: Callable[[Referee], None] | None = None,
) -> Referee:
    """Seat two entrants, let them play a game, and end what processes they have."""
    with contextlib.ExitStack() as stack:

        def side(entrant: Entrant, color: Color) -> Player:
            player = entrant.seat(rules, color, seed)
            return stack.enter_context(player) if isinstance(player, ExternalPlayer) else player

        return play_game(side(black, "B"), side(white, "W"), rules, watch=watch)


def play_pairing(pairing: Pairing) -> GameResult:
    """Play one game."""
    start = time.perf_counter()
    referee = play_entrants(pairing.black, pairing.white, pairing.rules, pairing.seed)
    refusals = referee.refusals["B"] + referee.refusals["W"]
    log = referee.log
    return GameResult(
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


def check_entrants(entrants: Sequence[Entrant]) -> None:
    """Complain of players who cannot hold a tournament."""
    labels = [entrant.label for entrant in entrants]
    if len(entrants) < 2:
        raise GosekiError("a tournament needs at least two players")
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise GosekiError(f"player {twice} is there twice (tell them apart: NAME=PLAYER)")


def _pairings(
    entrants: Sequence[Entrant], games: int, rules: PhantomRules, seed: int
) -> list[Pairing]:
    check_entrants(entrants)
    if games < 1:
        raise GosekiError(f"the number of games is {games}, not at least 1")
    found = []
    for number in range(games):
        for first, second in combinations(entrants, 2):
            black, white = (first, second) if number % 2 == 0 else (second, first)
            found.append(_pairing(black, white, number, rules, seed))
    return found


def _pairing(
    black: Entrant, white: Entrant, number: int, rules: PhantomRules, seed: int
) -> Pairing:
    conditions = conditions_of(
        size=str(rules.size),
        seed=seed,
        black=black.identity,
        white=white.identity,
        **{name: value for name, value in vars(rules).items() if name != "size"},
    )
    text = f"{seed} {number} {black.label} {white.label}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return Pairing(black, white, number, int.from_bytes(digest), rules, conditions)


def _outcomes(
    pairings: list[Pairing], jobs: int | None, address: str | None
) -> Iterator[Outcome[Pairing, GameResult]]:
    if jobs == 1 and address is None:
        return (Outcome(pairing, play_pairing(pairing)) for pairing in pairings)
    return spread(play_pairing, pairings, jobs=jobs, address=address)
