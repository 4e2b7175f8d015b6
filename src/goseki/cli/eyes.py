"""`goseki eyes`: what every small eye space is worth."""

from __future__ import annotations

from dataclasses import asdict
from enum import StrEnum
from typing import Annotated, Any

import typer

from goseki.cli.options import JsonOption
from goseki.cli.output import end_if_interrupted, print_json, show_progress
from goseki.job import Progress
from goseki.safety import EyeShape, eye_shapes
from goseki.safety.eye_shapes import MAX_OUTSIDE, MAX_POINTS, Fate


class PlaceName(StrEnum):
    middle = "middle"
    side = "side"
    corner = "corner"


def run(
    points: Annotated[
        int, typer.Argument(help="The largest eye space.", min=1, max=MAX_POINTS)
    ] = 5,
    place: Annotated[PlaceName, typer.Option(help="Where on the board.")] = PlaceName.middle,
    outside_liberties: Annotated[
        int, typer.Option(help="Further liberties of the block around.", min=0, max=MAX_OUTSIDE)
    ] = 0,
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
    interrupted = False
    try:
        with show_progress("listing eye spaces") as report:
            for size in range(1, points + 1):
                for shape in eye_shapes(size, place.value, outside_liberties=outside_liberties):
                    found.append(shape)
                report(Progress(5.0 ** (size - points)))
    except KeyboardInterrupt:
        interrupted = True
    if as_json:
        about = {"place": place.value, "outside_liberties": outside_liberties}
        facts = {**about, "evidence": "proven", "shapes": list(map(_facts, found))}
        print_json(facts, interrupted=interrupted)
    else:
        _print_shapes(found)
    end_if_interrupted(interrupted)


def _print_shapes(shapes: list[EyeShape]) -> None:
    print("a: the attacker's best first moves, d: the defender's, *: both's")
    for shape in shapes:
        points_of_it = "1 point" if len(shape.cells) == 1 else f"{len(shape.cells)} points"
        first, second = map(_words, (shape.attacker_first, shape.defender_first))
        print(f"\n{shape.diagram()}\n{points_of_it}: {first}, if defended first {second}")


def _facts(shape: EyeShape) -> dict[str, Any]:
    return {
        "rows": shape.diagram().split("\n"),
        "points": len(shape.cells),
        **{
            name: {"status": fate.status, **asdict(fate)}
            for name, fate in (
                ("attacker_first", shape.attacker_first),
                ("defender_first", shape.defender_first),
            )
        },
        "attacks": shape.attacks,
        "defenses": shape.defenses,
    }


def _words(fate: Fate) -> str:
    return f"ko ({fate.if_ko_lost} or {fate.if_ko_won})" if fate.status == "ko" else fate.status
