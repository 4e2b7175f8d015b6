"""The tactical search: its speed, and how many nodes its proofs take.

Its speed is told beside random games on the same board: the ratio is what a node costs in moves
that the core plays. The problems are fixed, so their nodes change only if the search does. Beside
them stand the nodes of other ways to search, as ratios.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from goseki.benchmarks import Measurement, rate
from goseki.board import Board
from goseki.coords import Color, Point, opponent
from goseki.playouts import run_playouts
from goseki.tactics import Goal, Question, Search, solve_problem
from goseki.tactics.question import KNOWLEDGE
from goseki.tactics.solve import MakeSearch

SECONDS = 10.0
"""The most that one problem may take."""
MEMORY = 1 << 26
SMALL = 1 << 22
"""Bytes of a table that costs little to make."""
NODES = 20_000
"""Of one search whose speed is measured."""
GAMES = 200

WAYS: dict[str, MakeSearch] = {
    f"no {piece}": partial(Search, without=(piece,)) for piece in KNOWLEDGE
}
"""Other ways to search, by name: each leaves out a piece of its knowledge. Every problem is solved
in each of them, too."""


@dataclass(frozen=True)
class BenchmarkProblem:
    """A position, given by its lowest rows, and what is asked of it."""

    name: str
    rows: str
    target: str
    to_play: Color
    goal: Goal
    status: str
    """What is known of it."""
    side: int = 9
    firm: str = ""

    def board(self) -> Board:
        rows = self.rows.split()
        empty = ["." * self.side] * (self.side - len(rows))
        return Board.from_diagram("/".join([*empty, *rows]))


PROBLEMS = (
    BenchmarkProblem(
        "ladder, 9x9",
        "..X...... ..XO..... ...X..... ......... ......... .........",
        *("D5", "B", "capture", "captured"),
    ),
    BenchmarkProblem(
        "ladder, 19x19",
        ".X................. .XO................ ..XX............... ...................",
        *("C3", "B", "capture", "captured"),
        side=19,
    ),
    BenchmarkProblem(
        "net",
        ".......O. ......... ...X..... ...XO.... ....XX... ......... ......... .........",
        *("E5", "B", "capture", "captured"),
    ),
    BenchmarkProblem(
        "snapback",
        "XXXXXXOO. XXXOXXO.. XOOO.XO.. XXOO.OO..",
        *("D3", "B", "capture", "captured"),
    ),
    BenchmarkProblem(
        "straight three, killed",
        "..OOOOO.. .OXXXXXO. .OX...XO.",
        *("C1", "W", "kill", "dead"),
        firm="wall",
    ),
    BenchmarkProblem(
        "straight three, saved",
        "..OOOOO.. .OXXXXXO. .OX...XO.",
        *("C1", "B", "live", "alive"),
        firm="wall",
    ),
    BenchmarkProblem(
        "square four, dead",
        "..OOOO... .OXXXXO.. .OX..XO.. .OX..XO..",
        *("C1", "B", "live", "dead"),
        firm="wall",
    ),
    BenchmarkProblem(
        "bulky five, killed",
        "..OOOO... .OXXXXO.. .OX..XXO. .OX...XO.",
        *("C1", "W", "kill", "dead"),
        firm="wall",
    ),
    BenchmarkProblem(
        "bulky five, saved",
        "..OOOO... .OXXXXO.. .OX..XXO. .OX...XO.",
        *("C1", "B", "live", "alive"),
        firm="wall",
    ),
    BenchmarkProblem(
        "six in the corner, no liberties",
        "OOOO..... XXXXO.... ...XO.... ...XO....",
        *("D1", "W", "kill", "dead"),
        firm="wall",
    ),
    BenchmarkProblem(
        "six in the corner, one liberty",
        "OOOO..... XXXXO.... ...XO.... ...X.O...",
        *("D1", "W", "kill", "ko"),
        firm="wall",
    ),
    BenchmarkProblem(
        "six in the corner, two liberties",
        "O........ .OOO..... XXXXO.... ...XO.... ...X.O...",
        *("D1", "W", "kill", "alive"),
        firm="wall",
    ),
    BenchmarkProblem(
        "bent four in the corner",
        "OO....... XXO...... .XO...... .XXO..... ..XO.....",
        *("A4", "W", "kill", "ko"),
        firm="wall",
    ),
    BenchmarkProblem(
        "three in a seki",
        "OOOOOOOOO OXXXXXXXO OX.OOO.XO",
        *("B1", "W", "kill", "seki"),
        firm="wall",
    ),
    BenchmarkProblem(
        "bulky five, killed behind an open wall",
        ".OOOOOO.. OOXXXXOO. .OX..XXO. .OX...XO.",
        *("C1", "W", "kill", "dead"),
    ),
    BenchmarkProblem(
        "six stones on the second line, dead",
        "OOOOOOOO. OXXXXXXO. O......O.",
        *("C2", "W", "kill", "dead"),
    ),
    BenchmarkProblem(
        "corner, killed behind an open wall",
        "OOOO..... XXXOO.... .XXXO.... ...XO....",
        *("A3", "W", "kill", "ko"),
    ),
    BenchmarkProblem(
        "corner, saved behind an open wall",
        "OOOO..... XXXOO.... .XXXO.... ...XO....",
        *("A3", "B", "live", "alive"),
    ),
)
"""Shapes that every player knows, shut in by walls, most of them declared alive, and stones that
are caught on the open board."""

FIELD = BenchmarkProblem(
    "enclosed field",
    "OOOOOOO.. XXXXXXO.. .....XO.. .....XO.. .....XO.. .....XO..",
    *("F1", "W", "kill", "unknown"),
    firm="wall",
)
OPEN = BenchmarkProblem(
    "open board",
    "...XX.............. ...XOO............. ....XX............." + " ..................." * 8,
    *("E10", "B", "capture", "unknown"),
    side=19,
)


@dataclass(frozen=True)
class Taken:
    """What a problem took in one way."""

    status: str
    evidence: str
    nodes: int
    seconds: float

    @property
    def is_proven(self) -> bool:
        return self.evidence == "proven"


@dataclass(frozen=True)
class Proof:
    """A problem, solved by default and in other ways."""

    name: str
    known: str
    ours: Taken
    others: dict[str, Taken] = field(default_factory=dict)

    @property
    def ratios(self) -> dict[str, float | None]:
        """How many times our nodes each other way takes, if both have a proof."""
        return {
            way: other.nodes / max(self.ours.nodes, 1)
            if self.ours.is_proven and other.is_proven
            else None
            for way, other in self.others.items()
        }


def measure_speed() -> Iterator[Measurement]:
    """Nodes a second in an enclosed field and on an open board, beside moves of random games."""
    for problem in (FIELD, OPEN):
        board = problem.board()
        target = Point.parse(problem.target)
        owner: Color = "B" if board.at(target) == "B" else "W"
        threats: dict[Color, int | None] = {opponent(owner): 0, owner: None}
        firm = frozenset(board.stones(opponent(owner))) if problem.firm else frozenset[Point]()
        question = Question(board, "capture", (target,), problem.to_play, threats, firm)

        def ours(question: Question = question) -> int:
            return Search(question.board, memory=SMALL).ask(question, nodes=NODES).nodes

        def peer(board: Board = board) -> int:
            played = run_playouts(board, GAMES, seed=1, threads=1)
            return round(played.games * played.mean_length)

        ours_rate, peer_rate = rate(ours, peer)
        name = f"nodes, {problem.name} {board.size}"
        yield Measurement(name, ours_rate, peer_rate, "moves of random games")


def measure_proofs(*, seconds: float = SECONDS) -> Iterator[Proof]:
    """The nodes of a fixed set of problems. Ctrl-C comes through as `KeyboardInterrupt`."""
    for problem in PROBLEMS:
        ours = _solve(problem, Search, seconds)
        others = {way: _solve(problem, search, seconds) for way, search in WAYS.items()}
        yield Proof(problem.name, problem.status, ours, others)


def ratio_of_way(proofs: Iterable[Proof], way: str) -> float | None:
    """How many times our nodes a way takes for all that both have proven."""
    both = [p for p in proofs if p.ours.is_proven and p.others[way].is_proven]
    ours = sum(p.ours.nodes for p in both)
    return sum(p.others[way].nodes for p in both) / ours if ours else None


def nodes_per_proof(proofs: list[Proof]) -> float | None:
    """The mean over what we have proven."""
    nodes = [proof.ours.nodes for proof in proofs if proof.ours.is_proven]
    return sum(nodes) / len(nodes) if nodes else None


def _solve(problem: BenchmarkProblem, search: MakeSearch, seconds: float) -> Taken:
    found = solve_problem(
        problem.board(),
        problem.target,
        problem.goal,
        problem.to_play,
        firm=problem.firm,
        every_best=False,
        seconds=seconds,
        memory=MEMORY,
        _search=search,
    )
    if found.interrupted:
        raise KeyboardInterrupt
    return Taken(found.status, found.evidence, found.nodes, found.seconds)
