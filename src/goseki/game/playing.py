"""Nodes of a game, set up and played on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from goseki.board import Board
from goseki.coords import Color
from goseki.errors import GosekiError, IllegalMoveError
from goseki.game.properties import SETUP, PropertyReader, has_move, move_error
from goseki.sgf import Node


def play_line(
    board: Board, line: Iterable[Node], reader: PropertyReader, stop: int | None = None
) -> Iterator[tuple[Color, int]]:
    """Set up and play a line of nodes on an empty board. Each move is given just before it is
    played, and the line ends before move number `stop + 1`."""
    number = 0
    turn_is_known = False
    read, play = reader.move, board.play_recorded
    for node in line:
        properties = node.properties
        is_move = "B" in properties or "W" in properties
        if not ((is_move and len(properties) == 1) or SETUP.isdisjoint(properties)):
            turn_is_known |= _set_up(board, node, reader)
        if is_move:
            if not turn_is_known:
                board.to_play = "B" if "B" in properties else "W"
                turn_is_known = True
            if number == stop:
                break
        move = read(node)
        if move is not None:
            yield move
            try:
                play(move[1], move[0])
            except IllegalMoveError as error:
                raise move_error(node, str(error)) from None
            number += 1
    if not turn_is_known:
        board.to_play = _next_color(node, board.handicap)


def _set_up(board: Board, node: Node, reader: PropertyReader) -> bool:
    """Edit the position as a node says; return whether it says whose turn it is."""
    stones, to_play = reader.setup(node), reader.turn(node)
    try:
        board.setup(stones["AB"], stones["AW"], stones["AE"], to_play)
    except GosekiError as error:
        raise node.error(f"setup: {error}") from None
    return to_play is not None


def _next_color(node: Node, handicap: int) -> Color:
    """Whose turn it is where no move and no `PL` says so: that of the next move, if any."""
    for later in node.main_line():
        if later is not node and has_move(later):
            return "B" if "B" in later.properties else "W"
    return "W" if handicap >= 2 else "B"
