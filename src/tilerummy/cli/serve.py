"""`tilerummy serve`: the web game for everybody who can reach this machine."""

from __future__ import annotations

import logging
import sys
from importlib.util import find_spec
from typing import Annotated, Final, Literal

from cyclopts import App, Parameter
from cyclopts.config import Env

from tilerummy.rules.errors import TilerummyError
from tilerummy.server.config import Config

__all__ = ["app", "check_web_game", "start_server"]

_WEB_MODULES: Final = ("litestar", "uvicorn", "sqlalchemy", "alembic")

app = App(
    name="serve",
    help_epilogue="""Examples:

    tilerummy serve --host 0.0.0.0 --port 8080
    tilerummy serve --bus redis://cache \\
        --database postgresql+asyncpg://user:password@db/tilerummy

Servers that share a database and a bus share their rooms; put any balancer in
front of them. Every option can also be given as an environment variable, for
example TILERUMMY_PORT=8080.
""",
    config=Env("TILERUMMY_", command=False),
)


def check_web_game(*, client: bool = True) -> None:
    """Say what to install or to build where this installation cannot serve the web game."""
    if any(find_spec(module) is None for module in _WEB_MODULES):
        raise TilerummyError(
            "the web game is not installed; install it with: pip install 'tilerummy[web]'"
        )
    from tilerummy.server.config import CLIENT_FILES

    if client and not (CLIENT_FILES / "index.html").is_file():
        raise TilerummyError(
            "this build has no web client; run 'make client' first, "
            "or serve programs alone with: tilerummy serve --no-client"
        )


@app.default
def start_server(
    *,
    config: Annotated[Config | None, Parameter(name="*")] = None,
    log: Annotated[Literal["json", "text"], Parameter(help="The form of the log.")] = "json",
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Parameter(help="What is worth a line in the log."),
    ] = "info",
    access_log: Annotated[bool, Parameter(help="A line in the log for each request.")] = False,
) -> int:
    """Serve the web game until stopped."""
    chosen = config or Config()
    check_web_game(client=chosen.client)
    from tilerummy.server.logs import start_logging
    from tilerummy.server.web.process import run

    start_logging(log, logging.getLevelNamesMapping()[log_level.upper()])

    def started() -> None:
        address = f"http://{chosen.host}:{chosen.port}"
        print(f"tilerummy serves at {address}", file=sys.stderr, flush=True)

    return run(chosen, started, access_log=access_log)
