"""Refusals: how the server says no.

Broken rules keep the judge's code, key and clause. What has to do with the room and not with
the rules has a code of its own here; `key` is the same text, so clients translate both alike.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from tilerummy.rules.notation import format_tiles
from tilerummy.rules.violations import Violation
from tilerummy.server.room.snapshots import Refusal

__all__ = ["RefusalCode", "refuse", "refuse_violation"]


class RefusalCode(StrEnum):
    """Why a room says no, beside the codes of the judge; each has its sentence."""

    sentence: str

    def __new__(cls, code: str, sentence: str) -> Self:
        """A code that is its own text."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.sentence = sentence
        return member

    BAD_MESSAGE = "BAD_MESSAGE", "this message cannot be understood"
    BAD_NOTATION = "BAD_NOTATION", "these are not tiles"
    BAD_SETTINGS = "BAD_SETTINGS", "these settings cannot be combined"
    HELLO_FIRST = "HELLO_FIRST", "send a hello message first"
    NO_HINTS = "NO_HINTS", "this room gives no hints"
    NO_LATECOMERS = "NO_LATECOMERS", "the host lets nobody join while a match is on"
    NO_SEAT_LEFT = "NO_SEAT_LEFT", "there is no seat left in this room"
    NO_SPECTATORS = "NO_SPECTATORS", "this room has no spectators"
    NO_SUCH_BOT = "NO_SUCH_BOT", "there is no such bot"
    NO_SUCH_PLAYER = "NO_SUCH_PLAYER", "there is no such other player"
    NO_SUCH_SEAT = "NO_SUCH_SEAT", "there is no such seat"
    NOT_ENOUGH_PLAYERS = "NOT_ENOUGH_PLAYERS", "not enough players to start"
    NOT_NOW = "NOT_NOW", "that is not possible now"
    NOT_SEATED = "NOT_SEATED", "you have no seat in this room"
    NOT_THE_HOST = "NOT_THE_HOST", "only the host may do that"
    REMOVED = "REMOVED", "the host removed you from this room"
    ROOM_FULL = "ROOM_FULL", "this room keeps no more of that; play on, or create a new room"
    SEAT_TAKEN = "SEAT_TAKEN", "that seat is taken"
    STALE = "STALE", "the game has moved on"
    TOO_BUSY = "TOO_BUSY", "the server is busy; please try again"
    TOO_FAST = "TOO_FAST", "too many messages at once"


def refuse(code: RefusalCode, message: str | None = None) -> Refusal:
    """A refusal of the room."""
    return Refusal(code=code, key=code, message=message or code.sentence)


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
