"""The vector environment: arrays of the caller, refusals, saving, and nothing hidden in sight."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise
from threading import Thread

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tilerummy.engine.actions import Play
from tilerummy.engine.errors import SetupError
from tilerummy.engine.rounds import Hidden, Round
from tilerummy.lab.environments import EFFECTS, LAYOUT, Choice, VectorEnvironment
from tilerummy.lab.environments.layout import CODES, Move
from tilerummy.lab.environments.moves import moves_of
from tilerummy.lab.environments.vector import make_arrays
from tilerummy.lab.errors import LabError
from tilerummy.rules import RULEBOOK_IDS, rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.positions import loose
from tilerummy.rules.tiles import in_order
from tilerummy.solver import SolverError
from tilerummy.solver._core import Environment
from tilerummy.solver.codes import translator

JUMBO = rulebook("jumbo")


def environment(rounds=1, **options):
    env = VectorEnvironment(options.pop("rules", JUMBO), rounds, **options)
    env.reset(list(range(rounds)))
    env.seed_sampling(1)
    return env


def play_some(env, steps):
    actions = np.zeros(env.rounds, np.int32)
    for _ in range(steps):
        env.step(env.sample(actions))
    return env


def part(env, name, row=0):
    return env.arrays.observations[row][LAYOUT[name].place]


def counts(rules, tiles):
    codes = translator(rules).tiles(tiles)
    return [codes.count(code) for code in range(CODES)]


def test_the_parts_of_an_observation_follow_each_other_without_gaps():
    parts = list(LAYOUT.values())
    assert parts[0].start == 0
    assert all(a.start + a.length == b.start for a, b in pairwise(parts))
    assert environment().observation_size == LAYOUT["hand"].start
    whole = environment(actions="tiles").observation_size
    assert whole == parts[-1].start + parts[-1].length
    effects = list(EFFECTS.values())
    assert environment().arrays.effects.shape[2] == effects[-1].start + effects[-1].length


def test_a_step_writes_into_the_arrays_of_the_caller():
    mine = make_arrays(3, 2, len(Choice), LAYOUT["hand"].start, effects=True)
    env = VectorEnvironment(JUMBO, 3, arrays=mine)
    written = env.reset([1, 2, 3])
    assert written is mine
    before = mine.observations.copy()
    env.step(np.zeros(3, np.int32))
    assert (mine.observations != before).any(axis=1).all()
    assert mine.turns.shape == (3,)


def test_other_libraries_share_the_memory():
    env = environment(2)
    shared = np.from_dlpack(env.arrays.observations)
    env.step(np.zeros(2, np.int32))
    assert (shared == env.arrays.observations).all()


@pytest.mark.parametrize("actions", ["plays", "tiles"])
def test_an_illegal_action_changes_nothing(actions):
    env = environment(2, actions=actions)
    states = [env.stored(i) for i in range(2)]
    for wrong in (-1, 1, 999, Move.PLAY):
        if wrong >= 0 and wrong < env.actions and env.arrays.masks[1, wrong]:
            continue
        with pytest.raises(LabError, match="round 1 is not one of this turn; see the mask"):
            env.step(np.array([0, wrong], np.int32))
    assert [env.stored(i) for i in range(2)] == states


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (np.zeros(3, np.int32), "an action for each round"),
        (np.zeros(2, np.float64), "int32"),
        ([0, 0], "int32"),
    ],
)
def test_a_step_takes_an_array_of_actions(wrong, message):
    with pytest.raises(LabError, match=message):
        environment(2).step(wrong)


def test_an_environment_is_reset_first():
    env = VectorEnvironment(JUMBO, 2)
    for question in (lambda: env.step(np.zeros(2, np.int32)), lambda: env.observe(0, 0)):
        with pytest.raises(LabError, match="reset first"):
            question()
    with pytest.raises(LabError, match="as many seeds"):
        env.reset([1])


def test_arrays_of_another_size_are_refused():
    with pytest.raises(LabError, match="observations has the wrong size"):
        VectorEnvironment(JUMBO, 2, arrays=make_arrays(1, 2, 7, 812, effects=True))


def test_seats_have_to_fit_the_rulebook():
    with pytest.raises(SetupError, match="2 to 4 players"):
        VectorEnvironment(JUMBO, 1, seats=5)


@pytest.mark.parametrize("name", RULEBOOK_IDS)
@pytest.mark.parametrize("actions", ["plays", "tiles"])
def test_a_saved_environment_goes_on_as_if_nothing_had_been(name, actions):
    env = environment(2, rules=rulebook(name), actions=actions, moves=30)
    play_some(env, 45)
    if actions == "plays":
        env.keep(0, parse_tiles("b13"))
    saved, dice = env.save(), 7
    ways = []
    for other in (env, VectorEnvironment(rulebook(name), 2, actions=actions, moves=30)):
        other.restore(saved)
        other.seed_sampling(dice)
        seen = [other.arrays.observations.copy(), other.arrays.masks.copy()]
        play_some(other, 60)
        ways.append([*seen, other.arrays.observations.copy(), other.stored(0), other.stored(1)])
    assert all(np.array_equal(a, b) for a, b in zip(*ways, strict=True))


@given(st.binary(max_size=600), st.integers(0, 3000))
@settings(max_examples=60)
def test_bytes_that_were_not_saved_are_refused(noise, place):
    env = environment(1, actions="tiles")
    good = env.save()
    state = env.stored(0)
    garbled = good[: place % len(good)] + noise + good[place % len(good) + len(noise) :]
    try:
        env.restore(garbled)
    except LabError:
        assert env.stored(0) == state
    play_some(env, 20)


def reshuffled(now, seat, chance):
    """The same round with every tile dealt otherwise that this seat does not see."""
    racks = now.hidden.racks
    hidden = [t for i, rack in enumerate(racks) if i != seat for t in rack] + list(now.hidden.pool)
    chance.shuffle(hidden)
    left = iter(hidden)
    dealt = [
        rack if i == seat else in_order([next(left) for _ in rack]) for i, rack in enumerate(racks)
    ]
    return replace(now, hidden=Hidden(tuple(dealt), tuple(left), "another seed"))


@pytest.mark.parametrize("name", RULEBOOK_IDS)
@pytest.mark.parametrize("actions", ["plays", "tiles"])
def test_nothing_hidden_is_in_sight(name, actions):
    rules = rulebook(name)
    seats = rules.players.most
    env = environment(1, rules=rules, seats=seats, restarts=False)
    other = environment(1, rules=rules, seats=seats, actions=actions)
    now = Round.deal(rules, seats=seats, seed=0)
    chance = np.random.default_rng(4)
    actor = np.zeros(1, np.int32)
    while not now.over:
        env.sample(actor)
        now = now.apply(env.action(0, int(actor[0]), now))
        env.step(actor)
        if now.over or chance.random() < 0.6:
            continue
        for seat in (now.turn, (now.turn + 1) % seats):
            seen = []
            for dealt in (now, reshuffled(now, seat, chance)):
                other.place(0, dealt)
                mask = other.arrays.masks.copy() if seat == now.turn else 0
                seen.append((other.observe(0, seat), mask))
            assert np.array_equal(seen[0][0], seen[1][0])
            assert np.array_equal(seen[0][1], seen[1][1])


def test_an_observation_says_what_the_view_says():
    rules = rulebook("piatnik-travel")
    env = environment(1, rules=rules, seats=3, restarts=False)
    now = Round.deal(rules, seats=3, seed=0)
    while not now.over:
        view = now.view(now.turn)
        assert part(env, "rack").tolist() == counts(rules, view.rack)
        assert part(env, "table").tolist() == counts(rules, loose(view.table))
        assert part(env, "unseen").tolist() == counts(rules, view.unseen)
        fields = part(env, "seats").reshape(6, 8)
        for place in range(3):
            seat = (now.turn + place) % 3
            assert fields[place, :3].tolist() == [1, view.rack_sizes[seat], seat in view.opened]
        assert not fields[3:].any()
        round_ = part(env, "round").tolist()
        assert round_[0] == view.pool_size
        assert round_[2:6] == [view.number, (now.turn - view.start) % 3, 3, 0]
        melds = part(env, "melds")
        assert np.count_nonzero(melds >= 254) == len(view.table)
        assert np.count_nonzero(melds) == len(view.table) + len(loose(view.table))
        chosen = int(np.flatnonzero(env.arrays.masks[0])[-1])
        action = env.action(0, chosen, now)
        effect = {name: env.arrays.effects[0, chosen][p.place] for name, p in EFFECTS.items()}
        after = now.apply(action)
        if isinstance(action, Play):
            laid = after.events[-1 if not after.over else -4].laid
            assert effect["laid"].tolist() == counts(rules, laid)
            assert effect["tiles"] == len(laid)
            assert effect["points"] == sum(tile.number for tile in laid)
            assert effect["goes_out"] == after.over
            assert effect["points_left"] == rules.rack_points(after.hidden.racks[now.turn])
            assert effect["opens"] == (now.turn not in now.opened)
        left = after.hidden.racks[now.turn]
        assert effect["tiles_left"] == len(left)
        assert effect["melds"] == len(after.table)
        env.step(np.array([chosen], np.int32))
        now = after


def test_what_is_sampled_follows_from_a_seed_which_is_0_unless_told():
    env = VectorEnvironment(JUMBO, 40)
    env.reset(list(range(40)))
    actions = np.zeros(40, np.int32)
    first = env.sample(actions).tolist()
    assert all(env.arrays.masks[row, action] for row, action in enumerate(first))
    seeded = []
    for seed in (0, 1, 1 << 64, (1 << 64) + 1):
        env.seed_sampling(seed)
        seeded.append(env.sample(actions).tolist())
    assert seeded[0] == seeded[2] == first
    assert seeded[1] == seeded[3] != first


def test_keeping_tiles_lays_the_most_of_the_others():
    now = Round.from_hands(
        JUMBO, ["k1 k2 k3 r7 b7 y7 k10 *", "r1 r2 r3"], pool="b1 b2", opened=[0, 1]
    )
    env = environment(1)
    env.place(0, now)
    assert not env.arrays.masks[0, Choice.KEEPING]
    env.keep(0, parse_tiles("* k1"))
    laid = env.arrays.effects[0, Choice.KEEPING][EFFECTS["laid"].place]
    assert laid.tolist() == counts(JUMBO, parse_tiles("r7 b7 y7"))
    env.step(np.array([Choice.KEEPING], np.int32))
    assert not env.arrays.masks[0, Choice.KEEPING]


def test_all_rounds_can_keep_tiles_at_once():
    env = environment(3)
    kept = np.zeros((3, CODES), np.uint8)
    kept[:, 52] = 2
    for _ in range(60):
        env.keep_all(kept)
        for row in np.flatnonzero(env.arrays.masks[:, Choice.KEEPING]):
            keeping, spared = env.arrays.effects[row, [Choice.KEEPING, Choice.WITHOUT_JOKERS]]
            assert np.array_equal(keeping, spared)
        env.step(env.arrays.masks[:, Choice.MOST_TILES].astype(np.int32))
    with pytest.raises(LabError, match="60 numbers"):
        env.keep_all(kept[:1])
    with pytest.raises(LabError, match="uint8"):
        env.keep_all(kept.astype(np.int64))


def test_dealing_one_round_leaves_the_others_arrays_alone():
    env = environment(3, restarts=False)
    before = env.arrays.observations.copy()
    env.arrays.rewards[:] = 5
    env.deal(1, "another")
    changed = (env.arrays.observations != before).any(axis=1)
    assert changed.tolist() == [False, True, False]
    assert env.arrays.rewards.sum(axis=1).tolist() == [10, 0, 10]


def test_threads_that_share_an_environment_wait_for_each_other():
    env = environment(32)

    def walk():
        actions = np.zeros(32, np.int32)
        for _ in range(30):
            with suppress(LabError):  # another thread may have stepped in between
                env.step(env.sample(actions))

    threads = [Thread(target=walk) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(len(env.stored(i)) > 100 for i in range(32))


def test_the_smallest_play_is_a_single_tile_or_one_that_cannot_be_shortened():
    env = environment(1)
    for rack, table, smallest in (
        ("k4 r9 b9 y9", "k1 k2 k3", "k4"),
        ("r5 k1 k2 k3", "r1 r2 r3 r4 | r6 r7 r8 | b5 y5 k5", "r5"),
        ("b4 k1 k2 k3", "r4 r5 r6 r7 | y4 y5 y6 y7", "b4"),
        ("r7 b7 y7 k7 k12", "r1 r2 r3", "r7 b7 y7"),
    ):
        now = Round.from_hands(JUMBO, [rack, "k13 r13 b13"], table=table, pool="b1", opened=[0, 1])
        env.place(0, now)
        laid = env.arrays.effects[0, Choice.SMALLEST][EFFECTS["tiles"].place]
        assert laid == len(parse_tiles(smallest))


def test_a_turn_that_runs_out_of_moves_ends_without_one():
    env = environment(1, actions="tiles", moves=5)
    first = int(np.flatnonzero(part(env, "rack"))[0])
    for move in (Move.PLACE + first, Move.DROP) * 2:
        env.step(np.array([move], np.int32))
    env.step(np.array([Move.PLACE + first], np.int32))
    assert np.flatnonzero(env.arrays.masks[0]).tolist() == [Move.WAIT]


def test_who_must_lay_lays_even_out_of_moves():
    rules = rulebook("ravensburger-travel-de")
    now = Round.from_hands(rules, ["k4 r9", "k13 r13 b13"], table="k1 k2 k3", opened=[0, 1])
    env = environment(1, rules=rules, actions="tiles", moves=2)
    env.place(0, now)
    assert not env.arrays.masks[0, Move.WAIT]
    for _ in range(2):
        env.step(np.array([np.flatnonzero(env.arrays.masks[0])[-1]], np.int32))
    assert np.flatnonzero(env.arrays.masks[0]).tolist() == [Move.PLAY]
    assert str(env.action(0, Move.PLAY)) == "k1 k2 k3 k4"
    saved = env.save()
    env.step(np.array([Move.PLAY], np.int32))
    env.restore(saved)
    assert str(env.action(0, Move.PLAY)) == "k1 k2 k3 k4"


def test_before_the_opening_the_table_stays_as_it_is():
    now = Round.from_hands(JUMBO, ["k10 k11 k12 r5", "k13 r13 b13"], table="r2 r3 r4", pool="b1")
    env = environment(1, actions="tiles")
    env.place(0, now)
    assert not env.arrays.masks[0, Move.TAKE]
    play = Play.parse("r2 r3 r4 r5 | k10 k11 k12", "k10 k11 k12")
    moves = moves_of(now.view(now.turn).position, play)
    for move in moves[:4]:
        env.step(np.array([move], np.int32))
    assert env.arrays.masks[0, Move.TAKE]
    for move in moves[4:]:
        env.step(np.array([move], np.int32))
    assert env.arrays.over[0]


def test_tiles_that_opened_do_not_go_back_to_the_rack():
    rack = "r4 b4 * k13 r13 b13 y13 k1"
    now = Round.from_hands(JUMBO, [rack, "k9 r9 b9"], table="k10 r10 y10", pool="b1")
    env = environment(1, actions="tiles")
    env.place(0, now)
    opened = Play.parse("k10 r10 y10 | r4 b4 * | k13 r13 b13 y13", "r4 b4 * | k13 r13 b13 y13")
    for move in moves_of(now.view(now.turn).position, opened)[:-1]:
        env.step(np.array([move], np.int32))
    assert env.arrays.masks[0, Move.PLAY]
    env.step(np.array([Move.TAKE + 2], np.int32))
    assert not env.arrays.masks[0, Move.PLAY]
    assert part(env, "owed").tolist() == counts(JUMBO, parse_tiles("k13 r13 b13 y13"))
    for move in (*(Move.PLACE + 13 * colour + 12 for colour in range(3)), Move.CLOSE_GROUP):
        env.step(np.array([move], np.int32))
    assert not env.arrays.masks[0, Move.PLAY]
    assert part(env, "owed").tolist() == counts(JUMBO, parse_tiles("y13"))


def test_whatever_the_core_refuses_is_an_error_of_the_package():
    env = environment(2)
    with pytest.raises(LabError, match="reset first"):
        VectorEnvironment(JUMBO, 2).save()
    with pytest.raises(LabError, match="contiguous array of int32"):
        env.sample(np.zeros(2, np.int64))
    with pytest.raises(LabError, match="no such round"):
        env.is_over(7)
    with pytest.raises(LabError, match="no such round"):
        env.stored(-1)
    with pytest.raises(LabError, match="whole numbers"):
        VectorEnvironment(JUMBO, "many")
    with pytest.raises(SolverError, match="reuse is missing"):
        Environment({}, b"", b"", 1)
    with pytest.raises(SolverError, match="reuse is not a whole number"):
        Environment({"reuse": "often"}, b"", b"", 1)


@pytest.mark.parametrize("name", RULEBOOK_IDS)
def test_codes_and_tiles_lead_to_each_other(name):
    rules = rulebook(name)
    env = VectorEnvironment(name, 1)
    env.reset([1])
    deck = in_order(rules.deck)
    assert env.counts(deck).tolist() == counts(rules, deck)
    plain = translator(rules).loose(translator(rules).tiles(deck))
    assert env.tiles(env.counts(deck)) == plain
    rack = Round.deal(rules, seats=2, seed=1).view(env.arrays.turns[0]).rack
    assert len(env.tiles(part(env, "rack"))) == len(rack)
    assert env.counts("r7 r7").max() == 2
    with pytest.raises(LabError, match="60 codes"):
        env.tiles(np.zeros(3, np.uint8))


@pytest.mark.parametrize(
    "options",
    [{"rules": rulebook("twist")}, {"actions": "tiles"}, {"rules": rulebook("jumbo-xp-quick")}],
)
def test_bytes_of_another_environment_are_refused(options):
    saved = environment(2).save()
    other = environment(2, **options)
    before = other.save()
    with pytest.raises(LabError, match="other rules, seats or actions"):
        other.restore(saved)
    assert other.save() == before


def test_bytes_saved_before_they_had_a_mark_can_be_restored():
    env = environment(2)
    saved = env.save()
    env.step(env.sample(np.zeros(2, np.int32)))
    env.restore(saved[32:])
    assert env.save() == saved


def test_arrays_that_do_not_fit_leave_those_that_do():
    env = environment(2)
    arrays = env.arrays
    with pytest.raises(LabError, match="do not fit"):
        env.attach(make_arrays(3, 2, env.actions, env.observation_size, effects=True))
    assert env.arrays is arrays
    with pytest.raises(TypeError, match="has to be"):
        env.attach(None)
