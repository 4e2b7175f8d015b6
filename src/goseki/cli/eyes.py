"""`goseki eyes`: what every small eye space is worth."""

from __future__ import annotations

import time
from functools import partial
from typing import Annotated

import typer

from goseki.cli.options import JsonOption, finite_seconds
from goseki.cli.output import end_if_interrupted, print_json, show_progress
from goseki.facts import facts
from goseki.job import Limits, Progress, Report
from goseki.safety import EyeShape, eye_shapes
from goseki.safety.eye_shapes import MAX_OUTSIDE, MAX_POINTS, Fate, Place


def run(
    points: Annotated[
        int, typer.Argument(help="The largest eye space.", min=1, max=MAX_POINTS)
    ] = 5,
    place: Annotated[Place, typer.Option(help="Where on the board.")] = "middle",
    outside_liberties: Annotated[
        int, typer.Option(help="Further liberties of the block around.", min=0, max=MAX_OUTSIDE)
    ] = 0,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Stop after this long, with what is listed by then.", callback=finite_seconds
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """List every eye space of up to 7 points, enclosed by one block without other liberties, with
    what it comes to and where to play. Nothing is known beforehand: all is searched.

    \b
    Examples:
      goseki eyes 4
      goseki eyes 6 --place corner --outside-liberties 1
      goseki eyes 7 --json
    """
    found: list[EyeShape] = []
    start = time.monotonic()
    with show_progress("listing eye spaces") as report:
        for size in range(1, points + 1):
            listed = eye_shapes(
                size,
                place,
                outside_liberties=outside_liberties,
                limits=Limits(seconds).after(time.monotonic() - start),
                progress=partial(_report_size, report, size - points),
            )
            found += listed
            if not listed.is_complete:
                break
    if as_json:
        about = {"place": place, "outside_liberties": outside_liberties}
        cut_short = {} if listed.is_complete else {"complete": False}
        shapes = {"evidence": "proven", "shapes": list(map(facts, found)), **cut_short}
        print_json({**about, **shapes}, interrupted=listed.interrupted)
    else:
        _print_shapes(found)
        if not listed.is_complete:
            print("\nThe list was cut short.")
    end_if_interrupted(listed.interrupted)


def _report_size(report: Report, number: int, at: Progress) -> None:
    """Each size takes about five times as long as the one before; the last has number 0."""
    start, end = 5.0 ** (number - 1), 5.0**number
    report(Progress(start + (end - start) * (at.share or 0.0), at.text))


def _print_shapes(shapes: list[EyeShape]) -> None:
    print("a: the attacker's best first moves, d: the defender's, *: both's")
    for shape in shapes:
        points_of_it = "1 point" if len(shape.cells) == 1 else f"{len(shape.cells)} points"
        first, second = map(_words, (shape.attacker_first, shape.defender_first))
        print(f"\n{shape.diagram()}\n{points_of_it}: {first}, if defended first {second}")


def _words(fate: Fate) -> str:
    return f"ko ({fate.if_ko_lost} or {fate.if_ko_won})" if fate.status == "ko" else fate.status
