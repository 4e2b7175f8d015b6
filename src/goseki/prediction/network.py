"""The network at work, by ONNX Runtime; `goseki.learn` trains it.

ONNX Runtime is loaded when a network is asked for, and not before.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from goseki import _core
from goseki.board import Board
from goseki.coords import Size
from goseki.errors import GosekiError
from goseki.symmetries import symmetry_images

FORMAT = "goseki network 1"
SMALLEST, LARGEST = 5, 19
"""Sides of boards that the network is made for."""
MIXTURE = 3
POINTS_PER_UNIT = 20.0
"""As `goseki.learn.network` has them."""

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True)
class Evaluation:
    """What a network says of one position, seen by the side to move."""

    policy: Floats
    """Probabilities by index, the last one that of the pass; 0 for what is not legal."""
    win: float
    lead: float
    owner: Floats
    """By index, from -1 to 1."""


class NetworkModel:
    """A network in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._session = _open(path)
        facts = dict(self._session.get_modelmeta().custom_metadata_map)
        self.card = card_of(facts, path)
        names = [{value.name for value in self._session.get_inputs()}]
        names += [{value.name for value in self._session.get_outputs()}]
        if names != [_INPUTS, _OUTPUTS]:
            raise GosekiError(f"{path} is damaged: it has another graph than networks of goseki")

    def evaluate(self, board: Board, symmetries: int = 1, *, first: int = 0) -> Evaluation:
        """Look at a position, once or in so many symmetries from the `first` on, whose answers are
        averaged."""
        size = board.size
        check_size(size)
        images = symmetry_images(size)
        used = [(first + n) % len(images) for n in range(min(symmetries, len(images)))]
        found = [_seen_back(self._look(board, symmetry), images[symmetry]) for symmetry in used]
        policy, judged, owner = (np.mean([f[i] for f in found], 0) for i in range(3))
        return Evaluation(
            policy.astype(np.float32), float(judged[0]), float(judged[1]), owner.astype(np.float32)
        )

    def kept(self, size: Size) -> tuple[float, ...]:
        """The share of strong players' moves among its first 1, 2, ... moves on boards of a size,
        as its card has it (`goseki.learn.metrics.shares_within`); empty if it does not."""
        try:
            shares = [float(share) for share in self.card["kept"][str(size)]["shares"]]
        except (KeyError, TypeError, ValueError):
            return ()
        is_sound = all(0 <= low <= high <= 1 for low, high in pairwise([0.0, *shares]))
        return tuple(shares) if is_sound else ()

    def run(self, planes: Floats, globals_: Floats) -> tuple[Floats, Floats, Floats]:
        """What the graph says of some positions: policy, value and score, owner, as they are."""
        try:
            found = self._session.run(
                ["policy", "judged", "owner"], {"planes": planes, "globals": globals_}
            )
        except Exception as error:  # the runtime's errors have no public base class
            raise GosekiError(f"{self.path} is damaged: it cannot be computed") from error
        return found[0], found[1], found[2]

    def _look(self, board: Board, symmetry: int) -> tuple[Floats, Floats, Floats]:
        planes, globals_ = _core.planes_of(board, symmetry, board.komi)
        policy, judged, owner = self.run(planes[None].astype(np.float32), globals_[None])
        legal = np.append(planes[LEGAL_PLANE].reshape(-1), 1).astype(bool)
        scores = np.where(legal, policy[0], -np.inf)
        chances = np.exp(scores - scores.max())
        win = 1 / (1 + np.exp(-judged[0, 0]))
        weights, centers = judged[0, 1 : 1 + MIXTURE], judged[0, 1 + MIXTURE : 1 + 2 * MIXTURE]
        shares = np.exp(weights - weights.max())
        lead = POINTS_PER_UNIT * float((shares * centers).sum() / shares.sum())
        return chances / chances.sum(), np.array([win, lead], np.float32), owner[0]


_INPUTS, _OUTPUTS = {"planes", "globals"}, {"policy", "judged", "owner"}


def card_of(facts: Mapping[str, str], path: Path) -> dict[str, Any]:
    """The card in what a file says of itself, if it is a network for the planes that there are."""
    if facts.get("format") != FORMAT:
        raise GosekiError(f"{path} is no network of goseki, or one of another version")
    try:
        planes, globals_ = json.loads(facts["planes"]), json.loads(facts["globals"])
        card = json.loads(facts["card"])
    except (KeyError, ValueError, RecursionError):
        raise GosekiError(f"{path} is damaged: what it says of itself cannot be read") from None
    if planes != _core.plane_names() or globals_ != _core.global_names():
        raise GosekiError(f"{path} was made for other planes than this version has")
    if not isinstance(card, dict):
        raise GosekiError(f"{path} is damaged: its card is none")
    return card


LEGAL_PLANE = _core.plane_names().index("legal")
"""Which plane says where the side to move may play."""


def _seen_back(
    seen: tuple[Floats, Floats, Floats], image: npt.NDArray[np.int32]
) -> tuple[Floats, Floats, Floats]:
    """What was seen of a board that was turned, point by point of the board itself."""
    policy, judged, owner = seen
    return np.append(policy[image], policy[-1]), judged, owner[image]


def fits(size: Size) -> bool:
    """Whether the network is made for boards of this size."""
    return min(size.columns, size.rows) >= SMALLEST


def check_size(size: Size) -> None:
    """Complain of a board that the network is not made for."""
    if not fits(size):
        raise GosekiError(
            f"the network is for boards of {SMALLEST} to {LARGEST} lines a side, not {size}"
        )


def _open(path: Path) -> Any:
    import onnxruntime

    if not path.is_file():
        raise GosekiError(f"there is no model file {path}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.log_severity_level = 4
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # its errors have no public base class
        raise GosekiError(f"{path} cannot be read as a network (ONNX)") from error


@lru_cache(maxsize=4)
def load_network(path: Path) -> NetworkModel:
    """The network of a file, which is read once."""
    return NetworkModel(path)
