"""Commands about the end of the game. The answers are estimates, except for what is proven."""

from __future__ import annotations

from goseki.coords import Point
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandTable
from goseki.players.estimate import FinalEstimate, estimate_end

table = CommandTable()

_OF_STONES = ("alive", "dead", "seki")
_OF_EMPTY_POINTS = ("black_territory", "white_territory", "dame")


def _estimate(session: Session) -> FinalEstimate:
    settings = session.settings
    return estimate_end(session.board, seed=settings.seed, threads=settings.threads)


@table.add("final_score")
def final_score(session: Session, arguments: Arguments) -> str:
    """The score without the stones we think dead: B+3.5, W+2 or 0."""
    return _estimate(session).score.result


@table.add("final_status", "VERTEX")
def final_status(session: Session, arguments: Arguments) -> str:
    """What we think becomes of a point: alive, dead, seki, black_territory, ... dame."""
    point = arguments.point(0)
    return _estimate(session).status(point, session.board.at(point))


@table.add("final_status_list", "STATUS")
def final_status_list(session: Session, arguments: Arguments) -> str:
    """The points with a status, stones block by block, one a line."""
    wanted = arguments.choice(0, *_OF_STONES, *_OF_EMPTY_POINTS)
    board, end = session.board, _estimate(session)
    if wanted in _OF_STONES:
        groups = [
            stones
            for stones in end.blocks.values()
            if end.status(stones[0], board.at(stones[0])) == wanted
        ]
        return "\n".join(" ".join(map(str, stones)) for stones in groups)
    empty: list[Point] = [p for p in map(board.point, range(board.size.points)) if not board.at(p)]
    return " ".join(str(point) for point in empty if end.status(point, None) == wanted)
