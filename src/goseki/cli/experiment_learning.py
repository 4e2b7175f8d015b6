"""`goseki experiment`: what is learned from games, measured."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.table import Table

from goseki.cli.options import ForceOption, JsonOption
from goseki.cli.output import check_target, end_if_interrupted, print_json, show_progress, stdout
from goseki.coords import Size, shorten
from goseki.errors import GosekiError, naming, one_line
from goseki.experiments import random_positions
from goseki.experiments.report import open_folder
from goseki.prediction.ranking import find_model

if TYPE_CHECKING:
    from goseki.experiments.network import HeadsRow


def add_commands(app: typer.Typer) -> None:
    """Add these experiments to the others."""
    for command in (network, nets, predict, random_positions_command):
        name = command.__name__.removesuffix("_command").replace("_", "-")
        app.command(name)(command)


def network(
    games: Annotated[
        list[Path],
        typer.Argument(help="Game records: files and folders.", show_default=False),
    ],
    labels: Annotated[
        list[Path] | None, typer.Option(help="Labels of a stronger network (docs/data.md).")
    ] = None,
    model: Annotated[str, typer.Option(help="net, or the file of a network.")] = "net",
    part: Annotated[
        Literal["train", "validation", "test"],
        typer.Option(help="Of the split: only test games were never learned from."),
    ] = "test",
    positions: Annotated[int, typer.Option(help="Of each collection.", min=1)] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 0,
    write: Annotated[
        Path | None,
        typer.Option(
            help="With --part validation: write the network into this file (.onnx), with the table "
            "of what lists of its first moves hold."
        ),
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Measure the network on games that it never saw.

    How often are its first moves the ones that were played? The intervals are of 95 %, with games
    resampled. Ties count against the network. With labels of a stronger network, the same is
    printed of that one.

    \b
    Examples:
      goseki experiment network games/ --labels teacher/ --positions 5000
      goseki experiment network games/ --part validation --model run/net.onnx --write net.onnx
    """
    if write is not None and part != "validation":
        raise GosekiError("--write needs --part validation: test games are for tests alone")
    check_target(write, ".onnx", force=force)
    try:
        from goseki.experiments.network import TOPS, measure_network
        from goseki.learn.games import Games
        from goseki.learn.onnx_file import write_with_card
        from goseki.learn.train_network import label_files
    except ImportError as error:
        raise GosekiError(f"this needs {error.name}: pip install 'goseki[train]'") from None
    network = find_model(model)
    with show_progress("measuring") as report:
        found = measure_network(
            Games.read(games, progress=report),
            label_files(labels or []),
            network,
            part=part,
            positions=positions,
            seed=seed,
            progress=report,
        )
    if as_json:
        print_json(found.facts(), interrupted=found.interrupted)
    else:
        table = Table("games", "board", "moves", box=None, padding=(0, 2, 0, 0))
        for n in TOPS:
            table.add_column(f"top {n} %", justify="right")
        for row in found.rows:
            shares = [str(row.tops[n]) for n in TOPS]
            table.add_row(row.name, f"{row.side}x{row.side}", f"{row.tops[1].positions:,}", *shares)
        stdout.print(table)
        if found.heads:
            stdout.print(_heads_table(found.heads))
    if write is not None and not found.interrupted:
        write_with_card(network.path, write, {"kept": found.kept}, force=force)
    end_if_interrupted(found.interrupted)


def random_positions_command(
    games: Annotated[
        list[Path] | None,
        typer.Argument(help="Game records, whose test games stand beside.", show_default=False),
    ] = None,
    size: Annotated[str, typer.Option(help="The board, such as 9 or 13.")] = "9",
    positions: Annotated[int, typer.Option(help="Of each kind.", min=1)] = 1000,
    model: Annotated[str, typer.Option(help="net, or the file of a network.")] = "net",
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 0,
    as_json: JsonOption = False,
) -> None:
    """Look at the network off the beaten track.

    After random moves its first move must be legal, its probabilities must add up to 1 over the
    legal moves, and all that it says must be in range; what is not is counted as a fault. Printed
    are the entropy of its probabilities in bits, how sure it is of the winner, how often its first
    move is that of the mean over all symmetries, and how often that of MP*. Games that are named
    stand beside.

    \b
    Examples:
      goseki experiment random-positions
      goseki experiment random-positions games/ --size 19 --positions 300
    """
    with naming("--size"):
        board = Size.parse(size)
    with show_progress("looking") as report:
        found = random_positions.measure(
            board,
            positions=positions,
            games=games or (),
            model=model,
            seed=seed,
            progress=report,
        )
    if as_json:
        print_json({"seed": seed, "model": model, **found.facts()}, interrupted=found.interrupted)
    else:
        table = Table("positions", "moves", "", "entropy", "winner", "steady %", "as MP* %")
        for row in found.rows():
            table.add_row(
                row.kind,
                f"{row.first} to {row.last}",
                f"{row.steady.positions:,}",
                f"{row.entropy:.2f}",
                f"{row.surety:.2f}",
                str(row.steady),
                str(row.agree),
            )
        stdout.print(table)
        print(f"{len(found.looks):,} positions, {len(found.faults):,} faults")
    for fault in found.faults[:10]:
        print(f"a fault: {one_line(fault)}", file=sys.stderr)
    end_if_interrupted(found.interrupted)
    if found.faults:
        raise typer.Exit(1)


def nets(
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
    """Train networks of several sizes, and compare them.

    Each is trained for the same time. Beside them stand the network that ships, MP*, and a softmax
    and gradient-boosted trees on the features of MP*: first moves right against weights,
    multiplications and milliseconds, as a table and a plot. Ctrl-C keeps the networks that are
    done; the same command goes on.

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


def _heads_table(rows: list[HeadsRow]) -> Table:
    table = Table("board", "after moves", box=None, padding=(0, 2, 0, 0))
    for title in ("positions", "log-loss (labels)", "calibration % (labels)", "win ±", "owner ±"):
        table.add_column(title, justify="right")
    for row in rows:
        table.add_row(
            f"{row.side}x{row.side}",
            row.moves,
            f"{row.positions:,}",
            f"{row.win_loss:.3f} ({row.labels_win_loss:.3f})",
            f"{100 * row.calibration:.1f} ({100 * row.labels_calibration:.1f})",
            f"{row.win_error:.3f}",
            f"{row.owner_error:.3f}",
        )
    return table


def predict(
    games: Annotated[
        list[Path],
        typer.Argument(help="Game records: files and folders.", show_default=False),
    ],
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="features (table 7.1), extractors (7.2), phases (7.3), peaking (figure 7.2), quiz "
            "(table 7.4), ranking (figures 7.4 and 7.5), learners (the same features learned in "
            "other ways), or all; may be given several times. Default: ranking.",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option("--output", help="Write a page with plots and data into this folder."),
    ] = None,
    side: Annotated[int, typer.Option(help="Games on boards of so many lines.")] = 19,
    model: Annotated[
        str, typer.Option(help="Of quiz and learners: net, or the file of a network.")
    ] = "net",
    positions: Annotated[
        int, typer.Option(help="Of ranking, quiz and learners, to test on.", min=1)
    ] = 10_000,
    vectors: Annotated[
        int | None,
        typer.Option(
            help="To learn from; two are a pair. Default: as many as the thesis had.", min=20
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same result.", min=0)] = 0,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Predict moves as the thesis did.

    Van der Werf's tables and figures (2004, chapter 7) once more, beside his numbers: per cent of
    pairs in the right order, or of moves played among the first n; the intervals are of 95 %, with
    games resampled. The data are not the thesis's. Each table takes minutes to hours.

    \b
    Examples:
      goseki experiment predict games/ --table ranking
      goseki experiment predict games/ --table quiz --positions 2000
      goseki experiment predict games/ --table all --output predict
    """
    known = ("features", "extractors", "phases", "peaking", "quiz", "ranking", "learners")
    wanted = list(dict.fromkeys(table or ["ranking"]))
    for name in wanted:
        if name not in (*known, "all"):
            raise GosekiError(f"--table must be {', '.join(known)} or all, not {shorten(name)}")
    if "all" in wanted:
        wanted = list(known)
    try:
        from goseki.experiments.predict import Sizes
        from goseki.experiments.predict_page import TABLES, run_tables, write_page
        from goseki.learn.games import Games
    except ImportError as error:
        raise GosekiError(f"this needs {error.name}: pip install 'goseki[train]'") from None
    if folder is not None:
        open_folder(folder, force=force)
    if not {"quiz", "learners"}.isdisjoint(wanted):
        find_model(model)
    with show_progress("predicting") as report:
        archive = Games.read(games, progress=report).of_size(side)
        sizes = Sizes(positions, vectors)
        found = run_tables(wanted, archive, sizes=sizes, model=model, seed=seed, progress=report)
    page, failure = None, None
    if folder is not None:
        command = " ".join(
            ["goseki experiment predict", *(one_line(str(path)) for path in games)]
            + [f"--table {name}" for name in wanted]
            + [f"--side {side} --positions {positions} --seed {seed}"]
            + ([] if vectors is None else [f"--vectors {vectors}"])
        )
        try:
            page = write_page(found, archive, folder, command, seed, force=force)
        except GosekiError as error:  # what took hours is told all the same
            failure = error
    if as_json:
        rows = {name: [asdict(row) for row in rows] for name, rows in found.rows.items()}
        told = {"tables": rows, "curves": found.curves, "written": str(page) if page else None}
        print_json(told, interrupted=found.interrupted)
    else:
        for name, lines in found.rows.items():
            shown = Table("", "ours %", "95 %", "thesis %", title=TABLES[name])
            for row in lines:
                shown.add_row(*row.cells())
            stdout.print(shown)
        if page is not None:
            print(f"wrote {one_line(str(page))}")
    if failure is not None:
        raise failure
    end_if_interrupted(found.interrupted)
