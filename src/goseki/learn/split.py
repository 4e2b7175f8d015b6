"""One split of games for the whole project: what is learned from, chosen by, and tested on.

A game's part follows from its first moves alone (`goseki.learn.games.game_key`), so it is the same
wherever the game is found, turned or mirrored, and never changes when games are added. Labels of
positions, and ends of games, belong to the part of their game. Nothing that ships has learned from
a test game.

>>> part_of(7 * 2**32), part_of(3), part_of(6)
('train', 'test', 'validation')
"""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from goseki.game import Game
from goseki.learn.games import Games, key_of_record

Part = Literal["train", "validation", "test"]
PARTS: tuple[Part, ...] = get_args(Part)

IN_A_HUNDRED = {"test": 5, "validation": 2}
"""How many games of a hundred are kept for what; the rest is learned from."""


def part_of(key: int) -> Part:
    """The part of a game with this key."""
    place = int(key) % 100
    if place < IN_A_HUNDRED["test"]:
        return "test"
    return "validation" if place < sum(IN_A_HUNDRED.values()) else "train"


def part_of_record(game: Game) -> Part:
    """The part of a game, wherever it was found.

    >>> part_of_record(Game.new("9x9"))
    'train'
    """
    return part_of(key_of_record(game))


def games_of(games: Games, part: Part) -> NDArray[np.int64]:
    """The numbers of the games of a part."""
    place = (games.key % np.uint64(100)).astype(np.int64)
    test, validation = IN_A_HUNDRED["test"], sum(IN_A_HUNDRED.values())
    chosen = {
        "test": place < test,
        "validation": (place >= test) & (place < validation),
        "train": place >= validation,
    }[part]
    return np.flatnonzero(chosen)
