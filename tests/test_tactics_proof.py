"""Certificates of tactics: what the writer writes is accepted and true, and nothing false is."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import goseki as gs
from goseki.cli import main
from goseki.job import Limits
from goseki.proof import ProofError, Section, check, write_proof
from goseki.proof.claim import ClaimError
from goseki.proof.tactics_claim import TacticsClaim, answer_code
from goseki.proof.walk import FaultyStrategyError, TooLargeError, Walk
from goseki.reference.fight import NO_KO, PASS, Fight, Situation, indices
from goseki.reference.small import SmallGo
from goseki.reference.static import unconditional
from goseki.tactics import Question, Solution, prove_status, solve_problem
from goseki.tactics.certificate import claim_of as claim_of_question
from goseki.tactics.certificate import prove_question
from tests.fuzz import fitting_boards, mutate_tactics_proof
from tests.judges.slow_tactics import Goal, Position, SlowTactics
from tests.support.enclosed import enclosed
from tests.support.fight_claims import checked, claim_of, is_true, section_of, written
from tests.test_tactics_judged import margins
from tests.test_tactics_search import is_forced, strewn

pytestmark = pytest.mark.core


def board_of(black: str, white: str) -> gs.Board:
    board = gs.Board("9x9")
    board.setup(black.split(), white.split())
    return board


def certified(solution: Solution, path: Path) -> str | None:
    """The conclusion that the checker draws from the certificate of a solution."""
    claims = prove_status(solution)
    assert claims.is_complete, claims.missing
    write_proof(path, claims, force=True)
    result = check(path)
    assert result.valid, result.fault
    return result.conclusion


# -- fixtures of the specification, 9x9, with the wall declared alive ---------------------------

THREE = board_of("C1 C2 D2 E2 F2 G1 G2", "B1 B2 C3 D3 E3 F3 G3 H1 H2")
SQUARE = board_of("C1 C2 C3 D3 E3 F1 F2 F3", "B1 B2 B3 C4 D4 E4 F4 G1 G2 G3")
BULKY = board_of("C1 C2 C3 D3 E3 F2 F3 G1 G2", "B1 B2 B3 C4 D4 E4 F4 G3 H1 H2")
SIX = board_of("A3 B3 C3 D1 D2 D3", "A4 B4 C4 D4 E1 E2 E3")
SIX_AND_ONE = board_of("A3 B3 C3 D1 D2 D3", "A4 B4 C4 D4 F1 E2 E3")
SIX_AND_TWO = board_of("A3 B3 C3 D1 D2 D3", "A5 B4 C4 D4 F1 E2 E3")
BENT_FOUR = board_of("A4 B2 B3 B4 C1 C2", "A5 B5 C3 C4 D1 D2")
A_KO = "is a ko: White prevails if nobody has ko threats; Black needs 1."


@pytest.mark.parametrize(
    ("board", "target", "to_play", "said"),
    [
        (THREE, "C1", "W", "is dead."),
        (THREE, "C1", "B", "is alive."),
        (SQUARE, "C1", "B", "is dead."),
        (BULKY, "C1", "W", "is dead."),
        (BULKY, "C1", "B", "is alive."),
        (SIX, "A3", "W", "is dead."),
        (SIX_AND_ONE, "A3", "W", A_KO),
        (SIX_AND_ONE, "A3", "B", "is alive."),
        (SIX_AND_TWO, "A3", "W", "is alive."),
        (BENT_FOUR, "B2", "W", A_KO),
        (BENT_FOUR, "B2", "B", "is alive."),
    ],
)
def test_what_every_player_knows_is_certified(
    tmp_path: Path, board: gs.Board, target: str, to_play: gs.Color, said: str
) -> None:
    firm = [stone for stone in board.stones("W") if len(board.liberties(stone)) > 1]
    solution = solve_problem(board, target, to_play=to_play, firm=firm, seconds=60)
    conclusion = certified(solution, tmp_path / "a.proof")
    assert conclusion is not None
    name = "White" if to_play == "W" else "Black"
    assert conclusion.startswith(f"{name} to play, if ")
    assert conclusion.endswith(f" cannot be captured: Black {target} {said}")


LONG_KO = """
    .X..O.X../.XOO..OXX/.XXXOOOX./.X.XXXOX./...XOOOX./...XO.OX./...XXOOX./...XXXXX./.........
"""
OPEN_KO = """
    ..X.O.OX./..XXO.O../..XOO..O./..XX.XXXX/...XXX.../........./........./........./.........
"""


@pytest.mark.parametrize(
    ("rows", "target"), [(LONG_KO, "F7"), (OPEN_KO, "G8")], ids=["long", "open"]
)
def test_a_ko_is_certified_without_detours(tmp_path: Path, rows: str, target: str) -> None:
    """The winner's moves are those of one strategy. Moves that win, but each by another way, would
    make him take and retake these kos, and tens of thousands of situations of it."""
    board = gs.Board.from_diagram("".join(rows.split()))
    solution = solve_problem(board, target, to_play="B", every_best=False, seconds=60)
    assert solution.status == "ko"
    claims = prove_status(solution)
    assert claims.is_complete, claims.missing
    assert sum(claim.records for claim in claims) < 5000
    write_proof(tmp_path / "ko.proof", claims)
    result = check(tmp_path / "ko.proof")
    assert result.valid, result.fault
    assert result.conclusion is not None
    assert "is a ko: Black prevails if nobody has ko threats" in result.conclusion


SEKI = board_of("B1 B2 C2 D2 E2 F2 G2 H1 H2", "D1 E1 F1 A1 A2 A3 B3 C3 D3 E3 F3 G3 H3 J1 J2 J3")


def takes_if_he_can(fight: Fight) -> Callable[[Situation], int]:
    """A strategy: take stones of the target, or else pass."""

    def answer(now: Situation) -> int:
        plays = ((index, fight.play(now, index)) for index in indices(fight.empty(now)))
        return next((i for i, played in plays if played and played.taken & now.target), PASS)

    return answer


def by_hand(claim: TacticsClaim, answer: Callable[[Situation], int]) -> Section:
    """The certificate of a strategy, whether it is any good or not."""
    answers: list[int] = []

    def noted(now: Situation) -> int:
        answers.append(answer_code(answer(now)))
        return answers[-1] - 2

    with suppress(FaultyStrategyError):
        Walk(claim.fight, claim.aim, claim.start, noted).run()
    return section_of(claim.header(), answers)


@pytest.mark.parametrize("to_play", ["B", "W"])
def test_a_seki_takes_two_claims(tmp_path: Path, to_play: gs.Color) -> None:
    """Black cannot be captured, whatever threats White has, and cannot make two eyes, whatever
    happens: who plays first on C1 or G1 is taken."""
    target, firm = (gs.Point.parse("B1"),), frozenset(SEKI.block("B3"))
    threats: dict[gs.Color, int | None] = {"B": 0, "W": None}
    stays = Question(SEKI, "capture", target, to_play, threats, firm)
    lives = claim_of_question(
        Question(SEKI, "life", target, to_play, threats, firm), "life", "refuted"
    )
    no_life = by_hand(lives, takes_if_he_can(lives.fight))
    path = tmp_path / "seki.proof"
    result = checked(path, prove_question(stays, "refuted"), no_life)
    assert result.valid, result.fault
    assert result.conclusion is not None
    assert result.conclusion.endswith("Black B1 stays in seki.")
    result = checked(path, no_life)
    assert (result.valid, result.conclusion) == (True, None)


def test_connections_and_captures(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    board = gs.Board.from_diagram("...../.X.X./.O.O./.....")
    one = solve_problem(board, "B3,D3", "connect", seconds=60)
    assert one.status == "connected"
    assert certified(one, path) == "Black to play: Black B3, D3 are connected."
    cut = solve_problem(
        gs.Board.from_diagram(".X.X./OOOOO/.O.O."), "B3,D3", "cut", to_play="W", seconds=60
    )
    assert cut.status == "cut"
    assert certified(cut, path) == "White to play: Black B3, D3 are cut apart."
    taken = solve_problem(gs.Board.from_diagram(".XO/XXO/OO."), "A2", "capture", "W", seconds=60)
    assert certified(taken, path) == "White to play: Black A2 is dead."
    stays = solve_problem(
        gs.Board.from_diagram(".X.X/XXXX/OOOO/...."), "A3", "capture", "W", seconds=60
    )
    assert stays.status == "escapes"
    assert certified(stays, path) == "White to play: Black A3 is alive."


def test_a_race_that_is_won(tmp_path: Path) -> None:
    board = gs.Board.from_diagram("OOOOO./XXXXOO/.OOXXO/OO.OXO/XXXXXO/.....O")
    solution = solve_problem(board, "A5,B4", "race", "B", seconds=60)
    assert solution.status == "alive"
    assert certified(solution, tmp_path / "a.proof") == "Black to play: Black A5 is alive."


# -- random positions, and the judge ----------------------------------------------------------

BUDGETS: tuple[tuple[int | None, int | None], ...] = ((0, 0), (2, 1), (0, None), (None, 0))


def random_claims(position: Position) -> Iterator[TacticsClaim]:
    """Claims about a position that the judge says are true."""
    goals: tuple[Goal, ...] = ("capture", "life")
    around = margins(position)
    if claim_of(position, "capture", 0, 0, "proven", around) is None:
        return
    judge = SlowTactics(position)
    for goal in goals:
        for attacker, defender in BUDGETS:
            verdict: Any = "proven" if is_forced(judge, goal, (attacker, defender)) else "refuted"
            claim = claim_of(position, goal, attacker, defender, verdict, around)
            assert claim is not None
            yield claim


@pytest.mark.parametrize("kind", [enclosed, strewn])
@pytest.mark.parametrize("start", [0, 8])
def test_true_claims_are_certified(
    tmp_path: Path, kind: Callable[[int], Position], start: int
) -> None:
    """Refutations of life are left out where the search does not find one. All others are there."""
    found: Counter[tuple[str, str, bool]] = Counter()
    for claim in (c for seed in range(start, start + 8) for c in random_claims(kind(seed))):
        if (claim.goal, claim.verdict) == ("life", "refuted") and kind is enclosed:
            continue
        section = written(claim)
        found[claim.goal, claim.verdict, section is not None] += 1
        if section is not None:
            assert checked(tmp_path / "a.proof", section).valid
    missing = sum(number for (goal, _, is_written), number in found.items() if not is_written)
    assert missing == 0
    assert found["capture", "proven", True] > 0
    assert found["capture", "refuted", True] > 0
    assert found["life", "proven", True] > 0


def test_no_answers_prove_what_is_false(tmp_path: Path) -> None:
    """The opposite of true claims, with whatever the search or a player by hand would play."""
    for seed in range(6):
        for claim in random_claims(strewn(seed)):
            header = claim.header()
            verdict = "refuted" if claim.verdict == "proven" else "proven"
            false = TacticsClaim.from_header({**header, "verdict": verdict})
            assert written(false, seconds=2) is None
            section = by_hand(false, takes_if_he_can(false.fight))
            assert not checked(tmp_path / "a.proof", section).valid


def test_nothing_false_is_accepted_of_changed_proofs() -> None:
    happened = mutate_tactics_proof.run(150, most=40)
    assert happened["accepted, and true"] > 5
    assert happened["fails"] > 50
    assert happened["refused"] > 5


def test_other_boards_that_fit_are_won_too() -> None:
    happened = fitting_boards.run(120, most=40)
    assert happened["true, by zone alone"] > 80


# -- false strategies -------------------------------------------------------------------------


def capture(diagram: str, target: str, to_play: gs.Color, **more: Any) -> TacticsClaim:
    board = gs.Board.from_diagram(diagram)
    question = Question(
        board, "capture", (gs.Point.parse(target),), to_play, {"B": None, "W": 0}, **more
    )
    return claim_of_question(question, "capture", "proven")


def test_the_bad_situation_is_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """White takes the wrong vital point of three in a row: Black lives."""
    claim = capture("...../OOOOO/XXXXO/...XO", "A2", "W")
    path = tmp_path / "wrong.proof"
    result = checked(path, by_hand(claim, lambda now: next(indices(claim.fight.empty(now)), PASS)))
    assert not result.valid
    assert result.fault is not None
    assert main(["check", str(path)]) == 1
    said = capsys.readouterr().out
    assert "Not proven: On 5x4 with White to move, White captures Black A2" in said
    assert "the proof fails" in said


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ([], "there is no answer"),
        ([2 + 15, 1, 1, 1, 1, 1], "go round in circles|no answer"),
        ([0], "the winner has no answer"),
        ([2 + 5], "illegal"),
        ([2 + 400], "not on the board"),
        ([2**64 - 1], "not on the board"),
    ],
)
def test_faults_are_named(tmp_path: Path, answers: list[int], reason: str) -> None:
    claim = capture("...../OOOOO/XXXXO/...XO", "A2", "W")
    result = checked(tmp_path / "a.proof", section_of(claim.header(), answers))
    assert result.fault is not None
    assert re.search(reason, result.fault.reason), result.fault.reason


def test_answers_that_nobody_asks_for(tmp_path: Path) -> None:
    section = written(capture(".XO/XXO/OO.", "A2", "W"))
    assert section is not None
    more = section_of(section.claim, [*section.columns["answer"], 1])
    fault = checked(tmp_path / "a.proof", more).fault
    assert fault is not None
    assert fault.reason == "there are answers that nobody asks for"


def test_a_proof_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    claim = capture("...../OOOOO/XXXXO/...XO", "A2", "W")
    section = written(claim)
    assert section is not None
    with pytest.raises(TooLargeError, match="more than 1 situations"):
        Walk(claim.fight, claim.aim, claim.start, lambda now: PASS, most=1).run()
    monkeypatch.setattr("goseki.proof.walk.MOST_STEPS", 3)
    fault = checked(tmp_path / "a.proof", section).fault
    assert fault is not None
    assert fault.reason == "it takes more than 3 steps to check"


def test_a_file_that_passes_for_ever_ends(tmp_path: Path) -> None:
    """A hundred thousand passes in a file of few bytes, on a large board."""
    rows = ["." * 19] * 18 + ["X" + "." * 18]
    claim = capture("/".join(rows), "A1", "W").header()
    for verdict in ("proven", "refuted"):
        result = checked(
            tmp_path / "a.proof", section_of({**claim, "verdict": verdict}, [1] * 100_000)
        )
        assert not result.valid


# -- claims that make no sense ----------------------------------------------------------------

GOOD = {
    "kind": "tactics",
    "board": [".XO", "XXO", "OO."],
    "to_play": "W",
    "ko_point": None,
    "goal": "capture",
    "target": ["A2", "B2", "B3"],
    "firm": [],
    "threats_black": None,
    "threats_white": 0,
    "verdict": "proven",
}


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"target": []}, "not of stones of one colour"),
        ({"target": ["A1", "A2"]}, "not of stones of one colour"),
        ({"target": ["A2"]}, "not of whole blocks"),
        ({"target": ["A3"]}, "not of stones of one colour"),
        ({"target": ["D9"]}, "its target cannot be read"),
        ({"target": ["pass"]}, "its target cannot be read"),
        ({"target": [3]}, "its target cannot be read"),
        ({"target": "A2"}, "its target cannot be read"),
        ({"firm": ["A3"]}, "a firm point without a stone"),
        ({"firm": ["A2"]}, "is declared alive"),
        ({"goal": "connect"}, "other than two blocks"),
        ({"goal": "win"}, "not one of"),
        ({"verdict": "unknown"}, "not one of"),
        ({"to_play": "black"}, "not one of"),
        ({"threats_black": -1}, "not from 0 to 254"),
        ({"threats_black": 255}, "not from 0 to 254"),
        ({"threats_black": True}, "cannot be read"),
        ({"ko_point": "A3"}, "no last move can have made its ko"),
        ({"ko_point": 7}, "its ko_point cannot be read"),
        ({"board": [".XO", "XXO", "OOX"]}, "without liberty"),
        ({"board": ["." * 25, "X" + "." * 24]}, "more than 19 columns"),
        ({"board": ["." * 20] * 20}, "more than 361"),
        ({"note": "x"}, "unknown"),
    ],
)
def test_a_claim_that_makes_no_sense_is_refused(changes: dict[str, Any], reason: str) -> None:
    TacticsClaim.from_header(GOOD)
    with pytest.raises(ClaimError, match=reason) as caught:
        TacticsClaim.from_header({**GOOD, **changes})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", [name for name in GOOD if name not in ("kind", "ko_point")])
def test_a_claim_has_all_its_fields(name: str) -> None:
    with pytest.raises(ClaimError, match=name):
        TacticsClaim.from_header({key: value for key, value in GOOD.items() if key != name})


def test_a_claim_of_another_kind_is_not_combined(tmp_path: Path) -> None:
    path = tmp_path / "a.proof"
    section = written(TacticsClaim.from_header(GOOD))
    assert section is not None
    gs.solve(gs.Board("2x2"), proof=path)
    with pytest.raises(ProofError, match="has not the columns"):
        checked(path, Section(section.claim, {"key": section.columns["key"]}))


# -- the rules of fights, against the rest of the reference -----------------------------------


def test_plays_are_those_of_the_reference() -> None:
    chance = random.Random(5)
    plays = 0
    for seed in range(60):
        position = strewn(seed)
        game, fight = SmallGo(position.columns, position.rows), None
        fight = Fight(position.columns, position.rows)
        grid = game.grid
        black = sum(1 << grid.index(p) for p in position.black)
        white = sum(1 << grid.index(p) for p in position.white)
        if not all(
            grid.every_block_breathes(s, grid.board & ~black & ~white) for s in (black, white)
        ):
            continue
        there = game.start(black, white, "B")
        here = Situation(black, white, 0, True, NO_KO, 0, 0)
        for _ in range(30):
            for index in grid.points:
                then, played = game.play(there, index), fight.play(here, index)
                assert (then is None) == (played is None)
                if then is not None and played is not None:
                    after = played.after
                    assert (after.winners, after.losers) == (then.black, then.white)
                    assert after.ban == then.ko
                    plays += 1
            moves = [i for i in grid.points if game.play(there, i) is not None]
            if not moves:
                break
            move = chance.choice(moves)
            then, played = game.play(there, move), fight.play(here, move)
            assert then is not None
            assert played is not None
            there, here = then, played.after
    assert plays > 1000


def test_life_is_that_of_the_reference() -> None:
    lives = 0
    for seed in range(300):
        position = strewn(seed)
        fight = Fight(position.columns, position.rows)
        grid = SmallGo(position.columns, position.rows).grid
        black = sum(1 << grid.index(p) for p in position.black)
        white = sum(1 << grid.index(p) for p in position.white)
        if not all(
            fight.breathes(b, fight.board & ~black & ~white)
            for s in (black, white)
            for b in fight.parts(s)
        ):
            continue
        alive = unconditional(position.columns, position.rows, grid.stones(black, white), "B").alive
        for block in fight.parts(black):
            ground = fight.life(black, white, block)
            assert (ground is not None) == (grid.point((block & -block).bit_length() - 1) in alive)
            if ground is not None:
                lives += 1
                assert fight.may_live(black, white, block, fight.board)
                assert fight.may_live(black, white, block, ground)
            else:
                assert not fight.may_live(black, white, block, fight.board)
    assert lives > 5


# -- the doors --------------------------------------------------------------------------------


@pytest.fixture
def three(tmp_path: Path) -> Path:
    path = tmp_path / "three.txt"
    path.write_text("...../OOOOO/XXXXO/...XO".replace("/", "\n") + "\n")
    return path


def test_the_command_writes_what_check_verifies(
    three: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "three.proof"
    asked = ["tactics", str(three), "--target", "A2", "--to-play", "W", "--proof", str(proof)]
    assert main([*asked, "--firm", "wall"]) == 0
    assert f"wrote {proof}: " in capsys.readouterr().out
    assert main([*asked]) == 2
    assert "exists already" in capsys.readouterr().err
    assert main([*asked, "--firm", "wall", "--force", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["proof"].keys() == {"file", "claims", "situations", "bytes", "complete"}
    assert said["proof"]["complete"] is True
    assert said["firm"]
    assert main(["check", str(proof)]) == 0
    shown = capsys.readouterr().out
    assert "So: White to play, if A3, B3" in shown
    assert "cannot be captured: Black A2 is dead." in shown
    assert main(["check", str(proof), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["valid"] is True
    [claim] = said["claims"]
    assert claim["kind"] == "tactics"
    assert claim["target"][0] == "A2"
    assert (claim["threats_black"], claim["threats_white"]) == (None, 0)
    assert said["conclusion"].endswith("Black A2 is dead.")


def test_nothing_is_written_of_what_is_not_proven(
    three: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / "three.proof"
    asked = ["tactics", str(three), "--target", "A2", "--to-play", "W", "--proof", str(proof)]
    assert main([*asked, "--nodes", "1"]) == 0
    assert "not written, as the status is not proven" in capsys.readouterr().out
    assert not proof.exists()
    assert main([*asked, "--nodes", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["proof"] is None


@pytest.mark.parametrize("other", [["--both"], ["--suite", "problems"]])
def test_one_proof_is_of_one_problem(
    three: Path, other: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    asked = [] if other[0] == "--suite" else [str(three), "--target", "A2"]
    assert main(["tactics", *asked, *other, "--proof", "a.proof"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_limits_of_the_writing(three: Path) -> None:
    board = gs.Board.from_diagram(three.read_text())
    solution = solve_problem(board, "A2", to_play="W", firm="wall")
    with pytest.raises(gs.GosekiError, match="threads"):
        prove_status(solution, limits=Limits(threads=2))
    claims = prove_status(solution, nodes=1)
    assert not claims.is_complete
    assert claims.missing == ["the nodes are used up"]
    claims = prove_status(solution, seconds=1e-6)
    assert (list(claims), claims.is_complete, claims.missing) == ([], False, ["the time is up"])
    unknown = solve_problem(board, "A2", to_play="W", nodes=1)
    with pytest.raises(gs.GosekiError, match="there is nothing to prove"):
        prove_status(unknown)


def test_the_judge_would_find_a_false_claim() -> None:
    claim = TacticsClaim.from_header(GOOD).header()
    assert is_true(claim)
    assert not is_true({**claim, "verdict": "refuted"})
