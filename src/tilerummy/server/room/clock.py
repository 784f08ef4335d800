"""The clock: how long a turn may last, counted from stored times alone.

Nothing ticks here. A turn has a beginning, perhaps pauses, and an allowance; from these the
deadline follows, the same on every server and after every restart. Times are milliseconds of
the wall clock. Bots are not timed, nor is who has not opened where the rulebook says so.
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from tilerummy.rules.rulebook import Rulebook
from tilerummy.server.room.settings import BankClock, LimitClock, NoClock, RoomSettings
from tilerummy.server.room.snapshots import ClockState

__all__ = ["GRACE", "TurnClock", "timed_rules"]

GRACE: Final = 1000
"""How much later than the deadline a play may still arrive, for the network's sake."""
_LEAST_BANK: Final = 10_000
"""What a seat has for a turn when its bank is used up."""


def timed_rules(rules: Rulebook, settings: RoomSettings) -> Rulebook:
    """The rulebook with the limit the host chose."""
    match settings.clock:
        case NoClock():
            limit = 0
        case LimitClock(seconds=seconds) | BankClock(seconds=seconds):
            limit = seconds
        case _ if rules.rulings == 1 or _imposed(rules, settings):
            return rules
        case _:
            limit = 0
    return rules if limit == rules.time.limit else rules.replace({"time.limit": limit})


def _imposed(rules: Rulebook, settings: RoomSettings) -> bool:
    """Whether the rulebook's own limit holds unasked: a booklet may only offer one."""
    return rules.time.obligatory or "time.limit" in settings.house


class TurnClock(Struct, frozen=True):
    """The clock of the turn that is on, and what each seat has in its bank."""

    began: int
    allowance: int
    """What every turn may last, where there is no bank."""
    increment: int = 0
    banks: tuple[int, ...] = ()
    paused: int | None = None
    idle: int = 0
    """How long this turn has been paused before."""

    @staticmethod
    def start(rules: Rulebook, settings: RoomSettings, seats: int, at: int) -> TurnClock:
        """The clock at the beginning of a round."""
        allowance = rules.time.limit * 1000
        if isinstance(settings.clock, BankClock):
            increment = settings.clock.increment * 1000
            return TurnClock(at, allowance, increment, (allowance,) * seats)
        return TurnClock(at, allowance)

    def total(self, seat: int) -> int:
        """What the turn of this seat may last."""
        return self.banks[seat] if self.banks else self.allowance

    def remaining(self, seat: int, now: int) -> int:
        """What is left of it; never less than nothing."""
        until = now if self.paused is None else self.paused
        return max(0, self.total(seat) - max(0, until - self.began - self.idle))

    def deadline(self, seat: int) -> int | None:
        """When it is used up; None while paused."""
        return None if self.paused is not None else self.began + self.idle + self.total(seat)

    def turned(self, seat: int, at: int, *, timed: bool) -> TurnClock:
        """The clock of the next turn, after this seat used up its time until then."""
        banks = self.banks
        if banks and timed:
            left = max(self.remaining(seat, at) + self.increment, _LEAST_BANK)
            banks = (*banks[:seat], left, *banks[seat + 1 :])
        return replace(self, began=at, banks=banks, paused=None, idle=0)

    def restarted(self, at: int) -> TurnClock:
        """The same turn from its beginning."""
        return replace(self, began=at, paused=None, idle=0)

    def stopped(self, at: int) -> TurnClock:
        """Standing still from now on."""
        return self if self.paused is not None else replace(self, paused=at)

    def resumed(self, at: int) -> TurnClock:
        """Running again."""
        if self.paused is None:
            return self
        return replace(self, paused=None, idle=self.idle + max(0, at - self.paused))

    def shown(self, seat: int, now: int) -> ClockState:
        """As clients see it."""
        return ClockState(
            remaining=self.remaining(seat, now),
            total=self.total(seat),
            running=self.paused is None,
            banks=list(self.banks),
        )
