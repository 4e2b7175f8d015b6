"""`goseki analyze`: everything Goseki knows about one position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from goseki.analysis import GAMES, TARGETS, analyze
from goseki.board import Board
from goseki.cli.options import (
    ForceOption,
    GameOption,
    JsonOption,
    KomiOption,
    KoOption,
    MoveOption,
    PositionArgument,
    RulesOption,
    ToPlayOption,
    ViewOption,
    finite_seconds,
    read_position,
    refuse_options,
)
from goseki.cli.output import (
    check_target,
    draw,
    end_if_interrupted,
    paint,
    print_json,
    show_progress,
)
from goseki.coords import COLOR_NAMES, Point
from goseki.diagram import Mark
from goseki.facts import facts
from goseki.files import write_file
from goseki.job import MAX_THREADS
from goseki.tactics.target import ALL_CANDIDATES


def run(
    context: typer.Context,
    position: PositionArgument,
    game: GameOption = None,
    move: MoveOption = None,
    view: ViewOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    games: Annotated[
        int, typer.Option(help="Random games for the estimate, with each side to move.", min=1)
    ] = GAMES,
    targets: Annotated[
        int,
        typer.Option(
            metavar="N",
            help="Ask for the fate of the N likeliest groups that are shut in; 0: of none.",
            min=0,
            max=ALL_CANDIDATES,
        ),
    ] = TARGETS,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 0,
    seconds: Annotated[
        float | None, typer.Option(help="Stop after this long.", callback=finite_seconds)
    ] = None,
    nodes: Annotated[int | None, typer.Option(help="Limit of each search.", min=1)] = None,
    threads: Annotated[
        int | None, typer.Option(help="How many threads.", min=1, max=MAX_THREADS)
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Also draw into this .svg, .png or .html file.")
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a position and say what is known about it: which stones and territory are proven to
    be whose, which stones are dead or in seki and why, which groups live or die by whose move,
    what random games believe of the rest, and who is ahead. Small boards are solved too, if that
    is quick.

    Proven points are drawn solid, believed ones shaded, dead stones crossed out, stones in seki
    in triangles. A circle is where a move is proven to change the fate of a group.

    \b
    Examples:
      goseki analyze game.sgf
      goseki analyze game.sgf --move 50 --rules japanese --json
      goseki analyze position.txt --picture board.svg
      goseki analyze position.txt --targets 6
    """
    check_target(picture, ".svg", ".png", ".html", force=force)
    if as_json and picture is None:
        refuse_options(context, ("view",), "--json without --picture")
    source = read_position(context)
    with show_progress("analyzing") as report:
        found = analyze(
            source.board,
            games,
            seed=seed,
            targets=targets,
            seconds=seconds,
            nodes=nodes,
            threads=threads,
            progress=report,
        )
    squares: dict[Point, Mark] = dict.fromkeys(found.atari, "square")
    drawn = source.picture(owner=found.ownership, marks={**squares, **found.marks})
    if picture is not None:
        write_file(picture, paint(drawn, picture), force=force)
    if as_json:
        print_json({**facts(source), **facts(found)})
    else:
        draw(drawn)
        print(*found.sentences(), sep="\n")
        atari = {"in atari": " ".join(map(str, found.atari))} if found.atari else {}
        for name, words in {**_about(found.board), **atari}.items():
            print(f"{name:9}  {words}")
    end_if_interrupted(found.interrupted)


def _about(board: Board) -> dict[str, str]:
    rules, taken = board.rules, board.prisoners
    turn = "nobody: the game is over" if board.is_over else COLOR_NAMES[board.to_play]
    return {
        "rules": f"{rules.name or rules}, komi {rules.komi:g}",
        "to play": turn,
        "moves": f"{board.ply} played, {len(board.legal_points())} points legal now",
        "prisoners": f"Black took {taken['B']}, White took {taken['W']}",
        **({} if board.ko is None else {"ko": f"{board.ko} is forbidden"}),
    }
