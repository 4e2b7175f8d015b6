"""The Go Text Protocol: a `Session` that carries out lines, `serve`, which connects it, and in
`goseki.gtp.client` the other side, which asks engines.

Commands are functions in tables (`goseki.gtp.commands`), one file a subject. To add
one, put a function into a `CommandTable` and give the session `STANDARD | table`.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from goseki.gtp.capture_game import CaptureSession
    from goseki.gtp.commands import STANDARD
    from goseki.gtp.loop import serve
    from goseki.gtp.protocol import Request, Response, parse_request
    from goseki.gtp.session import Session
    from goseki.gtp.table import Arguments, Command, CommandError, CommandTable

__all__ = [
    "STANDARD",
    "Arguments",
    "CaptureSession",
    "Command",
    "CommandError",
    "CommandTable",
    "Request",
    "Response",
    "Session",
    "parse_request",
    "serve",
]

_HOMES = {
    "capture_game": ("CaptureSession",),
    "commands": ("STANDARD",),
    "loop": ("serve",),
    "protocol": ("Request", "Response", "parse_request"),
    "session": ("Session",),
    "table": ("Arguments", "Command", "CommandError", "CommandTable"),
}


def __getattr__(name: str) -> Any:
    """What stands above is loaded when it is asked for: the client needs no player."""
    from importlib import import_module

    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"goseki.gtp.{home}"), name)
    raise AttributeError(f"module 'goseki.gtp' has no attribute {name!r}")
