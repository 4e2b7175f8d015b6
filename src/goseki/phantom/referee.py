"""The referee has the true board, judges every attempt, and tells each player what the rules
allow and nothing else (Borsboom 2007, 1.3 and 2.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from goseki.board import Board, Score
from goseki.connected import neighbors_of
from goseki.coords import COLOR_NAMES, PASS, Color, Point, PointLike, opponent
from goseki.errors import Fault, GosekiError
from goseki.match.log import End, Forfeit, GameLog, Turn
from goseki.phantom.observation import Cause, InformationState, Observation
from goseki.phantom.rules import PhantomRules


class Referee:
    """A game in progress.

    >>> referee = Referee()
    >>> for color, point in (("B", "E5"), ("W", "E5"), ("W", "D5")):
    ...     print(referee.attempt(color, point))
    E5 is played
    E5 is refused
    D5 is played
    >>> for seen in referee.information_state("B").observations: print(seen)
    E5 is played
    an attempt of the opponent is refused
    the opponent has played
    >>> print(referee.log)
    E5 (E5)D5

    Players may hear only what `attempt` returns and their own `information_state`. Everything
    else here is the truth, and for spectators.
    """

    def __init__(self, rules: PhantomRules | None = None) -> None:
        self.rules = rules or PhantomRules()
        self.refusals: dict[Color, Counter[str]] = {"B": Counter(), "W": Counter()}
        """How many attempts were refused so far, by their true cause."""
        self.attempts = 0
        self._board = Board(self.rules.size, self.rules.go)
        self._end: End = "running"
        self._forfeit: Forfeit | None = None
        self._passes = 0
        self._turns: list[Turn] = []
        self._refused: list[Point] = []
        self._seen: dict[Color, list[Observation]] = {"B": [], "W": []}
        self._positions = {self._stones()}

    # -- playing --------------------------------------------------------------------------

    def attempt(self, color: Color, move: PointLike) -> Observation:
        """Judge an attempt to play on a point or to pass, and return what its player is told.

        Out of turn, off the board or after the end of the game a `GosekiError` is raised, and
        nothing changes.
        """
        if self.is_over:
            raise GosekiError(f"{color} {move}: the game is over ({self._end})")
        if color != self.to_play:
            raise GosekiError(f"{color} {move}: it is {COLOR_NAMES[self.to_play]}'s turn")
        index = self.rules.size.index(move)
        self.attempts += 1
        reason = self._board.why_illegal(index)
        if reason is not None:
            self._refuse(color, index, reason)
        elif index < 0:
            self._pass(color)
        else:
            self._play(color, index)
        if self._end == "running" and self.attempts >= self.rules.longest:
            self._end = "length"
        return self._seen[color][-1]

    def forfeit(self, loser: Color, fault: Fault, cause: str = "") -> None:
        """End the game: `loser` has lost on time, by disqualification or by resigning.

        >>> referee = Referee(); referee.forfeit("W", "time", "the clock of 9 s ran out")
        >>> referee.result, str(referee.log)
        ('B+T', 'B+T {the clock of 9 s ran out}')
        """
        if self.is_over:
            raise GosekiError(f"{loser} {fault}: the game is over ({self._end})")
        self._end = fault
        self._forfeit = Forfeit(loser, fault, cause)

    def _refuse(self, color: Color, index: int, reason: str) -> None:
        point = self.rules.size.point(index)
        self.refusals[color][reason] += 1
        self._refused.append(point)
        if self.rules.refusal_parts_passes:
            self._passes = 0
        told = Observation(True, "refused", point, cause=self._cause(index, reason))
        self._tell(color, told, Observation(False, "refused"))

    def _cause(self, index: int, reason: str) -> Cause | None:
        match self.rules.refusal:
            case "cause":
                return reason  # type: ignore[return-value]
            case "color":
                return self._board.at(index) or "empty"
            case _:
                return None

    def _pass(self, color: Color) -> None:
        self._board.play_assume_legal(-1)
        self._note_turn(PASS)
        self._passes += 1
        if self._passes == 2:
            self._end = "passes"
        elif self._board.is_over:  # it knows nothing of the refusal between the passes
            self._board.setup(to_play=opponent(color))
        self._tell(color, Observation(True, "passed"), Observation(False, "passed"))

    def _play(self, color: Color, index: int) -> None:
        point = self.rules.size.point(index)
        before = self._board.to_array().reshape(-1)
        taken_before = self._board.prisoners[color]
        self._board.play_assume_legal(index)
        taken = self._board.prisoners[color] - taken_before
        lost = self._gone(before) if taken else ()
        self._note_turn(point)
        self._passes = 0
        atari = self.rules.atari and self._gives_atari(color, index)
        which = lost if taken and self.rules.captures == "points" else None
        self._tell(
            color,
            Observation(True, "played", point, None, taken, which, atari=atari),
            Observation(False, "played", lost=lost, atari=atari),
        )
        self._note_repetition()

    def _gone(self, before: Iterable[int]) -> tuple[Point, ...]:
        now = self._board.to_array().reshape(-1)
        point = self.rules.size.point
        return tuple(point(i) for i, sign in enumerate(before) if sign and not now[i])

    def _gives_atari(self, color: Color, index: int) -> bool:
        return any(
            self._board.at(neighbor) == opponent(color)
            and len(self._board.block_liberties(neighbor)) == 1
            for neighbor in neighbors_of(self.rules.size)[index]
        )

    def _note_repetition(self) -> None:
        if self.rules.repetition == "ignored":
            return
        stones = self._stones()
        if stones in self._positions:
            self._end = "repetition"
        self._positions.add(stones)

    def _note_turn(self, move: Point) -> None:
        self._turns.append(Turn(tuple(self._refused), move))
        self._refused.clear()

    def _tell(self, color: Color, own: Observation, other: Observation) -> None:
        self._seen[color].append(own)
        self._seen[opponent(color)].append(other)

    def _stones(self) -> bytes:
        return self._board.to_array().tobytes()

    # -- what players may know ------------------------------------------------------------

    @property
    def to_play(self) -> Color:
        return self._board.to_play

    @property
    def is_over(self) -> bool:
        return self._end != "running"

    @property
    def end(self) -> End:
        """`running`, or how the game ended: by two passes, the cap on its length, a
        repetition, or because one side lost on time, by disqualification or by resigning."""
        return self._end

    def information_state(self, color: Color) -> InformationState:
        """All that a player has been told."""
        return InformationState(self.rules, color, tuple(self._seen[color]))

    def observations_since(self, color: Color, start: int) -> list[Observation]:
        """What a player has been told after the first `start` messages."""
        return self._seen[color][start:]

    # -- the truth ------------------------------------------------------------------------

    @property
    def board(self) -> Board:
        """A copy of the true board."""
        return self._board.copy()

    @property
    def log(self) -> GameLog:
        """The game so far."""
        unfinished = [Turn(tuple(self._refused), None)] if self._refused else []
        stopped = self._end if self._end in ("length", "repetition") else None
        return GameLog((*self._turns, *unfinished), stopped, self._forfeit)

    def score(self, dead: Iterable[PointLike] = ()) -> Score:
        """The count of the true board, however the game ended."""
        return self._board.score(dead)

    @property
    def lead(self) -> float:
        """Black's lead by the count, after komi. After a repetition, which is a draw, it is 0;
        if one side has forfeited the game, the other leads by the whole board."""
        if self._forfeit is not None:
            return float(self.rules.size.points * (-1 if self._forfeit.loser == "B" else 1))
        return 0.0 if self._end == "repetition" else self.score().lead

    @property
    def result(self) -> str:
        """The result as SGF writes it: `B+2.5`, `W+T` on time, or `0` for a draw."""
        if self._forfeit is not None:
            return self._forfeit.result
        return "0" if self._end == "repetition" else self.score().result


def replay(log: GameLog, rules: PhantomRules | None = None) -> Referee:
    """Play a log again, and check that the referee gives every verdict that the log has.

    >>> referee = replay(GameLog.parse("B2 (B2)A2 pass pass"), PhantomRules.on("3x3"))
    >>> dict(referee.refusals["W"]), referee.result
    ({'occupied': 1}, 'W+6.5')
    """
    referee = Referee(rules)
    ply = 1
    for color, point, played in log.attempts:
        try:
            seen = referee.attempt(color, point)
        except GosekiError as error:
            raise GosekiError(f"log: ply {ply}: {error}") from None
        if played == (seen.kind == "refused"):
            verdict = "played, but the rules refuse it" if played else "refused, but is legal"
            raise GosekiError(f"log: ply {ply}: {color} {point} is {verdict}")
        ply += played
    if log.forfeit is not None:
        if referee.is_over:
            raise GosekiError(f"log: {log.forfeit.result} in a game that is over ({referee.end})")
        referee.forfeit(log.forfeit.loser, log.forfeit.fault, log.forfeit.cause)
    if log.stopped is not None and referee.end != log.stopped:
        raise GosekiError(f"log: the game does not end by {log.stopped} under these rules")
    return referee
