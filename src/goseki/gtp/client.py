"""The other side of the protocol: engines that run as processes of their own, and are asked.

Every command has a number, and its answer must begin with it, as GTP 2 demands. So whatever an
engine says unasked is found when the next answer is due, however late or early it was said.

An engine that crashes, hangs, floods or answers nonsense has lost its game: `PlayerError` says
how.
"""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import shlex
import signal
import subprocess
import time
from functools import cached_property
from typing import Self

from goseki.clock import Clock, running
from goseki.coords import Size, shorten
from goseki.errors import GosekiError, PlayerError

PATIENCE = 60.0
"""Seconds after which an unanswered command loses the game."""

LONGEST_ANSWER = 1 << 16
"""An engine that sends more bytes in answer to one command floods us."""

_ANSWER = re.compile(r"[=?](?P<number>\d*)(?!\S)\s*(?P<text>.*)", re.DOTALL)
_CHUNK = 1 << 12
_GOODBYE = 1.0
"""Seconds that an engine has to end by itself after `quit`."""


class GtpClient:
    """An engine and its pipes. Close it, or use it in a `with` statement.

    It never reads more than an answer may have, nor waits longer than it may take.

    >>> import shlex, sys
    >>> command = shlex.join([sys.executable, "-m", "goseki", "gtp", "--size", "5"])
    >>> with GtpClient(command) as engine:
    ...     engine.ask("name"), "genmove" in engine.commands
    ('Goseki', True)
    """

    def __init__(self, command: str, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._asked = 0
        self._said = b""
        """What the engine has said and was not taken for an answer yet."""
        self._last_words = b""
        self._failed = False
        """Whether an answer was wrong, or is still owed."""
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise GosekiError(f"engine {shorten(command)}: {error}") from None
        if not words:
            raise GosekiError("an engine needs a command")
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # so that its children end with it
            )
        except OSError as error:
            raise GosekiError(f"engine {shorten(command)}: {error.strerror}") from None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._process.stdout, selectors.EVENT_READ)
        self._selector.register(self._process.stderr, selectors.EVENT_READ)

    @cached_property
    def commands(self) -> frozenset[str]:
        """The commands that the engine says it knows."""
        return frozenset(self.ask("list_commands").split())

    def start_game(self, size: Size, komi: float) -> None:
        """Put the engine before an empty board."""
        if size.columns == size.rows:
            self.ask(f"boardsize {size.columns}")
        else:
            self.ask(f"rectangular_boardsize {size.columns} {size.rows}")
        self.ask("clear_board")
        self.ask(f"komi {komi:g}")

    def ask(
        self,
        line: str,
        *,
        clock: Clock | None = None,
        patience: float | None = None,
        may_fail: bool = False,
    ) -> str:
        """The text of the answer to a command. The clock runs until it comes, which must be
        before the clock has run out, and within the patience. With `may_fail` the engine may
        answer that it failed."""
        try:
            with running(clock):
                left = None if clock is None else clock.left
                patience = self._patience if patience is None else patience
                return self._ask(line, left, patience, may_fail)
        except BaseException:
            self._failed = True
            raise

    def _ask(self, line: str, clock: float | None, patience: float, may_fail: bool) -> str:
        assert self._process.stdin is not None
        self._asked += 1
        with contextlib.suppress(OSError):  # it has died, but may have answered before
            self._process.stdin.write(f"{self._asked} {line}\n".encode())
        answer = self._read_answer(line, clock, patience)
        found = _ANSWER.match(answer)
        if found is None:
            cause = f"the engine answers {line} with no GTP: {shorten(answer)}"
        elif found["number"] != str(self._asked):
            cause = f"the engine answers {line} without its number {self._asked}: {shorten(answer)}"
        elif answer.startswith("?") and not may_fail:
            cause = f"the engine answers {line} with an error: {shorten(found['text'])}"
        else:
            return found["text"]
        raise PlayerError("disqualified", cause)

    def _read_answer(self, line: str, clock: float | None, patience: float) -> str:
        """What the engine says next, up to an empty line. The rest is kept for the next
        command."""
        limit = patience if clock is None else min(clock, patience)
        deadline = time.monotonic() + limit
        while b"\n\n" not in self._said:
            left = deadline - time.monotonic()
            if left <= 0:
                if clock is not None and clock <= patience:
                    raise PlayerError("time", f"the clock ran out at {line}")
                raise PlayerError("time", f"the engine left {line} unanswered for {limit:g} s")
            self._said = (self._said + self._read(left, line)).lstrip()
            if len(self._said) > LONGEST_ANSWER:
                raise PlayerError(
                    "disqualified", f"the engine floods: over {LONGEST_ANSWER} bytes after {line}"
                )
        answer, _, rest = self._said.partition(b"\n\n")
        self._said = rest.lstrip()
        return answer.decode("utf-8", "replace").strip()

    def _read(self, seconds: float, line: str) -> bytes:
        """What the engine says within some seconds, without carriage returns."""
        data = b""
        for key, _ in self._selector.select(seconds):
            piece = os.read(key.fd, _CHUNK)
            if key.fileobj is self._process.stderr:
                self._note(piece)
            elif not piece:
                raise self._death(line)
            else:
                data += piece.replace(b"\r", b"")
        return data

    def _note(self, piece: bytes) -> None:
        """Keep the end of what the engine says on standard error."""
        if piece:
            self._last_words = (self._last_words + piece)[-_CHUNK:]
        else:
            assert self._process.stderr is not None
            self._selector.unregister(self._process.stderr)

    def _death(self, line: str) -> PlayerError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_GOODBYE)
        assert self._process.stderr is not None
        os.set_blocking(self._process.stderr.fileno(), False)
        self._last_words += self._process.stderr.read() or b""
        words = self._last_words.decode("utf-8", "replace").strip().rpartition("\n")[2]
        status = self._process.returncode
        how = "closed its output" if status is None else f"ended with status {status}"
        cause = f"the engine {how} at {line}" + (f": {words}" if words else "")
        return PlayerError("disqualified", cause)

    def close(self) -> None:
        """End the process: politely, if it has behaved."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with contextlib.suppress(OSError, subprocess.TimeoutExpired):
            self._process.stdin.write(b"quit\n")
            self._process.stdin.close()
            self._process.wait(0 if self._failed else _GOODBYE)
        with contextlib.suppress(OSError):  # it may have left children, or not ended
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
