"""What commands print: drawings for people, JSON for programs, progress on the side."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

import goseki
from goseki.board import Board
from goseki.draw import Picture, to_rich, to_unicode

stdout = Console(highlight=False, soft_wrap=True)
stderr = Console(stderr=True, highlight=False)


def print_json(result: dict[str, Any]) -> None:
    """One JSON object on one line, with the version that made it."""
    print(json.dumps({"goseki": goseki.__version__, **result}, ensure_ascii=False))


def draw(picture: Picture) -> None:
    """A board on standard output: in colour on a terminal, in plain Unicode elsewhere."""
    if stdout.is_terminal:
        stdout.print(to_rich(picture))
    else:
        print(to_unicode(picture))


def describe(board: Board) -> dict[str, Any]:
    """The JSON keys that say which position a result is about."""
    from goseki.diagram import format_diagram

    return {
        "board": format_diagram(board.to_array()).split("\n"),
        "to_play": board.to_play,
        "rules": board.rules.to_katago(),
        "ply": board.ply,
    }


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
