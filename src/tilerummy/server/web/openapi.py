"""The OpenAPI document with what people need to read: descriptions and examples.

A property is described by the docstring under its field, where the code has it anyway. The
examples are questions with the answers that this server gives. The document takes long to make, and
nobody may keep the tables waiting for it: a server makes it once, beside its other work.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import msgspec
import msgspec.yaml
from litestar import Litestar, Request
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.serialization import get_serializer
from msgspec import Struct

from tilerummy.server.web.examples import EXAMPLES

__all__ = ["DescribedJson", "DescribedYaml", "make_documents"]

_Document = dict[str, Any]


class DescribedJson(JsonRenderPlugin):
    """The document as JSON."""

    _made = b""

    def render(self, _: Request[Any, Any, Any] | None, openapi_schema: _Document) -> bytes:
        """The document, described."""
        self._made = self._made or msgspec.json.encode(_plain(openapi_schema))
        return self._made


class DescribedYaml(YamlRenderPlugin):
    """The document as YAML."""

    _made = b""

    def render(self, _: Request[Any, Any, Any] | None, openapi_schema: _Document) -> bytes:
        """The document, described."""
        self._made = self._made or msgspec.yaml.encode(_plain(openapi_schema))
        return self._made


def make_documents(app: Litestar) -> None:
    """Make the document in all its forms, so that nobody waits for it."""
    assert app.openapi_config is not None
    for plugin in app.openapi_config.render_plugins:
        if isinstance(plugin, DescribedJson | DescribedYaml):
            plugin.render(None, app.openapi_schema.to_schema())


def _plain(document: _Document) -> _Document:
    plain: _Document = msgspec.to_builtins(_described(document), enc_hook=get_serializer())
    return plain


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
        if part in (object, Struct) or not part.__module__.startswith("tilerummy."):
            continue
        (written,) = ast.parse(textwrap.dedent(inspect.getsource(part))).body
        assert isinstance(written, ast.ClassDef)
        for line, after in pairwise(written.body):
            match line, after:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(text))),
                ):
                    told[name] = inspect.cleandoc(text)
    return told
