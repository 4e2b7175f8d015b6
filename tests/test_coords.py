import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import PASS, CoordinateError, GosekiError, Move, Point, Size
from goseki.coords import parse_color

sizes = st.builds(Size, st.integers(1, 19), st.integers(1, 19))


@given(sizes, st.data())
def test_point_and_index_are_inverse(size: Size, data: st.DataObject) -> None:
    index = data.draw(st.integers(-1, size.points - 1))
    point = size.point(index)
    assert size.index(point) == size.index(str(point)) == size.index(index) == index
    assert Point.parse(str(point)) == point
    assert size.from_sgf(size.to_sgf(point)) == point


def test_index_0_is_the_top_left_and_rows_are_named_from_the_bottom() -> None:
    size = Size(5, 6)
    assert str(size.point(0)) == "A6"
    assert str(size.point(29)) == "E1"
    assert size.to_sgf(Point.parse("A6")) == "aa"
    assert size.to_sgf(Point.parse("E1")) == "ef"


def test_there_is_no_column_i() -> None:
    assert Point.parse("J1").column == 8
    with pytest.raises(CoordinateError, match="I5"):
        Point.parse("I5")


@pytest.mark.parametrize("text", ["", "A", "A0", "A100", "44", "U1", "Å1", "A1 B2", "D-4", "D4x"])
def test_bad_vertices_are_named_in_the_error(text: str) -> None:
    with pytest.raises(CoordinateError, match="not a point"):
        Point.parse(text)


@pytest.mark.parametrize(
    ("text", "columns", "rows"),
    [("9", 9, 9), ("5x6", 5, 6), ("6:5", 6, 5), (" 19 x 1 ", 19, 1), ("1x1", 1, 1)],
)
def test_sizes_are_columns_then_rows(text: str, columns: int, rows: int) -> None:
    assert Size.parse(text) == Size(columns, rows)


@pytest.mark.parametrize(
    "text", ["0", "20", "0x5", "5x0", "99", "5x", "x5", "", "-5", "5x5x5", "a"]
)
def test_sizes_out_of_range_or_unreadable_are_refused(text: str) -> None:
    with pytest.raises(CoordinateError):
        Size.parse(text)


@given(st.text())
def test_any_text_is_a_point_a_size_and_a_colour_or_an_error(text: str) -> None:
    for read in (Point.parse, Size.parse, parse_color, Size(19, 19).from_sgf):
        try:
            read(text)
        except GosekiError as error:
            assert "\n" not in str(error)


@given(sizes, st.integers())
def test_indices_off_the_board_are_refused(size: Size, index: int) -> None:
    if -1 <= index < size.points:
        assert size.index(index) == index
    else:
        with pytest.raises(CoordinateError, match=str(size)):
            size.index(index)
        with pytest.raises(CoordinateError, match=str(size)):
            size.point(index)


def test_moves_print_as_colour_and_vertex() -> None:
    assert str(Move("B", Point.parse("q16"))) == "B Q16"
    assert str(Move("W", PASS)) == "W pass"
    assert eval(repr(Move("W", PASS)), {"Move": Move, "Point": Point}) == Move("W", PASS)
