"""Deal sampler: deals that fit what was seen, and what the others' turns say about their ways."""

from __future__ import annotations

from collections import Counter

import pytest

from tilerummy.bots import Dice
from tilerummy.bots.deal_sampler import DealSampler
from tilerummy.bots.greedy import GREEDY
from tilerummy.bots.patient import PATIENT
from tilerummy.bots.saving import HIDING, SAVING, saving
from tilerummy.engine import Draw, Play, Round
from tilerummy.rules import rulebook

TABLE = "y10 y11 y12"
POOL = "k1 k2 k3 k4 k5 k6 k7 k8 k9 k10 k11 k12 k13 b1 b2 b3 b4 b6 b7 b8 b9 b10 b11 b12 b13 r2 r4 r6"


def a_round(opened: tuple[int, ...] = (0, 1), other: str = "r1 r3 r8 r9 y2") -> Round:
    """The player who guesses, and the one whose rack is guessed."""
    return Round.from_hands(
        rulebook("jumbo"), ["r1 r5 b5", other], pool=POOL, table=TABLE, opened=opened
    )


def after_draws(now: Round, turns: int) -> Round:
    for _ in range(turns):
        now = now.apply(Draw())
    return now


def test_a_deal_gives_every_tile_once_and_everybody_their_number():
    now = after_draws(a_round(), 2)
    view = now.view(0)
    for seed in range(5):
        deal = DealSampler(view, Dice(seed)).deal()
        assert deal.racks[0] == view.rack
        assert [len(rack) for rack in deal.racks] == list(view.rack_sizes)
        everything = Counter(deal.pool) + Counter(deal.racks[0]) + Counter(deal.racks[1])
        everything.update(tile for meld in view.table for tile in meld.tiles)
        assert everything == Counter(view.rules.deck)


def test_who_was_seen_to_lay_a_tile_and_then_draws_could_not_lay():
    """The other player lays y13, then draws: y9 is improbable among the tiles held before."""
    now = a_round(other="y13 r1 r3 r8 r9 y2")
    now = now.apply(Draw()).apply(Play.parse("y10 y11 y12 y13")).apply(Draw()).apply(Draw())
    sampler = DealSampler(now.view(0), Dice(3))

    def fits(trusted: frozenset[int] | None) -> int:
        """In how many deals one of the tiles held before the draw extends the run."""
        deals = [sampler.deal(trusted) for _ in range(120)]
        return sum("y9" in [str(tile) for tile in deal.racks[1][:-1]] for deal in deals)

    assert fits(None) <= 2
    assert fits(frozenset({1})) <= 2
    assert fits(frozenset()) > 5, "without a look at the history y9 is as likely as any"


def test_who_has_opened_and_lays_much_or_waits_tells_nothing_by_drawing():
    now = after_draws(a_round(), 2)
    sampler = DealSampler(now.view(0), Dice(3))
    racks = [[str(tile) for tile in sampler.deal().racks[1]] for _ in range(120)]
    assert sum("y9" in rack or "y13" in rack for rack in racks) > 10


def test_who_has_not_opened_and_draws_could_not_open():
    now = after_draws(a_round(opened=(0,)), 2)
    sampler = DealSampler(now.view(0), Dice(4))
    for _ in range(20):
        rack = sampler.deal().racks[1]
        alone = Round.from_hands(rulebook("jumbo"), [rack[:-1], "y13"], table=TABLE)
        assert len(rack) == 6
        assert len(alone.hidden.racks[0]) == 5


def test_by_default_the_others_lay_what_they_can():
    assert DealSampler(a_round().view(0), Dice(1)).policy_of(1) == GREEDY
    assert DealSampler(after_draws(a_round(), 10).view(0), Dice(1)).policy_of(1) == GREEDY


def test_who_draws_six_times_running_seems_to_save():
    assert DealSampler(after_draws(a_round(), 12).view(0), Dice(1)).policy_of(1) == SAVING


def test_who_laid_three_and_then_draws_six_times_seems_to_be_patient():
    now = a_round(other="y1 y2 y3 r3 r8 r9")
    now = now.apply(Draw()).apply(Play.parse("y10 y11 y12 | y1 y2 y3"))
    assert DealSampler(after_draws(now, 10).view(0), Dice(1)).policy_of(1) == GREEDY
    assert DealSampler(after_draws(now, 12).view(0), Dice(1)).policy_of(1) == PATIENT


def test_who_lays_seldom_builds():
    now = Round.from_hands(
        rulebook("jumbo"),
        ["r1 r5 b5", "y13 y9 r3 r8 r9"],
        pool=POOL,
        table=TABLE,
        opened=[0, 1],
    )
    now = now.apply(Draw()).apply(Play.parse("y10 y11 y12 y13"))
    now = now.apply(Draw()).apply(Play.parse("y9 y10 y11 y12 y13"))
    assert DealSampler(after_draws(now, 2).view(0), Dice(1)).policy_of(1) == GREEDY
    assert DealSampler(after_draws(now, 14).view(0), Dice(1)).policy_of(1).stints


def test_who_lays_a_tile_or_two_is_greedy_however_long_it_draws():
    now = a_round(other="y13 r3 r8 r9")
    now = now.apply(Draw()).apply(Play.parse("y10 y11 y12 y13"))
    assert DealSampler(after_draws(now, 14).view(0), Dice(1)).policy_of(1) == GREEDY


def test_who_has_not_opened_for_a_dozen_turns_hides_where_the_opening_turn_goes_on():
    now = a_round(opened=(0,))
    assert rulebook("jumbo").opening.goes_on
    assert DealSampler(after_draws(now, 22).view(0), Dice(1)).policy_of(1) == GREEDY
    assert DealSampler(after_draws(now, 24).view(0), Dice(1)).policy_of(1) == HIDING


def test_where_playing_is_a_duty_everybody_is_greedy():
    rules = rulebook("jumbo").replace({"draw.must_lay": True})
    now = Round.from_hands(rules, ["r1", "b5"], pool=POOL, table=TABLE, opened=[0])
    assert DealSampler(after_draws(now, 26).view(0), Dice(1)).policy_of(1) == GREEDY
    assert saving(rules, 2) == GREEDY


@pytest.mark.parametrize(("seats", "goes_on"), [(2, SAVING), (3, HIDING), (4, HIDING)])
def test_saving_hides_from_several_players_where_the_opening_turn_goes_on(seats, goes_on):
    assert saving(rulebook("jumbo"), seats) == goes_on
    stops = next(r for r in ("ravensburger-travel-de", "piatnik-travel") if not goes(r))
    assert saving(rulebook(stops), seats) == SAVING


def goes(rules: str) -> bool:
    return rulebook(rules).opening.goes_on
