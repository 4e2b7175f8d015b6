"""What a certificate's claim depends on: none of it can be invented, all of it is said."""

import json
from array import array
from pathlib import Path
from typing import Any

import pytest

from goseki import Board
from goseki.cli import main
from goseki.proof import ProofError, Section, check, write_proof
from goseki.proof.go_claim import GoClaim
from goseki.proof.strategy import LOSER_TO_MOVE
from goseki.reference.small import NO_KO, GoSituation, SmallGo
from goseki.safety import prove_safety
from goseki.safety.certificate import prove_claims
from goseki.solver import solve
from goseki.solver.strategies import prove_capture, prove_go
from tests.judges.oracle_go import BLACK, Situation, TinyGo

MEMORY = 1 << 22


def go_header(**fields: Any) -> dict[str, Any]:
    claim = {
        "kind": "go",
        "board": ["..."],
        "to_play": "B",
        "ko_point": None,
        "passes_needed": 2,
        "ko": "basic",
        "ko_pass": True,
        "komi": 0.0,
        "at_least": 1.0,
        "winner": "W",
        "pass_weight": 0,
    }
    return {**claim, **fields}


def write(path: Path, *sections: Section) -> Path:
    write_proof(path, sections, force=True)
    return path


def holding_records(header: dict[str, Any]) -> Section:
    """White's whole strategy from the header's start, whether or not that start is possible, under
    basic ko where a draw is enough for him: all situations that he can stay within, credit 0."""
    claim = GoClaim.from_header({**header, "ko_point": None, "passes_needed": 2})
    columns, rows = len(header["board"][0]), len(header["board"])
    ko = Board(f"{columns}x{rows}").size.index(header["ko_point"])
    start = claim.start._replace(ko=ko, passes_needed=header["passes_needed"])
    met, waiting = {claim.key(start): start}, [start]
    while waiting:
        now = waiting.pop()
        for _, after in claim.successors(now):
            if not after.over and claim.key(after) not in met:
                met[claim.key(after)] = after
                waiting.append(after)

    def moves(now: GoSituation) -> list[tuple[int, bool]]:
        return [
            (move, claim.settled(after) is not None or claim.key(after) in met)
            for move, after in claim.successors(now)
        ]

    shrinks = True
    while shrinks:
        lost = [
            key
            for key, now in met.items()
            if not (any if claim.winner_moves(now) else all)(good for _, good in moves(now))
        ]
        for key in lost:
            del met[key]
        shrinks = bool(lost)
    assert claim.key(start) in met
    keys = sorted(met)
    # A record is about the image that its key describes, and so is its move.
    kept = [start if key == claim.key(start) else claim.game.situation(key) for key in keys]
    chosen = [
        next(move for move, good in moves(now) if good)
        if claim.winner_moves(now)
        else LOSER_TO_MOVE
        for now in kept
    ]
    columns_ = {"key": array("Q", keys), "move": array("b", chosen)}
    return Section(header, {**columns_, "credit": array("Q", [0] * len(keys))})


def test_no_file_may_invent_a_ko(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """On 3x1 Black leads by 3, unless somebody bans the middle."""
    section = holding_records(go_header(ko_point="B1"))
    path = write(tmp_path / "forged.proof", section)
    with pytest.raises(ProofError, match="ko_point B1, but no last move can have made that ko"):
        check(path)
    assert main(["check", str(path)]) == 2
    error = capsys.readouterr().err
    assert "no last move can have made that ko" in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"board": [".OX."], "ko_point": "A1", "to_play": "W"}, "no last move"),
        ({"board": [".OX."], "ko_point": "A1", "passes_needed": 2}, "three passes are needed"),
        ({"board": [".OX."], "ko_point": "A1", "ko_pass": False}, "never needed"),
        ({"board": [".OX."], "ko_point": None}, "only after a ko"),
        ({"board": [".OX."], "ko_point": "B1"}, "no last move"),
        ({"board": [".OX."], "ko_point": "D1"}, "no last move"),
    ],
)
def test_a_start_that_cannot_be_is_refused(fields: dict[str, Any], reason: str) -> None:
    good = go_header(board=[".OX."], ko_point="A1", passes_needed=3, to_play="B")
    GoClaim.from_header(good)
    with pytest.raises(ValueError, match=reason):
        GoClaim.from_header({**good, **fields})


@pytest.mark.parametrize("size", [(2, 1), (4, 1), (6, 1), (2, 2), (3, 2)])
@pytest.mark.parametrize("ko_pass", [False, True])
def test_a_ko_can_be_where_a_move_makes_one(size: tuple[int, int], ko_pass: bool) -> None:
    """Every legal move on every board, by rules written elsewhere, makes these bans, no others."""
    oracle, game = TinyGo(*size, ko_pass=ko_pass), SmallGo(*size, ko_pass=ko_pass)
    plain = [Situation(stones, mover) for stones in oracle.positions() for mover in "XO"]
    first = {after for now in plain for _, after in oracle.moves(now) if after.passes == 0}
    second = {
        after
        for now in first
        if now.ko is not None
        for _, after in oracle.moves(now)
        if after.passes == 0
    }
    made = {now for now in first | second if now.ko is not None}
    for now in plain:
        sets = [sum(1 << p for p in oracle.of(now.stones, color)) for color in "XO"]
        to_play: Any = "B" if now.mover == BLACK else "W"
        for ko in (None, *oracle.points):
            for needed in (2, 3):
                start = game.start(*sets, to_play, NO_KO if ko is None else ko, needed)
                possible = game.why_not_begun(start) is None
                reached = now._replace(ko=ko, needed=needed) in made
                assert possible == (reached if ko is not None else needed == 2), start


def test_an_old_ko_needs_two_passes(tmp_path: Path) -> None:
    """Two kos: a stone that takes the one while the other is banned makes no new one."""
    board = Board.from_diagram(".XO./X.XO/.XO./XO.O/.XO.", to_play="W")
    board.play("B4")  # takes C4, which Black may not take back
    board.play("C2")  # takes B2
    assert (str(board.ko), board.passes_needed) == ("B2", 2)
    section = prove_go(board, 20, ko="basic", memory=MEMORY)
    assert section.claim["passes_needed"] == 2
    assert check(write(tmp_path / "old.proof", section)).valid


def twins() -> tuple[Board, Board]:
    """The same stones, Black to move: he may not take back a ko on A2, or may."""
    banned = Board.from_diagram(".XX/XOX/O.X", to_play="W")
    banned.play("A3")
    return banned, Board.from_diagram("OXX/.OX/O.X", to_play="B")


@pytest.mark.core
def test_all_that_a_claim_depends_on_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same stones and turn, with a ban and without: two truths, and two sentences."""
    said = []
    for name, board in zip(("banned", "free"), twins(), strict=True):
        path = tmp_path / f"{name}.proof"
        solve(board, proof=path)
        assert main(["check", str(path), "--json"]) == 0
        facts = json.loads(capsys.readouterr().out)
        [claim] = facts["claims"][:1]
        ban = "A2" if name == "banned" else None
        assert (claim["to_play"], claim["ko_point"]) == ("B", ban)
        assert claim["passes_needed"] == (3 if ban else 2)
        assert (claim["ko"], claim["ko_pass"], claim["komi"]) == ("cycle", True, 0)
        assert claim["scoring"] == "van der Werf 2004"
        for words in (claim["claim"], facts["conclusion"]):
            assert ("A2 banned by ko, three passes needed to end" in words) == bool(ban)
            assert "Black to move" in words
            assert "komi 0" in words
            assert "scoring of van der Werf 2004" in words
        said.append(facts["conclusion"])
        assert main(["check", str(path)]) == 0
        drawing = capsys.readouterr().out.split("Proven")[0]
        assert ("▢" in drawing or "#" in drawing) == bool(ban)
    assert said[0].endswith("exactly -9.")
    assert said[1].endswith("exactly +9.")


@pytest.mark.core
def test_no_digit_of_a_number_is_left_out(tmp_path: Path) -> None:
    """White keeps Black below 9.0000001 on 3x3, and not below 9."""
    section = prove_go(Board("3x3"), 9.5, ko="cycle", memory=MEMORY)
    claim = {**section.claim, "at_least": 9.0000001}
    [checked] = check(write(tmp_path / "digits.proof", Section(claim, section.columns))).claims
    assert checked.words.endswith("White can keep Black's lead below +9.0000001.")
    komi = {**section.claim, "komi": 0.00000001}
    [checked] = check(write(tmp_path / "digits.proof", Section(komi, section.columns))).claims
    assert "komi 1e-08" in checked.words


@pytest.mark.parametrize("name", ["komi", "at_least"])
@pytest.mark.parametrize("number", [10**400, -(10**400), 1e7, float("nan")], ids="abcd")
def test_a_number_that_makes_no_sense_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, number: float
) -> None:
    records = {"key": array("Q"), "move": array("b"), "credit": array("Q")}
    path = write(tmp_path / "huge.proof", Section(go_header(**{name: number}), records))
    assert main(["check", str(path)]) == 2
    told = capsys.readouterr().err
    assert told.endswith(f"makes a claim that makes no sense: its {name} is no sensible number\n")
    assert told.count("\n") == 1


@pytest.mark.core
def test_a_field_that_nobody_checks_is_refused(tmp_path: Path) -> None:
    board = Board.from_diagram(".X.XO./XXXXOO/OOOOO.")
    sections = [
        prove_go(Board("3x1"), 1, ko="basic", memory=MEMORY),
        prove_capture(Board("3x2"), memory=MEMORY),
        *prove_claims(prove_safety(board)),
    ]
    check(write(tmp_path / "good.proof", *sections))
    for section in sections:
        claims = [{**section.claim, "scoring": "plain"}]
        if "plans" in section.claim:
            first, *others = section.claim["plans"]
            claims.append({**section.claim, "plans": [{**first, "scoring": "plain"}, *others]})
        for claim in claims:
            path = write(tmp_path / "more.proof", Section(claim, section.columns))
            with pytest.raises(ProofError, match="it has a field 'scoring', which is unknown"):
                check(path)


@pytest.mark.core
def test_a_komi_of_nothing_has_no_sign(tmp_path: Path) -> None:
    section = prove_go(Board("3x1"), 1, ko="basic", memory=MEMORY)
    claim = {**section.claim, "komi": -0.0}
    [checked] = check(write(tmp_path / "sign.proof", Section(claim, section.columns))).claims
    assert "komi 0," in checked.words
    assert str(checked.terms["komi"]) == "0.0"


@pytest.mark.core
def test_claims_about_different_bans_come_to_nothing_together(tmp_path: Path) -> None:
    sections = [prove_go(board, 9, ko="cycle", memory=MEMORY) for board in twins()]
    assert [section.claim["winner"] for section in sections] == ["W", "B"]
    checked = check(write(tmp_path / "two.proof", *sections))
    assert checked.valid
    assert checked.conclusion is None


@pytest.mark.core
def test_a_ban_is_on_one_player(tmp_path: Path) -> None:
    """The player who took the ko is not banned from it, should it be his turn again."""
    board = Board.from_diagram("X.X.", to_play="W")
    board.play("B1")
    assert str(board.ko) == "A1"
    board.to_play = "W"
    assert board.ko is None
    plain = Board.from_diagram(".OX.", to_play="W")
    assert solve(board, proof=tmp_path / "again.proof").score == solve(plain).score
    assert check(tmp_path / "again.proof").valid
    board.to_play = "B"
    assert str(board.ko) == "A1"
