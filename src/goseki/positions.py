"""Positions by name: an SGF file, a text diagram, `-` for standard input, or an empty board.

`read_position` is what every command calls, and what a page may call: it prints nothing. What it
had to assume is in `notes`, and its complaints name a parameter as `title` says, so that a
command can write `--komi` and a page the label of its field.

>>> source = read_position("5x5", to_play="W", komi="0.5")
>>> source.board.to_play, source.board.komi, source.notes
('W', 0.5, ())
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from goseki.board import Board
from goseki.coords import Point, Size, View, parse_color, shorten
from goseki.diagram import Mark, parse_diagram
from goseki.errors import CoordinateError, GosekiError, RulesError, SgfError, naming
from goseki.files import read_bounded
from goseki.game import Game, move_text
from goseki.records import parse_sgf
from goseki.rules import Ko, Rules, check_komi
from goseki.sgf import decode, parse
from goseki.sgf.files import read_data, read_lines, split_suffixes

if TYPE_CHECKING:
    from goseki.draw import Picture

MOST_COUNTED = 10_000
"""Games after the one that is read are counted up to here."""

Title = Callable[[str], str]
"""What a caller calls a parameter of `read_position`."""


@dataclass(frozen=True)
class Source:
    """A position that was read, with the marks its file has there."""

    board: Board
    marks: dict[Point, Mark] = field(default_factory=dict)
    labels: dict[Point, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    """What was assumed where the file does not say, or says several things."""
    move: int = 0
    """Which move of the file's main line the position comes after."""
    moves: int = 0
    """How many moves the main line has."""
    view: View | None = None
    """The part of the board to draw."""

    @property
    def shown(self) -> str:
        """Which move of how many is shown, in words; nothing where there are none."""
        return move_text(self.move, self.moves)

    def picture(self, **layers: Any) -> Picture:
        """The position with what its file marks, under further layers, and with the move."""
        from goseki.draw import Picture

        marks = {**self.marks, **layers.pop("marks", {})}
        labels = {**self.labels, **layers.pop("labels", {})}
        about = {"caption": self.shown, "view": self.view, **layers}
        return Picture.of(self.board, marks=marks, labels=labels, **about)


class Given(NamedTuple):
    """What a position was named by: the bytes of a file, or the size of an empty board."""

    name: str
    data: bytes = b""
    size: Size | None = None
    games_before: int = 0
    """Games of a file with one game a line, of which `data` is one line, before and after it."""
    games_after: int = 0

    @property
    def is_sgf(self) -> bool:
        """Whether the bytes hold the beginning of a game tree."""
        return re.search(r"\(\s*;", decode(self.data)) is not None


def open_position(position: str, game: int | None = None) -> Given:
    """Read the file, standard input or size that names a position. Of files with one game a line,
    however many, only the game is read."""
    if not position:
        raise GosekiError("POSITION is empty")
    if position == "-":
        if sys.stdin is None:
            raise GosekiError("standard input is closed")
        given = Given("standard input", read_bounded(sys.stdin.buffer, "standard input"))
    else:
        size = _empty_board_size(position)
        if size is not None:
            return Given(str(size), size=size)
        path = Path(position)
        if path.is_dir():
            raise GosekiError(f"{position}: is a directory, not a file")
        given = _read_collection(path, game or 1) or Given(position, read_data(path))
    if not given.data.strip():
        raise GosekiError(f"{given.name}: is empty")
    return given


def _read_collection(path: Path, game: int) -> Given | None:
    """One of the games of a file that has one a line; None of other files."""
    if split_suffixes(path)[0] != ".sgfs":
        return None
    chosen, before, after, count = b"", 0, 0, 0
    for line in read_lines(path):
        games = _count_games(line)
        if count < game <= count + games:
            chosen, before = line, count
        elif chosen:
            after += games
        count += games
        if after >= MOST_COUNTED:
            break
    if not count:
        raise GosekiError(f"{path}: is empty")
    if not chosen:
        raise GosekiError(f"{path}: has {_games(count)}, so there is no game {game}")
    return Given(str(path), chosen, games_before=before, games_after=after)


def _count_games(line: bytes) -> int:
    """How many games a line has. It should be one, so it is parsed only if it may be more."""
    if not line.strip():
        return 0
    if not 0 <= line.find(b")") < line.rfind(b"("):
        return 1
    try:
        return len(parse(line))
    except SgfError:
        return 1


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def _empty_board_size(position: str) -> Size | None:
    if not position[:1].isdigit() or Path(position).exists():
        return None
    try:
        return Size.parse(position)
    except CoordinateError:
        if any(character in position for character in "./\\"):
            return None
        raise


def read_position(
    position: str | Given,
    *,
    game: int | None = None,
    move: int | None = None,
    to_play: str | None = None,
    rules: str | None = None,
    ko: str | None = None,
    komi: str | None = None,
    view: str | None = None,
    default_rules: Rules | None = None,
    title: Title = str,
) -> Source:
    """The board that a position and what is said about it name. Rules are those that are given,
    else those of the SGF file, else `default_rules`. `view` is a part of the board to draw, or
    `all`; without it the file decides.

    >>> read_position("3x3", to_play="green", title="--{}".format)
    Traceback (most recent call last):
    goseki.errors.GosekiError: --to_play: not a colour: 'green'
    """
    given = open_position(position, game) if isinstance(position, str) else position
    with naming(title("to_play")):
        color = None if to_play is None else parse_color(to_play)
    with naming(title("rules")):
        named = None if rules is None else Rules.parse(rules)
    changes = _changes_of_rules(ko, komi, title)
    if given.is_sgf:
        source = _from_sgf(given, game, move, named, changes)
    elif game is not None:
        raise GosekiError(f"{given.name}: {title('game')} is for files of games")
    else:
        source = _from_stones(given, replace(named or default_rules or Rules(), **changes))
        if move:
            raise GosekiError(f"{given.name}: has 0 moves, so there is no move {move}")
    if color is not None:
        source.board.to_play = color
    if view is None:
        return source
    with naming(title("view")):
        return replace(source, view=None if view == "all" else View.parse(view, source.board.size))


def _changes_of_rules(ko: str | None, komi: str | None, title: Title) -> dict[str, Any]:
    """The fields of the rules that are given one by one."""
    changes: dict[str, Any] = {}
    if ko is not None:
        if ko.upper() not in get_args(Ko):
            known = "simple, positional, situational, none"
            raise RulesError(f"{title('ko')}: unknown ko rule: {shorten(ko)} (known: {known})")
        changes["ko"] = ko.upper()
    if komi is not None:
        with naming(title("komi")):
            changes["komi"] = check_komi(komi)
    return changes


def _from_sgf(
    given: Given,
    number: int | None,
    move: int | None,
    named: Rules | None,
    changes: dict[str, Any],
) -> Source:
    game, notes = choose_game(given, number)
    rules = game.rules
    if game.unknown_rules and named is None:
        unnamed = "" if game.info("KM") or "komi" in changes else ", as the file names none"
        notes.append(
            f"{given.name}: RU {shorten(game.unknown_rules)} names no rules that are known: "
            f"{rules.name} is assumed, with komi {changes.get('komi', rules.komi):g}{unnamed}"
        )
    if named is not None:
        # The file's komi outlives a change of rules, the preset's stands in for a missing one.
        rules = replace(named, komi=game.komi) if game.info("KM") else named
    node = game.node_after(move)
    from goseki.draw import drawn_marks

    return Source(
        game.position(move=move, rules=replace(rules, **changes)),
        drawn_marks(game.marks(node)),
        game.labels(node),
        notes=tuple(notes),
        move=game.move_count(node),
        moves=game.move_count(),
        view=game.view,
    )


def choose_game(given: Given, number: int | None) -> tuple[Game, list[str]]:
    """A game of a file by its number, and a note if there are others."""
    games = parse_sgf(given.data, source=given.name)
    before, after = given.games_before, given.games_after
    place = (number or 1) - 1 - before
    if place >= len(games):
        raise GosekiError(f"{given.name}: has {_games(len(games))}, so there is no game {number}")
    total = before + len(games) + after
    if total == 1:
        return games[0], []
    known = f"more than {total:,}" if after >= MOST_COUNTED else f"{total:,}"
    return games[place], [f"{given.name}: game {before + place + 1} of {known}"]


def _from_stones(given: Given, rules: Rules) -> Source:
    """An empty board, or a text diagram."""
    if given.size is not None:
        return Source(Board(given.size, rules))
    with naming(given.name):
        if b"\0" in given.data:
            raise GosekiError("is a binary file, neither SGF nor a text diagram")
        try:
            text = given.data.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise GosekiError("is neither SGF nor a text diagram in UTF-8") from None
        diagram = parse_diagram(text)
        board = Board(diagram.size, rules)
        board.setup(diagram.black, diagram.white, to_play=diagram.to_play)
    return Source(board, dict(diagram.marks), view=diagram.view)
