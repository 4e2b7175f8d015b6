"""Commands that make the player think, and those that say how long."""

from __future__ import annotations

from collections.abc import Callable

from goseki.gtp.session import Session
from goseki.gtp.table import Arguments, CommandError, CommandTable
from goseki.players.monte_carlo import Settings

table = CommandTable()


def _generate(session: Session, arguments: Arguments, *, cleanup: bool = False) -> str:
    color = arguments.color(0)
    choice = session.choose_move(color, cleanup=cleanup)
    if choice.resigns:
        return "resign"
    session.play(choice.point, color)
    return str(choice.point)


@table.add("genmove", "COLOR")
def generate_move(session: Session, arguments: Arguments) -> str:
    """Choose a move and play it: a vertex, pass or resign."""
    return _generate(session, arguments)


@table.add("kgs-genmove_cleanup", "COLOR")
def generate_cleanup_move(session: Session, arguments: Arguments) -> str:
    """Like `genmove`, but pass only when all dead stones are taken."""
    return _generate(session, arguments, cleanup=True)


@table.add("reg_genmove", "COLOR")
def regression_generate_move(session: Session, arguments: Arguments) -> str:
    """Choose a move without playing it, whatever the clocks say."""
    choice = session.choose_move(arguments.color(0), clock=False)
    return "resign" if choice.resigns else str(choice.point)


def _set_playouts(settings: Settings, value: float) -> None:
    settings.playouts = int(value) or None


def _set_seconds(settings: Settings, value: float) -> None:
    settings.seconds = value


def _set_threads(settings: Settings, value: float) -> None:
    settings.threads = int(value)


_SETTERS: dict[str, tuple[Callable[[Settings, float], None], float, float]] = {
    "maxPlayouts": (_set_playouts, 0, 10**9),
    "maxTime": (_set_seconds, 0, 10**9),
    "numSearchThreads": (_set_threads, 1, 256),
}


@table.add("kata-list-params")
def list_parameters(session: Session, arguments: Arguments) -> str:
    """The names of what `kata-set-param` can set."""
    return " ".join(_SETTERS)


@table.add("kata-get-param", "NAME")
def get_parameter(session: Session, arguments: Arguments) -> str:
    """The value of a parameter; `maxPlayouts` 0 means that time decides."""
    _find_parameter(arguments[0])
    settings = session.settings
    values = {
        "maxPlayouts": settings.playouts or 0,
        "maxTime": settings.seconds,
        "numSearchThreads": settings.threads,
    }
    return f"{values[arguments[0]]:g}"


@table.add("kata-set-param", "NAME VALUE")
def set_parameter(session: Session, arguments: Arguments) -> str:
    """Set a parameter of the player."""
    setter, low, high = _find_parameter(arguments[0])
    value = arguments.seconds(1)
    if not low <= value <= high:
        raise CommandError(f"{arguments[0]} is not from {low:g} to {high:g}")
    setter(session.settings, value)
    return ""


def _find_parameter(name: str) -> tuple[Callable[[Settings, float], None], float, float]:
    if name not in _SETTERS:
        raise CommandError(f"unknown parameter (known: {', '.join(_SETTERS)})")
    return _SETTERS[name]
