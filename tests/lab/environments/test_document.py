"""docs/environment.md is true: its examples run, its tables are the layout."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from tilerummy.lab.environments.layout import EFFECTS, LAYOUT, MOVES, Choice, Move

DOCUMENT = (Path(__file__).resolve().parents[3] / "docs" / "environment.md").read_text("utf-8")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_the_examples_are_true():
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
    examples = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, "environment", None, 0)
    assert len(examples.examples) > 20
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


@pytest.mark.parametrize("part", [*LAYOUT.values(), *EFFECTS.values()], ids=lambda p: p.name)
def test_every_place_is_listed(part):
    last = part.start + part.length - 1
    index = f"{part.start}" if part.length == 1 else f"{part.start} to {last}"
    assert f"| {index} | `{part.name}` | {part.meaning} |" in DOCUMENT


def test_every_action_is_listed():
    for choice in Choice:
        assert f"| {int(choice)} | `{choice.name}` |" in DOCUMENT
    for move in Move:
        last = {Move.PLACE: Move.TAKE - 1, Move.TAKE: MOVES - 1}.get(move)
        index = f"{int(move)}" if last is None else f"{int(move)} to {last}"
        assert f"| {index} | `{move.name}` |" in DOCUMENT
