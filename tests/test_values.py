"""Values of the lower layers never change: a round, a room or a review is replaced, not altered."""

import importlib
import pkgutil
from collections.abc import Iterator
from dataclasses import is_dataclass

import msgspec
import pytest

import tilerummy

PACKAGES = ("rules", "solver", "engine", "evaluation", "server.room", "server.wire")
CHANGING = {"_LatestTurn", "LegalActions"}
"""What is filled in while a value is made and never leaves that function, and an iterator."""


def classes(package: str) -> Iterator[type]:
    """The dataclasses and structures that a package defines."""
    root = importlib.import_module(f"{tilerummy.__name__}.{package}")
    for module in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
        for value in vars(importlib.import_module(module.name)).values():
            if isinstance(value, type) and value.__module__ == module.name:
                yield value


def is_frozen(value: type) -> bool:
    if issubclass(value, msgspec.Struct):
        return value.__struct_config__.frozen
    return value.__dataclass_params__.frozen


@pytest.mark.parametrize("package", PACKAGES)
def test_values_are_frozen(package: str) -> None:
    values = [
        one for one in classes(package) if is_dataclass(one) or issubclass(one, msgspec.Struct)
    ]
    assert values
    changeable = {one.__name__ for one in values if not is_frozen(one)} - CHANGING
    assert not changeable
