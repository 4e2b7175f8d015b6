"""Reading and replaying game records, beside sgfmill."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from goseki.benchmarks import Measurement, rate
from goseki.board import Board
from goseki.game import Game
from goseki.records import parse_sgf
from goseki.sgf import encode

PEER = "sgfmill"
SEED = 5
GAMES = 20
MOVES = 220


def measure() -> Iterator[Measurement]:
    """Reading game records. Games per second, parsed alone, and parsed and replayed to the end."""
    sgfmill = _import_peer()
    records = _random_records()

    def parse_ours() -> int:
        for record in records:
            parse_sgf(record)[0].move_indices()
        return len(records)

    def parse_peer() -> int:
        for record in records:
            game = sgfmill.sgf.Sgf_game.from_bytes(record)
            [node.get_move() for node in game.get_main_sequence()]
        return len(records)

    def replay_ours() -> int:
        for record in records:
            parse_sgf(record)[0].position()
        return len(records)

    def replay_peer() -> int:
        for record in records:
            game = sgfmill.sgf.Sgf_game.from_bytes(record)
            board, plays = sgfmill.sgf_moves.get_setup_and_moves(game)
            for color, point in plays:
                if point is not None:
                    board.play(*point, color)
        return len(records)

    for name, ours, peer in (
        ("parse SGF, 19x19", parse_ours, parse_peer),
        ("parse and replay SGF, 19x19", replay_ours, replay_peer),
    ):
        if sgfmill is None:
            yield Measurement(name, rate(ours)[0], unit="games per second")
        else:
            yield Measurement(name, *rate(ours, peer), peer_name=PEER, unit="games per second")


def _import_peer() -> Any:
    try:
        import sgfmill.sgf
        import sgfmill.sgf_moves
    except ImportError:
        return None
    return sgfmill


def _random_records() -> list[bytes]:
    rng = random.Random(SEED)
    records = []
    for _ in range(GAMES):
        board = Board("19x19")
        for _ in range(MOVES):
            board.play(rng.choice(board.legal_points().tolist()))
        records.append(encode(Game.from_board(board).root))
    return records
