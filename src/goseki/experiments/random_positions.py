"""What a network says off the beaten track: in positions that random moves have led to.

It has learned from games of people and programs. Whoever searches with it, and whoever plays badly,
leads it elsewhere; there its answers must still be sane, and it is well to know how much they
change. Positions of games stand beside, if games are named. It needs no torch.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from goseki.board import Board
from goseki.checks import check_seed, check_whole
from goseki.coords import Size
from goseki.errors import GosekiError
from goseki.job import Progress, Report
from goseki.learn.games import Games
from goseki.learn.metrics import Share, share_by_game
from goseki.learn.split import games_of
from goseki.prediction import Prediction, predict
from goseki.prediction.network import check_size
from goseki.prediction.ranking import MOST_SYMMETRIES, MP_STAR, find_model

EXACT = 1e-4
"""How far a sum of probabilities may be from 1."""
STEPS = 4
"""Rows by how full the board is, for either kind of positions."""


@dataclass(frozen=True)
class Look:
    """What the network says of one position."""

    kind: str
    ply: int
    entropy: float
    """Of its probabilities, in bits: 1 for two equally likely moves."""
    is_steady: bool
    """Whether its first move is that of the mean over all symmetries."""
    agrees: bool
    """Whether MP* has the same first move."""
    surety: float
    """The winner's chance, by the network: from 0.5 to 1."""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class Row:
    """Positions of one kind, with about as many moves."""

    kind: str
    first: int
    last: int
    """Moves played before, from and to."""
    entropy: float
    surety: float
    steady: Share
    agree: Share

    def facts(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "moves": [self.first, self.last],
            "positions": self.steady.positions,
            "entropy": round(self.entropy, 3),
            "surety": round(self.surety, 3),
            "steady": [round(x, 4) for x in self.steady[:3]],
            "agree_with_mp_star": [round(x, 4) for x in self.agree[:3]],
        }


@dataclass
class Found:
    """What was seen so far."""

    size: Size
    looks: list[Look] = field(default_factory=list)
    interrupted: bool = False

    @property
    def faults(self) -> list[str]:
        return [fault for look in self.looks for fault in look.faults]

    def rows(self) -> list[Row]:
        """Random positions and those of games, each by the number of moves played before."""
        width = -(-self.size.points // STEPS)
        found = []
        for kind in dict.fromkeys(look.kind for look in self.looks):
            for step in range(STEPS):
                first, last = step * width, (step + 1) * width - 1
                here = [
                    look
                    for look in self.looks
                    if look.kind == kind
                    and first <= look.ply
                    and (look.ply <= last or step == STEPS - 1)
                ]
                if here:
                    found.append(_row(kind, here))
        return found

    def facts(self) -> dict[str, Any]:
        return {
            "size": str(self.size),
            "positions": len(self.looks),
            "faults": self.faults,
            "rows": [row.facts() for row in self.rows()],
            "evidence": "estimate",
        }


def _row(kind: str, looks: Sequence[Look]) -> Row:
    each = np.arange(len(looks))  # of a game of its own
    return Row(
        kind,
        min(look.ply for look in looks),
        max(look.ply for look in looks),
        float(np.mean([look.entropy for look in looks])),
        float(np.mean([look.surety for look in looks])),
        share_by_game([look.is_steady for look in looks], each),
        share_by_game([look.agrees for look in looks], each),
    )


def measure(
    size: Size,
    *,
    positions: int = 1000,
    games: Iterable[Path] = (),
    model: str | os.PathLike[str] = "net",
    seed: int = 0,
    progress: Report | None = None,
) -> Found:
    """Look at so many positions that random moves have led to, each of a game of its own, and at as
    many of test games if games are named. Ctrl-C keeps what was seen."""
    check_size(size)
    check_whole("positions", positions, 1, 10**7)
    chance = random.Random(check_seed(seed))
    paths = list(games)
    found = Found(size)
    find_model(model)
    try:
        kinds: list[tuple[str, Iterator[Board]]] = [
            ("random", random_boards(size, positions, chance))
        ]
        if paths:
            archive = Games.read(paths, progress=progress)
            kinds.append(("games", _boards_of_games(archive, size, positions, chance)))
        for number, (kind, boards) in enumerate(kinds):
            for count, board in enumerate(boards, 1):
                found.looks.append(look(kind, board, model))
                if progress is not None and count % 10 == 0:
                    share = (number + count / positions) / len(kinds)
                    progress(Progress(share, f"{count:,} positions ({kind})"))
    except KeyboardInterrupt:
        found.interrupted = True
    return found


def random_boards(size: Size, count: int, chance: random.Random) -> Iterator[Board]:
    """Positions after random moves, as many as the board has points at most; all numbers of moves
    are equally likely. Passes are played only where nothing else is legal."""
    while count:
        board = Board(size, rules="chinese")
        for _ in range(chance.randrange(1, size.points + 1)):
            points = board.legal_points()
            board.play(int(chance.choice(points)) if len(points) else "pass")
            if board.is_over:
                break
        if not board.is_over:
            count -= 1
            yield board


def _boards_of_games(
    games: Games, size: Size, count: int, chance: random.Random
) -> Iterator[Board]:
    """Positions of test games, each before a move that was played."""
    here = (games.columns == size.columns) & (games.rows == size.rows)
    chosen = [int(g) for g in games_of(games, "test") if here[g] and games.move_count(int(g))]
    if not chosen:
        raise GosekiError(f"there is no test game on {size}")
    drawn = (chance.choice(chosen) for _ in range(count))
    return (games.board(game, chance.randrange(games.move_count(game))) for game in drawn)


def look(kind: str, board: Board, model: str | os.PathLike[str]) -> Look:
    """Ask for one position, and complain of all that makes no sense."""
    once, mean = (predict(board, model=model, symmetries=n) for n in (1, MOST_SYMMETRIES))
    chances = np.array([p for _, p in once.moves])
    likely = chances[chances > 0]
    plain = predict(board, model=MP_STAR)
    value = 0.5 if once.value is None else once.value
    return Look(
        kind,
        board.ply,
        float(-(likely * np.log2(likely)).sum()),
        once.moves[0].move == mean.moves[0].move,
        once.moves[0].move == plain.moves[0].move,
        max(value, 1 - value),
        tuple(
            f"{fault} ({kind} position, after {' '.join(str(move) for move in board.moves)})"
            for fault in (*complaints(once), *_complaints_of_points(board, model))
        ),
    )


def _complaints_of_points(board: Board, model: str | os.PathLike[str]) -> Iterator[str]:
    """What makes no sense in the network's own answer, from which moves are taken."""
    policy = find_model(model).evaluate(board).policy
    legal = {board.index(move) % len(policy) for move in board.legal_moves}  # a pass is last
    wrong = sum(float(p) for index, p in enumerate(policy) if p and index not in legal)
    if wrong or not np.isfinite(policy).all():
        yield f"illegal points have {wrong:g} of the probability"
    if abs(float(policy.sum()) - 1) > EXACT:
        yield f"the probabilities of points add up to {policy.sum():g}"


def complaints(found: Prediction) -> Iterator[str]:
    """What makes no sense in a prediction."""
    board = found.board
    chances = np.array([p for _, p in found.moves])
    if not board.is_legal(found.moves[0].move):
        yield f"the first move {found.moves[0].move} is illegal"
    if {move for move, _ in found.moves} != set(board.legal_moves):
        yield "the moves are not the legal ones"
    if not (np.isfinite(chances).all() and (chances >= 0).all()):
        yield "a probability is no number from 0 on"
    if abs(chances.sum() - 1) > EXACT:
        yield f"the probabilities add up to {chances.sum():g}"
    if found.value is None or not 0 <= found.value <= 1:
        yield f"the chance to win is {found.value}"
    if found.score is None or not np.isfinite(found.score):
        yield f"the lead is {found.score}"
    owner = found.ownership
    if owner is None or not (np.isfinite(owner).all() and (abs(owner) <= 1 + EXACT).all()):
        yield "an owner is not between -1 and 1"
