"""The GTP engine: a `Session` that carries out lines, and `serve`, which connects it.

Commands are functions in tables (`goseki.gtp.commands`), one file a subject. To add
one, put a function into a `CommandTable` and give the session `STANDARD | table`.
"""

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
