"""What commands print: drawings for people, JSON for programs, progress on the side."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.text import Text

import goseki
from goseki.board import Board
from goseki.draw import Picture, to_ascii, to_html, to_png, to_rich, to_svg, to_unicode, to_wide
from goseki.errors import GosekiError
from goseki.facts import facts
from goseki.files import check_free

if TYPE_CHECKING:
    from goseki.positions import Source

stdout = Console(highlight=False, soft_wrap=True)
stderr = Console(stderr=True, highlight=False)


def print_json(result: dict[str, Any]) -> None:
    """One JSON object on one line, with the version that made it."""
    print(json.dumps({"goseki": goseki.__version__, **result}, ensure_ascii=False))


def has_color() -> bool:
    """Whether standard output is a terminal with colours."""
    return stdout.is_terminal and stdout.color_system is not None


def draw(picture: Picture) -> None:
    """A board on standard output: in colour on a terminal that has it, else in Unicode, or in
    ASCII where that cannot be written."""
    if has_color():
        stdout.print(to_rich(picture))
        return
    _print_either(to_unicode(picture), to_ascii(picture))


def draw_values(picture: Picture) -> None:
    """A board on standard output with room for the label of every point."""
    _print_either(to_wide(picture), to_wide(picture, ascii_only=True))


def _print_either(text: str, ascii_text: str) -> None:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeError:
        text = ascii_text
    print(text)


def paint(picture: Picture, path: Path) -> bytes:
    """The content of a picture file of this name: .svg, .png or .html."""
    match path.suffix.lower():
        case ".svg":
            return to_svg(picture).encode()
        case ".html":
            return to_html(picture).encode()
        case ".png":
            return to_png(picture)
        case _:
            raise GosekiError(f"{path}: cannot draw this kind of file (only .svg, .png or .html)")


def check_target(path: Path | None, *suffixes: str, force: bool) -> None:
    """Refuse a file that cannot be written, before the work that is to be kept in it."""
    if path is None:
        return
    if path.suffix.lower() not in suffixes:
        raise GosekiError(f"{path}: the name must end in {' or '.join(suffixes)}")
    check_free(path, force=force)


def describe(source: Source, board: Board | None = None) -> dict[str, Any]:
    """The JSON keys that say which position a result is about, and what was assumed of it;
    `board` is the source's under the rules of the question, where those are others."""
    return facts(source if board is None else replace(source, board=board))


@contextlib.contextmanager
def progress_line(title: str) -> Iterator[Callable[[str], None]]:
    """A line on standard error for work whose end nobody can foresee; gone when it ends. What
    does not fit the terminal is cut off."""
    if not stderr.is_terminal:
        yield lambda text: None
        return
    with stderr.status(title) as status:

        def show(text: str) -> None:
            line = Text(text)
            line.truncate(stderr.width - 3, overflow="ellipsis")  # beside the spinner
            status.update(line)

        yield show


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error for work that reports its share done; gone when it ends.
    Nothing is drawn where standard error is not a terminal."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=stderr,
        transient=True,
        disable=not stderr.is_terminal,
    ) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)
