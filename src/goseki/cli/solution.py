"""What `goseki solve` shows of a solution: lines for people, pictures, and JSON."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from goseki.board import Board
from goseki.cli.options import Source
from goseki.cli.output import draw, draw_values, has_color
from goseki.coords import COLOR_NAMES, Point
from goseki.draw import Picture
from goseki.errors import GosekiError, one_line
from goseki.rules import SOLVER_SCORING, solver_scoring
from goseki.solver import CaptureResult, SolveResult, ThesisResult
from goseki.solver.record import sentence, value_text
from goseki.solver.result import SUPERKO


def show(source: Source, result: SolveResult | CaptureResult) -> None:
    """Print a solution: the board with the line of best play, or with the value of every
    first move, and what is proven."""
    drawn = picture(source, result, stones=has_color())
    (draw_values if has_values(result) else draw)(replace(drawn, caption=""))
    print(drawn.caption)
    if has_values(result) and result.best:
        print("best  ", " ".join(map(str, result.best)))
    if result.pv:
        print("line  ", " ".join(map(str, result.pv)))
    if result.nodes:
        seconds = max(result.seconds, 1e-9)
        print(f"{result.nodes:,} nodes in {seconds:.2f} s ({result.nodes / seconds:,.0f} a second)")


def picture(source: Source, result: SolveResult | CaptureResult, *, stones: bool = True) -> Picture:
    """The line of best play as numbers, on stones or without them, or, where first moves
    were valued, their values: Black's lead, or `?` where that is not proven. The caption says
    what is proven."""
    board = source.board
    caption = [sentence(result), ko_sentence(board, result), result.note]
    if not isinstance(result, SolveResult) or not result.openings:
        numbers = line_numbers(board, result.pv)
        drawn = source.picture(numbers=numbers, caption="\n".join(filter(None, caption)))
        return _with_stones(drawn, board, numbers) if stones else drawn
    labels = {
        point: "?" if r.score is None else value_text(r) for point, r in result.openings.items()
    }
    heat = np.full((board.rows, board.columns), np.nan)
    for point, opening in result.openings.items():
        if opening.score is not None:
            heat[board.rows - 1 - point.row, point.column] = opening.score
    caption.append("On every point: Black's lead if the next move is there.")
    known = [f"{p} {value_text(r)}" for p, r in result.openings.items() if is_bounded(board, r)]
    if known:
        caption.append(f"Proven bounds: {', '.join(known)}")
    return source.picture(labels=labels, heat=heat, caption="\n".join(filter(None, caption)))


def ko_sentence(board: Board, result: SolveResult | CaptureResult) -> str:
    """Which move a ko forbids, where the answer depends on that."""
    if board.ko is None or isinstance(result, CaptureResult):
        return ""
    return f"{COLOR_NAMES[board.to_play]} may not play {board.ko} now, because of ko."


def _with_stones(drawn: Picture, board: Board, numbers: dict[Point, int]) -> Picture:
    first = 1 if board.to_play == "B" else -1
    played = drawn.stones.copy()
    for point, number in numbers.items():
        played[board.rows - 1 - point.row, point.column] = first if number % 2 else -first
    return replace(drawn, stones=played, last_move=None)


def is_bounded(board: Board, result: SolveResult) -> bool:
    """Whether something, but not everything, is proven of a score."""
    width = result.upper - result.lower
    return 0 < width < 2 * board.size.points


def has_values(result: SolveResult | CaptureResult) -> bool:
    """Whether first moves were valued."""
    return isinstance(result, SolveResult) and bool(result.openings)


def line_numbers(board: Board, line: list[Point]) -> dict[Point, int]:
    """The moves of a line, each on its point; a later move on the same point is not shown."""
    numbers: dict[Point, int] = {}
    for number, point in enumerate(line, 1):
        if not point.is_pass and board.at(point) is None:
            numbers.setdefault(point, number)
    return numbers


def facts(board: Board, result: SolveResult | CaptureResult) -> dict[str, Any]:
    """The JSON keys of a result."""
    if isinstance(result, CaptureResult):
        return _capture_facts(result)
    found: dict[str, Any] = {
        "ko": result.ko,
        "ko_point": None if board.ko is None else str(board.ko),
        "scoring": SOLVER_SCORING,
        "scoring_words": solver_scoring(superko=result.ko in SUPERKO),
        "score": result.score,
        "lower": result.lower,
        "upper": result.upper,
        "evidence": result.evidence,
        "best": [str(point) for point in result.best],
        "pv": [str(point) for point in result.pv],
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
    }
    if isinstance(result, ThesisResult):
        found |= {
            "method": "thesis",
            "without": list(result.without),
            "value": result.value,
            "depth": result.depth,
            "depth_nodes": result.depth_nodes,
            "deepest": result.deepest,
        }
    if result.holds is not None or result.asked is not None:
        found["holds"] = result.holds
    if result.openings:
        found["openings"] = {str(point): r.score for point, r in result.openings.items()}
        found["opening_bounds"] = {
            str(point): [r.lower, r.upper] for point, r in result.openings.items()
        }
    if result.note:
        found["note"] = result.note
    if result.interrupted:
        found["interrupted"] = True
    return found


def _capture_facts(result: CaptureResult) -> dict[str, Any]:
    return {
        "game": "capture",
        "winner": result.winner,
        "plies": result.plies,
        "evidence": result.evidence,
        "best": [str(point) for point in result.best],
        "pv": [str(point) for point in result.pv],
        "no_win_within": result.no_win_within,
        "nodes": result.nodes,
        "seconds": round(result.seconds, 3),
        **({"note": result.note} if result.note else {}),
        **({"interrupted": True} if result.interrupted else {}),
    }


def refuse_failures(result: SolveResult | CaptureResult) -> None:
    """An error that names the solves of a campaign which broke down, or a proof that could not
    be written."""
    if result.proof_failure:
        raise GosekiError(result.proof_failure)
    if isinstance(result, CaptureResult):
        return
    solves = {"the position itself": result, **{str(p): r for p, r in result.openings.items()}}
    failures = [f"{name}: {solve.failure}" for name, solve in solves.items() if solve.failure]
    if failures:
        raise GosekiError(f"not solved: {'; '.join(failures)}")


def proof_facts(result: SolveResult | CaptureResult) -> dict[str, Any] | None:
    """What JSON says of the proof that was written."""
    proof = result.proof
    if proof is None:
        return None
    return {
        "file": proof.path,
        "claims": proof.claims,
        "situations": proof.situations,
        "bytes": proof.bytes,
    }


def proof_text(result: SolveResult | CaptureResult) -> str:
    """The line on the proof that was written."""
    proof = result.proof
    if proof is None:
        return "proof  none was written"
    return (
        f"proof  {one_line(proof.path)}: {proof.situations:,} situations, {proof.bytes:,} bytes "
        "(goseki check verifies it)"
    )
