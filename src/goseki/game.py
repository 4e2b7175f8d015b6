"""A game of Go as a tree: setup, moves, variations and marks, read out of SGF nodes.

`Game` gives Go's meaning to the nodes of `goseki.sgf` and plays them on a `Board`.
What a file says of the whole game (size, komi, handicap) is checked when the game
is made; moves and setup are checked when they are asked for. Every error names the
move and, for a game that was read, the line and column of its node.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from goseki.board import Board, check_board
from goseki.checks import shown, whole
from goseki.coords import (
    PASS,
    PASS_INDEX,
    Color,
    Move,
    Point,
    PointLike,
    Size,
    SizeLike,
    View,
    counted,
    opponent,
    parse_color,
    shorten,
)
from goseki.errors import CoordinateError, GosekiError, IllegalMoveError, RulesError, SgfError
from goseki.notebook import DrawsItself
from goseki.rules import Rules, check_komi
from goseki.sgf import Node, serialize

if TYPE_CHECKING:
    from goseki.draw import Picture

POINT_MARKS = ("TR", "SQ", "CR", "MA", "SL", "TB", "TW", "DD", "VW")
"""The properties that mark points: triangle, square, circle, cross, selected, territory of
Black and of White, dimmed, visible."""

TARGET_MARKS = ("MA", "TR", "SQ", "CR", "SL")
"""The marks that may show the stones a problem is about, the most usual first."""

_LARGE_BOARD = 100
"""Points from which on a problem in one part of the board is shown as that part."""
_PART_OF_A_BOARD = 2 / 3
_MARGIN = 2

_SETUP = frozenset({"AB", "AW", "AE", "PL"})
_OLD_NAMES = {"M": "MA"}
_SIZE = re.compile(r"([0-9]{1,4})(?:\s*[:x]\s*([0-9]{1,4}))?\Z", re.IGNORECASE)
_VERTEX = re.compile(r"[A-Ta-t][0-9]{1,2}\Z")

# How files name the rules, where `Rules.parse` does not know the name. Ing's rules
# (GOE) are area rules with details of their own; Chinese is the nearest.
_RULE_NAMES = (
    (re.compile(r"japan|日本", re.IGNORECASE), "japanese"),
    (re.compile(r"chin|中国|中國|中华|中華", re.IGNORECASE), "chinese"),
    (re.compile(r"korea|韓国|韩国|한국", re.IGNORECASE), "korean"),
    (re.compile(r"\baga\b|\bbga\b|\bffg\b|french|british", re.IGNORECASE), "aga"),
    (re.compile(r"new.?zealand|\bnz\b", re.IGNORECASE), "new-zealand"),
    (re.compile(r"tromp", re.IGNORECASE), "tromp-taylor"),
    (re.compile(r"\bgoe\b|\bing\b|應|应", re.IGNORECASE), "chinese"),
)
_SGF_RULE_NAMES = {
    "aga": "AGA",
    "chinese": "Chinese",
    "japanese": "Japanese",
    "korean": "Korean",
    "new-zealand": "NZ",
}


class Game(DrawsItself):
    """A game tree. `root` and its children are plain `goseki.sgf.Node`s.

    >>> game = Game.new("9x9", "chinese")
    >>> game.add_move("E5").add_child({"W": ["cc"], "C": ["Here."]}).get("C")
    'Here.'
    >>> print(game)
    (;FF[4]GM[1]SZ[9]RU[Chinese]KM[7.5];B[ee];W[cc]C[Here.])
    >>> [str(move) for move in game.moves()], game.position(move=1).to_play
    (['B E5', 'W C7'], 'W')

    Two games are equal if their trees are.
    """

    root: Node
    size: Size

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, root: Node) -> None:
        self.root = root
        self.size = _read_size(root)
        self._indices = _sgf_indices(self.size)
        self._points = _all_points(self.size)
        _check_is_go(root)
        self._check_info()

    @classmethod
    def new(
        cls,
        size: SizeLike = "19x19",
        rules: Rules | str | None = None,
        *,
        komi: float | None = None,
    ) -> Game:
        """A game without moves."""
        return cls.from_board(Board(size, rules, komi=komi))

    @classmethod
    def from_board(cls, board: Board) -> Game:
        """The game that led to a board: its setup, then its moves.

        >>> board = Board("5x5"); board.play("C3"); print(Game.from_board(board))
        (;FF[4]GM[1]SZ[5]RU[migos]KM[0];B[cc])
        """
        check_board(board)
        size, rules = board.size, board.rules
        name = rules.name
        root = Node(
            {
                "FF": ["4"],
                "GM": ["1"],
                "SZ": [str(size.rows) if size.rows == size.columns else "{}:{}".format(*size)],
                "RU": [str(rules) if name is None else _SGF_RULE_NAMES.get(name, name)],
                "KM": [f"{rules.komi:.12g}"],
            }
        )
        if board.handicap:
            root.properties["HA"] = [str(board.handicap)]
        game = cls(root)
        start, moves = board.start_position(), board.moves
        first = moves[0].color if moves else board.to_play
        game.add_setup(start.stones("B"), start.stones("W"))
        if first != game.position().to_play:
            game.add_setup(to_play=first)
        node = root
        for color, point in moves:
            node = game.add_move(point, color, node=node)
        return game

    # -- what the file says of the game ---------------------------------------------------

    def info(self, name: str) -> str:
        """The text of a root property such as `EV` or `DT` on one line, "" if absent."""
        return " ".join((self.root.get(name) or "").split("\n")).strip()

    @property
    def komi(self) -> float:
        """`KM`; 0 where the file does not say."""
        text = self.info("KM")
        try:
            return check_komi(text.replace(",", ".")) if text else 0.0
        except RulesError as error:
            raise self.root.error(f"KM: {error}") from None

    @property
    def handicap(self) -> int:
        """`HA`; 0 where the file does not say."""
        text = self.info("HA")
        if not text:
            return 0
        if not re.fullmatch(r"[0-9]{1,3}", text):
            raise self.root.error(f"HA: handicap {shorten(text)} is not a whole number")
        return int(text)

    @property
    def rules(self) -> Rules:
        """The rules that `RU` names, with the game's komi; `Rules()` where it names none
        that are known (`unknown_rules`). Ing's rules are taken as Chinese."""
        return _read_rules(self.info("RU"), self.komi) or replace(Rules(), komi=self.komi)

    @property
    def unknown_rules(self) -> str:
        """What `RU` says where it names no rules that are known, else nothing.

        >>> from goseki.records import parse_sgf
        >>> parse_sgf("(;SZ[9]RU[House])")[0].unknown_rules
        'House'
        """
        name = self.info("RU")
        return name if name and _read_rules(name, self.komi) is None else ""

    @property
    def result(self) -> str | None:
        """`RE`, such as `B+3.5`, `W+R` or `0`; `None` where the file does not say."""
        return self.info("RE") or None

    @result.setter
    def result(self, text: str) -> None:
        self.root.properties["RE"] = [text]

    @property
    def winner(self) -> Color | None:
        """Who won by `RE`; `None` for a draw and where it is not known."""
        match = re.match(r"([BW])(?:lack|hite)?\s*\+", self.info("RE"), re.IGNORECASE)
        return parse_color(match[1]) if match else None

    @property
    def players(self) -> dict[Color, str]:
        """The names `PB` and `PW`, "" where absent."""
        return {"B": self.info("PB"), "W": self.info("PW")}

    def _check_info(self) -> None:
        """Raise what reading komi and handicap would."""
        properties = self.root.properties
        if "KM" in properties:
            _ = self.komi
        if "HA" in properties:
            _ = self.handicap

    # -- nodes and moves ------------------------------------------------------------------

    def nodes(self) -> Iterator[Node]:
        """All nodes, variations included, each before those that follow it."""
        return self.root.walk()

    def main_line(self) -> Iterator[Node]:
        """The root, its first child, and so on to `end`."""
        return self.root.main_line()

    @property
    def end(self) -> Node:
        """The last node of the main line."""
        node = self.root
        while node.children:
            node = node.children[0]
        return node

    @property
    def is_problem(self) -> bool:
        """Whether the root sets up stones of both colours and what follows are answers: there
        are variations, or a stone is marked as what the problem is about, or nothing follows.

        >>> from goseki import parse_sgf
        >>> parse_sgf("(;SZ[5]AB[aa]AW[bb](;B[ab])(;B[ba]))")[0].is_problem
        True
        """
        if not self.root.properties.keys() >= {"AB", "AW"}:
            return False
        nodes = list(self.nodes())
        if len(nodes) == 1 or any(len(node.children) > 1 for node in nodes):
            return True
        return bool(self.targets())

    @property
    def opens_at(self) -> Node:
        """Where the game is looked at first: at the end of the main line, but a problem before
        the first move, not after its solution."""
        return self.node_after(0) if self.is_problem else self.end

    @property
    def view(self) -> View | None:
        """The part of the board to look at: what the file says (`VW`), or for a problem in one
        part of a large board all its stones, moves and marks with two lines around. `None` is
        the whole board.

        >>> from goseki import parse_sgf
        >>> str(parse_sgf("(;SZ[19]AB[cb][bc]AW[ab][bb](;B[aa])(;B[ba]))")[0].view)
        'A15:E19'
        """
        try:
            asked = self.marks(self.opens_at).get("VW")
            if asked:
                return View.around(asked)
            if not self.is_problem or self.size.points < _LARGE_BOARD:
                return None
            points = [point for node in self.nodes() for point in self._points_named(node)]
        except SgfError:
            return None
        view = _with_margin(View.around(points), self.size)
        return view if view.area <= _PART_OF_A_BOARD * self.size.points else None

    def _points_named(self, node: Node) -> Iterator[Point]:
        """The points of a node that have stones, a move, marks or labels."""
        for name in ("AB", "AW"):
            yield from (self._points[index] for index in self._read_points(node, name))
        move = self.move_at(node)
        if move is not None and not move.point.is_pass:
            yield move.point
        for points in self.marks(node).values():
            yield from points
        yield from self.labels(node)

    def node_after(self, move: int | None = None) -> Node:
        """The last node of the main line before move N+1: where `position(move=N)` is."""
        if move is None:
            return self.opens_at
        last = self.root
        for node in self.main_line():
            if self._read_move(node) is not None:
                move -= 1
                if move < 0:
                    break
            last = node
        return last

    def move_at(self, node: Node) -> Move | None:
        """The move of one node, if it has one."""
        move = self._read_move(node)
        return None if move is None else Move(move[0], self._points[move[1]])

    def moves(self, node: Node | None = None) -> list[Move]:
        """The moves, passes included, of the main line, or of those up to a node."""
        points = self._points
        return [Move(color, points[index]) for color, index in self.move_indices(node)]

    def move_indices(self, node: Node | None = None) -> list[tuple[Color, int]]:
        """Like `moves`, with points as indices (-1: pass): the fast form."""
        moves = map(self._read_move, self._line(node))
        return [move for move in moves if move is not None]

    def move_count(self, node: Node | None = None) -> int:
        """How many moves the main line has, or there are up to a node."""
        return sum("B" in each.properties or "W" in each.properties for each in self._line(node))

    def _line(self, node: Node | None) -> Iterable[Node]:
        if node is None:
            return self.root.main_line()
        if not isinstance(node, Node):
            raise GosekiError(f"{shorten(repr(node))} is not a node of this game")
        path = node.path()
        if path[0] is not self.root:
            raise GosekiError(f"{node!r} is not a node of this game")
        return path

    def _read_move(self, node: Node) -> tuple[Color, int] | None:
        properties = node.properties
        color: Color
        if "B" in properties:
            if "W" in properties:
                raise self._move_error(node, "a black and a white move in one node")
            color, values = "B", properties["B"]
        elif "W" in properties:
            color, values = "W", properties["W"]
        else:
            return None
        if len(values) != 1:
            raise self._move_error(node, f"{color} has {len(values)} values, not one")
        index = self._indices.get(values[0])
        if index is None:
            index = self._read_odd_move(node, color, values[0])
        return color, index

    def _read_odd_move(self, node: Node, color: Color, text: str) -> int:
        try:
            return self._read_point(node, color, text)
        except SgfError as error:
            raise self._move_error(node, error.message) from None

    def _move_error(self, node: Node, message: str) -> SgfError:
        return node.error(f"move {self.move_count(node)}: {message}")

    # -- positions ------------------------------------------------------------------------

    def position(
        self, move: int | None = None, *, node: Node | None = None, rules: Rules | str | None = None
    ) -> Board:
        """The board after move `move` of the main line, or at `node`; default: where the game
        opens, which is at the end, but before the first move of a problem.

        0 is the position before the first move. `rules` replaces those of the file;
        given by name, they are used with the komi of the file.

        >>> from goseki import parse_sgf
        >>> problem = parse_sgf("(;SZ[5]AB[aa]AW[bb](;B[ab];W[ba])(;B[ba]))")[0]
        >>> problem.position().ply, problem.position(move=2).ply
        (0, 2)
        """
        if move is not None and node is not None:
            raise GosekiError("give a move number or a node, not both")
        if move is None and node is None and self.is_problem:
            node = self.opens_at
        if move is not None and whole(move) is None:
            raise GosekiError(f"there is no move {shown(move)}: moves have whole numbers")
        board = self._empty_board(rules)
        played = 0
        for _ in self._play(board, self._line(node), move):
            played += 1
        if move is not None and move != played:
            origin = self.root.origin
            raise SgfError(
                f"there is no move {move}: the game has {counted(played, 'move')}",
                source=None if origin is None else origin.source,
            )
        return board

    def replay(
        self, node: Node | None = None, *, rules: Rules | str | None = None
    ) -> Iterator[tuple[Board, Move]]:
        """Each move of the main line (or up to a node) with the board *before* it.

        It is one board, which moves on: copy it to keep it.

        >>> game = Game.new("9x9"); _ = game.add_move("E5"); _ = game.add_move("C3")
        >>> [(board.to_play, str(move)) for board, move in game.replay()]
        [('B', 'B E5'), ('W', 'W C3')]
        """
        board = self._empty_board(rules)
        points = self._points
        for color, index in self._play(board, self._line(node), None):
            yield board, Move(color, points[index])

    def _empty_board(self, rules: Rules | str | None) -> Board:
        if rules is None:
            rules = self.rules
        elif isinstance(rules, str):
            rules = Rules.parse(rules, komi=self.komi if self.info("KM") else None)
        board = Board(self.size, rules)
        board.handicap = self.handicap
        return board

    def _play(
        self, board: Board, line: Iterable[Node], stop: int | None
    ) -> Iterator[tuple[Color, int]]:
        """Set up and play a line of nodes, giving each move just before it is played,
        and end before move number `stop + 1`."""
        number = 0
        turn_is_known = False
        node = self.root
        read, play = self._read_move, board.play_recorded
        try:
            for node in line:
                properties = node.properties
                has_move = "B" in properties or "W" in properties
                if not ((has_move and len(properties) == 1) or _SETUP.isdisjoint(properties)):
                    turn_is_known |= self._set_up(board, node)
                if has_move:
                    if not turn_is_known:
                        board.to_play = "B" if "B" in properties else "W"
                        turn_is_known = True
                    if number == stop:
                        break
                move = read(node)
                if move is not None:
                    yield move
                    play(move[1], move[0])
                    number += 1
        except IllegalMoveError as error:
            raise self._move_error(node, str(error)) from None
        if not turn_is_known:
            board.to_play = self._next_color(node)

    def _next_color(self, node: Node) -> Color:
        """Whose turn it is where no move and no `PL` says so: the next mover's, if any."""
        for later in node.main_line():
            if later is not node and ("B" in later.properties or "W" in later.properties):
                return "B" if "B" in later.properties else "W"
        return "W" if self.handicap >= 2 else "B"

    def _set_up(self, board: Board, node: Node) -> bool:
        """Edit the position as a node says; return whether it says whose turn it is."""
        stones = {name: self._read_points(node, name) for name in ("AB", "AW", "AE")}
        seen: dict[int, str] = {}
        for name, points in stones.items():
            for index in points:
                if seen.setdefault(index, name) != name:
                    raise node.error(f"{seen[index]} and {name} both name {board.point(index)}")
        to_play = self._read_turn(node)
        try:
            board.setup(stones["AB"], stones["AW"], stones["AE"], to_play)
        except GosekiError as error:
            raise node.error(f"setup: {error}") from None
        return to_play is not None

    def _read_turn(self, node: Node) -> Color | None:
        text = (node.get("PL") or "").strip()
        if not text:
            return None
        try:
            return parse_color({"1": "B", "2": "W"}.get(text, text))
        except CoordinateError as error:
            raise node.error(f"PL: {error}") from None

    # -- marks ----------------------------------------------------------------------------

    def marks(self, node: Node) -> dict[str, list[Point]]:
        """The marked points of a node by property (`POINT_MARKS`), those present only.

        >>> game = Game.new("9x9"); game.set_marks(game.root, TR=["C3", "C4"])
        >>> game.marks(game.root)
        {'TR': [Point.parse('C4'), Point.parse('C3')]}
        """
        found: dict[str, list[Point]] = {}
        for name in node.properties:
            mark = _OLD_NAMES.get(name, name)
            if mark in POINT_MARKS:
                points = [self._points[index] for index in self._read_points(node, name)]
                found.setdefault(mark, []).extend(points)
        return found

    def labels(self, node: Node) -> dict[Point, str]:
        """The texts on points: `LB`, or the letters a, b, c, ... of the old `L`."""
        found: dict[Point, str] = {}
        for number, index in enumerate(self._read_points(node, "L")):
            found[self._points[index]] = chr(ord("a") + number % 26)
        for value in node.properties.get("LB", ()):
            point, _, text = value.partition(":")
            index = self._read_point(node, "LB", point, may_pass=False)
            found[self._points[index]] = " ".join(text.split("\n"))
        return found

    def targets(self, node: Node | None = None) -> list[Point]:
        """The marked stones that a problem is about, at a node (default: the root).

        Of the kinds in `TARGET_MARKS`, the first that marks a stone counts.
        """
        node = self.root if node is None else node
        marks = self.marks(node)
        if not marks:
            return []
        board = self.position(node=node)
        for name in TARGET_MARKS:
            stones = [point for point in marks.get(name, ()) if board.at(point) is not None]
            if stones:
                return stones
        return []

    # -- building -------------------------------------------------------------------------

    def add_move(
        self, move: PointLike, color: Color | None = None, *, node: Node | None = None
    ) -> Node:
        """Append a move after `node` (default: the end of the main line), return its node.

        The colour is the other one than that of the move before, unless given. As the
        first child of its node the move is on the main line, else it starts a variation.
        The point must lie on the board; `position` checks the rest.
        """
        after = self.end if node is None else node
        point = self.size.point(self.size.index(move))
        if color is None:
            color = self._turn_after(after)
        return after.add_child({color: [self.size.to_sgf(point)]})

    def add_variation(
        self, moves: Iterable[PointLike | Move], node: Node, color: Color | None = None
    ) -> Node:
        """Append a line of moves after a node and return its last node.

        Moves without a colour alternate, starting with `color`.

        >>> game = Game.new("9x9"); first = game.add_move("E5"); second = game.add_move("C3")
        >>> game.add_variation(["G7", "pass"], first) is first.children[1].children[0]
        True
        """
        for move in moves:
            if isinstance(move, Move):
                node = self.add_move(move.point, move.color, node=node)
            else:
                node = self.add_move(move, color, node=node)
            color = None
        return node

    def _turn_after(self, node: Node) -> Color:
        before: Node | None = node
        while before is not None:
            move = self._read_move(before)
            if move is not None:
                return opponent(move[0])
            if "PL" in before.properties:
                break
            before = before.parent
        return self.position(node=node).to_play

    def add_setup(
        self,
        black: Iterable[PointLike] = (),
        white: Iterable[PointLike] = (),
        empty: Iterable[PointLike] = (),
        to_play: Color | None = None,
        *,
        node: Node | None = None,
    ) -> None:
        """Put stones, clear points and set the turn at a node (default: the root)."""
        properties = (self.root if node is None else node).properties
        for name, points in (("AB", black), ("AW", white), ("AE", empty)):
            values = set(self._to_sgf(points)) | set(properties.get(name, ()))
            if values:
                properties[name] = sorted(values)
        if to_play is not None:
            properties["PL"] = [to_play]

    def set_marks(
        self,
        node: Node | None = None,
        *,
        LB: Mapping[Any, str] | None = None,  # noqa: N803
        **marks: Iterable[PointLike],
    ) -> None:
        """Mark points of a node (default: the end of the main line).

        Each keyword is one of `POINT_MARKS` with its points, in place of those the node
        had; `LB` maps points to labels. Without points, the property is removed.
        """
        properties = (self.end if node is None else node).properties
        for name in marks:
            if name not in POINT_MARKS:
                raise GosekiError(f"unknown mark {shorten(name)}: not one of {POINT_MARKS} or 'LB'")
        values = {name: sorted(self._to_sgf(points)) for name, points in marks.items()}
        if LB is not None:
            labels = zip(self._to_sgf(LB), LB.values(), strict=True)
            values["LB"] = sorted(f"{point}:{text}" for point, text in labels)
        for name, texts in values.items():
            if texts:
                properties[name] = texts
            else:
                properties.pop(name, None)

    # -- points ---------------------------------------------------------------------------

    def _to_sgf(self, points: Iterable[PointLike]) -> list[str]:
        texts = [self.size.to_sgf(self.size.point(self.size.index(point))) for point in points]
        if "" in texts:
            raise CoordinateError("a pass is not a point of the board")
        return texts

    def _read_points(self, node: Node, name: str) -> list[int]:
        """The indices of a list of points, rectangles such as `aa:cc` expanded, each once."""
        found: dict[int, None] = {}
        for value in dict.fromkeys(node.properties.get(name, ())):
            one, colon, other = value.partition(":")
            if colon:
                corners = [
                    self._read_point(node, name, text, may_pass=False) for text in (one, other)
                ]
                found.update(dict.fromkeys(self._rectangle(*corners)))
            elif value:
                found[self._read_point(node, name, value, may_pass=False)] = None
        return list(found)

    def _rectangle(self, corner: int, opposite: int) -> list[int]:
        columns = self.size.columns
        (top, left), (bottom, right) = divmod(corner, columns), divmod(opposite, columns)
        top, bottom = sorted((top, bottom))
        left, right = sorted((left, right))
        return [
            row * columns + column
            for row in range(top, bottom + 1)
            for column in range(left, right + 1)
        ]

    def _read_point(self, node: Node, name: str, text: str, *, may_pass: bool = True) -> int:
        """The index of a point in SGF letters, or as old files have it: in capitals or `D4`."""
        stripped = text.strip()
        index = self._indices.get(stripped.lower())
        if index is None and _VERTEX.match(stripped):
            with suppress(CoordinateError):
                index = self.size.index(stripped)
        if index is None:
            raise node.error(f"{name}: point {shorten(text)} is off the {self.size} board")
        if index == PASS_INDEX and not may_pass:
            raise node.error(f"{name}: {shorten(text)} is not a point of the board")
        return index

    # -- as a value -----------------------------------------------------------------------

    def copy(self) -> Game:
        """An independent copy of the tree."""
        return Game(self.root.copy())

    def to_sgf(self) -> str:
        """The game as SGF text."""
        return serialize(self.root)

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        memo[id(self)] = twin = self.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.root,)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.root == other.root

    def __str__(self) -> str:
        return self.to_sgf()

    def _picture(self) -> Picture | None:
        from goseki.draw import Picture, drawn_marks

        node = self.opens_at
        try:
            board = self.position()
            marks, labels = drawn_marks(self.marks(node)), self.labels(node)
        except GosekiError:
            return None
        shown = move_text(self.move_count(node), self.move_count())
        return Picture.of(board, marks=marks, labels=labels, caption=shown, view=self.view)

    def __repr__(self) -> str:
        result = f", {self.result}" if self.result else ""
        return f"<Game {self.size}, {counted(self.move_count(), 'move')}{result}>"


def _with_margin(view: View, size: Size) -> View:
    """With some lines around, and up to the edge where not more than those would be missing."""

    def wider(low: int, high: int, last: int) -> tuple[int, int]:
        low, high = low - _MARGIN, high + _MARGIN
        return (low if low > _MARGIN else 0), (high if high < last - _MARGIN else last)

    left, right = wider(view.left, view.right, size.columns - 1)
    bottom, top = wider(view.bottom, view.top, size.rows - 1)
    return View(left, bottom, right, top)


def move_text(move: int, moves: int) -> str:
    """Which move of how many is shown; nothing where there are none.

    >>> move_text(3, 12)
    'move 3 of 12'
    """
    return f"move {move} of {moves}" if moves else ""


@cache
def _sgf_indices(size: Size) -> dict[str, int]:
    """The index of every pair of SGF letters on a board, and the two ways to pass."""
    table = {size.to_sgf(size.point(index)): index for index in range(size.points)}
    return table | {"": PASS_INDEX, "tt": PASS_INDEX}


@cache
def _all_points(size: Size) -> tuple[Point, ...]:
    """The points of a board by index, and the pass, whose index is -1, at the end."""
    return (*map(size.point, range(size.points)), PASS)


def _read_size(root: Node) -> Size:
    text = (root.get("SZ") or "").strip() or "19"
    match = _SIZE.match(text)
    if not match:
        raise root.error(f"SZ: not a board size: {shorten(text)} (examples: 9, 5:6)")
    try:
        return Size(int(match[1]), int(match[2] or match[1])).checked()
    except CoordinateError as error:
        raise root.error(f"SZ: {error}") from None


def _check_is_go(root: Node) -> None:
    text = (root.get("GM") or "").strip() or "1"
    if text != "1":
        raise root.error(f"GM: game {shorten(text)} is not Go, which is 1")


@lru_cache(maxsize=256)
def _read_rules(text: str, komi: float) -> Rules | None:
    with suppress(RulesError):
        return Rules.parse(text, komi=komi)
    for pattern, name in _RULE_NAMES:
        if pattern.search(text):
            return Rules.parse(name, komi=komi)
    return None
