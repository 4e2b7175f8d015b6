"""Files of games: found, read, skipped where broken, and written safely."""

from __future__ import annotations

import bz2
import gzip
import lzma
import os
from pathlib import Path

import pytest

from goseki.errors import GosekiError, SgfError
from goseki.game import Game
from goseki.records import Skipped, parse_sgf, read_sgf, read_sgfs, write_sgf

DATA = Path(__file__).parent / "data" / "sgf"


def events(games: object) -> list[str]:
    return [game.info("EV") for game in games]  # type: ignore[attr-defined]


def named(*names: str) -> bytes:
    return "\n".join(f"(;SZ[9]EV[{name}];B[ee])" for name in names).encode()


def test_read_sgf_gives_the_first_game(tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_bytes(named("one", "two") + b"(;broken")
    assert read_sgf(path).info("EV") == "one"
    assert read_sgf(str(path)).info("EV") == "one"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("empty.sgf", b"", "line 1, column 1: no game"),
        ("empty.sgfs", b"\n \n", "the file holds no game"),
        ("broken.sgf", b"(;SZ[9]\n\n;B[aa]x)", "line 3, column 7: property 'x' has no value"),
        ("chess.sgf", b"(;GM[2])", "line 1, column 2: GM: game '2' is not Go"),
        ("lines.sgfs", b"\n\n(;SZ[0])\n", "line 3, column 2: SZ: board size 0x0"),
        ("bad.sgf.gz", b"(;SZ[9])", "cannot be read: Not a gzipped file"),
        ("bad.sgfs.xz", b"(;SZ[9])", "cannot be read: Input format not supported"),
        (
            "cut.sgf.gz",
            gzip.compress(named("a"), mtime=0)[:-12],
            "cannot be read: Compressed file ended",
        ),
        ("bad.sgf.bz2", b"(;SZ[9])", "cannot be read: Invalid data stream"),
    ],
)
def test_errors_name_the_file_and_the_place(
    tmp_path: Path, name: str, data: bytes, message: str
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(SgfError) as caught:
        read_sgf(path)
    assert str(caught.value).startswith(f"{path}: {message}")
    assert caught.value.source == str(path)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SgfError, match=r"none\.sgf: cannot be read: No such file"):
        read_sgf(tmp_path / "none.sgf")
    with pytest.raises(SgfError, match=r"cannot be read: Is a directory"):
        read_sgf(tmp_path)
    with pytest.raises(SgfError, match=r"none: no such file or folder"):
        read_sgfs(tmp_path / "none")


def test_folders_are_searched_in_order(tmp_path: Path) -> None:
    (tmp_path / "b" / "deep").mkdir(parents=True)
    (tmp_path / "c.SGF").write_bytes(named("8"))
    (tmp_path / "a.sgf").write_bytes(named("1", "2"))
    (tmp_path / "b" / "lines.sgfs.xz").write_bytes(lzma.compress(named("4", "5")))
    (tmp_path / "b" / "deep" / "x.sgf.bz2").write_bytes(bz2.compress(named("3")))
    (tmp_path / "b" / "z.sgfs.gz").write_bytes(gzip.compress(named("6", "7")))
    (tmp_path / "notes.txt").write_bytes(named("not this"))
    reader = read_sgfs(tmp_path)
    assert events(reader) == ["1", "2", "3", "4", "5", "6", "7", "8"]
    assert reader.skipped == []
    paths: list[Path | str] = [tmp_path / "notes.txt", str(tmp_path / "a.sgf")]
    assert events(read_sgfs(paths)) == ["not this", "1", "2"]


def test_broken_games_are_skipped_and_reported(tmp_path: Path) -> None:
    (tmp_path / "a.sgf").write_bytes(named("1") + b"(;SZ[99])" + named("2") + b"(;x" + named("no"))
    (tmp_path / "b.sgfs").write_bytes(named("3") + b"\n(;B[aa)\n\n(;KM[x])\nno\n" + named("4"))
    (tmp_path / "c.sgf").write_bytes(b"")
    (tmp_path / "d.sgf.xz").write_bytes(b"no")
    told: list[Skipped] = []
    reader = read_sgfs(tmp_path, on_error=told.append)
    assert events(reader) == ["1", "2", "3", "4"]
    assert told == reader.skipped
    assert [str(skipped.error).removeprefix(f"{tmp_path}/") for skipped in told] == [
        "a.sgf: line 1, column 21: SZ: board size 99x99 is not between 1x1 and 19x19",
        "a.sgf: line 1, column 50: property 'x' has no value: '[' expected",
        "b.sgfs: line 2, column 4: the value of 'B' is not closed: no ']' follows",
        "b.sgfs: line 4, column 2: KM: komi 'x' is not a number",
        "b.sgfs: line 5, column 1: no game: '(;' not found",
        "c.sgf: line 1, column 1: no game: '(;' not found",
        "d.sgf.xz: cannot be read: Compressed file ended before the end-of-stream marker was "
        "reached",
    ]
    assert [Path(skipped.source).name for skipped in told] == [
        *["a.sgf"] * 2,
        *["b.sgfs"] * 3,
        "c.sgf",
        "d.sgf.xz",
    ]


def test_later_errors_name_the_line_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.sgfs"
    path.write_bytes(named("1") + b"\n\n(;SZ[9];B[aa];W[aa])\n")
    _, game = read_sgfs(path)
    with pytest.raises(SgfError) as caught:
        game.position()
    assert str(caught.value) == f"{path}: line 3, column 14: move 2: illegal move W A9: occupied"


def test_progress_goes_to_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "games.sgfs.gz"
    path.write_bytes(gzip.compress(named(*map(str, range(200))) + b"\n(;x"))
    assert len(list(read_sgfs(path, progress=True))) == 200
    shown = capsys.readouterr()
    assert "200 read, 1 skipped" in shown.err
    assert shown.out == ""
    assert len(list(read_sgfs(path))) == 200
    assert capsys.readouterr().err == ""


def test_reading_may_stop_early(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "games.sgfs"
    path.write_bytes(named(*map(str, range(200))))
    reader = read_sgfs(path, progress=True)
    assert next(reader).info("EV") == "0"
    reader.close()
    assert list(reader) == []


def test_every_charset_comes_out_as_utf8(tmp_path: Path) -> None:
    for name in ("shift-jis.sgf", "gbk-undeclared.sgf", "server.sgf", "old.sgf"):
        game = read_sgf(DATA / name)
        write_sgf(game, tmp_path / name)
        assert b"CA[UTF-8]" in (tmp_path / name).read_bytes()
        again = read_sgf(tmp_path / name)
        assert again.players == game.players
        assert again.moves() == game.moves()
        game.root.properties["CA"] = ["UTF-8"]
        assert again == game
    assert read_sgf(DATA / "shift-jis.sgf").players == {"B": "ソ表十予", "W": "ゾ彙"}
    assert read_sgf(DATA / "gbk-undeclared.sgf").result == "黑中盘胜"


@pytest.mark.parametrize("suffix", [".sgf", ".sgfs", ".sgf.xz", ".sgfs.gz", ".sgf.bz2"])
def test_files_are_written_in_the_form_of_their_suffix(tmp_path: Path, suffix: str) -> None:
    games = parse_sgf(named("1", "2"))
    path = tmp_path / f"games{suffix}"
    write_sgf(games, path)
    assert events(read_sgfs(path)) == ["1", "2"]
    assert os.listdir(tmp_path) == [path.name]


def test_a_file_is_only_overwritten_by_force(tmp_path: Path) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("precious")
    path.chmod(0o640)
    with pytest.raises(GosekiError, match=r"game\.sgf: the file exists already"):
        write_sgf(Game.new("9x9"), path)
    assert path.read_text() == "precious"
    write_sgf(Game.new("9x9"), path, force=True)
    assert str(read_sgf(path).size) == "9x9"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_write_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(GosekiError, match=r"cannot be written: No such file or directory"):
        write_sgf(Game.new("9x9"), tmp_path / "none" / "game.sgf")
    path = tmp_path / "game.sgf"
    path.write_text("precious")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(GosekiError, match=r"game\.sgf: cannot be written: No space left on device"):
        write_sgf(Game.new("9x9"), path, force=True)
    assert os.listdir(tmp_path) == ["game.sgf"]
    assert path.read_text() == "precious"


def test_line_breaks_do_not_fit_on_one_line(tmp_path: Path) -> None:
    games = parse_sgf("(;C[one\ntwo])")
    with pytest.raises(GosekiError, match="cannot be written on one line"):
        write_sgf(games, tmp_path / "games.sgfs")
    assert os.listdir(tmp_path) == []
