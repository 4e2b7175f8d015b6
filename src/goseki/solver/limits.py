"""What a search may use: memory, time, nodes."""

from __future__ import annotations

import re

from goseki.checks import is_number, shown, whole
from goseki.coords import shorten
from goseki.errors import GosekiError

_MEMORY = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*([kmgt]?)(?:i?b)?", re.IGNORECASE | re.ASCII)
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30, "t": 2**40}
LEAST_MEMORY = 2**16


def parse_memory(memory: int | str) -> int:
    """Bytes, from a number or from a text such as `512M` or `1.5G`.

    >>> parse_memory("512M"), parse_memory("0.5 GiB"), parse_memory(65536)
    (536870912, 536870912, 65536)
    """
    if isinstance(memory, int):
        count = memory
    else:
        match = _MEMORY.fullmatch(memory.strip()) if isinstance(memory, str) else None
        if not match:
            text = memory if isinstance(memory, str) else repr(memory)
            raise GosekiError(f"not an amount of memory: {shorten(text)} (examples: 512M, 2G)")
        count = int(float(match[1]) * _UNITS[match[2].lower()])
    if not LEAST_MEMORY <= count < 2**46:
        raise GosekiError(f"memory of {memory} is not between 64K and 64T")
    return count


def check_seconds(seconds: float | None) -> float:
    """The core's time limit, 0 for none."""
    if seconds is None:
        return 0.0
    if not (is_number(seconds) and seconds > 0):
        raise GosekiError(f"seconds must be a number above 0, not {shown(seconds)}")
    return float(seconds)


def check_nodes(nodes: int | None) -> int:
    """The core's node limit, 0 for none."""
    if nodes is None:
        return 0
    count = whole(nodes)
    if count is None or not 1 <= count < 2**62:
        raise GosekiError(f"nodes must be from 1 to 2^62 - 1, not {shown(nodes)}")
    return count
