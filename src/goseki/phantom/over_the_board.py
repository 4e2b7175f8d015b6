"""One of our players at a real board. A person referees, has the true position elsewhere, and
tells the program what the rules allow (Borsboom 2007, 2.1: the board without a referee).

The referee says about the attempt of whoever's turn it is:

    illegal                  the attempt is refused
    legal                    it is played
    legal 2                  it is played and takes two stones (of the opponent)
    legal D4 E4              it is played and takes these stones (of the program)
    pass                     the opponent passes (the program announces its own passes)
"""

from __future__ import annotations

from typing import Self

from goseki.coords import Color, Point, shorten
from goseki.errors import GosekiError
from goseki.phantom.belief import BeliefBoard
from goseki.phantom.observation import InformationState, Observation
from goseki.phantom.rules import PhantomRules
from goseki.phantom.saved import read_saved, write_saved
from goseki.phantom.tournament import Entrant

FORMAT = "goseki phantom game over the board"


class OverTheBoard:
    """One side of a game that a person referees.

    >>> from goseki.phantom import Settings
    >>> few = Entrant("mce_all", Settings(simulations=2000))
    >>> game = OverTheBoard(PhantomRules.on("5x5"), "B", few, seed=1)
    >>> str(game.propose()), str(game.say("legal")), str(game.say("illegal"))
    ('C3', 'C3 is played', 'an attempt of the opponent is refused')
    >>> str(game.say("legal C3"))
    'the opponent has played and taken C3'
    """

    def __init__(
        self, rules: PhantomRules, color: Color, computer: Entrant, *, seed: int = 0
    ) -> None:
        if computer.command:
            raise GosekiError("over the board one of our own players plays")
        self.rules = rules
        self.color: Color = color
        self.computer = computer
        self.seed = seed
        self.observations: list[Observation] = []
        self._player = computer.seat(rules, color, seed)
        self._proposed: Point | None = None

    @property
    def state(self) -> InformationState:
        return InformationState(self.rules, self.color, tuple(self.observations))

    @property
    def is_over(self) -> bool:
        """Whether both have passed."""
        return [seen.kind for seen in self.observations[-2:]] == ["passed", "passed"]

    @property
    def own_turn(self) -> bool:
        return not self.is_over and self.state.to_play == self.color

    @property
    def view(self) -> BeliefBoard:
        belief = BeliefBoard(self.rules, self.color)
        for seen in self.observations:
            belief.observe(seen)
        return belief

    def propose(self) -> Point:
        """What the program tries next. A pass needs no verdict, so it is noted at once."""
        if not self.own_turn:
            raise GosekiError("it is not the program's turn")
        if self._proposed is None:
            self._proposed = self._player.suggest()
        point = self._proposed
        if point.is_pass:
            self._note(Observation(True, "passed"))
        return point

    def say(self, words: str) -> Observation:
        """Note what the referee says. If that cannot be true, a `GosekiError` is raised and
        nothing changes."""
        if self.is_over:
            raise GosekiError("the game is over")
        seen = self._own_verdict(words) if self.own_turn else self._about_opponent(words)
        self._note(seen)
        return seen

    def take_back(self) -> None:
        """Forget what was said last."""
        if not self.observations:
            raise GosekiError("nothing was said yet")
        self._restart(self.observations[:-1])

    def _own_verdict(self, words: str) -> Observation:
        if self._proposed is None:
            raise GosekiError("nothing was tried yet")
        match words.lower().split():
            case ["illegal"]:
                return Observation(True, "refused", self._proposed)
            case ["legal"]:
                return Observation(True, "played", self._proposed)
            case ["legal", count] if count.isascii() and count.isdigit():
                there = self.state.opponent_count
                if not 1 <= int(count) <= there:
                    raise GosekiError(f"{count} taken: the opponent has {there} on the board")
                return Observation(True, "played", self._proposed, captured=int(count))
            case _:
                raise GosekiError(
                    f"{shorten(words)}: say legal, legal and how many it takes, or illegal"
                )

    def _about_opponent(self, words: str) -> Observation:
        match words.lower().split():
            case ["illegal"]:
                return Observation(False, "refused")
            case ["pass"]:
                return Observation(False, "passed")
            case ["legal", *names]:
                return Observation(False, "played", lost=self._own_stones(names))
            case _:
                raise GosekiError(
                    f"{shorten(words)}: say legal, legal and the stones it takes, illegal, or pass"
                )

    def _own_stones(self, names: list[str]) -> tuple[Point, ...]:
        points = tuple(Point.parse(name) for name in names)
        for point in points:
            if point not in self.state.own_stones:
                raise GosekiError(f"{point} is no stone of the program")
        return points

    def _note(self, seen: Observation) -> None:
        self.observations.append(seen)
        self._player.observe(seen)
        self._proposed = None

    def _restart(self, observations: list[Observation]) -> None:
        self.observations = []
        self._player = self.computer.seat(self.rules, self.color, self.seed)
        for seen in observations:
            self._note(seen)

    # -- saved, and taken up again --------------------------------------------------------

    def to_text(self) -> str:
        """The whole game as one JSON object: every verdict in the referee's words."""
        words = [_words(seen) for seen in self.observations]
        return write_saved(FORMAT, self.rules, self.color, self.computer, self.seed, said=words)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """The game that `to_text` wrote."""
        saved = read_saved(text, FORMAT, "said")
        if not isinstance(saved.record, list):
            raise GosekiError("a saved game that is broken: what was said is no list")
        game = cls(saved.rules, saved.color, saved.computer, seed=saved.seed)
        for number, words in enumerate(saved.record, 1):
            try:
                game._take_up(str(words))
            except GosekiError as error:
                raise GosekiError(f"saved game: line {number}: {error}") from None
        return game

    def _take_up(self, words: str) -> None:
        if self.own_turn:
            name, _, words = words.partition(" ")
            self._proposed = self.rules.size.point(self.rules.size.index(name))
            if self._proposed.is_pass:
                self._note(Observation(True, "passed"))
                return
        self.say(words)


def _words(seen: Observation) -> str:
    """What the referee said, after the point that the program tried."""
    if seen.kind == "passed":
        return "pass"
    verdict = "illegal" if seen.kind == "refused" else "legal"
    stones = [str(seen.captured)] if seen.captured else map(str, seen.lost)
    return " ".join([*([str(seen.point)] if seen.own else []), verdict, *stones])
