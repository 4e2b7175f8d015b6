"""`goseki train`: training what Goseki learns from games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from goseki.cli.options import JsonOption, refuse_options
from goseki.cli.output import end_if_interrupted, print_json, show_progress, stderr
from goseki.errors import GosekiError

_OF_THE_NETWORK = ("labels", "minutes", "start", "blocks", "channels", "rate")


def predict(
    context: typer.Context,
    games: Annotated[
        list[Path],
        typer.Argument(help="Game records to learn from: files and folders.", show_default=False),
    ],
    out: Annotated[Path, typer.Option(help="The folder of the run; one that is there goes on.")],
    recipe: Annotated[
        Literal["net", "mp-star"],
        typer.Option(help="The network, or the predictor of van der Werf's thesis."),
    ] = "net",
    labels: Annotated[
        list[Path] | None,
        typer.Option(help="Files or a folder of labels by a stronger network (docs/data.md)."),
    ] = None,
    minutes: Annotated[float, typer.Option(help="How long, in all.", min=0.01, max=1e6)] = 60.0,
    start: Annotated[
        Path | None, typer.Option("--from", help="Go on from the weights of this file (.onnx).")
    ] = None,
    blocks: Annotated[int, typer.Option(help="Blocks of a new network.", min=1, max=40)] = 8,
    channels: Annotated[int, typer.Option(help="Its channels.", min=8, max=512)] = 96,
    rate: Annotated[
        float | None,
        typer.Option(help="The highest learning rate. Default: 0.003, with --from 0.001."),
    ] = None,
    threads: Annotated[int, typer.Option(help="How many threads.", min=1, max=1024)] = 1,
    seed: Annotated[int, typer.Option(help="Of the first weights and the batches.", min=0)] = 0,
    side: Annotated[
        int, typer.Option(help="Of mp-star: games on boards of so many lines.", min=5, max=19)
    ] = 19,
    as_json: JsonOption = False,
) -> None:
    """Train the predictor of moves on game records, and write it as an ONNX file.

    Ctrl-C stops at any time and keeps the best weights so far; the same command goes on. What is
    held back for tests is never learned from (docs/learning.md).

    \b
    Examples:
      goseki train predict games/ --out run --minutes 60
      goseki train predict games/ --labels teacher/ --out run --minutes 600 --threads 2
      goseki train predict games/ --out more --from run/net.onnx --minutes 10
      goseki train predict games/ --out star --recipe mp-star --side 19
    """
    if recipe == "mp-star":
        refuse_options(context, _OF_THE_NETWORK, "--recipe mp-star")
        _train_mp_star(games, out, side, threads, seed, as_json)
        return
    refuse_options(context, ("side",), "--recipe net")
    if rate is not None and not 0 < rate < 1:
        raise GosekiError(f"--rate must be between 0 and 1, not {rate:g}")
    try:
        from goseki.learn.train_network import train_network
    except ImportError as error:
        raise GosekiError(f"training needs {error.name}: pip install 'goseki[train]'") from None
    with show_progress("training") as report:
        done = train_network(
            games,
            labels or [],
            out,
            minutes=minutes,
            start=start,
            blocks=blocks,
            channels=channels,
            rate=rate,
            threads=threads,
            seed=seed,
            progress=report,
        )
    if as_json:
        print_json(done.facts(), interrupted=done.run.interrupted)
    else:
        for line in done.skipped[:5]:
            stderr.print(f"goseki: left out {line}", markup=False)
        if len(done.skipped) > 5:
            stderr.print(f"goseki: and {len(done.skipped) - 5} more games")
        print(done.sentence())
    end_if_interrupted(done.run.interrupted)


def _train_mp_star(
    games: list[Path], out: Path, side: int, threads: int, seed: int, as_json: bool
) -> None:
    try:
        from goseki.learn.train_mp_star import train_predictor
    except ImportError as error:
        raise GosekiError(f"training needs {error.name}: pip install 'goseki[train]'") from None
    with show_progress("training") as report:
        done = train_predictor(games, out, side, threads=threads, seed=seed, progress=report)
    if as_json:
        print_json(done.facts())
    else:
        print(done.sentence())
