"""Why a point is safe, or what stopped the proof, in words and for a drawing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, ascii_uppercase

from goseki.coords import COLOR_NAMES, Color, Point, PointLike
from goseki.job import Report
from goseki.safety.certificate import first_answers
from goseki.safety.refute import Stopped, what_stopped
from goseki.safety.result import Attempt, SafeBlock, SafeRegion, SafetyResult, Seki

_OTHERS: dict[Color, str] = {"B": "White", "W": "Black"}

_BLOCKS = {
    "benson": "alive without a single answer (Benson's theorem)",
    "eyes": "alive with two sure eyes",
    "2-vital": "alive with two eyes in one region, by a pair of intersection points",
    "linked": "linked to safe stones by a pair of points",
    "search": "every attack on it was searched and has an answer",
}
_LIBERTIES = {1: "one liberty", 2: "two liberties"}
_MOST_ATTACKS = 3
_REPLIES = {
    "none": "Attacks there need no answer.",
    "pairs": "Attacks there are answered in pairs.",
    "tree": "Attacks there are answered by a searched tree (`--proof` writes it down).",
}


@dataclass(frozen=True)
class Explanation:
    """What is to be said of a point, and shown."""

    text: str
    marks: dict[Point, str] = field(default_factory=dict)
    """The point, the stones that its safety rests on, and walls that stopped the proof."""
    labels: dict[Point, str] = field(default_factory=dict)
    """Pairs of points, each with a small letter of its own; attacks without an answer, with
    capitals."""
    interrupted: bool = False
    """Whether Ctrl-C came before all was said."""


def explain(
    result: SafetyResult, point: PointLike, *, progress: Report | None = None
) -> Explanation:
    """One sentence for the verdict, then one for each thing it rests on. Searches are repeated for
    that, so it may take as long as the proof did.

    >>> from goseki import Board, prove_safety
    >>> result = prove_safety(Board.from_diagram(".X.XO./XXXXOO/OOOOO."))
    >>> print(explain(result, "B3").text.splitlines()[0])
    B3 is safe for Black: alive without a single answer (Benson's theorem).
    """
    searches = _Searches(result, progress)
    found = _explain(result, result.board.point(result.board.index(point)), searches)
    return replace(found, interrupted=searches.interrupted)


class _Searches:
    """The searches that an explanation repeats. After Ctrl-C there are no more."""

    def __init__(self, result: SafetyResult, progress: Report | None) -> None:
        self.result, self.progress, self.interrupted = result, progress, False

    def first_answers(self, region: SafeRegion) -> dict[Point, Point]:
        try:
            if not self.interrupted:
                return first_answers(self.result, region.points[0], progress=self.progress)
        except KeyboardInterrupt:
            self.interrupted = True
        return {}

    def what_stopped(self, attempt: Attempt) -> Stopped:
        if self.interrupted:
            return Stopped(interrupted=True)
        stopped = what_stopped(self.result, attempt, progress=self.progress)
        self.interrupted = stopped.interrupted
        return stopped


def _explain(result: SafetyResult, where: Point, searches: _Searches) -> Explanation:
    owner = result.owner_of(where)
    seki = result.seki_at(where)
    if seki is not None:
        return _why_seki(result, seki, where, searches)
    if owner is None:
        return _why_unknown(result, where, searches)
    for block in result.blocks:
        if where in block.stones:
            return _why_block(result, block, where, searches)
    for region in result.regions:
        if region.color == owner and where in region.points:
            stone = result.board.at(where)
            what = "dead in territory" if stone else "territory"
            head = f"{where} is safe for {COLOR_NAMES[owner]}: {what} ({region.tag})."
            lines = [head, *_targets(region), *_answers(region, searches)]
            return _drawn(lines, where, [region], region.walls)
    text = (
        f"{where} is safe for {COLOR_NAMES[owner]}: it lies inside proven territory, "
        "though the stone there may be given up."
    )
    return Explanation(text, {where: "circle"})


def _why_block(
    result: SafetyResult, block: SafeBlock, where: Point, searches: _Searches
) -> Explanation:
    lines = [f"{where} is safe for {COLOR_NAMES[block.color]}: {_BLOCKS[block.tag]}."]
    names = {
        other.stones[0]
        for other in result.blocks
        if (other.color, other.chain) == (block.color, block.chain)
    }
    if len(names) > 1:
        lines.append(f"Pairs of points hold it together with {_words(names - {block.stones[0]})}.")
    used = []
    open_points = set()
    for open_field in result.open_fields:
        granted = max((n for stone, n in open_field.targets if stone in names), default=0)
        if open_field.color == block.color and granted:
            open_points |= set(open_field.points)
            lines.append(
                f"It is sure of {_LIBERTIES[granted]} among {len(open_field.points)} points "
                f"around {open_field.points[0]}, whatever happens beyond them."
            )
    for region in result.all_regions:
        granted = max((n for stone, n in region.targets if stone in names), default=0)
        if region.color != block.color or not granted or open_points & set(region.points):
            continue
        used.append(region)
        lines.append(f"It is sure of {_LIBERTIES[granted]} in the region of {_place(region)}.")
        lines += _answers(region, searches)
    if block.tag == "linked":
        beside = {p for stone in block.stones for p in result.board.liberties(stone)}
        for region in result.all_regions:
            pairs = [pair for pair in region.pairs if beside.issuperset(pair)]
            if region.color == block.color and pairs and region not in used:
                used.append(region)
                lines += map(_pair, pairs)
    return _drawn(lines, where, used, names - {block.stones[0]})


def _why_seki(result: SafetyResult, seki: Seki, where: Point, searches: _Searches) -> Explanation:
    firsts = {block.stones[0] for block in result.blocks}
    names = {color: _words(firsts.intersection(seki.stones[color])) for color in seki.stones}
    lines = [f"{where} lies in a seki between Black's {names['B']} and White's {names['W']}."]
    if where in seki.between:
        lines.append("It is nobody's territory: stones of both colours stay beside it.")
    else:
        [block] = [block for block in result.blocks if where in block.stones]
        lines += _why_block(result, block, where, searches).text.split("\n")
        lines.append(
            f"If {_OTHERS[block.color]}'s safe stones could not be captured it would be lost, "
            f"even if {COLOR_NAMES[block.color]} moved first."
        )
    marks = dict.fromkeys((*seki.stones["B"], *seki.stones["W"]), "triangle")
    return Explanation("\n".join(lines), {**marks, where: "circle"})


def _targets(region: SafeRegion) -> Iterator[str]:
    for target in (2, 1):
        walls = [stone for stone, granted in region.targets if granted == target]
        if walls:
            always = "always has" if len(walls) == 1 else "always have"
            yield f"{_words(walls)} {always} {_LIBERTIES[target]} in it."


def _answers(region: SafeRegion, searches: _Searches) -> Iterator[str]:
    if region.reply != "none":
        yield _REPLIES[region.reply]
    if region.reply == "tree":
        for attack, answer in searches.first_answers(region).items():
            if not attack.is_pass:
                then = "needs no answer" if answer.is_pass else f"is answered at {answer}"
                yield f"An attack at {attack} {then}."
    yield from map(_pair, region.pairs)


def _pair(pair: tuple[Point, Point]) -> str:
    return f"The answer to an attack at {pair[0]} is {pair[1]}, and the other way round."


def _place(region: SafeRegion) -> str:
    points = "point" if len(region.points) == 1 else "points"
    return f"{region.points[0]} ({len(region.points)} {points})"


def _why_unknown(result: SafetyResult, where: Point, searches: _Searches) -> Explanation:
    lines = [f"Nothing is proven of {where}; that does not mean that it is lost."]
    walls: list[Point] = []
    attempts: list[Attempt] = []
    for region in result.all_regions:
        if where in region.points or _is_inside(result, where, region):
            safe = {block.stones[0] for block in result.blocks if block.color == region.color}
            unsafe = [wall for wall in region.walls if wall not in safe]
            walls += unsafe
            lines += _what_is_missing(result, region, unsafe)
            attempts += _attempts(result, region)
    labels: dict[Point, str] = {}
    for attempt in dict.fromkeys(attempts):
        stopped = searches.what_stopped(attempt)
        attacks = [point for point in stopped.attacks if not point.is_pass][:_MOST_ATTACKS]
        for point in attacks:
            if point not in labels and len(labels) < len(ascii_uppercase):
                labels[point] = ascii_uppercase[len(labels)]
        names = [f"{p} ({labels[p]})" if p in labels else str(p) for p in attacks]
        lines.append(_what_stopped(result, attempt, stopped, names))
    marks = dict.fromkeys(walls, "triangle")
    return Explanation("\n".join(dict.fromkeys(lines)), {**marks, where: "circle"}, labels)


def _attempts(result: SafetyResult, region: SafeRegion) -> list[Attempt]:
    """The smallest and the largest that were about a region: alone, and with others."""
    found = [
        attempt
        for attempt in result.attempts
        if attempt.color == region.color and set(region.points) <= set(attempt.points)
    ]
    found.sort(key=lambda attempt: len(attempt.points))
    return [*found[:1], *found[1:][-1:]]


def _what_stopped(
    result: SafetyResult, attempt: Attempt, stopped: Stopped, attacks: list[str]
) -> str:
    name, other = COLOR_NAMES[attempt.color], _OTHERS[attempt.color]
    regions = [
        region
        for region in result.all_regions
        if region.color == attempt.color and set(region.points) <= set(attempt.points)
    ]
    what = "region" if len(regions) == 1 else "regions"
    there = f"In {name}'s {what} of {_listed(list(map(_place, regions)))}"
    if stopped.interrupted:
        return f"{there} the search for what stopped the proof was interrupted."
    if stopped.short:
        wall = stopped.short[0]
        needed = dict(attempt.targets)[wall]
        return f"{there} {wall} needs {_LIBERTIES[needed]} and has fewer from the start."
    if stopped.is_proven:
        return f"{there} a search with all rules finds a proof; this one did not."
    attack = f"{other}'s {'attack' if len(attacks) == 1 else 'attacks'} at {_listed(attacks)}"
    if not stopped.is_refuted:
        without = f"without an answer to {attack}" if attacks else "before it was settled"
        return f"{there} the search ended at its limit of {result.max_nodes:,} nodes, {without}."
    if not attacks:
        return f"{there} {name} can settle nothing, even if {other} passes: there may be a seki."
    line = f": {' '.join(map(str, stopped.line))}" if len(stopped.line) > 1 else ""
    return f"{there} the search found no answer to {attack}, {other} taking back kos at once{line}."


def _is_inside(result: SafetyResult, where: Point, region: SafeRegion) -> bool:
    """Whether a region touches the block of a stone."""
    stone = result.board.at(where)
    if stone != region.color:
        return False
    return min(result.board.block(where), key=result.board.index) in region.walls


def _what_is_missing(
    result: SafetyResult, region: SafeRegion, unsafe: list[Point]
) -> Iterator[str]:
    name, other = COLOR_NAMES[region.color], _OTHERS[region.color]
    place = f"{name}'s region of {_place(region)}"
    if not region.walls:
        yield f"{name} has no stones around it."
        return
    if unsafe:
        yield f"{place} has walls that are not proven safe: {_words(unsafe)}."
    elif not region.tag:
        yield f"{place} has safe walls, but {other} may live or get a seki inside."
    if result.method != "search":
        yield f"Nothing was searched: the method was {result.method}."
        return
    hostile = [b for b in result.blocks if b.color != region.color and b.stones[0] in region.points]
    if hostile:
        yield f"{other}'s safe stones at {_words(b.stones[0] for b in hostile)} stand in it."
    elif len(region.points) > result.max_points:
        yield f"It is too large to be searched: the limit is {result.max_points} points."


def _drawn(
    lines: list[str], where: Point, regions: list[SafeRegion], others: Iterable[Point]
) -> Explanation:
    pairs = dict.fromkeys(pair for region in regions for pair in region.pairs)
    labels = {}
    for letter, pair in zip(ascii_lowercase, pairs, strict=False):
        labels.update(dict.fromkeys(pair, letter))
    marks = {**dict.fromkeys(others, "square"), where: "circle"}
    return Explanation("\n".join(dict.fromkeys(lines)), marks, labels)


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _words(points: Iterable[Point]) -> str:
    return " ".join(sorted(map(str, points)))
