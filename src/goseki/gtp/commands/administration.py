"""Commands about the program itself."""

from __future__ import annotations

import time

import goseki
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandTable

table = CommandTable()


@table.add("protocol_version")
def protocol_version(session: Session, arguments: Arguments) -> str:
    """The version of the protocol: 2."""
    return "2"


@table.add("name")
def name(session: Session, arguments: Arguments) -> str:
    """The name of the program."""
    return "Goseki"


@table.add("version")
def version(session: Session, arguments: Arguments) -> str:
    """The version of the program."""
    return goseki.__version__


@table.add("known_command", "NAME")
def known_command(session: Session, arguments: Arguments) -> str:
    """Whether there is such a command: true or false."""
    return "true" if arguments[0] in session.commands else "false"


@table.add("list_commands")
def list_commands(session: Session, arguments: Arguments) -> str:
    """The names of all commands, one a line."""
    return "\n".join(session.commands)


@table.add("quit")
def quit_session(session: Session, arguments: Arguments) -> str:
    """End the session."""
    session.finished = True
    return ""


@table.add("gogui-interrupt")
def interrupt(session: Session, arguments: Arguments) -> str:
    """Says that the comment `# interrupt` ends a long command early."""
    return ""


@table.add("cputime")
def cpu_time(session: Session, arguments: Arguments) -> str:
    """Seconds of processor time used so far."""
    return f"{time.process_time():.3f}"


@table.add("kgs-game_over")
def game_over(session: Session, arguments: Arguments) -> str:
    """KGS says that the game has ended."""
    return ""
