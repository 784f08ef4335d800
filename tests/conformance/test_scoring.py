"""Scoring, case by case: the same lines are counted by the score pad in the client's tests."""

import json
from pathlib import Path

import pytest

from tilerummy.engine.matches import Match
from tilerummy.engine.scoring import Outcome, score_blocked, score_out
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.rulebook import Rulebook

CASES = Path(__file__).parents[2] / "conformance" / "scoring"


def lines(name: str) -> list[dict]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


def cases(name: str) -> list[object]:
    return [pytest.param(case, id=case["id"]) for case in lines(name)]


def outcome(rules: Rulebook, case: dict) -> Outcome:
    racks = [parse_tiles(rack) for rack in case["racks"]]
    if case["out"] is not None:
        return score_out(rules, racks, case["out"])
    return score_blocked(rules, racks, start=case["start"])


@pytest.mark.parametrize("case", cases("rounds.jsonl"))
def test_a_round_is_scored_as_the_booklet_counts(case: dict) -> None:
    result = outcome(rulebook(case["rules"]), case)
    assert list(result.scores) == case["scores"], case["clause"]
    assert result.winner == case.get("winner", case["out"]), case["clause"]
    assert result.adds_up


@pytest.mark.parametrize("case", cases("matches.jsonl"))
def test_a_match_adds_up_as_the_booklets_table_does(case: dict) -> None:
    rules = rulebook(case["rules"])
    match = Match.begin(rules, len(case["totals"]), rounds=len(case["rounds"]))
    for one in case["rounds"]:
        match = match.add(outcome(rules, one))
    assert [list(one.scores) for one in match.outcomes] == case["scores"], case["clause"]
    assert list(match.totals) == case["totals"], case["clause"]


def test_every_rulebook_has_a_joker_case_and_a_blocked_case() -> None:
    every = lines("rounds.jsonl")
    for name in RULEBOOK_IDS:
        own = [case for case in every if case["rules"] == name]
        out = [case for case in own if case["out"] is not None]
        assert any("*" in rack for case in out for rack in case["racks"]), name
        assert any(case["out"] is None for case in own), name
