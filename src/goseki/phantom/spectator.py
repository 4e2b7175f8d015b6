"""A game as spectators see it: the true board, and beside it what each side believes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from goseki.coords import COLOR_NAMES, Color, Point
from goseki.match.log import GameLog
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.observation import Observation
from goseki.phantom.referee import Referee, replay
from goseki.phantom.rules import PhantomRules


@dataclass(frozen=True, eq=False)
class Frame:
    """The three boards (rows x columns: +1 Black, -1 White, 0 empty) after an attempt."""

    attempts: int
    color: Color | None
    """Who made the attempt; `None` before the first."""
    point: Point | None
    """Where; `None` for a pass."""
    refused: str
    """The true cause of a refusal, or nothing."""
    black: npt.NDArray[np.int8]
    """What Black believes (the belief board of the thesis)."""
    truth: npt.NDArray[np.int8]
    white: npt.NDArray[np.int8]
    hidden: tuple[int, int]
    """How many stones Black and White know of without knowing where they are."""
    told: tuple[str, str]
    """What Black and White were told."""
    end: str = ""
    """The result and its reason, if the game has ended."""

    @property
    def text(self) -> str:
        """One line on what happened."""
        if self.color is None:
            return self.end or "the board is empty"
        where = "passes" if self.point is None else f"{self.point}"
        how = f" is refused: {self.refused}" if self.refused else ""
        line = f"{self.attempts}. {COLOR_NAMES[self.color]} {where}{how}"
        return f"{line}; {self.end}" if self.end else line


class Spectator:
    """Follows a referee, one frame an attempt.

    >>> referee = Referee(PhantomRules.on("3x3"))
    >>> spectator = Spectator(referee)
    >>> for color, point in (("B", "B2"), ("W", "B2")):
    ...     seen = referee.attempt(color, point)
    ...     print(spectator.look().text)
    1. Black B2
    2. White B2 is refused: occupied
    """

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self._beliefs = {
            "B": BeliefBoard(referee.rules, "B"),
            "W": BeliefBoard(referee.rules, "W"),
        }
        self._heard = 0
        self._causes = dict.fromkeys(("occupied", "suicide", "ko"), 0)

    def look(self) -> Frame:
        """The boards as they are now. To be called after each attempt."""
        news: dict[Color, list[Observation]] = {
            color: self.referee.observations_since(color, self._heard) for color in COLOR_NAMES
        }
        self._heard += len(news["B"])
        for color, seen in news.items():
            for each in seen:
                self._beliefs[color].observe(each)
        mover = next((color for color, seen in news.items() if seen and seen[-1].own), None)
        attempt = news[mover][-1] if mover else None
        black, white = self._beliefs["B"], self._beliefs["W"]
        return Frame(
            self.referee.attempts,
            mover,
            attempt.point if attempt else None,
            self._cause(),
            black.signs,
            self.referee.board.to_array(),
            white.signs,
            (black.unknown, white.unknown),
            (_last(news["B"]), _last(news["W"])),
            self._end(),
        )

    def _cause(self) -> str:
        """The cause of the refusal since the last look, if there was one."""
        found = ""
        refusals = self.referee.refusals
        for cause, before in self._causes.items():
            now = refusals["B"][cause] + refusals["W"][cause]
            if now > before:
                self._causes[cause], found = now, cause
        return found

    def _end(self) -> str:
        referee = self.referee
        return f"{referee.result} ({referee.end})" if referee.is_over else ""


def frames_of(log: GameLog, rules: PhantomRules) -> list[Frame]:
    """All frames of a game, the empty board first. Every verdict of the log is checked.

    >>> [frame.text for frame in frames_of(GameLog.parse("B2 pass pass"), PhantomRules.on("3x3"))]
    ['the board is empty', '1. Black B2', '2. White passes', '3. Black passes; B+2.5 (passes)']
    """
    replay(log, rules)
    referee = Referee(rules)
    spectator = Spectator(referee)
    frames = [spectator.look()]
    for color, point, _ in log.attempts:
        referee.attempt(color, point)
        frames.append(spectator.look())
    if log.forfeit is not None:
        referee.forfeit(log.forfeit.loser, log.forfeit.fault, log.forfeit.cause)
        frames.append(spectator.look())
    return frames


def _last(news: list[Observation]) -> str:
    return str(news[-1]) if news else ""
