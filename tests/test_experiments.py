"""Experiments write a page, a plot and data, and the same ones for the same seed."""

import csv
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from goseki import GosekiError, Size, __version__
from goseki.experiments import benson_random, phantom, phantom_maps
from goseki.experiments.phantom_thesis import EXPERIMENTS, Contest, Side, Statement, chosen
from goseki.job import Progress
from goseki.match import Duel, Pairing, Store
from goseki.phantom import PhantomRules, Settings
from goseki.phantom.tournament import Entrant, PhantomContest, PhantomResult, run_tournament


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
    shares: list[Progress] = []
    with pytest.raises(GosekiError, match="exists already"):
        benson_random.run(tmp_path, sizes=("3x3",), games=2, progress=shares.append)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(GosekiError, match="plots need matplotlib"):
        benson_random.run(tmp_path / "out", sizes=("3x3",), games=2, progress=shares.append)
    assert shares == []
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
    assert (tmp_path / "README.md").read_text() == "precious"


def test_phantom_puts_our_shares_beside_the_thesis(tmp_path: Path) -> None:
    options = {"games": 2, "simulations": 20, "size": "5x5"}
    written = phantom.run(tmp_path / "out", only=["3.3"], **options)
    assert (written.games, written.interrupted) == (8, False)
    text = written.page.read_text()
    assert "goseki experiment phantom --games 2 --simulations 20 " in text
    assert "--size 5x5 --seed 1 --only 3.3`" in text
    assert "| 3.3, 3.4 | mce_all:win - mce_all:territory | 20 simulations | " in text
    assert re.search(r"\| 39/50 = 78%, 21/30 = 70% \| [01]\.\d{3}, [01]\.\d{3} \| >= 60% \|", text)
    assert "here, 4 games of flat players" in text
    assert {path.name for path in written.page.parent.iterdir()} == {
        "README.md", "games.db", "shares.png", "shares.csv",
    }  # fmt: skip
    # The same command plays only what is missing, and pools what belongs together.
    more = phantom.run(tmp_path / "out", only=["3.3", "3.2"], **options)
    assert more.games == 20
    rows = list(csv.DictReader((more.page.parent / "shares.csv").read_text().splitlines()))
    assert [(row["table"], row["games"]) for row in rows] == [
        *[("3.3, 3.4", "2")] * 4, *[("3.2", "2")] * 6, *[("3.2, total", "6")] * 2,
    ]  # fmt: skip
    assert more.page.read_text().split("| 3.3, 3.4 |")[1] == text.split("| 3.3, 3.4 |")[1]


def test_phantom_has_every_match_of_the_thesis() -> None:
    """The totals that tables 3.1, 3.2, 3.5 and 3.6 print, from the matches that we have."""

    def wins(name: str, player: str, *, without: str = "") -> float:
        total = 0.0
        for statement in EXPERIMENTS[name]:
            (contest,), (thesis,) = statement.contests, statement.thesis
            first, second = contest.first.player, contest.second.player
            if without not in (first, second):
                total += thesis.wins if first == player else 0
                total += thesis.games - thesis.wins if second == player else 0
        return total

    names = ("random", *(f"{n}:territory" for n in ("mce_std", "mce_all", "uct_rand", "uct_prob")))
    assert [wins("clock-3.1", name) for name in names] == [0, 82, 158, 160, 100]
    assert [wins("clock-3.1", name, without="random") for name in names[1:]] == [32, 108, 110, 50]
    hybrids = [wins("clock-3.2", f"hybrid_{n}:territory") for n in (5, 15, 25)]
    assert hybrids == [63, 55, 64]
    names = tuple(f"{n}:win" for n in ("mce_std", "mce_all", "uct_rand", "uct_prob"))
    assert [wins("clock-3.5", name) for name in names] == [17, 130, 75, 78]
    assert [wins("clock-3.6", name) for name in names[1:]] == [47, 25, 24]
    matches = [len(EXPERIMENTS[f"clock-3.{n}"]) for n in range(1, 12)]
    assert matches == [10, 6, 4, 4, 6, 3, 3, 2, 2, 2, 2]
    # With a number of simulations, tables that differ in time alone are one match.
    tables = chosen([f"3.{n}" for n in range(1, 12)])
    assert len({contest for statement in tables for contest in statement.contests}) == 31


def test_phantom_plays_by_the_clock_of_each_table(tmp_path: Path) -> None:
    options = {"games": 1, "size": "3x3", "seconds_a_minute": 0.002}
    written = phantom.run(tmp_path, only=["clock-3.6", "clock-first-phase"], **options)
    assert written.games == 5
    rows = list(csv.DictReader((tmp_path / "shares.csv").read_text().splitlines()))
    assert [row["limit"] for row in rows] == [*["0.06 s a game"] * 3, *["0.04 s a game"] * 2]
    assert rows[3]["players"] == "hybrid_15:win (first phase 0.25) - mce_all:win"


def test_phantom_grows_budgets_and_plays_by_the_rules_of_the_olympiad(tmp_path: Path) -> None:
    written = phantom.run(
        tmp_path, only=["budgets", "olympiad"], games=1, simulations=4, size="3x3"
    )
    assert written.games == 7
    rows = list(csv.DictReader((tmp_path / "shares.csv").read_text().splitlines()))
    assert [row["limit"] for row in rows] == [
        *(f"{n} simulations" for n in (4, 8, 16, 32, 64)),
        "4 and 15 simulations",
        "4 simulations",
    ]
    with Store(PhantomResult, tmp_path / "games.db") as store:
        olympiad = [g for g in store.games() if "hybrid_15_prob:territory" in (g.black, g.white)]
    assert [json.loads(g.conditions)["captures"] for g in olympiad] == ["points"] * 2


def test_phantom_names_the_experiments_that_it_knows(tmp_path: Path) -> None:
    with pytest.raises(GosekiError, match=r"no experiment '4\.1' \(known: 3\.1, 3\.2, "):
        phantom.run(tmp_path / "out", only=["4.1"])
    assert not (tmp_path / "out").exists()
    clocked = chosen(["clock"])
    assert len(clocked) == 46
    assert all(contest.minutes for statement in clocked for contest in statement.contests)
    assert not any(contest.minutes for statement in chosen([]) for contest in statement.contests)


def test_phantom_that_is_interrupted_has_as_many_games_of_each_pair(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play, played = PhantomContest.play, iter(range(100))

    def interrupted_at_the_eighth(contest: PhantomContest, pairing: Pairing) -> PhantomResult:
        if next(played) == 7:
            raise KeyboardInterrupt
        return play(contest, pairing)

    monkeypatch.setattr(PhantomContest, "play", interrupted_at_the_eighth)
    monkeypatch.setattr(phantom, "GAMES_A_ROUND", 2)
    written = phantom.run(tmp_path, only=["3.7"], games=10, simulations=5, size="3x3")
    assert (written.games, written.interrupted) == (7, True)
    assert "some games are missing" in written.page.read_text()
    rows = list(csv.DictReader((tmp_path / "shares.csv").read_text().splitlines()))
    assert [row["games"] for row in rows] == ["3", "2", "2"]


def test_phantom_tells_whether_a_share_is_in_its_band() -> None:
    band = Statement("x", (), low=0.4, high=0.6)
    verdicts = {100: "no", 190: "no, but within error", 200: "yes, within error", 250: "yes"}
    for wins, verdict in verdicts.items():
        assert band.verdict(Duel(500, wins)) == verdict
    assert (band.band, Statement("x", (), high=0.5).band) == ("40% to 60%", "<= 50%")
    assert Statement("x", ()).verdict(Duel(10, 5)) == "-"


def test_a_share_is_of_the_first_player_whatever_its_colour() -> None:
    rules, contest = PhantomRules.on("5x5", komi=0.5), Contest(Side("mce_all"), Side("random"))
    limit = contest.limit(simulations=50, seconds_a_minute=1)
    entrants = [side.entrant(limit) for side in (contest.first, contest.second)]
    games = run_tournament(entrants, games=4, rules=rules).games
    duel = phantom.duel_of(Statement("x", (contest,)), {contest: games})
    assert duel == run_tournament(entrants, games=4, rules=rules).standings.total("mce_all")
    assert phantom.duel_of(Statement("x", (contest,)), {}) is None


def test_maps_of_hidden_stones_are_judged_as_games_go_on() -> None:
    rules = PhantomRules.on("7x7", komi=0.5)
    entrants = [Entrant("mce_all"), Entrant("mce_std")]
    entrants = [replace(e, settings=Settings(simulations=60)) for e in entrants]
    games = run_tournament(entrants, games=4, rules=rules).games
    maps = [x for game in games for x in phantom_maps.maps_of(game, rules, seed=1)]
    found = phantom_maps.losses(maps, len(games))
    assert [loss.plies for loss in found][:4] == [10, 20, 30, 40]
    assert all(loss.maps <= 4 for loss in found)
    late = [loss for loss in found if loss.plies >= 30]
    assert sum(x.worlds for x in late) < 0.9 * sum(x.scatter for x in late)


def test_reliability_compares_predictions_with_what_was_found() -> None:
    random = np.random.default_rng(5)
    predicted = random.random(40_000)
    honest = random.random(40_000) < predicted
    boasting = random.random(40_000) < 0.5 + (predicted - 0.5) / 2
    quarters = [slice(i, i + 10_000) for i in range(0, 40_000, 10_000)]

    def judged(truth: npt.NDArray[np.bool_]) -> phantom_maps.Reliability:
        return phantom_maps.reliability([(predicted[q], truth[q]) for q in quarters])

    good, bad = judged(honest), judged(boasting)
    assert good.error < 0.01
    assert bad.error == pytest.approx(0.125, abs=0.01)  # the mean of |p - 1/2| / 2
    assert bad.low <= bad.error <= bad.high
    assert sum(x.points for x in good.bins) == 40_000
    assert [(x.low, x.high) for x in good.bins][::9] == [(0.0, 0.1), (0.9, 1.0)]
    assert all(x.low <= x.predicted <= x.high for x in bad.bins)
    assert bad.bins[9].found == pytest.approx(0.725, abs=0.03)


def test_the_experiment_on_maps_draws_reliability(tmp_path: Path) -> None:
    options = {"games": 1, "simulations": 10, "size": "5x5"}
    written = phantom_maps.run(tmp_path / "out", **options)
    assert written.games == len(phantom_maps.PAIRS)
    assert written.error is not None
    assert 0 < written.error < 1
    assert (tmp_path / "out" / "reliability.png").read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader((tmp_path / "out" / "reliability.csv").read_text().splitlines()))
    points = {row["map"]: 0 for row in rows}
    for row in rows:
        points[row["map"]] += int(row["points"])
    assert points["worlds"] == points["scatter"] > 0
    again = phantom_maps.run(tmp_path / "out", **options)
    assert again.error == written.error


def test_phantom_leaves_what_is_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("precious")
    with pytest.raises(GosekiError, match="exists already"):
        phantom.run(tmp_path, games=1, simulations=1, size="3x3")
    assert [path.name for path in tmp_path.iterdir()] == ["README.md"]
