"""Commands that place handicap stones."""

from __future__ import annotations

from goseki.coords import Point
from goseki.gtp.handicap import fixed_points, free_points, most_fixed_stones
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable

table = CommandTable()


def _place(session: Session, points: list[Point]) -> str:
    session.board.setup(black=points, to_play="W")
    session.board.handicap = len(points)
    return " ".join(map(str, points))


def _check_empty(session: Session) -> None:
    if session.board.ply or session.board.to_array().any():
        raise CommandError("board not empty")


def _number_of_stones(arguments: Arguments, most: int) -> int:
    if most < 2:
        raise CommandError("invalid number of stones: none on a board of this size")
    number = arguments.integer(0)
    if not 2 <= number <= most:
        raise CommandError(f"invalid number of stones: not from 2 to {most}")
    return number


@table.add("fixed_handicap", "STONES")
def fixed_handicap(session: Session, arguments: Arguments) -> str:
    """Put handicap stones on the points of the protocol's table."""
    _check_empty(session)
    size = session.board.size
    return _place(
        session, fixed_points(size, _number_of_stones(arguments, most_fixed_stones(size)))
    )


@table.add("place_free_handicap", "STONES")
def place_free_handicap(session: Session, arguments: Arguments) -> str:
    """Put handicap stones where we like."""
    _check_empty(session)
    size = session.board.size
    return _place(session, free_points(size, _number_of_stones(arguments, size.points - 1)))


@table.add("set_free_handicap", "VERTEX...")
def set_free_handicap(session: Session, arguments: Arguments) -> str:
    """Put handicap stones where the controller likes."""
    _check_empty(session)
    points = arguments.points()
    if (
        len(points) < 2
        or len(set(points)) < len(points)
        or len(points) >= session.board.size.points
    ):
        raise CommandError("bad vertex list")
    _place(session, points)
    return ""


@table.add("get_handicap")
def get_handicap(session: Session, arguments: Arguments) -> str:
    """The number of handicap stones."""
    return str(session.board.handicap)
