"""Pictures of what was found out, with the answer as their caption."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from goseki.board import Board
from goseki.coords import COLOR_NAMES, Point
from goseki.draw.picture import Picture
from goseki.solver.capture import CaptureResult
from goseki.solver.record import sentence, value_text
from goseki.solver.result import SolveResult
from goseki.tactics.solution import Solution


def solution_picture(
    board: Board,
    result: SolveResult | CaptureResult,
    *,
    stones: bool = True,
    on: Picture | None = None,
) -> Picture:
    """The line of best play as move numbers, with or without its stones; or, if all first moves
    were solved, the value of each: Black's lead, or `?` where that is not proven. The caption
    says what is proven. `on` is the picture of the board to draw it on."""
    base = Picture.of(board) if on is None else on
    caption = [base.caption, sentence(result), _ko_sentence(board, result), result.note]
    if not isinstance(result, SolveResult) or not result.openings:
        numbers = _line_numbers(board, result.pv)
        drawn = replace(base, numbers=numbers, caption=_joined(caption))
        return _with_stones(drawn, board, numbers) if stones else drawn
    labels = {
        point: "?" if r.score is None else value_text(r) for point, r in result.openings.items()
    }
    heat = np.full((board.rows, board.columns), np.nan)
    for point, opening in result.openings.items():
        if opening.score is not None:
            heat[board.rows - 1 - point.row, point.column] = opening.score
    caption.append("On every point: Black's lead if the next move is there.")
    known = [f"{p} {value_text(r)}" for p, r in result.openings.items() if _is_bounded(board, r)]
    if known:
        caption.append(f"Proven bounds: {', '.join(known)}")
    return replace(base, labels={**base.labels, **labels}, heat=heat, caption=_joined(caption))


def _ko_sentence(board: Board, result: SolveResult | CaptureResult) -> str:
    """Which move a ko forbids, where the answer depends on that."""
    if board.ko is None or isinstance(result, CaptureResult):
        return ""
    return f"{COLOR_NAMES[board.to_play]} may not play {board.ko} now, because of ko."


def _joined(caption: list[str]) -> str:
    return "\n".join(filter(None, caption))


def _with_stones(drawn: Picture, board: Board, numbers: dict[Point, int]) -> Picture:
    first = 1 if board.to_play == "B" else -1
    played = drawn.stones.copy()
    for point, number in numbers.items():
        played[board.rows - 1 - point.row, point.column] = first if number % 2 else -first
    return replace(drawn, stones=played, last_move=None)


def _is_bounded(board: Board, result: SolveResult) -> bool:
    """Whether something, but not everything, is proven of a score."""
    width = result.upper - result.lower
    return 0 < width < 2 * board.size.points


def _line_numbers(board: Board, line: list[Point]) -> dict[Point, int]:
    """The moves of a line, each on its point; a later move on the same point is not shown."""
    numbers: dict[Point, int] = {}
    for number, point in enumerate(line, 1):
        if not point.is_pass and board.at(point) is None:
            numbers.setdefault(point, number)
    return numbers


def tactics_picture(
    board: Board, solution: Solution, *, stones: bool = True, on: Picture | None = None
) -> Picture:
    """A tactical problem with its target marked by triangles, the best first moves by circles, and
    the line of play by move numbers, with or without its stones; the caption says what is known.
    `on` is the picture of the board to draw it on."""
    base = Picture.of(board) if on is None else on
    marks = dict(base.marks)
    for stone in solution.target:
        marks |= dict.fromkeys(board.block(stone), "triangle")
    marks |= {move: "circle" for move in solution.best if not move.is_pass}
    numbers = _line_numbers(board, solution.pv)
    caption = [base.caption, solution.sentence()]
    if solution.why_not is not None:
        caption.append(solution.why_not.sentence())
    drawn = replace(base, marks=marks, numbers=numbers, caption=_joined(caption))
    fought = board.copy()
    fought.to_play = solution.to_play
    return _with_stones(drawn, fought, numbers) if stones else drawn
