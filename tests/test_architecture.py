"""docs/architecture.md says who may import whom and where things go; the sources keep to it.

The lists are read from the page, so that it and these tests cannot drift apart.
"""

import re
from pathlib import Path

import pytest

from tests.support.imports import CORE, MODULES, PACKAGE, ROOT, imported_by, included_by

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
MOST_NEW_FILES = 7


def section(title: str) -> str:
    """The text of the page below a heading, up to the next one."""
    found = re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"the page has no section {title!r}"
    return found[1]


def listed(folder: str) -> list[str]:
    """What the list of the house has in a folder, in its order: files and folders without their
    endings. Their explanations, which stand further right, are left out."""
    house = re.search(r"```\n(.*?)```", section("The house"), re.DOTALL)
    assert house
    names: list[str] = []
    inside = False
    for line in house[1].splitlines():
        if not line.startswith(" "):
            inside = line.startswith(folder)
        elif inside and re.match(r"  \S", line):
            names += re.split(r"\s{2,}", line.strip())[0].split(", ")
    return [name.removesuffix("/").removesuffix(".h") for name in names]


HOUSE = listed("src/goseki/")
CORE_HOUSE = listed("core/")


def room(name: str) -> str | None:
    """The name in the list for a module of the package; none for the package itself."""
    return name.split(".")[1] if name.startswith("goseki.") else None


def core_room(path: str) -> str:
    """The name in the list for a file of the core, given from there."""
    return next(name for name in CORE_HOUSE if re.match(rf"{name}(/|\.)", path))


def named(text: str) -> list[str]:
    return re.findall(r"`([\w/]+?)/?`", text)


EXCEPTIONS = {
    (importer, imported)
    for importers, all_imported in re.findall(
        r"^- (`[^→\n]*`) → (`[^:\n]*`): ", section("The house"), re.MULTILINE
    )
    for importer in named(importers)
    for imported in named(all_imported)
}
"""Imports against the order. They stand inside functions."""

RESERVED = {
    name: set(named(importers))
    for importers, name in re.findall(
        r"^- Only (`[^:\n]*`) may import `(\w+)/?`", section("The house"), re.MULTILINE
    )
}
"""What only some may import, although it would stand in order for others."""

IMPORTS = [
    (module, ours, name)
    for module in MODULES
    if (ours := room(module)) is not None and ours != "__main__"
    for name in imported_by(module)
]


@pytest.mark.parametrize(
    ("names", "folder"), [(HOUSE, PACKAGE), (CORE_HOUSE, CORE)], ids=["package", "core"]
)
def test_the_list_of_the_house_is_complete(names: list[str], folder: Path) -> None:
    there = {
        path.name.split(".")[0]
        for path in folder.iterdir()
        if path.suffix in (".py", ".pyi", ".h", ".cpp") or (path.is_dir() and any(path.iterdir()))
    } - {"__init__", "__main__", "__pycache__"}
    assert len(names) == len(set(names))
    assert {name.split("/")[0] for name in names} == there


def test_nothing_imports_what_stands_below_it() -> None:
    order = {name: place for place, name in enumerate(HOUSE)}
    wrong = {
        f"{module} imports {name}"
        for module, ours, name in IMPORTS
        if (other := room(name)) is not None
        and order[other] > order[ours]
        and ((ours, other) not in EXCEPTIONS or name in imported_by(module, at_once=True))
    }
    assert not wrong


def test_every_exception_is_needed() -> None:
    assert EXCEPTIONS
    assert {(ours, room(name)) for _, ours, name in IMPORTS} >= EXCEPTIONS


def test_what_only_some_may_import() -> None:
    assert RESERVED
    for name, importers in RESERVED.items():
        assert {ours for _, ours, other in IMPORTS if room(other) == name} - {name} == importers


CORE_FILES = [*CORE.rglob("*.h"), *CORE.rglob("*.cpp")]
INCLUDES = [
    (path.relative_to(CORE).as_posix(), name) for path in CORE_FILES for name in included_by(path)
]


def test_nothing_in_the_core_includes_what_stands_below_it() -> None:
    order = {name: place for place, name in enumerate(CORE_HOUSE)}
    assert len(INCLUDES) > 200
    wrong = {
        f"{path} includes {name}"
        for path, name in INCLUDES
        if (CORE / name).exists() and order[core_room(name)] > order[core_room(path)]
    }
    assert not wrong


def test_only_bindings_include_python() -> None:
    python = re.compile(r"Python\.h|nanobind/|numpy/")
    assert {core_room(path) for path, name in INCLUDES if python.match(name)} == {"bindings"}


PACKAGE_USES = {(ours, room(name)) for _, ours, name in IMPORTS}
CORE_USES = {
    (core_room(path), core_room(name)) for path, name in INCLUDES if (CORE / name).exists()
}


@pytest.mark.parametrize(
    ("verb", "uses"), [("imports", PACKAGE_USES), ("includes", CORE_USES)], ids=["package", "core"]
)
def test_strangers_do_not_know_each_other(verb: str, uses: set[tuple[str, str]]) -> None:
    """Some do not use each other although one of them stands above the other."""
    line = re.search(rf"^- None of (`.*`) {verb} another", section("The house"), re.MULTILINE)
    assert line
    group = set(named(line[1]))
    assert group <= {one for one, _ in uses}
    assert not [(one, other) for one, other in uses if one != other and {one, other} <= group]


def test_a_new_solver_adds_at_most_seven_files() -> None:
    """The places of its files exist, and so do those that it adds a line to and the example's."""
    table = re.findall(r"^\| .*", section("Where a new solver goes"), re.MULTILINE)
    paths = [path for row in table for path in re.findall(r"`([\w/]+(?:\.\w+)?)`", row)]
    paths = [path for path in paths if "/" in path]
    new = {path for path in paths if "NAME" in path}
    assert 0 < len(new) <= MOST_NEW_FILES
    for path in new:
        folder = Path(path).parent
        assert (ROOT / (folder.parent if folder.name == "NAME" else folder)).is_dir(), path
    assert len(paths) > 2 * len(new)
    for path in set(paths) - new:
        assert (ROOT / path).exists(), path
