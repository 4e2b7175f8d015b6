"""The check of one situation of a fight against those that follow: each condition, by a board on
which it matters. White is the winner in all of them; small letters and `_` are outside the zone."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from goseki.proof.grounds import (
    ENDLESS,
    Aim,
    Grounds,
    WeakGroundsError,
    check_situation,
    check_start,
)
from goseki.reference.fight import NO_KO, PASS, Fight, Situation, indices

STAYS = Aim("capture", is_proven=False)
"""White keeps stones of his for ever."""
TAKES = Aim("capture", is_proven=True)
"""White captures stones of Black's."""
NO_LIFE = Aim("life", is_proven=False)


@dataclass
class Step:
    """A situation with its grounds, and what follows."""

    now: Situation
    grounds: Grounds
    move: int = PASS
    is_won: bool = False
    followers: dict[int, Step] = field(default_factory=dict)
    fillings: dict[int, Step] = field(default_factory=dict)


class Board:
    """A situation from a diagram, and steps from there."""

    def __init__(
        self, diagram: str, target: str, *, winner_moves: bool, threats: tuple[int, int] = (0, 0)
    ) -> None:
        rows = diagram.split()
        self.columns = len(rows[0])
        self.fight = Fight(self.columns, len(rows))
        signs = "".join(rows)
        self.zone = self.those(signs, ".XO")
        self.now = Situation(
            self.those(signs, "Oo"),
            self.those(signs, "Xx"),
            0,
            winner_moves,
            NO_KO,
            *threats,
        )
        stone = 1 << self.index(target)
        own = self.now.winners if stone & self.now.winners else self.now.losers
        self.now = self.now._replace(target=self.fight.joined(stone, own))

    def those(self, signs: str, wanted: str) -> int:
        return sum(1 << index for index, sign in enumerate(signs) if sign in wanted)

    def index(self, name: str) -> int:
        rows = self.fight.rows
        return (rows - int(name[1:])) * self.columns + "ABCDEFGHJ".index(name[0])

    def points(self, names: str) -> int:
        return sum(1 << self.index(name) for name in names.split())

    def winners(self, move: str, later: str, *, won: bool = False, tenukis: int = 0) -> Step:
        """White plays a move, and the zone after it has some points."""
        index = self.index(move)
        played = self.fight.play(self.now, index)
        assert played is not None
        after = Step(played.after, Grounds(self.points(later), tenukis), is_won=won)
        return Step(self.now, Grounds(self.zone, tenukis), index, followers={index: after})

    def losers(self, later: str, *, tenukis: int = ENDLESS, **answers: str) -> Step:
        """Black is to move; the zones after all that he may do have some points. `answers` are
        White's moves after some of his plays."""
        zone, fight = self.points(later), self.fight
        grounds = Grounds(zone, ENDLESS)
        followers = {PASS: Step(fight.passed(self.now), grounds)}
        for index in indices(self.zone & fight.empty(self.now)):
            played = fight.play(self.now, index)
            if played is not None:
                followers[index] = Step(played.after, grounds)
        for play, answer in answers.items():
            followers[self.index(play)].move = self.index(answer)
        return Step(self.now, Grounds(self.zone, tenukis), followers=followers)


def accept(board: Board, aim: Aim, step: Step) -> None:
    check_situation(board.fight, aim, step)


def refuse(board: Board, aim: Aim, step: Step, reason: str) -> None:
    with pytest.raises(WeakGroundsError, match=reason):
        check_situation(board.fight, aim, step)


# -- White moves ------------------------------------------------------------------------------


def test_a_capture_needs_all_around() -> None:
    """Outside the zone Black may have more stones, or an empty point."""
    board = Board("XO. .O. OO.", "A3", winner_moves=True)
    accept(board, TAKES, board.winners("A2", "", won=True))
    other = Board("Xo. .O. OO.", "A3", winner_moves=True)
    refuse(other, TAKES, other.winners("A2", "", won=True), "stones of the target may stay")


def test_a_move_is_in_its_zone() -> None:
    board = Board("O_. ... ...", "A3", winner_moves=True)
    refuse(board, STAYS, board.winners("B3", "A3", tenukis=ENDLESS), "not in its zone")


def test_a_move_must_be_legal_everywhere() -> None:
    board = Board("O.o o.. ...", "A3", winner_moves=True)
    accept(board, STAYS, board.winners("B3", "A3", tenukis=ENDLESS))
    board = Board("O.o o_. ...", "A3", winner_moves=True)
    refuse(board, STAYS, board.winners("B3", "A3", tenukis=ENDLESS), "may be illegal")


def test_a_move_must_not_take_what_a_later_zone_has() -> None:
    """Black's stone in the later zone has its liberty outside: White's move may take it."""
    board = Board("O.X ... ...", "A3", winner_moves=True)
    accept(board, STAYS, board.winners("B3", "A3 C3", tenukis=ENDLESS))
    board = Board("O.X .._ ...", "A3", winner_moves=True)
    refuse(board, STAYS, board.winners("B3", "A3 C3", tenukis=ENDLESS), "larger")


def test_what_a_move_takes_hangs_on_all_around() -> None:
    """Black's stones in the zone may hang together outside it: to know what a move takes, either
    each of them has a liberty in the zone, or all around the move is known."""
    board = Board("O.X_X ..O_. .....", "A3", winner_moves=True)
    step = board.winners("B3", "A3 E3", tenukis=ENDLESS)
    step.grounds = Grounds(board.zone & ~board.points("E2"), ENDLESS)
    refuse(board, STAYS, step, "larger")
    step.grounds = Grounds(board.zone, ENDLESS)
    accept(board, STAYS, step)


def test_a_ban_must_be_there_everywhere() -> None:
    """White takes one stone; whether Black may take back hangs on what is around."""
    board = Board(".XO. X.XO .XO. ....", "B4", winner_moves=True)
    step = board.winners("B3", "C3 B3 A3 B4 B2 C4 C2 D3")
    after = step.followers[board.index("B3")]
    assert after.now.ban == board.index("C3")
    after.grounds = Grounds(after.grounds.zone, ENDLESS)
    step.grounds = Grounds(board.zone, ENDLESS)
    accept(board, NO_LIFE, step)
    smaller = board.zone & ~board.points("A3")
    step.grounds = Grounds(smaller, ENDLESS)
    after.grounds = Grounds(board.points("C3"), ENDLESS)
    refuse(board, TAKES, step, "a ko may be none")


# -- Black moves ------------------------------------------------------------------------------


def test_a_block_keeps_a_liberty_when_black_plays_elsewhere() -> None:
    """White's only liberties are outside the zone: a play there may take him."""
    board = Board("O__ ___ ...", "A3", winner_moves=False)
    refuse(board, STAYS, board.losers("A3"), "larger than that of the situation before")
    board = Board("O._ .__ ...", "A3", winner_moves=False)
    accept(board, STAYS, board.losers("A3"))


def test_a_block_keeps_a_liberty_when_black_plays_in_the_zone() -> None:
    board = Board("O._ _.. ...", "A3", winner_moves=False)
    refuse(board, STAYS, board.losers("A3"), "larger than that of the situation before")


def test_suicide_must_be_suicide_everywhere() -> None:
    """Black's play in White's eye takes a block of White's if that has no liberty elsewhere."""
    board = Board(".O. OO. ...", "A2", winner_moves=False)
    accept(board, STAYS, board.losers("A2 B2"))
    board = Board(".O_ OO_ ___", "A2", winner_moves=False)
    refuse(board, STAYS, board.losers(""), "may be legal|reached its goal")
    board = Board(".o. OO. ...", "A2", winner_moves=False)
    refuse(board, STAYS, board.losers("A2 B2"), "may be legal")


def test_plays_in_the_zone_are_answered() -> None:
    board = Board("O.. ... ...", "A3", winner_moves=False)
    step = board.losers("A3")
    accept(board, STAYS, step)
    del step.followers[board.index("B2")]
    refuse(board, STAYS, step, "is not answered")
    del step.followers[PASS]
    refuse(board, STAYS, step, "pass is not answered")


# -- goals, tenukis, guards, estates ----------------------------------------------------------


def test_what_is_won_is_won_in_the_zone() -> None:
    """Two eyes, one of which is outside the zone."""
    for diagram, is_won in ((".O.O OOOO ....", True), (".O_O OOOO ....", False)):
        board = Board(diagram, "A2", winner_moves=False)
        step = Step(board.now, Grounds(board.zone), is_won=True)
        if is_won:
            accept(board, STAYS, step)
        else:
            refuse(board, STAYS, step, "the goal is not reached")


def test_the_target_is_in_the_zone() -> None:
    board = Board("o.. ... ...", "A3", winner_moves=False)
    refuse(board, STAYS, board.losers(""), "may have reached its goal")


def test_life_must_be_impossible_everywhere() -> None:
    """Black has one eye in the zone; another may be outside it."""
    diagram = ".XO. XXO. OOO. ...."
    board = Board(diagram, "B4", winner_moves=False)
    fight, now = board.fight, board.now
    assert NO_LIFE.is_kept(fight, now, board.points("A4 B4 A3 B3 A2 B2 C3 C4 D4"))
    assert not NO_LIFE.is_kept(fight, now, board.points("A4 B4 A3 B3 A2 B2 C3"))
    # What shuts him in may be an eye, if none of its empty points is known to be away from him.
    open_board = Board(".X. XX. ...", "B3", winner_moves=False)
    assert not NO_LIFE.is_kept(
        open_board.fight, open_board.now, open_board.points("A3 B3 A2 B2 A1 B1 C2 C3")
    )


def test_tenukis_are_counted() -> None:
    board = Board("O.. ... ...", "A3", winner_moves=False)
    step = board.losers("A3")
    step.grounds = Grounds(board.zone, 3)
    refuse(board, STAYS, step, "more tenukis")


def test_guards_need_liberties() -> None:
    board = Board("O__ ___ ___", "A3", winner_moves=False)
    stone = board.points("A3")
    for tenukis, is_enough in ((1, True), (2, False)):
        step = Step(board.now, Grounds(board.zone, tenukis, frozenset([stone])))
        if is_enough:
            check_start(board.fight, step)
        else:
            with pytest.raises(WeakGroundsError, match="too few liberties"):
                check_start(board.fight, step)
    endless = Step(board.now, Grounds(board.zone, ENDLESS, frozenset([stone])))
    refuse(board, STAYS, endless, "makes no sense")


def test_a_guard_is_handed_down() -> None:
    """After a pass a guard may have one liberty less; there must be one for each tenuki."""
    board = Board("O__ ___ ___", "A3", winner_moves=False)
    stone = frozenset([board.points("A3")])
    for guarded, tenukis, reason in (
        (stone, 1, ""),
        (stone, 0, "larger|more tenukis"),
        (frozenset(), 1, "larger"),
    ):
        after = Step(board.fight.passed(board.now), Grounds(board.zone, 0, stone))
        step = Step(board.now, Grounds(board.zone, tenukis, guarded), followers={PASS: after})
        if reason:
            refuse(board, STAYS, step, reason)
        else:
            accept(board, STAYS, step)
    # White's move: what is guarded after it was guarded before, or has enough known liberties.
    moving = Board("O.. ___ ___", "A3", winner_moves=True)
    index = moving.index("B3")
    played = moving.fight.play(moving.now, index)
    assert played is not None
    both = moving.points("A3 B3")
    later = Step(played.after, Grounds(both, 1, frozenset([both])))
    step = Step(moving.now, Grounds(moving.zone, 1), index, followers={index: later})
    refuse(moving, STAYS, step, "guarded wall may lose")
    step.grounds = Grounds(moving.zone | moving.points("A2 B2"), 1)
    accept(moving, STAYS, step)


def test_an_estate_that_can_be_filled_must_be_answered() -> None:
    board = Board("_X. XX. O..", "A1", winner_moves=False)
    step = board.losers("A1")
    accept(board, STAYS, step)
    estate = board.points("A3")
    step.grounds = step.grounds._replace(estates=frozenset([estate]))
    refuse(board, STAYS, step, "may fill an estate")
    filled = board.fight.filled(board.now, estate)
    assert filled is not None
    step.fillings = {estate: Step(filled, Grounds(board.points("A1"), ENDLESS))}
    accept(board, STAYS, step)
    step.fillings = {
        estate: Step(filled, Grounds(board.points("A1"), ENDLESS, estates=frozenset([estate])))
    }
    refuse(board, STAYS, step, "an estate may be none")


def test_an_estate_that_cannot_be_filled_is_shut_in_everywhere() -> None:
    """To fill his last liberty would be suicide; but he may have another outside the zone."""
    for diagram, is_shut in (("_XO XXO OO.", True), ("_Xo XXO OO.", False)):
        board = Board(diagram, "A1", winner_moves=False)
        assert board.fight.filled(board.now, board.points("A3")) is None
        step = board.losers("A1 B1")
        step.grounds = step.grounds._replace(estates=frozenset([board.points("A3")]))
        if is_shut:
            accept(board, STAYS, step)
        else:
            refuse(board, STAYS, step, "may fill an estate")


def test_an_estate_is_blacks_alone() -> None:
    for diagram in ("_X. OX. O..", "OX. XX. O..", ".X. XX. O.."):
        board = Board(diagram, "A1", winner_moves=False)
        step = board.losers("A1")
        step.grounds = step.grounds._replace(estates=frozenset([board.points("A3")]))
        refuse(board, STAYS, step, "an estate is none")


def test_an_estate_saves_what_touches_it() -> None:
    """White plays the last liberty of Black's block in the zone: it has another in the estate."""
    for estates, is_sure in ((["A3"], True), ([], False)):
        board = Board("_XO XX. OO.", "A1", winner_moves=True)
        step = board.winners("C2", "A1 B1 A2 B2 B3 C3 C2", tenukis=ENDLESS)
        step.grounds = Grounds(board.zone, ENDLESS, estates=frozenset(map(board.points, estates)))
        after = step.followers[board.index("C2")]
        after.grounds = Grounds(board.points("A1 B1 A2 B2 B3"), ENDLESS)
        if is_sure:
            accept(board, STAYS, step)
        else:
            refuse(board, STAYS, step, "larger")
