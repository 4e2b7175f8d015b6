"""`goseki safety`: which stones and territory are safe, proved."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from goseki import positions
from goseki.board import Board
from goseki.cli.options import (
    ForceOption,
    GameOption,
    JsonOption,
    MoveOption,
    RulesOption,
    ViewOption,
    option,
    read_position,
    refuse_options,
    tell_notes,
)
from goseki.cli.output import (
    check_target,
    describe,
    draw,
    end_if_interrupted,
    paint,
    print_json,
    show_progress,
    stdout,
)
from goseki.cluster import results
from goseki.coords import shorten
from goseki.errors import GosekiError, one_line
from goseki.files import check_free, write_file
from goseki.job import report_share
from goseki.positions import Source
from goseki.proof import write_proof
from goseki.records import write_sgf
from goseki.safety import (
    OF_STONES,
    OF_TERRITORY,
    Explanation,
    RegionResult,
    SafetyResult,
    certified_points,
    prove_claims,
    prove_region,
    prove_safety,
)
from goseki.safety import explain as explain_point
from goseki.safety.solve import DEFAULT_NODES, MAX_MERGED, MAX_POINTS

_SUFFIXES = (".sgf", ".txt")
_TERMS = ("defender", "first", "ko_winner", "outside_liberties")
_OF_THE_SEARCH = ("level", "nodes", "max_points", "max_merged", "ordering", "evaluation")
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


class MethodName(StrEnum):
    benson = "benson"
    static = "static"
    search = "search"


class ColorName(StrEnum):
    B = "B"
    W = "W"


class RoleName(StrEnum):
    attacker = "attacker"
    defender = "defender"


class LevelName(StrEnum):
    m1 = "m1"
    m2 = "m2"
    m3 = "m3"
    m4 = "m4"
    m5 = "m5"
    m6 = "m6"


class OrderingName(StrEnum):
    near = "near"
    niu = "niu"


class EvaluationName(StrEnum):
    pairs = "pairs"
    niu = "niu"


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
    method: Annotated[MethodName, typer.Option(help="What may be used.")] = MethodName.search,
    level: Annotated[
        LevelName, typer.Option(help="How much of the search of Niu 2004 is used.")
    ] = LevelName.m6,
    nodes: Annotated[int, typer.Option(help="Limit of each search.", min=1)] = DEFAULT_NODES,
    max_points: Annotated[
        int, typer.Option(help="The largest region that is searched.", min=1)
    ] = MAX_POINTS,
    max_merged: Annotated[
        int, typer.Option(help="The largest regions together that are searched as one.", min=1)
    ] = MAX_MERGED,
    ordering: Annotated[
        OrderingName, typer.Option(help="Which answers come first: ours, or Niu's order.")
    ] = OrderingName.near,
    evaluation: Annotated[
        EvaluationName, typer.Option(help="When a field is settled: our rules, or Niu's.")
    ] = EvaluationName.pairs,
    explain: Annotated[
        str | None, typer.Option(metavar="POINT", help="Say why a point is safe, or is not.")
    ] = None,
    region: Annotated[
        str | None,
        typer.Option(metavar="POINTS", help="Ask of these points only, such as A1:E5 or A1:C3,D4."),
    ] = None,
    defender: Annotated[
        ColorName | None, typer.Option(help="With --region: whose stones and territory.")
    ] = None,
    first: Annotated[
        RoleName, typer.Option(help="With --region: who moves first in it.")
    ] = RoleName.attacker,
    ko_winner: Annotated[
        RoleName, typer.Option(help="With --region: who may take back a ko at once.")
    ] = RoleName.attacker,
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
        method=method.value,
        level=level.value,
        nodes=nodes,
        max_points=max_points,
        max_merged=max_merged,
        ordering=ordering.value,
        evaluation=evaluation.value,
    )
    if Path(position).is_dir():
        single = ("game", "move", "view", "explain", "region", *_TERMS, "picture", "sgf", "proof")
        refuse_options(context, single, "a directory")
        _run_batch(Path(position), partial(_prove_file, prove=prove, rules=rules), jobs, as_json)
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
        found = prove_region(
            source.board,
            region,
            defender.value,
            first=first.value,
            ko_winner=ko_winner.value,
            outside_liberties=_outside(outside_liberties),
            nodes=nodes,
        )
        tell_notes(source.notes)
        _show_region(source, found, picture, proof, force=force, as_json=as_json)
        return
    refuse_options(context, _TERMS, "the whole board: it needs --region")
    wanted = None if explain is None else source.board.point(source.board.index(explain))
    if wanted is not None and source.board.index(wanted) < 0:
        raise GosekiError("a pass is not a point of the board")
    result = prove(source.board, jobs=jobs)
    tell_notes(source.notes)
    reasons = Explanation("") if wanted is None else explain_point(result, wanted)
    marks = {**result.marks, **reasons.marks}
    drawn = source.picture(owner=result.ownership, marks=marks, labels=reasons.labels)
    if picture is not None:
        write_file(picture, paint(drawn, picture), force=force)
    if sgf is not None:
        write_sgf(result.record(), sgf, force=force)
    written = None if proof is None else _write_proof(result, proof, force=force)
    words = {} if wanted is None else {"explanation": reasons.text}
    if as_json:
        about_proof = {} if proof is None else {"proof": written}
        print_json({**describe(source), **_facts(result), **words, **about_proof})
        return
    draw(drawn)
    print(result.sentence())
    if wanted is not None:
        print(reasons.text)
    if proof is not None:
        print(_about_proof(result, proof, written))


def _refuse_what_is_not_searched(
    context: typer.Context, method: MethodName, level: LevelName, folder: bool
) -> None:
    if method is not MethodName.search:
        jobs = () if folder else ("jobs",)
        refuse_options(context, (*_OF_THE_SEARCH, *jobs), f"--method {method.value}")
    if level.value < "m4":
        refuse_options(context, ["ordering"], f"--level {level.value}")
    if level.value < "m5":
        refuse_options(context, ["evaluation"], f"--level {level.value}")


def _show_region(
    source: Source,
    found: RegionResult,
    picture: Path | None,
    proof: Path | None,
    *,
    force: bool,
    as_json: bool,
) -> None:
    drawn = source.picture(owner=found.ownership, marks=found.marks)
    if picture is not None:
        write_file(picture, paint(drawn, picture), force=force)
    stones = None if proof is None else found.as_safety()
    written = None
    if stones is not None and proof is not None:
        written = _write_proof(stones, proof, force=force)
    if as_json:
        facts = {
            "region": list(map(str, found.region)),
            "defender": found.defender,
            "first": found.first,
            "ko_winner": found.ko_winner,
            "outside_liberties": found.outside_liberties,
            "blocks": [list(map(str, block)) for block in found.blocks],
            "stones": found.stones,
            "territory": found.territory,
            "evidence": found.evidence,
            "nodes": found.nodes,
            "seconds": round(found.seconds, 3),
        }
        about = {} if proof is None else {"proof": written}
        print_json({**describe(source), **facts, **about})
        return
    draw(drawn)
    print(found.sentence())
    if stones is not None and proof is not None:
        print(_about_proof(stones, proof, written))


def _outside(text: str) -> int | None:
    if text == "safe":
        return None
    if not text.isdecimal():
        raise GosekiError(f"--outside-liberties is a number or safe, not {shorten(text)}")
    return int(text)


def _write_proof(result: SafetyResult, path: Path, *, force: bool) -> dict[str, Any] | None:
    """Write down what was proven. None if that is nothing: then there is no file."""
    with show_progress("writing the proof down") as report:
        sections = prove_claims(result, progress=report_share(report))
    if not sections:
        return None
    summary = write_proof(path, sections, force=force)
    return {
        "file": str(path),
        "points": certified_points(sections),
        "answers": summary.situations,
        "bytes": summary.bytes,
    }


def _about_proof(result: SafetyResult, path: Path, written: dict[str, Any] | None) -> str:
    if written is None:
        return f"{one_line(str(path))}: not written, as there is nothing to prove."
    points = written["points"]
    covered = "them all" if points == result.count else f"{points} of these {result.count} points"
    name, answers = one_line(str(path)), written["answers"]
    return f"wrote {name}: a proof of {covered}, {answers:,} answers to attacks"


def _facts(result: SafetyResult) -> dict[str, Any]:
    return {
        "method": result.method,
        "level": result.level,
        "count": result.count,
        "safe": {color: list(map(str, points)) for color, points in result.safe.items()},
        "dead": list(map(str, result.dead)),
        "blocks": [
            {"color": block.color, "stones": list(map(str, block.stones)), "tag": block.tag}
            for block in result.blocks
        ],
        "regions": [
            {
                "color": region.color,
                "points": list(map(str, region.points)),
                "tag": region.tag,
                "targets": {str(stone): target for stone, target in region.targets},
                "reply": region.reply,
                "pairs": [[str(a), str(b)] for a, b in region.pairs],
            }
            for region in result.regions
        ],
        "open_fields": [
            {
                "color": field.color,
                "points": list(map(str, field.points)),
                "targets": {str(stone): target for stone, target in field.targets},
            }
            for field in result.open_fields
        ],
        "seki": [
            {
                **{color: list(map(str, stones)) for color, stones in seki.stones.items()},
                "between": list(map(str, seki.between)),
            }
            for seki in result.seki
        ],
        "claims": {"stones": OF_STONES, "territory": OF_TERRITORY},
        "evidence": result.evidence,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
    }


def _run_batch(
    folder: Path, prove_file: Callable[[Path], dict[str, Any]], jobs: int, as_json: bool
) -> None:
    """One row for each file, and their sum; on Ctrl-C of those that were done."""
    # A pipe might be waited for for ever.
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in _SUFFIXES and p.is_file())
    if not files:
        raise GosekiError(f"{folder}: has no .sgf or .txt files")
    rows: list[dict[str, Any]] = []
    interrupted = False
    try:
        with show_progress("proving safety") as report:
            for _, row in results(prove_file, files, jobs=jobs, progress=report):
                rows.append(row)
    except KeyboardInterrupt:
        interrupted = True
    rows.sort(key=lambda row: row["file"])
    points, count = sum(row["points"] for row in rows), sum(row["count"] for row in rows)
    seconds = round(sum(row["seconds"] for row in rows), 3)
    if as_json:
        total = {"points": points, "count": count, "seconds": seconds}
        print_json({"files": rows, **total}, interrupted=interrupted)
    else:
        _print_table(rows, points, count, seconds)
    end_if_interrupted(interrupted)


def _prove_file(
    path: Path, *, prove: Callable[[Board], SafetyResult], rules: str | None
) -> dict[str, Any]:
    source = positions.read_position(str(path), rules=rules, title=option)
    result = prove(source.board)
    return {
        "file": path.name,
        "move": source.move,
        "moves": source.moves,
        "points": result.board.size.points,
        "count": result.count,
        "black": len(result.safe["B"]),
        "white": len(result.safe["W"]),
        "dead": len(result.dead),
        "seki": len(result.seki),
        "seconds": round(result.seconds, 3),
        **({"notes": list(source.notes)} if source.notes else {}),
    }


def _print_table(rows: list[dict[str, Any]], points: int, count: int, seconds: float) -> None:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("file", "proven", "share", "Black", "White", "dead", "seconds"):
        table.add_column(name, justify="left" if name == "file" else "right")
    for row in rows:
        table.add_row(
            one_line(row["file"]),
            str(row["count"]),
            f"{row['count'] / row['points']:.1%}",
            str(row["black"]),
            str(row["white"]),
            str(row["dead"]),
            f"{row['seconds']:.3f}",
        )
    share = f"{count / points:.1%}" if points else ""
    table.add_row(f"{len(rows)} files", str(count), share, "", "", "", f"{seconds:.3f}")
    stdout.print(table)
