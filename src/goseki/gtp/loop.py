"""The thin loop between a session and its pipes.

Bytes come in, and whole responses go out, each flushed at once. Only `quit`, the end of the
input, or an output that nobody reads any more ends the loop.
"""

from __future__ import annotations

import errno
import logging
import os
import select
from typing import Protocol

from goseki.gtp.protocol import Response
from goseki.gtp.session import Session

log = logging.getLogger(__name__)

LONGEST_LINE = 16 * 1024 * 1024
CHUNK = 1 << 16
INTERRUPT = b"# interrupt"
"""The comment by which GoGui asks to end a long command early."""


class Input(Protocol):
    """A source of bytes, such as a raw file or `io.BytesIO`."""

    def read(self, size: int, /) -> bytes | None: ...


class Output(Protocol):
    """Where the bytes of responses go."""

    def write(self, data: bytes, /) -> object: ...

    def flush(self) -> object: ...


class LineReader:
    """Lines of a source of bytes. A line that is too long is dropped as it comes in, so that
    memory stays bounded, and None stands in its place.

    The source should be unbuffered (`sys.stdin.buffer.raw`): then `interrupted` can look
    ahead without waiting.
    """

    def __init__(self, source: Input) -> None:
        self._source = source
        self._lines: list[bytes | None] = []
        self._parts: list[bytes] = []
        self._length = 0
        self._ended = False

    def __iter__(self) -> LineReader:
        return self

    def __next__(self) -> bytes | None:
        while not self._lines and not self._ended:
            self._read()
        if not self._lines:
            raise StopIteration
        return self._lines.pop(0)

    def interrupted(self) -> bool:
        """Whether an interrupt is among the lines that have come in and were not read yet."""
        while not self._ended and self._is_ready():
            self._read()
        return any(line is not None and line.strip() == INTERRUPT for line in self._lines)

    def _is_ready(self) -> bool:
        fileno = getattr(self._source, "fileno", None)
        if fileno is None:
            return False
        try:
            return bool(select.select([fileno()], [], [], 0)[0])
        except (OSError, ValueError):
            return False

    def _read(self) -> None:
        data = self._source.read(CHUNK)
        if data is None:  # a non-blocking source that has nothing yet
            _wait(self._source)
            return
        if not data:
            self._ended = True
            if self._length:
                self._end_line()
            return
        *whole, rest = data.split(b"\n")
        for part in whole:
            self._add(part)
            self._end_line()
        self._add(rest)

    def _add(self, part: bytes) -> None:
        self._length += len(part)
        if self._length <= LONGEST_LINE:
            self._parts.append(part)
        else:
            self._parts.clear()

    def _end_line(self) -> None:
        self._lines.append(b"".join(self._parts) if self._length <= LONGEST_LINE else None)
        self._parts.clear()
        self._length = 0


def _wait(source: Input) -> None:
    fileno = getattr(source, "fileno", None)
    if fileno is not None:
        select.select([fileno()], [], [])


def serve(session: Session, source: Input, output: Output) -> None:
    """Answer every command until `quit`, the end of the input or a closed output."""
    reader = LineReader(source)
    session.interrupted = reader.interrupted
    try:
        for line in reader:
            if line is None:
                response = Response(False, f"line longer than {LONGEST_LINE} bytes")
            else:
                response = session.execute(line.decode("utf-8", "replace"))
            if not response.silent:
                output.write(str(response).encode("utf-8", "replace"))
                output.flush()
            if session.finished:
                return
    except BrokenPipeError:
        log.info("nobody reads the responses any more")
    except OSError as error:
        if error.errno not in (errno.EPIPE, errno.EIO, errno.EBADF, errno.ECONNRESET):
            raise
        log.info("the connection is gone: %s", os.strerror(error.errno))
