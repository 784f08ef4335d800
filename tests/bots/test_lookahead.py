"""Looking ahead: what an action decides by itself is counted out, the rest is played out."""

from __future__ import annotations

import pytest

from tilerummy.bots import Budget, Dice, bot
from tilerummy.bots.deal_sampler import DealSampler
from tilerummy.bots.lookahead import ends_after, goes_out
from tilerummy.engine import Draw, Pass, Play, Round
from tilerummy.rules import rulebook
from tilerummy.solver.playouts import Hands, Policy, RoundEnd

OUT = Play.parse("y10 y11 y12 y13")


def a_round(racks: list[str], pool: str = "", turn: int = 0) -> Round:
    return Round.from_hands(
        rulebook("jumbo"),
        racks,
        pool=pool,
        table="y10 y11 y12",
        opened=range(len(racks)),
        turn=turn,
    )


def ends(now: Round, action: Play | Draw | Pass) -> RoundEnd:
    """How the round ends if the hidden tiles are where they are."""
    deal = Hands(now.hidden.racks, now.hidden.pool)
    policies = [Policy()] * now.seats
    (end,) = ends_after(now.view(now.turn), action, [deal], policies, 3_000)
    return end


def at_the_table(now: Round, action: Play | Draw | Pass) -> tuple[int | None, tuple[int, ...]]:
    outcome = now.apply(action).outcome
    assert outcome is not None, "the action ends the round"
    return outcome.winner, outcome.scores


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_going_out_wins_what_the_others_hold(turn):
    racks = ["r1 r2", "b5 b9", "k1 k4"]
    racks[turn] = "y13"
    now = a_round(racks, pool="k9", turn=turn)
    assert goes_out(now.view(turn), OUT)
    assert not goes_out(now.view(turn), Draw())
    end = ends(now, OUT)
    assert (end.winner, end.scores) == at_the_table(now, OUT)
    assert end.winner == turn
    assert end.scores[turn] > 0


@pytest.mark.parametrize("action", [OUT, Draw(), Pass()])
@pytest.mark.parametrize("pool", ["k1 k2 k3", "k1 k2 k3 b3 b4"])
def test_a_late_turn_goes_on_as_the_one_that_would_have_drawn_so_much_before(action, pool):
    """The fine of a late turn is on the rack when the next player's turn begins."""
    fine = 2 if isinstance(action, Draw) else 3
    now = a_round(["y13", "b1 b5"], pool=pool)
    deal = Hands(now.hidden.racks, now.hidden.pool)
    policies = [Policy()] * 2
    (end,) = ends_after(now.view(0), action, [deal], policies, 3_000, fine=fine)
    rack = ["k1 k2 k3"] if action == OUT else ["y13 k1 k2 k3"]
    table = "y10 y11 y12 y13" if action == OUT else "y10 y11 y12"
    rest = pool.removeprefix("k1 k2 k3").strip()
    after = Round.from_hands(
        rulebook("jumbo"), [*rack, "b1 b5"], pool=rest, table=table, opened=[0, 1], turn=1
    )
    outcome = _played_on(after)
    assert (end.winner, end.scores) == (outcome.winner, outcome.scores)


def _played_on(now: Round) -> RoundEnd:
    """The end of the round if everybody lays what they can."""
    while not now.over:
        now = now.apply(bot("greedy").act(now.view(now.turn), Dice(1), Budget()))
    outcome = now.outcome
    assert outcome is not None
    return RoundEnd(outcome.winner, 1, outcome.scores)


def test_a_play_that_leaves_a_tile_goes_on():
    now = a_round(["y13 r1", "b1 b5"], pool="k1 k2")
    assert not goes_out(now.view(0), OUT)
    assert ends(now, OUT).turns >= 1


def test_the_last_pass_ends_a_blocked_round():
    now = a_round(["r1 r2", "b5"]).apply(Pass())
    end = ends(now, Pass())
    assert (end.winner, end.scores) == at_the_table(now, Pass())
    assert end.winner == 0, "three points are fewer than five"


def test_a_pass_before_the_others_had_theirs_does_not_end_the_round():
    now = a_round(["b5", "y13 y9", "b6"])
    assert ends(now, Pass()).winner == 1, "the next player goes out"


@pytest.mark.parametrize("rules", ["jumbo", "piatnik-travel", "ravensburger-travel-de"])
def test_drawing_the_last_tile_ends_as_the_engine_ends(rules):
    now = Round.from_hands(rulebook(rules), ["r1 r3", "b5"], pool="k9", opened=[0, 1])
    end = ends(now, Draw())
    after = now.apply(Draw())
    while not after.over:
        after = after.apply(Pass())
    assert after.outcome is not None
    assert (end.winner, end.scores) == (after.outcome.winner, after.outcome.scores)


def test_a_champion_whose_other_candidates_go_out_does_not_stumble():
    """Found in the arena: the proposal drew, and one of the candidates laid the whole rack."""
    now = a_round(["y13", "b1 b5"], pool="k1 k2 k3")
    view = now.view(0)
    deals = [DealSampler(view, Dice(1)).deal() for _ in range(3)]
    for end in ends_after(view, OUT, deals, [Policy(), Policy()], 3_000):
        assert end.winner == 0
    assert now.apply(bot("ada").act(view, Dice(1), Budget(effort=0.05))).over
