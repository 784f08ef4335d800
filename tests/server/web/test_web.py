"""The HTTP side: rooms, rules, records, files, headers, health."""

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.cluster import one_server
from tests.server.player import Player
from tilerummy.engine.actions import Draw
from tilerummy.engine.records import record_of
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import RULEBOOK_IDS, rulebook

JUMBO = {"rulebook": "jumbo"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("web")) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with httpx.Client(base_url=cluster.url()) as client:
        yield client


def test_a_room_is_made_found_and_listed_when_public(client):
    made = client.post("/api/rooms", json={"settings": JUMBO | {"public": True}, "name": "Ann"})
    code = made.json()["code"]
    assert made.json()["link"] == f"{client.base_url}/room/{code}".replace("//room", "/room")
    assert client.get(f"/api/rooms/{code.lower()}").json()["players"] == ["Ann"]
    assert code in [room["code"] for room in client.get("/api/rooms").json()]


def test_a_private_room_is_not_listed(client):
    made = client.post("/api/rooms", json={"settings": JUMBO, "name": "Ann"})
    assert made.json()["code"] not in [room["code"] for room in client.get("/api/rooms").json()]


def test_one_request_starts_a_game_against_bots(client):
    wanted = {"settings": JUMBO, "name": "Ann", "bots": ["greedy"], "start": True}
    code = client.post("/api/rooms", json=wanted).json()["code"]
    assert client.get(f"/api/rooms/{code}").json()["phase"] == "playing"


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"settings": {"rulebook": "nonsense"}, "name": "Ann"}, "is unknown"),
        ({"settings": {"rulebook": "/etc/passwd"}, "name": "Ann"}, "is unknown"),
        ({"settings": JUMBO | {"house": {"opening.points": -1}}, "name": "Ann"}, "opening.points"),
        ({"settings": JUMBO | {"seats": 6}, "name": "Ann"}, "2 to 4 players"),
        ({"settings": JUMBO, "name": "Ann", "bots": ["nobody"]}, "available bot levels"),
        ({"settings": JUMBO, "name": "\n"}, "visible"),
        ({"settings": JUMBO, "name": ""}, "length"),
        ({"settings": JUMBO, "name": "Ann", "surprise": 1}, "surprise"),
    ],
)
def test_a_room_that_cannot_be_is_refused_in_words(client, wanted, words):
    answer = client.post("/api/rooms", json=wanted)
    assert answer.status_code == 400
    assert words in answer.json()["message"]


def test_every_rulebook_has_a_page_with_sources(client):
    assert [book["id"] for book in client.get("/api/rulebooks").json()] == list(RULEBOOK_IDS)
    for name in RULEBOOK_IDS:
        detail = client.get(f"/api/rulebooks/{name}").json()
        assert detail["tiles"] == len(rulebook(name).deck)
        assert all(field["source"] for field in detail["fields"])
    assert client.get("/api/rulebooks/nonsense").status_code == 404


def test_the_judge_answers_with_reasons(client):
    asked = {"rulebook": "jumbo", "table": ["k4 k5 k6"], "rack": "k7 b5", "after": ["k4 k5 k6 k7"]}
    assert client.post("/api/judge", json=asked).json()["legal"] is True
    asked["after"] = ["k4 k5 k6 b5"]
    answer = client.post("/api/judge", json=asked).json()
    assert answer["reasons"][0]["code"] == "INVALID_MELD"
    assert answer["melds"][0]["stands"] is False


def test_the_solver_and_the_arranger_answer(client):
    asked = {"rulebook": "jumbo", "table": ["k4 k5 k6"], "rack": "k7 b5"}
    assert client.post("/api/solve", json=asked).json()["laid"] == "k7"
    loose = {"rulebook": "jumbo", "tiles": "k6 k4 k5"}
    assert client.post("/api/arrange", json=loose).json()["meld"] == "k4 k5 k6"


def test_text_that_is_no_notation_is_refused_with_its_place(client):
    answer = client.post("/api/solve", json={"rulebook": "jumbo", "rack": "k7 q5"})
    assert answer.status_code == 400
    assert "position 4" in answer.json()["message"]


def test_a_record_from_a_file_is_replayed_and_analysed(client):
    played = Round.deal(rulebook("jumbo"), seats=2, seed=8).apply(Draw()).apply(Draw())
    text = str(record_of([played], ["Ann", "Ben"]))
    shown = client.post("/api/replay", json={"record": text}).json()
    assert [step["action"] for step in shown["rounds"][0]["steps"]] == ["deal", "draw", "draw"]
    assert len(client.post("/api/analyse", json={"record": text}).json()["turns"]) == 2


def test_a_damaged_record_is_refused_with_its_line(client):
    answer = client.post("/api/replay", json={"record": "nonsense"})
    assert answer.status_code == 400
    assert "line 1" in answer.json()["message"]


def test_an_identity_is_handed_out_once_and_hidden_from_scripts(client):
    cookie = client.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in client.get("/api/rooms").headers


def test_a_forged_identity_is_replaced(cluster):
    with httpx.Client(base_url=cluster.url(), cookies={"tilerummy": "0" * 32 + ".0"}) as client:
        assert "set-cookie" in client.get("/api/rooms").headers


def test_requests_from_other_sites_are_turned_away(client):
    foreign = {"origin": "https://elsewhere.example"}
    asked = {"settings": JUMBO, "name": "Ann"}
    assert client.post("/api/rooms", json=asked, headers=foreign).status_code == 403
    own = {"origin": str(client.base_url).rstrip("/")}
    assert client.post("/api/rooms", json=asked, headers=own).status_code == 201


def test_answers_carry_the_headers_that_protect_browsers(client):
    headers = client.get("/").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/rooms/ABCDEF", 404),
        ("GET", "/api/missing", 404),
        ("GET", "/assets/missing.js", 404),
        ("DELETE", "/api/rooms", 405),
        ("TRACE", "/", 405),
        ("POST", "/api/rooms", 400),
        ("POST", "/api/rooms", 403),
        ("POST", "/api/rooms", 413),
    ],
)
def test_refusals_carry_them_too(client, method, path, status):
    headers = {"origin": "https://elsewhere.example"} if status == 403 else {}
    body = b" " * 400_000 if status == 413 else b""
    answer = client.request(method, path, headers=headers, content=body)
    assert answer.status_code == status
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


def test_a_body_nested_without_end_is_refused(client):
    answer = client.post("/api/rooms", content=b"[" * 100_000)
    assert answer.status_code == 400
    assert answer.json()["code"] == "Nested"


@pytest.mark.parametrize("path", ["/", "/room/ABCDEF", "/health", "/ready"])
def test_one_may_ask_for_the_head_alone(client, path):
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == client.get(path).headers["content-type"]


def test_long_answers_are_compressed(client):
    assert client.get("/api/rulebooks").headers["content-encoding"] == "gzip"
    plain = client.get("/api/rulebooks", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert client.get("/").headers.get("content-encoding") in (None, "gzip")
    assert client.get("/").text.startswith("<!doctype html>")


def test_paths_of_the_client_get_its_page_and_missing_files_do_not(client):
    page = client.get("/room/ABCDEF")
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-store"
    assert client.get("/assets/missing.js").status_code == 404
    assert client.get("/api/missing").status_code == 404
    assert client.get("/../../etc/passwd.txt").status_code == 404


def test_whoever_runs_the_server_can_see_how_it_is(client):
    assert client.get("/health").text == "ok"
    assert client.get("/ready").text == "ready"
    metrics = client.get("/metrics")
    assert "tilerummy_rooms" in metrics.text
    assert metrics.headers["content-type"].count("charset") == 1


def test_a_person_cannot_make_rooms_without_end(tmp_path):
    with (
        one_server(tmp_path, "--rooms-per-person", "2") as cluster,
        httpx.Client(base_url=cluster.url()) as client,
    ):
        asked = {"settings": JUMBO, "name": "Ann"}
        codes = [client.post("/api/rooms", json=asked).status_code for _ in range(3)]
        assert codes == [201, 201, 429]


def test_who_sends_no_cookie_cannot_make_rooms_without_end_either(tmp_path):
    with one_server(tmp_path, "--rooms-per-address", "2") as cluster:
        asked, url = {"settings": JUMBO, "name": "Ann"}, f"{cluster.url()}/api/rooms"
        assert [httpx.post(url, json=asked).status_code for _ in range(3)] == [201, 201, 429]


def test_nobody_finds_a_room_by_trying_codes(tmp_path):
    with (
        one_server(tmp_path) as cluster,
        httpx.Client(base_url=cluster.url()) as client,
    ):
        code = client.post("/api/rooms", json={"settings": JUMBO, "name": "Ann"}).json()["code"]
        wrong = [client.get(f"/api/rooms/ZZZZZ{number % 9}").status_code for number in range(61)]
        assert wrong == [404] * 60 + [429]
        assert httpx.get(f"{cluster.url()}/api/rooms/{code}").status_code == 429
        assert client.get(f"/api/rooms/{code}").status_code == 200, "Ann has a seat there"


def test_a_client_cannot_ask_without_end(tmp_path):
    with (
        one_server(tmp_path, "--requests-per-minute", "5") as cluster,
        httpx.Client(base_url=cluster.url()) as client,
    ):
        codes = [client.get("/api/rooms").status_code for _ in range(7)]
        assert codes == [200] * 5 + [429] * 2
        assert int(client.get("/api/rooms").headers["retry-after"]) > 0
        assert client.get("/health").status_code == 200


@pytest.mark.parametrize("path", ["/", "/metrics", "/ready", "/health"])
def test_files_and_figures_are_not_free_of_limits_either(tmp_path, path):
    with (
        one_server(tmp_path, "--requests-per-minute", "2") as cluster,
        httpx.Client(base_url=cluster.url()) as client,
    ):
        codes = [client.get(path).status_code for _ in range(12)]
        assert codes == [200] * 10 + [429] * 2


async def test_a_program_takes_a_seat_with_a_token(cluster, client):
    code = client.post("/api/rooms", json={"settings": JUMBO, "name": "Ann"}).json()["code"]
    program = Player("program")
    client.cookies.clear()
    program.token = client.post("/api/token").json()["token"]
    await program.enter(cluster.url(), code)
    await program.do(type="sit", seat=1, name="program")
    assert program.picture.room["you"] == 1
    await program.drop()


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_no_request_breaks_the_interface(cluster):
    schema = schemathesis.openapi.from_url(f"{cluster.url()}/schema/openapi.json", timeout=120)
    every = [found.ok() for found in schema.get_all_operations()]
    # What is the same in all versions is tried once.
    versions = {operation.path for operation in every if operation.path.startswith("/api/v1")}
    operations = [o for o in every if o.path.replace("/api/", "/api/v1/", 1) not in versions]
    assert len(operations) > 10
    for operation in operations:
        break_it(operation)


def break_it(operation):
    @given(case=operation.as_strategy())
    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    def check(case):
        case.call_and_validate(checks=CHECKS)

    check()


def test_an_invitation_does_not_lead_where_a_header_says(client):
    forged = {"host": "evil.example", "x-forwarded-host": "evil.example"}
    made = client.post("/api/rooms", json={"settings": JUMBO, "name": "Ann"}, headers=forged)
    assert "evil" not in made.text


def test_house_rules_are_short(client):
    for house in ({"title": "x" * 300}, {"x" * 300: 1}, {"colours": ["black"] * 80}):
        asked = {"settings": JUMBO | {"house": house}, "name": "Ann"}
        assert client.post("/api/rooms", json=asked).status_code == 400
