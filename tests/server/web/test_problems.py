"""Problems: what went wrong as a status, a code, a sentence and the field it is about."""

import msgspec
import pytest
from litestar import Litestar, get
from litestar.exceptions import (
    ClientException,
    NotFoundException,
    TooManyRequestsException,
    ValidationException,
)
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from tilerummy.rules.errors import PositionError, TilerummyError
from tilerummy.server.config import Config
from tilerummy.server.live.hub import TooManyGuesses, TooManyRooms
from tilerummy.server.live.processes import TooLong
from tilerummy.server.live.queues import Overworked
from tilerummy.server.live.reviews import TooManyReviews
from tilerummy.server.live.workers import QUESTION_SECONDS
from tilerummy.server.web.app import create_app
from tilerummy.server.wire.resources import Problem

HANDLERS = create_app(Config(database="sqlite:///never opened")).exception_handlers
"""What the application does with what its routes raise."""


def answered(error):
    """How a route that raises this is answered."""

    @get("/", sync_to_thread=False)
    def fails() -> None:
        raise error

    with TestClient(Litestar([fails], exception_handlers=HANDLERS)) as client:
        said = client.get("/")
    assert said.headers["cache-control"] == "no-store"
    problem = msgspec.json.decode(said.content, type=Problem)
    assert problem.status == said.status_code
    return said, problem


def with_field(error, field):
    error.field = field
    return error


@pytest.mark.parametrize(
    ("error", "status", "code", "message", "field", "retry"),
    [
        (NotFoundException("no such room"), 404, "NotFound", "no such room", None, None),
        (ClientException("no; not so"), 400, "Client", "no; not so", None, None),
        (
            TooManyRequestsException("too many", headers={"retry-after": "7"}),
            *(429, "TooManyRequests", "too many", None, "7"),
        ),
        (
            ValidationException("wrong", extra=[{"message": "below 0", "key": "best"}]),
            *(400, "Validation", "wrong; below 0", "best", None),
        ),
        (
            ValidationException("wrong", extra=[{"message": "a"}, {"message": "b", "key": "rack"}]),
            *(400, "Validation", "wrong; a; b", "rack", None),
        ),
        (
            ValidationException("wrong", extra=[{"message": "missing required field `rack`"}]),
            *(400, "Validation", "wrong; missing required field `rack`", "rack", None),
        ),
        (
            ClientException("Object contains unknown field `colour` - at `$`"),
            *(400, "Client", "Object contains unknown field `colour` - at `$`", "colour", None),
        ),
        (
            ValidationException("wrong", extra={"not": "a list"}),
            *(400, "Validation", "wrong", None, None),
        ),
        (TilerummyError("not so"), 400, "Tilerummy", "not so", None, None),
        (
            with_field(PositionError("too many tiles"), "rack"),
            *(400, "Position", "too many tiles", "rack", None),
        ),
        (RecursionError(), 400, "Nested", "the body is nested too deeply", None, None),
        (
            UnicodeDecodeError("utf-8", b"x", 0, 1, "?"),
            400,
            "Text",
            "the body is not UTF-8",
            None,
            None,
        ),
        (
            TooManyRooms(),
            *(429, "TooManyRequests", "too many rooms; finish some first", None, None),
        ),
        (
            TooManyGuesses(),
            *(429, "TooManyRequests", "too many wrong codes; wait a minute", None, None),
        ),
        (
            TooManyReviews(),
            *(429, "TooManyRequests", "that was the last review for today; come back tomorrow"),
            *(None, None),
        ),
        (
            Overworked(),
            *(503, "Overworked", "too many questions wait already; ask again later", None, "10"),
        ),
        (
            TooLong(),
            503,
            "TooLong",
            f"no answer was found within {QUESTION_SECONDS:g} seconds",
            None,
            "60",
        ),
        (
            OperationalError("select", {}, Exception("locked")),
            *(503, "StorageGone", "the database does not answer; try again in a moment"),
            *(None, "5"),
        ),
        (
            ConnectionResetError(),
            *(503, "StorageGone", "the database does not answer; try again in a moment"),
            *(None, "5"),
        ),
        (
            ZeroDivisionError("a secret"),
            *(500, "Crash", "something went wrong here; it has been noted", None, None),
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_what_goes_wrong_is_told_as_a_problem(error, status, code, message, field, retry):
    said, problem = answered(error)
    assert problem == Problem(status=status, code=code, message=message, field=field)
    assert said.headers.get("retry-after") == retry
