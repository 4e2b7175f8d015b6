"""An analysis in words: who is ahead, what is proven and why, and what is only believed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from goseki.coords import COLOR_NAMES, Color, Point, counted, opponent
from goseki.safety import SafetyResult, Seki
from goseki.solver.record import sentence

if TYPE_CHECKING:
    from goseki.analysis.result import Analysis
    from goseki.prediction import Prediction

MOST_NAMED = 6
"""More stones than this are not named one by one."""

MOST_LIKELY = 3
"""Moves of the network that are named."""

_WHY_TERRITORY = {
    "benson": "where no attack needs an answer",
    "eye": "a sure eye",
    "2-vital": "where attacks are answered in pairs of points",
    "surrounded": "where there is no room for two eyes",
    "search": "where a search found an answer to every attack",
}


def sentences(analysis: Analysis) -> list[str]:
    """One for each thing that is known, who is ahead first.

    >>> from goseki import Board, analyze
    >>> found = analyze(Board.from_diagram(".X.XO./XXXXOO/OOOOO."), games=0, exact=False)
    >>> print(*sentences(found), sep="\\n")
    White leads by 2: proven.
    Proven: 18 of 18 points, 8 Black's and 10 White's, with 0 dead stones.
    """
    found = [_who_is_ahead(analysis), _how_much_is_proven(analysis)]
    if analysis.safety is not None:
        found += _why_dead(analysis.safety)
        found += map(_why_seki, analysis.safety.seki)
    found += filter(None, (fight.fate() for fight in analysis.tactics or ()))
    found += _what_is_believed(analysis)
    if analysis.solution is not None and analysis.solution.evidence == "proven":
        found.append(sentence(analysis.solution))
    if analysis.predicted is not None:
        found.append(_what_is_likely(analysis.predicted))
    return found


def _what_is_likely(predicted: Prediction) -> str:
    likely = [f"{move} ({p:.0%})" for move, p in predicted.top(MOST_LIKELY)]
    return (
        f"Strong players would choose {', '.join(likely)} for {COLOR_NAMES[predicted.to_play]}, "
        "the network guesses."
    )


def _who_is_ahead(analysis: Analysis) -> str:
    final, winner = analysis.final, analysis.winner
    name = "Nobody" if winner is None else COLOR_NAMES[winner]
    verb = "wins" if analysis.board.is_over else "leads"
    leads = f"{name} {verb}" if winner is None else f"{name} {verb} by {abs(final.lead):g}"
    if analysis.winner_evidence == "proven":
        if not analysis.is_settled:
            lower, upper = analysis.lead_bounds or (0.0, 0.0)
            least = lower if winner == "B" else -upper
            return f"{name} {verb} by at least {least:g}: proven. The estimate is {final.result}."
        left = 0 if analysis.board.is_over else len(analysis.neutral)
        return f"{leads}: proven{f', whoever takes {_neutral(left)}' if left else ''}."
    if analysis.is_settled:
        return f"{leads} as it stands: proven. The game is not over."
    played = analysis.played
    if played is None or not played.games:
        return f"{leads} if all stones live that are not proven dead: unknown."
    return (
        f"{leads} as it stands: an estimate. Black wins {played.black_win_rate:.0%} of "
        f"{played.games:,} random games, with a lead of {played.score:+.1f} ± "
        f"{played.deviation:.1f}."
    )


def _neutral(count: int) -> str:
    return "the neutral point" if count == 1 else f"the {count} neutral points"


def _how_much_is_proven(analysis: Analysis) -> str:
    if analysis.safety is not None:
        return analysis.safety.sentence()
    black, white = len(analysis.safe["B"]), len(analysis.safe["W"])
    return (
        f"Proven: {black + white} of {analysis.board.size.points} points, {black} Black's and "
        f"{white} White's, by Benson's theorem alone."
    )


def _why_dead(safety: SafetyResult) -> Iterator[str]:
    """For each territory with dead stones in it, why they are."""
    left = set(safety.dead)
    for region in safety.regions:
        stones = [point for point in region.points if point in left]
        if stones:
            left.difference_update(stones)
            stand = "it stands" if len(stones) == 1 else "they stand"
            yield (
                f"{_stones(opponent(region.color), stones)} {_be(stones)} dead: {stand} in "
                f"{COLOR_NAMES[region.color]}'s territory of "
                f"{counted(len(region.points), 'point')}, {_WHY_TERRITORY[region.tag]}."
            )
    if left:
        yield f"Inside proven territory {' '.join(sorted(map(str, left)))} will be lost too."


def _why_seki(seki: Seki) -> str:
    black, white = (_stones(color, seki.stones[color]) for color in ("B", "W"))
    between = " ".join(map(str, seki.between))
    return (
        f"{black} and {white} are in seki: both stay whoever moves first, each only because the "
        f"other could be captured. Between them {between} {_be(seki.between)} nobody's."
    )


def _what_is_believed(analysis: Analysis) -> Iterator[str]:
    points = analysis.board.size.points
    left = points - len(analysis.safe["B"]) - len(analysis.safe["W"]) - len(analysis.neutral)
    if not left:
        return
    guesses = [
        f"{_stones(block.color, block.stones)} {seem} {words}"
        for status, words in (("dead", "dead"), ("seki", "to be in seki"))
        for block in analysis.blocks
        if (block.status, block.evidence) == (status, "estimate")
        for seem in ["seems" if len(block.stones) == 1 else "seem"]
    ]
    known = "unknown" if analysis.believed is None else "only believed"
    more = f": {'; '.join(guesses)}" if guesses else ""
    which = "All" if left == points else "The other"
    yield f"{which} {counted(left, 'point')} {'is' if left == 1 else 'are'} {known}{more}."


def _stones(color: Color, stones: Sequence[Point]) -> str:
    owner = f"{COLOR_NAMES[color]}'s"
    if len(stones) == 1:
        return f"{owner} stone at {stones[0]}"
    if len(stones) > MOST_NAMED:
        return f"{owner} {len(stones)} stones around {stones[0]}"
    return f"{owner} {len(stones)} stones at {' '.join(map(str, stones))}"


def _be(things: Sequence[object]) -> str:
    return "is" if len(things) == 1 else "are"
