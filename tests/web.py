"""The web game as a process of its own, as a user starts it."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.servers import accepts, free_port, wait_until

# All the people of a test come from one address, so the limits must not meet them.
# Reviews are short: what they say is tested elsewhere.
PATIENT = (
    *("--requests-per-minute", "100000", "--rooms-per-person", "1000", "--log", "text"),
    *("--reviews-per-day", "1000", "--review-effort", "0.02"),
)


ROOT = Path(__file__).parents[1]
AS_A_USER = (str(Path(sys.executable).with_name("tilerummy")),)
WITH_CHOSEN_DEALS = (sys.executable, "-m", "tests.chosen_deals")


@contextmanager
def game_server(
    folder: Path,
    *options: str,
    database: str | None = None,
    program: tuple[str, ...] = AS_A_USER,
) -> Iterator[str]:
    """Run `tilerummy serve` on a free port and yield its address; data and log go to `folder`."""
    port, log = free_port(), folder / "server.log"
    address = database or f"sqlite:///{folder / 'game.sqlite'}"
    command = (*program, "serve", "--port", str(port), "--database", address, *PATIENT, *options)
    with (
        log.open("ab") as output,
        subprocess.Popen(
            command,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | {"NO_COLOR": "1"},
            cwd=ROOT,
        ) as process,
    ):
        try:
            wait_until(lambda: accepts(port), process, log)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
