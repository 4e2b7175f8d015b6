"""People at Phantom Go: play, over the board, watching, replays, and the search tree."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from goseki import GosekiError
from goseki.cli import main
from goseki.coords import Point
from goseki.phantom import (
    GameLog,
    InformationState,
    Observation,
    PhantomPlayer,
    PhantomRules,
    Referee,
    Settings,
    from_game,
    replay,
    to_game,
)
from goseki.phantom.human_game import HumanGame
from goseki.phantom.over_the_board import OverTheBoard
from goseki.phantom.spectator import Spectator, frames_of
from goseki.phantom.tournament import Entrant
from goseki.phantom.tree import SearchNode, search_tree
from goseki.records import parse_sgf
from tests.support.phantom_games import GAMES

RULES = PhantomRules.on("5x5")
COMPUTER = Entrant("mce_all", Settings(simulations=20))


def type_lines(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


# -- a person's game ----------------------------------------------------------------------------


def test_a_game_put_away_goes_on_as_it_was() -> None:
    sitting = HumanGame(RULES, "W", COMPUTER, seed=2)
    for point in ("C3", "C2", "B2"):
        sitting.let_computer_play()
        sitting.attempt(point)
    again = HumanGame.from_text(sitting.to_text())
    assert again.referee.log == sitting.referee.log
    assert again.observations == sitting.observations
    assert (again.view.signs == sitting.view.signs).all()
    assert (again.rules, again.color, again.computer) == (RULES, "W", COMPUTER)
    assert again.persons_turn == sitting.persons_turn


def test_the_computer_of_a_resumed_game_knows_what_it_was_told() -> None:
    sitting = HumanGame(RULES, "B", COMPUTER, seed=2)
    sitting.attempt("C3")
    sitting.let_computer_play()
    again = HumanGame.from_text(sitting.to_text())
    assert isinstance(again._player, PhantomPlayer)
    assert isinstance(sitting._player, PhantomPlayer)
    assert (again._player.belief.signs == sitting._player.belief.signs).all()
    assert again._player.belief.unknown == sitting._player.belief.unknown


def test_a_person_is_shown_nothing_of_the_truth() -> None:
    """Whatever the computer plays, the view follows from what the person was told."""
    sitting = HumanGame(RULES, "B", COMPUTER, seed=5)
    sitting.attempt("C3")
    for point in ("D3", "C2", "B3", "D2"):
        sitting.let_computer_play()
        if sitting.attempt(point).kind == "refused":
            sitting.attempt("pass")
    hidden = set(map(str, sitting.referee.board.stones("W"))) - set(
        map(str, sitting.view.points("W"))
    )
    assert hidden  # there is something to hide
    told = "\n".join(map(str, sitting.observations))
    assert not any(re.search(rf"\b{point}\b", told) for point in hidden)


def test_probes_are_suggested_where_a_group_has_no_liberty() -> None:
    log = GameLog.parse("B2 A2 pass B1 (A1 A2 B1)A3 pass C1 pass")  # A1 is no suicide now
    sitting = HumanGame(PhantomRules.on("3x3"), "B", COMPUTER, log=log)
    assert list(map(str, sitting.suggested_probes())) == ["A2", "A1", "B1"]
    assert sitting.attempt("A2").kind == "refused"
    assert list(map(str, sitting.suggested_probes())) == ["A1", "B1"]
    assert sitting.attempt("A1").captured == 2
    assert sitting.suggested_probes() == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"format": "goseki phantom game"}',
        '{"format": "goseki phantom game", "rules": 5}',
        '{"format": "goseki phantom game", "rules": {"size": "5x5"}, "computer": {"settings": 5}}',
        '{"format": "goseki phantom game"',
        "not JSON",
        '{"format": 3}',
    ],
)
def test_broken_saved_games(text: str) -> None:
    for kind in (HumanGame, OverTheBoard):
        with pytest.raises(GosekiError, match=r"^(not )?a saved game") as caught:
            kind.from_text(text)
        assert "\n" not in str(caught.value)
        assert "object" not in str(caught.value)  # Python's own words mean nothing here


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("log", "E5 E5"),
        ("log", "A1 (B1)C1"),
        ("seed", "x"),
        ("color", "green"),
        ("rules", {"size": "0x0"}),
        ("computer", {"player": "gnugo", "settings": {}}),
    ],
)
def test_a_saved_game_that_was_changed(name: str, value: object, tmp_path: Path) -> None:
    facts = json.loads(HumanGame(RULES, "B", COMPUTER).to_text()) | {name: value}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(facts))
    assert main(["phantom", "play", "--resume", str(file)]) == 2
    assert json.loads(file.read_text()) == facts


@pytest.mark.parametrize(
    ("part", "name", "value", "complaint"),
    [
        ("rules", "komi", "1" + "0" * 400, "is not between -1000 and 1000"),
        ("", "seed", "1e999", "seed is inf, not a whole number from 0"),
        ("", "seed", "1e308", "seed is 1e+308, not a whole number from 0"),
        ("", "seed", "-1", "seed is -1, not a whole number from 0"),
        ("", "seed", '"x"', "seed is 'x', not a whole number from 0"),
        ("settings", "caution", '"x"', "caution is 'x', not a number"),
        ("settings", "caution", "null", "caution is 'None', not a number"),
        ("settings", "exploration", '"x"', "exploration is 'x', not a number"),
        ("settings", "bias", "NaN", "bias is nan, not a number"),
        ("settings", "simulations", "1.5", "simulations is 1.5, not a whole number"),
        ("computer", "label", "5", "a player with label 5"),
        ("computer", "patience", '"x"', "patience 'x'"),
    ],
)
def test_a_saved_game_with_values_that_cannot_be(
    part: str,
    name: str,
    value: str,
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    facts = json.loads(HumanGame(RULES, "B", COMPUTER).to_text())
    parts = {"": facts, "settings": facts["computer"]["settings"]}
    (parts[part] if part in parts else facts[part])[name] = "HERE"
    file = tmp_path / "game.json"
    file.write_text(json.dumps(facts).replace('"HERE"', value))
    for command in (["play", "--resume"], ["replay"]):
        assert main(["phantom", *command, str(file)]) == 2
        told = capsys.readouterr()
        assert (told.out, told.err.count("\n")) == ("", 1)
        assert "game.json: a saved game that is broken: " in told.err
        assert complaint in told.err


@pytest.mark.parametrize("kind", [HumanGame, OverTheBoard])
def test_a_label_cannot_move_the_cursor(
    kind: type[HumanGame] | type[OverTheBoard],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    evil = Entrant("random", COMPUTER.settings, "\x1b[31mEVIL")
    file = tmp_path / "game.json"
    file.write_text(kind(RULES, "B", evil).to_text())
    type_lines(monkeypatch, "quit")
    assert main(["phantom", "play", "--resume", str(file)]) == 0
    told = capsys.readouterr().out
    assert r"\x1b[31mEVIL" in told
    assert "\x1b" not in told


def test_playing_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["phantom", "play", "--size", "5x5", "--simulations", "20"]
    type_lines(monkeypatch, "C3", "Z9", "F6", "", "help", "C3", "board", "quit")
    assert main(command) == 0
    out = capsys.readouterr().out
    for text in (
        "You are Black against",
        "C3 is played",
        "the opponent has played",
        "not a point: 'Z9'",
        "F6 is off the 5x5 board",
        "C3 is refused",
        "kept in phantom-1.json",
    ):
        assert text in out
    assert "a capture may be possible" not in out
    type_lines(monkeypatch, "resign")
    assert main(["phantom", "play", "--resume", "phantom-1.json"]) == 0
    out = capsys.readouterr().out
    assert "C3 is played\n" in out
    assert "The game is over: W+R (resigned)" in out
    type_lines(monkeypatch, "quit")
    assert main(command) == 0
    assert sorted(os.listdir()) == ["phantom-1.json", "phantom-2.json"]
    assert main([*command, "--save", "phantom-1.json"]) == 2
    assert "phantom-1.json: the file exists already" in capsys.readouterr().err


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "goseki", "phantom", "play", "--size", "5x5"]
    command += ["--simulations", "20", "--save", str(tmp_path / "game.json")]
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    process.stdin.write("C3\n")
    process.stdin.flush()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and "C3 " not in read_text(tmp_path / "game.json"):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "goseki: interrupted\n")
    assert f"--resume {tmp_path / 'game.json'}" in output
    saved = HumanGame.from_text((tmp_path / "game.json").read_text())
    assert str(saved.referee.log).startswith("C3")


def read_text(file: Path) -> str:
    return file.read_text() if file.exists() else ""


# -- over the board -----------------------------------------------------------------------------


def test_over_the_board_follows_a_referee() -> None:
    """With a real referee behind the operator, the program is told exactly what it should be."""
    referee = Referee(RULES)
    game = OverTheBoard(RULES, "B", COMPUTER, seed=1)
    other = PhantomPlayer("random", RULES, "W", seed=1)
    while not referee.is_over:
        if referee.to_play == "B":
            point = game.propose()
            seen = referee.attempt("B", point)
            if seen.kind != "passed":
                game.say(operators_words(seen))
        else:
            referee.attempt("W", other.suggest())
            game.say(operators_words(referee.information_state("B").observations[-1]))
        other.observe(referee.information_state("W").observations[-1])
        assert game.state == referee.information_state("B")
        if len(game.observations) % 10 == 0:
            again = OverTheBoard.from_text(game.to_text())
            assert again.observations == game.observations
    assert game.is_over


def operators_words(seen: Observation) -> str:
    if seen.kind == "refused":
        return "illegal"
    if seen.kind == "passed":
        return "pass"
    taken = [str(seen.captured)] if seen.captured else map(str, seen.lost)
    return " ".join(["legal", *taken])


def test_over_the_board_words_can_be_taken_back() -> None:
    game = OverTheBoard(RULES, "W", COMPUTER)
    game.say("illegal")
    game.say("legal")
    assert game.own_turn
    game.take_back()
    assert not game.own_turn
    assert [str(seen) for seen in game.observations] == ["an attempt of the opponent is refused"]
    game.take_back()
    with pytest.raises(GosekiError, match="nothing was said yet"):
        game.take_back()


@pytest.mark.parametrize(
    ("color", "words", "message"),
    [
        ("W", "maybe", "'maybe': say legal"),
        ("W", "legal Z9", "not a point: 'z9'"),
        ("W", "legal C3", "C3 is no stone of the program"),
        ("B", "legal 3", "3 taken: the opponent has 0 on the board"),
        ("B", "pass", "'pass': say legal"),
        ("B", "legal -1", "'legal -1': say legal"),
    ],
)
def test_over_the_board_impossible_words(color: str, words: str, message: str) -> None:
    game = OverTheBoard(RULES, color, COMPUTER)  # type: ignore[arg-type]
    if color == "B":
        game.propose()
    with pytest.raises(GosekiError, match=re.escape(message)):
        game.say(words)
    assert game.observations == []


def test_the_count_of_hidden_stones_is_that_of_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At every prompt the last count that was said is the one of the game as it stands."""
    monkeypatch.chdir(tmp_path)
    command = ["phantom", "play", "mce_all", "--size", "5x5", "--simulations", "20", "--seed", "1"]
    tries = iter(["C3", "B2", "D4", "A1", "E5", "C3", "B4"])
    counts: list[tuple[str, int]] = []

    def answer(prompt: str) -> str:
        said = re.findall(r"hidden stones of White: (\d+)", capsys.readouterr().out)
        game = HumanGame.from_text(Path("phantom-1.json").read_text())
        counts.append((said[-1] if said else "nothing", game.view.unknown))
        return next(tries, "quit")

    monkeypatch.setattr("builtins.input", answer)
    assert main(command) == 0
    assert len(counts) == 8
    assert [said for said, _ in counts] == [str(now) for _, now in counts]
    assert counts[1] == ("1", 1)


def test_over_the_board_in_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    type_lines(monkeypatch, "legal", "what", "illegal", "back", "legal", "illegal", "quit")
    command = ["phantom", "play", "--over-the-board", "--size", "5x5", "--simulations", "20"]
    assert main(command) == 0
    out = capsys.readouterr().out
    assert re.search(r"Black tries [A-E][1-5]\n", out)
    assert "'what': say legal" in out
    type_lines(monkeypatch, "legal")
    assert main(["phantom", "play", "--resume", "phantom-1.json"]) == 0
    assert "you referee" in capsys.readouterr().out


# -- spectators ---------------------------------------------------------------------------------


def test_frames_show_the_truth_between_two_beliefs() -> None:
    rules = PhantomRules.on("9x9")
    log = GameLog.parse(GAMES["G1"])
    frames = frames_of(log, rules)
    referee = replay(log, rules)
    assert len(frames) == referee.attempts + 1
    assert (frames[-1].truth == referee.board.to_array()).all()
    assert frames[-1].end == "B+2.5 (passes)"
    assert sum(frame.refused == "suicide" for frame in frames) == 4
    for frame in frames:
        # Nobody is wrong about the own stones.
        assert ((frame.black > 0) == (frame.truth > 0)).all()
        assert ((frame.white < 0) == (frame.truth < 0)).all()


def test_a_spectator_of_a_running_game_sees_the_same() -> None:
    log = GameLog.parse("B2 (B2)A2 (A2)A1 pass pass")
    rules = PhantomRules.on("3x3")
    referee = Referee(rules)
    spectator = Spectator(referee)
    live = [spectator.look()]
    for color, point, _ in log.attempts:
        referee.attempt(color, point)
        live.append(spectator.look())
    assert [frame.text for frame in live] == [frame.text for frame in frames_of(log, rules)]


def test_watch_prints_boards_and_writes_a_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "game.html"
    command = ["phantom", "watch", "mce_all", "random", "--size", "4x4", "--simulations", "10"]
    assert main([*command, "--html", str(page)]) == 0
    out = capsys.readouterr().out
    assert "Black believes" in out
    log = GameLog.parse(out.strip().splitlines()[-1])
    assert replay(log, PhantomRules.on("4x4")).is_over
    text = page.read_text()
    moments = json.loads(re.search(r"const data = (.*);\n", text)[1])["moments"]  # type: ignore[index]
    assert len(moments) == len(log.attempts) + 1
    assert {len(board) for moment in moments for board in moment["boards"]} == {16}
    # One file, which loads nothing.
    assert not re.search(r"src=|href=|url\(|import |fetch", text)
    assert "@" not in re.sub(r"const data = .*;\n", "", text)


def test_a_game_that_is_interrupted_is_kept_as_far_as_it_went(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    think, decisions = PhantomPlayer.suggest, iter(range(100))

    def suggest(player: PhantomPlayer) -> Point:
        if next(decisions) == 6:
            raise KeyboardInterrupt
        return think(player)

    monkeypatch.setattr(PhantomPlayer, "suggest", suggest)
    film, record = tmp_path / "game.svg", tmp_path / "game.sgf"
    command = ["phantom", "watch", "random", "random", "--size", "4x4"]
    assert main([*command, "--svg", str(film), "--sgf", str(record)]) == 130
    captured = capsys.readouterr()
    log = GameLog.parse(captured.out.strip().splitlines()[-1])
    assert len(log.attempts) == 6
    assert "interrupted" in captured.err
    assert from_game(parse_sgf(record.read_text())[0])[0] == log
    assert "6. " in film.read_text()


def test_a_broken_record_is_named_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "broken.sgf"
    file.write_text("(;GM[1]SZ[9];B[aa")
    assert main(["phantom", "replay", str(file)]) == 2
    assert capsys.readouterr().err.count("broken.sgf") == 1


@pytest.mark.parametrize("form", ["log", "sgf", "json"])
def test_replay_reads_every_form(
    form: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = PhantomRules.on("5x5")
    log = GameLog.parse("C3 (C3)C4 D4 pass")
    file = tmp_path / f"game.{form}"
    saved = HumanGame(rules, "B", COMPUTER, log=log).to_text()
    file.write_text({"log": str(log), "sgf": str(to_game(log, rules)), "json": saved}[form])
    size = ["--size", "5x5"] if form == "log" else []
    assert main(["phantom", "replay", str(file), *size]) == 0
    assert "2. White C3 is refused: occupied" in capsys.readouterr().out
    record = tmp_path / "record.sgf"
    assert main(["phantom", "replay", str(file), *size, "--sgf", str(record)]) == 0
    assert from_game(parse_sgf(record.read_text())[0])[0] == log


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("C3 (C3", "log: ply 2: a parenthesis without its other half"),
        ("C3 C3", "log: ply 2: W C3 is played, but the rules refuse it"),
        ("{}", "not a saved game"),
        ("(;GM[1]SZ[5];B[cc];B[dd])", "out of turn"),
    ],
)
def test_broken_games_are_one_clear_line(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(text)
    page = tmp_path / "page.html"
    size = ["--size", "5x5"] if text.startswith("C3") else []
    assert main(["phantom", "replay", str(file), *size, "--html", str(page)]) == 2
    captured = capsys.readouterr()
    assert f"{file}: " in captured.err
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not page.exists()


def test_an_empty_board_is_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phantom", "replay", "5x5"]) == 2
    assert "5x5: an empty board is no game" in capsys.readouterr().err


# -- the search tree ----------------------------------------------------------------------------


@pytest.mark.core
@pytest.mark.parametrize("player", ["uct_rand", "uct_prob", "uct_infmove", "uct_inffill"])
def test_the_tree_is_the_one_that_decides(player: str) -> None:
    referee = replay(GameLog.parse("C3 (C3)D3 C4"), RULES)
    state = referee.information_state("W")
    root = search_tree(state, player, simulations=300, nodes=10**6, seed=4)
    thinker = PhantomPlayer(player, RULES, "W", Settings(simulations=300), seed=4)
    for seen in state.observations:
        thinker.observe(seen)
    thinker.decisions = -1  # so that the next one has the number of a tree only looked at
    assert root.visits == 300
    assert thinker.suggest() == root.children[0].point
    assert thinker.last is not None
    looked_at = {(each.point, each.visits) for each in thinker.last.values if each.visits}
    assert {(child.point, child.visits) for child in root.children} == looked_at
    check_tree(root)


def check_tree(node: SearchNode) -> None:
    visits = [child.visits for child in node.children]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) <= node.visits
    for child in node.children:
        if node.color is not None:
            assert child.color != node.color
        check_tree(child)


@pytest.mark.core
def test_a_tree_of_few_nodes_holds_the_most_visited() -> None:
    state = InformationState(RULES, "B")
    whole = search_tree(state, simulations=200, nodes=10**6)
    few = search_tree(state, simulations=200, nodes=5)
    assert all_visits(few) == all_visits(whole)[:5]


def all_visits(node: SearchNode) -> list[int]:
    below = [visits for child in node.children for visits in all_visits(child)]
    return sorted([node.visits, *below], reverse=True)


def test_one_turn_is_no_plural(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.txt"
    file.write_text("C3")
    assert main(["phantom", "tree", str(file), "--turns", "5"]) == 2
    assert "has 1 turn, so there is no turn 5" in capsys.readouterr().err


def test_tree_prints(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phantom", "tree", "5x5", "--simulations", "100", "--depth", "1"]) == 0
    assert re.search(r"root +100 visits", capsys.readouterr().out)
    assert main(["phantom", "tree", "5x5", "--simulations", "100", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["tree"]["visits"], facts["evidence"]) == (100, "estimate")
    assert len(facts["tree"]["children"]) == 4
    assert np.isfinite(facts["tree"]["children"][0]["value"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "mce_all"], "player mce_all builds no tree"),
        (["--player", "gnugo"], "unknown player 'gnugo' (known: "),
        (["--turns", "3"], "5x5: has 0 turns, so there is no turn 3"),
    ],
)
def test_bad_trees(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["phantom", "tree", "5x5", *arguments]) == 2
    assert message in capsys.readouterr().err
