"""Reactions of bots: a moment later, and not many of them."""

from types import SimpleNamespace

import pytest

from tilerummy.server.live import bot_reactions
from tilerummy.server.room.reactions import BotReaction

STEP = SimpleNamespace(before="before", entry="entry", after="after")


class Loop:
    """Notes what is to be done later, and cancels it."""

    def __init__(self):
        self.later = []

    def call_later(self, seconds, work, *args):
        handle = SimpleNamespace(cancel=lambda: self.later.remove((seconds, args)))
        self.later.append((seconds, args))
        return handle


@pytest.fixture
def loop(monkeypatch):
    loop = Loop()
    monkeypatch.setattr(bot_reactions.asyncio, "get_running_loop", lambda: loop)
    return loop


@pytest.fixture
def reactions(monkeypatch, loop):
    """The reactions of a room whose bot always has something to say."""
    clock = SimpleNamespace(now=1_000_000, found=BotReaction(2, "wow", 700))
    monkeypatch.setattr(
        bot_reactions,
        "bot_reaction",
        lambda *seen: clock.found if seen == ("before", "entry", "after") else None,
    )
    paced = bot_reactions.BotReactions(lambda: clock.now, lambda seat, reaction: None)
    return paced, clock


def test_a_reaction_is_shown_after_its_moment(reactions, loop):
    paced, _ = reactions
    paced.advanced(STEP)
    assert loop.later == [(0.7, (2, "wow"))]


def test_after_one_reaction_bots_are_quiet_for_a_while(reactions, loop):
    paced, clock = reactions
    paced.advanced(STEP)
    quiet = bot_reactions._QUIET
    assert quiet == 15_000
    clock.now += quiet - 1
    paced.advanced(STEP)
    assert len(loop.later) == 1
    clock.now += 1
    paced.advanced(STEP)
    assert len(loop.later) == 2


def test_what_is_not_answered_keeps_nobody_quiet(reactions, loop):
    paced, clock = reactions
    found, clock.found = clock.found, None
    paced.advanced(STEP)
    clock.found = found
    paced.advanced(STEP)
    assert len(loop.later) == 1


def test_at_the_end_nothing_more_is_said(reactions, loop):
    paced, _ = reactions
    paced.close()
    paced.advanced(STEP)
    paced.close()
    assert loop.later == []
