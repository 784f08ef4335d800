"""Playing as a duty: with an empty pool in the German rules, always where people agree on it."""

import pytest

from tilerummy.bots import ROSTER, Budget, Dice, bot
from tilerummy.engine.actions import Draw, Pass, TimeOut
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.violations import Code

GERMAN = rulebook("ravensburger-travel-de")
TABLE = "k4 k5 k6"


def codes(rack, *, opened=(0,)):
    now = Round.from_hands(GERMAN, [rack, "b12"], table=TABLE, opened=opened)
    return [violation.code for violation in now.judge(Pass())]


def test_who_can_lay_must():
    assert codes("k7 r1") == [Code.MUST_LAY]


def test_who_cannot_may_pass():
    assert codes("k8 r1") == []


def test_who_has_not_opened_need_not_add_to_the_table():
    assert codes("k7 r1", opened=()) == []


def test_who_can_open_must():
    assert codes("r10 r11 r12", opened=()) == [Code.MUST_LAY]


class TestLayIfYouCan:
    """House rule: a player who can play tiles may not draw."""

    rules = rulebook("jumbo").replace({"draw.must_lay": True})

    def dealt(self, rack, *, pool="r13 r12", opened=(0,), rules=None):
        return Round.from_hands(
            rules or self.rules, [rack, "b12"], table=TABLE, pool=pool, opened=opened
        )

    def codes(self, action, *args, **asked):
        return [violation.code for violation in self.dealt(*args, **asked).judge(action)]

    @pytest.mark.parametrize("name", RULEBOOK_IDS)
    def test_it_is_off_in_every_booklet(self, name):
        assert rulebook(name).draw.must_lay is False

    def test_a_player_who_can_play_may_not_draw(self):
        assert self.codes(Draw(), "k7 r1") == [Code.MUST_LAY]
        assert self.codes(Draw(), "k8 r1") == []

    def test_nor_pass_when_the_pool_is_empty(self):
        assert self.codes(Pass(), "k7 r1", pool="") == [Code.MUST_LAY]
        assert self.codes(Pass(), "k8 r1", pool="") == []

    def test_whoever_can_open_must(self):
        assert self.codes(Draw(), "r10 r11 b13", opened=()) == []
        assert self.codes(Draw(), "y10 y11 y12", opened=()) == [Code.MUST_LAY]

    def test_a_player_who_has_drawn_lawfully_may_keep_the_tile(self):
        rules = rulebook("lets-play-rummy-it").replace({"draw.must_lay": True})
        now = Round.from_hands(rules, ["r12 r11 g1", "b1"], pool="r13 g2 g3")
        now = now.apply(Draw())
        assert now.phase is Phase.DRAWN
        assert now.judge(Pass()) == []

    def test_a_late_turn_with_an_empty_pool_is_not_a_pass(self):
        assert self.dealt("k7 r1", pool="").apply(TimeOut()).passed == frozenset()

    @pytest.mark.parametrize("level", [entry.name for entry in ROSTER])
    def test_bots_obey(self, level):
        for seed in range(4):
            now = Round.deal(self.rules, seats=2, seed=seed)
            for turn in range(14):
                action = bot(level).act(now.view(now.turn), Dice(turn), Budget(effort=0.01))
                now = now.apply(action)
                if now.over:
                    break
