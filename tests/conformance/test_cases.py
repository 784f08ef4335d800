"""The rule cases of conformance/cases, against the Python rules.

Each case must be as expected, and must be able to fail: turned round, it must differ.
"""

import json
import re
from pathlib import Path

import msgspec
import pytest

from tilerummy.cases import parse_cases
from tilerummy.cases.case import Expectation
from tilerummy.cases.facts import RedealCase, TilesCase, TimeoutCase
from tilerummy.cases.late import LateTurnCase
from tilerummy.cases.scores import MatchScoreCase, RoundScoreCase
from tilerummy.rules.library import RULEBOOK_IDS
from tilerummy.rules.rulebook import LateTurn

FOLDER = Path(__file__).parents[2] / "conformance" / "cases"
CASES = [
    case
    for file in sorted(FOLDER.glob("*.jsonl"))
    for case in parse_cases(file.read_text("utf-8"), str(file))
]
LINES = [
    json.loads(line)
    for file in sorted(FOLDER.glob("*.jsonl"))
    for line in file.read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_rules_say_what_the_case_expects(case):
    assert case.differences() == []


def turned_round(case):
    """The same case with another expectation."""
    if isinstance(case, Expectation):
        other = "illegal" if case.expects_legal else "legal"
        return msgspec.structs.replace(case, expect=other, because=None)
    if isinstance(case, RedealCase):
        other = "available" if case.expect == "not available" else "not available"
        return msgspec.structs.replace(case, expect=other)
    if isinstance(case, RoundScoreCase):
        return msgspec.structs.replace(case, scores={n: s + 1 for n, s in case.scores.items()})
    if isinstance(case, MatchScoreCase):
        return msgspec.structs.replace(case, winner=["nobody"])
    if isinstance(case, TilesCase):
        return msgspec.structs.replace(case, total=107, jokers=9)
    if isinstance(case, LateTurnCase):
        return msgspec.structs.replace(case, left=f"{case.left} r1")
    assert isinstance(case, TimeoutCase)
    return msgspec.structs.replace(case, seconds=61)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_case_turned_round_differs(case):
    assert turned_round(case.case).differences()


@pytest.mark.parametrize(
    "case", [c for c in CASES if getattr(c.case, "because", None)], ids=lambda case: case.name
)
def test_another_reason_differs(case):
    other = msgspec.structs.replace(case.case, because="ROUND_OVER")
    assert other.differences()


@pytest.mark.parametrize(
    "case", [c for c in CASES if getattr(c.case, "value", None)], ids=lambda case: case.name
)
def test_another_value_differs(case):
    assert msgspec.structs.replace(case.case, value=case.case.value + 1).differences()


def test_ids_are_unique():
    ids = [line["id"] for line in LINES]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("book", RULEBOOK_IDS)
def test_every_rulebook_has_cases_of_every_kind_it_knows(book):
    kinds = {line["kind"] for line in LINES if line["rules"] == book}
    assert {"meld", "turn", "round-score", "tiles", "timeout", "redeal"} <= kinds


def test_every_clause_about_play_has_a_case():
    clauses = {line["clause"] for line in LINES}
    assert {"A1", "A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A12", "A13"} <= clauses
    assert all(re.fullmatch(r"A\d\d?|B-\d\d", clause) for clause in clauses)


def test_every_case_says_in_a_note_what_it_shows():
    assert [line["id"] for line in LINES if len(line["note"].split()) < 3] == []


@pytest.mark.parametrize("policy", LateTurn)
@pytest.mark.parametrize("result", ["complete", "kept", "undone", "untouched"])
def test_every_policy_for_late_turns_has_cases(policy, result):
    if result == "kept" and not policy.keeps_finished_melds:
        return
    late = [case.case for case in CASES if isinstance(case.case, LateTurnCase)]
    assert any(
        case.rulebook().time.late is policy and case.result == result and case.after is not None
        for case in late
    )
