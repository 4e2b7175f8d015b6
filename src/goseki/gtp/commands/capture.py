"""The commands of a session that plays the capture game."""

from __future__ import annotations

from goseki.board import Board
from goseki.gtp.capture_game import CaptureSession
from goseki.gtp.commands import STANDARD
from goseki.gtp.commands.facts import words
from goseki.gtp.commands.sgf_files import load_sgf
from goseki.gtp.commands.solving import LONGEST, stop_if_interrupted
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable
from goseki.players.capture import RULES
from goseki.solver import solve_capture

table = CommandTable()

ABOUT_GO = (
    *("kata-get-rules", "kata-set-rules", "kata-set-rule", "goseki-rules", "kgs-rules"),
    *("kgs-genmove_cleanup", "final_status", "final_status_list"),
    *("kata-list-params", "kata-get-param", "kata-set-param"),
    *("goseki-ownership", "goseki-territory", "goseki-win_rates"),
    *("goseki-solve_at_least", "goseki-solve_line", "goseki-solve_values"),
)
"""Commands that mean nothing in the capture game. The session does not know them."""

ANALYZE_COMMANDS = (
    ("string", "Solve", "goseki-solve"),
    ("plist", "Legal Moves", "all_legal %c"),
    ("plist", "Liberties", "findlib %p"),
    ("hstring", "Move History", "move_history"),
)


@table.add("gogui-analyze_commands")
def analyze_commands(session: Session, arguments: Arguments) -> str:
    """What GoGui can show in its analyze menu: type/label/command, one a line."""
    return "\n".join("/".join(entry) for entry in ANALYZE_COMMANDS)


@table.add("final_score")
def final_score(session: Session, arguments: Arguments) -> str:
    """Who has won, and how many stones were captured: B+1."""
    assert isinstance(session, CaptureSession)
    result = session.result()
    if result is None:
        raise CommandError("cannot score: nobody has captured yet")
    return result


@table.add("goseki-solve", "[SECONDS]")
def solve_position(session: Session, arguments: Arguments) -> str:
    """Who wins, after how many more plies, and a line: `proven B 7 B2 ...`, or `unknown`."""
    seconds = arguments.seconds(0) if arguments else session.settings.seconds
    result = solve_capture(
        session.board,
        every_best=False,
        seconds=min(max(seconds, 0.001), LONGEST),
        progress=stop_if_interrupted(session),
    )
    facts = [result.winner, result.plies, words(result.pv)]
    return " ".join([result.evidence, *(str(fact) for fact in facts if fact)])


@table.add("loadsgf", "FILENAME [MOVE_NUMBER]...")
def load_position(session: Session, arguments: Arguments) -> str:
    """Set up the position at the end of a game, or before a move. What was captured on the way
    does not count."""
    load_sgf(session, arguments)
    loaded = session.board
    session.board = Board(loaded.size, RULES)
    session.board.setup(loaded.stones("B"), loaded.stones("W"), to_play=loaded.to_play)
    return ""


COMMANDS = CommandTable()
COMMANDS.update({name: command for name, command in STANDARD.items() if name not in ABOUT_GO})
COMMANDS.update(table)
