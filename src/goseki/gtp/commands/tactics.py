"""Tactical questions in the words of GNU Go, so that its regression suites run.

Answers are codes: 0, it fails; 1, it works; 2, it works unless the other side has a ko threat;
3, it works with a ko threat of one's own. A move follows where it works. What the time does not
decide is guessed from what is known by then: this vocabulary has no word for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from goseki.coords import COLOR_NAMES, Color, Point, opponent
from goseki.gtp.commands.solving import LONGEST, MEMORY, stop_if_interrupted
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable
from goseki.tactics import Goal, Ladder, Solution, read_ladder, solve_problem

table = CommandTable()


@table.add("attack", "VERTEX")
@table.add("owl_attack", "VERTEX")
def attack(session: Session, arguments: Arguments) -> str:
    """Whether the block at a stone can be captured by its opponent, who moves first."""
    stone = arguments.point(0)
    return _answer(_capture(session, stone, opponent(_color(session, stone))))


@table.add("defend", "VERTEX")
@table.add("owl_defend", "VERTEX")
def defend(session: Session, arguments: Arguments) -> str:
    """Whether the block at a stone can be saved by its owner, who moves first."""
    stone = arguments.point(0)
    return _answer(_capture(session, stone, _color(session, stone)))


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
    if fair.status == "captured":
        return f"{2 if fair.ko else 1} {_vertex(fair.best)}"
    helped = read({attacker: 1, opponent(attacker): 0}) if fair.ko else fair
    return f"3 {_vertex(helped.best)}" if helped.status == "captured" else "0"


@table.add("connect", "VERTEX VERTEX")
def connect(session: Session, arguments: Arguments) -> str:
    """Whether two blocks can be connected by their owner, who moves first."""
    return _answer(_solve(session, arguments.points(), "connect"))


@table.add("disconnect", "VERTEX VERTEX")
def disconnect(session: Session, arguments: Arguments) -> str:
    """Whether two blocks can be cut apart by the opponent, who moves first."""
    return _answer(_solve(session, arguments.points(), "cut"))


@table.add("analyze_semeai", "VERTEX VERTEX")
def analyze_semeai(session: Session, arguments: Arguments) -> str:
    """Whether the owner of the first block, who moves first, saves it and captures the second."""
    mine, theirs = arguments.points()
    mover = _color(session, mine)
    if _color(session, theirs) == mover:
        raise CommandError(f"{mine} and {theirs} are both {COLOR_NAMES[mover]}'s")
    attacked = _capture(session, theirs, mover)
    if _code(attacked) == 1:
        return f"1 1 {_move(attacked)}"
    defended = _capture(session, mine, mover)
    chosen = attacked if _code(attacked) else defended
    return f"{_code(defended)} {_code(attacked)} {_move(chosen)}"


@table.add("dragon_status", "VERTEX")
def dragon_status(session: Session, arguments: Arguments) -> str:
    """Whether the block at a stone is alive, dead, or critical, with the moves that kill and save
    it."""
    stone = arguments.point(0)
    color = _color(session, stone)
    attacked = _capture(session, stone, opponent(color))
    if not _code(attacked):
        return "alive"
    defended = _capture(session, stone, color)
    if not _code(defended):
        return "dead"
    return f"critical {_move(attacked)} {_move(defended)}"


@table.add("goseki-tactics", "VERTEX [SECONDS]")
def tactics(session: Session, arguments: Arguments) -> str:
    """What is proven of a block with either side first, and the best moves, in words."""
    seconds = arguments.seconds(1) if len(arguments) > 1 else None
    found = _solve(session, [arguments.point(0)], None, both=True, seconds=seconds)
    return found.sentence()


def _color(session: Session, stone: Point) -> Color:
    color = session.board.at(stone)
    if color is None:
        raise CommandError(f"there is no stone on {stone}")
    return color


def _capture(session: Session, stone: Point, mover: Color) -> Solution:
    return _solve(session, [stone], "capture", mover)


def _solve(
    session: Session,
    stones: list[Point],
    goal: Goal | None,
    mover: Color | None = None,
    *,
    both: bool = False,
    seconds: float | None = None,
) -> Solution:
    limit = session.settings.seconds if seconds is None else seconds
    return solve_problem(
        session.board,
        stones,
        goal,
        mover,
        both=both,
        every_best=both,
        seconds=_limit(limit),
        memory=MEMORY,
        progress=stop_if_interrupted(session),
    )


def _limit(seconds: float) -> float:
    return min(max(seconds, 0.001), LONGEST)


def _answer(solution: Solution) -> str:
    code = _code(solution)
    return f"{code} {_move(solution)}" if code else "0"


def _code(solution: Solution) -> int:
    """How the side to move fares, in GNU Go's numbers."""
    attacks = solution.to_play != solution.color
    if solution.ko is not None and solution.ko.winner is not None:
        return 2 if solution.ko.winner == solution.to_play else 3
    match solution.status:
        case "captured" | "cut":
            return int(attacks)
        case "escapes" | "connected":
            return int(not attacks)
        case _:  # not decided: who must find something has not found it
            return int(not attacks and solution.goal == "capture")


def _move(solution: Solution) -> str:
    """A move that reaches it: of the line if there is one, for where a pass would do as well."""
    line = [move for move in solution.pv[:1] if not move.is_pass]
    best = [move for move in solution.best if not move.is_pass]
    if best and not (line and line[0] in best):
        line = best
    return _vertex(line)


def _vertex(moves: Sequence[Point]) -> str:
    """The first of some moves as GNU Go writes it."""
    return "PASS" if not moves or moves[0].is_pass else str(moves[0])
