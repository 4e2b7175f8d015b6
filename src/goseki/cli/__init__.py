"""The command line: `goseki COMMAND POSITION`.

Results go to standard output, everything else to standard error. Bad input ends in one
line and exit status 2, Ctrl-C in 130, a closed pipe quietly.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import io
import os
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any, NamedTuple, NoReturn

import typer

import goseki
from goseki.errors import DoubleClaimError, GosekiError, one_line


class _Command(NamedTuple):
    """What the list of commands says about a command, and the module to load when it is called."""

    summary: str
    module: str
    function: str = "run"


class _Group(NamedTuple):
    summary: str
    commands: dict[str, _Command]


_COMMANDS: dict[str, _Command | _Group] = {
    "analyze": _Command("Draw a position with all that Goseki knows about it.", "analyze"),
    "show": _Command("Draw a position.", "show"),
    "legal": _Command("Show where the player to move may play.", "legal"),
    "perft": _Command("Count all games of a given length, to check the rules.", "perft"),
    "playouts": _Command("Play random games and show who owns each point.", "playouts"),
    "predict": _Command("Rank the moves as strong players would choose them.", "predict"),
    "quiz": _Command("Guess the moves of strong players, and see how strong you are.", "quiz"),
    "solve": _Command("Solve Go or the capture game on a small board.", "solve"),
    "safety": _Command("Prove which stones and territory are safe.", "safety"),
    "tactics": _Command("Solve capture and life-and-death problems, proved.", "tactics"),
    "eyes": _Command("List small eye spaces: which live, and the vital points.", "eyes"),
    "check": _Command("Check a proof file without the solver that wrote it.", "check"),
    "convert": _Command("Write a game or position in another format.", "convert"),
    "gtp": _Command("Be an engine for Go programs such as Sabaki or GoGui (GTP).", "gtp"),
    "match": _Command("Let GTP engines and our own player play matches of Go.", "match"),
    "phantom": _Group(
        "Phantom Go: Go in which you see only your own stones.",
        {
            "match": _Command("Let two players play a match.", "phantom", "match"),
            "tournament": _Command("Let all players play all others.", "phantom", "tournament"),
            "play": _Command("Play against the computer.", "phantom_play"),
            "watch": _Command("Watch a game of two players.", "phantom_watch", "watch"),
            "replay": _Command("Show a game that was written down.", "phantom_watch", "replay"),
            "exact": _Command("Find how far players can be exploited.", "phantom_exact"),
            "tree": _Command("Show the tree that a UCT player builds.", "phantom_tree"),
        },
    ),
    "train": _Group(
        "Train what Goseki learns from games.",
        {"predict": _Command("Train the predictor of moves.", "train", "predict")},
    ),
    "bench": _Command("Measure speed beside other programs.", "bench", "app"),
    "experiment": _Command("Repeat the runs behind our figures.", "experiment", "app"),
}


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"goseki {goseki.__version__}")
        raise typer.Exit


def _goseki(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """The open Go laboratory: proves what can be proved, estimates the rest.

    POSITION is an SGF file, a text diagram (rows of . X O), - for standard input, or an
    empty board such as 9x9.
    """


def _app(arguments: list[str], loaded: Callable[[], None]) -> typer.Typer:
    """The program. Only the command that is called is loaded; of the others it has the names."""
    app = typer.Typer(
        name="goseki",
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(_goseki)
    words = [word for word in arguments if not word.startswith("-")]
    if "_GOSEKI_COMPLETE" in os.environ:  # a shell asks which words it can offer
        words = os.environ.get("COMP_WORDS", "").split()[1:]
    for name, command in _COMMANDS.items():
        called = words[:1] == [name]
        if isinstance(command, _Command):
            _add(app, name, command, loaded if called else None)
            continue
        group = typer.Typer(help=command.summary, no_args_is_help=True)
        for inner, inner_command in command.commands.items():
            is_inner = called and words[1:2] == [inner]
            _add(group, inner, inner_command, loaded if is_inner else None)
        app.add_typer(group, name=name)
    return app


def _add(app: typer.Typer, name: str, command: _Command, loaded: Callable[[], None] | None) -> None:
    """Add a command: with `loaded`, which is called when it begins, or else only its name."""
    if loaded is None:
        app.command(name, help=command.summary)(_not_loaded)
        return
    found = getattr(import_module(f"goseki.cli.{command.module}"), command.function)
    if not isinstance(found, typer.Typer):
        app.command(name)(_telling(loaded, found))
        return
    inner = typer.Typer(help=command.summary, no_args_is_help=True)
    for each in found.registered_commands:
        if each.callback is not None:
            inner.command(each.name, help=each.help)(_telling(loaded, each.callback))
    app.add_typer(inner, name=name)


def _telling(loaded: Callable[[], None], function: Callable[..., None]) -> Callable[..., None]:
    @functools.wraps(function)
    def begin(*arguments: Any, **options: Any) -> None:
        loaded()
        function(*arguments, **options)

    return begin


def _not_loaded() -> None:
    raise AssertionError("a command was called that is not the first word")


def main(arguments: list[str] | None = None, *, loaded: Callable[[], None] = lambda: None) -> int:
    """Run one command and return its exit status. `loaded` is called when its work begins."""
    if sys.stdout is None:
        sys.stdout = _ClosedOutput()
    if sys.stderr is None:  # closed by the caller, who wants no messages
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments, loaded)
        sys.stdout.flush()
        return status
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted()
    except (GosekiError, UnicodeError) as error:
        return _complain(str(error))
    except OSError as error:
        if error.filename:
            return _complain(f"{error.filename}: {error.strerror or error}")
        _abandon_output()
        return 0 if error.errno == errno.EPIPE else _complain(error.strerror or str(error))
    except MemoryError:
        return _complain("not enough memory")
    except DoubleClaimError as error:
        _complain(str(error))
        return 1


class _ClosedOutput(io.TextIOBase):
    """Stands for a standard output that the caller has closed."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")

    @property
    def buffer(self) -> NoReturn:
        raise OSError(errno.EBADF, "standard output is closed")


def _run(arguments: list[str], loaded: Callable[[], None]) -> int:
    app = _app(arguments, loaded)
    try:
        status = app(arguments, prog_name="goseki", standalone_mode=False)
    except Exception as error:
        # typer's errors have no public base class, but all have a message to print.
        if not hasattr(error, "format_message"):
            raise
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())
            return 0
        from goseki.cli.usage import explain

        return _complain(explain(error, arguments))
    except SystemExit:
        # typer raises this when the reader of its output has gone.
        _abandon_output()
        return 0
    if status == 130:
        return _interrupted()
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    print(f"goseki: {one_line(message)}", file=sys.stderr)
    return 2


def _interrupted() -> int:
    print("goseki: interrupted", file=sys.stderr)
    return 130


def _abandon_output() -> None:
    """Keep the interpreter from failing a second time on a broken standard output."""
    with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
