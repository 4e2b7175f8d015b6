"""Games to learn from: what is read, what is left out, and whom each game belongs to."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from goseki import Board, Game, GosekiError
from goseki.coords import Size
from goseki.learn.games import OPENING, UNKNOWN, Games, game_key
from goseki.learn.labels import read_labels
from goseki.learn.metrics import calibration_error, share_by_game
from goseki.learn.split import PARTS, games_of, part_of, part_of_record
from goseki.records import write_sgf
from goseki.symmetries import symmetry_images
from tests.support.toy_games import random_game, write_collection, write_labels

pytestmark = pytest.mark.core


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_collection(tmp_path_factory.mktemp("games") / "toy.sgfs", range(40))


def turned(game: Game, symmetry: int) -> Game:
    """The same game on a board that is turned or mirrored."""
    board, other = game.position(), Board(game.size)
    image = symmetry_images(game.size)[symmetry]
    for color, index in game.move_indices():
        other.play(other.point(int(image[index])), color)
    assert other.ply == board.ply
    return Game.from_board(other)


def test_games_come_back_move_by_move(collection: Path) -> None:
    games = Games.read([collection])
    assert len(games) == 40
    assert games.skipped == ()
    record = random_game(7)
    played = [index for _, index in record.move_indices()]
    assert [games.move_index(7, ply) for ply in range(games.move_count(7))] == played
    assert games.sources == ("toy",)
    assert games.line[7] == 7
    assert games.winner[7] == (1 if record.winner == "B" else -1)
    assert games.komi[7] == 7.0
    margins = {3.5 if random_game(n).result == "B+3.5" else None for n in range(40)}
    assert margins == {3.5, None}
    assert all(
        (m == 3.5) if w == 1 else np.isnan(m)
        for w, m in zip(games.winner, games.margin, strict=False)
    )


def test_files_of_arrays_are_read_again(collection: Path, tmp_path: Path) -> None:
    games = Games.read([collection])
    games.save(tmp_path / "games.npz")
    again = Games.load(tmp_path / "games.npz")
    assert again.sources == games.sources
    for name in ("moves", "move_ends", "komi", "winner", "key", "line"):
        assert np.array_equal(getattr(again, name), getattr(games, name))
    (tmp_path / "games.npz").write_bytes(b"no archive")
    with pytest.raises(GosekiError, match="is not a file of games"):
        Games.load(tmp_path / "games.npz")


@pytest.mark.parametrize("symmetry", range(8))
def test_a_game_that_is_turned_is_the_same_game(symmetry: int, tmp_path: Path) -> None:
    game = random_game(3)
    write_sgf([game, turned(game, symmetry), random_game(4)], tmp_path / "twice.sgfs")
    games = Games.read([tmp_path / "twice.sgfs"])
    assert len(games) == 2
    assert games.skipped == ("twice.sgfs, game 2: the same game as twice.sgfs, game 1",)


def test_the_key_looks_at_first_moves_only() -> None:
    size = Size(9, 9)
    moves = [n * 2 + n % 2 for n in range(OPENING)]
    assert game_key(size, [], moves) == game_key(size, [], [*moves, 160])
    assert game_key(size, [], moves) != game_key(size, [], [*moves[:-1], 160])
    assert game_key(size, [40], moves) != game_key(size, [], moves)
    assert game_key(Size(9, 9), [], []) != game_key(Size(19, 19), [], [])


def test_broken_games_are_named_and_left_out(tmp_path: Path) -> None:
    good = random_game(1).to_sgf().replace("\n", "")
    lines = [
        good,
        "(;SZ[9];B[ee];W[ee])",  # on a stone
        "(;SZ[9];B[zz])",
        "this is no game",
        "(;SZ[9];B[cc];W[dd])",  # no result
    ]
    (tmp_path / "mixed.sgfs").write_text("\n".join(lines) + "\n")
    games = Games.read([tmp_path / "mixed.sgfs"])
    assert games.line.tolist() == [0, 4]
    assert games.winner[1] == UNKNOWN
    assert len(games.skipped) == 3
    assert any("game 2: move 2 is not possible" in text for text in games.skipped)


def test_every_game_has_one_part_which_is_that_of_its_mirror_image(collection: Path) -> None:
    games = Games.read([collection])
    numbers = np.concatenate([games_of(games, part) for part in PARTS])
    assert sorted(numbers.tolist()) == list(range(len(games)))
    for part in PARTS:
        assert all(part_of(games.key[n]) == part for n in games_of(games, part))


def test_the_end_of_a_game_belongs_with_its_game(collection: Path) -> None:
    games = Games.read([collection])
    for number in range(8):
        assert part_of_record(random_game(number)) == part_of(games.key[number])
    long, longer = (random_game(5, moves=moves) for moves in (OPENING, OPENING + 9))
    assert part_of_record(turned(longer, 3)) == part_of_record(long)


def test_parts_are_as_large_as_they_should_be() -> None:
    keys = np.random.default_rng(0).integers(0, 2**63, 20_000)
    parts = [part_of(key) for key in keys]
    assert 0.04 < parts.count("test") / len(parts) < 0.06
    assert 0.015 < parts.count("validation") / len(parts) < 0.025


def test_labels_find_their_games(collection: Path, tmp_path: Path) -> None:
    games = Games.read([collection])
    file = write_labels(tmp_path / "toy-more.npz", games)
    # As if some of the games had been left out.
    fewer = games.chosen(np.arange(5, 20))
    labels = read_labels([file], fewer, 9)
    assert len(labels) == 15
    for row in range(len(labels)):
        assert labels.moves[row, 0] == fewer.move_index(int(labels.game[row]), 10)
    assert labels.chances.sum(1) == pytest.approx(1)
    with pytest.raises(GosekiError, match="no labels of games on 13x13"):
        read_labels([file], fewer, 13)
    (tmp_path / "toy.npz").write_bytes(b"nothing")
    with pytest.raises(GosekiError, match="is not a file of labels"):
        read_labels([tmp_path / "toy.npz"], games, 9)


def test_intervals_are_wider_if_positions_are_of_few_games() -> None:
    hits = np.tile([1, 1, 1, 0, 0], 200)
    many = share_by_game(hits, np.arange(1000))
    few = share_by_game(np.repeat([1, 1, 1, 0, 0], 200), np.repeat(np.arange(5), 200))
    assert many.value == few.value == 0.6
    assert few.high - few.low > 5 * (many.high - many.low)


def test_chances_that_come_true_are_calibrated() -> None:
    rng = np.random.default_rng(0)
    chances = rng.random(50_000)
    came = (rng.random(50_000) < chances).astype(float)
    assert calibration_error(chances, came) < 0.01
    assert calibration_error(chances, 1 - came) > 0.4
