"""The hub: which rooms are held, who may ask for them, and what other servers tell."""

import asyncio

import pytest

from tests.server.live import table as tables
from tests.server.live.table import Bus, Workers, settle
from tests.server.rooms import ANN, BEN, lobby
from tilerummy.rules.melds import parse_melds
from tilerummy.rules.rulebook import RULINGS
from tilerummy.server.config import Config
from tilerummy.server.live.broken_logs import BrokenLog
from tilerummy.server.live.bus_messages import Appended, Drafted, PresenceUpdate, ReactionShown
from tilerummy.server.live.connection import Connection
from tilerummy.server.live.hub import Hub, TooManyGuesses, TooManyRooms
from tilerummy.server.live.limits import Limits, Visitor
from tilerummy.server.live.metrics import METRICS
from tilerummy.server.live.services import Services
from tilerummy.server.room import commands, log
from tilerummy.server.room.drafts import Draft
from tilerummy.server.room.settings import RoomSettings

CODE = "ABCDEF"
FIRST = lobby(ANN, BEN)
LOG = [
    log.Opened(at=0, host=ANN, settings=FIRST.settings, rulings=RULINGS),
    *[log.Sat(at=0, seat=n, who=who, name=who.capitalize()) for n, who in enumerate((ANN, BEN))],
]
DAY = 86_400_000
HERE = Visitor("cleo", "1.2.3.4")


class Store:
    """Rooms in memory."""

    def __init__(self, **rooms):
        self.rooms = {
            code: [log.encode(entry) for entry in entries] for code, entries in rooms.items()
        }
        self.reads = 0
        self.forgotten = []
        self.made = 0
        self.since = None
        self.taken = 0
        self.kept = None
        self.trouble = []

    async def read(self, room, after=0):
        self.reads += 1
        await asyncio.sleep(0)
        if self.trouble:
            raise self.trouble.pop()
        return self.rooms.get(room, [])[after:]

    async def draft(self, _room):
        return self.kept

    async def create(self, room):
        if self.taken:
            self.taken -= 1
            return False
        self.rooms[room.code] = list(room.bodies)
        return True

    async def rooms_of(self, _host, since):
        self.since = since
        return self.made

    async def forget_rooms(self, before, live):
        self.forgotten.append((before, live))


class House:
    """A hub on a clock that stands still."""

    def __init__(self, store, *, limits=None, **config):
        self.time = 10 * DAY
        self.store, self.bus = store, Bus()
        self.bus.joined, self.bus.left = [], []

        async def join(code):
            self.bus.joined.append(code)

        self.bus.join, self.bus.leave = join, self.bus.left.append
        services = Services(store, self.bus, Workers(), "ours", 30_000, lambda: self.time)
        self.hub = Hub(Config(database="sqlite://", **config), services, limits)


@pytest.fixture
async def house():
    made = []

    def house(store=None, **options):
        made.append(House(store or Store(**{CODE: LOG}), **options))
        return made[-1]

    yield house
    for one in made:
        await one.hub.close()
    await settle()


async def test_a_room_is_read_once_however_many_want_it(house):
    one = house()
    found = await asyncio.gather(*[one.hub.room(CODE) for _ in range(3)])
    assert found[0] is found[1] is found[2]
    assert found[0].room.number == 3
    assert await one.hub.room(CODE) is found[0]
    assert (one.store.reads, one.bus.joined, one.bus.left) == (1, [CODE], [])


@pytest.mark.parametrize("code", ["ABCDE", "ABCDEFG", "ABCDE1", "abcdef", "ABCDEO", "", "../../"])
async def test_what_cannot_be_a_code_is_not_looked_for(house, code):
    one = house()
    assert await one.hub.room(code) is None
    assert one.store.reads == 0


async def test_a_room_that_is_not_there_leaves_nothing_behind(house):
    one = house()
    assert await one.hub.room("ZZZZZZ") is None
    assert one.bus.left == ["ZZZZZZ"]
    assert not (one.hub._rooms or one.hub._loading or one.hub._changed)


async def test_a_room_that_cannot_be_read_now_can_be_later(house):
    one = house()
    one.store.trouble = [OSError("gone")]
    with pytest.raises(OSError, match="gone"):
        await one.hub.room(CODE)
    assert one.bus.left == [CODE]
    assert await one.hub.room(CODE) is not None


async def test_wrong_codes_are_counted_and_a_seat_always_lets_in(house):
    one = house(limits=Limits())
    assert (await one.hub.visited("abcdef", HERE)).room.code == CODE
    for _ in range(60):
        assert await one.hub.visited("ZZZZZZ", HERE) is None
    for code in ("ZZZZZZ", CODE):
        with pytest.raises(TooManyGuesses):
            await one.hub.visited(code, HERE)
    assert await one.hub.visited(CODE, Visitor(ANN, HERE.address)) is not None
    with pytest.raises(TooManyGuesses):
        await one.hub.visited("ZZZZZZ", Visitor(ANN, HERE.address))
    assert await one.hub.visited(CODE, Visitor("cleo", "5.6.7.8")) is not None


WANTED = commands.CreateRoom(settings=RoomSettings(rulebook="jumbo"), name="Ann")


async def test_a_new_room_gets_a_code_that_is_free(house):
    one = house()
    one.store.taken = 2
    live = await one.hub.create(ANN, WANTED, "1.2.3.4")
    assert live.room.host == ANN
    assert await one.hub.room(live.room.code) is live
    assert one.store.since == one.time - DAY


async def test_a_room_that_cannot_be_is_refused_before_it_counts(house):
    one = house(rooms_per_address=1)
    bad = commands.CreateRoom(settings=RoomSettings(rulebook="nonsense"), name="Ann")
    for _ in range(3):
        assert isinstance(await one.hub.create(ANN, bad, "1.2.3.4"), list)
    await one.hub.create(ANN, WANTED, "1.2.3.4")
    with pytest.raises(TooManyRooms):
        await one.hub.create(BEN, WANTED, "1.2.3.4")
    assert await one.hub.create(BEN, WANTED, "5.6.7.8")


async def test_a_person_and_a_server_have_so_many_rooms(house):
    one = house(rooms_per_person=3)
    one.store.made = 2
    assert await one.hub.create(ANN, WANTED, "1.2.3.4")
    one.store.made = 3
    with pytest.raises(TooManyRooms):
        await one.hub.create(ANN, WANTED, "1.2.3.4")
    full = house(rooms_most=1)
    assert await full.hub.create(ANN, WANTED, "1.2.3.4")
    with pytest.raises(TooManyRooms):
        await full.hub.create(BEN, WANTED, "1.2.3.4")


async def test_news_of_other_servers_reaches_its_room(house):
    one = house()
    live = await one.hub.room(CODE)
    ann = Connection(ANN)
    live.connections.add(ann)
    live.joined(ann)
    body = log.encode(log.Said(at=7, seat=1, name="Ben", text="First!"))
    one.hub._receive(Appended("ours", CODE, 4, body))
    one.hub._receive(Appended("theirs", "ZZZZZZ", 4, body))
    await settle()
    assert live.room.number == 3
    one.hub._receive(Appended("theirs", CODE, 4, body))
    await settle()
    assert live.room.chat[-1].text == "First!"
    one.hub._receive(PresenceUpdate("theirs", CODE, [BEN]))
    assert live.present.people == {ANN, BEN}
    tables.heard(ann)
    one.hub._receive(ReactionShown("theirs", CODE, 1, "wow"))
    assert tables.kinds(ann) == ["reacted"]
    assert not one.hub._changed


async def test_a_draft_of_another_server_is_the_draft_of_the_turn(house):
    begun = [*LOG, log.Dealt(at=1_000, seed="8")]
    one = house(Store(**{CODE: begun}))
    live = await one.hub.room(CODE)
    draft = Draft(live.room.turn, parse_melds("k4 k5 k6"))
    one.hub._receive(Drafted.of(draft, "theirs", CODE))
    assert live.draft == draft


async def test_the_draft_that_was_stored_is_there_again(house):
    one = house(Store(**{CODE: [*LOG, log.Dealt(at=1_000, seed="8")]}))
    one.store.kept = Draft(4, parse_melds("k4 k5 k6"))
    assert (await one.hub.room(CODE)).draft == one.store.kept


async def test_what_may_have_been_missed_is_read_in_every_room(house):
    one = house()
    live = await one.hub.room(CODE)
    said = log.encode(log.Said(at=7, seat=1, name="Ben", text="First!"))
    one.store.rooms[CODE].append(said)
    one.hub._resync()
    await settle()
    assert live.room.number == 4


async def test_a_room_is_let_go_a_minute_after_the_last_one_left(house):
    one = house()
    live = await one.hub.room(CODE)
    ann = Connection(ANN)
    live.connections.add(ann)
    live.joined(ann)
    for time, kept in ((0, True), (10 * 60_000, True)):
        one.time += time
        await one.hub._sweep_once()
        assert (CODE in one.hub._rooms) is kept
    live.parted(ann)
    one.time += 60_000
    await one.hub._sweep_once()
    assert CODE in one.hub._rooms
    one.time += 1
    await one.hub._sweep_once()
    assert CODE not in one.hub._rooms
    assert one.bus.left == [CODE]
    assert live._closed


async def test_the_others_are_told_again_who_is_here_unless_there_are_none(house):
    one = house()
    live = await one.hub.room(CODE)
    await one.hub._sweep_once()
    assert one.bus.published == []
    ann = Connection(ANN)
    live.connections.add(ann)
    ann.greeted = True
    await one.hub._sweep_once()
    assert one.bus.published == []
    one.bus.alone = False
    await one.hub._sweep_once()
    (told,) = one.bus.published
    assert told.people == [ANN], "looked at again, not as it was told last"
    live.connections.clear()
    await one.hub._sweep_once()
    assert len(one.bus.published) == 1


async def test_old_rooms_are_forgotten_once_an_hour_but_for_those_that_are_held(house):
    one = house(forget_days=3)
    await one.hub.room(CODE)
    await one.hub._sweep_once()
    assert one.store.forgotten == [(one.time - 3 * DAY, {CODE})]
    one.time += 3_599_999
    await one.hub._sweep_once()
    assert len(one.store.forgotten) == 1
    one.time += 1
    await one.hub._sweep_once()
    assert len(one.store.forgotten) == 2


async def test_rooms_in_memory_and_their_sockets_are_counted(house, monkeypatch):
    one = house(Store(**{CODE: LOG, "GHJKMN": LOG}))
    sockets = []
    monkeypatch.setattr(one.hub._collector, "collect_if_grown", sockets.append)
    held = METRICS.rooms._value
    for code, count in ((CODE, 1), ("GHJKMN", 2)):
        live = await one.hub.room(code)
        assert held.get() == count
    live.connections.update({Connection(ANN), Connection(BEN)})
    await one.hub._sweep_once()
    one.time += 60_001
    await one.hub._sweep_once()
    assert (held.get(), sockets) == (1, [2, 2])
    assert list(one.hub._rooms) == ["GHJKMN"]


async def test_a_room_whose_log_broke_is_let_go_at_once_and_not_read_again(house):
    one = house()
    live = await one.hub.room(CODE)
    live.give_up(BrokenLog("KeyError"))
    assert await one.hub.room(CODE) is None
    await one.hub._sweep_once()
    assert CODE not in one.hub._rooms
    assert one.bus.left == [CODE]
    reads = one.store.reads
    assert await one.hub.room(CODE) is None
    assert one.store.reads == reads


async def test_codes_have_six_letters_that_are_not_taken_for_others(house):
    one = house()
    codes = {(await one.hub.create(ANN, WANTED, "1.2.3.4")).room.code for _ in range(20)}
    assert len(codes) == 20
    assert {len(code) for code in codes} == {6}
    assert set("".join(codes)).isdisjoint("IO01")
