"""Everything that is known of a position, with both inks kept apart."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import numpy as np
import numpy.typing as npt

from goseki.analysis.estimate import look_like_seki, looks_dead
from goseki.board import Board, Score
from goseki.connected import components, neighbors_of
from goseki.coords import COLOR_NAMES, Color, Point, PointLike
from goseki.diagram import Mark
from goseki.evidence import Evidence, Ownership
from goseki.life import alive_blocks, benson, blocks
from goseki.notebook import DrawsItself
from goseki.playouts import PlayoutResult
from goseki.prediction import Prediction
from goseki.safety import SafetyResult
from goseki.solver import SolveResult
from goseki.tactics import Solution

if TYPE_CHECKING:
    from goseki.draw import Picture

Status = Literal["alive", "dead", "seki", "unknown"]
FinalStatus = Literal["alive", "dead", "seki", "black_territory", "white_territory", "dame"]


@dataclass(frozen=True)
class BlockStatus:
    """What becomes of the stones of a block, and how that is known.

    The `evidence` is `proven`, or `estimate` where random games and the shape say so. Without
    either the status is `unknown`.
    """

    color: Color
    stones: tuple[Point, ...]
    status: Status
    evidence: Evidence


@dataclass(frozen=True, eq=False, repr=False)
class Analysis(DrawsItself):
    """What the verbs found of a position, and what follows from it. A part that was not asked
    for, or not reached, is `None`."""

    board: Board
    safety: SafetyResult | None = None
    """What the search for safety proves; `None` too where suicide is legal."""
    solution: SolveResult | None = None
    """The exact value, or proven bounds of it, where the board is small enough."""
    tactics: tuple[Solution, ...] | None = None
    """The fate of groups that are shut in, with either side first; `None` too where suicide is
    legal. Each is proven by itself: a move may threaten two of them."""
    played: PlayoutResult | None = None
    """Random games from the position as it is."""
    played_by_other: PlayoutResult | None = None
    """Random games from the same stones with the other side to move."""
    predicted: Prediction | None = None
    """The moves that strong players would choose; `None` too where the game is over, or the board
    is too narrow for the network."""
    seconds: float = 0.0
    interrupted: bool = False

    @cached_property
    def believed(self) -> npt.NDArray[np.float32] | None:
        """Who owns each point after random games, whoever is to move: rows x columns, -1 to 1."""
        runs = [
            run.ownership
            for run in (self.played, self.played_by_other)
            if run is not None and run.games
        ]
        return np.mean(runs, axis=0, dtype=np.float32) if runs else None

    @cached_property
    def ownership(self) -> Ownership:
        """Both inks: whose each point is proven to be, and what is believed of the others."""
        proven = benson(self.board).proven
        if self.safety is not None:
            searched = self.safety.ownership.proven
            proven = np.where(searched != 0, searched, proven)
        if self.believed is None:
            return Ownership(proven)
        return Ownership(proven, np.where(proven != 0, proven, self.believed).astype(np.float32))

    @property
    def evidence(self) -> Evidence:
        """`proven` where every point is, else `estimate` or `unknown`."""
        return self.ownership.evidence

    @cached_property
    def safe(self) -> dict[Color, tuple[Point, ...]]:
        """All points that are proven to be each colour's, stones and territory."""
        return {"B": self._proven(1), "W": self._proven(-1)}

    @cached_property
    def safe_stones(self) -> frozenset[Point]:
        """The stones that are proven never to be captured. Other stones may stand in territory
        that is proven to be their owner's: those may be given up."""
        if self.safety is not None:
            return frozenset(stone for block in self.safety.blocks for stone in block.stones)
        alive = [*alive_blocks(self.board, "B"), *alive_blocks(self.board, "W")]
        return frozenset(stone for block in alive for stone in block.stones)

    @cached_property
    def blocks(self) -> tuple[BlockStatus, ...]:
        """Every block with its status. What is proven overrides what is believed."""
        board, proven, believed = self.board, self.ownership.proven.reshape(-1), self.believed
        statuses: dict[Point, tuple[Status, Evidence]] = {}
        found = [(block.color, block.stones) for block in blocks(board)]
        dead: set[Point] = set()
        for _, stones in found:
            index = board.index(stones[0])
            if self.safety is not None and self.safety.seki_at(stones[0]) is not None:
                statuses[stones[0]] = "seki", "proven"
            elif stones[0] in self.safe_stones:
                statuses[stones[0]] = "alive", "proven"
            elif proven[index] == -board.color_at(index):
                statuses[stones[0]] = "dead", "proven"
            elif proven[index]:
                statuses[stones[0]] = "alive", "estimate"
            elif believed is None:
                statuses[stones[0]] = "unknown", "unknown"
            else:
                is_dead = looks_dead(board, stones, believed)
                statuses[stones[0]] = ("dead" if is_dead else "alive"), "estimate"
            if statuses[stones[0]][0] == "dead":
                dead.update(stones)
        if believed is not None:
            shared = look_like_seki(board, statuses, dead, self.ownership.proven)
            for first in shared & statuses.keys():
                if statuses[first][1] != "proven":
                    statuses[first] = "seki", "estimate"
        return tuple(BlockStatus(color, stones, *statuses[stones[0]]) for color, stones in found)

    def stones(self, status: Status, evidence: Evidence | None = None) -> tuple[Point, ...]:
        """The stones with a status, all of them or those with this evidence for it."""
        return tuple(
            stone
            for block in self.blocks
            if block.status == status and evidence in (None, block.evidence)
            for stone in block.stones
        )

    @cached_property
    def neutral(self) -> tuple[Point, ...]:
        """The points that are proven to be nobody's: those between stones in seki, and empty
        ones beside safe stones of both colours, worth one point to whoever plays there."""
        board, proven = self.board, self.ownership.proven.reshape(-1)
        safe = {board.index(stone): board.at(stone) for stone in self.safe_stones}
        beside = neighbors_of(board.size)
        indices = [
            int(index)
            for index in np.flatnonzero(proven == 0)
            if not board.color_at(int(index)) and {"B", "W"} <= {safe.get(n) for n in beside[index]}
        ]
        sekis = () if self.safety is None else self.safety.seki
        indices += [board.index(point) for seki in sekis for point in seki.between]
        return tuple(board.point(index) for index in sorted(set(indices)))

    @property
    def is_settled(self) -> bool:
        """Whether every point is proven to be someone's, or nobody's, and every stone to live or
        to be dead."""
        known = self._sure("B") + self._sure("W") + len(self.neutral)
        return known == self.board.size.points and all(
            block.evidence == "proven" for block in self.blocks
        )

    @cached_property
    def final(self) -> Score:
        """The count of the position as it stands, without the dead stones."""
        return self.board.score(self.stones("dead"), self.stones("seki"))

    @property
    def final_evidence(self) -> Evidence:
        """How sure `final` is: `proven` where all is settled, `unknown` where nothing says which
        stones are dead."""
        if self.is_settled:
            return "proven"
        return "unknown" if self.believed is None else "estimate"

    @property
    def lead_bounds(self) -> tuple[float, float] | None:
        """Between what Black's lead must end, if both keep what is proven to be theirs. Known
        for area scoring without a tax on seki."""
        rules, points = self.board.rules, self.board.size.points
        if rules.scoring != "AREA" or rules.tax != "NONE":
            return None
        bonus = rules.komi + self.board.handicap_bonus
        return 2 * self._sure("B") - points - bonus, points - 2 * self._sure("W") - bonus

    @property
    def winner(self) -> Color | None:
        """Who is ahead by the count of the position as it stands."""
        lead = self.final.lead
        return "B" if lead > 0 else "W" if lead < 0 else None

    @property
    def winner_evidence(self) -> Evidence:
        """How sure that is: `proven` if the other's gains of all that is open would not change
        it, or if the game is over and all is settled."""
        lower, upper = self.lead_bounds or (-np.inf, np.inf)
        if lower > 0 or upper < 0 or lower == upper:
            return "proven"
        if self.is_settled and self.board.is_over:
            return "proven"
        return "estimate" if self.final_evidence == "proven" else self.final_evidence

    def final_status(self, point: PointLike) -> FinalStatus:
        """What becomes of a point at the end of the game, in the words of GTP.

        >>> from goseki.analysis import analyze
        >>> found = analyze(Board.from_diagram(".X.XO./XXXXOO/OOOOO."), games=10)
        >>> found.final_status("A3"), found.final_status("B3")
        ('black_territory', 'alive')
        """
        index = self.board.index(point)
        where = self.board.point(index)
        for block in self.blocks:
            if where in block.stones:
                return "alive" if block.status == "unknown" else block.status
        owner = self.final.owner.reshape(-1)[index]
        return "black_territory" if owner > 0 else "white_territory" if owner < 0 else "dame"

    @property
    def atari(self) -> tuple[Point, ...]:
        """The stones with one liberty."""
        board = self.board
        stones = [*board.stones("B"), *board.stones("W")]
        return tuple(stone for stone in stones if len(board.liberties(stone)) == 1)

    @property
    def marks(self) -> dict[Point, Mark]:
        """For a drawing: circles where a first move is proven to change the fate of a group, and
        what is proven of seki and dead stones, as `SafetyResult.marks` has it."""
        found: dict[Point, Mark] = {
            point: "circle" for fight in self.tactics or () for point in fight.key_points
        }
        return found | ({} if self.safety is None else self.safety.marks)

    def explain(self, point: PointLike) -> str:
        """Why a point is safe, or what stopped the proof, in words."""
        if self.safety is not None:
            return self.safety.explain(point)
        index = self.board.index(point)
        owner = int(self.ownership.proven.reshape(-1)[index])
        if not owner:
            return f"Nothing is proven of {self.board.point(index)}, as nothing was searched."
        name = COLOR_NAMES["B" if owner > 0 else "W"]
        return f"{self.board.point(index)} is safe for {name} for ever (Benson's theorem)."

    def sentences(self) -> list[str]:
        """What is known, for people: who is ahead, what is proven and why, what is believed."""
        from goseki.analysis.words import sentences

        return sentences(self)

    def __repr__(self) -> str:
        return f"<Analysis: {self.sentences()[0].rstrip('.')}>"

    def _picture(self) -> Picture:
        from goseki.draw import Picture

        caption = "\n".join(self.sentences()[:2])
        return Picture.of(self.board, owner=self.ownership, marks=self.marks, caption=caption)

    def _sure(self, color: Color) -> int:
        """How many points a colour will have at least, counted by area. Territory is proven only
        to hold no stones of the opponent's at the end. So it counts where safe stones seal it off:
        then its empty points touch no other colour."""
        board, around = self.board, neighbors_of(self.board.size)
        stones = {board.index(stone) for stone in self.safe_stones if board.at(stone) == color}
        claimed = {board.index(point) for point in self.safe[color]} - stones
        sealed = [
            region
            for region in components(board.size, claimed)
            if all(near in region or near in stones for index in region for near in around[index])
        ]
        return len(stones) + sum(map(len, sealed))

    def _proven(self, sign: int) -> tuple[Point, ...]:
        found = np.flatnonzero(self.ownership.proven.reshape(-1) == sign)
        return tuple(self.board.point(int(index)) for index in found)
