"""Players that are processes of their own, and speak GTP with the commands of Borsboom (2007,
2.2), which begin with `PG-`.

    boardsize 9, komi 6.5, clear_board        as in any game
    PG-SuggestMove [POINT ...]                asks for a move; the points were refused this turn
    PG-MovePlayed [POINT|pass]                the own move is played; without a point: a move
                                              of the opponent
    PG-TriedMove                              an attempt of the opponent was refused
    PG-StonesTaken POINT ...                  own stones that the opponent's move took
    PG-Caught NUMBER [POINT ...]              stones that the own move took (with points where
                                              the rules tell them)

Two more are sent only to engines that list them: `PG-Color B|W` before a game, and `PG-Passed`
when the opponent passes, of which the thesis does not speak.

Every command has a number, and its answer must begin with it, as GTP 2 demands. So whatever an
engine says unasked is found when the next answer is due, however late or early it was said.

A process that crashes, hangs, floods or answers nonsense has lost: `PlayerError` says how.
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
from typing import Self

from goseki.coords import Color, Point, Size, shorten
from goseki.errors import CoordinateError, GosekiError
from goseki.phantom.clock import Clock, running
from goseki.phantom.log import Fault
from goseki.phantom.observation import Observation
from goseki.phantom.rules import PhantomRules

PATIENCE = 60.0
"""Seconds after which an unanswered command loses the game."""

LONGEST_ANSWER = 1 << 16
"""Bytes in answer to one command; more is a flood."""

REFUSALS_A_POINT = 4
"""A turn with more refused attempts than this for every point is a flood, too: an engine that
is ahead could otherwise repeat a refused point until the cap on the game's length."""

_NEEDED = (
    "PG-SuggestMove",
    "PG-MovePlayed",
    "PG-TriedMove",
    "PG-StonesTaken",
    "PG-Caught",
)
_ANSWER = re.compile(r"[=?](?P<number>\d*)(?!\S)\s*(?P<text>.*)", re.DOTALL)
_CHUNK = 1 << 12
_GOODBYE = 1.0


class PlayerError(GosekiError):
    """A player has lost the game otherwise than on the board."""

    def __init__(self, fault: Fault, cause: str) -> None:
        super().__init__(cause)
        self.fault: Fault = fault


class ExternalPlayer:
    """A player in a process of its own. Close it, or use it in a `with` statement.

    It loses on time when it has used the `clock`, seconds for the whole game, or leaves any
    command unanswered for `patience` seconds. `seconds` a move are told, and not enforced.
    Until it is set up for the game the clock does not run.
    """

    def __init__(
        self,
        command: str,
        rules: PhantomRules,
        color: Color,
        *,
        clock: float | None = None,
        seconds: float | None = None,
        patience: float = PATIENCE,
    ) -> None:
        if rules.refusal != "bare" or rules.atari:
            raise GosekiError("engines cannot be told causes of refusals or atari")
        self.command = command
        self.rules = rules
        self.color: Color = color
        self.clock = None if clock is None else Clock(clock)
        self._seconds = seconds
        self._refused: list[Point] = []
        self._process = _Process(command, patience)
        self._known: frozenset[str] | None = None
        """The commands of the engine, once it was set up for the game."""

    def suggest(self) -> Point:
        self._set_up()
        if len(self._refused) > REFUSALS_A_POINT * self.rules.size.points:
            raise PlayerError(
                "disqualified", f"{len(self._refused)} refused attempts in one turn are a flood"
            )
        if self.clock is not None and "time_left" in self._commands:
            self._ask(f"time_left {self.color} {int(self.clock.left)} 0")
        answer = self._ask(" ".join(["PG-SuggestMove", *map(str, self._refused)]))
        if answer.lower() == "resign":
            raise PlayerError("resigned", "the engine resigned")
        try:
            return _on_board(answer, self.rules.size)
        except CoordinateError as error:
            raise PlayerError("disqualified", f"the engine tried {error}") from None

    def observe(self, seen: Observation) -> None:
        self._set_up()
        if seen.own and seen.kind == "refused":
            assert seen.point is not None
            self._refused.append(seen.point)
            return
        self._refused.clear()
        for line in messages(seen):
            if line.split()[0] in self._commands:
                self._ask(line)

    def close(self) -> None:
        """End the process."""
        self._process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def _commands(self) -> frozenset[str]:
        assert self._known is not None
        return self._known

    def _set_up(self) -> None:
        """Put the engine before an empty board; the first use does, so that a failure is one
        of the game's."""
        if self._known is not None:
            return
        self._known = frozenset(self._process.ask("list_commands").split())
        missing = [name for name in _NEEDED if name not in self._known]
        if missing:
            raise PlayerError("disqualified", f"the engine does not know {' '.join(missing)}")
        columns, rows = self.rules.size
        if columns == rows:
            self._process.ask(f"boardsize {columns}")
        else:
            self._process.ask(f"rectangular_boardsize {columns} {rows}")
        self._process.ask("clear_board")
        self._process.ask(f"komi {self.rules.komi:g}")
        if "PG-Color" in self._known:
            self._process.ask(f"PG-Color {self.color}")
        if "time_settings" in self._known:
            if self.clock is not None:
                self._process.ask(f"time_settings {int(self.clock.left)} 0 0")
            elif self._seconds is not None:
                self._process.ask(f"time_settings 0 {max(1.0, self._seconds):.0f} 1")

    def _ask(self, line: str) -> str:
        """The answer to a command of the game. Whatever it is, the clock runs."""
        left = None if self.clock is None else self.clock.left
        with running(self.clock):
            return self._process.ask(line, clock=left)


def messages(seen: Observation) -> list[str]:
    """The commands that tell a player what it observes; none for an own refused attempt, which
    comes with the next `PG-SuggestMove`.

    >>> messages(Observation(True, "played", Point.parse("E5"), captured=2))
    ['PG-MovePlayed E5', 'PG-Caught 2']
    >>> messages(Observation(False, "played", lost=(Point.parse("D4"),)))
    ['PG-MovePlayed', 'PG-StonesTaken D4']
    """
    if seen.kind == "refused":
        return [] if seen.own else ["PG-TriedMove"]
    if seen.kind == "passed":
        return ["PG-MovePlayed pass"] if seen.own else ["PG-Passed"]
    if not seen.own:
        taken = " ".join(["PG-StonesTaken", *map(str, seen.lost)])
        return ["PG-MovePlayed", *([taken] if seen.lost else [])]
    which = map(str, seen.captured_points or ())
    caught = " ".join(["PG-Caught", str(seen.captured), *which])
    return [f"PG-MovePlayed {seen.point}", *([caught] if seen.captured else [])]


def _on_board(answer: str, size: Size) -> Point:
    return size.point(size.index(answer))


class _Process:
    """An engine and its pipes. Reads no more than it must, and waits no longer."""

    def __init__(self, command: str, patience: float) -> None:
        self._patience = patience
        self._asked = 0
        self._said = b""
        """By the engine, and not yet taken for an answer."""
        self._last_words = b""
        self._failed = False
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

    def ask(self, line: str, *, clock: float | None = None) -> str:
        """The text of the answer to a command, which must come within the patience and what
        is left on the clock."""
        try:
            return self._ask(line, clock)
        except PlayerError:
            self._failed = True
            raise

    def _ask(self, line: str, clock: float | None) -> str:
        assert self._process.stdin is not None
        self._asked += 1
        with contextlib.suppress(OSError):  # a dead engine may have said something before
            self._process.stdin.write(f"{self._asked} {line}\n".encode())
        answer = self._read_answer(line, clock)
        found = _ANSWER.match(answer)
        if found is None:
            cause = f"the engine answers {line} with no GTP: {shorten(answer)}"
        elif found["number"] != str(self._asked):
            cause = f"the engine answers {line} without its number {self._asked}: {shorten(answer)}"
        elif answer.startswith("?"):
            cause = f"the engine answers {line} with an error: {shorten(found['text'])}"
        else:
            return found["text"]
        raise PlayerError("disqualified", cause)

    def _read_answer(self, line: str, clock: float | None) -> str:
        """What the engine says next, up to an empty line. What follows waits for the next
        command."""
        limit = self._patience if clock is None else min(clock, self._patience)
        deadline = time.monotonic() + limit
        while b"\n\n" not in self._said:
            left = deadline - time.monotonic()
            if left <= 0:
                if clock is not None and clock <= self._patience:
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
        with contextlib.suppress(OSError):  # what is left of it, and its children
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):
                if pipe is not None:
                    pipe.close()
