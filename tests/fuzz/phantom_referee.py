"""Attempts of all sorts at the referee of Phantom Go: in and out of turn, junk, after the end.

    python -m tests.fuzz.phantom_referee 10000

judges that many sequences of attempts. What is bad input must be one clear line and change
nothing, and at the end log, board and information states must agree.
"""

from __future__ import annotations

import random
import sys

from goseki import GosekiError
from goseki.coords import Size, opponent
from goseki.phantom import PhantomRules, Referee, replay

ATTEMPTS = 60
JUNK = ("Z99", "", "A0", "T19", -2, 10**9, 3.5, "resign")
SMALL_RULES = [
    PhantomRules(size, komi, refusal, captures, atari, repetition)
    for size, komi, refusal, captures, atari, repetition in [
        (Size(3, 1), 0.5, "bare", "number", False, "ignored"),
        (Size(2, 2), 0.5, "cause", "points", True, "draw"),
        (Size(3, 3), 6.5, "bare", "number", False, "ignored"),
        (Size(4, 3), 0.0, "color", "number", True, "ignored"),
        (Size(5, 5), 6.5, "bare", "points", False, "draw"),
    ]
]


def check_sequence(seed: int, rules: PhantomRules) -> int:
    """Make random attempts, assert that all is in order, and return how many were judged."""
    rng = random.Random(seed)
    referee = Referee(rules)
    for _ in range(ATTEMPTS):
        before = (referee.log, referee.attempts, referee.to_play)
        junk = rng.random() < 0.2
        point = rng.choice(JUNK) if junk else rng.randrange(-1, rules.size.points)
        try:
            referee.attempt(rng.choice(("B", "W")), point)  # type: ignore[arg-type]
        except GosekiError as error:
            assert "\n" not in str(error)
            assert (referee.log, referee.attempts, referee.to_play) == before
    assert replay(referee.log, rules).log == referee.log
    for color in ("B", "W"):
        state = referee.information_state(color)
        board = referee.board
        assert state.own_stones == set(board.stones(color))
        assert state.opponent_stones <= set(board.stones(opponent(color)))
        assert state.opponent_count == len(board.stones(opponent(color)))
        if not referee.is_over:
            assert state.to_play == referee.to_play
    return referee.attempts


def main(sequences: int) -> None:
    judged = sum(check_sequence(i, SMALL_RULES[i % len(SMALL_RULES)]) for i in range(sequences))
    print(f"{sequences:,} sequences of {ATTEMPTS} attempts, {judged:,} judged, all in order")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
