"""Late and final positions of games that our own Monte-Carlo player played against itself.

They come with the tests, so that what is said of final positions is tested everywhere; published
figures are about others, which are not ours to ship. `python -m tests.support.own_finals` plays
the games and prints the file anew.
"""

from __future__ import annotations

from pathlib import Path

from goseki import Board
from goseki.diagram import format_diagram
from goseki.players.monte_carlo import MonteCarloPlayer, Settings

FILE = Path(__file__).parents[1] / "data/finals.txt"
PLAYOUTS = 400
GAMES = (
    ("9x9", 1, 500),
    ("9x9", 2, 500),
    ("9x9", 3, 500),
    ("9x9", 4, 70),
    ("13x13", 5, 500),
    ("13x13", 6, 150),
    ("19x19", 7, 340),
)
"""Size, seed, and after how many moves the game is left at the latest."""


def own_finals() -> list[Board]:
    return [Board.from_diagram(text) for text in FILE.read_text().split("\n\n")]


def play(size: str, seed: int, moves: int) -> Board:
    board = Board(size, "chinese")
    player = MonteCarloPlayer(Settings(playouts=PLAYOUTS, seed=seed))
    while not board.is_over and board.ply < moves:
        board.play(player.choose(board, board.to_play, seconds=None).point)
    return board


if __name__ == "__main__":
    print("\n\n".join(format_diagram(play(*game).to_array()) for game in GAMES))
