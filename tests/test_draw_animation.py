"""Replays that play by themselves: one SVG file, read back as a viewer would show it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goseki import GosekiError
from goseki.cli import main
from goseki.coords import Point
from goseki.draw import Moment, to_animation
from goseki.draw.animation import MOST_MOMENTS, SECONDS_A_MOMENT

SVG = "{http://www.w3.org/2000/svg}"
HREF = "{http://www.w3.org/1999/xlink}href"
TITLES = ("left", "middle", "right")
Boards = npt.NDArray[np.int8]


def film(boards: list[Boards], **marks: Point) -> str:
    """A film of moments that each have three boards."""
    moments = [
        Moment(tuple(three), (f"note {i}", "", ""), f"moment {i}", marks.get(f"m{i}"))
        for i, three in enumerate(boards)
    ]
    return to_animation(moments, TITLES, title="A <game>")


def visible(element: ET.Element, share: float | None) -> bool:
    """Whether a group is to be seen at a share of the round; `None`: without animation."""
    animation = element.find(f"{SVG}animate[@attributeName='visibility']")
    if share is None or animation is None:
        return element.get("visibility", "visible") == "visible"
    assert animation.get("calcMode") == "discrete"
    times = [float(time) for time in animation.get("keyTimes", "").split(";")]
    values = animation.get("values", "").split(";")
    assert times[0] == 0
    assert times == sorted(times)
    return [v for t, v in zip(times, values, strict=True) if t <= share][-1] == "visible"


def seen(text: str, share: float | None) -> tuple[set[tuple[str, str, str]], set[str]]:
    """The stones and marks with their places, and the words."""
    uses: set[tuple[str, str, str]] = set()
    words: set[str] = set()

    def look(element: ET.Element) -> None:
        for child in element:
            if child.tag == f"{SVG}defs" or not visible(child, share):
                continue
            if child.tag == f"{SVG}use" and child.get(HREF) != "#board":
                uses.add((child.get(HREF, ""), child.get("x", ""), child.get("y", "")))
            if child.tag == f"{SVG}text":
                words.add(child.text or "")
            look(child)

    look(ET.fromstring(text))
    return uses, words


def places(shape: tuple[int, int]) -> list[tuple[str, str]]:
    """Where the points of three boards are, in order."""
    root = ET.fromstring(film([np.ones((3, *shape), dtype=np.int8)]))
    uses = [use for use in root.iter(f"{SVG}use") if use.get(HREF) == "#black"]
    return [(use.get("x", ""), use.get("y", "")) for use in uses]


@given(seed=st.integers(0, 10**6), moments=st.integers(1, 6))
def test_every_moment_shows_its_stones_and_words(seed: int, moments: int) -> None:
    rng = np.random.default_rng(seed)
    boards = list(rng.integers(-1, 2, (moments, 3, 2, 3), dtype=np.int8))
    text = film(boards)
    where = places((2, 3))
    assert len(set(where)) == 18
    for board in (where[:6], where[6:12], where[12:]):
        assert board == sorted(board, key=lambda place: (float(place[1]), float(place[0])))
    length = float(next(ET.fromstring(text).iter(f"{SVG}animate")).get("dur", "")[:-1])
    # In the middle of every moment; before the next round; and where nothing is animated.
    times = [(i + 0.5) * SECONDS_A_MOMENT / length for i in range(len(boards))]
    shown = [*zip(times, range(len(boards)), strict=True), (0.9999, -1), (None, -1)]
    for share, number in shown:
        uses, words = seen(text, share)
        signs = boards[number].reshape(-1).tolist()
        names = {1: "#black", -1: "#white"}
        expected = {(names[sign], *place) for sign, place in zip(signs, where, strict=True) if sign}
        number %= len(boards)
        assert uses == expected
        assert words - {""} >= {f"moment {number}", f"note {number}", *TITLES, "A <game>"}
        assert sum(word.startswith("moment") for word in words) == 1


def test_a_mark_is_on_all_boards_for_its_moment() -> None:
    empty = np.zeros((3, 3, 3), dtype=np.int8)
    text = film([empty, empty], m1=Point.parse("B2"))
    middle = [places((3, 3))[9 * board + 4] for board in range(3)]
    assert seen(text, None)[0] == {("#mark", *place) for place in middle}
    assert seen(text, 0.0)[0] == set()


def test_it_is_one_file_without_scripts_or_links() -> None:
    text = film([np.ones((3, 3, 3), dtype=np.int8)] * 3)
    for word in ("<script", "javascript", "onload", "<image", "<style", "url(http"):
        assert word not in text
    links = [e.get(HREF, "#") for e in ET.fromstring(text).iter()]
    assert all(link.startswith("#") for link in links)


def test_long_games_are_thinned_and_keep_their_end() -> None:
    rng = np.random.default_rng(1)
    board = np.zeros((3, 9, 9), dtype=np.int8)
    boards = []
    for _ in range(5 * MOST_MOMENTS):
        board[rng.integers(3), rng.integers(9), rng.integers(9)] = rng.integers(-1, 2)
        boards.append(board.copy())
    text = film(boards)
    assert len(text) < 1_500_000
    assert f"moment {len(boards) - 1}" in seen(text, None)[1]
    assert text.count("moment ") <= MOST_MOMENTS + 1


def test_what_cannot_be_shown() -> None:
    with pytest.raises(GosekiError, match="needs a position"):
        to_animation([], TITLES, title="")
    board = np.zeros((3, 3), dtype=np.int8)
    with pytest.raises(GosekiError, match="more than 0, not 0"):
        to_animation([Moment((board,), ("",), "")], ["x"], title="", seconds=0.0)


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, target = tmp_path / "game.txt", tmp_path / "game.svg"
    log.write_text("B2 (B2)A1 pass pass")
    command = ["phantom", "replay", str(log), "--size", "3x3", "--svg", str(target)]
    assert main([*command, "--delay", "2"]) == 0
    text = target.read_text()
    uses, words = seen(text, None)
    assert len(uses) == 5  # two true stones, two on White's board, one on Black's
    assert {"Black believes", "truth", "White believes"} < words
    assert 'dur="16s"' in text  # six moments of 2 s, and 4 s at the end
    assert main(command) == 2
    assert "exists already" in capsys.readouterr().err
    film_file = tmp_path / "watched.svg"
    assert (
        main(["phantom", "watch", "random", "random", "--size", "3x3", "--svg", str(film_file)])
        == 0
    )
    assert "random - random" in film_file.read_text()
