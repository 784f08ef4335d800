"""The protocol's types, its document and the client's copy of it say the same."""

import re
from pathlib import Path

import msgspec
import pytest

from tilerummy.server.room import events
from tilerummy.server.room.refusals import RefusalCode
from tilerummy.server.wire import messages
from tilerummy.server.wire.typescript import typescript

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text("utf-8")
UNIONS = (messages.ClientMessage, messages.ServerMessage, events.RoomEvent)
TAGS = sorted({member.__struct_config__.tag for union in UNIONS for member in union.__args__})


def test_the_types_in_the_client_are_up_to_date():
    generated = ROOT / "client" / "src" / "protocol.gen.ts"
    command = "python -m tilerummy.server.wire.typescript > client/src/protocol.gen.ts"
    assert generated.read_text("utf-8") == typescript(), f"stale: run {command}"


@pytest.mark.parametrize("tag", TAGS)
def test_every_message_is_described(tag):
    assert re.search(rf"`{tag}`", DOCUMENT)


@pytest.mark.parametrize("code", RefusalCode)
def test_every_refusal_is_described(code):
    assert re.search(rf"`{code}`", DOCUMENT)


@pytest.mark.parametrize("message", messages.ClientMessage.__args__)
def test_a_message_with_an_unknown_field_is_refused(message):
    tag = message.__struct_config__.tag
    with pytest.raises(msgspec.ValidationError):
        messages.decode(f'{{"type":"{tag}","surprise":1}}')


def test_the_examples_of_the_document_are_messages():
    hello, happened = re.findall(r"```json\n(.*?)\n```", DOCUMENT, re.DOTALL)
    assert messages.decode(hello) == messages.Hello(after=41)
    assert msgspec.json.decode(happened, type=events.Happened).number == 42
