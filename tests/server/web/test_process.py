"""The process around the application: where it listens, what it needs, how it ends."""

import asyncio
import resource
import socket
from types import SimpleNamespace

import pytest

from tilerummy.server import config as configuration
from tilerummy.server.config import Config, ConfigError
from tilerummy.server.live.session import LONGEST_FRAME
from tilerummy.server.web import process
from tilerummy.server.web.flood_guard import FloodGuard
from tilerummy.server.web.process import AddressTaken, allow_many_sockets


def test_by_itself_it_listens_on_this_machine_alone():
    assert Config() == Config(host="127.0.0.1", port=8321, proxies="127.0.0.1")


@pytest.mark.parametrize("port", [1, 65_535])
def test_a_port_is_a_number_of_sixteen_bits(port):
    assert Config(port=port).address == f"http://127.0.0.1:{port}"


@pytest.mark.parametrize("port", [0, -1, 65_536])
def test_another_number_is_not_a_port(port):
    with pytest.raises(ConfigError, match=f"from 1 to 65535, not {port}"):
        Config(port=port)


class Line:
    """A socket that finds a way out, or none."""

    def __init__(self, found):
        self.found = found

    def __call__(self, *_):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def connect(self, _):
        if self.found is None:
            raise OSError("no way out")

    def getsockname(self):
        return self.found, 40_000


@pytest.mark.parametrize(
    ("host", "found", "url"),
    [
        ("127.0.0.1", "192.168.0.7", "http://127.0.0.1:80"),
        ("example.org", "192.168.0.7", "http://example.org:80"),
        ("::1", "192.168.0.7", "http://[::1]:80"),
        ("0.0.0.0", "192.168.0.7", "http://192.168.0.7:80"),
        ("0.0.0.0", None, "http://127.0.0.1:80"),
    ],
)
def test_who_listens_everywhere_is_reached_where_the_machine_is(monkeypatch, host, found, url):
    monkeypatch.setattr(configuration.socket, "socket", Line(found))
    assert Config(host=host, port=80).address == url


@pytest.mark.parametrize(
    ("most", "set_to"),
    [(resource.RLIM_INFINITY, 60_000), (1_000_000, 60_000), (60_001, 60_000), (4_096, 4_096)],
)
def test_two_files_are_open_for_each_socket_or_as_many_as_may_be(monkeypatch, most, set_to):
    told = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (1_024, most))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, both: told.append((kind, both)))
    allow_many_sockets()
    assert told == [(resource.RLIMIT_NOFILE, (set_to, most))]


def test_a_machine_that_allows_no_more_is_taken_as_it_is(monkeypatch):
    def refuse(*_):
        raise OSError

    monkeypatch.setattr(resource, "setrlimit", refuse)
    allow_many_sockets()


@pytest.fixture
def uvicorn(monkeypatch):
    """What `run` would have started, with all that it says about it."""
    said = SimpleNamespace(words=[], servers=[], interval=None)

    class Server(process._Server):
        def __init__(self, config, started):
            said.servers.append(config)
            self._on_started = started
            self.started = False

        def run(self):
            asyncio.run(self.startup())
            if said.interrupt:
                raise KeyboardInterrupt

    async def startup(self, sockets=None):
        self.started = said.starts

    said.starts, said.interrupt = True, False
    monkeypatch.setattr(process.uvicorn.Server, "startup", startup)
    monkeypatch.setattr(process, "_Server", Server)
    monkeypatch.setattr(process, "freeze_current_objects", lambda: said.words.append("frozen"))
    monkeypatch.setattr(process, "allow_many_sockets", lambda: said.words.append("files"))
    monkeypatch.setattr(process.sys, "setswitchinterval", lambda s: setattr(said, "interval", s))
    return said


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def served(said, tmp_path, *, proxies="127.0.0.1", **how):
    database = f"sqlite:///{tmp_path / 'x.sqlite'}"
    config = Config(database=database, port=free_port(), proxies=proxies)
    return config, process.run(config, lambda: said.words.append("started"), **how)


def test_it_says_that_it_has_started(uvicorn, tmp_path):
    _, code = served(uvicorn, tmp_path)
    assert code == 0
    assert uvicorn.words == ["files", "frozen", "started"]
    assert uvicorn.interval == 0.001


def test_it_is_a_server_of_uvicorn_with_its_settings():
    settings = process.uvicorn.Config(lambda: None, port=4711)
    server = process._Server(settings, lambda: None)
    assert (server.config.port, server.started) == (4711, False)


def test_requests_are_logged_only_if_somebody_asks_for_it(uvicorn, tmp_path):
    served(uvicorn, tmp_path)
    assert uvicorn.servers[0].access_log is False


def test_what_cannot_start_says_nothing_and_ends_with_1(uvicorn, tmp_path):
    uvicorn.starts = False
    _, code = served(uvicorn, tmp_path)
    assert (code, uvicorn.words) == (1, ["files", "frozen"])


def test_an_interrupt_is_how_it_ends(uvicorn, tmp_path):
    uvicorn.interrupt = True
    assert served(uvicorn, tmp_path)[1] == 0


def test_how_the_server_is_set(uvicorn, tmp_path):
    at, _ = served(uvicorn, tmp_path, proxies="10.0.0.1", access_log=True)
    (config,) = uvicorn.servers
    assert isinstance(config.app, FloodGuard)
    assert config.app._app.state.base_url == at.address
    assert (config.host, config.port) == (at.host, at.port)
    assert (config.http.__name__, config.ws.__name__) == ("Http", "Socket")
    assert config.forwarded_allow_ips == "10.0.0.1"
    assert (config.access_log, config.log_config) == (True, None)
    # A frame may be twice as long as the longest that is read: then its sender is told so.
    assert config.ws_max_size == 2 * LONGEST_FRAME
    assert (config.ws_ping_interval, config.ws_ping_timeout) == (20, 20)
    assert (config.server_header, config.date_header) == (False, True)
    assert config.ws_per_message_deflate is False
    assert config.timeout_graceful_shutdown == 5
    assert (config.backlog, config.limit_concurrency) == (4_096, 30_000)


def test_a_port_that_is_taken_is_said_before_anything_starts(uvicorn, tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        config = Config(database=f"sqlite:///{tmp_path / 'x.sqlite'}", port=port)
        with pytest.raises(AddressTaken, match=f"cannot listen on 127.0.0.1:{port}: Address"):
            process.run(config, lambda: None)
    assert uvicorn.servers == []


@pytest.mark.parametrize(
    ("error", "words"),
    [(OSError(1, "Not allowed"), "Not allowed"), (OSError("no such name"), "no such name")],
)
def test_why_nobody_can_listen_is_said_in_words(monkeypatch, error, words):
    def refuse(*_, **__):
        raise error

    monkeypatch.setattr(process.socket, "getaddrinfo", refuse)
    with pytest.raises(AddressTaken, match=f"^cannot listen on nowhere:80: {words}$"):
        process._check_free("nowhere", 80)


def test_a_port_that_was_in_use_a_moment_ago_is_free():
    """A connection that its server closed lingers for a minute, but does not block the port."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        port = listening.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port)) as caller:
            answered, _ = listening.accept()
            answered.close()
            assert caller.recv(1) == b""
    process._check_free("127.0.0.1", port)
