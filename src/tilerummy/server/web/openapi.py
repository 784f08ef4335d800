"""The OpenAPI document with what people need to read: descriptions and examples.

A property is described by the docstring under its field, where the code has it anyway. The
examples are questions with the answers that this server gives.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from litestar import Request
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from msgspec import Struct

from tilerummy.server.web.examples import EXAMPLES

__all__ = ["DescribedJson", "DescribedYaml"]

_Document = dict[str, Any]


class DescribedJson(JsonRenderPlugin):
    """The document as JSON."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: _Document) -> bytes:
        """The document, described."""
        return super().render(request, _described(openapi_schema))


class DescribedYaml(YamlRenderPlugin):
    """The document as YAML."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: _Document) -> bytes:
        """The document, described."""
        return super().render(request, _described(openapi_schema))


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
