"""Phantom Go in game records: the true game as SGF, refused attempts in the comments."""

from __future__ import annotations

from goseki.board import Board
from goseki.coords import Point
from goseki.errors import GosekiError
from goseki.game import Game
from goseki.match import record
from goseki.match.log import GameLog, Turn
from goseki.match.record import FORFEITED, REFUSED, STOPPED, THEN_REFUSED
from goseki.phantom.rules import PhantomRules


def to_game(log: GameLog, rules: PhantomRules, *, result: str = "") -> Game:
    """A log as a game record.

    >>> print(to_game(GameLog.parse("B2 (B2)C2"), PhantomRules.on("3x3"), result="B+R"))
    ... # doctest: +ELLIPSIS
    (;FF[4]GM[1]SZ[3]...RE[B+R];B[bb];W[cb]C[Refused: B2])
    """
    given = {"RE": result} if result else {}
    return record.to_game(log, Board(rules.size, rules.go), **given)


def from_game(game: Game) -> tuple[GameLog, PhantomRules]:
    """The log that `to_game` wrote, and its board and komi. Other comments are passed over."""
    if any({"AB", "AW", "AE"} & node.properties.keys() for node in game.main_line()):
        raise GosekiError("has stones set up: Phantom Go begins with an empty board")
    moves = iter(_alternating_moves(game))
    turns: list[Turn] = []
    tail = ""
    for node in game.main_line():
        refused: tuple[Point, ...] = ()
        for line in (node.get("C") or "").split("\n"):
            if line.startswith(REFUSED):
                refused = _points(line.removeprefix(REFUSED))
            elif line.startswith(THEN_REFUSED):
                tail += f" ({line.removeprefix(THEN_REFUSED)})"
            elif line.startswith(STOPPED):
                tail += f" {line.removeprefix(STOPPED)}"
            elif line.startswith(FORFEITED):
                tail += f" {line.removeprefix(FORFEITED)}"
        if "B" in node.properties or "W" in node.properties:
            turns.append(Turn(refused, next(moves)))
    rest = GameLog.parse(tail)
    log = GameLog((*turns, *rest.turns), rest.stopped, rest.forfeit)
    return log, PhantomRules(game.size, game.komi)


def has_phantom_notes(game: Game) -> bool:
    """Whether a record has one of the notes that `to_game` writes."""
    notes = (REFUSED, THEN_REFUSED, STOPPED, FORFEITED)
    comments = (node.get("C") or "" for node in game.main_line())
    return any(line.startswith(notes) for text in comments for line in text.split("\n"))


def _alternating_moves(game: Game) -> list[Point]:
    moves = game.moves()
    for number, move in enumerate(moves):
        if move.color != "BW"[number % 2]:
            raise GosekiError(f"move {number + 1}: {move} is out of turn in Phantom Go")
    return [move.point for move in moves]


def _points(names: str) -> tuple[Point, ...]:
    return GameLog.parse(f"({names})").turns[0].refused
