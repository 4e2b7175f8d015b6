"""MP*: the file of its weights, the ranking, and the recipe on toy data."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import goseki as gs
from goseki import _core
from goseki.prediction.mp_star import MpStar

pytestmark = pytest.mark.core


def some_predictor(stones: int = 12, liberties: int = 4, seed: int = 1) -> MpStar:
    random = np.random.default_rng(seed)
    inputs = _core.MoveFeatures(stones, liberties).count
    weights = random.normal(0, 0.1, (inputs, 8))
    hidden, output = random.normal(size=8), random.normal(size=8)
    return MpStar(weights, hidden, output, 0.5, stones=stones, liberties=liberties, temperature=0.5)


def test_the_core_computes_the_perceptron() -> None:
    predictor = some_predictor()
    board = gs.Board.from_diagram(".XO../XX.O./.....")
    points, values = predictor.values(board)
    vectors = predictor.features.of(board, points)
    hidden = np.tanh(vectors.astype(np.float64) @ predictor.weights + predictor.hidden)
    assert values == pytest.approx(hidden @ predictor.output + predictor.bias, abs=1e-5)


def test_moves_are_ranked_with_probabilities() -> None:
    board = gs.Board.from_diagram(".XO../XX.O./.....")
    predictor = some_predictor()
    ranked = predictor.rank(board)
    assert sorted(ranked.points.tolist()) == board.legal_points().tolist()
    assert (np.diff(ranked.values) <= 0).all()
    assert ranked.probabilities.sum() == pytest.approx(1)
    odds = np.log(ranked.probabilities[0] / ranked.probabilities[-1])
    assert odds == pytest.approx((ranked.values[0] - ranked.values[-1]) / 0.5, rel=1e-5)
    assert [board.index(move) for move, _ in ranked.moves(board)] == ranked.points.tolist()


def test_a_finished_game_has_no_moves() -> None:
    board = gs.Board("5x5")
    board.play("pass")
    board.play("pass")
    assert len(some_predictor().rank(board).points) == 0


def test_values_are_the_same_under_symmetry_to_the_last_bit() -> None:
    board = gs.Board("9x9")
    for move in ("C3", "G7", "C7", "G3", "E5", "D2", "C2"):
        board.play(move)
    predictor = MpStar.shipped(board)
    points, values = predictor.values(board)
    for symmetry in range(8):
        where = _core.symmetry_map(9, 9, symmetry)
        turned = gs.Board("9x9")
        for move in board.moves:
            turned.play(int(where[board.index(move.point)]), "W" if move.color == "B" else "B")
        turned_points, turned_values = predictor.values(turned)
        by_point = dict(zip(turned_points.tolist(), turned_values.tolist(), strict=True))
        assert [by_point[where[point]] for point in points] == values.tolist()


@pytest.mark.parametrize("size", ["2x1", "1x7", "19x3", "5x5", "9x9", "13x13", "19x19"])
def test_every_board_has_a_shipped_predictor(size: str) -> None:
    board = gs.Board(size)
    ranked = MpStar.shipped(board).rank(board)
    assert len(ranked.points) == board.size.points
    assert np.isfinite(ranked.probabilities).all()


def test_a_file_brings_the_predictor_back(tmp_path: Path) -> None:
    predictor = some_predictor(24, 12)
    path = tmp_path / "weights.npz"
    predictor.save(path, dtype=np.float32)
    again = MpStar.load(path)
    board = gs.Board("9x9")
    assert again.values(board)[1].tobytes() == predictor.values(board)[1].tobytes()
    assert (again.stones, again.liberties, again.temperature) == (24, 12, 0.5)
    predictor.save(path, force=True)
    assert MpStar.load(path).values(board)[1] == pytest.approx(predictor.values(board)[1], abs=0.01)


def changed(data: bytes, **entries: object) -> bytes:
    """A file with some of its entries replaced, or left out if they are None."""
    with np.load(io.BytesIO(data)) as file:
        arrays = {**file, **{name: np.array(value) for name, value in entries.items()}}
    buffer = io.BytesIO()
    np.savez(buffer, **{k: v for k, v in arrays.items() if entries.get(k, v) is not None})
    return buffer.getvalue()


GOOD = some_predictor().to_bytes()


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "not a file of MP"),
        (b"PK\x03\x04 and nonsense", "not a file of MP"),
        (GOOD[: len(GOOD) // 2], "not a file of MP"),
        (GOOD[:-1], "not a file of MP"),
        (changed(GOOD, format="something else"), "not a file of MP"),
        (changed(GOOD, format=None), "not a file of MP"),
        (changed(GOOD, version=2), "version 2, not 1"),
        (changed(GOOD, version=None), "damaged"),
        (changed(GOOD, weights=None), "damaged"),
        (changed(GOOD, weights=[[1.0]]), "features"),
        (changed(GOOD, weights="text"), "damaged"),
        (changed(GOOD, stones=60), "features"),
        (changed(GOOD, stones=13), "diamond"),
        (changed(GOOD, stones=10**15), "stones"),
        (changed(GOOD, hidden=[0.0]), "hidden units"),
        (changed(GOOD, output=[[0.0]]), "one row"),
        (changed(GOOD, bias=np.nan), "bias"),
        (changed(GOOD, temperature=0.0), "temperature"),
        (changed(GOOD, hidden=[np.inf] * 8), "hidden"),
    ],
)
def test_a_bad_file_is_one_clear_line(tmp_path: Path, data: bytes, complaint: str) -> None:
    path = tmp_path / "bad.npz"
    path.write_bytes(data)
    with pytest.raises(gs.GosekiError, match=complaint) as error:
        MpStar.load(path)
    assert str(error.value).startswith(f"{path}: ")
    assert "\n" not in str(error.value)


def test_a_missing_file_is_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(gs.GosekiError, match="cannot be read: No such file"):
        MpStar.load(tmp_path / "none.npz")


# -- learning: toy data, seconds ------------------------------------------------------------------


@pytest.fixture(scope="module")
def learn() -> Iterator[Any]:
    """The module that learns."""
    torch = pytest.importorskip("torch", reason="learning needs torch: pip install '.[train]'")
    from goseki.learn import mp_star

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield mp_star
    torch.set_num_threads(threads)


def toy_games(count: int = 120, side: int = 7) -> Any:
    """Games in which each move is next to the one before it if possible, so that there is something
    to learn: the distance to the last move."""
    from goseki.learn.games import Games, game_key

    random = np.random.default_rng(5)
    all_moves: list[list[int]] = []
    for _ in range(count):
        board = gs.Board(side)
        moves: list[int] = []
        for number in range(24):
            points = board.legal_points()
            if moves:
                last = moves[-1] // 2
                steps = abs(points % side - last % side) + abs(points // side - last // side)
                points = points[steps <= max(2, steps.min())]
            move = int(random.choice(points))
            board.play(move)
            moves.append(move * 2 + number % 2)
        all_moves.append(moves)
    size = gs.Size(side, side)
    return Games(
        columns=np.full(count, side, np.uint8),
        rows=np.full(count, side, np.uint8),
        stones=np.zeros(0, np.uint16),
        stone_ends=np.zeros(count, np.int64),
        moves=np.concatenate([np.array(m, np.uint16) for m in all_moves]),
        move_ends=np.cumsum([len(m) for m in all_moves]),
        komi=np.zeros(count, np.float32),
        winner=np.zeros(count, np.int8),
        margin=np.zeros(count, np.float32),
        source=np.zeros(count, np.int16),
        line=np.arange(count, dtype=np.int32),
        # Three parts whatever the keys would be.
        key=np.array(
            [game_key(size, [], m) // 100 * 100 + i for i, m in enumerate(all_moves)], np.uint64
        ),
        sources=("toy",),
    )


@pytest.fixture(scope="module")
def games(learn: Any) -> Any:
    return toy_games()


def test_positions_are_drawn_once_and_from_their_part(learn: Any, games: Any) -> None:
    from goseki.learn.split import games_of

    numbers, plies = learn.sample_places(games, "test", 50, seed=3)
    assert set(numbers) <= set(games_of(games, "test"))
    assert len(set(zip(numbers.tolist(), plies.tolist(), strict=True))) == 50
    again, _ = learn.sample_places(games, "test", 50, seed=3)
    assert (again == numbers).all()
    everything, _ = learn.sample_places(games, "test", 10**6)
    assert len(everything) == 24 * len(games_of(games, "test"))


def test_a_pair_is_the_move_played_and_a_near_legal_point(learn: Any, games: Any) -> None:
    features = _core.MoveFeatures(12, 4)
    numbers, plies = learn.sample_places(games, "train", 40)
    found, vectors = _core.move_pairs(games.archive, features, numbers, plies, 3, 1)
    same, again = _core.move_pairs(games.archive, features, numbers[::-1], plies[::-1], 3, 1)
    assert vectors[: len(found)].tobytes() == again[: len(same)][::-1].tobytes()
    for row, place in enumerate(found.tolist()):
        game, ply = int(numbers[place]), int(plies[place])
        board = games.archive.board(game, ply)
        played = games.move_index(game, ply)
        near = [
            p
            for p in board.legal_points("B" if ply % 2 == 0 else "W").tolist()
            if p != played and abs(p % 7 - played % 7) + abs(p // 7 - played // 7) <= 3
        ]
        assert (features.of(board, [played])[0] == vectors[row, 0]).all()
        assert vectors[row, 1].tobytes() in {v.tobytes() for v in features.of(board, near)}


def test_the_slope_is_that_of_the_error(learn: Any) -> None:
    from goseki.learn.extra import torch
    from goseki.learn.mlp import Mlp
    from goseki.learn.ranking import pair_errors

    pairs = torch.randn(700, 2, 9, dtype=torch.float64, generator=torch.Generator().manual_seed(1))
    ours, theirs = (Mlp(9, 6, seed=2, dtype=torch.float64) for _ in range(2))
    learn.error_slope(ours, pairs, 0.2).backward()
    values = theirs(pairs)[:, :, 0]
    pair_errors(values[:, 0], values[:, 1], 0.2).mean().backward()
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert torch.allclose(one.grad, other.grad, atol=1e-12)


def test_the_recipe_learns(learn: Any, games: Any) -> None:
    from goseki.learn.move_ranks import rank_moves

    train, validation, test = (
        learn.sample_pairs(games, part, count, stones=12, liberties=4)
        for part, count in (("train", 800), ("validation", 40), ("test", 100))
    )
    recipe = learn.Recipe(stones=12, liberties=4, hidden=10, patience=10)
    trained = learn.train_mp_star(recipe, train, validation)
    assert len(trained.phases) == 2
    assert trained.first_phase is not None
    assert learn.are_in_order(trained.predictor, test).mean() > 0.65
    ranks = rank_moves(
        games,
        *learn.sample_places(games, "test", 60),
        trained.predictor.features,
        trained.predictor.values_of,
    )
    assert ranks.top(1).value <= ranks.top(5).value <= ranks.top(49).value == 1
    assert ranks.top(10).value > 0.5
    assert (ranks.local_ranks <= ranks.ranks).all()


def test_folding_changes_no_value_and_leaves_out_what_it_should(learn: Any, games: Any) -> None:
    from goseki.learn.extra import torch
    from goseki.learn.mlp import Mlp
    from goseki.learn.scaling import standardize

    recipe = learn.Recipe(stones=12, liberties=4, hidden=5)
    vectors = learn.sample_pairs(games, "train", 50, stones=12, liberties=4).vectors[:, 0]
    columns = np.arange(0, vectors.shape[1], 2)
    scaling = standardize(vectors[:, columns])
    directions = np.random.default_rng(1).normal(size=(6, len(columns)))
    network = Mlp(6, 5, seed=3, dtype=torch.float64)
    folded = learn.fold(recipe, network, scaling, directions, columns)
    extracted = torch.from_numpy(scaling.apply(vectors[:, columns]) @ directions.T)
    values = network(extracted)[:, 0].detach().numpy()
    assert folded.values_of(vectors) == pytest.approx(values, abs=1e-4)
    assert not folded.weights[1::2].any()


def test_more_pairs_refine_a_predictor(
    learn: Any, games: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(learn, "REFINE_BATCH", 8)
    monkeypatch.setattr(learn, "REFINE_CHUNK", 1000)
    test = learn.sample_pairs(games, "test", 100, stones=12, liberties=4)
    poor = some_predictor(12, 4)
    rich = learn.refine(poor, games, 4000)
    assert learn.are_in_order(rich, test).mean() > learn.are_in_order(poor, test).mean()
    assert learn.are_in_order(rich, test).mean() > 0.65


def test_ties_count_against_the_predictor(learn: Any, games: Any) -> None:
    from goseki.learn.move_ranks import rank_moves

    features = _core.MoveFeatures(4, 4)
    numbers, plies = learn.sample_places(games, "test", 20)
    ranks = rank_moves(games, numbers, plies, features, lambda rows: np.zeros(len(rows)))
    assert (ranks.ranks == ranks.moves).all()


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"kinds": ("stone",)}, "no features 'stone'"),
        ({"kinds": ()}, "at least one"),
        ({"scaling": "log"}, "no scaling 'log'"),
        ({"extractor": "ICA"}, "no extraction 'ICA'"),
        ({"kept": 0.0}, "share"),
    ],
)
def test_a_recipe_that_cannot_be_is_refused(
    learn: Any, options: dict[str, Any], complaint: str
) -> None:
    with pytest.raises(gs.GosekiError, match=complaint):
        learn.Recipe(**options)


def test_the_temperature_is_the_one_that_made_the_moves() -> None:
    pytest.importorskip("torch", reason="learning needs torch: pip install '.[train]'")
    from goseki.learn.move_ranks import fit_temperature

    random = np.random.default_rng(1)
    positions = []
    for _ in range(500):
        values = random.normal(size=20)
        odds = np.exp(values / 0.5)
        positions.append((values, int(random.choice(20, p=odds / odds.sum()))))
    assert fit_temperature(positions) == pytest.approx(0.5, abs=0.1)


def test_two_other_learners_learn(learn: Any, games: Any) -> None:
    from goseki.learn.boosted_moves import train_boosted
    from goseki.learn.move_ranks import rank_moves
    from goseki.learn.softmax_moves import train_softmax

    places = learn.sample_places(games, "test", 60)
    recipe = learn.Recipe(stones=12, liberties=4, hidden=10)
    for predictor in (
        train_softmax(games, 2000, recipe=recipe),
        train_boosted(games, 200, stones=12, liberties=4),
    ):
        ranks = rank_moves(games, *places, predictor.features, predictor.values_of)
        assert ranks.top(10).value > 0.6
