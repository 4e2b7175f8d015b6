"""Problems: a position with the stones it is about, from SGF, text diagrams and collections.

What a file says of the *problem* is read: stones, marks, whose turn it is, and words such as
"Black to kill" at the position itself. What it says of the *solution* is never looked at to find a
target: no move after the first position, and none of their comments. The colour of the first move
tells whose turn it is; the answers that a collection prints are kept apart, for comparison.

>>> problem = read_problem("...O/OOOO/XXXX/....\\ntriangle: A3\\nBlack to kill")
>>> problem.target, problem.goal, problem.to_play
((Point.parse('A3'),), 'kill', 'B')
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from goseki.board import Board
from goseki.checks import check_whole, shown
from goseki.coords import Color, Point, Size, parse_color
from goseki.diagram import Diagram, parse_diagram
from goseki.errors import GosekiError, naming, one_line
from goseki.game import Game
from goseki.positions import Given, choose_game
from goseki.records import parse_sgf
from goseki.sgf import Node
from goseki.sgf.files import read_data, read_lines, split_suffixes
from goseki.tactics.fight import RULES
from goseki.tactics.solution import Goal

MARKS = ("TR", "SQ", "CR", "MA", "SL")
_ASKED = re.compile(
    r"\b(black|white|b|w)\s+(?:(?:to|plays?(?:\s+and)?|moves?(?:\s+and)?|can|should|must)\s+)+"
    r"(live|kill|capture|escape|connect|cut|play|move)s?\b",
    re.IGNORECASE,
)
_GOALS: dict[str, Goal] = {
    "live": "live",
    "kill": "kill",
    "capture": "capture",
    "escape": "capture",
    "connect": "connect",
    "cut": "cut",
}
_GOALS_OF_KINDS = {"capture": "capture", "capture_race": "kill"}
"""What a type of problem asks. Who wins a race kills the other side's stones."""
_RIGHT = re.compile(r"\b(right|correct)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Problem:
    """A position and what is asked about it, as far as its source says so."""

    board: Board
    target: tuple[Point, ...] = ()
    """Stones that the source names; none if it does not."""
    goal: Goal | None = None
    to_play: Color | None = None
    source: str = ""
    """Its name: the file and the game, or the id in a collection."""
    answers: tuple[Point, ...] = ()
    """First moves that the source calls right; a pass where none is needed."""
    wrong: tuple[Point, ...] = ()
    """First moves that the source calls wrong."""
    kind: str = ""
    """What the collection says that it is, such as `life_and_death`."""
    collections: tuple[str, ...] = ()
    sources: int = 1
    """How many sources print it."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """What else the source says of the answer, such as who may use ko."""


# -- SGF and diagrams -------------------------------------------------------------------------


def read_problem(
    given: Given | str, *, game: int | None = None, move: int | None = None
) -> Problem:
    """The problem of a file of SGF or of a text diagram, or of such a text.

    >>> read_problem("(;SZ[5]AB[ba][bb]AW[ca][cb]MA[ba];W[aa]C[White to kill])").to_play
    'W'
    >>> read_problem("(;SZ[5]AB[ba][bb]AW[ca][cb]C[Black to live.])").goal
    'live'
    """
    if isinstance(given, str):
        given = Given("", given.encode())
    if given.is_sgf:
        tree = choose_game(given, game)[0]
        number = first_move_number(tree) if move is None else move
        return problem_of_game(tree, given.name, move=number)
    with naming(given.name) if given.name else nullcontext():
        if given.size is not None:
            return Problem(Board(given.size, RULES), source=given.name)
        text = given.data.decode("utf-8-sig", errors="replace")
        problem = _of_diagram(parse_diagram(text), given.name)
    words = (line.strip(" #") for line in text.splitlines())
    return _with_words(problem, next(filter(_ASKED.match, words), ""))


def first_move_number(game: Game) -> int | None:
    """After which move a tree is looked at: before the first one if stones of both colours are set
    up, since what follows then is a solution; else where it is usually looked at.

    >>> first_move_number(parse_sgf("(;SZ[5]AB[ba]AW[ca];B[aa])")[0])
    0
    """
    return 0 if game.root.properties.keys() >= {"AB", "AW"} else None


def problem_of_game(game: Game, source: str = "", *, move: int | None = None) -> Problem:
    """The problem that a game tree shows, at the position it opens at or after a move: marked
    stones there are the target, labelled ones if none are marked."""
    node = game.node_after(move)
    board = game.position(node=node)
    follows = [(first, child) for child in node.children if (first := game.move_at(child))]
    to_play: Color | None = None
    if any("PL" in before.properties or game.move_at(before) for before in node.path()):
        to_play = board.to_play
    elif follows:
        to_play = follows[0][0].color
    if to_play is not None:
        board.to_play = to_play
    marks = game.marks(node)
    marked: list[Iterable[Point]] = [marks.get(name, ()) for name in MARKS]
    target = _first_on_stones(board, [*marked, game.labels(node)])
    right = {first.point: _is_right(child) for first, child in follows if first.color == to_play}
    if not any(right.values()):  # nothing is called right: the main line is the solution
        right = dict.fromkeys(list(right)[:1], True)
    problem = Problem(
        board,
        target,
        None,
        to_play,
        source,
        tuple(point for point, is_right in right.items() if is_right),
        tuple(point for point, is_right in right.items() if not is_right),
    )
    return _with_words(problem, node.get("C") or "")


def _is_right(variation: Node) -> bool:
    return any(_RIGHT.search(node.get("C") or "") for node in variation.walk())


def _of_diagram(diagram: Diagram, source: str) -> Problem:
    board = Board(diagram.size, RULES)
    board.setup(diagram.black, diagram.white, to_play=diagram.to_play)
    kinds = dict.fromkeys(diagram.marks.values())
    marked = [[p for p, mark in diagram.marks.items() if mark == kind] for kind in kinds]
    return Problem(board, _first_on_stones(board, marked), None, diagram.to_play, source)


def _first_on_stones(board: Board, marked: Iterable[Iterable[Point]]) -> tuple[Point, ...]:
    """The first kind of mark that stands on stones, one stone of each block."""
    for points in marked:
        stones = [point for point in points if board.at(point) is not None]
        if stones:
            return _one_each(board, stones)
    return ()


def _with_words(problem: Problem, words: str) -> Problem:
    """Add what a sentence such as "Black to kill" says. What the source states otherwise stays."""
    match = _ASKED.search(words)
    if match is None:
        return problem
    color, goal = parse_color(match[1]), _GOALS.get(match[2].lower())
    to_play = problem.to_play or color
    problem.board.to_play = to_play
    if color != to_play or (goal in ("connect", "cut") and len(problem.target) != 2):
        goal = None
    return replace(problem, goal=problem.goal or goal, to_play=to_play)


# -- collections ------------------------------------------------------------------------------


def problem_of_record(record: Any) -> Problem:
    """A problem from a record of a collection: a JSON object with `id`, `size`, `to_move`, `black`
    and `white` (SGF letters), and perhaps `target`, `goal`, `type`, `collections`, `n_sources`,
    and answers (`correct`, `wrong`, or `answer_first_move`).

    >>> record = {"id": "1", "size": 5, "black": ["ba"], "white": ["ca"], "to_move": "W"}
    >>> problem_of_record(record | {"target": ["ba"], "goal": "kill"}).target
    (Point.parse('B5'),)
    >>> problem_of_record({"id": "2"})
    Traceback (most recent call last):
    goseki.errors.GosekiError: 2: has no board size
    """
    if not isinstance(record, dict):
        raise GosekiError(f"a record is an object, not {shown(record)}")
    name = str(record.get("id", ""))
    with naming(name) if name else nullcontext():
        if "size" not in record:
            raise GosekiError("has no board size")
        size = Size.of(record["size"])
        points = {key: _points(size, record, key) for key in ("black", "white", "correct", "wrong")}
        if not points["black"] and not points["white"]:
            raise GosekiError("has no stones")
        board = Board(size, RULES)
        to_play = parse_color(record["to_move"]) if record.get("to_move") else None
        board.setup(points["black"], points["white"], to_play=to_play)
        target = [*_points(size, record, "target")]
        for key in ("black_crucial", "white_crucial"):
            target += _points(size, record, key)
        goal = str(record.get("goal") or "").lower()
        kind = str(record.get("type") or "")
        goal = goal or _GOALS_OF_KINDS.get(kind, "")
        answers = points["correct"]
        if record.get("answer_first_move"):
            answers = [size.from_sgf(str(record["answer_first_move"]))]
        return Problem(
            board,
            _one_each(board, target),
            _GOALS.get(goal),
            to_play,
            name,
            tuple(answers),
            tuple(points["wrong"]),
            kind,
            _names(record, "collections"),
            check_whole("n_sources", record.get("n_sources", 1), 0, 2**31),
            {key: str(record[key]) for key in ("black_ko", "white_ko", "winner") if key in record},
        )


def _points(size: Size, record: Mapping[str, Any], key: str) -> list[Point]:
    texts = record.get(key) or []
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise GosekiError(f"{key} is {shown(texts)}, not a list of points")
    with naming(key):
        found = [size.from_sgf(text) for text in texts]
    return found


def _names(record: Mapping[str, Any], key: str) -> tuple[str, ...]:
    names = record.get(key) or []
    if not isinstance(names, list):
        raise GosekiError(f"{key} is {shown(names)}, not a list of names")
    return tuple(map(str, names))


def _one_each(board: Board, stones: Iterable[Point]) -> tuple[Point, ...]:
    """One stone of each block; a point without a stone stays, to be complained of."""
    found: dict[Point, Point] = {}
    for stone in stones:
        found.setdefault(stone if board.at(stone) is None else board.block(stone)[0], stone)
    return tuple(found.values())


# -- files ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Broken:
    """A problem that cannot be read, and why."""

    source: str
    reason: str


def read_problems(path: str | Path) -> Iterator[Problem | Broken]:
    """The problems of a collection (`.jsonl`, also compressed), of a file of SGF or of a text
    diagram, or of all such files in a directory. What is broken is named in its place."""
    place = Path(path)
    if place.is_dir():
        files = sorted(p for p in place.rglob("*") if p.is_file() and _is_of_problems(p))
        if not files:
            raise GosekiError(f"{path}: has no .sgf, .txt or .jsonl files")
        for file in files:
            yield from _read_file(file, str(file.relative_to(place)))
    elif not place.exists():
        raise GosekiError(f"{path}: no such file or directory")
    else:
        yield from _read_file(place, place.name)


def _is_of_problems(path: Path) -> bool:
    return split_suffixes(path)[0] in (".sgf", ".txt", ".jsonl")


def _read_file(path: Path, name: str) -> Iterator[Problem | Broken]:
    kind = split_suffixes(path)[0]
    try:
        if kind == ".jsonl":
            for number, line in enumerate(read_lines(path), 1):
                if line.strip():
                    yield _read_line(line, f"{name}:{number}")
            return
        given = Given(name, read_data(path))
        games = len(parse_sgf(given.data, source=name)) if given.is_sgf else 1
    except (GosekiError, OSError) as error:
        yield Broken(name, one_line(str(error)))
        return
    for number in range(1, games + 1):
        source = name if games == 1 else f"{name}:{number}"
        try:
            yield replace(read_problem(given, game=number), source=source)
        except GosekiError as error:
            yield Broken(source, one_line(str(error)))


def _read_line(line: bytes, source: str) -> Problem | Broken:
    try:
        record = json.loads(line)
    except ValueError as error:
        return Broken(source, f"is no JSON: {error}")
    name = record.get("id") if isinstance(record, dict) else None
    try:
        problem = problem_of_record(record)
        return problem if name else replace(problem, source=source)
    except GosekiError as error:
        return Broken(str(name or source), one_line(str(error)))
