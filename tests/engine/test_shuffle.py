"""The shuffle is ours: the same for ever, and described in docs/records.md."""

from hashlib import sha256

import pytest

from tilerummy.engine.errors import SetupError
from tilerummy.engine.shuffle import Chance, commitment, seed_text, shuffled
from tilerummy.engine.start import deal_tiles
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles, parse_tiles

TEN = parse_tiles("k1 k2 k3 k4 k5 k6 k7 k8 k9 k10")


def test_a_deal_is_the_same_for_ever():
    dealt = deal_tiles(rulebook("piatnik-travel"), 2, "8", 0)
    assert format_tiles(dealt.racks[0]) == FIRST_RACK
    assert format_tiles(dealt.pool[:7]) == FIRST_OF_THE_POOL


def test_the_stream_is_sha_256_over_label_seed_and_block_number():
    def block(number: int) -> bytes:
        text = b"tilerummy shuffle 1\ndeal 0\nmy seed\n" + number.to_bytes(8, "big")
        return sha256(text).digest()

    chance = Chance("my seed", "deal 0")
    assert bytes(chance.below(256) for _ in range(70)) == (block(0) + block(1) + block(2))[:70]


def test_bytes_that_would_favour_small_numbers_are_skipped():
    stream, chance = Chance("8", "start 0"), Chance("8", "start 0")
    fair = [byte for byte in (stream.below(256) for _ in range(3000)) if byte < 200]
    assert len(fair) < 3000
    assert [chance.below(100) for _ in fair] == [byte % 100 for byte in fair]


def test_every_order_comes_up():
    three = TEN[:3]
    orders = {shuffled(three, str(seed), "deal 0") for seed in range(200)}
    assert len(orders) == 6


def test_a_shuffle_keeps_the_tiles():
    mixed = shuffled(TEN, "8", "deal 0")
    assert sorted(mixed) == list(TEN)
    assert mixed != TEN


@pytest.mark.parametrize("label", ["deal 1", "start 0", "pool 0"])
def test_each_purpose_has_chance_of_its_own(label):
    assert shuffled(TEN, "8", "deal 0") != shuffled(TEN, "8", label)


def test_numbers_and_bytes_are_seeds_by_their_text():
    assert seed_text(8) == seed_text("8") == "8"
    assert seed_text(-1) == "-1"
    assert seed_text(b"\x00\xff") == "0x00ff"


@pytest.mark.parametrize("seed", ["", " 8", "8\n", "two\nlines", "x" * 201])
def test_a_seed_that_cannot_stand_in_a_record_is_refused(seed):
    with pytest.raises(SetupError, match="printable characters"):
        seed_text(seed)


def test_the_commitment_binds_rules_seats_and_seed():
    rules = rulebook("piatnik-travel")
    text = "tilerummy commitment 1\nrulebook piatnik-travel\nseats 2\nseed 8\n"
    assert commitment(rules, 2, "8") == sha256(text.encode()).hexdigest()
    house = rules.replace({"opening.points": 25, "jokers.colour_must_match": True})
    text = (
        "tilerummy commitment 1\nrulebook piatnik-travel\n"
        "house jokers.colour_must_match = true\nhouse opening.points = 25\nseats 3\nseed 8\n"
    )
    assert commitment(house, 3, "8") == sha256(text.encode()).hexdigest()


FIRST_RACK = "k2 k11 k12 r3 r9 r10 r11 b6 b11 b12 o3 o7 o10 *"
FIRST_OF_THE_POOL = "b10 k8 o12 o5 k9 r5 k8"
