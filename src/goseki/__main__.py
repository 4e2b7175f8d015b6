"""The console entry point: from here on Ctrl-C ends in one line and status 130."""

import _signal  # type: ignore[import-not-found]  # `signal` would load much before we handle Ctrl-C
import os
import sys

# While modules load, an exception could get lost in an import or print a traceback. There is
# nothing to clean up yet, so the program just ends.
_is_loading = True
_was_interrupted = False


def _interrupt(number: int, frame: object) -> None:
    global _was_interrupted
    if _is_loading:
        try:
            os.write(2, b"goseki: interrupted\n")
        finally:
            os._exit(130)
    _was_interrupted = True
    raise KeyboardInterrupt


def _loaded() -> None:
    global _is_loading
    _is_loading = False


def main() -> int:
    """Run the command that the arguments name and return its exit status."""
    # A shell starts background programs with Ctrl-C ignored, and then it must stay ignored.
    listens = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
    if listens:
        _signal.signal(_signal.SIGINT, _interrupt)
    from goseki import cli

    try:
        status = cli.main(loaded=_loaded)
    except KeyboardInterrupt:  # a second Ctrl-C, while the first was being reported
        status = 130
    if listens:
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    # Python drops an exception that is raised in a destructor, and the work goes on to its end; but
    # it was interrupted, so it must not count as a success.
    return 130 if _was_interrupted and status == 0 else status


if __name__ == "__main__":
    sys.exit(main())
