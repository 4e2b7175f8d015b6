"""Arguments and options that commands share, and the position they name."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from goseki import positions
from goseki.coords import shorten
from goseki.errors import GosekiError, one_line
from goseki.job import MOST_SECONDS
from goseki.positions import Source

PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="An SGF file, a text diagram, - for standard input, or an empty board such as 9x9.",
        show_default=False,
    ),
]
MoveOption = Annotated[
    int | None,
    typer.Option(
        "--move",
        metavar="N",
        help="The position after move N. Default: the last move; of a problem, before its first.",
        min=0,
    ),
]
ViewOption = Annotated[
    str | None,
    typer.Option(
        "--view",
        metavar="A1:K10",
        help="Draw only this part, or all. Default: the whole board; of a problem, its part.",
    ),
]
ToPlayOption = Annotated[
    str | None, typer.Option("--to-play", metavar="B|W", help="Whose turn it is.")
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="chinese, japanese, korean, aga, new-zealand, tromp-taylor, migos (docs/rules.md), or "
        "KataGo's JSON.",
    ),
]
KoOption = Annotated[
    str | None, typer.Option("--ko", help="simple, positional, situational or none.")
]
KomiOption = Annotated[str | None, typer.Option("--komi", help="Points for White.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]
GameOption = Annotated[
    int | None,
    typer.Option("--game", metavar="N", help="Which game of a file (default: the first).", min=1),
]


def finite_seconds(parameter: typer.CallbackParam, seconds: float | None) -> float | None:
    """The callback of every option that is a time: it refuses infinity and NaN."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        given = shorten(f"{seconds:g}")
        least = "up to 1e9" if seconds > MOST_SECONDS and math.isfinite(seconds) else "above 0"
        raise GosekiError(f"{parameter.opts[0]} must be a number of seconds {least}, not {given}")
    return seconds


OF_A_POSITION = ("position", "game", "move", "to_play", "rules", "ko", "komi", "view")
"""The options above, by the names that commands give them, and Python."""


def refuse_options(context: typer.Context, names: Iterable[str], other: str) -> None:
    """Complain if an option that has no meaning together with another was given."""
    for name in names:
        # An option that was left out has its default, which nobody asked for.
        if str(context.get_parameter_source(name)).endswith("COMMANDLINE"):
            raise GosekiError(f"{option(name)} has no meaning with {other}")


def option(name: str) -> str:
    """How an option is typed."""
    return f"--{name.replace('_', '-')}"


def read_position(context: typer.Context, *, quiet: bool = False, **others: Any) -> Source:
    """The position that a command was called with, from those of its options that are about it;
    `others` stand in for options, or add to them. What is assumed is said on standard error,
    unless `quiet`."""
    given = {name: value for name, value in context.params.items() if name in OF_A_POSITION}
    source = positions.read_position(**{**given, **others}, title=option)
    if not quiet:
        tell_notes(source.notes)
    return source


def tell_notes(notes: Iterable[str]) -> None:
    """Say what was assumed, on standard error. A complaint is one line, without notes before it:
    who reads a position `quiet`ly tells them when nothing is left to complain of."""
    for note in notes:
        print(f"goseki: {one_line(note)}", file=sys.stderr)
