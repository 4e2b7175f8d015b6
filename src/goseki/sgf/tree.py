"""The game tree: nodes of properties, and where in a text each was read.

Trees may be very deep (a game is one long chain), so nothing here recurses:
walking, comparing, copying and pickling all use loops.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from goseki.errors import SgfError

Properties: TypeAlias = dict[str, list[str]]


@dataclass(frozen=True)
class Origin:
    """Where a text came from, enough to turn an offset into a line and a column.

    >>> Origin(newlines=(5, 9)).place(7)
    (2, 2)
    """

    source: str | None = None
    newlines: Sequence[int] = ()
    """Offset of the last character of each line break, ascending."""
    first_line: int = 1

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of an offset."""
        breaks = bisect_left(self.newlines, offset)
        line_start = self.newlines[breaks - 1] + 1 if breaks else 0
        return self.first_line + breaks, offset - line_start + 1

    def error(self, message: str, offset: int) -> SgfError:
        """An `SgfError` that names the place of `offset`."""
        return SgfError(message, *self.place(offset), self.source)


class Node:
    """A node of a game tree: properties in the order of the file, children, parent.

    Values are text with the escapes already undone; what they mean is not
    looked at, so unknown properties survive reading and writing. (An escaped
    colon reads as a colon. Composed values are split at their first colon, or
    for `AP` the last, which is exact for every property of FF[4].)

    Two nodes are equal if their properties, and all that follows them, are equal.
    Copying or pickling a node takes what follows it along, not its parent.

    >>> root = Node({"SZ": ["9"]})
    >>> move = root.add_child({"B": ["ee"]})
    >>> move.parent is root, move.get("B"), root == root.copy()
    (True, 'ee', True)
    """

    __slots__ = ("children", "offset", "origin", "parent", "properties")

    properties: Properties
    children: list[Node]
    parent: Node | None
    offset: int | None
    """Where in its text the node starts, if it was read from one."""
    origin: Origin | None
    """Set on the root of a tree that was read."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        properties: Properties | None = None,
        parent: Node | None = None,
        offset: int | None = None,
    ) -> None:
        self.properties = {} if properties is None else properties
        self.children = []
        self.parent = parent
        self.offset = offset
        self.origin = None
        if parent is not None:
            parent.children.append(self)

    def get(self, name: str) -> str | None:
        """The first value of a property, or None where the node has none."""
        values = self.properties.get(name)
        return values[0] if values else None

    def add_child(self, properties: Mapping[str, Sequence[str]]) -> Node:
        """Append a child with a copy of these properties, and return it."""
        return Node({name: list(values) for name, values in properties.items()}, self)

    def detach(self) -> None:
        """Take the node, and all that follows it, out of its tree."""
        if self.parent is not None:
            siblings = self.parent.children
            del siblings[next(i for i, node in enumerate(siblings) if node is self)]
            self.parent = None

    def walk(self) -> Iterator[Node]:
        """The node and all that follow it: each before its children, first child first."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    def main_line(self) -> Iterator[Node]:
        """The node, its first child, the first child of that, and so on."""
        node = self
        yield node
        while node.children:
            node = node.children[0]
            yield node

    def path(self) -> list[Node]:
        """The nodes from the root of the tree to this one."""
        nodes = [self]
        while (parent := nodes[-1].parent) is not None:
            nodes.append(parent)
        nodes.reverse()
        return nodes

    @property
    def root(self) -> Node:
        node = self
        while node.parent is not None:
            node = node.parent
        return node

    def error(self, message: str) -> SgfError:
        """An `SgfError` that names the place of the node, where it is known."""
        origin = self.root.origin
        if origin is None:
            return SgfError(message)
        if self.offset is None:
            return SgfError(message, source=origin.source)
        return origin.error(message, self.offset)

    def copy(self) -> Node:
        """A deep copy, with no parent."""
        return _from_rows(self._rows(), self.root.origin)

    def __copy__(self) -> Node:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        memo[id(self)] = twin = self.copy()
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        return _from_rows, (self._rows(), self.root.origin)

    def _rows(self) -> list[_Row]:
        """The tree as a flat list: each node after its parent, which it names by index."""
        rows: list[_Row] = []
        stack = [(self, -1)]
        while stack:
            node, parent = stack.pop()
            stack.extend((child, len(rows)) for child in reversed(node.children))
            rows.append((node.properties, parent, node.offset))
        return rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        stack = [(self, other)]
        while stack:
            mine, theirs = stack.pop()
            if mine is theirs:
                continue
            if mine.properties != theirs.properties or len(mine.children) != len(theirs.children):
                return False
            stack.extend(zip(mine.children, theirs.children, strict=True))
        return True

    def __repr__(self) -> str:
        return f"<Node {self.properties}, {len(self.children)} children>"


_Row: TypeAlias = tuple[Properties, int, int | None]


def _from_rows(rows: list[_Row], origin: Origin | None) -> Node:
    nodes: list[Node] = []
    for properties, parent, offset in rows:
        own = {name: list(values) for name, values in properties.items()}
        nodes.append(Node(own, nodes[parent] if parent >= 0 else None, offset))
    nodes[0].origin = origin
    return nodes[0]
