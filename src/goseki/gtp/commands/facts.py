"""Questions about the board in the words of GNU Go."""

from __future__ import annotations

from collections.abc import Iterable

from goseki.coords import Color, Move, Point, Size
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable
from goseki.players.boards import unfinished, why_illegal

table = CommandTable()

NAMES: dict[Color | None, str] = {"B": "black", "W": "white", None: "empty"}


def words(points: Iterable[Point]) -> str:
    """Points on one line."""
    return " ".join(map(str, points))


def _move(move: Move) -> str:
    return f"{NAMES[move.color]} {str(move.point).upper() if move.point.is_pass else move.point}"


@table.add("query_boardsize")
def query_board_size(session: Session, arguments: Arguments) -> str:
    """The size of the board: one number, or columns and rows where they differ."""
    size: Size = session.board.size
    return str(size.columns) if size.columns == size.rows else f"{size.columns} {size.rows}"


@table.add("color", "VERTEX")
def color(session: Session, arguments: Arguments) -> str:
    """What is on a point: black, white or empty."""
    return NAMES[session.board.at(arguments.point(0))]


@table.add("list_stones", "COLOR")
def list_stones(session: Session, arguments: Arguments) -> str:
    """The stones of a colour."""
    return words(session.board.stones(arguments.color(0)))


@table.add("countlib", "VERTEX")
def count_liberties(session: Session, arguments: Arguments) -> str:
    """The number of liberties of a stone."""
    return str(len(session.board.liberties(arguments.point(0))))


@table.add("findlib", "VERTEX")
def find_liberties(session: Session, arguments: Arguments) -> str:
    """The liberties of a stone."""
    return words(session.board.liberties(arguments.point(0)))


@table.add("is_legal", "COLOR VERTEX")
def is_legal(session: Session, arguments: Arguments) -> str:
    """Whether a move is legal: 1 or 0."""
    reason = why_illegal(session.board, arguments.vertex(1), arguments.color(0))
    return "1" if reason is None else "0"


@table.add("all_legal", "COLOR")
def all_legal(session: Session, arguments: Arguments) -> str:
    """The points where a colour may play."""
    board = unfinished(session.board)
    return words([board.point(index) for index in board.legal_points(arguments.color(0)).tolist()])


@table.add("captures", "COLOR")
def captures(session: Session, arguments: Arguments) -> str:
    """How many stones a colour has taken."""
    return str(session.board.prisoners[arguments.color(0)])


@table.add("last_move")
def last_move(session: Session, arguments: Arguments) -> str:
    """The last move, such as `black D4`."""
    moves = session.board.moves
    if not moves:
        raise CommandError("no previous move known")
    return _move(moves[-1])


@table.add("move_history")
def move_history(session: Session, arguments: Arguments) -> str:
    """The moves, last first, one a line."""
    return "\n".join(map(_move, reversed(session.board.moves)))
