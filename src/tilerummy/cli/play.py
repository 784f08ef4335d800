"""`tilerummy play`: the web game on this machine, in the browser."""

from __future__ import annotations

import logging
import socket
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
    from tilerummy.server.config import Config, data_folder
    from tilerummy.server.logs import start_logging
    from tilerummy.server.running import Listen, run

    start_logging("text", logging.WARNING)
    address = f"http://{_reached(host)}:{port}"

    def started() -> None:
        print(f"Play at {address} (Ctrl+C stops it)", flush=True)
        if browser:
            webbrowser.open(address)

    config = Config(database=sqlite_in(data or data_folder()))
    return run(config, Listen(host=host, port=port), started)


def _reached(host: str) -> str:
    """The address under which others reach what listens on this one."""
    if host != "0.0.0.0":
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # nothing is sent: it only chooses a way out
        except OSError:
            return "127.0.0.1"
        return str(line.getsockname()[0])
