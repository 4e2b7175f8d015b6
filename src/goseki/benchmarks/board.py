"""The board from Python, with points as integers, beside OpenSpiel's."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from goseki.benchmarks import Measurement, rate
from goseki.board import Board
from goseki.coords import Size
from goseki.rules import Rules

PEER = "open_spiel"
SEED = 5
MOVES = {9: 80, 19: 250}


def measure() -> Iterator[Measurement]:
    """Playing moves and listing legal ones. On 9x9 and 19x19, each alone and both by turns."""
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
    for side, count in MOVES.items():
        game = None if pyspiel is None else pyspiel.load_game("go", {"board_size": side})
        moves = _random_moves(side, count)
        yield from _measure_side(side, moves, game)


def _random_moves(side: int, count: int) -> list[int]:
    """Legal under positional superko, OpenSpiel's rule, and without passes."""
    rng = random.Random(SEED)
    board = Board(f"{side}x{side}", "tromp-taylor")
    suicides = Board(f"{side}x{side}", Rules(ko="POSITIONAL", repetition="NONE", ko_pass=False))
    for _ in range(count):
        move = rng.choice(suicides.legal_points().tolist())
        board.play(move)
        suicides.play(move)
    return [index for _, index in board.move_list()]


def _measure_side(side: int, moves: list[int], game: Any) -> Iterator[Measurement]:
    size = Size(side, side)
    rules = Rules.parse("chinese")
    half = moves[: len(moves) // 2]

    def play_ours() -> int:
        board = Board(size, rules)
        play = board.play
        for move in moves:
            play(move)
        return len(moves)

    def play_peer() -> int:
        state = game.new_initial_state()
        apply = state.apply_action
        for move in moves:
            apply(move)
        return len(moves)

    position = Board(size, rules)
    for move in half:
        position.play(move)
    peer_position = None
    if game is not None:
        peer_position = game.new_initial_state()
        for move in half:
            peer_position.apply_action(move)

    def list_ours() -> int:
        legal = position.legal_points
        for _ in range(200):
            legal()
        return 200

    def list_peer() -> int:
        assert peer_position is not None
        legal = peer_position.legal_actions
        for _ in range(200):
            legal()
        return 200

    def both_ours() -> int:
        board = Board(size, rules)
        play, legal = board.play, board.legal_points
        for move in moves:
            legal()
            play(move)
        return len(moves)

    def both_peer() -> int:
        state = game.new_initial_state()
        apply, legal = state.apply_action, state.legal_actions
        for move in moves:
            legal()
            apply(move)
        return len(moves)

    for name, ours, peer in (
        ("play", play_ours, play_peer),
        ("legal moves", list_ours, list_peer),
        ("play + legal moves", both_ours, both_peer),
    ):
        if game is None:
            yield Measurement(f"{name}, {size}", rate(ours)[0])
        else:
            yield Measurement(f"{name}, {size}", *rate(ours, peer), peer_name=PEER)
