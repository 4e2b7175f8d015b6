"""`goseki check`: verify a proof without the solver that made it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer

from goseki.cli.options import JsonOption
from goseki.cli.output import draw, end_if_interrupted, print_json, show_progress
from goseki.coords import Color, Point
from goseki.diagram import Mark
from goseki.draw import Picture
from goseki.errors import one_line
from goseki.evidence import Ownership
from goseki.facts import facts
from goseki.proof import CheckResult, check
from goseki.proof.claim import COLOR_NAMES

_STONES = {"X": 1, "O": -1, ".": 0}
_TARGET: Mark = "triangle"


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A proof that `--proof` wrote.")],
    jobs: Annotated[int, typer.Option(help="How many processes share the work.", min=1)] = 1,
    as_json: JsonOption = False,
) -> None:
    """Check a proof: every situation in it, by the rules in plain Python, without the solver.

    Exit status 0 if the proof holds, 1 if it does not (the first bad situation is shown),
    2 if the file is not a proof or is damaged. Every claim is said with all that it depends on:
    turn, ko point, passes, rules, komi; Go is scored as `goseki solve` does (van der Werf 2004).

    \b
    Examples:
      goseki solve 4x3 --proof small.proof && goseki check small.proof
      goseki safety game.sgf --proof game.proof && goseki check game.proof
      goseki tactics problem.sgf --proof problem.proof && goseki check problem.proof
    """
    start = time.perf_counter()
    with show_progress("checking") as report:
        result = check(file, jobs=jobs, progress=report)
    seconds = time.perf_counter() - start
    if as_json:
        said = {"file": str(file), **facts(result), "seconds": round(seconds, 3)}
        print_json(said, interrupted=result.interrupted)
    else:
        _show(file, result, seconds)
    end_if_interrupted(result.interrupted)
    if not result.valid:
        raise typer.Exit(1)


def _show(file: Path, result: CheckResult, seconds: float) -> None:
    speed = f"{result.situations:,} situations in {seconds:.1f} s"
    if result.interrupted:
        print(f"{one_line(str(file))}: no fault so far ({speed}).")
        return
    if result.fault is None:
        shown: object = None
        for claim in result.claims:
            ko_point, area = claim.terms.get("ko_point"), claim.terms.get("area")
            target = claim.terms.get("target", [])
            about = claim.board, ko_point, area, target
            if about != shown and set("".join(claim.board)) != {"."}:
                owner = None if area is None else _owner(area, claim.terms["defender"])
                marks = {**_ko_mark(ko_point), **{Point.parse(p): _TARGET for p in target}}
                draw(Picture(_stones(claim.board), marks=marks, owner=owner))
                shown = about
            print(f"Proven: {claim.words} ({claim.situations:,} situations)")
        if result.conclusion:
            print(f"So: {result.conclusion}")
        print(f"{one_line(str(file))}: the proof holds ({speed}).")
        return
    fault = result.fault
    marks = _ko_mark(fault.ko_point)
    point = fault.point
    if point is not None and not point.is_pass:
        marks[point] = "triangle"
    draw(Picture(_stones(fault.board), marks=marks))
    details = f" ({fault.details})" if fault.details else ""
    move = "" if point is None else f", move {point}"
    print(f"{COLOR_NAMES[fault.to_play]} to move{details}{move}: {fault.reason}.")
    if result.failed_claim is not None:
        print(f"Not proven: {result.failed_claim.words}")
    print(f"{one_line(str(file))}: the proof fails (after {speed}).")


def _ko_mark(ko_point: str | None) -> dict[Point, Mark]:
    """A square where the side to move may not play, as game records have it."""
    return {} if ko_point is None else {Point.parse(ko_point): "square"}


def _owner(area: list[str], defender: Color) -> Ownership:
    sign = 1 if defender == "B" else -1
    return Ownership(np.array([[sign * (p == "#") for p in row] for row in area], dtype=np.int8))


def _stones(board: list[str]) -> npt.NDArray[np.int8]:
    return np.array([[_STONES[stone] for stone in row] for row in board], dtype=np.int8)
