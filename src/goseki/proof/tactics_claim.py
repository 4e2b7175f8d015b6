"""The claim that a side forces something in a fight about chosen stones, or prevents it for ever.

The records are the winner's moves, in the order in which the checker comes to ask for them; the
checker plays every defence itself (`goseki.proof.walk`). docs/certificates.md says why that is a
proof, and docs/tactics.md what the words mean.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain as chained
from typing import Any, ClassVar, Literal, cast

from goseki.coords import Point, Size
from goseki.errors import GosekiError
from goseki.proof.claim import COLOR_NAMES, ClaimError, Fault, Fields, draw
from goseki.proof.container import SectionReader
from goseki.proof.grounds import Aim, Goal
from goseki.proof.walk import FaultyStrategyError, TooLargeError, Walk
from goseki.proof.walls import WallsWalk
from goseki.reference.fight import NO_KO, Fight, Situation, Threats, indices
from goseki.reference.rules import OPPONENT, Color
from goseki.reference.small import Grid, SmallGo

MAX_POINTS = 361
MAX_THREATS = 254
CODES = 2
"""Answers below this number are no points: 0 is `NO_ESTATE` (walk.py), and 1 a pass."""
Verdict = Literal["proven", "refuted"]
_FIELDS = (
    *("kind", "board", "to_play", "ko_point", "goal", "target", "firm"),
    *("threats_black", "threats_white", "verdict", "walls"),
)


def answer_code(move: int) -> int:
    """How a record writes an answer down.

    >>> [answer_code(move) for move in (-2, -1, 0, 360)]
    [0, 1, 2, 362]
    """
    return move + CODES


class TacticsClaim:
    """The prover reaches a goal in finitely many moves, or the other side prevents it for ever."""

    columns: ClassVar[dict[str, str]] = {"key": "u64", "answer": "u64"}

    def __init__(
        self,
        grid: Grid,
        stones: Mapping[Color, int],
        *,
        to_play: Color,
        goal: Goal,
        target: int,
        threats: Mapping[Color, Threats],
        verdict: Verdict,
        ko: int = NO_KO,
        firm: int = 0,
        named: Sequence[int] = (),
        walls: int = 0,
    ) -> None:
        self.grid, self.stones, self.to_play, self.ko = grid, stones, to_play, ko
        self.goal, self.target, self.firm = goal, target, firm
        self.threats, self.verdict = threats, verdict
        self.walls = walls
        """The blocks that the proof of a capture takes to hold. They are no part of the claim."""
        self.fight = Fight(grid.columns, grid.rows, firm)
        self.owner: Color = "B" if target & stones["B"] else "W"
        self.prover: Color = OPPONENT[self.owner] if goal == "capture" else self.owner
        self.winner: Color = self.prover if verdict == "proven" else OPPONENT[self.prover]
        self.blocks = list(self.fight.parts(target))
        self.named = [next((n for n in named if b >> n & 1), _first(b)) for b in self.blocks]
        """A stone of each block of the target, by which words name it."""

    @classmethod
    def from_header(cls, header: Mapping[str, Any]) -> TacticsClaim:
        fields = Fields(header, _FIELDS)
        grid, black, white = fields.board("board", MAX_POINTS)
        if max(grid.columns, grid.rows) > 19:
            raise ClaimError("its board has more than 19 columns or rows")
        stones: dict[Color, int] = {"B": black, "W": white}
        to_play = fields.color("to_play")
        target = _points(fields, "target", grid)
        goal = cast(Goal, fields.choice("goal", "capture", "life", "connect"))
        claim = cls(
            grid,
            stones,
            to_play=to_play,
            goal=goal,
            target=sum(1 << index for index in set(target)),
            threats={
                "B": _threats(fields, "threats_black"),
                "W": _threats(fields, "threats_white"),
            },
            verdict=cast(Verdict, fields.choice("verdict", "proven", "refuted")),
            ko=_ko(fields, grid, stones, to_play),
            firm=sum(1 << index for index in set(_points(fields, "firm", grid))),
            named=target,
            walls=sum(1 << index for index in set(_points(fields, "walls", grid)))
            if "walls" in header
            else 0,
        )
        claim._check_sense()
        return claim

    def _check_sense(self) -> None:
        fight, own = self.fight, self.stones[self.owner]
        if not self.target or self.target & ~own:
            raise ClaimError("its target is not of stones of one colour")
        if fight.joined(self.target, own) != self.target:
            raise ClaimError("its target is not of whole blocks")
        if self.firm & ~(self.stones["B"] | self.stones["W"]):
            raise ClaimError("it has a firm point without a stone")
        if self.goal == "connect" and len(self.blocks) != 2:
            raise ClaimError("it connects other than two blocks")
        if self.goal != "connect" and self.firm & self.target:
            raise ClaimError("its target is declared alive")
        others = self.stones[OPPONENT[self.owner]]
        if self.walls and (self.goal, self.verdict) != ("capture", "proven"):
            raise ClaimError("it has walls, but is of no capture")
        if self.walls & ~others or fight.joined(self.walls, others) != self.walls:
            raise ClaimError("its walls are not of whole blocks of the attacker's")

    def header(self) -> dict[str, Any]:
        """The claim as a file has it.

        >>> claim = TacticsClaim(
        ...     Grid(4, 1), {"B": 1, "W": 4}, to_play="B", goal="capture", target=4,
        ...     threats={"B": 0, "W": None}, verdict="proven"
        ... )
        >>> TacticsClaim.from_header(claim.header()).stones_words
        'White C1'
        """
        return {"kind": "tactics", "board": self.board(), **self.terms()}

    def with_walls(self, walls: int) -> TacticsClaim:
        """The same claim, to be proven with walls that hold."""
        return TacticsClaim.from_header({**self.header(), "walls": self._names(walls)})

    def terms(self) -> dict[str, Any]:
        return {
            "to_play": self.to_play,
            "ko_point": None if self.ko == NO_KO else self._name(self.ko),
            "goal": self.goal,
            "target": list(map(self._name, dict.fromkeys([*self.named, *indices(self.target)]))),
            "firm": self._names(self.firm),
            "threats_black": self.threats["B"],
            "threats_white": self.threats["W"],
            "verdict": self.verdict,
            **({"walls": self._names(self.walls)} if self.walls else {}),
        }

    def board(self) -> list[str]:
        return draw(self.grid, self.stones["B"], self.stones["W"])

    # -- words ------------------------------------------------------------------------------

    @property
    def _size(self) -> Size:
        return Size(self.grid.columns, self.grid.rows)

    def _name(self, index: int) -> str:
        return str(self._size.point(index))

    def _names(self, points: int) -> list[str]:
        return [self._name(index) for index in indices(points)]

    @property
    def stones_words(self) -> str:
        """The target by one stone of each block."""
        return f"{COLOR_NAMES[self.owner]} {', '.join(map(self._name, self.named))}"

    @property
    def given(self) -> str:
        """What is taken for granted: whose turn it is, a ko, firm stones."""
        ko = (
            ""
            if self.ko == NO_KO
            else f", who may take back the ko at {self._name(self.ko)} only for a threat"
        )
        firm = f", if {', '.join(self._names(self.firm))} cannot be captured" if self.firm else ""
        return f"{COLOR_NAMES[self.to_play]} to move{ko}{firm}"

    def words(self) -> str:
        prover, other = self.prover, OPPONENT[self.prover]
        name, opposed = COLOR_NAMES[prover], COLOR_NAMES[other]
        does, cannot = _VERBS[self.goal]
        size = f"{self.grid.columns}x{self.grid.rows}"
        if self.verdict == "proven":
            what = (
                f"{name} {does} {self.stones_words}, with {self._number(prover)} although "
                f"{opposed} has {self._number(other, of=False)}"
            )
        else:
            what = (
                f"{name} cannot {cannot} {self.stones_words}, with {self._number(prover)}, if "
                f"{opposed} has {self._number(other, of=False)}"
            )
        return f"On {size} with {self.given}, {what}."

    def _number(self, color: Color, *, of: bool = True) -> str:
        threats = self.threats[color]
        is_finite = self.goal == "life" and color != self.prover
        many = "any number" if is_finite else "endlessly many"
        word = many if threats is None else "no" if threats == 0 else str(threats)
        if not of:
            return "none" if threats == 0 else word
        if threats is None and is_finite:
            return "any number of ko threats"
        return f"{word} ko threat{'' if threats == 1 else 's'}"

    # -- the check --------------------------------------------------------------------------

    @property
    def aim(self) -> Aim:
        halves = (self.blocks[0], self.blocks[1]) if self.goal == "connect" else (0, 0)
        return Aim(self.goal, self.verdict == "proven", halves)

    @property
    def start(self) -> Situation:
        winner, loser = self.winner, OPPONENT[self.winner]
        return Situation(
            self.stones[winner],
            self.stones[loser],
            self.target,
            self.to_play == winner,
            self.ko,
            self.threats[winner],
            self.threats[loser],
        )

    def check_start(self, section: SectionReader) -> Fault | None:
        answers = _Answers(section, self.grid.board.bit_length())
        try:
            if self.walls:
                WallsWalk(self.fight, self.start, self.walls).run(answers)
            else:
                Walk(self.fight, self.aim, self.start, answers).run()
        except FaultyStrategyError as error:
            return self.fault(error.reason, error.now, error.move)
        except TooLargeError as error:
            return self.fault(str(error), self.start)
        if answers.are_left():
            return self.fault("there are answers that nobody asks for", self.start)
        return None

    def check_chunk(self, section: SectionReader, number: int) -> Fault | None:
        """Answers have a meaning only in their order, so `check_start` has checked them all."""
        return None

    def fault(self, reason: str, now: Situation, move: int | None = None) -> Fault:
        loser = OPPONENT[self.winner]
        stones = {self.winner: now.winners, loser: now.losers}
        return Fault(
            reason,
            draw(self.grid, stones["B"], stones["W"]),
            self.winner if now.winner_moves else loser,
            move,
            "" if now.ban == NO_KO else f"ko at {self._name(now.ban)}",
            None if now.ban == NO_KO else self._name(now.ban),
        )


_VERBS: dict[Goal, tuple[str, str]] = {
    "capture": ("captures", "capture"),
    "life": ("makes life for", "make life for"),
    "connect": ("connects", "connect"),
}


class _Answers:
    """The recorded moves, handed out one by one."""

    def __init__(self, section: SectionReader, points: int) -> None:
        self._rows: Iterator[tuple[int, ...]] = chained.from_iterable(
            section.rows(number) for number in range(len(section.chunks))
        )
        self._points = points

    def __call__(self, now: Situation) -> int:
        row = next(self._rows, None)
        if row is None:
            raise FaultyStrategyError("there is no answer", now)
        if row[1] >= self._points + CODES:
            raise FaultyStrategyError("an answer is not on the board", now)
        return row[1] - CODES

    def are_left(self) -> bool:
        return next(self._rows, None) is not None


def _first(points: int) -> int:
    return (points & -points).bit_length() - 1


def _points(fields: Fields, name: str, grid: Grid) -> list[int]:
    return [_index(entry, name, grid) for entry in fields.items(name)]


def _index(entry: object, name: str, grid: Grid) -> int:
    try:
        point = Point.parse(entry) if isinstance(entry, str) else None
    except GosekiError:
        point = None
    if point is None or point.is_pass or point.column >= grid.columns or point.row >= grid.rows:
        raise ClaimError(f"its {name} cannot be read")
    return grid.index((point.column, point.row))


def _threats(fields: Fields, name: str) -> Threats:
    if fields.header.get(name, 0) is None:
        return None
    return fields.integer(name, 0, MAX_THREATS)


def _ko(fields: Fields, grid: Grid, stones: Mapping[Color, int], to_play: Color) -> int:
    """Where the side to move may not play at once; a claim must not invent a ko."""
    entry = fields.header.get("ko_point")
    if entry is None:
        return NO_KO
    ko = _index(entry, "ko_point", grid)
    game = SmallGo(grid.columns, grid.rows)
    if game.ko_taker(game.start(stones["B"], stones["W"], to_play, ko)) is None:
        raise ClaimError("no last move can have made its ko")
    return ko


# -- what claims say together -----------------------------------------------------------------


def tactics_conclusion(claims: Sequence[TacticsClaim]) -> str | None:
    """The status that claims about the same stones prove together, in words."""
    if not claims or any(_subject(claim) != _subject(claims[0]) for claim in claims):
        return None
    first = claims[0]
    about = f"{first.given}: {first.stones_words}"
    about = about.replace(" to move", " to play", 1)
    status = (_connection if first.goal == "connect" else _fate)(claims)
    return None if status is None else f"{about} {status}."


def _subject(claim: TacticsClaim) -> object:
    return (
        claim.board(),
        claim.to_play,
        claim.ko,
        claim.target,
        claim.firm,
        claim.goal == "connect",
    )


def _fate(claims: Sequence[TacticsClaim]) -> str | None:
    owner = claims[0].owner
    attacker = OPPONENT[owner]
    killed: dict[tuple[Threats, Threats], bool] = {}
    lives: dict[tuple[Threats, Threats], bool] = {}
    for claim in claims:
        pair = claim.threats[attacker], claim.threats[owner]
        is_proven = claim.verdict == "proven"
        (lives if claim.goal == "life" else killed)[pair] = is_proven
        # What lives is not captured, and what is captured does not live.
        if is_proven:
            (killed if claim.goal == "life" else lives).setdefault(pair, False)
    plural = "are" if len(claims[0].blocks) > 1 else "is"
    if killed.get((0, None)):
        return f"{plural} dead"
    if lives.get((None, 0)):
        return f"{plural} alive"
    if killed.get((None, 0)) is False:
        if lives.get((None, 0)) is False:
            return f"{'stay' if plural == 'are' else 'stays'} in seki"
        return "cannot be captured"
    ko = _ko_words(killed, attacker, owner)
    return None if ko is None else f"{plural} a ko: {ko}"


def _connection(claims: Sequence[TacticsClaim]) -> str | None:
    owner = claims[0].owner
    joined = {
        (claim.threats[owner], claim.threats[OPPONENT[owner]]): claim.verdict == "proven"
        for claim in claims
    }
    if joined.get((0, None)):
        return "are connected"
    if joined.get((None, 0)) is False:
        return "are cut apart"
    ko = _ko_words(joined, owner, OPPONENT[owner])
    return None if ko is None else f"are a ko: {ko}"


def _ko_words(
    forced: Mapping[tuple[Threats, Threats], bool], prover: Color, other: Color
) -> str | None:
    """Who prevails if nobody has threats, and how many the other side needs. More threats never
    hurt: what is forced against some is forced against fewer, and what fails with some fails with
    fewer."""
    yes = {pair for pair, is_forced in forced.items() if is_forced}
    no = {pair for pair, is_forced in forced.items() if not is_forced}
    if not yes or not no:
        return None
    name, opposed = COLOR_NAMES[prover], COLOR_NAMES[other]
    if any(provers == 0 for provers, _ in yes):
        against = max((-1 if o is None else o) for p, o in yes if p == 0)
        needed = [o for p, o in no if p == 0]
        said = f"{name} prevails if nobody has ko threats"
        if against + 1 in needed:
            return f"{said}; {opposed} needs {against + 1}"
        return f"{said}, but not if {opposed} has endlessly many" + (
            f"; {against} are not enough for {opposed}" if against > 0 else ""
        )
    if any(others == 0 for _, others in no):
        most = max((-1 if p is None else p) for p, o in no if o == 0)
        needed = [p for p, o in yes if o == 0]
        said = f"{opposed} prevails if nobody has ko threats"
        if most + 1 in needed:
            return f"{said}; {name} needs {most + 1}"
        return f"{said}, but not if {name} has endlessly many" + (
            f"; {most} are not enough for {name}" if most > 0 else ""
        )
    return "who prevails hangs on ko threats"
