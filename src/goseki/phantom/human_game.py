"""A person's game against one of the players, which can be saved and taken up again.

It knows nothing of terminals or pages. These show `view` and `observations`, and pass on what the
person wants to try.
"""

from __future__ import annotations

from typing import Self

from goseki.coords import Color, Point, PointLike, opponent
from goseki.errors import GosekiError, PlayerError
from goseki.match.log import GameLog
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.game import suggestion, tell
from goseki.phantom.observation import Observation
from goseki.phantom.referee import Referee, replay
from goseki.phantom.rules import PhantomRules
from goseki.phantom.saved import read_saved, write_saved
from goseki.phantom.tournament import Entrant

_FORMAT = "goseki phantom game"


class HumanGame:
    """A game between a person and a computer.

    >>> from goseki.phantom import Settings
    >>> few = Entrant("mce_all", Settings(simulations=50))
    >>> game = HumanGame(PhantomRules.on("5x5"), "B", few, seed=1)
    >>> print(game.attempt("C3"))
    C3 is played
    >>> for seen in game.let_computer_play(): print(seen)
    the opponent has played
    >>> HumanGame.from_text(game.to_text()).referee.log == game.referee.log
    True
    """

    def __init__(
        self,
        rules: PhantomRules,
        color: Color,
        computer: Entrant,
        *,
        seed: int = 0,
        log: GameLog | None = None,
    ) -> None:
        self.rules = rules
        self.color: Color = color
        self.computer = computer
        self.seed = seed
        self.referee = Referee(rules) if log is None else replay(log, rules)
        self._player = computer.seat(rules, opponent(color), seed)
        self._told = 0
        self._tell_computer()

    @property
    def is_over(self) -> bool:
        return self.referee.is_over

    @property
    def persons_turn(self) -> bool:
        return not self.is_over and self.referee.to_play == self.color

    @property
    def observations(self) -> tuple[Observation, ...]:
        """All that the person has been told."""
        return self.referee.information_state(self.color).observations

    @property
    def view(self) -> BeliefBoard:
        """The person's stones, and one of the opponent on every point that was refused."""
        belief = BeliefBoard(self.rules, self.color)
        for seen in self.observations:
            belief.observe(seen)
        return belief

    def attempt(self, point: PointLike) -> Observation:
        """The person tries a point, or passes."""
        seen = self.referee.attempt(self.color, point)
        self._tell_computer()
        return seen

    def resign(self) -> None:
        self.referee.forfeit(self.color, "resigned")

    def let_computer_play(self) -> list[Observation]:
        """Let the computer take its whole turn, and return what the person is told meanwhile."""
        start = len(self.observations)
        while not self.is_over and not self.persons_turn:
            try:
                point = suggestion(self._player)
            except PlayerError as error:
                self.referee.forfeit(opponent(self.color), error.fault, str(error))
                break
            self.referee.attempt(opponent(self.color), point)
            self._tell_computer()
        return self.referee.observations_since(self.color, start)

    def suggested_probes(self) -> list[Point]:
        """Points of groups that seem to have no liberty: trying one may capture now (2.5.4)."""
        belief = self.view
        refused = self.referee.information_state(self.color).refused
        tried = {self.rules.size.index(point) for point in refused}
        found: list[Point] = []
        while (probe := belief.probe(tried)) is not None:
            found.append(self.rules.size.point(probe))
            tried.add(probe)
        return found

    def close(self) -> None:
        """End the process of the opponent, if it has one."""
        self._player.close()

    def _tell_computer(self) -> None:
        color = opponent(self.color)
        for seen in self.referee.observations_since(color, self._told):
            self._told += 1
            try:
                tell(self._player, seen)
            except PlayerError as error:
                if not self.is_over:
                    self.referee.forfeit(color, error.fault, str(error))

    # -- saved, and taken up again --------------------------------------------------------

    def to_text(self) -> str:
        """The whole game as one JSON object."""
        return write_saved(
            _FORMAT,
            self.rules,
            self.color,
            self.computer,
            self.seed,
            log=str(self.referee.log),
        )

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The game that `to_text` wrote."""
        saved = read_saved(text, _FORMAT, "log")
        if not isinstance(saved.record, str):
            raise GosekiError("a saved game that is broken: its log is no text")
        log = GameLog.parse(saved.record)
        return cls(saved.rules, saved.color, saved.computer, seed=saved.seed, log=log)
