"""What is logged names no tiles, no seeds and no identities."""

import logging

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from tilerummy.engine.actions import Play
from tilerummy.engine.errors import IllegalAction
from tilerummy.engine.rounds import Round
from tilerummy.rules.library import rulebook
from tilerummy.server.storage.database import open_database
from tilerummy.server.web.logs import start_logging


@pytest.fixture
def lines(capsys):
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level

    def logged(form, error):
        start_logging(form)
        try:
            raise RuntimeError("something failed") from error
        except RuntimeError:
            logging.getLogger("test").exception("room ABCDEF failed")
        return capsys.readouterr().err

    yield logged
    root.handlers[:] = handlers
    root.setLevel(level)


TILES = "k7 b5"
SEED = "seed8"


def illegal():
    now = Round.from_hands(rulebook("jumbo"), [TILES, "r1"], pool="r9")
    with pytest.raises(IllegalAction) as raised:
        now.apply(Play.parse(TILES))
    return raised.value


@pytest.mark.parametrize("form", ["json", "text"])
def test_errors_of_the_rules_are_logged_without_tiles(lines, form):
    error = illegal()
    assert TILES in str(error)
    line = lines(form, error)
    assert TILES not in line
    assert "IllegalAction" in line
    assert "something failed" in line
    assert "room ABCDEF failed" in line


async def test_a_statement_that_fails_does_not_tell_what_it_wrote(lines, tmp_path):
    engine = await open_database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with pytest.raises(SQLAlchemyError) as raised:
        async with engine.begin() as connection:
            await connection.execute(text("INSERT INTO nowhere VALUES (:body)"), {"body": SEED})
    await engine.dispose()
    assert SEED not in str(raised.value)
    assert SEED not in lines("json", raised.value)
