"""`goseki bench tactics`: fixed problems, and what they take in one way or another."""

import json
import re
from collections.abc import Iterator

import pytest

from goseki import benchmarks
from goseki.benchmarks import tactics
from goseki.cli import main
from goseki.tactics import Search
from goseki.tactics.question import KNOWLEDGE

pytestmark = pytest.mark.core


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(benchmarks, "SECONDS_PER_MEASUREMENT", 0.001)
    monkeypatch.setattr(tactics, "NODES", 200)


def test_problems_are_what_their_names_say() -> None:
    names = [problem.name for problem in tactics.PROBLEMS]
    assert len(set(names)) == len(names)
    for problem in (*tactics.PROBLEMS, tactics.FIELD, tactics.OPEN):
        board = problem.board()
        owner = board.at(problem.target)
        assert owner is not None
        assert problem.goal == "capture" or (problem.goal == "live") == (owner == problem.to_play)


def test_what_is_proven_is_what_is_known() -> None:
    proofs = list(tactics.measure_proofs(seconds=2))
    for proof in proofs:
        assert not proof.ours.is_proven or proof.ours.status == proof.known, proof.name
    assert {p.name for p in proofs if p.ours.is_proven} >= {
        "ladder, 9x9",
        "net",
        "square four, dead",
    }
    mean = tactics.nodes_per_proof(proofs)
    assert mean is not None
    assert mean >= 1
    assert tactics.nodes_per_proof([]) is None


def test_other_ways_to_search_stand_beside_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = [problem for problem in tactics.PROBLEMS if problem.name in ("ladder, 9x9", "net")]
    monkeypatch.setattr(tactics, "PROBLEMS", few)
    monkeypatch.setattr(tactics, "WAYS", {"small table": lambda board, **_: Search(board)})
    [_, net] = tactics.measure_proofs()
    assert net.ratios == {"small table": 1.0}
    assert net.others["small table"].nodes == net.ours.nodes
    assert main(["bench", "tactics"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"nodes, enclosed field", out)
    assert re.search(r"^net +captured: proven +[\d,]+ +[\d.]+ *$", out, re.MULTILINE)
    assert re.search(r"^small table +2 of 2 +1.0x +1.0x", out, re.MULTILINE)
    assert re.search(r"nodes a proof, 2 of 2 problems proven$", out, re.MULTILINE)


def test_json(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(tactics, "PROBLEMS", tactics.PROBLEMS[:1])
    assert main(["bench", "tactics", "--json"]) == 0
    field, opened, proof = map(json.loads, capsys.readouterr().out.splitlines())
    assert (field["peer_name"], opened["peer_name"]) == ("moves of random games",) * 2
    assert field["ratio"] > 0
    assert opened["ours"] > 0
    assert proof["name"] == "ladder, 9x9"
    assert proof["ours"]["evidence"] == "proven"
    assert set(proof["ratios"]) == {f"no {piece}" for piece in KNOWLEDGE}


def test_what_is_finished_is_told_also_after_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(**_: object) -> Iterator[tactics.Proof]:
        yield tactics.Proof("net", "captured", tactics.Taken("captured", "proven", 231, 0.01))
        raise KeyboardInterrupt

    monkeypatch.setattr(tactics, "measure_proofs", measure)
    assert main(["bench", "tactics"]) == 130
    captured = capsys.readouterr()
    assert "231 nodes a proof, 1 of 1 problems proven" in captured.out
    assert captured.err == "goseki: interrupted\n"
