"""The command line: `goseki COMMAND POSITION`.

Results go to standard output, everything else to standard error. Bad input ends in one
line and exit status 2, Ctrl-C in 130, a closed pipe quietly.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Annotated

import typer

import goseki
from goseki.cli import analyze, bench, convert, experiment, legal, perft, playouts, show
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
for command in (show, legal, perft, playouts, convert, analyze):
    app.command(command.__name__.rpartition(".")[2])(command.run)
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
    try:
        status = app(arguments, prog_name="goseki", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except _CommandLineError as error:
        message = error.format_message()  # type: ignore[attr-defined]
        if type(error).__name__ == "NoArgsIsHelpError":
            print(message)
            return 0
        return _complain(message)
    except (KeyboardInterrupt, typer.Abort):
        print("interrupted", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return _close_quietly()
    except (GosekiError, UnicodeError) as error:
        return _complain(str(error))
    except OSError as error:
        if error.errno == errno.EPIPE:
            return _close_quietly()
        where = f"{error.filename}: " if error.filename else ""
        return _complain(f"{where}{error.strerror or error}")
    except MemoryError:
        return _complain("not enough memory")


def _complain(message: str) -> int:
    line = " ".join(message.split())
    print(f"goseki: {line}", file=sys.stderr)
    return 2


def _close_quietly() -> int:
    # The reader has gone: keep the interpreter from complaining when it flushes at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
