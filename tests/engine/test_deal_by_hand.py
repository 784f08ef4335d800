"""A deal worked out from docs/records.md alone, as a stranger would verify it."""

import hashlib

from tilerummy.engine.actions import ClaimRedeal
from tilerummy.engine.events import StartDrawn
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles

NUMBERS = [str(number) for number in range(1, 14)]
TRAVEL = [colour + number for colour in "krby" for number in NUMBERS for _ in "12"] + ["*", "*"]
LETS_PLAY = [colour + number for colour in "rbyg" for number in NUMBERS for _ in "12"]
LETS_PLAY += ["*r", "*b", "*y", "*g"]


def stream(label, seed):
    number = 0
    while True:
        text = f"tilerummy shuffle 1\n{label}\n{seed}\n".encode() + number.to_bytes(8, "big")
        yield from hashlib.sha256(text).digest()
        number += 1


def number_below(n, taken):
    return next(byte % n for byte in taken if byte < 256 - 256 % n)


def shuffled(tiles, label, seed):
    tiles = list(tiles)
    taken = stream(label, seed)
    for k in range(len(tiles) - 1, 0, -1):
        j = number_below(k + 1, taken)
        tiles[k], tiles[j] = tiles[j], tiles[k]
    return tiles


def in_order(tiles, whole_set):
    return sorted(tiles, key=whole_set.index)


def assert_dealt(now, order, whole_set):
    for seat, rack in enumerate(now.hidden.racks):
        dealt = order[14 * seat : 14 * seat + 14]
        assert format_tiles(rack).split() == in_order(dealt, whole_set)
    assert format_tiles(now.hidden.pool).split() == order[14 * now.seats :]


def test_the_german_deal_and_its_redeal():
    rules = rulebook("ravensburger-travel-de")
    seed, now = next(
        (seed, dealt)
        for seed in range(300)
        if not (dealt := Round.deal(rules, seats=3, seed=seed)).judge(ClaimRedeal(2))
    )
    assert_dealt(now, shuffled(TRAVEL, "deal 0", seed), TRAVEL)
    assert_dealt(now.apply(ClaimRedeal(2)), shuffled(TRAVEL, "deal 1", seed), TRAVEL)


def test_the_german_start():
    for seed in range(40):
        now = Round.deal(rulebook("ravensburger-travel-de"), seats=4, seed=seed)
        tied, circle, drawn = [0, 1, 2, 3], 0, []
        while len(tied) > 1:
            order = iter(shuffled(TRAVEL, f"start {circle}", seed))
            best = {}
            for seat in tied:
                tile = next(order)
                drawn.append(tile)
                while tile == "*":
                    tile = next(order)
                    drawn.append(tile)
                best[seat] = int(tile[1:])
            tied = [seat for seat in tied if best[seat] == max(best.values())]
            circle += 1
        assert [now.start] == tied
        shown = [event.tile.text for event in now.events if isinstance(event, StartDrawn)]
        assert shown == drawn


def test_the_french_deal_and_start():
    for seed in range(20):
        now = Round.deal(rulebook("ravensburger-travel-fr"), seats=2, seed=seed)
        order = shuffled(TRAVEL, "deal 0", seed)
        rest = in_order(order[28:], TRAVEL)
        assert_dealt(now, order[:28] + shuffled(rest, "pool 0", seed), TRAVEL)
        drawn = shuffled(rest, "start 0", seed)[:2]
        shown = [event.tile.text for event in now.events if isinstance(event, StartDrawn)]
        assert shown[:2] == drawn


def test_a_deal_with_jokers_in_colours_and_a_start_by_chance():
    for seed in range(20):
        now = Round.deal(rulebook("lets-play-rummy-nl"), seats=3, seed=seed)
        assert_dealt(now, shuffled(LETS_PLAY, "deal 0", seed), LETS_PLAY)
        assert now.start == number_below(3, stream("start 0", seed))
