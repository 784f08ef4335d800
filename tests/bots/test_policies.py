"""Play-outs in the core and policies at the table are the same game."""

from __future__ import annotations

import pytest

from tilerummy.bots.policies import NODES, follow
from tilerummy.engine.rounds import Round
from tilerummy.rules import RULEBOOK_IDS, rulebook
from tilerummy.solver.playouts import Hands, Moment, Policy, RoundEnd, play_out

POLICIES = (
    Policy(),
    Policy(wait=6, alarm=3, keep_jokers=True),
    Policy(wait=3, alarm=2),
    Policy(wait=4, alarm=5, keep_jokers=True),
    Policy(wait=100, keep_jokers=True),
    Policy(wait=100, alarm=2),
    Policy(wait=100, keep_jokers=True, hides=True),
    Policy(wait=5, alarm=2, hides=True),
    Policy(hands=8, patience=2, wait=3),
    Policy(hands=12, hold=6, keep_jokers=True, patience=3),
    Policy(hold=14, keep_jokers=True, patience=3, stints=True),
    Policy(opens=12, wait=3, hold=8, keep_jokers=True, patience=5, stints=True),
    Policy(hands=24, hold=12, keep_jokers=True, patience=2, stints=True),
    Policy(patience=4, stints=True, weights=(-593, 48, 17, -7, 0, -57, 17, -69, -291)),
    Policy(patience=3, weights=(-100, 60, 5, -3, 1, -20, 30, 9, -150)),
)


def at_the_table(now: Round, policies: list[Policy]) -> tuple[int | None, tuple[int, ...]]:
    while not now.over:
        now = now.apply(follow(policies[now.turn], now.view(now.turn)))
    assert now.outcome is not None
    return now.outcome.winner, now.outcome.scores


@pytest.mark.parametrize("name", RULEBOOK_IDS)
@pytest.mark.parametrize("seats", [2, 4])
def test_play_outs_end_as_the_engine_ends(name: str, seats: int) -> None:
    rules = rulebook(name)
    for seed in range(6):
        now = Round.deal(rules, seats=seats, seed=seed)
        policies = [POLICIES[(seed + seat) % len(POLICIES)] for seat in range(seats)]
        hands = Hands(now.hidden.racks, now.hidden.pool)
        moment = Moment(rules, now.table, now.turn, now.start)
        (end,) = play_out(moment, [hands], policies, familiar=True, nodes=NODES)
        assert (end.winner, end.scores) == at_the_table(now, policies)


@pytest.mark.parametrize("name", ["jumbo", "lets-play-rummy-it", "ravensburger-travel-de", "twist"])
def test_play_outs_lay_where_laying_is_a_duty_as_the_engine_demands(name: str) -> None:
    rules = rulebook(name).replace({"draw.must_lay": True})
    for seed in range(len(POLICIES)):
        now = Round.deal(rules, seats=2, seed=seed)
        policies = [POLICIES[(seed + seat) % len(POLICIES)] for seat in range(2)]
        hands = Hands(now.hidden.racks, now.hidden.pool)
        moment = Moment(rules, now.table, now.turn, now.start)
        (end,) = play_out(moment, [hands], policies, familiar=True, nodes=NODES)
        assert (end.winner, end.scores) == at_the_table(now, policies)


def test_play_outs_do_not_depend_on_the_number_of_threads() -> None:
    rules = rulebook("jumbo")
    deals = [Round.deal(rules, seats=3, seed=seed).hidden for seed in range(12)]
    hands = [Hands(deal.racks, deal.pool) for deal in deals]

    def ends(threads: int) -> list[RoundEnd]:
        return play_out(Moment(rules, (), 0), hands, POLICIES[:3], threads=threads)

    assert ends(1) == ends(3)


def test_a_play_out_from_the_middle_ends_as_the_engine_ends() -> None:
    rules = rulebook("ravensburger-travel-de")
    now = Round.deal(rules, seats=2, seed=5)
    for _ in range(20):
        now = now.apply(follow(Policy(), now.view(now.turn)))
    moment = Moment(rules, now.table, now.turn, now.start, opened=now.opened)
    (end,) = play_out(
        moment,
        [Hands(now.hidden.racks, now.hidden.pool)],
        [Policy(), Policy()],
        familiar=True,
        nodes=NODES,
    )
    assert (end.winner, end.scores) == at_the_table(now, [Policy(), Policy()])


def test_hands_that_no_box_holds_are_refused() -> None:
    rules = rulebook("jumbo")
    deal = Round.deal(rules, seats=2, seed=1).hidden
    twice = Hands(deal.racks, deal.pool + deal.pool)
    with pytest.raises(ValueError, match="more tiles than the set has"):
        play_out(Moment(rules, (), 0), [twice], [Policy(), Policy()])


def test_who_sees_a_meld_at_a_time_loses_to_who_sees_the_table() -> None:
    rules = rulebook("ravensburger-travel-de")
    deals = [Round.deal(rules, seats=2, seed=seed).hidden for seed in range(24)]
    hands = [Hands(deal.racks, deal.pool) for deal in deals]
    short = Policy(sight=1, glances=4, overlooks=20)
    ends = play_out(Moment(rules, (), 0), hands, [short, Policy()])
    assert sum(end.winner == 1 for end in ends) > 18
    assert ends == play_out(Moment(rules, (), 0), hands, [short, Policy()])
