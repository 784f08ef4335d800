"""Every bot plays every rulebook, legally, to the end, and knows no more than its seat may."""

from __future__ import annotations

from itertools import count

import pytest

from tilerummy.bots import ROSTER, Budget, Dice, UnknownBot, bot
from tilerummy.bots.lookahead import ends_after
from tilerummy.bots.policies import follow
from tilerummy.bots.saving import saving
from tilerummy.engine import Action, Round
from tilerummy.engine.rounds import Hidden
from tilerummy.rules import RULEBOOK_IDS, rulebook

NAMES = [entry.name for entry in ROSTER]
LITTLE = Budget(effort=0.05)


def play(rules: str, names: list[str], seed: int) -> Round:
    """A round of these bots; the engine raises if one of them breaks a rule."""
    now = Round.deal(rulebook(rules), seats=len(names), seed=seed)
    dice = [Dice(seed * 10 + seat) for seat in range(len(names))]
    while not now.over:
        seat = now.turn
        now = now.apply(bot(names[seat]).act(now.view(seat), dice[seat], LITTLE), seat=seat)
    return now


@pytest.mark.parametrize("rules", RULEBOOK_IDS)
def test_every_bot_plays_every_rulebook_with_every_number_of_players(rules):
    players = rulebook(rules).players
    for seats in range(players.least, players.most + 1):
        names = [NAMES[(seats + seat) % len(NAMES)] for seat in range(seats)]
        outcome = play(rules, names, seats).outcome
        assert outcome is not None
        assert outcome.adds_up


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", [r for r in RULEBOOK_IDS if rulebook(r).pool.must_lay])
def test_with_the_pool_empty_a_bot_lays_what_it_must(rules, name):
    now = Round.from_hands(
        rulebook(rules), ["r4 r9 b1", "b5 k7"], pool="", table="r5 r6 r7", opened=[0, 1]
    )
    for seed in range(20):
        action = bot(name).act(now.view(0), Dice(seed), LITTLE)
        assert now.judge(action) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_the_same_from_the_same_dice(name):
    first, second = [play("piatnik-travel", [name, "greedy"], 3).actions for _ in range(2)]
    assert first == second


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_nothing(name):
    """Deal the unseen tiles otherwise: the bot acts the same, for it cannot see them."""
    now = Round.deal(rulebook("jumbo"), seats=3, seed=4)
    for _ in range(24):
        now = now.apply(bot("greedy").act(now.view(now.turn), Dice(1), LITTLE))
    seat = now.turn
    assert act(name, now) == act(name, reshuffled(now, seat))


def act(name: str, now: Round) -> Action:
    return bot(name).act(now.view(now.turn), Dice(8), LITTLE)


def reshuffled(now: Round, seat: int) -> Round:
    """The same round with every tile that the seat cannot see somewhere else."""
    unseen = list(now.view(seat).unseen)
    Dice(5).shuffle(unseen)
    racks = []
    for other, rack in enumerate(now.hidden.racks):
        racks.append(rack if other == seat else tuple(unseen[: len(rack)]))
        if other != seat:
            del unseen[: len(rack)]
    hidden = Hidden(tuple(racks), tuple(unseen), "another seed")
    fields = {name: getattr(now, name) for name in now.__struct_fields__}
    return Round(**(fields | {"hidden": hidden}))


def test_a_bot_goes_out_when_it_can():
    for name in ("greedy", "patient", "expert", "nell", "rufus", "ada"):
        now = Round.from_hands(
            rulebook("jumbo"),
            ["r4 b4 k4 y4 r7 r8 r9", "b1 b5"],
            pool="k1 k2 k3",
            table="y10 y11 y12",
            opened=[0, 1],
        )
        now = now.apply(bot(name).act(now.view(0), Dice(1), LITTLE))
        assert now.over, name


def test_the_patient_player_waits_and_the_greedy_one_does_not():
    now = Round.from_hands(
        rulebook("jumbo"),
        ["y13 r1 b5 k9 r6", "b1 b5 b9 k12"],
        pool="k1 k2 k3",
        table="y10 y11 y12",
        opened=[0, 1],
    )
    greedy = now.apply(bot("greedy").act(now.view(0), Dice(1), LITTLE))
    patient = now.apply(bot("patient").act(now.view(0), Dice(1), LITTLE))
    assert [str(meld) for meld in greedy.table] == ["y10 y11 y12 y13"]
    assert patient.pool_size == 2


def test_the_expert_stops_looking_ahead_when_its_time_is_up(monkeypatch):
    """A clock that moves on by a second whenever it is looked at, and a count of play-outs."""
    now = Round.deal(rulebook("jumbo"), seats=4, seed=4)
    for _ in range(8):
        now = now.apply(bot("greedy").act(now.view(now.turn), Dice(1), LITTLE))
    view = now.view(now.turn)
    clock = count()
    play_outs = []

    def counted(view, action, deals, policies, nodes):
        play_outs.append(len(deals))
        return ends_after(view, action, deals, policies, nodes)

    for module in ("expert", "trial"):
        monkeypatch.setattr(f"tilerummy.bots.{module}.perf_counter", lambda: next(clock))
    monkeypatch.setattr("tilerummy.bots.trial.ends_after", counted)

    def thought(seconds):
        play_outs.clear()
        action = bot("expert").act(view, Dice(1), Budget(seconds=seconds))
        assert now.judge(action) == []
        return sum(play_outs), action

    fewest, action = thought(0)
    assert fewest == 5 * 12, "five candidates meet a dozen deals before the clock is looked at"
    for seconds, most in ((1.5, 300), (8.5, 599)):
        some, _ = thought(seconds)
        assert fewest < some <= most
    assert thought(None)[0] == 600
    assert action == follow(saving(view.rules, view.seats), view)


def test_an_unknown_bot_is_one_sentence():
    with pytest.raises(UnknownBot, match="no bot is called 'guru'; there are pip, lotte"):
        bot("guru")
