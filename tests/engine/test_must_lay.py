"""With an empty pool the German rules make whoever can lay, lay."""

from tilerummy.engine.actions import Pass
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
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
