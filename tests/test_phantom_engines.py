"""Phantom Go between processes: external engines under our referee, our players under others."""

from __future__ import annotations

import json
import random
import re
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import GosekiError
from goseki.cli import main
from goseki.coords import Color, Point
from goseki.phantom import (
    STRONGEST,
    ExternalPlayer,
    Forfeit,
    GameLog,
    Observation,
    PhantomPlayer,
    PhantomRules,
    Referee,
    Settings,
    from_game,
    play_game,
    replay,
    to_game,
)
from goseki.phantom.external import messages
from goseki.phantom.session import PhantomSession
from goseki.phantom.tournament import Entrant, run_tournament

ENGINE = Path(__file__).parent / "support" / "engine.py"
RULES = PhantomRules.on("3x3", komi=0.5)


def engine(way: str) -> str:
    return shlex.join([sys.executable, "-S", "-E", str(ENGINE), way])


def play_against(way: str, *, color: Color = "B", **options: float) -> Referee:
    other = PhantomPlayer("random", RULES, "W" if color == "B" else "B", seed=1)
    with ExternalPlayer(engine(way), RULES, color, **options) as player:
        sides = (player, other) if color == "B" else (other, player)
        return play_game(*sides, RULES)


# -- engines under our referee ----------------------------------------------------------------


def test_a_good_engine_plays_a_whole_game() -> None:
    for rules in (RULES, PhantomRules.on("4x3", komi=0.5)):
        with (
            ExternalPlayer(engine("good"), rules, "B") as black,
            ExternalPlayer(engine("good"), rules, "W") as white,
        ):
            referee = play_game(black, white, rules)
        assert referee.end == "passes"
        assert str(referee.log).startswith("A1 (A1)B1 (B1)C1")
        assert replay(referee.log, rules).result == referee.result


BAD_WAYS = {
    "crash": ("F", r"ended with status 1 at PG-SuggestMove: RuntimeError: out of ideas"),
    "leave": ("F", r"ended with status 0 at PG-SuggestMove"),
    "flood": ("F", r"the engine floods: over 65536 bytes after PG-SuggestMove"),
    "lie": ("F", r"the engine tried not a point: 'Z99'"),
    "off": ("F", r"the engine tried T19 is off the 3x3 board"),
    "mumble": ("F", r"answers PG-SuggestMove with no GTP: 'D4, I think'"),
    "refuse": ("F", r"answers PG-SuggestMove with an error: 'not now'"),
    "double": ("F", r"^A1 .*answers PG-MovePlayed A1 without its number 6: '= B1'"),
    "chatter": ("F", r"^A1 .*answers PG-MovePlayed A1 without its number 6: '= and another thing'"),
    "numberless": ("F", r"answers list_commands without its number 1: '= list_commands"),
    "repeat": ("F", r"37 refused attempts in one turn are a flood"),
    "go": ("F", r"does not know PG-SuggestMove PG-MovePlayed PG-TriedMove"),
    "resign": ("R", r"the engine resigned"),
}


@pytest.mark.parametrize("way", BAD_WAYS)
def test_a_bad_engine_loses_and_the_log_says_why(way: str) -> None:
    letter, cause = BAD_WAYS[way]
    referee = play_against(way)
    assert referee.result == f"W+{letter}"
    assert referee.lead == -9
    assert re.search(cause, str(referee.log))
    again = replay(GameLog.parse(str(referee.log)), RULES)
    assert (again.result, again.log) == (referee.result, referee.log)


def test_an_engine_that_hangs_loses_on_time() -> None:
    patient = play_against("hang", patience=1.0)
    assert (patient.end, patient.result) == ("time", "W+T")
    assert "left PG-SuggestMove unanswered for 1 s" in str(patient.log)
    for way, command in (("hang", "PG-SuggestMove"), ("ponder", "PG-MovePlayed")):
        clocked = play_against(way, color="W", clock=0.5)
        assert (clocked.end, clocked.result) == ("time", "B+T")
        assert f"the clock ran out at {command}" in str(clocked.log)


def test_what_an_engine_says_on_standard_error_does_no_harm() -> None:
    assert play_against("babble").end == "passes"


def test_an_engine_that_does_not_quit_is_ended() -> None:
    player = ExternalPlayer(engine("stay"), RULES, "B")
    assert str(player.suggest()) == "A1"
    player.close()
    assert player._engine._process.poll() is not None


def test_a_tournament_goes_on_after_bad_engines() -> None:
    names = [f"{way}=cmd:{engine(way)}" for way in ("good", "crash", "lie")]
    entrants = [Entrant.parse(name, Settings(simulations=10)) for name in ("random", *names)]
    outcome = run_tournament(entrants, games=2, rules=RULES)
    assert (len(outcome.games), outcome.failures) == (12, ())
    assert {game.end for game in outcome.games if "crash" in (game.black, game.white)} == {
        "disqualified"
    }
    assert outcome.standings.duels["good", "lie"].wins == 2


def test_the_command_line_names_the_cause(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["phantom", "match", f"liar=cmd:{engine('lie')}", "random", "--games", "2"]
    assert main([*command, "--size", "3x3"]) == 0
    assert "liar lost: W+F {the engine tried not a point: 'Z99'}" in capsys.readouterr().out
    assert main([*command, "--size", "3x3", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["wins"] == {"liar": 0.0, "random": 2.0}
    assert {game["result"] for game in facts["games"]} == {"W+F", "B+F"}


@pytest.mark.parametrize(
    ("player", "message"),
    [
        ("cmd:./no-such-engine", "engine './no-such-engine': No such file or directory"),
        ("cmd:", "unknown player 'cmd:'"),
        ("cmd:'unclosed", "No closing quotation"),
    ],
)
def test_commands_that_cannot_be_started(
    player: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["phantom", "match", player, "random", "--games", "2", "--size", "3x3"]) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.err.count("\n") == 1


def test_engines_are_told_no_more_than_the_protocol_can_say() -> None:
    with pytest.raises(GosekiError, match="cannot be told causes"):
        ExternalPlayer(engine("good"), PhantomRules(refusal="cause"), "B")


@given(seed=st.integers(0, 10**6))
def test_two_worlds_with_the_same_observations_send_the_same_lines(seed: int) -> None:
    """White's engine hears the same whichever quiet move Black hides."""
    rng = random.Random(seed)
    worlds = [Referee(RULES), Referee(RULES)]
    first, second = rng.sample(range(9), 2)
    for world, hidden in zip(worlds, (first, second), strict=True):
        world.attempt("B", hidden)
        elsewhere = rng.choice([p for p in range(9) if p not in (first, second)])
        world.attempt("W", elsewhere if world is worlds[0] else _moved(worlds[0]))
    lines = [
        [line for seen in world.information_state("W").observations for line in messages(seen)]
        for world in worlds
    ]
    assert lines[0] == lines[1]
    assert lines[0][0] == "PG-MovePlayed"


def _moved(world: Referee) -> Point:
    point = world.information_state("W").observations[-1].point
    assert point is not None
    return point


# -- forfeits in logs and records ---------------------------------------------------------------


@pytest.mark.parametrize("text", ["W+T", "A1 (A1)B1 (B1) B+F {it said: no!}", "A1 W+R {x}"])
def test_forfeits_are_written_and_read(text: str) -> None:
    log = GameLog.parse(text)
    assert str(log) == text
    assert from_game(to_game(log, RULES))[0] == log
    assert replay(log, RULES).log == log


@given(cause=st.text())
def test_any_cause_can_be_written(cause: str) -> None:
    forfeit = Forfeit("B", "disqualified", cause)
    assert GameLog.parse(f"A1 {forfeit}").forfeit == forfeit


@pytest.mark.parametrize("text", ["W+T A1", "A1 {why}", "W+T {a} {b}", "W+T length", "W+T {"])
def test_broken_forfeits(text: str) -> None:
    with pytest.raises(GosekiError, match=r"^log: ply \d"):
        GameLog.parse(text)


# -- our players under other referees -----------------------------------------------------------


def session(player: str = "mce_all", size: str = "5x5") -> PhantomSession:
    return PhantomSession(Entrant.parse(player, Settings(simulations=30)), size=size, seed=3)


def ask(engine: PhantomSession, line: str) -> str:
    answer = str(engine.execute(line))
    assert answer.endswith("\n\n")
    return answer.strip()


@pytest.mark.parametrize("player", ["random", "mce_all", "uct_prob"])
def test_a_session_and_a_player_are_told_the_same(player: str) -> None:
    """A game refereed over the protocol goes as the same game inside one process."""
    rules = PhantomRules.on("4x4", komi=0.5)
    engines: dict[Color, PhantomSession] = {
        "B": session(player, "4x4"),
        "W": session(player, "4x4"),
    }
    referee = Referee(rules)
    for each in engines.values():
        assert ask(each, "komi 0.5") == "="
    heard = {"B": 0, "W": 0}
    refused: list[str] = []
    while not referee.is_over:
        mover = referee.to_play
        answer = ask(engines[mover], " ".join(["PG-SuggestMove", *refused]))
        seen = referee.attempt(mover, answer.removeprefix("= "))
        refused = [*refused, str(seen.point)] if seen.kind == "refused" else []
        for color, each in engines.items():
            for news in referee.observations_since(color, heard[color]):
                heard[color] += 1
                for line in messages(news):
                    assert ask(each, line) == "="
    sides = [
        PhantomPlayer(player, rules, color, Settings(simulations=30), seed=4)
        for color in ("B", "W")
    ]
    assert play_game(*sides, rules).log == referee.log


def test_captures_may_be_said_before_or_after_the_move() -> None:
    for lines in (
        ["PG-MovePlayed A1", "PG-Caught 2", "PG-MovePlayed", "PG-StonesTaken A1"],
        ["PG-Caught 2", "PG-MovePlayed A1", "PG-StonesTaken A1", "PG-MovePlayed"],
    ):
        engine = session()
        assert ask(engine, "PG-SuggestMove").startswith("= ")
        for line in lines:
            assert ask(engine, line) == "="
        assert "X" not in ask(engine, "PG-BeliefState")
        assert engine._heard == [
            Observation(True, "played", Point.parse("A1"), captured=2),
            Observation(False, "played", lost=(Point.parse("A1"),)),
        ]


def test_who_hears_of_a_move_first_is_white() -> None:
    engine = session()
    ask(engine, "PG-TriedMove")
    ask(engine, "PG-MovePlayed")
    assert engine.color == "W"
    ask(engine, "PG-MovePlayed C3")
    assert "O" in ask(engine, "showboard")
    ask(engine, "clear_board")
    assert engine.color == "B"
    assert ask(engine, "PG-Color W") == "="
    ask(engine, "PG-SuggestMove")
    assert engine.color == "W"


def test_a_clock_shortens_the_thinking() -> None:
    entrant = Entrant.parse("mce_all", Settings(simulations=10**9))
    engine = PhantomSession(entrant, size="5x5", seed=1)
    ask(engine, "time_settings 1 0 0")
    assert ask(engine, "PG-SuggestMove").startswith("= ")  # or it would take for ever
    assert engine.clocks["B"].main < 1


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("PG-SuggestMove Z9", "? not a point: 'Z9'"),
        ("PG-SuggestMove E9", "? E9 is off the 5x5 board"),
        ("PG-MovePlayed T19", "? T19 is off the 5x5 board"),
        ("PG-MovePlayed A1 A2", "? syntax error: usage is PG-MovePlayed [VERTEX]"),
        ("PG-StonesTaken", "? syntax error: usage is PG-StonesTaken POINT..."),
        ("PG-Caught none", "? 'none' is not a whole number from 1 to 361"),
        ("PG-Caught 2 A1", "? 1 points are not 2"),
        ("boardsize 1", "? Phantom Go needs a board of 3 points, not 1x1"),
        ("genmove b", "? unknown command"),
    ],
)
def test_bad_commands_change_nothing(line: str, answer: str) -> None:
    engine = session()
    assert ask(engine, line) == answer
    assert ask(engine, "PG-SuggestMove").startswith("= ")
    assert engine.board.size.points == 25


LINES = st.one_of(
    st.builds(
        lambda name, words: " ".join([name, *words]),
        st.sampled_from(
            [
                "PG-SuggestMove",
                "PG-MovePlayed",
                "PG-TriedMove",
                "PG-StonesTaken",
                "PG-Caught",
                "PG-Passed",
                "PG-Color",
                "PG-BeliefState",
                "clear_board",
                "showboard",
                "komi",
                "time_left",
            ]
        ),
        st.lists(
            st.sampled_from(["A1", "A2", "B1", "C3", "pass", "1", "2", "9", "B", "W", "Z9"]),
            max_size=3,
        ),
    ),
    st.sampled_from(["boardsize 3", "boardsize 5", "rectangular_boardsize 3 1"]),
)


@given(lines=st.lists(LINES, max_size=15))
def test_whatever_a_referee_says_the_session_goes_on(lines: list[str]) -> None:
    engine = PhantomSession(Entrant.parse(STRONGEST, Settings(simulations=2)), size="3x3", seed=1)
    for line in lines:
        answer = str(engine.execute(line))
        assert re.fullmatch(r"[=?][^\0]*\n\n", answer)
        assert "internal error" not in answer, line
    assert str(engine.execute("PG-SuggestMove")).startswith("=")


def test_goseki_gtp_joins_a_match() -> None:
    command = shlex.join([sys.executable, "-m", "goseki", "gtp", "--game", "phantom"])
    names = [f"ours=cmd:{command} --playouts 20 --player mce_all --seed 1", "random"]
    entrants = [Entrant.parse(name, Settings(simulations=10)) for name in names]
    outcome = run_tournament(entrants, games=1, rules=RULES)
    assert [game.end for game in outcome.games] == ["passes"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "phantom", "--player", "gnugo"], "unknown player 'gnugo' (known: random"),
        (["--game", "phantom", "--player", "cmd:x"], "player 'cmd:x': not one of our own"),
        (["--game", "phantom", "--resign", "0.1"], "--resign has no meaning with --game phantom"),
        (["--player", "mce_all"], "no player 'mce_all' for Go (known: goseki, net, mp-star)"),
        (["--game", "phantom", "--size", "1x1"], "Phantom Go needs a board of 3 points"),
    ],
)
def test_bad_options(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gtp", *arguments]) == 2
    assert message in capsys.readouterr().err
