"""What White can do to a tiny board if Black always passes, by the reference rules.

Every legal position of a board is a node, every legal white move an edge; what holds in
all positions that can be reached is found by passing it back along the edges until
nothing changes.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

from goseki import Board, reference
from goseki.coords import Size
from goseki.reference.rules import Stones, place

Diagram = str
"""One of `.XO` for each point, row by row from the top left."""


class AttackerOnly:
    """All positions of a board and what White's moves, one after the other, lead to."""

    def __init__(self, size: Size, *, suicide: bool) -> None:
        self.size = size
        # White plays on while Black passes: no ko is ever in the way.
        self._referee = reference.Referee(
            *size, ko="NONE", repetition="NONE", suicide=suicide, ko_pass=False
        )
        self.moves: dict[Diagram, list[Diagram]] = {}
        for diagram in map("".join, itertools.product(".XO", repeat=size.points)):
            if self._set_up(diagram):
                self.moves[diagram] = self._successors()

    def always(self, property_of: Callable[[Diagram], frozenset[int]]) -> dict[Diagram, set[int]]:
        """For each position, the indices that have a property in it and ever after."""
        holds = {diagram: set(property_of(diagram)) for diagram in self.moves}
        changed = True
        while changed:
            changed = False
            for diagram, successors in self.moves.items():
                kept = holds[diagram].intersection(*(holds[after] for after in successors))
                changed = changed or kept != holds[diagram]
                holds[diagram] = kept
        return holds

    def board(self, diagram: Diagram, rules: str) -> Board:
        columns = self.size.columns
        rows = [diagram[i : i + columns] for i in range(0, len(diagram), columns)]
        return Board.from_diagram("\n".join(rows), rules=rules)

    def _set_up(self, diagram: Diagram) -> bool:
        points = {mark: [] for mark in ".XO"}
        for index, mark in enumerate(diagram):
            points[mark].append(tuple(self.size.point(index)))
        try:
            self._referee.setup(points["X"], points["O"], to_play="W")
        except ValueError:
            return False
        return True

    def _successors(self) -> list[Diagram]:
        referee = self._referee
        successors = []
        for point in referee.neighbours:
            if point in referee.stones:
                continue
            placement = place(referee.stones, "W", point, referee.neighbours)
            # Without ko and repetition nothing but suicide can be illegal.
            if not placement.suicided or referee.illegal_reason("W", point) is None:
                successors.append(self._draw(placement.stones))
        return successors

    def _draw(self, stones: Stones) -> Diagram:
        marks = {"B": "X", "W": "O", None: "."}
        return "".join(
            marks[stones.get(tuple(self.size.point(index)))] for index in range(self.size.points)
        )
