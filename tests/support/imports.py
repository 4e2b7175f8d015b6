"""Who imports whom in the package, and who includes whom in the core, read from the sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "goseki"
CORE = ROOT / "core"
_INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.MULTILINE)


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


MODULES = {_name(path): path for path in PACKAGE.rglob("*.py")}
"""The sources of the package by the names of their modules."""
_COMPILED = {_name(path) for path in PACKAGE.rglob("*.pyi")}


def imported_by(module: str, *, at_once: bool = False) -> set[str]:
    """The modules that a module of ours imports, those inside functions too unless only those
    `at_once` are asked for, but never those that only type checkers see. What is imported out of
    a module of ours counts as that module."""
    found = set()
    for node in _run(ast.parse(MODULES[module].read_text(encoding="utf-8")), at_once):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Attribute) and ast.unparse(node.value) == "goseki":
            found.add(f"goseki.{node.attr}")
    return {_module_of(name, module) for name in found}


def _run(node: ast.AST, at_once: bool) -> Iterator[ast.AST]:
    """The parts of a syntax tree that are run, which those below `if TYPE_CHECKING` are not."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING"):
            for other in child.orelse:
                yield from _run(other, at_once)
        elif not (at_once and isinstance(child, ast.FunctionDef | ast.Lambda)):
            yield from _run(child, at_once)


def _module_of(name: str, module: str) -> str:
    """The module that an imported name stands in, if it is ours."""
    if name.split(".")[0] != "goseki":
        return name
    while name not in MODULES and name not in _COMPILED:
        name, _, last = name.rpartition(".")
        # The package itself offers names of many modules, and loads them when they are used.
        assert name != "goseki" or last.startswith("__"), f"{module}: import {last} from its module"
    return name


def included_by(path: Path) -> set[str]:
    """The files that a source includes: those of the core as seen from there, others as named."""
    names = {one or other for one, other in _INCLUDE.findall(path.read_text(encoding="utf-8"))}
    beside = {name: (path.parent / name).resolve() for name in names}
    return {
        beside[name].relative_to(CORE).as_posix()
        if beside[name].is_relative_to(CORE) and beside[name].exists()
        else name
        for name in names
    }
