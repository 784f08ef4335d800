"""Policies at the table, players who see a part of it, and how silent turns are counted."""

from __future__ import annotations

import pytest

from tilerummy.bots import Budget, Dice, bot
from tilerummy.bots.character import Character
from tilerummy.bots.glancing import Glancing
from tilerummy.bots.policies import any_play, follow, instead_of_laying, silent_turns
from tilerummy.engine import Draw, Leave, Pass, Play, Round, TimeOut
from tilerummy.engine.actions import Action
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Policy

TABLE = "y10 y11 y12"
POOL = "k1 k2 k3 k10 k12 r3 r8"


def a_round(rack: str, *, pool: str = POOL, table: str = TABLE, other: str = "b1 b5 b9") -> Round:
    return Round.from_hands(rulebook("jumbo"), [rack, other], pool=pool, table=table, opened=[0, 1])


def laid(now: Round, action: Action) -> str:
    if not isinstance(action, Play):
        return type(action).__name__
    after = [str(tile) for meld in action.table for tile in meld.tiles]
    for meld in now.table:
        for tile in meld.tiles:
            after.remove(str(tile))
    return " ".join(sorted(after))


def does(policy: Policy, now: Round) -> str:
    return laid(now, follow(policy, now.view(now.turn)))


def test_waiting_ends_with_enough_tiles_or_the_whole_rack():
    assert does(Policy(wait=2), a_round("y13 r1 b5")) == "Draw"
    assert does(Policy(wait=1), a_round("y13 r1 b5")) == "y13"
    assert does(Policy(wait=2), a_round("y13 y9 b5")) == "y13 y9"
    assert does(Policy(wait=4), a_round("y13 y9")) == "y13 y9"


def test_an_alarm_hurries_and_an_empty_pool_does_too():
    waits = Policy(wait=4, alarm=2)
    assert does(waits, a_round("y13 r1 b5")) == "Draw"
    assert does(waits, a_round("y13 r1 b5", other="b1 b5")) == "y13"
    assert does(waits, a_round("y13 r1 b5", pool="")) == "y13"


def test_who_has_left_alarms_nobody():
    now = Round.from_hands(
        rulebook("jumbo"),
        ["y13 r1 b5", "b1", "k4 k5 k9"],
        pool=POOL,
        table=TABLE,
        opened=[0, 1, 2],
    )
    assert does(Policy(wait=4, alarm=2), now) == "y13"
    assert does(Policy(wait=4, alarm=2), now.apply(Leave(1), seat=1)) == "Draw"


def test_a_joker_is_kept_unless_it_opens_or_carries_the_player_out():
    keeps = Policy(keep_jokers=True)
    assert does(keeps, a_round("* y13 r1")) == "y13"
    assert does(Policy(), a_round("* y13 r1")) == "* y13"
    assert does(keeps, a_round("* y13")) == "* y13"
    assert does(keeps, a_round("* r1 b5")) == "Draw"
    unopened = Round.from_hands(rulebook("jumbo"), ["* y12 y13 r1", "b1"], pool=POOL, opened=[1])
    assert does(keeps, unopened) == "* y12 y13"


def test_a_held_rack_goes_all_at_once_or_when_patience_ends():
    holds = Policy(hold=3, patience=1)
    now = a_round("y13 r1 b5")
    assert does(holds, now) == "Draw"
    assert does(holds, a_round("y13 r1 b5 b7")) == "y13"
    assert "y13" in does(holds, now.apply(Draw()).apply(Draw()))


def test_who_hides_opens_only_to_go_out():
    hides = Policy(hides=True)
    unopened = Round.from_hands(rulebook("jumbo"), ["y11 y12 y13 r1", "b1"], pool=POOL, opened=[1])
    assert does(hides, unopened) == "Draw"
    assert does(Policy(), unopened) == "y11 y12 y13"


def test_who_saves_up_opens_with_enough_tiles_or_when_patience_ends():
    saves = Policy(opens=4, patience=1)
    rack = "y11 y12 y13 r1 b7"
    unopened = Round.from_hands(rulebook("jumbo"), [rack, "b1"], pool=POOL, opened=[1])
    assert does(saves, unopened) == "Draw"
    assert does(Policy(opens=3), unopened) == "y11 y12 y13"
    assert does(saves, unopened.apply(Draw()).apply(Draw())) == "y11 y12 y13"
    assert does(Policy(opens=4, alarm=1), unopened) == "y11 y12 y13"


def test_hands_bound_a_policy_too():
    rack = "y13 r4 r5 r6 b2"
    assert does(Policy(hands=1), a_round(rack)) == "y13"
    assert does(Policy(hands=3), a_round(rack)) == "r4 r5 r6"
    assert does(Policy(), a_round(rack)) == "r4 r5 r6 y13"
    assert does(Policy(hands=1, wait=9), a_round("y13 y9")) == "Draw"
    assert does(Policy(hands=2, wait=9), a_round("y13 y9")) == "y13 y9"


def test_instead_of_laying_one_draws_or_passes_but_a_duty_is_a_duty():
    assert instead_of_laying(a_round("y13 r1").view(0)) == Draw()
    assert instead_of_laying(a_round("r1", pool="").view(0)) == Pass()
    duty = rulebook("jumbo").replace({"draw.must_lay": True})
    now = Round.from_hands(duty, ["y13 r1", "b1"], pool=POOL, table=TABLE, opened=[0, 1])
    assert laid(now, instead_of_laying(now.view(0))) == "y13"
    now = Round.from_hands(duty, ["r1", "b1"], pool=POOL, table=TABLE, opened=[0, 1])
    assert instead_of_laying(now.view(0)) == Draw()


def test_any_play_is_one_of_few_moves_or_none():
    now = a_round("r4 r5 r6 y13")
    assert laid(now, any_play(now.view(0)) or Draw()) == "y13"
    assert any_play(a_round("r1 b5").view(0)) is None


def test_silence_is_counted_for_each_seat_and_ends_with_a_play():
    now = a_round("y13 r1 b5")
    assert silent_turns(now.view(0)) == (0, 0)
    now = now.apply(Draw()).apply(Draw()).apply(Draw())
    assert silent_turns(now.view(0)) == (2, 1)
    now = now.apply(Draw()).apply(Play.parse("y10 y11 y12 y13"))
    assert silent_turns(now.view(0)) == (0, 2)


def test_passes_and_empty_handed_time_outs_are_silence_too():
    now = a_round("y13 r1 b5", pool="")
    assert silent_turns(now.apply(Pass()).view(0)) == (1, 0)
    now = a_round("y13 r1 b5")
    assert silent_turns(now.apply(TimeOut(now.table)).view(0)) == (1, 0)


def test_a_draw_after_which_one_may_open_is_not_the_end_of_a_turn():
    book = rulebook("lets-play-rummy-it")
    assert book.draw.then_open
    now = Round.from_hands(book, ["r1 b5", "b1"], pool="r3 r8 b9").apply(Draw())
    assert silent_turns(now.view(0)) == (0, 0)
    assert silent_turns(now.apply(Pass()).view(0)) == (1, 0)


def test_a_glance_takes_in_a_meld_at_a_time():
    now = a_round("b7 r13 k1", table="r7 k7 y7 | b8 b9 b10 | k4 k5 k6")
    short, long = Glancing(1, 1, 0.0), Glancing(3, 1, 0.0)

    def seen(player: Glancing, seed: int) -> str:
        return laid(now, player.act(now.view(0), Dice(seed), Budget()))

    assert {seen(short, seed) for seed in range(20)} == {"Draw", "b7"}
    assert {seen(long, seed) for seed in range(5)} == {"b7"}


def test_several_glances_make_one_play():
    now = a_round("y13 k7 r1", table="y10 y11 y12 | k4 k5 k6")
    plays = {
        laid(now, Glancing(1, 9, 0.0).act(now.view(0), Dice(seed), Budget())) for seed in range(5)
    }
    assert "k7 y13" in plays


def test_who_overlooks_everything_draws():
    now = a_round("y13 r1 b5")
    assert Glancing(3, 8, 1.0).act(now.view(0), Dice(1), Budget()) == Draw()
    unopened = Round.from_hands(rulebook("jumbo"), ["y11 y12 y13", "b1"], pool=POOL)
    assert Glancing(3, 8, 1.0).act(unopened.view(0), Dice(1), Budget()) == Draw()
    assert laid(unopened, Glancing(3, 8, 0.0).act(unopened.view(0), Dice(1), Budget())) != "Draw"


def test_the_patient_player_waits_for_eight_and_keeps_its_jokers():
    seven = a_round("r1 r2 r3 r4 r5 r6 r7 b9 *")
    eight = a_round("r1 r2 r3 r4 r5 r6 r7 r8 b9 *")
    patient = bot("patient")
    assert patient.act(seven.view(0), Dice(1), Budget()) == Draw()
    assert laid(eight, patient.act(eight.view(0), Dice(1), Budget())).count(" ") == 7


@pytest.mark.parametrize(
    ("rack", "pool", "does"),
    [
        ("y13 y9 r1 b5", "k1", "y13"),
        ("y13 y9 r1 b5", "", "y13 y9"),
        ("y13 y9", "k1 k2", "y13 y9"),
    ],
)
def test_who_stints_lays_one_tile_as_long_as_there_is_something_to_draw(rack, pool, does):
    """But whoever can go out does, and with the pool empty nothing is held back."""
    stints = Character(hands=20, patience=0, stints=True)
    now = a_round(rack, pool=pool)
    assert laid(now, stints.act(now.view(0), Dice(1), Budget())) == does


@pytest.mark.parametrize(("wait", "does"), [(2, "y13 y9"), (3, "Draw")])
def test_so_many_tiles_have_to_go_at_once(wait, does):
    player = Character(hands=20, wait=wait, patience=5)
    now = a_round("y13 y9 r1 b5 k9")
    assert laid(now, player.act(now.view(0), Dice(1), Budget())) == does


@pytest.mark.parametrize(("opens", "does"), [(3, "y11 y12 y13"), (4, "Draw")])
def test_so_many_tiles_have_to_go_to_open(opens, does):
    now = Round.from_hands(rulebook("jumbo"), ["y11 y12 y13 r1 b7", "b1"], pool=POOL, opened=[1])
    player = Character(hands=20, opens=opens, patience=5)
    assert laid(now, player.act(now.view(0), Dice(1), Budget())) == does
