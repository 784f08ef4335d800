"""The versioned interface: the command line's words, problems that name their field, batches."""

import asyncio

import httpx
import pytest

from tests.cli.running import run
from tests.server.cluster import one_server
from tests.server.web.example_answers import check_example
from tilerummy.rules.library import rulebook
from tilerummy.rules.notation import format_tiles
from tilerummy.server.config import Config
from tilerummy.server.live.processes import TooLong
from tilerummy.server.web.app import create_app
from tilerummy.server.web.examples import EXAMPLES
from tilerummy.server.wire.questions import MOST_POSITIONS, SolvePosition
from tilerummy.solver.questions import SolveQuestion

PIATNIK = {"rules": "piatnik-travel", "table": "k4 k5 k6 | r8 b8 o8", "rack": "k7 b5 *"}


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    with one_server(tmp_path_factory.mktemp("server")) as started:
        yield started


@pytest.fixture
def client(cluster):
    with httpx.Client(base_url=cluster.url(), timeout=60) as client:
        yield client


@pytest.mark.parametrize("path", EXAMPLES)
def test_the_examples_of_the_document_are_what_the_server_answers(client, path):
    check_example(client, path)


def test_every_property_of_the_document_is_described_and_examples_are_there(client):
    document = client.get("/schema/openapi.json").json()
    bare = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, told in schema.get("properties", {}).items()
        if not told.get("description")
    ]
    assert bare == []
    solve = document["paths"]["/api/v1/solve"]["post"]
    assert solve["requestBody"]["content"]["application/json"]["example"]["rack"] == "k7 b5 *"
    assert solve["responses"]["200"]["content"]["application/json"]["example"]["tiles"] == 2
    assert "batch" in client.get("/schema/openapi.yaml").text


def test_the_names_are_those_of_the_command_line(client):
    assert set(SolvePosition.__struct_fields__) == set(SolveQuestion.__struct_fields__)
    asked = [word for name, value in PIATNIK.items() for word in (f"--{name}", value)]
    shown = run("solve", *asked, "--best", "2", "--json").data
    said = client.post("/api/v1/solve", json={**PIATNIK, "best": 2}).json()
    for name in shown:
        if name == "plays":
            assert [play["laid"] for play in shown[name]] == [p["laid"] for p in said[name]]
        elif name != "seconds":
            assert shown[name] == said[name]
    play = {**PIATNIK, "after": "k4 k5 k6 k7 | r8 b8"}
    asked += ["--after", play["after"]]
    assert run("judge", *asked, "--json").data == client.post("/api/v1/judge", json=play).json()
    turn = {"rules": "jumbo", "table": "k4 k5 k6", "rack": "k7 r1", "deals": 8, "seed": "x"}
    asked = [word for name, value in turn.items() for word in (f"--{name}", str(value))]
    shown = run("analyse", *asked, "--others", "5,3", "--json").data
    assert shown == client.post("/api/v1/analyse/turn", json={**turn, "others": [5, 3]}).json()
    assert {choice["action"] for choice in shown["choices"]} == {"play", "draw"}


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"rules": "x"}, "rules"),
        ({"house": {"opening.points": -4}}, "house.opening.points"),
        ({"table": "k4 k5"}, "table"),
        ({"rack": "k7 q"}, "rack"),
        ({"rack": "k7 k7 k7"}, "rack"),
        ({"keep": "r9"}, "keep"),
        ({"weights": {"q": 1}}, "weights"),
        ({"weights": {"k7": 1}, "objective": "tiles"}, "weights"),
        ({"best": 0}, "best"),
        ({"best": 2, "moved": 3}, "best"),
        ({"nodes": 10**9}, "nodes"),
        ({"objective": "fun"}, "objective"),
        ({"colour": "blue"}, "colour"),
        ({"rack": None}, "rack"),
    ],
    ids=str,
)
def test_a_problem_names_its_field(client, wrong, field):
    said = client.post("/api/v1/solve", json=PIATNIK | wrong)
    assert (said.status_code, said.json()["field"]) == (400, field), said.text


def test_a_missing_field_is_named(client):
    said = client.post("/api/v1/solve", json={"rules": "jumbo"})
    assert (said.status_code, said.json()["field"]) == (400, "rack")


def test_earlier_paths_name_the_field_too(client):
    asked = {"rulebook": "jumbo", "table": ["b4 b5 b6"], "rack": "b7", "after": ["b4 b5 q"]}
    assert client.post("/api/judge", json=asked).json()["field"] == "after"


@pytest.mark.parametrize("path", ["rulebooks", "rulebooks/jumbo", "bots", "rooms"])
def test_resources_are_the_same_in_all_versions(client, path):
    assert client.get(f"/api/v1/{path}").json() == client.get(f"/api/{path}").json()


def test_weights_and_kept_tiles_decide(client):
    def laid(**more):
        return client.post("/api/v1/solve", json=PIATNIK | more).json()["laid"]

    assert laid(keep="*") == "k7"
    assert laid(weights={"*": 1, "k7": -1}) == "*"


def test_a_batch_is_bounded_and_charged_for_each_position(tmp_path):
    easy = {"rules": "jumbo", "rack": "k4 k5 k6"}
    with (
        one_server(tmp_path, "--requests-per-minute", "40") as cluster,
        httpx.Client(base_url=cluster.url(), timeout=60) as client,
    ):
        many = client.post("/api/v1/solve/batch", json={"positions": [easy] * 30})
        assert [one["answer"]["tiles"] for one in many.json()["answers"]] == [3] * 30
        assert (
            client.post("/api/v1/solve/batch", json={"positions": [easy] * 11}).status_code == 429
        )
        again = client.post("/api/v1/solve/batch", json={"positions": [easy] * 5})
        assert again.status_code == 200
        too_many = {"positions": [easy] * (MOST_POSITIONS + 1)}
        refused = client.post("/api/v1/solve/batch", json=too_many)
        assert (refused.status_code, refused.json()["field"]) == (400, "positions")


def test_hard_positions_of_a_batch_share_the_time_of_one_question(client):
    hard = {"rules": "twist", "rack": format_tiles(rulebook("twist").deck), "opened": False}
    said = client.post("/api/v1/solve/batch", json={"positions": [hard] * 3 + [PIATNIK]})
    assert said.status_code == 200, said.text
    answers = said.json()["answers"]
    assert [one["answer"]["optimal"] for one in answers] == [False, False, False, True]
    assert sum(one["answer"]["seconds"] for one in answers) < 8


async def test_the_document_is_made_once_in_a_process_that_ends(monkeypatch):
    """It takes most of a second, in which nobody else would be served."""
    told = []

    class Processes:
        def __init__(self, _queue, *, seconds):
            assert seconds > 60, "a busy machine has it later"

        async def run(self, _owner, work, routes):
            told.append("run")
            await asyncio.sleep(0)
            if told == ["run"]:
                raise TooLong
            return work(routes)

        async def close(self):
            told.append("closed")

    monkeypatch.setattr("tilerummy.server.web.openapi.Processes", Processes)
    documents = create_app(Config(database="sqlite:///never opened")).state.documents
    with pytest.raises(TooLong):
        await documents.made()
    first, second = await asyncio.gather(*[documents.made() for _ in range(2)])
    assert first is second
    assert b'"openapi"' in first.json
    assert b"openapi:" in first.yaml
    assert told == ["run", "closed"] * 2
