"""`tilerummy play`: the web game on this machine, in the browser."""

from __future__ import annotations

import logging
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from tilerummy.cli.serve import sqlite_in

__all__ = ["app", "play_here"]

app = App(
    name="play",
    help_epilogue="""Examples:

    tilerummy play
    tilerummy play --port 9000 --no-browser

Games are kept, so the next start goes on where you stopped.
""",
)


@app.default
def play_here(
    *,
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8321,
    browser: Annotated[bool, Parameter(help="Open the browser.")] = True,
    data: Annotated[
        Path | None, Parameter(help="The folder in which games are kept.", show_default=False)
    ] = None,
) -> int:
    """Play on this machine."""
    from tilerummy.server.config import Config, data_folder
    from tilerummy.server.logs import start_logging
    from tilerummy.server.running import Listen, run

    start_logging("text", logging.WARNING)
    address = f"http://127.0.0.1:{port}"

    def started() -> None:
        print(f"Play at {address} (Ctrl+C stops it)", flush=True)
        if browser:
            webbrowser.open(address)

    config = Config(database=sqlite_in(data or data_folder()))
    return run(config, Listen(port=port), started)
