"""TypeScript of a JSON schema, kind by kind."""

import pytest

from tilerummy.server.wire.typescript import _declaration, _is_answer, _type

NUMBERS = {"type": "array", "items": {"type": "integer"}}


@pytest.mark.parametrize(
    ("schema", "text"),
    [
        ({"$ref": "#/Seat"}, "Seat"),
        ({"const": "play"}, '"play"'),
        ({"const": 3}, "3"),
        ({"enum": ["a", "b"]}, '"a" | "b"'),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, "string | null"),
        (NUMBERS, "number[]"),
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "array"}, "unknown[]"),
        ({"type": "object", "additionalProperties": NUMBERS}, "Record<string, number[]>"),
        ({"type": "object", "additionalProperties": True}, "Record<string, unknown>"),
        ({"type": "object"}, "Record<string, unknown>"),
        ({"type": "number"}, "number"),
        ({"type": "boolean"}, "boolean"),
        ({}, "unknown"),
    ],
)
def test_a_schema_is_a_type(schema, text):
    assert _type(schema) == text


SCHEMA = {
    "type": "object",
    "description": "Some\n  words.",
    "properties": {"id": {"type": "integer"}, "text": {"type": "string"}},
    "required": ["id"],
}


@pytest.mark.parametrize(
    ("name", "mark"), [("Chat", "?"), ("CreateRoom", "?"), ("SolveRequest", "?"), ("Seat", "")]
)
def test_only_what_clients_send_has_optional_fields(name, mark):
    assert _is_answer(name) == (not mark)
    assert _declaration(name, SCHEMA) == [
        "/** Some words. */",
        f"export interface {name} {{",
        "  id: number;",
        f"  text{mark}: string;",
        "}",
    ]


def test_a_structure_without_required_fields_and_one_that_is_not_an_object():
    bare = {"properties": {"id": {"type": "integer"}}}
    assert _declaration("Chat", bare) == ["export interface Chat {", "  id?: number;", "}"]
    assert _declaration("Phase", {"enum": ["a"]}) == ['export type Phase = "a";']
