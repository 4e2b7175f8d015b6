"""Tactical questions over GTP, in GNU Go's codes. Behind them stands a search for tiny boards."""

from __future__ import annotations

import re
from typing import Any

import pytest

from goseki import Board
from goseki.gtp.session import Session
from goseki.tactics import Answer, solve_problem
from tests.support.slow_search import SlowSearch

pytestmark = pytest.mark.core


@pytest.fixture(autouse=True)
def slow_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(self: Any, question: Any, **_: Any) -> Any:
        return SlowSearch(question.board).ask(question)

    monkeypatch.setattr("goseki.tactics.question.Search.ask", ask)


def session(diagram: str) -> Session:
    found = Session(size="3x3")
    found.board = Board.from_diagram(diagram, rules="chinese")
    found.settings = found.settings.__class__(seconds=60.0)
    return found


def ask(found: Session, line: str) -> str:
    answer = str(found.execute(line))
    assert answer.startswith("= "), answer
    return answer.removeprefix("= ").strip()


EYE = ".XO/XXO/OO."


@pytest.mark.parametrize(
    ("diagram", "line", "answer"),
    [
        (EYE, "attack A2", "1 A3"),
        (EYE, "defend A2", "1 C1"),
        (EYE, "owl_attack B2", "1 A3"),
        (EYE, "owl_defend B2", "1 C1"),
        (EYE, "dragon_status A2", "critical A3 C1"),
        (".XX/...", "attack B2", "2 B1"),  # a ko, taken first
        (".O./.XX", "defend B2", "3 A2"),  # a ko, in which the owner needs a threat
        ("X.X/O.O/.O.", "connect A3 C3", "1 B3"),
        ("X.X/O.O/.O.", "disconnect A3 C3", "1 B3"),
        (EYE, "analyze_semeai A2 A1", "1 1 C1"),
    ],
)
def test_codes_and_moves(diagram: str, line: str, answer: str) -> None:
    assert ask(session(diagram), line) == answer


def test_ladders() -> None:
    found = session(EYE)
    found.board = Board("9x9", "chinese")
    found.board.setup(["C5", "C6", "D4"], ["D5"])  # the ladder of the specification
    assert ask(found, "ladder_attack D5") == "1 E5"
    found.board.setup(white=["G7"])
    assert ask(found, "ladder_attack D5") == "0"


def test_stones_that_can_be_taken_back_are_not_captured_to_gnu_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ko = session(".XO.O.")
    assert ask(ko, "attack C1") == "2 D1"
    assert ask(ko, "goseki-evidence") == "estimate"
    monkeypatch.undo()  # the search itself, for a larger board
    snapback = session(EYE)
    snapback.board = Board.from_diagram(
        "......../XXXXXXO./XXXOXXO./XOOO.XO./XXOOXOO.", rules="chinese"
    )
    assert ask(snapback, "attack E1") == "0"
    assert ask(snapback, "goseki-evidence") == "estimate"
    assert ask(snapback, "attack D3") == "1 E2"  # White is short of liberties
    snapback.board = Board.from_diagram(
        "......./OOOOOX./OXXXOX./OX.OXX./OX..X../OX.....", rules="chinese"
    )
    assert ask(snapback, "defend D3") in ("1 C1", "1 C2")  # White takes what takes it
    assert ask(snapback, "goseki-evidence") == "estimate"


def test_answers_say_whether_they_are_proven(monkeypatch: pytest.MonkeyPatch) -> None:
    found = session(EYE)
    assert ask(found, "goseki-evidence") == "unknown"
    assert ask(found, "attack B2") == "1 A3"
    assert ask(found, "goseki-evidence") == "proven"
    monkeypatch.setattr(
        "goseki.tactics.question.Search.ask", lambda self, question, **_: Answer("unknown")
    )
    assert ask(found, "attack B2") == "1 A3"  # a guess, since nothing is proven now
    assert ask(found, "goseki-evidence") == "estimate"
    assert ask(found, "dragon_status B2").split()[0] in ("alive", "dead", "critical")
    assert ask(found, "goseki-evidence") == "estimate"
    assert re.fullmatch(r"[0-3] [0-3] \S+", ask(found, "analyze_semeai A2 A1"))
    assert ask(found, "goseki-evidence") == "estimate"
    for line in ("owl_attack B2", "owl_defend B2", "defend A2"):
        assert re.fullmatch(r"0|[123] \S+", ask(found, line))


@pytest.mark.parametrize("line", ["dragon_status A2", "analyze_semeai A2 A1"])
def test_half_a_proof_is_none(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = {"dragon_status A2": "W", "analyze_semeai A2 A1": "B"}[line]

    def ask_half(self: Any, question: Any, **_: Any) -> Answer:
        is_asked = question.to_play == first and question.defender == "BW"[first == "B"]
        return SlowSearch(question.board).ask(question) if is_asked else Answer("unknown")

    found = session(EYE)
    assert ask(found, line).split()[0] in ("critical", "1")
    assert ask(found, "goseki-evidence") == "proven"
    monkeypatch.setattr("goseki.tactics.question.Search.ask", ask_half)
    assert ask(found, line).split()[0] in ("critical", "dead", "1")  # whatever is guessed
    assert ask(found, "goseki-evidence") == "estimate"


def test_a_guess_about_a_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "goseki.tactics.question.Search.ask", lambda self, question, **_: Answer("unknown")
    )
    found = session("X.X/O.O/.O.")
    assert ask(found, "connect A3 C3") == "1 B3"
    assert ask(found, "disconnect A3 C3") == "1 B3"
    assert ask(found, "goseki-evidence") == "estimate"


def test_owl_asks_of_the_whole_group(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def note(self: Any, question: Any, **_: Any) -> Answer:
        asked.append(len(question.target))
        return Answer("unknown")

    monkeypatch.setattr("goseki.tactics.question.Search.ask", note)
    found = session(".X./X../...")
    found.settings = found.settings.__class__(seconds=0.2)
    ask(found, "owl_attack B3")
    assert set(asked) == {2}
    asked.clear()
    ask(found, "attack B3")
    assert set(asked) == {1}


@pytest.mark.parametrize("line", ["analyze_semeai A2 A1", "dragon_status A2", "attack A2"])
def test_a_command_keeps_to_its_time(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []
    real = solve_problem

    def solve(*given: Any, seconds: float, **options: Any) -> Any:
        limits.append(seconds)
        return real(*given, seconds=seconds, **options)

    monkeypatch.setattr("goseki.gtp.commands.tactics.solve_problem", solve)
    monkeypatch.setattr(
        "goseki.tactics.question.Search.ask", lambda self, question, **_: Answer("unknown")
    )
    found = session(EYE)
    found.settings = found.settings.__class__(seconds=1.0)
    ask(found, line)
    assert sum(limits) <= 0.85 * 2 if len(limits) > 1 else limits[0] <= 0.85
    assert limits[0] <= 0.85 / (2 if len(limits) > 1 else 1)


def test_ctrl_c_is_not_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "goseki.tactics.question.Search.ask",
        lambda self, question, **_: Answer("unknown", interrupted=True),
    )
    found = session(EYE)
    with pytest.raises(KeyboardInterrupt):
        found.execute("attack A2")
    found.interrupted = lambda: True  # the controller's wish is one for an answer
    assert str(found.execute("attack A2")).startswith("= ")


def test_what_fails_has_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # two blocks are too much for the search of tiny boards
    assert ask(session(".XO/X.O/OO."), "attack A2") == "0"
    assert ask(session(".XO/X.O/OO."), "dragon_status A2") == "alive"


def test_in_words() -> None:
    said = ask(session(EYE), "goseki-tactics A2 60")
    assert said == "Black lives at C1: proven. White kills at A3: proven."


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("attack A3", "there is no stone on A3"),
        ("attack pass", "a pass is not a point"),
        ("attack", "syntax error: usage is attack VERTEX"),
        ("connect A2 B2", "A2 and B2 are one block"),
        ("connect A2 A1", "stones of both colours"),
        ("analyze_semeai A2 B3", "A2 and B3 are both Black's"),
        ("defend Z9", "not a point"),
    ],
)
def test_bad_questions(line: str, complaint: str) -> None:
    answer = str(session(EYE).execute(line))
    assert answer.startswith("? ")
    assert complaint in answer


def test_the_menu_of_gogui_has_them() -> None:
    menu = ask(session(EYE), "gogui-analyze_commands")
    assert "string/Tactics: Attack/attack %p" in menu
