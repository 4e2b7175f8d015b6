"""What stopped a search: the attacks that it could not answer."""

from __future__ import annotations

from dataclasses import dataclass

from goseki import _core
from goseki.coords import PASS, Point
from goseki.job import Report, report_share, report_titled
from goseki.safety.result import Attempt, SafetyResult


@dataclass(frozen=True)
class Stopped:
    """Why a search found no proof."""

    is_proven: bool = False
    """A search with all rules finds one; a lower level did not."""
    short: tuple[Point, ...] = ()
    """Blocks that lack the liberties they need before anybody has moved."""
    attacks: tuple[Point, ...] = ()
    """The attacks (a pass among them) without an answer."""
    is_refuted: bool = False
    """Whether the search ran out of answers in the local game, where repetitions and great depth
    count as none; else the limit came first."""
    line: tuple[Point, ...] = ()
    """How a refutation goes, both sides by turns."""
    interrupted: bool = False
    """Ctrl-C came first: nothing else is known."""


def what_stopped(
    result: SafetyResult, attempt: Attempt, *, progress: Report | None = None
) -> Stopped:
    """Search once more what found no proof, within the same nodes, and look at what is left.

    >>> from goseki import Board, prove_safety
    >>> result = prove_safety(Board.from_diagram("...XO./XXXXOO/OOOOO."))
    >>> [attempt] = [a for a in result.attempts if a.color == "B"]
    >>> stopped = what_stopped(result, attempt)
    >>> [str(point) for point in stopped.attacks], stopped.is_refuted
    (['B3'], True)
    """
    board = result.board
    beside = {stone: set(board.liberties(stone)) for stone, _ in attempt.targets}
    short = [s for s, need in attempt.targets if len(beside[s].intersection(attempt.points)) < need]
    if short:
        return Stopped(short=tuple(short))
    walls = {stone for first, _ in attempt.targets for stone in board.block(first)}
    places = sorted(board.index(point) for point in attempt.points if point not in walls)
    links = {
        (board.index(first), board.index(second))
        for region in result.all_regions
        for first, second in region.pairs
        if region.color == attempt.color and {first, second} <= set(attempt.points)
    }
    strategy = _core.FieldStrategy(
        board,
        attempt.color == "B",
        places,
        [([board.index(stone)], need) for stone, need in attempt.targets],
        sorted(links),
    )
    told = report_titled(progress, "searching for what stopped the proof")
    try:
        if strategy.prove(result.max_nodes, True, None, report_share(told)):
            return Stopped(is_proven=True)
    except KeyboardInterrupt:
        return Stopped(interrupted=True)

    def point(place: int) -> Point:
        return PASS if place < 0 else board.point(places[place])

    attacks = strategy.open_attacks()
    is_refuted = any(refuted for _, refuted in attacks)
    line = strategy.refutation(attacks[0][0]) if is_refuted else []
    while line and line[-1] < 0:
        line.pop()
    return Stopped(
        attacks=tuple(point(place) for place, _ in attacks),
        is_refuted=is_refuted,
        line=tuple(map(point, line)),
    )
