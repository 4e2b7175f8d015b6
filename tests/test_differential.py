"""The core against the reference, which shares no code with it."""

import pytest

from goseki import Board, reference
from goseki.experiments import rules as experiment
from goseki.experiments.rules import compare_rules

pytestmark = pytest.mark.core


def test_core_and_reference_agree_on_random_games() -> None:
    found = compare_rules(moves=12_000, seed=2026)
    assert found.differences == []
    assert found.moves >= 12_000
    assert found.undone >= 10_000
    assert found.scores > 300


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("ko", property(lambda board: None)),
        ("prisoners", property(lambda board: {"B": 0, "W": 0})),
        ("passes", property(lambda board: 0)),
    ],
)
def test_the_comparison_notices_a_wrong_core(
    monkeypatch: pytest.MonkeyPatch, name: str, wrong: property
) -> None:
    monkeypatch.setattr(Board, name, wrong, raising=False)
    assert compare_rules(moves=2_000, seed=1).differences


def test_the_comparison_notices_a_wrong_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    class LenientReferee(reference.Referee):
        def _breaks_superko(self, color: object, stones: object) -> bool:
            return False

    monkeypatch.setattr(experiment.reference, "Referee", LenientReferee)
    assert "superko" in compare_rules(moves=4_000, seed=1).differences[0]


def test_the_comparison_notices_equal_hashes() -> None:
    comparison = experiment.Comparison()
    comparison.note_hash(7, 1)
    comparison.note_hash(7, 1)
    assert comparison.differences == []
    comparison.note_hash(7, 2)
    assert len(comparison.differences) == 1


def test_any_number_of_jobs_compares_the_same() -> None:
    alone, together = (compare_rules(moves=2_000, seed=9, jobs=jobs) for jobs in (1, 2))
    assert together == alone
    assert alone.moves >= 2_000
