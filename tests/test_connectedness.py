"""The connectedness test-bed: its boards, its learners and what it writes."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from goseki import GosekiError
from goseki.experiments import connected_boards, connectedness
from goseki.experiments.connected_boards import is_connected, make_examples, minimal_paths

# -- boards -----------------------------------------------------------------------------------


def joined(board: Any) -> bool:
    """Whether the corners are connected, by walking; `is_connected` floods."""
    stones = {(int(r), int(c)) for r, c in zip(*np.nonzero(board), strict=True)}
    waiting = [(0, 0)] if (0, 0) in stones else []
    while waiting:
        row, column = waiting.pop()
        stones.discard((row, column))
        if (row + 1, column + 1) == np.shape(board):
            return True
        near = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
        waiting += near & stones
    return False


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_every_stone_of_a_minimal_path_is_needed(n: int) -> None:
    for path in minimal_paths(n):
        assert joined(path)
        for row, column in zip(*np.nonzero(path), strict=True):
            cut = path.copy()
            cut[row, column] = False
            assert not joined(cut)


def test_no_minimal_path_is_missing() -> None:
    """Of all boards of 3x3."""
    found = {path.tobytes() for path in minimal_paths(3)}
    for number in range(2**9):
        board = np.array([bool(number >> place & 1) for place in range(9)]).reshape(3, 3)
        assert is_connected(board) == joined(board)
        stones = list(zip(*np.nonzero(board), strict=True))
        cuts = [board.copy() for _ in stones]
        for cut, stone in zip(cuts, stones, strict=True):
            cut[stone] = False
        is_minimal = joined(board) and not any(map(joined, cuts))
        assert is_minimal == (board.tobytes() in found)


@pytest.mark.parametrize("n", [4, 5, 6])
def test_examples_are_as_the_thesis_says(n: int) -> None:
    setting = connectedness.SETTINGS[n]
    found = make_examples(n, setting.train + setting.test, 3)
    assert [(s.train, s.test) for s in connectedness.SETTINGS.values()] == [
        (300, 100), (1326, 440), (1826, 608),
    ]  # fmt: skip
    assert len(found) == setting.train + setting.test
    assert len({board.tobytes() for board in found.boards}) == len(found)
    assert [joined(board) for board in found.boards] == found.labels.astype(bool).tolist()
    assert found.boards[:, 0, 0].all()
    assert found.boards[:, -1, -1].all()
    assert found.boards.sum(axis=(1, 2)).min() >= 2 * n - 1
    for part in (found[: setting.train], found[setting.train :]):
        assert part.labels.mean() == 0.5
    assert (make_examples(n, 20, 3).boards == found.boards[:20]).all()
    assert (make_examples(n, 20, 4).boards != found.boards[:20]).any()


def test_more_boards_than_there_are_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connected_boards, "LEAST_TRIES", 1000)
    with pytest.raises(GosekiError, match="there are not 200 different boards of 3x3"):
        make_examples(3, 200, 1)
    with pytest.raises(GosekiError, match="must be even and at least 2, not 5"):
        make_examples(4, 5, 1)


def test_the_table_is_the_thesiss() -> None:
    """All nine rows of table 6.1, and one more."""
    rows = [connectedness.LEARNERS[name].thesis for name in connectedness.ROWS]
    assert [len(row) for row in rows] == [3] * 9 + [0]
    assert [sum(column) for column in zip(*rows[:9], strict=True)] == [718, 678, 610]
    assert sorted(connectedness.ROWS) == sorted(connectedness.LEARNERS)
    assert [connectedness.table_examples(n) for n in (4, 5, 6)] == [200, 800, 800]


def test_without_torch_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in [name for name in sys.modules if name.startswith("goseki.learn.")]:
        monkeypatch.delitem(sys.modules, name)
    for name in ("connected_learners", "erna", "local_net"):
        monkeypatch.delitem(sys.modules, f"goseki.experiments.{name}", raising=False)
    with pytest.raises(GosekiError, match=r"which is missing: pip install '\.\[train\]'"):
        connectedness.run(tmp_path / "out")
    assert not (tmp_path / "out").exists()


# -- learners --------------------------------------------------------------------------------

torch = pytest.importorskip("torch", reason="learning needs the train extra")
pytest.importorskip("sklearn", reason="learning needs the train extra")

from goseki.experiments.connected_learners import _tensors, measure_learner  # noqa: E402
from goseki.experiments.erna import (  # noqa: E402
    Erna,
    Played,
    Player,
    Thinker,
    draw_luck,
    explore,
    play,
    q_error,
)
from goseki.experiments.local_net import LocalNet, train_local_net  # noqa: E402


class Scripted(Erna):
    """An eye that takes given actions, the same on all boards."""

    def __init__(self, n: int, script: list[int]) -> None:
        super().__init__(n)
        self.script = script
        self.seen: list[list[float]] = []

    def look(self, state: list[Any], left: float) -> Any:
        super().look(state, left)
        board, eye = state[:2]
        self.seen.append(board.gather(1, eye + self._around)[0].tolist())
        values = torch.zeros(len(board), self.actions)
        values[:, self.script[len(self.seen) - 1]] = 0.5
        return values


NO, YES, LEFT, RIGHT, UP, DOWN, STAY = range(7)
BOARD = torch.tensor([[[1.0, 1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, 1.0, 1.0]]])


def test_the_eye_sees_what_is_around_it() -> None:
    """A point, and what is left of it, right, above and below; 0 is off the board."""
    player = Scripted(3, [RIGHT, DOWN, STAY, YES])
    played = play(player, BOARD, torch.tensor([1]), 9)
    assert player.seen == [
        [1, 0, 1, 0, -1],
        [1, 1, -1, 0, 1],
        [1, -1, -1, 1, 1],
        [1, -1, -1, 1, 1],
    ]
    assert played.right.tolist() == [True]
    assert played.reward[:, 0].tolist() == [0, 0, 0, 1]


@pytest.mark.parametrize(
    ("script", "rewards"),
    [
        ([NO], [-1]),  # the wrong class
        ([RIGHT, UP], [0, -1]),  # off the board
        ([STAY] * 9, [0] * 8 + [-1]),  # out of rounds
        ([STAY] * 8 + [YES], [0] * 8 + [1]),
    ],
)
def test_rewards(script: list[int], rewards: list[float]) -> None:
    played = play(Scripted(3, script), BOARD, torch.tensor([1]), 9)
    assert played.reward[:, 0].tolist() == rewards
    assert played.right.tolist() == [rewards[-1] == 1]


def test_returns_mix_what_was_expected_with_what_came() -> None:
    """By hand: the last round is worth its reward, and the first 0.97 (0.7 · 0.4 + 0.3 · 1)."""
    played = Played(
        taken=torch.tensor([[0.1], [0.2]]),
        best=torch.tensor([[0.3], [0.4]]),
        reward=torch.tensor([[0.0], [1.0]]),
        ends=torch.tensor([[False], [True]]),
        running=torch.ones(2, 1, dtype=torch.bool),
        right=torch.tensor([True]),
    )
    first = 0.97 * (0.7 * 0.4 + 0.3 * 1)
    expected = ((0.1 - first) ** 2 + (0.2 - 1) ** 2) / 2
    assert q_error(played).item() == pytest.approx(expected)


@pytest.mark.parametrize("make", [Erna, Thinker])
def test_games_do_not_disturb_each_other(make: type[Player]) -> None:
    """Games that end leave the batch; what happens to the others is what happens to them alone."""
    examples = make_examples(4, 40, 1)
    boards, labels = _tensors(examples)
    player = make(4, seed=2)  # type: ignore[call-arg]
    with torch.no_grad():
        for weights in player.output.parameters():  # type: ignore[union-attr]
            weights *= 4
    together = play(player, boards, labels, 16)
    for number in range(40):
        alone = play(player, boards[number : number + 1], labels[number : number + 1], 16)
        rounds = int(together.running[:, number].sum())
        assert rounds == len(alone.taken)
        assert torch.allclose(together.taken[:rounds, number], alone.taken[:, 0], atol=1e-5)
        assert together.right[number] == alone.right[0]


def test_exploration_is_seldom_and_prefers_what_is_worth_more() -> None:
    """Of 100 actions 5 are random and 71 the best; of the others 3 in 4 are the one worth 0.6."""
    values = torch.tensor([[0.6, 0.2, -0.5, -0.5]]).expand(40_000, -1)
    luck = draw_luck(1, 40_000, torch.Generator().manual_seed(1))[0]
    shares = explore(values, torch.zeros(40_000, dtype=torch.long), luck).bincount() / 40_000
    rest = 0.95 * 0.25
    expected = [0.95 * 0.75 + rest * 0.75 + 0.0125, rest * 0.25 + 0.0125, 0.0125, 0.0125]
    assert shares.tolist() == pytest.approx(expected, abs=0.005)


def test_errors_go_back_through_the_memory() -> None:
    """Of ERNA's weights those that write memory get a gradient; the stripped one has none."""
    boards, labels = _tensors(make_examples(4, 20, 1))
    player = Erna(4, seed=1)
    with torch.no_grad():
        player.output.bias[-5:] += 5  # look for long
    luck = draw_luck(16, 20, torch.Generator().manual_seed(1))
    q_error(play(player, boards, labels, 16, luck)).backward()
    written = player.output.weight.grad[:-7]
    assert written.shape == (18, 25)
    assert (written != 0).any(dim=1).all()
    assert Erna(4, recurrent=False).output.out_features == 7


def test_the_repeated_convolution_learns_connectedness() -> None:
    """On small boards, seen during training or not."""
    torch.set_num_threads(1)
    examples = make_examples(4, 260, 1)
    train, test = examples[:200], examples[200:]
    network = LocalNet(4, seed=1)
    train_local_net(network, *_tensors(train), _tensors(train), epochs=40, seed=1)
    boards, labels = _tensors(test)
    assert (network.classify(boards) == labels).float().mean() > 0.9


@pytest.mark.parametrize("name", ["eye", "erna", "recurrent", "mlp"])
def test_networks_learn_something_in_a_few_epochs(name: str) -> None:
    examples = make_examples(4, 160, 2)
    parts = (examples[:100], examples[100:160], examples[:100])
    right = measure_learner(name, *parts, seed=1, epochs=60)
    assert 0.55 < right <= 1
    assert measure_learner(name, *parts, seed=1, epochs=60) == right


# -- the experiment --------------------------------------------------------------------------


def test_the_report_puts_ours_beside_the_thesis_and_goes_on(tmp_path: Path) -> None:
    options: dict[str, Any] = {"boards": [4], "seed": 5, "epochs": 3}
    first = connectedness.run(tmp_path, learners=["nmc", "qdc"], curves=False, **options)
    assert [(row.learner, row.examples) for row in first.rows] == [("nmc", 200), ("qdc", 200)]
    notes = (tmp_path / connectedness.NOTES_FILE).read_bytes()
    found = connectedness.run(tmp_path, learners=["nmc", "qdc", "mlp"], **options)
    assert (tmp_path / connectedness.NOTES_FILE).read_bytes().startswith(notes)
    assert found.rows[:2] == first.rows
    assert [row.examples for row in found.rows if row.learner == "mlp"] == [200, 24, 50, 100]
    text = found.page.read_text()
    assert "goseki experiment connectedness --runs 1 --seed 5 --epochs 3 --board 4 " in text
    shown = f"| nearest mean | {100 * first.rows[0].right:.0f} (71) |"
    assert shown in text
    assert "| examples | 24 | 50 | 100 | 200 |" in text
    assert (tmp_path / "curves-4x4.png").read_bytes().startswith(b"\x89PNG")
    rows = list(csv.DictReader((tmp_path / "runs.csv").read_text().splitlines()))
    assert len(rows) == 6
    with pytest.raises(GosekiError, match="ledger of other work: epochs 3, not 4"):
        connectedness.run(tmp_path, learners=["nmc"], **{**options, "epochs": 4})


def test_plots_are_left_out_where_matplotlib_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    found = connectedness.run(tmp_path, boards=[4], learners=["mlp"], epochs=1)
    assert "No plot: plots need matplotlib" in found.page.read_text()


def test_ctrl_c_keeps_what_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    measure = connectedness.Run.measure

    def stop_at_qdc(run: connectedness.Run) -> connectedness.Row:
        if run.learner == "qdc":
            raise KeyboardInterrupt
        return measure(run)

    monkeypatch.setattr(connectedness.Run, "measure", stop_at_qdc)
    found = connectedness.run(tmp_path, boards=[4], learners=["nmc", "qdc"], curves=False)
    assert found.interrupted
    assert [row.learner for row in found.rows] == ["nmc"]
    assert "**Interrupted: some runs are missing.**" in found.page.read_text()


def test_several_runs_have_a_mean_and_a_spread(tmp_path: Path) -> None:
    found = connectedness.run(tmp_path, boards=[4], learners=["nmc"], curves=False, runs=2)
    assert [row.seed for row in found.rows] == [1, 2]
    right = [100 * row.right for row in found.rows]
    spread = abs(right[0] - right[1]) / 2**0.5
    assert found.table() == [
        ["", "4x4"],
        ["nearest mean", f"{sum(right) / 2:.0f} ± {spread:.0f} (71)"],
    ]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from goseki.cli import main

    options = ["--board", "4", "--learner", "ldc", "--no-curves", "--output", str(tmp_path)]
    assert main(["experiment", "connectedness", *options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["written"] == str(tmp_path / "README.md")
    (run,) = found["runs"]
    assert sorted(run) == ["board", "examples", "learner", "right", "seconds", "seed"]
    assert main(["experiment", "connectedness", *options]) == 0
    shown = capsys.readouterr().out
    assert f"linear discriminant  {100 * run['right']:.0f} (74)" in shown
    for wrong, line in (
        (["--board", "7"], "no board 7 (known: 4, 5, 6)"),
        (["--learner", "svm"], "no learner 'svm' (known: nmc, "),
    ):
        assert main(["experiment", "connectedness", *wrong, "--output", str(tmp_path / "x")]) == 2
        assert line in capsys.readouterr().err
