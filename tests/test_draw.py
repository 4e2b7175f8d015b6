"""Drawing: what a picture accepts, and that every form shows what is in it."""

from __future__ import annotations

import io
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from PIL import Image
from rich.cells import cell_len

from goseki.coords import PASS, Move, Point, Size, View
from goseki.diagram import MARKS, Mark, parse_diagram
from goseki.draw import (
    SGF_MARKS,
    Picture,
    star_points,
    to_ascii,
    to_html,
    to_png,
    to_rich,
    to_svg,
    to_unicode,
    to_wide,
)
from goseki.draw.palette import (
    ACCENT_ON_BLACK,
    BLACK,
    WHITE,
    WOOD,
    channels,
    heat_color,
    lightness,
    shade,
)
from goseki.draw.scene import scene_of
from goseki.draw.shapes import CELL, Circle, Line, Rectangle
from goseki.errors import CoordinateError, GosekiError
from goseki.evidence import Ownership

SVG = "{http://www.w3.org/2000/svg}"


@dataclass
class StandIn:
    """What a picture needs of a board."""

    stones: np.ndarray
    moves: Sequence[Move] = field(default_factory=list)

    @property
    def size(self) -> Size:
        return Size(self.stones.shape[1], self.stones.shape[0])

    def to_array(self) -> np.ndarray:
        return self.stones


def point(name: str) -> Point:
    return Point.parse(name)


def board(text: str, *moves: str) -> StandIn:
    """A position and the moves that led to it, each as `B D4`."""
    played = [Move("B" if move[0] == "B" else "W", point(move[2:])) for move in moves]
    return StandIn(parse_diagram(text).to_array(), played)


POSITION = board("...../.XO../XO.O./.XO../.....", "B B4", "W C4", "B B2", "W B3")


@st.composite
def pictures(draw: st.DrawFn) -> Picture:
    shape = draw(st.tuples(st.integers(1, 19), st.integers(1, 19)))
    stones = draw(arrays.arrays(np.int8, shape, elements=st.sampled_from((-1, 0, 1))))
    size = Size(shape[1], shape[0])
    points = st.integers(0, size.points - 1).map(size.point)
    return Picture(
        stones,
        last_move=draw(st.none() | points),
        marks=draw(st.dictionaries(points, st.sampled_from(MARKS), max_size=4)),
        labels=draw(st.dictionaries(points, st.text(max_size=4), max_size=4)),
        numbers=draw(st.dictionaries(points, st.integers(1, 400), max_size=4)),
        heat=draw(st.none() | arrays.arrays(np.float64, shape)),
        owner=draw(
            st.none()
            | st.builds(
                Ownership,
                arrays.arrays(np.int8, shape, elements=st.sampled_from((-1, 0, 1))),
                st.none() | arrays.arrays(np.float32, shape),
            )
        ),
        caption=draw(st.text(max_size=30)),
        coordinates=draw(st.booleans()),
        view=draw(st.none() | st.lists(points, min_size=1, max_size=2).map(View.around)),
    )


def roles(svg: str) -> Counter[str]:
    """How many shapes an SVG holds of each class."""
    counts: Counter[str] = Counter()
    for element in ET.fromstring(svg):
        role = element.get("class")
        if role:
            counts[role] += len(element) if element.tag == f"{SVG}g" else 1
    return counts


def texts(svg: str, role: str) -> list[str]:
    found = []
    for element in ET.fromstring(svg):
        if element.get("class") == role:
            found += [text.text or "" for text in element.iter(f"{SVG}text")]
    return found


# -- pictures ------------------------------------------------------------------------------


def test_a_picture_of_a_board_marks_its_last_move() -> None:
    assert Picture.of(POSITION).last_move == point("B3")
    assert Picture.of(POSITION, show_last=False).last_move is None
    assert Picture.of(StandIn(POSITION.stones, [Move("B", PASS)])).last_move is None
    assert Picture.of(StandIn(POSITION.stones)).last_move is None


def test_points_may_be_named_in_any_way() -> None:
    picture = Picture.of(POSITION, labels={"a5": "x"}, marks={1: "cross"}, numbers={point("C5"): 7})
    assert picture.text(point("A5")) == "x"
    assert picture.marks == {point("B5"): "cross"}
    assert picture.text(point("C5")) == "7"


def test_move_numbers_are_those_of_stones_that_stand() -> None:
    # A1 was Black's, was taken, and is White's now; B1 stands; C1 is empty again.
    played = board("OX.", "B A1", "B B1", "B C1", "W A1")
    picture = Picture.of(played, numbers_from=1)
    assert picture.numbers == {point("A1"): 4, point("B1"): 2}
    assert Picture.of(played, numbers_from=3).numbers == {point("A1"): 4}


def test_a_label_hides_a_number() -> None:
    picture = Picture.of(POSITION, labels={"A1": "a"}, numbers={"A1": 1, "B1": 2})
    assert [picture.text(point(name)) for name in ("A1", "B1", "C1")] == ["a", "2", ""]


def test_a_picture_keeps_its_own_stones() -> None:
    stones = np.zeros((2, 2), np.int8)
    picture = Picture(stones)
    stones[0, 0] = 1
    assert picture.stone(point("A2")) == 0
    with pytest.raises(ValueError, match="read-only"):
        picture.stones[0, 0] = 1


def test_an_estimate_gives_way_to_a_proof() -> None:
    owner = Ownership(np.array([[1, 0, 0]], np.int8), np.array([[-0.5, 7, np.nan]], np.float32))
    picture = Picture(np.zeros((1, 3), np.int8), owner=owner)
    assert [picture.proven(Point(column, 0)) for column in range(3)] == [1, 0, 0]
    assert [picture.estimate(Point(column, 0)) for column in range(3)] == [0, 1, 0]


def test_heat_of_any_range_becomes_a_share() -> None:
    heat = np.array([[-1e308, 1e308, 0, np.nan, np.inf]])
    picture = Picture(np.zeros((1, 5), np.int8), heat=heat)
    shares = [picture.heat_share(Point(column, 0)) for column in range(5)]
    assert shares == [0, 1, 0.5, None, None]
    assert picture.heat_range() == (-1e308, 1e308)
    assert Picture(np.zeros((1, 1), np.int8), heat=np.array([[3.0]])).heat_share(Point(0, 0)) == 1
    assert Picture(np.zeros((1, 1), np.int8), heat=np.array([[0.0]])).heat_share(Point(0, 0)) == 0
    assert Picture(np.zeros((1, 1), np.int8), heat=np.array([[np.nan]])).heat_range() is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"marks": {"A1": "star"}}, "unknown mark: 'star'"),
        ({"labels": {"F1": "a"}}, "F1 is off the 5x5 board"),
        ({"labels": {"pass": "a"}}, "a pass cannot be marked"),
        ({"heat": np.zeros((5, 6))}, r"heat map has shape \(5, 6\), the board 5 rows and 5 col"),
        ({"heat": "warm"}, "the heat map is not an array of numbers"),
        ({"owner": Ownership(np.zeros((1, 5), np.int8))}, "the owner map has shape"),
        (
            {"owner": Ownership(np.zeros((5, 5), np.int8), np.zeros((2, 2), np.float32))},
            "the owner estimate has shape",
        ),
    ],
)
def test_layers_that_do_not_fit_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(GosekiError, match=message):
        Picture.of(POSITION, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("stones", [[[2]], [0, 1], [[np.nan]], "XO", [[0.5]]])
def test_stones_that_are_none_are_refused(stones: object) -> None:
    with pytest.raises(GosekiError, match="stones"):
        Picture(stones)  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [(20, 5), (0, 3)])
def test_boards_of_no_size_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(CoordinateError):
        Picture(np.zeros(shape, np.int8))


def test_sgf_marks_are_all_the_marks() -> None:
    assert sorted(SGF_MARKS.values()) == sorted(MARKS)


@pytest.mark.parametrize(
    ("size", "stars"),
    [
        ("19", "D4 D10 D16 K4 K10 K16 Q4 Q10 Q16"),
        ("13", "D4 D10 G7 K4 K10"),
        ("9", "C3 C7 E5 G3 G7"),
        ("7x5", "D3"),
        ("9x19", "E10"),
        ("1", "A1"),
        ("8", ""),
        ("5x6", ""),
    ],
)
def test_star_points(size: str, stars: str) -> None:
    assert star_points(Size.parse(size)) == {point(name) for name in stars.split()}


# -- SVG -----------------------------------------------------------------------------------


def test_svg_holds_each_stone_mark_and_label_once() -> None:
    marks: dict[str, Mark] = {"A1": "triangle", "B2": "square", "C2": "circle", "E5": "cross"}
    svg = to_svg(Picture.of(POSITION, marks=marks, labels={"A5": "a", "B5": "<&>"}))
    counts = roles(svg)
    assert (counts["black"], counts["white"], counts["shadow"]) == (3, 4, 7)
    assert [counts[mark] for mark in MARKS] == [1, 1, 1, 1]
    assert counts["last-move"] == 1
    assert texts(svg, "label") == ["a", "<&>"]


def test_svg_is_standalone_and_says_what_it_shows() -> None:
    svg = to_svg(Picture.of(POSITION))
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    left, top, width, height = map(float, (root.get("viewBox") or "").split())
    assert (left, top) == (-0.5, -0.5)
    assert (root.get("width"), root.get("height")) == (f"{width:g}", f"{height:g}")
    assert root[0].tag == f"{SVG}title"
    assert root[0].text == "Go board 5x5, 3 black and 4 white stones, last move B3"
    defined = {element.get("id") for element in root.iter(f"{SVG}radialGradient")}
    used = {e.get("fill", "")[5:-1] for e in root.iter() if e.get("fill", "").startswith("url(#")}
    assert used == defined
    assert svg.count("http") == 1


def test_svg_of_a_full_board_is_compact() -> None:
    assert len(to_svg(Picture(np.ones((19, 19), np.int8)))) < 40_000


def test_svg_writes_coordinates_without_the_letter_i() -> None:
    svg = to_svg(Picture(np.zeros((3, 10), np.int8)))
    assert Counter(texts(svg, "coordinate")) == Counter(list("ABCDEFGHJK123") * 2)
    assert not texts(to_svg(Picture(np.zeros((3, 3), np.int8), coordinates=False)), "coordinate")


def test_svg_shows_the_two_inks_apart() -> None:
    owner = Ownership(
        np.array([[1, -1, 0, 0, 0]], np.int8), np.array([[1, -1, 0.5, 0, -1]], np.float32)
    )
    # The last stone is Black's and believed dead: shaded ground, and a shade on the stone.
    picture = Picture(np.array([[1, 0, 0, 0, 1]], np.int8), owner=owner)
    counts = roles(to_svg(picture))
    assert (counts["proven-black"], counts["proven-white"]) == (1, 1)
    assert counts["estimate"] == 3
    assert texts(to_svg(picture), "legend") == ["proven", "estimate"]


def test_svg_legend_names_the_range_of_the_heat() -> None:
    picture = Picture(np.zeros((1, 3), np.int8), heat=np.array([[-2, 0.12345, 10]]))
    assert texts(to_svg(picture), "legend") == ["-2", "10"]
    assert roles(to_svg(picture))["heat"] == 2, "the least heat is bare wood"


def test_heat_is_drawn_over_estimates_not_blended_with_them() -> None:
    owner = Ownership(np.zeros((1, 2), np.int8), np.array([[1, -1]], np.float32))
    picture = Picture(np.zeros((1, 2), np.int8), heat=np.array([[0, 1]]), owner=owner)
    fills = {shape.style.fill for shape in scene_of(picture).shapes}
    assert {shade(1), shade(-1), heat_color(0), heat_color(1)} <= fills
    counts = roles(to_svg(picture))
    assert (counts["estimate"], counts["heat"]) == (2, 2)


def test_svg_wraps_a_long_caption() -> None:
    caption = "Black to play and live in the corner, whatever White answers"
    lines = texts(to_svg(Picture(np.zeros((1, 1), np.int8), caption=caption)), "caption")
    assert len(lines) > 1
    assert " ".join(lines) == caption


def test_the_last_move_colours_its_number() -> None:
    picture = Picture.of(board("X", "B A1"), numbers_from=1)
    root = ET.fromstring(to_svg(picture))
    (label,) = [element for element in root if element.get("class") == "label"]
    assert label.get("fill") == ACCENT_ON_BLACK
    assert roles(to_svg(picture))["last-move"] == 0


@pytest.mark.parametrize(
    ("size", "lines"), [("1", 0), ("7x1", 1), ("1x7", 1), ("2", 4), ("5x6", 11), ("19", 38)]
)
def test_every_size_has_its_lines(size: str, lines: int) -> None:
    columns, rows = Size.parse(size)
    root = ET.fromstring(to_svg(Picture(np.zeros((rows, columns), np.int8))))
    paths = [e.get("d", "") for e in root if e.get("class") in ("grid", "edge")]
    assert sum(path.count("M") for path in paths) == lines


@given(pictures())
@settings(max_examples=30, deadline=None)
def test_any_picture_is_valid_xml_inside_its_canvas(picture: Picture) -> None:
    svg = to_svg(picture)
    ET.fromstring(svg)
    assert svg == to_svg(picture)
    scene = scene_of(picture)
    for shape in scene.shapes:
        if isinstance(shape, Circle):
            assert 0 <= shape.x - shape.radius <= shape.x + shape.radius <= scene.width
            assert 0 <= shape.y - shape.radius <= shape.y + shape.radius <= scene.height
        elif isinstance(shape, Rectangle):
            assert -0.5 <= shape.x <= shape.x + shape.width <= scene.width
            assert -0.5 <= shape.y <= shape.y + shape.height <= scene.height


def test_html_holds_the_caption_once() -> None:
    html = to_html(Picture.of(POSITION, caption="a < b\nnext"))
    assert html.startswith("<figure><svg")
    assert html.endswith("</svg><figcaption>a &lt; b<br>next</figcaption></figure>")
    assert html.count("a &lt; b") == 1
    assert "figcaption" not in to_html(Picture.of(POSITION))


def test_a_picture_shows_itself_in_a_notebook() -> None:
    picture = Picture.of(POSITION)
    assert picture._repr_html_() == to_html(picture)


# -- PNG -----------------------------------------------------------------------------------


def pixels(picture: Picture, scale: float = 1.0) -> Image.Image:
    return Image.open(io.BytesIO(to_png(picture, scale=scale))).convert("RGB")


def centres(picture: Picture, role: str) -> list[tuple[int, int]]:
    """Where the scene has the circles of a role."""
    circles = (shape for shape in scene_of(picture).shapes if isinstance(shape, Circle))
    return [(round(c.x), round(c.y)) for c in circles if c.style.role == role]


def light(image: Image.Image, place: tuple[int, int]) -> float:
    red, green, blue = image.getpixel(place)  # type: ignore[misc]
    return (red + green + blue) / 3


def test_png_has_the_size_of_the_svg_and_its_stones() -> None:
    picture = Picture.of(POSITION, show_last=False)
    scene = scene_of(picture)
    image = pixels(picture)
    assert image.size == (scene.width, scene.height)
    assert pixels(picture, 2).size == (2 * scene.width, 2 * scene.height)
    assert len(centres(picture, "black")) == 3
    assert all(light(image, place) < 90 for place in centres(picture, "black"))
    assert all(light(image, place) > 230 for place in centres(picture, "white"))


def test_png_of_an_empty_board_has_wood_between_its_lines() -> None:
    image = pixels(Picture(np.zeros((2, 2), np.int8)))
    middle = (image.width // 2, image.height // 2)
    assert image.getpixel(middle) == channels(WOOD)
    assert image.getpixel((middle[0] - 16, middle[1])) != channels(WOOD)


def test_png_shows_proofs_solid_and_estimates_shaded() -> None:
    owner = Ownership(np.array([[1, -1, 0, 0]], np.int8), np.array([[0, 0, 0.9, -0.9]], np.float32))
    picture = Picture(np.zeros((1, 4), np.int8), owner=owner, coordinates=False)
    image = pixels(picture)
    squares = [s for s in scene_of(picture).shapes if isinstance(s, Rectangle)]
    solid = [s for s in squares if s.style.role.startswith("proven")]
    shaded = [s for s in squares if s.style.role == "estimate"]
    inside = [
        image.getpixel((round(s.x + s.width / 4), round(s.y + s.height / 4)))
        for s in [*solid, *shaded]
    ]
    assert inside[:2] == [channels(BLACK), channels(WHITE)]
    assert sum(inside[2]) < sum(channels(WOOD)) < sum(inside[3])  # type: ignore[arg-type]


def test_png_colours_the_last_move() -> None:
    picture = Picture.of(board(".X.", "B B1"))
    assert pixels(picture).getpixel(centres(picture, "last-move")[0]) == channels(ACCENT_ON_BLACK)


def test_png_is_written_and_the_same_each_time(tmp_path: Path) -> None:
    picture = Picture.of(POSITION, labels={"A1": "a"}, marks={"B2": "triangle", "C2": "cross"})
    path = tmp_path / "board.png"
    data = to_png(picture, path)
    assert path.read_bytes() == data == to_png(picture)


@given(pictures())
@settings(max_examples=10, deadline=None)
def test_any_picture_can_be_painted(picture: Picture) -> None:
    scene = scene_of(picture)
    assert pixels(picture, 0.5).size == (round(scene.width / 2), round(scene.height / 2))


@pytest.mark.parametrize("scale", [0, -1, 7, float("nan")])
def test_png_of_no_scale_is_refused(scale: float) -> None:
    with pytest.raises(GosekiError, match="scale"):
        to_png(Picture.of(POSITION), scale=scale)


@pytest.mark.parametrize(
    ("draw", "module", "name"), [(to_png, "PIL", "Pillow"), (to_rich, "rich.text", "rich")]
)
def test_a_missing_library_is_named(
    monkeypatch: pytest.MonkeyPatch, draw: object, module: str, name: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(GosekiError, match=f"need {name}"):
        draw(Picture.of(POSITION))  # type: ignore[operator]


def test_heat_grows_darker_all_the_way() -> None:
    scale = [lightness(heat_color(step / 50)) for step in range(51)]
    assert all(lighter > darker for lighter, darker in pairwise(scale))


# -- text ----------------------------------------------------------------------------------


def test_ascii_with_every_layer() -> None:
    picture = Picture.of(
        POSITION,
        marks={"C4": "triangle", "E1": "triangle", "A1": "cross"},
        labels={"A5": "a"},
        caption="Black to play",
    )
    assert to_ascii(picture).splitlines() == [
        "  A B C D E",
        "5 . . . . . 5",
        "4 . X O . . 4",
        "3 X(O)+ O . 3",
        "2 . X O . . 2",
        "1 . . . . . 1",
        "  A B C D E",
        "triangle: C4 E1",
        "cross: A1",
        "#  A5=a",
        "#  Black to play",
    ]


def test_unicode_with_every_layer() -> None:
    proven = np.zeros((5, 5), np.int8)
    proven[0, 1:3] = 1, -1
    estimate = np.zeros((5, 5), np.float32)
    estimate[4, 1:5] = 0.6, -0.6, 0.4, -0.4
    picture = Picture.of(
        POSITION,
        marks={"C4": "triangle", "B2": "square", "E5": "cross"},
        labels={"A5": "a", "C3": "ab"},
        owner=Ownership(proven, estimate),
    )
    assert to_unicode(picture).splitlines() == [
        "  A B C D E",
        "5 a─▪─▫─┬─× 5",
        "4 ├─●─△─┼─┤ 4",
        "3 ●(○)╋─○─┤ 3",
        "2 ├─■─○─┼─┤ 2",
        "1 └─▒─░─┴─┘ 1",
        "  A B C D E",
        "#  C3=ab",
    ]


def test_text_without_coordinates() -> None:
    picture = Picture.of(board("X./.O", "B A2"), coordinates=False)
    assert to_ascii(picture) == "(X).\n . O"
    assert to_unicode(picture) == "(●)┐\n └─○"


def test_text_of_the_least_boards() -> None:
    assert to_ascii(Picture(np.zeros((1, 1), np.int8))) == "  A\n1 + 1\n  A"
    assert to_unicode(Picture(np.zeros((1, 2), np.int8))) == "  A B\n1 ├─┤ 1\n  A B"
    assert to_unicode(Picture(np.zeros((2, 1), np.int8), coordinates=False)) == " ┬\n ┴"


@given(pictures())
@settings(max_examples=60, deadline=None)
def test_ascii_reads_back(picture: Picture) -> None:
    diagram = parse_diagram(to_ascii(picture))
    seen = picture.shown
    for point in map(picture.size.point, range(picture.size.points)):
        stone = picture.stone(point) if point in seen else 0
        assert diagram.to_array()[picture.size.rows - 1 - point.row, point.column] == stone
    last = picture.last_move
    assert diagram.last_move == (last if last is not None and last in seen else None)
    assert diagram.marks == {p: mark for p, mark in picture.marks.items() if p in seen}
    assert diagram.size == picture.size
    assert Picture.of_diagram(diagram).shown == seen


@given(arrays.arrays(np.int8, st.tuples(st.integers(1, 19), st.integers(1, 19)), fill=st.just(0)))
@settings(max_examples=30, deadline=None)
def test_unicode_reads_back_where_nothing_is_marked(values: np.ndarray) -> None:
    stones = np.sign(values)
    assert np.array_equal(parse_diagram(to_unicode(Picture(stones))).to_array(), stones)


# -- parts of boards -----------------------------------------------------------------------

CORNER = board("/".join(["..XO.....", ".XXO.....", "XOOO.....", *["........."] * 6]))


def test_a_part_of_a_board_keeps_its_coordinates() -> None:
    picture = Picture.of(CORNER, view="A6:E9")
    assert picture.title.startswith("A6:E9 of a Go board 9x9")
    assert to_unicode(picture).splitlines() == [
        "   A B C D E",
        "9  ┌─┬─●─○─┬─ 9",
        "8  ├─●─●─○─┼─ 8",
        "7  ●─○─○─○─┼─ 7",
        "6  ├─┼─┼─┼─┼─ 6",
        "   │ │ │ │ │",
        "   A B C D E",
        "view: A6:E9 of 9x9",
    ]
    assert to_ascii(Picture.of(CORNER, view="D8:C6")).splitlines() == [
        "  C D",
        "8 X O 8",
        "7 O O 7",
        "6 . . 6",
        "  C D",
        "view: C6:D8 of 9x9",
    ]
    assert to_wide(picture).splitlines()[1] == "9   ·   ·   ●   ○   ·  9"
    assert to_wide(picture).splitlines()[-1] == "view: A6:E9 of 9x9"
    assert to_rich(picture).plain.splitlines() == [
        "   A B C D E    ",
        "9  ┌─┬─●─○─┬─ 9 ",
        "8  ├─●─●─○─┼─ 8 ",
        "7  ●─○─○─○─┼─ 7 ",
        "6  ├─┼─┼─┼─┼─ 6 ",
        "   │ │ │ │ │    ",
        "   A B C D E    ",
        "view: A6:E9 of 9x9",
    ]


def test_the_lines_of_a_part_run_out_where_the_board_goes_on() -> None:
    scene = scene_of(Picture.of(CORNER, view="A6:E9"))
    lines = [shape for shape in scene.shapes if isinstance(shape, Line)]
    edges = [line for line in lines if line.style.role == "edge"]
    stones = [s for s in scene.shapes if isinstance(s, Circle) and s.style.role == "black"]
    left, top = min(stone.x for stone in stones), min(stone.y for stone in stones)
    across = {line.y1: (line.x1, line.x2) for line in lines if line.y1 == line.y2}
    down = {line.x1: (line.y1, line.y2) for line in lines if line.x1 == line.x2}
    assert (len(across), len(down)) == (4, 5)
    # The true corner is closed, with a thick edge; to the right and below it is open.
    assert sorted((line.x1, line.y1) for line in edges) == [(left, top), (left, top)]
    assert {start for start, _ in across.values()} == {left}
    assert {start for start, _ in down.values()} == {top}
    assert {end for _, end in across.values()} == {max(down) + round(0.55 * CELL)}
    assert {end for _, end in down.values()} == {max(across) + round(0.55 * CELL)}


def test_a_part_draws_what_is_in_it_alone() -> None:
    owner = Ownership(np.full((9, 9), 1, np.int8))
    picture = Picture.of(
        CORNER,
        view="A6:E9",
        marks={"C7": "triangle", "J1": "square"},
        labels={"H1": "x"},
        owner=owner,
    )
    svg = to_svg(picture)
    found = roles(svg)
    assert (found["black"], found["white"], found["triangle"]) == (4, 5, 1)
    assert found["proven-black"] == 20
    assert (found["square"], found["label"]) == (0, 0)
    assert texts(svg, "coordinate") == [*"AABBCCDDEE", *"66778899"]
    whole = scene_of(Picture.of(CORNER))
    scene = scene_of(Picture.of(CORNER, view="A6:E9"))
    assert (scene.width, scene.height) == (whole.width - 4 * CELL, whole.height - 5 * CELL)
    assert Image.open(io.BytesIO(to_png(picture, scale=1))).size == (
        scene_of(picture).width,
        scene_of(picture).height,
    )


@pytest.mark.parametrize(
    "view", ["A1:K10", "Z1", "pass:A1", "A1:B2:C3", "", "A1-C3", 7, View(0, 0, 9, 8)]
)
def test_a_part_that_is_none_is_refused(view: str) -> None:
    with pytest.raises(CoordinateError, match=r"off the 9x9 board|not a part of the board"):
        Picture.of(CORNER, view=view)
    with pytest.raises(CoordinateError, match=r"off the 9x9 board|not a part of the board"):
        Picture(CORNER.stones, view=view)  # type: ignore[arg-type]


# -- terminals -----------------------------------------------------------------------------


def style_of(picture: Picture, sign: str) -> str:
    """Style of the one place where a sign stands."""
    text = to_rich(picture)
    (place,) = [index for index, character in enumerate(text.plain) if character == sign]
    (span,) = [span for span in text.spans if span.start <= place < span.end]
    return str(span.style)


def test_rich_shows_stones_in_their_colour() -> None:
    assert to_rich(Picture.of(board("X./.O"))).plain.splitlines() == [
        "   A B   ",
        "2  ●─┐ 2 ",
        "1  └─○ 1 ",
        "   A B   ",
    ]
    assert style_of(Picture.of(board("X.")), "●").startswith(BLACK)
    assert style_of(Picture.of(board("O.")), "○").startswith(WHITE)


@pytest.mark.parametrize("mark", [None, *MARKS])
@pytest.mark.parametrize("proven", [0, 1, -1])
def test_a_coloured_board_can_be_read_without_its_colours(mark: Mark | None, proven: int) -> None:
    stones = np.array([[1, -1, 0, 1], [0, -1, 1, -1]], np.int8)
    size = Size(4, 2)
    picture = Picture(
        stones,
        marks={} if mark is None else dict.fromkeys(map(size.point, range(8)), mark),
        owner=Ownership(np.full((2, 4), proven, np.int8)),
    )
    pasted = to_rich(picture).plain.splitlines()
    assert np.array_equal(parse_diagram("\n".join(pasted[:4])).to_array(), stones)


def test_rich_shows_proofs_as_squares_and_cores_and_estimates_as_shades() -> None:
    owner = Ownership(np.array([[1, -1, 0, 0]], np.int8), np.array([[0, 0, 1, 0]], np.float32))
    picture = Picture(np.array([[1, 0, 0, 0]], np.int8), owner=owner)
    rows = to_rich(picture)
    assert rows.plain.splitlines()[1] == "1  ◉─▫─┼─┤ 1 "
    grounds = [
        str(span.style).split(" on ")[1] for span in rows.spans if rows.plain[span.start] in "┼┤"
    ]
    assert lightness(grounds[0]) < lightness(grounds[1])
    assert "proven" in rows.plain.splitlines()[-1]


def test_rich_shows_labels_and_the_last_digits_of_numbers() -> None:
    played = board("X....", "B A1")
    picture = Picture.of(played, labels={"B1": "b", "C1": "abc"}, numbers={"D1": 123})
    assert to_rich(picture).plain.splitlines()[1] == "1  ● ba…23─┤ 1 "


@given(pictures())
@settings(max_examples=40, deadline=None)
def test_rich_rows_have_one_width(picture: Picture) -> None:
    lines = to_rich(picture).plain.split("\n")
    count = len(picture.shown.rows) + (2 if picture.coordinates else 0)
    assert len({cell_len(line) for line in lines[:count]}) == 1
