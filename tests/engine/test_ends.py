"""How rounds end: going out, an empty pool in every booklet, players who leave."""

import pytest

from tilerummy.engine.actions import Draw, Leave, Pass, Play, TimeOut
from tilerummy.engine.events import Ended, Left, PoolEmptied, Scored, SeedOpened
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.engine.scoring import EndReason
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.notation import parse_tiles
from tilerummy.rules.violations import Code

PIATNIK = rulebook("piatnik-travel")
JUMBO = rulebook("jumbo")
TWIST = rulebook("twist")


def codes(now, action):
    return [violation.code for violation in now.judge(action)]


def ended(now):
    assert now.outcome is not None
    return now.outcome.reason, now.outcome.winner, now.outcome.scores


def test_the_last_tile_wins_and_the_others_pay():
    now = Round.from_hands(
        PIATNIK, ["k7", "r1 *", "b9 b2"], table="k4 k5 k6", pool="r9", opened=[0]
    )
    over = now.apply(Play.parse("k4 k5 k6 k7"))
    assert ended(over) == (EndReason.OUT, 0, (42, -31, -11))
    end, scored, opened = over.events[-3:]
    assert end == Ended(EndReason.OUT, 0)
    assert scored == Scored(((), parse_tiles("r1 *"), parse_tiles("b2 b9")), (42, -31, -11))
    assert opened == SeedOpened("by hand", now.commitment)
    assert codes(over, Draw()) == codes(over, Leave(1)) == [Code.ROUND_OVER]


def test_opening_and_going_out_in_one_turn():
    now = Round.from_hands(PIATNIK, ["r10 r11 r12", "r1"], pool="r9")
    assert ended(now.apply(Play.parse("r10 r11 r12"))) == (EndReason.OUT, 0, (1, -1))


def test_a_full_circle_of_passes_blocks_the_round():
    now = Round.from_hands(JUMBO, ["r7", "b12", "k13 y7"])
    now = now.apply(Pass()).apply(Pass())
    assert not now.over
    assert ended(now.apply(Pass())) == (EndReason.BLOCKED, 0, (18, -5, -13))


def test_a_play_begins_the_circle_anew():
    now = Round.from_hands(JUMBO, ["r7", "k7 b12"], table="k4 k5 k6", opened=[1])
    now = now.apply(Pass()).apply(Play.parse("k4 k5 k6 k7")).apply(Pass())
    assert not now.over
    assert now.apply(Pass()).over


def test_taking_the_last_tile_is_no_pass():
    now = Round.from_hands(JUMBO, ["r7", "b12"], pool="k1").apply(Draw())
    assert now.events[-1] == PoolEmptied(0)
    now = now.apply(Pass())
    assert not now.over
    assert now.apply(Pass()).over


def test_piatnik_s_losers_of_a_blocked_round_pay_in_full():
    now = Round.from_hands(PIATNIK, ["r7", "b12", "k13 o7"])
    now = now.apply(Pass()).apply(Pass()).apply(Pass())
    assert ended(now) == (EndReason.BLOCKED, 0, (32, -12, -20))


def test_the_fewer_tiles_win_a_tie():
    now = Round.from_hands(JUMBO, ["r3 r4", "b7"]).apply(Pass()).apply(Pass())
    assert ended(now) == (EndReason.BLOCKED, 1, (0, 0))


def test_then_the_order_of_turns_from_the_start_player():
    now = Round.from_hands(JUMBO, ["r7", "b8", "b7"], turn=2)
    now = now.apply(Pass()).apply(Pass()).apply(Pass())
    assert ended(now) == (EndReason.BLOCKED, 2, (0, -1, 1))


@pytest.mark.parametrize("name", ["ravensburger-travel-fr", "jumbo", "piatnik-travel"])
def test_elsewhere_a_player_who_can_lay_may_pass(name):
    now = Round.from_hands(rulebook(name), ["k7 r1", "b12"], table="k4 k5 k6", opened=[0])
    assert codes(now, Pass()) == []


class TestLastTurn:
    """With a Twist: once the last tile is taken, everybody has exactly one more turn."""

    def test_the_next_player_first_and_the_taker_last(self):
        now = Round.from_hands(TWIST, ["r7", "b12", "k2"], pool="k1", turn=1).apply(Draw())
        assert now.last_turns == {0, 1, 2}
        now = now.apply(Pass()).apply(Pass())
        assert now.turn == 1
        assert now.last_turns == {1}
        assert ended(now.apply(Pass())) == (EndReason.BLOCKED, 2, (-5, -11, 16))

    def test_it_ends_even_if_everybody_lays(self):
        now = Round.from_hands(
            TWIST, ["k7 r1", "k8 b2"], table="k4 k5 k6", pool="r1", opened=[0, 1], turn=1
        ).apply(Draw())
        now = now.apply(Play.parse("k4 k5 k6 k7")).apply(Play.parse("k4 k5 k6 k7 k8"))
        assert ended(now) == (EndReason.BLOCKED, 0, (2, -2))

    def test_who_leaves_has_no_turn_left(self):
        now = Round.from_hands(TWIST, ["r7", "b12", "k2"], pool="k1", turn=1).apply(Draw())
        now = now.apply(Leave(0)).apply(Pass())
        assert now.apply(Pass()).over


def test_lets_play_rummy_is_void_once_the_pool_is_empty():
    rules = rulebook("lets-play-rummy-nl")
    now = Round.from_hands(rules, ["r7", "b12"], pool="y1 y2").apply(Draw())
    assert not now.over
    assert ended(now.apply(Draw())) == (EndReason.VOID, None, (0, 0))


def test_italian_players_cannot_open_with_the_last_tile():
    rules = rulebook("lets-play-rummy-it")
    now = Round.from_hands(rules, ["r10 b10 g10 r1", "b12"], pool="y10").apply(Draw())
    assert ended(now) == (EndReason.VOID, None, (0, 0))


class TestLeaving:
    """Our own decision: a seat left is skipped, its rack counts at the end."""

    def test_the_seat_is_skipped(self):
        now = Round.from_hands(JUMBO, ["r7", "b12", "k2"], pool="k1 k3 k4").apply(Leave(1))
        assert now.events[-1] == Left(1)
        assert now.turn == 0
        assert now.apply(Draw()).turn == 2

    def test_leaving_in_turn_passes_the_turn_on(self):
        now = Round.from_hands(JUMBO, ["r7", "b12", "k2"], pool="k1").apply(Leave(0))
        assert now.turn == 1
        assert now.number == 0

    def test_nobody_leaves_twice(self):
        now = Round.from_hands(JUMBO, ["r7", "b12", "k2"], pool="k1").apply(Leave(1))
        assert codes(now, Leave(1)) == codes(now, Leave(3)) == [Code.NOT_SEATED]

    def test_nobody_leaves_for_somebody_else(self):
        now = Round.from_hands(JUMBO, ["r7", "b12", "k2"], pool="k1")
        assert [v.code for v in now.judge(Leave(1), seat=2)] == [Code.NOT_YOUR_TURN]
        assert now.judge(Leave(1), seat=1) == []

    def test_the_last_one_seated_wins(self):
        now = Round.from_hands(JUMBO, ["r7", "b12", "k2"], pool="k1").apply(Leave(0))
        assert ended(now.apply(Leave(1))) == (EndReason.ALONE, 2, (-7, -12, 19))

    def test_who_left_pays_when_somebody_goes_out(self):
        now = Round.from_hands(
            JUMBO, ["r7", "b12", "k7"], table="k4 k5 k6", pool="k1", opened=[2], turn=2
        ).apply(Leave(0))
        assert ended(now.apply(Play.parse("k4 k5 k6 k7"))) == (EndReason.OUT, 2, (-7, -12, 19))

    def test_who_left_neither_wins_nor_gains_in_a_blocked_round(self):
        now = Round.from_hands(JUMBO, ["r1", "b12", "k2"]).apply(Leave(0))
        now = now.apply(Pass()).apply(Pass())
        assert ended(now) == (EndReason.BLOCKED, 2, (0, -10, 10))

    def test_the_passes_of_who_left_do_not_count(self):
        now = Round.from_hands(JUMBO, ["r1", "b12", "k2"]).apply(Pass()).apply(Leave(0))
        now = now.apply(Pass())
        assert not now.over
        assert now.apply(Pass()).over

    def test_a_leaver_can_complete_the_circle_of_passes(self):
        now = Round.from_hands(JUMBO, ["r1", "b12", "k2"]).apply(Pass()).apply(Pass())
        assert now.apply(Leave(2)).outcome.reason is EndReason.BLOCKED


class TestLastTurnAfterADraw:
    """Two rules that no booklet has together: a drawn tile may open, and the pool's end gives
    everybody one more turn. The turn that took the last tile is not the taker's last."""

    rules = TWIST.replace({"draw.then_open": True, "time.untouched": "draw"})

    def taken(self):
        now = Round.from_hands(self.rules, ["r10 r11 k1", "b12"], pool="r12").apply(Draw())
        assert now.phase is Phase.DRAWN
        return now

    def test_opening_with_the_last_tile(self):
        now = self.taken().apply(Play.parse("r10 r11 r12"))
        assert now.last_turns == {0, 1}

    def test_passing_with_the_last_tile(self):
        now = self.taken().apply(Pass())
        assert now.last_turns == {0, 1}
        assert now.passed == frozenset()

    def test_running_out_of_time_with_the_last_tile(self):
        now = self.taken().apply(TimeOut())
        assert now.last_turns == {0, 1}
        assert now.passed == frozenset()

    def test_a_fine_that_takes_the_last_tile(self):
        now = Round.from_hands(TWIST, ["r10", "b12"], pool="r12").apply(TimeOut())
        assert now.last_turns == {0, 1}


class TestLeavingWithAnEmptyPool:
    """Nobody who left can keep a round from ending, in any booklet that plays on."""

    @pytest.mark.parametrize("name", RULEBOOK_IDS)
    @pytest.mark.parametrize("leaver", range(3))
    @pytest.mark.parametrize("before", range(3))
    def test_the_others_pass_once_each_and_the_round_is_over(self, name, leaver, before):
        rules = rulebook(name)
        now = Round.from_hands(rules, ["r1", "b12", "r2"])
        if now.over:
            assert now.outcome.reason is EndReason.VOID
            return
        for _ in range(before):
            now = now.apply(Pass())
        now = now.apply(Leave(leaver))
        passes = 0
        while not now.over:
            assert now.turn != leaver
            now = now.apply(Pass())
            passes += 1
        assert passes <= 2
        assert now.outcome.reason is EndReason.BLOCKED
        assert now.outcome.winner != leaver

    def test_leaving_in_turn_does_not_pass_for_the_next(self):
        now = Round.from_hands(JUMBO, ["r1", "b12", "k2"]).apply(Leave(0))
        assert (now.turn, now.passed, now.over) == (1, frozenset(), False)

    def test_the_taker_of_the_last_tile_may_leave(self):
        now = Round.from_hands(TWIST, ["r7", "b12", "k2"], pool="k1").apply(Draw()).apply(Leave(0))
        assert now.last_turns == {1, 2}
        assert now.apply(Pass()).apply(Pass()).over
