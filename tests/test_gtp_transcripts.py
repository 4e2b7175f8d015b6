"""Conversations through real pipes: what GoGui and Sabaki send, and a game with GNU Go."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from goseki import Board, __version__

GOSEKI = [sys.executable, "-m", "goseki", "gtp", "--playouts", "200", "--seed", "3"]
GNU_GO = shutil.which("gnugo") or shutil.which("gnugo", path="/usr/games:/usr/local/games")

VERTEX = r"(?:[A-HJ-T][0-9]{1,2}|pass)"
NOTHING = ""
LIST_OF_COMMANDS = r"(?s)protocol_version\n.*\ngenmove\n.*"


class Engine:
    """The other end of a GTP pipe."""

    def __init__(self, command: list[str]) -> None:
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def send(self, line: str) -> str:
        """Send a line and return the raw response without the blank line at its end."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        lines: list[str] = []
        for received in self.process.stdout:
            if received == "\n":
                break
            lines.append(received)
        return "".join(lines).removesuffix("\n")

    def ask(self, line: str) -> str:
        response = self.send(line)
        assert response.startswith("="), f"{line}: {response}"
        return re.sub(r"\A=[0-9]* ?", "", response)

    def close(self) -> int:
        """Close the input, and return the exit status."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        status = self.process.wait(timeout=60)
        assert self.process.stdout.read() == "", "something came after the last response"
        self.process.stdout.close()
        return status


@pytest.fixture
def engine() -> Iterator[Engine]:
    started = Engine(GOSEKI)
    yield started
    if started.process.poll() is None:
        started.close()


def replay(engine: Engine, conversation: list[tuple[str, str]]) -> None:
    """Send each line and check that the whole answer matches the pattern."""
    for line, pattern in conversation:
        answer = engine.ask(line)
        assert re.fullmatch(pattern, answer), f"{line}: {answer!r}"


# GoGui: MainFrame attaches the program, GtpSynchronizer keeps its board up to date.

GOGUI_START = [
    ("name", "Goseki"),
    ("protocol_version", "2"),
    ("version", re.escape(__version__)),
    ("list_commands", LIST_OF_COMMANDS),
    ("gogui-interrupt", NOTHING),
    ("gogui-analyze_commands", r"(?s)dboard/.*\nstring/.*"),
    ("boardsize 9", NOTHING),
    ("clear_board", NOTHING),
    ("komi 6.5", NOTHING),
    ("time_settings 600 0 0", NOTHING),
]


def test_gogui_starts_plays_takes_back_analyses_and_quits(engine: Engine) -> None:
    replay(engine, GOGUI_START)
    replay(
        engine,
        [
            ("play b E5", NOTHING),
            ("time_left w 600 0", NOTHING),
            ("genmove w", VERTEX),
            ("play b C3", NOTHING),
            ("time_left w 598 0", NOTHING),
            ("genmove w", VERTEX),
            # Navigation: one move back, several back, several forward.
            ("undo", NOTHING),
            ("gg-undo 3", NOTHING),
            ("gogui-play_sequence b E5 w E3 b C3 w C5", NOTHING),
            ("list_stones black", "E5 C3"),
        ],
    )
    for entry in engine.ask("gogui-analyze_commands").split("\n"):
        command = entry.split("/")[2].replace("%c", "black").replace("%p", "E5")
        engine.ask(command)
    # After both have passed, GoGui asks which stones are dead and counts.
    replay(
        engine,
        [
            ("play b PASS", NOTHING),
            ("play w PASS", NOTHING),
            ("final_status_list dead", r"[A-J0-9 \n]*"),
            ("kgs-genmove_cleanup b", VERTEX),
            ("final_score", r"[BW]\+[0-9.]+|0"),
            ("quit", NOTHING),
        ],
    )
    assert engine.close() == 0


def test_gogui_sends_handicap_and_setup(engine: Engine) -> None:
    replay(engine, GOGUI_START)
    replay(
        engine,
        [
            ("boardsize 9", NOTHING),
            ("clear_board", NOTHING),
            ("set_free_handicap C3 G7", NOTHING),
            ("komi 0", NOTHING),
            ("genmove w", VERTEX),
            ("clear_board", NOTHING),
            ("gogui-setup b A1 b B2 w C3", NOTHING),
            ("gogui-setup_player w", NOTHING),
            ("play w D4", NOTHING),
            ("showboard", r"(?s).*4 \. \. \.\(O\).*"),
            ("quit", NOTHING),
        ],
    )
    assert engine.close() == 0


def test_gogui_interrupts_with_a_comment(engine: Engine) -> None:
    replay(engine, GOGUI_START)
    assert engine.process.stdin
    engine.ask("kata-set-param maxPlayouts 500000000")
    engine.ask("time_settings 36000 0 0")
    engine.process.stdin.write("genmove b\n# interrupt\n")
    assert re.fullmatch(f"=12 {VERTEX}|= {VERTEX}", engine.send("").strip())
    replay(engine, [("name", "Goseki"), ("quit", NOTHING)])
    assert engine.close() == 0


def test_gogui_numbers_commands_and_sees_errors_it_can_show(engine: Engine) -> None:
    assert engine.send("1 boardsize 9") == "=1"
    assert engine.send("2 play b E5") == "=2"
    assert engine.send("3 play w E5") == "?3 illegal move W E5: occupied"
    assert engine.send("4 boardsize 50") == "?4 unacceptable size"
    assert engine.send("5 gogui-nonsense") == "?5 unknown command"
    assert engine.send("6 undo") == "=6"
    assert engine.send("7 undo") == "?7 cannot undo"
    assert engine.send("8 quit") == "=8"
    assert engine.close() == 0


# Sabaki: the engine syncer sends what is new since the last time, and numbers commands
# only if it is told to.

SABAKI_START = [
    ("name", "Goseki"),
    ("version", re.escape(__version__)),
    ("protocol_version", "2"),
    ("list_commands", LIST_OF_COMMANDS),
]


def test_sabaki_starts_plays_takes_back_analyses_and_quits(engine: Engine) -> None:
    replay(engine, SABAKI_START)
    replay(
        engine,
        [
            ("komi 6.5", NOTHING),
            ("boardsize 9", NOTHING),
            ("clear_board", NOTHING),
            ("play B E5", NOTHING),
            ("genmove W", VERTEX),
            ("undo", NOTHING),
            ("undo", NOTHING),
            ("play B C3", NOTHING),
            ("play W pass", NOTHING),
            ("genmove B", VERTEX),
            # It aborts a search by any other command, and shows what its console is told.
            ("protocol_version", "2"),
            ("final_score", r"[BW]\+[0-9.]+|0"),
            ("final_status_list dead", r"[A-J0-9 \n]*"),
            ("showboard", r"(?s)\n   ?A B.*"),
            ("quit", NOTHING),
        ],
    )
    assert engine.close() == 0


def test_sabaki_syncs_rectangles_handicap_and_edited_positions(engine: Engine) -> None:
    replay(engine, SABAKI_START)
    replay(
        engine,
        [
            ("komi 0.5", NOTHING),
            ("rectangular_boardsize 7 9", NOTHING),
            ("clear_board", NOTHING),
            ("set_free_handicap C3 E7", NOTHING),
            ("play W D5", NOTHING),
            ("genmove B", VERTEX),
            # A position it cannot reach by moves is sent stone by stone, in any order.
            ("clear_board", NOTHING),
            ("play B A1", NOTHING),
            ("play B A2", NOTHING),
            ("play W B1", NOTHING),
            ("play W G9", NOTHING),
            ("genmove B", VERTEX),
            ("list_stones W", "G9 B1|G9|B1"),
            ("quit", NOTHING),
        ],
    )
    assert engine.close() == 0


def test_both_load_files(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;FF[4]GM[1]SZ[9]KM[5.5]RU[Japanese];B[ee];W[cc];B[gg])")
    replay(
        engine,
        [
            (f"loadsgf {path}", NOTHING),
            ("get_komi", r"5\.5"),
            ("last_move", "black G3"),
            (f"loadsgf {path} 2", NOTHING),
            ("last_move", "black E5"),
            ("reg_genmove white", VERTEX),
            ("move_history", "black E5"),
        ],
    )


# -- a game -------------------------------------------------------------------------------


@pytest.mark.skipif(GNU_GO is None, reason="gnugo is not installed (Debian: apt-get install gnugo)")
@pytest.mark.parametrize("our_color", ["B", "W"])
def test_a_whole_game_with_gnu_go(engine: Engine, our_color: str) -> None:
    assert GNU_GO
    gnu_go = Engine([GNU_GO, "--mode", "gtp", "--level", "1", "--chinese-rules", "--seed", "1"])
    for line in ("boardsize 9", "clear_board", "komi 7.5"):
        engine.ask(line)
        gnu_go.ask(line)
    board = Board("9x9", "chinese", komi=7.5)
    resigned = False
    for number in range(300):
        color = "BW"[number % 2]
        mover, other = (engine, gnu_go) if color == our_color else (gnu_go, engine)
        move = mover.ask(f"genmove {color}").strip()
        if move.lower() == "resign":
            resigned = True
            break
        other.ask(f"play {color} {move}")
        board.play(move, "B" if color == "B" else "W")
        if board.is_over:
            break
    assert resigned or board.is_over
    for color in ("black", "white"):
        ours = set(engine.ask(f"list_stones {color}").split())
        assert ours == set(gnu_go.ask(f"list_stones {color}").split())
        assert ours == set(map(str, board.stones("B" if color == "black" else "W")))
    if not resigned:
        assert engine.ask("final_score") == gnu_go.ask("final_score").strip()
    engine.ask("quit")
    gnu_go.ask("quit")
    assert engine.close() == 0
    assert gnu_go.close() == 0
