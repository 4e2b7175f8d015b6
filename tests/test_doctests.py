"""The examples in the documentation of every module work."""

import doctest
import importlib
import pkgutil

import pytest

import goseki

MODULES = [
    module.name
    for module in pkgutil.walk_packages(goseki.__path__, "goseki.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples_to_run() -> None:
    finder = doctest.DocTestFinder()
    modules = map(importlib.import_module, MODULES)
    examples = sum(len(test.examples) for module in modules for test in finder.find(module))
    assert examples > 30
