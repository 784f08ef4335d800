"""`tilerummy play`: the web game on this machine, in the browser."""

from __future__ import annotations

import logging
import webbrowser
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from tilerummy.cli.serve import check_web_game

__all__ = ["app", "play_here"]

app = App(
    name="play",
    help_epilogue="""Examples:

    tilerummy play
    tilerummy play --port 9000 --no-browser
    tilerummy play --host 0.0.0.0        also for others on your network

Games are kept, so the next start goes on where you stopped.
""",
)


@app.default
def play_here(
    *,
    host: Annotated[
        str, Parameter(help="The address to listen on; 0.0.0.0 lets others on your network in.")
    ] = "127.0.0.1",
    port: Annotated[int, Parameter(help="The port to listen on.")] = 8321,
    browser: Annotated[bool, Parameter(help="Open the browser.")] = True,
    data: Annotated[
        Path | None, Parameter(help="The folder in which games are kept.", show_default=False)
    ] = None,
) -> int:
    """Play on this machine."""
    check_web_game()
    from tilerummy.server.config import Config, sqlite_in
    from tilerummy.server.logs import start_logging
    from tilerummy.server.web.process import run

    start_logging("text", logging.WARNING)
    config = Config(host=host, port=port, database=None if data is None else sqlite_in(data))

    def started() -> None:
        print(f"Play at {config.address} (Ctrl+C stops it)", flush=True)
        if browser:
            webbrowser.open(config.address)

    return run(config, started)
