"""Experiments write a page, a plot and data, and the same ones for the same seed."""

import csv
from pathlib import Path

import pytest

from goseki import GosekiError, Size, __version__
from goseki.experiments import benson_random


def test_benson_proves_more_the_longer_a_random_game_goes() -> None:
    shares = benson_random.measure(Size(5, 5), games=60, seed=3)
    proven = [share.proven for share in shares]
    assert proven[0] == 0
    assert proven[-1] > 0.6
    assert all(0 <= share <= 1 for share in proven)
    assert benson_random.measure(Size(5, 5), games=60, seed=3) == shares


def test_the_report_has_a_page_a_plot_and_data(tmp_path: Path) -> None:
    page = benson_random.run(tmp_path / "out", sizes=("4x4", "5x3"), games=20, seed=7)
    text = page.read_text()
    assert f"Made by Goseki {__version__} with seed 7" in text
    assert "goseki experiment benson-random --games 20 --seed 7" in text
    plot = (page.parent / "benson-random.png").read_bytes()
    assert plot.startswith(b"\x89PNG")
    assert "](benson-random.png)" in text
    data = (page.parent / "benson-random.csv").read_text()
    rows = list(csv.DictReader(data.splitlines()))
    assert {(row["columns"], row["rows"]) for row in rows} == {("4", "4"), ("5", "3")}
    again = benson_random.run(tmp_path / "again", sizes=("4x4", "5x3"), games=20, seed=7)
    assert again.read_text() == text
    assert (again.parent / "benson-random.png").read_bytes() == plot


def test_nothing_is_overwritten_without_force(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("precious")
    with pytest.raises(GosekiError, match="exists already"):
        benson_random.run(tmp_path, sizes=("3x3",), games=2)
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text() == "precious"
