"""The application in this process: its resources over HTTP, what starts and ends with it."""

import time
from types import SimpleNamespace

import pytest

from tests.server.web.in_process import ANN, MADE, SIGNER, as_person, served_here
from tilerummy.bots import ROSTER
from tilerummy.server.config import Config
from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.limits import Limits
from tilerummy.server.live.queues import Overworked
from tilerummy.server.storage.store import Store
from tilerummy.server.web import app as module
from tilerummy.server.web import health

JUMBO = {"rulebook": "jumbo"}


@pytest.fixture
def options():
    return {}


@pytest.fixture
def client(tmp_path, options):
    with served_here(tmp_path, **options) as client:
        yield client


def created(client, who=ANN, **settings):
    asked = {"settings": JUMBO | settings, "name": "Ann"}
    answer = client.post("/api/rooms", json=asked, headers=as_person(who))
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ({}, "http://127.0.0.1:8321/room/"),
        ({"host": "10.0.0.1", "port": 80}, "http://10.0.0.1:80/room/"),
        (
            {"host": "10.0.0.1", "port": 80, "public_url": "https://game.example/"},
            "https://game.example/room/",
        ),
    ],
)
def test_an_invitation_leads_to_the_public_address_or_where_it_listens(client, start):
    made = created(client)
    assert made["link"] == start + made["code"]


@pytest.mark.parametrize("options", [{"client": False}])
def test_without_its_client_a_server_answers_programs_alone(client):
    assert created(client)["code"]
    assert client.get("/health").text == "ok"
    for path in ("/", "/index.html", "/room/ABCDEF"):
        assert client.get(path).status_code == 404
        assert client.get(path).json()["code"] == "NotFound"


def test_public_rooms_are_listed_and_all_are_found_by_their_code(client):
    shown, hidden = created(client, public=True)["code"], created(client)["code"]
    assert [room["code"] for room in client.get("/api/rooms").json()] == [shown]
    assert client.get(f"/api/rooms/{hidden}").json()["players"] == ["Ann"]
    missing = client.get("/api/rooms/ZZZZZZ")
    assert (missing.status_code, missing.json()["message"]) == (404, "there is no such room")


def test_a_room_is_listed_for_six_hours(client):
    created(client, public=True)
    hub = client.app.state.hub
    asked = []
    real = hub.services.store.public_rooms

    async def public_rooms(since):
        asked.append(since)
        return await real(since)

    hub.services.store.public_rooms = public_rooms
    before = time.time() * 1000
    assert len(client.get("/api/rooms").json()) == 1
    after = time.time() * 1000
    assert before - 1 <= asked[0] + 6 * 3_600_000 <= after + 1


def test_a_room_that_cannot_be_is_refused_in_words(client):
    asked = {"settings": {"rulebook": "nonsense"}, "name": "Ann"}
    answer = client.post("/api/rooms", json=asked)
    assert answer.status_code == 400
    assert "is unknown" in answer.json()["message"]


@pytest.mark.parametrize("options", [{"rooms_per_person": 2}])
def test_a_person_makes_so_many_rooms(client):
    codes = [
        client.post(
            "/api/rooms", json={"settings": JUMBO, "name": "Ann"}, headers=as_person(ANN)
        ).status_code
        for _ in range(3)
    ]
    assert codes == [201, 201, 429]


def test_codes_cannot_be_tried_for_ever(client):
    codes = [client.get("/api/rooms/ZZZZZZ").status_code for _ in range(61)]
    assert codes == [404] * 60 + [429]


def test_the_bots_one_can_invite(client):
    listed = client.get("/api/bots").json()
    assert [line["level"] for line in listed] == ["match", *[entry.name for entry in ROSTER]]


def test_a_token_is_somebody_new(client):
    tokens = {client.post("/api/token").json()["token"] for _ in range(2)}
    known = {SIGNER.check(token) for token in tokens}
    assert len(known) == 2
    assert None not in known


@pytest.mark.parametrize("options", [{"secret": None}])
def test_without_a_secret_the_database_keeps_one(client):
    token = client.post("/api/token").json()["token"]
    assert client.app.state.signer.check(token)
    assert SIGNER.check(token) is None


def test_questions_are_answered_in_both_versions(client):
    asked = {"rack": "k4 k5 k6"}
    old = client.post("/api/solve", json=asked | {"rulebook": "jumbo"})
    new = client.post("/api/v1/solve", json=asked | {"rules": "jumbo"})
    assert (old.json()["tiles"], new.json()["tiles"]) == (3, 3)
    judged = client.post("/api/v1/judge", json=asked | {"rules": "jumbo", "after": "k4 k5 k6"})
    assert judged.json()["legal"]
    turn = asked | {"rules": "jumbo", "deals": 2}
    assert client.post("/api/v1/analyse/turn", json=turn).json()["deals"]
    for path, name in (("/api/arrange", "rulebook"), ("/api/v1/arrange", "rules")):
        told = client.post(path, json={name: "jumbo", "tiles": "k6 k5 k4"}).json()
        assert told["meld"] == "k4 k5 k6"


@pytest.mark.parametrize("accepts", ["gzip", "identity"])
def test_an_answer_says_whether_it_is_compressed(client, accepts):
    asked = {"rulebook": "jumbo", "rack": "k4 k5 k6", "after": ["k4 k5"] * 20}
    said = client.post("/api/judge", json=asked, headers={"accept-encoding": accepts})
    assert said.json()["legal"] is False
    assert said.headers["vary"].lower() == "accept-encoding"
    assert said.headers.get("content-encoding") == ("gzip" if accepts == "gzip" else None)
    assert said.headers["content-type"] == "application/json"
    assert MADE[-1].asked[-1] == "testclient"


def test_a_queue_that_is_full_says_when_to_ask_again(client):
    MADE[-1].trouble.append(Overworked())
    said = client.post("/api/solve", json={"rulebook": "jumbo", "rack": "k4"})
    assert (said.status_code, said.headers["retry-after"]) == (503, "10")


@pytest.mark.parametrize("options", [{"requests_per_minute": 40}])
def test_each_position_of_a_batch_is_a_request(client):
    def batch(size):
        positions = [{"rules": "jumbo", "rack": "k4 k5 k6"}] * size
        return client.post("/api/v1/solve/batch", json={"positions": positions})

    assert len(batch(30).json()["answers"]) == 30
    refused = batch(11)
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 60
    assert batch(9).status_code == 200
    assert batch(1).status_code == 429


@pytest.mark.parametrize("options", [{"requests_per_minute": 3}])
def test_what_costs_little_has_a_limit_of_its_own(client):
    assert [client.get("/api/bots").status_code for _ in range(5)] == [200] * 3 + [429] * 2
    light = [client.get("/health").status_code for _ in range(16)]
    assert light == [200] * 15 + [429]


# Health


def test_alive_and_ready(client):
    assert client.get("/health").text == "ok"
    assert client.get("/ready").text == "ready"
    metrics = client.get("/metrics")
    assert b"tilerummy_rooms" in metrics.content
    assert metrics.headers["content-type"].count("charset") == 1


def test_whether_it_is_ready_is_known_within_three_seconds(client, monkeypatch):
    waits = []
    real = health.asyncio.timeout
    monkeypatch.setattr(
        health, "asyncio", SimpleNamespace(timeout=lambda s: waits.append(s) or real(s))
    )
    assert client.get("/ready").status_code == 200
    assert waits == [3]


@pytest.mark.parametrize("part", ["store", "bus"])
def test_what_does_not_answer_makes_the_server_not_ready(client, part):
    async def ping():
        raise ConnectionResetError("secret address")

    getattr(client.app.state.hub.services, part).ping = ping
    said = client.get("/ready")
    assert (said.status_code, said.text) == (503, "not ready: ConnectionResetError")
    assert said.headers["retry-after"] == "5"
    assert client.get("/health").status_code == 200


# The beginning and the end


@pytest.mark.parametrize("options", [{"takeover_seconds": 7}])
def test_everything_lives_and_ends_with_the_application(monkeypatch, tmp_path, options):
    ended = []
    for kind, name in (
        (module.Reviews, "close"),
        (module.Hub, "close"),
        (LonelyBus, "close"),
        (Store, "close"),
    ):
        real = getattr(kind, name)

        async def close(self, real=real):
            ended.append(type(self).__name__)
            await real(self)

        monkeypatch.setattr(kind, name, close)
    with served_here(tmp_path, **options) as client:
        services = client.app.state.hub.services
        assert services.takeover_after == 7_000
        assert len(services.server) == 8
        workers = MADE[-1]
        assert workers.running
        assert ended == []
    assert ended == ["Reviews", "Hub", "LonelyBus", "Store"]
    assert workers.running is False


def test_limits_given_are_those_that_count(tmp_path):
    limits = Limits.of(Config(database="sqlite:///elsewhere", requests_per_minute=1))
    with served_here(tmp_path, limits) as client:
        assert client.app.state.hub.limits is limits
        assert [client.get("/api/bots").status_code for _ in range(2)] == [200, 429]


# What may be sent


@pytest.mark.parametrize(("size", "status"), [(300_000, 400), (300_001, 413)])
def test_a_body_has_a_longest_length(client, size, status):
    assert client.post("/api/rooms", content=b" " * size).status_code == status


@pytest.mark.parametrize("path", ["/api/rooms", "/api/solve", "/api/v1/solve", "/api/replay"])
@pytest.mark.parametrize("text", [b"\xed\xa0\x80", b"\xff", b"\xc0\x80", b"\\ud800"])
def test_a_body_that_is_not_text_is_refused(client, path, text):
    body = b'{"name": "%b", "record": "%b", "rules": "%b", "rulebook": "%b"}' % ((text,) * 4)
    answer = client.post(path, content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400, answer.text


def test_a_body_nested_without_end_is_refused(client):
    said = client.post("/api/rooms", content=b"[" * 100_000)
    assert (said.status_code, said.json()["code"]) == (400, "Nested")


def test_long_answers_of_resources_are_compressed(client):
    assert client.get("/api/rulebooks").headers["content-encoding"] == "gzip"
    assert "content-encoding" not in client.get("/api/rooms").headers


def test_pages_of_the_client_and_missing_paths(client):
    page = client.get("/room/ABCDEF")
    assert page.headers["content-type"].startswith("text/html")
    assert client.get("/api/missing").status_code == 404
