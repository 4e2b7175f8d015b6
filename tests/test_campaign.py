"""Long solves: killed, damaged, resumed and spread, always with the same answer."""

import json
import random
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import Board, GosekiError, Rules, cluster
from goseki.cli import main
from goseki.coords import PASS, Color, Point
from goseki.job import Progress
from goseki.ledger import Ledger
from goseki.solver import SolveResult, openings, questions, solve
from goseki.solver.checkpoint import SLOT_BYTES, TABLE_OFFSET
from goseki.solver.go import solve_after
from goseki.solver.openings import minimax
from goseki.solver.questions import Questions, progress_text
from goseki.solver.searches import short_count

pytestmark = pytest.mark.core

EMPTY = "....\n....\n...."
SMALL = 1 << 18  # bytes of a table
ENTRY, VERDICT = 16, 10  # bytes of an entry, and where its verdict lies


def begun(path: Path, board: Board | None = None, **options: object) -> Path:
    """A checkpoint of a solve that was stopped on the way."""
    options = {"nodes": 10_000, "memory": SMALL, **options}
    result = solve(board or Board("4x3"), checkpoint=path, **options)  # type: ignore[arg-type]
    assert result.evidence == "unknown"
    return path


# Killing


SOLVES_UNTIL_KILLED = """
import os, signal, sys, threading
from goseki import Board
from goseki.solver import solve

threading.Timer(float(sys.argv[2]), os.kill, (os.getpid(), signal.SIGKILL)).start()
print(solve(Board("4x3"), memory=1 << 22, checkpoint=sys.argv[1]).score, flush=True)
os._exit(0)
"""


def test_a_solve_killed_at_any_moment_goes_on_to_the_same_answer(tmp_path: Path) -> None:
    delay, kills = 0.02, 0
    while True:
        command = [sys.executable, "-c", SOLVES_UNTIL_KILLED, tmp_path / "table", str(delay)]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode == 0:
            break
        assert process.returncode == -signal.SIGKILL, process.stderr
        kills += 1
        delay *= 2.5
    assert process.stdout == "4.0\n"
    assert kills > 0


def test_a_limited_solve_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, runs = tmp_path / "table", 0
    nodes = -1
    while (
        result := solve(Board("4x3"), nodes=40_000, memory=SMALL, checkpoint=path)
    ).score is None:
        runs += 1
        assert result.nodes > nodes, "a run got no further than the one before"
        nodes = result.nodes
    assert (result.score, result.evidence) == (4, "proven")
    assert 0 < runs < 100
    again = solve(Board("4x3"), checkpoint=path)
    assert (again.score, again.pv, again.nodes) == (4, result.pv, result.nodes)


def test_everything_is_asked_first_where_the_winner_is_not_seen_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[float, int | None]] = []
    ask = Questions.ask

    def note(self: Questions, target: float, give_up: int | None = None) -> str:
        asked.append((target, give_up))
        return ask(self, target, give_up)

    monkeypatch.setattr(questions, "NODES_FOR_THE_WINNER", 2000)
    monkeypatch.setattr(Questions, "ask", note)
    solved = solve(Board("3x5"), checkpoint=tmp_path / "3x5")
    assert (solved.score, asked[:2]) == (15, [(1, 2000), (15, questions.NODES_FOR_EVERYTHING)])
    again = solve(Board("3x5"), checkpoint=tmp_path / "3x5")
    assert (again.score, again.nodes) == (15, solved.nodes), "it was not kept"
    # Black does not take all of 4x3, so who wins is asked again, without end.
    path = begun(tmp_path / "4x3", nodes=3000)
    assert solve(Board("4x3"), checkpoint=path).score == 4
    # The same where that is not found out in time, and it is not asked a second time.
    monkeypatch.setattr(questions, "NODES_FOR_EVERYTHING", 10)
    asked.clear()
    assert solve(Board("4x3")).score == 4
    assert [target for target, _ in asked].count(12) == 1


def test_what_was_learned_is_used_again(tmp_path: Path) -> None:
    memory = 1 << 24
    whole = solve(Board("4x3"), at_least=4, memory=memory).nodes
    path = begun(tmp_path / "table", at_least=4, nodes=int(0.9 * whole), memory=memory)
    resumed = solve(Board("4x3"), at_least=4, checkpoint=path)
    assert resumed.holds is True
    assert resumed.nodes < 1.2 * whole


# Damage


@pytest.mark.parametrize(("at_least", "holds"), [(4, True), (5, False)])
def test_a_damaged_table_gives_no_wrong_answer(tmp_path: Path, at_least: int, holds: bool) -> None:
    original = begun(tmp_path / "table", at_least=at_least).read_bytes()
    rng = random.Random(at_least)
    entries = range(TABLE_OFFSET, len(original), ENTRY)
    verdicts = {entry + VERDICT for entry in entries if any(original[entry : entry + ENTRY])}
    assert len(verdicts) > 1000
    damages = [
        {place: original[place] ^ 1 for place in verdicts},
        {place: original[place] ^ 2 for place in verdicts},
        *(
            {
                place: rng.randrange(256)
                for place in rng.sample(range(TABLE_OFFSET, len(original)), n)
            }
            for n in (10, 1000, 5000)
        ),
        # Half of one entry with half of another, as a write that was cut off leaves them.
        {
            entry + byte: original[entry + ENTRY + byte]
            for entry in rng.sample(entries[:-1], 500)
            for byte in range(8)
        },
    ]
    for number, damage in enumerate(damages):
        data = bytearray(original)
        for place, byte in damage.items():
            data[place] = byte
        path = tmp_path / str(number)
        path.write_bytes(data)
        assert solve(Board("4x3"), at_least=at_least, checkpoint=path).holds is holds


def test_one_copy_of_the_state_is_enough(tmp_path: Path) -> None:
    original = begun(tmp_path / "table").read_bytes()
    for slot in (0, 1):
        data = bytearray(original)
        data[slot * SLOT_BYTES + 100] ^= 1
        path = tmp_path / str(slot)
        path.write_bytes(data)
        assert solve(Board("4x3"), checkpoint=path).score == 4


def damaged_magic(data: bytearray) -> None:
    data[0] ^= 1
    data[SLOT_BYTES] ^= 1


def damaged_states(data: bytearray) -> None:
    data[60] ^= 1
    data[SLOT_BYTES + 60] ^= 1


def other_format(data: bytearray) -> None:
    for slot in (0, 1):
        data[slot * SLOT_BYTES + 8] += 1


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda data: data.clear(), "is not a checkpoint of goseki"),
        (lambda data: data.__delitem__(slice(-1, None)), "is damaged: has .* bytes instead of"),
        (lambda data: data.__delitem__(slice(10, None)), "is damaged: neither copy"),
        (lambda data: data.append(0), "is damaged: has .* bytes instead of"),
        (damaged_magic, "is not a checkpoint of goseki"),
        (damaged_states, "is damaged: neither copy of its state passes its check"),
        (other_format, "is damaged: neither copy"),
    ],
)
def test_a_damaged_checkpoint_is_refused_and_kept(
    tmp_path: Path, damage: object, reason: str
) -> None:
    path = begun(tmp_path / "table")
    data = bytearray(path.read_bytes())
    damage(data)  # type: ignore[operator]
    path.write_bytes(data)
    with pytest.raises(GosekiError, match=reason) as caught:
        solve(Board("4x3"), checkpoint=path)
    assert str(caught.value).startswith(f"{path}: ")
    assert path.read_bytes() == data
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("diagram", "rules", "options", "difference"),
    [
        ("...\n...\n...\n...", Rules(), {}, "board size 4x3, not 3x4"),
        ("X...\n....\n....", Rules(), {}, "stones ..../..../...., not X..."),
        (EMPTY, Rules(komi=0.5), {}, "komi 0, not 0.5"),
        (EMPTY, Rules(ko_pass=False), {}, "third pass after a ko True, not False"),
        (EMPTY, Rules(), {"ko": "basic"}, "ko rule cycle, not basic"),
        (EMPTY, Rules(), {"at_least": 2.0}, "at least none, not 2"),
    ],
)
def test_a_checkpoint_of_another_question_is_refused_and_kept(
    tmp_path: Path, diagram: str, rules: Rules, options: dict[str, object], difference: str
) -> None:
    board = Board.from_diagram(diagram, rules=rules)
    path = begun(tmp_path / "table")
    before = path.read_bytes()
    with pytest.raises(GosekiError, match=re.escape(difference)):
        solve(board, checkpoint=path, **options)  # type: ignore[arg-type]
    assert path.read_bytes() == before


def test_a_checkpoint_in_use_is_refused(tmp_path: Path) -> None:
    def intrude(_: Progress) -> None:
        with pytest.raises(GosekiError, match="another process is using this checkpoint"):
            solve(Board("4x4"), checkpoint=path)
        raise KeyboardInterrupt

    path = tmp_path / "table"
    assert solve(Board("4x4"), memory=SMALL, checkpoint=path, progress=intrude).interrupted


def test_a_checkpoint_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GosekiError, match="No such file"):
        solve(Board("3x3"), checkpoint=tmp_path / "no" / "table")
    with pytest.raises(GosekiError, match="Is a directory"):
        solve(Board("3x3"), checkpoint=tmp_path)
    if shutil.disk_usage(tmp_path).free < 1 << 50:
        with pytest.raises(GosekiError):
            solve(Board("5x5"), memory=1 << 50, checkpoint=tmp_path / "table")
    assert list(tmp_path.iterdir()) == []


# Progress


def test_the_progress_line_says_how_far_it_is() -> None:
    told: list[Progress] = []
    solve(Board("5x4"), seconds=0.5, memory=1 << 24, progress=told.append)
    assert told
    assert told[-1].known == (-20, 20)
    assert re.fullmatch(
        r"Lead between -20 and \+20; \+2\? \d+/\d+ plies, [\d.]+[kM]? nodes, table \d+%, 0:00:0\d",
        told[-1].text,
    )


def test_the_progress_line_fits_a_terminal() -> None:
    search = f"99/99 plies, {short_count(999 * 10**9)} nodes, table 100%"
    line = progress_text(-33, 33, 33, search, 999 * 3600)
    assert line.endswith("999:00:00")
    assert len("⠋ " + line) <= 80


# Openings


def values(result: SolveResult) -> dict[str, float | None]:
    return {str(point): opening.score for point, opening in result.openings.items()}


@pytest.mark.parametrize("diagram", ["..\n..", "...\n...", ".....", ".XO\nXO.\n.XO"])
@pytest.mark.parametrize("to_play", ["B", "W"])
def test_openings_follow_from_the_replies_to_them(diagram: str, to_play: Color) -> None:
    board = Board.from_diagram(diagram, to_play=to_play)
    direct = solve(board, openings=True)
    assert list(direct.openings) == [point for point in board.legal_moves if not point.is_pass]
    assert values(solve(board, openings=True, plies=2)) == values(direct)
    # The position is worth its best move, or a pass.
    pick = max if to_play == "B" else min
    passed = solve_after(board, [PASS], "cycle").score
    assert passed is not None
    assert direct.score == pick([passed, *(v for v in values(direct).values() if v is not None)])
    if passed != direct.score:
        best = [point for point, v in direct.openings.items() if v.score == direct.score]
        assert direct.best == best


def test_after_moves_their_passes_count() -> None:
    over = solve_after(Board("2x2"), [Point.parse("A1"), PASS, PASS], "cycle")
    assert (over.score, over.nodes > 0) == (4, True)
    with pytest.raises(ValueError, match="illegal move"):
        solve_after(Board("2x2"), [Point.parse("A1"), Point.parse("A1")], "cycle")


numbers = st.integers(-4, 4).map(float)


@given(
    st.lists(st.tuples(numbers, numbers, numbers).map(sorted), min_size=1, max_size=5),
    st.sampled_from(["B", "W"]),
)
def test_minimax_of_bounds_holds_for_all_that_lies_within(
    bounds: list[list[float]], chooser: Color
) -> None:
    moves = [Point(column, 0) for column in range(len(bounds))]
    results = {
        move: SolveResult(None, lower, upper, "unknown", [], [], 1, 0.0)
        for move, (lower, _, upper) in zip(moves, bounds, strict=True)
    }
    truth = {move: value for move, (_, value, _) in zip(moves, bounds, strict=True)}
    best = (max if chooser == "B" else min)(truth.values())
    combined = minimax(results, chooser)
    assert combined.lower <= best <= combined.upper
    assert (combined.score is None) == (combined.lower < combined.upper)
    assert all(truth[move] == best for move in combined.best)
    assert combined.best or combined.score is None


def test_openings_are_spread_noted_and_not_solved_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "campaign"
    board = Board("3x2")
    spread = solve(board, openings=True, jobs=2, memory=1 << 20, checkpoint=folder)
    expected = solve(board, openings=True)
    assert (spread.score, spread.pv, values(spread)) == (
        expected.score,
        expected.pv,
        values(expected),
    )
    assert [path.name for path in folder.iterdir()] == ["ledger.jsonl"]
    monkeypatch.setattr(openings, "solve_after", None)
    assert values(solve(board, openings=True, checkpoint=folder)) == values(expected)


def test_openings_under_way_keep_their_tables(tmp_path: Path) -> None:
    folder = tmp_path / "campaign"
    board = Board("4x3")
    first = solve(board, openings=True, nodes=3_000, memory=SMALL, checkpoint=folder)
    open_now = {name for name, value in values(first).items() if value is None}
    assert open_now
    tables = {path.stem for path in folder.glob("*.table")}
    assert tables <= open_now | {"root"}
    last = solve(board, openings=True, checkpoint=folder)
    assert (last.score, values(last)["C2"], values(last)["B3"]) == (4, 4, 3)
    assert not list(folder.glob("*.table"))


def test_a_kill_loses_no_line_of_a_ledger_but_the_last(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with Ledger(path, {"work": "much"}) as ledger:
        ledger.note("one", 1)
        ledger.note("two", [2])
        with pytest.raises(GosekiError, match="another process is using this ledger"):
            Ledger(path, {"work": "much"})
    whole = path.read_bytes()
    second = whole.rindex(b"\n", 0, -1) + 1
    for end in range(second, len(whole)):
        path.write_bytes(whole[:end])
        with Ledger(path, {"work": "much"}) as ledger:
            assert ledger.finished == {"one": 1}
            ledger.note("two", [2])
        assert path.read_bytes() == whole
    with pytest.raises(GosekiError, match="is the ledger of other work: work 'much', not 'more'"):
        Ledger(path, {"work": "more"})
    for place in range(second):
        damaged = bytearray(whole)
        damaged[place] ^= 1
        path.write_bytes(damaged)
        with pytest.raises(GosekiError, match=r"line \d is damaged"):
            Ledger(path, {"work": "much"})
        assert path.read_bytes() == damaged


def test_a_file_that_is_no_ledger_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    with Ledger(path, {"work": "much"}):
        pass
    first = path.read_bytes()
    for end in range(len(first)):
        path.write_bytes(first[:end])
        with Ledger(path, {"work": "much"}):
            assert path.read_bytes() == first
    for text in (b"my ledger of money", first[:-1] + b" ", first[:-2] + b"\0"):
        path.write_bytes(text)
        with pytest.raises(GosekiError, match="line 1 is damaged, or this is no ledger"):
            Ledger(path, {"work": "much"})
        assert path.read_bytes() == text


def test_a_solve_whose_process_dies_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(function: object, tasks: list[openings.Subproblem], **_: object) -> object:
        for task in tasks:
            dies = task.line == (Point.parse("A1"),)
            error = cluster.WorkerDiedError("its process died twice") if dies else None
            yield cluster.Outcome(task, None if dies else task.solve(), error)

    monkeypatch.setattr(openings, "spread", fail)
    result = solve(Board("3x1"), openings=True, jobs=2)
    assert result.openings[Point.parse("A1")].failure == "its process died twice"
    assert result.openings[Point.parse("A1")].evidence == "unknown"
    assert result.openings[Point.parse("B1")].score == 3


def test_bad_campaigns_are_refused(tmp_path: Path) -> None:
    with pytest.raises(GosekiError, match="1 or 2 plies deep, not 3"):
        solve(Board("2x2"), openings=True, plies=3)
    with pytest.raises(GosekiError, match="are for openings"):
        solve(Board("2x2"), jobs=2)
    file = tmp_path / "file"
    file.write_text("mine")
    with pytest.raises(GosekiError, match="openings are kept in a directory"):
        solve(Board("2x2"), openings=True, checkpoint=file)
    assert file.read_text() == "mine"


@pytest.mark.filterwarnings("ignore")
def test_openings_on_a_cluster(tmp_path: Path) -> None:
    dask = pytest.importorskip("distributed", reason="Dask is not installed")
    with dask.LocalCluster(
        n_workers=1, threads_per_worker=2, processes=False, dashboard_address=None
    ) as local:
        result = solve(
            Board("3x2"),
            openings=True,
            cluster=local.scheduler_address,
            memory=1 << 20,
            checkpoint=tmp_path / "campaign",
        )
    assert values(result) == values(solve(Board("3x2"), openings=True))
    lines = (tmp_path / "campaign" / "ledger.jsonl").read_text().splitlines()
    assert {json.loads(line.rpartition(" ")[0])["name"] for line in lines[1:]} == {
        "root",
        "A2",
        "B2",
    }


# The command


def test_the_command_resumes_and_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "table")
    for memory in ("1M", "2M"):
        assert main(["solve", "3x3", "--checkpoint", path, "--memory", memory, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["score"] == 9
    assert main(["solve", "3x3", "--komi", "1", "--checkpoint", path]) == 2
    refused = capsys.readouterr()
    assert (refused.out, refused.err) == (
        "",
        f"goseki: {path}: is the checkpoint of another question: komi 0, not 1\n",
    )
