"""Messages that cannot be carried out: what their sender hears, and who else notices."""

import json

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.live.table import Table, heard, settle
from tests.server.rooms import ANN, BEN, lobby
from tilerummy.server.config import Config
from tilerummy.server.live import session as module
from tilerummy.server.live.broken_logs import BrokenLog
from tilerummy.server.live.limits import Limits
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.session import Session

GONE = OperationalError("select", {}, Exception("gone"))
PING = json.dumps({"type": "ping", "id": 7})


@pytest.fixture
async def talk():
    """Ann's session in a lobby, after her hello; Ben is there too."""
    table = Table(lobby(ANN, BEN))
    connection = await table.come(ANN)
    other = await table.come(BEN)
    connection.greeted = other.greeted = True
    limits = Limits.of(Config(database="sqlite:///never opened"))
    session = Session(table.live, table.services, connection, limits, "1.2.3.4")
    for one in (connection, other):
        heard(one)
    session.table, session.connection, session.other = table, connection, other
    yield session
    await table.live.close()
    await settle()


def failing(monkeypatch, error):
    async def fail(*_):
        raise error

    monkeypatch.setattr(Session, "_answer", fail)


async def test_what_can_be_answered_is(talk):
    assert await talk.hear(PING)
    (told,) = heard(talk.connection)
    assert (told["type"], told["id"]) == ("pong", 7)


@pytest.mark.parametrize("error", [GONE, OSError(), Overworked()], ids=lambda e: type(e).__name__)
async def test_what_passes_is_refused_and_the_session_goes_on(talk, monkeypatch, caplog, error):
    failing(monkeypatch, error)
    monkeypatch.setattr(module, "_PATIENCE", 2)
    for _ in range(5):
        assert await talk.hear(PING)
        await settle()
        (told,) = heard(talk.connection)
        assert (told["type"], told["id"]) == ("refused", 7)
        assert told["reasons"][0]["code"] == "TOO_BUSY"
    assert caplog.messages == []
    assert heard(talk.other) == []


async def test_a_fault_of_ours_is_noted_and_told_as_being_busy(talk, monkeypatch, caplog):
    failing(monkeypatch, ZeroDivisionError("secret"))
    assert await talk.hear(PING)
    (told,) = heard(talk.connection)
    assert told["reasons"][0]["code"] == "TOO_BUSY"
    assert "secret" not in json.dumps(told)
    assert caplog.messages == ["a message in room ABCDEF failed"]
    monkeypatch.setattr(module, "_PATIENCE", 2)
    assert not await talk.hear(PING), "whoever provokes it again and again is sent away"


async def test_a_room_whose_log_is_broken_sends_everybody_away(talk, monkeypatch):
    failing(monkeypatch, BrokenLog("entry 3"))
    assert not await talk.hear(PING)
    assert talk.table.live.broken
    assert talk.connection.ended.is_set() and talk.other.ended.is_set()


async def test_a_frame_has_a_longest_length(talk, monkeypatch):
    monkeypatch.setattr(module, "LONGEST_FRAME", len(PING))
    await talk.hear(PING)
    assert [told["type"] for told in heard(talk.connection)] == ["pong"]
    monkeypatch.setattr(module, "LONGEST_FRAME", len(PING) - 1)
    await talk.hear(PING)
    (told,) = heard(talk.connection)
    assert (told["id"], told["reasons"][0]["code"]) == (None, "BAD_MESSAGE")


async def test_who_has_not_said_hello_is_told_so(talk):
    talk.connection.greeted = False
    await talk.hear(PING)
    (told,) = heard(talk.connection)
    assert (told["id"], told["reasons"][0]["code"]) == (7, "HELLO_FIRST")


@pytest.mark.parametrize(
    ("frame", "id_"),
    [
        ("", None),
        ("nonsense", None),
        ('{"type":"nothing","id":3}', 3),
        (b"\xff", None),
        ("[", None),
    ],
)
async def test_nonsense_is_refused_with_its_number_if_it_has_one(talk, frame, id_):
    await talk.hear(frame)
    (told,) = heard(talk.connection)
    assert (told["type"], told["id"]) == ("refused", id_)
    assert told["reasons"][0]["code"] == "BAD_MESSAGE"
