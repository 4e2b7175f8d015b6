"""How often each reading of the seki rule gives the score that players agreed on.

    python benchmarks/compare_scores.py --games FILE

The file is `kgs-agreed-status.jsonl.xz`: finished games with the agreed dead stones, the
prisoners and the result. `docs/rules.md` quotes the figures.
"""

from __future__ import annotations

import argparse
import json
import lzma
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from goseki import Board, Rules

DEFAULT_GAMES = (
    Path(__file__).resolve().parent.parent.parent
    / "shared/data/final-positions/kgs-agreed-status.jsonl.xz"
)
JAPANESE = Rules.parse("japanese")


def board_of(game: dict[str, Any], rules: Rules) -> Board:
    board = Board(str(game["size"]), rules, komi=game["komi"])
    signs = [["O.X".index(stone) - 1 for stone in row] for row in game["board"]]
    taken = game["prisoners"]
    board.set_up(np.array(signs, dtype=np.int8), taken["taken_by_B"], taken["taken_by_W"])
    return board


def readings(game: dict[str, Any]) -> dict[str, float]:
    """Black's lead by each reading of the rule, and with how many neutral points."""
    board = board_of(game, JAPANESE)
    untaxed_board = board_of(game, replace(JAPANESE, tax="NONE"))
    dead = [board.size.from_sgf(point) for point in game["dead"]]
    untaxed = untaxed_board.score(dead)
    neutral = untaxed.owner == 0
    beside = np.zeros_like(neutral)
    beside[1:] |= neutral[:-1]
    beside[:-1] |= neutral[1:]
    beside[:, 1:] |= neutral[:, :-1]
    beside[:, :-1] |= neutral[:, 1:]
    alive = [p for p in (*board.stones("B"), *board.stones("W")) if p not in set(dead)]
    literal = [p for p in alive if beside.reshape(-1)[board.index(p)]]
    return {
        "no tax": untaxed.lead,
        "article 8 to the letter": board.score(dead, seki=literal).lead,
        "ours": board.score(dead).lead,
        "neutral points": float(neutral.sum()),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--games", type=Path, default=DEFAULT_GAMES)
    path = parser.parse_args().games
    if not path.is_file():
        print(f"{path}: no such file", file=sys.stderr)
        return 2
    right: dict[str, int] = {}
    games = with_neutral = 0
    with lzma.open(path, "rt") as lines:
        for game in map(json.loads, lines):
            if game["rules"] != "Japanese":
                continue
            games += 1
            leads = readings(game)
            with_neutral += leads.pop("neutral points") > 0
            for name, lead in leads.items():
                right[name] = right.get(name, 0) + (lead == game["black_lead"])
    print(f"{games} games, {with_neutral} with unfilled neutral points")
    for name, count in right.items():
        print(f"{name}: {count} right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
