"""Arguments and options that commands share, and the position they name."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, NamedTuple, get_args

import typer

from goseki.board import Board
from goseki.coords import Color, Point, Size, View, parse_color, shorten
from goseki.diagram import Mark, parse_diagram
from goseki.draw import Picture, drawn_marks
from goseki.errors import CoordinateError, GosekiError, RulesError, SgfError, one_line
from goseki.files import read_bounded
from goseki.game import Game, move_text
from goseki.records import parse_sgf
from goseki.rules import Ko, Rules, check_komi
from goseki.sgf import decode, parse
from goseki.sgf.files import read_data, read_lines, split_suffixes

PositionArgument = Annotated[
    str,
    typer.Argument(
        metavar="POSITION",
        help="An SGF file, a text diagram, - for standard input, or an empty board such as 9x9.",
        show_default=False,
    ),
]
MoveOption = Annotated[
    int | None,
    typer.Option(
        "--move",
        metavar="N",
        help="The position after move N (default: the last; of a problem, 0).",
        min=0,
    ),
]
ViewOption = Annotated[
    str | None,
    typer.Option(
        "--view",
        metavar="A1:K10",
        help="Draw this part of the board, or all (default: of a problem, the part that it is in).",
    ),
]
ToPlayOption = Annotated[
    str | None, typer.Option("--to-play", metavar="B|W", help="Whose turn it is.")
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        help="migos, chinese, japanese, korean, aga, new-zealand, tromp-taylor, or KataGo's JSON.",
    ),
]
KoOption = Annotated[
    str | None, typer.Option("--ko", help="simple, positional, situational or none.")
]
KomiOption = Annotated[str | None, typer.Option("--komi", help="Points for White.")]
JsonOption = Annotated[
    bool, typer.Option("--json", help="Print one JSON object instead of a drawing.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite existing files.")]


GameOption = Annotated[
    int | None,
    typer.Option("--game", metavar="N", help="Which game of a file (default: the first).", min=1),
]


def finite_seconds(parameter: typer.CallbackParam, seconds: float | None) -> float | None:
    """The callback of every option that is a time: infinity and NaN are none."""
    if seconds is not None and not 0 < seconds <= MOST_SECONDS:
        given = shorten(f"{seconds:g}")
        least = "up to 1e9" if seconds > MOST_SECONDS and math.isfinite(seconds) else "above 0"
        raise GosekiError(f"{parameter.opts[0]} must be a number of seconds {least}, not {given}")
    return seconds


MOST_SECONDS = 1e9
"""More than thirty years."""


class GameKind(StrEnum):
    go = "go"
    capture = "capture"


class GtpGame(StrEnum):
    go = "go"
    capture = "capture"
    phantom = "phantom"


def refuse_options(context: typer.Context, names: Iterable[str], other: str) -> None:
    """Complain if an option that has no meaning together with another was given."""
    for name in names:
        # The default is not a wish.
        if str(context.get_parameter_source(name)).endswith("COMMANDLINE"):
            raise GosekiError(f"--{name.replace('_', '-')} has no meaning with {other}")


@contextmanager
def naming(option: str) -> Iterator[None]:
    """Put the name of an option before the complaint about its value."""
    try:
        yield
    except GosekiError as error:
        raise GosekiError(f"{option}: {error}") from None


@dataclass(frozen=True)
class Source:
    """A position given on the command line, with the marks its file has there."""

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
        marks = {**self.marks, **layers.pop("marks", {})}
        labels = {**self.labels, **layers.pop("labels", {})}
        return Picture.of(
            self.board,
            marks=marks,
            labels=labels,
            caption=self.shown,
            view=self.view,
            **layers,
        )


class Given(NamedTuple):
    """What POSITION names: the bytes of a file, or the size of an empty board."""

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
    """Read the file, standard input or size that POSITION names. Of files with one game a line,
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


MOST_COUNTED = 10_000
"""Games after the one that is read are counted up to here."""


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
    quiet: bool = False,
) -> Source:
    """The board that POSITION and its options name. Rules come from the options, else
    from the SGF file, else `default_rules`. `view` is a part of the board to draw, or `all`;
    without it the file decides. What is assumed is said on standard error, unless `quiet`."""
    given = open_position(position, game) if isinstance(position, str) else position
    source = _read(given, game, move, to_play, rules, ko, komi, default_rules or Rules())
    if view is not None:
        with naming("--view"):
            part = None if view == "all" else View.parse(view, source.board.size)
        source = replace(source, view=part)
    if not quiet:
        tell_notes(source.notes)
    return source


def tell_notes(notes: Iterable[str]) -> None:
    """Say what was assumed, on standard error. A complaint is one line, without notes before it:
    who reads a position `quiet`ly tells them when nothing is left to complain of."""
    for note in notes:
        print(f"goseki: {one_line(note)}", file=sys.stderr)


def _read(
    given: Given,
    game: int | None,
    move: int | None,
    to_play: str | None,
    rules: str | None,
    ko: str | None,
    komi: str | None,
    default_rules: Rules,
) -> Source:
    with naming("--to-play"):
        color = None if to_play is None else parse_color(to_play)
    if given.is_sgf:
        return _from_sgf(given, game, move, color, rules, ko, komi)
    if game is not None:
        raise GosekiError(f"{given.name}: --game is for files of games")
    chosen = _chosen_rules(default_rules, rules, ko, komi)
    if given.size is not None:
        source = Source(Board(given.size, chosen))
    else:
        try:
            source = _from_diagram(given.data, chosen)
        except GosekiError as error:
            raise GosekiError(f"{given.name}: {error}") from None
    if move:
        raise GosekiError(f"{given.name}: has 0 moves, so there is no move {move}")
    if color is not None:
        source.board.to_play = color
    return source


def _from_sgf(
    given: Given,
    number: int | None,
    move: int | None,
    color: Color | None,
    rules: str | None,
    ko: str | None,
    komi: str | None,
) -> Source:
    game, notes = choose_game(given, number)
    base = game.rules
    if game.unknown_rules and rules is None:
        unnamed = "" if game.info("KM") or komi is not None else ", as the file names none"
        taken = base.komi if komi is None else check_komi(komi)
        notes.append(
            f"{given.name}: RU {shorten(game.unknown_rules)} names no rules that are known: "
            f"{base.name} is assumed, with komi {taken:g}{unnamed}"
        )
    if rules is not None:
        # The file's komi outlives a change of rules, the preset's stands in for a missing one.
        with naming("--rules"):
            named = Rules.parse(rules)
        base = replace(named, komi=game.komi) if game.info("KM") else named
    board = game.position(move=move, rules=_chosen_rules(base, None, ko, komi))
    if color is not None:
        board.to_play = color
    node = game.node_after(move)
    return Source(
        board,
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


def _from_diagram(data: bytes, rules: Rules) -> Source:
    if b"\0" in data:
        raise GosekiError("is a binary file, neither SGF nor a text diagram")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GosekiError("is neither SGF nor a text diagram in UTF-8") from None
    diagram = parse_diagram(text)
    board = Board(diagram.size, rules)
    board.setup(diagram.black, diagram.white, to_play=diagram.to_play)
    return Source(board, dict(diagram.marks), view=diagram.view)


def _chosen_rules(given: Rules, rules: str | None, ko: str | None, komi: str | None) -> Rules:
    with naming("--rules"):
        chosen = given if rules is None else Rules.parse(rules)
    if ko is not None:
        if ko.upper() not in get_args(Ko):
            known = "simple, positional, situational, none"
            raise RulesError(f"--ko: unknown ko rule: {shorten(ko)} (known: {known})")
        chosen = replace(chosen, ko=ko.upper())  # type: ignore[arg-type]
    with naming("--komi"):
        return chosen if komi is None else replace(chosen, komi=check_komi(komi))
