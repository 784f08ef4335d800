"""The OpenAPI document with what people need to read: descriptions and examples.

A property is described by the docstring under its field, where the code has it anyway. The
examples are questions with the answers that this server gives. The document takes most of a second
to make, and no table may wait for that: it is made once, in a process, when it is first asked for.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from typing import Any, Final

import msgspec
import msgspec.yaml
from docstring_parser import parse_from_object
from litestar import Litestar, get
from litestar.datastructures import State
from litestar.enums import OpenAPIMediaType
from litestar.openapi import OpenAPIConfig
from litestar.serialization import get_serializer
from litestar.types import ControllerRouterHandler
from msgspec import Struct

from tilerummy.server.live.processes import Processes
from tilerummy.server.live.queues import FairQueue, QueueLimits
from tilerummy.server.web.examples import EXAMPLES

__all__ = ["Documents", "openapi_json", "openapi_yaml"]

_Document = dict[str, Any]
_LONGEST: Final = 120.0
"""How many seconds making the document may take, on a machine however busy."""
_ONE: Final = QueueLimits(slots=1, each=1, waiting=1, seconds=_LONGEST)


@dataclass(frozen=True, slots=True)
class _Made:
    """The document in its two forms."""

    json: bytes
    yaml: bytes


class Documents:
    """The document about the routes that this returns."""

    def __init__(self, routes: Callable[[], list[ControllerRouterHandler]]) -> None:
        self._routes = routes
        self._made: _Made | None = None
        self._making = asyncio.Lock()

    async def made(self) -> _Made:
        """The document, as soon as it is there."""
        async with self._making:
            if self._made is None:
                # A process of its own: what is left of this work would be a lot of garbage here.
                process = Processes(FairQueue(_ONE), seconds=_LONGEST)
                try:
                    self._made = await process.run("", _make, self._routes)
                finally:
                    await process.close()
        return self._made


@get("/schema/openapi.json", media_type=OpenAPIMediaType.OPENAPI_JSON, include_in_schema=False)
async def openapi_json(state: State) -> bytes:
    documents: Documents = state.documents
    return (await documents.made()).json


@get(
    ["/schema/openapi.yaml", "/schema/openapi.yml"],
    media_type=OpenAPIMediaType.OPENAPI_YAML,
    include_in_schema=False,
)
async def openapi_yaml(state: State) -> bytes:
    documents: Documents = state.documents
    return (await documents.made()).yaml


def _make(routes: Callable[[], list[ControllerRouterHandler]]) -> _Made:
    config = OpenAPIConfig(
        title="tilerummy", version=version("tilerummy"), use_handler_docstrings=True
    )
    described = Litestar(routes(), openapi_config=config, logging_config=None)
    document, hook = _described(described.openapi_schema.to_schema()), get_serializer()
    return _Made(
        json=msgspec.json.encode(document, enc_hook=hook),
        yaml=msgspec.yaml.encode(document, enc_hook=hook),
    )


def _described(document: _Document) -> _Document:
    structs = {struct.__name__: struct for struct in _structs(Struct)}
    for name, schema in document["components"]["schemas"].items():
        if name not in structs:
            continue
        schema["description"] = inspect.getdoc(structs[name])
        told = _fields(structs[name])
        for field, described in schema.get("properties", {}).items():
            if field in told:
                described["description"] = told[field]
    for path, example in EXAMPLES.items():
        operation = document["paths"][path]["post"]
        _content(operation["requestBody"])["example"] = example.request
        _content(operation["responses"]["200"])["example"] = example.answer
        if example.problem is not None:
            _content(operation["responses"]["400"])["example"] = example.problem
    return document


def _content(part: _Document) -> _Document:
    content: _Document = part["content"]["application/json"]
    return content


def _structs(root: type[Struct]) -> Iterator[type[Struct]]:
    """All structs of the package; where two have a name, the server's is the last."""
    below = sorted(root.__subclasses__(), key=lambda struct: ".server." in struct.__module__)
    for struct in below:
        if struct.__module__.startswith("tilerummy."):
            yield struct
        yield from _structs(struct)


@cache
def _fields(struct: type[Struct]) -> dict[str, str]:
    """The docstrings under the fields of a struct and of what it extends."""
    told: dict[str, str] = {"type": "Which of the alternatives this is."}
    for part in reversed(struct.__mro__):
        if part.__module__.startswith("tilerummy."):
            fields = parse_from_object(part).params
            told |= {field.arg_name: inspect.cleandoc(field.description or "") for field in fields}
    return told
