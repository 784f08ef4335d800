"""Allowances: how much may be added to a room's log beside the game.

A log is stored permanently and read whenever somebody connects, so nobody may fill it. What
spectators say, what players say, what is set up, and players whose connection comes and goes are
counted apart, so that none of them uses up what another needs. Playing earns more: every action of
a round gives some of the allowance back.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tilerummy.server.room import log

__all__ = ["LONGEST_LOG", "Allowances"]

LONGEST_LOG: Final = 50_000
"""A room whose log has this many entries deals no more rounds."""
_SPECTATORS: Final = 200
_PLAYERS: Final = 1_000
_SETTING_UP: Final = 1_000
_COMING_BACK: Final = 200
_EARNED: Final = 4
"""How many lines of players and of spectators, and how many pauses, an action is worth."""
_SET_UP: Final = (
    log.Sat
    | log.Joined
    | log.Declined
    | log.Removed
    | log.Readmitted
    | log.BotSat
    | log.GotReady
    | log.Configured
    | log.Restarted
)


class Allowances(Struct, frozen=True):
    """How many more entries of each kind a room takes."""

    spectators: int = _SPECTATORS
    players: int = _PLAYERS
    setting_up: int = _SETTING_UP
    coming_back: int = _COMING_BACK
    """Pauses, and bots that hand a seat back. The clock goes on without a pause, and a bot plays on
    until it has acted; so neither keeps a game from going on."""

    def allow(self, entry: log.Entry) -> bool:
        """Whether the entry may still be added."""
        match entry:
            case log.Said(seat=None):
                return self.spectators > 0
            case log.Said():
                return self.players > 0
            case log.Paused() | log.CameBack():
                return self.coming_back > 0
            case _:
                return self.setting_up > 0 or not isinstance(entry, _SET_UP)

    def after(self, entry: log.Entry) -> Allowances:
        """What is left when the entry has been added."""
        match entry:
            case log.Acted():
                return self._earned()
            case log.Said(seat=None):
                return replace(self, spectators=self.spectators - 1)
            case log.Said():
                return replace(self, players=self.players - 1)
            case log.Paused() | log.CameBack():
                return replace(self, coming_back=max(0, self.coming_back - 1))
            case log.Dealt():
                return replace(self, setting_up=_SETTING_UP)
            case _ if isinstance(entry, _SET_UP):
                return replace(self, setting_up=self.setting_up - 1)
            case _:
                return self

    def _earned(self) -> Allowances:
        most = _SPECTATORS, _PLAYERS, _COMING_BACK
        if (self.spectators, self.players, self.coming_back) == most:
            return self
        return replace(
            self,
            spectators=min(_SPECTATORS, self.spectators + _EARNED),
            players=min(_PLAYERS, self.players + _EARNED),
            coming_back=min(_COMING_BACK, self.coming_back + _EARNED),
        )
