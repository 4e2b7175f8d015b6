"""Results of games, kept in SQLite so that a run that is killed loses nothing."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, fields
from typing import ClassVar, Generic, Self, TypeVar

from goseki.checks import check_whole, is_number, shown
from goseki.coords import MAX_SIDE, Color
from goseki.errors import GosekiError
from goseki.match.log import FAULT_LETTERS, GameLog
from goseki.rules import MAX_KOMI

_KEY = ("conditions", "black", "white", "number")
_LARGEST_LEAD = MAX_KOMI + MAX_SIDE**2


@dataclass(frozen=True)
class GameResult:
    """A finished game: who played, under which conditions, and what came of it. Every kind of
    contest adds what else it keeps of a game; the fields in their order are the columns of the
    file."""

    APPLICATION_ID: ClassVar[int]
    """By which SQLite files of this kind of result are told from others."""

    conditions: str
    """Rules, players and seed, as JSON."""
    black: str
    """A player's label."""
    white: str
    number: int
    """Of the game in its pairing, from 0."""
    lead: float
    """Black's; 0 is a draw."""
    end: str
    """How the game ended."""
    plies: int

    @property
    @abstractmethod
    def game_log(self) -> GameLog:
        """The moves, and how the game was lost if not on the board."""

    @property
    def winner(self) -> Color | None:
        return "B" if self.lead > 0 else "W" if self.lead < 0 else None

    @property
    def result(self) -> str:
        """As SGF writes it."""
        if self.winner is None:
            return "0"
        return f"{self.winner}+{FAULT_LETTERS.get(self.end) or f'{abs(self.lead):g}'}"

    @property
    def key(self) -> tuple[str, str, int]:
        """Which game of which pairing it is."""
        return self.black, self.white, self.number

    def check(self) -> None:
        """Complain of values that no game has: anybody can write to the file, and SQLite keeps
        any type in any column."""
        for field in fields(self):
            value = getattr(self, field.name)
            if field.type == "str" and not isinstance(value, str):
                raise GosekiError(f"{field.name} is {shown(value)}, not a text")
            if field.type == "int":
                check_whole(field.name, value, 0, 2**63 - 1)
            if field.name == "seconds" and not (is_number(value) and value >= 0):
                raise GosekiError(f"seconds is {shown(value)}, not a time")
        if not (is_number(self.lead) and abs(self.lead) <= _LARGEST_LEAD):
            raise GosekiError(f"lead is {shown(self.lead)}, which no game has")
        try:
            json.loads(self.conditions)
        except (ValueError, RecursionError):
            raise GosekiError(f"conditions are {shown(self.conditions)}, not JSON") from None
        _ = self.game_log


Kept = TypeVar("Kept", bound=GameResult)


class Store(Generic[Kept]):
    """Results of one kind in a SQLite file, or in memory without a path.

    Every game is on the disk before the next is noted. Games under different conditions may
    share a file.
    """

    def __init__(self, kind: type[Kept], path: str | os.PathLike[str] | None = None) -> None:
        self.kind = kind
        self._columns = [field.name for field in fields(kind)]
        self._name = "results" if path is None else os.fspath(path)
        try:
            self._database = sqlite3.connect(":memory:" if path is None else self._name)
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: {error}") from None
        try:
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
        try:
            (owner,) = self._database.execute("PRAGMA application_id").fetchone()
            tables = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: no file of results: {error}") from None
        if owner != self.kind.APPLICATION_ID and (owner or tables):
            raise GosekiError(f"{self._name}: a database of something else")
        if owner:  # nothing is written to a file that is refused in the end
            self._check()
            return
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.execute(f"PRAGMA application_id = {self.kind.APPLICATION_ID}")
                self._database.execute(
                    f"CREATE TABLE IF NOT EXISTS games ({', '.join(self._columns)}, "
                    f"PRIMARY KEY ({', '.join(_KEY)}))"
                )
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: cannot be written: {error}") from None

    def _check(self) -> None:
        try:
            (found,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
            columns = [row[1] for row in self._database.execute("PRAGMA table_info(games)")]
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: damaged: {error}") from None
        if found != "ok" or columns != self._columns:
            reason = "its table is another" if found == "ok" else found
            raise GosekiError(f"{self._name}: damaged: {reason}")
        for game in self.games():
            self._check_game(game)

    def _check_game(self, game: Kept) -> None:
        try:
            game.check()
        except GosekiError as error:
            where = f"game {shown(game.number)} of {shown(game.black)} and {shown(game.white)}"
            raise GosekiError(f"{self._name}: damaged: {where}: {error}") from None

    def add(self, game: Kept) -> None:
        """Keep a game. One that is there already stays as it is."""
        places = ", ".join("?" * len(self._columns))
        try:
            with self._database:
                self._database.execute(
                    f"INSERT OR IGNORE INTO games VALUES ({places})", astuple(game)
                )
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: cannot be written: {error}") from None

    def games(self, conditions: str | None = None) -> list[Kept]:
        """All games, or those played under these conditions."""
        where = "" if conditions is None else "WHERE conditions = ?"
        values = () if conditions is None else (conditions,)
        try:
            rows = self._database.execute(
                f"SELECT {', '.join(self._columns)} FROM games {where} ORDER BY {', '.join(_KEY)}",
                values,
            ).fetchall()
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: cannot be read: {error}") from None
        return [self.kind(*row) for row in rows]

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def to_csv(kind: type[GameResult], games: Iterable[GameResult]) -> str:
    """One line a game, under a line of names."""
    text = io.StringIO()
    names = ["result", *(field.name for field in fields(kind))]
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    for game in games:
        writer.writerow({"result": game.result, **asdict(game)})
    return text.getvalue()
