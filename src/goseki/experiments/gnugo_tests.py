"""GNU Go's own tests of tactics: our answers over GTP beside GNU Go's.

Its regression suites ask engines by GTP commands such as `attack D4` and print what a human thinks
is right. A file has a JSON object on each line: a position as `sgf`, and `tests` with `id`, `cmd`,
`args` and `answer`:

    {"sgf": "(;SZ[9]AB[cc]AW[cd])", "tests": [{"id": "1", "cmd": "attack", "args": ["C6"],
      "answer": {"result": [0]}}]}

- `result` has the codes that are right, `not_result` those that are not: 0, it fails; 1, it works;
  2, it works unless the other side has a ko threat; 3, it works with a threat of one's own.
- `moves` has the moves that are right where it works.
- `defend_result` and `attack_result` are the two codes of `analyze_semeai`, where moves do not
  count.
- `status` is that of `dragon_status`, with `kill_moves` and `live_moves` if it is critical.

Our side is a GTP session in this process, theirs the program `gnugo`, in the same run.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from goseki.cluster import results
from goseki.errors import GosekiError, PlayerError, one_line
from goseki.files import read_file
from goseki.gtp.client import GtpClient
from goseki.gtp.session import Session
from goseki.job import Limits, Report
from goseki.ledger import Ledger
from goseki.players.monte_carlo import Settings

COMMANDS = (
    "attack",
    "defend",
    "connect",
    "disconnect",
    "analyze_semeai",
    "owl_attack",
    "owl_defend",
    "dragon_status",
)
DEFAULT_SECONDS = 10.0
PATIENCE = 600.0
"""Seconds that GNU Go may take for a test. It knows no limit of time for these commands."""
_GAMES = "/usr/games:/usr/local/games"


@dataclass(frozen=True)
class GnuGoTest:
    """A question and what is right."""

    id: str
    command: str
    arguments: tuple[str, ...]
    sgf: str
    answer: Mapping[str, Any]

    @property
    def line(self) -> str:
        return " ".join((self.command, *self.arguments))


@dataclass(frozen=True)
class Row:
    """What was said to one test."""

    id: str
    command: str
    line: str
    expected: dict[str, Any]
    ours: str
    """Our answer, as GTP has it; one that begins with `?` is an error."""
    evidence: str
    """Whether our answer is proven or an estimate."""
    is_right: bool
    has_right_result: bool
    """The same, but moves do not count."""
    seconds: float
    gnugo: str | None = None
    gnugo_is_right: bool | None = None
    gnugo_has_right_result: bool | None = None
    gnugo_seconds: float | None = None

    @property
    def is_proven(self) -> bool:
        return self.evidence == "proven"


@dataclass
class Found:
    """The rows of a run, in the order of the files."""

    rows: list[Row] = field(default_factory=list)
    has_gnugo: bool = False
    interrupted: bool = False

    def counts(self) -> dict[str, dict[str, int]]:
        """For each command, and for all: how many tests there are, how many answers are right and
        how many have the right result, ours and GNU Go's; and of ours that are proven, how many
        have the right result."""
        found = {c: self._count([r for r in self.rows if r.command == c]) for c in COMMANDS}
        found = {command: counts for command, counts in found.items() if counts["tests"]}
        return {**found, "all": self._count(self.rows)}

    def _count(self, rows: Sequence[Row]) -> dict[str, int]:
        counts = {
            "tests": len(rows),
            "right": sum(row.is_right for row in rows),
            "right_result": sum(row.has_right_result for row in rows),
            "proven": sum(row.is_proven for row in rows),
            "proven_right_result": sum(row.is_proven and row.has_right_result for row in rows),
        }
        if self.has_gnugo:
            counts["gnugo_right"] = sum(row.gnugo_is_right is True for row in rows)
            counts["gnugo_right_result"] = sum(row.gnugo_has_right_result is True for row in rows)
        return counts


def run(
    paths: Iterable[Path],
    *,
    seconds: float = DEFAULT_SECONDS,
    only: Sequence[str] = (),
    first: int | None = None,
    gnugo: str | None = None,
    jobs: int = 1,
    ledger: str | os.PathLike[str] | None = None,
    progress: Report | None = None,
) -> Found:
    """Ask the tests of some files, of each command the `first` so many.

    We have so many `seconds` for each. `gnugo` is the command that starts GNU Go; by default it is
    looked for, and left out where it is not found; an empty one leaves it out, too. Finished tests
    are noted in `ledger`, and a run that was broken off goes on from there.
    """
    _ = Limits(seconds=seconds)  # complains of what is none
    peer = find_gnugo() if gnugo is None else gnugo
    tests = choose_tests(paths, only=only, first=first)
    tasks = [_Task(test, seconds, peer) for test in tests]
    subject = {"work": "gnugo-tests", "seconds": seconds, "gnugo": bool(peer)}
    interrupted = False
    rows: dict[str, Row] = {}
    with nullcontext() if ledger is None else Ledger(ledger, subject) as notes:
        known = {} if notes is None else notes.finished
        rows = {task.name: Row(**known[task.name]) for task in tasks if task.name in known}
        waiting = [task for task in tasks if task.name not in rows]
        try:
            for task, row in results(_Task.run, waiting, jobs=jobs, progress=progress):
                rows[task.name] = row
                if notes is not None:
                    notes.note(task.name, asdict(row))
        except KeyboardInterrupt:
            interrupted = True
    found = [rows[task.name] for task in tasks if task.name in rows]
    return Found(found, bool(peer), interrupted)


def find_gnugo() -> str:
    """The command that starts GNU Go, or nothing where it is not installed."""
    program = shutil.which("gnugo") or shutil.which("gnugo", path=_GAMES)
    return "" if program is None else f"{shlex.quote(program)} --mode gtp"


# -- the tests ----------------------------------------------------------------------------


def choose_tests(
    paths: Iterable[Path], *, only: Sequence[str] = (), first: int | None = None
) -> list[GnuGoTest]:
    """The tests of files that have an answer, of the commands that we know or of those given."""
    for name in only:
        if name not in COMMANDS:
            raise GosekiError(f"no tests of {name!r} (known: {', '.join(COMMANDS)})")
    wanted = only or COMMANDS
    left: dict[str, int | None] = dict.fromkeys(wanted, first)
    chosen: list[GnuGoTest] = []
    for path in paths:
        for test in read_tests(path):
            if test.command not in wanted or not test.answer or left[test.command] == 0:
                continue
            more = left[test.command]
            left[test.command] = None if more is None else more - 1
            chosen.append(test)
    if not chosen:
        raise GosekiError("there are no tests of these commands that have an answer")
    return chosen


def read_tests(path: Path) -> list[GnuGoTest]:
    """The tests of a file."""
    found: list[GnuGoTest] = []
    for number, line in enumerate(read_file(path).splitlines(), 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            found += [_test(record["sgf"], test) for test in record["tests"]]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise GosekiError(f"{path}: line {number} is no position with tests") from None
    if not found:
        raise GosekiError(f"{path}: has no tests")
    return found


def _test(sgf: str, test: Mapping[str, Any]) -> GnuGoTest:
    answer = test.get("answer") or {}
    if not isinstance(sgf, str) or not isinstance(answer, dict):
        raise TypeError
    for said in ("0", "1 A1", "1 1 A1", "alive"):
        is_right(answer, said)  # complains of what it cannot compare
    arguments = tuple(str(word).upper() for word in test["args"])
    return GnuGoTest(str(test["id"]), str(test["cmd"]), arguments, sgf, answer)


# -- answers ------------------------------------------------------------------------------


def is_right(answer: Mapping[str, Any], said: str, *, moves: bool = True) -> bool:
    """Whether what an engine said is right; without `moves`, its result alone counts.

    >>> is_right({"result": [1], "moves": ["A1", "B1"]}, "1 B1")
    True
    >>> is_right({"result": [1, 2], "moves": ["A1"]}, "2 C1")
    False
    >>> is_right({"result": [1, 2], "moves": ["A1"]}, "2 C1", moves=False)
    True
    >>> is_right({"status": "critical", "kill_moves": ["A1"], "live_moves": ["B1"]},
    ...          "critical A1 B1")
    True
    """
    words = said.upper().split()
    if not words or words[0].startswith("?"):
        return False
    if "status" in answer:
        return _is_right_status(answer, words, moves)
    codes = [word for word in words if word.isdigit()]
    if "defend_result" in answer:
        wanted = (answer["defend_result"], answer["attack_result"])
        return len(codes) == 2 and all(
            int(code) in _listed(right) for code, right in zip(codes, wanted, strict=True)
        )
    if len(codes) != 1:
        return False
    code = int(codes[0])
    if code in _listed(answer.get("not_result", [])):
        return False
    if "result" in answer and code not in _listed(answer["result"]):
        return False
    return not (moves and code) or _is_among(answer.get("moves"), words[1:2])


def _is_right_status(answer: Mapping[str, Any], words: list[str], moves: bool) -> bool:
    if words[0] != str(answer["status"]).upper():
        return False
    kills, lives = answer.get("kill_moves"), answer.get("live_moves")
    return not moves or (_is_among(kills, words[1:2]) and _is_among(lives, words[2:3]))


def _is_among(right: Sequence[str] | None, said: Sequence[str]) -> bool:
    return right is None or (bool(said) and said[0] in {move.upper() for move in right})


def _listed(codes: Any) -> list[int]:
    return [int(code) for code in (codes if isinstance(codes, list) else [codes])]


# -- one test -----------------------------------------------------------------------------


@dataclass(frozen=True)
class _Task:
    test: GnuGoTest
    seconds: float
    gnugo: str

    @property
    def name(self) -> str:
        """Of the test, whatever the file is called: with another answer it is another one."""
        about = json.dumps([self.test.sgf, self.test.answer], sort_keys=True)
        return f"{self.test.id} {self.test.line} {sha256(about.encode()).hexdigest()[:12]}"

    def run(self) -> Row:
        test = self.test
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "position.sgf"
            file.write_text(test.sgf, encoding="utf-8")
            start = time.monotonic()
            ours, evidence = ask_ourselves(file, test.line, self.seconds)
            middle = time.monotonic()
            theirs = ask_gnugo(self.gnugo, file, test.line) if self.gnugo else None
            end = time.monotonic()
        return Row(
            test.id,
            test.command,
            test.line,
            dict(test.answer),
            ours,
            evidence,
            is_right(test.answer, ours),
            is_right(test.answer, ours, moves=False),
            round(middle - start, 3),
            *(
                ()
                if theirs is None
                else (
                    theirs,
                    is_right(test.answer, theirs),
                    is_right(test.answer, theirs, moves=False),
                    round(end - middle, 3),
                )
            ),
        )


def ask_ourselves(file: Path, line: str, seconds: float) -> tuple[str, str]:
    """What our engine answers in a position, and whether that is proven or an estimate."""
    session = Session(Settings(seconds=seconds))
    loaded = session.execute(f"loadsgf {file}")
    if not loaded.ok:
        return f"? {one_line(loaded.text)}", "unknown"
    answer = session.execute(line)
    if not answer.ok:
        return f"? {one_line(answer.text)}", "unknown"
    return one_line(answer.text), session.execute("goseki-evidence").text


def ask_gnugo(command: str, file: Path, line: str) -> str:
    """What GNU Go answers in a position. A process of its own for each test, so that nothing that
    it remembers plays a part."""
    try:
        with GtpClient(command, PATIENCE) as engine:
            engine.ask(f"loadsgf {file}")
            return one_line(engine.ask(line))
    except PlayerError as error:
        return f"? {one_line(str(error))}"
