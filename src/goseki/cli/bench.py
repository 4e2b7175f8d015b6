"""`goseki bench`: our speed beside a peer's, as a ratio measured in one run."""

from __future__ import annotations

import sys

import typer
from rich.live import Live
from rich.table import Table

from goseki.benchmarks import Benchmark, Measurement, board, life, playouts, sgf
from goseki.cli.options import JsonOption
from goseki.cli.output import print_json, stderr, stdout

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
            "-" if row.ratio is None else f"{row.ratio:.1f}x",
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
                        "ratio": None if row.ratio is None else round(row.ratio, 2),
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
            "A peer is not installed and was left out: pip install 'goseki[bench]'",
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


_add("board", board.measure)
_add("life", life.measure)
_add("playouts", playouts.measure)
_add("sgf", sgf.measure)
