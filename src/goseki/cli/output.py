"""What commands print: drawings for people, JSON for programs, progress on the side."""

from __future__ import annotations

import contextlib
import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console

import goseki
from goseki.draw import Picture, to_ascii, to_html, to_png, to_rich, to_svg, to_unicode, to_wide
from goseki.errors import GosekiError
from goseki.files import check_free
from goseki.job import Progress, Report

if TYPE_CHECKING:
    pass

MOMENT = 0.3
"""Seconds after which work is worth a progress bar."""

stdout = Console(highlight=False, soft_wrap=True)
stderr = Console(stderr=True, highlight=False)


def print_json(result: dict[str, Any], *, interrupted: bool = False) -> None:
    """One JSON object on one line, with the version that made it; it says so if Ctrl-C has cut
    the work short."""
    mark = {"interrupted": True} if interrupted else {}
    print(json.dumps({"goseki": goseki.__version__, **result, **mark}, ensure_ascii=False))


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


@contextlib.contextmanager
def show_progress(title: str) -> Iterator[Report]:
    """Show on standard error how far work has come, until it ends: a bar where the share that is
    done is known, else a spinner, after the line of words, or the title where there is none.

    Nothing is shown of work that takes only a moment, nor where standard error is no terminal.
    """
    if not stderr.is_terminal:
        yield lambda progress: None
        return
    from rich import progress as rich_progress
    from rich.table import Column

    one_line = Column(no_wrap=True, overflow="ellipsis")
    spinner: list[rich_progress.ProgressColumn] = [
        rich_progress.SpinnerColumn(),
        rich_progress.TextColumn("{task.description}", markup=False, table_column=one_line),
    ]
    bar = [
        spinner[1],
        rich_progress.BarColumn(),
        rich_progress.TaskProgressColumn(),
        rich_progress.TimeRemainingColumn(),
    ]
    display = rich_progress.Progress(
        *spinner, console=stderr, transient=True, redirect_stdout=stdout.is_terminal
    )
    task = display.add_task(title, total=1.0)

    def show(progress: Progress) -> None:
        display.columns = tuple(spinner if progress.share is None else bar)
        display.update(task, description=progress.text or title, completed=progress.share or 0.0)

    appear = threading.Timer(MOMENT, display.start)
    appear.daemon = True
    appear.start()
    try:
        yield show
    finally:
        appear.cancel()
        appear.join()
        display.stop()


def end_if_interrupted(interrupted: bool) -> None:
    """End a command that Ctrl-C has cut short, once it has printed what was found."""
    if interrupted:
        raise KeyboardInterrupt
