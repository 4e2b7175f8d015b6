"""Training: what a batch says, a loop that can be stopped anywhere, files that go on elsewhere."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goseki import GosekiError
from goseki.cli import main
from goseki.coords import Size
from goseki.learn.games import Games
from goseki.symmetries import symmetry_images
from tests.support.toy_games import write_collection, write_labels

pytest.importorskip("torch", reason="training needs the train extra")

import torch
from torch import nn

from goseki.experiments import nets
from goseki.learn.batches import Batch, Places, Source
from goseki.learn.cost import multiply_adds
from goseki.learn.loop import LAST_RATE, WARM_UP, Plan, Run, rate_at, train
from goseki.learn.move_network import (
    LEGAL_PLANE,
    MoveNetwork,
    losses_of,
    ranks_of_played,
    sources_of,
)
from goseki.learn.muon import Muon, orthogonal
from goseki.learn.network import (
    GLOBALS,
    PLANES,
    Heads,
    Network,
    Shape,
    expected_score,
    score_log_likelihood,
    size_share,
)
from goseki.learn.onnx_file import read_card, read_network, write_network
from goseki.prediction.network import NetworkModel

pytestmark = pytest.mark.filterwarnings("ignore:.*ONNX.*:DeprecationWarning")

torch.set_num_threads(1)  # small tensors are faster so
SMALL = Shape(blocks=2, channels=16, middle=8, pooled=8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Games of which some belong to each part, and labels."""
    folder = tmp_path_factory.mktemp("learn")
    file = write_collection(folder / "toy.sgfs", range(120))
    write_labels(folder / "toy.npz", Games.read([file]))
    return folder


@pytest.fixture(scope="module")
def source(folder: Path) -> Source:
    games = Games.read([folder / "toy.sgfs"])
    return sources_of(games, [folder / "toy.npz"], "train")[0]


def batch_of(source: Source, places: Places, symmetry: int = 0) -> Batch:
    return source.batch(places, np.full(len(places), symmetry, np.uint8))


# -- batches -----------------------------------------------------------------------------------


@pytest.mark.parametrize("symmetry", range(8))
def test_a_batch_turns_moves_and_owners_as_it_turns_the_board(
    source: Source, symmetry: int
) -> None:
    places = source.labelled_places()
    plain, turned = batch_of(source, places), batch_of(source, places, symmetry)
    image = torch.from_numpy(symmetry_images(Size(9, 9))[symmetry].astype(np.int64))
    for one, other in (
        (plain.policy[:, :-1], turned.policy[:, :-1]),
        (plain.owner, turned.owner),
        *((plain.planes[:, n].flatten(1), turned.planes[:, n].flatten(1)) for n in range(PLANES)),
    ):
        assert torch.equal(one, other[:, image])
    assert torch.equal(plain.policy[:, -1], turned.policy[:, -1])
    assert torch.equal(image[plain.played], turned.played)


def test_the_move_played_is_legal_and_is_what_policy_says(source: Source) -> None:
    batch = batch_of(source, source.draw(np.random.default_rng(0), 200, 0.0))
    legal = batch.planes[:, LEGAL_PLANE].flatten(1)
    rows = torch.arange(200)
    assert bool((legal[rows, batch.played] == 1).all())
    assert bool((batch.policy[rows, batch.played] == 1).all())
    assert torch.allclose(batch.policy.sum(1), torch.ones(200))
    assert bool((batch.label_weight == 0).all())


def test_labels_are_seen_by_the_side_to_move(source: Source) -> None:
    places = source.labelled_places()
    batch = batch_of(source, places)
    mover = torch.from_numpy(source.signs(places))
    assert {1.0, -1.0} >= set(mover.tolist())
    # After 10 moves of random games, all without a pass, Black is to move.
    assert bool((mover == 1).all())
    assert bool((batch.owner[:, :9] == 1).all())
    assert bool((batch.owner[:, 9:] == 0).all())
    assert batch.lead.tolist() == [2.0] * len(places)
    assert batch.value.tolist() == [0.75] * len(places)
    rows = torch.arange(len(places))
    # Half of the policy is the move played, which also has 80 % of the label's half.
    assert torch.allclose(batch.policy[rows, batch.played], torch.tensor(0.9), atol=1e-3)
    assert torch.allclose(batch.policy[:, 81], torch.tensor(0.1), atol=1e-3)


def test_the_winner_of_the_game_is_the_value_without_a_label(source: Source) -> None:
    places = source.draw(np.random.default_rng(1), 100, 0.0)
    batch = batch_of(source, places)
    mover = source.signs(places)
    won = source.games.winner[places.game] * mover == 1
    assert batch.value.tolist() == won.astype(float).tolist()


def test_ties_count_against_the_network(source: Source) -> None:
    batch = batch_of(source, source.draw(np.random.default_rng(2), 50, 0.0))
    legal = batch.planes[:, LEGAL_PLANE].flatten(1).sum(1)
    ranks = ranks_of_played(torch.zeros(50, 82), batch)
    assert torch.equal(ranks.float(), legal)
    sure = torch.zeros(50, 82)
    sure[torch.arange(50), batch.played] = 1
    assert bool((ranks_of_played(sure, batch) == 1).all())


# -- the network -------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(5, 5), (9, 9), (7, 12), (19, 19)])
def test_one_network_answers_on_boards_of_any_size(size: tuple[int, int]) -> None:
    network = Network(SMALL).eval()
    heads = network(torch.rand(3, PLANES, *size), torch.rand(3, GLOBALS))
    points = size[0] * size[1]
    assert heads.policy.shape == (3, points + 1)
    assert heads.owner.shape == (3, points)
    assert bool((heads.owner.abs() <= 1).all())


def test_means_of_a_norm_are_apart_for_narrow_and_wide_boards() -> None:
    network = Network(SMALL).train()
    before = network.norm.running_mean.clone()
    network(torch.rand(4, PLANES, 9, 9), torch.rand(4, GLOBALS))
    narrow = network.norm.running_mean.clone()
    assert not torch.equal(narrow[0], before[0])
    assert torch.equal(narrow[1], before[1])
    network(torch.rand(4, PLANES, 19, 19), torch.rand(4, GLOBALS))
    assert torch.equal(network.norm.running_mean[0], narrow[0])
    assert not torch.equal(network.norm.running_mean[1], narrow[1])
    assert [size_share(n, n) for n in (5, 9, 19)] == [0, 0, 1]


def test_the_score_head_is_a_distribution() -> None:
    score = torch.tensor([[0.3, -0.2, 0.1, 0.5, -1.0, 0.2, 0.4, 0.1, -0.3]])
    leads = torch.arange(-400.0, 400.0, 0.25)
    density = score_log_likelihood(score.expand(len(leads), -1), leads).exp() / 20
    assert float(density.sum() * 0.25) == pytest.approx(1, abs=1e-3)
    assert float((density * leads).sum() * 0.25) == pytest.approx(
        float(expected_score(score)), abs=0.05
    )


def test_losses_are_least_for_what_is_to_be_learned(source: Source) -> None:
    places = source.labelled_places()
    batch = batch_of(source, places)
    count = len(places)
    right = Heads(
        torch.log(batch.policy + 1e-4),
        torch.logit(batch.value),
        torch.cat(
            [
                torch.zeros(count, 3),
                batch.lead[:, None].expand(-1, 3) / 20,
                torch.full((count, 3), -6.0),
            ],
            1,
        ),
        batch.owner,
    )
    wrong = Heads(-right.policy, -right.value, -right.score, -right.owner)
    for name, value in losses_of(right, batch).items():
        assert value < losses_of(wrong, batch)[name], name


def test_multiplications_are_those_of_a_convolution_by_hand() -> None:
    network = Network(Shape(blocks=0, channels=8, middle=4, pooled=4))
    by_point = PLANES * 9 * 8 + 3 * (8 * 4) + 4 + 4
    once = GLOBALS * 8 + (8 * 4 + 8) + (8 + GLOBALS) * 8 + 8 * 10
    assert multiply_adds(network, 9) == 81 * by_point + once


# -- the optimiser -----------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(4, 9), (9, 4), (5, 5)])
def test_orthogonal_directions_have_singular_values_near_one(shape: tuple[int, int]) -> None:
    torch.manual_seed(1)
    matrix = torch.randn(shape) @ torch.diag(torch.logspace(-1, 1, shape[1]))
    left, _, right = torch.linalg.svd(matrix, full_matrices=False)
    found = orthogonal(matrix)
    values = torch.linalg.svdvals(found)
    assert bool(((values > 0.5) & (values < 1.3)).all())
    # The directions are kept: it points where the nearest orthogonal matrix points.
    nearest = left @ right
    assert float((found * nearest).sum() / found.norm() / nearest.norm()) > 0.95


def test_muon_learns_a_linear_map_and_resumes_to_the_bit() -> None:
    torch.manual_seed(0)
    target, inputs = torch.randn(6, 4), torch.randn(64, 4)

    def begin() -> tuple[nn.Module, Muon]:
        torch.manual_seed(2)
        layer = nn.Linear(4, 6)
        return layer, Muon([{"params": list(layer.parameters())}], lr=0.05)

    def steps(layer: nn.Module, optimizer: Muon, count: int) -> float:
        for _ in range(count):
            loss = ((layer(inputs) - inputs @ target.T) ** 2).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        return float(loss.detach())

    layer, optimizer = begin()
    first = steps(layer, optimizer, 1)
    assert steps(layer, optimizer, 199) < first / 10
    again, other = begin()
    steps(again, other, 120)
    state, weights = other.state_dict(), again.state_dict()
    fresh, third = begin()
    fresh.load_state_dict(weights)
    third.load_state_dict(state)
    steps(fresh, third, 80)
    assert torch.equal(fresh.weight, layer.weight)
    assert torch.equal(fresh.bias, layer.bias)


# -- the loop ----------------------------------------------------------------------------------


class Line:
    """A learner that fits a line, and may press Ctrl-C."""

    def __init__(self, stop_at: int | None = None) -> None:
        torch.manual_seed(0)
        self.model: nn.Module = nn.Linear(1, 1)
        self.steps, self.stop_at = 0, stop_at

    def loss(self) -> Any:
        self.steps += 1
        if self.steps == self.stop_at:
            raise KeyboardInterrupt
        x = torch.rand(32, 1)
        return ((self.model(x) - 3 * x - 1) ** 2).mean()

    def measure(self, model: nn.Module) -> dict[str, float]:
        x = torch.linspace(0, 1, 11)[:, None]
        return {"loss": float(((model(x) - 3 * x - 1) ** 2).mean().detach())}


def test_the_rate_rises_and_falls() -> None:
    plan = Plan(100.0, rate=0.1)
    rates = [rate_at(plan, seconds) for seconds in range(101)]
    top = round(100 * WARM_UP)
    assert rates[: top + 1] == sorted(rates[: top + 1])
    assert rates[top:] == sorted(rates[top:], reverse=True)
    assert max(rates) == pytest.approx(0.1)
    assert rates[-1] == pytest.approx(0.1 * LAST_RATE)


def test_a_run_that_is_stopped_goes_on_and_ends_with_its_best(tmp_path: Path) -> None:
    plan = Plan(1.0, rate=0.03, measure_seconds=0.1)
    stopped = train(Line(stop_at=20), tmp_path, plan)
    assert stopped.interrupted
    assert stopped.steps == 19
    kept: list[float] = []

    def keep(model: nn.Module, run: Run) -> None:
        kept.append(run.best["loss"])

    learner = Line()
    run = train(learner, tmp_path, plan, on_best=keep)
    assert not run.interrupted
    assert run.steps > stopped.steps
    assert run.seconds >= plan.seconds
    assert kept == sorted(kept, reverse=True)
    assert kept[-1] == run.best["loss"]
    assert learner.measure(learner.model)["loss"] == pytest.approx(run.best["loss"])
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert lines == run.curve
    assert min(line["loss"] for line in lines) == run.best["loss"]
    # A run that is over is not trained again.
    assert train(Line(stop_at=1), tmp_path, plan).steps == run.steps


def test_what_was_trained_before_does_not_become_worse(tmp_path: Path) -> None:
    def trained() -> Line:
        learner = Line()
        layer = learner.model
        assert isinstance(layer, nn.Linear)
        nn.init.constant_(layer.weight, 3.0)
        nn.init.constant_(layer.bias, 1.0)
        return learner

    plan = Plan(0.3, rate=0.5, measure_seconds=0.1)
    assert train(trained(), tmp_path / "new", plan).best["loss"] > 1e-9
    again = trained()
    run = train(again, tmp_path / "more", replace(plan, is_trained=True))
    assert len(run.curve) > 1
    assert run.best["loss"] < 1e-12
    assert again.measure(again.model)["loss"] < 1e-12


def test_a_state_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "state.pt").write_bytes(b"nothing")
    with pytest.raises(GosekiError, match="is not the state of this training"):
        train(Line(), tmp_path, Plan(1.0))


def test_a_folder_that_cannot_be_written_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "best.pt").mkdir()
    with pytest.raises(GosekiError, match=r"best.pt: .*directory"):
        train(Line(), tmp_path, Plan(0.2, measure_seconds=0.1))


# -- files -------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", [5, 9, 13, 19])
def test_a_file_says_what_the_network_says(side: int, tmp_path: Path) -> None:
    torch.manual_seed(3)
    network = Network(SMALL)
    for _ in range(3):  # so that means and variances are not what they are at first
        for size in (9, 19):
            network.train()(torch.rand(4, PLANES, size, size), torch.rand(4, GLOBALS))
    for parameter in network.parameters():
        parameter.data = parameter.data.half().float()  # as precise as the file
    nn.init.normal_(network.blocks[0].widen.weight, std=0.1)
    network.blocks[0].widen.weight.data = network.blocks[0].widen.weight.data.half().float()
    write_network(network, tmp_path / "net.onnx", {"stages": [1]})
    model, again = NetworkModel(tmp_path / "net.onnx"), read_network(tmp_path / "net.onnx").eval()
    planes = torch.randint(0, 2, (2, PLANES, side, side)).float()
    globals_ = torch.rand(2, GLOBALS)
    with torch.no_grad():
        expected = again(planes, globals_)
    policy, judged, owner = model.run(planes.numpy(), globals_.numpy())
    assert np.abs(policy - expected.policy.numpy()).max() < 1e-4
    assert np.abs(judged[:, 0] - expected.value.numpy()).max() < 1e-4
    assert np.abs(judged[:, 1:] - expected.score.numpy()).max() < 1e-4
    assert np.abs(owner - expected.owner.numpy()).max() < 1e-4
    assert read_card(tmp_path / "net.onnx") == {"stages": [1]}
    for name, value in network.eval().state_dict().items():
        if value.is_floating_point():
            assert torch.allclose(value, again.state_dict()[name], atol=2e-3), name


def test_training_lowers_the_loss_and_goes_on_from_a_file(folder: Path, tmp_path: Path) -> None:
    def train_predict(out: str, *more: str) -> dict[str, Any]:
        arguments = ["train", "predict", str(folder / "toy.sgfs"), "--labels", str(folder)]
        size = ["--blocks", "1", "--channels", "16"]
        assert main([*arguments, *size, "--out", str(tmp_path / out), *more]) == 0
        card = read_card(tmp_path / out / "net.onnx")
        assert isinstance(card, dict)
        return card

    card = train_predict("run", "--minutes", "0.1")
    lines = (tmp_path / "run" / "curve.jsonl").read_text().splitlines()
    untrained = MoveNetwork(
        Network(Shape(1, 16, 8)),
        [],
        sources_of(Games.read([folder / "toy.sgfs"]), [folder / "toy.npz"], "validation"),
    )
    with torch.no_grad():
        before = untrained.measure(untrained.model.eval())["loss"]
    assert json.loads(lines[-1])["loss"] < before
    assert [stage["from"] for stage in card["stages"]] == [None]
    assert card["stages"][0]["steps"] > 0
    assert card["stages"][0]["core_seconds"] > 0
    more = train_predict("more", "--minutes", "0.05", "--from", str(tmp_path / "run" / "net.onnx"))
    assert [stage["from"] for stage in more["stages"]] == [None, "net.onnx"]
    assert more["parameters"] == card["parameters"]


def test_a_network_is_measured_on_games_that_it_never_saw(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["experiment", "network", str(folder / "toy.sgfs"), "--labels", str(folder)]
    assert main([*arguments, "--positions", "40", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    rows = {row["name"]: row for row in said["collections"]}
    tests = sources_of(Games.read([folder / "toy.sgfs"]), [folder / "toy.npz"], "test")[0]
    assert rows["toy"]["positions"] == 40
    # The labels name the move that was played first.
    assert rows["the labels' own"]["top1"] == [1, 1, 1]
    assert rows["labelled"]["positions"] == tests.label_count
    whole, *parts = said["heads"]
    assert [whole["moves"], *(part["moves"] for part in parts)] == ["all", "10 to 19"]
    assert whole["positions"] == tests.label_count
    # They say that Black, who is to move, wins with 75 %; of how many is it true?
    winner = tests.games.winner[tests.labelled_places().game] == 1
    loss = -np.where(winner, np.log(0.75), np.log(0.25)).mean()
    assert whole["labels_win_loss"] == pytest.approx(loss, abs=1e-3)
    assert whole["labels_calibration"] == pytest.approx(abs(0.75 - winner.mean()), abs=1e-3)


def test_networks_are_compared(
    folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nets, "EXAMPLES", 300)
    arguments = ["experiment", "nets", str(folder / "toy.sgfs"), "--labels", str(folder)]
    run = ["--shape", "1x8", "--shape", "1x16", "--minutes", "0.03", "--positions", "30"]
    out = tmp_path / "nets"
    assert main([*arguments, *run, "--output", str(out), "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    names = [row["name"] for row in said["rows"]]
    assert names == [
        "1x8, 0.03 min",
        "1x16, 0.03 min",
        "net, as shipped",
        "MP*, as shipped",
        "softmax",
        "boosted trees",
    ]
    first, second = said["rows"][:2]
    assert first["parameters"] < second["parameters"]
    assert first["multiply_adds"] < second["multiply_adds"]
    assert all(0 <= row["top1"][0] <= row["top5"][0] <= 1 for row in said["rows"])
    assert (out / "README.md").exists()
    assert (out / "nets-9.png").exists()


@pytest.mark.parametrize("shape", ["6", "6x", "x64", "0x64", "6x4", "6x1000", "axb"])
def test_shapes_that_make_no_sense_are_refused(
    shape: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["experiment", "nets", str(tmp_path), "--shape", shape]
    assert main([*command, "--output", str(tmp_path / "out")]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def _no_game(path: Path) -> None:
    path.write_text("(;SZ[9];B[ee];W[ee])\n")


def _no_validation(path: Path) -> None:
    write_collection(path, [1])


@pytest.mark.parametrize(("make", "word"), [(_no_game, "no game of"), (_no_validation, "no game")])
def test_collections_that_cannot_be_used_end_with_one_line(
    make: Callable[[Path], None],
    word: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    make(tmp_path / "games.sgfs")
    command = ["train", "predict", str(tmp_path / "games.sgfs"), "--out", str(tmp_path / "run")]
    assert main([*command, "--minutes", "0.02"]) == 2
    error = capsys.readouterr().err.strip().splitlines()
    assert len(error) == 1
    assert word in error[0]
