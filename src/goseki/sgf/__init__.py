"""SGF as text: game trees of properties in and out, in any charset.

This package knows the *syntax* of SGF FF[4] and nothing of Go: a `Node` holds
property names and text values. `goseki.game` reads Go out of the nodes, and
`goseki.records` reads and writes files of games.

>>> root, = parse("(;SZ[9]C[a \\\\] in a comment];B[ee])")
>>> root.properties["C"], root.children[0].properties
(['a ] in a comment'], {'B': ['ee']})
>>> print(serialize(root))
(;SZ[9]C[a \\] in a comment];B[ee])
"""

from goseki.sgf.charset import decode
from goseki.sgf.parser import parse
from goseki.sgf.tree import Node, Origin
from goseki.sgf.writer import encode, serialize

__all__ = ["Node", "Origin", "decode", "encode", "parse", "serialize"]
