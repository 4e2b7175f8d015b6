"""Other boards that fit a situation of an accepted proof: its winner must win them, too.

A proof of tactics says of each of its situations that the winner wins every board that is like it
on its zone, whatever stands elsewhere (docs/certificates.md). So the zone is made as small as the
check of that situation allows, everything outside it is strewn anew, and the judge that lists every
situation is asked whether the claim is true of that board, too.

`python -m tests.fuzz.fitting_boards [1000]` asks about so many boards.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from goseki.proof import Section, grounds
from goseki.proof.tactics_claim import TacticsClaim
from goseki.proof.walk import Node, Walk
from goseki.reference.fight import NO_KO, Fight, Situation, indices
from tests.fuzz.mutate_tactics_proof import honest
from tests.judges.slow_tactics import TooLargeError
from tests.support.fight_claims import is_true

TRIES = 6
"""Boards that are tried for each situation."""


def walked(section: Section) -> tuple[TacticsClaim, Walk]:
    """A proof, played out again."""
    claim = TacticsClaim.from_header(section.claim)
    moves = iter(section.columns["answer"])
    walk = Walk(claim.fight, claim.aim, claim.start, lambda now: next(moves) - 2)
    walk.run()
    return claim, walk


def strewn_around(claim: TacticsClaim, node: Node, chance: random.Random) -> Situation | None:
    """A board that fits a situation, with other stones outside its zone; None if this one does not
    after all."""
    fight, now = claim.fight, node.now
    winners, losers = now.winners & (node.zone | fight.firm), now.losers & (node.zone | fight.firm)
    share = chance.random()
    for index in indices(fight.board & ~node.zone & ~fight.firm):
        if chance.random() < share:
            if chance.random() < 0.5:
                winners |= 1 << index
            else:
                losers |= 1 << index
    other = now._replace(winners=winners, losers=losers)
    empty = fight.empty(other)
    if not all(fight.breathes(b, empty) for s in (winners, losers) for b in fight.parts(s)):
        return None
    own = winners if claim.aim.owns_target else losers
    target = now.target & node.zone if claim.aim.owns_target else now.target & own
    if not target:
        return None
    whole = fight.joined(target, own)
    if whole != target and not claim.aim.owns_target:
        return None  # the judge's targets are whole blocks
    other = other._replace(target=whole)
    return other if _keeps_promises(fight, node, other) else None


def shrink(claim: TacticsClaim, node: Node, chance: random.Random) -> None:
    """Make the zone of a situation as small as its check allows, and its tenukis as few."""
    points = list(indices(node.zone))
    chance.shuffle(points)
    for index in points:
        node.zone ^= 1 << index
        if not _is_accepted(claim, node):
            node.zone ^= 1 << index
    node.tenukis -= 1
    if node.tenukis < 0 or not _is_accepted(claim, node):
        node.tenukis += 1


def _is_accepted(claim: TacticsClaim, node: Node) -> bool:
    try:
        grounds.check_situation(claim.fight, claim.aim, node)
    except grounds.WeakGroundsError:
        return False
    return True


def _keeps_promises(fight: Fight, node: Node, other: Situation) -> bool:
    empty = fight.empty(other)
    for stones in node.guarded:
        colour = other.winners if stones & other.winners else other.losers
        liberties = fight.border(fight.joined(stones, colour)) & empty & ~node.zone
        if liberties.bit_count() <= node.tenukis:
            return False
    return all(
        not e & other.winners and e & empty and not fight.border(e) & ~other.losers
        for e in node.estates
    )


def as_claim(claim: TacticsClaim, now: Situation) -> dict[str, Any]:
    """The claim that the winner wins a situation."""
    winner = claim.winner
    loser = "W" if winner == "B" else "B"
    threats: dict[Any, int | None] = {winner: now.winners_threats, loser: now.losers_threats}
    stones: dict[Any, int] = {winner: now.winners, loser: now.losers}
    return TacticsClaim(
        claim.grid,
        stones,
        to_play=winner if now.winner_moves else loser,
        goal=claim.goal,
        target=now.target,
        threats=threats,
        verdict=claim.verdict,
        firm=claim.firm,
    ).header()


def fitting(number: int, seed: int, most: int) -> Iterator[tuple[Node, dict[str, Any]]]:
    chance = random.Random(seed)
    walks = [walked(section) for section in honest(most) if section.claim["goal"] != "connect"]
    asked = 0
    while asked < number:
        claim, walk = chance.choice(walks)
        nodes = [n for n in walk.nodes.values() if not n.is_refused and n.now.ban == NO_KO]
        node = chance.choice(nodes)
        if not _is_accepted(claim, node):
            continue
        kept = node.zone, node.tenukis
        shrink(claim, node, chance)
        for _ in range(TRIES):
            other = strewn_around(claim, node, chance)
            if other is not None and (other.winners, other.losers) != node.now[:2]:
                asked += 1
                yield node, as_claim(claim, other)
        node.zone, node.tenukis = kept


def run(number: int, seed: int = 1, most: int = 120) -> Counter[str]:
    happened: Counter[str] = Counter()
    for node, claim in fitting(number, seed, most):
        try:
            truth = is_true(claim)
        except TooLargeError:
            happened["too large to judge"] += 1
            continue
        except AssertionError:
            happened["no position of the judge's"] += 1
            continue
        assert truth, f"{claim}\nfits {node.now}, {node.grounds}"
        promises = "guards or estates" if node.guarded or node.estates else "zone alone"
        happened[f"true, by {promises}"] += 1
    return happened


def main() -> None:
    print(dict(run(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)))


if __name__ == "__main__":
    main()
