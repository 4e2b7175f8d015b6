"""Figures in the docs that a command prints are those that it prints today."""

import re
from pathlib import Path

import pytest

from goseki import Board, solve
from goseki.experiments import certificates

DOCS = Path(__file__).parents[1] / "docs"
UNITS = {"thousand": 10**3, "million": 10**6}


def rows(page: str, header: str) -> list[list[str]]:
    """The cells of a table, which begins with its header."""
    text = (DOCS / page).read_text(encoding="utf-8").partition(f"{header}\n")[2]
    lines = re.match(r"(\|.*\n)*", text)
    assert lines is not None
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[0].splitlines()]


def number(text: str) -> float:
    figure, _, unit = text.replace(",", "").partition(" ")
    return float(figure) * UNITS.get(unit, 1)


def test_sizes_of_certificates() -> None:
    """If a search was changed: `goseki experiment certificates` prints the table anew."""
    written = rows("certificates.md", certificates.HEADER)
    measured = [row.row().split("|")[1:-1] for row in certificates.measure()]
    assert [row[:4] for row in written] == [[cell.strip() for cell in row[:4]] for row in measured]
    # How well files are compressed depends on the library.
    for row, now in zip(written, measured, strict=True):
        assert float(row[4]) == pytest.approx(float(now[4]), rel=0.15), row


SOLVED = rows("solve.md", "| Board | Score | First move | Nodes |\n|---|---|---|---|")


@pytest.mark.parametrize("row", [row for row in SOLVED if number(row[3]) < 2e6], ids="".join)
def test_solved_boards(row: list[str]) -> None:
    name, score, _, nodes = row
    size, _, ko = name.partition(", ")
    result = solve(Board(size), ko=ko or "cycle")  # type: ignore[arg-type]
    assert result.score == float(score)
    assert result.nodes == pytest.approx(number(nodes), rel=0.05)


def test_there_are_solved_boards() -> None:
    assert len(SOLVED) >= 10
