"""The commands of a session that plays Phantom Go."""

from __future__ import annotations

from goseki.diagram import format_diagram
from goseki.gtp.commands import administration, clocks, moves, rule_sets
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandTable
from goseki.phantom.session import PhantomSession

table = CommandTable()


def _phantom(session: Session) -> PhantomSession:
    assert isinstance(session, PhantomSession)
    return session


@table.add("PG-SuggestMove", "[POINT]...")
def suggest_move(session: Session, arguments: Arguments) -> str:
    """A move to try; the points were refused in this turn."""
    return str(_phantom(session).suggest(arguments.points()))


@table.add("PG-MovePlayed", "[VERTEX]")
def move_played(session: Session, arguments: Arguments) -> str:
    """Our move was played; or, without an argument, the opponent has played."""
    if arguments:
        _phantom(session).note_own_move(arguments.vertex(0))
    else:
        _phantom(session).note_their_move()
    return ""


@table.add("PG-Passed")
def passed(session: Session, arguments: Arguments) -> str:
    """The opponent passes."""
    _phantom(session).note_their_pass()
    return ""


@table.add("PG-TriedMove")
def tried_move(session: Session, arguments: Arguments) -> str:
    """An attempt of the opponent was refused."""
    _phantom(session).note_their_refusal()
    return ""


@table.add("PG-StonesTaken", "POINT...")
def stones_taken(session: Session, arguments: Arguments) -> str:
    """The opponent's move took these stones of ours."""
    _phantom(session).note_lost(arguments.points())
    return ""


@table.add("PG-Caught", "NUMBER [POINT]...")
def caught(session: Session, arguments: Arguments) -> str:
    """Our move took so many stones, and these, if the rules tell which."""
    points = Arguments(arguments[1:]).points()
    _phantom(session).note_caught(arguments.integer(0, low=1, high=361), points)
    return ""


@table.add("PG-Color", "COLOR")
def color(session: Session, arguments: Arguments) -> str:
    """Say before the first move which colour we play."""
    _phantom(session).set_color(arguments.color(0))
    return ""


@table.add("PG-BeliefState")
@table.add("showboard")
def belief_state(session: Session, arguments: Arguments) -> str:
    """The board as our player believes it to be: X is Black, O is White, one row a line."""
    return format_diagram(_phantom(session).belief().signs)


_OTHERS = {
    **{name: run for name, run in administration.table.items() if name != "gogui-interrupt"},
    **{name: moves.table[name] for name in ("boardsize", "rectangular_boardsize", "clear_board")},
    **{name: rule_sets.table[name] for name in ("komi", "get_komi")},
    **clocks.table,
}

COMMANDS = CommandTable()
COMMANDS.update(_OTHERS)
COMMANDS.update(table)
