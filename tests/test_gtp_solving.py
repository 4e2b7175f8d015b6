"""The solvers at the GTP door: exact answers within a time limit, and the capture game."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goseki import Board, Rules
from goseki.gtp.capture_game import CaptureSession
from goseki.gtp.session import Session
from goseki.players.monte_carlo import Settings

pytestmark = pytest.mark.core


def ask(session: Session, line: str) -> str:
    response = session.execute(line)
    assert response.ok, f"{line}: {response.text}"
    return response.text


def refusal(session: Session, line: str) -> str:
    response = session.execute(line)
    assert not response.ok, f"{line}: {response.text}"
    return response.text


@pytest.fixture
def go() -> Session:
    return Session(Settings(seconds=5), size="3x3", rules=Rules())


@pytest.fixture
def capture() -> CaptureSession:
    return CaptureSession(Settings(seconds=0.2), size="3x3")


def test_solve_says_what_is_proven_and_how_to_play(go: Session) -> None:
    answer, scoring = ask(go, "goseki-solve").split("\n")
    assert answer.startswith("proven +9 B2 ")
    assert scoring == "scoring of van der Werf 2004"
    ask(go, "komi 2.5")
    assert ask(go, "goseki-solve 5").startswith("proven +6.5 B2 ")
    ask(go, "play b B1")
    assert ask(go, "goseki-solve 5").startswith("proven +0.5 ")


def test_at_least_is_one_question(go: Session) -> None:
    assert ask(go, "goseki-solve_at_least 9") == "true"
    assert ask(go, "goseki-solve_at_least 9.5 3") == "false"
    ask(go, "boardsize 5")
    assert ask(go, "goseki-solve_at_least 25 0.01") == "unknown"


def test_the_line_and_the_values_are_for_gogui(go: Session) -> None:
    variation, text = ask(go, "goseki-solve_line").split("\n")
    assert variation.startswith("VAR b B2 w ")
    lead, scoring = text.split(" (")
    assert lead == "TEXT Black's lead under best play is +9: proven"
    assert scoring == "cycle ko, scoring of van der Werf 2004)."
    assert ask(go, "goseki-solve_values") == "\n-9 +3 -9\n+3 +9 +3\n-9 +3 -9"
    ask(go, "play b B2")
    assert ask(go, "goseki-solve_values") == '\n+9 +9 +9\n+9 "" +9\n+9 +9 +9'
    menu = ask(go, "gogui-analyze_commands")
    for entry in menu.split("\n"):
        assert ask(go, f"known_command {entry.split('/')[2].split()[0]}") == "true"
    assert "sboard/Solve: Value of Every Move/goseki-solve_values" in menu


def test_no_solve_command_hangs(go: Session) -> None:
    start = time.monotonic()
    for size in ("5", "6 5", "6", "19"):
        ask(go, f"boardsize {size}")
        assert ask(go, "goseki-solve 0.05").startswith("unknown -")
        assert ask(go, "goseki-solve_at_least 1 0.05") == "unknown"
    ask(go, "boardsize 5")
    assert "?" in ask(go, "goseki-solve_values 0.2")
    assert time.monotonic() - start < 60  # far beyond what the limits add up to


def test_an_interrupt_ends_a_solve_early(go: Session) -> None:
    ask(go, "boardsize 5")
    go.interrupted = lambda: True
    start = time.monotonic()
    assert ask(go, "goseki-solve 3000").startswith("unknown -25..+25")
    assert ask(go, "goseki-solve_values 3000").count("?") <= 25
    assert time.monotonic() - start < 60


def test_solving_goes_on_where_the_game_has_ended(go: Session) -> None:
    ask(go, "play b pass")
    ask(go, "play w pass")
    assert ask(go, "goseki-solve").startswith("proven +9")


@pytest.mark.parametrize("line", ["goseki-solve soon", "goseki-solve_at_least", "goseki-solve 1 2"])
def test_nonsense_is_refused(go: Session, line: str) -> None:
    assert refusal(go, line)


# -- the capture game ---------------------------------------------------------------------


def test_a_solved_capture_game_is_played_to_its_known_end(capture: CaptureSession) -> None:
    assert "nobody has captured" in refusal(capture, "final_score")
    assert ask(capture, "goseki-solve 5").startswith("proven B 7 ")
    moves = [ask(capture, f"genmove {'bw'[ply % 2]}") for ply in range(7)]
    assert len(set(moves)) == 7
    assert "pass" not in moves
    assert ask(capture, "final_score").startswith("B+")
    assert ask(capture, "genmove w") == "resign"
    assert "Black has captured" in refusal(capture, "genmove b")
    assert "the game is over" in refusal(capture, f"play w {moves[-1]}")
    ask(capture, "undo")
    assert "nobody has captured" in refusal(capture, "final_score")
    assert ask(capture, "reg_genmove b") in ask(capture, "all_legal b").split()


def test_the_capture_game_knows_no_pass_no_ko_and_no_suicide(capture: CaptureSession) -> None:
    assert "nobody passes" in refusal(capture, "play b pass")
    for line in ("play b A2", "play b B1"):  # out of turn, as GTP allows
        ask(capture, line)
    assert "suicide" in refusal(capture, "play w A1")
    assert "occupied" in refusal(capture, "play w A2")
    assert "D1" in refusal(capture, "play w D1")
    before = ask(capture, "showboard")
    assert refusal(capture, "gogui-play_sequence w C3 b pass")
    assert ask(capture, "showboard") == before


def test_a_capture_ends_the_game_whoever_makes_it(capture: CaptureSession) -> None:
    ask(capture, "gogui-setup w A1 b A2")
    ask(capture, "play b B1")
    assert ask(capture, "final_score") == "B+1"
    ask(capture, "clear_board")
    ask(capture, "play b A1")
    assert "nobody has captured" in refusal(capture, "final_score")


def test_either_colour_may_be_asked_for_a_move(capture: CaptureSession) -> None:
    ask(capture, "gogui-setup b A1 w A2 w C3 b C2")
    assert ask(capture, "reg_genmove w") == "B1"
    assert ask(capture, "reg_genmove b") == "B3"


def test_a_side_without_a_move_has_lost(capture: CaptureSession) -> None:
    ask(capture, "boardsize 1")
    assert ask(capture, "genmove b") == "resign"
    assert ask(capture, "final_score") == "W+R"


@pytest.mark.parametrize("size", ["19", "9", "2 9"])
def test_a_whole_capture_game_is_legal_on_any_board(size: str) -> None:
    session = CaptureSession(Settings(seconds=0.05))
    ask(session, f"boardsize {size}")
    rng = random.Random(1)
    for ply in range(400):
        if session.result() is not None:
            break
        color = "bw"[ply % 2]
        if color == "b":
            legal = set(ask(session, "all_legal b").split())
            move = ask(session, "genmove b")
            assert move in legal or (move == "resign" and not legal)
        else:
            moves = ask(session, "all_legal w").split()
            ask(session, f"play w {rng.choice(moves)}")
    assert session.result() == ask(session, "final_score")
    assert ask(session, "final_score").startswith("B+")  # a random opponent has no chance


def test_what_is_about_go_is_unknown_there(capture: CaptureSession, tmp_path: Path) -> None:
    for line in ("kata-set-rules chinese", "final_status_list dead", "goseki-solve_values"):
        assert refusal(capture, line) == "unknown command"
    assert "final_status_list" not in ask(capture, "list_commands").split()
    ask(capture, "komi 6.5")  # every program is told, whatever it plays
    for entry in ask(capture, "gogui-analyze_commands").split("\n"):
        assert ask(capture, f"known_command {entry.split('/')[2].split()[0]}") == "true"
    path = tmp_path / "game.sgf"
    # White has lost a stone: that is how the position came about, not the end of the game.
    path.write_text("(;SZ[3]RU[Chinese];B[bb];W[ba];B[aa];W[cc];B[ca])")
    ask(capture, f"loadsgf {path}")
    assert "nobody has captured" in refusal(capture, "final_score")
    assert capture.board.to_play == "W"
    assert Board.from_diagram("X.X/.X./..O") == Board.from_diagram(
        "/".join("".join(".XO"[sign] for sign in row) for row in capture.board.to_array().tolist())
    )


TRANSCRIPT = """\
1 name
2 boardsize 2
3 play b A1
4 play w B2
5 play b A2
6 genmove w
7 final_score
8 genmove b
9 play b pass
quit
"""
ANSWERS = """\
=1 Goseki

=2

=3

=4

=5

=6 B1

=7 W+2

=8 resign

?9 illegal move B pass: the game is over: White has captured

=

"""


def test_a_transcript_through_pipes() -> None:
    command = [sys.executable, "-m", "goseki", "gtp", "--game", "capture", "--seconds", "0.2"]
    done = subprocess.run(command, input=TRANSCRIPT, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (ANSWERS, "")


def test_options_of_go_are_refused_with_the_capture_game() -> None:
    command = [sys.executable, "-m", "goseki", "gtp", "--game", "capture", "--rules", "chinese"]
    done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "goseki: --rules has no meaning with --game capture\n"
