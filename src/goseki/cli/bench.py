"""`goseki bench`: our speed beside a peer's, as a ratio measured in one run."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.live import Live
from rich.table import Table

from goseki.benchmarks import (
    Benchmark,
    Measurement,
    board,
    cancel,
    ladder,
    life,
    phantom,
    playouts,
    predict,
    sgf,
    solve,
    tactics,
)
from goseki.cli.options import ForceOption, JsonOption, finite_seconds
from goseki.cli.output import print_json, stderr, stdout
from goseki.errors import GosekiError
from goseki.files import check_free, write_file

SOLVE_TABLE_WIDTH = 180

app = typer.Typer(help="Measure our speed beside a peer's.", no_args_is_help=True)


def _table(rows: list[Measurement]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for title in ("ours", "peer", "ratio"):
        table.add_column(title, justify="right")
    table.add_column("")
    for row in rows:
        table.add_row(
            row.name,
            f"{row.ours:,.0f}",
            "-" if row.peer is None else f"{row.peer:,.0f}",
            "-"
            if row.ratio is None
            else f"{row.ratio:.2g}x"
            if row.ratio < 0.1
            else f"{row.ratio:.1f}x",
            " ".join(filter(None, (row.unit, row.peer_name and f"({row.peer_name})", row.note))),
        )
    return table


def _run(benchmark: Benchmark, as_json: bool) -> None:
    rows: list[Measurement] = []
    with Live(console=stderr, transient=True, auto_refresh=False) as live:
        for row in benchmark():
            rows.append(row)
            if as_json:
                print_json(
                    {
                        "name": row.name,
                        "ours": round(row.ours, 1),
                        "peer": None if row.peer is None else round(row.peer, 1),
                        "ratio": None if row.ratio is None else float(f"{row.ratio:.3g}"),
                        "peer_name": row.peer_name,
                        "unit": row.unit,
                        "note": row.note,
                    }
                )
            else:
                live.update(_table(rows), refresh=True)
    if not as_json:
        stdout.print(_table(rows))
    if any(row.peer is None for row in rows):
        print(
            "A peer is not installed and was left out: pip install '.[bench]'",
            file=sys.stderr,
        )


def _add(name: str, benchmark: Benchmark) -> None:
    def command(as_json: JsonOption = False) -> None:
        _run(benchmark, as_json)

    help = f"{benchmark.__doc__}\n\n\b\nExample:\n  goseki bench {name} --json"
    app.command(name, help=help)(command)


@app.callback()
def _bench() -> None:
    """Measure our speed beside a peer's: ratios from one run, on this machine."""


def _solve_table(rows: list[solve.Comparison]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column("answer")
    for title in ("nodes", "thesis", "nodes/s", "table", "peak", "seconds", "goal", "ratio"):
        table.add_column(title, justify="right")
    for title in ("nodes ratio", "saves (thesis)"):
        table.add_column(title, justify="right")
    table.add_column("beside")
    for row in rows:
        ours = row.ours
        table.add_row(
            row.name,
            ours.answer,
            f"{ours.nodes:,}",
            "-" if row.thesis_nodes is None else f"{row.thesis_nodes:,.0f}",
            f"{ours.speed:,.0f}",
            f"{ours.table_bytes / 2**20:,.0f}M",
            "-" if ours.peak_bytes is None else f"{ours.peak_bytes / 2**20:,.0f}M",
            f"{ours.seconds:.2f}",
            "-" if row.goal_seconds is None else f"{row.goal_seconds:g}",
            "-" if row.ratio is None else f"{row.ratio:.1f}x",
            "-" if row.node_ratio is None else f"{row.node_ratio:.1f}x",
            f"{row.saves} ({row.thesis_saves})" if row.saves and row.thesis_saves else "-",
            row.other_name if row.other else "",
        )
    return table


def _solve_facts(row: solve.Comparison) -> dict[str, Any]:
    facts = asdict(row)
    for solved in (row.ours, row.other):
        if solved is not None:
            facts["ours" if solved is row.ours else "other"]["nodes_per_second"] = solved.speed
    return {**facts, "ratio": row.ratio, "node_ratio": row.node_ratio, "saves": row.saves}


@app.command("solve")
def _bench_solve(
    seconds: Annotated[
        float,
        typer.Option(help="The most that one solve may take.", callback=finite_seconds),
    ] = solve.SECONDS,
    heavy: Annotated[
        bool,
        typer.Option(
            "--heavy",
            help="Also 5x5 Go, and the thesis's search where it is slow and without each part.",
        ),
    ] = False,
    as_json: JsonOption = False,
) -> None:
    """Solving small boards, beside other ways to do so.

    \b
    Examples:
      goseki bench solve
      goseki bench solve --heavy --seconds 3600 --json
    """
    rows: list[solve.Comparison] = []
    try:
        with Live(console=stderr, transient=True, auto_refresh=False) as live:
            for row in solve.measure(seconds=seconds, heavy=heavy):
                rows.append(row)
                if as_json:
                    print_json(_solve_facts(row))
                else:
                    live.update(_solve_table(rows), refresh=True)
    finally:  # what is finished is told also after Ctrl-C
        if not as_json:
            # Rather over the edge of a narrow terminal than cut.
            wide = Console(highlight=False, width=max(stdout.width, SOLVE_TABLE_WIDTH))
            wide.print(_solve_table(rows))


@app.command("signature")
def _bench_signature(
    record: Annotated[
        Path | None, typer.Option(help="Write the nodes to this file (JSON), as the recorded ones.")
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> None:
    """The nodes of a fixed set of solves.

    They are counted on one thread, beside those recorded: the same on every machine, until a
    search changes.

    \b
    Examples:
      goseki bench signature
      goseki bench signature --record src/goseki/benchmarks/signature.json --force
    """
    if record:
        check_free(record, force=force)
    counts = dict(solve.signature())
    changes = solve.signature_changes(counts)
    if record:
        write_file(record, f"{json.dumps(counts, indent=2)}\n".encode(), force=force)
    total = sum(counts.values())
    if as_json:
        changed = {
            name: {"now": now, "recorded": before} for name, (now, before) in changes.items()
        }
        print_json({"signature": total, "nodes": counts, "changes": changed})
        return
    print(total)
    for name, (now, before) in changes.items():
        print(f"{name}: {now:,} nodes, recorded {before:,} ({now - before:+,})")


def _cancel_table(rows: list[cancel.Cancelled]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("cancelled after random times")
    for title in ("times", "median", "worst", "goal", "others waited"):
        table.add_column(title, justify="right")
    for row in rows:
        late = row.worst is not None and row.worst > cancel.GOAL
        table.add_row(
            row.name,
            str(len(row.delays)),
            *("-" if delay is None else f"{delay:.3f}" for delay in (row.median, row.worst)),
            f"{'missed ' if late else ''}{cancel.GOAL}",
            f"{row.others_waited:.3f}",
        )
    return table


@app.command("cancel")
def _bench_cancel(
    tries: Annotated[
        int, typer.Option(help="How often each verb is cancelled.", min=1)
    ] = cancel.TRIES,
    seed: Annotated[int, typer.Option(help="Where the random moments start.", min=0)] = 1,
    only: Annotated[str, typer.Option(metavar="WORDS", help="Only verbs with this name.")] = "",
    as_json: JsonOption = False,
) -> None:
    """How soon long work stops when it is told to.

    For every verb that may take long: the seconds from `cancel` to its result, and how long it
    keeps another thread of Python waiting.

    \b
    Examples:
      goseki bench cancel
      goseki bench cancel --only solve --tries 20 --json
    """
    rows: list[cancel.Cancelled] = []
    with Live(console=stderr, transient=True, auto_refresh=False) as live:
        for row in cancel.measure(tries, seed=seed, only=only):
            rows.append(row)
            if as_json:
                facts = {"median": row.median, "worst": row.worst, "goal": cancel.GOAL}
                print_json({**asdict(row), **facts})
            else:
                live.update(_cancel_table(rows), refresh=True)
    if not rows:
        raise GosekiError(f"--only is {only!r}, which no verb has in its name")
    if not as_json:
        stdout.print(_cancel_table(rows))


def _proof_table(rows: list[tactics.Proof]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    table.add_column("answer")
    for title in ("nodes", "seconds"):
        table.add_column(title, justify="right")
    for row in rows:
        table.add_row(
            row.name,
            f"{row.ours.status}: {row.ours.evidence}",
            f"{row.ours.nodes:,}",
            f"{row.ours.seconds:.3f}",
        )
    return table


def _way_table(rows: list[tactics.Proof]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column("other ways to search")
    for title in ("proven", "nodes", "at most"):
        table.add_column(title, justify="right")
    for way in tactics.WAYS:
        proven = sum(row.others[way].is_proven for row in rows)
        ratio = tactics.ratio_of_way(rows, way)
        most = max((r for row in rows if (r := row.ratios[way]) is not None), default=None)
        shown = ("-" if r is None else f"{r:.1f}x" for r in (ratio, most))
        table.add_row(way, f"{proven} of {len(rows)}", *shown)
    return table


@app.command("tactics")
def _bench_tactics(
    seconds: Annotated[
        float,
        typer.Option(help="The most that one problem may take.", callback=finite_seconds),
    ] = tactics.SECONDS,
    as_json: JsonOption = False,
) -> None:
    """The tactical search: nodes a second, and nodes a proof.

    Its speed is told beside moves of random games on the same board. The problems are fixed:
    their nodes change only if the search does. Then each piece of its knowledge is left out in
    turn: how many times as many nodes its proofs take, in all and at most.

    \b
    Examples:
      goseki bench tactics
      goseki bench tactics --seconds 60 --json
    """
    _run(tactics.measure_speed, as_json)
    rows: list[tactics.Proof] = []
    try:
        with Live(console=stderr, transient=True, auto_refresh=False) as live:
            for row in tactics.measure_proofs(seconds=seconds):
                rows.append(row)
                if as_json:
                    print_json({**asdict(row), "ratios": row.ratios})
                else:
                    live.update(_proof_table(rows), refresh=True)
    finally:  # what is finished is told also after Ctrl-C
        if not as_json:
            stdout.print(_proof_table(rows))
            _tell_mean(rows)
            if all(row.others.keys() == tactics.WAYS.keys() for row in rows):
                stdout.print(_way_table(rows))


def _tell_mean(rows: list[tactics.Proof]) -> None:
    mean = tactics.nodes_per_proof(rows)
    if mean is not None:
        proven = sum(row.ours.is_proven for row in rows)
        print(f"{mean:,.0f} nodes a proof, {proven} of {len(rows)} problems proven")


_add("board", board.measure)
_add("ladder", ladder.measure)
_add("life", life.measure)
_add("phantom", phantom.measure)
_add("playouts", playouts.measure)
_add("predict", predict.measure)
_add("sgf", sgf.measure)
