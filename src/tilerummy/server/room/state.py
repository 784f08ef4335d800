"""A room: people, seats, settings and the round that is on, as one frozen value.

A room is folded from its log (see `fold`) and asked by everything else. It knows who sits
where by identity, so it is for the server alone; clients get what `projection` makes of it.
"""

from __future__ import annotations

import dataclasses
from functools import lru_cache

import msgspec
from msgspec import Struct

from tilerummy.engine.matches import Match
from tilerummy.engine.rounds import Round
from tilerummy.engine.scoring import EndReason, Outcome
from tilerummy.rules.errors import RulebookError
from tilerummy.rules.library import RULEBOOK_IDS, rulebook
from tilerummy.rules.rulebook import RULINGS, Rulebook
from tilerummy.server.room.allowances import LONGEST_LOG, Allowances
from tilerummy.server.room.clock import TurnClock, timed_rules
from tilerummy.server.room.events import Chatted
from tilerummy.server.room.outline import Outline
from tilerummy.server.room.settings import RemovalReason, RoomSettings
from tilerummy.server.room.snapshots import RoomPhase, RoundResult

__all__ = ["Person", "RemovedPerson", "Room", "SeatState", "rules_of"]


class Person(Struct, frozen=True):
    """Somebody by identity, with a name for the others."""

    who: str
    name: str


class RemovedPerson(Struct, frozen=True):
    """Somebody whom the host removed, why, and with which entry."""

    who: str
    name: str
    reason: RemovalReason
    number: int


class SeatState(Struct, frozen=True):
    """Who has a seat: a person (`who`), a bot (`level`) or nobody."""

    who: str | None = None
    name: str = ""
    level: str | None = None
    away: bool = False
    ready: bool = False
    heir: Person | None = None
    """Who takes this seat when the round is over."""

    @property
    def free(self) -> bool:
        """Whether anybody may sit down here."""
        return self.who is None and self.level is None

    @property
    def automatic(self) -> bool:
        """Whether a bot acts for this seat."""
        return self.away or (self.who is None and self.level is not None)


class Room(Struct, frozen=True):
    """A room after its entry `number`."""

    code: str
    number: int
    host: str
    settings: RoomSettings
    rulings: int
    """The rulings in force when the room was made."""
    rules: Rulebook
    seats: tuple[SeatState, ...]
    phase: RoomPhase = "lobby"
    round: Round | None = None
    results: tuple[RoundResult, ...] = ()
    turn: int = 0
    """The number of the entry with which the turn began."""
    deal: int = 0
    """The number of the entry with which the tiles were dealt, or dealt again."""
    dealt_at: int = 0
    """When that was."""
    clock: TurnClock | None = None
    started: bool = False
    """Whether a round has ever been dealt here."""
    used: bool = False
    """Whether anything has happened here since the room was made."""
    removed: tuple[RemovedPerson, ...] = ()
    """People who cannot enter until the host readmits them."""
    parted: frozenset[str] = frozenset()
    """People who gave a seat up since the deal; they know its tiles and may see no other rack."""
    chat: tuple[Chatted, ...] = ()
    outlines: tuple[Outline, ...] = ()
    """In a room with a delay: how it has looked from outside, as far back as somebody is shown."""
    allowances: Allowances = Allowances()

    def __repr__(self) -> str:
        """Short, and without an identity that a log could give away."""
        return f"<Room {self.code}, {self.phase}, entry {self.number}>"

    def seat_of(self, who: str) -> int | None:
        """The seat of a person."""
        for number, seat in enumerate(self.seats):
            if seat.who == who:
                return number
        return None

    def waiting_seat(self, who: str) -> int | None:
        """The seat that a person will have when the round is over."""
        for number, seat in enumerate(self.seats):
            if seat.heir is not None and seat.heir.who == who:
                return number
        return None

    def removal_of(self, who: str) -> RemovedPerson | None:
        """How a person was removed who may not come in."""
        return next((one for one in self.removed if one.who == who), None) if self.removed else None

    def shuts_out(self, who: str) -> bool:
        """Whether this person may not watch: the match is on and the room has no spectators."""
        if self.settings.spectators or self.phase == "lobby":
            return False
        return self.seat_of(who) is None and self.waiting_seat(who) is None

    def sees_delayed(self, who: str) -> bool:
        """Whether this person sees what happens only after the room's delay.

        A rematch does not lift the delay: it begins with the first deal and stays.
        """
        return self.settings.delay > 0 and self.started and self.seat_of(who) is None

    @property
    def full(self) -> bool:
        """Whether the log is too long for another round; the present one is still finished."""
        return self.number >= LONGEST_LOG

    @property
    def open_seats(self) -> list[int]:
        """The seats that somebody who comes now can have, the best first."""
        if self.settings.late == "no" and self.phase in ("playing", "between"):
            return []
        vacant = [n for n, seat in enumerate(self.seats) if seat.who is None and seat.heir is None]
        free = [number for number in vacant if self.seats[number].free]
        bots = [number for number in vacant if number not in free and self.settings.late != "no"]
        return bots + free if self.phase == "playing" else free + bots

    @property
    def playing(self) -> Round | None:
        """The round, if one is on."""
        return self.round if self.phase == "playing" else None

    @property
    def match(self) -> Match:
        """The rounds so far, added up, and how many there are to be."""
        begun = Match.begin(self.rules, len(self.seats), rounds=self.settings.rounds)
        ends = [Outcome(EndReason(r.reason), r.winner, tuple(r.scores)) for r in self.results]
        return dataclasses.replace(begun, outcomes=tuple(ends))

    @property
    def all_ready(self) -> bool:
        """Whether the next round can start by itself."""
        people = [seat for seat in self.seats if seat.who is not None]
        return (
            self.phase in ("lobby", "between")
            and not self.full
            and bool(people)
            and not any(seat.free for seat in self.seats)
            and all(seat.ready for seat in people if not seat.away)
            and any(seat.ready for seat in people)
        )

    @property
    def automatic_turn(self) -> bool:
        """Whether a bot is to act."""
        return self.playing is not None and self.seats[self.playing.turn].automatic

    @property
    def deadline(self) -> int | None:
        """When the turn is over, if the player is timed and the clock runs."""
        playing = self.playing
        if playing is None or self.clock is None or not self.timed:
            return None
        return self.clock.deadline(playing.turn)

    @property
    def timed(self) -> bool:
        """Whether the turn that is on has a limit."""
        playing = self.playing
        return playing is not None and playing.timed and not self.automatic_turn


def rules_of(settings: RoomSettings, rulings: int = RULINGS) -> Rulebook:
    """The rulebook of a room: the booklet, the host's house rules and the host's clock."""
    return _rules(msgspec.json.encode(settings), rulings)


@lru_cache(maxsize=512)
def _rules(encoded: bytes, rulings: int) -> Rulebook:
    settings = msgspec.json.decode(encoded, type=RoomSettings)
    if settings.rulebook not in RULEBOOK_IDS:
        known = ", ".join(RULEBOOK_IDS)
        raise RulebookError(f"rulebook {settings.rulebook!r}", "", f"is unknown; there are {known}")
    rules = rulebook(settings.rulebook, rulings=rulings)
    if settings.house:
        rules = rules.replace(settings.house)
    rules = timed_rules(rules, settings)
    players = rules.players
    if not players.least <= settings.seats <= players.most:
        raise RulebookError(
            "settings", "seats", f"{rules.id} is for {players.least} to {players.most} players"
        )
    return rules
