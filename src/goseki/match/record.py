"""Games of matches as SGF records. What SGF has no property for stands in comments."""

from __future__ import annotations

from goseki.board import Board
from goseki.coords import Point
from goseki.game import Game
from goseki.match.log import GameLog
from goseki.sgf import Node

REFUSED = "Refused: "
THEN_REFUSED = "Then refused: "
STOPPED = "Stopped by "
FORFEITED = "Forfeited: "


def to_game(log: GameLog, board: Board, **properties: str) -> Game:
    """A log as a game record that begins with a board; the properties are of its root.

    >>> print(to_game(GameLog.parse("B2 (B2)C2"), Board("3x3"), RE="B+R"))
    ... # doctest: +ELLIPSIS
    (;FF[4]GM[1]SZ[3]...RE[B+R];B[bb];W[cb]C[Refused: B2])
    """
    game = Game.from_board(board)
    for name, value in properties.items():
        game.root.properties[name] = [value]
    node = game.root
    notes: list[str] = []
    for turn in log.turns:
        if turn.move is None:
            notes.append(THEN_REFUSED + _names(turn.refused))
            break
        _comment(node, notes)
        node = game.add_move(turn.move, node=node)
        notes = [REFUSED + _names(turn.refused)] if turn.refused else []
    if log.stopped:
        notes.append(STOPPED + log.stopped)
    if log.forfeit:
        notes.append(FORFEITED + str(log.forfeit))
    _comment(node, notes)
    return game


def _names(points: tuple[Point, ...]) -> str:
    return " ".join(map(str, points))


def _comment(node: Node, lines: list[str]) -> None:
    if lines:
        node.properties["C"] = ["\n".join(lines)]
