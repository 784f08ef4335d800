"""The faults that `make mutants` puts into the code."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

from mutations import mutations


def faults(source: str) -> set[str]:
    return {f"{mutation.before} -> {mutation.after}" for mutation in mutations(source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", {"a < b -> a <= b"}),
        ("a is None", {"a is None -> a is not None"}),
        ("x = a + b", {"a + b -> a - b"}),
        ("x = a and b", {"a and b -> a or b", "a and b -> a"}),
        ("x = not a", {"not a -> a"}),
        ("x = 3", {"3 -> 4"}),
        ("x = True", {"True -> False"}),
        ("if a: b", {"a -> not (a)"}),
        ("x = max(a, b)", {"max -> min"}),
        ("call()", {"call() -> pass"}),
        ("x += y", {"x += y -> pass"}),
    ],
)
def test_a_fault_is_one_small_change(source, expected):
    assert faults(source) == expected


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        '__all__ = ["a"]',
        "x: int | None",
        "from a import b",
        "if TYPE_CHECKING: x = 1",
        'raise ValueError("no" + "thing")',
        "_logger.info(1)",
    ],
)
def test_what_does_not_run_is_left_alone(source):
    assert faults(source) == set()


def test_the_rest_of_the_source_stays_as_it_is():
    source = 'def f(ä: int) -> str:\n    # ü\n    return "é" if ä == 1 else "o"  # why\n'
    changed = {mutation.source for mutation in mutations(source)}
    assert 'def f(ä: int) -> str:\n    # ü\n    return "é" if ä != 1 else "o"  # why\n' in changed
    assert 'def f(ä: int) -> str:\n    # ü\n    return "é" if ä == 2 else "o"  # why\n' in changed
    assert source not in changed
    assert {mutation.line for mutation in mutations(source)} == {3}
