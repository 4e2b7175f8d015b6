"""Players that are processes of their own, and speak GTP with the commands of Borsboom (2007,
2.2), which begin with `PG-`.

    boardsize 9, komi 6.5, clear_board        as in any game
    PG-SuggestMove [POINT ...]                asks for a move; the points were refused this turn
    PG-MovePlayed [POINT|pass]                the engine's move is played; without a point, the
                                              opponent has played
    PG-TriedMove                              an attempt of the opponent was refused
    PG-StonesTaken POINT ...                  stones of the engine that the opponent's move took
    PG-Caught NUMBER [POINT ...]              how many stones the engine's move took (and which,
                                              where the rules tell)

Two more, which the thesis does not have, are sent only to engines that list them: `PG-Color B|W`
before a game, and `PG-Passed` when the opponent passes.

`goseki.gtp.client` says what becomes of a process that misbehaves.
"""

from __future__ import annotations

from typing import Self

from goseki.clock import Clock
from goseki.coords import Color, Point, Size
from goseki.errors import CoordinateError, GosekiError, PlayerError
from goseki.gtp.client import PATIENCE, GtpClient
from goseki.phantom.observation import Observation
from goseki.phantom.rules import PhantomRules

REFUSALS_A_POINT = 4
"""A turn with more refused attempts than this for every point is a flood, too: an engine that
is ahead could otherwise repeat a refused point until the cap on the game's length."""

_NEEDED = (
    "PG-SuggestMove",
    "PG-MovePlayed",
    "PG-TriedMove",
    "PG-StonesTaken",
    "PG-Caught",
)


class ExternalPlayer:
    """A player in a process of its own. Close it, or use it in a `with` statement.

    It loses on time when it has used up the `clock`, which is seconds for the whole game, or
    leaves any command unanswered for `patience` seconds. The engine is told the `seconds` for a
    move, but they are not enforced. The clock starts when the engine is set up for the game.
    """

    def __init__(
        self,
        command: str,
        rules: PhantomRules,
        color: Color,
        *,
        clock: float | None = None,
        seconds: float | None = None,
        patience: float = PATIENCE,
    ) -> None:
        if rules.refusal != "bare" or rules.atari:
            raise GosekiError("engines cannot be told causes of refusals or atari")
        self.command = command
        self.rules = rules
        self.color: Color = color
        self.clock = None if clock is None else Clock(clock)
        self._seconds = seconds
        self._refused: list[Point] = []
        self._engine = GtpClient(command, patience)
        self._is_set_up = False

    def suggest(self) -> Point:
        self._set_up()
        if len(self._refused) > REFUSALS_A_POINT * self.rules.size.points:
            raise PlayerError(
                "disqualified", f"{len(self._refused)} refused attempts in one turn are a flood"
            )
        if self.clock is not None and "time_left" in self._engine.commands:
            self._ask(f"time_left {self.color} {int(self.clock.left)} 0")
        answer = self._ask(" ".join(["PG-SuggestMove", *map(str, self._refused)]))
        if answer.lower() == "resign":
            raise PlayerError("resigned", "the engine resigned")
        try:
            return _on_board(answer, self.rules.size)
        except CoordinateError as error:
            raise PlayerError("disqualified", f"the engine tried {error}") from None

    def observe(self, seen: Observation) -> None:
        self._set_up()
        if seen.own and seen.kind == "refused":
            assert seen.point is not None
            self._refused.append(seen.point)
            return
        self._refused.clear()
        for line in messages(seen):
            if line.split()[0] in self._engine.commands:
                self._ask(line)

    def close(self) -> None:
        """End the process."""
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _set_up(self) -> None:
        """Put the engine before an empty board. That happens at its first use, so that a failure
        belongs to the game."""
        if self._is_set_up:
            return
        self._is_set_up = True
        engine = self._engine
        missing = [name for name in _NEEDED if name not in engine.commands]
        if missing:
            raise PlayerError("disqualified", f"the engine does not know {' '.join(missing)}")
        engine.start_game(self.rules.size, self.rules.komi)
        if "PG-Color" in engine.commands:
            engine.ask(f"PG-Color {self.color}")
        if "time_settings" in engine.commands:
            if self.clock is not None:
                engine.ask(f"time_settings {int(self.clock.left)} 0 0")
            elif self._seconds is not None:
                engine.ask(f"time_settings 0 {max(1.0, self._seconds):.0f} 1")

    def _ask(self, line: str) -> str:
        """The answer to a command of the game. The clock runs, whatever the command is."""
        return self._engine.ask(line, clock=self.clock)


def messages(seen: Observation) -> list[str]:
    """The commands that tell an engine what it observes. A refusal of its own attempt needs none:
    it comes with the next `PG-SuggestMove`.

    >>> messages(Observation(True, "played", Point.parse("E5"), captured=2))
    ['PG-MovePlayed E5', 'PG-Caught 2']
    >>> messages(Observation(False, "played", lost=(Point.parse("D4"),)))
    ['PG-MovePlayed', 'PG-StonesTaken D4']
    """
    if seen.kind == "refused":
        return [] if seen.own else ["PG-TriedMove"]
    if seen.kind == "passed":
        return ["PG-MovePlayed pass"] if seen.own else ["PG-Passed"]
    if not seen.own:
        taken = " ".join(["PG-StonesTaken", *map(str, seen.lost)])
        return ["PG-MovePlayed", *([taken] if seen.lost else [])]
    which = map(str, seen.captured_points or ())
    caught = " ".join(["PG-Caught", str(seen.captured), *which])
    return [f"PG-MovePlayed {seen.point}", *([caught] if seen.captured else [])]


def _on_board(answer: str, size: Size) -> Point:
    return size.point(size.index(answer))
