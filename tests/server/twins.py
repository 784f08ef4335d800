"""Twins: two rooms that differ only in what one person may not know.

A game is played with random legal actions. Then the tiles that this person never saw (they are in
other racks, or still in the pool) change places in the deal, the other people get other identities
and the round another seed, and the same actions are played again. Whatever the server answers this
person has to be the same in both rooms, to the letter.
"""

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import Random

import msgspec

from tests.properties.players import some_play
from tilerummy.engine.actions import Action, Draw, Leave, Pass, TimeOut
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.events import Drew, TimedOut
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.rules.rulebook import RULINGS, Rulebook
from tilerummy.rules.tiles import Tile, in_order
from tilerummy.server.room import log
from tilerummy.server.room.fold import fold
from tilerummy.server.room.settings import RoomSettings
from tilerummy.server.room.state import Room

CODE = "ABCDEF"
PEOPLE = ("a" * 32, "b" * 32, "c" * 32)
"""Identities as the server makes them, of Ann, Ben and Cleo."""
NAMES = ("Ann", "Ben", "Cleo")
SEED = "the seed of side"
_real_deal = Round.deal


@dataclass(frozen=True)
class Deal:
    """The tiles of a round before anything happened."""

    racks: tuple[tuple[Tile, ...], ...]
    pool: tuple[Tile, ...]
    start: int


class Table:
    """A dealer whose next deals are known: put in the place of `Round.deal`."""

    def __init__(self) -> None:
        self.deals: dict[str, Deal] = {}

    def deal(self, rules: Rulebook, *, seats: int = 2, seed: str) -> Round:
        known = self.deals.get(seed)
        if known is None:
            return _real_deal(rules, seats=seats, seed=seed)
        dealt = Round.from_hands(rules, known.racks, pool=known.pool, turn=known.start, seed=seed)
        return msgspec.structs.replace(dealt, commitment="c" * 64)


@dataclass(frozen=True)
class Side:
    """One of two rooms, and the log that makes it."""

    room: Room
    entries: tuple[log.Entry, ...]


def entry_of(action: Action, at: int) -> log.Entry:
    """The log entry for an engine's action."""
    if isinstance(action, Leave):
        return log.WentAway(at=at, seat=action.seat, level=None)
    return log.Acted(at=at, action=action)


def begin(settings: RoomSettings, people: Collection[str]) -> list[log.Entry]:
    """A room with these people in it."""
    entries: list[log.Entry] = [
        log.Opened(at=0, host=PEOPLE[0], settings=settings, rulings=RULINGS)
    ]
    return entries + [
        log.Sat(at=seat, seat=seat, who=who, name=NAMES[seat]) for seat, who in enumerate(people)
    ]


def made(entries: Collection[log.Entry]) -> Side:
    room: Room | None = None
    for entry in entries:
        room = fold(CODE, room, entry)
    assert room is not None
    return Side(room, tuple(entries))


def likely_action(now: Round, chance: Random, eager: float) -> Action:
    """A legal action that does not depend on rights that a twin may not have."""
    if now.timed and chance.random() < 0.05:
        return TimeOut(None)
    play = some_play(now, chance) if chance.random() < eager or not now.pool_size else None
    view = now.view(now.turn)
    return play or (Draw() if Draw in view.may else Pass())


def played(
    table: Table,
    settings: RoomSettings,
    seed: int,
    until: Callable[[Room], bool],
    eager: float = 0.6,
) -> Side | None:
    """A room in which random people play until it looks as wanted; None if it never does."""
    chance, rules = Random(seed), rulebook(settings.rulebook)
    dealt = _real_deal(rules, seats=settings.seats, seed=str(seed))
    table.deals[f"{SEED} a"] = Deal(dealt.hidden.racks, dealt.hidden.pool, dealt.start)
    entries = begin(settings, PEOPLE[: settings.seats])
    side = made([*entries, log.Dealt(at=10, seed=f"{SEED} a")])
    for move in range(300):
        room = side.room
        if until(room):
            return side
        if room.playing is None:
            return None
        entry = entry_of(likely_action(room.playing, chance, eager), 1_000 * (move + 1))
        side = Side(fold(CODE, room, entry), (*side.entries, entry))
    return None


def twin(
    table: Table,
    side: Side,
    who: str,
    chance: Random,
    *,
    same_seed: bool,
    next_tiles: int,
) -> Side:
    """The same room with everything else that this person may not know."""
    assert side.room.round is not None
    table.deals[f"{SEED} b"] = other_deal(
        table.deals[f"{SEED} a"], side.room.round, seat_known(side, who), chance, next_tiles
    )
    entries = [renamed(entry, who, same_seed=same_seed) for entry in side.entries]
    if same_seed:
        table.deals[f"{SEED} a"], kept = table.deals[f"{SEED} b"], table.deals[f"{SEED} a"]
        other = made(entries)
        table.deals[f"{SEED} a"] = kept
        return other
    return made(entries)


def seat_known(side: Side, who: str) -> int | None:
    """The seat whose tiles this person has seen: the one they have, or had before they left."""
    sat = [entry for entry in side.entries if isinstance(entry, log.Sat | log.Joined)]
    had = [entry.seat for entry in sat if entry.who == who]
    return had[-1] if had else None


def renamed(entry: log.Entry, who: str, *, same_seed: bool = True) -> log.Entry:
    """The entry with other identities, and with another seed where that is not known."""
    if isinstance(entry, log.Dealt) and not same_seed:
        return msgspec.structs.replace(entry, seed=entry.seed.replace(" a", " b"))
    if isinstance(entry, log.Sat | log.Joined | log.Removed) and entry.who != who:
        return msgspec.structs.replace(entry, who=f"not {entry.who}")
    if isinstance(entry, log.Opened) and entry.host != who:
        return msgspec.structs.replace(entry, host=f"not {entry.host}")
    return entry


def other_deal(deal: Deal, now: Round, known: int | None, chance: Random, next_tiles: int) -> Deal:
    """The deal with unseen tiles in other places, but for the next ones of the pool."""
    racks = [list(rack) for rack in deal.racks]
    pool = list(deal.pool)
    drawn = _drawn_by(now)
    places: list[tuple[int | None, int]] = [
        (None, index) for index in range(len(drawn) + next_tiles, len(deal.pool))
    ]
    for seat, rack in enumerate(now.hidden.racks):
        if seat == known:
            continue
        kept = Counter(rack)
        # What is still on the rack came from the pool, the last first, or from the deal.
        mine = [(None, index) for index, drawer in enumerate(drawn) if drawer == seat]
        dealt = [(seat, index) for index in range(len(racks[seat]))]
        for place in (*reversed(mine), *dealt):
            tile = _at(racks, pool, place)
            if kept[tile]:
                kept[tile] -= 1
                places.append(place)
    tiles = [_at(racks, pool, place) for place in places]
    chance.shuffle(tiles)
    for (seat, index), tile in zip(places, tiles, strict=True):
        (pool if seat is None else racks[seat])[index] = tile
    return Deal(tuple(in_order(rack) for rack in racks), tuple(pool), deal.start)


def _at(racks: list[list[Tile]], pool: list[Tile], place: tuple[int | None, int]) -> Tile:
    seat, index = place
    return pool[index] if seat is None else racks[seat][index]


def _drawn_by(now: Round) -> list[int]:
    """Who drew the first tile of the pool, who the second, and so on."""
    drawn: list[int] = []
    for event in now.events:
        if isinstance(event, Drew):
            drawn.append(event.seat)
        elif isinstance(event, TimedOut):
            drawn += [event.seat] * event.count
    return drawn


def twins(
    table: Table, side: Side, who: str, seed: int, *, same_seed: bool = False, next_tiles: int = 0
) -> Side | None:
    """A twin of the room, or None if the same actions are not possible with other tiles."""
    chance = Random(seed)
    for _ in range(20):
        try:
            other = twin(table, side, who, chance, same_seed=same_seed, next_tiles=next_tiles)
        except IllegalAction:
            continue
        if other.room.phase == side.room.phase:
            return other
    return None
