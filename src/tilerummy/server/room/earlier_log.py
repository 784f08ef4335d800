"""Entries that earlier versions wrote: they had a form of their own for each action of a player.

They are only read: each says which action of the engine it stands for.
"""

from __future__ import annotations

from msgspec import Struct

from tilerummy.engine.actions import Action, ClaimRedeal, Draw, Pass, Play, TimeOut
from tilerummy.rules.positions import Table
from tilerummy.server.room.notation import read_table

__all__ = ["EarlierAction"]


class _Played(Struct, frozen=True, kw_only=True, tag="played"):
    at: int
    table: str
    opening: str | None = None

    @property
    def action(self) -> Action:
        return Play(read_table(self.table), _read(self.opening))


class _Drew(Struct, frozen=True, kw_only=True, tag="drew"):
    at: int

    @property
    def action(self) -> Action:
        return Draw()


class _Passed(Struct, frozen=True, kw_only=True, tag="passed"):
    at: int

    @property
    def action(self) -> Action:
        return Pass()


class _RedealWanted(Struct, frozen=True, kw_only=True, tag="redeal"):
    at: int
    seat: int

    @property
    def action(self) -> Action:
        return ClaimRedeal(self.seat)


class _TimeRanOut(Struct, frozen=True, kw_only=True, tag="time-out"):
    at: int
    draft: str | None
    opening: str | None = None

    @property
    def action(self) -> Action:
        return TimeOut(_read(self.draft), _read(self.opening))


EarlierAction = _Played | _Drew | _Passed | _RedealWanted | _TimeRanOut


def _read(text: str | None) -> Table | None:
    return None if text is None else read_table(text)
