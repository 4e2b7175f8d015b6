"""Matches and tournaments: all play all, colours alternate, results are kept as they come."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import get_args

from goseki.cluster import Outcome, spread
from goseki.coords import Color, opponent, shorten
from goseki.errors import GosekiError
from goseki.phantom.game import play_game
from goseki.phantom.players import PLAYERS, Scoring, Settings, ThesisPlayer
from goseki.phantom.results import GameResult, Store, conditions_of
from goseki.phantom.rules import PhantomRules
from goseki.phantom.standings import Standings


@dataclass(frozen=True)
class Entrant:
    """A player with its settings, under a label that tells it from the others."""

    player: str
    settings: Settings = field(default_factory=Settings)
    label: str = ""

    def __post_init__(self) -> None:
        if self.player not in PLAYERS:
            raise GosekiError(
                f"unknown player {shorten(self.player)} (known: {', '.join(PLAYERS)})"
            )
        if not self.label:
            object.__setattr__(self, "label", self.player)

    @classmethod
    def parse(cls, text: str, settings: Settings) -> Entrant:
        """Read `mce_all`, or `mce_all:territory` to give this player a scoring of its own.

        >>> Entrant.parse("mce_all:territory", Settings()).settings.scoring
        'territory'
        """
        player, colon, scoring = text.partition(":")
        if not colon:
            return cls(player, settings)
        if scoring not in get_args(Scoring):
            raise GosekiError(f"player {shorten(text)}: scoring is one of win, territory")
        return cls(player, replace(settings, scoring=scoring), text)  # type: ignore[arg-type]

    @property
    def identity(self) -> dict[str, object]:
        """All that decides how it plays, ready for JSON; threads do not."""
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
    address: str | None = None,
    progress: Callable[[float], None] | None = None,
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
        return _run(pairings, labels, store, jobs, address, progress)
    with Store() as in_memory:
        return _run(pairings, labels, in_memory, jobs, address, progress)


def _run(
    pairings: list[Pairing],
    labels: list[str],
    store: Store,
    jobs: int | None,
    address: str | None,
    progress: Callable[[float], None] | None,
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
                progress(number / len(pairings))
    except KeyboardInterrupt:
        interrupted = True
    games = played()
    return Tournament(tuple(games), Standings.of(games, labels), tuple(failures), interrupted)


def play_pairing(pairing: Pairing) -> GameResult:
    """Play one game."""
    start = time.perf_counter()

    def side(entrant: Entrant, color: Color) -> ThesisPlayer:
        return ThesisPlayer(
            entrant.player, pairing.rules, color, entrant.settings, seed=pairing.seed
        )

    black, white = side(pairing.black, "B"), side(pairing.white, opponent("B"))
    referee = play_game(black, white, pairing.rules)
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


def _pairings(
    entrants: Sequence[Entrant], games: int, rules: PhantomRules, seed: int
) -> list[Pairing]:
    labels = [entrant.label for entrant in entrants]
    if len(entrants) < 2:
        raise GosekiError("a tournament needs at least two players")
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise GosekiError(f"player {twice} is there twice")
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
