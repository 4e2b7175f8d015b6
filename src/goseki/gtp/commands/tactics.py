"""Tactical questions in the words of GNU Go, so that its regression suites run.

Answers are codes: 0, it fails; 1, it works; 2, it works unless the other side has a ko threat;
3, it works with a ko threat of one's own. A move follows where it works. What the time does not
decide is guessed (`goseki.gtp.guess`): this vocabulary has no word for it. `goseki-evidence` says
whether the last answer was proven.

`attack` and `defend` are about one block, the `owl` commands and `dragon_status` about all blocks
that hang together with it. To GNU Go a stone that is taken in a ko is not captured but attacked by
ko, for it can be taken back, and one that is taken into a snapback is not captured at all. To us it
is captured (docs/tactics.md), so what is proven of a single stone is read once more in their sense.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from goseki.board import Board
from goseki.coords import COLOR_NAMES, Color, Point, opponent
from goseki.evidence import Evidence
from goseki.gtp.codes import Reply, first, guessed, known, vertex
from goseki.gtp.commands.solving import LONGEST, MEMORY, stop_if_interrupted
from goseki.gtp.guess import (
    Guess,
    guess_capture,
    guess_connection,
    guess_survival,
    guess_taking_back,
)
from goseki.gtp.race import guess_race
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable
from goseki.life import chains
from goseki.tactics import Goal, Ladder, Solution, read_ladder, solve_problem

table = CommandTable()

SHARE_OF_READING = 0.4
"""Of the time for an answer, kept to read what is not proven."""
SHARE_OF_RANDOM_GAMES = 0.15
"""The same where random games are asked, which tell soon what they have to tell."""
LEAST_GUESS, LONGEST_GUESS = 0.01, 10.0
SHARE_OF_A_PROOF = 0.3
"""Of the time that is left, to prove one half of a race; the rest is for a guess."""
SHARE_OF_A_WON_RACE = 0.25
"""Of the time that is left, to prove that who captures the other block is saved by that."""


@table.add("attack", "VERTEX")
def attack(session: Session, arguments: Arguments) -> str:
    """Whether the block at a stone can be captured by its opponent, who moves first."""
    stone = arguments.point(0)
    mover = opponent(_color(session, stone))
    return _tell(session, _capture(_Asked(session), stone, mover))


@table.add("defend", "VERTEX")
def defend(session: Session, arguments: Arguments) -> str:
    """Whether the block at a stone can be saved by its owner, who moves first."""
    stone = arguments.point(0)
    return _tell(session, _capture(_Asked(session), stone, _color(session, stone)))


@table.add("owl_attack", "VERTEX")
def owl_attack(session: Session, arguments: Arguments) -> str:
    """Whether the group of a stone can be killed by its opponent, who moves first."""
    stone = arguments.point(0)
    mover = opponent(_color(session, stone))
    return _tell(session, _kill(_Asked(session, SHARE_OF_RANDOM_GAMES), stone, mover))


@table.add("owl_defend", "VERTEX")
def owl_defend(session: Session, arguments: Arguments) -> str:
    """Whether the group of a stone can be saved by its owner, who moves first."""
    stone = arguments.point(0)
    return _tell(
        session, _kill(_Asked(session, SHARE_OF_RANDOM_GAMES), stone, _color(session, stone))
    )


@table.add("ladder_attack", "VERTEX")
def ladder_attack(session: Session, arguments: Arguments) -> str:
    """Whether the block at a stone is captured in a ladder by its opponent, who moves first."""
    stone = arguments.point(0)
    attacker = opponent(_color(session, stone))

    def read(threats: dict[Color, int | None]) -> Ladder:
        return read_ladder(
            session.board,
            stone,
            attacker,
            threats=threats,
            seconds=_limit(session.settings.seconds),
            progress=stop_if_interrupted(session),
        )

    fair = read({attacker: 0, opponent(attacker): 0})
    reply = Reply(0, evidence="estimate" if fair.status == "unknown" else "proven")
    if fair.status == "captured":
        reply = replace(reply, code=2 if fair.ko else 1, move=first(fair.best))
    elif fair.ko:
        helped = read({attacker: 1, opponent(attacker): 0})
        if helped.status == "captured":
            reply = replace(reply, code=3, move=first(helped.best))
    return _tell(session, reply)


@table.add("connect", "VERTEX VERTEX")
def connect(session: Session, arguments: Arguments) -> str:
    """Whether two blocks can be connected by their owner, who moves first."""
    return _tell(session, _connection(_Asked(session), arguments.points(), "connect"))


@table.add("disconnect", "VERTEX VERTEX")
def disconnect(session: Session, arguments: Arguments) -> str:
    """Whether two blocks can be cut apart by the opponent, who moves first."""
    return _tell(session, _connection(_Asked(session), arguments.points(), "cut"))


@table.add("analyze_semeai", "VERTEX VERTEX")
def analyze_semeai(session: Session, arguments: Arguments) -> str:
    """Whether the owner of the first block, who moves first, saves it and captures the second."""
    mine, theirs = arguments.points()
    mover = _color(session, mine)
    if _color(session, theirs) == mover:
        raise CommandError(f"{mine} and {theirs} are both {COLOR_NAMES[mover]}'s")
    asked = _Asked(session)
    attacked = known(asked.solve([theirs], "capture", mover, share=SHARE_OF_A_PROOF))
    is_won = attacked is not None and attacked.code == 1
    share = SHARE_OF_A_WON_RACE if is_won else SHARE_OF_A_PROOF
    defended = known(asked.solve([mine], "capture", mover, share=share))
    race = guess_race(asked, session.board, mine, theirs, attacked, defended)
    session.evidence = _both(race.attacked, race.defended)
    move = race.attacked.move if race.attacked.code else race.defended.move
    return f"{race.defended.code} {race.attacked.code} {vertex(move)}"


@table.add("dragon_status", "VERTEX")
def dragon_status(session: Session, arguments: Arguments) -> str:
    """Whether the group of a stone is alive, dead, or critical, with the moves that kill and save
    it."""
    stone = arguments.point(0)
    color = _color(session, stone)
    asked = _Asked(session, SHARE_OF_RANDOM_GAMES)
    attacked = _kill(asked, stone, opponent(color), share=0.5)
    if not attacked.code:
        session.evidence = attacked.evidence
        return "alive"
    defended = _kill(asked, stone, color)
    if not defended.code:
        session.evidence = defended.evidence
        return "dead"
    session.evidence = _both(attacked, defended)
    return f"critical {vertex(attacked.move)} {vertex(defended.move)}"


@table.add("goseki-evidence")
def evidence(session: Session, arguments: Arguments) -> str:
    """Whether the last answer in GNU Go's words was proven or an estimate."""
    return session.evidence


@table.add("goseki-tactics", "VERTEX [SECONDS]")
def tactics(session: Session, arguments: Arguments) -> str:
    """What is proven of a block with either side first, and the best moves, in words."""
    seconds = arguments.seconds(1) if len(arguments) > 1 else session.settings.seconds
    found = solve_problem(
        session.board,
        [arguments.point(0)],
        both=True,
        seconds=_limit(seconds),
        memory=MEMORY,
        progress=stop_if_interrupted(session),
    )
    return found.sentence()


# -- questions --------------------------------------------------------------------------------


class _Asked:
    """A question of the controller, and the time that is left for it."""

    def __init__(self, session: Session, share_of_guesses: float = SHARE_OF_READING) -> None:
        self.board = session.board
        self._session = session
        seconds = _limit(session.settings.seconds)
        self._end = time.monotonic() + seconds
        self._kept = min(share_of_guesses * seconds, LONGEST_GUESS)

    def solve(
        self,
        stones: Sequence[Point],
        goal: Goal,
        mover: Color | None = None,
        *,
        share: float = 1.0,
        board: Board | None = None,
        firm: frozenset[Point] = frozenset(),
    ) -> Solution:
        """Search for a proof, within a share of what is left."""
        left = self._end - self._kept - time.monotonic()
        found = solve_problem(
            self.board if board is None else board,
            list(stones),
            goal,
            mover,
            firm=firm,
            every_best=False,
            seconds=_limit(share * left),
            memory=MEMORY,
            progress=stop_if_interrupted(self._session),
        )
        if found.interrupted and not self._session.interrupted():
            raise KeyboardInterrupt  # Ctrl-C, not the wish of the controller
        return found

    def guess_seconds(self, share: float = 1.0) -> float:
        """What is left for a guess; the controller may be in a hurry."""
        if self._session.interrupted():
            return LEAST_GUESS
        return max(share * (self._end - time.monotonic()), LEAST_GUESS)


def _capture(asked: _Asked, stone: Point, mover: Color) -> Reply:
    solution = asked.solve([stone], "capture", mover)
    found = known(solution)
    if found is None:
        return guessed(guess_capture(asked.board, stone, mover, asked.guess_seconds()))
    if solution.status != "captured" or len(asked.board.block(stone)) > 1:
        return found
    guess = guess_taking_back(asked.board, stone, mover, asked.guess_seconds())
    return replace(found, evidence="estimate") if guess is None else guessed(guess)


def _kill(asked: _Asked, stone: Point, mover: Color, *, share: float = 1.0) -> Reply:
    """Whether a group is killed. One block is as good as captured."""
    color = asked.board.at(stone)
    blocks = _group(asked.board, stone)
    goal: Goal = "capture"
    if len(blocks) > 1:
        goal = "live" if color == mover else "kill"
    found = known(asked.solve(blocks, goal, mover, share=share))
    return found or _guess_life(asked, blocks, mover, share=share)


def _connection(asked: _Asked, stones: list[Point], goal: Goal) -> Reply:
    solution = asked.solve(stones, goal)
    found = known(solution)
    if found is None:
        mover, seconds = solution.to_play, asked.guess_seconds()
        found = guessed(guess_connection(asked.board, stones[0], stones[1], mover, seconds))
    return found


def _guess_life(
    asked: _Asked, blocks: Sequence[Point], mover: Color, *, share: float = 1.0
) -> Reply:
    chance = guess_survival(asked.board, blocks, mover, asked.guess_seconds(share))
    is_own = asked.board.at(blocks[0]) == mover
    return guessed(Guess(chance.survives == is_own, chance.move))


def _group(board: Board, stone: Point) -> list[Point]:
    """A stone of each block that nothing can cut off from this one, which comes first."""
    color = board.at(stone)
    assert color is not None
    [found] = (c for c in chains(board, color, miai=True) if any(stone in b.stones for b in c))
    return [stone, *(block.stones[0] for block in found if stone not in block.stones)]


# -- answers ----------------------------------------------------------------------------------


def _tell(session: Session, reply: Reply) -> str:
    session.evidence = reply.evidence
    return str(reply)


def _both(one: Reply, other: Reply) -> Evidence:
    return "proven" if one.evidence == other.evidence == "proven" else "estimate"


def _color(session: Session, stone: Point) -> Color:
    color = session.board.at(stone)
    if color is None:
        raise CommandError(f"there is no stone on {stone}")
    return color


def _limit(seconds: float) -> float:
    return min(max(seconds, 0.001), LONGEST)
