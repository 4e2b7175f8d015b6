"""Matches and tournaments of Phantom Go: pairings, storage, tables, and the command line."""

from __future__ import annotations

import contextlib
import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goseki import GosekiError
from goseki.cli import main
from goseki.match import Duel, Standings, Store, Tournament, to_csv
from goseki.phantom import GameLog, PhantomRules, Settings, replay
from goseki.phantom.tournament import Entrant, PhantomContest, PhantomResult, run_tournament

RULES = PhantomRules.on("4x4", komi=0.5)
QUICK = Settings(simulations=10)


def entrants(*names: str, settings: Settings = QUICK) -> list[Entrant]:
    return [Entrant.parse(name, settings) for name in names]


def result(black: str, white: str, number: int, lead: float) -> PhantomResult:
    return PhantomResult("{}", black, white, number, lead, "passes", 10, 12, 2, 0, 0, 0.1, "A1")


def without_times(tournament: Tournament[PhantomResult]) -> list[tuple[object, ...]]:
    return [(g.key, g.lead, g.log, g.conditions) for g in tournament.games]


# -- tournaments ------------------------------------------------------------------------------


def test_all_play_all_with_alternating_colours() -> None:
    outcome = run_tournament(entrants("random", "mce_std", "mce_all"), games=4, rules=RULES)
    pairs = [(game.black, game.white, game.number) for game in outcome.games]
    assert len(pairs) == len(set(pairs)) == 12
    for one, other in (("random", "mce_std"), ("random", "mce_all"), ("mce_std", "mce_all")):
        assert [n for b, w, n in pairs if (b, w) == (one, other)] == [0, 2]
        assert [n for b, w, n in pairs if (b, w) == (other, one)] == [1, 3]
        assert outcome.standings.duels[one, other].games == 4
    for game in outcome.games:
        again = replay(GameLog.parse(game.log), RULES)
        assert (again.lead, again.attempts, again.end) == (game.lead, game.attempts, game.end)
        assert (game.occupied, game.suicide, game.ko) == tuple(
            again.refusals["B"][cause] + again.refusals["W"][cause]
            for cause in ("occupied", "suicide", "ko")
        )


def test_processes_do_not_change_the_games() -> None:
    players = entrants("random", "mce_all")
    alone = run_tournament(players, games=4, rules=RULES, seed=5)
    assert without_times(run_tournament(players, games=4, rules=RULES, seed=5, jobs=2)) == (
        without_times(alone)
    )
    assert without_times(run_tournament(players, games=4, rules=RULES, seed=6)) != (
        without_times(alone)
    )


def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    players = entrants("random", "mce_all", "mce_all:territory")
    whole = run_tournament(players, games=4, rules=RULES)
    played = []

    play = PhantomContest.play

    def stop_after_five(contest, pairing):  # type: ignore[no-untyped-def]
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(pairing.key)
        return play(contest, pairing)

    monkeypatch.setattr(PhantomContest, "play", stop_after_five)
    with Store(PhantomResult, tmp_path / "games.db") as store:
        part = run_tournament(players, games=4, rules=RULES, store=store)
    assert (part.interrupted, len(part.games)) == (True, 5)
    played.clear()
    monkeypatch.setattr(
        PhantomContest,
        "play",
        lambda contest, pairing: played.append(pairing.key) or play(contest, pairing),  # type: ignore[func-returns-value]
    )
    with Store(PhantomResult, tmp_path / "games.db") as store:
        rest = run_tournament(players, games=4, rules=RULES, store=store)
    assert (rest.interrupted, len(played)) == (False, 7)
    assert without_times(rest) == without_times(whole)


def test_other_conditions_are_other_games(tmp_path: Path) -> None:
    with Store(PhantomResult, tmp_path / "games.db") as store:
        first = run_tournament(entrants("random", "mce_all"), games=2, rules=RULES, store=store)
        for changed in (
            {"seed": 2},
            {"rules": PhantomRules.on("4x4", komi=1.5)},
            {"rules": PhantomRules.on("5x5", komi=0.5)},
        ):
            options = {"rules": RULES, **changed}
            run_tournament(entrants("random", "mce_all"), games=2, store=store, **options)  # type: ignore[arg-type]
        longer = entrants("random", "mce_all", settings=Settings(simulations=20))
        run_tournament(longer, games=2, rules=RULES, store=store)
        assert len(store.games()) == 10
        again = run_tournament(entrants("random", "mce_all"), games=2, rules=RULES, store=store)
    assert again.games == first.games


def test_a_killed_tournament_loses_only_the_game_under_way(tmp_path: Path) -> None:
    database = tmp_path / "games.db"
    command = [sys.executable, "-m", "goseki", "phantom", "match", "mce_all", "mce_std"]
    command += ["--games", "2000", "--simulations", "20", "--size", "5x5"]
    command += ["--results", str(database)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while count_games(database) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    kept = count_games(database)
    assert 3 <= kept < 2000
    with Store(PhantomResult, database) as store:
        rules = PhantomRules.on("5x5")
        players = entrants("mce_all", "mce_std", settings=Settings(simulations=20))
        outcome = run_tournament(players, games=kept + 2, rules=rules, store=store)
    assert len(outcome.games) == kept + 2


def count_games(database: Path) -> int:
    if not database.exists():
        return 0
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    try:
        return int(connection.execute("SELECT count(*) FROM games").fetchone()[0])
    except sqlite3.Error:
        return 0
    finally:
        connection.close()


def test_any_player_can_be_given_a_name() -> None:
    names = ("one=mce_all", "two=mce_all", "three=mce_all:territory", "cmd:./engine --komi=7")
    found = [Entrant.parse(name, Settings(simulations=10)) for name in names]
    assert [entrant.label for entrant in found] == ["one", "two", "three", "cmd:./engine --komi=7"]
    assert [entrant.player for entrant in found[:3]] == ["mce_all"] * 3
    assert found[2].settings.scoring == "territory"
    assert found[3].command == "./engine --komi=7"
    outcome = run_tournament(found[:2], games=2, rules=RULES)
    assert set(outcome.standings.players) == {"one", "two"}


@pytest.mark.parametrize(
    ("names", "games", "message"),
    [
        (["mce_all"], 2, "a tournament needs at least two players"),
        (["mce_all", "random", "mce_all"], 2, "player mce_all is there twice"),
        (["mce_all", "random"], 0, "the number of games is 0"),
    ],
)
def test_bad_tournaments(names: list[str], games: int, message: str) -> None:
    with pytest.raises(GosekiError, match=re.escape(message)):
        run_tournament(entrants(*names), games=games, rules=RULES)


def test_bad_entrants() -> None:
    with pytest.raises(GosekiError, match=r"unknown player 'gnugo' \(known: random, "):
        Entrant.parse("gnugo", QUICK)
    with pytest.raises(GosekiError, match="scoring is one of win, territory"):
        Entrant.parse("mce_all:luck", QUICK)


# -- storage ----------------------------------------------------------------------------------


def test_a_store_keeps_what_it_has(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    games = [result("a", "b", 0, 3.5), result("b", "a", 1, -0.5), result("a", "b", 2, 0.0)]
    with Store(PhantomResult, path) as store:
        for game in (*games, result("a", "b", 0, -9.5)):
            store.add(game)
    with Store(PhantomResult, path) as store:
        assert sorted(store.games(), key=lambda g: g.number) == games
        assert store.games("other") == []
    assert [game.result for game in games] == ["B+3.5", "W+0.5", "0"]


def test_files_that_are_no_results_are_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("These are my notes, and they are long enough to be looked at. " * 20)
    with pytest.raises(GosekiError, match=r"notes.txt: no file of results"):
        Store(PhantomResult, text)
    other = tmp_path / "other.db"
    with contextlib.closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE songs (name)")
    before = other.read_bytes()
    with pytest.raises(GosekiError, match=r"other.db: a database of something else"):
        Store(PhantomResult, other)
    assert other.read_bytes() == before
    with pytest.raises(GosekiError, match=r"no/such.db: unable to open"):
        Store(PhantomResult, tmp_path / "no" / "such.db")


@pytest.mark.parametrize(
    ("column", "value", "complaint"),
    [
        ("lead", None, "lead is 'None', which no game has"),
        ("lead", 1e300, "lead is 1e+300, which no game has"),
        ("occupied", None, "occupied is 'None', not a whole number"),
        ("suicide", "two", "suicide is 'two', not a whole number"),
        ("ko", b"2", "not a whole number"),
        ("seconds", "x", "seconds is 'x', not a time"),
        ("log", 5, "log is 5, not a text"),
        ("log", "A1 A1 junk", "log: ply 3: not a point: 'junk'"),
        ("end", None, "end is 'None', not a text"),
        ("conditions", "{", "conditions"),
    ],
)
def test_games_that_cannot_be_are_refused_with_their_file(
    column: str, value: object, complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.db"
    with Store(PhantomResult, file) as store:
        store.add(result("a", "b", 0, 3.5))
    with contextlib.closing(sqlite3.connect(file)) as database, database:
        database.execute(f"UPDATE games SET {column} = ?", (value,))
    command = ["phantom", "match", "a=random", "b=random", "--games", "1", "--size", "3x3"]
    assert main([*command, "--results", str(file)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert re.fullmatch(r"goseki: .*games.db: damaged: game 0 of 'a' and 'b': .*\n", told.err)
    assert complaint in told.err


def test_a_match_that_is_refused_leaves_its_results_alone(tmp_path: Path) -> None:
    new, empty = tmp_path / "new.db", tmp_path / "empty.db"
    empty.touch()
    for file in (new, empty):
        assert main(["phantom", "match", "random", "random", "--results", str(file)]) == 2
    assert (new.exists(), empty.read_bytes()) == (False, b"")


def test_csv_has_a_line_for_every_game() -> None:
    rows = list(csv.DictReader(to_csv(PhantomResult, [result("a", "b", 0, 3.5)]).splitlines()))
    assert [(row["result"], row["black"], row["white"], row["log"]) for row in rows] == [
        ("B+3.5", "a", "b", "A1")
    ]


# -- tables -----------------------------------------------------------------------------------


def test_an_interval_holds_its_share() -> None:
    for games in range(1, 200):
        for wins in (0, 0.5, 1, games / 2, games - 0.5, games):
            duel = Duel(games, wins)
            assert 0 <= duel.low <= duel.share <= duel.high <= 1


def test_wilson_intervals() -> None:
    # Newcombe (1998): 81 of 263, and 0 of 20.
    duel = Duel(263, 81.0)
    assert (round(duel.low, 4), round(duel.high, 4)) == (0.2553, 0.3662)
    assert (Duel(20, 0.0).low, round(Duel(20, 0.0).high, 4)) == (0.0, 0.1611)


def test_the_cross_table_counts_draws_half() -> None:
    games = [result("a", "b", 0, 3.5), result("b", "a", 1, 2.5), result("a", "b", 2, 0.0)]
    standings = Standings.of(games, ["a", "b", "c"])
    assert standings.duels == {("a", "b"): Duel(3, 1.5), ("b", "a"): Duel(3, 1.5)}
    assert standings.total("c") is None
    assert standings.to_markdown().splitlines()[2].startswith("| a | × | 1.5 |  | 1.5/3 | 50.0% |")


def test_elo_follows_the_wins() -> None:
    # 10 to 1 among many games is 400 points.
    games = [result("a", "b", number, 1.0 if number % 11 else -1.0) for number in range(11_000)]
    ratings = Standings.of(games, ["a", "b"]).ratings()
    assert ratings["a"].elo - ratings["b"].elo == pytest.approx(400, abs=1)
    assert ratings["a"].elo + ratings["b"].elo == pytest.approx(0)
    # The usual error of a match: 1/sqrt(n p (1-p)) on the logistic scale, half of it a side.
    deviation = 400 / 2.302585 / (11_000 * 10 / 121) ** 0.5
    assert ratings["a"].margin == pytest.approx(1.96 * deviation / 2, rel=0.01)


def test_a_clean_sweep_is_finite_and_transitive() -> None:
    games = [result("a", "b", n, 1.0) for n in range(50)]
    games += [result("b", "c", n, 1.0) for n in range(50)]
    ratings = Standings.of(games, ["a", "b", "c"]).ratings()
    assert 1500 > ratings["a"].elo > ratings["b"].elo + 400 > ratings["c"].elo + 800
    assert ratings["b"].elo == pytest.approx(0, abs=1e-6)


# -- the command line -------------------------------------------------------------------------

MATCH = ["phantom", "match", "mce_all", "random", "--games", "2", "--simulations", "20"]
SMALL = ["--size", "4x4", "--komi", "0.5"]


def test_match_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, *SMALL]) == 0
    out = capsys.readouterr().out
    assert re.search(r"1 mce_all +× +\d", out)
    assert re.search(r"2 games; refused attempts: \d+ \(occupied \d+, suicide \d+, ko \d+\)", out)


def test_match_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*MATCH, *SMALL, "--json", "--scoring", "territory"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["players"] == ["mce_all", "random"]
    assert sum(facts["wins"].values()) == 2
    assert (facts["size"], facts["komi"], facts["evidence"]) == ("4x4", 0.5, "estimate")
    assert facts["table"][0]["games"] == 2
    assert set(facts["elo"]["random"]) == {"elo", "margin"}
    game = facts["games"][0]
    assert replay(GameLog.parse(game["log"]), RULES).result == game["result"]
    assert game["conditions"]["black"]["scoring"] == "territory"


def test_tournament_writes_its_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["phantom", "tournament", "random", "mce_all:win", "mce_all:territory", *SMALL]
    command += ["--games", "2", "--simulations", "10", "--results", str(tmp_path / "r.db")]
    command += ["--csv", str(tmp_path / "g.csv"), "--markdown", str(tmp_path / "t.md")]
    assert main(command) == 0
    assert len((tmp_path / "g.csv").read_text().splitlines()) == 7
    assert "mce_all:territory" in (tmp_path / "t.md").read_text()
    assert main(command) == 2
    assert "g.csv: the file exists already" in capsys.readouterr().err
    assert main([*command, "--force"]) == 0
    assert "6 games" in capsys.readouterr().out


@pytest.mark.parametrize(("name", "start"), [("elo.svg", b"<?xml"), ("elo.png", b"\x89PNG")])
def test_a_plot_of_elo(name: str, start: bytes, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    assert main([*MATCH, *SMALL, "--plot", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.filterwarnings("ignore")
def test_a_tournament_on_a_cluster(tmp_path: Path) -> None:
    """The same games as in one process; a run that was stopped goes on there, too."""
    dask = pytest.importorskip("distributed", reason="Dask is not installed")
    players = entrants("random", "mce_all")
    alone = run_tournament(players, games=6, rules=RULES)
    with (
        dask.LocalCluster(
            n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
        ) as local,
        Store(PhantomResult, tmp_path / "games.db") as store,
    ):
        run_tournament(players, games=2, rules=RULES, store=store)
        spread_out = run_tournament(
            players, games=6, rules=RULES, store=store, jobs=None, cluster=local.scheduler_address
        )
    assert without_times(spread_out) == without_times(alone)


def test_limits_by_time_and_clock() -> None:
    for limit in (["--seconds-per-move", "0.001"], ["--clock", "0.5"]):
        command = ["phantom", "match", "mce_std", "uct_rand", "--games", "1", *limit, *SMALL]
        assert main(command) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["mce_all", "gnugo"], "unknown player 'gnugo' (known: random, mce_std, mce_all, "),
        (["mce_all", "mce_all"], "player mce_all is there twice"),
        (["mce_all", "random", "--size", "2x1"], "Phantom Go needs a board of 3 points, not 2x1"),
        (["mce_all", "random", "--size", "big"], "not a board size: 'big'"),
        (["mce_all", "random", "--komi", "much"], "komi 'much' is not a number"),
        (
            ["mce_all", "random", "--simulations", "5", "--clock", "5"],
            "give one of --simulations, --seconds-per-move and --clock",
        ),
        (["mce_all", "random", "--csv", "games.txt"], "games.txt: the name must end in .csv"),
        (["mce_all", "random", "--plot", "elo.pdf"], "elo.pdf: the name must end in .svg or .png"),
        (["mce_all", "random", "--results", os.devnull + "/x"], "unable to open database"),
    ],
)
def test_bad_command_lines(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phantom", "match", *arguments]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)
