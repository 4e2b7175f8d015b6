"""Random games to learn from: as records, and as labels that a stronger network might give."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from goseki import Board, Game, Point
from goseki.learn.games import Games
from goseki.records import write_sgf


def random_game(seed: int, size: str = "9x9", moves: int = 30, *, near: bool = False) -> Game:
    """A game of random moves. If each is `near` the one before it, there is something to learn."""
    rng = random.Random(seed)
    board = Board(size, komi=7.0)
    for _ in range(moves):
        plays = [move for move in board.legal_moves if not move.is_pass]
        if near and board.moves:
            last = board.moves[-1].point
            plays = [p for p in plays if _steps(p, last) <= 2] or plays
        board.play(rng.choice(plays))
    game = Game.from_board(board)
    game.result = rng.choice(["B+3.5", "W+R"])
    return game


def write_collection(path: Path, seeds: Sequence[int], size: str = "9x9") -> Path:
    """A collection with one random game a line."""
    write_sgf([random_game(seed, size) for seed in seeds], path)
    return path


def _steps(one: Point, other: Point) -> int:
    return abs(one.column - other.column) + abs(one.row - other.row)


def write_toy_games(folder: Path, count: int = 150, side: int = 9, moves: int = 24) -> Path:
    """A folder with a collection of so many games whose moves are near each other."""
    folder.mkdir(parents=True, exist_ok=True)
    games = [random_game(seed, f"{side}x{side}", moves, near=True) for seed in range(count)]
    write_sgf(games, folder / "toy.sgfs")
    return folder


def write_labels(path: Path, games: Games) -> Path:
    """Labels for every game of a collection after 10 moves: the move that was played is likely,
    Black owns the top row and is 2 points ahead."""
    count, size = len(games), games.size(0)
    owner = np.zeros((count, size.points), np.int8)
    owner[:, : size.columns] = 100
    played = [games.move_index(game, 10) for game in range(count)]
    moves = np.array([[move, size.points] for move in played], np.uint16)
    np.savez(
        path,
        line=games.line.astype(np.int32),
        ply=np.full(count, 10, np.int16),
        side=np.ones(count, np.int8),
        komi=np.full(count, 7.0, np.float16),
        ownership=owner,
        lead=np.full(count, 2.0, np.float16),
        score_mean=np.full(count, 2.0, np.float16),
        winrate=np.full(count, 0.75, np.float16),
        policy_move=moves,
        policy_prob=np.tile(np.array([0.8, 0.2], np.float16), (count, 1)),
        nsym=np.ones(count, np.uint8),
    )
    return path
