"""The claim that Black can force a lead in Go, or that White can prevent it.

Ends of games and unconditional territory need no record: `goseki.reference.static` settles them.
The weights of moves say who wins by a repetition: docs/certificates.md.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from goseki.coords import Size
from goseki.errors import CoordinateError
from goseki.proof.claim import COLOR_NAMES, ClaimError, Fault, Fields, draw
from goseki.proof.strategy import StrategyClaim
from goseki.reference.rules import Color
from goseki.reference.small import NO_KO, PASS, GoSituation, SmallGo
from goseki.reference.static import terminal_score, unconditional
from goseki.rules import SOLVER_SCORING, solver_scoring

MAX_POINTS = 33
"""With more, a key would not fit into 64 bits."""
MAX_PASS_WEIGHT = 2**32
CACHED_SCORES = 1 << 17
_FIELDS = (
    *("kind", "board", "to_play", "ko_point", "passes_needed", "ko", "ko_pass", "komi"),
    *("at_least", "winner", "pass_weight"),
)


class GoClaim(StrategyClaim[GoSituation]):
    """Black's lead is at least `at_least` if the winner is Black, less than it if White."""

    def __init__(
        self,
        game: SmallGo,
        start: GoSituation,
        *,
        ko: str,
        komi: float,
        at_least: float,
        winner: Color,
        pass_weight: int,
    ) -> None:
        self.game = game
        self.start = start
        self.ko = ko
        self.komi = komi
        self.at_least = at_least
        self.winner = winner
        self.threshold = math.ceil(_exact(at_least) + _exact(komi))
        """The same as a count on the board, without komi."""
        draw_is_enough = (at_least <= 0) == (winner == "B")
        self.step_cost = 0 if draw_is_enough else 1
        self.pass_weight = pass_weight
        if ko == "basic" and pass_weight != 0:
            raise ClaimError("passes weigh something, but decide nothing under basic ko")
        if ko == "cycle" and self.step_cost == 0 and pass_weight == 0:
            raise ClaimError("passes weigh nothing, but decide repetitions under cycle ko")
        self._lead = lru_cache(CACHED_SCORES)(self._terminal_lead)
        self._is_owned = lru_cache(CACHED_SCORES)(self._winner_owns_enough)

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> GoClaim:
        fields = Fields(header, _FIELDS)
        grid, black, white = fields.board("board", MAX_POINTS)
        game = SmallGo(grid.columns, grid.rows, ko_pass=fields.boolean("ko_pass"))
        needed = fields.integer("passes_needed", 2, 3)
        ko_point = _ko_index(header, grid.columns, grid.rows)
        start = game.start(black, white, fields.color("to_play"), ko_point, needed)
        reason = game.why_not_begun(start)
        if reason is not None:
            where = "" if ko_point == NO_KO else f" with ko_point {header['ko_point']}"
            raise ClaimError(f"its passes_needed are {needed}{where}, but {reason}")
        return cls(
            game,
            start,
            ko=fields.choice("ko", "basic", "cycle"),
            komi=fields.number("komi"),
            at_least=fields.number("at_least"),
            winner=fields.color("winner"),
            pass_weight=fields.integer("pass_weight", 0, MAX_PASS_WEIGHT),
        )

    def words(self) -> str:
        if self.winner == "B":
            return f"{self.setting()}, Black can force a lead of at least {_signed(self.at_least)}."
        return f"{self.setting()}, White can keep Black's lead below {_signed(self.at_least)}."

    def setting(self) -> str:
        """The position and the rules in words: two claims must share them to be put together."""
        size = f"{self.game.grid.columns}x{self.game.grid.rows}"
        mover = COLOR_NAMES[self.start.to_play]
        ko_point = self._ko_name(self.start)
        passes = {2: "two passes", 3: "three passes"}
        banned = (
            ""
            if ko_point is None
            else f", {ko_point} banned by ko, {passes[self.start.passes_needed]} needed to end"
        )
        end = "two passes end the game" + (", three after a new ko" if self.game.ko_pass else "")
        rules = f"{self.ko} ko, komi {_written(self.komi)}, {end}, scoring of {SOLVER_SCORING}"
        return f"On {size} with {mover} to move{banned} ({rules})"

    def _ko_name(self, situation: GoSituation) -> str | None:
        """The point where the side to move may not play."""
        if situation.ko == NO_KO:
            return None
        return str(Size(self.game.grid.columns, self.game.grid.rows).point(situation.ko))

    def terms(self) -> dict[str, Any]:
        return {
            "to_play": self.start.to_play,
            "ko_point": self._ko_name(self.start),
            "passes_needed": self.start.passes_needed,
            "ko": self.ko,
            "ko_pass": self.game.ko_pass,
            "komi": self.komi,
            "scoring": SOLVER_SCORING,
            "scoring_words": solver_scoring(),
            "at_least": self.at_least,
            "winner": self.winner,
        }

    def question(self) -> tuple[object, ...]:
        """Everything but the lead: two claims must share it to be put together."""
        start = self.start
        position = (start.black, start.white, start.to_play, start.ko, start.passes_needed)
        size = (self.game.grid.columns, self.game.grid.rows)
        return (size, position, self.ko, self.game.ko_pass, self.komi)

    def possible_scores(self) -> list[Fraction]:
        """What a game can end with: a count less komi, or 0 by repetition."""
        points = len(self.game.grid.points)
        counts = (lead - _exact(self.komi) for lead in range(-points, points + 1))
        return sorted({Fraction(0), *counts})

    def situation(self, key: int) -> GoSituation:
        return self.game.situation(key)

    def key(self, situation: GoSituation) -> int:
        return self.game.key(situation)

    def twin(self, key: int) -> int:
        """The situation that differs only in how many passes end the game. The credits of the two
        are the same, so that it makes no difference whether a repetition counts that number."""
        return key ^ 1

    def winner_moves(self, situation: GoSituation) -> bool:
        return situation.to_play == self.winner

    def play(self, situation: GoSituation, move: int) -> GoSituation | None:
        if move == PASS:
            return self.game.passed(situation)
        return self.game.play(situation, move) if move in self.game.grid.points else None

    def successors(self, situation: GoSituation) -> Iterator[tuple[int, GoSituation]]:
        return self.game.successors(situation)

    def weight(self, situation: GoSituation, move: int) -> int:
        if move != PASS:
            return -self.step_cost
        return (self.pass_weight if self.winner_moves(situation) else -self.pass_weight) - (
            self.step_cost
        )

    def is_over(self, situation: GoSituation) -> bool:
        return situation.over

    def settled(self, situation: GoSituation) -> int | None:
        number = min(situation.numbers)
        if situation.over:
            enough = self._lead(number) >= self.threshold
            return 0 if enough == (self.winner == "B") else None
        return 0 if self._is_owned(number) else None

    def _terminal_lead(self, number: int) -> int:
        grid = self.game.grid
        stones = grid.stones(*grid.position(number))
        return terminal_score(grid.columns, grid.rows, stones, remove_one_liberty_blocks=True)

    def _winner_owns_enough(self, number: int) -> bool:
        """Whether the winner reaches his aim by passing from here on."""
        grid = self.game.grid
        stones = grid.stones(*grid.position(number))
        owned = len(unconditional(grid.columns, grid.rows, stones, self.winner).area)
        points = len(grid.points)
        if self.winner == "B":
            return 2 * owned - points >= self.threshold
        return points - 2 * owned < self.threshold

    def fault(self, situation: GoSituation, reason: str, move: int | None = None) -> Fault:
        details = []
        ko_point = self._ko_name(situation)
        if ko_point is not None:
            details.append(f"ko at {ko_point}")
        if situation.passes:
            details.append(f"{situation.passes} of {situation.passes_needed} passes made")
        elif situation.passes_needed == 3:
            details.append("three passes end the game")
        board = draw(self.game.grid, situation.black, situation.white)
        return Fault(reason, board, situation.to_play, move, ", ".join(details), ko_point)


def conclusion(claims: list[GoClaim]) -> str | None:
    """What claims about one position say together, if that is more than each says.

    A lead that Black can force, and the next greater one that White can prevent, make an exact
    score; so does the greatest or least that there is.
    """
    if not claims or any(claim.question() != claims[0].question() for claim in claims):
        return None
    forced = [_exact(claim.at_least) for claim in claims if claim.winner == "B"]
    prevented = [_exact(claim.at_least) for claim in claims if claim.winner == "W"]
    left = [
        score
        for score in claims[0].possible_scores()
        if all(score >= lead for lead in forced) and all(score < lead for lead in prevented)
    ]
    if len(left) != 1:
        return None
    setting = claims[0].setting()
    return f"{setting}, Black's lead under best play is exactly {_signed(float(left[0]))}."


def _written(number: float) -> str:
    """A number with every digit, since what is below +1.0000001 need not be below +1.

    >>> _written(7.0), _written(-0.5), _written(1.0000001)
    ('7', '-0.5', '1.0000001')
    """
    return repr(float(number)).removesuffix(".0")


def _signed(number: float) -> str:
    return _written(number) if number < 0 else f"+{_written(abs(number))}"


def _exact(number: float) -> Fraction:
    """A number as it is written: 0.1 is a tenth."""
    return Fraction(str(number))


def _ko_index(header: Mapping[str, Any], columns: int, rows: int) -> int:
    name = header.get("ko_point")
    if name is None:
        return NO_KO
    try:
        index = Size(columns, rows).index(name) if isinstance(name, str) else NO_KO
    except CoordinateError:
        index = NO_KO
    if index == NO_KO:
        raise ClaimError("its ko_point cannot be read")
    return index
