"""The GTP engine: a `Session` that carries out lines, and `serve`, which connects it.

Commands are functions in tables (`goseki.engine.commands`), one file a subject. To add
one, put a function into a `CommandTable` and give the session `STANDARD | table`.
"""

from goseki.engine.capture_game import CapturePlayer, CaptureSession
from goseki.engine.clock import Clock, TimeSettings
from goseki.engine.commands import STANDARD
from goseki.engine.estimate import FinalEstimate, estimate_end
from goseki.engine.loop import serve
from goseki.engine.phantom_game import PhantomSession
from goseki.engine.player import Choice, MonteCarloPlayer, Player, Settings
from goseki.engine.protocol import Request, Response, parse_request
from goseki.engine.session import Session
from goseki.engine.table import Arguments, Command, CommandError, CommandTable

__all__ = [
    "STANDARD",
    "Arguments",
    "CapturePlayer",
    "CaptureSession",
    "Choice",
    "Clock",
    "Command",
    "CommandError",
    "CommandTable",
    "FinalEstimate",
    "MonteCarloPlayer",
    "PhantomSession",
    "Player",
    "Request",
    "Response",
    "Session",
    "Settings",
    "TimeSettings",
    "estimate_end",
    "parse_request",
    "serve",
]
