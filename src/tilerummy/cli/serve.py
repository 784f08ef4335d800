"""`tilerummy serve`: the web game for everybody who can reach this machine."""

from __future__ import annotations

import logging
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import App, Parameter
from cyclopts.config import Env

from tilerummy.rules.errors import TilerummyError

__all__ = ["app", "check_web_game", "sqlite_in", "start_server"]

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


def sqlite_in(folder: Path) -> str:
    """The address of the SQLite database in that folder, which is made if it is missing."""
    from sqlalchemy import URL

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TilerummyError(f"cannot keep games in {folder}: {error.strerror}") from None
    file = str(folder / "tilerummy.sqlite")
    return URL.create("sqlite", database=file).render_as_string()


@app.default
def start_server(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8321,
    database: Annotated[
        str | None,
        Parameter(
            help="sqlite:///FILE or postgresql+asyncpg://…; a file of this user's by default."
        ),
    ] = None,
    bus: Annotated[
        str | None,
        Parameter(help="redis://… when several servers share the database."),
    ] = None,
    public_url: Annotated[
        str | None,
        Parameter(help="How players reach this server, for example https://play.example.org."),
    ] = None,
    secret: Annotated[
        str | None,
        Parameter(help="Signs identities; kept in the database by default."),
    ] = None,
    proxies: Annotated[
        str,
        Parameter(help="Addresses of trusted proxies (X-Forwarded-For); * for any."),
    ] = "127.0.0.1",
    requests_per_minute: Annotated[
        int, Parameter(help="HTTP requests a client may send in a minute.")
    ] = 600,
    rooms_per_person: Annotated[int, Parameter(help="Rooms a person may make in a day.")] = 200,
    rooms_per_address: Annotated[
        int, Parameter(help="Rooms that may be made from one address in a day.")
    ] = 1_000,
    sockets_per_address: Annotated[
        int, Parameter(help="Connections to rooms that one address may have at once.")
    ] = 500,
    rooms_most: Annotated[
        int, Parameter(help="Rooms that may be alive at once on this server.")
    ] = 20_000,
    forget_days: Annotated[
        int, Parameter(help="Days until a room without a finished round is forgotten.")
    ] = 60,
    reviews_per_day: Annotated[
        int, Parameter(help="Reviews of finished games a person may ask for in a day.")
    ] = 60,
    review_processes: Annotated[
        int, Parameter(help="Reviews that are made at once, each in a process of its own.")
    ] = 1,
    review_effort: Annotated[float, Parameter(help="How much work a review is; 1 is usual.")] = 1.0,
    takeover_seconds: Annotated[
        int, Parameter(help="Seconds until a bot plays for somebody who lost the connection.")
    ] = 30,
    client: Annotated[
        bool,
        Parameter(help="Serve the web client; without it only programs can play."),
    ] = True,
    log: Annotated[Literal["json", "text"], Parameter(help="The form of the log.")] = "json",
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        Parameter(help="What is worth a line in the log."),
    ] = "info",
    access_log: Annotated[bool, Parameter(help="A line in the log for each request.")] = False,
) -> int:
    """Serve the web game until stopped."""
    check_web_game(client=client)
    from tilerummy.server.config import Config, data_folder
    from tilerummy.server.logs import start_logging
    from tilerummy.server.web.process import Listen, run

    start_logging(log, logging.getLevelNamesMapping()[log_level.upper()])
    config = Config(
        database=database or sqlite_in(data_folder()),
        bus=bus,
        public_url=public_url,
        secret=secret,
        requests_per_minute=requests_per_minute,
        rooms_per_person=rooms_per_person,
        rooms_per_address=rooms_per_address,
        sockets_per_address=sockets_per_address,
        rooms_most=rooms_most,
        forget_days=forget_days,
        reviews_per_day=reviews_per_day,
        review_processes=review_processes,
        review_effort=review_effort,
        takeover_seconds=takeover_seconds,
    )

    def started() -> None:
        print(f"tilerummy serves at http://{host}:{port}", file=sys.stderr, flush=True)

    return run(
        config, Listen(host=host, port=port, proxies=proxies, access_log=access_log), started
    )
