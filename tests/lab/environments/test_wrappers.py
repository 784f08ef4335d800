"""PettingZoo, Gymnasium and OpenSpiel: their own suites, and what ours adds."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import data_equivalence
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.test import test_save_obs as save_obs_test

from tests.evaluation.games import SOON_OVER
from tilerummy.bots import ROSTER, Dice
from tilerummy.engine.actions import Draw
from tilerummy.engine.rounds import Round
from tilerummy.lab.environments import Choice
from tilerummy.lab.environments.aec import TileRummyAEC, env
from tilerummy.lab.environments.gym import TileRummyGym
from tilerummy.lab.environments.single import SingleRound
from tilerummy.lab.errors import LabError
from tilerummy.rules import rulebook

save_obs_test.__test__ = False

VARIANTS = [
    {},
    {"actions": "tiles", "moves": 20},
    {"rules": "twist", "seats": 4},
    {"rules": "lets-play-rummy-it", "seats": 3},
    {"pictures": True},
]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_pettingzoos_suite(options, tmp_path, monkeypatch, capsys):
    api_test(env(**options), num_cycles=100)
    seed_test(lambda: env(**options), num_cycles=30)
    if "pictures" not in options:  # it chooses without the mask where that is in the infos
        render_test(lambda render_mode: env(render_mode, **options))
    monkeypatch.chdir(tmp_path)
    save_obs_test(env(**options))
    assert bool(list(tmp_path.rglob("*.png"))) == ("pictures" in options)
    assert "Passed API test" in capsys.readouterr().out


def play(game, choose, steps=10_000):
    for agent in game.agent_iter(steps):
        seen, _, over, _, _ = game.last()
        game.step(None if over else choose(agent, np.flatnonzero(seen["action_mask"])))


def test_rewards_are_the_scores_and_add_up_to_zero():
    game = env(seats=3)
    game.reset(seed=5)
    total = dict.fromkeys(game.possible_agents, 0.0)
    for agent in game.agent_iter():
        seen, reward, over, _, _ = game.last()
        total[agent] += reward
        game.step(None if over else int(np.flatnonzero(seen["action_mask"])[-1]))
    assert sum(total.values()) == 0
    assert sum(reward > 0 for reward in total.values()) == 1


def test_a_seed_decides_all_deals_until_the_next_seed():
    def deals(*seeds):
        game = env()
        found = []
        for seed in seeds:
            game.reset(seed=seed)
            found.append(game.observe("seat_0")["observation"].tobytes())
        return found

    assert deals(1, None, None) == deals(1, None, None)
    assert len(set(deals(1, None, None, 2, None))) == 5
    assert deals(None) != deals(None)


def test_a_round_of_the_engine_can_be_gone_on_from():
    now = Round.from_hands(
        rulebook("jumbo"), ["k1 k2 k3", "r1 r2 r4"], pool="b1", opened=[0, 1], turn=0
    )
    game = env("ansi")
    game.reset(options={"round": now})
    assert "rack: k1 k2 k3" in game.render()
    game.step(4)
    assert game.last()[2]
    with pytest.raises(LabError, match="takes a Round"):
        game.reset(options={"round": "here"})


def test_a_saved_round_goes_on_as_it_would_have():
    game = env()
    game.reset(seed=2)
    choose = np.random.default_rng(1)
    for _ in range(25):
        legal = np.flatnonzero(game.observe(game.agent_selection)["action_mask"])
        game.step(int(choose.choice(legal)))
    saved = game.save()
    states = []
    for other in (game, env()):
        other.restore(pickle.loads(pickle.dumps(saved)))
        play(other, lambda _, legal: int(legal[-1]), 30)
        states.append(other.information_state("seat_0"))
    assert states[0] == states[1]


def test_an_information_state_tells_what_the_seat_has_seen_and_no_more():
    game = env(seats=2)
    game.reset(seed=4)
    play(game, lambda _, legal: int(legal[-1]), 40)
    texts = [game.information_state(agent) for agent in game.possible_agents]
    for seat, text in enumerate(texts):
        drawn = re.findall(r"^\d+\. (\d) draw(.*)$", text, re.MULTILINE)
        assert drawn
        assert all(bool(tile) == (int(who) == seat) for who, tile in drawn)
    assert texts[0] != texts[1]


@pytest.mark.parametrize("action", [-1, 7, 99, None, 1.5, "1"])
def test_an_action_that_no_turn_has_is_refused(action):
    game = env()
    game.reset(seed=1)
    with pytest.raises(LabError, match="a number below 7"):
        game.step(action)


def test_a_picture_shows_the_rack_of_the_seat_in_turn_alone():
    now = Round.from_hands(rulebook("jumbo"), ["k1 k2", "r1 r2"], pool="b1", opened=[0, 1])
    other = Round.from_hands(rulebook("jumbo"), ["k1 k2", "y9 *"], pool="b3", opened=[0, 1])
    game = TileRummyAEC(render_mode="rgb_array")
    shown = []
    for round_ in (now, other):
        game.reset(options={"round": round_})
        shown.append(game.render())
    assert np.array_equal(*shown)


@pytest.mark.parametrize("name", [entry.name for entry in ROSTER if entry.name != "expert"])
def test_gymnasium_against_every_bot_of_the_roster(name):
    game = TileRummyGym(rulebook("jumbo").replace(SOON_OVER), [name])
    rounds = []
    for _ in range(2):
        seen, told = game.reset(seed=3)
        over = False
        while not over:
            assert game.observation_space.contains(seen)
            seen, reward, over, cut, told = game.step(int(np.flatnonzero(seen["action_mask"])[-1]))
            assert not cut
        rounds.append((seen, reward, told))
    assert data_equivalence(*rounds)
    assert (rounds[0][1] > 0) == rounds[0][2]["won"]


def test_gymnasium_with_several_bots_and_a_round_of_ones_own():
    game = TileRummyGym("lets-play-rummy-de", ["greedy", "casual"], reward="win")
    now = Round.from_hands(
        rulebook("lets-play-rummy-de"),
        ["g1 g2 g3", "r1 r2 r4", "b1 b2 b4"],
        pool="b5",
        opened=[0, 1, 2],
    )
    game.reset(seed=1, options={"round": now, "seat": 0})
    _, reward, over, _, told = game.step(4)
    assert (reward, over, told) == (1.0, True, {"seat": 0, "won": True})
    with pytest.raises(LabError, match="reset first"):
        game.step(0)
    with pytest.raises(LabError, match="for 3 seats"):
        game.reset(options={"round": Round.deal(rulebook("jumbo"), seats=2, seed=1)})


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasiums_own_checker():
    import gymnasium
    from gymnasium.utils.env_checker import check_env

    check_env(TileRummyGym("jumbo", ["casual"], render_mode="rgb_array"), skip_close_check=True)
    made = gymnasium.make("tilerummy/TileRummy-v0", rules="twist", opponents=["greedy"])
    made.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, _ = made.step(made.action_space.sample())


def test_tiles_can_be_kept_in_the_wrappers_too():
    now = Round.from_hands(
        rulebook("jumbo"), ["k1 k2 k3 r7 b7 y7 *", "r1 r2 r3"], pool="b1", opened=[0, 1]
    )
    game = env()
    game.reset(options={"round": now})
    game.keep("k1")
    assert game.observe("seat_0")["action_mask"][Choice.KEEPING] == 1
    game.step(int(Choice.KEEPING))
    rack = game.observe("seat_0")["observation"][:60]
    assert rack[0] == 1
    other = TileRummyGym("jumbo", ["greedy"])
    other.reset(seed=1, options={"round": now, "seat": 0})
    assert other.keep("k1")["action_mask"][Choice.KEEPING] == 1


pyspiel = pytest.importorskip("pyspiel")

GAMES = [
    "python_tilerummy",
    "python_tilerummy(actions=tiles,moves=4)",
    "python_tilerummy(rules=ravensburger-travel-de,players=4)",
    "python_tilerummy(rules=twist,players=3)",
]


@pytest.fixture
def spiel():
    import tilerummy.lab.environments.spiel  # noqa: F401

    return pyspiel


@pytest.mark.parametrize("name", GAMES)
def test_openspiels_api_test(spiel, name, capfd):
    spiel.random_sim_test(spiel.load_game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_openspiels_playthrough_can_be_repeated(spiel):
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    first = playthrough(GAMES[0], None, seed=7)
    actions = [int(number) for number in re.findall(r"^action: (\d+)$", first, re.MULTILINE)]
    assert playthrough(GAMES[0], actions, seed=7) == first
    assert "IsTerminal() = True" in first


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_copy_of_a_state_goes_its_own_way(spiel):
    state = spiel.load_game(GAMES[0]).new_initial_state()
    for digit in (1, 2, 3, 4):
        state.apply_action(digit)
    for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        before = str(state)
        assert str(twin) == before
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == before
        assert str(twin) != before


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_openspiels_own_observers_see_what_the_round_shows(spiel):
    from open_spiel.python.observation import make_observation

    game = spiel.load_game(GAMES[0])
    state = game.new_initial_state()
    for digit in (1, 2, 3, 4):
        state.apply_action(digit)
    whole = make_observation(game)
    whole.set_from(state, 1)
    assert whole.dict["rack"].sum() == 14
    public = make_observation(
        game,
        spiel.IIGObservationType(
            public_info=True, perfect_recall=False, private_info=spiel.PrivateInfoType.NONE
        ),
    )
    assert "rack" not in public.dict
    assert "rack" not in public.string_from(state, 0)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import tilerummy.lab.environments.aec", "pip install 'tilerummy[lab]'"),
        ("import tilerummy.lab.baselines", "pip install 'tilerummy[lab]'"),
        (
            "from tilerummy.lab.players import Player; Player.parse('program:x').bot()",
            "no bot 'program:x': ",
        ),
    ],
)
def test_a_bare_installation_says_what_to_install(line, said):
    bare = f"import sys; sys.modules['numpy'] = None; {line}"
    done = subprocess.run([sys.executable, "-c", bare], capture_output=True, text=True)
    assert done.returncode == 1
    assert said in done.stderr.splitlines()[-1]
    assert "tilerummy[lab]" in done.stderr.splitlines()[-1]


def test_an_agent_that_does_not_sit_there_is_refused():
    game = TileRummyAEC("jumbo", seats=2)
    with pytest.raises(LabError, match="one of seat_0, seat_1"):
        game.observe("seat_2")
    with pytest.raises(LabError, match="one of seat_0, seat_1"):
        game.information_state("me")


def dealt_by(seed, seats=2):
    """The seat in turn of this deal, and the numbers that it sees."""
    same = SingleRound(rulebook("jumbo"), seats)
    same.deal(seed)
    return same.turn, same.observe(same.turn).tolist()


@pytest.mark.parametrize(
    ("resets", "seed"), [((5,), 5), ((5, None), "5/1"), ((5, None, None), "5/2")]
)
def test_a_seed_is_that_of_the_engine_and_later_deals_count_on(resets, seed):
    game = env()
    for number in resets:
        game.reset(seed=number)
    turn, numbers = dealt_by(seed)
    assert game.agent_selection == f"seat_{turn}"
    assert game.observe(game.agent_selection)["observation"].tolist() == numbers


def test_what_a_seat_that_waits_may_do_and_sees():
    game = env(seats=3)
    game.reset(seed=1)
    waiting = next(agent for agent in game.agents if agent != game.agent_selection)
    seen, acting = game.observe(waiting), game.observe(game.agent_selection)
    assert not seen["action_mask"].any() and not seen["effects"].any()
    assert acting["action_mask"].any() and acting["effects"].any()
    assert seen["action_mask"].dtype == np.int8
    assert not np.array_equal(seen["observation"], acting["observation"])


NEAR_THE_END = Round.from_hands(
    rulebook("jumbo"), ["k1 k2 k3", "r1 r2 r4", "b9 b13"], pool="b1 b5", opened=[0, 1, 2], turn=0
)


def test_a_round_that_ends_has_scores_for_all_and_nothing_more_to_do():
    game = env(seats=3)
    game.reset(options={"round": NEAR_THE_END})
    assert not any(game.terminations.values())
    game.step(int(Choice.WAIT))
    assert (game.agent_selection, set(game.rewards.values())) == ("seat_1", {0.0})
    game.reset(options={"round": NEAR_THE_END})
    saved = game.save()
    game.step(int(Choice.WHOLE_RACK))
    scores = {"seat_0": 29.0, "seat_1": -7.0, "seat_2": -22.0}
    assert game.rewards == game._cumulative_rewards == scores
    assert game.terminations == dict.fromkeys(scores, True)
    assert game.truncations == dict.fromkeys(scores, False)
    over = game.save()
    game.restore(saved)
    assert game._cumulative_rewards == dict.fromkeys(scores, 0.0)
    assert game.terminations == dict.fromkeys(scores, False)
    assert game.agent_selection == "seat_0"
    game.restore(over)
    assert game._cumulative_rewards == scores
    assert game.terminations == dict.fromkeys(scores, True)
    game.step(None)
    assert len(game.agents) == 2


class Named:
    """A bot that draws and says where it was asked."""

    def __init__(self, name, asked):
        self.name, self.asked = name, asked

    def act(self, view, dice, budget):
        self.asked.append((self.name, view.seat, dice.next()))
        assert (budget.effort, budget.seconds) == (1.0, None)
        return Draw()


ASKED: list[tuple[str, int, int]] = []
FIRST, SECOND = Named("first", ASKED), Named("second", ASKED)


@pytest.mark.parametrize(("seat", "seats"), [(0, [1, 2]), (1, [2, 0]), (2, [0, 1])])
def test_opponents_sit_behind_the_learner_in_their_order(seat, seats):
    game = TileRummyGym("jumbo", [f"{__name__}:FIRST", f"{__name__}:SECOND"])
    pool = " ".join(f"b{number}" for number in range(1, 9))
    racks = ["k1 k2 k3", "r1 r2 r4", "y9 y13"]
    now = Round.from_hands(rulebook("jumbo"), racks, pool=pool, opened=[0, 1, 2], turn=seat)
    ASKED.clear()
    _, told = game.reset(seed=4, options={"round": now, "seat": seat})
    assert (game.seat, told) == (seat, {"seat": seat, "won": False})
    assert not ASKED
    _, reward, over, cut, _ = game.step(int(Choice.WAIT))
    assert (reward, over, cut) == (0.0, False, False)
    number = int(seeding.np_random(4)[0].integers(1 << 63))
    expected = [
        (name, place, Dice(number + place).next())
        for name, place in zip(("first", "second"), seats, strict=True)
    ]
    assert expected == ASKED


def test_a_seed_decides_the_deal_and_the_learners_seat():
    for seed in range(4):
        game = TileRummyGym("jumbo", [f"{__name__}:FIRST", f"{__name__}:SECOND"])
        game.reset(seed=seed)
        number = int(seeding.np_random(seed)[0].integers(1 << 63))
        dealt = Round.deal(rulebook("jumbo"), seats=3, seed=str(number))
        assert game.seat == number % 3
        assert game._now.hidden.racks[game.seat] == dealt.hidden.racks[game.seat]


@pytest.mark.parametrize(("reward", "worth"), [("score", -3.0 - 4.0), ("win", 0.0)])
def test_a_lost_round_is_told_after_the_others_have_played(reward, worth):
    now = Round.from_hands(
        rulebook("jumbo"), ["k1 k1", "r1 r2 r3"], pool="k5 b5", opened=[0, 1], turn=0
    )
    game = TileRummyGym("jumbo", ["greedy"], reward=reward)
    game.reset(options={"round": now, "seat": 0})
    _, found, over, _, told = game.step(int(Choice.WAIT))
    assert (found, over, told["won"]) == (worth, True, False)


@pytest.mark.parametrize("action", [-1, 7, int(Choice.OPENING), None, 1.5])
def test_the_learner_may_do_what_the_mask_has_and_nothing_else(action):
    game = TileRummyGym("jumbo", ["greedy", "greedy"])
    game.reset(seed=1, options={"round": NEAR_THE_END, "seat": 0})
    assert game.action_space.sample() in np.flatnonzero(game._sight.mask)
    with pytest.raises(LabError, match="is not one of this turn; see the action mask"):
        game.step(action)
    only = np.zeros(7, np.int8)
    only[5] = 1
    assert game.action_space.sample(only) == 5, "a mask of one's own counts"
