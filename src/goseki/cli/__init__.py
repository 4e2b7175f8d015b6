"""The command line: `goseki COMMAND POSITION`.

Results go to standard output, everything else to standard error. Bad input ends in one
line and exit status 2, Ctrl-C in 130, a closed pipe quietly.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from typing import Annotated

import typer

import goseki
from goseki.cli import (
    analyze,
    bench,
    check,
    convert,
    experiment,
    eyes,
    gtp,
    legal,
    perft,
    phantom,
    phantom_exact,
    phantom_play,
    phantom_tree,
    phantom_watch,
    playouts,
    safety,
    show,
    solve,
)
from goseki.cli.usage import explain
from goseki.errors import GosekiError

# typer does not export the base of all its usage errors; BadParameter leads to it.
_CommandLineError: type[Exception] = typer.BadParameter.__mro__[2]

app = typer.Typer(
    name="goseki",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
for command in (show, legal, perft, playouts, solve, safety, eyes, check, convert, analyze, gtp):
    app.command(command.__name__.rpartition(".")[2])(command.run)
phantom.app.command("play")(phantom_play.run)
phantom.app.command("watch")(phantom_watch.watch)
phantom.app.command("replay")(phantom_watch.replay)
phantom.app.command("exact")(phantom_exact.run)
phantom.app.command("tree")(phantom_tree.run)
app.add_typer(phantom.app, name="phantom")
app.add_typer(bench.app, name="bench")
app.add_typer(experiment.app, name="experiment")


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"goseki {goseki.__version__}")
        raise typer.Exit


@app.callback()
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


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit status."""
    if sys.stdout is None:  # closed by the caller: nobody wants the output
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115
    try:
        status = _run(arguments)
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


def _run(arguments: list[str] | None) -> int:
    try:
        status = app(arguments, prog_name="goseki", standalone_mode=False)
    except _CommandLineError as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            print(error.format_message())  # type: ignore[attr-defined]
            return 0
        return _complain(explain(error, sys.argv[1:] if arguments is None else arguments))
    except SystemExit:
        # typer's way to say that the reader of its output has gone.
        _abandon_output()
        return 0
    if status == 130:
        return _interrupted()
    return status if isinstance(status, int) else 0


def _complain(message: str) -> int:
    line = " ".join(message.split())
    print(f"goseki: {line}", file=sys.stderr)
    return 2


def _interrupted() -> int:
    print("goseki: interrupted", file=sys.stderr)
    return 130


def _abandon_output() -> None:
    """Keep the interpreter from failing once more on a standard output that is no good."""
    with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
