"""What programs rely on: every message and resource with its fields, bounds and defaults.

    python -m tests.server.wire.contract > tests/server/wire/contract.json

One line for each structure, so that a difference shows what a program would notice. Fields may be
added; what is taken away, renamed or bounded otherwise breaks programs written before.
"""

import inspect
import json
import sys
from types import ModuleType

import msgspec

from tilerummy.server.room import commands, events, reactions, settings, snapshots
from tilerummy.server.wire import messages, questions, resources, reviews

MODULES = (settings, snapshots, events, commands, messages, resources, reviews, questions)
UNIONS = (messages.ClientMessage, messages.ServerMessage, events.RoomEvent, reactions.Reaction)


def structures(module: ModuleType) -> list[type]:
    return [
        member
        for member in map(vars(module).get, module.__all__)
        if inspect.isclass(member) and issubclass(member, msgspec.Struct)
    ]


def bare(schema: object) -> object:
    """Without what is written for people."""
    if isinstance(schema, dict):
        return {name: bare(inner) for name, inner in schema.items() if name != "description"}
    return [bare(inner) for inner in schema] if isinstance(schema, list) else schema


def contract() -> str:
    """The schemas of all structures, a line for each."""
    found = {member for module in MODULES for member in structures(module)}
    every = sorted(found, key=lambda member: member.__name__)
    _, components = msgspec.json.schema_components([*UNIONS, *every], ref_template="#/{name}")
    lines = [
        f"{json.dumps(name)}: {json.dumps(bare(schema))}" for name, schema in components.items()
    ]
    return "{\n" + ",\n".join(sorted(lines)) + "\n}\n"


if __name__ == "__main__":
    sys.stdout.write(contract())
