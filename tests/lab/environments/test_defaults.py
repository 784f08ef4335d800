"""What the wrappers are made with where nothing is said, what they show and what they refuse."""

from __future__ import annotations

import inspect

import pytest

from tilerummy.engine.rounds import Round
from tilerummy.lab.environments import Choice
from tilerummy.lab.environments.aec import TileRummyAEC
from tilerummy.lab.environments.gym import TileRummyGym
from tilerummy.lab.environments.single import SingleRound
from tilerummy.lab.errors import LabError
from tilerummy.rules import parse_melds, parse_tiles, rulebook

JUMBO = rulebook("jumbo")


def a_round():
    return Round.from_hands(
        JUMBO,
        [parse_tiles("k4 r9"), parse_tiles("b7 b8")],
        pool=parse_tiles("r1 r2 r3"),
        table=parse_melds("k1 k2 k3 | b4 b5 b6"),
        opened=(0, 1),
    )


@pytest.mark.parametrize("made", [TileRummyAEC, SingleRound])
def test_a_turn_tile_by_tile_has_a_hundred_moves(made):
    options = inspect.signature(made).parameters
    assert options["moves"].default == 100
    assert options["seats"].default == 2
    assert options["actions"].default == "plays"


def test_spaces_hold_what_is_observed():
    game = TileRummyAEC()
    space = game.observation_space("seat_0")
    assert space["observation"].shape == (812,)
    assert (space["observation"].low.min(), space["observation"].high.max()) == (0, 255)
    assert (space["action_mask"].shape, space["effects"].shape) == ((7,), (7, 72))
    assert (space["action_mask"].low.min(), space["action_mask"].high.max()) == (0, 1)
    assert (space["effects"].low.min(), space["effects"].high.max()) == (-32768, 32767)
    assert game.metadata == {
        "name": "tilerummy_jumbo",
        "render_modes": ["human", "ansi", "rgb_array"],
        "render_fps": 2,
        "is_parallelizable": False,
    }
    tiles = TileRummyAEC(actions="tiles").observation_space("seat_0")
    assert tiles["observation"].shape == (964,)
    assert "effects" not in tiles.spaces
    assert TileRummyAEC(pictures=True).observation_space("seat_0").shape == (540, 720, 3)
    gym = TileRummyGym()
    assert gym.observation_space["effects"].shape == (7, 72)
    assert (gym.observation_space["effects"].high.max(), gym.action_space.n) == (32767, 7)
    assert gym.metadata == {"render_modes": ["human", "ansi", "rgb_array"], "render_fps": 2}


def test_only_the_seat_in_turn_has_actions_and_effects():
    game = TileRummyAEC()
    game.reset(options={"round": a_round()})
    mine, other = game.observe("seat_0"), game.observe("seat_1")
    assert mine["action_mask"].tolist() == [1, 1, 1, 1, 0, 0, 0]
    assert not other["action_mask"].any()
    assert mine["effects"].any()
    assert not other["effects"].any()
    assert game.terminations == {"seat_0": False, "seat_1": False}


def test_a_step_gives_the_scores_when_the_round_is_over():
    game = TileRummyAEC()
    game.reset(options={"round": a_round()})
    game.step(int(Choice.MOST_TILES))
    assert game.rewards == {"seat_0": 0.0, "seat_1": 0.0}
    assert game.agent_selection == "seat_1"
    game.step(int(Choice.WHOLE_RACK))
    assert game.rewards == {"seat_0": -9.0, "seat_1": 9.0}
    assert game.terminations == {"seat_0": True, "seat_1": True}
    saved = game.save()
    game.reset(seed=1)
    game.restore(saved)
    assert game._cumulative_rewards == {"seat_0": -9.0, "seat_1": 9.0}
    assert game.terminations == {"seat_0": True, "seat_1": True}


def test_what_is_rendered(capsys):
    text = TileRummyAEC(render_mode="ansi")
    text.reset(options={"round": a_round()})
    assert text.render().splitlines()[:2] == ["seat_0", "turn 1, pool 3"]
    human = TileRummyAEC(render_mode="human")
    capsys.readouterr()
    human.reset(options={"round": a_round()})
    assert capsys.readouterr().out.startswith("seat_0\nturn 1, pool 3\n")
    assert TileRummyAEC(render_mode="rgb_array").render().shape == (540, 720, 3)
    assert TileRummyAEC().render() is None
    gym = TileRummyGym(render_mode="ansi")
    gym.reset(options={"round": a_round(), "seat": 0})
    assert gym.render().splitlines()[0] == "turn 1, pool 3"
    loud = TileRummyGym(render_mode="human")
    loud.reset(options={"round": a_round(), "seat": 0})
    assert loud.render() is None
    assert capsys.readouterr().out.startswith("turn 1, pool 3\n")
    assert TileRummyGym(render_mode="rgb_array", opponents=("greedy",)).metadata
    silent = TileRummyGym()
    silent.reset(seed=1)
    assert silent.render() is None


@pytest.mark.parametrize(("reward", "expected"), [("score", (10.0, True)), ("win", (1.0, True))])
def test_the_reward_of_the_learner(reward, expected):
    gym = TileRummyGym(reward=reward)
    now = Round.from_hands(JUMBO, ["k4", "b1 b9"], pool="r1 r2", table="k1 k2 k3", opened=(0, 1))
    _, told = gym.reset(options={"round": now, "seat": 0})
    assert told == {"seat": 0, "won": False}
    _, got, over, cut, told = gym.step(int(Choice.WHOLE_RACK))
    assert (got, over) == expected
    assert (cut, told) == (False, {"seat": 0, "won": True})
    with pytest.raises(LabError, match="has to be reset first"):
        gym.step(0)


def test_what_the_wrappers_refuse():
    with pytest.raises(LabError, match="a reward is score or win, not 'luck'"):
        TileRummyGym(reward="luck")
    for made in (TileRummyGym, TileRummyAEC):
        with pytest.raises(LabError, match="a render mode is one of human, ansi, rgb_array"):
            made(render_mode="film")
    gym = TileRummyGym()
    with pytest.raises(LabError, match="has to be reset first"):
        gym.step(0)
    for seat in (-1, 2, "0"):
        with pytest.raises(LabError, match="seats count from 0 to 1"):
            gym.reset(options={"seat": seat})
    with pytest.raises(LabError, match="a round of jumbo for 2 seats is needed"):
        gym.reset(options={"round": Round.deal(JUMBO, seats=3, seed=1)})
    for game in (gym, TileRummyAEC()):
        with pytest.raises(LabError, match="takes a Round of the engine"):
            game.reset(options={"round": "now"})
