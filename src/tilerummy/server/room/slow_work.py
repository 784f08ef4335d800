"""Slow work: which steps may need the solver, and so must not run on the event loop."""

from __future__ import annotations

from tilerummy.engine.actions import Draw, Pass, TimeOut
from tilerummy.engine.laying import is_due
from tilerummy.engine.opening_search import is_searched
from tilerummy.engine.rounds import Round
from tilerummy.server.room import commands, log
from tilerummy.server.room.state import Room

__all__ = ["deciding_may_be_slow", "folding_may_be_slow"]


def deciding_may_be_slow(room: Room, who: str, command: commands.Command) -> bool:
    """Whether deciding this command may need the solver."""
    playing = room.playing
    if playing is None or room.seat_of(who) != playing.turn:
        return False
    if isinstance(command, commands.Play):
        opened = playing.turn in playing.opened
        return command.opening is None and is_searched(playing.rules, opened=opened)
    return isinstance(command, commands.Draw | commands.Pass) and _must_lay(playing)


def folding_may_be_slow(room: Room, entry: log.Entry) -> bool:
    """Whether folding this entry may need the solver."""
    playing = room.playing
    if playing is None or not isinstance(entry, log.Acted):
        return False
    if isinstance(entry.action, Draw | Pass):
        return _must_lay(playing)
    return isinstance(entry.action, TimeOut)


def _must_lay(playing: Round) -> bool:
    """Whether only a player who cannot play may draw or pass; the solver finds out who can."""
    return is_due(playing.rules, pool=playing.pool_size, phase=playing.phase)
