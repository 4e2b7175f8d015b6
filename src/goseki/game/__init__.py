"""A game of Go as a tree: setup, moves, variations and marks, read out of SGF nodes.

`Game` gives the nodes of `goseki.sgf` their meaning in Go and plays them on a `Board`. What a
file says of the whole game (size, komi, handicap) is checked when the game is made; moves and
setup are checked when they are asked for. Every error names the move and, for a game that was
read, the line and column of its node.
"""

from goseki.game.properties import POINT_MARKS
from goseki.game.tree import TARGET_MARKS, Game, move_text

__all__ = ["POINT_MARKS", "TARGET_MARKS", "Game", "move_text"]
