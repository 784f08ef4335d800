"""What programs rely on does not change unnoticed: fields, bounds, defaults, unknown fields."""

import json
from pathlib import Path

import pytest

from tests.server.wire.contract import contract

KEPT = Path(__file__).with_name("contract.json")
NOW = json.loads(contract())


def test_the_structures_are_those_that_were_agreed():
    assert json.loads(KEPT.read_text("utf-8")).keys() == NOW.keys()


@pytest.mark.parametrize("name", NOW)
def test_a_structure_is_as_agreed(name):
    command = "python -m tests.server.wire.contract > tests/server/wire/contract.json"
    agreed = json.loads(KEPT.read_text("utf-8")).get(name)
    assert NOW[name] == agreed, f"if programs written before go on working, run {command}"
