"""Writing SGF: trees of nodes to text, or to UTF-8 bytes marked as such.

What is written reads back as the same trees: `parse(serialize(trees)) == trees`
for values in the form the reader gives (line breaks `\\n`, no tabs).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from goseki.coords import shorten
from goseki.sgf.tree import Node, Properties

CHARSET = "UTF-8"
LINE_LENGTH = 80

# Properties whose values have two parts: whether the first or the last colon separates them.
# Other colons belong to a part and are escaped.
_COLON_TO_KEEP = {"LB": str.partition, "FG": str.partition, "AP": str.rpartition}


def serialize(trees: Node | Iterable[Node], *, fold: bool = True) -> str:
    """The SGF text of one tree or of several, in lines of about 80 characters.

    Lines are broken between properties only, so long values stay whole. With
    `fold=False` a tree is one line, unless its values hold line breaks.

    >>> serialize(Node({"C": ["[x]: \\\\"]}))
    '(;C[[x\\\\]: \\\\\\\\])'
    """
    roots = [trees] if isinstance(trees, Node) else trees
    return "\n".join(_text(root, fold, None) for root in roots)


def encode(trees: Node | Iterable[Node], *, fold: bool = True) -> bytes:
    """The trees as UTF-8 bytes, with `CA[UTF-8]` in each root, ready for a file.

    >>> encode(Node({"FF": ["4"], "CA": ["GBK"], "PB": ["黑"]})).decode()
    '(;FF[4]CA[UTF-8]PB[黑])\\n'
    """
    roots = [trees] if isinstance(trees, Node) else trees
    text = "".join(_text(root, fold, CHARSET) + "\n" for root in roots)
    return text.encode("utf-8", errors="replace")


def _text(root: Node, fold: bool, charset: str | None) -> str:
    parts: list[str] = []
    room = LINE_LENGTH
    stack: list[tuple[Node, bool] | None] = [None, (root, True)]  # None stands for a ')'
    while stack:
        item = stack.pop()
        if item is None:
            parts.append(")")
            continue
        node, starts_line = item
        if len(node.children) == 1:
            stack.append((node.children[0], False))
        else:
            for child in reversed(node.children):
                stack += (None, (child, True))
        properties = node.properties
        if charset is not None and node is root:
            properties = _with_charset(properties, charset)
        pieces = [_property(name, values, node) for name, values in properties.items()] or [""]
        pieces[0] = ("(;" if starts_line else ";") + pieces[0]
        for piece in pieces:
            if fold and parts and (starts_line or len(piece) > room):
                parts.append("\n")
                room = LINE_LENGTH
            parts.append(piece)
            starts_line = False
            if "\n" in piece:
                room = LINE_LENGTH + piece.rindex("\n") + 1
            room -= len(piece)
    return "".join(parts)


def _property(name: str, values: list[str], node: Node) -> str:
    if not _is_name(name):
        raise node.error(f"not a property name: {shorten(name)} (capital letters and digits)")
    if not values:
        raise node.error(f"property {name} has no value")
    if name in _COLON_TO_KEEP:
        return f"{name}[{']['.join([_compose(name, value) for value in values])}]"
    return f"{name}[{']['.join([_escape(value) for value in values])}]"


@lru_cache(maxsize=1024)
def _is_name(text: str) -> bool:
    return re.fullmatch(r"[A-Z][A-Z0-9]*", text) is not None


def _escape(value: str) -> str:
    if "]" in value or "\\" in value:
        value = value.replace("\\", "\\\\").replace("]", "\\]")
    if "\r" in value:
        value = value.replace("\r\n", "\n").replace("\r", "\n")
    return value


def _compose(name: str, value: str) -> str:
    """A value of two parts; the colons inside the parts are escaped."""
    before, colon, after = _COLON_TO_KEEP[name](value, ":")
    if not colon:
        return _escape(value)
    return _escape(before).replace(":", "\\:") + ":" + _escape(after).replace(":", "\\:")


def _with_charset(properties: Properties, charset: str) -> Properties:
    """The properties with `CA` set: in its place, or else after `FF` and `GM` or first."""
    if "CA" in properties:
        return properties | {"CA": [charset]}
    names = list(properties)
    first = max((names.index(name) + 1 for name in ("FF", "GM") if name in names), default=0)
    items = list(properties.items())
    return dict([*items[:first], ("CA", [charset]), *items[first:]])
