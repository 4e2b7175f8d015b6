"""The learning toolbox does what van der Werf (2004) says it does, on data small enough to see."""

from __future__ import annotations

import builtins
import importlib
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goseki import GosekiError

pytest.importorskip("torch", reason="learning needs the train extra")
pytest.importorskip("sklearn", reason="learning needs the train extra")

import torch
from torch import nn

from goseki.learn.batch import train_batch
from goseki.learn.classifiers import NAMES, MlpClassifier, NearestNeighbors, make_classifier
from goseki.learn.extraction import METHODS, extract
from goseki.learn.gdx import LOWER, RAISE, Gdx
from goseki.learn.mlp import Mlp
from goseki.learn.ranking import pair_errors
from goseki.learn.rprop import make_rprop
from goseki.learn.scaling import scale_by_distance, scale_min_max, standardize

CHANCE = np.random.default_rng(5)

# -- the loss of pairs -----------------------------------------------------------------------


@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.1, 1))
@settings(max_examples=200)
def test_the_loss_of_a_pair_has_the_right_gradient(good: float, bad: float, margin: float) -> None:
    values = torch.tensor([good, bad], dtype=torch.float64, requires_grad=True)
    error = pair_errors(values[:1], values[1:], margin).sum()
    gradient = torch.autograd.grad(error, values)[0].tolist()
    if good >= bad + margin:
        assert error.item() == 0
        assert gradient == [0, 0]
        return
    short = bad + margin - good
    assert error.item() == pytest.approx(short**2)
    assert gradient == pytest.approx([-2 * short, 2 * short], abs=1e-9)
    # Against differences, where they do not reach over the kink.
    step = 1e-6
    if short > step:
        for place in range(2):
            shift = torch.zeros(2, dtype=torch.float64)
            shift[place] = step
            after, before = values.detach() + shift, values.detach() - shift
            rise = pair_errors(after[:1], after[1:], margin)
            rise = rise - pair_errors(before[:1], before[1:], margin)
            assert rise.item() / (2 * step) == pytest.approx(gradient[place], abs=1e-6)


def test_a_predictor_that_says_nothing_costs_the_margin_squared() -> None:
    same = torch.full((7,), 0.3, dtype=torch.float64)
    assert pair_errors(same, same, 0.5).tolist() == pytest.approx([0.25] * 7)


# -- optimisers ------------------------------------------------------------------------------


def test_rprop_keeps_to_a_trace_worked_by_hand() -> None:
    """Gradients +, +, -, -, -: two moves with a growing step, a flip, which only shrinks the step,
    one move with the step as it is, and one with it grown again."""
    weight = nn.Parameter(torch.tensor([1.0], dtype=torch.float64))
    optimizer = make_rprop([weight], first_step=0.1)
    trace = []
    for gradient in (2.0, 0.5, -3.0, -0.1, -4.0):
        weight.grad = torch.tensor([gradient], dtype=torch.float64)
        optimizer.step()
        trace.append(weight.item())
    # Steps: 0.1, 0.12, (0.06, no move), 0.06, 0.072.
    assert trace == pytest.approx([0.9, 0.78, 0.78, 0.84, 0.912])


def test_rprop_steps_have_bounds() -> None:
    weight = nn.Parameter(torch.tensor([0.0], dtype=torch.float64))
    optimizer = make_rprop([weight])
    for _ in range(60):
        weight.grad = torch.tensor([-1.0], dtype=torch.float64)
        before = weight.item()
        optimizer.step()
    assert weight.item() - before == 50
    for turn in range(200):
        weight.grad = torch.tensor([1.0 - 2 * (turn // 2 % 2)], dtype=torch.float64)
        before = weight.item()
        optimizer.step()
    assert abs(weight.item() - before) == pytest.approx(1e-6, rel=1e-3)


def test_gdx_takes_back_a_step_that_makes_things_worse() -> None:
    weight = nn.Parameter(torch.tensor([1.0], dtype=torch.float64))
    optimizer = Gdx([weight], rate=100.0)
    assert optimizer.step(lambda: weight.square().sum()) == 1.0
    assert weight.item() == 1.0
    assert optimizer.rate == pytest.approx(100 * LOWER)


def test_gdx_is_bold_after_success_and_keeps_its_momentum() -> None:
    weight = nn.Parameter(torch.tensor([1.0], dtype=torch.float64))
    optimizer = Gdx([weight], rate=0.1)
    optimizer.step(lambda: weight.square().sum())
    assert weight.item() == pytest.approx(1 - 0.1 * 0.1 * 2)
    assert optimizer.rate == pytest.approx(0.1 * RAISE)
    optimizer.step(lambda: weight.square().sum())
    assert weight.item() == pytest.approx(0.98 - 0.9 * 0.02 - 0.1 * 0.105 * 2 * 0.98)


def test_gdx_rejects_what_is_no_number() -> None:
    weight = nn.Parameter(torch.tensor([1.0]))
    optimizer = Gdx([weight], rate=100.0)
    optimizer.step(lambda: (weight + 0.5).sqrt().sum())
    assert weight.item() == 1.0


def test_training_keeps_the_weights_that_did_best_and_stops() -> None:
    """The error on the validation set is least half way to where training goes."""
    network = nn.Linear(1, 1, bias=False)
    with torch.no_grad():
        network.weight.fill_(0.0)
    found = train_batch(
        network,
        lambda: (network.weight - 1).square().sum(),
        lambda: abs(network.weight.item() - 0.5) + 1,
        epochs=500,
        patience=20,
    )
    assert found.epochs == found.best_epoch + 20
    assert network.weight.item() == pytest.approx(0.5, abs=0.15)
    assert found.best_error == pytest.approx(abs(network.weight.item() - 0.5) + 1)


# -- scaling ---------------------------------------------------------------------------------

RAW = CHANCE.normal(size=(200, 6)) * [1, 10, 0.1, 3, 1, 0] + [0, 5, -2, 1, 0, 4]


def test_scaling_to_zero_mean_and_unit_deviation() -> None:
    scaled = standardize(RAW).apply(RAW)
    assert scaled.mean(axis=0) == pytest.approx(0, abs=1e-9)
    assert scaled.std(axis=0) == pytest.approx([1, 1, 1, 1, 1, 0])


def test_scaling_to_a_range() -> None:
    scaled = scale_min_max(RAW, -2, 3).apply(RAW)
    assert scaled.min(axis=0) == pytest.approx(-2)
    assert scaled.max(axis=0) == pytest.approx([3, 3, 3, 3, 3, -2])


def test_scaling_by_distance_divides_variances_by_it() -> None:
    distances = [1, 2, 3, 4, 5, 1]
    scaled = scale_by_distance(RAW, distances).apply(RAW)
    assert scaled.var(axis=0)[:5] == pytest.approx([1, 1 / 2, 1 / 3, 1 / 4, 1 / 5])
    with pytest.raises(GosekiError, match="5 distances do not fit 6 features"):
        scale_by_distance(RAW, [1] * 5)
    with pytest.raises(GosekiError, match="distances must be more than 0, not 0"):
        scale_by_distance(RAW, [0] * 6)


# -- extraction ------------------------------------------------------------------------------

EXPERTS = CHANCE.normal(size=(500, 8)) * [3, 1, 1, 1, 1, 1, 0.2, 1]
PARTNERS = CHANCE.normal(size=(500, 8)) * [1, 3, 1, 1, 1, 1, 0.2, 1]
PARTNERS[:, 7] = EXPERTS[:, 7]  # equal in both moves, as a ko flag is


@pytest.mark.parametrize("method", sorted({*METHODS} - {"LDA", "LDA*", "EST"}))
@pytest.mark.parametrize("m", [1, 2, 5, 8])
def test_directions_are_orthonormal(method: str, m: int) -> None:
    found = extract(method, EXPERTS, PARTNERS, m)
    assert found.shape == (m, 8)
    assert found @ found.T == pytest.approx(np.eye(m), abs=1e-9)


def test_mest_finds_directions_of_both_signs_where_est_finds_one() -> None:
    """The experts vary more along the first axis, their partners along the second."""
    mest = abs(extract("MEST", EXPERTS, PARTNERS, 2))
    assert {int(row.argmax()) for row in mest} == {0, 1}
    assert mest.max(axis=1).min() > 0.95
    est = extract("EST", EXPERTS, PARTNERS, 8)
    assert 1 <= len(est) < 8
    along = {int(row.argmax()) for row in abs(est) if row.max() < 2 and abs(row).max() > 0.95}
    assert len(along & {0, 1}) == 1


def test_est_finds_only_what_one_sign_has() -> None:
    experts = np.array([[2.0, 0.0], [-2.0, 0.0]])
    partners = np.array([[0.0, 1.0], [0.0, -1.0]])
    assert abs(extract("EST", experts, partners, 2)) == pytest.approx(np.array([[1.0, 0.0]]))
    assert abs(extract("EST", partners, experts, 2)) == pytest.approx(np.array([[1.0, 0.0]]))
    assert len(extract("MEST", experts, partners, 2)) == 2


def test_mpa_is_blind_to_what_both_moves_share_and_pcampa_is_not() -> None:
    flag = EXPERTS * [1, 1, 1, 1, 1, 1, 1, 9]
    other = PARTNERS * [1, 1, 1, 1, 1, 1, 1, 9]
    assert abs(extract("MPA", flag, other, 7)[:, 7]).max() < 1e-6
    assert abs(extract("PCAMPA", flag, other, 2)[0, 7]) > 0.9
    assert abs(extract("MPAPCA", flag, other, 2)[1, 7]) > 0.9


def test_the_second_half_is_the_leading_one_of_the_complement() -> None:
    """As the projection (I - QQ')S(I - QQ') has it."""
    both = extract("MESTMPA", EXPERTS, PARTNERS, 4)
    first = extract("MEST", EXPERTS, PARTNERS, 2)
    assert both[:2] == pytest.approx(first)
    outside = np.eye(8) - first.T @ first
    difference = (EXPERTS - PARTNERS) @ outside
    vectors = np.linalg.eigh(difference.T @ difference)[1][:, ::-1][:, :2].T
    assert abs((both[2:] * vectors).sum(axis=1)) == pytest.approx(1)


def test_lda_separates_classes_that_pca_does_not_see() -> None:
    experts = CHANCE.normal(size=(400, 3)) * [9, 0.1, 1] + [0, 0.5, 0]
    partners = CHANCE.normal(size=(400, 3)) * [9, 0.1, 1] - [0, 0.5, 0]
    for method in ("LDA", "LDA*"):
        direction = extract(method, experts, partners, 1)[0]
        assert abs(direction[1]) > 20 * max(abs(direction[[0, 2]]))
    assert abs(extract("PCA", experts, partners, 1)[0, 0]) > 0.99
    # Features that depend on each other, and constant ones, do no harm.
    twice = np.hstack((experts, experts, np.ones((400, 1))))
    assert np.isfinite(
        extract("LDA", twice, np.hstack((partners, partners, np.ones((400, 1)))), 3)
    ).all()


def test_extraction_names_what_it_cannot_do() -> None:
    with pytest.raises(GosekiError, match="no extraction 'ICA'"):
        extract("ICA", EXPERTS, PARTNERS, 2)
    with pytest.raises(GosekiError, match="m must be from 1 to 8"):
        extract("PCA", EXPERTS, PARTNERS, 9)
    with pytest.raises(GosekiError, match="not pairs"):
        extract("PCA", EXPERTS, PARTNERS[:-1], 2)


# -- folding ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_folding_changes_no_output(method: str) -> None:
    scaling = scale_by_distance(np.vstack((EXPERTS, PARTNERS)), [1, 1, 2, 2, 3, 3, 4, 1])
    directions = extract(method, scaling.apply(EXPERTS), scaling.apply(PARTNERS), 3)
    small = Mlp(len(directions), 10, 2, seed=3, dtype=torch.float64)
    raw = small.unfold(scaling, directions)
    with torch.no_grad():
        before = small(torch.from_numpy(scaling.apply(EXPERTS) @ directions.T))
        after = raw(torch.from_numpy(EXPERTS))
    assert raw.hidden.in_features == 8
    assert float((before - after).abs().max()) <= 1e-9


# -- classifiers -----------------------------------------------------------------------------


def clouds(count: int, seed: int) -> tuple[Any, Any]:
    chance = np.random.default_rng(seed)
    labels = np.arange(count) % 2
    vectors = chance.normal(size=(count, 3)) + np.outer(labels, [4, 0, 0])
    return np.hstack((vectors, np.ones((count, 1)))), labels


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("error")
def test_every_classifier_tells_two_clouds_apart(name: str) -> None:
    """One feature is constant, as the corners of the connectedness boards are."""
    found = make_classifier(name).fit(*clouds(200, 1)).predict(clouds(200, 2)[0])
    assert (found == clouds(200, 2)[1]).mean() > 0.93


def test_only_a_covariance_for_each_class_tells_a_cloud_within_a_cloud() -> None:
    chance = np.random.default_rng(3)
    labels = np.arange(400) % 2
    vectors = chance.normal(size=(400, 4)) * np.where(labels, 5, 0.5)[:, None]
    accuracy = {
        name: (make_classifier(name).fit(vectors, labels).predict(vectors) == labels).mean()
        for name in ("LDC", "QDC")
    }
    assert accuracy["QDC"] > 0.97
    assert accuracy["LDC"] < 0.7


def test_the_number_of_neighbours_is_chosen_by_leaving_one_out() -> None:
    vectors, labels = clouds(120, 4)
    noisy = labels.copy()
    noisy[::10] = 1 - noisy[::10]
    chosen = NearestNeighbors(15).fit(vectors, noisy)
    rates = []
    for k in range(1, 16):
        right = 0
        for left_out in range(120):
            others = np.arange(120) != left_out
            near = np.linalg.norm(vectors[others] - vectors[left_out], axis=1).argsort()[:k]
            votes = np.bincount(noisy[others][near], minlength=2)
            right += int(votes.argmax() == noisy[left_out])
        rates.append(right)
    assert chosen.k == int(np.argmax(rates)) + 1 > 1
    assert NearestNeighbors().fit(vectors[:1], labels[:1]).k == 1


@pytest.mark.parametrize("optimizer", ["rprop", "gdx"])
def test_a_hidden_layer_learns_exclusive_or(optimizer: Any) -> None:
    vectors = np.array([[-1.0, -1], [-1, 1], [1, -1], [1, 1]])
    labels = np.array([0, 1, 1, 0])
    epochs = 300 if optimizer == "rprop" else 3000
    network = MlpClassifier(6, optimizer=optimizer, epochs=epochs, patience=epochs, seed=1)
    network.fit(vectors, labels, (vectors, labels))
    assert network.predict(vectors).tolist() == labels.tolist()
    assert network.validation_error == 0


def test_the_same_seed_gives_the_same_network() -> None:
    data, other = clouds(60, 1), clouds(30, 2)
    weights = [
        MlpClassifier(4, epochs=20, seed=seed).fit(*data, other).network.hidden.weight
        for seed in (1, 1, 2)
    ]
    assert torch.equal(weights[0], weights[1])
    assert not torch.equal(weights[0], weights[2])


def test_classifiers_are_named() -> None:
    with pytest.raises(GosekiError, match="no classifier 'SVM'"):
        make_classifier("SVM")


# -- without the extra -----------------------------------------------------------------------


def test_what_is_missing_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any, **more: Any) -> Any:
        if name == "torch":
            raise ModuleNotFoundError("No module named 'torch'", name="torch")
        return real(name, *rest, **more)

    monkeypatch.delitem(sys.modules, "goseki.learn.extra")
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(GosekiError, match=r"needs torch, which is missing: pip install '\.\[train"):
        importlib.import_module("goseki.learn.extra")
