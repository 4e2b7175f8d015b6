"""The console entry point: from here on Ctrl-C ends in one line and status 130."""

import _signal  # type: ignore[import-not-found]  # `signal` would load much before Ctrl-C is ours
import os
import sys

# An exception would be lost, or make a traceback, where one module loads another: while there
# is nothing to clean up, the program just ends.
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
    # A program that is started in the background is told to ignore Ctrl-C.
    listens = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler
    if listens:
        _signal.signal(_signal.SIGINT, _interrupt)
    from goseki import cli

    try:
        status = cli.main(loaded=_loaded)
    except KeyboardInterrupt:  # a second one, while the first was told
        status = 130
    if listens:
        _signal.signal(_signal.SIGINT, _signal.SIG_IGN)
    # Python drops what is raised in a destructor; the work then runs on, but not to success.
    return 130 if _was_interrupted and status == 0 else status


if __name__ == "__main__":
    sys.exit(main())
