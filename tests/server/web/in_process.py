"""The application in the process of the tests, with workers that do everything at once."""

from contextlib import contextmanager
from unittest.mock import patch

from litestar.testing import TestClient

from tests.server.live import table
from tilerummy.server.config import Config
from tilerummy.server.web import app as module
from tilerummy.server.web.identity import COOKIE, Signer

ANN, BEN = "a" * 32, "b" * 32
SIGNER = Signer(b"a secret")
MADE = []
"""The workers of all applications, the last at the end."""


class Workers(table.Workers):
    """Everything is done at once, in this process."""

    def __init__(self, *, address_of):
        super().__init__()
        self.address_of = address_of
        self.running = None
        MADE.append(self)

    study = table.Workers.judge

    async def start(self):
        self.running = True

    async def close(self):
        self.running = False


@contextmanager
def served_here(folder, limits=None, **options):
    """A client of the application with these options, and a database in that folder."""
    chosen = {
        "database": f"sqlite:///{folder / 'rooms.sqlite'}",
        "secret": SIGNER.key.decode(),
    }
    with patch.object(module, "Workers", Workers):
        app = module.create_app(Config(**(chosen | options)), limits)
        with TestClient(app) as client:
            yield client


def as_person(who):
    """The headers of somebody who has been here before."""
    return {"cookie": f"{COOKIE}={SIGNER.sign(who)}"}
