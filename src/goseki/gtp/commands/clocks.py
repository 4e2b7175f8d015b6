"""Commands about time."""

from __future__ import annotations

from goseki.clock import TimeSettings
from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable

table = CommandTable()

_WORDS = {"none": 1, "absolute": 2, "byoyomi": 4, "canadian": 4}


@table.add("time_settings", "MAIN_TIME BYO_YOMI_TIME BYO_YOMI_STONES")
def time_settings(session: Session, arguments: Arguments) -> str:
    """Set both clocks: main time, and Canadian overtime."""
    session.set_time(
        TimeSettings.canadian(arguments.seconds(0), arguments.seconds(1), arguments.integer(2))
    )
    return ""


@table.add("kgs-time_settings", "SYSTEM [MAIN_TIME] [TIME] [NUMBER]")
@table.add("kata-time_settings", "SYSTEM [MAIN_TIME] [TIME] [NUMBER]")
def kgs_time_settings(session: Session, arguments: Arguments) -> str:
    """Set both clocks: none, absolute, byoyomi (periods) or canadian (stones)."""
    system = arguments.choice(0, *_WORDS)
    if len(arguments) != _WORDS[system]:
        raise CommandError(f"syntax error: {system} takes {_WORDS[system] - 1} numbers")
    match system:
        case "none":
            settings = TimeSettings()
        case "absolute":
            settings = TimeSettings("absolute", arguments.seconds(1))
        case _:
            make = TimeSettings.byoyomi if system == "byoyomi" else TimeSettings.canadian
            settings = make(arguments.seconds(1), arguments.seconds(2), arguments.integer(3))
    session.set_time(settings)
    return ""


@table.add("kata-list_time_settings")
def list_time_settings(session: Session, arguments: Arguments) -> str:
    """The systems that `kata-time_settings` knows."""
    return " ".join(_WORDS)


@table.add("time_left", "COLOR TIME STONES")
def time_left(session: Session, arguments: Arguments) -> str:
    """Say what is left on a clock."""
    clock = session.clocks[arguments.color(0)]
    clock.update(arguments.seconds(1), arguments.integer(2))
    return ""
