"""Matches of Go: games between engines and our own players, and the store that both games share."""

from __future__ import annotations

import contextlib
import json
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goseki import Board, GosekiError, Point, Rules, read_sgf
from goseki.cli import main
from goseki.clock import Clock, TimeSettings, running
from goseki.errors import PlayerError
from goseki.gtp.client import GtpClient
from goseki.gtp.player import GtpPlayer
from goseki.match import GameLog, Store, run_tournament
from goseki.match.go import GoContest, GoEntrant, GoResult, _Play
from goseki.phantom.tournament import PhantomResult
from goseki.players import Choice
from goseki.players.monte_carlo import Settings

ENGINE = Path(__file__).parent / "support" / "engine.py"
RULES = Rules.parse("chinese", komi=0.5)
CONTEST = GoContest.on("5x5", rules=RULES)
OURS = "goseki:playouts=5"
GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games:/usr/local/games")


def engine(way: str) -> str:
    return shlex.join([sys.executable, "-S", "-E", str(ENGINE), way])


def play(black: str, white: str, contest: GoContest = CONTEST, **options: float) -> GoResult:
    """One game; players are ways of the engine, or our own."""
    sides = [
        GoEntrant.parse(f"{color}={way if ':' in way else 'cmd:' + engine(way)}", **options)  # type: ignore[arg-type]
        for color, way in (("black", black), ("white", white))
    ]
    [game] = run_tournament(contest, sides, games=1).games
    return game


# -- games ------------------------------------------------------------------------------------


def test_two_engines_play_a_whole_game() -> None:
    game = play("good", "good")
    assert game.log == "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 pass pass"
    assert (game.end, game.dead, game.result, game.plies) == ("agreed", "", "B+4.5", 12)


def test_other_boards_are_set_up_as_well() -> None:
    assert play("good", "good", GoContest.on("6x4", rules=RULES)).result == "W+0.5"


BAD_WAYS = {
    "crash": ("F", r"ended with status 1 at genmove B: RuntimeError: out of ideas"),
    "leave": ("F", r"ended with status 0 at genmove B"),
    "flood": ("F", r"the engine floods: over 65536 bytes after genmove B"),
    "lie": ("F", r"the engine played not a point: 'Z99'"),
    "off": ("F", r"the engine played T19 is off the 5x5 board"),
    "illegal": ("F", r"^C1 D1 \(C1\) W\+F \{illegal move B C1: occupied\}"),
    "mumble": ("F", r"answers genmove B with no GTP: 'D4, I think'"),
    "refuse": ("F", r"answers genmove B with an error: 'not now'"),
    "double": ("F", r"^A1 D1 .*answers play W D1 without its number \d+: '= B1'"),
    "chatter": ("F", r"^C1 D1 .*answers play W D1 without its number \d+: '= and another thing'"),
    "numberless": ("F", r"answers list_commands without its number 1: '= list_commands"),
    "phantom": ("F", r"does not know genmove"),
    "resign": ("R", r"B resigned"),
}


@pytest.mark.parametrize("way", BAD_WAYS)
def test_a_bad_engine_loses_and_the_log_says_why(way: str) -> None:
    letter, cause = BAD_WAYS[way]
    game = play(way, "good")
    assert (game.result, game.lead) == (f"W+{letter}", -25)
    assert re.search(cause, game.log)
    assert str(GameLog.parse(game.log)) == game.log


def test_an_engine_that_hangs_loses_on_time() -> None:
    impatient = play("good", "hang", patience=0.5)
    assert (impatient.end, impatient.result) == ("time", "B+T")
    assert "left genmove W unanswered for 0.5 s" in impatient.log
    clocked = GoContest.on("5x5", rules=RULES, clock=TimeSettings.parse("0+2x0.2"))
    game = play("hang", "good", clocked)
    assert (game.end, game.result) == ("time", "W+T")
    assert "the clock ran out at genmove B" in game.log


@pytest.mark.parametrize("way", ["quarrel", "rave", "faint", "silent"])
def test_where_engines_do_not_agree_random_games_judge(way: str) -> None:
    """And whoever fails only then has not lost."""
    game = play("good", way)
    assert (game.end, game.result) == ("estimated", "B+4.5")


def test_stones_that_both_call_dead_are_taken_off() -> None:
    game = play("quarrel", "quarrel")
    assert (game.end, game.dead, game.result) == ("agreed", "C1 C2 C3 C4 C5", "W+25.5")


def test_the_limit_of_moves_ends_a_game() -> None:
    game = play("good", "good", GoContest.on("5x5", rules=RULES, longest=10))
    assert (game.end, game.plies, game.result) == ("length", 10, "B+4.5")
    assert game.log.endswith("D5 length")


def test_a_repetition_ends_a_game() -> None:
    """As the rules say: a draw by the Chinese ones, which the log tells."""

    class Scripted:
        clock = None

        def __init__(self, moves: str) -> None:
            self.moves = iter(moves.split())

        def choose(self, board: Board, color: str, **_: object) -> Choice:
            return Choice(Point.parse(next(self.moves)))

        def close(self) -> None: ...

    # C1 takes two stones, and B1 one: a ko rule that looks one move back forbids neither.
    black, white = Scripted("B1 A1 B1"), Scripted("D1 C1")
    game = _Play(Board("4x1", RULES), {"B": black, "W": white})  # type: ignore[dict-item]
    game.run(100)
    assert (game.end, game.lead) == ("repetition", 0.0)
    assert str(game.log) == "B1 D1 A1 C1 B1 repetition"


def test_our_players_finish_their_games() -> None:
    game = play(OURS, OURS)
    assert game.end == "counted"
    board = Board("5x5", RULES)
    for turn in GameLog.parse(game.log).turns:
        assert turn.move is not None
        board.play(turn.move)
    assert board.is_over
    assert board.score().lead == game.lead
    assert play(OURS, OURS).log == game.log
    japanese = GoContest.on("5x5", rules=Rules.parse("japanese"))
    assert play(OURS, OURS, japanese).end == "agreed"


def test_our_player_agrees_with_an_engine_on_what_is_dead() -> None:
    assert play(OURS, "good").end in ("agreed", "estimated")


@pytest.mark.skipif(GNU_GO is None, reason="gnugo is not installed (Debian: apt-get install gnugo)")
def test_gnu_go_plays_with_us() -> None:
    command = f"{GNU_GO} --mode gtp --level 1"
    sides = [GoEntrant.parse(text) for text in (f"gnu=cmd:{command}", "us=goseki:playouts=20")]
    clock = TimeSettings.parse("60+3x10")
    outcome = run_tournament(GoContest.on("7x7", clock=clock), sides, games=2)
    assert {game.end for game in outcome.games} <= {"agreed", "estimated"}


def test_a_clock_that_runs_out_loses_whoever_it_is() -> None:
    tiny = GoContest.on("5x5", rules=RULES, clock=TimeSettings.parse("0.000001"))
    game = play("goseki:playouts=1", "goseki:playouts=1", tiny)
    assert game.log == "W+T {the clock of 1e-06 s ran out}"
    ample = GoContest.on("5x5", rules=RULES, clock=TimeSettings.parse("60+3x10"))
    assert play("goseki:playouts=1", "good", ample).end in ("agreed", "estimated")


def test_an_engine_is_told_the_game(tmp_path: Path) -> None:
    """What reaches an engine: size, komi, rules, time, moves."""
    script = tmp_path / "listener.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    number, *words = line.split()\n"
        "    if number == 'quit':\n"
        "        break\n"
        "    print(*words, file=sys.stderr)\n"
        "    known = 'boardsize clear_board komi play genmove kgs-rules time_left '\n"
        "    known += 'kgs-time_settings time_settings'\n"
        "    answer = known.replace(' ', chr(10)) if words[0] == 'list_commands' else 'pass'\n"
        "    ok = '?' if words[0] == 'kgs-rules' else '='\n"
        "    print(f'{ok}{number} {answer}\\n', flush=True)\n"
    )
    heard = tmp_path / "heard.txt"
    command = f"sh -c 'exec {sys.executable} -S -E {script} 2>{heard}'"
    clock = Clock(TimeSettings.parse("60+5x30"))
    board = Board("5x5", Rules.parse("new-zealand", komi=3.5))
    with contextlib.closing(GtpPlayer(command, "W", clock=clock)) as player:
        board.play("C3")
        assert player.choose(board, "W").point.is_pass
        board.play("pass")
        board.play("D3")
        clock.update(12, 2)
        assert player.choose(board, "W").point.is_pass
        assert player.dead_stones(board) is None
    assert heard.read_text().split("\n")[:-1] == [
        "list_commands",
        "boardsize 5",
        "clear_board",
        "komi 3.5",
        "kgs-time_settings byoyomi 60 30 5",
        "kgs-rules new_zealand",
        "play B C3",
        "time_left W 60 0",
        "genmove W",
        "play B D3",
        "time_left W 12 2",
        "genmove W",
    ]


def test_a_client_that_is_closed_leaves_no_process() -> None:
    with GtpClient(engine("stay")) as client:
        assert "genmove" in client.commands
    assert client._process.poll() is not None
    with (
        pytest.raises(PlayerError, match=r"ended with status 0"),
        GtpClient(engine("leave")) as client,
    ):
        client.ask("genmove B")


# -- clocks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("time", "spent", "left", "out"),
    [
        ("60", [20, 30], 10, False),
        ("60", [20, 40], 0, True),
        ("10+3x5", [12, 4, 4], 15, False),
        ("10+3x5", [16, 4, 6], 5, False),
        ("10+3x5", [16, 6, 5], 5, True),
        ("10+2/6", [11, 2], 6, False),
        ("10+2/6", [11, 5], 6, True),
    ],
)
def test_clocks_of_all_systems(time: str, spent: list[float], left: float, out: bool) -> None:
    clock = Clock(TimeSettings.parse(time), now=iter([]).__next__)
    for seconds in spent:
        assert not clock.has_run_out
        clock.spend(seconds)
    assert (clock.left, clock.has_run_out) == (left, out)


def test_without_a_limit_no_clock_runs_out() -> None:
    clock = Clock(TimeSettings(), now=iter([0.0, 1e9]).__next__)
    with running(clock):
        pass
    assert not clock.has_run_out


# -- entrants ---------------------------------------------------------------------------------


def test_entrants_are_read() -> None:
    found = [
        GoEntrant.parse(text, Settings(seconds=2.0))
        for text in ("goseki", "x=goseki:playouts=7,method=flat", "gnugo --level=3", "g=cmd:gnugo")
    ]
    assert [e.label for e in found] == ["goseki", "x", "gnugo --level=3", "g"]
    assert [e.command for e in found] == ["", "", "gnugo --level=3", "gnugo"]
    assert (found[1].settings.playouts, found[1].settings.method) == (7, "flat")
    assert found[0].identity == {"player": "goseki", "seconds": 2.0, "method": "amaf", "resign": 0}
    assert found[2].identity == {"player": "cmd:gnugo --level=3", "patience": 60}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("goseki:level=3", "no option 'level=3' (known: seconds, playouts, method, resign, thr"),
        ("goseki:playouts", "no option 'playouts'"),
        ("goseki:playouts=0", "playouts is 0, not a whole number from 1"),
        ("goseki:playouts=many", "playouts is 'many', not a number"),
        ("goseki:seconds=nan", "seconds must be a number above 0 and up to 1e9, not nan"),
        ("goseki:resign=2", "resign is 2.0, not a number from 0 to 1"),
        ("goseki:method=uct", "method is 'uct', not one of amaf, flat"),
        ("cmd: ", "neither goseki, net, mp-star nor the command of an engine"),
    ],
)
def test_bad_entrants(text: str, message: str) -> None:
    with pytest.raises(GosekiError, match=re.escape(message)):
        GoEntrant.parse(text)


# -- the store --------------------------------------------------------------------------------

OLD_FILE = """
PRAGMA application_id = 1735356520;
CREATE TABLE games (conditions, black, white, number, lead, end, plies, attempts, occupied,
    suicide, ko, seconds, log, PRIMARY KEY (conditions, black, white, number));
INSERT INTO games VALUES('{"atari": false, "black": {"caution": 1.0, "player": "random",
"scoring": "win", "simulations": 5}, "captures": "number", "go": 1}', 'random', 'mce_all', 0,
-9.0, 'time', 2, 3, 1, 0, 0, 0.25, 'B2 (B2)A2 W+T {the clock of 9 s ran out}');
"""
"""A results file as the first version with Phantom Go wrote it."""


def test_files_of_earlier_versions_are_read(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(file)) as database:
        database.executescript(OLD_FILE.replace("\n", " "))
    before = file.read_bytes()
    with Store(PhantomResult, file) as store:
        [game] = store.games()
    assert (game.result, game.attempts, game.game_log.turns[1].move) == ("W+T", 3, Point(0, 1))
    assert file.read_bytes() == before
    with pytest.raises(GosekiError, match=r"old\.db: a database of something else"):
        Store(GoResult, file)


MATCH = ["match", f"a={OURS}", f"b={OURS}", "--size", "5", "--komi", "0.5"]


def test_an_interrupted_match_keeps_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    one_go = [*MATCH, "--games", "4", "--json"]
    assert main(one_go) == 0
    whole = json.loads(capsys.readouterr().out)
    played = []
    real = GoContest.play

    def stop_after_two(contest: GoContest, pairing):  # type: ignore[no-untyped-def]
        if len(played) == 2:
            raise KeyboardInterrupt
        played.append(pairing.key)
        return real(contest, pairing)

    monkeypatch.setattr(GoContest, "play", stop_after_two)
    in_parts = [*one_go, "--results", str(tmp_path / "games.db")]
    assert main(in_parts) == 130
    part = json.loads(capsys.readouterr().out)
    assert (len(part["games"]), part["interrupted"]) == (2, True)
    played.clear()
    assert main(in_parts) == 0
    rest = json.loads(capsys.readouterr().out)
    assert len(played) == 2
    for facts in (whole, rest):
        for game in facts["games"]:
            del game["seconds"]
    assert rest == whole


def test_a_killed_match_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "games.db"
    command = [*MATCH, "--results", str(database)]
    process = subprocess.Popen(
        [sys.executable, "-m", "goseki", *command, "--games", "2000"], stdout=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while len(kept(database)) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = kept(database)
    assert 2 <= len(before) < 2000
    assert main([*command, "--games", str(len(before) + 1), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert len(facts["games"]) == len(before) + 1
    assert before <= {game["log"] for game in facts["games"]}


def kept(database: Path) -> set[str]:
    if not database.exists():
        return set()
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
        try:
            return {log for (log,) in connection.execute("SELECT log FROM games")}
        except sqlite3.Error:
            return set()


# -- the command line -------------------------------------------------------------------------


def test_a_match_is_printed_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "games"
    players = [f"{way}=cmd:{engine(way)}" for way in ("good", "crash", "illegal")]
    command = ["match", *players, "--size", "5", "--games", "2", "--sgf", str(folder)]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert re.search(r"1 good +× +2 +2 +4/4 +100\.0%", out)
    assert "6 games: 6 disqualified" in out
    assert "crash lost: W+F {the engine ended with status 1 at genmove B" in out
    assert "illegal lost: W+F {illegal move B C1: occupied}" in out
    records = {path.name: read_sgf(path) for path in folder.iterdir()}
    assert len(records) == 6
    record = records["0001-1-good-3-illegal.sgf"]
    assert (record.info("PB"), record.info("PW"), record.info("RE")) == ("good", "illegal", "B+F")
    assert main(command) == 0  # the same games: their files stay
    next(folder.iterdir()).write_text("(;)")
    assert main(command) == 2
    assert "the file exists already" in capsys.readouterr().err


def test_a_match_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    players = ["one", "two"]
    command = ["match", *(f"{name}=cmd:{engine('good')}" for name in players), "--games", "2"]
    assert main([*command, "--size", "5", "--komi", "0.5", "--json", "--jobs", "2"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["players"], facts["wins"]) == (players, {"one": 1.0, "two": 1.0})
    assert (facts["size"], facts["komi"], facts["evidence"]) == ("5x5", 0.5, "estimate")
    assert facts["rules"]["scoring"] == "AREA"
    assert set(facts["elo"]["one"]) == {"elo", "margin"}
    game = facts["games"][1]
    assert (game["black"], game["result"], game["end"], game["dead"]) == (
        *("two", "B+4.5", "agreed"),
        "",
    )
    assert game["conditions"]["clock"] == "none"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["goseki"], "a tournament needs at least two players"),
        (["goseki", "goseki"], "player goseki is there twice (tell them apart: NAME=PLAYER)"),
        (["goseki", "./no-such-engine"], "engine './no-such-engine': No such file or directory"),
        (["goseki", "x='unclosed"], "No closing quotation"),
        (["goseki", "x=goseki", "--seconds", "1", "--clock", "5"], "--seconds or --clock, not"),
        (["goseki", "x=goseki", "--clock", "5+3"], "--clock: not a clock: '5+3' (examples: 600,"),
        (["goseki", "x=goseki", "--clock", "0"], "--clock: a clock without time: '0'"),
        (["goseki", "x=goseki", "--clock", "9+0x5"], "--clock: a clock without time: '9+0x5'"),
        (["goseki", "x=goseki", "--size", "big"], "--size: not a board size: 'big'"),
        (["goseki", "x=goseki", "--komi", "much"], "--komi: komi 'much' is not a number"),
        (["goseki", "x=goseki", "--rules", "moon"], "--rules: unknown rules: 'moon'"),
        (["goseki", "x=goseki", "--sgf", "/dev/null/x"], "/dev/null/x: cannot be written"),
    ],
)
def test_bad_command_lines(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["match", *arguments, "--games", "1"]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)
