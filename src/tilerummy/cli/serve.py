"""`tilerummy serve`: the web game for everybody who can reach this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from tilerummy.rules.errors import TilerummyError

__all__ = ["app", "sqlite_in", "start_server"]

app = App(
    name="serve",
    help_epilogue="""Examples:

    tilerummy serve --host 0.0.0.0 --port 8080
    tilerummy serve --bus redis://cache \\
        --database postgresql+asyncpg://user:password@db/tilerummy

Servers that share a database and a bus share their rooms; put any balancer in
front of them.
""",
)


def sqlite_in(folder: Path) -> str:
    """The address of the SQLite database in that folder, which is made if it is missing."""
    from sqlalchemy import URL

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TilerummyError(f"cannot keep games in {folder}: {error.strerror}") from None
    file = str(folder / "tilerummy.sqlite")
    return URL.create("sqlite+aiosqlite", database=file).render_as_string()


@app.default
def start_server(
    *,
    host: Annotated[str, Parameter(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8321,
    database: Annotated[
        str | None,
        Parameter(
            help="sqlite:///FILE or postgresql+asyncpg://…; a file of this user's by default.",
            env_var="TILERUMMY_DATABASE",
        ),
    ] = None,
    bus: Annotated[
        str | None,
        Parameter(
            help="redis://… when several servers share the database.", env_var="TILERUMMY_BUS"
        ),
    ] = None,
    public_url: Annotated[
        str | None,
        Parameter(
            help="How players reach this server, for example https://play.example.org.",
            env_var="TILERUMMY_PUBLIC_URL",
        ),
    ] = None,
    secret: Annotated[
        str | None,
        Parameter(
            help="Signs identities; kept in the database by default.", env_var="TILERUMMY_SECRET"
        ),
    ] = None,
    proxies: Annotated[
        str,
        Parameter(
            help="Addresses of balancers that say who the client is; * for any.",
            env_var="TILERUMMY_PROXIES",
        ),
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
    takeover_seconds: Annotated[
        int, Parameter(help="Seconds until a bot plays for somebody who lost the connection.")
    ] = 30,
    log: Annotated[Literal["json", "text"], Parameter(help="The form of the log.")] = "json",
) -> int:
    """Serve the web game until stopped."""
    from tilerummy.server.config import Config, data_folder
    from tilerummy.server.logs import start_logging
    from tilerummy.server.running import Listen, run

    start_logging(log)
    config = Config(
        database=database or sqlite_in(data_folder()),
        bus=bus,
        public_url=public_url,
        secret=secret,
        requests_per_minute=requests_per_minute,
        rooms_per_person=rooms_per_person,
        rooms_per_address=rooms_per_address,
        sockets_per_address=sockets_per_address,
        takeover_seconds=takeover_seconds,
    )

    def started() -> None:
        print(f"tilerummy serves at http://{host}:{port}", file=sys.stderr, flush=True)

    return run(config, Listen(host=host, port=port, proxies=proxies), started)
