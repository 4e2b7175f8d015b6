"""Saved games: what the files of all kinds have in common."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from goseki.checks import shown, whole
from goseki.coords import Color, Size, parse_color
from goseki.errors import GosekiError
from goseki.phantom.players import Settings
from goseki.phantom.rules import PhantomRules
from goseki.phantom.tournament import Entrant


@dataclass(frozen=True)
class SavedGame:
    """A saved game. `record` is what happened in it, in the form that this kind of game has."""

    rules: PhantomRules
    color: Color
    computer: Entrant
    seed: int
    record: Any


def write_saved(
    kind: str, rules: PhantomRules, color: Color, computer: Entrant, seed: int, **record: object
) -> str:
    """A game as one JSON object."""
    facts = {
        "format": kind,
        "rules": asdict(rules) | {"size": str(rules.size)},
        "color": color,
        "computer": asdict(computer),
        "seed": seed,
        **record,
    }
    return json.dumps(facts, indent=1) + "\n"


def kind_of(text: str) -> str:
    """The kind of the game that a text is; empty if it is no saved game."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    return str(facts.get("format", "")) if isinstance(facts, dict) else ""


def read_saved(text: str, kind: str, record: str) -> SavedGame:
    """The game that `write_saved` wrote, with the record of that name. A `GosekiError` says what
    is wrong with a text that is no such game."""
    try:
        facts = json.loads(text)
    except RecursionError:
        raise GosekiError("not a saved game: its values are nested too deep") from None
    except ValueError as error:
        raise GosekiError(f"not a saved game: {error}") from None
    if kind_of(text) != kind:
        raise GosekiError(f"not a saved game: its format is not {kind!r}")
    try:
        size = Size.parse(facts["rules"].pop("size"))
        settings = Settings(**facts["computer"].pop("settings"))
        return SavedGame(
            PhantomRules(size, **facts.pop("rules")),
            parse_color(facts.pop("color")),
            Entrant(settings=settings, **facts.pop("computer")),
            _read_seed(facts.pop("seed")),
            facts.pop(record),
        )
    except KeyError as error:
        raise GosekiError(f"a saved game without {error}") from None
    except ValueError as error:
        raise GosekiError(f"a saved game that is broken: {error}") from None
    except (TypeError, AttributeError):
        raise GosekiError("a saved game that is broken") from None


def _read_seed(value: Any) -> int:
    seed = whole(value)
    if seed is None or seed < 0:
        raise GosekiError(f"seed is {shown(value)}, not a whole number from 0")
    return seed
