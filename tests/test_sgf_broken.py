"""Broken files: each is one clear `SgfError` that names the place, never anything else."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from goseki.errors import SgfError
from goseki.game import Game
from goseki.records import parse_sgf

DATA = Path(__file__).parent / "data" / "sgf"

# What is in the file; line, column and part of the message.
BROKEN: list[tuple[bytes, int, int, str]] = [
    # no game at all
    (b"", 1, 1, "no game: '(;' not found"),
    (b"\xef\xbb\xbf", 1, 1, "no game"),
    (b"hello", 1, 1, "no game"),
    (b"(", 1, 1, "no game"),
    (b"()", 1, 1, "no game"),
    (b"(B[aa])", 1, 1, "no game"),
    (b";B[aa];W[bb]", 1, 1, "no game"),
    # brackets
    (b"(;", 1, 3, "the game that starts in line 1, column 1 is not closed: ')' missing"),
    (b"(;B[aa];W[bb]", 1, 14, "not closed: ')' missing"),
    (b"\n\n (;B[aa]\n;W[bb]\n", 5, 1, "the game that starts in line 3, column 2 is not closed"),
    (b"(;B[aa](;W[bb])(;W[cc])", 1, 24, "not closed: ')' missing"),
    (b"(;B[aa])\n(;B[bb]\n(;W[cc])", 3, 9, "the game that starts in line 2, column 1 is not"),
    (b"(;B[aa](", 1, 9, "';' expected after '(', not the end of the text"),
    (b"(;B[aa]())", 1, 9, "';' expected after '(', not ')'"),
    (b"(;B[aa]\n((;W[bb])))", 2, 2, "';' expected after '(', not '('"),
    (b"(;B[aa](W[bb]))", 1, 9, "';' expected after '(', not 'W'"),
    (b"(;B[aa]([bb]))", 1, 9, "';' expected after '(', not '['"),
    (b"(;B[aa](;W[bb]);B[cc])", 1, 16, "a node after a variation: '(' or ')' expected"),
    (b"(;B[aa](;W[bb]);)", 1, 16, "a node after a variation"),
    (b"(;B[aa](;W[bb])C[x])", 1, 16, "property 'C' after a variation"),
    (b"(;B[aa](;W[bb])[cc])", 1, 16, "a value without a property name"),
    # values
    (b"(;B[aa", 1, 4, "the value of 'B' is not closed: no ']' follows"),
    (b"(;SZ[9]\r\n;C\n [text\\])", 3, 2, "the value of 'C' is not closed"),
    (b"(;AB[aa][bb)", 1, 9, "a value is not closed"),
    (b"(;C[\\", 1, 4, "the value of 'C' is not closed"),
    (b"(;B;W[aa])", 1, 3, "property 'B' has no value: '[' expected"),
    (b"(;B{aa})", 1, 3, "property 'B' has no value"),
    (b"(;B(aa))", 1, 3, "property 'B' has no value"),
    (b"(;[aa])", 1, 3, "a value without a property name"),
    (b"(;B[aa];[bb])", 1, 9, "a value without a property name"),
    # names and stray characters
    (b"(;black[aa])", 1, 3, "property name 'black' has no capital letter"),
    (b"(;b1[aa])", 1, 3, "property name 'b1' has no capital letter"),
    (b"(;B[aa]]W[bb])", 1, 8, "unexpected character ']'"),
    (b"(;B[aa]\r\n;W[bb]\r\n;5[cc])", 3, 2, "unexpected character '5'"),
    (b"(;B[aa]\r;\xc3\xa4\xc3\xb6[bb])", 2, 2, "unexpected character '\xe4'"),
    (b"(;B[aa],W[bb])", 1, 8, "unexpected character ','"),
    (b"(;C[\xe9\xbb\x91]\x00)", 1, 7, r"unexpected character '\x00'"),
    # what the root says of the game
    (b"(;SZ[0])", 1, 2, "SZ: board size 0x0 is not between 1x1 and 19x19"),
    (b"(;SZ[99])", 1, 2, "SZ: board size 99x99 is not between 1x1 and 19x19"),
    (b"\n(;GM[1]SZ[19:20])", 2, 2, "SZ: board size 19x20 is not between 1x1 and 19x19"),
    (b"(;SZ[5:0])", 1, 2, "SZ: board size 5x0 is not between"),
    (b"(;SZ[-9])", 1, 2, "SZ: not a board size: '-9'"),
    (b"(;SZ[nine])", 1, 2, "SZ: not a board size: 'nine'"),
    (b"(;SZ[9:])", 1, 2, "SZ: not a board size: '9:'"),
    (b"(;SZ[99999999999999999999])", 1, 2, "SZ: not a board size"),
    (b"(;GM[2])", 1, 2, "GM: game '2' is not Go"),
    (b"(;GM[chess])", 1, 2, "GM: game 'chess' is not Go"),
    (b"(;KM[abc])", 1, 2, "KM: komi 'abc' is not a number"),
    (b"(;KM[nan])", 1, 2, "KM: komi 'nan' is not between"),
    (b"(;KM[1e9])", 1, 2, "KM: komi '1e9' is not between"),
    (b"(;HA[two])", 1, 2, "HA: handicap 'two' is not a whole number"),
    (b"(;HA[-2])", 1, 2, "HA: handicap '-2' is not a whole number"),
    # setup
    (b"(;SZ[9]AB[zz])", 1, 2, "AB: point 'zz' is off the 9x9 board"),
    (b"(;SZ[9];AW[ja])", 1, 8, "AW: point 'ja' is off the 9x9 board"),
    (b"(;SZ[5:6]AB[ef];AE[fe])", 1, 16, "AE: point 'fe' is off the 5x6 board"),
    (b"(;AB[tt])", 1, 2, "AB: 'tt' is not a point of the board"),
    (b"(;AB[aa:])", 1, 2, "AB: '' is not a point of the board"),
    (b"(;SZ[9]AB[aa:jj])", 1, 2, "AB: point 'jj' is off the 9x9 board"),
    (b"(;AB[aa:bb:cc])", 1, 2, "AB: point 'bb:cc' is off"),
    (b"(;SZ[9]AB[dd]AW[dd])", 1, 2, "AB and AW both name D6"),
    (b"(;SZ[9]AB[aa:cc]AW[bb])", 1, 2, "AB and AW both name B8"),
    (b"(;SZ[9]\n;AB[aa]AE[aa])", 2, 1, "AB and AE both name A9"),
    (b"(;SZ[9]AB[aa]AW[ab][ba])", 1, 2, "setup: the block at A9 has no liberty"),
    (b"(;PL[green])", 1, 2, "PL: not a colour: 'green'"),
    # moves
    (b"(;SZ[9];B[aa];W[jj])", 1, 14, "move 2: W: point 'jj' is off the 9x9 board"),
    (b"(;SZ[9];B[aa;W[bb])", 1, 8, "move 1: B: point 'aa;W[bb' is off"),
    (b"(;SZ[9];B[D10])", 1, 8, "move 1: B: point 'D10' is off the 9x9 board"),
    (b"(;SZ[9];B[aa]\n;W[bb]\n;B[aa])", 3, 1, "move 3: illegal move B A9: occupied"),
    (b"(;SZ[9]AB[dd];W[dd])", 1, 14, "move 1: illegal move W D6: occupied"),
    (b"(;SZ[9]AW[ab][ba];B[aa])", 1, 18, "move 1: illegal move B A9: suicide"),
    (b"(;SZ[9];B[aa]W[bb])", 1, 8, "move 1: a black and a white move in one node"),
    (b"(;SZ[9];B[aa][bb])", 1, 8, "move 1: B has 2 values, not one"),
    (b"(;SZ[9];B[aa](;W[bb])(;W[cc](;B[dd])(;B[aa])))", 1, 38, "move 3: illegal move B A9"),
    # marks
    (b"(;SZ[9]TR[aa][zz])", 1, 2, "TR: point 'zz' is off the 9x9 board"),
    (b"(;SZ[9];LB[aaa:x])", 1, 8, "LB: point 'aaa' is off the 9x9 board"),
    (b"(;SZ[9];LB[:x])", 1, 8, "LB: '' is not a point of the board"),
]


def look_at_all_games(data: bytes) -> None:
    for game in parse_sgf(data, source="broken.sgf"):
        look_at_everything(game)


def look_at_everything(game: Game) -> None:
    """Read all that a game says: every position and every mark."""
    game.position()
    for node in game.nodes():
        game.marks(node)
        game.labels(node)
        game.targets(node)
        if not node.children:
            game.position(node=node)


@pytest.mark.parametrize(("data", "line", "column", "message"), BROKEN)
def test_broken_files_say_what_is_wrong_and_where(
    data: bytes, line: int, column: int, message: str
) -> None:
    with pytest.raises(SgfError) as caught:
        look_at_all_games(data)
    error = caught.value
    assert str(error).startswith(f"broken.sgf: line {line}, column {column}: ")
    assert message in str(error)
    assert (error.line, error.column, error.source) == (line, column, "broken.sgf")
    assert "\n" not in str(error)
    assert len(str(error)) < 160


def test_the_corpus_is_large_enough() -> None:
    assert len({data for data, *_ in BROKEN}) >= 30


SEEDS = [path.read_bytes() for path in sorted(DATA.glob("*.sgf"))]
SEEDS += [data for data, *_ in BROKEN]
PIECES = [b"", b"(", b")", b";", b"[", b"]", b"\\", b":", b"\n", b"\0", b"\x83", b"\xff", b"B[ee]"]
PIECES += [b"AB[aa:ii]", b"AW[ee]", b"AE[ee]", b"PL[W]", b"SZ[5:6]", b"KM[x]", b"(;W[cc])", b"tt"]


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    data = draw(st.sampled_from(SEEDS))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 8)))
        data = data[:start] + draw(st.sampled_from(PIECES) | st.binary(max_size=3)) + data[end:]
    return data


@settings(deadline=None, max_examples=400)
@given(st.binary(max_size=200) | mutations())
@example(b"(;" + b" " * 100_000)
@example(b"(" * 100_000 + b";")
@example(b"(; C" + b"a" * 100_000)
@example(b"(;C[" + b"\\" * 100_001)
@example(b"(;C[" + b"\\]" * 100_000)
@example(b"(;" + b"A[" * 100_000)
@example(b"(;AB" + b"[aa:ss]" * 10_000 + b")")
@example(b"( " * 100_000)
@example(b"CA[" * 100_000 + b"(;)")
@example(b"(;CA[GB2312]C[" + b"\x81" * 100_001 + b"])")
@example(b"(;RU[" + b"[" * 100_000 + b"];B[aa])")
@example(b'(;RU[{"ko":' + b"1" * 100_000 + b"}])")
@example(b"(;B[aa]" + b"(;W[bb]" * 10_000)
def test_any_bytes_are_games_or_an_error(data: bytes) -> None:
    with suppress(SgfError):
        for game in parse_sgf(data):
            assert parse_sgf(str(game)) == [game]
            look_at_everything(game)
