"""Random games of Phantom Go on our referee and on OpenSpiel's `phantom_go`, move by move.

    python -m tests.judges.openspiel_phantom 10000

plays that many, on boards from 2x2 to 9x9, and compares whose turn it is, what may be tried,
every verdict, the true board, both players' views, the end and the returns.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from goseki.coords import Color, Point
from goseki.phantom import Observation, PhantomRules, Referee

SIDES = (2, 3, 4, 5, 6, 7, 9)
COLORS: tuple[Color, Color] = ("B", "W")


def compare_game(side: int, seed: int) -> int:
    """Play one random game on both and return its number of attempts; assert all agree."""
    import pyspiel

    rng = random.Random(seed)
    komi = rng.choice((0.0, 0.5, 7.5))
    theirs = pyspiel.load_game("phantom_go", {"board_size": side, "komi": komi}).new_initial_state()
    ours = Referee(PhantomRules.openspiel(f"{side}x{side}", komi))
    share_of_passes = rng.choice((0.0, 0.02, 0.3))
    while not theirs.is_terminal():
        color = COLORS[theirs.current_player()]
        assert (ours.is_over, ours.to_play) == (False, color)
        actions = theirs.legal_actions()
        assert actions == allowed_actions(ours, color)
        action = actions[-1] if rng.random() < share_of_passes else rng.choice(actions)
        before = theirs.current_player()
        theirs.apply_action(action)
        seen = ours.attempt(color, point_of(action, side))
        text = str(theirs)
        assert text.split("Observation")[0].split("\n", 1)[1].strip() == drawing(ours.board, side)
        if not theirs.is_terminal():
            assert (seen.kind == "refused") == (theirs.current_player() == before)
        compare_views(ours, theirs, seen)
    assert ours.is_over
    assert theirs.returns() == returns(ours)
    return ours.attempts


def compare_views(ours: Referee, theirs: Any, seen: Observation) -> None:
    side = ours.rules.size.rows
    for player, color in enumerate(COLORS):
        state = ours.information_state(color)
        stones = dict.fromkeys(state.own_stones, color)
        stones |= dict.fromkeys(state.opponent_stones, COLORS[1 - player])
        board, verdict = theirs.observation_string(player).split("Previous move ")
        assert board.strip() == rows(stones, side)
        assert ("observational" in verdict) == (seen.kind == "refused")


def point_of(action: int, side: int) -> Point | str:
    return "pass" if action == side * side else Point(action % side, action // side)


def allowed_actions(referee: Referee, color: Color) -> list[int]:
    """OpenSpiel's actions: points that look empty to the player, and the pass."""
    state = referee.information_state(color)
    side = referee.rules.size.rows
    taken = state.own_stones | state.opponent_stones
    points = [row * side + column for row in range(side) for column in range(side)]
    return [a for a in points if point_of(a, side) not in taken] + [side * side]


def drawing(board: Any, side: int) -> str:
    stones = {point: color for color in COLORS for point in board.stones(color)}
    return rows(stones, side)


def rows(stones: dict[Point, Color], side: int) -> str:
    signs = {"B": "X", "W": "O", None: "+"}
    lines = [
        f" {row + 1} " + "".join(signs[stones.get(Point(column, row))] for column in range(side))
        for row in reversed(range(side))
    ]
    return "\n".join([*lines, "   " + "ABCDEFGHJ"[:side]]).strip()


def returns(referee: Referee) -> list[float]:
    lead = referee.lead
    sign = float((lead > 0) - (lead < 0))
    return [sign, -sign]


def main(games: int) -> None:
    attempts = 0
    for game in range(games):
        attempts += compare_game(SIDES[game % len(SIDES)], game)
    print(f"{games:,} games, {attempts:,} attempts, no difference")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
