"""Commands about the board and the moves on it."""

from __future__ import annotations

from goseki.coords import Color, Point, Size
from goseki.errors import CoordinateError, GosekiError
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable

table = CommandTable()


@table.add("boardsize", "SIZE [ROWS]")
@table.add("rectangular_boardsize", "COLUMNS [ROWS]")
def board_size(session: Session, arguments: Arguments) -> str:
    """Start a game on an empty board of another size (`9`, `9:13` or `9 13`)."""
    try:
        size = Size.parse(":".join(arguments))
    except CoordinateError:
        raise CommandError("unacceptable size") from None
    session.start_game(size)
    return ""


@table.add("clear_board")
def clear_board(session: Session, arguments: Arguments) -> str:
    """Start a game on an empty board of the same size."""
    session.start_game()
    return ""


@table.add("play", "COLOR VERTEX")
def play(session: Session, arguments: Arguments) -> str:
    """Play a move, whoever's turn it is."""
    session.play(arguments.vertex(1), arguments.color(0))
    return ""


@table.add("gogui-play_sequence", "[COLOR] [VERTEX]...")
def play_sequence(session: Session, arguments: Arguments) -> str:
    """Play several moves, or none of them if one is illegal."""
    before = session.board.copy()
    try:
        for color, point in arguments.moves():
            session.play(point, color)
    except GosekiError:
        session.board = before
        raise
    return ""


@table.add("undo")
@table.add("gg-undo", "[NUMBER]")
def undo(session: Session, arguments: Arguments) -> str:
    """Take back the last move, or several."""
    number = arguments.integer(0) if arguments else 1
    if number > session.board.ply:
        raise CommandError("cannot undo")
    session.board.undo(number)
    return ""


@table.add("gogui-setup", "[COLOR] [POINT]...")
def set_up(session: Session, arguments: Arguments) -> str:
    """Put stones on the empty board."""
    board = session.board
    if board.ply or board.to_array().any():
        raise CommandError("board not empty")
    stones: dict[Color, list[Point]] = {"B": [], "W": []}
    for color, point in arguments.moves():
        stones[color].append(point)
    board.setup(stones["B"], stones["W"])
    return ""


@table.add("gogui-setup_player", "COLOR")
def set_up_player(session: Session, arguments: Arguments) -> str:
    """Say whose turn it is before the first move."""
    if session.board.ply:
        raise CommandError("moves have been played")
    session.board.setup(to_play=arguments.color(0))
    return ""


@table.add("showboard")
def show_board(session: Session, arguments: Arguments) -> str:
    """The board as text, with what was taken."""
    board = session.board
    taken = board.prisoners
    turn = "Black" if board.to_play == "B" else "White"
    return f"\n{board}\n{turn} to play. Black took {taken['B']}, White took {taken['W']}."
