"""Checks of the numbers that callers pass in: a wrong one is a `GosekiError` that names it."""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import Any

from goseki.coords import shorten
from goseki.errors import GosekiError


def whole(value: Any) -> int | None:
    """A whole number of any type as an `int`; None if the value is not a whole number."""
    try:
        return operator.index(value)
    except TypeError:
        return None


def check_whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number from `low` to `high`.

    >>> check_whole("jobs", "x", 1, 8)
    Traceback (most recent call last):
    goseki.errors.GosekiError: jobs is 'x', not a whole number from 1 to 8
    """
    number = whole(value)
    if number is None or not low <= number <= high:
        raise GosekiError(f"{name} is {shown(value)}, not a whole number from {low} to {high}")
    return number


def check_flag(name: str, value: Any) -> bool:
    """True or False; values that merely count as true or false are refused."""
    if not isinstance(value, bool):
        raise GosekiError(f"{name} is {shown(value)}, not True or False")
    return value


def check_seed(seed: Any) -> int:
    """Where random numbers start: a whole number, of which the core takes the lowest 64 bits."""
    number = whole(seed)
    if number is None or number < 0:
        raise GosekiError(f"seed is {shown(seed)}, not a whole number from 0 on")
    return number & (2**64 - 1)


def is_number(value: Any) -> bool:
    """Whether a value is a number, and finite."""
    try:
        return isinstance(value, Real) and math.isfinite(value)
    except OverflowError:  # an integer of hundreds of digits
        return False


def shown(value: Any) -> str:
    """A value as error messages show it: numbers as they are, others as a short quoted text."""
    try:
        if isinstance(value, Real):
            return str(value)
    except ValueError:  # Python refuses to write so many digits
        return "a number of very many digits"
    return shorten(value if isinstance(value, str) else repr(value))
