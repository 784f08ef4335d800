"""The outbox of a socket: frames in their order, and an end for who does not read them."""

import asyncio

import pytest

from tests.server.live.sleeping import settled
from tilerummy.server.live.connection import Connection
from tilerummy.server.wire.messages import Done, Notice, encode


class Line:
    """What arrives at the other end, as long as it reads."""

    def __init__(self, connection):
        self.arrived, self.reads = [], asyncio.Event()
        self.reads.set()
        self.task = asyncio.create_task(connection.carry(self.send))

    async def send(self, frame):
        await self.reads.wait()
        self.arrived.append(frame)


@pytest.fixture
async def line():
    connection = Connection("ann")
    line = Line(connection)
    line.connection = connection
    yield line
    line.task.cancel()
    await asyncio.gather(line.task, return_exceptions=True)


async def test_frames_arrive_in_their_order(line):
    line.connection.send(Done(1))
    line.connection.send_frame(b"two")
    await settled()
    line.connection.send_frame(b"three")
    await settled()
    assert line.arrived == [encode(Done(1)), b"two", b"three"]
    assert not line.task.done()


async def test_what_is_posted_goes_with_the_next_flush(line):
    line.connection.post(b"one")
    line.connection.post(b"two")
    await settled()
    assert line.arrived == []
    line.connection.flush()
    await settled()
    assert line.arrived == [b"one", b"two"]


async def test_who_is_sent_away_hears_why_and_nothing_after_it(line):
    notice = Notice("removed", again=False)
    line.connection.end(notice)
    line.connection.send_frame(b"more")
    await settled()
    assert line.arrived == [encode(notice)]
    assert line.task.done()


async def test_who_is_cut_off_gets_what_was_said_before(line):
    line.connection.send_frame(b"one")
    line.connection.cut()
    await settled()
    assert (line.arrived, line.task.done()) == ([b"one"], True)


@pytest.mark.parametrize(("waiting", "stays"), [(500, True), (501, False)])
async def test_who_reads_too_slowly_is_let_go(line, waiting, stays):
    line.reads.clear()
    line.connection.send_frame(b"first")
    await settled()
    for number in range(waiting):
        line.connection.send_frame(str(number).encode())
    line.reads.set()
    await settled()
    assert line.task.done() is not stays
    assert len(line.arrived) == (1 + waiting if stays else 1)


def test_a_new_connection_has_not_said_hello():
    connection = Connection("ann")
    assert (connection.who, connection.greeted) == ("ann", False)
