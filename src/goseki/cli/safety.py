"""`goseki safety`: which stones and territory are safe, proved."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from goseki.cli import safety_folder, safety_proof
from goseki.cli.options import (
    ForceOption,
    GameOption,
    JsonOption,
    MoveOption,
    RulesOption,
    ViewOption,
    finite_seconds,
    read_position,
    refuse_options,
    tell_notes,
)
from goseki.cli.output import (
    check_target,
    draw,
    end_if_interrupted,
    paint,
    print_json,
    show_progress,
)
from goseki.coords import Color, shorten
from goseki.errors import GosekiError
from goseki.facts import facts
from goseki.files import check_free, write_file
from goseki.positions import Source
from goseki.records import write_sgf
from goseki.safety import (
    Evaluation,
    Explanation,
    Level,
    Method,
    Ordering,
    RegionResult,
    prove_region,
    prove_safety,
)
from goseki.safety import explain as explain_point
from goseki.safety.region import Role
from goseki.safety.solve import DEFAULT_NODES, MAX_MERGED, MAX_POINTS

_TERMS = ("defender", "first", "ko_winner", "outside_liberties")
_OF_THE_SEARCH = ("level", "nodes", "seconds", "max_points", "max_merged", "ordering", "evaluation")
_OF_THE_BOARD = (
    "method",
    "level",
    "max_points",
    "max_merged",
    "ordering",
    "evaluation",
    "explain",
    "sgf",
    "jobs",
)


def run(
    context: typer.Context,
    position: Annotated[
        str,
        typer.Argument(
            metavar="POSITION",
            help="An SGF file, a text diagram, - for standard input, or a directory of files.",
            show_default=False,
        ),
    ],
    method: Annotated[Method, typer.Option(help="What may be used.")] = "search",
    level: Annotated[
        Level, typer.Option(help="How much of the search of Niu 2004 is used.")
    ] = "m6",
    nodes: Annotated[int, typer.Option(help="Limit of each search.", min=1)] = DEFAULT_NODES,
    seconds: Annotated[
        float | None,
        typer.Option(
            help="Stop after this long, with what is proven by then; for each file of a directory.",
            callback=finite_seconds,
        ),
    ] = None,
    max_points: Annotated[
        int, typer.Option(help="The largest region that is searched.", min=1)
    ] = MAX_POINTS,
    max_merged: Annotated[
        int, typer.Option(help="The largest regions together that are searched as one.", min=1)
    ] = MAX_MERGED,
    ordering: Annotated[
        Ordering, typer.Option(help="Which answers come first: ours, or Niu's order.")
    ] = "near",
    evaluation: Annotated[
        Evaluation, typer.Option(help="When a field is settled: our rules, or Niu's.")
    ] = "pairs",
    explain: Annotated[
        str | None, typer.Option(metavar="POINT", help="Say why a point is safe, or is not.")
    ] = None,
    region: Annotated[
        str | None,
        typer.Option(metavar="POINTS", help="Ask of these points only, such as A1:E5 or A1:C3,D4."),
    ] = None,
    defender: Annotated[
        Color | None, typer.Option(help="With --region: whose stones and territory.")
    ] = None,
    first: Annotated[Role, typer.Option(help="With --region: who moves first in it.")] = "attacker",
    ko_winner: Annotated[
        Role, typer.Option(help="With --region: who may take back a ko at once.")
    ] = "attacker",
    outside_liberties: Annotated[
        str,
        typer.Option(
            metavar="N|safe",
            help="With --region: liberties beyond it of each block that reaches there.",
        ),
    ] = "0",
    game: GameOption = None,
    move: MoveOption = None,
    view: ViewOption = None,
    rules: RulesOption = None,
    picture: Annotated[
        Path | None, typer.Option(help="Also draw into this .svg, .png or .html file.")
    ] = None,
    sgf: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write the game with what is proven.")
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a proof that `goseki check` verifies."),
    ] = None,
    jobs: Annotated[int, typer.Option(help="How many processors share the work.", min=1)] = 1,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Prove which stones and which territory are safe although the opponent moves first and may
    take back kos at once, as long as every attack is answered. Unknown never means unsafe.

    \b
    Examples:
      goseki safety game.sgf
      goseki safety game.sgf --method static --json
      goseki safety position.txt --explain D4
      goseki safety game.sgf --proof game.proof && goseki check game.proof
      goseki safety game.sgf --picture map.svg --sgf marked.sgf
      goseki safety game.sgf --region A1:E5 --defender W --first defender
      goseki safety finals/ --level m3 --jobs 4
    """
    _refuse_what_is_not_searched(context, method, level, Path(position).is_dir())
    prove = partial(
        prove_safety,
        method=method,
        level=level,
        nodes=nodes,
        seconds=seconds,
        max_points=max_points,
        max_merged=max_merged,
        ordering=ordering,
        evaluation=evaluation,
    )
    if Path(position).is_dir():
        single = ("game", "move", "view", "explain", "region", *_TERMS, "picture", "sgf", "proof")
        refuse_options(context, single, "a directory")
        safety_folder.run(Path(position), prove, rules, jobs=jobs, as_json=as_json)
        return
    check_target(picture, ".svg", ".png", ".html", force=force)
    check_target(sgf, ".sgf", force=force)
    if proof is not None:
        check_free(proof, force=force)
    if as_json and picture is None:
        refuse_options(context, ("view",), "--json without --picture")
    source = read_position(context, quiet=True)
    if region is not None:
        refuse_options(context, _OF_THE_BOARD, "--region")
        if defender is None:
            raise GosekiError("--region needs --defender B or W")
        with show_progress("searching the region") as report:
            found = prove_region(
                source.board,
                region,
                defender,
                first=first,
                ko_winner=ko_winner,
                outside_liberties=_outside(outside_liberties),
                nodes=nodes,
                seconds=seconds,
                progress=report,
            )
        _show_region(source, found, picture, proof, force=force, as_json=as_json)
        return
    refuse_options(context, _TERMS, "the whole board: it needs --region")
    wanted = None if explain is None else source.board.point(source.board.index(explain))
    if wanted is not None and source.board.index(wanted) < 0:
        raise GosekiError("a pass is not a point of the board")
    with show_progress("proving safety") as report:
        result = prove(source.board, jobs=jobs, progress=report)
        reasons = Explanation("")
        if wanted is not None and not result.interrupted:
            reasons = explain_point(result, wanted, progress=report)
    tell_notes(source.notes)
    marks = {**result.marks, **reasons.marks}
    drawn = source.picture(owner=result.ownership, marks=marks, labels=reasons.labels)
    if picture is not None:
        write_file(picture, paint(drawn, picture), force=force)
    if sgf is not None:
        write_sgf(result.record(), sgf, force=force)
    interrupted = result.interrupted or reasons.interrupted
    written = None if proof is None else safety_proof.write(result, proof, interrupted, force=force)
    if as_json:
        words = {} if wanted is None else {"explanation": reasons.text}
        about_proof = {} if written is None else {"proof": written.facts}
        print_json({**facts(source), **facts(result), **words, **about_proof})
    else:
        draw(drawn)
        print(result.sentence())
        if reasons.text:
            print(reasons.text)
        if written is not None:
            print(written.text)
    end_if_interrupted(interrupted or (written is not None and written.interrupted))


def _refuse_what_is_not_searched(
    context: typer.Context, method: Method, level: Level, folder: bool
) -> None:
    if method != "search":
        jobs = () if folder else ("jobs",)
        refuse_options(context, (*_OF_THE_SEARCH, *jobs), f"--method {method}")
    if level < "m4":
        refuse_options(context, ["ordering"], f"--level {level}")
    if level < "m5":
        refuse_options(context, ["evaluation"], f"--level {level}")


def _show_region(
    source: Source,
    found: RegionResult,
    picture: Path | None,
    proof: Path | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    tell_notes(source.notes)
    drawn = source.picture(owner=found.ownership, marks=found.marks)
    if picture is not None:
        write_file(picture, paint(drawn, picture), force=force)
    written = None
    if proof is not None:
        written = safety_proof.write(found.as_safety(), proof, found.interrupted, force=force)
    if as_json:
        about_proof = {} if written is None else {"proof": written.facts}
        print_json({**facts(source), **facts(found), **about_proof})
    else:
        draw(drawn)
        print(found.sentence())
        if written is not None:
            print(written.text)
    end_if_interrupted(found.interrupted or (written is not None and written.interrupted))


def _outside(text: str) -> int | None:
    if text == "safe":
        return None
    if not text.isdecimal():
        raise GosekiError(f"--outside-liberties is a number or safe, not {shorten(text)}")
    return int(text)
