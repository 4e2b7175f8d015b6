"""Game records in files: one game or very many, plain or compressed.

`read_sgf` and `write_sgf` are for single files, `read_sgfs` for collections: it takes files and
folders, skips what is broken and tells what it skipped.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from goseki.coords import shorten
from goseki.errors import GosekiError, SgfError
from goseki.files import path_of, write_file
from goseki.game import Game
from goseki.sgf import Node, encode, parse
from goseki.sgf.files import PathLike, compress, find_files, read_trees, split_suffixes


class Skipped(NamedTuple):
    """A broken file or game, and what is wrong with it."""

    source: str
    error: SgfError


def parse_sgf(data: str | bytes, *, source: str | None = None) -> list[Game]:
    """All games of an SGF text, or of bytes in any charset; at least one, or an `SgfError`.

    >>> parse_sgf("(;SZ[9];B[ee];W[gc])")
    [<Game 9x9, 2 moves>]
    """
    return [Game(root) for root in parse(data, source=source)]


def read_sgf(path: PathLike) -> Game:
    """The first game of a file. Errors name the file, the line and the column."""
    for tree in read_trees(path_of(path)):
        if isinstance(tree, SgfError):
            raise tree
        return Game(tree)
    raise SgfError("the file holds no game", source=str(path))


def read_sgfs(
    paths: PathLike | Iterable[PathLike],
    *,
    progress: bool | None = None,
    on_error: Callable[[Skipped], None] | None = None,
) -> GameReader:
    """The games of files and folders, one after the other.

    `.sgf` files may hold several games, `.sgfs` files hold one a line, both may be
    compressed (`.xz`, `.gz`, `.bz2`); folders are searched for them, sorted by name.
    A broken game is skipped (in an `.sgf` file with all that follows it) and kept in
    the reader's `skipped`; `on_error` is told at once. A progress bar is shown on
    standard error if `progress` is true, or by default if that is a terminal.
    """
    return GameReader(find_files(paths), progress=progress, on_error=on_error)


class GameReader(Iterator[Game]):
    """The iterator of `read_sgfs`. `skipped` lists what was broken so far."""

    def __init__(
        self,
        files: list[Path],
        *,
        progress: bool | None = None,
        on_error: Callable[[Skipped], None] | None = None,
    ) -> None:
        self.files = files
        self.skipped: list[Skipped] = []
        self._on_error = on_error
        self._bytes_of_files_done = 0
        self._bytes_of_this_file = 0
        show_bar = sys.stderr.isatty() if progress is None else progress
        self._games = self._read_with_bar() if show_bar else self._read()

    def __next__(self) -> Game:
        return next(self._games)

    def close(self) -> None:
        """Stop reading: close the file, and the progress bar if there is one."""
        self._games.close()

    def _read(self) -> Generator[Game, None, None]:
        for path in self.files:
            for tree in read_trees(path, self._advance):
                try:
                    if isinstance(tree, SgfError):
                        raise tree
                    game = Game(tree)
                except SgfError as error:
                    self._skip(Skipped(str(path), error))
                else:
                    yield game
            self._bytes_of_files_done += self._bytes_of_this_file
            self._bytes_of_this_file = 0

    def _advance(self, position: int) -> None:
        self._bytes_of_this_file = position

    def _skip(self, skipped: Skipped) -> None:
        self.skipped.append(skipped)
        if self._on_error is not None:
            self._on_error(skipped)

    def _read_with_bar(self) -> Generator[Game, None, None]:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (
            TextColumn("Reading games"),
            BarColumn(),
            TextColumn("{task.fields[games]} read, {task.fields[skipped]} skipped"),
            TimeRemainingColumn(),
        )
        total = sum(path.stat().st_size for path in self.files if path.exists())
        games = 0
        with Progress(*columns, console=Console(stderr=True)) as bar:
            task = bar.add_task("", total=total, games=0, skipped=0)

            def show() -> None:
                position = self._bytes_of_files_done + self._bytes_of_this_file
                bar.update(task, completed=position, games=games, skipped=len(self.skipped))

            for game in self._read():
                games += 1
                if games % 64 == 0:
                    show()
                yield game
            show()


def write_sgf(games: Game | Iterable[Game], path: PathLike, *, force: bool = False) -> None:
    """Write one game or several to a file, in UTF-8 and marked as such (`CA[UTF-8]`).

    The file is replaced as a whole, and only if `force` is true. The suffix decides the
    form, as in `read_sgfs`: `.sgfs` has one game a line, `.xz`, `.gz` and `.bz2` compress.
    """
    several = [games] if isinstance(games, Game) else games
    if not isinstance(several, Iterable):
        raise GosekiError(f"not a game or games: {shorten(repr(games))}")
    roots = [game.root for game in several]
    if split_suffixes(Path(path))[0] == ".sgfs":
        data = b"".join(map(_one_line, roots))
    else:
        data = encode(roots)
    write_file(path, compress(data, path), force=force)


def _one_line(root: Node) -> bytes:
    line = encode(root, fold=False)
    if b"\n" in line[:-1]:
        raise root.error("a game with line breaks in its texts cannot be written on one line")
    return line
