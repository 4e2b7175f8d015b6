"""Experiments write a page, a plot and data, and the same ones for the same seed."""

import csv
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from goseki import GosekiError, Size, __version__
from goseki.experiments import benson_random, phantom
from goseki.phantom import PhantomRules, Settings, tournament
from goseki.phantom.results import GameResult
from goseki.phantom.standings import Duel
from goseki.phantom.tournament import Entrant, run_tournament


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


def test_what_a_report_lacks_is_said_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "README.md").write_text("precious")
    shares: list[float] = []
    with pytest.raises(GosekiError, match="exists already"):
        benson_random.run(tmp_path, sizes=("3x3",), games=2, progress=shares.append)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(GosekiError, match="plots need matplotlib"):
        benson_random.run(tmp_path / "out", sizes=("3x3",), games=2, progress=shares.append)
    assert shares == []
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text() == "precious"


def test_phantom_puts_our_shares_beside_the_thesis(tmp_path: Path) -> None:
    statements = [s for s in phantom.STATEMENTS if s.name in ("13", "15", "21")]
    options = {"games": 2, "simulations": 20, "size": "5x5", "maps": 2}
    written = phantom.run(tmp_path / "out", statements=statements[:2], **options)
    assert (written.games, written.interrupted) == (4, False)
    text = written.page.read_text()
    assert "goseki experiment phantom --games 2 --simulations 20 --size 5x5" in text
    assert "| 15 | mce_all:win - mce_all:territory | " in text
    assert "| 78%, 70% | >= 60% |" in text
    assert "here, 4 games of flat players" in text
    assert {path.name for path in written.page.parent.iterdir()} == {
        "README.md", "games.db", "shares.png", "statements.csv",
        "hidden-stones.png", "hidden-stones.csv",
    }  # fmt: skip
    # The same command plays only what is missing, and pools what belongs together.
    more = phantom.run(tmp_path / "out", statements=statements, **options)
    assert more.games == 10
    rows = list(csv.DictReader((more.page.parent / "statements.csv").read_text().splitlines()))
    assert [(row["statement"], row["games"]) for row in rows] == [
        ("13", "2"), ("15", "2"), ("21", "6"),
    ]  # fmt: skip
    assert more.page.read_text().split("| 15 |")[1][:60] == text.split("| 15 |")[1][:60]


def test_phantom_that_is_interrupted_has_as_many_games_of_each_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, played = tournament.play_pairing, iter(range(100))

    def interrupted_at_the_eighth(pairing: tournament.Pairing) -> GameResult:
        if next(played) == 7:
            raise KeyboardInterrupt
        return play(pairing)

    monkeypatch.setattr(tournament, "play_pairing", interrupted_at_the_eighth)
    monkeypatch.setattr(phantom, "GAMES_A_ROUND", 2)
    statements = [s for s in phantom.STATEMENTS if s.name in ("12", "13")][2:]
    written = phantom.run(
        tmp_path, statements=statements, games=10, simulations=5, size="3x3", maps=0
    )
    assert (written.games, written.interrupted) == (7, True)
    assert "some games are missing" in written.page.read_text()
    rows = list(csv.DictReader((tmp_path / "statements.csv").read_text().splitlines()))
    assert [row["games"] for row in rows] == ["3", "2", "2"]


def test_phantom_tells_whether_a_share_is_in_its_band() -> None:
    band = phantom.Statement("x", (), low=0.4, high=0.6)
    verdicts = {100: "no", 190: "no, but within error", 200: "yes, within error", 250: "yes"}
    for wins, verdict in verdicts.items():
        assert band.verdict(Duel(500, wins)) == verdict
    assert (band.band, phantom.Statement("x", (), high=0.5).band) == ("40% to 60%", "<= 50%")
    assert phantom.Statement("x", ()).verdict(Duel(10, 5)) == "-"


def test_maps_of_hidden_stones_are_judged_as_games_go_on() -> None:
    rules = PhantomRules.on("7x7", komi=0.5)
    entrants = [Entrant("mce_all"), Entrant("mce_std")]
    entrants = [replace(e, settings=Settings(simulations=60)) for e in entrants]
    games = run_tournament(entrants, games=4, rules=rules).games
    found = phantom.losses(games, rules, seed=1)
    assert [loss.plies for loss in found][:4] == [10, 20, 30, 40]
    assert all(loss.maps <= 4 for loss in found)
    late = [loss for loss in found if loss.plies >= 30]
    assert sum(x.hidden for x in late) < 0.9 * sum(x.uniform for x in late)


def test_phantom_leaves_what_is_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("precious")
    with pytest.raises(GosekiError, match="exists already"):
        phantom.run(tmp_path, games=1, simulations=1, size="3x3")
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
