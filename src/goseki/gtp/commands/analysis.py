"""Proofs and estimates about the position, and the menu of them for GoGui."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from goseki.board import Board
from goseki.coords import Point
from goseki.gtp.commands.facts import words
from goseki.gtp.commands.status import analyze
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandTable
from goseki.life import benson
from goseki.players.boards import unfinished
from goseki.players.monte_carlo import MonteCarloPlayer
from goseki.prediction import predict
from goseki.safety import prove_safety

table = CommandTable()

ANALYZE_COMMANDS = (
    ("dboard", "Ownership by Playouts", "goseki-ownership"),
    ("cboard", "Proven Safe (Benson)", "goseki-benson"),
    ("cboard", "Proven Safe (Search)", "goseki-safety"),
    ("bwboard", "Estimated Territory", "goseki-territory"),
    ("pspairs", "Win Rates by Playouts", "goseki-win_rates"),
    ("dboard", "Likely Moves (Network)", "goseki-predict_map"),
    ("pspairs", "Likeliest Moves (Network)", "goseki-predict"),
    ("plist", "Legal Moves", "all_legal %c"),
    ("plist", "Stones", "list_stones %c"),
    ("plist", "Liberties", "findlib %p"),
    ("plist", "Dead Stones (Estimate)", "final_status_list dead"),
    ("plist", "Stones in Seki (Estimate)", "final_status_list seki"),
    ("string", "Final Score (Estimate)", "final_score"),
    ("string", "Unconditional Status", "unconditional_status %p"),
    ("string", "Safe Points (Benson)", "go_safe benson"),
    ("string", "Safe Points (Static)", "go_safe static"),
    ("string", "Safe Points (Search)", "go_safe search"),
    ("string", "Solve", "goseki-solve"),
    ("gfx", "Solve: Best Play", "goseki-solve_line"),
    ("sboard", "Solve: Value of Every Move", "goseki-solve_values"),
    ("string", "Tactics: Attack", "attack %p"),
    ("string", "Tactics: Defend", "defend %p"),
    ("string", "Tactics: Status", "dragon_status %p"),
    ("hstring", "Tactics: In Words", "goseki-tactics %p"),
    ("hstring", "Move History", "move_history"),
)


@table.add("gogui-analyze_commands")
def analyze_commands(session: Session, arguments: Arguments) -> str:
    """What GoGui can show in its analyze menu: type/label/command, one a line."""
    return "\n".join("/".join(entry) for entry in ANALYZE_COMMANDS)


@table.add("unconditional_status", "VERTEX")
def unconditional_status(session: Session, arguments: Arguments) -> str:
    """What Benson proves of a point: alive, dead, black_territory, white_territory, undecided."""
    board = session.board
    index = board.index(arguments.point(0))
    proven = int(benson(board).proven.reshape(-1)[index])
    stone = board.color_at(index)
    if proven == 0:
        return "undecided"
    if stone:
        return "alive" if stone == proven else "dead"
    return "black_territory" if proven > 0 else "white_territory"


@table.add("go_safe", "METHOD [COLOR]")
def go_safe(session: Session, arguments: Arguments) -> str:
    """How many points are proven to belong to a colour, or to either, and which: by benson,
    static rules or search."""
    method = arguments.choice(0, "benson", "static", "search")
    board = session.board
    proven = _proven(board, method).reshape(-1)
    wanted = [1, -1]
    if len(arguments) > 1:
        wanted = [1 if arguments.color(1) == "B" else -1]
    points = [board.point(int(index)) for index in np.flatnonzero(np.isin(proven, wanted))]
    return f"{len(points)} {words(points)}".rstrip()


def _proven(board: Board, method: str) -> npt.NDArray[np.int8]:
    if method == "static":
        return prove_safety(board, "static").ownership.proven
    if method == "search":
        return prove_safety(board, "search").ownership.proven
    return benson(board).proven


@table.add("goseki-safety")
def show_safety(session: Session, arguments: Arguments) -> str:
    """A colour for every point: blue safe for Black, red for White, by search (cboard)."""
    colors = {1: "blue", -1: "red", 0: '""'}
    proven = _proven(session.board, "search")
    return _rows([colors[int(sign)] for sign in row] for row in proven)


@table.add("goseki-benson")
def show_benson(session: Session, arguments: Arguments) -> str:
    """A colour for every point: blue proven Black's, red proven White's (GoGui's cboard)."""
    colors = {1: "blue", -1: "red", 0: '""'}
    return _rows([colors[int(sign)] for sign in row] for row in benson(session.board).proven)


@table.add("goseki-ownership")
def show_ownership(session: Session, arguments: Arguments) -> str:
    """Who owns each point after random play, from -1 (White) to 1 (GoGui's dboard)."""
    believed = analyze(session).believed
    assert believed is not None, "games were asked for"
    return _rows([f"{value:.3f}" for value in row] for row in believed.tolist())


@table.add("goseki-territory")
def show_territory(session: Session, arguments: Arguments) -> str:
    """B, W or "" for every point, dead stones taken off (GoGui's bwboard)."""
    signs = {1: "B", -1: "W", 0: '""'}
    return _rows([signs[int(sign)] for sign in row] for row in analyze(session).final.owner)


@table.add("goseki-win_rates")
def show_win_rates(session: Session, arguments: Arguments) -> str:
    """How often, in percent, games through each point are won by who is to play."""
    view = unfinished(session.board)
    settings = session.settings
    player = MonteCarloPlayer(settings)
    found = player.evaluate(view, settings.seed, settings.seconds, session.interrupted)
    visited: list[Point] = [view.point(int(n)) for n in np.flatnonzero(found.visits)]
    values = found.values().reshape(-1)
    return "\n".join(f"{point} {100 * values[view.index(point)]:.0f}" for point in visited)


LIKELIEST = 10
"""Moves that `goseki-predict` lists."""


@table.add("goseki-predict")
def show_likeliest(session: Session, arguments: Arguments) -> str:
    """The moves that strong players would choose, the likeliest first, in percent."""
    found = predict(unfinished(session.board)).top(LIKELIEST)
    return "\n".join(f"{move} {100 * p:.0f}" for move, p in found)


@table.add("goseki-predict_map")
def show_likely(session: Session, arguments: Arguments) -> str:
    """How likely a strong player is to choose each point, from 0 to 1 (GoGui's dboard)."""
    board = unfinished(session.board)
    chances = np.zeros(board.size.points)
    for move, p in predict(board).moves:
        if not move.is_pass:
            chances[board.index(move)] = p
    return _rows([f"{p:.3f}" for p in row] for row in chances.reshape(board.rows, -1).tolist())


def _rows(rows: Iterable[list[str]]) -> str:
    """A board of words, starting on a line of its own."""
    return "\n" + "\n".join(" ".join(row) for row in rows)
