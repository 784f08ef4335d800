"""The ladder: bounded hands, short silences, and characters that differ."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tilerummy.bots import ALIASES, LADDER, ROSTER, Budget, Dice, bot, entry
from tilerummy.bots.champion import Champion
from tilerummy.bots.character import Character, Taste
from tilerummy.bots.hands import hands_in
from tilerummy.bots.policies import MOST_SILENT, silent_turns
from tilerummy.engine import Draw, Play, Round
from tilerummy.rules import rulebook
from tilerummy.solver import moves, solve

LITTLE = Budget(effort=0.05)
POOL = "k1 k2 k3 k10 k12 r1 r3 r8 b2 b6 b11 y2 y5 y8"


def test_the_ladder_rises_in_steps_that_can_be_felt():
    assert [step.ladder for step in LADDER] == list(range(1, len(LADDER) + 1))
    assert len(LADDER) >= 8
    ratings = [step.elo or 0 for step in LADDER]
    assert all(step.hands is not None for step in LADDER)
    assert all(100 <= high - low <= 300 for low, high in pairwise(ratings))
    assert len({step.face for step in LADDER}) == len(LADDER)
    assert all(step.line.endswith(".") for step in ROSTER)


def test_names_of_earlier_levels_still_work():
    for name in ("beginner", "casual", "greedy", "patient", "expert"):
        assert bot(name) is entry(name).bot
    assert ALIASES == {"expert": "saver"}
    assert entry("expert").name == "saver"
    assert entry("saver").hands is None


@pytest.mark.parametrize("name", [step.name for step in LADDER])
@pytest.mark.parametrize("rules", ["ravensburger-travel-de", "piatnik-travel"])
def test_no_turn_takes_more_than_its_hands_and_no_silence_lasts(name, rules):
    """Both seats are this bot; an opening, a duty and the end of a silence may take more."""
    hands = entry(name).hands
    assert hands is not None
    now = Round.deal(rulebook(rules), seats=2, seed=11)
    dice = [Dice(1), Dice(2)]
    streaks = [0, 0]
    while not now.over:
        seat = now.turn
        view = now.view(seat)
        action = bot(name).act(view, dice[seat], LITTLE)
        if isinstance(action, Play):
            streaks[seat] = 0
            free = not view.must_lay and silent_turns(view)[seat] < bot(name).patience
            if view.position.opened and free and view.pool_size:
                assert moves(view.position, action).tiles <= hands
        elif solve(view.position, nodes=20_000).play is not None:
            streaks[seat] += 1
            assert streaks[seat] <= MOST_SILENT
        now = now.apply(action, seat=seat)


def test_a_shorter_clock_leaves_less_to_the_hands():
    rules = rulebook("jumbo")
    full = [hands_in(rules.replace({"time.limit": limit}), 20) for limit in (0, 120, 60, 59)]
    assert full == [20, 20, 20, 19]
    short = [hands_in(rules.replace({"time.limit": limit}), 20) for limit in (30, 15, 5)]
    assert short == [10, 5, 3]
    assert hands_in(rules.replace({"time.limit": 5}), 2) == 2


@pytest.mark.parametrize("player", [Character(hands=12), Champion(hands=12)])
def test_players_keep_to_the_clock_of_the_rulebook(player):
    quick = rulebook("jumbo").replace({"time.limit": 15})
    now = Round.from_hands(
        quick,
        ["y13 r4 r5 r6 b2 k9 k13", "b1 b5 b9 k12"],
        pool="k1 k2 k3 r1",
        table="y10 y11 y12",
        opened=[0, 1],
    )
    assert len(laid(player, now)) <= 3
    assert len(laid(Character(hands=12), opened("y13 r4 r5 r6 b2 k9 k13", "y10 y11 y12"))) == 4


def opened(rack: str, table: str, pool: str = "k1 k2 k3 r1") -> Round:
    return Round.from_hands(
        rulebook("jumbo"), [rack, "b1 b5 b9 k12"], pool=pool, table=table, opened=[0, 1]
    )


def at_a_table_of(seats: int, rack: str) -> Round:
    others = ["b1 b5 b9 k12", "r2 k3 b8 r12", "y2 y4 r6 k8", "r8 b6 k1 y6", "k13 b13 r13 b12"]
    return Round.from_hands(
        rulebook("jumbo-xp"),
        [rack, *others[: seats - 1]],
        pool="k1 k2 k3 r1",
        table="y10 y11 y12",
        opened=range(seats),
    )


def laid(player: Character | Champion, now: Round, seed: int = 1) -> set[str]:
    """The tiles the player lays; nothing if it draws."""
    action = player.act(now.view(now.turn), Dice(seed), LITTLE)
    if not isinstance(action, Play):
        assert isinstance(action, Draw)
        return set()
    before = [str(tile) for meld in now.table for tile in meld.tiles]
    after = [str(tile) for meld in action.table for tile in meld.tiles]
    for tile in before:
        after.remove(tile)
    return set(after)


def test_hands_bound_what_is_laid():
    now = opened("y13 r4 r5 r6 b2", "y10 y11 y12")
    assert laid(Character(hands=9), now) == {"y13", "r4", "r5", "r6"}
    assert laid(Character(hands=3), now) == {"r4", "r5", "r6"}
    assert laid(Character(hands=1), now) == {"y13"}


def test_tastes_differ():
    now = opened("r1 r2 r3 y11 y12 y13 b8", "k4 k5 k6")
    assert laid(Character(hands=3, taste=Taste.LOW), now) == {"r1", "r2", "r3"}
    assert laid(Character(hands=3, taste=Taste.HIGH), now) == {"y11", "y12", "y13"}


def test_a_tidy_player_touches_few_melds():
    now = opened("k7 y4 r9", "k4 k5 k6 | y1 y2 y3 | b8 b9 b10")
    assert len(laid(Character(hands=9), now)) == 2
    assert len(laid(Character(hands=9, touches=1), now)) == 1


def test_a_builder_waits_until_its_patience_is_at_an_end():
    builder = Character(hands=12, wait=3, patience=2)
    now = opened("y13 r1 b5 k9 r6", "y10 y11 y12")
    for _ in range(2):
        assert laid(builder, now) == set()
        now = now.apply(Draw()).apply(Draw())
    assert silent_turns(now.view(0))[0] == 2
    assert "y13" in laid(builder, now)


def test_a_builder_goes_out_when_it_can_and_lays_when_the_pool_is_empty():
    builder = Character(hands=12, wait=3, patience=2)
    assert laid(builder, opened("y13", "y10 y11 y12")) == {"y13"}
    assert laid(builder, opened("y13 r1 b5", "y10 y11 y12", pool="")) == {"y13"}


def test_jokers_are_kept_until_they_carry_the_player_out():
    keeper = Character(hands=12, keeps_jokers=True)
    now = opened("* y13 r1 b5", "y10 y11 y12")
    assert laid(keeper, now) == {"y13"}
    assert laid(Character(hands=12), now) == {"y13", "*"}
    assert laid(keeper, opened("* y13", "y10 y11 y12")) == {"y13", "*"}
    assert laid(keeper, opened("* r1 b5", "y10 y11 y12")) == set()


def test_who_stints_plays_one_tile_of_many_and_no_joker():
    table = "y10 y11 y12 | r1 r2 r3"
    now = opened("* y13 r4 b5 k9", table)
    assert laid(Character(hands=12, hold=9, patience=0, stints=True), now) == {"y13"}
    assert len(laid(Character(hands=12, hold=9, patience=0), now)) == 3
    going_out = opened("y13 r4", table)
    assert laid(Character(hands=12, hold=9, patience=0, stints=True), going_out) == {"y13", "r4"}


def test_who_overlooks_tiles_sees_its_opening_whole():
    now = Round.from_hands(
        rulebook("jumbo"), ["y11 y12 y13 r4 r5 r6 k1", "b1 b5"], pool="k2 k3", opened=[1]
    )
    assert laid(Character(hands=9, overlooks=1.0), now) == {"y11", "y12", "y13", "r4", "r5", "r6"}


def test_who_saves_up_for_an_opening_waits_until_its_patience_ends():
    later = Character(hands=9, opens=6, patience=2)
    small = "y11 y12 y13 r4 r9 k1 b8 b3 k5"
    now = Round.from_hands(
        rulebook("jumbo"), [small, "b1 b5 b9 k12"], pool="k2 k3 r1 y2 y7", opened=[1]
    )
    for _ in range(2):
        assert laid(later, now) == set()
        now = now.apply(Draw()).apply(Draw())
    assert laid(later, now) == {"y11", "y12", "y13"}
    large = Round.from_hands(
        rulebook("jumbo"), ["y11 y12 y13 r4 r5 r6 k1", "b1 b5"], pool="k2 k3", opened=[1]
    )
    assert len(laid(later, large)) == 6
    whole = Round.from_hands(rulebook("jumbo"), ["y11 y12 y13", "b1"], pool="k2 k3", opened=[1])
    assert len(laid(later, whole)) == 3


def test_who_overlooks_everything_sees_it_in_the_end():
    blind = Character(hands=6, overlooks=1.0, patience=1, close=0)
    now = opened("y13 r1 b5 k9", "y10 y11 y12")
    assert laid(blind, now) == set()
    now = now.apply(Draw()).apply(Draw())
    assert laid(blind, now) == {"y13"}
    near = Character(hands=6, overlooks=1.0, patience=4, close=4)
    assert laid(near, opened("y13 r1 b5 k9", "y10 y11 y12")) == {"y13"}


def test_a_small_rack_is_held_back_until_all_of_it_can_go():
    holder = Character(hands=12, hold=4, patience=2)
    assert laid(holder, opened("y13 r1 b5 k9", "y10 y11 y12")) == set()
    assert laid(holder, opened("y13 r1 b5 k9 k5", "y10 y11 y12")) == {"y13"}
    assert laid(holder, opened("y13 y9", "y10 y11 y12")) == {"y13", "y9"}


@pytest.mark.parametrize(("seats", "held"), [(2, 6), (3, 4), (4, 3), (6, 2)])
def test_what_is_held_back_shrinks_as_the_table_grows(seats, held):
    """Six tiles for two players, in proportion fewer for more of them."""
    holder = Character(hands=12, hold=6, patience=2)
    rest = "r1 b5 k9 k5 b2 r9"
    for size, plays in ((held, False), (held + 1, True)):
        rack = " ".join(["y13", *rest.split()[: size - 1]])
        now = at_a_table_of(seats, rack)
        assert bool(laid(holder, now)) is plays


def test_larger_tables_distract():
    """A player who misses nothing among two misses everything among four."""
    player = Character(hands=12, distracted=0.5, close=0)
    assert laid(player, at_a_table_of(2, "y13 r1 b5 k9")) == {"y13"}
    assert laid(player, at_a_table_of(4, "y13 r1 b5 k9")) == set()


def test_an_opening_is_seen_whole_and_takes_more_than_the_hands():
    blind = Character(hands=1, overlooks=1.0, patience=4, close=0)
    now = Round.from_hands(rulebook("jumbo"), ["y11 y12 y13 k1", "b1 b5"], pool="k2 k3", opened=[1])
    assert laid(blind, now) == {"y11", "y12", "y13"}


def test_what_ends_a_silence_moves_as_few_tiles_as_it_can_and_more_than_the_hands_if_it_must():
    table = "y10 y11 y12 | r1 r2 r3"
    tired = Character(hands=1, overlooks=1.0, patience=0, close=0)
    assert len(laid(tired, opened("y13 r4 b5 k9", table))) == 1
    now = opened("r4 b4 b9 k9", "k4 k5 k6 k7")
    assert laid(tired, now) == {"r4", "b4"}, "k4 is taken from its run for a group"


def test_nobody_waits_for_longer_than_the_ladder_allows():
    with pytest.raises(ValueError, match="more than 6 turns"):
        Character(hands=6, patience=7)
    assert all(bot(step.name).patience <= MOST_SILENT for step in LADDER)


def test_the_champion_goes_out_and_ends_its_silence():
    champion = Champion()
    assert laid(champion, opened("y13", "y10 y11 y12")) == {"y13"}
    tired = opened(
        "y13 r1 b5 k9", "y10 y11 y12", pool="k1 k2 k3 k10 k12 r1 r3 r8 b2 b6 b11 y2 y5 y8"
    )
    for _ in range(champion.patience):
        tired = tired.apply(Draw()).apply(Draw())
    assert laid(champion, tired)


def test_a_bounded_play_that_the_judge_explains_otherwise_is_not_made():
    """A freed joker must go into a new meld; beside two groups of ones it would extend one."""
    now = Round.from_hands(
        rulebook("piatnik-travel"),
        ["k6 k12", "o13 b3"],
        pool="k5 k9 o6 o11 r4",
        table="r5 r6 r7 r8 | o9 b9 r9 | o1 b1 r1 | k1 o1 b1 r1 | k6 k7 k8 | b4 b5 b6 | k8 b8 r8 |"
        " r10 r11 r12 r13 | o2 b2 r2 | k2 o2 r2 | o7 b7 r7 | o3 o4 o5 | b4 b5 b6 | b10 b11 b12 |"
        " k10 k11 * | o7 o8 o9 o10 | k13 b13 r13 | k3 b3 r3 | k4 o4 r4 | k1 k2 k3",
        opened=[0, 1],
    )
    for name in [step.name for step in LADDER]:
        for seed in range(3):
            assert now.judge(bot(name).act(now.view(0), Dice(seed), LITTLE)) == []
