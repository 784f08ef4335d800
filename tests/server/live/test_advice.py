"""Advice is worked out once a turn, and nobody waits for it who does not want to."""

import asyncio

import pytest

import tilerummy as tr
from tilerummy.server.live.advice import Advice
from tilerummy.server.live.processes import TooLong
from tilerummy.server.wire.messages import Chances, Hint

NOTHING = Hint(id=0, table=[], opening=None, laid="", steps=[])


@pytest.fixture
def now():
    return tr.Round.deal(tr.rulebook("jumbo"), seats=2, seed="1")


class Work:
    """Something slow that is done when the test says so."""

    def __init__(self):
        self.begun = 0
        self.may_end = asyncio.Event()
        self.fails = False

    async def __call__(self):
        self.begun += 1
        await self.may_end.wait()
        if self.fails:
            raise TooLong
        return NOTHING


async def test_what_is_asked_again_in_the_same_turn_is_worked_out_once(now):
    advice, work, heard = Advice(), Work(), []
    advice.ask(now, Hint, work, heard.append)
    advice.ask(now, Hint, work, heard.append)
    assert heard == []
    work.may_end.set()
    await advice.idle()
    advice.ask(now, Hint, work, heard.append)
    await advice.idle()
    assert (work.begun, heard) == (1, [NOTHING] * 3)


async def test_another_kind_and_another_turn_are_worked_out_anew(now):
    advice, work, heard = Advice(), Work(), []
    work.may_end.set()
    after = now.apply(tr.Draw())
    for asked, kind in ((now, Hint), (now, Chances), (after, Hint)):
        advice.ask(asked, kind, work, heard.append)
        await advice.idle()
    assert (work.begun, len(heard)) == (3, 3)


async def test_what_took_too_long_may_be_asked_again(now):
    advice, work, heard = Advice(), Work(), []
    work.fails = True
    work.may_end.set()
    advice.ask(now, Hint, work, heard.append)
    await advice.idle()
    work.fails = False
    advice.ask(now, Hint, work, heard.append)
    await advice.idle()
    assert heard == [None, NOTHING]


async def test_nobody_is_told_anything_after_the_end(now):
    advice, work, heard = Advice(), Work(), []
    advice.ask(now, Hint, work, heard.append)
    await asyncio.sleep(0)
    advice.close()
    work.may_end.set()
    await advice.idle()
    assert heard == []
