"""Commands about the end of the game. The answers are estimates, except for what is proven."""

from __future__ import annotations

import numpy as np

from goseki.analysis import Analysis
from goseki.gtp.commands.facts import words
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandTable
from goseki.players.ending import analyze_end

table = CommandTable()

_OF_STONES = ("alive", "dead", "seki")
_OF_EMPTY_POINTS = ("black_territory", "white_territory", "dame")


def analyze(session: Session) -> Analysis:
    """How the game of a session will be counted."""
    settings = session.settings
    return analyze_end(session.board, seed=settings.seed, threads=settings.threads)


@table.add("final_score")
def final_score(session: Session, arguments: Arguments) -> str:
    """The score without the stones we think dead: B+3.5, W+2 or 0."""
    return analyze(session).final.result


@table.add("final_status", "VERTEX")
def final_status(session: Session, arguments: Arguments) -> str:
    """What we think becomes of a point: alive, dead, seki, black_territory, ... dame."""
    return analyze(session).final_status(arguments.point(0))


@table.add("final_status_list", "STATUS")
def final_status_list(session: Session, arguments: Arguments) -> str:
    """The points with a status, stones block by block, one a line."""
    wanted = arguments.choice(0, *_OF_STONES, *_OF_EMPTY_POINTS)
    end = analyze(session)
    if wanted in _OF_STONES:
        found = [block for block in end.blocks if end.final_status(block.stones[0]) == wanted]
        by_color = sorted(found, key=lambda block: block.color)
        return "\n".join(words(block.stones) for block in by_color)
    empty = map(end.board.point, np.flatnonzero(end.board.to_array() == 0).tolist())
    return words(point for point in empty if end.final_status(point) == wanted)
