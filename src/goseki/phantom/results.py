"""Results of games, kept in SQLite so that a run that is killed loses nothing."""

from __future__ import annotations

import csv
import io
import json
import os
import sqlite3
from collections.abc import Iterable
from dataclasses import asdict, astuple, dataclass, fields
from typing import Self

from goseki.checks import check_whole, is_number, shown
from goseki.coords import MAX_SIDE, Color
from goseki.errors import GosekiError
from goseki.phantom.log import FAULT_LETTERS, GameLog
from goseki.rules import MAX_KOMI

_APPLICATION_ID = 0x676F7068  # "goph"
_KEY = ("conditions", "black", "white", "number")


@dataclass(frozen=True)
class GameResult:
    """A finished game: who played, under which conditions, and what came of it."""

    conditions: str
    """Rules and seed, as JSON."""
    black: str
    """A player's label, with all that decides how it plays."""
    white: str
    number: int
    """Of the game in its pairing, from 0."""
    lead: float
    """Black's; 0 is a draw."""
    end: str
    plies: int
    attempts: int
    occupied: int
    """Refused attempts by cause, of both sides."""
    suicide: int
    ko: int
    seconds: float
    log: str

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


_FIELDS = [field.name for field in fields(GameResult)]
_TEXTS = [field.name for field in fields(GameResult) if field.type == "str"]
_COUNTS = [field.name for field in fields(GameResult) if field.type == "int"]
_LARGEST_LEAD = MAX_KOMI + MAX_SIDE**2


class Store:
    """The results in a SQLite file, or in memory without a path.

    Every game is on the disk before the next is noted. Games under different conditions may
    share a file.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
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
        if owner != _APPLICATION_ID and (owner or tables):
            raise GosekiError(f"{self._name}: a database of something else")
        if owner:  # nothing is written to a file that is refused in the end
            self._check()
            return
        try:
            with self._database:
                self._database.execute("BEGIN IMMEDIATE")
                self._database.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
                self._database.execute(
                    f"CREATE TABLE IF NOT EXISTS games ({', '.join(_FIELDS)}, "
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
        if found != "ok" or columns != _FIELDS:
            reason = "its table is another" if found == "ok" else found
            raise GosekiError(f"{self._name}: damaged: {reason}")
        for game in self.games():
            self._check_game(game)

    def _check_game(self, game: GameResult) -> None:
        """Anybody can write to the file, and SQLite keeps any type in any column."""
        try:
            for name in _TEXTS:
                if not isinstance(getattr(game, name), str):
                    raise GosekiError(f"{name} is {shown(getattr(game, name))}, not a text")
            for name in _COUNTS:
                check_whole(name, getattr(game, name), 0, 2**63 - 1)
            if not (is_number(game.lead) and abs(game.lead) <= _LARGEST_LEAD):
                raise GosekiError(f"lead is {shown(game.lead)}, which no game has")
            if not (is_number(game.seconds) and game.seconds >= 0):
                raise GosekiError(f"seconds is {shown(game.seconds)}, not a time")
            _check_conditions(game.conditions)
            GameLog.parse(game.log)
        except GosekiError as error:
            where = f"game {shown(game.number)} of {shown(game.black)} and {shown(game.white)}"
            raise GosekiError(f"{self._name}: damaged: {where}: {error}") from None

    def add(self, game: GameResult) -> None:
        """Keep a game. One that is there already stays as it is."""
        places = ", ".join("?" * len(_FIELDS))
        try:
            with self._database:
                self._database.execute(
                    f"INSERT OR IGNORE INTO games VALUES ({places})", astuple(game)
                )
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: cannot be written: {error}") from None

    def games(self, conditions: str | None = None) -> list[GameResult]:
        """All games, or those played under these conditions."""
        where = "" if conditions is None else "WHERE conditions = ?"
        values = () if conditions is None else (conditions,)
        try:
            rows = self._database.execute(
                f"SELECT {', '.join(_FIELDS)} FROM games {where} ORDER BY {', '.join(_KEY)}", values
            ).fetchall()
        except sqlite3.Error as error:
            raise GosekiError(f"{self._name}: cannot be read: {error}") from None
        return [GameResult(*row) for row in rows]

    def close(self) -> None:
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def to_csv(games: Iterable[GameResult]) -> str:
    """One line a game, under a line of names."""
    text = io.StringIO()
    writer = csv.DictWriter(text, ["result", *_FIELDS], lineterminator="\n")
    writer.writeheader()
    for game in games:
        writer.writerow({"result": game.result, **asdict(game)})
    return text.getvalue()


def conditions_of(**parts: object) -> str:
    """Conditions as text that is the same whenever they are."""
    return json.dumps(parts, sort_keys=True)


def _check_conditions(text: str) -> None:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        raise GosekiError(f"conditions are {shown(text)}, not JSON") from None
