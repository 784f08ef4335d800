"""The application in this process: its resources over HTTP, what starts and ends with it."""

import time
from types import SimpleNamespace

import pytest
from litestar.testing import TestClient

from tests.server.live import table
from tilerummy.bots import ROSTER
from tilerummy.engine.actions import Draw, Leave
from tilerummy.engine.records import record_of
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.server.config import Config
from tilerummy.server.live.bus import LonelyBus
from tilerummy.server.live.limits import Limits
from tilerummy.server.live.queues import Overworked
from tilerummy.server.storage.store import Store
from tilerummy.server.web import app as module
from tilerummy.server.web import records
from tilerummy.server.web.identity import COOKIE, Signer

ANN, BEN = "a" * 32, "b" * 32
SECRET = "a secret"
JUMBO = {"rulebook": "jumbo"}


MADE = []
"""The workers of all applications, the last at the end."""


class Workers(table.Workers):
    """Everything is done at once, in this process."""

    def __init__(self, *, address_of):
        super().__init__()
        self.address_of = address_of
        self.running = None
        MADE.append(self)

    study = table.Workers.judge

    async def start(self):
        self.running = True

    async def close(self):
        self.running = False


@pytest.fixture
def options():
    return {}


@pytest.fixture
def client(monkeypatch, tmp_path, options):
    monkeypatch.setattr(module, "Workers", Workers)
    database = f"sqlite+aiosqlite:///{tmp_path / 'rooms.sqlite'}"
    app = module.create_app(Config(database=database, **({"secret": SECRET} | options)))
    with TestClient(app) as client:
        yield client


def as_person(who):
    return {"cookie": f"{COOKIE}={Signer(SECRET.encode()).sign(who)}"}


def created(client, who=ANN, **settings):
    asked = {"settings": JUMBO | settings, "name": "Ann"}
    answer = client.post("/api/rooms", json=asked, headers=as_person(who))
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.parametrize(
    ("options", "start"),
    [
        ({}, "http://127.0.0.1:8321/room/"),
        ({"address": "http://10.0.0.1:80"}, "http://10.0.0.1:80/room/"),
        (
            {"address": "http://10.0.0.1:80", "public_url": "https://game.example/"},
            "https://game.example/room/",
        ),
    ],
)
def test_an_invitation_leads_to_the_public_address_or_where_it_listens(client, start):
    made = created(client)
    assert made["link"] == start + made["code"]


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
    known = {Signer(SECRET.encode()).check(token) for token in tokens}
    assert len(known) == 2
    assert None not in known


@pytest.mark.parametrize("options", [{"secret": None}])
def test_without_a_secret_the_database_keeps_one(client):
    token = client.post("/api/token").json()["token"]
    assert client.app.state.signer.check(token)
    assert Signer(SECRET.encode()).check(token) is None


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


# Records and games


def finished_record():
    rules = rulebook("jumbo")
    played = Round.deal(rules, seats=2, seed="5").apply(Draw()).apply(Leave(0))
    return str(record_of([played], ["Ann", "Ben"]))


def test_a_record_from_a_file_is_replayed_and_analysed(client):
    record = finished_record()
    shown = client.post("/api/replay", json={"record": record}).json()
    assert [step["action"] for step in shown["rounds"][0]["steps"]] == ["deal", "draw", "leave"]
    turns = client.post("/api/analyse", json={"record": record, "round": 0}).json()["turns"]
    assert [turn["step"] for turn in turns] == [1]
    line = client.post("/api/what-if", json={"record": record, "step": 1, "bot": "greedy"})
    assert (line.status_code, line.json()["line"]) == (200, [])
    missing = client.post("/api/analyse", json={"record": record, "round": 1})
    assert missing.status_code == 400


class Finished:
    """A finished round in the store, open to one person."""

    def __init__(self, record, who):
        self.record, self.who = record, who

    def is_open_to(self, who, now):
        assert abs(now - time.time() * 1000) < 60_000
        return who == self.who


@pytest.fixture
def kept(client, monkeypatch):
    """The key of a record that only Ann may see yet."""
    key = "0123456789abcdef0123"
    record = finished_record()

    async def finished(asked):
        return ("ABCDEF", []) if asked == key else None

    client.app.state.hub.services.store.finished = finished
    monkeypatch.setattr(records, "finished_round", lambda *_: Finished(record, ANN))
    monkeypatch.setattr(records, "_BEAT", 0.02)
    return SimpleNamespace(key=key, record=record)


def test_a_record_is_given_to_whoever_may_see_it(client, kept):
    path = f"/api/records/{kept.key}"
    found = client.get(path, headers=as_person(ANN))
    assert found.text == kept.record
    assert found.headers["content-type"].startswith("text/plain")
    assert found.headers["content-disposition"] == f'attachment; filename="{kept.key}.record"'
    replay = client.get(f"{path}/replay", headers=as_person(ANN)).json()
    assert replay == client.post("/api/replay", json={"record": kept.record}).json()
    analysis = client.get(f"{path}/analysis", headers=as_person(ANN)).json()
    assert [turn["step"] for turn in analysis["turns"]] == [1]


@pytest.mark.parametrize("part", ["", "/replay", "/analysis"])
@pytest.mark.parametrize("key", ["0123456789abcdef0123", "f" * 20])
def test_for_everybody_else_there_is_no_such_record(client, kept, key, part):
    answer = client.get(f"/api/records/{key}{part}", headers=as_person(BEN))
    assert (answer.status_code, answer.json()["message"]) == (404, "there is no such record")


class Beat:
    """Notes how long is waited before something is refused, at these times."""

    def __init__(self, times):
        self.times, self.slept = list(times), []

    def monotonic(self):
        return self.times.pop(0)

    async def sleep(self, seconds):
        self.slept.append(seconds)


@pytest.mark.parametrize(
    ("began", "ended", "slept"), [(10.0, 10.0, 0.5), (10.0, 10.1, 0.4), (10.0, 10.7, 0.3)]
)
async def test_how_long_a_refusal_takes_tells_nothing(monkeypatch, began, ended, slept):
    beat = Beat([began, ended])
    monkeypatch.setattr(records, "time", beat)
    monkeypatch.setattr(records, "asyncio", beat)

    async def finished(_):
        return None

    store = SimpleNamespace(finished=finished)
    state = SimpleNamespace(hub=SimpleNamespace(services=SimpleNamespace(store=store)))
    request = SimpleNamespace(scope={"state": {"who": ANN}})
    with pytest.raises(records.NotFoundException):
        await records.record_of_key(request, state, "x")
    assert beat.slept == pytest.approx([slept])


class Archive:
    """The lines of finished games."""

    def __init__(self, *lines):
        self.lines, self.asked = lines, []

    async def games_of(self, *asked):
        self.asked.append(asked)
        return self.lines


def test_one_s_games_come_fifty_at_a_time_and_what_cannot_be_read_is_left_out(client, monkeypatch):
    archive = Archive(b"not json", b"{}")
    monkeypatch.setattr(Store, "archive", property(lambda _: archive), raising=False)
    assert client.get("/api/games", headers=as_person(ANN)).json() == []
    client.get("/api/games?before=7", headers=as_person(BEN))
    assert archive.asked == [(ANN, 1 << 53, 50), (BEN, 7, 50)]
    assert client.get("/api/games?before=-1").status_code == 400


# Health


def test_alive_and_ready(client):
    assert client.get("/health").text == "ok"
    assert client.get("/ready").text == "ready"
    metrics = client.get("/metrics")
    assert b"tilerummy_rooms" in metrics.content
    assert metrics.headers["content-type"].count("charset") == 1


@pytest.mark.parametrize("part", ["store", "bus"])
def test_what_does_not_answer_makes_the_server_not_ready(client, part):
    async def ping():
        raise ConnectionResetError("secret address")

    getattr(client.app.state.hub.services, part).ping = ping
    said = client.get("/ready")
    assert (said.status_code, said.text) == (503, "not ready: ConnectionResetError")
    assert client.get("/health").status_code == 200


# The beginning and the end


@pytest.mark.parametrize("options", [{"takeover_seconds": 7}])
def test_everything_lives_and_ends_with_the_application(monkeypatch, tmp_path, options):
    ended = []
    monkeypatch.setattr(module, "Workers", Workers)
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
    database = f"sqlite+aiosqlite:///{tmp_path / 'rooms.sqlite'}"
    config = Config(database=database, **options)
    with TestClient(module.create_app(config)) as client:
        services = client.app.state.hub.services
        assert services.takeover_after == 7_000
        assert len(services.server) == 8
        workers = MADE[-1]
        assert workers.running
        assert ended == []
    assert ended == ["Reviews", "Hub", "LonelyBus", "Store"]
    assert workers.running is False


def test_limits_given_are_those_that_count(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "Workers", Workers)
    database = f"sqlite+aiosqlite:///{tmp_path / 'rooms.sqlite'}"
    limits = Limits.of(Config(database=database, requests_per_minute=1))
    app = module.create_app(Config(database=database), limits)
    with TestClient(app) as client:
        assert client.app.state.hub.limits is limits
        assert [client.get("/api/bots").status_code for _ in range(2)] == [200, 429]


# What may be sent


@pytest.mark.parametrize(("size", "status"), [(300_000, 400), (300_001, 413)])
def test_a_body_has_a_longest_length(client, size, status):
    assert client.post("/api/rooms", content=b" " * size).status_code == status


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
