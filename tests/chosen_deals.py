"""The web game as a user starts it, except that a request may choose the deal.

A request with the header `deal-seed` takes its seed from there, so that a test can have a round
that ends after a few turns. The product has nothing of the kind: seeds are drawn by lot.

    python -m tests.chosen_deals serve ...
"""

import secrets
import sys
from contextvars import ContextVar

from tilerummy.cli import main
from tilerummy.server.live.workers import Workers
from tilerummy.server.web import process

HEADER = "deal-seed"

_chosen: ContextVar[str | None] = ContextVar("chosen", default=None)
_create_app = process.create_app


def _seed(_workers):
    return _chosen.get() or secrets.token_hex(32)


def _app_that_listens(*args):
    app = _create_app(*args)
    handle = app.asgi_handler

    async def listen(scope, receive, send):
        found = dict(scope.get("headers", ())).get(HEADER.encode())
        _chosen.set(None if found is None else found.decode())
        await handle(scope, receive, send)

    app.asgi_handler = listen
    return app


if __name__ == "__main__":
    Workers.seed = _seed
    process.create_app = _app_that_listens
    sys.exit(main())
