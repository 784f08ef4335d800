"""What is logged names no tiles, no seeds and no identities."""

import logging
import socket
import subprocess
import sys

import pytest
import websockets
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tests.server.cluster import one_server
from tests.server.player import Player
from tilerummy.engine.actions import Play
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.server.logs import form_in_use, start_logging
from tilerummy.server.storage.access import open_database


@pytest.fixture
def lines(capsys):
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level

    def logged(form, error):
        start_logging(form)
        try:
            raise RuntimeError("something failed") from error
        except RuntimeError:
            logging.getLogger("test").exception("room ABCDEF failed")
        return capsys.readouterr().err

    yield logged
    root.handlers[:] = handlers
    root.setLevel(level)


TILES = "k7 b5"
SEED = "seed8"


def illegal_error():
    now = Round.from_hands(rulebook("jumbo"), [TILES, "r1"], pool="r9")
    with pytest.raises(IllegalAction) as raised:
        now.apply(Play.parse(TILES))
    return raised.value


@pytest.mark.parametrize("form", ["json", "text"])
def test_errors_of_the_rules_are_logged_without_tiles(lines, form):
    error = illegal_error()
    assert TILES in str(error)
    line = lines(form, error)
    assert TILES not in line
    assert "IllegalAction" in line
    assert "something failed" in line
    assert "room ABCDEF failed" in line


@pytest.mark.parametrize("error", [KeyError(TILES), ValueError(TILES), AssertionError(TILES)])
def test_errors_that_name_a_value_are_logged_without_it(lines, error):
    line = lines("text", error)
    assert TILES not in line
    assert type(error).__name__ in line


def test_processes_are_told_the_form_that_is_in_use(lines):
    for form in ("text", "json"):
        lines(form, ValueError())
        assert form_in_use() == form


WORKER = """
import asyncio, logging, sys
from tilerummy.server.live.processes import Processes
from tilerummy.server.live.queues import FairQueue, QueueLimits
from tilerummy.server.logs import start_logging
from tests.server.web.test_logs import stumble

async def main():
    limits = QueueLimits(slots=1, each=9, waiting=9, seconds=60)
    processes = Processes(FairQueue(limits), seconds=60)
    await processes.run("ann", stumble)
    await processes.close()

start_logging("json")
asyncio.run(main())
"""


def stumble():
    """What a bot does that cannot think: in a process of its own."""
    try:
        raise illegal_error()
    except IllegalAction:
        logging.getLogger("bots").exception("bot greedy stumbled")


def test_worker_processes_log_no_more_than_the_server():
    done = subprocess.run(
        (sys.executable, "-c", WORKER), capture_output=True, text=True, check=True, timeout=120
    )
    assert '"message":"bot greedy stumbled"' in done.stderr
    assert "IllegalAction" in done.stderr
    assert TILES not in done.stderr


async def test_a_statement_that_fails_does_not_tell_what_it_wrote(lines, tmp_path):
    access = await open_database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    adding = text("INSERT INTO nowhere VALUES (:body)")
    with pytest.raises(SQLAlchemyError) as raised:
        await access.write(lambda connection: connection.execute(adding, {"body": SEED}))
    await access.close()
    assert SEED not in str(raised.value)
    assert SEED not in lines("json", raised.value)


async def test_nonsense_from_clients_does_not_fill_the_log(tmp_path):
    with one_server(tmp_path) as cluster:
        for nonsense in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nUpgrade: h2c\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", cluster.ports[0])) as line:
                line.sendall(
                    nonsense.replace(b"Upgrade", b"Host: x\r\nConnection: upgrade\r\nUpgrade")
                )
                assert line.recv(100)
        ann = Player("Ann")
        code = await ann.create(cluster.url(), settings={"rulebook": "jumbo"})
        address = f"{cluster.url().replace('http', 'ws', 1)}/ws/{code}"
        async with websockets.connect(address, additional_headers=ann.headers) as line:
            await line.send(b"\xff\xfe", text=True)
            with pytest.raises(websockets.ConnectionClosed):
                await line.recv()
    assert len(cluster.log.splitlines()) == 1, "the line that says where it serves"
