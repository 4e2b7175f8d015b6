"""Problems from files, the stones they are about, and suites of them."""

from __future__ import annotations

import json
import lzma
from pathlib import Path
from typing import Any

import pytest

import goseki as gs
from goseki import Board, GosekiError, Point
from goseki.cli import main
from goseki.job import Progress
from goseki.tactics import Broken, Problem, find_targets, read_problem, read_problems, run_suite
from goseki.tactics.problem import problem_of_record
from goseki.tactics.question import Question, Search
from goseki.tactics.target import find_groups, find_wall
from tests.support.slow_search import SlowSearch

pytestmark = pytest.mark.core

DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture
def slow_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Behind the command line, too, stands the search of the tests."""

    def ask(self: Any, question: Any, **_: Any) -> Any:
        return SlowSearch(question.board).ask(question)

    monkeypatch.setattr("goseki.tactics.question.Search.ask", ask)


# -- reading ----------------------------------------------------------------------------------

CORNER = "(;SZ[5]AB[ab][bb]AW[ac][bc][cb]"


@pytest.mark.parametrize("mark", ["TR", "SQ", "CR", "MA", "SL"])
def test_marks_name_the_target(mark: str) -> None:
    problem = read_problem(f"{CORNER}{mark}[ab][ac]PL[W])")
    assert problem.target == (Point.parse("A4"), Point.parse("A3"))
    problem = read_problem(f"{CORNER}{mark}[ab][bb][ee]PL[W])")
    assert problem.target == (Point.parse("A4"),)  # one of the block; E1 has no stone
    assert problem.to_play == "W"


def test_labels_name_the_target_if_there_are_no_marks() -> None:
    assert read_problem(f"{CORNER}LB[bb:A])").target == (Point.parse("B4"),)
    assert read_problem(f"{CORNER}LB[bb:A]TR[cb])").target == (Point.parse("C4"),)


@pytest.mark.parametrize(
    ("rest", "to_play", "goal"),
    [
        (")", None, None),
        ("PL[B])", "B", None),
        (";W[aa])", "W", None),
        ("C[White to kill];W[aa])", "W", "kill"),
        ("C[Problem 3. Black to live.])", "B", "live"),
        ("C[Black plays and lives])", "B", "live"),
        ("C[White to play]PL[B])", "B", None),  # what is stated otherwise counts
        ("C[White to connect])", "W", None),  # there is no target of two blocks
        ("C[Black or white?])", None, None),
    ],
)
def test_whose_turn_and_what_is_asked(rest: str, to_play: str | None, goal: str | None) -> None:
    problem = read_problem(CORNER + rest)
    assert (problem.to_play, problem.goal) == (to_play, goal)
    if to_play is not None:
        assert problem.board.to_play == to_play


def test_the_solution_says_nothing_about_the_problem() -> None:
    bare = read_problem(f"{CORNER};W[aa])")
    told = read_problem(f"{CORNER};W[aa]TR[ab]LB[bb:1]C[RIGHT White to kill];B[ba]MA[bb])")
    assert (told.board, told.target, told.goal) == (bare.board, (), None)
    assert find_targets(told.board) == find_targets(bare.board)
    assert told.answers == (Point.parse("A5"),)


def test_right_and_wrong_variations() -> None:
    problem = read_problem(f"{CORNER}(;W[aa];B[ba]C[WRONG])(;W[ba];B[aa]C[Correct!]))")
    assert (problem.answers, problem.wrong) == ((Point.parse("B5"),), (Point.parse("A5"),))
    problem = read_problem(f"{CORNER}(;W[aa])(;W[ba]))")
    assert (problem.answers, problem.wrong) == ((Point.parse("A5"),), ())


def test_diagrams() -> None:
    problem = read_problem("XX.\nOO.\n...\ncircle: A2\nsquare: A3\n# White to live\n")
    assert (problem.target, problem.to_play, problem.goal) == ((Point.parse("A2"),), "W", "live")
    problem = read_problem("XX.\nOO.\n...\nBlack to kill")
    assert (problem.target, problem.to_play, problem.goal) == ((), "B", "kill")
    assert read_problem("XX.\nOO.\n...").to_play is None


def test_records() -> None:
    record = {
        **{"id": "p/1", "size": 5, "to_move": "B", "black": ["ab", "bb"], "white": ["ac", "bc"]},
        **{"target": ["ac"], "goal": "KILL", "correct": ["cb"], "wrong": ["cc"], "n_sources": 3},
        **{"type": "tesuji", "collections": ["Old Book / Nets"]},
    }
    problem = problem_of_record(record)
    assert problem == Problem(
        problem.board,
        (Point.parse("A3"),),
        "kill",
        "B",
        "p/1",
        (Point.parse("C4"),),
        (Point.parse("C3"),),
        "tesuji",
        ("Old Book / Nets",),
        3,
    )
    assert problem.board.stones("W") == [Point.parse("A3"), Point.parse("B3")]
    crucial = {"black_crucial": ["ab"], "white_crucial": [], "answer_first_move": "tt"}
    other = problem_of_record({**record, **crucial, "target": []})
    assert (other.target, other.answers) == ((Point.parse("A4"),), (gs.PASS,))
    assert problem_of_record({**record, "goal": None, "type": "capture"}).goal == "capture"
    assert problem_of_record({**record, "goal": None, "type": "capture_race"}).goal == "kill"


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"size": 99}, "1: board size 99x99"),
        ({"size": None}, "1: not a board size"),
        ({"black": ["zz"]}, "1: black: point 'zz'"),
        ({"black": "ab"}, "1: black is 'ab', not a list"),
        ({"black": ["ac"]}, "1: two stones on A3"),
        ({"black": [], "white": []}, "1: has no stones"),
        ({"to_move": "green"}, "1: not a colour: 'green'"),
        ({"n_sources": "many"}, "1: n_sources is 'many'"),
        ({"collections": 3}, "1: collections is 3"),
    ],
)
def test_broken_records_are_named(change: dict[str, Any], complaint: str) -> None:
    record = {"id": "1", "size": 5, "to_move": "B", "black": ["ab"], "white": ["ac"]}
    with pytest.raises(GosekiError, match="^" + complaint.replace("'", ".")):
        problem_of_record({**record, **change})


# -- the target -------------------------------------------------------------------------------

FIXTURES = {
    "straight three": ("C1 C2 D2 E2 F2 G1 G2", "B1 B2 C3 D3 E3 F3 G3 H1 H2"),
    "square four": ("C1 C2 C3 D3 E3 F1 F2 F3", "B1 B2 B3 C4 D4 E4 F4 G1 G2 G3"),
    "bulky five": ("C1 C2 C3 D3 E3 F2 F3 G1 G2", "B1 B2 B3 C4 D4 E4 F4 G3 H1 H2"),
    "six in the corner": ("A3 B3 C3 D1 D2 D3", "A4 B4 C4 D4 E1 E2 E3"),
    "bent four": ("A4 B2 B3 B4 C1 C2", "A5 B5 C3 C4 D1 D2"),
    "seki": ("B1 B2 C2 D2 E2 F2 G2 H1 H2", "D1 E1 F1 A1 A2 B3 C3 D3 E3 F3 G3 H3 J1 J2"),
}


@pytest.mark.parametrize("name", FIXTURES)
@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize("to_play", ["B", "W"])
def test_the_shut_in_group_is_the_target(name: str, swapped: bool, to_play: Any) -> None:
    board = Board("9x9")
    black, white = FIXTURES[name]
    board.setup(black.split(), white.split(), to_play=to_play)
    first = find_targets(board.transformed(3, swap_colors=swapped))[0]
    assert first.color == ("W" if swapped else "B")
    assert board.transformed(3, swap_colors=swapped).at(first.stone) == first.color


def test_a_cutting_stone_is_what_a_capture_is_about() -> None:
    board = Board("9x9")
    board.setup(["D5", "D6", "E4", "F4"], ["E5", "H8"])  # the net of the specification
    assert str(find_targets(board, "B", capture=True)[0].stone) == "E5"
    board.setup(empty=["D5", "D6", "E4", "F4", "E5", "H8"])
    board.setup(["C5", "C6", "D4"], ["D5"])
    assert [str(c.stone) for c in find_targets(board, "B", capture=True)] == ["D5"]
    assert find_targets(board, "W", capture=True)[0].color == "B"


def test_the_wall_is_what_reaches_the_open() -> None:
    board = Board("9x9")
    black, white = FIXTURES["seki"]
    board.setup(black.split(), white.split())
    wall = find_wall(board, "W")
    assert Point.parse("E3") in wall
    assert Point.parse("E1") not in wall


@pytest.mark.skipif(not (DATA / "life-and-death").exists(), reason="needs the shared data")
@pytest.mark.parametrize("name", ["targeted-small", "cho-solver"])
def test_given_targets_are_found(name: str) -> None:
    problems = list(read_problems(DATA / "life-and-death" / f"{name}.jsonl"))
    right = 0
    for problem in problems:
        assert isinstance(problem, Problem)
        first = find_targets(problem.board)[0]
        groups = find_groups(problem.board, first.color)
        [stones] = [
            {stone for block in group.blocks for stone in block.stones}
            for group in groups
            if any(first.stone in block.stones for block in group.blocks)
        ]
        right += not stones.isdisjoint(problem.target)
    assert right >= 0.95 * len(problems)


@pytest.mark.skipif(not (DATA / "life-and-death").exists(), reason="needs the shared data")
def test_a_ko_is_called_neither_dead_nor_alive() -> None:
    """A table that keeps verdicts which rest on repetition calls these stones alive."""
    problems = read_problems(DATA / "life-and-death" / "targeted-small.jsonl")
    [problem] = [p for p in problems if isinstance(p, Problem) and p.source == "cc1/900"]
    search = Search(problem.board)
    endless = Question(problem.board, "capture", problem.target, "B", {"B": 0, "W": None})
    assert search.ask(endless, nodes=300_000).verdict == "refuted"
    alive = Question(problem.board, "life", problem.target, "B", {"B": None, "W": 0})
    assert search.ask(alive, nodes=50_000).verdict != "proven"


# -- suites -----------------------------------------------------------------------------------

RECORD = {"size": 3, "black": ["ba", "ab", "bb"], "white": ["ca", "cb", "ac", "bc"]}
LIVES = {**RECORD, "id": "lives", "to_move": "B", "target": ["ab"], "goal": "live"}
KILLS = {**RECORD, "id": "kills", "to_move": "W", "target": ["ab"], "goal": "kill"}
RECORDS: list[Any] = [
    {**LIVES, "correct": ["cc"], "type": "life_and_death", "collections": ["Small / Eyes"]},
    {**KILLS, "correct": ["cc"], "wrong": ["aa", "cc"], "n_sources": 2, "type": "tesuji"},
    {**LIVES, "id": "gone", "target": ["cc"]},
    {**LIVES, "id": "off the board", "black": ["zz"]},
]


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    path = tmp_path / "small.jsonl.xz"
    lines = [json.dumps(record) for record in RECORDS] + ["no JSON", ""]
    path.write_bytes(lzma.compress("\n".join(lines).encode()))
    return path


def test_a_suite_is_compared_with_what_is_printed(suite: Path) -> None:
    result = run_suite(suite, nodes=10**9, _search=SlowSearch)
    rows = {row.source: row for row in result.rows}
    assert list(rows) == ["gone", "kills", "lives", "off the board", "small.jsonl.xz:5"]
    assert (rows["lives"].status, rows["lives"].best, rows["lives"].is_right) == (
        "alive",
        ("C1",),
        True,
    )
    kills = rows["kills"]
    assert (kills.status, kills.best, kills.is_right, kills.is_disputed) == (
        "dead",
        ("A3",),
        False,
        True,
    )
    assert (kills.wrong_as_good, kills.wrong_worse, kills.wrong_open) == (("A3",), (), ())
    assert rows["gone"].error == "there is no stone on C1"
    assert "black: point 'zz'" in rows["off the board"].error
    assert "is no JSON" in rows["small.jsonl.xz:5"].error
    assert result.counts == {
        **{"problems": 5, "proven": 2, "right": 1, "proven_and_right": 1, "disputed": 1},
        **{"unknown": 0, "broken": 3, "wrong_worse": 0, "wrong_as_good": 1, "wrong_open": 0},
    }
    assert result.sentence().startswith("5 problems: 2 proven, 1 right (1 of them proven)")


def test_where_a_pass_is_best_a_printed_move_may_be_as_good(tmp_path: Path) -> None:
    path = tmp_path / "settled.jsonl"
    dead = {"size": 3, "black": ["aa"], "white": ["ba", "bb"], "to_move": "B", "target": ["aa"]}
    seki = {"size": 3, "black": ["ba", "ab"], "white": ["ca", "cb", "ac", "bc"], "target": ["ab"]}
    records = [
        {**dead, "id": "dead", "correct": ["ab"], "wrong": ["bc"]},
        {**seki, "id": "seki", "correct": ["bb"], "to_move": "B"},
    ]
    path.write_text("\n".join(map(json.dumps, records)))
    dead_row, seki_row = run_suite(path, nodes=10**9, _search=SlowSearch).rows
    assert (dead_row.status, dead_row.best, dead_row.is_right) == ("dead", ("pass",), True)
    assert dead_row.wrong_as_good == ("B1",)
    assert (seki_row.status, seki_row.best, seki_row.is_right) == ("seki", ("pass",), False)
    assert seki_row.is_disputed  # it fills the own eye space


def test_choosing_from_a_suite(suite: Path) -> None:
    def chosen(**choice: Any) -> list[str]:
        result = run_suite(suite, nodes=10**9, _search=SlowSearch, **choice)
        return [row.source for row in result.rows if not row.error]

    assert chosen(type="tesuji") == ["kills"]
    assert chosen(collection="eyes") == ["lives"]
    assert chosen(min_sources=2) == ["kills"]
    assert chosen(first=2) == ["kills"]  # and the first, which is broken
    with pytest.raises(GosekiError, match="min_sources"):
        chosen(min_sources=-1)


def test_a_suite_on_two_processes(suite: Path) -> None:
    one = run_suite(suite, nodes=10**9, _search=SlowSearch)
    two = run_suite(suite, nodes=10**9, jobs=2, _search=SlowSearch)
    assert [(r.source, r.status, r.best, r.error) for r in two.rows] == [
        (r.source, r.status, r.best, r.error) for r in one.rows
    ]


def test_a_suite_goes_on_where_it_was_stopped(suite: Path, tmp_path: Path) -> None:
    ledger = tmp_path / "run.ledger"
    told: list[str] = []

    def stop(progress: Progress) -> None:
        told.append(progress.text)
        if "lives" in progress.text:
            raise KeyboardInterrupt

    def listen(progress: Progress) -> None:
        told.append(progress.text)

    options: dict[str, Any] = {"nodes": 10**9, "ledger": ledger, "_search": SlowSearch}
    stopped = run_suite(suite, progress=stop, **options)
    assert stopped.interrupted
    assert [row.source for row in stopped.rows if not row.error] == ["kills"]
    told.clear()
    whole = run_suite(suite, progress=listen, **options)
    assert whole.counts["proven"] == 2
    assert told
    assert all("lives: " in text for text in told)
    told.clear()
    assert run_suite(suite, progress=listen, **options) == whole
    assert not told
    with pytest.raises(GosekiError, match="is the ledger of other work: nodes"):
        run_suite(suite, nodes=5, ledger=ledger)


def test_a_folder_of_files(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_text("(;SZ[3]AB[ba][ab][bb]AW[ca][cb][ac][bc]TR[ab];B[cc])")
    (tmp_path / "b.txt").write_text(".XO\nXXO\nOO.\ntriangle: A2\nWhite to kill\n")
    (tmp_path / "c.sgf").write_text("(;SZ[3]AB[")
    (tmp_path / "two.sgf").write_text("(;SZ[3]AB[aa]AW[bb]PL[B])(;SZ[3]AB[aa]AW[bb])")
    found = list(read_problems(tmp_path))
    assert [problem.source for problem in found] == [
        "a.sgf",
        "b.txt",
        "c.sgf",
        "two.sgf:1",
        "two.sgf:2",
    ]
    assert isinstance(found[2], Broken)
    result = run_suite(tmp_path, nodes=10**9, _search=SlowSearch)
    rows = {row.source: row for row in result.rows}
    assert (rows["a.sgf"].best, rows["a.sgf"].is_right) == (("C1",), True)
    assert (rows["b.txt"].status, rows["b.txt"].best) == ("dead", ("A3",))
    assert rows["two.sgf:2"].error == "no side to move is given"
    (tmp_path / "empty").mkdir()
    with pytest.raises(GosekiError, match="has no"):
        list(read_problems(tmp_path / "empty"))


# -- the command ------------------------------------------------------------------------------


@pytest.fixture
def eyes(tmp_path: Path) -> str:
    path = tmp_path / "eyes.txt"
    path.write_text(".XO\nXXO\nOO.\ntriangle: A2\nBlack to play\n")
    return str(path)


@pytest.mark.usefixtures("slow_search")
def test_the_command_draws_the_solution(eyes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tactics", eyes]) == 0
    output = capsys.readouterr().out
    assert "Black lives at C1: proven." in output
    assert "2 ▲─▲─○ 2" in output  # the target is marked
    assert "1 ○─○─1 1" in output  # and the first move has its number
    assert "best    C1\n" in output
    assert "target  A2\n" in output


@pytest.mark.usefixtures("slow_search")
def test_the_command_as_json(eyes: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tactics", eyes, "--both", "--why-not", "pass", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert {key: said[key] for key in ("target", "goal", "to_play", "status", "evidence")} == {
        "target": ["A2"],
        "goal": "live",
        "to_play": "B",
        "status": "alive",
        "evidence": "proven",
    }
    assert (said["best"], said["best_complete"], said["pv"][0]) == (["C1"], True, "C1")
    assert said["if_white_first"]["status"] == "dead"
    assert said["if_black_first"]["best"] == ["C1"]
    assert said["why_not"]["is_worse"] is True
    assert said["nodes"] > 0


@pytest.mark.usefixtures("slow_search")
def test_a_ko_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ko.txt"
    path.write_text(".XX\n...\nWhite to play\n")
    assert main(["tactics", str(path), "--target", "B2", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["status"] == "ko"
    assert said["ko"] == {"for": "W", "threats_black": 1, "threats_white": 0}


@pytest.mark.usefixtures("slow_search")
def test_the_command_finds_the_target_and_draws_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "eyes.sgf"
    path.write_text("(;SZ[3]AB[ba][ab][bb]AW[ca][cb][ac][bc]C[White to kill];W[aa])")
    assert main(["tactics", str(path), "--picture", str(tmp_path / "x.svg")]) == 0
    output = capsys.readouterr().out
    assert "(found)" in output
    assert "White kills at A3: proven." in output
    assert (tmp_path / "x.svg").read_text().startswith("<svg")


@pytest.mark.usefixtures("slow_search")
def test_a_suite_from_the_command_line(suite: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tactics", "--suite", str(suite), "--first", "3"]) == 0
    output = capsys.readouterr().out
    assert "disputed" in output
    assert "there is no stone on C1" in output
    assert output.splitlines()[-1].startswith("3 problems: 2 proven")
    assert main(["tactics", "--suite", str(suite), "--type", "tesuji", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["counts"]["proven"] == 1
    assert [row["source"] for row in said["problems"] if "error" not in row] == ["kills"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ("FILE --target C1", "there is no stone on C1"),
        ("FILE --target Z9", "not a point: 'Z9'"),
        ("FILE --target A2,B2 --goal connect", "A2 and B2 are one block, not two"),
        ("FILE --goal kill", "White to play, and Black is to play"),
        ("FILE --goal eat", "--goal must be capture, kill, live, connect, cut or race"),
        ("FILE --method uct", "--method must be proof"),
        ("FILE --why-not A2", "Black may not play A2: occupied"),
        ("FILE --firm A2", "the target A2 is declared alive"),
        ("FILE --memory much", "--memory: not an amount of memory: 'much'"),
        ("FILE --seconds 0", "--seconds must be"),
        ("FILE --first 3", "--first has no meaning with one problem"),
        ("FILE --suite FILE", "--suite has no POSITION"),
        ("--suite FILE --target A2", "--target has no meaning with --suite"),
        ("--suite nowhere", "nowhere: no such file or directory"),
        ("", "tactics needs POSITION or --suite"),
        ("5x5 --to-play B", "there is no stone on the board"),
        ("nowhere.sgf", "nowhere.sgf"),
        ("SIDE", "no side to move is given (--to-play B or W, or --both)"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    arguments: str, complaint: str, eyes: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    side = tmp_path / "side.txt"
    side.write_text(".XO\nXXO\nOO.\n")
    words = [{"FILE": eyes, "SIDE": str(side)}.get(word, word) for word in arguments.split()]
    assert main(["tactics", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    [line] = captured.err.splitlines()
    assert complaint in line
