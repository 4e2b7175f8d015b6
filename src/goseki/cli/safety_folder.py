"""`goseki safety FOLDER`: a table of what is proven in each of its files."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from rich.table import Table

from goseki import positions
from goseki.board import Board
from goseki.cli.options import option
from goseki.cli.output import end_if_interrupted, print_json, show_progress, stdout
from goseki.cluster import results
from goseki.errors import GosekiError, one_line
from goseki.safety import SafetyResult

_SUFFIXES = (".sgf", ".txt")


def run(
    folder: Path,
    prove: Callable[[Board], SafetyResult],
    rules: str | None,
    *,
    jobs: int,
    as_json: bool,
) -> None:
    """One row for each file, and their sum; on Ctrl-C of those that were done."""
    # Only files: a pipe might keep us waiting for ever.
    files = sorted(p for p in folder.iterdir() if p.suffix.lower() in _SUFFIXES and p.is_file())
    if not files:
        raise GosekiError(f"{folder}: has no .sgf or .txt files")
    rows: list[dict[str, Any]] = []
    interrupted = False
    prove_file = partial(_prove_file, prove=prove, rules=rules)
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
    end_if_interrupted(result.interrupted)
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
