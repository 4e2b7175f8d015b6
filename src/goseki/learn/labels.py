"""What a stronger network says of positions of games: labels to learn from beside the games.

A file of labels (`.npz`) belongs to a collection of games, whose name it begins with: labels of
`games-9x9.npz` are of positions of `games-9x9.sgfs.xz`. docs/data.md describes the fields; points
and signs are Black's, as everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from goseki.errors import GosekiError
from goseki.learn.games import Games

_FIELDS = ("line", "ply", "ownership", "lead", "winrate", "policy_move", "policy_prob", "komi")


@dataclass(frozen=True, eq=False)
class Labels:
    """Labels of positions on boards of one size, one row for each."""

    game: NDArray[np.int64]
    ply: NDArray[np.int32]
    komi: NDArray[np.float32]
    owner: NDArray[np.int8]
    """In hundredths, from -100 (White's) to 100."""
    lead: NDArray[np.float32]
    winrate: NDArray[np.float32]
    moves: NDArray[np.int32]
    """The likeliest moves; the number of points is a pass."""
    chances: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.game)

    def chosen(self, rows: NDArray[np.int64]) -> Labels:
        return Labels(*(getattr(self, name)[rows] for name in self.__dataclass_fields__))


def read_labels(paths: Iterable[Path], games: Games, side: int) -> Labels:
    """The labels of games on square boards of so many lines, as far as those games are here."""
    place = {
        (int(source), int(line)): game
        for game, (source, line) in enumerate(zip(games.source, games.line, strict=True))
        if games.columns[game] == side == games.rows[game]
    }
    parts: list[Labels] = []
    for path in sorted(paths):
        source = next((n for n, name in enumerate(games.sources) if _belongs(path, name)), None)
        if source is None:
            continue
        try:
            with np.load(path) as file:
                if file["ownership"].shape[1] != side * side or "ply" not in file:
                    continue
                fields = {name: file[name] for name in _FIELDS}
        except (OSError, ValueError, KeyError, EOFError) as error:
            raise GosekiError(f"{path} is not a file of labels: {error}") from error
        game = np.array([place.get((source, int(line)), -1) for line in fields["line"]])
        rows = np.flatnonzero(game >= 0)
        rows = rows[fields["ply"][rows] <= games.move_counts[game[rows]]]
        chances = fields["policy_prob"][rows].astype(np.float32)
        parts.append(
            Labels(
                game[rows].astype(np.int64),
                fields["ply"][rows].astype(np.int32),
                fields["komi"][rows].astype(np.float32),
                fields["ownership"][rows].astype(np.int8),
                fields["lead"][rows].astype(np.float32),
                fields["winrate"][rows].astype(np.float32),
                fields["policy_move"][rows].astype(np.int32),
                chances / np.maximum(chances.sum(1, keepdims=True), 1e-6),
            )
        )
    if not parts:
        raise GosekiError(f"no labels of games on {side}x{side} are found")
    return Labels(
        *(np.concatenate([getattr(p, name) for p in parts]) for name in Labels.__dataclass_fields__)
    )


def _belongs(path: Path, source: str) -> bool:
    return path.stem in (source, f"{source}-more")
