"""Advice: hints and chances of the turn that is on, for the player who asks.

Each kind is worked out once a turn, however often and in however many windows it is asked for, and
no connection waits for it: what else its player says is heard in the meantime.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Final

from tilerummy.engine.rounds import Round
from tilerummy.engine.views import View
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.room.hints import advise
from tilerummy.server.wire.messages import Chances, Hint

__all__ = ["Advice", "Told", "find_hint"]

_logger: Final = logging.getLogger(__name__)
Told = Callable[[Hint | Chances | None], None]
"""Called with what was found, under any number, or with None if it took too long."""


class Advice:
    """Hints and chances of one room, for the player in turn."""

    def __init__(self) -> None:
        self._round: Round | None = None
        self._found: dict[type[Hint | Chances], asyncio.Task[Hint | Chances]] = {}
        self._telling: set[asyncio.Task[None]] = set()

    def ask(
        self,
        now: Round,
        kind: type[Hint | Chances],
        work: Callable[[], Coroutine[None, None, Hint | Chances]],
        told: Told,
    ) -> None:
        """Tell what `work` finds, or has found already since the last action."""
        if now is not self._round:
            self._round, self._found = now, {}
        if kind not in self._found:
            self._found[kind] = asyncio.create_task(work())
        telling = asyncio.create_task(self._tell(kind, self._found[kind], told))
        self._telling.add(telling)
        telling.add_done_callback(self._telling.discard)

    async def _tell(
        self, kind: type[Hint | Chances], found: asyncio.Task[Hint | Chances], told: Told
    ) -> None:
        try:
            answer = await asyncio.shield(found)
        except Exception as error:
            if not isinstance(error, Overworked | TooLong):
                _logger.warning("no %s was found", kind.__name__, exc_info=error)
            if self._found.get(kind) is found:
                del self._found[kind]
            told(None)
        else:
            told(answer)

    async def idle(self) -> None:
        """Wait until everybody who asked is answered."""
        while self._telling:
            await asyncio.wait(self._telling)

    def close(self) -> None:
        """Tell nobody any more."""
        for task in (*self._telling, *self._found.values()):
            task.cancel()


def find_hint(view: View) -> Hint:
    """The most tiles one could lay, and a simpler play."""
    found = advise(view.position)
    if found.best is None:
        return Hint(id=0, table=[], opening=None, laid="", steps=[])
    return Hint(
        id=0,
        table=found.best.table,
        opening=found.best.opening,
        laid=found.best.laid,
        steps=found.best.steps,
        moved=found.best.moved,
        simple=found.simple,
    )
