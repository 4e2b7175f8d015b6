"""Numbers that are passed in, checked: what is none, or out of range, is a `GosekiError`."""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import Any

from goseki.coords import shorten
from goseki.errors import GosekiError


def check_whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number from `low` to `high`.

    >>> check_whole("jobs", "x", 1, 8)
    Traceback (most recent call last):
    goseki.errors.GosekiError: jobs is 'x', not a whole number from 1 to 8
    """
    number = _whole(value)
    if number is None or not low <= number <= high:
        raise GosekiError(f"{name} is {_shown(value)}, not a whole number from {low} to {high}")
    return number


def check_seed(seed: Any) -> int:
    """Where random numbers start: any whole number, of which the core takes the lowest 64 bits."""
    number = _whole(seed)
    if number is None:
        raise GosekiError(f"seed is {_shown(seed)}, not a whole number")
    return number & (2**64 - 1)


def is_number(value: Any) -> bool:
    """Whether a value is a number, and finite."""
    try:
        return isinstance(value, Real) and math.isfinite(value)
    except OverflowError:  # whole, and of hundreds of digits
        return False


def _whole(value: Any) -> int | None:
    try:
        return operator.index(value)
    except TypeError:
        return None


def _shown(value: Any) -> str:
    if isinstance(value, Real):
        return str(value)
    return shorten(value if isinstance(value, str) else repr(value))
