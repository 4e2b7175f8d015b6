"""`goseki tactics`: capture, life and death, races and connections, proved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table

from goseki.cli import tactics_proof
from goseki.cli.options import (
    ForceOption,
    GameOption,
    JsonOption,
    MoveOption,
    ToPlayOption,
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
    has_color,
    paint,
    print_json,
    show_progress,
    stdout,
)
from goseki.coords import parse_color
from goseki.draw.answers import tactics_picture
from goseki.errors import GosekiError, naming, one_line
from goseki.facts import facts
from goseki.files import check_free, write_file
from goseki.job import MAX_THREADS, Limits
from goseki.positions import choose_game, open_position
from goseki.tactics import Goal, Solution, SuiteResult, SuiteRow, run_suite, solve_problem
from goseki.tactics.problem import Problem, first_move_number, read_problem
from goseki.tactics.solve import DEFAULT_SECONDS

_OF_A_PROBLEM = (
    *("target", "goal", "both", "why_not", "game", "move", "to_play", "view"),
    *("picture", "proof", "force"),
)
_OF_A_SUITE = ("type", "collection", "min_sources", "first", "jobs", "ledger")


def run(
    context: typer.Context,
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="[POSITION]",
            help="An SGF file, a text diagram, or - for standard input.",
            show_default=False,
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(
            metavar="D4[,F6]",
            help="Stones of the blocks that it is about. Default: marked stones, or found.",
        ),
    ] = None,
    goal: Annotated[
        Goal | None,
        typer.Option(help="Default: kill or live, as the side to move needs; or as the file says."),
    ] = None,
    method: Annotated[Literal["proof"], typer.Option(help="How it is solved.")] = "proof",
    both: Annotated[
        bool, typer.Option("--both", help="Answer for Black first and for White first.")
    ] = False,
    why_not: Annotated[
        str | None,
        typer.Option(metavar="POINT", help="Say what becomes of this first move, or pass."),
    ] = None,
    firm: Annotated[
        str,
        typer.Option(
            metavar="POINTS|wall", help="Stones taken to be alive; wall: those that shut others in."
        ),
    ] = "",
    seconds: Annotated[
        float | None,
        typer.Option(
            help=f"Stop after this long, {DEFAULT_SECONDS:g} by default; of a suite, each problem.",
            callback=finite_seconds,
        ),
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(help="Stop after this many nodes, of all questions.", min=1)
    ] = None,
    memory: Annotated[
        str | None, typer.Option(help="Size of the table, such as 512M or 2G.")
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(help="How many threads share the table.", min=1, max=MAX_THREADS),
    ] = None,
    suite: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH",
            help="Solve many: a directory of SGF files and diagrams, or a .jsonl(.xz) file.",
        ),
    ] = None,
    type: Annotated[
        str | None, typer.Option(help="Of a suite: only this type, such as life_and_death.")
    ] = None,
    collection: Annotated[
        str | None, typer.Option(help="Of a suite: only collections with this in their names.")
    ] = None,
    min_sources: Annotated[
        int, typer.Option(help="Of a suite: only what so many sources print.", min=1)
    ] = 1,
    first: Annotated[
        int | None,
        typer.Option(metavar="N", help="Of a suite: only the first N, by their names.", min=1),
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="Of a suite: how many processes share the work.", min=1)
    ] = 1,
    ledger: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Of a suite: note what is done, and go on from there later."
        ),
    ] = None,
    game: GameOption = None,
    move: MoveOption = None,
    view: ViewOption = None,
    to_play: ToPlayOption = None,
    picture: Annotated[
        Path | None, typer.Option(help="Also draw into this .svg, .png or .html file.")
    ] = None,
    proof: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Also write a proof of the status that `goseki check` verifies. The limits hold "
            "for it anew (default: 60 seconds).",
        ),
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Solve a tactical problem: can stones be captured, killed, saved, connected or cut off?

    The answer (dead, alive, seki, ko, captured, connected, ...) is proven, and holds on the open
    board, whatever ko threats the loser has. A ko is told with the threats that each side needs.
    All first moves that reach the best result are listed. What the limits leave open is unknown.

    \b
    Examples:
      goseki tactics problem.sgf
      goseki tactics problem.sgf --target D4 --both
      goseki tactics problem.sgf --target D4 --goal kill --why-not D2 --seconds 60
      goseki tactics position.txt --target C3,E3 --goal connect
      goseki tactics position.txt --target C3,D5 --goal race --firm wall
      goseki tactics problem.sgf --proof problem.proof && goseki check problem.proof
      goseki tactics --suite problems/ --jobs 4
      goseki tactics --suite problems.jsonl.xz --type life_and_death --first 100 --ledger run.ledger
    """
    with naming("--memory"):
        limits = Limits(seconds=seconds, nodes=nodes, memory=memory, threads=threads)
    if suite is not None:
        if position is not None:
            raise GosekiError("--suite has no POSITION beside it")
        refuse_options(context, _OF_A_PROBLEM, "--suite")
        with show_progress("solving problems") as report:
            found = run_suite(
                suite,
                type=type,
                collection=collection,
                min_sources=min_sources,
                first=first,
                firm=firm,
                jobs=jobs,
                ledger=ledger,
                limits=limits,
                progress=report,
            )
        _show_suite(found, as_json=as_json)
        end_if_interrupted(found.interrupted)
        return
    refuse_options(context, _OF_A_SUITE, "one problem: it needs --suite")
    if position is None:
        raise GosekiError("tactics needs POSITION or --suite (see goseki tactics --help)")
    if both:
        refuse_options(context, ("proof",), "--both")
    check_target(picture, ".svg", ".png", ".html", force=force)
    if proof is not None:
        check_free(proof, force=force)
    if as_json and picture is None:
        refuse_options(context, ("view",), "--json without --picture")
    given = open_position(position, game)
    if move is None and given.is_sgf:
        move = first_move_number(choose_game(given, game)[0])
    source = read_position(context, quiet=True, position=given, move=move)
    problem = read_problem(given, game=game, move=move)
    mover = problem.to_play if to_play is None else parse_color(to_play)
    asked_goal = _goal(problem, goal, target, to_play)
    if mover is None and asked_goal is None and not both:
        raise GosekiError(f"{given.name}: no side to move is given (--to-play B or W, or --both)")
    with show_progress("solving") as report:
        solution = solve_problem(
            source.board,
            target or problem.target or None,
            asked_goal,
            mover,
            both=both,
            why_not=why_not,
            firm=firm,
            limits=limits,
            progress=report,
        )
    written = None if proof is None else tactics_proof.write(solution, proof, limits, force=force)
    tell_notes(source.notes)
    drawn = tactics_picture(source.board, solution, stones=has_color(), on=source.picture())
    if as_json:
        about_proof = {} if written is None else {"proof": written.facts}
        print_json({**facts(source), **facts(solution), **about_proof})
    else:
        draw(drawn.without_caption())
        print(drawn.caption)
        _show(solution)
        if written is not None:
            print(written.text)
    if picture is not None:
        full = tactics_picture(source.board, solution, on=source.picture())
        write_file(picture, paint(full, picture), force=force)
    end_if_interrupted(solution.interrupted or (written is not None and written.interrupted))


def _goal(
    problem: Problem, goal: Goal | None, target: str | None, to_play: str | None
) -> Goal | None:
    """What is asked: what the file says counts only for the target and the turn that it names."""
    return goal if goal or target or to_play else problem.goal


def _show(solution: Solution) -> None:
    found = "" if not solution.target_found else " (found)"
    print(f"target  {' '.join(map(str, solution.target))}{found}")
    if solution.best:
        more = "" if solution.best_complete else " (others are not decided)"
        print(f"best    {' '.join(map(str, solution.best))}{more}")
    if solution.pv:
        print(f"line    {' '.join(map(str, solution.pv))}")
    seconds = max(solution.seconds, 1e-9)
    print(f"{solution.nodes:,} nodes in {seconds:.2f} s ({solution.nodes / seconds:,.0f} a second)")


def _show_suite(found: SuiteResult, *, as_json: bool) -> None:
    if as_json:
        print_json(facts(found))
        return
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("problem", "target", "result", "best", "printed", "", "nodes", "seconds"):
        table.add_column(name, justify="right" if name in ("nodes", "seconds") else "left")
    for row in found.rows:
        table.add_row(
            one_line(row.source),
            " ".join(row.target),
            _result(row),
            " ".join(row.best),
            " ".join(row.answers),
            _mark(row),
            f"{row.nodes:,}",
            f"{row.seconds:.3f}",
        )
    stdout.print(table)
    for row in found.rows:
        if row.error:
            print(f"{one_line(row.source)}: {row.error}")
    print(found.sentence())


def _result(row: SuiteRow) -> str:
    if row.error:
        return "broken"
    return row.status if row.evidence in ("proven", row.status) else f"{row.status} (estimate)"


def _mark(row: SuiteRow) -> str:
    if row.is_disputed:
        return "disputed"
    return "right" if row.is_right else ""
