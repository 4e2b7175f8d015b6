"""The tree of a game: its nodes and moves, the positions they lead to, and how it grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from goseki.board import Board, check_board
from goseki.checks import shown, whole
from goseki.coords import Color, Move, Point, PointLike, SizeLike, View, counted, opponent, shorten
from goseki.errors import GosekiError, SgfError
from goseki.game.header import Header, header_of
from goseki.game.part import part_around
from goseki.game.playing import play_line
from goseki.game.properties import POINT_MARKS, PropertyReader, has_move
from goseki.notebook import DrawsItself
from goseki.rules import Rules
from goseki.sgf import Node, serialize

if TYPE_CHECKING:
    from goseki.draw import Picture

TARGET_MARKS = ("MA", "TR", "SQ", "CR", "SL")
"""The marks that may show the stones a problem is about, the most usual first."""


class Game(Header, DrawsItself):
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

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, root: Node) -> None:
        super().__init__(root)
        self._reader = PropertyReader(self.size)

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
        game = cls(header_of(board))
        start, moves = board.start_position(), board.moves
        first = moves[0].color if moves else board.to_play
        game.add_setup(start.stones("B"), start.stones("W"))
        if first != game.position().to_play:
            game.add_setup(to_play=first)
        node = game.root
        for color, point in moves:
            node = game.add_move(point, color, node=node)
        return game

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
            if not self.is_problem:
                return None
            named = self._reader.named_points
            return part_around({point for node in self.nodes() for point in named(node)}, self.size)
        except SgfError:
            return None

    def node_after(self, move: int | None = None) -> Node:
        """The last node of the main line before move N+1: where `position(move=N)` is."""
        if move is None:
            return self.opens_at
        last = self.root
        for node in self.main_line():
            if self._reader.move(node) is not None:
                move -= 1
                if move < 0:
                    break
            last = node
        return last

    def move_at(self, node: Node) -> Move | None:
        """The move of one node, if it has one."""
        move = self._reader.move(node)
        return None if move is None else Move(move[0], self._reader.points[move[1]])

    def moves(self, node: Node | None = None) -> list[Move]:
        """The moves of the main line, or those up to a node, passes included."""
        points = self._reader.points
        return [Move(color, points[index]) for color, index in self.move_indices(node)]

    def move_indices(self, node: Node | None = None) -> list[tuple[Color, int]]:
        """Like `moves`, with points as indices (-1: pass): the fast form."""
        moves = map(self._reader.move, self._line(node))
        return [move for move in moves if move is not None]

    def move_count(self, node: Node | None = None) -> int:
        """The number of moves of the main line, or of those up to a node."""
        return sum(map(has_move, self._line(node)))

    def _line(self, node: Node | None) -> Iterable[Node]:
        if node is None:
            return self.root.main_line()
        if not isinstance(node, Node):
            raise GosekiError(f"{shorten(repr(node))} is not a node of this game")
        path = node.path()
        if path[0] is not self.root:
            raise GosekiError(f"{node!r} is not a node of this game")
        return path

    # -- positions ------------------------------------------------------------------------

    def position(
        self, move: int | None = None, *, node: Node | None = None, rules: Rules | str | None = None
    ) -> Board:
        """The board after move `move` of the main line, or at `node`. By default it is the board
        at the end of the main line, but that before the first move of a problem.

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
        for _ in play_line(board, self._line(node), self._reader, move):
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
        points = self._reader.points
        for color, index in play_line(board, self._line(node), self._reader):
            yield board, Move(color, points[index])

    def _empty_board(self, rules: Rules | str | None) -> Board:
        if rules is None:
            rules = self.rules
        elif isinstance(rules, str):
            rules = Rules.parse(rules, komi=self.komi if self.info("KM") else None)
        board = Board(self.size, rules)
        board.handicap = self.handicap
        return board

    # -- marks ----------------------------------------------------------------------------

    def marks(self, node: Node) -> dict[str, list[Point]]:
        """The marked points of a node by property (`POINT_MARKS`), those present only.

        >>> game = Game.new("9x9"); game.set_marks(game.root, TR=["C3", "C4"])
        >>> game.marks(game.root)
        {'TR': [Point.parse('C4'), Point.parse('C3')]}
        """
        return self._reader.marks(node)

    def labels(self, node: Node) -> dict[Point, str]:
        """The texts on points: `LB`, or the letters a, b, c, ... of the old `L`."""
        return self._reader.labels(node)

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

        Unless a colour is given it is the opponent of who moved before. The first child of a
        node continues its line, and every other one starts a variation.
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
            move = self._reader.move(before)
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
            values = set(self._reader.written(points)) | set(properties.get(name, ()))
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
        values = {name: sorted(self._reader.written(points)) for name, points in marks.items()}
        if LB is not None:
            labels = zip(self._reader.written(LB), LB.values(), strict=True)
            values["LB"] = sorted(f"{point}:{text}" for point, text in labels)
        for name, texts in values.items():
            if texts:
                properties[name] = texts
            else:
                properties.pop(name, None)

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


def move_text(move: int, moves: int) -> str:
    """Which move of how many is shown; nothing where there are none.

    >>> move_text(3, 12)
    'move 3 of 12'
    """
    return f"move {move} of {moves}" if moves else ""
