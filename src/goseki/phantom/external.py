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

from goseki.clock import Clock
from goseki.coords import Color, Point
from goseki.errors import GosekiError, PlayerError
from goseki.gtp.client import PATIENCE
from goseki.gtp.player import EnginePlayer, read_vertex
from goseki.phantom.observation import Observation
from goseki.phantom.rules import PhantomRules

REFUSALS_A_POINT = 4
"""A turn with more refused attempts than this for every point is a flood, too: an engine that
is ahead could otherwise repeat a refused point until the cap on the game's length."""


class ExternalPlayer(EnginePlayer):
    """An engine that plays Phantom Go. The clock, seconds for the whole game, runs during every
    command of the game."""

    needed = ("PG-SuggestMove", "PG-MovePlayed", "PG-TriedMove", "PG-StonesTaken", "PG-Caught")

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
        own_clock = None if clock is None else Clock(clock)
        super().__init__(command, color, clock=own_clock, seconds=seconds, patience=patience)
        self.rules = rules
        self._refused: list[Point] = []
        self._is_set_up = False

    def suggest(self) -> Point:
        self._set_up()
        if len(self._refused) > REFUSALS_A_POINT * self.rules.size.points:
            raise PlayerError(
                "disqualified", f"{len(self._refused)} refused attempts in one turn are a flood"
            )
        self._tell_time(runs=True)
        answer = self._ask(" ".join(["PG-SuggestMove", *map(str, self._refused)]))
        if answer.lower() == "resign":
            raise PlayerError("resigned", "the engine resigned")
        return read_vertex(answer, self.rules.size, "tried")

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

    def _set_up(self) -> None:
        if self._is_set_up:
            return
        self._is_set_up = True
        self._start_game(self.rules.size, self.rules.komi)
        if "PG-Color" in self._engine.commands:
            self._engine.ask(f"PG-Color {self.color}")

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
