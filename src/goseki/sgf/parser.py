"""Reading SGF: text, or bytes in any charset, to trees of nodes.

The reader takes FF[1] to FF[4]. It is generous with what does no harm (text
before, between and after the games, white space, long property names such as
`Black`, a property given twice) and strict with the structure: a bracket that
is not closed, a property without a value or a node after a variation is an
`SgfError` with line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from goseki.coords import shorten
from goseki.errors import SgfError
from goseki.sgf.charset import decode
from goseki.sgf.tree import Node, Origin

_VALUE = r"[^\]\\]*+(?:\\.[^\]\\]*+)*+"

# Every token takes the white space after it along, so a match starts where its token does.
# Possessive quantifiers keep the scan linear whatever the text; the last two alternatives
# see to it that no character is ever skipped.
_TOKEN = re.compile(
    r"(?:((?:;[BW]\[[a-t][a-t]\])++)"  # 1: a run of plain moves, what most files are made of
    rf"|([A-Za-z][A-Za-z0-9]*+)\s*+\[({_VALUE})\]"  # 2, 3: a property and its first value
    rf"|\[({_VALUE})\]"  # 4: one more value
    r"|(;)|(\()|(\))|(\Z)|(.))\s*+",  # 5, 6, 7, 8, 9
    re.DOTALL,
)
_MOVES, _PROPERTY, _MORE, _NODE, _OPEN, _CLOSE, _END = 1, 3, 4, 5, 6, 7, 8
_MOVE_LENGTH = len(";B[aa]")

_GAME_START = re.compile(r"\(\s*+;")
_LINE_BREAK = re.compile(r"\r\n?|\n")
_UNCLEAN = re.compile(r"[\\\r\t\v\f]")
_TO_CLEAN = re.compile(r"\\(\r\n|\n\r|.)|\r\n|\n\r|[\r\t\v\f]", re.DOTALL)
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*+")
_VALUE_START = re.compile(r"(?:[A-Za-z][A-Za-z0-9]*+\s*+)?+\[")
_LOWER_CASE = re.compile(r"[a-z]+")


def parse(data: str | bytes, *, source: str | None = None) -> list[Node]:
    """The trees of all games in a text, in order; at least one, or an `SgfError`.

    `source`, such as a file name, is put before the place in error messages.

    >>> len(parse("A mail. (;B[aa]) Another: (;B[bb](;W[cc])(;W[dd]))"))
    2
    >>> parse("(;B[aa]\\n(;W[bb)")
    Traceback (most recent call last):
    goseki.errors.SgfError: line 2, column 4: the value of 'W' is not closed: no ']' follows
    """
    return list(iter_trees(data, source=source))


def iter_trees(
    data: str | bytes, *, source: str | None = None, first_line: int = 1
) -> Iterator[Node]:
    """Like `parse`, one tree at a time: those before a broken one are not lost.

    `first_line` is the number of the text's first line in its file.
    """
    if not isinstance(data, str | bytes | bytearray | memoryview):
        raise SgfError(f"SGF is text or bytes, not {data!r:.40}", source=source)
    text = data if isinstance(data, str) else decode(data)
    newlines = [match.end() - 1 for match in _LINE_BREAK.finditer(text)]
    origin = Origin(source, newlines, first_line)
    start = _GAME_START.search(text)
    if start is None:
        raise origin.error("no game: '(;' not found", 0)
    while start is not None:
        root, end = _parse_tree(text, start.start(), origin)
        root.origin = origin
        yield root
        start = _GAME_START.search(text, end)


def _parse_tree(text: str, start: int, origin: Origin) -> tuple[Node, int]:
    """The tree whose '(' is at `start`, and the offset of what follows it."""
    ground = Node()  # the parent of the root while the tree is read
    last = ground  # the node that the next one will follow
    values: list[str] | None = None  # the values of the last property
    state = _CLOSE  # whether a bracket has just been opened or closed, or a node stands open
    branches: list[Node] = []  # for each open bracket, the node before it
    for token in _TOKEN.finditer(text, start):
        kind = token.lastindex
        if kind == _MOVES and state != _CLOSE:
            last, values = _add_moves(text, token, last)
            state = _NODE
        elif kind == _NODE and state != _CLOSE:
            last, values = Node({}, last, token.start()), None
            state = _NODE
        elif kind == _PROPERTY and state == _NODE:
            values = _add_property(last, token, origin)
        elif kind == _MORE and values is not None:
            values.append(_clean(token[4]))
        elif kind == _OPEN and state != _OPEN:
            branches.append(last)
            values, state = None, _OPEN
        elif kind == _CLOSE and state != _OPEN:
            last = branches.pop()
            values, state = None, _CLOSE
            if not branches:
                root = ground.children[0]
                root.parent = None
                return root, token.end()
        else:
            raise _syntax_error(text, token, state, start, origin)
    raise AssertionError("the end of the text is a token of its own")


def _add_moves(text: str, token: re.Match[str], last: Node) -> tuple[Node, list[str]]:
    """Add a node for each move of a run; return the last one and its list of values."""
    values: list[str] = []
    for offset in range(*token.span(1), _MOVE_LENGTH):
        values = [text[offset + 3 : offset + 5]]
        last = Node({text[offset + 1]: values}, last, offset)
    return last, values


def _add_property(node: Node, token: re.Match[str], origin: Origin) -> list[str]:
    """Add a property and its first value to a node; return the list of its values."""
    name, value = token.group(2, 3)
    if not name.isupper():
        name = _LOWER_CASE.sub("", name)
        if not name[:1].isalpha():
            raise origin.error(
                f"property name {shorten(token[2])} has no capital letter", token.start()
            )
    values = node.properties.setdefault(name, [])
    values.append(_clean(value))
    return values


def _clean(value: str) -> str:
    """Undo the escapes of a value and normalise its line breaks and other white space.

    >>> _clean("a\\\\]b\\\\\\nc\\r\\nd\\te")
    'a]bc\\nd e'
    """
    return _TO_CLEAN.sub(_cleaned, value) if _UNCLEAN.search(value) else value


def _cleaned(match: re.Match[str]) -> str:
    escaped = match[1]
    if escaped is None:
        return "\n" if match[0][0] in "\r\n" else " "
    if escaped[0] in "\r\n":
        return ""
    return " " if escaped in "\t\v\f" else escaped


def _syntax_error(
    text: str, token: re.Match[str], state: int, start: int, origin: Origin
) -> SgfError:
    """What is wrong with a token that cannot stand where it does."""
    offset, kind = token.start(), token.lastindex
    name = _NAME.match(text, offset)
    if state == _OPEN:
        found = (
            "the end of the text" if kind == _END else shorten(name[0] if name else text[offset])
        )
        return origin.error(f"';' expected after '(', not {found}", offset)
    if kind == _END:
        line, column = origin.place(start)
        return origin.error(
            f"the game that starts in line {line}, column {column} is not closed: ')' missing",
            offset,
        )
    if state == _CLOSE and kind in (_MOVES, _NODE, _PROPERTY):
        found = "a node" if name is None else f"property {shorten(name[0])}"
        return origin.error(f"{found} after a variation: '(' or ')' expected", offset)
    if kind == _MORE:
        return origin.error("a value without a property name", offset)
    bracket = _VALUE_START.match(text, offset)
    if bracket:
        of_name = f"the value of {shorten(name[0])}" if name else "a value"
        return origin.error(f"{of_name} is not closed: no ']' follows", bracket.end() - 1)
    if name:
        return origin.error(f"property {shorten(name[0])} has no value: '[' expected", offset)
    return origin.error(f"unexpected character {shorten(text[offset])}", offset)
