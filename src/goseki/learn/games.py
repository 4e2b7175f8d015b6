"""Games to learn from, as arrays of moves.

Sixty thousand games take 21 MB like this; the core replays whatever position is asked for
(`Games.archive`), so there is no set of positions on disk.

>>> games = Games.read(["examples/finished.sgf"]); len(games), games.move_count(0)
(1, 54)
>>> games.archive.playable(0)
54
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from goseki import _core
from goseki.board import Board
from goseki.coords import Size
from goseki.errors import GosekiError, SgfError
from goseki.game import Game
from goseki.game.properties import PropertyReader
from goseki.job import Progress, Report
from goseki.rules import Rules
from goseki.sgf.files import PathLike, find_files, read_trees
from goseki.symmetries import symmetry_images

UNKNOWN = 2
"""The winner of a game whose record does not say."""
OPENING = 50
"""Games whose first so many moves are the same, up to symmetry, are one game."""
_VERSION = 1


@dataclass(frozen=True, eq=False)
class Games:
    """Games as arrays: one entry of most of them is one game."""

    columns: NDArray[np.uint8]
    rows: NDArray[np.uint8]
    stones: NDArray[np.uint16]
    """Stones set up before the first move, of all games; a move is its index doubled, and 1 more
    if it is White's (`core/features/archive.h`)."""
    stone_ends: NDArray[np.int64]
    moves: NDArray[np.uint16]
    move_ends: NDArray[np.int64]
    komi: NDArray[np.float32]
    winner: NDArray[np.int8]
    """+1 Black, -1 White, 0 a draw, `UNKNOWN`."""
    margin: NDArray[np.float32]
    """By which Black has won, by points; not a number if the result does not say."""
    source: NDArray[np.int16]
    """Number of the file in `sources`."""
    line: NDArray[np.int32]
    """Number of the game in its file, from 0."""
    key: NDArray[np.uint64]
    """The same for games whose first moves are the same up to symmetry."""
    sources: tuple[str, ...] = ()
    """Names of the files, without folders and endings."""
    skipped: tuple[str, ...] = field(default=(), compare=False)
    """What was wrong with games that were left out."""

    def __len__(self) -> int:
        return len(self.columns)

    def size(self, game: int) -> Size:
        return Size(int(self.columns[game]), int(self.rows[game]))

    def move_count(self, game: int) -> int:
        return int(self.move_ends[game] - (self.move_ends[game - 1] if game else 0))

    @property
    def move_counts(self) -> NDArray[np.int64]:
        return np.diff(self.move_ends, prepend=0)

    def move_index(self, game: int, ply: int) -> int:
        """Where the move after so many moves was played, -1 for a pass."""
        first = self.move_ends[game - 1] if game else 0
        place = int(self.moves[first + ply]) // 2
        return -1 if place == int(self.columns[game]) * int(self.rows[game]) else place

    def board(self, game: int, ply: int) -> Board:
        """The position after so many moves of a game, with whoever played the next one to move;
        moves that Chinese rules forbid are played, too."""
        size = self.size(game)
        komi = float(np.nan_to_num(self.komi[game]))
        board = Board(size, Rules.parse("chinese", komi=round(komi * 2) / 2))
        first = self.stone_ends[game - 1] if game else 0
        stones = np.zeros(size.points, np.int8)
        for stone in self.stones[first : self.stone_ends[game]].tolist():
            stones[stone // 2] = -1 if stone % 2 else 1
        if stones.any():
            board.set_up(stones.reshape(size.rows, size.columns), 0, 0)
        begin = int(self.move_ends[game]) - self.move_count(game)
        moves = self.moves[begin : begin + self.move_count(game)].tolist()
        for move in moves[:ply]:
            at = move // 2
            board.play_recorded(-1 if at == size.points else at, "W" if move % 2 else "B")
        if ply < len(moves):
            board.to_play = "W" if moves[ply] % 2 else "B"
        return board

    @cached_property
    def archive(self) -> _core.Archive:
        """The games in the core, which replays them."""
        return _core.Archive(
            self.columns, self.rows, self.stones, self.stone_ends, self.moves, self.move_ends
        )

    # -- reading ----------------------------------------------------------------------------

    @classmethod
    def read(cls, paths: Iterable[PathLike], *, progress: Report | None = None) -> Games:
        """Read the games of files and folders. Broken ones, and those that were read before up to
        symmetry, are named in `skipped`."""
        rows: list[_Row] = []
        skipped: list[str] = []
        seen: dict[int, str] = {}
        files = find_files(list(paths))
        sources = tuple(path.name.split(".")[0] for path in files)
        for number, path in enumerate(files):
            for line, tree in enumerate(read_trees(path)):
                where = f"{path.name}, game {line + 1}"
                try:
                    if isinstance(tree, SgfError):
                        raise tree
                    row = _row_of(Game(tree), number, line)
                except GosekiError as error:
                    skipped.append(f"{where}: {error}")
                    continue
                if row.key in seen:
                    skipped.append(f"{where}: the same game as {seen[row.key]}")
                    continue
                seen[row.key] = where
                rows.append(row)
                if progress is not None and len(rows) % 256 == 0:
                    done = number / len(files)
                    progress(Progress(share=done, text=f"{len(rows):,} games, {path.name}"))
        games = _joined(rows, sources, skipped)
        return games._without_broken()

    def _without_broken(self) -> Games:
        """Without games that cannot be replayed to their end."""
        counts = self.move_counts
        bad = [g for g in range(len(self)) if self.archive.playable(g) < counts[g]]
        if not bad:
            return self
        names = [
            f"{self.sources[self.source[g]]}, game {self.line[g] + 1}: move "
            f"{self.archive.playable(g) + 1} is not possible"
            for g in bad
        ]
        kept = np.setdiff1d(np.arange(len(self)), bad)
        return self.chosen(kept, skipped=(*self.skipped, *names))

    def chosen(self, games: NDArray[np.int64], *, skipped: Sequence[str] | None = None) -> Games:
        """Some of the games, in the order in which they are named."""

        def part(values: NDArray[Any], ends: NDArray[np.int64]) -> tuple[Any, Any]:
            first = np.concatenate([[0], ends[:-1]])
            pieces = [values[first[g] : ends[g]] for g in games]
            joined = np.concatenate([values[:0], *pieces])
            return joined, np.cumsum([len(p) for p in pieces], dtype=np.int64)

        stones, stone_ends = part(self.stones, self.stone_ends)
        moves, move_ends = part(self.moves, self.move_ends)
        return Games(
            **{name: getattr(self, name)[games] for name in _BY_GAME},
            stones=stones,
            stone_ends=stone_ends,
            moves=moves,
            move_ends=move_ends,
            sources=self.sources,
            skipped=tuple(self.skipped if skipped is None else skipped),
        )

    def of_size(self, side: int) -> Games:
        """The games on square boards of so many lines."""
        chosen = np.flatnonzero((self.columns == side) & (self.rows == side))
        if not len(chosen):
            raise GosekiError(f"there is no game on {side}x{side}")
        return self.chosen(chosen)

    # -- files ------------------------------------------------------------------------------

    def save(self, path: PathLike) -> None:
        """Keep the arrays in a file, which is read much faster than the records."""
        arrays: dict[str, Any] = {f.name: np.asarray(getattr(self, f.name)) for f in fields(self)}
        np.savez(Path(path), version=np.array(_VERSION), **arrays)

    @classmethod
    def load(cls, path: PathLike) -> Games:
        try:
            with np.load(Path(path)) as file:
                if int(file["version"]) != _VERSION:
                    raise GosekiError(f"{path} was written by another version of goseki")
                arrays = {f.name: file[f.name] for f in fields(cls)}
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise GosekiError(f"{path} is not a file of games: {error}") from error
        for name in ("sources", "skipped"):
            arrays[name] = tuple(map(str, arrays[name]))
        return cls(**arrays)


_SETUP = {"AB", "AW", "AE"}
_BY_GAME = ("columns", "rows", "komi", "winner", "margin", "source", "line", "key")


@dataclass(frozen=True)
class _Row:
    size: Size
    stones: list[int]
    moves: list[int]
    komi: float
    winner: int
    margin: float
    source: int
    line: int
    key: int


def _row_of(game: Game, source: int, line: int) -> _Row:
    size = game.size
    stones: list[int] = []
    moves: list[int] = []
    reader = PropertyReader(size)
    for node in game.main_line():
        if not _SETUP.isdisjoint(node.properties):
            if moves:
                raise node.error("stones are set up after the first move")
            placed = reader.setup(node)
            stones += [index * 2 for index in placed.get("AB", ())]
            stones += [index * 2 + 1 for index in placed.get("AW", ())]
        move = reader.move(node)
        if move is not None:
            color, index = 0 if move[0] == "B" else 1, move[1]
            moves.append((size.points if index < 0 else index) * 2 + color)
    winner, margin = _result(game)
    key = game_key(size, stones, moves)
    return _Row(size, stones, moves, game.komi, winner, margin, source, line, key)


def _result(game: Game) -> tuple[int, float]:
    """Who has won, and by how many points if that is told."""
    text = (game.result or "").strip()
    if text in ("0", "Draw"):
        return 0, 0.0
    if game.winner is None:
        return UNKNOWN, np.nan
    sign = 1 if game.winner == "B" else -1
    try:
        return sign, sign * float(text[2:])
    except ValueError:
        return sign, np.nan


def key_of_record(game: Game) -> int:
    """The key of a game that is in no collection, or of one that has more or fewer moves there."""
    return _row_of(game, 0, 0).key


def game_key(size: Size, stones: Sequence[int], moves: Sequence[int]) -> int:
    """A number that is the same for games whose stones and first moves are the same up to
    symmetry, whatever happens later."""
    images = symmetry_images(size)
    opening = np.asarray(moves[:OPENING], dtype=np.int32)
    placed = np.asarray(stones, dtype=np.int32)
    digests = []
    for image in images:
        to = np.append(image, size.points)  # a pass stays a pass
        seen = [np.sort(to[placed // 2] * 2 + placed % 2), to[opening // 2] * 2 + opening % 2]
        data = b"|".join([f"{size}".encode(), *(s.astype("<u2").tobytes() for s in seen)])
        digests.append(hashlib.blake2b(data, digest_size=8).digest())
    return int.from_bytes(min(digests), "big")


def _joined(rows: list[_Row], sources: tuple[str, ...], skipped: list[str]) -> Games:
    def flat(lists: Iterator[list[int]]) -> tuple[NDArray[np.uint16], NDArray[np.int64]]:
        pieces = [np.array(piece, dtype=np.uint16) for piece in lists]
        ends = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
        return np.concatenate([np.zeros(0, np.uint16), *pieces]), ends

    stones, stone_ends = flat(row.stones for row in rows)
    moves, move_ends = flat(row.moves for row in rows)
    return Games(
        columns=np.array([row.size.columns for row in rows], dtype=np.uint8),
        rows=np.array([row.size.rows for row in rows], dtype=np.uint8),
        stones=stones,
        stone_ends=stone_ends,
        moves=moves,
        move_ends=move_ends,
        komi=np.array([row.komi for row in rows], dtype=np.float32),
        winner=np.array([row.winner for row in rows], dtype=np.int8),
        margin=np.array([row.margin for row in rows], dtype=np.float32),
        source=np.array([row.source for row in rows], dtype=np.int16),
        line=np.array([row.line for row in rows], dtype=np.int32),
        key=np.array([row.key for row in rows], dtype=np.uint64),
        sources=sources,
        skipped=tuple(skipped),
    )
