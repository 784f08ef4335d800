"""The outbox of a socket: frames in their order, and the end of the conversation."""

import pytest

from tilerummy.server.live.connection import Connection
from tilerummy.server.wire.messages import Done, Notice, encode


@pytest.fixture
def arrived():
    return []


@pytest.fixture
def connection(arrived):
    return Connection("ann", arrived.append)


def test_frames_are_carried_at_once_and_in_their_order(connection, arrived):
    connection.send(Done(1))
    connection.send_frame(b"two")
    assert arrived == [encode(Done(1)), b"two"]
    assert not connection.ended.is_set()


def test_what_is_posted_goes_with_the_next_flush(connection, arrived):
    connection.post(b"one")
    connection.post(b"two")
    assert arrived == []
    connection.flush()
    assert arrived == [b"one", b"two"]


def test_who_is_sent_away_hears_why_and_nothing_after_it(connection, arrived):
    notice = Notice("removed", again=False)
    connection.end(notice)
    connection.send_frame(b"more")
    assert arrived == [encode(notice)]
    assert connection.ended.is_set()


def test_who_is_cut_off_gets_what_was_said_before(connection, arrived):
    connection.post(b"one")
    connection.cut()
    assert arrived == [b"one"]
    assert connection.ended.is_set()


def test_a_new_connection_has_not_said_hello():
    connection = Connection("ann")
    assert (connection.who, connection.greeted) == ("ann", False)
