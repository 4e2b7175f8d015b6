"""`goseki playouts`: random games from a position."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from goseki.cli.options import (
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
from goseki.cli.output import draw, end_if_interrupted, print_json, show_progress
from goseki.facts import facts
from goseki.playouts import MOST_MOVES, run_playouts


def run(
    context: typer.Context,
    position: PositionArgument,
    game: GameOption = None,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 10_000,
    seconds: Annotated[
        float | None, typer.Option(help="Stop after this long.", callback=finite_seconds)
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 0,
    threads: Annotated[int, typer.Option(help="How many threads.", min=1, max=1024)] = 1,
    mercy: Annotated[
        int | None,
        typer.Option(help="End a game at a lead of this many stones.", min=1, max=MOST_MOVES),
    ] = None,
    longest: Annotated[
        int | None, typer.Option(help="End a game after this many moves.", min=1, max=MOST_MOVES)
    ] = None,
    move: MoveOption = None,
    view: ViewOption = None,
    to_play: ToPlayOption = None,
    rules: RulesOption = None,
    ko: KoOption = None,
    komi: KomiOption = None,
    as_json: JsonOption = False,
) -> None:
    """Play random games and draw who owns each point, with the score they suggest.

    \b
    Examples:
      goseki playouts game.sgf --games 100000 --threads 2
      goseki playouts 9x9 --komi 7.5 --json
    """
    if as_json:
        refuse_options(context, ("view",), "--json")
    source = read_position(context)
    board = source.board
    start = time.perf_counter()
    with show_progress("playing") as report:
        result = run_playouts(
            board,
            games,
            seed=seed,
            threads=threads,
            seconds=seconds,
            mercy=mercy,
            longest=longest,
            progress=report,
        )
    elapsed = time.perf_counter() - start
    if as_json:
        about = {"seed": seed, "seconds": round(elapsed, 3)}
        print_json({**facts(source), **facts(result), **about})
    else:
        draw(source.picture(owner=result.owner))
        print(
            f"Estimate from {result.games:,} random games ({result.games / elapsed:,.0f} a "
            f"second): Black wins {result.black_win_rate:.1%}, lead {result.score:+.1f} "
            f"± {result.deviation:.1f}, {result.mean_length:.0f} moves a game."
        )
    end_if_interrupted(result.interrupted)
