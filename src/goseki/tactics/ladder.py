"""Ladders, read exactly.

In a ladder every move of the attacker leaves the target in atari, or captures it; the defender may
do whatever he likes. So a ladder that works is a proof that the target is captured. One that fails
says only that there is no ladder: a net, or a move that gives no atari, may capture all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from goseki import _core
from goseki.board import Board, check_board
from goseki.coords import COLOR_NAMES, Color, Point, PointLike, opponent, parse_color
from goseki.evidence import Evidence
from goseki.job import Limits, Report, report_share
from goseki.tactics.question import checked_threats, target_stones

LadderStatus = Literal["captured", "escapes", "unknown"]

MEMORY = 2**26
"""Bytes for the table of one ladder. Hardly any needs a thousandth of it."""
NO_THREATS: Mapping[Color, int | None] = {"B": 0, "W": 0}
UNLIMITED = -1


@dataclass(frozen=True, repr=False)
class Ladder:
    """What was read of a ladder."""

    target: Point
    color: Color
    """Whose stone the target is."""
    to_play: Color
    threats: Mapping[Color, int | None]
    status: LadderStatus
    """`escapes`: no ladder captures it. `unknown`: a limit came first."""
    pv: tuple[Point, ...] = ()
    """How it goes, the defender holding out as long as he can. It ends when the target is
    captured, or has three liberties, or no atari is left."""
    best: tuple[Point, ...] = ()
    """The first moves with which the side to move has its way, a pass alone if that will do."""
    best_complete: bool = False
    """Whether it is known that there are no others."""
    ko: bool | None = False
    """Whether a ko decides it: the other side would have its way if it had any number of ko
    threats, and its opponent none. `None`: a limit came first."""
    zone: frozenset[Point] = frozenset()
    """Of a target that is captured: the points that this rests on. It is captured whatever stands
    elsewhere."""
    nodes: int = 0
    interrupted: bool = False

    @property
    def evidence(self) -> Evidence:
        """That the target is captured is proven. That no ladder captures it is certain, too, but
        as a statement about its fate it is an estimate."""
        return _EVIDENCE[self.status]

    def sentence(self) -> str:
        """The answer in words.

        >>> board = Board.from_diagram(".X../.OX./.X../....")
        >>> print(read_ladder(board, "B3", "B").sentence())
        Black captures B3 in a ladder at A3: proven.
        """
        attacker = COLOR_NAMES[opponent(self.color)]
        if self.status == "unknown":
            return f"Whether {attacker} captures {self.target} in a ladder is not decided."
        at = f" at {', '.join(map(str, self.best))}" if self.best else ""
        ko = ", by winning a ko" if self.ko else ""
        if self.status == "captured":
            return f"{attacker} captures {self.target} in a ladder{at}{ko}: proven."
        return f"{self.target} escapes from ladders{at}{ko}; this says nothing of other ways."

    def __repr__(self) -> str:
        return f"<Ladder: {self.sentence().rstrip('.')}>"


_EVIDENCE: dict[LadderStatus, Evidence] = {
    "captured": "proven",
    "escapes": "estimate",
    "unknown": "unknown",
}
_STATUS: dict[str, LadderStatus] = {
    "proven": "captured",
    "refuted": "escapes",
    "unknown": "unknown",
}


def read_ladder(
    board: Board,
    target: PointLike,
    to_play: Color | None = None,
    *,
    threats: Mapping[Color, int | None] | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    memory: int | str | None = None,
    limits: Limits | None = None,
    progress: Report | None = None,
) -> Ladder:
    """Whether the block of a stone is captured in a ladder, `to_play` (by default the board's side
    to move) moving first.

    Who may not take back a ko at once may do so by spending one of his `threats`; by default
    nobody has any. The `limits` are `nodes`, `seconds` and `memory`; without them it ends when all
    is read.

    >>> board = Board("9x9"); board.setup(black=["C5", "C6", "D4"], white=["D5"])
    >>> ladder = read_ladder(board, "D5", "B")
    >>> ladder.status, ladder.evidence, ladder.best
    ('captured', 'proven', (Point.parse('E5'),))
    >>> " ".join(map(str, ladder.pv))
    'E5 D6 D7 E6 F6 E7 E8 F7 G7 F8 G8 F9 E9 G9 H9'
    >>> board.setup(white=["G7"])
    >>> read_ladder(board, "D5", "B")
    <Ladder: D5 escapes from ladders; this says nothing of other ways>

    The position is T1 of our collection of tactical problems; ladders as the first order of
    threats are Thomsen's (2000).
    """
    check_board(board)
    limits = Limits.of(limits, nodes=nodes, seconds=seconds, memory=memory)
    limits.refuse("read_ladder", "threads")
    [stone] = target_stones(board, [target])
    color = board.at(stone)
    assert color is not None
    mover = board.to_play if to_play is None else parse_color(to_play)
    given = checked_threats(NO_THREATS if threats is None else threats)

    def read(threats: Mapping[Color, int | None], *, extras: bool) -> _core.LadderReading:
        attacker, defender = (
            UNLIMITED if (number := threats[side]) is None else number
            for side in (opponent(color), color)
        )
        return _core.read_ladder(
            board,
            board.index(stone),
            mover == "B",
            _ban(board, mover),
            attacker,
            defender,
            moves=extras,
            zone=extras,
            memory=limits.memory_bytes or MEMORY,
            nodes=limits.nodes or 0,
            seconds=limits.seconds or 0.0,
            progress=report_share(progress),
        )

    found = read(given, extras=True)
    status = _STATUS[found.verdict]
    ko: bool | None = None if status == "unknown" else False
    nodes_read, interrupted = found.nodes, found.interrupted
    if status != "unknown" and found.met_ban:
        winner = opponent(color) if status == "captured" else color
        again = read({winner: 0, opponent(winner): None}, extras=False)
        ko = None if again.verdict == "unknown" else again.verdict != found.verdict
        nodes_read, interrupted = nodes_read + again.nodes, interrupted or again.interrupted
    return Ladder(
        stone,
        color,
        mover,
        given,
        status,
        pv=tuple(map(board.point, found.line)),
        best=tuple(map(board.point, found.moves)),
        best_complete=found.has_all_moves,
        ko=ko,
        zone=frozenset(map(board.point, found.zone)),
        nodes=nodes_read,
        interrupted=interrupted,
    )


def _ban(board: Board, mover: Color) -> int:
    """Where the ko rule bans a side, or -1."""
    if mover == board.to_play:
        return board.ko_index
    turned = board.copy()
    turned.to_play = mover
    return turned.ko_index
