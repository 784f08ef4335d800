"""Who begins, what everybody gets, and asking for a new deal."""

from collections import Counter

import pytest

from tilerummy.engine.actions import ClaimRedeal, Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.errors import IllegalAction, SetupError
from tilerummy.engine.events import Dealt, RedealClaimed, StartChosen, StartDrawn
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.engine.scoring import EndReason
from tilerummy.engine.start import draw_for_start, redeal_pairs
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import loose
from tilerummy.rules.violations import Code

GERMAN = rulebook("ravensburger-travel-de")
THREE_PAIRS = "b3 b3 r8 r8 y10 y10 k1 k5 b9 r2 y4 y7 k12 r13"


def start_draws(rules, *, seats=2, wanted):
    """The start draws of the first seed for which they are as wanted."""
    for seed in range(2000):
        dealt = Round.deal(rules, seats=seats, seed=seed)
        drawn = [event for event in dealt.events if isinstance(event, StartDrawn)]
        if wanted(drawn):
            return dealt, drawn
    raise AssertionError("no such seed")


def test_the_highest_tile_begins():
    dealt, drawn = start_draws(GERMAN, seats=4, wanted=lambda drawn: len(drawn) == 4)
    best = max(drawn, key=lambda event: event.tile.number)
    assert dealt.start == dealt.turn == best.seat
    assert [event.seat for event in drawn] == [0, 1, 2, 3]


def test_tied_players_draw_again():
    dealt, drawn = start_draws(
        GERMAN, seats=3, wanted=lambda drawn: len({event.circle for event in drawn}) == 2
    )
    first = {event.seat: event.tile.number for event in drawn if event.circle == 0}
    highest = max(first.values())
    again = [event for event in drawn if event.circle == 1]
    assert [event.seat for event in again] == [s for s in range(3) if first[s] == highest]
    assert dealt.start == max(again, key=lambda event: event.tile.number).seat


def test_a_joker_does_not_count_for_the_start():
    _, drawn = start_draws(
        rulebook("twist"), wanted=lambda drawn: any(not event.counts for event in drawn)
    )
    index = next(i for i, event in enumerate(drawn) if not event.counts)
    assert drawn[index].tile.is_joker
    assert drawn[index + 1].seat == drawn[index].seat


def test_the_french_draw_for_the_start_after_the_deal_from_the_pool():
    rules = rulebook("ravensburger-travel-fr")
    for seed in range(30):
        dealt = Round.deal(rules, seats=4, seed=seed)
        shown = Counter(
            event.tile
            for event in dealt.events
            if isinstance(event, StartDrawn) and event.circle == 0
        )
        assert not shown - Counter(dealt.hidden.pool)


def test_a_pool_too_small_for_the_start_draw_leaves_the_whole_set_for_it():
    rules = rulebook("ravensburger-travel-fr").replace({"tiles.copies": 1, "deal.tiles": 13})
    start, drawn = draw_for_start(rules, 4, "8", ())
    assert len(drawn) >= 4
    assert start in range(4)


def test_lets_play_rummy_begins_at_random():
    rules = rulebook("lets-play-rummy-de")
    rounds = [Round.deal(rules, seats=3, seed=seed) for seed in range(60)]
    assert {dealt.start for dealt in rounds} == {0, 1, 2}
    assert not any(isinstance(event, StartDrawn) for dealt in rounds for event in dealt.events)


POOLS = {106: (78, 64, 50), 108: (80, 66, 52), 112: (84, 70, 56), 160: (132, 118, 104, 90, 76)}


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_fourteen_tiles_each_and_the_rest_is_the_pool(name):
    rules = rulebook(name)
    for seats, pool in enumerate(POOLS[len(rules.deck)], start=2):
        dealt = Round.deal(rules, seats=seats, seed=8)
        assert [len(rack) for rack in dealt.hidden.racks] == [14] * seats
        assert dealt.pool_size == pool
        tiles = [*dealt.hidden.pool, *(tile for rack in dealt.hidden.racks for tile in rack)]
        assert sorted(tiles) == list(rules.deck)
        assert isinstance(dealt.events[-1], Dealt)
        assert StartChosen(dealt.start) in dealt.events
    with pytest.raises(SetupError, match="players"):
        Round.deal(rules, seats=rules.players.most + 1, seed=8)


def test_three_pairs_entitle_to_a_redeal():
    assert redeal_pairs(GERMAN, parse_tiles(THREE_PAIRS)) == parse_tiles("b3 r8 y10")


@pytest.mark.parametrize(
    "rack",
    [
        "b3 b3 r8 r8 y10 y11 k1 k5 b9 r2 y4 y7 k12 r13",
        "b3 b3 r8 r8 * * k1 k5 b9 r2 y4 y7 k12 r13",
    ],
    ids=["two pairs", "a pair of jokers is none"],
)
def test_fewer_pairs_do_not(rack):
    assert redeal_pairs(GERMAN, parse_tiles(rack)) == ()


def test_a_redeal_deals_everything_again_and_keeps_the_start_player():
    dealt = Round.from_hands(GERMAN, [THREE_PAIRS, "k2"], pool="r1 r2 r3", turn=1, seed=8)
    again = dealt.apply(ClaimRedeal(0))
    assert again.turn == again.start == 1
    assert again.deals == 1
    assert [len(rack) for rack in again.hidden.racks] == [14, 14]
    claimed, redealt = again.events[-2:]
    assert claimed == RedealClaimed(0, parse_tiles("r8 b3 y10"))
    assert isinstance(redealt, Dealt)
    assert again.hidden != Round.deal(GERMAN, seed=8).hidden


def test_a_redeal_may_be_claimed_until_one_s_own_first_turn():
    now = Round.from_hands(GERMAN, ["k2", "r1", THREE_PAIRS], pool="k3 k4 k5 k6", seed=8)
    for action in (Draw(), Draw()):
        assert now.judge(ClaimRedeal(2)) == []
        now = now.apply(action)
    again = now.apply(ClaimRedeal(2))
    assert (again.turn, again.number, again.phase) == (0, 0, Phase.ACT)
    assert [len(rack) for rack in again.hidden.racks] == [14, 14, 14]
    assert again.pool_size == 64
    late = now.apply(Draw())
    assert [violation.key for violation in late.judge(ClaimRedeal(2))] == ["NO_REDEAL.late"]


def test_after_a_redeal_everybody_may_claim_again():
    now = Round.from_hands(GERMAN, [THREE_PAIRS, "k2"], pool="k3 k4 k5 k6", turn=1, seed=8)
    again = now.apply(Draw()).apply(ClaimRedeal(0))
    keys = {violation.key for seat in (0, 1) for violation in again.judge(ClaimRedeal(seat))}
    assert "NO_REDEAL.late" not in keys


def test_the_next_seat_begins_where_the_start_player_has_left():
    now = Round.from_hands(GERMAN, ["k2", "r1", THREE_PAIRS], pool="k3 k4 k5 k6", seed=8)
    again = now.apply(Leave(0)).apply(Draw()).apply(ClaimRedeal(2))
    assert (again.start, again.turn) == (0, 1)


def test_a_redeal_can_follow_a_redeal():
    for seed in range(5000):
        dealt = Round.deal(GERMAN, seats=4, seed=seed)
        while claims := [s for s in range(4) if not dealt.judge(ClaimRedeal(s))]:
            dealt = dealt.apply(ClaimRedeal(claims[0]))
        if dealt.deals == 2:
            break
    assert dealt.deals == 2
    assert loose(dealt.table) == []


@pytest.mark.parametrize(
    ("now", "key"),
    [
        (
            Round.from_hands(rulebook("ravensburger-travel-fr"), [THREE_PAIRS, "k2"], pool="k3"),
            "NO_REDEAL.unknown",
        ),
        (Round.from_hands(GERMAN, ["k2", "k3"], pool="k4"), "NO_REDEAL.pairs"),
        (
            Round.from_hands(GERMAN, ["k2", THREE_PAIRS], pool="k3 k4", turn=1).apply(Draw()),
            "NO_REDEAL.late",
        ),
        (
            Round.from_hands(GERMAN, ["k2", THREE_PAIRS], pool="k3 k4", turn=1).apply(TimeOut()),
            "NO_REDEAL.late",
        ),
        (
            Round.from_hands(GERMAN, ["k2", THREE_PAIRS], pool="k3", table="k7 k8 k9"),
            "NO_REDEAL.late",
        ),
        (
            Round.from_hands(GERMAN, ["r10 r11 r12 k2", THREE_PAIRS], pool="k3").apply(
                Play.parse("r10 r11 r12")
            ),
            "NO_REDEAL.late",
        ),
        (
            Round.from_hands(
                GERMAN.replace({"draw.then_open": True}), ["k2", THREE_PAIRS], pool="k3 k4", turn=1
            ).apply(Draw()),
            "NO_REDEAL.late",
        ),
    ],
    ids=["other rulebooks", "no three pairs", "after a draw", "late", "table", "a play", "drawn"],
)
def test_no_redeal(now, key):
    claims = [seat for seat in range(2) if now.judge(ClaimRedeal(seat))]
    assert claims == [0, 1]
    with pytest.raises(IllegalAction) as refused:
        now.apply(ClaimRedeal(0 if key != "NO_REDEAL.late" else 1))
    assert [(v.code, v.key) for v in refused.value.violations] == [(Code.NO_REDEAL, key)]


def test_a_deal_that_leaves_no_pool_counts_as_an_empty_one():
    nothing_left = {"tiles.copies": 1, "tiles.jokers.normal": 0, "deal.tiles": 13}
    jumbo = Round.deal(rulebook("jumbo").replace(nothing_left), seats=4, seed=8)
    assert jumbo.judge(Pass()) == []
    void = Round.deal(rulebook("lets-play-rummy-de").replace(nothing_left), seats=4, seed=8)
    assert void.outcome is not None
    assert void.outcome.reason is EndReason.VOID
    last = {"tiles.jokers.double": 0, "tiles.jokers.colour_change": 0, "tiles.jokers.mirror": 0}
    twist = Round.deal(rulebook("twist").replace(nothing_left | last), seats=4, seed=8)
    assert twist.last_turns == {0, 1, 2, 3}
