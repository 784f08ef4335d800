"""Records, games and reviews over HTTP, in the process of the tests."""

import time
from types import SimpleNamespace

import pytest

from tests.server.web.in_process import ANN, BEN, as_person, served_here
from tilerummy.engine.actions import Draw, Leave
from tilerummy.engine.records import record_of
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.server.live.limits import Visitor
from tilerummy.server.live.reviews import TooManyReviews
from tilerummy.server.storage.store import Store
from tilerummy.server.web import records
from tilerummy.server.wire.reviews import ReviewState


@pytest.fixture
def client(tmp_path):
    with served_here(tmp_path) as client:
        yield client


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
    visitor = Visitor(ANN, "1.2.3.4")
    request = SimpleNamespace(
        app=SimpleNamespace(state=state), scope={"state": {"visitor": visitor}}
    )
    with pytest.raises(records.NotFoundException):
        await records.record_of_key(request, "x")
    assert beat.slept == pytest.approx([slept])


class Archive:
    """The lines of finished games."""

    def __init__(self, *lines):
        self.lines, self.asked = lines, []

    async def games_of(self, *asked):
        self.asked.append(asked)
        return self.lines


def test_one_s_games_come_fifty_at_a_time_and_what_cannot_be_read_is_left_out(
    client, monkeypatch, caplog
):
    archive = Archive(b"not json", b"{}")
    monkeypatch.setattr(Store, "archive", property(lambda _: archive), raising=False)
    assert client.get("/api/games", headers=as_person(ANN)).json() == []
    assert [record.getMessage() for record in caplog.records if "listed" in record.message] == [
        f"a finished round cannot be listed ({error})"
        for error in ("DecodeError", "ValidationError")
    ]
    client.get("/api/games?before=7", headers=as_person(BEN))
    assert archive.asked == [(ANN, 1 << 53, 50), (BEN, 7, 50)]
    assert client.get("/api/games?before=-1").status_code == 400


class Reviews:
    """Notes who asks for a review of what."""

    def __init__(self):
        self.asked, self.trouble = [], None

    def of_text(self, text, asker, now):
        assert abs(now - time.time() * 1000) < 60_000
        self.asked.append((text, asker))
        if self.trouble is not None:
            raise self.trouble
        return ReviewState(progress=0.25, waiting=3, review=None)

    async def of_record(self, key, text, asker, now):
        return self.of_text((key, text), asker, now)


@pytest.fixture
def reviews(client):
    client.app.state.reviews = Reviews()
    return client.app.state.reviews


def test_a_review_is_told_as_far_as_it_is(client, kept, reviews):
    path = f"/api/records/{kept.key}/review"
    ann = Visitor(ANN, "testclient")
    of_record = client.post(path, headers=as_person(ANN))
    of_file = client.post("/api/review", json={"record": "text"}, headers=as_person(ANN))
    for said in (of_record, of_file):
        assert said.status_code == 200
        assert (said.json()["progress"], said.json()["waiting"]) == (0.25, 3)
    assert reviews.asked == [((kept.key, kept.record), ann), ("text", ann)]
    assert client.post(path, headers=as_person(BEN)).status_code == 404


def test_there_are_so_many_reviews_a_day(client, kept, reviews):
    reviews.trouble = TooManyReviews()
    for path, body in ((f"/api/records/{kept.key}/review", None), ("/api/review", "text")):
        said = client.post(path, json=body and {"record": body}, headers=as_person(ANN))
        assert said.status_code == 429
        assert "last review for today" in said.json()["message"]
