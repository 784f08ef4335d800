"""Batches: what is gathered, who is told what, and what becomes of drafts."""

import asyncio
from contextlib import suppress

import pytest

from tilerummy.rules.melds import parse_melds
from tilerummy.server.room.drafts import Draft
from tilerummy.server.storage import batches
from tilerummy.server.storage.batches import Append, Batches, NewRoom, RoomIndex

INDEX = RoomIndex(host="ann", public=True, open=True, changed=1, summary="{}")
OLD, NEW = Draft(4, parse_melds("b4 b5 b6")), Draft(4, parse_melds("k1 k2 k3"))
A, B, C = [Append(code * 6, 2, "x", None) for code in "ABC"]
ROOM = NewRoom("DDDDDD", ["x"], INDEX)


class Database:
    """What batches write to; it waits, loses and fails as told."""

    def __init__(self):
        self.batches = []
        self.open = asyncio.Event()
        self.open.set()
        self.written = asyncio.Event()
        self.lost = []
        self.trouble = []

    async def write(self, batch):
        items = [item for item, _ in (*batch.appends, *batch.rooms)]
        self.batches.append((items, dict(batch.drafts), len(batch)))
        await self.open.wait()
        if self.trouble:
            raise self.trouble.pop(0)
        self.written.set()
        return {id(item) for item in items if item not in self.lost}

    @property
    def items(self):
        return [items for items, _, _ in self.batches]


@pytest.fixture
async def database():
    return Database()


@pytest.fixture
async def writer(database):
    made = Batches(database.write)
    yield made
    database.open.set()
    database.trouble.clear()
    await made.close()


async def begun(coroutine):
    """A task of it that has come to where it waits."""
    task = asyncio.create_task(coroutine)
    for _ in range(5):
        await asyncio.sleep(0)
    return task


async def test_everybody_is_told_whether_theirs_was_written(database, writer):
    database.lost = [B]
    asked = [writer.append(A), writer.append(B), writer.create(ROOM)]
    assert await asyncio.gather(*asked) == [True, False, True]
    assert database.batches == [([A, B, ROOM], {}, 3)]
    database.lost = [ROOM]
    assert not await writer.create(ROOM)


async def test_what_is_asked_during_a_write_is_written_together_after_it(database, writer):
    database.open.clear()
    asked = [await begun(writer.append(one)) for one in (A, B, C)]
    assert database.items == [[A]]
    database.open.set()
    assert await asyncio.gather(*asked) == [True, True, True]
    assert database.items == [[A], [B, C]]


@pytest.mark.parametrize(
    ("error", "waits"), [(OSError("gone"), True), (TimeoutError(), False), (KeyError("x"), True)]
)
async def test_a_failure_is_told_to_those_it_concerns(database, writer, error, waits):
    database.open.clear()
    database.trouble = [error]
    first = await begun(writer.append(A))
    room = await begun(writer.create(ROOM))
    later = await begun(writer.append(B))
    database.open.set()
    answers = await asyncio.gather(first, room, later, return_exceptions=True)
    assert answers == ([error, True, True] if waits else [error] * 3)
    assert database.items == ([[A], [B, ROOM]] if waits else [[A]])
    assert await writer.append(C)


async def test_what_nobody_waits_for_any_more_is_not_written(database, writer):
    database.open.clear()
    first = await begun(writer.append(A))
    gone = [await begun(writer.append(B)), await begun(writer.create(ROOM))]
    for task in gone:
        task.cancel()
    await asyncio.wait(gone)
    database.open.set()
    assert await first
    assert await writer.append(C)
    assert database.items == [[A], [C]]


async def test_an_empty_batch_is_not_written(database, writer):
    database.open.clear()
    first, gone = await begun(writer.append(A)), await begun(writer.append(B))
    gone.cancel()
    database.open.set()
    assert await first
    await begun(asyncio.sleep(0))
    assert database.items == [[A]]


@pytest.mark.parametrize("trouble", [[], [OSError()]])
async def test_whoever_leaves_during_a_write_disturbs_nobody(database, writer, trouble):
    database.open.clear()
    database.trouble = trouble
    gone = await begun(writer.append(A))
    gone.cancel()
    with suppress(asyncio.CancelledError):
        await gone
    database.open.set()
    assert await writer.append(B)


async def test_the_newest_draft_is_known_at_once_and_written_next(database, writer):
    assert writer.draft("AAAAAA") is None
    database.open.clear()
    first = writer.keep_draft("AAAAAA", OLD)
    assert writer.draft("AAAAAA") == OLD
    await begun(asyncio.sleep(0))
    assert writer.draft("AAAAAA") == OLD, "while it is written"
    second = writer.keep_draft("AAAAAA", NEW)
    assert writer.draft("AAAAAA") == NEW
    assert not first.is_set()
    assert first is not second
    database.open.set()
    await asyncio.gather(first.wait(), second.wait())
    assert writer.draft("AAAAAA") is None
    assert [drafts for _, drafts, _ in database.batches] == [{"AAAAAA": OLD}, {"AAAAAA": NEW}]


async def test_a_draft_that_was_not_written_is_tried_again(database, writer, monkeypatch):
    monkeypatch.setattr(batches, "_RETRY", 0.0)
    database.open.clear()
    database.trouble = [OSError()]
    kept, lost = writer.keep_draft("AAAAAA", OLD), writer.keep_draft("BBBBBB", OLD)
    await begun(asyncio.sleep(0))
    newer = writer.keep_draft("AAAAAA", NEW)
    database.open.set()
    async with asyncio.timeout(5):
        await newer.wait()
    assert [drafts for _, drafts, _ in database.batches] == [
        {"AAAAAA": OLD, "BBBBBB": OLD},
        {"AAAAAA": NEW, "BBBBBB": OLD},
    ]
    assert kept is lost and not kept.is_set()
    assert writer.draft("BBBBBB") is None


async def test_a_failure_without_drafts_is_not_waited_after(database, writer, monkeypatch):
    monkeypatch.setattr(batches, "_RETRY", 60.0)
    database.trouble = [OSError("gone")]
    with pytest.raises(OSError, match="gone"):
        await writer.append(A)
    async with asyncio.timeout(5):
        assert await writer.append(B)


async def test_what_waits_is_written_at_the_end_and_nothing_after_it(database):
    writer = Batches(database.write)
    database.open.clear()
    asked = [await begun(writer.append(one)) for one in (A, B)]
    closing = await begun(writer.close())
    database.open.set()
    await closing
    assert [task.result() for task in asked] == [True, True]
    for late in (writer.append(C), writer.create(ROOM)):
        with pytest.raises(ConnectionError):
            await late
    assert database.items == [[A], [B]]


async def test_at_the_end_drafts_are_tried_three_times(database, monkeypatch):
    monkeypatch.setattr(batches, "_RETRY", 0.0)
    writer = Batches(database.write)
    database.trouble = [OSError()] * 9
    writer.keep_draft("AAAAAA", OLD)
    async with asyncio.timeout(5):
        await writer.close()
    assert len(database.batches) == 3


async def test_before_the_end_drafts_are_tried_until_they_are_written(database, monkeypatch):
    monkeypatch.setattr(batches, "_RETRY", 0.0)
    writer = Batches(database.write)
    database.trouble = [OSError()] * 9
    async with asyncio.timeout(5):
        written = writer.keep_draft("AAAAAA", OLD)
        await database.written.wait()
        await writer.close()
    assert len(database.batches) == 10
    assert not written.is_set(), "that batch failed; a later one had the draft"


@pytest.fixture
def slept(monkeypatch):
    """How long the store waited, without waiting."""
    waits, real = [], asyncio.sleep

    async def sleep(seconds):
        waits.append(seconds)
        await real(0)

    monkeypatch.setattr(batches.asyncio, "sleep", sleep)
    return waits


async def test_a_store_that_has_rested_writes_at_once(writer, monkeypatch, slept):
    monkeypatch.setattr(batches, "_INTERVAL", 0.0)
    assert await writer.append(A)
    assert await writer.append(B)
    assert slept == []


async def test_a_busy_store_waits_for_more_to_write_at_once(database, writer, monkeypatch, slept):
    monkeypatch.setattr(batches, "_INTERVAL", 60.0)
    assert await writer.append(A)
    assert slept == []
    later = [asyncio.create_task(writer.append(Append("A", n, "x", None))) for n in range(3)]
    await asyncio.gather(*later)
    assert len(slept) == 1 and 0 < slept[0] <= 60
    assert [size for _, _, size in database.batches] == [1, 3]
