"""Matches and tournaments: all play all, colours alternate, results are kept as they come.

A `Contest` is the game that is played, such as Go by some rules on some board: it plays one
`Pairing` and says what came of it. All else, who plays whom, games that are there already,
processes side by side, standings, is the same for every game and stands here.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Generic, TypeVar

from goseki.checks import check_seed, check_whole, is_number, shown
from goseki.cluster import Outcome, spread
from goseki.errors import GosekiError
from goseki.gtp.client import PATIENCE
from goseki.job import Progress, Report
from goseki.match.standings import Standings
from goseki.match.store import GameResult, Store

Result = TypeVar("Result", bound=GameResult)
Settings = TypeVar("Settings")

_EXTERNAL = "cmd:"
_NAME = re.compile(r"([^=:]*)=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Entrant(ABC, Generic[Settings]):
    """A player with its settings, under a label that tells it from the others."""

    player: str
    """A name that the contest knows, or `cmd:` and the command of an engine."""
    settings: Settings
    label: str = ""
    patience: float = PATIENCE
    """Seconds in which an engine must answer a command."""

    def __post_init__(self) -> None:
        if not self.command:
            self.check_player()
        if not (isinstance(self.label, str) and is_number(self.patience)):
            wrong = f"label {shown(self.label)} or patience {shown(self.patience)}"
            raise GosekiError(f"a player with {wrong}: a text and a number of seconds are wanted")
        if not self.label:
            object.__setattr__(self, "label", self.player)

    @property
    def command(self) -> str:
        """Of an engine; empty for our own players."""
        return self.player.removeprefix(_EXTERNAL) if self.player.startswith(_EXTERNAL) else ""

    @abstractmethod
    def check_player(self) -> None:
        """Complain of a player of our own that is not known."""

    @property
    @abstractmethod
    def identity(self) -> dict[str, object]:
        """All that decides how it plays, ready for JSON."""


def split_label(text: str) -> tuple[str, str]:
    """The name that `NAME=PLAYER` gives a player, and the player; no name where none is given.

    >>> split_label("golois=cmd:./golois --gtp"), split_label("cmd:./engine --komi=7")
    (('golois', 'cmd:./golois --gtp'), ('', 'cmd:./engine --komi=7'))
    """
    found = _NAME.fullmatch(text)
    return (found[1] or found[2], found[2]) if found else ("", text)


@dataclass(frozen=True)
class Pairing:
    """One game to be played."""

    black: Entrant[Any]
    white: Entrant[Any]
    number: int
    seed: int
    conditions: str

    @property
    def key(self) -> tuple[str, str, int]:
        return self.black.label, self.white.label, self.number


class Contest(ABC, Generic[Result]):
    """A game that can be played in matches. It is pickled to be played in other processes."""

    @property
    @abstractmethod
    def conditions(self) -> dict[str, object]:
        """What decides a game besides its players and the seed, ready for JSON."""

    @abstractmethod
    def store(self, path: str | os.PathLike[str] | None = None) -> Store[Result]:
        """Open a file of results of this game, or keep them in memory."""

    @abstractmethod
    def play(self, pairing: Pairing) -> Result:
        """Play one game."""


@dataclass(frozen=True)
class Tournament(Generic[Result]):
    """What a tournament came to. `standings` counts the games; `failures` are pairings that
    broke down, with the reason."""

    games: tuple[Result, ...]
    standings: Standings
    failures: tuple[str, ...] = ()
    interrupted: bool = False


def run_tournament(
    contest: Contest[Result],
    entrants: Sequence[Entrant[Any]],
    *,
    games: int,
    seed: int = 1,
    store: Store[Result] | None = None,
    jobs: int | None = 1,
    cluster: str | None = None,
    progress: Report | None = None,
) -> Tournament[Result]:
    """Let every entrant play `games` games against every other, with colours alternating.

    Games that the store has already are not played again, so a run that was stopped goes on
    where it was. A game depends on its seed, number and players alone, unless they think by
    the clock. Ctrl-C ends it with what is there.

    >>> from goseki.match.go import GoContest, GoEntrant
    >>> few = [GoEntrant.parse(f"{name}=goseki:playouts=5") for name in ("one", "other")]
    >>> outcome = run_tournament(GoContest.on("5x5"), few, games=2)
    >>> outcome.standings.duels["one", "other"].games
    2
    """
    pairings = _pairings(contest, entrants, games, seed)
    labels = [entrant.label for entrant in entrants]
    if store is not None:
        return _run(contest, pairings, labels, store, jobs, cluster, progress)
    with contest.store() as in_memory:
        return _run(contest, pairings, labels, in_memory, jobs, cluster, progress)


def _run(
    contest: Contest[Result],
    pairings: list[Pairing],
    labels: list[str],
    store: Store[Result],
    jobs: int | None,
    address: str | None,
    progress: Report | None,
) -> Tournament[Result]:
    wanted = {(pairing.key, pairing.conditions) for pairing in pairings}

    def played() -> list[Result]:
        return [game for game in store.games() if (game.key, game.conditions) in wanted]

    known = {(game.key, game.conditions) for game in played()}
    waiting = [p for p in pairings if (p.key, p.conditions) not in known]
    failures: list[str] = []
    interrupted = False
    try:
        outcomes = _outcomes(contest, waiting, jobs, address)
        for number, outcome in enumerate(outcomes, len(known) + 1):
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


def check_entrants(entrants: Sequence[Entrant[Any]]) -> None:
    """Complain of players who cannot hold a tournament."""
    labels = [entrant.label for entrant in entrants]
    if len(entrants) < 2:
        raise GosekiError("a tournament needs at least two players")
    if len(set(labels)) < len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        raise GosekiError(f"player {twice} is there twice (tell them apart: NAME=PLAYER)")


def _pairings(
    contest: Contest[Result], entrants: Sequence[Entrant[Any]], games: int, seed: int
) -> list[Pairing]:
    check_entrants(entrants)
    check_whole("the number of games", games, 1, 10**7)
    check_seed(seed)
    found = []
    for number in range(games):
        for first, second in combinations(entrants, 2):
            black, white = (first, second) if number % 2 == 0 else (second, first)
            found.append(_pairing(contest, black, white, number, seed))
    return found


def _pairing(
    contest: Contest[Result], black: Entrant[Any], white: Entrant[Any], number: int, seed: int
) -> Pairing:
    sides = {"black": black.identity, "white": white.identity}
    # The text is the same whenever the conditions are: by it games of earlier runs are known.
    conditions = json.dumps({**contest.conditions, **sides, "seed": seed}, sort_keys=True)
    text = f"{seed} {number} {black.label} {white.label}"
    digest = hashlib.blake2b(text.encode(), digest_size=8).digest()
    return Pairing(black, white, number, int.from_bytes(digest), conditions)


def _outcomes(
    contest: Contest[Result], pairings: list[Pairing], jobs: int | None, address: str | None
) -> Iterator[Outcome[Pairing, Result]]:
    if jobs == 1 and address is None:
        return (Outcome(pairing, contest.play(pairing)) for pairing in pairings)
    return spread(contest.play, pairings, jobs=jobs, address=address)
