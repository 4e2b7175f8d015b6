"""The judge of safety claims: known positions, and beside its slow twin."""

import pytest

from goseki import _core
from goseki.evidence import Verdict
from tests.judges.slow_judge import FAILS, HOLDS, Claim, claim_of, compare, core_judge, slow_judge

pytestmark = pytest.mark.core

KO_EYE = "OOXX./.OOXX/OOXXX/O..X."
"""White has one eye and a ko for the second."""


def both(claim: Claim) -> Verdict:
    """The verdict of the core, which the twin must share where it is quick."""
    verdict, _ = core_judge(claim)
    assert slow_judge(claim, 4_000) in (verdict, "unknown")
    return verdict


@pytest.mark.parametrize(
    ("board", "stones", "area", "verdict"),
    [
        (".XO/XXO/OO.", "-#/##", "", FAILS),  # one eye
        (".X.X/XXXX", "-#-#/####", "", HOLDS),
        (".XO./XXXX", "-#--/####", "#-##", HOLDS),
        (".X.O/XXXX", "-#--/####", "--##", HOLDS),
        # A seki: the stones live, what is between them is nobody's.
        ("OOO./XX.O/XXXX/XX.X", "/##/####/##-#", "", HOLDS),
        ("OOO./XX.O/XXXX/XX.X", "/##/####/##-#", "###", FAILS),
        # Four in a row are enough, and three are not if the attacker moves first.
        ("....X/XXXXX", "----#/#####", "####", HOLDS),
        ("...X/XXXX", "---#/####", "", FAILS),
        # A snapback does not help: the stones are taken in the end.
        (".XO.X/XXXXX", "-#--#/#####", "#-##", HOLDS),
    ],
)
def test_known_positions(board: str, stones: str, area: str, verdict: Verdict) -> None:
    assert both(claim_of(board, stones, area)) == verdict


def test_kos_that_the_attacker_takes_back_at_once() -> None:
    """White's second eye is a ko, which Black wins in the end: all is Black's. His stones would
    be lost in a ko of their own."""
    stones = "--##-/---##/--###/---#-"
    area = "##--#/###--/##---/###-#"
    assert core_judge(claim_of(KO_EYE, stones, area))[0] == HOLDS
    ko = ".XO./XO.O/XXO./.XOO"
    assert both(claim_of(ko, "-#--/#---/##--/-#--")) == FAILS


def test_a_failing_claim_comes_with_an_attack() -> None:
    verdict, line = core_judge(claim_of(".XO/XXO/OO.", "-#/##", ""))
    assert verdict == FAILS
    assert line[-1] == 0  # the eye


def test_random_claims_beside_the_slow_twin() -> None:
    different, count = compare(60, seed=7, most=1_000)
    assert different == []
    assert count["proven"] > 5
    assert count["refuted"] > 5


@pytest.mark.parametrize(
    "arguments",
    [
        (9, 9, 0, 0, 0, 0),
        (2, 2, 1, 1, 0, 0),  # both colours on a point
        (2, 2, 1, 0, 2, 0),  # no stone there
        (2, 2, 16, 0, 0, 0),
        (2, 2, 1, 6, 0, 0),  # no liberty
    ],
)
def test_no_such_position(arguments: tuple[int, int, int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="no "):
        _core.judge_safety(*arguments, 100)
