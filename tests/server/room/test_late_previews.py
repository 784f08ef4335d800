"""What a time-out would make of a draft is told beforehand, and is what happens."""

import pytest

from tilerummy.engine.actions import TimeOut
from tilerummy.engine.events import TimedOut
from tilerummy.engine.phases import Phase
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.melds import parse_melds
from tilerummy.server.room.verdicts import Timing, judge_draft

DRAFTS = {
    "complete": ["r4 r5 r6 r7"],
    "loose": ["r4 r5 r6 r7", "b9"],
    "table tile loose": ["r4 r5", "r6", "b9"],
    "untouched": ["r4 r5 r6"],
}


@pytest.mark.parametrize("name", RULEBOOK_IDS)
@pytest.mark.parametrize("draft", DRAFTS)
@pytest.mark.parametrize("pool", ["b1 b2 b3 b4", "b1"])
def test_the_preview_is_what_happens(name, draft, pool):
    rules = rulebook(name).replace({"time.limit": 60})
    now = Round.from_hands(rules, ["r7 b9", "b5", "b6"], table="r4 r5 r6", pool=pool, opened=[0])
    view = now.view(0)
    timing = Timing(view.phase, view.pool_size)
    late = judge_draft(view.position, DRAFTS[draft], None, timing).late
    after = now.apply(TimeOut(parse_melds(" | ".join(DRAFTS[draft]))))
    told = next(event for event in after.events if isinstance(event, TimedOut))
    assert late is not None
    assert (late.result, late.penalty) == (told.result.value, told.count)


def test_nobody_is_told_where_nobody_is_timed():
    position = Round.from_hands(rulebook("jumbo"), ["r7", "b5"], pool="b1").view(0).position
    assert judge_draft(position, ["r7"], None).late is None
    assert judge_draft(position, ["r7"], None, Timing(Phase.ACT, 0)).late.penalty == 0
