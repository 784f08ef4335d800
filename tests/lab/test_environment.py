"""The environment for programs that learn keeps PettingZoo's contract, and the game's."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test

from tilerummy.lab.environment import TileRummyEnvironment
from tilerummy.lab.errors import LabError
from tilerummy.rules import rulebook


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
