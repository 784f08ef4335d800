"""Optima found while the tests run: some of the stored ones anew, and those of new positions."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from benchmarks.positions.make import by_brute_force, by_programs
from benchmarks.positions.records import load, without_duties
from tests.differential import compare
from tests.oracle import brute
from tests.oracle.highs import Highs
from tests.oracle.positions import small_position
from tilerummy.rules import RULEBOOK_IDS, Position, rulebook

seeds = st.integers(0, 2**32)
rulebooks = st.sampled_from(RULEBOOK_IDS)
objectives = st.sampled_from(("tiles", "points"))


@pytest.mark.parametrize("name", ["game", "game-travel"])
def test_programs_find_the_stored_optima_again(name: str):
    with Highs() as highs:
        for record in load(name)[::40]:
            assert by_programs(record.position, highs) == record.best, record.id


def test_brute_force_finds_the_stored_optima_again():
    for record in load("small")[::50]:
        assert by_brute_force(record.position) == record.best, record.id


@given(rules=rulebooks, seed=seeds, objective=objectives, opened=st.booleans())
def test_best_plays_of_new_positions(rules: str, seed: int, objective: str, opened: bool):
    position = new_position(rules, seed, opened=opened)
    try:
        wrong = compare.against_brute_force(position, compare.WEIGHS[objective], limit=500)
    except brute.TooMany:
        assume(False)
    assert not wrong, str(position)


@given(
    rules=rulebooks, seed=seeds, objective=objectives, k=st.integers(1, 12), opened=st.booleans()
)
@settings(max_examples=60)
def test_k_best_plays_of_new_positions(rules: str, seed: int, objective: str, k: int, opened: bool):
    position = new_position(rules, seed, opened=opened)
    weigh = compare.WEIGHS[objective]
    try:
        wrong = compare.ranking_against_brute_force(position, weigh, k, limit=500)
    except brute.TooMany:
        assume(False)
    assert not wrong, str(position)


@given(rules=rulebooks, seed=seeds)
@settings(max_examples=40)
def test_going_out_of_new_positions(rules: str, seed: int):
    position = new_position(rules, seed, opened=True)
    try:
        wrong = compare.going_out_against_brute_force(position, limit=500)
    except brute.TooMany:
        assume(False)
    assert not wrong, str(position)


@given(seed=seeds)
@settings(max_examples=20)
def test_twist_without_duties(seed: int):
    position = small_position(without_duties("twist"), Random(seed))
    try:
        wrong = compare.against_brute_force(position, compare.WEIGHS["points"], limit=500)
    except brute.TooMany:
        assume(False)
    assert not wrong, str(position)


@given(seed=seeds, objective=objectives, opened=st.booleans())
@settings(max_examples=30)
def test_jokers_bound_to_their_colours(seed: int, objective: str, opened: bool):
    rules = rulebook("lets-play-rummy-de").replace({"jokers.colour_must_match": True})
    position = small_position(rules, Random(seed), opened=opened)
    try:
        wrong = compare.against_brute_force(position, compare.WEIGHS[objective], limit=500)
    except brute.TooMany:
        assume(False)
    assert not wrong, str(position)


def new_position(rules: str, seed: int, *, opened: bool) -> Position:
    return small_position(rulebook(rules), Random(seed), opened=opened)
