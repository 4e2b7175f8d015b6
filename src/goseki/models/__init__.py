"""What was learned and ships: weights, each with a card that says from what and how good they are.

The cards are Markdown files beside the weights; `goseki train` makes both anew.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from goseki.errors import GosekiError

SHIPPED = {"net": "net.onnx"}
"""The models that ship, by the names that they have at every door."""


def model_path(name: str) -> Path:
    """The file of a model that ships.

    >>> model_path("net").name
    'net.onnx'
    >>> model_path("deep thought")
    Traceback (most recent call last):
    goseki.errors.GosekiError: unknown model "deep thought" (known: net)
    """
    if name not in SHIPPED:
        raise GosekiError(f'unknown model "{name}" (known: {", ".join(SHIPPED)})')
    return Path(str(files(__name__))) / SHIPPED[name]
