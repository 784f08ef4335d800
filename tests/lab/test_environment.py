"""The environment for programs that learn keeps PettingZoo's contract, and the game's."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test

from tilerummy.engine import Round
from tilerummy.lab.environment import TileRummyEnvironment
from tilerummy.lab.errors import LabError
from tilerummy.rules import format_melds, rulebook
from tilerummy.rules.tiles import ALL_TILES


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("rules", "seats"), [("jumbo", 2), ("piatnik-travel", 4)])
def test_the_environment_keeps_the_contract(rules, seats):
    api_test(TileRummyEnvironment(rulebook(rules), seats), num_cycles=200)


def play(choose, seed=5, seats=3):
    """A round in which everybody chooses from the mask; the rewards of all seats."""
    env = TileRummyEnvironment(rulebook("jumbo"), seats)
    env.reset(seed=seed)
    total = dict.fromkeys(env.agents, 0.0)
    seen = []
    for agent in env.agent_iter(5000):
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        assert not cut
        seen.append(observation["observation"])
        env.step(None if over else choose(np.flatnonzero(observation["action_mask"])))
    return total, seen


def test_rewards_are_the_scores_and_add_up_to_zero():
    total, _ = play(lambda possible: int(possible[-1]))
    assert sum(total.values()) == 0
    assert sum(reward > 0 for reward in total.values()) == 1


def test_the_same_seed_and_choices_give_the_same_round():
    first, second = [play(lambda possible: int(possible[0]))[1] for _ in range(2)]
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_an_observation_counts_the_own_rack_and_nobody_elses():
    env = TileRummyEnvironment(rulebook("jumbo"), 2)
    env.reset(seed=1)
    for agent in env.agents:
        numbers = env.observe(agent)["observation"]
        assert numbers[: len(numbers) // 2 - 6].sum() == 14
    waiting = next(agent for agent in env.agents if agent != env.agent_selection)
    assert env.observe(waiting)["action_mask"].sum() == 0


def test_an_action_that_the_mask_does_not_have_is_refused():
    env = TileRummyEnvironment(rulebook("jumbo"), 2)
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(LabError, match="see the action mask"):
        env.step(int(np.flatnonzero(mask == 0)[-1]))


@pytest.mark.parametrize("action", [-1, -9, 9, 99, None, 1.5, "1"])
def test_an_action_that_no_turn_has_is_refused(action):
    env = TileRummyEnvironment(rulebook("jumbo"), 2)
    env.reset(seed=1)
    before = env.observe(env.agent_selection)["observation"]
    with pytest.raises(LabError, match="a number from 0 to 8"):
        env.step(action)
    assert np.array_equal(env.observe(env.agent_selection)["observation"], before)


def test_counting_from_the_end_is_refused_even_where_every_play_exists():
    env = TileRummyEnvironment(rulebook("jumbo"), 2, plays=1)
    env.reset(seed=3)
    while not env.observe(env.agent_selection)["action_mask"].all():
        env.step(0)
    with pytest.raises(LabError, match="a number from 0 to 1, not -1"):
        env.step(-1)
    env.step(np.int64(1))


@pytest.mark.parametrize("action", [0, np.int8(0), False])
def test_an_action_may_be_any_whole_number(action):
    env = TileRummyEnvironment(rulebook("jumbo"), 2)
    env.reset(seed=1)
    before = env.agent_selection
    env.step(action)
    assert env.agent_selection != before


@pytest.mark.parametrize("plays", [0, -3, 10_001])
def test_there_are_some_plays_to_choose_from_and_not_too_many(plays):
    with pytest.raises(LabError, match="among 1 to 10000 plays"):
        TileRummyEnvironment(rulebook("jumbo"), 2, plays)


def deals(*seeds):
    """What the seat in front sees after each of these resets."""
    env = TileRummyEnvironment(rulebook("jumbo"), 2)
    found = []
    for seed in seeds:
        env.reset(seed=seed)
        found.append(env.observe("seat_0")["observation"].tolist())
    return found


def test_a_seed_decides_all_deals_until_the_next_seed():
    assert deals(1, None, None) == deals(1, None, None)
    one, two, three = deals(1, None, None)
    assert one != two
    assert two != three
    assert deals(1, None, 1, None)[2:] == [one, two]


def test_another_seed_is_another_row_of_deals():
    assert deals(1, None)[1] != deals(2, None)[1]


def test_without_a_seed_no_two_environments_deal_the_same():
    assert deals(None, None) != deals(None, None)


def placed(racks, *, rules="jumbo", table="", pool="k2 k3", opened=(), turn=0, plays=8):
    """An environment in which that is the round."""
    book = rulebook(rules) if isinstance(rules, str) else rules
    env = TileRummyEnvironment(book, len(racks), plays)
    env._round = Round.from_hands(book, racks, table=table, pool=pool, opened=opened, turn=turn)
    env._look()
    return env


def named(numbers):
    """What is not zero in an observation, by its place."""
    kinds = [str(tile) for tile in ALL_TILES]
    places = [
        *[f"rack {kind}" for kind in kinds],
        *[f"table {kind}" for kind in kinds],
        *[f"size {place}" for place in range(6)],
        "pool",
        *[f"opened {place}" for place in range(6)],
    ]
    return {name: n for name, n in zip(places, numbers.tolist(), strict=True) if n}


def test_an_observation_number_by_number():
    """The own seat comes first, then those behind it."""
    env = placed(
        ["k1 k1 *", "r2", "b13 b12"], table="y4 y5 y6 | k4 k5 k6", pool="k2 k3 k7", opened=[1]
    )
    table = {f"table {tile}": 1 for tile in ("y4", "y5", "y6", "k4", "k5", "k6")}
    assert named(env.observe("seat_0")["observation"]) == {
        "rack k1": 2,
        "rack *": 1,
        **table,
        "size 0": 3,
        "size 1": 1,
        "size 2": 2,
        "pool": 3,
        "opened 1": 1,
    }
    assert named(env.observe("seat_2")["observation"]) == {
        "rack b13": 1,
        "rack b12": 1,
        **table,
        "size 0": 2,
        "size 1": 3,
        "size 2": 1,
        "pool": 3,
        "opened 2": 1,
    }
    assert env.observe("seat_0")["observation"].dtype == np.int16


def test_the_spaces_hold_what_is_seen_and_done():
    env = TileRummyEnvironment(rulebook("jumbo"), 3, plays=5)
    seen = env.observation_space("seat_1")
    assert env.possible_agents == ["seat_0", "seat_1", "seat_2"]
    assert seen["observation"].shape == (2 * len(ALL_TILES) + 13,)
    assert (seen["observation"].low.min(), seen["observation"].high.max()) == (0, 200)
    assert seen["action_mask"].shape == (6,)
    assert (seen["action_mask"].low.min(), seen["action_mask"].high.max()) == (0, 1)
    assert env.action_space("seat_2").n == 6
    assert env.metadata == {
        "name": "tilerummy_jumbo",
        "render_modes": [],
        "is_parallelizable": False,
    }
    assert env.render_mode is None


def test_two_players_choose_among_eight_plays_unless_told_otherwise():
    env = TileRummyEnvironment(rulebook("jumbo"))
    assert env.possible_agents == ["seat_0", "seat_1"]
    assert env.action_space("seat_0").n == 1 + 8


@pytest.mark.parametrize(
    ("duty", "rack", "mask"),
    [
        (False, "y7 y3 k9", [1, 1, 1, 1, 0]),
        (True, "y7 y3 k9", [0, 1, 1, 1, 0]),
        (True, "k9 b1", [1, 0, 0, 0, 0]),
    ],
)
def test_the_mask_has_the_plays_there_are_and_drawing_unless_playing_is_a_duty(duty, rack, mask):
    """The plays are y3 y7, y7 and y3."""
    rules = rulebook("jumbo").replace({"draw.must_lay": duty})
    env = placed([rack, "b1"], rules=rules, table="y4 y5 y6", opened=[0, 1], plays=4)
    assert env.observe("seat_0")["action_mask"].tolist() == mask
    assert not env.observe("seat_1")["action_mask"].any()


@pytest.mark.parametrize(
    ("action", "table", "rack"),
    [(0, "y4 y5 y6", "y3 y7 k2 k9"), (1, "y3 y4 y5 y6 y7", "k9")],
)
def test_an_action_is_the_play_of_its_number_or_a_draw(action, table, rack):
    env = placed(["y7 y3 k9", "b1"], table="y4 y5 y6", opened=[0, 1])
    env.step(action)
    assert format_melds(env._round.table) == table
    assert sorted(map(str, env._round.hidden.racks[0])) == sorted(rack.split())
    assert env.agent_selection == "seat_1"
    assert env.rewards == {"seat_0": 0.0, "seat_1": 0.0}
    assert not any(env.terminations.values())


def test_where_nothing_can_be_drawn_action_0_passes():
    env = placed(["k9", "b1"], table="y4 y5 y6", pool="", opened=[0, 1])
    env.step(0)
    assert env.agent_selection == "seat_1"
    env.step(0)
    assert env._round.outcome is not None
    assert env.rewards == {"seat_0": -8.0, "seat_1": 8.0}


def test_a_round_ends_with_scores_for_all_and_nothing_more_to_do():
    env = placed(["y7", "b1 *", "k5"], table="y4 y5 y6", opened=[0, 1, 2])
    env.step(1)
    assert env.rewards == {"seat_0": 31.0, "seat_1": -26.0, "seat_2": -5.0}
    assert env._cumulative_rewards == env.rewards
    assert env.terminations == dict.fromkeys(env.possible_agents, True)
    assert env.truncations == dict.fromkeys(env.possible_agents, False)
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)
    env.step(None)
    assert len(env.agents) == 2
    env.reset(seed=1)
    assert env.agents == env.possible_agents
    assert not any(env.terminations.values())
    assert env._cumulative_rewards == dict.fromkeys(env.possible_agents, 0.0)
    assert env.infos == {agent: {} for agent in env.possible_agents}


@pytest.mark.parametrize(
    ("resets", "seed"), [((5,), 5), ((5, None), "5/1"), ((5, None, None), "5/2")]
)
def test_a_seed_is_that_of_the_engine_and_later_deals_count_on(resets, seed):
    env = TileRummyEnvironment(rulebook("jumbo"), 3)
    for number in resets:
        env.reset(seed=number)
    dealt = Round.deal(rulebook("jumbo"), seats=3, seed=seed)
    assert env._round.hidden == dealt.hidden
    assert env.agent_selection == f"seat_{dealt.turn}"


@pytest.mark.parametrize("plays", [1, 10_000])
def test_so_many_plays_are_enough_or_not_too_many(plays):
    assert TileRummyEnvironment(rulebook("jumbo"), 2, plays).action_space("seat_0").n == plays + 1
