"""Results as JSON: every type of result is written, and the keys in use keep their names."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import goseki as gs
from goseki.analysis import BlockStatus
from goseki.facts import facts
from goseki.phantom.equilibrium import solve_value
from goseki.phantom.exact import exploitability
from goseki.phantom.tiny import TinyGame
from goseki.phantom.tree import SearchNode
from goseki.positions import read_position
from goseki.prediction import predict_game
from goseki.proof import CheckResult, Fault, check
from goseki.proof.checker import CheckedClaim
from goseki.safety import eye_shapes
from goseki.solver import solve_as_thesis
from goseki.tactics import KoFight, Solution, SuiteResult, SuiteRow, WhyNot, read_ladder

pytestmark = pytest.mark.core

EYES = gs.Board.from_diagram(".X.XO./XXXXOO/OOOOO.")
SOLVED = "evidence best pv nodes seconds"
GO = f"ko ko_point scoring scoring_words score lower upper {SOLVED}"


def _checked(path: Path) -> CheckResult:
    gs.solve(gs.Board("2x2"), proof=path / "small.proof", force=True)
    return check(path / "small.proof")


def _failed(path: Path) -> CheckResult:
    claim = CheckedClaim("go", "a claim", [".."], 1)
    return CheckResult(False, [], 1, fault=Fault("a reason", [".."], "B", 1), failed_claim=claim)


TACTICS = (
    "target target_found goal to_play status evidence best best_complete worse pv nodes seconds"
)


def _solution(**more: Any) -> Solution:
    return Solution((gs.Point(0, 0),), "B", "kill", "W", "dead", "proven", **more)


def _why_not() -> WhyNot:
    return WhyNot(gs.PASS, True, "alive", [gs.Point(0, 0)], "proven")


KEYS: list[tuple[Callable[[Path], Any], str]] = [
    (
        lambda path: EYES,
        "board to_play rules ply columns rows prisoners ko passes over",
    ),
    (lambda path: read_position("3x3"), "board to_play rules ply move moves"),
    (lambda path: EYES.legal_moves, "legal pass illegal"),
    (lambda path: EYES.score(), "result black white komi"),
    (lambda path: gs.life.benson(EYES), "proven estimate evidence"),
    (
        lambda path: gs.analyze(gs.Board.from_diagram(".X.XO./XXXXOO/OOOOO."), games=10),
        "prisoners ko legal atari over count safe neutral blocks final sentences evidence seconds "
        "seki solution tactics owner score deviation black_win_rate games",
    ),
    (
        lambda path: gs.analyze(gs.Board(7, "tromp-taylor"), games=0),
        "prisoners ko legal atari over count safe neutral blocks final sentences evidence seconds",
    ),
    (
        lambda path: gs.run_playouts(EYES, 10),
        "evidence games score deviation black_win_rate black_wins white_wins draws mean_length "
        "owner",
    ),
    (lambda path: gs.predict(gs.Board("5x5")), "moves value score owner model evidence"),
    (lambda path: predict_game(gs.Game.new("5x5")), "played top evidence"),
    (lambda path: gs.solve(gs.Board("2x2")), GO),
    (lambda path: gs.solve(gs.Board("2x2"), at_least=1), f"{GO} at_least holds"),
    (lambda path: gs.solve(gs.Board("2x1"), openings=True), f"{GO} openings opening_bounds"),
    (lambda path: gs.solve(gs.Board("7x7")), f"{GO} note"),
    (
        lambda path: solve_as_thesis(gs.Board("2x2")),
        f"{GO} method without value depth depth_nodes deepest note",
    ),
    (
        lambda path: gs.solve_capture(gs.Board("2x2")),
        f"game winner plies no_win_within {SOLVED}",
    ),
    (
        lambda path: gs.prove_safety(EYES),
        "method level count safe dead blocks regions open_fields seki claims evidence nodes "
        "seconds",
    ),
    (
        lambda path: gs.prove_region(EYES, "A3:C3", "B"),
        "region defender first ko_winner outside_liberties blocks stones territory evidence nodes "
        "seconds",
    ),
    (
        lambda path: next(iter(eye_shapes(3))),
        "rows points attacker_first defender_first attacks defenses",
    ),
    (_checked, "valid evidence claims conclusion situations"),
    (_failed, "valid evidence claims conclusion situations fault"),
    (
        lambda path: gs.solve(gs.Board("2x2"), proof=path / "small.proof", force=True).proof,
        "file claims situations bytes",
    ),
    (
        lambda path: exploitability(TinyGame("3x1", plies=4), "random"),
        "black_best white_best exploitability information_sets response_sets evidence",
    ),
    (
        lambda path: gs.predict(gs.Board("5x5"), model="mp-star").candidates(3),
        "moves kept is_measured evidence",
    ),
    (lambda path: _solution(), TACTICS),
    (
        lambda path: _solution(
            ko=KoFight("W", {"W": 0}),
            why_not=_why_not(),
            if_black_first=_solution(),
            if_white_first=_solution(),
            interrupted=True,
        ),
        f"{TACTICS} ko why_not if_black_first if_white_first interrupted",
    ),
    (lambda path: _why_not(), "move is_worse status pv evidence"),
    (
        lambda path: read_ladder(EYES, "A2"),
        "method target to_play threats_black threats_white status evidence best best_complete pv "
        "ko zone nodes",
    ),
    (lambda path: SuiteResult([SuiteRow("1")]), "problems counts median_seconds median_settled"),
    (
        lambda path: SuiteRow("1"),
        "source status evidence target goal to_play best best_complete pv answers is_right "
        "is_disputed wrong_worse wrong_as_good wrong_open nodes seconds settled_after",
    ),
    (lambda path: SearchNode("B", gs.Point(0, 0), 3, 0.5), "move color visits value children"),
    (
        lambda path: solve_value(TinyGame("3x1", plies=4), most=1000),
        "low high rounds evidence",
    ),
]


@pytest.mark.parametrize(("make", "keys"), KEYS)
def test_the_keys_are_those_in_use(make: Callable[[Path], Any], keys: str, tmp_path: Path) -> None:
    said = facts(make(tmp_path))
    assert sorted(said) == sorted(keys.split())
    assert json.loads(json.dumps(said)) == said


def test_values_are_words_and_numbers() -> None:
    said = facts(gs.prove_safety(gs.Board.from_diagram(".X.XO./XXXXOO/OOOOO.")))
    assert said["safe"]["B"] == ["A3", "B3", "C3", "D3", "A2", "B2", "C2", "D2"]
    assert (said["count"], said["evidence"], said["dead"]) == (18, "proven", [])
    ko = gs.Board.from_diagram(".XO./X.XO/.XO.", to_play="W", rules="japanese")
    ko.play("B2")
    assert facts(ko)["ko"] == "C2"
    assert facts(ko)["board"] == [".XO.", "XO.O", ".XO."]
    assert facts(ko.legal_moves)["illegal"]["C2"] == "ko"


def test_threats_that_are_not_decided_have_no_key() -> None:
    decided = _solution(ko=KoFight("W", {"W": 0, "B": None}))
    assert facts(decided)["ko"] == {"for": "W", "threats_black": None, "threats_white": 0}
    assert facts(_solution(ko=KoFight("W", {"W": 0})))["ko"] == {"for": "W", "threats_white": 0}
    assert facts(_solution(ko=KoFight(None, {})))["ko"] == {}


def test_a_fault_names_its_move(tmp_path: Path) -> None:
    assert facts(_failed(tmp_path))["fault"] == {
        "claim": "a claim",
        "reason": "a reason",
        "board": [".."],
        "to_play": "B",
        "ko_point": None,
        "move": "B1",
        "details": "",
    }


def _results() -> Iterator[type]:
    """Everything in the package that states its evidence, but for the doors."""
    for module in pkgutil.walk_packages(gs.__path__, "goseki."):
        if module.name.split(".")[1] in (
            "__main__",
            "cli",
            "gtp",
            "learn",
            "experiments",
            "benchmarks",
        ):
            continue
        for kind in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(kind) and kind.__module__ == module.name:
                fields = getattr(kind, "__dataclass_fields__", {})
                if "evidence" in fields or isinstance(getattr(kind, "evidence", None), property):
                    yield kind


def test_whatever_states_its_evidence_has_facts(tmp_path: Path) -> None:
    written = {BlockStatus, *(type(make(tmp_path)) for make, _ in KEYS)}  # a part of an analysis
    assert {kind for kind in _results() if kind not in written} == set()


def test_what_is_no_result_is_named() -> None:
    with pytest.raises(gs.GosekiError, match="int is not a result that has facts"):
        facts(3)


def test_facts_load_no_solver() -> None:
    script = (
        "import sys, goseki.facts\n"
        "heavy = ('numpy', 'goseki._core', 'goseki.solver', 'goseki.safety', 'goseki.phantom')\n"
        "print([name for name in heavy if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"
