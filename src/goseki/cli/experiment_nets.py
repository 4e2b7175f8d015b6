"""`goseki experiment nets`: networks of several sizes, compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table

from goseki.cli.options import ForceOption, JsonOption
from goseki.cli.output import end_if_interrupted, print_json, show_progress, stdout
from goseki.errors import GosekiError, one_line


def run(
    games: Annotated[
        list[Path],
        typer.Argument(help="Game records: files and folders.", show_default=False),
    ],
    labels: Annotated[
        list[Path] | None, typer.Option(help="Labels of a stronger network (docs/data.md).")
    ] = None,
    folder: Annotated[Path, typer.Option("--output", help="The folder to write to.")] = Path(
        "nets"
    ),
    shape: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BxC",
            help="Blocks and channels; may be given several times. Default: five shapes.",
        ),
    ] = None,
    minutes: Annotated[
        float, typer.Option(help="How long one core trains each network.", min=0.01, max=1e6)
    ] = 5.0,
    part: Annotated[
        Literal["train", "validation", "test"],
        typer.Option(help="Of the split: only test games were never learned from or chosen by."),
    ] = "test",
    positions: Annotated[int, typer.Option(help="For each size of the board.", min=1)] = 4000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same positions.", min=0)] = 0,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Train networks of several sizes for the same time, and compare what they foresee.

    Beside them stand the network that ships, MP*, and a softmax and gradient-boosted trees on the
    features of MP*: first moves right against weights, multiplications and milliseconds, as a table
    and a plot. Ctrl-C keeps the networks that are done; the same command goes on.

    \b
    Examples:
      goseki experiment nets games/ --labels teacher/ --minutes 10
      goseki experiment nets games/ --shape 4x32 --shape 6x64 --part validation
    """
    try:
        from goseki.experiments.nets import SHAPES, TITLES, cells, compare_nets
        from goseki.learn.train_network import label_files
    except ImportError as error:
        raise GosekiError(f"this needs {error.name}: pip install 'goseki[train]'") from None
    with show_progress("comparing networks") as report:
        found = compare_nets(
            games,
            label_files(labels or []),
            folder,
            shapes=tuple(shape or SHAPES),
            minutes=minutes,
            part=part,
            positions=positions,
            seed=seed,
            force=force,
            progress=report,
        )
    if as_json:
        print_json(found.facts(), interrupted=found.interrupted)
    else:
        table = Table(box=None, padding=(0, 2, 0, 0))
        for number, title in enumerate(["board", *TITLES]):
            table.add_column(title, justify="right" if number > 1 else "left")
        for row in found.rows:
            table.add_row(f"{row.side}x{row.side}", *cells(row))
        stdout.print(table)
        print(f"wrote {one_line(str(found.page))}")
    end_if_interrupted(found.interrupted)
