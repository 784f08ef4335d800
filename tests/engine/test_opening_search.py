"""Opening melds that were rebuilt in the same turn are found among the tiles laid."""

from __future__ import annotations

import pytest

from tilerummy.engine import IllegalAction, Round
from tilerummy.engine.events import Played
from tilerummy.rules import Code, Play, rulebook
from tilerummy.rules.melds import format_melds


def before(rules: str, rack: str) -> Round:
    return Round.from_hands(rulebook(rules), [rack, "k1 k2"], pool="y1", table="y8 y9 y10 y11")


def refusals(now: Round, play: str) -> list[Code]:
    with pytest.raises(IllegalAction) as refused:
        now.apply(Play.parse(play))
    return [violation.code for violation in refused.value.violations]


def test_the_melds_that_opened_need_not_lie_there_at_the_end() -> None:
    now = before("jumbo", "r11 b11 k11 y1")
    after = now.apply(Play.parse("y8 y9 y10 | y11 r11 b11 k11"))
    (played,) = [event for event in after.events if isinstance(event, Played)]
    assert after.opened == {0}
    assert played.opening is not None
    assert set(format_melds(played.opening).split()) == {"r11", "b11", "k11"}
    assert played.points == 33


def test_tiles_that_cannot_open_by_themselves_do_not_open() -> None:
    now = before("jumbo", "r11 b11 y1")
    assert refusals(now, "y8 y9 y10 | y11 r11 b11") == [Code.OPENING_TOO_LOW]


def test_where_the_turn_ends_with_the_opening_the_table_stays_untouched() -> None:
    now = before("ravensburger-travel-de", "r11 b11 k11 y1")
    assert Code.OPENING_TOUCHES_TABLE in refusals(now, "y8 y9 y10 | y11 r11 b11 k11")
