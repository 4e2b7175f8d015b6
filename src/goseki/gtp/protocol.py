"""The Go Text Protocol, version 2, as text: requests in, responses out.

This module knows nothing of Go. A line is cleaned as section 2 of the specification says (control
characters vanish, tabs are blanks, `#` starts a comment) and split into words. A response is
well-formed whatever it is made from: it has no blank line inside and two newlines at the end, and
an error has one line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_LINE_BREAK = re.compile(r"[\n\v\f\r\x1c-\x1e\x85\u2028\u2029]+")


class Request(NamedTuple):
    """One command: its id as it was written ("" without one), name and arguments."""

    id: str
    name: str
    arguments: tuple[str, ...]


def parse_request(line: str) -> Request | None:
    r"""Read a line; None where it holds no command.

    >>> parse_request("12 play\tB D4 # comment\r\n")
    Request(id='12', name='play', arguments=('B', 'D4'))
    >>> parse_request("  # nothing") is None
    True
    """
    # In GTP only blanks and tabs separate words, unlike the other white space of Unicode.
    text = _CONTROL.sub("", line.partition("#")[0]).replace("\t", " ")
    words = [word for word in text.split(" ") if word]
    if not words:
        return None
    request_id = ""
    if words[0].isascii() and words[0].isdigit():
        request_id = words.pop(0)
    return Request(request_id, words[0] if words else "", tuple(words[1:]))


@dataclass(frozen=True, slots=True)
class Response:
    r"""What to answer. `str` is the text to send, nothing for a `silent` one.

    >>> str(Response(True, "D4", "7")), str(Response(False, "no\nway"))
    ('=7 D4\n\n', '? no way\n\n')
    """

    ok: bool
    text: str = ""
    id: str = ""
    silent: bool = False
    """True in response to a line without a command, which is not answered."""

    def __str__(self) -> str:
        if self.silent:
            return ""
        text = _clean(self.text) if self.ok else " ".join(_UNPRINTABLE.sub(" ", self.text).split())
        head = f"{'=' if self.ok else '?'}{self.id}"
        return f"{head} {text}\n\n" if text else f"{head}\n\n"


SILENCE = Response(True, silent=True)


def _clean(text: str) -> str:
    """The text without control characters, blank lines and trailing blanks.

    The first line may be empty: the text then starts on the line after the `=`.
    """
    first, *others = (_UNPRINTABLE.sub("", line).rstrip() for line in _LINE_BREAK.split(text))
    return "\n".join([first, *(line for line in others if line)])
