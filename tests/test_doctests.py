"""The examples in the documentation of every module work."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import goseki

MODULES = [
    module.name
    for module in pkgutil.walk_packages(goseki.__path__, "goseki.")
    if not module.name.endswith("__main__")
]

TRAIN = {"torch", "onnx", "scipy", "sklearn"}
"""What the `train` extra has."""


def load(name: str) -> ModuleType | None:
    """A module, or none if it is one that learns and what it needs is not installed."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name not in TRAIN:
            raise
        return None
    except goseki.GosekiError as error:
        if "pip install '.[train]'" not in str(error):
            raise
        return None


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings(name: str) -> None:
    module = load(name)
    if module is None:
        pytest.skip("learning needs the train extra")
    assert doctest.testmod(module).failed == 0


def test_there_are_examples_to_run() -> None:
    finder = doctest.DocTestFinder()
    modules = [module for name in MODULES if (module := load(name)) is not None]
    examples = sum(len(test.examples) for module in modules for test in finder.find(module))
    assert examples > 30
