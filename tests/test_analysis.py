"""The analysis of a position: proofs and the estimate are kept apart, and both survive Ctrl-C."""

from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import goseki as gs
from goseki.analysis import analyze
from goseki.errors import SetupError
from goseki.job import Job, Limits, Progress
from tests.support.own_finals import own_finals

pytestmark = pytest.mark.core

SETTLED = """
    . X . X O O .
    X X X X O . O
    . O X . X O O
    X X X X X O .
"""
SEKI = ".XO.XO./XXOXXOO/.XO.XO."
"""Between C and E, with D1 and D3 nobody's."""
STRAIGHT_THREE = """
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . O O O O O . .
    . O X X X X X O .
    . O X . . . X O .
"""
"""Whoever plays E1 first decides the fate of Black's stones."""
TWO_GROUPS = """
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
    O O O O . . . . . O O O O
    X X X O . . . . . O X X X
    . . . O . . . . . O X . .
    X X X O . . . . . O X X X
    O O O O . . . . . O O O O
    . . . . . . . . . . . . .
    . . . . . . . . . . . . .
"""
"""Two groups are shut in; that on the left has two blocks."""


@st.composite
def boards(draw: st.DrawFn) -> gs.Board:
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    signs = draw(
        st.lists(st.sampled_from((0, 1, -1)), min_size=columns * rows, max_size=columns * rows)
    )
    try:
        board = gs.Board.from_array(np.array(signs).reshape(rows, columns), komi=0.5)
    except SetupError:
        return gs.Board((columns, rows))
    board.to_play = draw(st.sampled_from(("B", "W")))
    return board


@given(boards(), st.integers(0, 20))
def test_what_is_proven_is_what_the_searches_prove(board: gs.Board, games: int) -> None:
    found = analyze(board, games, nodes=200)
    proven = found.ownership.proven
    safety = gs.prove_safety(board, nodes=200)
    assert np.array_equal(proven, safety.ownership.proven)
    for block in found.blocks:
        signs = {int(proven.flat[board.index(stone)]) for stone in block.stones}
        own = 1 if block.color == "B" else -1
        if block.evidence == "proven":
            assert signs == ({-own} if block.status == "dead" else {own})
        elif signs == {own}:  # in proven territory, but perhaps given up
            assert (block.status, block.evidence) == ("alive", "estimate")
        else:
            assert signs == {0}
            assert (block.status == "unknown") == (block.evidence == "unknown") == (games == 0)
    alive = {stone for block in safety.blocks for stone in block.stones}
    assert {*found.stones("alive", "proven"), *found.stones("seki", "proven")} == alive


@given(boards())
def test_the_count_lies_between_the_bounds(board: gs.Board) -> None:
    found = analyze(board, 10, nodes=200)
    assert found.lead_bounds is not None
    lower, upper = found.lead_bounds
    assert lower <= found.final.lead <= upper
    if found.solution is not None and found.solution.score is not None:
        assert lower <= found.solution.score <= upper
    if found.winner_evidence == "proven" and not board.is_over:
        assert lower > 0 or upper < 0 or lower == upper


@given(boards())
def test_the_inks_are_not_mixed(board: gs.Board) -> None:
    found = analyze(board, 10, nodes=200, exact=False)
    estimate, proven = found.ownership.estimate, found.ownership.proven
    assert estimate is not None
    assert found.believed is not None
    assert np.array_equal(estimate[proven != 0], proven[proven != 0])
    assert np.array_equal(estimate[proven == 0], found.believed[proven == 0])
    assert found.evidence == ("proven" if proven.all() else "estimate")
    names = {str(board.point(int(i))) for i in np.flatnonzero(proven == 0)}
    assert {str(point) for point in found.neutral} <= names


def test_a_settled_position_has_a_proven_score() -> None:
    found = analyze(gs.Board.from_diagram(SETTLED, komi=0.5), games=50)
    assert (found.final.result, found.final_evidence, found.winner) == ("B+7.5", "proven", "B")
    assert found.winner_evidence == "proven"
    assert found.lead_bounds == (7.5, 7.5)
    assert [str(stone) for stone in found.stones("dead", "proven")] == ["B2"]
    assert found.sentences()[0] == "Black leads by 7.5: proven."
    assert found.sentences()[2] == (
        "White's stone at B2 is dead: it stands in Black's territory of 2 points, where no attack "
        "needs an answer."
    )
    assert found.explain("B2").startswith("B2 is safe for Black: dead in territory")
    assert found.final_status("B2") == "dead"
    assert found.final_status("A2") == "black_territory"


def test_seki_is_proven_and_its_points_are_nobodys() -> None:
    found = analyze(gs.Board.from_diagram(SEKI), games=0)
    assert found.safety is not None
    stones = ["C3", "E3", "C2", "D2", "E2", "C1", "E1"]
    assert sorted(map(str, found.stones("seki", "proven"))) == sorted(stones)
    assert {str(point) for point in found.neutral} == {"D1", "D3"}
    assert found.is_settled
    assert found.final_status("D3") == "dame"
    assert any("are in seki" in sentence for sentence in found.sentences())


def test_neutral_points_may_change_a_small_lead_until_the_game_is_over() -> None:
    board = gs.Board.from_diagram(". X . X . O . O ./X X X X . O O O O", komi=0)
    found = analyze(board, games=10, exact=False)
    assert {str(point) for point in found.neutral} == {"E1", "E2"}
    assert (found.winner, found.final_evidence) == (None, "proven")
    assert found.winner_evidence == "estimate"
    for _ in range(2):
        board.play("pass")
    over = analyze(board, games=10)
    assert over.winner_evidence == "proven"
    assert over.solution is None


def test_believed_dead_stones_are_not_proven_dead() -> None:
    """A lone stone before a wall that nothing is proven of."""
    board = gs.Board.from_diagram("""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X X
        O O O O O O O
        . . . . . . .
        . . X . . . .
    """)
    found = analyze(board, games=500)
    assert [str(stone) for stone in found.stones("dead", "estimate")] == ["C1"]
    assert found.stones("dead", "proven") == ()
    assert found.marks == {}
    assert any("Black's stone at C1 seems dead" in said for said in found.sentences())
    assert found.final_evidence == "estimate"


def test_where_suicide_is_legal_benson_proves() -> None:
    board = gs.Board.from_diagram(".X.XO./XXXXOO/OOOOO.", rules="tromp-taylor")
    found = analyze(board, games=10)
    assert found.safety is None
    assert np.array_equal(found.ownership.proven, gs.life.benson(board).proven)
    assert found.explain("A3") == "A3 is safe for Black for ever (Benson's theorem)."


def test_territory_scoring_claims_no_bounds() -> None:
    found = analyze(gs.Board.from_diagram(SETTLED, rules="japanese"), games=10)
    assert found.lead_bounds is None
    assert (found.final_evidence, found.winner_evidence) == ("proven", "estimate")


def test_small_boards_are_solved_within_limits() -> None:
    solved = analyze(gs.Board("3x3"), games=0).solution
    assert solved is not None
    assert (solved.score, solved.evidence) == (9, "proven")
    open_end = analyze(gs.Board("5x5"), games=0, nodes=100).solution
    assert open_end is not None
    assert open_end.evidence == "unknown"
    assert analyze(gs.Board("3x3"), games=0, exact=False).solution is None
    assert analyze(gs.Board("9x9"), games=0).solution is None


def test_the_fate_of_a_group_that_is_shut_in_is_proven() -> None:
    found = analyze(gs.Board.from_diagram(STRAIGHT_THREE), games=0)
    assert found.tactics is not None
    [fight] = found.tactics
    assert [str(stone) for stone in fight.target] == ["C2"]
    black, white = fight.if_black_first, fight.if_white_first
    assert black is not None
    assert white is not None
    assert (black.status, black.evidence) == ("alive", "proven")
    assert (white.status, white.evidence) == ("dead", "proven")
    e1 = gs.Point.parse("E1")
    assert e1 in black.best
    assert white.best == [e1]
    [said] = [sentence for sentence in found.sentences() if sentence.startswith("Black C2: ")]
    assert said.endswith("; White kills at E1: proven.")
    assert "E1" in said.partition("Black lives at ")[2].partition(";")[0]
    assert found.marks[e1] == "circle"
    assert gs.facts.facts(found)["tactics"] == [gs.facts.facts(fight)]
    assert [block.status for block in found.blocks] == ["unknown"] * len(found.blocks)


def test_what_is_proven_to_be_safe_dead_or_in_seki_is_not_asked_about() -> None:
    for diagram in (SETTLED, SEKI):
        assert analyze(gs.Board.from_diagram(diagram), games=0, exact=False).tactics == ()


def test_a_group_is_asked_about_once_and_no_more_than_so_many() -> None:
    board = gs.Board.from_diagram(TWO_GROUPS)
    for targets, asked in ((1, "L6"), (2, "L6 A6"), (361, "L6 A6")):
        found = analyze(board, games=0, nodes=1000, targets=targets)
        assert found.tactics is not None
        assert " ".join(str(fight.target[0]) for fight in found.tactics) == asked


def test_tactics_are_left_out_if_nobody_asks_or_suicide_is_legal() -> None:
    board = gs.Board.from_diagram(STRAIGHT_THREE)
    found = analyze(board, games=0, targets=0)
    assert found.tactics is None
    assert "tactics" not in gs.facts.facts(found)
    tromp_taylor = gs.Board.from_diagram(STRAIGHT_THREE, rules="tromp-taylor")
    assert analyze(tromp_taylor, games=0).tactics is None


def test_what_the_limits_leave_open_is_not_stated() -> None:
    found = analyze(gs.Board.from_diagram(STRAIGHT_THREE), games=0, nodes=1)
    assert found.tactics is not None
    assert [fight.status for fight in found.tactics] == ["unknown"]
    assert not any("C2" in sentence for sentence in found.sentences())
    assert found.marks == {}
    assert gs.facts.facts(found)["tactics"][0]["evidence"] == "unknown"


def test_tactics_do_not_hang_on_the_games_or_the_threads() -> None:
    board = gs.Board.from_diagram(STRAIGHT_THREE)
    one, two = analyze(board, games=0), analyze(board, games=50, seed=3, threads=2)
    said = [[(fight.fate(), fight.nodes) for fight in a.tactics or ()] for a in (one, two)]
    assert said[0]
    assert said[0] == said[1]


def test_an_interrupt_while_a_fate_is_asked_for_keeps_what_is_known() -> None:
    heard: list[str] = []

    def report(progress: Progress) -> None:
        if progress.text.startswith("asking for the fate of "):
            heard.append(progress.text)
            if len(set(heard)) == 2:
                raise KeyboardInterrupt

    found = analyze(gs.Board.from_diagram(TWO_GROUPS), games=10, progress=report)
    assert found.interrupted
    assert found.safety is not None
    assert found.tactics is not None
    assert [fight.interrupted for fight in found.tactics] == [False, True]
    assert found.tactics[0].evidence == "proven"
    assert found.played is None
    assert found.tactics[0].fate() in found.sentences()


def test_seconds_are_shared_with_the_targets() -> None:
    """Neither group's fate is found in so short a time, and yet random games are played."""
    shut_in = [". . . O X . . . . . . X O . . .", *["O . . . X . . . . . . X . . . O"] * 3]
    walls = ["X X X X X . . . . . . X X X X X", *[". . . . . . . . . . . . . . . ."] * 8]
    board = gs.Board.from_diagram("/".join([*shut_in, *walls]))
    found = analyze(board, games=10**9, seconds=1)
    assert not found.interrupted
    assert found.tactics is not None
    assert len(found.tactics) == 2
    assert sum(fight.seconds for fight in found.tactics) < 0.8
    assert found.played is not None
    assert 0 < found.played.games < 10**9


def test_a_seed_and_any_number_of_threads_give_the_same_answer() -> None:
    board = own_finals()[1]
    one, two = (analyze(board, 300, seed=7, limits=Limits(threads=n)) for n in (1, 2))
    assert gs.facts.facts(one) | {"seconds": 0} == gs.facts.facts(two) | {"seconds": 0}


@pytest.mark.parametrize("parts", [1, 2, 3, 4, 5])
def test_what_was_found_before_an_interrupt_is_kept(parts: int) -> None:
    """Each part ends with an analysis of what is known; the interrupt comes with the last."""
    known: list[gs.Analysis] = []

    def report(progress: Progress) -> None:
        if progress.known is not None:
            known.append(progress.known)
            if len(known) == parts:
                raise KeyboardInterrupt

    found = analyze(gs.Board("3x3"), games=50, progress=report)
    assert found.interrupted
    played = (found.played, found.played_by_other)
    reached = (found.safety, found.solution, found.tactics, *played)
    assert [part is not None for part in reached] == [n < parts for n in range(5)]
    assert found.sentences()
    assert gs.facts.facts(found)["interrupted"] is True


def test_an_interrupt_within_a_part_is_noticed_soon() -> None:
    job = Job(analyze, gs.Board(19), games=10**9)
    while job.progress.text != "playing random games":
        assert not job.is_done
        time.sleep(0.01)
    job.cancel()
    found = job.result(timeout=60)
    assert found.interrupted
    assert found.played is not None
    assert 0 < found.played.games < 10**9


def test_another_exception_of_the_callback_is_raised() -> None:
    def report(progress: Progress) -> None:
        raise RuntimeError("the page is closed")

    with pytest.raises(RuntimeError, match="the page is closed"):
        analyze(gs.Board("3x3"), games=10, progress=report)


def test_seconds_end_it() -> None:
    found = analyze(gs.Board(19), games=10**9, seconds=0.2)
    assert not found.interrupted
    assert found.played is not None
    assert 0 < found.played.games < 10**9


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"games": -1}, "games"),
        ({"games": 1.5}, "games"),
        ({"seed": -1}, "seed"),
        ({"exact": None}, "exact"),
        ({"targets": -1}, "targets is -1, not a whole number from 0 to 361"),
        ({"targets": 362}, "targets is 362"),
        ({"targets": 1.5}, "targets"),
        ({"targets": None}, "targets"),
        ({"nodes": 0}, "nodes"),
        ({"nodes": 5, "limits": Limits(nodes=3)}, "nodes is given twice"),
        ({"limits": 3}, "limits are 3"),
    ],
)
def test_what_makes_no_sense_is_named(options: dict[str, object], complaint: str) -> None:
    with pytest.raises(gs.GosekiError, match=complaint):
        analyze(gs.Board("3x3"), **options)  # type: ignore[arg-type]


def test_an_analysis_says_and_draws_itself() -> None:
    found = analyze(gs.Board.from_diagram(SETTLED, komi=0.5), games=10)
    assert repr(found) == "<Analysis: Black leads by 7.5: proven>"
    html = found._repr_html_()
    assert html is not None
    assert "Proven: 28 of 28 points" in html


def test_territory_that_safe_stones_do_not_seal_off_is_not_counted() -> None:
    """The open part of Black's territory holds no white stones in the end, but its empty points
    may touch one then."""
    board = gs.Board.from_diagram("X..X../...OX./XXX..X/..XXX.")
    found = analyze(board, games=0, exact=False)
    assert found.safe_stones
    assert found.lead_bounds is not None
    assert found.lead_bounds[0] < 2 * len(found.safe["B"]) - board.size.points
