"""Refusals: how the server says no.

Broken rules keep the judge's code, key and clause. What has to do with the room and not with
the rules has a code of its own here; `key` is the same text, so clients translate both alike.
"""

from __future__ import annotations

from enum import StrEnum

from tilerummy.rules.notation import format_tiles
from tilerummy.rules.violations import Violation
from tilerummy.server.room.snapshots import Refusal

__all__ = ["RefusalCode", "refuse", "refuse_violation"]


class RefusalCode(StrEnum):
    """Why a room says no, beside the codes of the judge."""

    BAD_MESSAGE = "BAD_MESSAGE"
    BAD_NOTATION = "BAD_NOTATION"
    BAD_SETTINGS = "BAD_SETTINGS"
    HELLO_FIRST = "HELLO_FIRST"
    NO_HINTS = "NO_HINTS"
    NO_LATECOMERS = "NO_LATECOMERS"
    NO_SEAT_LEFT = "NO_SEAT_LEFT"
    NO_SPECTATORS = "NO_SPECTATORS"
    NO_SUCH_BOT = "NO_SUCH_BOT"
    NO_SUCH_PLAYER = "NO_SUCH_PLAYER"
    NO_SUCH_SEAT = "NO_SUCH_SEAT"
    NOT_ENOUGH_PLAYERS = "NOT_ENOUGH_PLAYERS"
    NOT_NOW = "NOT_NOW"
    NOT_SEATED = "NOT_SEATED"
    NOT_THE_HOST = "NOT_THE_HOST"
    REMOVED = "REMOVED"
    ROOM_FULL = "ROOM_FULL"
    SEAT_TAKEN = "SEAT_TAKEN"
    STALE = "STALE"
    TOO_BUSY = "TOO_BUSY"
    TOO_FAST = "TOO_FAST"


_SENTENCES = {
    RefusalCode.BAD_MESSAGE: "this message cannot be understood",
    RefusalCode.BAD_NOTATION: "these are not tiles",
    RefusalCode.BAD_SETTINGS: "these settings cannot be combined",
    RefusalCode.HELLO_FIRST: "send a hello message first",
    RefusalCode.NO_HINTS: "this room gives no hints",
    RefusalCode.NO_LATECOMERS: "the host lets nobody join while a match is on",
    RefusalCode.NO_SEAT_LEFT: "there is no seat left in this room",
    RefusalCode.NO_SPECTATORS: "this room has no spectators",
    RefusalCode.NO_SUCH_BOT: "there is no such bot",
    RefusalCode.NO_SUCH_PLAYER: "there is no such other player",
    RefusalCode.NO_SUCH_SEAT: "there is no such seat",
    RefusalCode.NOT_ENOUGH_PLAYERS: "not enough players to start",
    RefusalCode.NOT_NOW: "that is not possible now",
    RefusalCode.NOT_SEATED: "you have no seat in this room",
    RefusalCode.NOT_THE_HOST: "only the host may do that",
    RefusalCode.ROOM_FULL: "this room keeps no more of that; play on, or create a new room",
    RefusalCode.REMOVED: "the host removed you from this room",
    RefusalCode.SEAT_TAKEN: "that seat is taken",
    RefusalCode.STALE: "the game has moved on",
    RefusalCode.TOO_BUSY: "the server is busy; please try again",
    RefusalCode.TOO_FAST: "too many messages at once",
}


def refuse(code: RefusalCode, message: str | None = None) -> Refusal:
    """A refusal of the room."""
    return Refusal(code=code, key=code, message=message or _SENTENCES[code])


def refuse_violation(violation: Violation) -> Refusal:
    """A broken rule as clients get it."""
    return Refusal(
        code=violation.code,
        key=violation.key,
        message=violation.message,
        clause=violation.clause,
        tiles=format_tiles(violation.tiles),
        meld=violation.meld,
        numbers=list(violation.numbers),
        needs=format_tiles(violation.needs),
    )
