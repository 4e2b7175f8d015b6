"""Results and functions at their Python door: what they say of themselves, and of bad input."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any

import pytest

import goseki as gs
from goseki.cli import analyze, eyes, main, match, phantom, playouts, safety, solve, tactics
from goseki.draw import Picture, to_svg
from goseki.match import run_tournament
from goseki.match.go import GoContest, GoEntrant
from goseki.phantom import Settings
from goseki.phantom.tournament import Entrant, PhantomContest
from goseki.safety import eye_shapes
from goseki.solver import choose_capture_move, solve_as_thesis
from goseki.tactics import run_suite

pytestmark = pytest.mark.core

ONE_MOVE = gs.parse_sgf("(;SZ[5];B[aa])")[0]
TWO_EYES = ".X.XO./XXXXOO/OOOOO."


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (
            lambda: gs.solve(gs.Board("3x3")),
            "<SolveResult: Black's lead under best play is +9: proven (cycle ko, scoring of "
            "van der Werf 2004), best B2>",
        ),
        (
            lambda: gs.solve(gs.Board("5x5"), nodes=1),
            "<SolveResult: Black's lead under best play is between -25 and +25: both bounds "
            "proven, the rest not decided (cycle ko, scoring of van der Werf 2004)>",
        ),
        (
            lambda: gs.solve(gs.Board("3x3"), at_least=4),
            "<SolveResult: Is Black's lead at least 4? yes, proven (cycle ko, scoring of "
            "van der Werf 2004), best B2>",
        ),
        (
            lambda: solve_as_thesis(gs.Board("3x3")),
            "<ThesisResult: Black's lead under best play is +9: proven (cycle ko, scoring of "
            "van der Werf 2004), best B2>",
        ),
        (
            lambda: gs.solve_capture(gs.Board("2x2")),
            "<CaptureResult: White makes the first capture after 4 plies: proven, "
            "best A2 B2 A1 B1>",
        ),
        (
            lambda: gs.prove_safety(gs.Board.from_diagram(TWO_EYES)),
            "<SafetyResult: Proven: 18 of 18 points, 8 Black's and 10 White's, with 0 dead stones>",
        ),
        (
            lambda: gs.run_playouts(gs.Board("3x3"), 100, seed=1),
            "<PlayoutResult: Black wins 50% of 100 random games, lead +0.0 ± 9.0: estimate>",
        ),
    ],
)
def test_a_result_says_itself_in_one_line(found: Callable[[], object], said: str) -> None:
    assert repr(found()) == said


def test_a_region_says_itself_in_one_line() -> None:
    said = repr(gs.prove_region(gs.Board.from_diagram(TWO_EYES), "A3:C3", "B"))
    assert "\n" not in said
    assert said.startswith("<RegionResult: Black's stones in and beside the 3 points: proven")


@pytest.mark.parametrize(
    ("found", "caption", "parts"),
    [
        (
            lambda: gs.solve(gs.Board("3x3")),
            "Black&#x27;s lead under best play is +9",
            ["black", "label"],
        ),
        (lambda: gs.solve(gs.Board("3x1"), openings=True), "On every point", ["heat", "label"]),
        (
            lambda: gs.solve(gs.Board("3x1"), openings=True).openings[gs.Point(0, 0)],
            "-3",
            ["black"],
        ),
        (lambda: solve_as_thesis(gs.Board("3x3")), "+9: proven", ["black", "label"]),
        (
            lambda: gs.solve_capture(gs.Board("3x3")),
            "Black makes the first capture",
            ["black", "label"],
        ),
        (
            lambda: gs.prove_safety(gs.Board.from_diagram(TWO_EYES)),
            "Proven: 18 of 18 points",
            ["proven-black", "proven-white"],
        ),
        (
            lambda: gs.prove_region(gs.Board.from_diagram(TWO_EYES), "A3:C3", "B"),
            "Terms: ",
            ["proven-black"],
        ),
    ],
)
def test_a_result_draws_itself_in_a_notebook(
    found: Callable[[], Any], caption: str, parts: list[str]
) -> None:
    result = found()
    html, svg = result._repr_html_(), result._repr_svg_()
    assert svg.startswith("<svg ")
    assert html.startswith("<figure><svg ")
    assert caption in html.partition("<figcaption>")[2]
    for part in parts:
        assert f'class="{part}"' in svg


@pytest.mark.parametrize(
    "call",
    [
        gs.solve,
        gs.solve_capture,
        solve_as_thesis,
        choose_capture_move,
        gs.analyze,
        gs.prove_safety,
        gs.solve_problem,
        gs.run_playouts,
        gs.evaluate_moves,
        gs.life.benson,
        gs.life.blocks,
        gs.Game.from_board,
        lambda board: gs.life.regions(board, "B"),
        lambda board: gs.life.eyes(board, "B"),
        lambda board: gs.prove_region(board, "A1", "B"),
        lambda board: gs.draw.Picture.of(board),
    ],
)
def test_what_is_no_board_is_named(call: Callable[[Any], object]) -> None:
    for wrong in ("3x3", 3, None):
        with pytest.raises(gs.GosekiError, match=f"{wrong}.* is not a board"):
            call(wrong)


@pytest.mark.parametrize("solve", [gs.solve, gs.solve_capture, solve_as_thesis])
def test_memory_is_given_alike_everywhere(solve: Callable[..., Any]) -> None:
    board = gs.Board("2x2")
    assert solve(board, memory="1M").evidence == solve(board, memory=2**20).evidence == "proven"
    for wrong in ("foo", 1.5, -1, "1"):
        with pytest.raises(gs.GosekiError, match=f"memory.*{wrong}"):
            solve(board, memory=wrong)


@pytest.mark.parametrize("solve", [gs.solve, gs.solve_capture, solve_as_thesis])
@pytest.mark.parametrize("limit", ["seconds", "nodes"])
def test_a_limit_that_is_no_number_is_named(solve: Callable[..., Any], limit: str) -> None:
    for wrong in ("a", -1, [], float("nan")):
        with pytest.raises(gs.GosekiError, match=f"{limit} .*"):
            solve(gs.Board("2x2"), **{limit: wrong})


def test_a_diagram_that_is_none_is_named() -> None:
    with pytest.raises(gs.DiagramError, match="no rows: 'abc'"):
        gs.Board.from_diagram("abc")
    with pytest.raises(gs.DiagramError, match="a diagram is text, not '3'"):
        gs.Board.from_diagram(3)  # type: ignore[arg-type]


# -- one name at every door ------------------------------------------------------------------

OF_THE_DOOR = {
    *("context", "position", "move", "to_play", "rules", "komi", "view", "as_json", "force"),
    *("picture", "sgf", "csv", "markdown", "plot", "explain"),
}
"""Options that say which position is meant, or what is written."""


@pytest.mark.parametrize(
    ("command", "functions", "own"),
    [
        (playouts.run, [gs.run_playouts], {"game", "ko"}),  # of the file; the rule of the position
        # Which function is called, and the rule `ko_pass` of the board.
        (
            solve.run,
            [gs.solve, gs.solve_capture, solve_as_thesis],
            {"game", "method", "two_passes"},
        ),
        (safety.run, [gs.prove_safety, gs.prove_region], {"game", "proof"}),
        # The methods to come, the file of problems, the game of a file, and the certificate.
        (tactics.run, [gs.solve_problem, run_suite], {"game", "method", "suite", "proof"}),
        (eyes.run, [eye_shapes], set()),
        (analyze.run, [gs.analyze], {"game", "ko"}),
        # Players, the board of the rules, and `Settings.seconds` by a name that says of what.
        (
            phantom.match,
            [run_tournament, Settings, Entrant.parse, PhantomContest],
            {"first", "second", "size", "seconds_per_move", "results"},
        ),
        # The players; the parameter of `Contest.store`; the folder of the records.
        (
            match.run,
            [run_tournament, GoContest, GoEntrant.parse],
            {"players", "results"},
        ),
    ],
    ids=lambda value: getattr(value, "__module__", None),
)
def test_an_option_has_the_name_of_the_parameter(
    command: Callable[..., None], functions: list[Callable[..., Any]], own: set[str]
) -> None:
    options = set(inspect.signature(command).parameters)
    known = {name for function in functions for name in inspect.signature(function).parameters}
    assert options - known - OF_THE_DOOR == own - known


@pytest.mark.parametrize(
    ("arguments", "result"),
    [
        ("playouts 3x3 --games 20", lambda: gs.run_playouts(gs.Board("3x3"), games=20)),
        ("solve 3x3 --at-least 4", lambda: gs.solve(gs.Board("3x3"), at_least=4)),
        ("solve 3x3 --game capture", lambda: gs.solve_capture(gs.Board("3x3"))),
        ("safety 3x3", lambda: gs.prove_safety(gs.Board("3x3"))),
        ("show 3x3", lambda: gs.Board("3x3")),
    ],
)
def test_json_has_the_names_of_the_attributes(
    arguments: str, result: Callable[[], Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments.split(), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    of_the_door = {"goseki", "board", "to_play", "rules", "ply", "move", "moves", "seed"}
    renamed = {"game", "owner", "over"}  # the design's, or words for what Python asks otherwise
    terms = {"ko_point", "scoring", "scoring_words", "claims"}  # what all answers rest on
    known = of_the_door | renamed | terms
    unknown = [key for key in said.keys() - known if not hasattr(result(), key)]
    assert unknown == ["seconds"] * arguments.startswith("playouts")


@pytest.mark.parametrize(
    "call",
    [
        lambda: gs.Board(9).play(gs.Point(8.5, 1)),  # type: ignore[arg-type]
        lambda: gs.Board(9).play(gs.Point(99, 99)),
        lambda: gs.Board(True),
        lambda: gs.Board(5).play(True),
        lambda: gs.Board(5).score(None),  # type: ignore[arg-type]
        lambda: gs.Board(5).setup(None),  # type: ignore[arg-type]
        lambda: gs.prove_safety(gs.Board(3), forced_moves=None),  # type: ignore[arg-type]
        lambda: gs.solve_capture(gs.Board(2), every_best=None),  # type: ignore[arg-type]
        lambda: gs.solve_capture(gs.Board(2), limits=3),  # type: ignore[arg-type]
        lambda: gs.solve(gs.Board(2), checkpoint=3),  # type: ignore[arg-type]
        lambda: gs.write_sgf(gs.Board(5), "x.sgf"),  # type: ignore[arg-type]
        lambda: gs.read_sgf(None),  # type: ignore[arg-type]
        lambda: gs.read_sgfs(None),  # type: ignore[arg-type]
        lambda: gs.run_playouts(gs.Board(3), weights="x"),  # type: ignore[arg-type]
        lambda: gs.run_playouts(gs.Board(3), longest=0),
        lambda: gs.run_playouts(gs.Board(3), seed=-1),
        lambda: gs.run_playouts(gs.Board(3), seconds=1e300),
        lambda: Picture.of(gs.Board(3), owner={"A1": 1}),  # type: ignore[arg-type]
        lambda: to_svg(3),  # type: ignore[arg-type]
        lambda: ONE_MOVE.position(node="x"),  # type: ignore[arg-type]
        lambda: ONE_MOVE.position(gs.Board(5)),  # type: ignore[arg-type]
        lambda: ONE_MOVE.move_count("x"),  # type: ignore[arg-type]
    ],
)
def test_what_is_of_the_wrong_kind_is_refused_in_one_line(call: Callable[[], object]) -> None:
    with pytest.raises(gs.GosekiError) as caught:
        call()
    assert str(caught.value).isprintable()
    assert "not more than 0" not in str(caught.value)  # 1e300 is


def test_a_point_of_no_board_can_be_shown() -> None:
    assert repr(gs.Point(99, 99)) == "Point(99, 99)"


def test_one_move_is_no_plural() -> None:
    assert repr(ONE_MOVE) == "<Game 5x5, 1 move>"
    with pytest.raises(gs.GosekiError, match=r"there is no move 2: the game has 1 move$"):
        ONE_MOVE.position(2)
