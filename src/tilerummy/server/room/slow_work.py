"""Slow work: which steps may need the solver, and so must not run on the event loop."""

from __future__ import annotations

from tilerummy.engine.actions import Draw, Pass, TimeOut
from tilerummy.engine.laying import is_due
from tilerummy.engine.opening_search import is_searched
from tilerummy.server.room import commands, log
from tilerummy.server.room.perspective import perspective
from tilerummy.server.room.state import Room

__all__ = ["deciding_may_be_slow", "folding_may_be_slow"]


def deciding_may_be_slow(room: Room, who: str, command: commands.Command) -> bool:
    """Whether deciding this command may need the solver."""
    if not isinstance(command, commands.Play | commands.Draw | commands.Pass):
        return False
    view = perspective(room, who, latest=0).playing
    if view is None or not view.my_turn:
        return False
    return is_searched(view.position) if isinstance(command, commands.Play) else view.must_lay


def folding_may_be_slow(room: Room, entry: log.Entry) -> bool:
    """Whether folding this entry may need the solver."""
    playing = room.playing
    if playing is None or not isinstance(entry, log.Acted):
        return False
    if isinstance(entry.action, Draw | Pass):
        return is_due(room.rules, pool=playing.pool_size, phase=playing.phase)
    return isinstance(entry.action, TimeOut)
