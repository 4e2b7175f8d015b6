"""What `goseki solve` shows of a solution: lines for people, pictures, and JSON."""

from __future__ import annotations

from dataclasses import replace

from goseki.cli.output import draw, draw_values, has_color
from goseki.draw import Picture
from goseki.draw.answers import solution_picture
from goseki.errors import GosekiError, one_line
from goseki.positions import Source
from goseki.solver import CaptureResult, SolveResult


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
    """The solution on the position as it was given, with the marks of its file."""
    return solution_picture(source.board, result, stones=stones, on=source.picture())


def has_values(result: SolveResult | CaptureResult) -> bool:
    """Whether first moves were valued."""
    return isinstance(result, SolveResult) and bool(result.openings)


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


def proof_text(result: SolveResult | CaptureResult) -> str:
    """The line on the proof that was written."""
    proof = result.proof
    if proof is None:
        return "proof  none was written"
    return (
        f"proof  {one_line(proof.path)}: {proof.situations:,} situations, {proof.bytes:,} bytes "
        "(goseki check verifies it)"
    )
