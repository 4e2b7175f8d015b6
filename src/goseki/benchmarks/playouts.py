"""Light playouts beside OpenSpiel's random games."""

from __future__ import annotations

import random
from collections.abc import Iterator

from goseki.benchmarks import Measurement, rate
from goseki.board import Board
from goseki.playouts import run_playouts

PEER = "open_spiel"
KOMI = 7.5
GAMES = {9: 4000, 19: 800}
PEER_GAMES = {9: 40, 19: 4}


def measure() -> Iterator[Measurement]:
    """Random games on one core and on two. Per second, each played to its very end."""
    try:
        import pyspiel
    except ImportError:
        pyspiel = None
    for side, games in GAMES.items():
        board = Board(f"{side}x{side}", "chinese", komi=KOMI)

        def ours(board: Board = board, games: int = games, threads: int = 1) -> int:
            return run_playouts(board, games, seed=1, threads=threads).games

        def two_threads(board: Board = board, games: int = games) -> int:
            return run_playouts(board, games, seed=1, threads=2).games

        shown = run_playouts(board, 20_000, seed=1)
        note = f"mean length {shown.mean_length:.1f}, Black wins {shown.black_win_rate:.1%}"
        name = f"playouts, {side}x{side}"
        if pyspiel is None:
            yield Measurement(name, rate(ours)[0], note=note)
        else:
            game = pyspiel.load_game("go", {"board_size": side, "komi": KOMI})

            def peer(game: object = game, games: int = PEER_GAMES[side]) -> int:
                for _ in range(games):
                    state = game.new_initial_state()  # type: ignore[attr-defined]
                    while not state.is_terminal():
                        state.apply_action(random.choice(state.legal_actions()))
                return games

            yield Measurement(name, *rate(ours, peer), peer_name=PEER, note=note)
        yield Measurement(
            f"{name}, two threads", *rate(two_threads, ours), peer_name="ours on one thread"
        )
