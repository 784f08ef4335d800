"""Bots that react: at most one reaction in a while, a moment after what it is about."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from tilerummy.server.live.sequencer import Step
from tilerummy.server.room.reactions import Reaction, bot_reaction

__all__ = ["BotReactions"]

_QUIET: Final = 15_000
"""How long bots of a room stay quiet after one of them has reacted, in milliseconds."""


class BotReactions:
    """The reactions of the bots in one room."""

    def __init__(self, now: Callable[[], int], show: Callable[[int, Reaction], None]) -> None:
        self._now = now
        self._show = show
        self._quiet_until = 0
        self._later: asyncio.TimerHandle | None = None

    def advanced(self, step: Step) -> None:
        """Something happened here; perhaps a bot says something to it."""
        now = self._now()
        found = bot_reaction(step.before, step.entry, step.after)
        if found is None or now < self._quiet_until:
            return
        self._quiet_until = now + _QUIET
        loop = asyncio.get_running_loop()
        self._later = loop.call_later(found.after / 1000, self._show, found.seat, found.reaction)

    def close(self) -> None:
        """Say no more."""
        if self._later is not None:
            self._later.cancel()
