"""`tilerummy admin`: looking after the database of a server."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import App, Parameter

from tilerummy.cli.serve import check_web_game

__all__ = ["app"]

app = App(
    name="admin",
    help_epilogue="""Examples:

    tilerummy admin check
    tilerummy admin backup games-2026-11-17.sqlite
    tilerummy admin export logs.jsonl --database postgresql+asyncpg://…

Without --database, the file in which `tilerummy play` and `tilerummy serve`
keep the games of this user.
""",
)

Database = Annotated[
    str | None,
    Parameter(help="sqlite:///FILE or postgresql+asyncpg://….", env_var="TILERUMMY_DATABASE"),
]


def _address(database: str | None) -> str:
    check_web_game(client=False)
    from tilerummy.server.config import Config
    from tilerummy.server.storage.access import check_database

    address = Config(database=database).database_url
    check_database(address)
    return address


@app.command
def check(*, database: Database = None) -> int:
    """Count what is stored, and name every room whose log cannot be followed."""
    address = _address(database)
    from tilerummy.server.storage.administration import examine

    health = asyncio.run(examine(address))
    revision = health.revision
    if revision.found != revision.expected:
        print(f"The tables are at {revision.found or 'nothing'}, not {revision.expected}:")
        print("run `tilerummy admin migrate`, or start a server.")
    print(f"{health.rooms} rooms, {health.entries} entries, {health.finished} finished rounds")
    for room in health.broken:
        print(f"room {room}: its log cannot be followed")
    return 1 if health.broken or revision.found != revision.expected else 0


@app.command
def migrate(*, database: Database = None) -> None:
    """Bring the tables up to date, as every server does when it starts."""
    address = _address(database)
    from tilerummy.server.storage.administration import migrate

    before = asyncio.run(migrate(address))
    if before.found == before.expected:
        print(f"The tables are up to date ({before.expected}).")
    else:
        print(f"The tables were at {before.found or 'nothing'} and are at {before.expected} now.")


@app.command
def export(file: Path, *, database: Database = None) -> None:
    """Write the log of every room as one line of JSON: {"room": …, "entries": […]}."""
    address = _address(database)
    from tilerummy.server.storage.administration import logs

    async def write() -> int:
        count = 0
        with file.open("xb") as output:
            async for stored in logs(address):
                entries = [msgspec.Raw(entry.encode()) for entry in stored.entries]
                line = {"room": stored.room, "entries": entries}
                output.write(msgspec.json.encode(line) + b"\n")
                count += 1
        return count

    print(f"{asyncio.run(write())} rooms written to {file}. Keep it to yourself: it holds seeds.")


@app.command
def backup(file: Path, *, database: Database = None) -> None:
    """Copy an SQLite database into a new file, also while a server uses it."""
    address = _address(database)
    from tilerummy.server.storage.administration import AdministrationError, backup

    if file.exists():
        raise AdministrationError(f"{file} exists already; a backup is a new file")
    asyncio.run(backup(address, file))
    print(f"Copied to {file}.")
