"""GNU Go's codes for how a fight goes: what is known or guessed of it, in its numbers.

0, it fails; 1, it works; 2, it works unless the other side has a ko threat; 3, it works with a
threat of one's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from goseki.coords import PASS, Point, opponent
from goseki.evidence import Evidence
from goseki.gtp.guess import Guess
from goseki.tactics import Solution


@dataclass(frozen=True)
class Reply:
    """How the side to move fares, in GNU Go's numbers, and by which move."""

    code: int
    move: Point = PASS
    evidence: Evidence = "estimate"

    def __str__(self) -> str:
        return f"{self.code} {vertex(self.move)}" if self.code else "0"


ORDER = (0, 3, 2, 1)
"""The codes, the worst for the side to move first."""


def better(one: Reply, other: Reply) -> Reply:
    """The reply that is better for the side to move.

    >>> better(Reply(2), Reply(1)).code
    1
    """
    return max(one, other, key=lambda reply: ORDER.index(reply.code))


def known(solution: Solution) -> Reply | None:
    """How the side to move fares, as far as the search tells."""
    attacks = solution.to_play != solution.color
    if solution.ko is not None:
        if solution.ko.winner is None:  # a ko is proven; who moves first often wins it
            return Reply(2, move_of(solution))
        wins = solution.ko.winner == solution.to_play
        if solution.ko.threats.get(opponent(solution.ko.winner), 0) is None:
            # No threats that anybody has would save the loser: for GNU Go that is no ko.
            return Reply(1, move_of(solution), "proven") if wins else Reply(0, PASS, "proven")
        return Reply(2 if wins else 3, move_of(solution), "proven")
    match solution.status:
        case "captured" | "dead" | "cut":
            works = attacks
        case "escapes" if solution.evidence != "proven":
            return None
        case "escapes" | "alive" | "seki" | "connected":
            # Stones that are only thought to be alive are proven to stay.
            works = not attacks
        case _:
            return None
    return Reply(int(works), move_of(solution) if works else PASS, "proven")


def guessed(guess: Guess) -> Reply:
    """A guess in their numbers."""
    if guess.ko:
        return Reply(2 if guess.works else 3, guess.move)
    return Reply(int(guess.works), guess.move)


def move_of(solution: Solution) -> Point:
    """A move that reaches it: of the line if there is one, for where a pass would do as well."""
    line = [move for move in solution.pv[:1] if not move.is_pass]
    best = [move for move in solution.best if not move.is_pass]
    if best and not (line and line[0] in best):
        line = best
    return first(line)


def first(moves: Sequence[Point]) -> Point:
    return moves[0] if moves else PASS


def vertex(move: Point) -> str:
    """A move as GNU Go writes it."""
    return "PASS" if move.is_pass else str(move)
