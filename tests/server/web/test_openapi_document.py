"""The OpenAPI document: descriptions from docstrings, examples, made once."""

import msgspec
import pytest
from msgspec import Struct

from tilerummy.server.web.app import _routes
from tilerummy.server.web.examples import EXAMPLES
from tilerummy.server.web.openapi import _fields, _make, _structs
from tilerummy.server.wire.questions import SolvePosition
from tilerummy.server.wire.resources import Problem, RoomSummary


@pytest.fixture(scope="module")
def made():
    return _make(_routes)


@pytest.fixture(scope="module")
def document(made):
    return msgspec.json.decode(made.json)


def test_both_forms_say_the_same(made, document):
    assert msgspec.yaml.decode(made.yaml) == document
    assert document["info"]["title"] == "tilerummy"


def test_every_structure_and_field_says_what_its_docstring_says(document):
    schemas = document["components"]["schemas"]
    assert schemas["Problem"]["description"] == Problem.__doc__
    for struct in (Problem, RoomSummary, SolvePosition):
        told = schemas[struct.__name__]["properties"]
        assert {name: field["description"] for name, field in told.items()} == {
            name: words for name, words in _fields(struct).items() if name in told
        }
        assert set(told) == set(struct.__struct_fields__)
    bare = [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, told in schema.get("properties", {}).items()
        if not told.get("description")
    ]
    assert bare == []


def test_every_route_is_described(document):
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if method in ("get", "post"):
                assert operation.get("description") or operation.get("summary"), path


QUESTION, RECORD, PLAIN = {200, 400, 429, 503}, {200, 400, 404, 429, 503}, {200}
STATUSES = {
    "get /rooms": PLAIN,
    "post /rooms": {201, 400, 404, 429},
    "get /rooms/{code}": {200, 400, 404, 429},
    "get /bots": PLAIN,
    "post /token": {201},
    "get /rulebooks": PLAIN,
    "get /rulebooks/{name}": RECORD,
    "get /games": {200, 400},
    "get /records/{key}": RECORD,
    "get /records/{key}/analysis": RECORD,
    "get /records/{key}/replay": RECORD,
    "post /records/{key}/review": RECORD,
    "post /analyse": RECORD,
    "post /replay": RECORD,
    "post /review": RECORD,
    "post /chances": RECORD,
    "post /what-if": RECORD,
}
"""What a route may answer with, in every version."""
EARLIER = {f"post /{name}": RECORD for name in ("judge", "solve", "arrange")}
VERSION_1 = {
    f"post /{name}": QUESTION
    for name in ("solve", "solve/batch", "judge", "analyse/turn", "arrange")
}


@pytest.mark.parametrize(
    ("prefix", "expected"), [("/api", STATUSES | EARLIER), ("/api/v1", STATUSES | VERSION_1)]
)
def test_every_route_says_with_what_it_answers(document, prefix, expected):
    found = {
        f"{method} {path.removeprefix(prefix)}": set(map(int, operation["responses"]))
        for path, operations in document["paths"].items()
        if path.startswith(f"{prefix}/") and path.startswith("/api/v1/") == (prefix == "/api/v1")
        for method, operation in operations.items()
    }
    assert found == expected


@pytest.mark.parametrize("path", EXAMPLES)
def test_examples_stand_beside_their_question_their_answer_and_their_problem(document, path):
    operation, example = document["paths"][path]["post"], EXAMPLES[path]

    def shown(part):
        return part["content"]["application/json"].get("example")

    assert shown(operation["requestBody"]) == example.request
    assert shown(operation["responses"]["200"]) == example.answer
    assert shown(operation["responses"]["400"]) == example.problem


def test_all_structures_of_the_package_are_known_those_of_the_server_last():
    found = list(_structs(Struct))
    assert {Problem, SolvePosition} <= set(found)
    assert all(struct.__module__.startswith("tilerummy.") for struct in found)
    names = [struct.__module__ for struct in Struct.__subclasses__() if struct in found]
    server = [".server." in name for name in names]
    direct = [s for s in found if s in Struct.__subclasses__()]
    order = [".server." in struct.__module__ for struct in direct]
    assert order == sorted(server)
