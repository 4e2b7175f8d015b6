"""Claims that are proven by a complete strategy with credits.

A record is a situation, the winner's move in it (`LOSER_TO_MOVE` where the choice is not his)
and a credit. Every record is checked by itself: the winner's move, or each move of the loser,
must lead to a situation that has a record, or that is settled without play, and whose credit
is at most this one plus what the move weighs. docs/certificates.md shows why that is a proof.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar, Generic, TypeVar

from goseki.proof.claim import Fault
from goseki.proof.container import SectionReader

LOSER_TO_MOVE = -2

Situation = TypeVar("Situation")


class StrategyClaim(ABC, Generic[Situation]):
    """A claim that one side, the winner, reaches his aim in some game."""

    columns: ClassVar[dict[str, str]] = {"key": "u64", "move": "i8", "credit": "u64"}

    start: Situation
    """The situation that the claim is about."""

    @abstractmethod
    def situation(self, key: int) -> Situation:
        """The situation of a key, in which the game is not over; ValueError if there is none."""

    @abstractmethod
    def key(self, situation: Situation) -> int:
        """The least key among the situations equal to this one by symmetry."""

    @abstractmethod
    def winner_moves(self, situation: Situation) -> bool: ...

    @abstractmethod
    def play(self, situation: Situation, move: int) -> Situation | None:
        """What the move leads to, None where it is illegal."""

    @abstractmethod
    def successors(self, situation: Situation) -> Iterator[tuple[int, Situation]]:
        """All legal moves with what they lead to."""

    @abstractmethod
    def weight(self, situation: Situation, move: int) -> int:
        """What a move adds to the winner's credit."""

    @abstractmethod
    def is_over(self, situation: Situation) -> bool: ...

    @abstractmethod
    def settled(self, situation: Situation) -> int | None:
        """The credit with which the winner is sure of his aim without a record, or None."""

    @abstractmethod
    def fault(self, situation: Situation, reason: str, move: int | None = None) -> Fault: ...

    @abstractmethod
    def terms(self) -> dict[str, Any]:
        """Everything but the stones that the claim depends on, as JSON values."""

    def board(self) -> list[str]:
        return self.fault(self.start, "").board

    def twin(self, key: int) -> int | None:
        """The key that must have the same credit as this one, where it has a record."""
        return None

    def most_credit(self) -> int | None:
        """The most that the credit of the start may be, None for no bound."""
        return None

    def check_start(self, section: SectionReader) -> Fault | None:
        credit = self._credit(section, self.start)
        if credit is None:
            return self.fault(self.start, "the proof has no record of the start")
        most = self.most_credit()
        if most is not None and credit > most:
            return self.fault(self.start, f"the start needs a credit of {credit}, not {most}")
        return None

    def check_chunk(self, section: SectionReader, number: int) -> Fault | None:
        for key, move, credit in section.rows(number):
            fault = self._check_record(section, key, move, credit)
            if fault is not None:
                return fault
        return None

    def _check_record(
        self, section: SectionReader, key: int, move: int, credit: int
    ) -> Fault | None:
        try:
            now = self.situation(key)
        except ValueError as error:
            return self.fault(self.start, f"the record {key} describes no situation: {error}")
        moves: list[tuple[int, Situation]] | Iterator[tuple[int, Situation]]
        if self.winner_moves(now):
            after = self.play(now, move)
            if after is None:
                return self.fault(now, "the winner's move is illegal", move)
            moves = [(move, after)]
        elif move != LOSER_TO_MOVE:
            return self.fault(now, "the proof chooses a move for the loser", move)
        else:
            moves = self.successors(now)
        for choice, after in moves:
            needed = self._credit(section, after)
            if needed is None:
                return self.fault(now, self._open_reason(now, after), choice)
            if credit < needed - self.weight(now, choice):
                return self.fault(
                    now, f"the credit {credit} does not pay for a move to one of {needed}", choice
                )
        return self._check_twin(section, now, key, credit)

    def _check_twin(
        self, section: SectionReader, now: Situation, key: int, credit: int
    ) -> Fault | None:
        twin = self.twin(key)
        record = None if twin is None else section.find(twin)
        if record is None or record[2] == credit:
            return None
        return self.fault(now, "the credit changes with the number of passes needed")

    def _credit(self, section: SectionReader, situation: Situation) -> int | None:
        """The credit that a situation needs, by its record or because it is settled. None if it
        has no record and is not settled."""
        if not self.is_over(situation):
            record = section.find(self.key(situation))
            if record is not None:
                return record[2]
        return self.settled(situation)

    def _open_reason(self, now: Situation, after: Situation) -> str:
        who = "the winner's" if self.winner_moves(now) else "a loser's"
        if self.is_over(after):
            return f"{who} move ends the game, and not as claimed"
        return f"{who} move leads to a situation that has no record and is not settled"
