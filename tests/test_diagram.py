"""Text diagrams: every form that is accepted, every error, and the way back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from goseki.coords import Point, Size
from goseki.diagram import Diagram, format_diagram, parse_diagram
from goseki.errors import DiagramError, GosekiError

positions = arrays.arrays(
    np.int8,
    st.tuples(st.integers(1, 19), st.integers(1, 19)),
    elements=st.sampled_from((-1, 0, 1)),
)

KO = np.array([[0, 1, -1, 0], [1, 0, 1, -1], [0, 1, -1, 0]])

KO_FORMS = {
    "plain": ".XO.\nX.XO\n.XO.",
    "spaced": ". X O .\nX . X O\n. X O .",
    "one line": ".XO./X.XO/.XO.",
    "colours": ".BW.\nB.BW\n.BW.",
    "small letters": ".xo.\nx.xo\n.xo.",
    "hashes": ".#o.\n#.#o\n.#o.",
    "hashes spaced": ". # o .\n# . # o\n. # o .",
    "circles": "+●○+\n●+●○\n+●○+",
    "other empty points": ",XO*\nX+XO\n.XO,",
    "letters": "   A B C D\n   . X O .\n   X . X O\n   . X O .",
    "left numbers": "3 .XO.\n2 X.XO\n1 .XO.",
    "right numbers": ". X O . 3\nX . X O 2\n. X O . 1",
    "full border": "  a b c d\n3 . X O . 3\n2 X . X O 2\n1 . X O . 1\n  a b c d",
    "surroundings": "\ufeff\n# A ko.\n\n.XO.\r\nX.XO\r\n.XO.\r\n\n# The end\n",
    "box drawing": "  A B C D\n3 ┌─●─○─┐ 3\n2 ●─┼─●─○ 2\n1 └─●─○─┘ 1\n  A B C D",
    "indented": "    .XO.\n    X.XO\n    .XO.\n    ",
}


@pytest.mark.parametrize("text", KO_FORMS.values(), ids=KO_FORMS)
def test_every_form_reads_as_the_same_position(text: str) -> None:
    diagram = parse_diagram(text)
    assert (diagram.columns, diagram.rows) == (4, 3)
    assert np.array_equal(diagram.to_array(), KO)
    assert diagram.to_play is None
    assert diagram.last_move is None


def test_points_are_named_from_the_bottom() -> None:
    diagram = parse_diagram("X..\n..O")
    assert diagram == Diagram(Size(3, 2), (Point.parse("A2"),), (Point.parse("C1"),))


@pytest.mark.parametrize(
    ("line", "color"),
    [
        ("Black to play", "B"),
        ("white to move.", "W"),
        ("W to play", "W"),
        ("to play: B", "B"),
        ("to_play=white", "W"),
        ("# White to play", "W"),
    ],
)
def test_whose_turn_may_be_stated_before_or_after(line: str, color: str) -> None:
    assert parse_diagram(f"{line}\n.X.").to_play == color
    assert parse_diagram(f".X.\n{line}").to_play == color


def test_the_first_statement_of_the_turn_counts() -> None:
    assert parse_diagram("White to play\n.X.\n# Black to play").to_play == "W"


@pytest.mark.parametrize(
    ("text", "last_move"), [("(X)O", "A1"), ("X(O)", "B1"), ("1(.)O 1", "A1"), ("#(O)", "B1")]
)
def test_brackets_hold_the_last_move(text: str, last_move: str) -> None:
    assert parse_diagram(text).last_move == Point.parse(last_move)


def test_marks_are_listed_by_name() -> None:
    diagram = parse_diagram("...\nXO.\ntriangle: A1, c2\nCross: b1")
    assert diagram.marks == {
        Point.parse("A1"): "triangle",
        Point.parse("C2"): "triangle",
        Point.parse("B1"): "cross",
    }


def test_a_line_of_hashes_is_a_row_where_it_reads_as_one() -> None:
    assert parse_diagram("#.\n.#").black == (Point(0, 1), Point(1, 0))
    assert parse_diagram("# .\n. #").black == (Point(0, 1), Point(1, 0))
    assert parse_diagram("#").black == (Point(0, 0),)
    assert parse_diagram("# Box\n..").rows == 1
    assert parse_diagram("#  X O\n..").rows == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1, column 1: the diagram has no rows: ''"),
        (
            "..\nview: A1:B1 of 9x20",
            "line 2, column 1: board size 9x20 is not between 1x1 and 19x19",
        ),
        ("..\nview: A1:B10 of 9x9", "line 2, column 1: B10 is off the 9x9 board"),
        ("..\nview: A1:C1 of 9x9", "line 1, column 1: 2x1 points do not fill the view A1:C1"),
        (".. 2\nview: A1:B1 of 9x9", "line 1, column 4: row number 2 in place of 1"),
        ("A B\n..\nview: B1:C1 of 9x9", "line 1, column 1: unknown character 'A'"),
        ("abc", "line 1, column 1: the diagram has no rows: 'abc'"),
        (
            "\n# only words\n  A B",
            r"line 1, column 1: the diagram has no rows: '\n# only words\n  A B'",
        ),
        ("...\n..", "line 2, column 1: 2 points in a row, 3 in the first"),
        (".../../...", "line 1, column 5: 2 points in a row, 3 in the first"),
        (".X.\n  .?.", "line 2, column 4: unknown character '?'"),
        ("." * 20, "line 1, column 1: 20 points in a row, 19 at most"),
        ("/".join("." * 20), "line 1, column 39: 20 rows, 19 at most"),
        (".X./", "line 1, column 5: a row without points"),
        (" 7 ", "line 1, column 2: a row without points"),
        ("5 ..\n1 ..", "line 1, column 1: row number 5 in place of 2"),
        (".. 2\n.. 2", "line 2, column 4: row number 2 in place of 1"),
        ("100 ..", "line 1, column 1: unknown character '1'"),
        ("A B C\n. .", "line 1, column 1: 3 column letters for 2 columns"),
        ("..\n\n..", "line 3, column 1: more rows after the diagram has ended"),
        ("..\nHello", "line 2, column 1: unknown character 'H'"),
        ("(X)(O)", "line 1, column 4: bracket '(' out of place"),
        ("(X)\n(O)", "line 2, column 1: only one move, the last, may be in brackets"),
        (".)", "line 1, column 2: bracket ')' out of place"),
        ("(XO)", "line 1, column 4: bracket ')' out of place"),
        (".(X", "line 1, column 3: bracket '(' is not closed"),
        ("..\nsquare: A1 C1", "line 2, column 12: C1 is off the 2x1 board"),
        ("..\nsquare: A1,Z", "line 2, column 12: not a point: 'Z'"),
        ("..\ncircle: pass", "line 2, column 9: a mark on a pass"),
    ],
)
def test_an_error_names_line_and_column(text: str, message: str) -> None:
    with pytest.raises(DiagramError) as error:
        parse_diagram(text)
    assert str(error.value) == message


@given(positions)
def test_a_formatted_position_reads_back(stones: np.ndarray) -> None:
    text = format_diagram(stones)
    assert np.array_equal(parse_diagram(text).to_array(), stones)
    assert np.array_equal(parse_diagram(text.replace("\n", "/")).to_array(), stones)


@pytest.mark.parametrize("stones", [[[2]], [0, 1], [[0.5]]])
def test_only_stones_are_formatted(stones: list[object]) -> None:
    with pytest.raises(GosekiError):
        format_diagram(np.array(stones))


@given(
    st.one_of(
        st.text(),
        st.text(alphabet=".XO#()/ \n123ABC:─", max_size=60),
        st.text(alphabet=".XO", max_size=5).map("cross: A1 {}\n..".format),
    )
)
@example("9" * 5000)
@example("²..")
@example("#")
@example("A" + "\u0130" * 3)
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        diagram = parse_diagram(text)
    except DiagramError:
        return
    assert diagram.to_array().shape == (diagram.rows, diagram.columns)


def test_a_part_of_a_board_is_put_where_it_belongs() -> None:
    diagram = parse_diagram("  O P\n    │ │\n9 X(O) 9\n8 . X\nview: O8:P9 of 19x13\ncircle: A1")
    assert diagram.size == Size(19, 13)
    assert [str(point) for point in diagram.black] == ["O9", "P8"]
    assert str(diagram.last_move) == "P9"
    assert str(diagram.view) == "O8:P9"
    assert diagram.marks == {Point.parse("A1"): "circle"}
