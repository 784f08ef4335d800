"""Requests: what every route can find out about the one it answers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.openapi.datastructures import ResponseSpec
from litestar.types import Scope

from tilerummy.server.live.hub import Hub
from tilerummy.server.live.limits import Visitor, address_of
from tilerummy.server.wire.resources import Problem

__all__ = ["Asking", "address_in", "hub_of", "refused", "visitor_of"]

Asking: TypeAlias = Request[None, None, State]
_Connection: TypeAlias = ASGIConnection[Any, None, None, State]


def address_in(scope: Scope) -> str:
    """The address that the limits count."""
    client = scope.get("client")
    return address_of(client[0] if client else "")


def visitor_of(connection: _Connection) -> Visitor:
    """Who asks, and from where."""
    visitor: Visitor = connection.scope["state"]["visitor"]
    return visitor


def hub_of(connection: _Connection) -> Hub:
    """The live rooms of this server."""
    hub: Hub = connection.app.state.hub
    return hub


def refused(reasons: Mapping[int, str]) -> dict[int, ResponseSpec]:
    """The problems that a route may answer with, by their status."""
    return {status: ResponseSpec(Problem, description=reason) for status, reason in reasons.items()}
