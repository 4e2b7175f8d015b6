"""The board: a game of Go under given rules, move by move.

`Board` is the fast core board with Go's words on top: points may be given as `Point`s,
as vertices such as `"D4"`, or as indices where speed matters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.checks import check_whole
from goseki.coords import PASS, Color, Move, Point, PointLike, Size, SizeLike, parse_color, shorten
from goseki.errors import CoordinateError, GosekiError, RulesError, SetupError
from goseki.notebook import DrawsItself
from goseki.rules import Rules, check_komi

if TYPE_CHECKING:
    from goseki.draw import Picture

_SIGN: dict[Color, int] = {"B": 1, "W": -1}


@dataclass(frozen=True)
class Outcome:
    """How a game ended: by passes (then the score decides) or by repetition.

    `winner` is known here only for a repetition; `None` then means a draw.
    """

    reason: Literal["passes", "repetition"]
    winner: Color | None = None


@dataclass(frozen=True, eq=False)
class Score:
    """The count of a position. `lead` is Black's, after komi and handicap bonus."""

    black: float
    white: float
    komi: float
    handicap_bonus: int
    owner: npt.NDArray[np.int8]
    """Rows x columns, top row first: +1 Black, -1 White, 0 nobody."""

    @property
    def lead(self) -> float:
        return self.black - self.white - self.komi - self.handicap_bonus

    @property
    def result(self) -> str:
        """The result as SGF writes it: `B+3.5`, `W+10` or `0` for a draw."""
        if self.lead == 0:
            return "0"
        return f"{'B' if self.lead > 0 else 'W'}+{abs(self.lead):g}"


class LegalMoves(Sequence[Point]):
    """The legal moves of a board as a sequence, looked up when it is used; the pass is the last.

    >>> moves = Board("2x1").legal_moves
    >>> [str(move) for move in moves], "A1" in moves, "B2" in moves, len(moves)
    (['A1', 'B1', 'pass'], True, False, 3)
    >>> import random; random.choice(moves) in moves, moves[0], moves[-1] == PASS
    (True, Point.parse('A1'), True)
    """

    def __init__(self, board: Board) -> None:
        self._board = board

    def __contains__(self, move: object) -> bool:
        return self._board.is_legal(move)  # type: ignore[arg-type]  # anything else is not legal

    @overload
    def __getitem__(self, index: int) -> Point: ...
    @overload
    def __getitem__(self, index: slice) -> list[Point]: ...
    def __getitem__(self, index: int | slice) -> Point | list[Point]:
        return list(self)[index]

    def __iter__(self) -> Iterator[Point]:
        yield from map(self._board.size.point, self._board.legal_points().tolist())
        if not self._board.is_over:
            yield PASS

    @property
    def forbidden(self) -> dict[Point, str]:
        """The empty points that are not among them, each with the reason.

        >>> Board.from_diagram(".X..", to_play="W").legal_moves.forbidden
        {Point.parse('A1'): 'suicide'}
        """
        board = self._board
        empty = map(board.point, np.flatnonzero(board.to_array() == 0).tolist())
        return {point: reason for point in empty if (reason := board.why_illegal(point))}

    def __len__(self) -> int:
        return len(self._board.legal_points()) + (not self._board.is_over)

    def __repr__(self) -> str:
        return f"<LegalMoves: {', '.join(map(str, self))}>"


class Board(_core.Board, DrawsItself):
    """A game of Go on any rectangle from 1x1 to 19x19 (columns x rows).

    >>> b = Board("3x3"); b.play("B2"); b.play("pass"); b.to_play
    'B'
    >>> print(b)
      A B C
    3 . . . 3
    2 . X . 2
    1 . . . 1
      A B C
    >>> b.undo(2); b == Board("3x3") == Board(3)
    True
    >>> b.play((1, 1), "white"); b.at("B2")  # column and row, counted from 0
    'W'
    >>> b.undo(99)
    Traceback (most recent call last):
    goseki.errors.GosekiError: cannot take back 99 of 1 moves

    Two boards are equal when size, rules, stones, turn, ko and passes are equal; the moves
    that led there do not count. The hash follows the board as it changes, so do not change a board
    that is a key of a dictionary.
    """

    size: Size
    rules: Rules
    handicap: int

    def __init__(
        self,
        size: SizeLike = "19x19",
        rules: Rules | str | None = None,
        *,
        komi: float | None = None,
    ) -> None:
        self.size = Size.of(size)
        if rules is None:
            rules = Rules()
        elif isinstance(rules, str):
            rules = Rules.parse(rules)
        elif not isinstance(rules, Rules):
            raise RulesError(f"not rules: {shorten(repr(rules))} (such as 'chinese')")
        self.rules = rules if komi is None else replace(rules, komi=check_komi(komi))
        self.handicap = 0
        super().__init__(
            self.size.columns,
            self.size.rows,
            ko=rules.ko,
            repetition=rules.repetition,
            passes_to_end=rules.passes_to_end,
            ko_pass=rules.ko_pass,
            suicide=rules.suicide,
            territory_scoring=rules.scoring == "TERRITORY",
            seki_tax=rules.tax == "SEKI",
        )

    @classmethod
    def from_diagram(
        cls,
        text: str,
        *,
        to_play: Color = "B",
        rules: Rules | str | None = None,
        komi: float | None = None,
    ) -> Board:
        """A board set up from rows of `.`, `X` (Black) and `O` (White).

        >>> Board.from_diagram(".XO / XX.").stones("W")
        [Point.parse('C2')]
        """
        from goseki.diagram import parse_diagram

        diagram = parse_diagram(text)
        board = cls(diagram.size, rules, komi=komi)
        board.setup(diagram.black, diagram.white, to_play=diagram.to_play or to_play)
        return board

    @classmethod
    def from_array(
        cls,
        stones: npt.ArrayLike,
        *,
        to_play: Color = "B",
        rules: Rules | str | None = None,
        komi: float | None = None,
    ) -> Board:
        """A board set up from rows x columns, top row first, as `to_array` gives them: +1 is
        Black, -1 White, 0 empty.

        >>> board = Board.from_array([[0, 1, -1], [1, 1, 0]])
        >>> board == Board.from_diagram(".XO/XX."), board.to_array().tolist()
        (True, [[0, 1, -1], [1, 1, 0]])
        """
        try:
            signs = np.asarray(stones)
        except ValueError:  # rows of different lengths
            signs = np.empty(0)
        if signs.ndim != 2 or not np.isin(signs, (-1, 0, 1)).all():
            given = shorten(repr(stones))
            raise SetupError(f"stones are not rows x columns of -1, 0 and 1: {given}")
        board = cls((signs.shape[1], signs.shape[0]), rules, komi=komi)
        flat = signs.reshape(-1)
        black, white = (np.flatnonzero(flat == sign).tolist() for sign in (1, -1))
        board.setup(black, white, to_play=to_play)
        return board

    # -- what stands on the board ---------------------------------------------------------

    @property
    def columns(self) -> int:
        return self.size.columns

    @property
    def rows(self) -> int:
        return self.size.rows

    @property
    def komi(self) -> float:
        return self.rules.komi

    def index(self, point: PointLike) -> int:
        """Index of a point of this board; -1 for a pass."""
        return self.size.index(point)

    def point(self, index: int) -> Point:
        """The `Point` of an index; `PASS` for -1."""
        return self.size.point(index)

    def at(self, point: PointLike) -> Color | None:
        """Colour of the stone on a point, `None` if it is empty."""
        sign = self.color_at(self._on_board(point))
        return "B" if sign > 0 else "W" if sign < 0 else None

    def stones(self, color: Color) -> list[Point]:
        """All stones of a colour, row by row from the top left."""
        return self._points(np.flatnonzero(self.to_array() == _SIGN[parse_color(color)]).tolist())

    def block(self, stone: PointLike) -> list[Point]:
        """The stones connected to this one.

        >>> Board.from_diagram("XX./.X.").block("A2")
        [Point.parse('A2'), Point.parse('B2'), Point.parse('B1')]
        """
        return self._points(self.block_points(self._stone(stone)))

    def liberties(self, stone: PointLike) -> list[Point]:
        """The liberties of the block of a stone."""
        return self._points(self.block_liberties(self._stone(stone)))

    @property
    def prisoners(self) -> dict[Color, int]:
        """Stones taken so far: by Black under `"B"`, by White under `"W"`."""
        black, white = self.prisoner_counts()
        return {"B": black, "W": white}

    # -- playing --------------------------------------------------------------------------

    @property
    def legal_moves(self) -> LegalMoves:
        """What may be played now, the pass included."""
        return LegalMoves(self)

    def is_legal(self, move: PointLike, color: Color | None = None) -> bool:
        """Whether a colour (by default the one to play) may play there; never off the board."""
        side = None if color is None else parse_color(color)
        try:
            return self.why_illegal(move, side) is None
        except CoordinateError:
            return False

    @property
    def ko(self) -> Point | None:
        """The point that the simple ko rule forbids now."""
        index = self.ko_index
        return None if index < 0 else self.size.point(index)

    @property
    def moves(self) -> list[Move]:
        """The moves since the last setup."""
        point = self.size.point
        return [Move(color, point(index)) for color, index in self.move_list()]

    @property
    def is_over(self) -> bool:
        return self.end != "running"

    @property
    def outcome(self) -> Outcome | None:
        """`None` while the game goes on.

        >>> b = Board("2x2"); b.play("pass"); b.play("pass"); b.outcome
        Outcome(reason='passes', winner=None)
        """
        end = self.end
        if end == "running":
            return None
        if end == "passes":
            return Outcome("passes")
        return Outcome("repetition", None if end == "draw" else "B" if end == "B" else "W")

    def setup(
        self,
        black: Iterable[PointLike] = (),
        white: Iterable[PointLike] = (),
        empty: Iterable[PointLike] = (),
        to_play: Color | None = None,
    ) -> None:
        """Put stones on points and clear others. The history starts anew from here;
        prisoners stay.

        >>> b = Board("3x3"); b.setup(black=["A1"], white=["A1"])
        Traceback (most recent call last):
        goseki.errors.SetupError: two stones on A1
        """
        stones = self.to_array()
        flat = stones.reshape(-1)
        placed: set[int] = set()
        for points, sign in ((black, 1), (white, -1), (empty, 0)):
            indices = {self._on_board(point) for point in _several(points)}
            if clash := placed & indices:
                raise SetupError(f"two stones on {self.size.point(min(clash))}")
            placed |= indices
            flat[sorted(indices)] = sign
        breathless = self.set_up(stones, *self.prisoner_counts())
        if breathless >= 0:
            raise SetupError(f"the block at {self.size.point(breathless)} has no liberty")
        if to_play is not None:
            self.to_play = to_play

    def start_position(self) -> Board:
        """The board as it was before the first move of `moves`."""
        start = self.copy()
        start.undo(start.ply)
        return start

    # -- counting -------------------------------------------------------------------------

    def score(
        self, dead: Iterable[PointLike] = (), seki: Iterable[PointLike] | None = None
    ) -> Score:
        """Count the position by its rules, once the dead stones are agreed on.

        `dead` names at least one stone of every dead block. `seki`, used where the rules
        tax it, names stones of groups in seki; without it a group is in seki when it
        touches a neutral point and has at most one eye of at most three points.

        >>> Board.from_diagram("..XO./..XO.", komi=0.5).score().result
        'B+1.5'
        """
        black, white, owner = self.count(
            [self._stone(stone) for stone in _several(dead)],
            None if seki is None else [self._stone(stone) for stone in seki],
        )
        return Score(black, white, self.rules.komi, self.handicap_bonus, owner)

    @property
    def handicap_bonus(self) -> int:
        """The points that the rules give White for the handicap stones."""
        if self.handicap < 2:
            return 0
        return {"0": 0, "N-1": self.handicap - 1, "N": self.handicap}[
            self.rules.white_handicap_bonus
        ]

    # -- other boards ---------------------------------------------------------------------

    def copy(self) -> Board:
        """An independent board with the same history."""
        other = type(self).__new__(type(self))
        _core.Board.__init__(other, self)
        other.size, other.rules, other.handicap = self.size, self.rules, self.handicap
        return other

    def transformed(self, symmetry: int = 0, *, swap_colors: bool = False) -> Board:
        """The same game seen in another of the eight ways: bit 0 of `symmetry` mirrors left
        and right, bit 1 top and bottom, bit 2 then swaps columns and rows; with
        `swap_colors`, Black becomes White (the komi stays).

        >>> b = Board("3x2"); b.play("A1")
        >>> turned = b.transformed(4, swap_colors=True); turned.size, turned.stones("W")
        (Size(columns=2, rows=3), [Point.parse('B3')])
        """
        check_whole("symmetry", symmetry, 0, 7)
        where = _core.symmetry_map(self.columns, self.rows, symmetry)
        size = Size(self.rows, self.columns) if symmetry & 4 else self.size
        recolor: dict[Color, Color] = {"B": "B", "W": "W"}
        if swap_colors:
            recolor = {"B": "W", "W": "B"}
        start = self.start_position()
        signs = np.zeros(size.points, dtype=np.int8)
        signs[where] = start.to_array().reshape(-1) * (-1 if swap_colors else 1)
        prisoners = start.prisoners
        board = Board(size, self.rules)
        board.handicap = self.handicap
        board.set_up(
            signs.reshape(size.rows, size.columns), prisoners[recolor["B"]], prisoners[recolor["W"]]
        )
        board.to_play = recolor[start.to_play]
        for color, index in self.move_list():
            board.play_recorded(where[index] if index >= 0 else index, recolor[color])
        board.to_play = recolor[self.to_play]
        return board

    @property
    def symmetries(self) -> range:
        """The symmetries that keep the board's shape: 8 of a square, 4 of a rectangle."""
        return range(8 if self.columns == self.rows else 4)

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Board:
        return self.copy()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.rules == other.rules and self.is_same_situation(other)

    def __hash__(self) -> int:
        return hash((self.hash, self.rules))

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.start_position()
        state = (
            self.size,
            self.rules,
            self.handicap,
            start.to_array().tobytes(),
            start.prisoner_counts(),
            start.to_play,
            self.move_list(),
            self.to_play,
        )
        return _rebuild, state

    # -- showing --------------------------------------------------------------------------

    def __str__(self) -> str:
        from goseki.draw import to_ascii

        return to_ascii(self._picture())

    def __repr__(self) -> str:
        from goseki.diagram import format_diagram

        rows = format_diagram(self.to_array()).replace("\n", "/")
        return f"Board.from_diagram({rows!r}, to_play={self.to_play!r}, rules={self.rules!r})"

    def _picture(self) -> Picture:
        from goseki.draw import Picture

        return Picture.of(self)

    # -- reading points -------------------------------------------------------------------

    def _points(self, indices: Iterable[int]) -> list[Point]:
        return [self.size.point(index) for index in indices]

    def _on_board(self, point: PointLike) -> int:
        index = self.size.index(point)
        if index < 0:
            raise CoordinateError("a pass is not a point of the board")
        return index

    def _stone(self, point: PointLike) -> int:
        index = self._on_board(point)
        if self.color_at(index) == 0:
            raise CoordinateError(f"there is no stone on {self.size.point(index)}")
        return index


def _several(points: Iterable[PointLike]) -> Iterable[PointLike]:
    if not isinstance(points, Iterable):
        raise CoordinateError(f"not a list of points: {shorten(repr(points))}")
    return points


def check_board(board: object) -> None:
    """Refuse what is not a `Board`, such as a size.

    >>> check_board("3x3")
    Traceback (most recent call last):
    goseki.errors.GosekiError: '3x3' is not a board (Board('3x3') is an empty one)
    """
    if not isinstance(board, Board):
        text = board if isinstance(board, str) else repr(board)
        raise GosekiError(f"{shorten(text)} is not a board (Board('3x3') is an empty one)")


def _rebuild(
    size: Size,
    rules: Rules,
    handicap: int,
    signs: bytes,
    prisoners: tuple[int, int],
    starts: Color,
    moves: list[tuple[Color, int]],
    to_play: Color,
) -> Board:
    """Undo `Board.__reduce__`."""
    board = Board(size, rules)
    board.handicap = handicap
    board.set_up(np.frombuffer(signs, dtype=np.int8).reshape(size.rows, size.columns), *prisoners)
    board.to_play = starts
    for color, index in moves:
        board.play_recorded(index, color)
    board.to_play = to_play
    return board
