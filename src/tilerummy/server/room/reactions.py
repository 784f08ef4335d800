"""Reactions: small signs that people show each other, and now and then a bot shows one too.

What a bot reacts to is public: a large play, somebody with few tiles left, the end of a round. Its
tiles have no part in it, and chance is drawn from the room's code and the number of the event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal
from zlib import crc32

from tilerummy.server.room import log
from tilerummy.server.room.state import Room

__all__ = ["BotReaction", "Reaction", "bot_reaction"]

Reaction = Literal["hello", "well-played", "thanks", "oops", "thinking", "hurry", "wow", "laugh"]
_LARGE_PLAY: Final = 6
_FEW: Final = 3


@dataclass(frozen=True, slots=True)
class BotReaction:
    """What a bot shows, after a moment."""

    seat: int
    reaction: Reaction
    after: int
    """Milliseconds."""


def bot_reaction(before: Room, entry: log.Entry, after: Room) -> BotReaction | None:
    """What a bot shows in answer to what just happened; mostly nothing."""
    bots = [n for n, seat in enumerate(after.seats) if seat.who is None and seat.level is not None]
    moment = _moment(before, entry, after) if bots else None
    if moment is None:
        return None
    reaction, actor, likely = moment
    others = [seat for seat in bots if seat != actor]
    if _chance(after, "whether") >= likely or not others:
        return None
    seat = others[int(_chance(after, "who") * len(others))]
    return BotReaction(seat, reaction, 700 + int(_chance(after, "when") * 900))


def _moment(
    before: Room, entry: log.Entry, after: Room
) -> tuple[Reaction, int | None, float] | None:
    """Something worth a reaction: which, whose deed it was, and how likely it is answered."""
    if isinstance(entry, log.Dealt) and not before.started:
        return "hello", None, 0.6
    if not isinstance(entry, log.Acted) or before.round is None or after.round is None:
        return None
    if len(after.results) > len(before.results):
        winner = after.results[-1].winner
        return None if winner is None else ("well-played", winner, 0.7)
    actor = before.round.turn
    had, has = before.round.rack_sizes[actor], after.round.rack_sizes[actor]
    if has <= _FEW < had:
        return "oops", actor, 0.35
    if had - has >= _LARGE_PLAY:
        return "wow", actor, 0.5
    return None


def _chance(room: Room, what: str) -> float:
    """A number from 0 to 1 that nobody's tiles decide."""
    return crc32(f"{room.code} {room.number} {what}".encode()) / 2**32
